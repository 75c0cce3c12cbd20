"""`plantstore setup server`: the files that it writes, checked by the programs that read them."""

import os
import pty
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
import trustme
from click.testing import CliRunner, Result

from plantstore.cli.main import plantstore
from plantstore.core.settings import load
from tests.cli.held_socket import PLAIN
from tests.web.http import proxies

HOST = "plants.example.org"
SETTINGS, UNITS = "etc/plantstore/settings.env", "etc/systemd/system"
SQLITE = ("--host", HOST, "--proxy", "nginx", "--database", "sqlite", "--keep-days", "14")
SERVER = ("--host", HOST, "--proxy", "caddy", "--database", "postgresql://shop:s%27cret@db1/plants")
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program where a service can read it: temporary folders are such that it cannot."""
    monkeypatch.setattr("plantstore.cli.server_setup.answers.HIDDEN_FOLDERS", ("/home", "/root"))
    made = tmp_path / "opt" / "plantstore"
    made.parent.mkdir()
    made.write_text("#!/bin/sh\n")
    made.chmod(0o755)
    return made


def setup(root: Path, program: Path, *options: str) -> Result:
    arguments = ["setup", "server", "--root", str(root), "--program", str(program), *options]
    return CliRunner().invoke(plantstore, arguments, catch_exceptions=False)


def written(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}


def test_it_writes_units_settings_and_the_file_of_the_proxy(tmp_path: Path, program: Path) -> None:
    root = tmp_path / "root"

    result = setup(root, program, *SQLITE, "--yes")

    assert result.exit_code == 0, result.output
    assert set(written(root)) == {
        SETTINGS,
        *(f"{UNITS}/plantstore{end}" for end in (".socket", ".service", "-backup.service", "-backup.timer")),
        "etc/nginx/conf.d/plantstore.conf",
    }
    assert stat.S_IMODE((root / SETTINGS).stat().st_mode) == 0o600
    assert stat.S_IMODE((root / UNITS / "plantstore.service").stat().st_mode) == 0o644
    assert f"ExecStart={program} serve\n" in written(root)[f"{UNITS}/plantstore.service"]
    assert "--keep-days 14\n" in written(root)[f"{UNITS}/plantstore-backup.service"]
    assert "systemctl enable --now plantstore.socket plantstore.service plantstore-backup.timer" in result.output


def test_the_settings_are_those_that_the_store_reads(tmp_path: Path, program: Path) -> None:
    result = setup(tmp_path / "root", program, *SERVER, "--yes")
    assert "keep its PLANTSTORE_KEY in another place" in result.output

    shell = subprocess.run(  # a shell reads the file as systemd does
        ["sh", "-c", f"set -a; . {tmp_path / 'root' / SETTINGS}; exec env"],
        capture_output=True,
        text=True,
        check=True,
        env=PLAIN,
    )
    settings = load(
        dict(line.split("=", 1) for line in shell.stdout.splitlines() if line.startswith("PLANTSTORE_")), {}
    )
    assert settings.base_url == f"https://{HOST}"
    assert settings.is_postgresql
    assert settings.key is not None
    assert [str(network) for network in settings.trusted_proxies] == ["127.0.0.1/32"]


def test_a_second_call_changes_nothing_and_one_with_another_answer_only_what_follows(
    tmp_path: Path, program: Path
) -> None:
    root = tmp_path / "root"
    setup(root, program, *SERVER, "--yes")
    with (root / SETTINGS).open("a") as file:
        file.write("PLANTSTORE_CURRENCY='CHF'\n")
    before = written(root)

    again = setup(root, program, *SERVER)
    assert (again.exit_code, written(root)) == (0, before)
    assert "Everything is set up like this already." in again.output

    moved = setup(root, program, *SERVER, "--host", "shop.example.org", "--yes")

    after = written(root)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {
        SETTINGS,
        f"{SETTINGS}.old",
        "etc/caddy/plantstore.caddyfile",
        "etc/caddy/plantstore.caddyfile.old",
    }
    assert after[SETTINGS] == before[SETTINGS].replace(HOST, "shop.example.org"), "the key and other lines stay"
    assert f"-{HOST} {{" in moved.output
    assert "s%27cret" not in moved.output, "the settings have secrets, so no line of them is shown"
    assert stat.S_IMODE((root / f"{SETTINGS}.old").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--host", "127.0.0.1"), "“127.0.0.1” is not a host name"),
        (("--host", "plants example"), "is not a host name"),
        (("--host", "https://plants.example.org/shop"), "without a path"),
        (("--host", "http://plants.example.org"), "The public address is https://"),
        (("--host", "x;\n}"), "is not a host name"),
        (("--proxy", "apache"), "The web server is nginx, caddy or none."),
        (("--database", "mysql://db1/plants"), "The database is sqlite, or an address such as"),
        (("--database", "postgresql://shop:it's@db1/plants"), "must be percent-encoded"),
        (("--database", "postgresql://shop@db1/plants\nX=1"), "must be percent-encoded"),
        (("--keep-days", "0"), "between 1 and 3,650"),
        (("--keep-days", "many"), "between 1 and 3,650"),
        (("--certificate", "plants.pem"), "is not an absolute path without spaces"),
        (("--certificate", "/etc/a;b"), "is not an absolute path without spaces"),
        (("--program", "/opt/nothing"), "There is no program /opt/nothing"),
        (("--program", "plantstore"), "There is no program plantstore"),
    ],
)
def test_a_wrong_answer_is_refused_before_anything_is_written(
    tmp_path: Path, program: Path, options: tuple[str, str], words: str
) -> None:
    result = setup(tmp_path / "root", program, *SQLITE, "--yes", *options)

    assert result.exit_code == 2
    assert words in result.output
    assert not (tmp_path / "root").exists()


def test_a_program_that_the_service_cannot_read_is_refused(tmp_path: Path) -> None:
    with NamedTemporaryFile(dir="/tmp") as mine:
        link = tmp_path / "plantstore"
        link.symlink_to(mine.name)
        result = setup(tmp_path / "root", link, *SQLITE, "--yes")

    assert result.exit_code == 2
    assert "it sees no home or temporary folders" in result.output
    assert "python3 -m venv /opt/plantstore" in result.output


def test_without_a_terminal_each_answer_must_be_an_option(tmp_path: Path, program: Path) -> None:
    result = setup(tmp_path / "root", program, "--proxy", "caddy")

    assert result.exit_code == 2
    assert "There is no answer to: Public host name of the store" in result.output


def test_a_dry_run_writes_nothing_and_asks_nothing(tmp_path: Path, program: Path) -> None:
    result = setup(tmp_path / "root", program, *SQLITE, "--dry-run")

    assert result.exit_code == 0
    assert result.output.count("create") == 6
    assert not (tmp_path / "root").exists()


def test_without_yes_nothing_is_written(tmp_path: Path, program: Path) -> None:
    result = setup(tmp_path / "root", program, *SQLITE)

    assert result.exit_code == 2
    assert "Add --yes to write the files" in result.output
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize(("said", "exit_code"), [("y", 0), ("n", 1)])
def test_it_asks_four_questions_and_then_for_a_yes(tmp_path: Path, said: str, exit_code: int) -> None:
    root = tmp_path / "root"
    keyboard, terminal = pty.openpty()
    os.write(keyboard, f"apache\nnginx\nnot a name\n{HOST}\n\n30\n{said}\n".encode())

    ended = subprocess.run(
        [sys.executable, "-m", "plantstore.cli.main", "setup", "server", "--root", str(root), "--program", "/bin/true"],
        env=PLAIN,
        stdin=terminal,
        capture_output=True,
        text=True,
        timeout=60,
    )

    os.close(keyboard)
    os.close(terminal)
    assert ended.returncode == exit_code, ended.stderr
    asked = re.findall(r"(Web server|Public host name|Database|Days)", ended.stderr)
    assert asked == ["Web server", "Web server", "Public host name", "Public host name", "Database", "Days"]
    assert "The web server is nginx, caddy or none." in ended.stderr
    assert root.exists() == (said == "y")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, program: Path) -> None:
    root = tmp_path / "root"
    (root / UNITS).parent.mkdir(parents=True)
    (root / UNITS).write_text("a file where a folder should be")

    result = setup(root, program, *SQLITE, "--yes")

    assert result.exit_code == 6, "the settings file is written before"
    assert f"Cannot write {root / UNITS}/plantstore.socket: " in result.output
    assert "1 of 6 files are written." in result.output


@needs_systemd
@pytest.mark.parametrize("options", [SQLITE, SERVER])
def test_systemd_understands_the_units_and_finds_them_well_protected(
    tmp_path: Path, program: Path, options: tuple[str, ...]
) -> None:
    root = tmp_path / "root"
    setup(root, program, *options, "--yes")
    units = sorted((root / UNITS).iterdir())
    assert len(units) == (4 if options is SQLITE else 2)

    verified = subprocess.run([str(ANALYZE), "verify", "--man=no", *map(str, units)], capture_output=True, text=True)
    assert (verified.returncode, verified.stderr) == (0, "")

    for unit in units:
        if unit.suffix == ".service":
            rated = subprocess.run(
                [str(ANALYZE), "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)],
                capture_output=True,
                text=True,
            )
            assert rated.returncode == 0, rated.stdout  # an exposure above 2.0 fails
            assert "Overall exposure level" in rated.stdout


@pytest.mark.skipif(proxies.find("nginx") is None, reason=proxies.MISSING)
def test_nginx_accepts_its_file(tmp_path: Path, program: Path) -> None:
    root = tmp_path / "root"
    certificate = trustme.CA().issue_cert(HOST)
    certificate.cert_chain_pems[0].write_to_path(str(tmp_path / "chain.pem"))
    certificate.private_key_pem.write_to_path(str(tmp_path / "key.pem"))
    setup(
        root,
        program,
        *SQLITE,
        "--yes",
        *("--certificate", str(tmp_path / "chain.pem"), "--certificate-key", str(tmp_path / "key.pem")),
    )
    main = tmp_path / "nginx.conf"
    main.write_text(
        f"pid {tmp_path}/pid; events {{}} http {{ access_log off; include {root}/etc/nginx/conf.d/*.conf; }}"
    )

    tested = subprocess.run(
        [str(proxies.find("nginx")), "-t", "-q", "-e", "stderr", "-c", str(main)], capture_output=True, text=True
    )

    assert tested.returncode == 0, tested.stderr


@pytest.mark.skipif(proxies.find("caddy") is None, reason=proxies.MISSING)
def test_caddy_accepts_its_file(tmp_path: Path, program: Path) -> None:
    root = tmp_path / "root"
    setup(root, program, *SERVER, "--yes")
    file = root / "etc/caddy/plantstore.caddyfile"

    adapted = subprocess.run(
        [str(proxies.find("caddy")), "adapt", "--adapter", "caddyfile", "--config", str(file)],
        capture_output=True,
        text=True,
        env=PLAIN | {"HOME": str(tmp_path)},
    )

    assert adapted.returncode == 0, adapted.stderr
    assert f'"{HOST}"' in adapted.stdout
    assert "is not formatted" not in adapted.stderr

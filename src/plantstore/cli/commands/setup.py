"""`plantstore setup server`: write what a server needs to run the store as a service."""

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from plantstore.cli.commands.db_backup import KEEP_DAYS_MAX
from plantstore.cli.server_setup.answers import (
    Answers,
    Proxy,
    WrongAnswer,
    checked_database,
    checked_file,
    checked_host,
    checked_program,
)
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, check_can_confirm, common_options, confirm, with_common
from plantstore.cli.support.output import column, print_list, print_note

if TYPE_CHECKING:
    from plantstore.cli.server_setup.writing import Change

Answer = TypeVar("Answer")
Given = TypeVar("Given")
DEFAULT_PROGRAM = "/opt/plantstore/bin/plantstore"
CERTIFICATES = "/etc/letsencrypt/live"  # where certbot puts certificates


@click.group()
@common_options
def setup() -> None:
    """Set up a machine that runs the store.

    \b
    Example:
      plantstore setup server
    """


@setup.command()
@click.option("--host", metavar="NAME", help="Public host name of the store, such as plants.example.org.")
@click.option("--proxy", metavar="NAME", help="Web server in front of the store: nginx, caddy or none.")
@click.option("--database", metavar="ADDRESS", help="sqlite, or an address that begins with postgresql://.")
@click.option("--keep-days", metavar="DAYS", help="Days for which the daily backups are kept (SQLite only).")
@click.option("--port", type=click.IntRange(1, 65_535), default=8000, help="Port on this machine. Default: 8000.")
@click.option(
    "--program", metavar="FILE", help=f"This program, for the service. Default: {DEFAULT_PROGRAM}, if it exists."
)
@click.option("--certificate", metavar="FILE", help="Certificate for nginx. Default: where certbot puts it.")
@click.option("--certificate-key", metavar="FILE", help="Key of the certificate. Default: where certbot puts it.")
@click.option("--root", metavar="FOLDER", default="/", help="Write below this folder, to set up another system.")
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@with_common
def server(common: Common, /, *, root: str, dry_run: bool, **given: Any) -> None:
    """Write the units of systemd, the settings, and the configuration of nginx or Caddy.

    Asks four questions, except for those that options answer, and shows each change. Nothing is written before you
    agree. Call it again to change an answer or after an upgrade: your other settings stay as they are, and a
    replaced file is kept with the ending .old.

    \b
    Example:
      plantstore setup server --host plants.example.org --proxy caddy --database sqlite --keep-days 14
    """
    from plantstore.cli.server_setup.writing import Step

    answers = _answers(**given)
    changes = _compare(answers, Path(root))
    _show(changes, as_json=common.as_json)
    if all(change.step is Step.KEEP for change in changes):
        print_note("Everything is set up like this already.", as_json=common.as_json)
        return
    if dry_run:
        return
    if not common.yes:
        check_can_confirm(common.yes, next_step="Add --yes to write the files, or --dry-run only to see them.")
        confirm("Write these files?", declined="Nothing was written.")
    _write(changes)
    for line in _next_steps(answers):
        print_note(line, as_json=common.as_json)


def _answers(
    *,
    host: str | None,
    proxy: str | None,
    database: str | None,
    keep_days: str | None,
    port: int,
    program: str | None,
    certificate: str | None,
    certificate_key: str | None,
) -> Answers:
    """Check the given answers, and ask for the others. Raise WrongUsage for a wrong one."""
    chosen = Proxy(_ask(proxy, "Web server in front of the store (nginx, caddy, none)", "caddy", _checked_proxy))
    name = "localhost" if chosen is Proxy.NONE else _ask(host, "Public host name of the store", None, checked_host)
    address = _ask(database, "Database (sqlite, or postgresql://…)", "sqlite", checked_database)
    days = 0 if address else _ask(keep_days, "Days for which the daily backups are kept", "14", _checked_days)
    folder = f"{CERTIFICATES}/{name}"
    return Answers(
        host=name,
        proxy=chosen,
        database=address,
        keep_days=days,
        port=port,
        program=_checked(Path(program or _this_program()), checked_program),
        certificate=_checked(certificate or f"{folder}/fullchain.pem", checked_file),
        certificate_key=_checked(certificate_key or f"{folder}/privkey.pem", checked_file),
    )


def _compare(answers: Answers, root: Path) -> "list[Change]":
    from plantstore.cli.server_setup.files import SETTINGS_FILE, files_for
    from plantstore.cli.server_setup.writing import compare

    present = root / SETTINGS_FILE.lstrip("/")
    try:
        settings = present.read_text(encoding="utf-8") if present.exists() else ""
        return compare(files_for(answers, settings=settings), root)
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(f"Cannot read the present files: {error}", next_step="Run it as root, with sudo.") from error


def _write(changes: "Sequence[Change]") -> None:
    from plantstore.cli.server_setup.writing import write

    for number, change in enumerate(changes):
        try:
            write(change)
        except OSError as error:
            raise Failure(
                f"Cannot write {change.target}: {error.strerror}. {number} of {len(changes)} files are written.",
                exit_code=Exit.PARTLY if number else Exit.FAILED,
                next_step="Run it as root, with sudo." if isinstance(error, PermissionError) else "",
            ) from error


def _ask(given: str | None, question: str, default: str | None, check: Callable[[str], Answer]) -> Answer:
    """Return the checked answer: the given one, or that of the person at the terminal, who is asked until it is valid.

    Raise WrongUsage if it is not given and standard input is not a terminal.
    """
    if given is not None:
        return _checked(given, check)
    if not sys.stdin.isatty():
        raise WrongUsage(f"There is no answer to: {question}", next_step="Pass each answer as an option: see --help.")
    while True:
        try:
            return check(click.prompt(question, default=default, err=True))
        except WrongAnswer as error:
            click.echo(str(error), err=True)


def _checked(given: Given, check: Callable[[Given], Answer]) -> Answer:
    try:
        return check(given)
    except WrongAnswer as error:
        raise WrongUsage(str(error)) from error


def _checked_proxy(text: str) -> str:
    if text.strip().lower() not in list(Proxy):
        raise WrongAnswer("The web server is nginx, caddy or none.")
    return text.strip().lower()


def _checked_days(text: str) -> int:
    if not text.strip().isdecimal() or not 1 <= int(text) <= KEEP_DAYS_MAX:
        raise WrongAnswer(f"The number of days is between 1 and {KEEP_DAYS_MAX:,}.")
    return int(text)


def _this_program() -> str:
    return DEFAULT_PROGRAM if Path(DEFAULT_PROGRAM).is_file() else shutil.which("plantstore") or DEFAULT_PROGRAM


def _show(changes: "Sequence[Change]", *, as_json: bool) -> None:
    rows = [{"step": str(one.step), "file": str(one.target), "mode": f"{one.file.mode:o}"} for one in changes]
    print_list(rows, [column("step"), column("mode"), column("file")], as_json=as_json, empty="")
    for change in changes:
        for line in change.difference():
            print_note(line, as_json=as_json)


def _next_steps(answers: Answers) -> list[str]:
    """Return the commands that put the files into effect, for the operator to run."""
    from plantstore.cli.server_setup.files import PROXY_FILES, SETTINGS_FILE

    timer = "" if answers.database else " plantstore-backup.timer"
    lines = [f"systemctl daemon-reload && systemctl enable --now plantstore.socket plantstore.service{timer}"]
    if answers.proxy is Proxy.NGINX:
        if not Path(answers.certificate).exists():
            lines.append(f"certbot certonly --standalone -d {answers.host}  # or another way to {answers.certificate}")
        lines.append("nginx -t && systemctl reload nginx")
    if answers.proxy is Proxy.CADDY:
        proxy_file = PROXY_FILES[Proxy.CADDY]
        lines += [
            f"grep -q {proxy_file} /etc/caddy/Caddyfile || echo 'import {proxy_file}' >> /etc/caddy/Caddyfile",
            "systemctl reload caddy",
        ]
    if answers.database:
        lines.append(
            f"cp {SETTINGS_FILE} …  # keep its PLANTSTORE_KEY in another place: a backup is useless without it"
        )
    return ["Then run:", *lines, "PLANTSTORE_DATA=/var/lib/plantstore plantstore console"]

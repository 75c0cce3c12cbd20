"""Which server and which token a command uses: in the folder of `make run`, no option is needed."""

from pathlib import Path

import pytest

from plantstore.cli.support.client import parse_address
from plantstore.cli.support.exit_codes import Failure
from plantstore.cli.support.server_discovery import DEFAULT_URL, find_address, find_token
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a running server, in the current folder."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "operator.token").write_text("pst_of_the_operator\n")
    (folder / "plantstore.db.lock").write_text("process 4711 at http://127.0.0.1:8001")
    return folder


def test_the_server_of_the_data_folder_is_found_with_its_token(store: ScriptedStore, run: Run, data: Path) -> None:
    (data / "plantstore.db.lock").write_text(f"process 4711 at {store.url}")
    store.responds("GET /plants", {"items": [], "next": None})

    result = run("plants", "list", PLANTSTORE_URL=None, PLANTSTORE_TOKEN=None)

    assert result.exit_code == 0
    assert store.requests[0].headers["authorization"] == "Bearer pst_of_the_operator"


def test_url_wins_over_the_variable_and_the_variable_over_the_lock_file(data: Path) -> None:
    environ = {"PLANTSTORE_URL": "http://b:2"}

    assert str(find_address("http://a:1/", environ).address) == "http://a:1"
    assert str(find_address(None, environ).address) == "http://b:2"
    assert str(find_address(None, {}).address) == "http://127.0.0.1:8001"


@pytest.mark.parametrize("text", [None, "", "process 4711"])
def test_without_a_running_server_the_default_url_is_used(data: Path, text: str | None) -> None:
    lock = data / "plantstore.db.lock"
    if text is None:
        lock.unlink()
    else:
        lock.write_text(text)

    assert str(find_address(None, {}).address) == DEFAULT_URL


def test_the_data_folder_comes_from_the_environment(data: Path) -> None:
    moved = data.rename(data.parent / "elsewhere")
    environ = {"PLANTSTORE_DATA": str(moved)}

    assert str(find_address(None, environ).address) == "http://127.0.0.1:8001"
    assert find_token(None, environ, is_local=True).reveal() == "pst_of_the_operator"


def test_token_file_wins_over_variables_and_the_data_folder(data: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text(f"pst_{name}\n")
    environ = {"PLANTSTORE_TOKEN_FILE": "two", "PLANTSTORE_TOKEN": "pst_three"}

    found = [
        find_token("one", environ, is_local=True),
        find_token(None, environ, is_local=True),
        find_token(None, {"PLANTSTORE_TOKEN": "pst_three"}, is_local=True),
        find_token(None, {}, is_local=True),
    ]

    assert [token.reveal() for token in found] == ["pst_one", "pst_two", "pst_three", "pst_of_the_operator"]


def test_the_operator_token_is_sent_to_local_servers_only(data: Path) -> None:
    for url, is_local in [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
        ("http://192.0.2.7:8000", False),
        ("https://127.0.0.1.example", False),
    ]:
        found = find_address(url, {})

        assert found.is_local is is_local, url
        if not is_local:
            with pytest.raises(Failure, match="not sent to other servers"):
                find_token(None, {}, is_local=found.is_local)


def test_without_a_token_nothing_is_sent(store: ScriptedStore, run: Run) -> None:
    result = run("plants", "list", PLANTSTORE_TOKEN=None)

    assert result.exit_code == 4
    assert "There is no token" in result.stderr
    assert "PLANTSTORE_TOKEN_FILE" in result.stderr
    assert "or set PLANTSTORE_DATA to the store's data folder." in result.stderr
    assert store.requests == []


def test_an_invalid_token_is_never_sent(store: ScriptedStore, run: Run, tmp_path: Path) -> None:
    for text in ["", "two words", "pst_é", "pst\nx: y"]:
        (tmp_path / "token").write_text(text)

        result = run("plants", "list", "--token-file", "token")

        assert result.exit_code == 2, text
        assert "does not hold a token" in result.stderr, text
        assert store.requests == [], text


def test_an_unreadable_token_file_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")

    assert run("plants", "list", "--token-file", "missing").exit_code == 2
    assert run("plants", "list", "--token-file", "binary").exit_code == 2


def test_a_token_can_come_from_standard_input(store: ScriptedStore, run: Run) -> None:
    store.responds("GET /plants", {"items": [], "next": None})

    run("plants", "list", "--token-file", "-", stdin="pst_typed\n")

    assert store.requests[0].headers["authorization"] == "Bearer pst_typed"


def test_a_url_keeps_its_path() -> None:
    address = parse_address("https://shop.example/store/")

    assert (address.host, address.port, address.path) == ("shop.example", None, "/store")

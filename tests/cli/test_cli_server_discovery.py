"""Which server is asked, and with which token: right after `make run`, nothing need be typed."""

from pathlib import Path

import pytest

from plantstore.cli.support.client import parse_address
from plantstore.cli.support.exit_codes import Failure
from plantstore.cli.support.server_discovery import DEFAULT_URL, find_address, find_token
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a running server, in the folder where the command is typed."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "operator.token").write_text("pst_of_the_operator\n")
    (folder / "plantstore.db.lock").write_text("process 4711 at http://127.0.0.1:8001")
    return folder


def test_the_server_of_the_folder_is_found_with_its_token(store: ScriptedStore, run: Run, data: Path) -> None:
    (data / "plantstore.db.lock").write_text(f"process 4711 at {store.url}")
    store.gives("GET /plants", {"items": [], "next": None})

    result = run("plants", "list", PLANTSTORE_URL=None, PLANTSTORE_TOKEN=None)

    assert result.exit_code == 0
    assert store.asked[0].headers["authorization"] == "Bearer pst_of_the_operator"


def test_the_address_said_wins_over_the_variable_and_that_over_the_lock_file(data: Path) -> None:
    environ = {"PLANTSTORE_URL": "http://b:2"}

    assert str(find_address("http://a:1/", environ).address) == "http://a:1"
    assert str(find_address(None, environ).address) == "http://b:2"
    assert str(find_address(None, {}).address) == "http://127.0.0.1:8001"


@pytest.mark.parametrize("text", [None, "", "process 4711"])
def test_without_a_running_server_the_default_address_is_tried(data: Path, text: str | None) -> None:
    lock = data / "plantstore.db.lock"
    if text is None:
        lock.unlink()
    else:
        lock.write_text(text)

    assert str(find_address(None, {}).address) == DEFAULT_URL


def test_the_data_folder_can_lie_elsewhere(data: Path) -> None:
    moved = data.rename(data.parent / "elsewhere")
    environ = {"PLANTSTORE_DATA": str(moved)}

    assert str(find_address(None, environ).address) == "http://127.0.0.1:8001"
    assert find_token(None, environ, ours=True).reveal() == "pst_of_the_operator"


def test_the_token_said_wins_over_file_variable_and_operator(data: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text(f"pst_{name}\n")
    environ = {"PLANTSTORE_TOKEN_FILE": "two", "PLANTSTORE_TOKEN": "pst_three"}

    found = [
        find_token("one", environ, ours=True),
        find_token(None, environ, ours=True),
        find_token(None, {"PLANTSTORE_TOKEN": "pst_three"}, ours=True),
        find_token(None, {}, ours=True),
    ]

    assert [token.reveal() for token in found] == ["pst_one", "pst_two", "pst_three", "pst_of_the_operator"]


@pytest.mark.parametrize(
    ("url", "ours"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
        ("http://192.0.2.7:8000", False),
        ("https://127.0.0.1.example", False),
    ],
)
def test_the_operators_token_stays_on_this_machine(data: Path, url: str, ours: bool) -> None:
    found = find_address(url, {})

    assert found.ours is ours
    if not ours:
        with pytest.raises(Failure, match="not for other servers"):
            find_token(None, {}, ours=found.ours)


def test_without_a_token_nothing_is_asked(store: ScriptedStore, run: Run) -> None:
    result = run("plants", "list", PLANTSTORE_TOKEN=None)

    assert result.exit_code == 4
    assert "There is no token" in result.stderr
    assert "PLANTSTORE_TOKEN_FILE" in result.stderr
    assert "or name the store's data folder with PLANTSTORE_DATA." in result.stderr
    assert store.asked == []


@pytest.mark.parametrize("text", ["", "two words", "pst_é", "pst\nx: y"])
def test_a_token_that_is_none_is_never_sent(store: ScriptedStore, run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "token").write_text(text)

    result = run("plants", "list", "--token-file", "token")

    assert result.exit_code == 2
    assert "holds no token" in result.stderr
    assert store.asked == []


def test_a_token_file_that_cannot_be_read_is_wrong_usage(run: Run, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")

    assert run("plants", "list", "--token-file", "missing").exit_code == 2
    assert run("plants", "list", "--token-file", "binary").exit_code == 2


def test_a_token_can_come_from_standard_input(store: ScriptedStore, run: Run) -> None:
    store.gives("GET /plants", {"items": [], "next": None})

    run("plants", "list", "--token-file", "-", given="pst_typed\n")

    assert store.asked[0].headers["authorization"] == "Bearer pst_typed"


def test_an_address_keeps_the_path_that_a_proxy_gave_it() -> None:
    address = parse_address("https://shop.example/store/")

    assert (address.host, address.port, address.path) == ("shop.example", None, "/store")

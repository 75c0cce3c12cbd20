"""A store that is backed up continuously under load, killed, and restored as it was at a second in the middle."""

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from plantstore.cli.main import plantstore
from plantstore.cli.support.exit_codes import Exit
from plantstore.operations.continuous_backup import keys
from tests.cli.held_socket import Service, Services, listening, notified
from tests.cli.steady_load import POSTS_PER_S, Load, add_receiver
from tests.receiver import Receiving, a_server

EXTRACT = ("extract", "--from", ".")
ALLOWED = ("--allow-networks", "127.0.0.0/8")
pytestmark = pytest.mark.sqlite_only("a continuous backup is of a store on SQLite")


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(plantstore, [*arguments], catch_exceptions=False)


def command(*arguments: str) -> dict[str, Any]:
    result = invoke(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return dict(json.loads(result.stdout))


def kill(service: Service) -> None:
    os.kill(service.process.pid, signal.SIGKILL)
    service.process.wait()


@pytest.mark.timeout(300)
def test_a_store_that_died_is_restored_as_it_was_at_a_second_under_load(tmp_path: Path) -> None:
    """Its audit finds nothing, what receivers get again was delivered later, and later plants are listed."""
    data, place, other = tmp_path / "data", tmp_path / "backups", tmp_path / "restored"
    key, file = str(tmp_path / "backup.key"), str(tmp_path / "back.db")
    recipient = command("db", "backup-key", key)["recipient"]
    backed_up = {"PLANTSTORE_BACKUP_TO": str(place), "PLANTSTORE_BACKUP_RECIPIENT": recipient}

    async def run_until_killed(services: Services, receiver: Receiving) -> tuple[list[int], str]:
        with listening() as held, notified(tmp_path) as notify:
            url = f"http://127.0.0.1:{held.getsockname()[1]}"
            arguments = ["serve", "--data", str(data), *ALLOWED]
            service = services.start([held], arguments, NOTIFY_SOCKET=str(notify.path), **backed_up)
            await asyncio.to_thread(notify.wait_for, "READY=1")
            token = (data / "operator.token").read_text(encoding="ascii").strip()
            add_receiver(url, token, receiver.url)
            load = Load(url, token)
            running = asyncio.create_task(load.run())
            times = await until_times(place, receiver)
            wanted = len(receiver.accepted) + POSTS_PER_S
            await receiver.until(lambda one: len(one.accepted) >= wanted, within_s=60)
            await asyncio.to_thread(kill, service)
            load.is_ending = True
            await running
            return load.ids, times

    async def test() -> None:
        with Services() as services:
            async with a_server() as receiver:
                added, at = await run_until_killed(services, receiver)
                sent = len(receiver.got)
                found = await asyncio.to_thread(
                    command, "db", "extract", file, "--from", str(place), "--key-file", key, "--at", at
                )
                drilled = await asyncio.to_thread(command, "db", "drill", file, "--data", str(data))
                events, [after] = found["events"], drilled["receivers"]
                assert found["at"] <= at
                assert (drilled["result"], drilled["clean"]) == ("good", True)
                assert 0 < events < len(added) <= events + drilled["later_events"]
                assert drilled["later_plants"][0]["id"] == events + 1

                store_key = str(data / "key")
                await asyncio.to_thread(command, "db", "restore", file, "--data", str(other), "--key-file", store_key)
                before = {one.headers["webhook-id"]: one.sequence for one in receiver.got}
                with listening() as held, notified(other) as notify:
                    arguments = ["serve", "--data", str(other), *ALLOWED]
                    service = services.start([held], arguments, NOTIFY_SOCKET=str(notify.path))
                    await asyncio.to_thread(notify.wait_for, "READY=1")
                    await receiver.until(lambda one: len(one.got) >= sent + after["queued"], within_s=60)
                    await asyncio.to_thread(service.stop)
                repeated = receiver.got[sent:]
                assert len(repeated) == after["queued"]
                assert all(before.get(one.headers["webhook-id"]) == one.sequence <= events for one in repeated)
                assert {one.sequence for one in receiver.got} >= set(range(1, events + 1))

    asyncio.run(test())


async def until_times(place: Path, receiver: Receiving) -> str:
    """Wait until a time under load can be restored, and return it."""
    await receiver.until(lambda one: len(one.accepted) >= POSTS_PER_S, within_s=60)
    async with asyncio.timeout(60):
        while True:
            result = await asyncio.to_thread(invoke, "db", "backup-times", "--from", str(place), "--json")
            if result.exit_code == 0:
                [span] = [json.loads(line) for line in result.stdout.splitlines()]
                return str(span["last"])


def test_a_key_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "backup.key"
    made = command("db", "backup-key", str(file))
    again = invoke("db", "backup-key", str(file))

    assert again.exit_code == Exit.FAILED and "already exists" in again.output
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_text().splitlines()[0] == f"# public key: {made['recipient']}"
    assert keys.recipient(made["recipient"]) is not None


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["backup-times"], Exit.USAGE, "Name its folder with --from"),
        (["backup-times", "--from", "."], Exit.NOT_FOUND, "no complete continuous backup here"),
        (
            ["extract", "new.db", "--from", ".", "--key-file", "backup.key"],
            Exit.FAILED,
            "no complete continuous backup",
        ),
        (
            ["extract", "backup.key", "--from", ".", "--key-file", "backup.key"],
            Exit.FAILED,
            "backup.key already exists",
        ),
        (["extract", "new.db", "--from", ".", "--key-file", "other"], Exit.FAILED, "other has no key that begins"),
        (["extract", "new.db", "--from", "."], Exit.USAGE, "--key-file"),
        (["extract", "new.db", "--from", ".", "--key-file", "backup.key", "--at", "noon"], Exit.USAGE, "is not a time"),
    ],
)
def test_mistakes_are_explained_and_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: Exit, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    command("db", "backup-key", "backup.key")
    (tmp_path / "other").write_text("nothing")
    result = invoke("db", *arguments)

    assert (result.exit_code, words in result.output) == (code, True), result.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.key", "other"]

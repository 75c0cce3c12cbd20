"""A backup that was made in the middle of load: its drill, and a store that is restored from it."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from plantstore.cli.main import plantstore
from tests.cli.held_socket import Services, listening, notified
from tests.cli.steady_load import POSTS_PER_S, Load, add_receiver
from tests.receiver import Receiving, a_server

ALLOWED = ("--allow-networks", "127.0.0.0/8")


def command(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(plantstore, [*arguments, "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return dict(json.loads(result.stdout))


@pytest.mark.timeout(300)
def test_a_drill_says_exactly_what_a_restore_repeats_and_loses(tmp_path: Path) -> None:
    """Events up to the backup that were delivered after it are sent again with the same ids, and nothing else is."""
    data, file, other = tmp_path / "data", tmp_path / "backup.db", tmp_path / "restored"

    async def back_up_under_load(services: Services, receiver: Receiving) -> int:
        with listening() as held, notified(tmp_path) as notify:
            url = f"http://127.0.0.1:{held.getsockname()[1]}"
            service = services.start([held], ["serve", "--data", str(data), *ALLOWED], NOTIFY_SOCKET=str(notify.path))
            await asyncio.to_thread(notify.wait_for, "READY=1")
            token = (data / "operator.token").read_text(encoding="ascii").strip()
            add_receiver(url, token, receiver.url)
            load = Load(url, token)
            running = asyncio.create_task(load.run())
            await receiver.until(lambda one: len(one.accepted) >= POSTS_PER_S, within_s=60)
            await asyncio.to_thread(command, "db", "backup", str(file), "--data", str(data))
            wanted = len(receiver.accepted) + POSTS_PER_S
            await receiver.until(lambda one: len(one.accepted) >= wanted, within_s=60)
            load.is_ending = True
            await running
            await receiver.until(lambda one: len(set(one.accepted)) == len(load.ids), within_s=60)
            await asyncio.to_thread(service.stop)
            assert load.refused == []
            return len(load.ids)

    async def test() -> None:
        with Services() as services:
            async with a_server() as receiver:
                added = await back_up_under_load(services, receiver)
                assert len(receiver.got) == added
                found = await asyncio.to_thread(command, "db", "drill", str(file), "--data", str(data))
                events = found["events"]
                [after] = found["receivers"]
                assert (found["result"], found["clean"], found["later_events"]) == ("good", True, added - events)
                assert 0 < events < added
                assert after["queued"] == after["repeated"]

                key = str(data / "key")
                await asyncio.to_thread(command, "db", "restore", str(file), "--data", str(other), "--key-file", key)
                before = {one.headers["webhook-id"]: one.sequence for one in receiver.got}
                with listening() as held, notified(other) as notify:
                    arguments = ["serve", "--data", str(other), *ALLOWED]
                    service = services.start([held], arguments, NOTIFY_SOCKET=str(notify.path))
                    await asyncio.to_thread(notify.wait_for, "READY=1")
                    await receiver.until(lambda one: len(one.got) >= added + after["queued"], within_s=60)
                    await asyncio.to_thread(service.stop)
                repeated = receiver.got[added:]
                assert len(repeated) == after["queued"]
                assert all(before[one.headers["webhook-id"]] == one.sequence <= events for one in repeated)

    asyncio.run(test())

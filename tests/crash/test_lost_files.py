"""The data folder of a running store is deleted: health checks fail, and nothing more is accepted."""

import asyncio
import shutil
from pathlib import Path

from tests.crash.caller import Caller
from tests.crash.program import LOOK_AGAIN_S, Program

NOTICED_S_MAX = 60.0


async def test_a_deleted_data_folder_fails_health_checks_and_stops_accepting(tmp_path: Path) -> None:
    async with Program(tmp_path) as program:
        caller = Caller(program.port, program.token)
        assert (await caller.ask("POST", "/api/v1/plants", {"name": "Rosa"})).status == 201
        assert (await caller.ask("GET", "/api/v1/status")).body["healthy"]

        shutil.rmtree(program.data)

        async with asyncio.timeout(NOTICED_S_MAX):
            while (ready := await caller.ask("GET", "/readyz")).status == 200:
                await asyncio.sleep(LOOK_AGAIN_S)
        refused = await caller.ask("POST", "/api/v1/plants", {"name": "Aloe"})
        async with asyncio.timeout(NOTICED_S_MAX):  # a reader thread without a connection cannot open one any more
            while (answered := await caller.ask("GET", "/api/v1/status")).status == 503:
                await asyncio.sleep(LOOK_AGAIN_S)
        status = answered.body
        await caller.close()

        assert ready.status == refused.status == 503
        assert "was removed" in ready.body["detail"]
        assert refused.body["detail"] == ready.body["detail"]
        assert not status["healthy"]
        assert [one["code"] for one in status["problems"]] == ["unavailable"]
        assert status["problems"][0]["detail"] == ready.body["detail"]
        assert program.last_words().count("the store has stopped accepting requests") == 1

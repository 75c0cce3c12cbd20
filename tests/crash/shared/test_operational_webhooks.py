"""Three processes cause operational events, one of them sends; it is killed while it sends, and another continues."""

import asyncio
from pathlib import Path

from tests.crash.receivers import ask
from tests.crash.shared.processes import STORE, Processes, a_database_server
from tests.receiver import a_server

LEASE_S = 2.0
RECEIVERS = 9
ANSWER_S = 0.5


def sender_of(processes: Processes) -> int:
    """Return which process sends: the one with shard 0."""
    [pid] = [one.pid for one in processes.owned() if one.shard == 0]
    return next(number for number, one in enumerate(processes.all) if one.last_pid == pid)


async def test_events_of_all_processes_are_sent_although_their_sender_is_killed(tmp_path: Path) -> None:
    async with (
        a_database_server() as server,
        Processes(tmp_path, server, roles=["all"] * 3, lease_s=LEASE_S) as processes,
        a_server() as gone,
        a_server() as subscriber,
    ):
        await processes.even()
        gone.answer = lambda _: 410
        subscriber.answers_after_s = ANSWER_S
        body = {"url": subscriber.url, "name": "pager", "types": ["receiver.disabled"]}
        made = (await ask(processes, "POST", "/api/v1/operational-webhooks", body)).body
        subscriber.secret, subscriber.access_token = made["secret"], made["access_token"]
        for number in range(RECEIVERS):
            await ask(processes, "POST", "/api/v1/receivers", {"url": gone.url, "name": f"till {number}"})
        assert (await ask(processes, "POST", "/api/v1/plants", {"name": "Rosa"})).status == 201

        await subscriber.requests(1)
        before = sender_of(processes)
        await processes.all[before].kill()
        interrupted = {one.headers["webhook-id"] for one in subscriber.got}
        address = f"/api/v1/operational-webhooks/{made['id']}/deliveries?state=delivered"
        async with asyncio.timeout(30):
            while len((await ask(processes, "GET", address)).body["items"]) < RECEIVERS:
                await asyncio.sleep(0.1)

        assert sender_of(processes) != before
        sent = [one.headers["webhook-id"] for one in subscriber.got]
        assert len(set(sent)) == RECEIVERS
        assert all(sent.count(id) > 1 for id in interrupted), "the next process cannot know whether they arrived"
        assert all(one.plant and one.plant["type"] == "receiver.disabled" for one in subscriber.got)
        bodies = {(one.headers["webhook-id"], one.body) for one in subscriber.got}
        assert len(bodies) == RECEIVERS, "a repeated request has the same bytes"
        states = server.sql("SELECT DISTINCT state FROM operational_deliveries", database=STORE)
        assert states == [("delivered",)]

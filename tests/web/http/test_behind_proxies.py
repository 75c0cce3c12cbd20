"""Request smuggling through a real proxy, which shares its connections to us between its clients.

Each request here hides the beginning of a DELETE in its body: joined to the next client's request, it would run with
that client's token.
"""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from tests.still_clock import StillClock
from tests.web.http import proxies
from tests.web.http.ambiguous import Ambiguous, ambiguous
from tests.web.http.test_smuggling import Calls, Credulous, smuggling
from tests.web.served import PLANTS, Served

HIDDEN = f"DELETE {PLANTS}/1 HTTP/1.1\r\nHost: a\r\nX-Rest: ".encode()
BATCH = 30
ANSWER_S_MAX = 3.0  # some proxies wait for more of a request that is not whole

pytestmark = pytest.mark.skipif(
    not all(map(proxies.find, proxies.NAMES)) and not proxies.is_required(), reason=proxies.MISSING
)


async def attack(port: int, request: Ambiguous) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(ConnectionError, TimeoutError):
        async with asyncio.timeout(ANSWER_S_MAX):
            for piece in request.pieces:
                writer.write(piece)
                await writer.drain()
            await reader.read(1)
    writer.close()


async def ask(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.parametrize("name", proxies.NAMES)
def test_no_body_becomes_a_second_request_behind_a_proxy(tmp_path: Path, clock: StillClock, name: str) -> None:
    async def test(served: Served, calls: Calls, hidden: bytes) -> None:
        requests = ambiguous(HIDDEN)
        request = served.head(path=f"{PLANTS}/1", connection="close")
        async with proxies.running(name, tmp_path, served.port) as port:
            for start in range(0, len(requests), BATCH):
                await asyncio.gather(*(attack(port, one) for one in requests[start : start + BATCH]))
                answers = await asyncio.gather(*(ask(port, request) for _ in range(BATCH)))
                assert {answer[:13] for answer in answers} == {b"HTTP/1.1 200 "}, requests[start].name
        smuggled = ("DELETE", f"{PLANTS}/1".encode())
        assert smuggled not in [(call.method, call.path) for call in calls.made]
        assert len([call for call in calls.made if call.method == "POST"]) >= BATCH, "the proxy lets some through"

    smuggling(tmp_path, clock, test)


@pytest.mark.parametrize("name", proxies.NAMES)
def test_behind_a_proxy_a_parser_that_honours_upgrade_is_detected(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("plantstore.web.http.protocol.RequestParser", Credulous)

    with pytest.raises(AssertionError):
        test_no_body_becomes_a_second_request_behind_a_proxy(tmp_path, clock, name)

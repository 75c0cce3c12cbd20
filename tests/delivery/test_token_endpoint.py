"""Deliveries to a receiver whose access token a token endpoint issues: expiry, revocation, failures, and no leaks."""

import asyncio
import io
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from plantstore.app.store import Store, open_store
from plantstore.core.clock import SystemClock
from plantstore.core.ids import Ids
from plantstore.core.logging.json_lines import JsonLogger
from plantstore.core.logging.messages import SentAttempt
from plantstore.domain.deliveries.delivery import Attempt, OutcomeKind
from plantstore.domain.receivers.receiver import Receiver
from plantstore.domain.secret import Secret
from plantstore.receivers import test_request as requests
from plantstore.receivers.credentials import GrantChange
from plantstore.receivers.patch import ReceiverPatch
from plantstore.sending import grants
from plantstore.storage.tables import attempts, retries
from tests.openid.scripted_provider import Answer, ScriptedProvider, scripted_provider
from tests.receiver import Got, Receiving, a_server
from tests.running import add, cursor, register, settings
from tests.sending.test_grants import issued

pytestmark = pytest.mark.usefixtures("engine_kind", "audited")
CLIENT_SECRET = "canary-client-secret-0123456789"


class CountingLogger(JsonLogger):
    """Counts the recorded attempts, so that a test can wait for those of which a receiver sees nothing."""

    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream, SystemClock())
        self._count, self._news = 0, asyncio.Event()

    def attempts_recorded(self, attempts: Iterable[SentAttempt]) -> None:
        recorded = list(attempts)
        super().attempts_recorded(recorded)
        self._count += len(recorded)
        self._news.set()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(20):
            while self._count < count:
                self._news.clear()
                await self._news.wait()


@pytest.fixture
def provider() -> Iterator[ScriptedProvider]:
    with scripted_provider() as provider:
        provider.answers["/token"] = issued("canary-token-1")
        yield provider


async def register_client(store: Store, server: Receiving, provider: ScriptedProvider, **limits: object) -> Receiver:
    grant = GrantChange(token_url=f"{provider.url}/token", client_id="shop", client_secret=Secret(CLIENT_SECRET))
    return await register(store, server, limits=ReceiverPatch(grant=grant, **limits))  # type: ignore[arg-type]


async def attempts_of(store: Store, receiver: Receiver, sequence: int) -> list[Attempt]:
    return await store.database.read(
        lambda tx: attempts.newest_of_delivery(tx, receiver.id, sequence, event_id="", limit=20)
    )


def bearer(got: Got) -> str:
    return got.headers["authorization"].removeprefix("Bearer ")


def accepting(provider: ScriptedProvider, server: Receiving, token: str) -> None:
    """Let the receiver accept only this token, and the endpoint issue it."""
    provider.answers["/token"] = issued(token)
    server.answer = lambda got: 204 if bearer(got) == token else 401


@pytest.mark.parametrize("ordered", [False, True])
async def test_a_revoked_token_is_renewed_and_costs_no_attempt(
    tmp_path: Path, provider: ScriptedProvider, monkeypatch: pytest.MonkeyPatch, ordered: bool
) -> None:
    monkeypatch.setattr(grants, "RENEW_S_MIN", 0.0)
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await register_client(store, server, provider, ordered=ordered)
        await add(store, "one")
        await server.requests(1)
        accepting(provider, server, "canary-token-2")
        await add(store, "two")
        got = await server.requests(3)
        await store.dispatcher.settle(wait_s=10)

        assert [(one.sequence, bearer(one), one.status) for one in got] == [
            (1, "canary-token-1", 204),
            (2, "canary-token-1", 401),
            (2, "canary-token-2", 204),
        ]
        assert [one.headers["webhook-attempt"] for one in got] == ["1", "1", "2"]
        made = sorted(await attempts_of(store, receiver, 2), key=lambda one: one.number)
        assert [(one.number, one.outcome.kind, one.outcome.status) for one in made] == [
            (1, OutcomeKind.REFUSED, 401),
            (2, OutcomeKind.ACCEPTED, 204),
        ]
        assert await cursor(store, receiver) == 2
    assert len(provider.requests) == 2


async def test_a_change_of_the_receiver_keeps_its_token(tmp_path: Path, provider: ScriptedProvider) -> None:
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await register_client(store, server, provider)
        await add(store, "one")
        await server.requests(1)
        renamed = ReceiverPatch(name="renamed")
        await store.database.write(lambda tx: store.receivers.change(tx, receiver.id, renamed, version=None))
        await add(store, "two")
        await server.requests(2)
        assert len(provider.requests) == 1

        store.sender.retire_connections(receiver.id, is_gone=True)
        await add(store, "three")
        await server.requests(3)
        assert len(provider.requests) == 2


async def test_a_receiver_that_refuses_every_token_uses_up_its_attempts(
    tmp_path: Path, provider: ScriptedProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grants, "RENEW_S_MIN", 0.0)
    async with a_server() as server, open_store(settings(tmp_path, retry_scale=1)) as store:
        receiver = await register_client(store, server, provider)
        server.answer = lambda got: 401
        await add(store, "one")
        await server.requests(2)
        await store.dispatcher.settle(wait_s=10)

        found = await store.database.read(lambda tx: retries.find(tx, receiver.id, 1))
        assert found is not None
        assert (found.attempts, found.tries) == (1, 2), "the first refusal did not count, the second did"
        assert found.next_attempt_at > SystemClock().now(), "it waits for the retry schedule"


async def test_a_failing_token_endpoint_is_an_outcome_of_its_own(tmp_path: Path, provider: ScriptedProvider) -> None:
    provider.answers["/token"] = Answer(400, b'{"error": "invalid_scope"}')
    logger, slowly = CountingLogger(io.BytesIO()), settings(tmp_path, retry_scale=1)
    async with a_server() as server, open_store(slowly, event_logger=logger) as store:
        receiver = await register_client(store, server, provider)
        await add(store, *(f"plant {number}" for number in range(6)))
        await logger.until(5)

        made = await attempts_of(store, receiver, 1)
        assert [one.outcome.kind for one in made] == [OutcomeKind.AUTHORIZATION_FAILED]
        assert "invalid_scope" in made[0].outcome.detail
        assert server.got == []
        worker = store.dispatcher._workers[receiver.id]
        assert worker.breaker.is_open, "it counts as a failure of the receiver"


async def test_a_test_request_has_a_token_and_is_repeated_with_a_renewed_one(
    tmp_path: Path, provider: ScriptedProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grants, "RENEW_S_MIN", 0.0)
    async with a_server() as server, open_store(settings(tmp_path)) as store:
        receiver = await register_client(store, server, provider)
        tester = requests.TestSender(
            database=store.database,
            secret_box=store.secret_box,
            sender=store.sender,
            ids=Ids(SystemClock(), secrets.token_bytes),
            clock=SystemClock(),
            base_url="http://store.example",
            version="1",
        )
        assert (await tester.test(receiver.id)).accepted
        accepting(provider, server, "canary-token-2")

        assert (await tester.test(receiver.id)).accepted
        assert [bearer(one) for one in server.got] == ["canary-token-1", "canary-token-1", "canary-token-2"]


async def test_neither_token_nor_client_secret_is_logged_or_stored_in_clear(
    tmp_path: Path, provider: ScriptedProvider
) -> None:
    log = io.BytesIO()
    logger = CountingLogger(log)
    async with a_server() as server:
        async with open_store(settings(tmp_path), event_logger=logger) as store:
            await register_client(store, server, provider)
            server.answer = lambda got: 500 if len(server.got) < 2 else 204
            await add(store, "one")
            await server.requests(3)
            provider.answers["/token"] = Answer(200, b'{"access_token": "canary\\r\\n", "token_type": "Bearer"}')
            store.sender._tokens._entries.clear()
            await add(store, "two")
            await logger.until(4)
            shown = repr((store, store.sender.__dict__, store.sender._tokens._entries, store.dispatcher.__dict__))
        files = b"".join(path.read_bytes() for path in tmp_path.glob("plantstore.db*"))
    assert b'"event":"attempt"' in log.getvalue()
    assert b"canary" not in log.getvalue() + files + shown.encode()

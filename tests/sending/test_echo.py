"""A receiver that echoes the request: none of our credentials are in the stored response."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from plantstore.app.store import open_store
from plantstore.core.clock import SystemClock
from plantstore.core.ed25519 import make_private_key
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.receivers.receiver import Credentials
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import AccessToken
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.sending.http1 import EXCERPT_BYTES_MAX
from plantstore.sending.redaction import REMOVED
from plantstore.storage.tables import receivers as stored
from tests.running import add, register, settings
from tests.running import run as run_async
from tests.sending.conftest import Run
from tests.sending.scripted_receiver import ACCESS_TOKEN, SIGNING_KEY, Peer, a_template, attempt, receiver, sending
from tests.sending.test_redaction import WAYS, forms_left

OLD_KEY = b"canary-key-before-the-rotation!!"
Answer = Callable[[bytes], bytes]


def echoing(answer: Answer, requests: list[bytes]) -> Callable[[Peer], Any]:
    """Respond to each request with what `make` returns for it."""

    async def script(peer: Peer) -> None:
        while True:
            requests.append(await peer.request())
            await peer.say(answer(requests[-1]))

    return script


def refusal(body: bytes) -> bytes:
    return b"HTTP/1.1 500 Oops\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)


def sent_credentials(request: bytes) -> list[bytes]:
    """The credentials in the request: the token and each signature."""
    headers = dict(line.split(b": ", 1) for line in request.split(b"\r\n\r\n")[0].split(b"\r\n")[1:])
    signatures = [one.partition(b",")[2] for one in headers[b"webhook-signature"].split(b" ")]
    return [headers[b"authorization"].removeprefix(b"Bearer "), *signatures]


@pytest.mark.parametrize("way", WAYS)
def test_an_echo_holds_no_credential(run: Run, way: str) -> None:
    async def main() -> None:
        requests: list[bytes] = []
        rotated = Credentials(
            access_token=AccessToken(ACCESS_TOKEN),
            secrets=(make_secret(SIGNING_KEY), make_secret(OLD_KEY)),
            old_secrets_end_at=Instant((SystemClock().now() // SECOND_US + 3_600) * SECOND_US),
            private_keys=(make_private_key(b"n" * 32), make_private_key(b"o" * 32)),
        )
        async with receiver(echoing(lambda got: refusal(WAYS[way](got)), requests)) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port, credentials=rotated))

            credentials = sent_credentials(requests[0])
            assert len(credentials) == 5, "while rotations last there are two signatures of each scheme"
            assert outcome.kind is OutcomeKind.REFUSED
            assert REMOVED in outcome.excerpt
            for credential in credentials:
                assert not forms_left(outcome.excerpt, credential)

    run(main())


@pytest.mark.parametrize("before", range(EXCERPT_BYTES_MAX - 60, EXCERPT_BYTES_MAX + 1, 7))
def test_an_echo_that_is_cut_off_shows_no_beginning(run: Run, before: int) -> None:
    async def main() -> None:
        token = ACCESS_TOKEN.encode()
        body = b"." * before + token + b"." * 9_000
        async with receiver(refusal(body)) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port))

            assert len(outcome.excerpt) <= EXCERPT_BYTES_MAX
            assert outcome.excerpt == (b"." * before + REMOVED + b"." * 9_000)[:EXCERPT_BYTES_MAX]

    run(main())


def test_a_response_without_credentials_is_kept_unchanged(run: Run) -> None:
    async def main() -> None:
        body = b'{"error": "no such list"}' * 1_000
        async with receiver(refusal(body)) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port))

            assert outcome.excerpt == body[:EXCERPT_BYTES_MAX]

    run(main())


@pytest.mark.parametrize("way", ["text", "percent", "percent, each byte", "base64"])
def test_a_redirect_that_contains_the_token_is_redacted(run: Run, way: str) -> None:
    async def main() -> None:
        location = b"/sign-in?token=" + WAYS[way](ACCESS_TOKEN.encode())
        answer = b"HTTP/1.1 302 Found\r\nlocation: %s\r\ncontent-length: 0\r\n\r\n" % location
        async with receiver(answer) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port))

            assert not forms_left(outcome.detail.encode(), ACCESS_TOKEN.encode())
            assert "/sign-in?token=[removed]" in outcome.detail

    run(main())


def test_an_invalid_response_that_begins_with_the_token_is_redacted(run: Run) -> None:
    async def main() -> None:
        async with receiver(ACCESS_TOKEN.encode() + b"\r\n") as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port))

            assert outcome.kind is OutcomeKind.ANSWER_INVALID
            assert ACCESS_TOKEN[:6] not in outcome.detail

    run(main())


@pytest.mark.parametrize("way", ["text", "JSON", "base64", "percent"])
def test_the_stored_excerpt_of_an_echo_contains_no_credential(tmp_path: Path, way: str) -> None:
    async def test() -> None:
        requests: list[bytes] = []
        async with receiver(echoing(lambda got: refusal(WAYS[way](got)), requests)) as standing:
            shop = SimpleNamespace(url=f"http://127.0.0.1:{standing.port}/hook")
            async with open_store(settings(tmp_path)) as store:
                made = await register(store, shop, access_token=AccessToken(ACCESS_TOKEN))  # type: ignore[arg-type]
                await add(store, "Hedera helix")
                while not requests:
                    await store.database.read(lambda _: None)
                await store.dispatcher.settle(wait_s=10)
                credentials = await store.database.read(lambda tx: stored.credentials(tx, store.secret_box, made.id))
                excerpts = await store.database.read(
                    lambda tx: [row[0] for row in tx.execute("SELECT excerpt FROM attempts")]
                )

        clear = [*sent_credentials(requests[0]), credentials.secrets[0].reveal().removeprefix("whsec_").encode()]
        assert excerpts
        assert all(REMOVED in excerpt for excerpt in excerpts)
        files = b"".join(path.read_bytes() for path in tmp_path.glob("plantstore.db*"))
        for credential in clear:
            assert not forms_left(files, credential)

    run_async(test)

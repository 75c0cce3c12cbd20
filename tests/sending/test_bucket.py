"""Files in a bucket: kept, listed in pages, retried after faults, and refused in words."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plantstore.core.clock import Clock, SystemClock
from plantstore.core.settings import SettingError, Settings
from plantstore.domain.errors import Unavailable
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import parse
from plantstore.sending.bucket import PAUSES_S, Bucket
from plantstore.sending.bucket_place import place_of
from plantstore.sending.http_client import HttpClient
from plantstore.sending.resolving import Resolver
from plantstore.sending.tls import make_tls_context
from tests.sending.bucket_server import BUCKET, REGION, BucketServer, serving
from tests.sending.scripted_receiver import Peer, Script, receiver
from tests.sending.test_http_client import ANY_ADDRESS
from tests.still_clock import StillClock

SECRET = "canary-secret-of-a-bucket"
EMPTY = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"


@pytest.fixture(scope="module")
def server() -> Iterator[BucketServer]:
    with serving() as server:
        yield server


def a_bucket(url: str, key_id: str = "key", secret: str = SECRET, *, clock: Clock | None = None, **more: Any) -> Bucket:
    settings = Settings(photos_bucket=url, photos_key_id=key_id, photos_secret=Secret(secret), photos_region=REGION)
    client = HttpClient(
        address_policy=ANY_ADDRESS,
        resolve=Resolver(),
        tls=make_tls_context(),
        connect_s_max=5.0,
        idle_max=4,
        idle_s_max=20.0,
    )
    place = place_of(settings)
    assert place is not None
    return Bucket(place, client, clock or SystemClock(), **more)


async def test_a_server_that_checks_signatures_keeps_and_lists_files(server: BucketServer) -> None:
    bucket = a_bucket(f"{server.url}/{BUCKET}/shop", *server.make_key("shop"))
    names = [f"{number:04}~ü $" for number in range(12)]
    content = bytes(range(256)) * 1_200  # more than one piece

    await bucket.check("check", b"hello")
    for number, name in enumerate(names):
        await bucket.put(name, content[: number * 30_000])

    assert (await bucket.get(names[11]), await bucket.size(names[11])) == (content, len(content))
    assert (await bucket.get("none"), await bucket.size("none")) == (None, None)
    listed, after = [], ""
    while page := await bucket.page(after=after, limit=5):
        listed += [(one.name, one.size_bytes) for one in page]
        after = page[-1].name
    assert listed == [(name, min(number * 30_000, len(content))) for number, name in enumerate(names)]
    assert abs(page_age_s(await bucket.page(after="", limit=1))) < 60
    await bucket.delete(names[0])
    await bucket.delete(names[0])
    assert await bucket.get(names[0]) is None
    await bucket.close()


def page_age_s(page: Any) -> float:
    return float(SystemClock().now() - page[0].changed_at) / 1e6


async def test_a_refusal_names_the_setting_to_correct(server: BucketServer) -> None:
    key_id, secret = server.make_key("one")
    reader = server.make_key("reader", rights=("s3:GetObject", "s3:ListBucket"))
    refused = {
        (f"{server.url}/{BUCKET}", key_id, secret[:-1] + "~"): "PLANTSTORE_PHOTOS_SECRET",
        (f"{server.url}/{BUCKET}", key_id + "X", secret): "PLANTSTORE_PHOTOS_KEY_ID",
        (f"{server.url}/none", key_id, secret): "PLANTSTORE_PHOTOS_BUCKET",
        (
            f"{server.url}/{BUCKET}",
            *reader,
        ): r"does not permit to write \(403 AccessDenied\): the key needs s3:PutObject",
    }
    for (url, used_id, used_secret), words in refused.items():
        bucket = a_bucket(url, used_id, used_secret)
        with pytest.raises(Unavailable, match=words) as refusal:
            await bucket.check("check", b"hello")
        assert used_secret not in str(refusal.value)
        await bucket.close()


def an_error(status: int, code: str, *, more: str = "", header: str = "") -> bytes:
    body = f"<Error><Code>{code}</Code>{more}</Error>"
    return f"HTTP/1.1 {status} No\r\n{header}content-length: {len(body)}\r\n\r\n{body}".encode()


def answering(answer: bytes) -> Script:
    async def script(peer: Peer) -> None:
        await peer.reader.readuntil(b"\r\n\r\n")
        await peer.say(answer)
        await peer.hung_up()

    return script


async def test_a_wrong_region_or_clock_is_named() -> None:
    """These refusals are Amazon's; moto checks neither."""
    clock = StillClock(parse("2026-03-02T00:15:00Z"))
    refusals = {
        an_error(
            400, "AuthorizationHeaderMalformed", more="<Region>eu-west-3</Region>"
        ): "It is in eu-west-3. Set PLANT",
        an_error(
            301, "PermanentRedirect", header="x-amz-bucket-region: us-west-2\r\n"
        ): "It is in us-west-2. Set PLANT",
        an_error(
            403, "RequestTimeTooSkewed", header="date: Mon, 02 Mar 2026 00:00:00 GMT\r\n"
        ): "by 900 s: set the clock",
        an_error(403, ""): r"does not permit to read \(403\)",
        an_error(418, "Odd"): "answered 418 Odd to a request to read",
    }
    for refusal, words in refusals.items():
        async with receiver(answering(refusal)) as standing:
            bucket = a_bucket(f"http://127.0.0.1:{standing.port}/plants", clock=clock)
            with pytest.raises(Unavailable, match=words):
                await bucket.get("one")
            await bucket.close()


async def test_temporary_faults_are_retried_after_growing_pauses() -> None:
    answers = [
        an_error(503, "SlowDown"),
        b"",
        b"",
        an_error(400, "RequestTimeout"),
        EMPTY,
    ]  # a kept connection ends, and a new one
    asked: list[bytes] = []
    pauses: list[float] = []

    async def script(peer: Peer) -> None:
        while True:
            asked.append(await peer.request())
            if not (answer := answers.pop(0)):
                return
            await peer.say(answer)

    async def wait(pause_s: float) -> None:
        pauses.append(pause_s)

    async with receiver(script) as standing:
        bucket = a_bucket(f"http://127.0.0.1:{standing.port}/plants", wait=wait)
        await bucket.put("one", b"content")
        assert pauses == list(PAUSES_S)
        assert [one.split(b" ")[1] for one in asked] == [b"/plants/one"] * len(asked)
        assert SECRET.encode() not in b"".join(asked)

        answers += [an_error(500, "InternalError")] * (len(PAUSES_S) + 1)
        with pytest.raises(Unavailable, match=f"The bucket {bucket.place.shown} answered 500 InternalError"):
            await bucket.put("one", b"content")
        await bucket.close()


async def test_a_server_that_is_silent_is_given_up() -> None:
    async def silent(peer: Peer) -> None:
        await peer.hung_up()

    async with receiver(silent) as standing:
        bucket = a_bucket(f"http://127.0.0.1:{standing.port}/plants", read_s_max=0.05)
        with pytest.raises(Unavailable, match=r"The bucket .* too slow"):
            async with asyncio.timeout(5):
                await bucket.get("one")
        await bucket.close()


async def test_a_list_that_is_none_is_a_fault() -> None:
    body = b"<Contents><Key>one</Key></Contents>"
    answer = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)
    async with receiver(answering(answer)) as standing:
        bucket = a_bucket(f"http://127.0.0.1:{standing.port}/plants")
        with pytest.raises(Unavailable, match="not one of S3's"):
            await bucket.page(after="", limit=5)
        await bucket.close()


def test_settings_say_where_the_bucket_is(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(f" {SECRET}\n")
    key: dict[str, Any] = {"photos_key_id": "id", "photos_secret_file": file}
    in_path = place_of(Settings(photos_bucket="https://s3.example.com/plants/a/b/", **key))
    in_host = place_of(Settings(photos_bucket="https://plants.s3.example.com:9000", photos_addressing="host", **key))

    assert place_of(Settings()) is None
    assert in_path is not None and (in_path.root, in_path.prefix) == ("/plants", "a/b/")
    assert in_host is not None and (in_host.root, in_host.prefix, in_host.server.port) == ("", "", 9000)
    assert in_path.key.secret.reveal() == SECRET
    assert SECRET not in repr(in_path)
    wrong: tuple[dict[str, Any], ...] = (
        {"photos_bucket": "https://s3.example.com"},
        {"photos_bucket": "https://s3.example.com:25/plants"},
        {"photos_bucket": "s3://plants"},
        {"photos_bucket": "https://s3.example.com/plants?x=1"},
        {"photos_bucket": "https://s3.example.com/plants", "photos_key_id": "a/b"},
        {"photos_bucket": "https://s3.example.com/plants", "photos_secret_file": None},
        {"photos_bucket": "https://s3.example.com/plants", "photos_secret_file": tmp_path / "none"},
        {"photos_region": "eu west"},
        {"photos_addressing": "dns"},
    )
    for settings in wrong:
        with pytest.raises(SettingError, match=r"^PLANTSTORE_PHOTOS_"):
            place_of(Settings(**{**key, **settings}))

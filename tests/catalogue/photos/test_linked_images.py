"""Thumbnails of images on other servers: fetched politely, tried a few times, deleted when no plant names them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trustme

from plantstore.catalogue.photos import linked_images as job
from plantstore.catalogue.photos.conversion import Converter, Pictures, not_a_picture
from plantstore.catalogue.photos.linked_images import HOST_PAUSE_S, HOST_REST_S, LinkedImages
from plantstore.domain.errors import Unavailable
from plantstore.domain.plants.image import Image
from plantstore.domain.plants.linked_image import FETCHES_MAX, RETRY_PAUSES_S
from plantstore.domain.plants.photo import PhotoSize, file_name
from plantstore.domain.plants.plant import Status, changed
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.dialling import AddressChecker
from plantstore.sending.http_client import HttpClient
from plantstore.sending.tls import make_tls_context
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row
from plantstore.storage.photo_files import PhotoFolder
from plantstore.storage.queries import photo_names
from plantstore.storage.tables import linked_images as stored
from plantstore.storage.tables import plants
from tests.catalogue.photos.pictures import a_jpeg
from tests.makers import a_plant
from tests.opened import Opened, opened
from tests.sending.scripted_receiver import Peer, receiver
from tests.sending.test_http_client import ANY_ADDRESS
from tests.sending.tls_servers import serving
from tests.still_clock import StillClock

OWN = "https://shop.example"
HOSTS = ("img.test", "cdn.test")


def add(tx: Transaction, images: dict[int, Iterable[str]]) -> None:
    """Add drafts with these images."""
    made = [
        a_plant(number, status=Status.DRAFT, images=[{"url": url} for url in urls]) for number, urls in images.items()
    ]
    plants.insert(tx, made)


def change(tx: Transaction, plant_id: int, urls: Iterable[str]) -> None:
    plant = plants.find(tx, plant_id)
    assert plant is not None
    plants.update(tx, changed(plant, replace(plant.fields, images=tuple(Image(url=url) for url in urls)), now=tx.now))


def delete(tx: Transaction, plant_id: int) -> None:
    plant = plants.find(tx, plant_id)
    assert plant is not None
    plants.delete(tx, plant, deleted_by="tok_1")


def states(tx: Transaction) -> list[Row]:
    return tx.execute("SELECT url, state, failures FROM linked_images ORDER BY url")


class Server:
    """Answers each path with what a test says, and notes the requests and pauses in their order."""

    def __init__(self) -> None:
        self.answers: dict[str, bytes] = {}
        self.log: list[str | float] = []
        self.port = 0

    async def script(self, peer: Peer) -> None:
        head = await peer.reader.readuntil(b"\r\n\r\n")
        path = head.split(b" ")[1].decode()
        self.log.append(path)
        await peer.say(self.answers.get(path, b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"))

    async def wait(self, pause_s: float) -> None:
        if pause_s != job.STEP_PAUSE_S:
            self.log.append(pause_s)

    def url(self, path: str, *, host: str = HOSTS[0]) -> str:
        return f"https://{host}:{self.port}{path}"


def an_answer(body: bytes, status: str = "200 OK", more: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\n{more}content-length: {len(body)}\r\n\r\n".encode() + body


async def fake_convert(source: Path) -> Pictures:
    """Convert what begins as a JPEG does, quickly."""
    content = await asyncio.to_thread(source.read_bytes)
    if not content.startswith(b"\xff\xd8"):
        raise not_a_picture("The file is not a picture.")
    return Pictures(width=1, height=1, contents={size: size.encode() + content for size in PhotoSize})


@asynccontextmanager
async def following(
    folder: Path,
    clock: StillClock,
    *,
    policy: AddressChecker = ANY_ADDRESS,
    convert: Callable[..., Any] = fake_convert,
) -> AsyncIterator[tuple[Opened, Server, LinkedImages]]:
    """A store that follows images of a server with a certificate for HOSTS."""
    authority, server = trustme.CA(), Server()
    tls = make_tls_context()
    authority.configure_trust(tls)

    async def resolve(_host: str) -> list[str]:
        return ["127.0.0.1"]

    async with opened(folder, clock) as store, receiver(server.script, tls=serving(authority.issue_cert(*HOSTS))) as at:
        server.port = at.port
        numbers = iter(range(1, 1_000))
        yield (
            store,
            server,
            LinkedImages(
                database=store.database,
                files=PhotoFolder(folder / "photos"),
                convert=convert,
                client=HttpClient(address_policy=policy, resolve=resolve, tls=tls, connect_s_max=5.0),
                clock=clock,
                random_bytes=lambda count: next(numbers).to_bytes(count, "big"),
                folder=folder / "fetched",
                own_url=OWN,
                version="1",
                wait=server.wait,
            ),
        )


@pytest.mark.usefixtures("engine_kind")
@pytest.mark.both_engines
async def test_images_are_followed_as_plants_change(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "PLANTS_PER_STEP_MAX", 2)
    async with following(tmp_path, clock) as (store, _, images):
        one, two, three = (f"https://img.test/{name}.jpg" for name in ("1", "2", "3"))
        own = f"{OWN}/photos/abc-full"
        await store.write(partial(add, images={1: [one, own, one], 2: [two], 3: [one], 4: [], 5: [three]}))
        page = await store.read(lambda tx: stored.next_page(tx, own_url=OWN, changes_max=9, plants_max=2))
        assert page is not None and list(page.urls) == [1, 2]

        assert not await images.follow()
        assert await store.read(states) == [(url, "waiting", 0) for url in (one, two, three)]

        await store.write(partial(change, plant_id=1, urls=[two]))
        await store.write(partial(delete, plant_id=5))
        await images.follow()
        assert await store.read(states) == [(one, "waiting", 0), (two, "waiting", 0), (three, "unused", 0)]

        await store.write(partial(change, plant_id=3, urls=[]))
        await store.write(partial(change, plant_id=4, urls=[three]))
        await images.follow()
        assert await store.read(states) == [(one, "unused", 0), (two, "waiting", 0), (three, "waiting", 0)]
        assert await store.read(lambda tx: stored.next_page(tx, own_url=OWN, changes_max=9, plants_max=9)) is None


async def test_an_image_becomes_two_thumbnails_until_no_plant_names_it(tmp_path: Path, clock: StillClock) -> None:
    converter = Converter()
    async with following(tmp_path, clock, convert=converter.convert) as (store, server, images):
        url, files = server.url("/rose.jpg?v=1"), PhotoFolder(tmp_path / "photos")
        server.answers["/rose.jpg?v=1"] = an_answer(a_jpeg(800, 600))
        await store.write(partial(add, images={1: [url]}))

        assert await images.run() == job.STEP_PAUSE_S
        assert await images.run() == job.IDLE_S

        [(_, key)] = (await store.read(partial(stored.thumbnails, urls=[url, "https://x.test/"]))).items()
        names = [file_name(key, size) for size in stored.SIZES]
        assert [one.name for one in await files.page(after="", limit=9)] == names
        assert list((await store.read(photo_names.read)).pages()) == [names]
        assert list((tmp_path / "fetched").iterdir()) == []
        await store.write(partial(change, plant_id=1, urls=[]))
        await images.run()
        await images.run()
        assert await store.read(states) == []
        assert await files.page(after="", limit=9) == []
    await converter.close()


async def test_what_cannot_be_fetched_is_tried_a_few_times_or_given_up(tmp_path: Path, clock: StillClock) -> None:
    async with following(tmp_path, clock) as (store, server, images):
        server.answers |= {
            "/text": an_answer(b"<svg/>"),
            "/moved": an_answer(b"", "302 Found", "location: https://127.0.0.1/\r\n"),
            "/large": b"HTTP/1.1 200 OK\r\ncontent-length: 10000001\r\n\r\n",
            "/": an_answer(b"\xff\xd8"),
        }
        bad = {
            "/text": "The file is not a picture.",
            "/moved": "The server answered 302: a redirect, which is not followed.",
            "/large": "The image is larger than 10,000,000 bytes.",
        }
        urls = [server.url(path) for path in (*bad, "/none", "#top")]
        await store.write(partial(add, images={1: [*urls, "https://img.test:22/port"]}))
        await images.follow()
        while await images.fetch():
            pass

        found: dict[str, str] = dict(
            await store.read(lambda tx: tx.execute("SELECT url, detail FROM linked_images WHERE failures > 0"))
        )
        assert found == {
            **{server.url(path): detail for path, detail in bad.items()},
            server.url("/none"): "The server answered 404.",
            "https://img.test:22/port": "Port 22 belongs to another protocol; choose one that serves HTTP.",
        }
        tried = [row for row in await store.read(states) if row[1] != "given_up"]
        assert sorted(tried) == sorted([(server.url("#top"), "kept", 0), (server.url("/none"), "waiting", 1)])
        for failures, pause_s in enumerate(RETRY_PAUSES_S, start=2):
            clock.move(pause_s - 1)
            assert await images.fetch() == 0
            clock.move(1)
            assert await images.fetch() == 1
            assert (server.url("/none"), "waiting" if failures < FETCHES_MAX else "given_up", failures) in (
                await store.read(states)
            )
        assert server.log.count("/none") == FETCHES_MAX


async def test_a_host_is_asked_for_one_image_at_a_time_and_rests_when_it_is_busy(
    tmp_path: Path, clock: StillClock
) -> None:
    async with following(tmp_path, clock) as (store, server, images):
        server.answers |= {f"/{number}": an_answer(b"\xff\xd8") for number in range(12)}
        busy = ["/busy", "/busier"]
        server.answers |= dict.fromkeys(busy, an_answer(b"", "503 Service Unavailable"))
        await store.write(partial(add, images={1: [server.url(f"/{number}") for number in range(10)]}))
        await store.write(partial(add, images={2: [server.url("/10"), server.url("/11")]}))
        await images.follow()

        assert await images.fetch() == 1
        assert len(server.log) == 20 and set(server.log[1::2]) == {HOST_PAUSE_S}
        assert await images.fetch() == 1
        assert await images.fetch() == 0

        clock.move(1)
        await store.write(partial(add, images={3: [server.url(path, host="cdn.test") for path in busy]}))
        await images.follow()
        del server.log[:]
        while await images.fetch():
            pass
        assert len(server.log) == 1
        clock.move(HOST_REST_S)
        while await images.fetch():
            pass
        assert sorted(server.log) == sorted(busy)


async def test_private_addresses_are_not_called(tmp_path: Path, clock: StillClock) -> None:
    async with following(tmp_path, clock, policy=AddressPolicy()) as (store, server, images):
        await store.write(partial(add, images={1: [server.url("/one")]}))
        await images.run()

        [(detail,)] = await store.read(lambda tx: tx.execute("SELECT detail FROM linked_images"))
        assert "127.0.0.1" in detail and "PLANTSTORE_ALLOW_NETWORKS" not in detail.split("127.0.0.1")[0]
        assert server.log == []


async def test_a_fault_of_the_bucket_leaves_images_due(tmp_path: Path, clock: StillClock) -> None:
    async def broken(_source: Path) -> Pictures:
        raise Unavailable

    async with following(tmp_path, clock, convert=broken) as (store, server, images):
        server.answers["/one"] = an_answer(b"\xff\xd8")
        await store.write(partial(add, images={1: [server.url("/one")]}))

        assert await images.run() == job.FAULT_WAIT_S
        assert await store.read(states) == [(server.url("/one"), "waiting", 0)]


async def test_only_the_process_that_does_the_stores_jobs_fetches(tmp_path: Path, clock: StillClock) -> None:
    async with following(tmp_path, clock) as (store, server, images):
        images._runs = lambda: False
        await store.write(partial(add, images={1: [server.url("/one")]}))

        assert await images.run() == job.IDLE_S
        assert await store.read(states) == []

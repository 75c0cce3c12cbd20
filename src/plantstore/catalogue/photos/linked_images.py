"""Fetches the images of plants that are on other servers, one after another, and keeps thumbnails of them.

It follows the changes of plants, so adding a plant costs nothing more. Progress is in the database: after a restart it
continues. Of one host, one image is fetched at a time, with a pause after each; a host that does not answer rests.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

from plantstore.catalogue.photos.conversion import Pictures
from plantstore.core.clock import Clock
from plantstore.core.ids import RandomBytes
from plantstore.core.timers import PeriodicTask
from plantstore.domain.deliveries.delivery import OVERLOADED, OutcomeKind
from plantstore.domain.errors import Invalid, StoreError
from plantstore.domain.plants.photo import KEY_BYTES, PhotoKey, file_name, photo_key
from plantstore.sending.http1 import Failure
from plantstore.sending.http_client import HttpClient, Request, Response
from plantstore.sending.urls import ReceiverUrl, parse_url
from plantstore.storage.database import Database
from plantstore.storage.engine import durable_files
from plantstore.storage.photo_files import PhotoFiles
from plantstore.storage.tables import linked_images
from plantstore.storage.tables.linked_images import SIZES, LinkedImage, Page

IMAGE_BYTES_MAX = 10_000_000
FETCH_S_MAX = 20.0  # one image: name, connection, and whole response
HOSTS_AT_ONCE_MAX = 4
IMAGES_PER_TURN_MAX = 10  # images of a host, until other hosts have their turn
HOST_PAUSE_S = 0.5  # pause after each image of a host: at most two images a second
HOST_REST_S = 900.0  # how long a host is left alone that did not answer, or was overloaded
RESTING_HOSTS_MAX = 500
PLANTS_PER_STEP_MAX = 25  # plants whose images are stored in one transaction
CHANGES_PER_STEP = 100  # changes of plants that are read for that
STEPS_PER_RUN = 50
STEP_PAUSE_S = 0.02
IDLE_S = 10.0  # how soon a new image is noticed
FAULT_WAIT_S = 60.0  # wait after a fault of the database or of the place of photos
Convert = Callable[[Path], Awaitable[Pictures]]


class LinkedImages:
    """The images of a store that are on other servers. `runs` says whether this process does the store's jobs."""

    def __init__(
        self,
        *,
        database: Database,
        files: PhotoFiles,
        convert: Convert,
        client: HttpClient,
        clock: Clock,
        random_bytes: RandomBytes,
        folder: Path,
        own_url: str,
        version: str,
        runs: Callable[[], bool] = lambda: True,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._database = database
        self._files = files
        self._convert = convert
        self._client = client
        self._clock = clock
        self._random_bytes = random_bytes
        self._folder = folder
        self._own_url = own_url
        self._headers = {
            "accept": "image/avif,image/webp,image/png,image/jpeg",
            "user-agent": f"plantstore/{version} (+{own_url})",
        }
        self._runs = runs
        self._wait = wait
        self._converting = asyncio.Lock()  # uploads wait for one of these images at most
        self._resting: dict[str, float] = {}
        self._last_host = ""
        self._task = PeriodicTask(self.run)
        self._first: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin after IDLE_S, when the start of the store is over."""
        self._first = asyncio.get_running_loop().call_later(IDLE_S, self._task.start)

    async def stop(self) -> None:
        if self._first is not None:
            self._first.cancel()
        await self._task.stop()

    async def run(self) -> float:
        """Follow changes, fetch some images, and return the seconds until the next run."""
        if not self._runs():
            return IDLE_S
        try:
            is_behind = await self.follow()
            fetched = await self.fetch()
        except StoreError:  # the database or the bucket does not work: the images stay due
            return FAULT_WAIT_S
        return STEP_PAUSE_S if is_behind or fetched else IDLE_S

    async def follow(self) -> bool:
        """Store which images plants name now, in at most STEPS_PER_RUN steps; return whether there may be more."""
        read = partial(
            linked_images.next_page,
            own_url=self._own_url,
            changes_max=CHANGES_PER_STEP,
            plants_max=PLANTS_PER_STEP_MAX,
        )
        for _ in range(STEPS_PER_RUN):
            page: Page | None = await self._database.read(read)
            if page is None:
                return False
            await self._database.write(partial(linked_images.follow, page=page, keys=self._new_keys(page)))
            await self._wait(STEP_PAUSE_S)
        return True

    async def fetch(self) -> int:
        """Fetch some images of the next HOSTS_AT_ONCE_MAX hosts at the same time; return the number of hosts."""
        hosts: list[str] = []
        while len(hosts) < HOSTS_AT_ONCE_MAX and (host := await self._next_host(hosts)) is not None:
            hosts.append(host)
        for error in await asyncio.gather(*map(self._turn, hosts), return_exceptions=True):
            if error is not None:
                raise error
        return len(hosts)

    async def _next_host(self, chosen: list[str]) -> str | None:
        """Return the next host in turn that is neither chosen nor resting; after the last one, begin again."""
        now = self._clock.monotonic()
        self._resting = {host: until for host, until in self._resting.items() if until > now}
        busy = [*chosen, *self._resting]
        for after in dict.fromkeys((self._last_host, "")):
            host = await self._database.read(partial(linked_images.next_host, after=after, busy=busy))
            if host is not None:
                self._last_host = host
                return host
        return None

    async def _turn(self, host: str) -> None:
        read = partial(linked_images.due_of_host, host=host, limit=IMAGES_PER_TURN_MAX)
        for image in await self._database.read(read):
            if image.unused:
                await self._delete(image)
                continue
            await self._fetch(host, image)
            if host in self._resting:
                return
            await self._wait(HOST_PAUSE_S)

    async def _delete(self, image: LinkedImage) -> None:
        for size in SIZES:
            await self._files.delete(file_name(image.key, size))
        await self._database.write(partial(linked_images.forget, image=image))

    async def _fetch(self, host: str, image: LinkedImage) -> None:
        """Fetch one image and keep its thumbnails, or record why that is not possible."""
        try:
            url = _parsed(image.url)
        except Invalid as error:
            await self._fail(image, error.fields[0].detail, for_good=True)
            return
        request = Request(method="GET", url=url, headers=self._headers)
        result = await self._client.send(request, deadline_s=FETCH_S_MAX, body_bytes_max=IMAGE_BYTES_MAX)
        if isinstance(result, Failure):
            is_too_large = result.kind is OutcomeKind.ANSWER_TOO_LARGE
            if not is_too_large:
                self._rest(host)
            await self._fail(image, _too_large() if is_too_large else result.detail, for_good=is_too_large)
        elif result.status == 200:
            await self._keep(image, result)
        else:
            if result.status in OVERLOADED:
                self._rest(host)
            is_redirect = 300 <= result.status < 400
            more = ": a redirect, which is not followed" if is_redirect else ""
            await self._fail(image, f"The server answered {result.status}{more}.", for_good=is_redirect)

    async def _keep(self, image: LinkedImage, response: Response) -> None:
        source = self._folder / image.key
        async with self._converting:
            try:
                await asyncio.to_thread(_write, source, response.body)
                pictures = await self._convert(source)
            except Invalid as error:
                await self._fail(image, error.detail, for_good=True)
                return
            finally:
                await asyncio.to_thread(source.unlink, missing_ok=True)
        for size in SIZES:
            await self._files.put(file_name(image.key, size), pictures.contents[size])
        await self._database.write(partial(linked_images.keep, image=image))

    async def _fail(self, image: LinkedImage, detail: str, *, for_good: bool) -> None:
        await self._database.write(partial(linked_images.fail, image=image, detail=detail, for_good=for_good))

    def _rest(self, host: str) -> None:
        if len(self._resting) < RESTING_HOSTS_MAX:
            self._resting[host] = self._clock.monotonic() + HOST_REST_S

    def _new_keys(self, page: Page) -> Iterator[PhotoKey]:
        """Return as many new keys as the page may need."""
        return iter([photo_key(self._random_bytes(KEY_BYTES)) for urls in page.urls.values() for _ in urls])


def _parsed(url: str) -> ReceiverUrl:
    """Parse the address of an image as that of a receiver; raise Invalid. A fragment is never sent."""
    scheme, _, rest = url.partition("#")[0].partition("://")
    host, mark, path = re.fullmatch(r"([^/?]*)([/?]?)(.*)", rest, re.DOTALL).groups()  # type: ignore[union-attr]
    return parse_url(f"{scheme.lower()}://{host}/{mark.strip('/')}{path}")


def _too_large() -> str:
    return f"The image is larger than {IMAGE_BYTES_MAX:,} bytes."


def _write(file: Path, content: bytes) -> None:
    durable_files.make_private(file.parent)
    with open(durable_files.create_private(file), "wb") as stream:
        stream.write(content)

"""Photos in a bucket: the bucket of the settings as `PhotoFiles`, and where the photos of a store are."""

import ssl
from typing import Any

from plantstore.core.clock import Clock, SystemClock
from plantstore.core.settings import Settings
from plantstore.domain.plants.photo import parse_file_name
from plantstore.sending.bucket import ATTEMPT_S_MAX, READ_S_MAX, REQUESTS_MAX, Bucket
from plantstore.sending.bucket_place import BucketPlace, place_of
from plantstore.sending.http_client import HttpClient
from plantstore.sending.resolving import Resolver
from plantstore.sending.tls import make_tls_context
from plantstore.storage.photo_files import PhotoFile, PhotoFiles, PhotoFolder

IDLE_S_MAX = 20.0  # how long a connection to the bucket is kept; servers close theirs after 20 s or more
CHECKED_NAME = "check-of-plantstore"  # written by `check_bucket`; no photo has this name


class PhotoBucket:
    """Keeps pictures in a bucket. Implements `PhotoFiles`; every method raises Unavailable after its last attempt."""

    def __init__(self, bucket: Bucket) -> None:
        self._bucket = bucket

    async def put(self, name: str, content: bytes) -> None:
        await self._bucket.put(name, content)

    async def get(self, name: str) -> bytes | None:
        return await self._bucket.get(name)

    async def delete(self, name: str) -> None:
        await self._bucket.delete(name)

    async def page(self, *, after: str, limit: int) -> list[PhotoFile]:
        found: list[PhotoFile] = []
        while len(found) < limit and (entries := await self._bucket.page(after=after, limit=limit - len(found))):
            after = entries[-1].name
            found += [
                PhotoFile(name=e.name, size_bytes=e.size_bytes, changed_at=e.changed_at)
                for e in entries
                if parse_file_name(e.name)
            ]
        return found

    async def close(self) -> None:
        await self._bucket.close()


class _OperatorsChoice:
    """Permits every address: the operator named the server, which may be in a private network."""

    def check_address(self, *_: Any, **__: Any) -> None:
        return None

    def check_host(self, *_: Any, **__: Any) -> None:
        return None


def photo_files(settings: Settings, *, clock: Clock, tls: ssl.SSLContext) -> PhotoFiles:
    """Return the place of a store's photos: the bucket of the settings, else a folder.

    Raise SettingError if the settings of the bucket are wrong. Nothing is opened before it is used.
    """
    place = place_of(settings)
    if place is None:
        return PhotoFolder(settings.photos_folder)
    return PhotoBucket(bucket_at(place, settings, clock=clock, tls=tls))


def photo_files_of(settings: Settings) -> PhotoFiles:
    """Return the place of a store's photos for a command, which serves nothing."""
    if not settings.photos_bucket:
        return PhotoFolder(settings.photos_folder)
    return photo_files(settings, clock=SystemClock(), tls=make_tls_context(settings.ca_bundle))


def bucket_at(
    place: BucketPlace,
    settings: Settings,
    *,
    clock: Clock,
    tls: ssl.SSLContext,
    read_s_max: float = READ_S_MAX,
    attempt_s_max: float = ATTEMPT_S_MAX,
) -> Bucket:
    """Return the bucket at a place. `read_s_max` and `attempt_s_max` are those of `Bucket`."""
    client = HttpClient(
        address_policy=_OperatorsChoice(),
        resolve=Resolver(),
        tls=tls,
        connect_s_max=settings.connect_s_max,
        idle_max=REQUESTS_MAX,
        idle_s_max=IDLE_S_MAX,
    )
    return Bucket(place, client, clock, read_s_max=read_s_max, attempt_s_max=attempt_s_max)


async def check_bucket(settings: Settings, *, clock: Clock, tls: ssl.SSLContext) -> str | None:
    """Write, read, list and delete a small file in the bucket of the settings. Return its address; None without one.

    Raise Unavailable with what to correct.
    """
    place = place_of(settings)
    if place is None:
        return None
    bucket = bucket_at(place, settings, clock=clock, tls=tls)
    try:
        await bucket.check(CHECKED_NAME, b"plantstore check")
    finally:
        await bucket.close()
    return place.shown

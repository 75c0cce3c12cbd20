"""Images of plants on other servers, of which the store keeps thumbnails: ids, hosts, and times of fetching."""

import hashlib
from urllib.parse import urlsplit

from plantstore.domain.plants.image import Image
from plantstore.domain.plants.photo import PHOTOS_PATH
from plantstore.domain.timestamps import Instant, after

HOUR_S = 3_600
RETRY_PAUSES_S = (HOUR_S, 24 * HOUR_S, 7 * 24 * HOUR_S)  # after the first, second and third failed fetch
FETCHES_MAX = len(RETRY_PAUSES_S) + 1


def linked_image_id(url: str) -> str:
    """Return the id of an address: a hash, because an address is too long for a key."""
    return hashlib.sha256(url.encode()).hexdigest()


def host_of(url: str) -> str:
    """Return the host and port of an address in lower case, for counting the requests to it.

    >>> host_of("https://IMG.example:8443/a.jpg")
    'img.example:8443'
    """
    return urlsplit(url).netloc.lower()


def linked_urls(images: tuple[Image, ...], *, own_url: str) -> list[str]:
    """Return the addresses of images that are not photos of the store at `own_url`, each once, in their order."""
    own = own_url.rstrip("/") + PHOTOS_PATH
    return list(dict.fromkeys(image.url for image in images if not image.url.startswith((own, PHOTOS_PATH))))


def next_fetch_at(*, now: Instant, failures: int) -> Instant | None:
    """Return when to fetch an image again after its last failure; None if it was fetched FETCHES_MAX times.

    >>> next_fetch_at(now=Instant(0), failures=1), next_fetch_at(now=Instant(0), failures=4)
    (3600000000, None)
    """
    assert failures > 0
    return after(now, seconds=RETRY_PAUSES_S[failures - 1]) if failures < FETCHES_MAX else None

"""Photos that the store keeps itself: their keys, sizes, addresses and limits.

An uploaded picture is always converted. A photo is what the conversion made: three pictures without metadata.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NewType

from plantstore.domain.public_ids import encode
from plantstore.domain.timestamps import Instant

PhotoKey = NewType("PhotoKey", str)
"""The public name of a photo. It cannot be guessed: 160 random bits as 32 characters."""

KEY_BYTES = 20
KEY_CHARS = 32
PHOTOS_PATH = "/photos/"
_KEY = re.compile(rf"[0-9a-hjkmnp-tv-z]{{{KEY_CHARS}}}")


class PhotoSize(StrEnum):
    """The pictures of a photo.

    `full`: at most 2,048 pixels on the long side, JPEG. `medium`: at most 480 pixels on the long side, WebP, for the
    page of a plant. `small`: a square of at most 96 pixels, WebP, for lists.
    """

    FULL = "full"
    MEDIUM = "medium"
    SMALL = "small"


MEDIA_TYPES = {PhotoSize.FULL: "image/jpeg", PhotoSize.MEDIUM: "image/webp", PhotoSize.SMALL: "image/webp"}


def photo_key(random_bytes: bytes) -> PhotoKey:
    """Return the key that KEY_BYTES random bytes make.

    >>> photo_key(bytes(19) + b"!")
    '00000000000000000000000000000011'
    """
    assert len(random_bytes) == KEY_BYTES
    return PhotoKey(encode(int.from_bytes(random_bytes, "big"), chars=KEY_CHARS))


def parse_key(text: str) -> PhotoKey | None:
    """Return the key if the text can be one; else None."""
    return PhotoKey(text) if _KEY.fullmatch(text) else None


def file_name(key: PhotoKey, size: PhotoSize) -> str:
    """Return the name under which a picture is kept.

    >>> file_name(photo_key(bytes(20)), PhotoSize.SMALL)
    '00000000000000000000000000000000-small'
    """
    return f"{key}-{size}"


def parse_file_name(name: str) -> tuple[PhotoKey, PhotoSize] | None:
    """Return the key and the size in the name of a picture; None if no picture can have the name."""
    text, _, size = name.partition("-")
    key = parse_key(text)
    return None if key is None or size not in set(PhotoSize) else (key, PhotoSize(size))


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """A photo that is kept.

    `plant_id` is the plant it was uploaded for, `content_hash` the SHA-256 of the upload. `size_bytes` counts its three
    pictures; `width` and `height` are those of the full one, in pixels. `unused_at` is since when no plant and no event
    has the photo; None as long as one has.
    """

    key: PhotoKey
    plant_id: int
    content_hash: str
    size_bytes: int
    width: int
    height: int
    made_at: Instant
    made_by: str
    unused_at: Instant | None = None


def path_of(key: PhotoKey, size: PhotoSize = PhotoSize.FULL) -> str:
    """Return the path of a picture's address. A plant has that of the full picture among its images.

    >>> path_of(photo_key(bytes(20)))
    '/photos/00000000000000000000000000000000/full'
    """
    return f"{PHOTOS_PATH}{key}/{size}"


def key_of_path(path: str) -> PhotoKey | None:
    """Return the key in the path of a full picture; None for other texts."""
    if not path.startswith(PHOTOS_PATH):
        return None
    key, _, size = path.removeprefix(PHOTOS_PATH).partition("/")
    return parse_key(key) if size == PhotoSize.FULL else None


def with_paths(raw: Mapping[str, object], base: str) -> Mapping[str, object]:
    """Return fields as a client wrote them, with the path in place of the address of each photo of this store.

    So photos keep their addresses when the base address changes. `base` is the base address, without a final slash.
    """
    images = raw.get("images")
    prefix = base + PHOTOS_PATH
    if not isinstance(images, list) or not base:
        return raw
    return {**raw, "images": [_with_path(image, prefix) for image in images]}


def _with_path(image: object, prefix: str) -> object:
    url = image.get("url") if isinstance(image, dict) else None
    if isinstance(image, dict) and isinstance(url, str) and url.strip().startswith(prefix):
        return {**image, "url": PHOTOS_PATH + url.strip().removeprefix(prefix)}
    return image


def with_addresses(images: Any, base: str | None) -> Any:
    """Return images as JSON objects, with the whole addresses of photos; without photos if `base` is None.

    >>> with_addresses([{"url": "/photos/k/full", "alt": None}], "https://shop.example")
    [{'url': 'https://shop.example/photos/k/full', 'alt': None}]
    """
    own = [image["url"].startswith(PHOTOS_PATH) for image in images or ()]
    if not any(own):
        return images
    return [
        {**image, "url": f"{base}{image['url']}"} if is_own else image
        for image, is_own in zip(images, own, strict=True)
        if base is not None or not is_own
    ]

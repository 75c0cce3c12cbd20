"""Photos that the store keeps itself: their keys, sizes, addresses and limits.

An uploaded picture is always converted. A photo is what the conversion made: three pictures without metadata.
"""

import re
from enum import StrEnum
from typing import NewType

from plantstore.domain.public_ids import encode

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

"""Images of plants: public URLs of others, or paths of photos that the store keeps itself (`photo.py`)."""

import re
from dataclasses import dataclass

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.checks import clean_text
from plantstore.domain.plants.photo import PHOTOS_PATH, PhotoKey, key_of_path
from plantstore.domain.text import quoted

IMAGES_MAX = 10
URL_CHARS_MAX = 2048  # max length of an image URL: the limit of common browsers, proxies and Google Merchant
ALT_CHARS_MAX = 150

_KEYS = frozenset({"url", "alt"})
_HOST = r"(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?\.?|\[[0-9a-f:.]{2,45}\])"
_URL = re.compile(
    rf"https://{_HOST}(?::[0-9]{{1,5}})?(?:[/?#][a-z0-9._~:/?#\[\]@!$&'()*+,;=%-]*)?", re.IGNORECASE | re.ASCII
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """An image's URL, or the path of a photo. `alt` describes the image in words; None if there is no description."""

    url: str
    alt: str | None = None


def photo_keys(images: tuple[Image, ...]) -> set[PhotoKey]:
    """Return the keys of the store's own photos among the images."""
    return {key for image in images if (key := key_of_path(image.url)) is not None}


def check_images(value: object, pointer: str, problems: list[FieldError]) -> tuple[Image, ...]:
    """Check a list of `{"url": …, "alt": …}` and return its images. Append a problem for each invalid item."""
    if not isinstance(value, list | tuple):
        detail = 'Use a list, such as [{"url": "https://shop.example/rose.jpg", "alt": "A red rose"}].'
        problems.append(FieldError(pointer=pointer, code="type", detail=detail))
        return ()
    if len(value) > IMAGES_MAX:
        detail = f"Use at most {IMAGES_MAX} images, not {len(value):,}."
        problems.append(FieldError(pointer=pointer, code="items", detail=detail))
        return ()
    images = [_check_image(item, f"{pointer}/{index}", problems) for index, item in enumerate(value)]
    return tuple(image for image in images if image is not None)


def write_images(images: tuple[Image, ...]) -> list[dict[str, str | None]]:
    """Return images as JSON objects, in the form that `check_images` accepts."""
    return [{"url": image.url, "alt": image.alt} for image in images]


def _check_image(item: object, pointer: str, problems: list[FieldError]) -> Image | None:
    if not isinstance(item, dict):
        detail = 'Use an object, such as {"url": "https://shop.example/rose.jpg"}.'
        problems.append(FieldError(pointer=pointer, code="type", detail=detail))
        return None
    if not _KEYS.issuperset(item):
        detail = "An image has only a url and an alt."
        problems.append(FieldError(pointer=pointer, code="unknown", detail=detail))
    url = _check_url(item.get("url"), f"{pointer}/url", problems)
    given = item.get("alt")
    alt = None if given is None else clean_text(given, f"{pointer}/alt", problems, chars_max=ALT_CHARS_MAX, chars_min=0)
    return None if url is None else Image(url=url, alt=alt or None)


def _check_url(value: object, pointer: str, problems: list[FieldError]) -> str | None:
    if value is None:
        problems.append(FieldError(pointer=pointer, code="required", detail="Give the image a URL."))
        return None
    url = clean_text(value, pointer, problems, chars_max=URL_CHARS_MAX, wanted="a string for the URL")
    if url is None or _URL.fullmatch(url) or key_of_path(url) is not None:
        return url
    problems.append(FieldError(pointer=pointer, code="url", detail=_advice(url)))
    return None


def _advice(url: str) -> str:
    if url.startswith(PHOTOS_PATH):
        return f"{quoted(url)}: there is no such photo. The address of a photo ends with /full."
    scheme, found, rest = url.partition("://")
    if not found or scheme.lower() not in ("http", "https"):
        return f"{quoted(url)}: use a URL that begins with https://."
    if scheme.lower() == "http":
        return f"{quoted(url)}: only https is allowed. Try {quoted('https://' + rest)}."
    if "@" in rest.split("/", 1)[0]:
        return "A URL must not contain a user name or a password."
    if not url.isascii():
        return f"{quoted(url)}: encode non-ASCII characters, such as %C3%A9 in the path or xn--… in the host."
    if " " in url:
        return f"{quoted(url)}: use %20 for a space."
    return f"{quoted(url)} is not a URL."

"""Pictures for tests, made with Pillow or by hand, as bytes."""

import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image

RED, GREEN = (200, 30, 40), (20, 160, 60)


def halves(width: int = 640, height: int = 480, mode: str = "RGB") -> Image.Image:
    """Return a picture whose left half is red and whose right half is green."""
    picture = Image.new("RGB", (width, height), RED)
    picture.paste(GREEN, (width // 2, 0, width, height))
    return picture.convert(mode)


def noise(width: int, height: int) -> Image.Image:
    """Return a picture that compresses badly, as the leaves of a hedge do."""
    return Image.merge("RGB", [Image.effect_noise((width, height), 120) for _ in range(3)])


def as_bytes(picture: Image.Image, kind: str = "JPEG", **options: Any) -> bytes:
    """Return the content of a file with the picture."""
    stream = BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def a_jpeg(width: int = 640, height: int = 480, **options: Any) -> bytes:
    """Return a JPEG file."""
    return as_bytes(halves(width, height), **options)


def a_png(width: int, height: int, *, colour: int = 2, bits: int = 8, data: bytes = b"", more: bytes = b"") -> bytes:
    """Return a PNG file by hand: its header says `width` and `height`, whatever its data are."""
    header = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)
    chunks = png_chunk(b"IHDR", header) + more + png_chunk(b"IDAT", zlib.compress(data)) + png_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def png_chunk(kind: bytes, content: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def a_webp_header(chunk: bytes, content: bytes) -> bytes:
    """Return a WebP file of one chunk."""
    body = b"WEBP" + chunk + struct.pack("<I", len(content)) + content
    return b"RIFF" + struct.pack("<I", len(body)) + body


def with_repeated_scan(jpeg: bytes, times: int) -> bytes:
    """Return a progressive JPEG whose last scan is repeated: each costs time, and no bytes to speak of."""
    start = jpeg.rindex(b"\xff\xda")
    return jpeg[:start] + jpeg[start:-2] * times + b"\xff\xd9"


def opened(content: bytes) -> Image.Image:
    """Return a decoded picture."""
    picture = Image.open(BytesIO(content))
    picture.load()
    return picture


def is_like(picture: Image.Image, x: float, y: float, colour: tuple[int, int, int], *, within: int = 12) -> bool:
    """True if the pixel at these fractions of the width and height has about this colour."""
    at = (min(picture.width - 1, int(x * picture.width)), min(picture.height - 1, int(y * picture.height)))
    pixel = picture.convert("RGB").getpixel(at)
    assert isinstance(pixel, tuple)
    return all(abs(one - other) <= within for one, other in zip(pixel, colour, strict=True))

"""Converts uploaded pictures, in a process of its own: `python -m` starts it, for `conversion`.

A malicious picture can need a thousand times its size, or find a fault of a library, so this process limits its memory
and time before it loads the library. It reads requests from standard input, one line of JSON each, the first with the
limits, and writes a line of JSON for each picture to standard output.
"""

import errno
import json
import os
import struct
import sys
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plantstore.catalogue.photos.limits import (
    FULL_PX_MAX,
    MEDIUM_PX_MAX,
    SMALL_BYTES_AIM,
    SMALL_BYTES_MAX,
    SMALL_PX_MAX,
    PictureLimits,
)
from plantstore.core.child_process import allow_cpu_time, die_with_parent, limit_process
from plantstore.domain.plants.photo import PhotoSize

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFile import ImageFile

FORMATS = ("JPEG", "PNG", "WEBP", "AVIF")
DRAFT_PX_MIN = 1_600  # a JPEG is decoded at half its size if that leaves this much of the long side: three times faster
FULL_QUALITY = 85
MEDIUM_QUALITY = 78
SMALL_QUALITIES = (75, 60, 45, 30, 15, 1)
HEAD_BYTES = 64
_ERROR_CHARS_MAX = 500
_WHITE = (255, 255, 255)
_DAMAGED = "The picture is damaged or incomplete. Open it in a picture program, save it, and upload it again."
_UNKNOWN = "The file is not a JPEG, PNG, WebP or AVIF picture."
_MARKS = (  # the first bytes of a format, where they begin, and what to do if the file cannot be read
    (0, (b"\xff\xd8\xff", b"\x89PNG"), _DAMAGED),
    (4, (b"ftypavif",), _DAMAGED),
    (0, (b"GIF8",), "The file is a GIF. Save it as JPEG or PNG."),
    (4, (b"ftyphei", b"ftyphev", b"ftypmif1", b"ftypmsf1"), "The file is a HEIC picture. Save or send it as JPEG."),
    (0, (b"<svg", b"<?xml"), "The file is an SVG drawing. Save it as PNG."),
    (0, (b"%PDF",), "The file is a PDF. Save the picture as JPEG."),
    (0, (b"II*\0", b"MM\0*"), "The file is a TIFF, or a raw picture of a camera. Save it as JPEG."),
    (0, (b"BM",), "The file is a BMP. Save it as PNG or JPEG."),
)
Reply = dict[str, object]


class Refused(Exception):
    """The picture cannot be used. The message says what to do."""


def main() -> None:
    """Serve requests until standard input ends, or, after the reply, until a picture needed too much memory."""
    die_with_parent(int(sys.argv[1]))
    limits = PictureLimits(**json.loads(sys.stdin.buffer.readline()))
    limit_process(memory_bytes=limits.memory_bytes, file_bytes=limits.picture_bytes)
    _load_library()
    for line in sys.stdin.buffer:
        allow_cpu_time(limits.cpu_s)
        reply = _answer(Path(json.loads(line)["source"]), limits)
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
        if reply.get("memory"):
            return


def _load_library() -> None:
    """Import the library and the plugins of FORMATS now, after the limits, and not for the first picture."""
    from PIL import AvifImagePlugin, Image, ImageCms, ImageOps, JpegImagePlugin, PngImagePlugin, WebPImagePlugin

    assert ImageCms and ImageOps and JpegImagePlugin and PngImagePlugin and WebPImagePlugin
    AvifImagePlugin.DEFAULT_MAX_THREADS = 1  # each thread reserves memory
    Image.MAX_IMAGE_PIXELS = None  # _check_size replaces it


def _answer(source: Path, limits: PictureLimits) -> Reply:
    try:
        return _convert(source, limits)
    except Refused as error:
        return {"refused": str(error)}
    except MemoryError:
        return {"memory": True}
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return {"full": True}
        return {"refused": _DAMAGED, "error": _described(error)}
    except Exception as error:  # a library that reads damaged files raises any
        return {"refused": _DAMAGED, "error": _described(error)}


def _described(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:_ERROR_CHARS_MAX]


def _convert(source: Path, limits: PictureLimits) -> Reply:
    """Write the pictures of `source` next to it, each with its size as the ending, and describe them."""
    picture = _to_srgb(*_decoded(source, limits))
    picture.info.clear()  # or the library would copy a comment or a profile into the pictures
    pictures = {
        PhotoSize.FULL: _encoded(picture, "JPEG", quality=FULL_QUALITY, optimize=True, progressive=True),
        PhotoSize.MEDIUM: _medium(picture),
        PhotoSize.SMALL: _small(picture),
    }
    for size, content in pictures.items():
        handle = os.open(f"{source}.{size}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
    return {"width": picture.width, "height": picture.height}


def _decoded(source: Path, limits: PictureLimits) -> tuple["Image", Any]:
    """Return the picture, at most FULL_PX_MAX on the long side, turned upright, and its colour profile, if any."""
    from PIL import Image, UnidentifiedImageError

    head = _head_of(source)
    _check_size(_webp_size(head), limits)  # the library reserves memory for a WebP picture when it opens it
    try:
        opened = Image.open(source, formats=FORMATS)
    except UnidentifiedImageError as error:
        raise Refused(_advice(head)) from error
    with opened as image:
        _check_size(image.size, limits)
        profile, orientation = image.info.get("icc_profile"), _orientation(image)
        if max(image.size) >= 2 * DRAFT_PX_MIN:
            image.draft(None, _scaled(image.size, long_side=DRAFT_PX_MIN))
        image.load()
        flat = _flattened(image)
    flat.thumbnail((FULL_PX_MAX, FULL_PX_MAX), Image.Resampling.LANCZOS, reducing_gap=2.0)
    turn = _TURNS.get(orientation)
    return (flat if turn is None else flat.transpose(Image.Transpose(turn))), profile


_TURNS = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}  # values of Pillow's Transpose, by EXIF orientation


def _head_of(source: Path) -> bytes:
    with source.open("rb") as stream:
        return stream.read(HEAD_BYTES)


def _advice(head: bytes) -> str:
    for offset, marks, advice in _MARKS:
        if head[offset:].lstrip(b"\xef\xbb\xbf \r\n\t").startswith(marks):
            return advice
    return _UNKNOWN if head else "The file is empty."


def _webp_size(head: bytes) -> tuple[int, int]:
    """Return the width and height in the header of a WebP file (RFC 9649 §2.4 to §2.7); zeros for other files."""
    if head[:4] != b"RIFF" or head[8:12] != b"WEBP" or len(head) < 30:
        return 0, 0
    match head[12:16]:
        case b"VP8X":
            return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
        case b"VP8L":
            bits = int.from_bytes(head[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case _:
            width, height = struct.unpack("<HH", head[26:30])
            return width & 0x3FFF, height & 0x3FFF


def _check_size(size: tuple[int, int], limits: PictureLimits) -> None:
    width, height = size
    if width * height > limits.pixels:
        raise Refused(
            f"The picture has {width:,} × {height:,} pixels; at most {limits.pixels // 1_000_000} million are allowed. "
            "Save it smaller."
        )


def _orientation(image: "ImageFile") -> int:
    """Return the EXIF orientation, 1 to 8; 1 if there is none, or if the metadata are damaged."""
    try:
        return int(image.getexif().get(0x0112, 1))
    except Exception:  # damaged metadata must not cost the picture
        return 1


def _scaled(size: tuple[int, int], *, long_side: int) -> tuple[int, int]:
    factor = long_side / max(size)
    return max(1, round(size[0] * factor)), max(1, round(size[1] * factor))


def _flattened(image: "Image") -> "Image":
    """Return the picture with 8 bits a channel, as L, RGB or CMYK, transparent parts on white."""
    from PIL import ImageOps

    if image.mode.startswith("I"):  # 16 bits of grey; `convert` would clip
        return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if image.has_transparency_data:
        whole = image.convert("RGBA")
        alpha, flat = whole.getchannel("A"), whole.convert("RGB")
        del whole
        flat.paste(_WHITE, mask=ImageOps.invert(alpha))
        return flat
    if image.mode in ("L", "CMYK", "RGB"):
        return image
    return image.convert("L" if image.mode == "1" else "RGB")


def _to_srgb(picture: "Image", profile: Any) -> "Image":
    """Return the picture in sRGB. A profile that is damaged, or for other colours, is ignored."""
    from PIL import ImageCms

    if isinstance(profile, bytes) and profile:
        with suppress(ImageCms.PyCMSError, OSError, ValueError, TypeError):
            srgb = ImageCms.createProfile("sRGB")
            converted = ImageCms.profileToProfile(picture, BytesIO(profile), srgb, outputMode="RGB")
            assert converted is not None, "it is None only for a conversion in place"
            return converted
    return picture.convert("RGB") if picture.mode != "RGB" else picture


def _medium(picture: "Image") -> bytes:
    from PIL import Image

    smaller = picture.copy()
    smaller.thumbnail((MEDIUM_PX_MAX, MEDIUM_PX_MAX), Image.Resampling.LANCZOS)
    return _encoded(smaller, "WEBP", quality=MEDIUM_QUALITY)


def _small(picture: "Image") -> bytes:
    """Return the middle of the picture as a square, with the best quality that has SMALL_BYTES_AIM bytes."""
    from PIL import Image, ImageOps

    side = min(SMALL_PX_MAX, *picture.size)
    square = ImageOps.fit(picture, (side, side), Image.Resampling.LANCZOS)
    for quality in SMALL_QUALITIES:
        content = _encoded(square, "WEBP", quality=quality)
        if len(content) <= SMALL_BYTES_AIM:
            break
    assert len(content) <= SMALL_BYTES_MAX, "96 x 96 pixels of noise have 3 kB at the lowest quality"
    return content


def _encoded(picture: "Image", kind: str, **options: Any) -> bytes:
    content = BytesIO()
    picture.save(content, kind, **options)
    return content.getvalue()


if __name__ == "__main__":
    main()

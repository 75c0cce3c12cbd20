"""Files that lie, are damaged, or cost far more than their size, each with a part of the words that refuse it."""

import gzip
import struct
from functools import cache

from PIL import Image

from tests.catalogue.photos.pictures import a_jpeg, a_png, a_webp_header, as_bytes, halves, noise, png_chunk

MANY = "million are allowed"
DAMAGED = "damaged or incomplete"
UNKNOWN = "not a JPEG, PNG, WebP or AVIF picture"


@cache
def bombs() -> dict[str, tuple[bytes, str]]:
    """Return the files by name."""
    jpeg = a_jpeg(64, 48)
    frame = jpeg.index(b"\xff\xc0") + 5
    avif = as_bytes(halves(64, 48), "AVIF")
    size = avif.index(b"ispe") + 8
    png = as_bytes(noise(200, 200), "PNG")
    vp8x = bytes(4) + (16_383).to_bytes(3, "little") * 2
    vp8l = b"\x2f" + ((16_383) | (16_383) << 14).to_bytes(4, "little") + bytes(40)
    return {
        "PNG, 41,000,000 pixels": (a_png(8_200, 5_000, colour=0, bits=1), MANY),
        "PNG, 900 million pixels": (a_png(30_000, 30_000, colour=6), MANY),
        "PNG, 2 to the 62 pixels": (a_png(2**31 - 1, 2**31 - 1), MANY),
        "PNG, no pixels": (a_png(0, 0), DAMAGED),
        "PNG, 40 million pixels, none of them there": (a_png(8_000, 5_000), DAMAGED),
        "PNG, truncated": (png[: len(png) // 2], DAMAGED),
        "PNG, wrong checksum of the header": (png[:29] + bytes(4) + png[33:], DAMAGED),
        "PNG, text that unpacks to 200 MB": (a_png(8, 8, data=bytes(200), more=_text(200_000_000)), DAMAGED),
        "PNG, a profile that unpacks to 200 MB": (a_png(8, 8, data=b"", more=_profile(200_000_000)), DAMAGED),
        "JPEG, 65,500 × 65,500": (jpeg[:frame] + struct.pack(">HH", 65_500, 65_500) + jpeg[frame + 4 :], MANY),
        "JPEG, truncated": (a_jpeg()[:2_000], DAMAGED),
        "JPEG, only its first bytes": (jpeg[:20], DAMAGED),
        "WebP, canvas of 16,384 × 16,384": (a_webp_header(b"VP8X", vp8x + bytes(30)), MANY),
        "WebP without loss, 16,384 × 16,384": (a_webp_header(b"VP8L", vp8l), MANY),
        "WebP, truncated": (as_bytes(noise(200, 200), "WEBP")[:3_000], DAMAGED),
        "AVIF, 65,536 × 65,536": (avif[:size] + struct.pack(">II", 65_536, 65_536) + avif[size + 8 :], DAMAGED),
        "AVIF, truncated": (avif[:-100], DAMAGED),
        "GIF": (as_bytes(halves(8, 8), "GIF"), "GIF"),
        "GIF that is a script": (b"GIF89a/*" + bytes(10) + b"*/=1;alert(1)", "GIF"),
        "SVG that expands": (b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">]><svg>&a;</svg>', "SVG"),
        "SVG with a script": (b"\xef\xbb\xbf <svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "SVG"),
        "HTML": (b"<!DOCTYPE html><script>alert(1)</script>", UNKNOWN),
        "TIFF": (as_bytes(halves(8, 8), "TIFF"), "TIFF"),
        "BMP": (as_bytes(halves(8, 8), "BMP"), "BMP"),
        "PDF": (as_bytes(halves(8, 8), "PDF"), "PDF"),
        "HEIC": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(64), "HEIC"),
        "zeros, compressed": (gzip.compress(bytes(20_000_000), mtime=0), UNKNOWN),
        "PostScript": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 99 99\n{} loop", UNKNOWN),
        "zeros": (bytes(1_000), UNKNOWN),
        "nothing": (b"", "empty"),
    }


def _text(size: int) -> bytes:
    return png_chunk(b"zTXt", b"Comment\0\0" + _zeros(size))


def _profile(size: int) -> bytes:
    return png_chunk(b"iCCP", b"sRGB\0\0" + _zeros(size))


def _zeros(size: int) -> bytes:
    import zlib

    packer = zlib.compressobj(1)
    pieces = [packer.compress(bytes(1_000_000)) for _ in range(size // 1_000_000)]
    return b"".join(pieces) + packer.flush()


def a_slow_jpeg() -> bytes:
    """Return a progressive JPEG of 10 million grey pixels."""
    return as_bytes(Image.new("L", (4_000, 2_500), 128), progressive=True)

"""The conversion of uploaded pictures, in its own process: what people upload becomes three pictures."""

import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageCms

from plantstore.catalogue.photos import conversion
from plantstore.catalogue.photos.conversion import Converter, Pictures
from plantstore.catalogue.photos.limits import SMALL_BYTES_AIM, SMALL_BYTES_MAX, PictureLimits
from plantstore.domain.errors import Invalid
from plantstore.domain.plants.photo import PhotoSize
from tests.catalogue.photos.bombs import a_slow_jpeg, bombs
from tests.catalogue.photos.pictures import (
    GREEN,
    RED,
    a_jpeg,
    a_png,
    as_bytes,
    halves,
    is_like,
    noise,
    opened,
    with_repeated_scan,
)

WHITE = (255, 255, 255)


@pytest.fixture
async def converter() -> AsyncIterator[Converter]:
    made = Converter()
    yield made
    await made.close()


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "upload"
    assert {path.name for path in tmp_path.iterdir()} <= {"upload"}, "nothing is left next to an upload"


async def converted(converter: Converter, source: Path, content: bytes) -> Pictures:
    source.write_bytes(content)
    return await converter.convert(source)


async def refusal(converter: Converter, source: Path, content: bytes) -> str:
    source.write_bytes(content)
    with pytest.raises(Invalid) as caught:
        await converter.convert(source)
    assert [(problem.pointer, problem.code) for problem in caught.value.fields] == [("", "photo")]
    return caught.value.detail


def process_of(converter: Converter) -> int:
    assert converter._child is not None
    return converter._child._process.pid


async def test_every_format_and_mode_becomes_three_pictures(converter: Converter, source: Path) -> None:
    files = {
        "JPEG": a_jpeg(),
        "JPEG, grey": as_bytes(halves().convert("L")),
        "JPEG, progressive": a_jpeg(progressive=True),
        "PNG": as_bytes(halves(), "PNG"),
        "PNG, palette": as_bytes(halves().quantize(4), "PNG"),
        "PNG, black and white": as_bytes(halves().convert("1"), "PNG"),
        "WebP": as_bytes(halves(), "WEBP"),
        "WebP, lossless": as_bytes(halves(), "WEBP", lossless=True),
        "AVIF": as_bytes(halves(), "AVIF"),
    }
    for name, content in files.items():
        pictures = await converted(converter, source, content)

        assert (pictures.width, pictures.height) == (640, 480), name
        shown = {size: opened(picture) for size, picture in pictures.contents.items()}
        facts = {size: (picture.format, picture.mode, picture.size) for size, picture in shown.items()}
        assert facts == {
            PhotoSize.FULL: ("JPEG", "RGB", (640, 480)),
            PhotoSize.MEDIUM: ("WEBP", "RGB", (480, 360)),
            PhotoSize.SMALL: ("WEBP", "RGB", (96, 96)),
        }, name
        if "grey" not in name and "black" not in name:
            for size, picture in shown.items():
                assert is_like(picture, 0.2, 0.5, RED), (name, size)
                assert is_like(picture, 0.8, 0.5, GREEN), (name, size)


async def test_large_pictures_are_reduced_and_small_ones_never_enlarged(converter: Converter, source: Path) -> None:
    sizes = {(4_032, 3_024): (2_016, 1_512), (3_000, 1_000): (2_048, 683), (40, 30): (40, 30), (1, 5_000): (1, 2_048)}
    for size, full in sizes.items():
        pictures = await converted(converter, source, a_jpeg(*size))

        assert opened(pictures.contents[PhotoSize.FULL]).size == full == (pictures.width, pictures.height)
        assert max(opened(pictures.contents[PhotoSize.MEDIUM]).size) == min(480, max(full))
        assert set(opened(pictures.contents[PhotoSize.SMALL]).size) == {min(96, *full)}


async def test_a_thumbnail_of_a_hedge_is_small(converter: Converter, source: Path) -> None:
    hedge = await converted(converter, source, as_bytes(noise(640, 480)))

    assert len(hedge.contents[PhotoSize.SMALL]) <= SMALL_BYTES_AIM < SMALL_BYTES_MAX
    assert hedge.size_bytes == sum(map(len, hedge.contents.values()))


async def test_transparent_parts_become_white(converter: Converter, source: Path) -> None:
    faint = halves()
    faint.putalpha(Image.linear_gradient("L").resize((640, 480)))
    holed = halves().quantize(4)
    for kind, picture in {"PNG": faint, "WEBP": faint, "AVIF": faint}.items():
        full = opened((await converted(converter, source, as_bytes(picture, kind))).contents[PhotoSize.FULL])
        assert is_like(full, 0.2, 0.0, WHITE), kind
        assert is_like(full, 0.2, 0.99, RED, within=20), kind

    red = holed.getpixel((10, 10))
    pictures = await converted(converter, source, as_bytes(holed, "PNG", transparency=red))
    full = opened(pictures.contents[PhotoSize.FULL])
    assert is_like(full, 0.2, 0.5, WHITE)
    assert is_like(full, 0.8, 0.5, GREEN)


async def test_16_bits_cmyk_and_wide_colours_look_right(converter: Converter, source: Path) -> None:
    deep = Image.new("I;16", (640, 480), 128 << 8)
    full = opened((await converted(converter, source, as_bytes(deep, "PNG"))).contents[PhotoSize.FULL])
    assert is_like(full, 0.5, 0.5, (128, 128, 128))

    printed = as_bytes(halves(mode="CMYK"))
    full = opened((await converted(converter, source, printed)).contents[PhotoSize.FULL])
    assert is_like(full, 0.2, 0.5, RED)

    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for profile in (lab, b"no profile", lab[:200]):
        content = as_bytes(halves(), icc_profile=profile)
        full = opened((await converted(converter, source, content)).contents[PhotoSize.FULL])
        assert is_like(full, 0.2, 0.5, RED)
        assert "icc_profile" not in full.info


async def test_each_orientation_is_applied(converter: Converter, source: Path) -> None:
    """EXIF 2.32 §4.6.5: the number says which corner of the scene is the first pixel of the file."""
    corner = {1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1), 5: (0, 0), 6: (1, 0), 7: (1, 1), 8: (0, 1)}
    for orientation, (x, y) in corner.items():
        picture = Image.new("RGB", (150, 100), GREEN)
        picture.paste(RED, (0, 0, 75, 50))  # the corner that is first in the file
        exif = Image.Exif()
        exif[0x0112] = orientation
        for kind in ("JPEG", "PNG", "WEBP"):
            pictures = await converted(converter, source, as_bytes(picture, kind, exif=exif))
            full = opened(pictures.contents[PhotoSize.FULL])
            assert full.size == ((150, 100) if orientation < 5 else (100, 150)), (kind, orientation)
            assert is_like(full, 0.1 + 0.8 * x, 0.1 + 0.8 * y, RED), (kind, orientation)
            assert not full.getexif()


async def test_nothing_but_pixels_is_kept(converter: Converter, source: Path) -> None:
    """The metadata of another program, a comment, a script behind the picture, and the frames after the first."""
    exif = Image.Exif()
    exif[0x010F], exif[0x013B] = "Maker SECRET", "Artist SECRET"
    exif.get_ifd(0x8825)[1] = "N"  # GPS
    text = b"SECRET<script>alert(1)</script>"
    options: dict[str, Any] = {"exif": exif, "comment": text, "xmp": b"<x:xmpmeta>SECRET</x:xmpmeta>"}
    animated = as_bytes(halves(), "WEBP", save_all=True, append_images=[Image.new("RGB", (640, 480))], exif=exif)
    files = [as_bytes(halves(), **options) + text, as_bytes(halves(), "PNG", exif=exif) + text, animated]
    for content in files:
        pictures = await converted(converter, source, content)

        for picture in pictures.contents.values():
            assert b"SECRET" not in picture
            assert b"script" not in picture
            assert b"Exif" not in picture
            assert getattr(opened(picture), "n_frames", 1) == 1
            assert is_like(opened(picture), 0.2, 0.5, RED)


async def test_30_bombs_are_refused_with_words_by_one_process(converter: Converter, source: Path) -> None:
    await converted(converter, source, a_jpeg())
    process = process_of(converter)

    assert len(bombs()) == 30
    for name, (content, words) in bombs().items():
        assert words in await refusal(converter, source, content), name

    assert process_of(converter) == process
    status = Path(f"/proc/{process}/status").read_text()
    peak_kib = int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])
    assert peak_kib < 200 << 10


async def test_a_process_that_takes_too_long_or_needs_too_much_is_replaced(source: Path) -> None:
    """The time is that of the processor, the memory what the limits allow."""
    converter = Converter(PictureLimits(cpu_s=0, memory_bytes=100 << 20))
    slow = with_repeated_scan(a_slow_jpeg(), 5_000)
    large = a_png(5_000, 4_000, colour=6, data=bytes(80_000_000))
    try:
        assert len(slow) + len(large) < 1_000_000
        assert "takes too long" in await refusal(converter, source, slow)
        assert "100 MiB of memory" in await refusal(converter, source, large)
        assert (await converted(converter, source, a_jpeg())).width == 640
    finally:
        await converter.close()


async def test_a_process_is_replaced_after_many_pictures(
    converter: Converter, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversion, "PICTURES_PER_PROCESS_MAX", 2)
    content = a_jpeg(64, 48)

    await converted(converter, source, content)
    first = process_of(converter)
    await converted(converter, source, content)
    assert converter._child is None
    await converted(converter, source, content)

    assert process_of(converter) != first


async def test_a_killed_process_costs_one_picture(converter: Converter, source: Path) -> None:
    await converted(converter, source, a_jpeg(64, 48))
    os.kill(process_of(converter), 9)

    assert "or is damaged" in await refusal(converter, source, a_jpeg(64, 48))
    assert (await converted(converter, source, a_jpeg(64, 48))).width == 64


async def test_another_program_reads_the_pictures(converter: Converter, source: Path, tmp_path: Path) -> None:
    """`file` and, where it is installed, ImageMagick agree on what the pictures are."""
    pictures = await converted(converter, source, a_jpeg(1_000, 700))
    for size, content in pictures.contents.items():
        source.write_bytes(content)
        seen = subprocess.run(["file", "-b", source], capture_output=True, text=True, check=True).stdout
        assert ("JPEG image data" if size is PhotoSize.FULL else "Web/P image") in seen
        assert "Exif" not in seen

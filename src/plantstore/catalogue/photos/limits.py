"""What Plant Store and the process that converts pictures share: limits, and the endings of the pictures' files."""

from dataclasses import dataclass

UPLOAD_BYTES_MAX = 25_000_000
PIXELS_MAX = 40_000_000
FULL_PX_MAX = 2_048  # long side
MEDIUM_PX_MAX = 480  # long side
SMALL_PX_MAX = 96  # both sides
SMALL_BYTES_MAX = 12_000  # a page of 100 plants then loads at most 1.2 MB
SMALL_BYTES_AIM = 4_000
PICTURE_BYTES_MAX = 16 << 20  # one converted picture; 2,048 x 2,048 pixels of noise have 6 MB
MEMORY_BYTES_MAX = 1 << 30  # address space of the process; a WebP picture of 40 megapixels needs 800 MiB
CPU_S_MAX = 20
WALL_S_MAX = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureLimits:
    """The limits of converting one picture."""

    pixels: int = PIXELS_MAX
    memory_bytes: int = MEMORY_BYTES_MAX
    picture_bytes: int = PICTURE_BYTES_MAX
    cpu_s: int = CPU_S_MAX
    wall_s: float = WALL_S_MAX

"""glibc's allocator, set for a process that runs for months: what it frees goes back to the operating system.

A burst of deliveries opens hundreds of connections, each with buffers of up to 256 KiB for TLS. By default, glibc
keeps such buffers in its heaps after the first was freed, and gives each thread a heap of its own. The free memory
between what stays is then touched bit by bit, and the process grows for weeks (docs/speed.md#memory).
"""

import ctypes
from collections.abc import Mapping
from typing import Final, NamedTuple


class _Parameter(NamedTuple):
    """A parameter of mallopt(3), its value, and the environment variable with which an operator chooses another."""

    number: int
    value: int
    variable: str


PARAMETERS: Final = (
    _Parameter(-8, 1, "MALLOC_ARENA_MAX"),  # heaps for all threads; the GIL lets one of them run at a time
    _Parameter(-3, 64 * 1024, "MALLOC_MMAP_THRESHOLD_"),  # bytes; larger blocks are mapped, and unmapped when freed
    _Parameter(-1, 128 * 1024, "MALLOC_TRIM_THRESHOLD_"),  # bytes; a larger free end of the heap is given back
)


def return_freed_memory(environment: Mapping[str, str]) -> None:
    """Set the allocator of this process, before other threads start. Other C libraries than glibc stay as they are."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    for number, value, variable in PARAMETERS:
        if mallopt is not None and variable not in environment:
            mallopt(number, value)

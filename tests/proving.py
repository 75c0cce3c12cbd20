"""A piece of the proof: how a test, with small numbers, and `make proof`, with large ones, run the same thing."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

Figures = dict[str, int | float]
"""What was seen, by name: how much was done, and how much of it was lost or repeated."""
Progress = Callable[[int], None]
"""Hears how many of `count` are done."""


class Piece(Protocol):
    """Does something dangerous `count` times in an empty folder, and raises AssertionError when a promise is broken.

    With the same seed it makes the same choices.
    """

    def __call__(self, folder: Path, *, count: int, seed: int, progress: Progress) -> Figures: ...


def quietly(_done: int) -> None:
    """Progress that nobody watches."""

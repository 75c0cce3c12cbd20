"""The interface of a part of the proof, which a test runs with small numbers, and `make proof` with large ones."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

Figures = dict[str, int | float]
"""Results by name: how much was done, and how much of it was lost or repeated."""
Progress = Callable[[int], None]
"""Receives how many of `count` are done."""


class Piece(Protocol):
    """Does something dangerous `count` times in an empty folder; raises AssertionError if a promise is broken.

    The same seed leads to the same choices.
    """

    def __call__(self, folder: Path, *, count: int, seed: int, progress: Progress) -> Figures: ...


def quietly(_done: int) -> None:
    """Ignore progress."""

"""The type of a planted fault."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: the file, the source text to replace, and its replacement."""

    name: str
    part: str
    """The part of the program: writer, receiver worker, recorder, breaker, retry schedule, retention, shards …"""
    file: str
    old: str
    new: str
    lane: str = "memory"
    first: int = 0
    """The number of seeds to skip, for a fault that only a rare combination reveals."""

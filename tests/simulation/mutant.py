"""What a planted fault is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: in which file, what stands there, and what is put in its place."""

    name: str
    part: str
    """Of the heart: writer, pump, recorder, breaker, ladder, retention, owners …"""
    file: str
    old: str
    new: str
    lane: str = "memory"
    first: int = 0
    """How many seeds to pass over: where much has to come together, it shows late."""

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
    """The seed to begin with: the one that found the fault last time, so that the tests need not search again. If
    the simulation has changed since, the seeds after it are tried too.
    """

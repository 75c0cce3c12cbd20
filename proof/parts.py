"""The parts of the proof. To add one: a line here, and its row in docs/proof.md."""

from dataclasses import dataclass
from importlib import import_module
from typing import cast

from tests.proving import Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A piece of the proof, and how much of it is run when nobody says: `count`, in chunks of `chunk`.

    A fault costs its chunk only, and what is under way when the time is up is one chunk.
    """

    name: str
    unit: str
    """What is counted, in the plural."""
    piece: str
    """Where the function stands: module:name. It is imported when it is asked for."""
    chunk: int
    count: int
    about: str

    def load(self) -> Piece:
        module, _, name = self.piece.partition(":")
        return cast(Piece, getattr(import_module(module), name))


PARTS: tuple[Part, ...] = (
    Part(
        name="worlds",
        unit="worlds",
        piece="tests.simulation.hunt:prove_worlds",
        chunk=500,
        count=10_000,
        about="simulated worlds in memory: every fault but the disk's",
    ),
    Part(
        name="disk",
        unit="worlds",
        piece="tests.simulation.hunt:prove_disk_worlds",
        chunk=200,
        count=3_000,
        about="simulated worlds on a disk that fails, and whose power is cut",
    ),
    Part(
        name="power",
        unit="power cuts",
        piece="tests.crash.power:prove_power",
        chunk=300,
        count=3_000,
        about="power cuts at any operation of the real write path, on recorded disks",
    ),
    Part(
        name="mutants",
        unit="mutants",
        piece="tests.simulation.mutants:prove_mutants",
        chunk=21,
        count=21,
        about="planted faults, each of which the simulation must find",
    ),
)

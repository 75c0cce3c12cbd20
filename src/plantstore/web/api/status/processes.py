"""Who serves the store, as its status shows it: one process, or all that share it, and who has which share."""

import os
import platform
from collections import Counter
from typing import Annotated

import msgspec

from plantstore.domain.lease import SHARDS, Role
from plantstore.domain.timestamps import to_text
from plantstore.storage.database import Transaction
from plantstore.storage.tables import processes, shards
from plantstore.storage.tables.processes import Process
from plantstore.web.api.schemas import Time, described
from plantstore.web.http.dependencies import Dependencies, Vitals


class ProcessStanding(msgspec.Struct):
    """One process that serves the store."""

    id: Annotated[str | None, described("null when it is the only one: then nobody has to tell it from others.")]
    role: Role
    host: str
    pid: int
    version: str
    address: str
    started_at: Time
    shards: Annotated[int, described(f"How many of the {SHARDS} shares of the receivers it sends to.")]
    leaving: Annotated[bool, described("It is about to end, and gives its shares back.")]
    silent_s: Annotated[
        float | None,
        described("For how long the process that answers has seen no sign of life of it; null: not watched."),
    ]
    answers: Annotated[bool, described("This answer comes from it.")]


def standings(tx: Transaction, dependencies: Dependencies, vitals: Vitals) -> tuple[list[ProcessStanding], int]:
    """All of them, in the order in which they came, and how many shares nobody has."""
    there = processes.find_all(tx)
    if not there:
        return [_alone(dependencies, vitals)], 0
    owned = Counter(one.owner for one in shards.find_all(tx))
    return [_standing(one, owned[one.id], vitals) for one in there], owned[None]


def nobody_delivers(found: list[ProcessStanding]) -> bool:
    return not any(one.role.sends and not one.leaving for one in found)


def _alone(dependencies: Dependencies, vitals: Vitals) -> ProcessStanding:
    return ProcessStanding(
        id=None,
        role=Role(dependencies.settings.role),
        host=platform.node(),
        pid=os.getpid(),
        version=dependencies.version,
        address=dependencies.settings.public_url,
        started_at=to_text(vitals.started_at),
        shards=SHARDS,
        leaving=False,
        silent_s=None,
        answers=True,
    )


def _standing(process: Process, owned: int, vitals: Vitals) -> ProcessStanding:
    return ProcessStanding(
        id=process.id,
        role=process.role,
        host=process.host,
        pid=process.pid,
        version=process.version,
        address=process.address,
        started_at=to_text(process.started_at),
        shards=owned,
        leaving=process.is_leaving,
        silent_s=vitals.silent_s.get(process.id),
        answers=process.id == vitals.process_id,
    )

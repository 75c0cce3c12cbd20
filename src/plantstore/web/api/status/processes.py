"""The processes in the status of the store, and the number of shards assigned to each."""

import os
import platform
from collections import Counter
from typing import Annotated

import msgspec

from plantstore.domain.deliveries.lease import SHARDS, Role
from plantstore.domain.timestamps import to_text
from plantstore.storage.database import Transaction
from plantstore.storage.tables import processes, shards
from plantstore.storage.tables.processes import Process
from plantstore.web.api.schemas import Time, described
from plantstore.web.http.dependencies import Dependencies, Vitals


class ProcessStanding(msgspec.Struct):
    """A process of the store."""

    id: Annotated[str | None, described("null if it is the only process.")]
    role: Role
    host: str
    pid: int
    version: str
    address: str
    started_at: Time
    shards: Annotated[int, described(f"How many of the {SHARDS} shards of the receivers it delivers to.")]
    leaving: Annotated[bool, described("Whether it is stopping and handing over its shards.")]
    silent_s: Annotated[
        float | None,
        described(
            "Seconds since the process that sent this response last saw its heartbeat; null if it is not watched."
        ),
    ]
    answers: Annotated[bool, described("Whether it sent this response.")]


def standings(tx: Transaction, dependencies: Dependencies, vitals: Vitals) -> tuple[list[ProcessStanding], int]:
    """Return all processes in order of startup, and the number of shards that are not assigned to a process."""
    running = processes.find_all(tx)
    if not running:
        return [_only_process(dependencies, vitals)], 0
    owned = Counter(shard.owner for shard in shards.find_all(tx))
    return [_standing(process, owned[process.id], vitals) for process in running], owned[None]


def any_delivers(found: list[ProcessStanding]) -> bool:
    """True if at least one process has a role that sends deliveries and is not stopping."""
    return any(process.role.sends and not process.leaving for process in found)


def _only_process(dependencies: Dependencies, vitals: Vitals) -> ProcessStanding:
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

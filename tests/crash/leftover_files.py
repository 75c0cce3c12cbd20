"""Read a copy of what a killed store left on disk, so that the next start finds the files exactly as they were left."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from plantstore.domain.public_ids import ReceiverId, receiver_text
from tests.crash.ledger import Delivery, Ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftoverFiles:
    """The facts that a test compares with its ledger."""

    integrity: str
    plants: dict[int, str]
    """Names of all plants, by plant id."""
    events: list[tuple[int, str, int]]
    """Sequence, id and plant of every event, in sequence order."""
    recorded: set[Delivery]
    waiting_retries: int


def read_remains(database: Path, copies: Path) -> LeftoverFiles:
    """Copy the database with its write-ahead log, but without its shared memory, and read the copy."""
    copies.mkdir(exist_ok=True)
    copy = copies / database.name
    for suffix in ("", "-wal"):
        source = database.with_name(database.name + suffix)
        Path(f"{copy}{suffix}").unlink(missing_ok=True)
        if source.exists():
            shutil.copyfile(source, f"{copy}{suffix}")
    Path(f"{copy}-shm").unlink(missing_ok=True)
    connection = apsw.Connection(str(copy))
    try:
        return _read(connection)
    finally:
        connection.close()


def check_remains(remains: LeftoverFiles, ledger: Ledger) -> None:
    """Check what must hold after any kind of end: no promised plant is missing, and none exists in part."""
    assert remains.integrity == "ok"
    assert [sequence for sequence, _, _ in remains.events] == list(range(1, len(remains.events) + 1))
    event_of = {plant_id: event_id for _, event_id, plant_id in remains.events}
    assert event_of.keys() == remains.plants.keys(), "an event without its plant, or a plant without its event"
    assert len(set(remains.plants.values())) == len(remains.plants), "a repeated POST made a second plant"
    lost = {
        name: promise
        for name, promise in ledger.promises.items()
        if remains.plants.get(promise.plant_id) != name or event_of[promise.plant_id] != promise.event_id
    }
    assert not lost, f"{len(lost)} promised plants are missing, such as {next(iter(lost.items()))}"


def _read(connection: apsw.Connection) -> LeftoverFiles:
    def rows(sql: str) -> list[tuple[Any, ...]]:
        return connection.execute(sql).fetchall()

    accepted = rows(
        "SELECT DISTINCT attempts.receiver_id, events.id FROM attempts JOIN events USING (sequence) "
        "WHERE attempts.outcome = 'accepted' "
        # A delivery whose attempts were removed by age was accepted if the cursor has passed it and no retry exists.
        "UNION SELECT receivers.id, events.id FROM receivers JOIN events "
        "ON sequence BETWEEN receivers.start AND receivers.cursor "
        "AND sequence <= (SELECT CAST(value AS TEXT) + 0 FROM facts WHERE name = 'attempts removed to') "
        "WHERE NOT EXISTS (SELECT 1 FROM retries WHERE retries.receiver_id = receivers.id "
        "AND retries.sequence = events.sequence)"
    )
    return LeftoverFiles(
        integrity=rows("PRAGMA integrity_check")[0][0],
        plants=dict(rows("SELECT id, name FROM plants WHERE status = 'active'")),
        events=rows("SELECT sequence, id, plant_id FROM events ORDER BY sequence"),
        recorded={(receiver_text(ReceiverId(receiver_id)), event_id) for receiver_id, event_id in accepted},
        waiting_retries=rows("SELECT count(*) FROM retries WHERE state = 'waiting'")[0][0],
    )

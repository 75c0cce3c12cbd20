"""An event: a plant was added to the store. Events are immutable."""

import json
from datetime import date
from typing import NamedTuple

from plantstore.domain.plant import TEST_PLANT_ID, Plant, basic_record, public_record
from plantstore.domain.timestamps import Instant

EVENT_TYPE = "plant.added"
TEST_TYPE = "plant.test"  # of test requests, which are not events and have no sequence
TEST_RECORD: dict[str, object] = {"id": TEST_PLANT_ID, "name": "Test from Plant Store", "tag": "test"}
UNNUMBERED = 0  # sequence of an event before it is in the log, which numbers it just before the commit
BODY_BYTES_MAX = 65_536  # below common defaults of receivers: Express 100 kB, nginx 1 MB

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False).encode


class Event(NamedTuple):
    """One event, with the exact bytes that every attempt signs and sends.

    `sequence` counts 1, 2, 3 … over the whole log without gaps; its order is commit order. `body` is the full payload,
    `body_basic` the one of id, name and tag.
    """

    sequence: int
    id: str
    plant_id: int
    occurred_at: Instant
    body: bytes
    body_basic: bytes

    @property
    def erased(self) -> bool:
        """True if retention has removed the body, because the plant was deleted and no receiver needs the event."""
        return not self.body


def full_body(plant: Plant, *, today: date, url: str | None) -> bytes:
    """Return the full payload. Unknown fields are null, except `tag`, which is left out.

    In the public sample, `tag` is an optional string; strict validators made from it reject null.
    """
    record = public_record(plant, today=today, url=url)
    if record["tag"] is None:
        del record["tag"]
    return to_body(record)


def basic_body(plant: Plant) -> bytes:
    """Return the basic payload: id, name and tag only."""
    return to_body(basic_record(plant))


def to_body(record: dict[str, object]) -> bytes:
    """Return compact JSON in UTF-8. Non-ASCII characters are not escaped, which would double such bodies.

    >>> to_body({"id": 1, "name": "Isoëtes"}).decode()
    '{"id":1,"name":"Isoëtes"}'
    """
    return _to_json(record).encode()

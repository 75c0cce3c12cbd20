"""An event: a plant was added to the store. Events are immutable."""

import json
from datetime import date
from typing import NamedTuple

from plantstore.domain.plants.plant import TEST_PLANT_ID, Plant, basic_record, public_record
from plantstore.domain.timestamps import Instant

EVENT_TYPE = "plant.added"
TEST_TYPE = "plant.test"  # type of test requests, which are not events and have no sequence number
TEST_RECORD: dict[str, object] = {"id": TEST_PLANT_ID, "name": "Test from Plant Store", "tag": "test"}
UNNUMBERED = 0  # sequence number of a new event; the log assigns the real number just before the commit
BODY_BYTES_MAX = 65_536  # max request body, below common defaults of receivers: Express 100 kB, nginx 1 MB

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False).encode


class Event(NamedTuple):
    """One event, with the exact bytes that every attempt signs and sends.

    Sequence numbers are 1, 2, 3 … without gaps, in commit order over the whole log. `body` is the full payload,
    `body_basic` the payload with only id, name and tag.
    """

    sequence: int
    id: str
    plant_id: int
    occurred_at: Instant
    body: bytes
    body_basic: bytes

    @property
    def erased(self) -> bool:
        """True if the body was erased, because the plant was deleted and no receiver needs the event any more."""
        return not self.body


def full_body(plant: Plant, *, today: date, url: str | None) -> bytes:
    """Return the full payload. Fields without a value are null, except `tag`, which is omitted.

    In the public sample, `tag` is an optional string; strict validators generated from the sample reject null.
    """
    record = public_record(plant, today=today, url=url)
    if record["tag"] is None:
        del record["tag"]
    return to_body(record)


def basic_body(plant: Plant) -> bytes:
    """Return the basic payload: id, name and tag only."""
    return to_body(basic_record(plant))


def to_body(record: dict[str, object]) -> bytes:
    """Return compact JSON in UTF-8. Non-ASCII characters are not escaped, because escapes would double the size.

    >>> to_body({"id": 1, "name": "Isoëtes"}).decode()
    '{"id":1,"name":"Isoëtes"}'
    """
    return _to_json(record).encode()

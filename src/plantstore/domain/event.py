"""An event: the fact that a plant was added. It never changes."""

import json
from datetime import date
from typing import NamedTuple

from plantstore.domain.plant import TEST_PLANT_ID, Plant, basic_record, public_record
from plantstore.domain.timestamps import Instant

EVENT_TYPE = "plant.added"
TEST_TYPE = "plant.test"  # of a test request, which is no event and has no sequence
TEST_RECORD: dict[str, object] = {"id": TEST_PLANT_ID, "name": "Test from Plant Store", "tag": "test"}
UNNUMBERED = 0  # the sequence of an event that is not in the log yet: the log gives it one, just before the commit
BODY_BYTES_MAX = 65_536  # fits the small defaults receivers run with: Express 100 kB, nginx 1 MB

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False).encode


class Event(NamedTuple):
    """What happened, and the very bytes that are signed and sent, on every try, for ever.

    `sequence` counts 1, 2, 3 … over the whole log without a hole; sequence order is commit order.
    """

    sequence: int
    id: str
    plant_id: int
    occurred_at: Instant
    body: bytes
    body_basic: bytes

    @property
    def erased(self) -> bool:
        """Whether its body is gone: its plant was deleted long ago and nobody needed it. It is owed to nobody."""
        return not self.body


def full_body(plant: Plant, *, today: date, url: str | None) -> bytes:
    """Return the body for receivers that take the whole public record; without `tag` when the plant has none.

    Every other field that is not known is null. In the public sample, `tag` is an optional string: strict validators
    made from it refuse a null.
    """
    record = public_record(plant, today=today, url=url)
    if record["tag"] is None:
        del record["tag"]
    return to_body(record)


def basic_body(plant: Plant) -> bytes:
    """The body for receivers that take id, name and tag only."""
    return to_body(basic_record(plant))


def to_body(record: dict[str, object]) -> bytes:
    """Write compact JSON in UTF-8, unescaped: escaping would double a body of another script than Latin.

    >>> to_body({"id": 1, "name": "Isoëtes"}).decode()
    '{"id":1,"name":"Isoëtes"}'
    """
    return _to_json(record).encode()

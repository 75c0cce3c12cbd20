"""An event: the fact that a plant was added. It never changes."""

import json
from dataclasses import dataclass
from datetime import date

from plantstore.domain.instant import Instant
from plantstore.domain.plant import Plant, basic_record, public_record

EVENT_TYPE = "plant.added"
BODY_BYTES_MAX = 65_536  # fits the small defaults receivers run with: Express 100 kB, nginx 1 MB

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False).encode


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What happened, and the very bytes that are signed and sent, on every try, for ever.

    `sequence` counts 1, 2, 3 … over the whole log without a hole; sequence order is commit order.
    """

    id: str
    sequence: int
    plant_id: int
    occurred_at: Instant
    body: bytes
    body_basic: bytes

    @property
    def erased(self) -> bool:
        """Whether its body is gone: its plant was deleted long ago and nobody needed it. It is owed to nobody."""
        return not self.body

    def __post_init__(self) -> None:
        assert self.sequence >= 1, "the log counts from 1"
        assert len(self.body) <= BODY_BYTES_MAX, "plant limits keep bodies below the cap"


def full_body(plant: Plant, *, today: date, url: str | None) -> bytes:
    """The body for receivers that take the whole public record."""
    return to_body(public_record(plant, today=today, url=url))


def basic_body(plant: Plant) -> bytes:
    """The body for receivers that take id, name and tag only."""
    return to_body(basic_record(plant))


def to_body(record: dict[str, object]) -> bytes:
    """Write compact JSON in UTF-8, unescaped: escaping would double a body of another script than Latin.

    >>> to_body({"id": 1, "name": "Isoëtes"}).decode()
    '{"id":1,"name":"Isoëtes"}'
    """
    return _to_json(record).encode()

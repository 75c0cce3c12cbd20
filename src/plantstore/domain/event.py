"""An event: a plant was added to the store. Events are immutable."""

from typing import NamedTuple

from plantstore.domain.plants.plant import TEST_PLANT_ID
from plantstore.domain.timestamps import Instant

EVENT_TYPE = "plant.added"
TEST_TYPE = "plant.test"  # type of test requests, which are not events and have no sequence number
TEST_RECORD: dict[str, object] = {"id": TEST_PLANT_ID, "name": "Test from Plant Store", "tag": "test"}
UNNUMBERED = 0  # sequence number of a new event; the log assigns the real number just before the commit
BODY_BYTES_MAX = 65_536  # max request body, below common defaults of receivers: Express 100 kB, nginx 1 MB


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

"""Generates time-ordered ids. The caller passes the clock and the source of randomness."""

from collections.abc import Callable
from functools import lru_cache

from plantstore.core.clock import Clock
from plantstore.domain.public_ids import (
    ALERT_MESSAGE_PREFIX,
    BULK_EDIT_PREFIX,
    CHANNEL_PREFIX,
    EVENT_PREFIX,
    IMPORT_PREFIX,
    INCIDENT_PREFIX,
    LISTENER_PREFIX,
    OPERATIONAL_TEST_PREFIX,
    PASSKEY_PREFIX,
    PERSON_PREFIX,
    PROCESS_PREFIX,
    RECEIVER_ID_BITS,
    REPLAY_PREFIX,
    REQUEST_PREFIX,
    SUBSCRIBER_PREFIX,
    TEST_PREFIX,
    TOKEN_PREFIX,
    VIEW_PREFIX,
    ReceiverId,
    encode,
)
from plantstore.domain.timestamps import Instant

RandomBytes = Callable[[int], bytes]
"""Returns the given number of random bytes: `secrets.token_bytes` in production, a seeded source in a simulation."""

_EPOCH_MS = 1_767_225_600_000  # 2026-01-01, in Unix time: 41 bits of milliseconds since then last until 2095
_RECEIVER_RANDOM_BITS = RECEIVER_ID_BITS - 41
_ATTEMPT_COUNT_BITS = 12
_ATTEMPT_WORKER_BITS = 10
_RANDOM_BYTES = 10
_PREFETCHED = 64
WORKERS_MAX = 1 << _ATTEMPT_WORKER_BITS


class Ids:
    """Generates all ids, except the ids of plants and the sequences of events, which a transaction allocates."""

    def __init__(self, clock: Clock, random_bytes: RandomBytes, *, worker: int = 0) -> None:
        assert 0 <= worker < WORKERS_MAX
        self._clock = clock
        self._random_bytes = random_bytes
        self._worker = worker
        self._last_attempt = 0
        self._random: list[bytes] = []

    def event(self) -> str:
        """Return an event's id: `evt_` and a ULID (48 bits of milliseconds, 80 random bits)."""
        return EVENT_PREFIX + self._ulid()

    def test(self) -> str:
        """Return the id of a test request."""
        return TEST_PREFIX + self._ulid()

    def token(self) -> str:
        return TOKEN_PREFIX + self._ulid()

    def person(self) -> str:
        return PERSON_PREFIX + self._ulid()

    def passkey(self) -> str:
        return PASSKEY_PREFIX + self._ulid()

    def replay(self) -> str:
        return REPLAY_PREFIX + self._ulid()

    def plant_import(self) -> str:
        return IMPORT_PREFIX + self._ulid()

    def bulk_edit(self) -> str:
        return BULK_EDIT_PREFIX + self._ulid()

    def view(self) -> str:
        return VIEW_PREFIX + self._ulid()

    def listener(self) -> str:
        return LISTENER_PREFIX + self._ulid()

    def subscriber(self) -> str:
        return SUBSCRIBER_PREFIX + self._ulid()

    def operational_test(self) -> str:
        """Return the id of a test request to a subscriber."""
        return OPERATIONAL_TEST_PREFIX + self._ulid()

    def alert_channel(self) -> str:
        return CHANNEL_PREFIX + self._ulid()

    def incident(self) -> str:
        return INCIDENT_PREFIX + self._ulid()

    def alert_message(self) -> str:
        return ALERT_MESSAGE_PREFIX + self._ulid()

    def process(self) -> str:
        return PROCESS_PREFIX + self._ulid()

    def request(self) -> str:
        return REQUEST_PREFIX + self._ulid()

    def receiver(self) -> ReceiverId:
        """Return a receiver's id: a number of 63 bits, which clients see as `rcv_…` (domain/public_ids.py)."""
        random_bits = int.from_bytes(self._random_bytes(3), "big") & ((1 << _RECEIVER_RANDOM_BITS) - 1)
        return ReceiverId(self._milliseconds() << _RECEIVER_RANDOM_BITS | random_bits)

    def attempt(self) -> int:
        """Return an attempt's id: 63 bits, consisting of 41 bits of milliseconds, a counter and the worker's number.

        The ids are unique, and always increase. After 4,096 attempts in a millisecond, or if the clock was set back,
        they continue from the previous id.
        """
        first_of_now = (self._clock.now() // 1000 - _EPOCH_MS) << _ATTEMPT_COUNT_BITS
        self._last_attempt += 1
        if self._last_attempt < first_of_now:
            self._last_attempt = first_of_now
        return self._last_attempt << _ATTEMPT_WORKER_BITS | self._worker

    def set_worker(self, worker: int) -> None:
        """Use this worker number in the ids of new attempts. No other running process may use the same number."""
        assert 0 <= worker < WORKERS_MAX
        self._worker = worker

    FIRST_INSTANT = Instant(_EPOCH_MS * 1000)
    """The time at which the ids of attempts begin: no attempt is older."""

    @staticmethod
    def first_attempt_of(instant: Instant) -> int:
        """Return the lowest id of an attempt made at this time; older attempts have lower ids."""
        return max(0, instant // 1000 - _EPOCH_MS) << (_ATTEMPT_COUNT_BITS + _ATTEMPT_WORKER_BITS)

    def continue_attempts_after(self, newest: int) -> None:
        """Generate only ids above `newest`, the newest id from before a restart: the clock may have been fast then."""
        self._last_attempt = max(self._last_attempt, newest >> _ATTEMPT_WORKER_BITS)

    def _milliseconds(self) -> int:
        return max(0, self._clock.now() // 1000 - _EPOCH_MS)

    def _ulid(self) -> str:
        milliseconds = self._clock.now() // 1000
        return _time_chars(milliseconds) + encode(int.from_bytes(self._random_80_bits(), "big"), chars=16)

    def _random_80_bits(self) -> bytes:
        """Return 80 random bits. Thread-safe. They are prefetched, because a system call for each id would be slow."""
        while True:
            try:
                return self._random.pop()
            except IndexError:
                many = self._random_bytes(_RANDOM_BYTES * _PREFETCHED)
                starts = range(len(many) - _RANDOM_BYTES, -1, -_RANDOM_BYTES)
                self._random += [many[start : start + _RANDOM_BYTES] for start in starts]


@lru_cache(maxsize=16)  # many ids share a millisecond
def _time_chars(milliseconds: int) -> str:
    return encode(milliseconds, chars=10)

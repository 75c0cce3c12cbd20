"""Encodes and parses public ids: a prefix for the kind of object, then lower-case Crockford base 32.

Receivers have numeric ids in the database, which take less space in every row of `attempts`; clients see `rcv_…`.
"""

from functools import lru_cache
from typing import NewType

ReceiverId = NewType("ReceiverId", int)

EVENT_PREFIX, RECEIVER_PREFIX, TOKEN_PREFIX, REQUEST_PREFIX = "evt_", "rcv_", "tok_", "req_"
PERSON_PREFIX, PASSKEY_PREFIX = "per_", "psk_"
REPLAY_PREFIX = "rpl_"
IMPORT_PREFIX = "imp_"
BULK_EDIT_PREFIX, VIEW_PREFIX = "blk_", "viw_"
PROCESS_PREFIX = "prc_"
CHANNEL_PREFIX = "chn_"
LISTENER_PREFIX = "lsn_"
OPERATIONAL_EVENT_PREFIX, OPERATIONAL_TEST_PREFIX, SUBSCRIBER_PREFIX = "ope_", "ope_test_", "ops_"
INCIDENT_PREFIX, ALERT_MESSAGE_PREFIX = "inc_", "msg_"
TEST_PREFIX = "evt_test_"  # for ids of test requests: similar to an event's id, but distinguishable
RECEIVER_ID_BITS = 63  # size of a receiver's numeric id, which must fit a signed 64-bit column
_RECEIVER_CHARS = 13
_ULID_TIME = slice(len(EVENT_PREFIX), len(EVENT_PREFIX) + 10)  # two zero bits, then 48 bits of milliseconds

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford: no i, l, o, u
_VALUES = {letter: value for value, letter in enumerate(_ALPHABET)}
_TO_PLAIN_BASE_32 = str.maketrans(_ALPHABET, "0123456789abcdefghijklmnopqrstuv")
_PAIRS = [high + low for high in _ALPHABET for low in _ALPHABET]


def encode(number: int, *, chars: int) -> str:
    """Encode a number in `chars` characters, most significant first, so that ids sort in numeric order.

    >>> encode(1042, chars=4)
    '010j'
    """
    pairs = []
    for _ in range((chars + 1) // 2):
        pairs.append(_PAIRS[number & 1023])
        number >>= 10
    return "".join(reversed(pairs))[-chars:]


@lru_cache(maxsize=4_096)
def receiver_text(receiver: ReceiverId) -> str:
    """Return a receiver's public id, `rcv_…`."""
    return RECEIVER_PREFIX + encode(receiver, chars=_RECEIVER_CHARS)


def parse_receiver(text: str) -> ReceiverId | None:
    """Parse a receiver's public id, `rcv_…`; None if it is not valid.

    >>> parse_receiver(receiver_text(ReceiverId(81))), parse_receiver("rcv_?")
    (81, None)
    """
    digits = text.removeprefix(RECEIVER_PREFIX)
    if digits == text or len(digits) != _RECEIVER_CHARS or not all(digit in _VALUES for digit in digits):
        return None
    number = 0
    for digit in digits:
        number = number << 5 | _VALUES[digit]
    return ReceiverId(number) if number < 1 << RECEIVER_ID_BITS else None


def event_made_at_us(event_id: str) -> int:
    """Return when an event's id was generated: Unix time in microseconds, rounded down to a millisecond.

    >>> event_made_at_us(EVENT_PREFIX + encode(1_790_000_000_123 << 80, chars=26))
    1790000000123000
    """
    return _milliseconds_of(event_id[_ULID_TIME]) * 1_000


@lru_cache(maxsize=64)  # cached, because many events of an import or a backlog share a millisecond
def _milliseconds_of(digits: str) -> int:
    return int(digits.translate(_TO_PLAIN_BASE_32), 32)

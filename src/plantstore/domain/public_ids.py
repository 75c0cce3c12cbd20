"""How ids look from outside: a prefix that says what it is, then Crockford base 32 in lower case.

Receivers are numbers inside (they stand in every row of `attempts`) and `rcv_…` outside; this file is the bridge.
"""

from functools import lru_cache
from typing import NewType

ReceiverId = NewType("ReceiverId", int)

EVENT_PREFIX, RECEIVER_PREFIX, TOKEN_PREFIX, REQUEST_PREFIX = "evt_", "rcv_", "tok_", "req_"
REPLAY_PREFIX = "rpl_"
IMPORT_PREFIX = "imp_"
PROCESS_PREFIX = "prc_"
TEST_PREFIX = "evt_test_"  # of a request that is no event: it must look like one, and be told from one
RECEIVER_ID_BITS = 63  # what both engines hold in one signed column
_RECEIVER_CHARS = 13
_ULID_TIME = slice(len(EVENT_PREFIX), len(EVENT_PREFIX) + 10)  # 48 bits of milliseconds, and two that are 0

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford: no i, l, o, u
_VALUES = {letter: value for value, letter in enumerate(_ALPHABET)}
_TO_PLAIN_BASE_32 = str.maketrans(_ALPHABET, "0123456789abcdefghijklmnopqrstuv")
_PAIRS = [high + low for high in _ALPHABET for low in _ALPHABET]


def encode(number: int, *, chars: int) -> str:
    """Write a number in so many characters, most significant first, so that text order is number order.

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
    """Show a receiver's number as `rcv_…`."""
    return RECEIVER_PREFIX + encode(receiver, chars=_RECEIVER_CHARS)


def parse_receiver(text: str) -> ReceiverId | None:
    """Read `rcv_…`; None when it cannot be one.

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
    """Read from an event's id when it was made, in microseconds UTC, to the millisecond below.

    >>> event_made_at_us(EVENT_PREFIX + encode(1_790_000_000_123 << 80, chars=26))
    1790000000123000
    """
    return _milliseconds_of(event_id[_ULID_TIME]) * 1_000


@lru_cache(maxsize=64)  # events of one import, or of one moment of a backlog, share theirs
def _milliseconds_of(digits: str) -> int:
    return int(digits.translate(_TO_PLAIN_BASE_32), 32)

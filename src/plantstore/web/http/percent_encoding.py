"""Percent-encoded text (queries, forms and cookies), decoded in time proportional to its length.

`urllib.parse` takes ten times as long for a stray percent sign as for an escape, so stray ones are escaped first, and
the caller limits the number of percent signs. No query or form can then block the event loop for more than a few
milliseconds.
"""

import re
from urllib.parse import parse_qsl

ESCAPES_MAX = 4_096  # percent signs in a query; a search of 100 characters has at most 1,200
QUERY_BYTES_MAX = 16_384  # a cursor has at most 2,000 characters, the columns of an import 8,000
_STRAY = re.compile(r"%(?![0-9A-Fa-f]{2})")

Pairs = list[tuple[str, str]]


def read_query(query: bytes, *, pairs_max: int, errors: str = "strict") -> Pairs:
    """Return the pairs of a query, as `read_pairs` does. Raise ValueError also if it is longer than QUERY_BYTES_MAX."""
    if len(query) > QUERY_BYTES_MAX:
        raise ValueError(f"more than {QUERY_BYTES_MAX:,} bytes")
    text = query.decode("ascii" if errors == "strict" else "latin-1")
    return read_pairs(text, pairs_max=pairs_max, escapes_max=ESCAPES_MAX, errors=errors)


def read_pairs(text: str, *, pairs_max: int, escapes_max: int, errors: str = "strict") -> Pairs:
    """Return the pairs of a query or a form in order, including those without a value.

    A stray percent sign is kept as it is. Raise ValueError for more than `pairs_max` pairs or
    `escapes_max` percent signs, and with `errors="strict"` for what is not UTF-8.

    >>> read_pairs("q=100%&sort=%2Did", pairs_max=2, escapes_max=2)
    [('q', '100%'), ('sort', '-id')]
    """
    if text.count("%") > escapes_max:
        raise ValueError(f"more than {escapes_max:,} percent signs")
    return parse_qsl(_STRAY.sub("%25", text), keep_blank_values=True, errors=errors, max_num_fields=pairs_max)


def has_stray(text: str) -> bool:
    """True if a percent sign begins no escape: browsers never write one into a form."""
    return _STRAY.search(text) is not None

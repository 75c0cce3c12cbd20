"""Decodes percent-encoded text (queries, forms and cookies) in time proportional to its length.

`urllib.parse` takes ten times as long for a stray percent sign as for an escape. Stray percent signs are therefore
escaped first, and callers limit the number of percent signs, so that no query or form blocks the event loop for more
than a few milliseconds.
"""

import re
from urllib.parse import parse_qsl

ESCAPES_MAX = 4_096  # max percent signs in a query; a search for 100 characters has at most 1,200
QUERY_BYTES_MAX = 16_384  # max length of a query; a cursor has at most 2,000 characters, an import's columns 8,000
_STRAY = re.compile(r"%(?![0-9A-Fa-f]{2})")

Pairs = list[tuple[str, str]]


def read_query(query: bytes, *, pairs_max: int, errors: str = "strict") -> Pairs:
    """Return the pairs of a query, as `read_pairs` does. Raise ValueError also for more than QUERY_BYTES_MAX bytes."""
    if len(query) > QUERY_BYTES_MAX:
        raise ValueError(f"more than {QUERY_BYTES_MAX:,} bytes")
    text = query.decode("ascii" if errors == "strict" else "latin-1")
    return read_pairs(text, pairs_max=pairs_max, escapes_max=ESCAPES_MAX, errors=errors)


def read_pairs(text: str, *, pairs_max: int, escapes_max: int, errors: str = "strict") -> Pairs:
    """Return the name-value pairs of a query or a form in order, including pairs with an empty value.

    A stray percent sign is kept unchanged. Raise ValueError if there are more than `pairs_max` pairs or `escapes_max`
    percent signs, or if `errors` is "strict" and the text is not UTF-8.

    >>> read_pairs("q=100%&sort=%2Did", pairs_max=2, escapes_max=2)
    [('q', '100%'), ('sort', '-id')]
    """
    if text.count("%") > escapes_max:
        raise ValueError(f"more than {escapes_max:,} percent signs")
    return parse_qsl(_STRAY.sub("%25", text), keep_blank_values=True, errors=errors, max_num_fields=pairs_max)


def has_stray(text: str) -> bool:
    """True if the text has a percent sign that does not begin an escape. Browsers never send such a form."""
    return _STRAY.search(text) is not None

"""Counts which of the newest plants a filter would let through, before it is set."""

from typing import NamedTuple

import msgspec

from plantstore.domain.receivers.filters.pattern import Filter
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events

STEP_EVENTS = 256  # events of one step, for which the reader thread holds the interpreter: about 2 ms
PREVIEW_EVENTS_MAX = 20 * STEP_EVENTS  # the newest events, which are evaluated in about 40 ms
_decode = msgspec.json.Decoder(dict[str, object]).decode


class Step(NamedTuple):
    """The newest plants up to an event: how many, and which of them match, newest first, as sequence and record."""

    plants: int
    matching: list[tuple[int, dict[str, object]]]


def evaluate(tx: Transaction, wanted: Filter, *, last: int) -> Step:
    """Evaluate a filter for the STEP_EVENTS events up to `last`; erased ones do not count."""
    found = events.bodies(tx, first=max(1, last - STEP_EVENTS + 1), last=last, whole=True)
    records = [(sequence, _decode(body)) for sequence, _, body in sorted(found, reverse=True) if body]
    return Step(len(records), [one for one in records if wanted.matches(one[1])])

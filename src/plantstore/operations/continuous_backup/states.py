"""Which states of a database the files of a continuous backup have, and which files make up one of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from plantstore.domain.timestamps import Instant, to_text
from plantstore.operations.continuous_backup import names
from plantstore.operations.continuous_backup.names import Base, Chain, Segment
from plantstore.storage.engine.protocols import StorageRefused


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Times that can be restored: every segment between the first and the last, without a gap."""

    chain: str
    first: Instant
    last: Instant
    segments: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The files that make up the database at `at`, in the order in which they are applied.

    `following` is the next segment, which tells until when the database stayed like this; None if there is none.
    """

    chain: str
    at: Instant
    names: Sequence[str]
    following: str | None


def spans(chains: Iterable[Chain]) -> list[Span]:
    """Return the times that can be restored, the oldest first."""
    return [
        Span(chain=chain.name, first=part[0].at, last=part[-1].at, segments=len(part))
        for chain in chains
        for part in _restorable_parts(chain)
    ]


def plan(chains: Sequence[Chain], *, at: Instant | None, only: str | None = None) -> Plan:
    """Choose the files for the newest state that is not later than `at`, or for the newest of all, of the chain `only`.

    Where the clock was set back, a time occurs twice, and the later occurrence is chosen. Raise StorageRefused if there
    is no such state, or if files of it are missing or there twice.
    """
    chains = [chain for chain in chains if only in (None, chain.name)]
    for chain in reversed(chains):
        target = _newest(chain, at)
        if target is not None:
            return _plan(chain, target)
    raise StorageRefused(_why_none(chains, at))


def _newest(chain: Chain, at: Instant | None) -> Segment | None:
    """Return the last segment that ends a state of this time or an earlier one."""
    if not chain.bases:
        return None
    first, segments = chain.bases[0].last, chain.segments
    for index in range(len(segments) - 1, -1, -1):
        if segments.numbers[index] < first:
            return None
        if (at is None or segments.times[index] <= at) and segments[index].is_whole:
            return segments[index]
    return None


def _plan(chain: Chain, target: Segment) -> Plan:
    parts = set(chain.others)
    bases = [base for base in chain.bases if base.last <= target.number]
    base = next((base for base in reversed(bases) if parts.issuperset(_parts(base))), bases[-1])
    there = Counter(number for number in chain.segments.numbers if base.first <= number <= target.number)
    for number in range(base.first, target.number + 1):
        if there[number] != 1:
            why = "missing" if not there[number] else "there twice, from two stores or from a disk that was set back"
            raise StorageRefused(f"Segment {number:010d} of {chain.name} is {why}, so this time cannot be restored.")
    wanted = [one.name for one in chain.segments if base.first <= one.number <= target.number]
    following = next((one.name for one in chain.segments if one.number == target.number + 1), None)
    all_names = [*_parts(base), base.name, *wanted]
    return Plan(chain=chain.name, at=target.at, names=all_names, following=following)


def _parts(base: Base) -> list[str]:
    folder = base.name.rpartition("/")[0]
    return [names.part_name(folder, part + 1) for part in range(base.parts)]


def _restorable_parts(chain: Chain) -> Iterator[list[Segment]]:
    """Yield the segments that end a state that can be made, in parts without a gap."""
    there, known = Counter(chain.segments.numbers), set(chain.others)
    bases = [base for base in chain.bases if known.issuperset(_parts(base))]
    start, previous, part = 0, 0, list[Segment]()
    for segment in chain.segments:
        if segment.number != previous + 1 or there[segment.number] > 1:
            if part:
                yield part
            part, start = [], segment.number + (there[segment.number] > 1)
        previous = segment.number
        if segment.is_whole and any(start <= base.first and base.last <= segment.number for base in bases):
            part.append(segment)
    if part:
        yield part


def _why_none(chains: Sequence[Chain], at: Instant | None) -> str:
    found = spans(chains)
    if not found:
        return "There is no complete continuous backup here: its first copy of the database is not finished."
    assert at is not None, "without a time, the newest is chosen"
    return f"Nothing is that old: the first time that can be restored is {to_text(found[0].first)}."

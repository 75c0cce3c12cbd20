"""Which files of a continuous backup are no longer needed."""

from collections.abc import Iterable, Iterator, Sequence

from plantstore.domain.timestamps import Instant, after
from plantstore.operations.continuous_backup.names import Base, Chain, base_folder, store_of

DAY_S = 86_400


def outdated(chains: Iterable[Chain], *, now: Instant, keep_days: int, current: str) -> Iterator[str]:
    """Yield the names of files that no time in the last `keep_days` days needs, in the order in which to delete them.

    The newest base that was usable before these days is kept with everything after it. Parts of bases that were never
    completed are outdated too, except those of the newest in the chain `current`, which may be in progress. Chains of
    other stores are never outdated.
    """
    ordered = [chain for chain in chains if store_of(chain.name) == store_of(current)]
    place, oldest = _oldest(ordered, horizon=after(now, seconds=-keep_days * DAY_S), now=now)
    for number, chain in enumerate(ordered):
        kept = [] if number < place else [base for base in chain.bases if number > place or _is_kept(base, oldest)]
        yield from (base.name for base in chain.bases if base not in kept)
        if number < place:
            yield from (segment.name for segment in chain.segments)
        elif number == place and oldest is not None:
            yield from (segment.name for segment in chain.segments if segment.number < oldest.first)
        folders = {base_folder(chain.name, base.at) for base in kept}
        folders |= _unfinished(chain) if chain.name == current else set()
        yield from (name for name in chain.others if name.rpartition("/")[0] not in folders)


def _oldest(ordered: Sequence[Chain], *, horizon: Instant, now: Instant) -> tuple[int, Base | None]:
    """Return the newest base from which every needed segment can be reached, and which chain has it."""
    needed = _first_needed(ordered, horizon=horizon, now=now)
    bases = [(place, base) for place, chain in enumerate(ordered) for base in chain.bases]
    usable = [(place, base) for place, base in bases if needed is None or (place, base.last) < needed]
    return usable[-1] if usable else (0, None)


def _first_needed(ordered: Sequence[Chain], *, horizon: Instant, now: Instant) -> tuple[int, int] | None:
    """Return the first segment, in the order in which they were written, with a state of a time after `horizon`.

    A segment whose time has not come yet was written while the clock was ahead. It is needed, unless the store has
    since written one that is not.
    """
    ahead: tuple[int, int] | None = None
    for place, chain in enumerate(ordered):
        for number, at in zip(chain.segments.numbers, chain.segments.times, strict=True):
            if at <= horizon:
                ahead = None
            elif at <= now:
                return ahead or (place, number)
            else:
                ahead = ahead or (place, number)
    return ahead


def _is_kept(base: Base, oldest: Base | None) -> bool:
    return oldest is None or base.last >= oldest.last


def _unfinished(chain: Chain) -> set[str]:
    """Return the folder of the base that was begun last."""
    return {max(name.rpartition("/")[0] for name in chain.others)} if chain.others else set()

"""Which files of a continuous backup are no longer needed."""

from collections.abc import Iterable, Iterator

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
    horizon = after(now, seconds=-keep_days * DAY_S)
    old = [(place, base) for place, chain in enumerate(ordered) for base in _usable(chain, horizon)]
    place, oldest = old[-1] if old else (0, None)
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


def _usable(chain: Chain, at: Instant) -> list[Base]:
    """Return the bases with which a state of this time can be made: those whose last segment was there by then."""
    numbers = {segment.number for segment in chain.segments if segment.at <= at}
    return [base for base in chain.bases if base.last in numbers]


def _is_kept(base: Base, oldest: Base | None) -> bool:
    return oldest is None or base.at >= oldest.at


def _unfinished(chain: Chain) -> set[str]:
    """Return the folder of the base that was begun last."""
    return {max(name.rpartition("/")[0] for name in chain.others)} if chain.others else set()

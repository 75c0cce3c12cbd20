"""Detects whether rows that were read about a receiver's deliveries and replays have changed since."""

CHANGES_MAX = 1_000  # max changed keys remembered per receiver; beyond it, all earlier reads are repeated


class Generation:
    """A counter that increases whenever a receiver's rows in `retries` or `replays` change.

    Each read remembers the generation in which it began. After `invalidate`, the entire read is stale; after `advance`,
    it is stale for one key (the sequence number of a delivery's event, or a replay's id). A stale read is discarded and
    repeated.
    """

    __slots__ = ("_changed", "_valid_from", "current")

    def __init__(self) -> None:
        self.current = 0
        self._valid_from = 0
        self._changed: dict[int | str, int] = {}

    def advance(self, key: int | str) -> None:
        """Note that this process has changed the rows of one delivery or replay."""
        if len(self._changed) >= CHANGES_MAX:
            self.invalidate()
        self.current += 1
        self._changed[key] = self.current

    def invalidate(self) -> None:
        """Note that any row may have changed."""
        self.current += 1
        self._valid_from = self.current
        self._changed.clear()

    def is_stale(self, read_at: int) -> bool:
        """True if any row may have changed since a read that began in the generation `read_at`."""
        return read_at < self._valid_from

    def has_changed(self, key: int | str, *, since: int) -> bool:
        """True if this delivery or replay may have changed since a read that began in the generation `since`."""
        return since < self._valid_from or self._changed.get(key, 0) > since

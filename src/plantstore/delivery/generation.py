"""Whether what was read about a receiver's deliveries and replays is still true."""

CHANGES_MAX = 1_000  # keys remembered for each receiver; beyond that, all earlier reads are repeated


class Generation:
    """A counter that rises whenever rows of one receiver change, in `retries` or in `replays`.

    A read remembers the generation in which it began. It is stale as a whole once `invalidate` was called, and stale
    about one key (a delivery's sequence or a replay's id) once `advance` was called for that key. A stale read is
    dropped and repeated.
    """

    __slots__ = ("_changed", "_valid_from", "current")

    def __init__(self) -> None:
        self.current = 0
        self._valid_from = 0
        self._changed: dict[int | str, int] = {}

    def advance(self, key: int | str) -> None:
        """Note that we have recorded something about one delivery or one replay."""
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
        """True if any row may have changed since the read that began in this generation."""
        return read_at < self._valid_from

    def has_changed(self, key: int | str, *, since: int) -> bool:
        """True if that delivery or replay may have changed since the read that began in this generation."""
        return since < self._valid_from or self._changed.get(key, 0) > since

"""How many requests one receiver may have under way: few at first, more while answers are good, half on overload."""

from plantstore.domain.delivery import Outcome, is_overload

START = 1  # until the first 2xx: whoever registers somebody else's address floods nobody
AFTER_FIRST_SUCCESS = 4
SUCCESSES_TO_DOUBLE = 10  # after an outage, up to where it stood


class AdaptiveConcurrency:
    """The width of one receiver's stream, between 1 and `most`. One more place for each full round of successes."""

    __slots__ = ("_good", "_ramps_to", "_trusted", "most", "width")

    def __init__(self, most: int) -> None:
        assert most >= 1
        self.most = most
        self.width = min(START, most)
        self._trusted = False
        self._ramps_to = 0
        self._good = 0

    def limit(self, most: int) -> None:
        """Stay below another bound from now on."""
        self.most = most
        self.width = min(self.width, most)

    def restart(self) -> None:
        """Begin at one again, because the receiver is back, and double up to where it stood."""
        self._ramps_to = max(self.width, self._ramps_to)
        self.width = START
        self._good = 0

    def note(self, outcome: Outcome) -> None:
        if outcome.accepted:
            self._widen()
        elif is_overload(outcome):
            self.width = max(START, self.width // 2)
            self._ramps_to = self._good = 0

    def _widen(self) -> None:
        if not self._trusted:
            self._trusted = True
            self.width = min(AFTER_FIRST_SUCCESS, self.most)
            return
        self._good += 1
        if self.width < self._ramps_to:
            if self._good >= SUCCESSES_TO_DOUBLE:
                self.width = min(2 * self.width, self._ramps_to, self.most)
                self._good = 0
        elif self._good >= self.width and self.width < self.most:
            self.width += 1
            self._good = 0

"""How many requests one receiver may have under way: few at first, more while answers are good, half on overload."""

from plantstore.domain.delivery import Outcome, is_overload

START = 1  # until the first 2xx: whoever registers somebody else's address floods nobody
AFTER_FIRST_SUCCESS = 4


class Flow:
    """The width of one receiver's stream, between 1 and `most`. One more place for each full round of successes."""

    __slots__ = ("_good", "most", "width")

    def __init__(self, most: int) -> None:
        assert most >= 1
        self.most = most
        self.width = min(START, most)
        self._good = 0

    def note(self, outcome: Outcome) -> None:
        if outcome.accepted:
            self._widen()
        elif is_overload(outcome):
            self.width = max(START, self.width // 2)
            self._good = 0

    def _widen(self) -> None:
        if self.width < AFTER_FIRST_SUCCESS:
            self.width = min(AFTER_FIRST_SUCCESS, self.most)
            return
        self._good += 1
        if self._good >= self.width and self.width < self.most:
            self.width += 1
            self._good = 0

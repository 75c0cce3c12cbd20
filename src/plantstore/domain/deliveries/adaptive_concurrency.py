"""Limits concurrent requests to one receiver: additive increase on success, halving on overload (AIMD)."""

from plantstore.domain.deliveries.delivery import Outcome, is_overload

START = 1  # limit until the first 2xx, so that registering someone else's address cannot flood it
AFTER_FIRST_SUCCESS = 4
SUCCESSES_TO_DOUBLE = 10  # successes before the limit doubles, after an outage, until it is back at its previous value


class AdaptiveConcurrency:
    """Holds one receiver's `limit` of concurrent requests: 1 to `maximum`, raised by one after `limit` successes."""

    __slots__ = ("_doubles_to", "_had_success", "_successes", "limit", "maximum")

    def __init__(self, maximum: int) -> None:
        assert maximum >= 1
        self.maximum = maximum
        self.limit = min(START, maximum)
        self._had_success = False
        self._doubles_to = 0
        self._successes = 0

    def set_maximum(self, maximum: int) -> None:
        """Change the maximum, and lower the limit if it exceeds the new maximum."""
        self.maximum = maximum
        self.limit = min(self.limit, maximum)

    def restart(self) -> None:
        """Reset the limit to 1 after an outage of the receiver. The limit then doubles up to its previous value."""
        self._doubles_to = max(self.limit, self._doubles_to)
        self.limit = START
        self._successes = 0

    def record(self, outcome: Outcome) -> None:
        """Adjust the limit to the outcome of an attempt. Failures other than overload change nothing."""
        if outcome.accepted:
            self._raise()
        elif is_overload(outcome):
            self.limit = max(START, self.limit // 2)
            self._doubles_to = self._successes = 0

    def _raise(self) -> None:
        if not self._had_success:
            self._had_success = True
            self.limit = min(AFTER_FIRST_SUCCESS, self.maximum)
            return
        self._successes += 1
        if self.limit < self._doubles_to:
            if self._successes >= SUCCESSES_TO_DOUBLE:
                self.limit = min(2 * self.limit, self._doubles_to, self.maximum)
                self._successes = 0
        elif self._successes >= self.limit and self.limit < self.maximum:
            self.limit += 1
            self._successes = 0

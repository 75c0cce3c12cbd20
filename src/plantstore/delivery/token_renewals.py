"""Which deliveries are repeated because the receiver refused a token that a token endpoint can replace (401)."""

from plantstore.domain.deliveries.delivery import Outcome

REMEMBERED_MAX = 10_000  # deliveries, per receiver; more than can be in flight


class TokenRenewals:
    """Lets a refused token repeat each delivery only once: the next refusal counts like any other."""

    def __init__(self) -> None:
        self._repeated: set[int] = set()

    def once(self, sequence: int, outcome: Outcome) -> Outcome:
        """Return the outcome, without `token_renewed` if the delivery's last attempt ended like that too."""
        if not outcome.token_renewed:
            self._repeated.discard(sequence)
            return outcome
        if sequence in self._repeated or len(self._repeated) >= REMEMBERED_MAX:
            self._repeated.discard(sequence)
            return outcome._replace(token_renewed=False)
        self._repeated.add(sequence)
        return outcome

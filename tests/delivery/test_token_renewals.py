"""A refused token repeats a delivery once; the next refusal counts."""

from plantstore.delivery.token_renewals import REMEMBERED_MAX, TokenRenewals
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind

RENEWED = Outcome(OutcomeKind.REFUSED, 1, 401, token_renewed=True)


def test_each_delivery_is_repeated_once_in_a_row() -> None:
    renewals = TokenRenewals()

    first, other, second, third = (renewals.once(sequence, RENEWED).token_renewed for sequence in (1, 2, 1, 1))

    assert (first, other, second, third) == (True, True, False, True)


def test_another_outcome_ends_the_row() -> None:
    renewals, accepted = TokenRenewals(), Outcome(OutcomeKind.ACCEPTED, 1, 204)

    renewals.once(1, RENEWED)
    assert renewals.once(1, accepted) is accepted
    assert renewals.once(1, RENEWED).is_repeated


def test_only_so_many_deliveries_are_remembered() -> None:
    renewals = TokenRenewals()

    repeated = [renewals.once(sequence, RENEWED).token_renewed for sequence in range(REMEMBERED_MAX + 1)]

    assert repeated == [True] * REMEMBERED_MAX + [False]

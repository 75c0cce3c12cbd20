"""The descendants of a token are found by indexes, however many tokens there are."""

import pytest

from plantstore.storage.database import Transaction
from plantstore.storage.tables import tokens
from tests.storage.plans import plans_of


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_descendants_of_a_token_are_found_by_an_index(tx: Transaction) -> None:
    [count] = plans_of(tx, lambda tx: tokens.count_descendants(tx, "tok_a"))
    [deletion] = plans_of(tx, lambda tx: tokens.delete_descendants(tx, "tok_a"))

    for plan in (count, deletion):
        assert "SCAN tokens" not in plan, plan
        assert plan.count("tokens_created_by") == plan.count("tokens_makers") == 2

"""Under Patroni, reads come from a standby again as soon as another leader accepts writes."""

import pytest

from tests.crash.patroni.losing import run_apart
from tests.crash.patroni.programs import is_required, why_not

REASON = why_not()


@pytest.mark.skipif(REASON is not None and not is_required(), reason=str(REASON))
@pytest.mark.timeout(300)
def test_reads_come_from_a_standby_of_the_new_leader() -> None:
    before, after = run_apart("tests.crash.patroni.late_reads")

    assert before == [1, 1, "standby"]
    assert after[0] == after[1] >= 2
    assert after[2] == "standby"

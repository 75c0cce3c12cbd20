"""Who gets an alert: channels of the store all, a person's channel what the person may know."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from plantstore.domain.alerts.incident import Incident
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.person import Person, Role
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.operations.alerts.routing import may_know
from plantstore.storage.tables import people
from tests.makers import NOON
from tests.operations.alerts.alerting import Alerting, alerting
from tests.still_clock import StillClock

OWNER = Person(
    id="per_1",
    name="Owner",
    email=None,
    role=Role.OPERATOR,
    receiver_ids=None,
    created_at=NOON,
    created_by="store",
)
PROGRAMMER = replace(OWNER, id="per_2", role=Role.INTEGRATOR)
SUPPLIER = replace(PROGRAMMER, id="per_3", receiver_ids=frozenset({ReceiverId(7)}))
GARDENER = replace(OWNER, id="per_4", role=Role.STAFF)
LEFT = replace(OWNER, id="per_5", deactivated_at=NOON)


def an_incident(rule: RuleKey, subject: str = "", **facts: object) -> Incident:
    return Incident(id="inc_1", rule=rule, subject=subject, subject_name="", facts=facts, began_at=NOON, opened_at=NOON)


SEVEN = an_incident(RuleKey.RECEIVER_FAILING, receiver_text(ReceiverId(7)))
EIGHT = an_incident(RuleKey.RECEIVER_FAILING, receiver_text(ReceiverId(8)))
DISK = an_incident(RuleKey.DISK_LOW)
IMPORT = an_incident(RuleKey.IMPORT_FAILED, "imp_1", person_id="per_4")


@pytest.mark.parametrize(
    ("person", "known"),
    [
        (OWNER, (SEVEN, EIGHT, DISK)),
        (PROGRAMMER, (SEVEN, EIGHT)),
        (SUPPLIER, (SEVEN,)),
        (GARDENER, (IMPORT,)),
        (LEFT, ()),
        (None, ()),
    ],
)
def test_a_person_gets_what_the_person_may_know(person: Person | None, known: tuple[Incident, ...]) -> None:
    assert tuple(one for one in (SEVEN, EIGHT, DISK, IMPORT) if may_know(person, one)) == known


@pytest.fixture
async def shop(tmp_path: Path, clock: StillClock) -> AsyncIterator[Alerting]:
    async with alerting(tmp_path, clock) as one:
        yield one


@pytest.mark.usefixtures("engine_kind")
async def test_a_limited_integrator_gets_only_the_alerts_of_their_receivers(shop: Alerting) -> None:
    await shop.add_receivers(7, 8)
    await shop.store.write(lambda tx: people.insert(tx, SUPPLIER))
    await shop.add_channel("ach_2", person_id=SUPPLIER.id)
    await shop.disable(7, 8)
    await shop.run_for(30)

    assert [message.title for message in shop.channels.messages()] == ["2 receivers are disabled"]
    assert [message.title for message in shop.channels.messages("ach_2")] == ["Shop 7 is disabled"]

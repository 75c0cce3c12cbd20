"""Which requests a standby may serve: feeds, lists, exports and statistics, for tokens that can change nothing."""

import pytest

from plantstore.domain.token import Scope
from plantstore.storage.engine.late_reads import Served
from plantstore.web.routes import ENDPOINTS
from tests.web.api.late import FakeStandby
from tests.web.console.browsing import Browser
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("tests/postgres/test_standby_reads.py has what depends on the engine")

READS = [scope for scope in Scope if scope.endswith(":read")]
EVENTS = "/api/v1/events"
LATE = {
    "countDeliveries": "/api/v1/deliveries/counts",
    "countPlants": "/api/v1/plants/counts",
    "exportActivity": "/api/v1/activity/export",
    "exportPlants": "/api/v1/plants/export",
    "listActivity": "/api/v1/activity",
    "listDeliveries": "/api/v1/deliveries",
    "listPlantChanges": "/api/v1/plants/history",
    "listPlants": "/api/v1/plants",
    "listReceiverFigures": "/api/v1/receivers/figures",
    "readAttempts": "/api/v1/attempts",
    "readFeed": EVENTS,
    "showDeliveryStats": "/api/v1/stats",
    "showFigures": "/api/v1/figures",
    "showReceiverFigures": "/api/v1/receivers/{receiver}/figures",
}


@pytest.fixture
def standby(site: Site) -> FakeStandby:
    return FakeStandby(site)


def test_exactly_these_operations_may_be_late() -> None:
    assert {one.name for one in ENDPOINTS if one.may_be_late} == set(LATE)
    assert all(one.method == "GET" for one in ENDPOINTS if one.may_be_late)


@pytest.mark.parametrize("path", LATE.values())
def test_a_token_that_can_change_nothing_reads_from_the_standby(site: Site, standby: FakeStandby, path: str) -> None:
    site.add()
    path = path.format(receiver=site.register()["id"])
    reader, writer = site.make_token(*READS), site.make_token(*READS, Scope.PLANTS_WRITE)

    late = site.get(path, token=reader.text)
    assert late.status_code == 200
    assert standby.served
    assert set(standby.served) == {Served.STANDBY}
    standby.forget()

    assert site.get(path, token=writer.text).content == late.content
    assert standby.served == []


def test_single_objects_and_pages_of_the_console_come_from_the_primary(site: Site, standby: FakeStandby) -> None:
    plant = site.add()
    reader = site.make_token(*READS)

    for path in (f"/api/v1/plants/{plant['id']}", f"{EVENTS}/1", "/api/v1/receivers", "/metrics"):
        assert site.get(path, token=reader.text).status_code == 200
    Browser(site, token=reader).get("/plants")

    assert standby.served == []


def test_a_reader_that_is_further_than_the_standby_is_served_by_the_primary(site: Site, standby: FakeStandby) -> None:
    reader = site.make_token(*READS)

    assert site.get(f"{EVENTS}?after=1", token=reader.text).status_code == 409
    assert site.get("/api/v1/plants?changed_after=1", token=reader.text).status_code == 409

    assert standby.served == [Served.DECLINED, Served.DECLINED]


def test_an_empty_page_of_events_is_not_late_if_a_newer_event_is_known(site: Site, standby: FakeStandby) -> None:
    site.add()
    reader = site.make_token(*READS)
    assert site.get(f"{EVENTS}?after=1", token=reader.text).json()["items"] == []
    assert standby.served == [Served.STANDBY]
    standby.forget()

    site.log.note_head(2)  # as when another process has added a plant that the standby does not have
    assert site.get(f"{EVENTS}?after=1", token=reader.text).json()["items"] == []
    assert site.get(f"{EVENTS}?after=0", token=reader.text).json()["after"] == 1

    assert standby.served == [Served.DECLINED, Served.STANDBY]


def test_a_reader_that_waits_gets_the_event_that_ends_its_wait(site: Site, standby: FakeStandby) -> None:
    reader = site.make_token(*READS)
    site.add()

    page = site.get(f"{EVENTS}?after=0&wait=20", token=reader.text).json()

    assert [one["sequence"] for one in page["items"]] == [1]
    assert standby.served == [Served.STANDBY, Served.STANDBY]

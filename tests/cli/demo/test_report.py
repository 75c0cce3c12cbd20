"""The arithmetic of the demo's audit: each thing that may go wrong is found, and counted as what it is."""

import pytest

from plantstore.cli.demo.report import Acknowledged, Received, Report, Verdict, audit, percentile

PROMISED = [Acknowledged(event_id=f"evt_{number}", at_s=float(number)) for number in (1, 2, 3)]


def accepted(number: int, *, at_s: float | None = None) -> Received:
    at_s = number + 0.5 if at_s is None else at_s
    return Received(verdict=Verdict.ACCEPTED, at_s=at_s, event_id=f"evt_{number}", sequence=number)


def refused(number: int) -> Received:
    return Received(verdict=Verdict.REFUSED, at_s=number + 0.1, event_id=f"evt_{number}", sequence=number)


ALL = [accepted(1), accepted(2), accepted(3)]


def report_of(*received: Received, owed_by_store: int = 0) -> Report:
    return audit(PROMISED, {"shop": received}, {"shop": owed_by_store})


def test_all_is_well_when_every_receiver_has_every_plant() -> None:
    report = audit(PROMISED, {"shop": ALL, "index": [refused(2), *ALL]}, {"shop": 0, "index": 0})

    assert (report.plants, report.deliveries, report.delivered) == (3, 6, 6)
    assert report.complete
    assert report.faults == ()
    assert [one.refused for one in report.receivers] == [0, 1]


def test_what_neither_came_nor_is_owed_is_lost() -> None:
    report = report_of(accepted(1), accepted(3))

    (shop,) = report.receivers
    assert (shop.accepted, shop.owed, shop.lost) == (2, 0, 1)
    assert not report.complete
    assert report.faults == ("1 lost",)


def test_what_the_store_still_owes_is_not_lost() -> None:
    report = report_of(accepted(1), refused(2), owed_by_store=1)

    (shop,) = report.receivers
    assert (shop.accepted, shop.owed, shop.lost) == (1, 1, 1)
    assert report.faults == ("1 lost", "1 still owed")


def test_the_store_may_owe_more_than_is_missing() -> None:
    report = report_of(*ALL, owed_by_store=2)

    assert report.total("owed") == 0
    assert report.faults == ()


def test_what_came_again_is_repeated_and_no_fault() -> None:
    report = report_of(*ALL, accepted(2, at_s=9.0), accepted(2, at_s=10.0))

    (shop,) = report.receivers
    assert (shop.accepted, shop.repeated) == (3, 2)
    assert report.faults == ()


def test_a_request_that_does_not_verify_is_a_fault() -> None:
    report = report_of(*ALL, Received(verdict=Verdict.UNVERIFIED, at_s=4.0))

    assert report.faults == ("1 not verified",)


def test_a_request_that_does_not_verify_delivers_nothing() -> None:
    report = report_of(*ALL[:2], Received(verdict=Verdict.UNVERIFIED, at_s=4.0, event_id="evt_3", sequence=3))

    assert report.total("lost") == 1


def test_an_event_that_nobody_acknowledged_is_a_fault() -> None:
    report = report_of(*ALL, accepted(4))

    (shop,) = report.receivers
    assert (shop.accepted, shop.unknown) == (3, 1)
    assert report.faults == ("1 of no plant that was acknowledged",)
    assert len(report.delays_s) == 3


def test_a_number_that_no_missing_delivery_explains_is_a_fault() -> None:
    leapt = Received(verdict=Verdict.ACCEPTED, at_s=3.5, event_id="evt_3", sequence=5)

    assert report_of(accepted(1), accepted(2), leapt).faults == ("2 missing in the numbering",)
    assert report_of(accepted(1), accepted(3), owed_by_store=1).total("holes") == 0


def test_a_delay_runs_from_the_answer_to_the_first_acceptance() -> None:
    (shop,) = report_of(
        accepted(1, at_s=1.25), accepted(1, at_s=7.0), accepted(2, at_s=1.5), accepted(3, at_s=5.0)
    ).receivers

    assert sorted(shop.delays_s) == [0.0, 0.25, 2.0]
    assert (shop.p50_s, shop.p99_s, shop.slowest_s) == (0.25, 2.0, 2.0)


def test_without_a_delivery_there_is_no_delay() -> None:
    report = report_of(owed_by_store=3)

    assert (report.p50_s, report.p99_s, report.slowest_s) == (None, None, None)


@pytest.mark.parametrize(("share", "expected"), [(0, 1.0), (0.5, 50.0), (0.99, 99.0), (0.991, 100.0), (1, 100.0)])
def test_a_percentile_is_a_value_that_was_measured(share: float, expected: float) -> None:
    assert percentile([float(value) for value in range(100, 0, -1)], share) == expected

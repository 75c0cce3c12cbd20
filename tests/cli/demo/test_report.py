"""The demo's comparison: every kind of fault is found and counted correctly."""

from plantstore.cli.demo.report import Received, Report, Verdict, compare, latencies, percentile

ACKNOWLEDGED = {f"evt_{number}": float(number) for number in (1, 2, 3)}


def accepted(number: int, *, at_s: float | None = None) -> Received:
    at_s = number + 0.5 if at_s is None else at_s
    return Received(verdict=Verdict.ACCEPTED, at_s=at_s, event_id=f"evt_{number}", sequence=number)


def refused(number: int) -> Received:
    return Received(verdict=Verdict.REFUSED, at_s=number + 0.1, event_id=f"evt_{number}", sequence=number)


ALL = [accepted(1), accepted(2), accepted(3)]


def report_of(*received: Received, queued: int = 0) -> Report:
    return compare(ACKNOWLEDGED, {"shop": received}, {"shop": queued})


def test_a_report_is_complete_when_every_receiver_has_every_plant() -> None:
    report = compare(ACKNOWLEDGED, {"shop": ALL, "index": [refused(2), *ALL]}, {"shop": 0, "index": 0})

    assert (report.plants, report.deliveries, report.total("accepted")) == (3, 6, 6)
    assert report.is_complete
    assert report.faults == ()
    assert [receiver.refused for receiver in report.receivers] == [0, 1]


def test_a_delivery_neither_received_nor_queued_is_lost() -> None:
    report = report_of(accepted(1), accepted(3))

    (shop,) = report.receivers
    assert (shop.accepted, shop.owed, shop.lost) == (2, 0, 1)
    assert not report.is_complete
    assert report.faults == ("1 lost",)


def test_a_queued_delivery_is_not_lost() -> None:
    report = report_of(accepted(1), refused(2), queued=1)

    (shop,) = report.receivers
    assert (shop.accepted, shop.owed, shop.lost) == (1, 1, 1)
    assert report.faults == ("1 lost", "1 still queued")


def test_the_store_may_have_more_queued_than_is_missing() -> None:
    report = report_of(*ALL, queued=2)

    assert report.total("owed") == 0
    assert report.faults == ()


def test_a_repeated_delivery_is_counted_but_no_fault() -> None:
    report = report_of(*ALL, accepted(2, at_s=9.0), accepted(2, at_s=10.0))

    (shop,) = report.receivers
    assert (shop.accepted, shop.repeated) == (3, 2)
    assert report.faults == ()


def test_an_unverified_request_is_a_fault() -> None:
    report = report_of(*ALL, Received(verdict=Verdict.UNVERIFIED, at_s=4.0))

    assert report.faults == ("1 not verified",)


def test_an_unverified_request_delivers_nothing() -> None:
    report = report_of(*ALL[:2], Received(verdict=Verdict.UNVERIFIED, at_s=4.0, event_id="evt_3", sequence=3))

    assert report.total("lost") == 1


def test_an_event_without_an_acknowledged_plant_is_a_fault() -> None:
    report = report_of(*ALL, accepted(4))

    (shop,) = report.receivers
    assert (shop.accepted, shop.unknown) == (3, 1)
    assert report.faults == ("1 for no acknowledged plant",)
    assert len(report.delays_s) == 3


def test_a_missing_sequence_that_no_missing_delivery_explains_is_a_fault() -> None:
    skipping = Received(verdict=Verdict.ACCEPTED, at_s=3.5, event_id="evt_3", sequence=5)

    assert report_of(accepted(1), accepted(2), skipping).faults == ("2 missing sequences",)
    assert report_of(accepted(1), accepted(3), queued=1).total("holes") == 0


def test_a_delay_runs_from_the_acknowledgement_to_the_first_acceptance() -> None:
    (shop,) = report_of(
        accepted(1, at_s=1.25), accepted(1, at_s=7.0), accepted(2, at_s=1.5), accepted(3, at_s=5.0)
    ).receivers

    assert sorted(shop.delays_s) == [0.0, 0.25, 2.0]
    assert latencies(shop.delays_s) == {"p50_ms": 250.0, "p99_ms": 2000.0, "slowest_ms": 2000.0}


def test_without_deliveries_there_are_no_latencies() -> None:
    report = report_of(queued=3)

    assert latencies(report.delays_s) == {"p50_ms": None, "p99_ms": None, "slowest_ms": None}


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(value) for value in range(100, 0, -1)]

    assert [percentile(values, share) for share in (0, 0.5, 0.99, 0.991, 1)] == [1.0, 50.0, 99.0, 100.0, 100.0]

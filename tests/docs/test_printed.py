"""Output is compared with what a page shows, except for ids, times, durations and ports."""

from tests.docs.printed import Ids, difference, place_after

SHOWN = ["id   rcv_038rrd0sg95hy", "at   2026-11-22T12:28:41.518Z", "…", "took 5 ms"]


def test_ids_times_and_ports_may_differ() -> None:
    printed = ["id     rcv_0abc", "at   2027-01-01T00:00:00.000Z", "anything", "at all", "took 312 ms"]

    assert difference(Ids(), SHOWN, printed) == ""
    assert difference(Ids(), ["Ready on http://127.0.0.1:8000"], ["Ready on http://127.0.0.1:41231"]) == ""
    assert difference(Ids(), ["204 in 12 ms"], ["204 in 1,312 ms"]) == "", "a busy machine takes longer"


def test_any_other_difference_is_found() -> None:
    others: list[list[str]] = [
        ["id   evt_0abc", "at   2026-11-22T12:28:41.518Z", "took 5 ms"],
        ["id   rcv_0abc", "at   noon", "took 5 ms"],
        ["id   rcv_0abc", "at   2026-11-22T12:28:41.518Z", "took 5 parrots"],
        ["id   rcv_0abc", "at   2026-11-22T12:28:41.518Z", "took 5 ms", "one line more"],
        ["id   rcv_0abc", "at   2026-11-22T12:28:41.518Z"],
        [],
    ]

    assert not [printed for printed in others if difference(Ids(), SHOWN, printed) == ""]


def test_an_id_means_the_same_object_everywhere() -> None:
    ids = Ids()

    assert difference(ids, ["added rcv_038rrd0sg95hy"], ["added rcv_0abc"]) == ""

    assert difference(ids, ["paused rcv_038rrd0sg95hy"], ["paused rcv_0abc"]) == ""
    assert difference(ids, ["paused rcv_038rrd0sg95hy"], ["paused rcv_0other"]) != ""
    assert ids.real("pause rcv_038rrd0sg95hy or rcv_038rrd") == "pause rcv_0abc or rcv_0abc"


def test_lines_of_a_terminal_are_found_in_order() -> None:
    printed = ["first", "noise", "second"]

    assert place_after(Ids(), ["first", "second"], printed, 0) == 3
    assert place_after(Ids(), ["first", "second"], printed, 1) is None
    assert place_after(Ids(), ["second", "first"], printed, 0) is None

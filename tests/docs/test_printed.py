"""What a page shows fits what is printed, or it does not."""

import pytest

from tests.docs.printed import Ids, difference, place_after

SHOWN = ["id   rcv_038rrd0sg95hy", "at   2026-11-22T12:28:41.518Z", "…", "took 5 ms"]


def test_ids_times_and_ports_may_be_others() -> None:
    printed = ["id     rcv_0abc", "at   2027-01-01T00:00:00.000Z", "anything", "at all", "took 312 ms"]

    assert difference(Ids(), SHOWN, printed) == ""
    assert difference(Ids(), ["Ready on http://127.0.0.1:8000"], ["Ready on http://127.0.0.1:41231"]) == ""


@pytest.mark.parametrize(
    "printed",
    [
        ["id   evt_0abc", "at   2026-11-22T12:28:41.518Z", "took 5 ms"],
        ["id   rcv_0abc", "at   noon", "took 5 ms"],
        ["id   rcv_0abc", "at   2026-11-22T12:28:41.518Z", "took 5 parrots"],
        ["id   rcv_0abc", "at   2026-11-22T12:28:41.518Z", "took 5 ms", "one line more"],
        ["id   rcv_0abc", "at   2026-11-22T12:28:41.518Z"],
        [],
    ],
)
def test_anything_else_is_told_apart(printed: list[str]) -> None:
    assert difference(Ids(), SHOWN, printed) != ""


def test_an_id_is_the_same_one_wherever_it_stands() -> None:
    ids = Ids()

    assert difference(ids, ["added rcv_038rrd0sg95hy"], ["added rcv_0abc"]) == ""

    assert difference(ids, ["paused rcv_038rrd0sg95hy"], ["paused rcv_0abc"]) == ""
    assert difference(ids, ["paused rcv_038rrd0sg95hy"], ["paused rcv_0other"]) != ""
    assert ids.real("pause rcv_038rrd0sg95hy or rcv_038rrd") == "pause rcv_0abc or rcv_0abc"


def test_lines_of_a_terminal_are_found_in_their_order() -> None:
    printed = ["first", "noise", "second"]

    assert place_after(Ids(), ["first", "second"], printed, 0) == 3
    assert place_after(Ids(), ["first", "second"], printed, 1) is None
    assert place_after(Ids(), ["second", "first"], printed, 0) is None

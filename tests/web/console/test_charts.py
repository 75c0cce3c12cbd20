"""The pictures say what the numbers say, in one scale, without a style of their own."""

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

from markupsafe import Markup

from plantstore.web.console import charts
from plantstore.web.console.charts import bars, lines, steps

NOON = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
EMPTY_HOURS = [(0, 0)] * 24


def drawn(markup: Markup) -> ElementTree.Element:
    """The picture, read as XML: it is well-formed, or this fails."""
    assert isinstance(markup, Markup)
    return ElementTree.fromstring(str(markup))


def image_of(markup: Markup) -> ElementTree.Element:
    root = drawn(markup)
    image = root if root.tag == "svg" else root.find("svg")
    assert image is not None
    return image


def shapes(markup: Markup, tag: str, name: str) -> list[dict[str, str]]:
    return [one.attrib for one in image_of(markup).iter(tag) if one.get("class") == name]


def labels(markup: Markup, name: str) -> list[str]:
    found = drawn(markup).find(f"div[@class='{name}']")
    assert found is not None
    return [one.text or "" for one in found]


def hours(**places: tuple[int, int]) -> list[tuple[int, int]]:
    """A day with something in a few hours: `hours(h3=(7, 1))`."""
    day = list(EMPTY_HOURS)
    for name, pair in places.items():
        day[int(name.removeprefix("h"))] = pair
    return day


def points_of(markup: Markup, name: str) -> list[list[tuple[float, float]]]:
    texts = [one["points"] for one in shapes(markup, "polyline", name)]
    return [[(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())] for text in texts]


def test_bars_are_one_image_that_a_sentence_names() -> None:
    image = image_of(bars(hours(h3=(7, 1), h4=(3, 0))))

    assert (image.get("role"), image.get("width"), image.get("height")) == ("img", "120", "28")
    assert image.get("aria-label") == "Last 24 hours: 10 accepted, 1 failed in 1 hour."
    assert image_of(bars(EMPTY_HOURS)).get("aria-label") == "Last 24 hours: nothing sent."
    assert image_of(bars(hours(h0=(2, 0)))).get("aria-label") == "Last 24 hours: 2 accepted, none failed."


def test_the_highest_bar_fills_the_height_and_the_others_are_in_proportion() -> None:
    accepted = shapes(bars(hours(h0=(100, 0), h1=(50, 0))), "rect", "accepted")

    assert [(one["x"], one["y"], one["height"]) for one in accepted] == [("0", "0", "27"), ("5", "13", "14")]


def test_what_failed_stands_on_what_was_accepted() -> None:
    picture = bars(hours(h2=(20, 10)))

    [below], [above] = shapes(picture, "rect", "accepted"), shapes(picture, "rect", "failed")
    assert (below["x"], below["y"], below["height"]) == ("10", "9", "18")
    assert (above["x"], above["y"], above["height"]) == ("10", "0", "9")


def test_one_failure_among_thousands_is_seen_and_nothing_leaves_the_picture() -> None:
    picture = bars(hours(h5=(100_000, 1)))

    [below], [above] = shapes(picture, "rect", "accepted"), shapes(picture, "rect", "failed")
    assert (above["y"], above["height"]) == ("0", "2")
    assert (below["y"], below["height"]) == ("2", "25")


def test_one_that_was_accepted_among_thousands_of_failures_is_seen() -> None:
    picture = bars(hours(h5=(1, 100_000), h6=(0, 100_000)))

    assert [one["height"] for one in shapes(picture, "rect", "failed")] == ["26", "27"]
    assert [one["height"] for one in shapes(picture, "rect", "accepted")] == ["1"]


def test_empty_hours_are_a_dashed_line_and_no_bar() -> None:
    picture = bars(hours(h0=(1, 0), h23=(1, 0)))

    [base] = shapes(picture, "line", "base")
    assert (base["x1"], base["x2"], base["stroke-dasharray"]) == ("5", "114", "2 2")
    assert len(list(image_of(picture).iter("rect"))) == 2
    assert not list(image_of(bars(EMPTY_HOURS)).iter("rect"))


def test_a_backlog_is_drawn_in_steps_to_the_end() -> None:
    picture = steps([(NOON, 0), (NOON + timedelta(hours=12), 131), (NOON + timedelta(hours=24), 50)])

    [edge] = shapes(picture, "path", "edge")
    assert edge["d"] == "M0 120H300V41.4H600V90H600"
    assert not re.search("[CSQTA]", edge["d"]), "a curve would show what nobody measured"
    [area] = shapes(picture, "path", "area")
    assert area["d"] == "M0 120L0 120H300V41.4H600V90H600V120Z"


def test_a_backlog_has_three_grid_lines_and_labels_of_its_own_times() -> None:
    picture = steps([(NOON, 0), (NOON + timedelta(hours=24), 131)])

    assert [one["y1"] for one in shapes(picture, "line", "grid")] == ["0", "60", "120"]
    assert labels(picture, "levels") == ["200", "100", "0"]
    assert labels(picture, "times") == ["12:00", "18:00", "00:00", "06:00", "12:00"]
    assert image_of(picture).get("aria-label") == "From 12:00 to 12:00: backlog at most 131, 131 at the end."


def test_a_backlog_of_one_point_or_none_is_drawn_too() -> None:
    one, none = steps([(NOON, 7)]), steps([])

    assert shapes(one, "path", "edge")[0]["d"] == "M0 36H600"
    assert image_of(none).get("aria-label") == "No measurements yet."
    assert not list(image_of(none).iter("path"))


def test_times_are_drawn_on_a_logarithmic_axis() -> None:
    picture = lines([10.0, 100.0, 1_000.0], [100.0, 1_000.0, 1_000.0])

    assert labels(picture, "levels") == ["1 s", "100 ms", "10 ms"]
    assert points_of(picture, "half") == [[(100, 120), (300, 60), (500, 0)]]
    assert points_of(picture, "most") == [[(100, 60), (300, 0), (500, 0)]]
    assert labels(picture, "times") == ["3 h ago", "1 h ago", "now"]
    assert image_of(picture).get("aria-label") == (
        "Last 3 hours: median 10 ms to 1 s, 95 % within 100 ms to 1 s, hour by hour."
    )


def test_hours_without_a_time_break_the_line() -> None:
    picture = lines([10.0, 10.0, None, 10.0], [10.0, 10.0, None, 10.0])

    assert points_of(picture, "half") == [[(75, 120), (225, 120)], [(480, 120), (570, 120)]]


def test_lines_without_any_time_say_so() -> None:
    picture = lines([None] * 24, [None] * 24)

    assert not list(image_of(picture).iter("polyline"))
    assert image_of(picture).get("aria-label") == "Last 24 hours: nothing accepted."


def test_no_picture_brings_a_style() -> None:
    for picture in (bars(hours(h1=(1, 1))), steps([(NOON, 1)]), lines([10.0], [20.0])):
        for element in drawn(picture).iter():
            assert not {"style", "fill", "stroke"} & set(element.attrib)


def test_large_numbers_are_written_as_everywhere() -> None:
    assert "1,182 accepted" in charts.bars_sentence([(1_182, 0)])

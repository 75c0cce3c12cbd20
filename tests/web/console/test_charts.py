"""The pictures say what the numbers say, in one scale, without a style of their own."""

import re
from xml.etree import ElementTree

from markupsafe import Markup

from plantstore.web.console import charts
from plantstore.web.console.charts import bars, columns, levels, lines

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


def boxes(markup: Markup, name: str) -> list[dict[str, str]]:
    """The rectangles of a class, which are one path."""
    texts = [one["d"] for one in shapes(markup, "path", name)]
    found = [re.fullmatch(r"M(\S+) (\S+)h(\S+)v(\S+)h-\3", one) for text in texts for one in text.split("z")[:-1]]
    return [dict(zip(("x", "y", "width", "height"), one.groups(), strict=True)) for one in found if one is not None]


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
    accepted = boxes(bars(hours(h0=(100, 0), h1=(50, 0))), "accepted")

    assert [(one["x"], one["y"], one["height"]) for one in accepted] == [("0", "0", "27"), ("5", "13", "14")]


def test_what_failed_stands_on_what_was_accepted() -> None:
    picture = bars(hours(h2=(20, 10)))

    [below], [above] = boxes(picture, "accepted"), boxes(picture, "failed")
    assert (below["x"], below["y"], below["height"]) == ("10", "9", "18")
    assert (above["x"], above["y"], above["height"]) == ("10", "0", "9")


def test_one_failure_among_thousands_is_seen_and_nothing_leaves_the_picture() -> None:
    picture = bars(hours(h5=(100_000, 1)))

    [below], [above] = boxes(picture, "accepted"), boxes(picture, "failed")
    assert (above["y"], above["height"]) == ("0", "2")
    assert (below["y"], below["height"]) == ("2", "25")


def test_one_that_was_accepted_among_thousands_of_failures_is_seen() -> None:
    picture = bars(hours(h5=(1, 100_000), h6=(0, 100_000)))

    assert [one["height"] for one in boxes(picture, "failed")] == ["26", "27"]
    assert [one["height"] for one in boxes(picture, "accepted")] == ["1"]


def test_empty_hours_are_a_dashed_line_and_no_bar() -> None:
    picture = bars(hours(h0=(1, 0), h23=(1, 0)))

    [base] = shapes(picture, "line", "base")
    assert (base["x1"], base["x2"], base["stroke-dasharray"]) == ("5", "114", "2 2")
    assert [one["x"] for one in boxes(picture, "accepted")] == ["0", "115"]
    assert not list(image_of(bars(EMPTY_HOURS)).iter("path"))


def test_bars_that_are_compared_have_one_scale() -> None:
    [few] = boxes(bars(hours(h0=(50, 0)), most=100), "accepted")

    assert few["height"] == "14"
    assert charts.busiest(hours(h0=(50, 1), h1=(3, 0))) == 51


def test_columns_are_in_proportion_to_the_maximum_below_them() -> None:
    picture = columns([0, 895, 5, 0], name="accepted", since="15:00")

    drawn_columns = [(one["x"], one["y"], one["height"]) for one in boxes(picture, "accepted")]
    assert drawn_columns == [("60", "0", "48"), ("120", "46", "2")]
    assert labels(picture, "times") == ["15:00", "max. 895/h", "now"]
    assert image_of(picture).get("aria-label") == "From 15:00 until now: 900, at most 895 per hour."
    assert labels(columns([0, 0], name="failed", since="15:00"), "times") == ["15:00", "none", "now"]


def test_levels_are_drawn_in_steps_from_zero_and_end_with_the_present() -> None:
    picture = levels([0, 40, 20], since="15:00")

    [edge] = shapes(picture, "path", "edge")
    assert edge["d"] == "M0 48V48H80V0H160V24H240"
    assert not re.search("[CSQTA]", edge["d"]), "a curve would show what nobody measured"
    [area] = shapes(picture, "path", "area")
    assert area["d"] == "M0 48V48H80V0H160V24H240V48Z"
    assert labels(picture, "times") == ["15:00", "max. 40", "now"]
    assert image_of(picture).get("aria-label") == "From 15:00 until now: at most 40, 20 now."


def test_hours_without_a_level_leave_a_gap() -> None:
    edges = shapes(levels([4, None, None, 2], since="15:00"), "path", "edge")

    assert [one["d"] for one in edges] == ["M0 0V0H60", "M180 24V24H240"]
    assert not shapes(levels([None, None], since="15:00"), "path", "edge")
    assert labels(levels([0, 0], since="15:00"), "times") == ["15:00", "none", "now"]


def test_times_are_drawn_on_a_linear_axis_from_zero() -> None:
    picture = lines([10.0, 100.0, 1_000.0], [100.0, 1_000.0, 1_000.0], since="15:00")

    assert points_of(picture, "half") == [[(40, 47.5), (120, 43.2), (200, 0)]]
    assert points_of(picture, "most") == [[(40, 43.2), (120, 0), (200, 0)]]
    assert labels(picture, "times") == ["15:00", "max. 1 s", "now"]
    assert image_of(picture).get("aria-label") == (
        "From 15:00 until now: median 10 ms to 1 s, 95 % within 100 ms to 1 s, hour by hour."
    )


def test_hours_without_a_time_break_the_line() -> None:
    picture = lines([10.0, 10.0, None, 10.0], [10.0, 10.0, None, 10.0], since="15:00")

    assert points_of(picture, "half") == [[(30, 0), (90, 0)], [(192, 0), (228, 0)]]


def test_lines_without_any_time_say_so() -> None:
    picture = lines([None] * 24, [None] * 24, since="15:00")

    assert not list(image_of(picture).iter("polyline"))
    assert image_of(picture).get("aria-label") == "From 15:00 until now: nothing accepted."


def test_no_picture_brings_a_style() -> None:
    pictures = (columns([1], name="failed", since=""), levels([1], since=""), lines([10.0], [20.0], since=""))
    for picture in (bars(hours(h1=(1, 1))), *pictures):
        for element in drawn(picture).iter():
            assert not {"style", "fill", "stroke"} & set(element.attrib)


def test_large_numbers_are_written_as_everywhere() -> None:
    assert "1,182 accepted" in charts.bars_sentence([(1_182, 0)])

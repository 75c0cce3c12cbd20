"""Templates are compiled once in a process, and each store still writes the times of its own zone."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest
from jinja2 import StrictUndefined, UndefinedError

from plantstore.domain.timestamps import parse
from plantstore.web.console.rendering import DRAWN_RECEIVERS, TemplateEnvironment, dots, renderer_of

NOON = "2026-06-01T12:00:00Z"


def test_stores_in_one_time_zone_share_what_is_compiled() -> None:
    assert renderer_of(ZoneInfo("Europe/Berlin")) is renderer_of(ZoneInfo("Europe/Berlin"))


def test_stores_in_two_time_zones_write_each_its_own_times() -> None:
    times = {name: renderer_of(ZoneInfo(name)).day(NOON) for name in ("UTC", "Europe/Berlin")}

    assert "1 Jun 2026, 12:00:00" in times["UTC"]
    assert "1 Jun 2026, 14:00:00" in times["Europe/Berlin"]


def test_a_plant_shows_the_first_picture_that_the_store_keeps() -> None:
    address = "https://shop.example/photos/k/small"

    assert '<img class="ph" src="/photos/k/small" width="36" height="36" loading="lazy" alt="">' in drawn(
        {"thumbnails": [None, address]}
    )
    assert 'src="/photos/k/medium" width="152" height="152" alt="A &lt;red&gt; rose"' in drawn(
        {"thumbnails": [address]}, "medium", "A <red> rose"
    )
    without: tuple[object, ...] = ({"thumbnails": [None]}, {"thumbnails": []}, {})
    for plant in without:
        assert drawn(plant).startswith('<svg class="ph"')


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("2026-11-27T06:05:04.000001Z", "06:05"),
        ("2026-11-26T23:59:59Z", "26 Nov"),
        ("2025-01-02T03:04:05Z", "2 Jan 2025"),
    ],
)
def test_a_brief_time_is_as_exact_as_a_list_needs(written: str, shown: str) -> None:
    found = renderer_of(ZoneInfo("UTC")).brief(written, parse("2026-11-27T20:00:00Z"))

    assert found.endswith(f">{shown}</time>")
    assert written in found


def test_each_receiver_is_a_dot_unless_there_are_too_many() -> None:
    progress = {"receivers": 6, "accepted": 2, "waiting": 1, "exhausted": 1, "held": 1, "cancelled": 1}

    drawn = dots(progress)

    assert drawn.count("<circle") == 6
    assert [drawn.count(f'class="{kind}"') for kind in ("open", "lost", "open still")] == [1, 1, 2]
    assert dots({"receivers": 3, "accepted": 1}).count('class="open"') == 2, "the others wait"
    assert dots({"receivers": DRAWN_RECEIVERS + 1, "accepted": 1}) == ""


def test_a_key_of_a_record_is_read_and_a_method_stays_one() -> None:
    page = {"items": ["a", "b"], "next": "n"}
    environment = TemplateEnvironment(undefined=StrictUndefined)

    assert environment.from_string("{{ page.next }}{{ page.items() | length }}").render(page=page) == "n2"
    with pytest.raises(UndefinedError):
        environment.from_string("{{ page.previous }}").render(page=page)


def drawn(*given: object) -> str:
    parts: Any = renderer_of(ZoneInfo("UTC"))._environment.get_template("parts.html").module
    return str(parts.picture(*given))

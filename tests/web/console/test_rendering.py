"""Templates are compiled once in a process, and each store still writes the times of its own zone."""

from typing import Any
from zoneinfo import ZoneInfo

from plantstore.web.console.rendering import renderer_of

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


def drawn(*given: object) -> str:
    parts: Any = renderer_of(ZoneInfo("UTC"))._environment.get_template("parts.html").module
    return str(parts.picture(*given))

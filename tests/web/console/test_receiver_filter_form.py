"""The filter in the form of a receiver: as conditions or JSON, counted before it is saved, shown, changed, removed."""

import json
from typing import Any

import pytest

from plantstore.domain.session import RECENT_SIGN_IN_S_MAX
from plantstore.web.console.views.receiver_filter import LINES_MAX, PATTERN, Line, present
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

NEW = "/receivers/new"
SHRUBS = {"tag": ["shrub", "tree"], "price": {"lt": "20", "gte": "5"}, "care": {"water": {"exists": True}}}


def lines(*given: tuple[str, str, str]) -> dict[str, str]:
    fields = {"filter_kind": "conditions"}
    for number, (field, operator, value) in enumerate(given, start=1):
        fields |= {
            f"filter_field_{number}": field,
            f"filter_is_{number}": operator,
            f"filter_value_{number}": value,
        }
    return fields


def filters(site: Site) -> list[Any]:
    return [one["filter"] for one in site.get("/api/v1/receivers").json()["items"]]


def new(site: Site, button: str, **fields: str) -> Page:
    form = Browser(site).get(NEW).form(NEW)
    return form.fill(url="http://127.0.0.1:9000", name="Printer", **fields).submit(button)


def edit(site: Site, receiver: dict[str, Any], button: str = "Save", **fields: str) -> Page:
    path = f"/receivers/{receiver['id']}/edit"
    return Browser(site).get(path).form(path).fill(**fields).submit(button)


def test_a_receiver_is_added_with_conditions(site: Site) -> None:
    new(
        site,
        "Add and test",
        **lines(
            ("tag", "one_of", "shrub, tree"),
            ("price", "lt", "20"),
            ("care.height_cm", "lte", "150"),
            ("care.pollinator_friendly", "one_of", "yes"),
            ("tags", "none_of", "toxic"),
            ("pot_size", "not_set", ""),
        ),
    )

    assert filters(site) == [
        {
            "and": [
                {"tag": ["shrub", "tree"]},
                {"price": {"lt": "20"}},
                {"care": {"height_cm": {"lte": 150}}},
                {"care": {"pollinator_friendly": [True]}},
                {"tags": {"not": ["toxic"]}},
                {"pot_size": {"exists": False}},
            ]
        }
    ]


def test_one_condition_is_a_plain_pattern(site: Site) -> None:
    new(site, "Add and test", **lines(("tag", "one_of", "shrub")))

    assert filters(site) == [{"tag": ["shrub"]}]


def test_a_receiver_is_added_with_a_pattern_as_json(site: Site) -> None:
    new(site, "Add and test", filter_kind="pattern", filter_pattern=json.dumps(SHRUBS, indent=2))

    assert filters(site) == [SHRUBS]


def test_without_a_choice_every_plant_is_sent(site: Site) -> None:
    new(site, "Add and test", filter_field_1="tag", filter_value_1="shrub", filter_pattern="{")

    assert filters(site) == [None]


def test_the_matching_plants_are_counted_and_nothing_is_saved(site: Site) -> None:
    site.add(name="Acer <b>palmatum</b>", tag="shrub")
    site.add(name="Fern", tag="fern")

    page = new(site, "Count matching plants", **lines(("tag", "one_of", "shrub")))

    assert page.status == 200
    assert "1 of the newest 2 plants match: type is shrub." in page.text
    assert "For example Acer <b>palmatum</b>." in page.text
    assert page.form(NEW).values["filter_value_1"] == "shrub"
    assert page.form(NEW).values["name"] == "Printer"
    assert filters(site) == []


def test_counting_without_a_filter_says_that_every_plant_is_sent(site: Site) -> None:
    assert "Every plant is sent." in new(site, "Count matching plants").text


@pytest.mark.parametrize(
    ("fields", "label", "detail"),
    [
        (lines(("price", "lt", "cheap")), "Value of condition 1", "Use a number as a text"),
        (lines(("tag", "one_of", "x"), ("", "one_of", "y")), "Field of condition 2", "cannot use this field"),
        (lines(("care.water", "one_of", "soaked")), "Value of condition 1", "Use one of"),
        (lines(("tag", "one_of", "x"), ("stock_quantity", "gt", "1.5")), "Value of condition 2", "Use a whole number"),
        (lines(("tag", "one_of", "")), "Value of condition 1", "at least one value"),
        (lines(), "Field of condition 1", "Choose a field"),
        ({"filter_kind": "pattern", "filter_pattern": '{"tag": '}, "Filter as JSON", "This is not JSON"),
        ({"filter_kind": "pattern", "filter_pattern": '{"or": [{"colour": "red"}]}'}, "Filter as JSON", "/or/0/colour"),
        ({"filter_kind": "pattern", "filter_pattern": "[1]"}, "Filter as JSON", ""),
    ],
)
@pytest.mark.parametrize("button", ["Add and test", "Count matching plants"])
def test_what_is_wrong_is_said_at_its_field(
    site: Site, fields: dict[str, str], label: str, detail: str, button: str
) -> None:
    page = new(site, button, **fields)

    assert page.status == 422
    assert label in page.text and detail in page.text
    assert filters(site) == []


def test_the_form_names_the_version_of_the_store_and_not_of_the_receiver(site: Site) -> None:
    receiver = site.register()

    page = Browser(site).get(f"/receivers/{receiver['id']}/edit")

    assert f"Plant Store {site.dependencies.version}" in page.text


def test_a_receiver_with_a_filter_waits_for_a_plant_that_matches(site: Site) -> None:
    receiver = site.register(filter={"tag": "shrub"})

    assert "The next plant you add that matches its filter" in Browser(site).get(f"/receivers/{receiver['id']}").text


def test_the_form_shows_the_present_conditions(site: Site) -> None:
    receiver = site.register(filter=SHRUBS)
    path = f"/receivers/{receiver['id']}/edit"

    values = Browser(site).get(path).form(path).values

    shown = [[values[f"filter_{part}_{number}"] for part in ("field", "is", "value")] for number in range(1, 5)]
    assert shown == [
        ["tag", "one_of", "shrub, tree"],
        ["price", "lt", "20"],
        ["price", "gte", "5"],
        ["care.water", "set", ""],
    ]
    assert values["filter_kind"] == "conditions"


def test_saving_the_form_unchanged_changes_nothing(site: Site) -> None:
    for pattern in (SHRUBS, {"or": [{"tag": "shrub"}, {"price": None}]}, None):
        receiver = site.register(filter=pattern)

        assert "No changes to save." in edit(site, receiver).text
        assert "Settings saved." in edit(site, receiver, name="Renamed").text
        assert site.get(f"/api/v1/receivers/{receiver['id']}").json()["filter"] == pattern


def test_a_filter_is_changed_removed_and_shown(site: Site) -> None:
    receiver = site.register()

    page = edit(site, receiver, **lines(("tag", "none_of", "toxic")))
    assert "Not (type is toxic), once the requests that are under way have ended" in page.text
    assert filters(site) == [{"tag": {"not": ["toxic"]}}]

    page = edit(site, receiver, filter_kind="every")
    assert "Every plant" in page.text
    assert filters(site) == [None]


def test_matching_plants_are_counted_for_a_changed_filter(site: Site) -> None:
    receiver = site.register(filter={"tag": "fern"})
    site.add(tag="shrub")

    page = edit(site, receiver, "Count matching plants", name="Other", **lines(("tag", "one_of", "shrub")))

    assert "1 of the newest 1 plant match" in page.text
    assert page.form(f"/receivers/{receiver['id']}/edit").values["name"] == "Other"
    assert filters(site) == [{"tag": "fern"}]


def test_someone_elses_filter_is_shown_before_it_is_replaced(site: Site) -> None:
    receiver = site.register()
    path = f"/receivers/{receiver['id']}/edit"
    form = Browser(site).get(path).form(path).fill(**lines(("tag", "one_of", "shrub")))
    site.ask("PATCH", f"/api/v1/receivers/{receiver['id']}", json={"filter": {"tag": "fern"}})

    page = form.submit("Save")

    assert page.status == 412
    assert "filter: now “type is fern”" in page.text


@pytest.mark.parametrize(
    "pattern",
    [
        {"or": [{"tag": "shrub"}, {"tag": "tree"}]},
        {"tags": {"prefix": "a", "eq": "ab"}},
        {"name": "Acer, red"},
        {"tag": {"not": {"prefix": "x"}}},
        {"and": [{"tag": str(number)} for number in range(LINES_MAX + 1)]},
    ],
    ids=str,
)
def test_what_conditions_cannot_say_is_shown_as_json(pattern: dict[str, Any]) -> None:
    form = present(pattern)

    assert form.kind == PATTERN and json.loads(form.pattern) == pattern
    assert form.lines == (Line(),) * LINES_MAX


def test_counting_asks_for_no_new_sign_in_though_the_url_differs(site: Site) -> None:
    receiver = site.register()
    path = f"/receivers/{receiver['id']}/edit"
    form = Browser(site).get(path).form(path)
    site.clock.move(RECENT_SIGN_IN_S_MAX)

    page = form.fill(url="http://127.0.0.1:9001", **lines(("tag", "one_of", "shrub"))).submit("Count matching plants")

    assert "of the newest 0 plants match" in page.text

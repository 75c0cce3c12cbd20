"""Saved views of the list of plants: tabs that people save, open, change, rename and delete."""

import pytest

from plantstore.domain.plants.plant_view import NAME_CHARS_MAX, VIEWS_MAX
from plantstore.domain.token import BUNDLES, Scope
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")
SAVED = "View “Shrubs” is saved, for everyone in the shop."


def save(page: Page, name: str) -> Page:
    """Save the filters of a page of the list, with the form next to the tabs."""
    return page.form("/plants/views/new").fill(name=name).submit()


def tabs(page: Page) -> list[str]:
    [nav] = page.root.all("nav", aria_label="Plants by state, and saved views")
    return [one.text for one in nav.all("a")]


def open_tab(page: Page) -> str:
    [nav] = page.root.all("nav", aria_label="Plants by state, and saved views")
    return nav.all("a", aria_current="true")[0].text


def views(site: Site) -> list[tuple[str, dict[str, str]]]:
    return [(one["name"], one["query"]) for one in site.get("/api/v1/plant-views").json()["items"]]


@pytest.fixture
def browser(site: Site) -> Browser:
    for name, tag in (("Rosa", "shrub"), ("Acer", "tree"), ("Buxus", "shrub")):
        site.add(name=name, tag=tag)
    return Browser(site, bundle="staff")


def test_filters_and_order_are_saved_under_a_name_and_opened_as_a_tab(site: Site, browser: Browser) -> None:
    page = save(browser.get("/plants?tag=shrub&q=rosa&sort=name&cursor="), "Shrubs")
    other = Browser(site, bundle="staff").get("/plants").follow("Shrubs")

    assert SAVED in page.main
    assert open_tab(page) == "Shrubs"
    assert views(site) == [("Shrubs", {"q": "rosa", "tag": "shrub", "sort": "name"})]
    assert [row[1] for row in other.rows] == ["Rosa"]
    assert open_tab(other) == "Shrubs"
    assert other.follow("All 3").path == "/plants", "a tab leaves the filters of the view"


def test_a_view_is_found_by_its_filters_and_not_saved_twice(browser: Browser) -> None:
    save(browser.get("/plants?tag=shrub"), "Shrubs")

    page = browser.get("/plants?tag=shrub")

    assert open_tab(page) == "Shrubs"
    assert "Save view" not in page.main
    assert "Save view" not in browser.get("/plants").main, "there is nothing to save"


def test_a_view_is_replaced_by_other_filters_or_saved_as_another(site: Site, browser: Browser) -> None:
    opened = save(browser.get("/plants?tag=shrub"), "Shrubs")
    changed = opened.form("/plants").fill(stock="in_stock").submit("Apply")
    another = save(changed, "Shrubs in stock")
    [replace] = [form for form in changed.forms if "Save changes to “Shrubs”" in form.buttons]
    replaced = replace.submit()

    assert open_tab(changed) == "Shrubs (changed)"
    assert open_tab(another) == "Shrubs in stock"
    assert SAVED in replaced.main
    both = {"tag": "shrub", "stock": "in_stock"}
    assert views(site) == [("Shrubs", both), ("Shrubs in stock", both)]


def test_a_view_is_renamed_and_deleted(site: Site, browser: Browser) -> None:
    page = save(browser.get("/plants?tag=shrub&status=active&price_to=9"), "Shrubs")

    edit = page.follow("Rename or delete…")
    renamed = next(form for form in edit.forms if "Save" in form.buttons).fill(name="Cheap shrubs").submit()
    gone = renamed.follow("Rename or delete…")
    [delete] = [form for form in gone.forms if "Delete view" in form.buttons]
    deleted = delete.submit()

    assert "Name Everyone in the shop sees it above the list of plants. State In store Type shrub Price up to 9" in (
        edit.main
    )
    assert open_tab(renamed) == "Cheap shrubs"
    assert "View “Cheap shrubs” is deleted. The plants stay as they are." in deleted.main
    assert views(site) == []
    assert len(deleted.rows) == 3
    assert browser.get(renamed.path).status == 200, "its address still has its filters"
    assert delete.submit().status == 404


def test_what_cannot_be_saved_is_said_with_what_was_entered(site: Site, browser: Browser) -> None:
    save(browser.get("/plants?tag=shrub"), "Shrubs")
    again = save(browser.get("/plants?tag=tree"), "shrubs")
    kept = again.form("/plants/views/new").values
    long = save(browser.get("/plants?tag=tree"), "x" * (NAME_CHARS_MAX + 1))
    done = again.form("/plants/views/new").fill(name="Trees").submit("Save view")
    edit = done.follow("Rename or delete…")
    taken = next(form for form in edit.forms if "Save" in form.buttons).fill(name="SHRUBS").submit()
    unknown = browser.get("/plants/views/new?status=nonsense").form("/plants/views/new").fill(name="Odd").submit()

    assert (again.status, again.wrong("name")) == (409, "Another view has this name.")
    assert (kept["name"], kept["filter-tag"]) == ("shrubs", "tree")
    assert (long.status, taken.status, unknown.status) == (422, 409, 422)
    assert str(NAME_CHARS_MAX) in long.wrong("name")
    assert views(site) == [("Shrubs", {"tag": "shrub"}), ("Trees", {"tag": "tree"})]


def test_there_are_at_most_fifty_views_and_most_of_them_are_in_a_menu(site: Site, browser: Browser) -> None:
    for number in range(VIEWS_MAX):
        site.post("/api/v1/plant-views", {"name": f"View {number:02}", "query": {"tag": f"tag {number}"}})

    page = browser.get("/plants")
    last = page.follow("View 49")
    refused = save(browser.get("/plants?tag=one-more"), "One more")

    assert tabs(page)[5:] == ["View 00", "View 01", "View 02", "View 03"]
    assert f"{VIEWS_MAX - 4} more views" in page.main
    assert tabs(last)[5:] == ["View 00", "View 01", "View 02", "View 49"]
    assert refused.status == 409
    assert f"There are {VIEWS_MAX} views already. Delete one first." in refused.main


def test_a_view_that_someone_else_changed_is_not_overwritten(site: Site, browser: Browser) -> None:
    edit = save(browser.get("/plants?tag=shrub"), "Shrubs").follow("Rename or delete…")
    changed = browser.get(edit.links["Shrubs"] + "&sort=name")
    theirs = Browser(site, bundle="staff").get(edit.path)
    next(form for form in theirs.forms if "Save" in form.buttons).fill(name="Bushes").submit()

    forms = [*edit.forms, *changed.forms]
    [rename] = [form for form in edit.forms if "Save" in form.buttons]
    refused = [rename.fill(name="Small trees").submit()]
    refused += [form.submit() for form in forms if {"Delete view", "Save changes to “Shrubs”"} & {*form.buttons}]

    assert [page.status for page in refused] == [412] * 3
    assert all("Bushes" in page.main for page in refused), "each has what is saved now"
    assert views(site) == [("Bushes", {"tag": "shrub"})]


def test_only_those_who_may_write_save_views_and_suppliers_stay_hidden(site: Site, browser: Browser) -> None:
    save(browser.get("/plants?tag=shrub"), "Shrubs")
    owner = Browser(site)
    supplied = save(owner.get("/plants?supplier=hillside"), "From Hillside")
    reader = Browser(site, Scope.PLANTS_READ)

    page, opened = reader.get("/plants?tag=tree"), reader.get("/plants?tag=shrub")

    assert Scope.COSTS_READ not in BUNDLES["staff"] or "From Hillside" in tabs(browser.get("/plants"))
    assert open_tab(supplied) == "From Hillside"
    assert tabs(page)[5:] == ["Shrubs"]
    assert open_tab(opened) == "Shrubs"
    for one in (page, opened):
        assert "Save view" not in one.main and "Edit view" not in one.main
    assert reader.get("/plants/views/new").status == 403
    assert reader.get(supplied.links["Rename or delete…"]).status == 403


def test_another_view_is_saved_after_the_back_button(site: Site, browser: Browser) -> None:
    form = browser.get("/plants?tag=shrub").form("/plants/views/new")
    form.fill(name="Shrubs").submit()

    back = form.fill(name="Bushes").submit()
    saved = back.form("/plants/views/new").submit()

    assert back.status == 409 and "You already submitted this form" in back.main
    assert "View “Bushes” is saved" in saved.text
    assert [name for name, _ in views(site)] == ["Bushes", "Shrubs"]

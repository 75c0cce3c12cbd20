"""The start page of staff: what needs attention with what mends it, new plants, who was notified, imports."""

import pytest

from plantstore.domain.token import Scope
from plantstore.web.api.plants.filters import OLD_DRAFT_S
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")
PHOTO = [{"url": "https://images.example/rosa.jpg"}]


def groups(page: Page) -> dict[str, list[str]]:
    """The rows of each group, by its heading."""
    cards = [one for one in page.root.all("section", class_="card") if one.all("h3")]
    return {card.all("h3")[0].text: [row.text for row in card.all("li")] for card in cards}


def an_import(site: Site, content: bytes) -> str:
    made = site.ask("POST", "/api/v1/imports", content=content, headers={"content-type": "text/csv"}).json()["id"]
    site.run(site.dependencies.importer.wait_until_idle(made, within_s=20))
    return str(made)


def test_plants_are_grouped_by_what_they_lack_with_the_action_that_mends_it(site: Site) -> None:
    draft = site.add(name="Acer", status="draft")["id"]
    site.clock.move(OLD_DRAFT_S + 1)
    cheap = site.add(name="Betula", images=PHOTO)["id"]
    plain = site.add(name="Camellia", price="7.00")["id"]
    sold = site.add(name="Dicksonia", price="7.00", images=PHOTO, stock_quantity=0)["id"]

    page = Browser(site, bundle="staff").get("/")

    assert "4 plants need attention" in page.main
    assert groups(page) == {
        "Drafts older than a day 1": ["AcerFinish: Acer"],
        "No price 1": ["BetulaAdd price: Betula"],
        "No photo 1": ["CamelliaAdd photo: Camellia"],
        "Out of stock, still in the store 1": ["DicksoniaSet stock: Dicksonia"],
    }
    assert page.links["Finish: Acer"] == f"/plants/{draft}"
    assert page.links["Add price: Betula"] == f"/plants/{cheap}?edit=price#price"
    assert page.links["Add photo: Camellia"] == f"/plants/{plain}#photos"
    assert page.links["Set stock: Dicksonia"] == f"/plants/{sold}?edit=price#price"


def test_a_large_group_shows_its_first_plants_and_leads_to_all(site: Site) -> None:
    for number in range(5):
        site.add(name=f"Rosa {number}", price="7.00", tag=f"t{number}")

    page = Browser(site, bundle="staff").get("/")

    assert [len(rows) for rows in groups(page).values()] == [3]
    assert page.links["See all: No photo"] == "/plants?attention=no_photo"
    assert page.follow("See all: No photo").status == 200


def test_duplicates_are_compared_and_failed_rows_corrected(site: Site) -> None:
    first = site.add(name="Rosa canina", botanical_name="Rosa canina", price="1.00", images=PHOTO)["id"]
    second = site.add(name="Rosa canina", botanical_name="Rosa canina", price="1.00", images=PHOTO)["id"]
    failed = an_import(site, b"name,price\r\nAloe vera,twelve\r\n")

    page = Browser(site, bundle="staff").get("/")

    assert page.links["Compare: Rosa canina"] == f"/plants/{first}/merges/{second}"
    assert "Rows that were not imported" in page.main
    assert page.links["Correct: Untitled import"] == f"/imports/{failed}"


def test_a_store_without_flaws_says_so(site: Site) -> None:
    site.add(price="1.00", images=PHOTO)

    assert "Nothing needs attention" in Browser(site, bundle="staff").get("/").main


def test_new_plants_and_receivers_are_shown_without_a_way_to_what_staff_may_not_do(site: Site) -> None:
    site.add(name="Hosta", price="4.50", pot_size="2 L")
    site.register(name="label printer", start="beginning")
    paused = site.register(name="till", start="beginning")["id"]
    site.post(f"/api/v1/receivers/{paused}/pause")

    page = Browser(site, bundle="staff").get("/")

    [card] = [one for one in page.root.all("li") if one.all("div") and "Hosta" in one.text]
    assert "4.50 EUR" in card.text and "0 of 2" in card.text and "2 L" in card.text
    assert "1 plant added today. till Paused label printer 1 waiting" in page.main
    assert "Add plant" in page.links
    assert not {"/receivers/new", "/health"} & set(page.links.values())


def test_the_last_imports_can_be_undone(site: Site) -> None:
    done = an_import(site, b"name\r\nAloe vera\r\n")
    browser = Browser(site, bundle="staff")
    assert browser.get("/").links["Confirm: Untitled import"] == f"/imports/{done}"
    site.post(f"/api/v1/imports/{done}/confirmation")
    site.run(site.dependencies.importer.wait_until_idle(done, within_s=20))

    page = browser.get("/")

    assert "1 added" in page.main
    assert "Undo import" in page.follow("Undo…: Untitled import").main


def test_a_new_store_shows_the_first_steps(site: Site) -> None:
    page = Browser(site, bundle="staff").get("/")

    assert "Three steps to your first webhook" in page.main
    assert page.links["Add one"] == "/plants/new"


def test_who_may_only_read_plants_opens_them(site: Site) -> None:
    plant = site.add(name="Betula", images=PHOTO)["id"]

    page = Browser(site, Scope.PLANTS_READ).get("/")

    assert page.links["Open: Betula"] == f"/plants/{plant}?edit=price#price"
    assert "Notified" not in page.main and "Last imports" not in page.main


def test_operators_reach_the_page_from_the_overview(site: Site) -> None:
    site.add()

    page = Browser(site).get("/").follow("What needs attention")

    assert page.path == "/today"
    assert "No price" in page.main


def test_the_start_page_of_staff_has_no_path_to_itself(site: Site) -> None:
    staff, operator = (Browser(site, bundle=bundle).get("/today") for bundle in ("staff", "operator"))

    assert staff.root.all("ol", class_="crumbs") == []
    assert operator.root.all("ol", class_="crumbs")[0].text.split() == ["Overview", "Today"]

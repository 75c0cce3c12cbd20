"""An import in the browser: upload, check, import, report; and what can go wrong with a file."""

import csv
import io

import pytest

from plantstore.catalogue.imports import commands
from plantstore.domain.plants.plant_import import ImportState
from plantstore.domain.token import Scope
from plantstore.storage.tables import attempts, imports
from plantstore.web.console.views.imports import FLAGS
from tests.makers import an_attempt
from tests.still_clock import StillClock
from tests.web.console.browsing import Browser, Form, Page
from tests.web.harness import Site
from tests.web.owing import change, owing

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

TALLIED = {"new": "New", "changed": "Changed", "unchanged": "Unchanged", "with problems": "Problems"}
LIST = "Art.Nr.;Plant;RRP;Höhe\nA-1;Rosa;4,50;60\nA-2;Acer;POA;120\nA-3;Mixed <b>tray</b>;3,00;\n".encode("cp1252")


def uploaded(site: Site, content: bytes, browser: Browser | None = None, **options: bool | str) -> Page:
    """Choose a file and send it."""
    form = (browser or Browser(site, bundle="staff")).get("/imports/new").form("/imports/new")
    return form.fill(**options).attach("file", "frühling.csv", content).submit("Upload and check")


def form_to(page: Page, step: str) -> Form:
    return page.form(f"{page.path.partition('?')[0]}/{step}")


def pressed(page: Page, button: str) -> Page:
    """Press a button that only one form of the page has."""
    [form] = [form for form in page.forms if button in form.buttons]
    return form.submit(button)


def settled(site: Site, page: Page) -> Page:
    """Wait until nothing is done for the import any more, and look again."""
    import_id = page.path.split("/")[2]
    site.run(site.dependencies.importer.wait_until_idle(import_id, within_s=20))
    return page.browser.get(f"/imports/{import_id}")


def imported(site: Site, page: Page) -> Page:
    return settled(site, form_to(page, "confirm").submit())


def figures(page: Page) -> dict[str, str]:
    """The counts of a report, or those above the plants of a checked import."""
    found = page.root.all("li", class_="figure")
    counts = {one.all("p", class_="label")[0].text: one.all("p", class_="value")[0].text for one in found}
    for tally in page.root.all("ul", class_="tally"):
        for one in tally.all("li"):
            count, _, words = one.text.partition(" ")
            if label := TALLIED.get(words.partition(",")[0].partition(" (")[0]):
                counts[label] = count
    return counts


def step(page: Page) -> str:
    [here] = page.root.all("li", aria_current="step")
    return here.text


def names(site: Site) -> list[tuple[str, str]]:
    return [(plant["name"], plant["status"]) for plant in site.get("/api/v1/plants").json()["items"]]


def test_a_list_goes_from_upload_to_report(site: Site) -> None:
    site.register()
    site.register()
    browser = Browser(site, bundle="staff")

    new = browser.get("/plants").follow("Import a list")
    checked = uploaded(site, LIST, browser)
    before = names(site)
    done = imported(site, checked)

    assert [step(page) for page in (new, checked, done)] == ["1 Upload", "2 Check", "4 Report"]
    assert "frühling.csv" in checked.main
    assert figures(checked) == {"New": "2", "Changed": "0", "Unchanged": "0", "Problems": "1"}
    assert "Sends 4 webhooks to 2 receivers. You can undo the import." in checked.main
    assert form_to(checked, "confirm").buttons == ["Import 2 plants (1 row skipped)"]
    assert before == []
    assert figures(done) == {"Added": "2", "Changed": "0", "Skipped": "0", "Problems": "1"}
    assert names(site) == [("Rosa", "active"), ("Mixed tray", "active")]
    [listed] = browser.get("/imports").rows
    assert listed[:3] == ["frühling.csv", "Done", "2 added, 1 row with problems"]
    assert browser.get("/imports").links["Undo… the import of frühling.csv"] == f"{done.path}/undo"


def test_bad_rows_are_named_with_line_column_value_and_reason(site: Site) -> None:
    page = uploaded(site, LIST)

    assert page.rows[0] == [
        *("Line 3", "RRP", "POA"),
        "“POA” is not a price. Use a number such as 12.99 or leave it empty.",
    ]
    answer = page.follow("Download the 1 row").answer
    assert answer.headers["content-disposition"].endswith('-bad-rows.csv"')
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert rows[1][0] == "3"
    assert rows[1][2:] == ["A-2", "Acer", "POA", "120"]


def test_the_letters_the_delimiter_and_the_columns_are_said(site: Site) -> None:
    page = uploaded(site, LIST)

    assert "frühling.csv · 3 rows below the headings on line 1 · Windows-1252, semicolon-separated" in page.main
    check = form_to(page, "check").values
    assert [check[f"holds-{place}"] for place in range(4)] == ["sku", "name", "price", ""]


@pytest.mark.both_engines
def test_a_column_that_was_not_recognised_is_given_a_meaning(site: Site) -> None:
    page = uploaded(site, LIST)

    again = form_to(page, "check").fill(**{"holds-3": "description", "holds-0": ""}, as_drafts=True).submit()
    imported(site, again)

    assert again.path == page.path
    assert "We read the file again." in again.main
    assert "Drafts send no webhooks." in again.main
    check = form_to(again, "check").values
    assert [check[f"holds-{place}"] for place in range(4)] == ["", "name", "price", "description"]
    plants = site.get("/api/v1/plants").json()["items"]
    assert [(plant["sku"], plant["description"]) for plant in plants] == [(None, "60"), (None, None)]
    assert [plant["status"] for plant in plants] == ["draft", "draft"]


def test_columns_that_were_chosen_before_are_used_and_said(site: Site) -> None:
    chosen: dict[str, bool | str] = {"column-price": "VK"}
    imported(site, uploaded(site, b"Name;VK\nRosa;4,50\n", None, **chosen))

    page = uploaded(site, b"VK;Name\n5,50;Viola\n")

    assert "Mapped as on 1 Jun 2026, 12:00:00, for a file with the same headings." in page.main


def test_two_columns_cannot_hold_the_same(site: Site) -> None:
    page = form_to(uploaded(site, LIST), "check").fill(**{"holds-3": "price"}).submit()

    assert page.status == 422
    assert "Two columns can't both map to “Price”." in page.main


def test_a_heading_is_named_where_the_list_is_uploaded(site: Site) -> None:
    refused = uploaded(site, b"Kraut;Preis\nRosa;4,50\n")
    fields = {"column-name": "Kraut", "column-price": "Preis"}
    form = refused.form("/imports/new").fill(**fields).attach("file", "a.csv", b"Kraut;Preis\nRosa;4,50\n")
    page = form.submit()

    assert refused.status == 422
    assert figures(page)["New"] == "1"
    assert [form_to(page, "check").values[f"holds-{place}"] for place in range(2)] == ["name", "price"]


def test_what_is_there_is_changed_only_if_that_was_said(site: Site) -> None:
    site.add(name="Rosa", sku="A-1", price="9.90")
    browser = Browser(site, bundle="staff")

    left = uploaded(site, b"sku,name,price\nA-1,Rosa,4.50\n", browser)
    said = uploaded(site, b"sku,name,price\nA-1,Rosa,4.50\nA-2,Acer,5\n", browser, update=True)
    done = imported(site, said)

    assert figures(left) == {"New": "0", "Changed": "0", "Unchanged": "1", "Problems": "0"}
    assert "Nothing to import" in left.main
    assert form_to(said, "confirm").buttons == ["Import 1 plant, update 1"]
    assert figures(done)["Changed"] == "1"
    assert site.get("/api/v1/plants/1").json()["price"] == "4.50"


@pytest.mark.parametrize("flag", FLAGS)
def test_what_was_said_at_the_upload_stands_in_the_options_and_nothing_else(site: Site, flag: str) -> None:
    values = form_to(uploaded(site, LIST, None, **{flag: True}), "check").values

    assert [name for name in FLAGS if name in values] == [flag]


def test_a_list_that_was_imported_before_is_recognised(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    first = imported(site, uploaded(site, LIST, browser))

    again = uploaded(site, LIST, browser)

    assert "This file was imported before" in again.main
    assert again.links["View that import"] == first.path
    assert "already in your catalogue." in again.main


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "The file is empty"),
        (b"  \r\n \n", "The file is empty"),
        (b"PK\x03\x04 more", "The workbook is damaged"),
        (b"sku,name\n", "headings but no rows"),
        (b"Kraut;Preis\nRosa;4,50\n", "headings"),
        (b"Price;SKU\n4,50;A-1\n", "No column looks like the name of a plant"),
    ],
)
def test_a_file_that_is_no_list_is_refused_in_words(site: Site, content: bytes, words: str) -> None:
    page = uploaded(site, content, as_drafts=True)

    assert page.status == 422
    assert words in page.main
    assert "Please choose the file again" in page.main
    assert page.form("/imports/new").values["as_drafts"] == "yes", "what was said is kept"


def test_no_file_is_no_list(site: Site) -> None:
    page = Browser(site).get("/imports/new").form("/imports/new").submit()

    assert page.status == 422
    assert "Choose a file or paste cells first." in page.main


@pytest.mark.parametrize("size", [30_000, 300_000])
def test_a_file_that_is_too_large_is_refused_on_a_page(tmp_path: object, clock: StillClock, size: int) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, import_bytes_max=20_000)  # type: ignore[arg-type]
    page = uploaded(site, b"name\n" + b"Rosa\n" * (size // 5))
    site.close()

    assert page.status == 413
    assert page.answer.headers["connection"] == "close", "nobody reads the rest"
    assert "The file is too large. The limit is 20,000 bytes." in page.main


def test_an_upload_of_a_foreign_page_is_refused(site: Site) -> None:
    browser = Browser(site)
    form = browser.get("/imports/new").form("/imports/new").fill(ticket="AAAA").attach("file", "a.csv", LIST)

    assert form.submit().status == 403
    assert site.get("/api/v1/imports").json()["items"] == []


def test_a_hostile_name_of_a_file_is_text(site: Site) -> None:
    form = Browser(site).get("/imports/new").form("/imports/new")
    page = form.attach("file", "lists/2027/<script>alert(1)<script>.csv", b"name,<b>x\n<b>Rosa,<i>\n").submit()

    assert "<script>alert" not in page.html
    assert "<b>" not in page.html
    assert site.get("/api/v1/imports").json()["items"][0]["name"] == "<script>alert(1)<script>.csv"


def test_an_upload_that_is_sent_twice_is_one_import(site: Site) -> None:
    form = Browser(site).get("/imports/new").form("/imports/new").attach("file", "a.csv", LIST)

    first, second = form.submit(), form.submit()

    assert first.path == second.path
    assert len(site.get("/api/v1/imports").json()["items"]) == 1


def test_a_confirmation_that_is_sent_twice_adds_once(site: Site) -> None:
    page = uploaded(site, LIST)

    form_to(page, "confirm").submit()
    done = imported(site, page)

    assert figures(done)["Added"] == "2"
    assert len(names(site)) == 2


def test_an_import_is_cancelled_before_it_begins(site: Site) -> None:
    page = uploaded(site, LIST)
    cancelled = form_to(page, "cancel").submit("Cancel")
    too_late = form_to(page, "confirm").submit()

    assert "Cancelled. Nothing was added." in cancelled.main
    assert too_late.status == 409
    assert "only a checked import can be confirmed" in too_late.main
    assert step(too_late) == "4 Report", "on its own page, with what became of it"
    assert names(site) == []


@pytest.mark.both_engines
def test_progress_is_told_in_words_and_can_be_cancelled(site: Site) -> None:
    page = uploaded(site, b"name,sku\n" + b"".join(b"Rosa,R-%d\n" % number for number in range(1200)))
    import_id = page.path.split("/")[2]
    at = site.clock.now()
    change(site, lambda tx: imports.update(tx, import_id, state=ImportState.RUNNING, confirmed_at=at, added=400))
    site.clock.move(8)

    running = page.browser.get(page.path)
    cancelled = form_to(running, "cancel").submit("Cancel import")

    assert step(running) == "3 Import"
    assert "400 of 1,200, 50/s, 16 s left" in running.main
    [bar] = running.root.all("progress")
    assert (bar.attributes["value"], bar.attributes["max"]) == ("400", "1200")
    assert running.links["Refresh"] == page.path, "without a script one looks again oneself"
    assert running.root.all(role="status")
    assert "Plants already added stay" in cancelled.main
    assert figures(cancelled)["Added"] == "400"


def test_a_check_that_takes_long_is_waited_for(site: Site) -> None:
    page = uploaded(site, LIST)
    import_id = page.path.split("/")[2]
    change(site, lambda tx: imports.update(tx, import_id, state=ImportState.CHECKING))

    page = page.browser.get(page.path)

    assert "Checking your file" in page.main
    assert step(page) == "2 Check"


def test_how_long_it_takes_to_tell_is_judged_by_what_was_answered_last(site: Site) -> None:
    _, receiver_id = owing(site, plants=1, cursor=1, max_concurrency=1)
    rows = b"name,sku\n" + b"".join(b"Rosa,R-%d\n" % number for number in range(900))
    unknown = uploaded(site, rows).main
    attempt = an_attempt(1, receiver_id=receiver_id)
    attempt = attempt._replace(outcome=attempt.outcome._replace(duration_us=500_000))
    change(site, lambda tx: attempts.add(tx, [attempt]))

    known = uploaded(site, rows).main

    assert "Sends 900 webhooks to 1 receiver. You" in unknown
    assert "Sends 900 webhooks to 1 receiver, in about 7 min 30 s." in known


def test_an_import_is_taken_back_after_a_page_that_names_the_plants(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    done = imported(site, uploaded(site, LIST, browser))
    site.ask("PATCH", "/api/v1/plants/1", json={"price": "1.00"})

    asked = done.follow("Undo…")
    undone = settled(site, asked.form(f"{done.path}/undo").submit("Undo import"))

    assert "This import added 2 plants." in asked.main
    assert "Webhooks already sent can't be recalled" in asked.main
    assert (
        "Import undone: 1 plant removed from the store, 1 kept because it was edited after the import." in undone.main
    )
    assert "Undo…" not in undone.links
    assert names(site) == [("Rosa", "active"), ("Mixed tray", "archived")]


def test_an_undo_names_the_changed_plants_that_keep_later_edits(site: Site) -> None:
    site.add(sku="A-1", name="Rosa", price="1.00", currency="EUR")
    site.add(sku="A-2", name="Acer", price="2.00", currency="EUR")
    page = imported(site, uploaded(site, b"sku,name,price,tag\nA-1,Rosa,4.50,rose\nA-2,Acer,5.50,tree\n", update="yes"))
    site.ask("PATCH", "/api/v1/plants/1", json={"price": "4.75"})

    asked = page.follow("Undo…")
    undone = settled(site, asked.form(f"{page.path}/undo").submit("Undo import"))

    assert "This import added 0 plants and changed 2." in asked.main
    for words in ("2 plants get their old values back.", "1 changed plant keeps later edits: Rosa: Price"):
        assert words in asked.main
    assert "0 plants removed from the store, 2 with their old values back." in undone.main
    assert "Rosa: Price" in undone.main
    again = page.browser.get(f"{page.path}/undo")
    assert (again.path, "This import is undone" in again.main) == (page.path, True)


def test_an_import_that_failed_says_why(site: Site) -> None:
    page = uploaded(site, LIST)
    import_id = page.path.split("/")[2]
    change(site, lambda tx: commands.fail(tx, import_id, "The disk was <full>."))

    failed = page.browser.get(page.path)

    assert "This file can't be imported as it is. The disk was <full>." in failed.main
    assert failed.links["Upload another file"] == "/imports/new"


def test_the_sample_list_can_be_imported_as_it_is(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    answer = browser.get("/imports").follow("Download a sample").answer

    page = uploaded(site, answer.content, browser)

    assert answer.headers["content-type"].startswith("text/csv")
    assert figures(page) == {"New": "20", "Changed": "0", "Unchanged": "0", "Problems": "0"}
    assert "not used" not in page.main


def test_the_columns_that_are_known_stand_beside_the_form(site: Site) -> None:
    page = Browser(site).get("/imports/new")

    assert "art.nr." in page.main
    assert "Available from" in page.main


def test_who_may_not_write_plants_sees_no_imports(site: Site) -> None:
    browser = Browser(site, Scope.PLANTS_READ, Scope.DELIVERIES_READ)

    assert [browser.get(path).status for path in ("/imports", "/imports/new", "/imports/sample.csv")] == [403, 403, 403]


def test_an_import_that_is_not_there_is_not_found(site: Site) -> None:
    assert Browser(site).get(f"/imports/imp_{'0' * 26}").status == 404

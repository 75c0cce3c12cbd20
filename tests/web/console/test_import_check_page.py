"""The check page of an import: columns, the first plants, grouped notes, currencies and names; and pasted cells."""

import gzip

import pytest

from plantstore.domain.token import BUNDLES, Scope
from plantstore.web.console.views.imports import PASTED_BYTES_MAX
from plantstore.web.console.views.plant_import import AT_ONCE_ROWS_MAX
from tests import messy_list
from tests.web.console.browsing import Browser, Page
from tests.web.console.test_import_pages import figures, form_to, imported, pressed, uploaded
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

CLICKS_MAX = 6
PAGE_BYTES_MAX = 30_000  # as sent, compressed


def pasted(site: Site, cells: str, browser: Browser | None = None, **options: bool | str) -> Page:
    form = (browser or Browser(site, bundle="staff")).get("/imports/new").form("/imports/new")
    return form.fill(cells=cells, **options).submit("Upload and check")


def test_a_messy_list_is_in_the_store_after_four_clicks(site: Site) -> None:
    site.register()
    page = Browser(site, bundle="staff").get("/plants")
    clicks = [
        "Import",
        "choose a file",
        "Upload and check",
        f"Import {messy_list.NEW} plants ({messy_list.BAD} rows skipped)",
    ]

    form = page.follow(clicks[0]).form("/imports/new").attach("file", "week-17.csv", messy_list.as_csv())
    checked = form.submit(clicks[2])
    done = imported(site, checked)

    assert form_to(checked, "confirm").buttons == [clicks[3]]
    assert figures(checked) == {"New": "285", "Changed": "0", "Unchanged": "3", "Problems": "8"}
    assert figures(done)["Added"] == "285"
    assert len(clicks) <= CLICKS_MAX


def test_pasted_cells_are_imported_like_a_file(site: Site) -> None:
    checked = pasted(site, messy_list.as_pasted())

    assert figures(checked) == {"New": "285", "Changed": "0", "Unchanged": "3", "Problems": "8"}
    assert "Pasted cells" in checked.main
    assert "tab-separated" in checked.main
    assert figures(imported(site, checked))["Added"] == "285"
    assert len(gzip.compress(checked.html.encode())) < PAGE_BYTES_MAX


def test_options_after_the_cells_count_and_one_column_needs_no_separator(site: Site) -> None:
    browser = Browser(site, bundle="staff")

    column = pasted(site, "Name\nRosa, red\n", browser, as_drafts=True)
    commas = pasted(site, "Name,Type\nRosa,rose\n", browser)

    assert "1 new, added as drafts" in column.main
    assert "Rosa, red" in column.main
    assert "comma-separated" in commas.main


def test_pasted_cells_that_cannot_be_read_stay_in_the_form(site: Site) -> None:
    page = pasted(site, "Kraut\tPreis\nRosa\t4,50\n", as_drafts=True)

    assert page.status == 422
    assert "choose the file again" not in page.main
    assert page.form("/imports/new").values["cells"].split() == ["Kraut", "Preis", "Rosa", "4,50"]
    assert page.form("/imports/new").values["as_drafts"] == "yes"


def test_cells_are_pasted_up_to_a_limit_and_not_together_with_a_file(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    row = "\nRosa\t" + "a" * 4_000
    longest = "Name\tDescription" + row * ((PASTED_BYTES_MAX - 100) // (len(row) + 1))

    assert figures(pasted(site, longest, browser))["New"] == "1"
    longer = pasted(site, longest + row, browser)
    both = browser.get("/imports/new").form("/imports/new").fill(cells="Name\nRosa")
    both_sent = both.attach("file", "a.csv", b"name\nAcer\n").submit()

    assert longer.status == 422
    assert "at most 1,000,000 bytes" in longer.main
    assert both_sent.status == 422
    assert "not both" in both_sent.main


def test_columns_stand_first_with_samples_and_those_not_used_are_named(site: Site) -> None:
    page = uploaded(site, b"Plant;Pot;Bay;Old code\nRosa;C3;G4;77\nAcer;C5;G5;78\n")

    columns = page.by_id("columns")
    assert "2 columns not used: Bay, Old code" in columns.text
    assert columns.all("li", class_="is-off")[0].text.startswith("Bay G4 · G5")
    assert page.main.index("Columns") < page.main.index("The first 2 plants as they will look")
    form = form_to(page, "check")
    assert [form.values[f"holds-{place}"] for place in range(4)] == ["name", "pot_size", "", ""]
    assert "data-at-once" in page.html


def test_a_column_that_looks_like_a_field_is_used_as_that_field_by_one_button(site: Site) -> None:
    page = uploaded(site, b"Plant;Trade;Bay\nRosa;1,50;G4\n")

    used = pressed(page, "Use it as Cost")

    assert "“Trade” looks like Cost." in page.main
    assert "looks like" not in used.main
    assert [form_to(used, "check").values[f"holds-{place}"] for place in range(3)] == ["name", "cost", ""]


def test_the_decision_says_to_how_many_receivers_only_if_all_new_plants_are_sent(site: Site) -> None:
    site.register()

    sent = uploaded(site, b"name,status\nRosa,active\nAcer,active\n")
    drafts = uploaded(site, b"name\nRosa\nAcer\n", as_drafts=True)

    assert "Sends 2 webhooks. You can undo the import." in sent.main
    assert "Drafts send no webhooks. You can undo the import." in drafts.main


def test_a_long_list_is_not_read_again_at_every_choice(site: Site) -> None:
    rows = b"".join(b"\nP-%d,Rosa %d" % (number, number) for number in range(AT_ONCE_ROWS_MAX + 1))

    page = uploaded(site, b"sku,name" + rows)

    assert "Check again" in form_to(page, "check").buttons
    assert "data-at-once" not in page.html


def test_the_first_plants_are_shown_as_they_will_look_with_what_was_changed(site: Site) -> None:
    page = uploaded(site, messy_list.as_csv())

    cards = page.root.all("li", class_="plant-card")
    assert len(cards) == 10
    assert cards[5].text.startswith("Botanical name Pot size 10 L Hydrangea macrophylla 'Amethyst', 10 L")
    assert [[badge.text for badge in card.all("span", class_="badge")] for card in cards[3:6]] == [
        ["Stock"],
        ["Stock"],
        ["Botanical name"],
    ]
    assert "HYDRANGEA MACROPHYLLA 'AMETHYST' → Hydrangea macrophylla 'Amethyst'" in cards[5].text
    assert "8.30 GBP 250 in stock" in cards[3].text
    assert "250+ → 250" in cards[3].text
    assert [one.text for one in cards[5].all("i")] == ["Hydrangea macrophylla"], "the cultivar is upright"


def test_a_card_counts_the_pictures_of_its_plant(site: Site) -> None:
    page = uploaded(site, b"name,images\nRosa,https://shop.example/a.jpg\nAcer,\n")

    assert [card.text.endswith("1 picture") for card in page.root.all("li", class_="plant-card")] == [True, False]


def test_notes_are_grouped_with_their_lines(site: Site) -> None:
    page = uploaded(site, messy_list.as_csv())

    notes = [one.text for one in page.root.all("ul", class_="notes")[0].all("li")]
    assert any("12 rows “250+” was read as 250. Qty Lines 9, 34, 59, 84, 109 …" in note for note in notes)
    assert page.rows[0][:3] == ["Line 150", "RRP", "POA"]
    assert page.links["Download the 8 rows"] == f"{page.path}/bad-rows"


def test_problems_are_grouped_with_their_lines_and_stay_so_after_the_import(site: Site) -> None:
    surplus = "".join(f"Rosa {number},4.50,surplus\n" for number in range(20))

    page = uploaded(site, f"name,price\nAcer,POA\n{surplus}Hosta,2.50\n".encode())
    done = imported(site, page)

    said = [row[:3] for row in page.rows]
    assert said == [["20 lines 3, 4, 5, 6, 7 …", "", ""], ["Line 2", "price", "POA"]]
    assert [row[:3] for row in done.rows] == said
    assert page.links["Download the 21 rows"] == f"{page.path}/bad-rows"


def test_the_currency_is_shown_with_where_it_comes_from(site: Site) -> None:
    browser = Browser(site, bundle="staff")
    signs = uploaded(site, b"name;RRP;Currency\nA;4,50;\nB;5,50;USD\n", browser)
    heading = uploaded(site, "name;RRP €\nA;4,50\nB;£ 5,50\n".encode(), browser, currency="")

    assert "1 in EUR, the currency of your store; 1 in USD, from the column “Currency”." in signs.main
    assert "Prices: 1 in EUR, from the heading “RRP €”." in heading.main


def test_the_pattern_of_names_is_shown_and_can_be_changed(site: Site) -> None:
    page = uploaded(site, b"Botanical name;Pot;SKU\nRosa rugosa;C3;A-1\n")
    form = form_to(page, "check")

    assert "The list has no name for 1 plant" in page.main
    assert form.values["name_pattern"] == "{botanical_name|common_name}, {pot_size}"
    wrong = form.fill(name_pattern="{colour}", **{"holds-2": ""}).submit()
    kept = wrong.form(f"{page.path}/check")
    typed = kept.values
    changed = kept.fill(name_pattern="{botanical_name} ({pot_size})").submit()
    imported(site, changed)

    assert wrong.status == 422
    assert "write words in braces" in wrong.main
    assert (typed["name_pattern"], typed["holds-2"]) == ("{colour}", ""), "what was typed and chosen is kept"
    assert site.get("/api/v1/plants/1").json()["name"] == "Rosa rugosa (3 L)"


def test_a_confirmation_that_is_refused_leaves_the_columns_as_they_are(site: Site) -> None:
    page = uploaded(site, b"name,price\nRosa,4.50\nAcer,POA\n")
    form = form_to(page, "confirm").fill(skip_bad="")

    refused = form.submit()

    assert refused.status == 409
    assert "1 rows are bad" in refused.main
    values = refused.form(f"{page.path}/check").values
    assert [values[f"holds-{place}"] for place in range(2)] == ["name", "price"]


def test_who_may_not_see_costs_maps_no_column_to_them(site: Site) -> None:
    content = b"name;Trade;Supplier\nRosa;1,50;Van der Meer\n"
    scopes = BUNDLES["staff"] - {Scope.COSTS_READ}

    shown = uploaded(site, content, Browser(site, bundle="staff"))
    hidden = uploaded(site, content, Browser(site, *scopes))

    assert 'value="cost"' in shown.html
    assert 'value="cost"' not in hidden.html
    assert "Van der Meer" in shown.main
    assert "Van der Meer" not in hidden.html


def test_hostile_cells_are_text_on_the_check_page(site: Site) -> None:
    evil = "<script>alert(1)</script>"

    page = uploaded(site, f"name;{evil};Botanical name;Pot\nRosa {evil};{evil};{evil};{evil}\n".encode())

    assert "<script>alert" not in page.html

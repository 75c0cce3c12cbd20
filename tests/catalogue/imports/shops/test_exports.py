"""Exports of other programs as they come: Shopify's, with the headings of both generations, and a Google feed."""

from pathlib import Path
from typing import Any

import pytest

from plantstore.catalogue.imports.shops.shopify import PRODUCT_ROWS_MAX
from tests.catalogue.imports.lists import Checked, check

OLD = (
    "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,"
    "Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,"
    "Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,Variant Image,Cost per item,Status\n"
    "limelight,Hydrangea 'Limelight',<p>Big &amp; white</p>,Hillside,Shrub,\"white, hardy\",true,Pot size,3L,,,HYD-3,"
    "shopify,12,14.99,19.99,'2000000000015,https://x.example/1.jpg,1,In flower,false,,6.10,active\n"
    "limelight,,,,,,,,5 L,,,HYD-5,shopify,4,24.99,,,https://x.example/2.jpg,2,,,https://x.example/5l.jpg,9.80,\n"
    "limelight,,,,,,,,,,,,,,,,,https://x.example/3.jpg,3,Leaf,,,,\n"
    "card,Gift voucher,,Hillside,Gift Cards,,true,Title,Default Title,,,,,0,25.00,,,,,,true,,,active\n"
    "rose,Rose,,Hillside,Shrub,,false,Colour,Red,Size,P9,ROS-R,,0,9.99,,,,,,false,,,active\n"
    "rose,,,,,,,,White,,C3,ROS-W,,0,9.99,,,,,,,,,\n"
    "fern,Fern,,Hillside,Fern,,true,Title,Default Title,,,FER,shopify,0,5.00,,,,,,false,,,archived\n"
)
NEW = (
    "Title,URL handle,Description,Vendor,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,"
    "Option1 value,Price,Compare-at price,Cost per item,Inventory tracker,Inventory quantity,Product image URL,"
    "Image alt text,Variant image URL,Gift card\n"
    "Hosta,hosta,<b>Shade</b>,Hillside,Perennial,,TRUE,Active,HOS-9,2000000000022,Container,9cm,4.50,6.00,1.10,shopify,"
    "30,https://x.example/h.jpg,,,FALSE\n"
    ",hosta,,,,,,,HOS-L,,,Large,9.50,,,shopify,3,,,,\n"
)
FEED = (
    "id\ttitle\tdescription\tlink\timage_link\tadditional_image_link\tavailability\tavailability_date\tprice\tsale_price\t"
    "gtin\tproduct_type\n"
    "A-1\tAcer palmatum\tA <b>maple</b>\thttps://x.example/a\thttps://x.example/a.jpg\thttps://x.example/b.jpg,"
    "https://x.example/c.jpg\tin stock\t\t24.99 GBP\t19.99 GBP\t2000000000015\tHome > Plants > Trees\n"
    "A-2\tRose\t\thttps://x.example/r\t\t\tout_of_stock\t2026-11-09T13:00-0800\t9.99 GBP\t\t\t\n"
)


def plants(found: Checked, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(getattr(fields, name) for name in names) for _, _, fields, _ in found.plants]


def test_variants_of_shopify_become_plants_of_their_own_pot_size(tmp_path: Path) -> None:
    found = check(tmp_path, OLD)

    assert plants(found, "name", "sku", "pot_size", "price", "stock_quantity", "tag") == [
        ("Hydrangea 'Limelight'", "HYD-3", "3 L", "14.99", 12, "Shrub"),
        ("Hydrangea 'Limelight'", "HYD-5", "5 L", "24.99", 4, "Shrub"),
        ("Rose – Red", "ROS-R", "9 cm", "9.99", None, "Shrub"),
        ("Rose – White", "ROS-W", "3 L", "9.99", None, "Shrub"),
    ]
    first = found.plants[0][2]
    assert (first.description, first.compare_at_price, first.gtin) == ("Big & white", "19.99", "2000000000015")
    assert first.tags == ("white", "hardy")
    assert [is_draft for _, is_draft, _, _ in found.plants] == [False, False, True, True]
    assert found.report.bad == 0


def test_pictures_of_a_product_belong_to_each_of_its_variants(tmp_path: Path) -> None:
    found = check(tmp_path, OLD)

    [own, five] = [[(image.url[-5], image.alt) for image in fields.images] for _, _, fields, _ in found.plants[:2]]
    assert own == [("1", "In flower"), ("2", None), ("3", "Leaf")]
    assert found.plants[1][2].images[0].url == "https://x.example/5l.jpg"
    assert five[1:] == own


def test_gift_cards_and_archived_products_are_left_out_and_named(tmp_path: Path) -> None:
    found = check(tmp_path, OLD)

    assert found.report.ignored == 2
    assert "The line is ignored: Gift voucher is a gift card." in found.notes
    assert any("it is archived" in note for note in found.notes)


def test_a_note_in_the_first_column_is_no_product(tmp_path: Path) -> None:
    found = check(tmp_path, OLD + "Note: columns in red are required" + "," * 23 + "\n")

    assert (found.report.new, found.report.bad, found.report.ignored) == (4, 0, 3)


def test_costs_and_vendors_of_shopify_are_read_only_for_people_who_may_see_them(tmp_path: Path) -> None:
    hidden, shown = check(tmp_path, OLD), check(tmp_path, OLD, with_costs=True)

    assert plants(hidden, "cost", "supplier") == [(None, None)] * 4
    assert [(fields.cost, fields.supplier and fields.supplier.name) for _, _, fields, _ in shown.plants][:2] == [
        ("6.10", "Hillside"),
        ("9.80", "Hillside"),
    ]


def test_the_new_headings_of_shopify_are_read_too(tmp_path: Path) -> None:
    found = check(tmp_path, NEW)

    assert plants(found, "name", "sku", "gtin", "pot_size", "price", "compare_at_price", "stock_quantity") == [
        ("Hosta", "HOS-9", "2000000000022", "9 cm", "4.50", "6.00", 30),
        ("Hosta – Large", "HOS-L", None, None, "9.50", None, 3),
    ]
    assert found.plants[0][2].description == "Shade"


def test_rows_with_problems_can_be_corrected_and_read_again(tmp_path: Path) -> None:
    bad = check(tmp_path, OLD.replace("14.99", "cheap").replace("24.99", "dear").replace("9.99", "nil"))
    assert bad.report.bad == 4

    prices = {"cheap": "14.99", "dear": "24.99", "nil": "9.99"}
    corrected = bad.bad_rows
    for wrong, right in prices.items():
        corrected = corrected.replace(wrong, right)
    again = check(tmp_path, corrected)

    assert [fields for _, _, fields, _ in again.plants] == [fields for _, _, fields, _ in check(tmp_path, OLD).plants]


def test_of_more_images_than_a_plant_can_have_the_first_are_kept(tmp_path: Path) -> None:
    rows = "".join(f"h,{'Rose' if not number else ''},https://x.example/{number}.jpg\n" for number in range(12))

    found = check(tmp_path, "Handle,Title,Image Src,Variant SKU\n" + rows.replace("0.jpg\n", "0.jpg,A\n", 1))

    assert len(found.plants[0][2].images) == 10
    assert found.notes == ["The product has 12 images. The first 10 are kept."]


def test_a_person_may_map_a_column_of_shopify_otherwise(tmp_path: Path) -> None:
    found = check(tmp_path, NEW, map={"botanical_name": "Title", "tag": ""})

    assert plants(found, "name", "botanical_name", "tag")[0] == ("Hosta", "Hosta", None)


def test_a_product_with_too_many_rows_is_read_in_parts(tmp_path: Path) -> None:
    rows = "".join(f"h,{'Rose' if not number else ''},S-{number}\n" for number in range(PRODUCT_ROWS_MAX + 1))

    found = check(tmp_path, "Handle,Title,Variant SKU\n" + rows, rows_max=PRODUCT_ROWS_MAX + 1)

    assert (found.report.new, found.report.bad) == (PRODUCT_ROWS_MAX, 1)


@pytest.mark.parametrize(
    "content", ["Handle,Title\nRose,Rosa\n", "Title,SKU\nRose,A-1\n", "Handle,SKU,Name\nx,A-1,Rose\n"]
)
def test_other_lists_are_not_taken_for_an_export_of_shopify(tmp_path: Path, content: str) -> None:
    assert check(tmp_path, content).report.new == 1


def test_a_google_feed_is_read_by_its_attributes(tmp_path: Path) -> None:
    found = check(tmp_path, FEED)

    names = ("sku", "name", "description", "price", "compare_at_price", "currency", "gtin", "tag", "stock_quantity")
    assert plants(found, *names) == [
        ("A-1", "Acer palmatum", "A maple", "19.99", "24.99", "GBP", "2000000000015", "Trees", None),
        ("A-2", "Rose", None, "9.99", None, "GBP", None, None, 0),
    ]
    assert [image.url[-5:] for image in found.plants[0][2].images] == ["a.jpg", "b.jpg", "c.jpg"]
    assert str(found.plants[1][2].available_from) == "2026-11-09"
    assert next(column for column in found.report.columns if column.heading == "link").field is None


def test_a_sale_that_ends_does_not_replace_the_price(tmp_path: Path) -> None:
    head, first, _ = FEED.splitlines()

    found = check(tmp_path, f"{head}\tsale_price_effective_date\n{first}\t2026-05-01T00:00Z/2026-05-08T00:00Z\n")

    assert plants(found, "price", "compare_at_price") == [("24.99", None)]

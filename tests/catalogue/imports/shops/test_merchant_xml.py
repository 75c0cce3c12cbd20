"""Google Merchant feeds in XML: RSS and Atom are read, and hostile XML is refused without harm."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from plantstore.catalogue.imports.shops import merchant_xml
from plantstore.catalogue.imports.text_files.csv_records import CELL_CHARS_MAX
from plantstore.domain.errors import Invalid
from tests.catalogue.imports.lists import Checked, check

GOOGLE = 'xmlns:g="http://base.google.com/ns/1.0"'
RSS = f"""<?xml version="1.0"?>
<rss version="2.0" {GOOGLE}><channel><title>Shop</title><link>https://x.example</link>
<item><title>Plain title</title><g:title>Acer palmatum</g:title><link>https://x.example/a</link>
<description>&lt;b&gt;A maple&lt;/b&gt; &amp; more</description><g:id>A-1</g:id>
<g:image_link>https://x.example/a.jpg</g:image_link>
<g:additional_image_link>https://x.example/b.jpg</g:additional_image_link>
<g:additional_image_link>https://x.example/c.jpg</g:additional_image_link>
<g:price>24.99 GBP</g:price><g:gtin>2000000000015</g:gtin><g:availability>in_stock</g:availability>
<g:shipping><g:price>3.00 GBP</g:price></g:shipping><g:product_type>Home &gt; Trees</g:product_type></item>
<item><g:id>A-2</g:id><g:title><![CDATA[Rose & rue]]></g:title><g:price>9.99 GBP</g:price></item>
</channel></rss>"""
ATOM = f"""<feed xmlns="http://www.w3.org/2005/Atom" {GOOGLE}><title>Shop</title>
<entry><title>Hosta</title><link href="https://x.example/h"/><summary>Shade</summary><g:id>H</g:id>
<g:price>4.50 EUR</g:price><g:availability>out of stock</g:availability></entry></feed>"""


def read(folder: Path, content: str | bytes) -> Checked:
    return check(folder, content)


def refused(folder: Path, content: str | bytes) -> str:
    with pytest.raises(Invalid) as error:
        read(folder, content)
    return error.value.detail


def test_items_of_an_rss_feed_become_plants(tmp_path: Path) -> None:
    found = read(tmp_path, RSS)

    [maple, rose] = [fields for _, _, fields, _ in found.plants]
    assert (maple.sku, maple.name, maple.description, maple.tag) == ("A-1", "Acer palmatum", "A maple & more", "Trees")
    assert (maple.price, maple.currency, maple.gtin) == ("24.99", "GBP", "2000000000015")
    assert [image.url[-5:] for image in maple.images] == ["a.jpg", "b.jpg", "c.jpg"]
    assert (rose.sku, rose.name, rose.price) == ("A-2", "Rose & rue", "9.99")
    assert next(column.heading for column in found.report.columns if column.field is None) == "link"


def test_entries_of_an_atom_feed_become_plants(tmp_path: Path) -> None:
    for content in (ATOM, ATOM.encode("utf-16"), b"\xef\xbb\xbf" + ATOM.encode()):
        [(_, _, hosta, _)] = read(tmp_path, content).plants

        assert (hosta.sku, hosta.name, hosta.description, hosta.price) == ("H", "Hosta", "Shade", "4.50")
        assert hosta.stock_quantity == 0


def test_a_feed_written_by_another_library_is_read(tmp_path: Path) -> None:
    root = ElementTree.Element("rss")
    item = ElementTree.SubElement(ElementTree.SubElement(root, "channel"), "item")
    for name, text in {"id": "É-1", "title": "Rosa 'Zoé' <3 L>", "link": "https://x.example/?a=1&b=2"}.items():
        ElementTree.SubElement(item, f"{{http://base.google.com/ns/1.0}}{name}").text = text

    for encoding in ("utf-8", "iso-8859-1", "utf-16"):
        content = ElementTree.tostring(root, encoding=encoding, xml_declaration=True)

        assert [fields.name for _, _, fields, _ in read(tmp_path, content).plants] == ["Rosa 'Zoé' <3 L>"]


@pytest.mark.parametrize(
    ("content", "detail"),
    [
        ('<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaa">]><rss><channel/></rss>', "document type"),
        ('<!DOCTYPE rss SYSTEM "http://127.0.0.1/x.dtd"><rss/>', "document type"),
        ('<?xml version="1.0"?><rss>&a;</rss>', "undefined entity, on line 1"),
        ('<?xml version="1.0"?><rss><channel>', "no element found"),
        ('<?xml version="1.0"?><html><body/></html>', "not a Google Merchant feed"),
        ('<?xml version="1.0"?><rss><channel/></rss>', "no items"),
        ('<?xml version="1.0"?><rss>\x00</rss>', "on line 1"),
        ('<?xml version="1.0" encoding="none"?><rss/>', "encoding that cannot be read"),
        ('<?xml version="1.0" encoding="utf-7"?><rss/>', "encoding that cannot be read"),
        ('<?xml version="1.0" encoding="zlib"?><rss/>', "encoding that cannot be read"),
        ("<rss>" + "<a>" * merchant_xml.DEPTH_MAX, f"more than {merchant_xml.DEPTH_MAX} levels"),
        ('<rss a="' + "x" * (merchant_xml.TAG_BYTES_MAX + (1 << 18)) + '"/>', "bytes"),
    ],
)
def test_hostile_and_other_xml_is_refused_in_words(tmp_path: Path, content: str, detail: str) -> None:
    assert detail in refused(tmp_path, content)


def test_depth_and_length_are_allowed_up_to_their_limits(tmp_path: Path) -> None:
    deep = "<x>" * (merchant_xml.DEPTH_MAX - 3) + "</x>" * (merchant_xml.DEPTH_MAX - 3)
    item = f"<item><g:id>A</g:id><g:title>Rose</g:title>{deep}</item>"
    long = "<item><g:id>B</g:id><g:title>Rose</g:title><description>%s</description></item>"
    head = f"<rss {GOOGLE}><channel>"

    found = read(tmp_path, f"{head}{item}{long % ('x' * (CELL_CHARS_MAX + 9))}</channel></rss>")

    assert [fields.sku for _, _, fields, _ in found.plants] == ["A"]
    assert found.details == [f"A cell has more than {CELL_CHARS_MAX:,} characters. Is a quotation mark missing?"]

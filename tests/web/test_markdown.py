"""Markdown as it is served: no raw HTML, links that lead somewhere, anchors as on GitHub, tabs without a script."""

import re
from typing import Any

from plantstore.web.docs.contents import Entry, around, read_contents
from plantstore.web.docs.links import Anchors, served_address
from plantstore.web.docs.markdown import Article, read_article
from plantstore.web.docs.search_index import Passage, SearchIndex

ADDRESSES = {"docs/README.md": "/docs", "docs/api.md": "/docs/api", "CHANGELOG.md": "/docs/changelog"}
TABS = """\
# Write a receiver

<!-- tab: Python -->
```python
print(1)
```
<!-- tab: Node -->
```js
log(1)
```

<!-- tab: Go -->
```go
Print(1)
```
"""


def rendered(text: str, *, file: str = "docs/page.md") -> Article:
    return read_article(text, file=file, addresses=ADDRESSES)


def test_nothing_of_a_page_is_markup_but_markdown() -> None:
    for text in [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "<div\nonclick=alert(1)>\n\n</div>",
        "[x](javascript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        "![x](https://elsewhere.example/pixel.png)",
        "```<script>\n</code><script>alert(1)</script>\n```",
        '```py" onclick="alert(1)\n```',
        "# T\n\n## <b onclick=alert(1)>\n",
        "| a |\n|---|\n| <script>alert(1)</script> |",
        '<!-- tab: <script> -->\n```\na\n```\n<!-- tab: "><script> -->\n```\nb\n```',
    ]:
        html = rendered(text).html

        tags = re.findall(r"<(\w+)", html)
        assert not {"script", "img", "style"} & set(tags), text
        assert not [
            one for one in re.findall(r"<\w+[^>]*", re.sub(r'"[^"]*"', '""', html)) if re.search(r"\son\w+=", one)
        ], text
        assert 'href="javascript' not in html, text
        assert 'href="data' not in html, text


def test_no_style_is_written() -> None:
    html = rendered("|a|b|c|\n|:--|--:|:-:|\n|1|2|3|").html

    assert "style" not in html
    assert '<td class="number">2</td>' in html


def test_a_link_between_files_leads_to_where_they_are_served() -> None:
    for link, address in [
        ("api.md", "/docs/api"),
        ("api.md#paging", "/docs/api#paging"),
        ("../docs/api.md", "/docs/api"),
        ("README.md", "/docs"),
        ("../CHANGELOG.md#040", "/docs/changelog#040"),
        ("#here", "#here"),
        ("https://example.org/a.md", "https://example.org/a.md"),
        ("/docs/errors/invalid", "/docs/errors/invalid"),
        ("../Makefile", None),
        ("../../etc/passwd", None),
        ("none.md", None),
        ("//elsewhere.example/api.md", None),
        ("file:///etc/passwd", None),
        ("javascript:alert(1)", None),
    ]:
        assert served_address(link, file="docs/page.md", addresses=ADDRESSES) == address, (link, address)


def test_a_link_to_what_is_not_served_names_the_file() -> None:
    html = rendered("[the map](../ARCHITECTURE.md#map), [`Makefile`](../Makefile)").html

    assert html == "<p>the map (<code>ARCHITECTURE.md</code>), <code>Makefile</code></p>\n"


def test_links_of_the_changelog_are_read_from_where_it_lies() -> None:
    assert 'href="/docs/api#paging"' in rendered("[api](docs/api.md#paging)", file="CHANGELOG.md").html


def test_headings_are_named_as_on_github() -> None:
    anchors = Anchors()

    given = [anchors.name(one) for one in ("Who may?", "Who may", "[0.4.0] - unreleased", "`a_b` & c", "Über uns")]

    assert given == ["who-may", "who-may-1", "040---unreleased", "a_b--c", "über-uns"]


def test_a_page_is_its_title_its_kind_and_its_sections() -> None:
    article = rendered("# A `title`\n\n*Tutorial*\n\nOne.\n\n## Two\n\nthree\n\n    code\n\n### Four\n")

    assert (article.title, article.kind) == ("A title", "Tutorial")
    assert "Tutorial" not in article.html
    assert [(one.anchor, one.text) for one in article.sections] == [
        ("a-title", "One."),
        ("two", "three code"),
        ("four", ""),
    ]
    assert '<h2 id="two">Two <a class="anchor" href="#two" aria-label="Link to this heading">#</a></h2>' in article.html


def test_emphasis_elsewhere_names_no_kind() -> None:
    article = rendered("# T\n\n*Tutorial* of much.\n")

    assert article.kind == ""
    assert "<em>Tutorial</em> of much." in article.html


def test_comments_are_not_shown() -> None:
    html = rendered("a\n<!-- one -->\nb\n\n<!-- two\nthree -->\n\nc <!-- inside").html

    assert "one" not in html
    assert "three" not in html
    assert html.count("<p>") == 3


def test_a_table_scrolls_in_a_box_that_keys_can_reach() -> None:
    html = rendered("# T\n\n## Limits\n\n|a|\n|---|\n|b|\n\nand\n\n|c|\n|---|\n|d|\n").html

    boxes = re.findall(r'<div class="scroll" tabindex="0" role="region" aria-label="([^"]+)">\n<table>', html)
    assert boxes == ["Table: Limits", "Table: Limits (2)"]
    assert '<th scope="col">a</th>' in html


def test_marked_blocks_in_a_row_are_tabs() -> None:
    html = rendered(TABS).html

    knobs = re.findall(r'<input type="radio" name="(\S+)" id="(\S+)"( checked)?><label for="(\S+)">(\w+)</label>', html)
    assert (
        [label for *_, label in knobs]
        == re.findall(r'<p class="panel-name">(\w+)</p>', html)
        == ["Python", "Node", "Go"]
    )
    assert [bool(checked) for _, _, checked, _, _ in knobs] == [True, False, False]
    assert len({name for name, *_ in knobs}) == 1
    assert all(id == own for _, id, _, own, _ in knobs)
    assert html.count("<pre ") == 3
    assert "tab:" not in html


def test_one_marked_block_alone_is_a_block() -> None:
    html = rendered("<!-- tab: Python -->\n```python\na\n```\n\ntext\n").html

    assert "radio" not in html
    assert '<code class="language-python">a\n</code>' in html


INDEX = """\
# Documentation

## Start here

- [First steps](api.md): in ten minutes
- [Elsewhere](../Makefile), [again](api.md)

## Reference

| [Changes](../CHANGELOG.md) |
|---|
"""


def test_the_contents_are_read_from_the_index() -> None:
    generated = Entry(title="API", address="/api/docs")

    chapters = read_contents(INDEX, file="docs/README.md", addresses=ADDRESSES, generated=[generated])

    assert [(one.title, [entry.address for entry in one.entries]) for one in chapters] == [
        ("Start here", ["/docs/api"]),
        ("Reference", ["/docs/changelog", "/api/docs"]),
    ]
    assert around(chapters, "/docs/changelog") == (Entry(title="First steps", address="/docs/api"), generated)
    assert around(chapters, "/docs/api")[0] is None
    assert around(chapters, "/none") == (None, None)


def a_passage(number: int, **given: Any) -> Passage:
    return Passage(address=f"/docs/{number}", **({"page": "Page", "heading": "Heading", "text": "text"} | given))


def test_a_title_counts_more_than_a_heading_and_that_more_than_text() -> None:
    index = SearchIndex(
        [
            a_passage(1, text="rose " * 50),
            a_passage(2, heading="The rose"),
            a_passage(3, page="Roses", heading=""),
            a_passage(4, page="Other"),
        ]
    )

    assert [hit.passage.address for hit in index.search("rose").hits] == ["/docs/3", "/docs/2", "/docs/1"]


def test_where_something_is_explained_comes_before_where_it_is_used() -> None:
    text = "# T\n\n## Used\n\n`PLANT_DAYS`, PLANT_DAYS\n\n## Explained\n\n|name|about|\n|---|---|\n|`PLANT_DAYS`|`x`|\n"
    sections = rendered(text).sections

    assert [one.terms for one in sections] == [(), (), ("PLANT_DAYS",)]
    index = SearchIndex([a_passage(at, text=one.text, terms=one.terms) for at, one in enumerate(sections)])
    assert [hit.passage.address for hit in index.search("plant_days").hits] == ["/docs/2", "/docs/1"]


def test_only_the_last_word_may_be_a_beginning() -> None:
    index = SearchIndex([a_passage(1, text="rotate the secret"), a_passage(2, text="rot and sec")])

    assert [hit.passage.address for hit in index.search("rotate sec").hits] == ["/docs/1"]
    assert [hit.passage.address for hit in index.search("rot sec").hits] == ["/docs/2"]


def test_old_news_stand_behind_what_holds() -> None:
    index = SearchIndex(
        [a_passage(1, page="Changes", text="rose", share=0.4), a_passage(2, text="rose and other words")]
    )

    assert [hit.passage.address for hit in index.search("rose").hits] == ["/docs/2", "/docs/1"]


def test_a_snippet_is_escaped_and_marks_the_words() -> None:
    text = "x " * 100 + "<b>a Rosé & tulips</b>" + " y" * 100

    [hit] = SearchIndex([a_passage(1, text=text)]).search("rose tulip").hits

    assert "&lt;b&gt;a <mark>Rosé</mark> &amp; <mark>tulips</mark>&lt;/b&gt;" in hit.snippet
    assert hit.snippet.startswith("…")
    assert hit.snippet.endswith("…")
    assert len(hit.snippet) < 300

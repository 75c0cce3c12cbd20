"""Every page says its kind, is listed in the contents once, and gives each fenced block a language."""

import re

from tests.docs.markdown import DOCS, KINDS, blocks, kind, pages, tabs
from tests.docs.test_receivers import PAGE as RECEIVER_PAGE

CONTENTS = (DOCS / "README.md").read_text(encoding="utf-8")
SECTIONS = {
    "Tutorials": {"Tutorial"},
    "How-to": {"How-to"},
    "Reference": {"Reference"},
    "Explanation": {"Explanation"},
    "Project": set(),
}
AT_THE_ROOT = ("../ARCHITECTURE.md", "../CHANGELOG.md", "../CONTRIBUTING.md")
LANGUAGES = {
    "sh",
    "text",
    "python",
    "js",
    "go",
    "php",
    "ruby",
    "java",
    "csharp",
    "json",
    "http",
    "yaml",
    "nginx",
    "csv",
}
RECEIVER_HEADINGS = (
    "The request",
    "A minimal receiver",
    "Run it with `plantstore listen`",
    "How your response is handled",
    "Retry schedule",
    "Duplicates and order",
    "Verify with a public key",
    "Secret rotation",
    "After an outage",
    "Verify the raw body",
    "Test vectors",
    "Network requirements",
)
"""The sections of docs/receiving.md, in the order in which a developer needs them."""


def linked(heading: str) -> list[str]:
    """Return the pages that a section of the contents links, in their order."""
    text = CONTENTS.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"\]\(([^)]+)\)", text)


def test_every_page_says_its_kind_and_then_what_it_is_about() -> None:
    lead = re.compile(r"^\*[\w-]+\*\n\n[A-Z`](?:.*\n)*?.*[.:]$", re.MULTILINE)

    assert len(pages()) > 30
    assert not [page for page in pages() if kind(page) not in KINDS]
    assert not [page for page in pages() if not lead.search((DOCS / page).read_text(encoding="utf-8"))]


def test_the_contents_have_the_sections_in_their_order() -> None:
    assert re.findall(r"^## (.+)$", CONTENTS, re.MULTILINE) == list(SECTIONS)


def test_each_section_of_the_contents_links_pages_of_its_kind() -> None:
    for heading, kinds in SECTIONS.items():
        assert linked(heading), heading
        assert not [link for link in linked(heading) if link not in AT_THE_ROOT and kind(link) not in kinds], heading


def test_every_page_is_listed_in_the_contents_once() -> None:
    every = [link for heading in SECTIONS for link in linked(heading)]

    assert sorted(every) == sorted([*pages(), *AT_THE_ROOT])


def test_every_block_has_a_language() -> None:
    fence = re.compile(r"^( *)```.*?^ *```$", re.MULTILINE | re.DOTALL)
    for page in pages():
        assert {block.language for block in blocks(page)} <= LANGUAGES, page
        outside = fence.sub("", (DOCS / page).read_text(encoding="utf-8"))
        assert not re.findall(r"\n\n {4,}\S.*", outside), f"{page}: a block without a fence has no language"


def test_the_page_about_receivers_has_its_sections_in_order() -> None:
    text = (DOCS / RECEIVER_PAGE).read_text(encoding="utf-8")

    assert tuple(re.findall(r"^## (.+)$", text, re.MULTILINE)) == RECEIVER_HEADINGS


def test_tabs_are_adjacent_and_complete() -> None:
    for page in pages():
        chosen = [block.tab for block in blocks(page) if block.tab]
        assert chosen == tabs(page) * (len(chosen) // len(tabs(page))) or tabs(page) == [""], page

"""Every page says what kind it is, stands in the contents once, and shows its blocks so that they can be told apart."""

import re

import pytest

from tests.docs.markdown import DOCS, KINDS, blocks, kind, pages, tabs
from tests.docs.test_receivers import PAGE as RECEIVER_PAGE

CONTENTS = (DOCS / "README.md").read_text(encoding="utf-8")
SECTIONS = {
    "Start here": {"Tutorial"},
    "How-to": {"How-to"},
    "Reference": {"Reference"},
    "Explanation": {"Explanation"},
    "Changes": set(),
}
AT_THE_ROOT = ("../ARCHITECTURE.md", "../CHANGELOG.md", "../CONTRIBUTING.md")
LANGUAGES = {"sh", "text", "python", "js", "go", "json", "http", "yaml", "nginx", "csv"}
RECEIVER_HEADINGS = (
    "A request",
    "Ten lines",
    "Run it with `plantstore listen`",
    "What your answer causes",
    "When it is tried again",
    "At least once, in no order",
    "A new secret",
    "After an outage",
    "The body must stay as it came",
    "Test vectors",
    "Addresses to allow",
)
"""What somebody who writes a receiver asks, in the order in which it is asked."""


def linked(heading: str) -> list[str]:
    """The pages that a section of the contents links, in their order."""
    text = CONTENTS.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"\]\(([^)]+)\)", text)


@pytest.mark.parametrize("page", pages())
def test_every_page_says_what_kind_it_is_and_for_whom(page: str) -> None:
    assert kind(page) in KINDS
    assert re.search(
        r"^\*[\w-]+\*\n\n(?:\S.*\n)*?.*\b[Ww]hoever\b", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE
    )


def test_the_contents_have_the_sections_in_their_order() -> None:
    assert re.findall(r"^## (.+)$", CONTENTS, re.MULTILINE) == list(SECTIONS)


@pytest.mark.parametrize("heading", SECTIONS)
def test_each_section_of_the_contents_links_pages_of_its_kind(heading: str) -> None:
    assert linked(heading)
    for link in linked(heading):
        assert link in AT_THE_ROOT or kind(link) in SECTIONS[heading], link


def test_every_page_stands_in_the_contents_once() -> None:
    every = [link for heading in SECTIONS for link in linked(heading)]

    assert sorted(every) == sorted([*pages(), *AT_THE_ROOT])


@pytest.mark.parametrize("page", pages())
def test_every_block_says_what_it_holds(page: str) -> None:
    assert {block.language for block in blocks(page)} <= LANGUAGES
    outside = re.sub(
        r"^( *)```.*?^ *```$", "", (DOCS / page).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    assert not re.findall(r"\n\n {4,}\S.*", outside), "a block without a fence has no language"


def test_the_page_about_receivers_has_the_order_in_which_it_is_asked() -> None:
    text = (DOCS / RECEIVER_PAGE).read_text(encoding="utf-8")

    assert tuple(re.findall(r"^## (.+)$", text, re.MULTILINE)) == RECEIVER_HEADINGS


@pytest.mark.parametrize("page", pages())
def test_tabs_stand_side_by_side_and_are_complete(page: str) -> None:
    chosen = [block.tab for block in blocks(page) if block.tab]

    assert chosen == tabs(page) * (len(chosen) // len(tabs(page))) or tabs(page) == [""]

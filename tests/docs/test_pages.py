"""Whoever does what a tutorial or a how-to says gets what it shows: every block is run as it stands."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.markdown import DOCS, Block, blocks, pages, tabs
from tests.docs.reader import ENDS_WITH, NOT_RUN, Reader

OWN_TESTS = {
    "receiving.md": "test_receivers.py",
    "proxy.md": "test_proxy.py",
    "moving.md": "test_moving.py",
}  # what is built there is tried further
STARTS_A_STORE = ("make run", "plantstore serve", "bash ci.sh")


def starts_a_store(block: Block) -> bool:
    return block.language == "sh" and any(words in block.text for words in STARTS_A_STORE)


READ = pages("Tutorial", "How-to")


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    reader = Reader(tmp_path)
    yield reader
    reader.leave()


@pytest.mark.parametrize("page", [page for page in READ if page not in OWN_TESTS])
def test_whoever_does_what_a_page_says_gets_what_it_shows(page: str, reader: Reader) -> None:
    assert tabs(page) == [""]
    if not starts_a_store(blocks(page)[0]):
        reader.start(reader.changed("make run"))  # what the page takes for granted

    reader.follow(blocks(page))


def test_what_is_not_run_or_fails_is_there() -> None:
    there = {(block.page, block.first_line) for page in READ for block in blocks(page)}

    assert NOT_RUN.keys() | ENDS_WITH.keys() <= there
    assert all(NOT_RUN.values())


def test_each_page_with_a_test_of_its_own_has_it() -> None:
    for page, name in OWN_TESTS.items():
        assert page in READ
        assert f'"{page}"' in Path(__file__).with_name(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", READ)
def test_no_command_hides_outside_a_block(page: str) -> None:
    text = re.sub(r"^( *)```.*?^ *```$", "", (DOCS / page).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)

    assert not re.findall(r"^ {4,}(?:plantstore|make|curl|\$) .*", text, re.MULTILINE)

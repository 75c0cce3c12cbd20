"""The tutorials and how-tos work as written: every block is run, and its output compared with what the page shows."""

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
    "server.md": "test_server.py",
    "high-availability.md": "test_high_availability.py",
}  # pages whose results are tested further
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
def test_following_a_page_gives_what_it_shows(page: str, reader: Reader) -> None:
    assert tabs(page) == [""]
    if not starts_a_store(blocks(page)[0]):
        reader.start(reader.changed("make run"))  # what the page assumes

    reader.follow(blocks(page))


def test_every_exception_is_a_block_of_a_page() -> None:
    known = {(block.page, block.first_line) for page in READ for block in blocks(page)}

    assert NOT_RUN.keys() | ENDS_WITH.keys() <= known
    assert all(NOT_RUN.values())


def test_each_page_with_a_test_of_its_own_has_it() -> None:
    for page, name in OWN_TESTS.items():
        assert page in READ
        assert f'"{page}"' in Path(__file__).with_name(name).read_text(encoding="utf-8")


def test_every_command_is_in_a_block() -> None:
    fence = re.compile(r"^( *)```.*?^ *```$", re.MULTILINE | re.DOTALL)
    for page in READ:
        text = fence.sub("", (DOCS / page).read_text(encoding="utf-8"))
        assert not re.findall(r"^ {4,}(?:plantstore|make|curl|\$) .*", text, re.MULTILINE), page

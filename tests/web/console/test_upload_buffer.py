"""A file is kept until its form has been read: in memory if it is small, otherwise in a file that has no name."""

import asyncio
import errno
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any

import pytest

from plantstore.domain.errors import StoreFull
from plantstore.web.console.upload_buffer import PIECE_BYTES, buffered
from tests.web.console.test_import_pages import figures, uploaded
from tests.web.harness import Site


async def pieces(content: bytes, size: int) -> AsyncIterator[bytes]:
    for start in range(0, len(content), size):
        yield content[start : start + size]


@pytest.mark.parametrize("size", [0, 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES])
def test_what_was_read_comes_back_and_leaves_nothing(tmp_path: Path, size: int) -> None:
    content = bytes(range(256)) * (size // 256) + b"x" * (size % 256)

    async def read() -> bytes:
        async with buffered(pieces(content, 70_000), tmp_path) as parts:
            assert list(tmp_path.iterdir()) == [], "the file has no name"
            return b"".join([part async for part in parts])

    assert asyncio.run(read()) == content
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("number", "expected"), [(errno.ENOSPC, StoreFull), (errno.EIO, OSError)])
def test_a_full_disk_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, expected: type[Exception]
) -> None:
    def fail(*_: Any) -> int:
        raise OSError(number, "no")

    monkeypatch.setattr(SpooledTemporaryFile, "write", fail)

    async def read() -> None:
        async with buffered(pieces(b"abc", 1), tmp_path):
            pass

    with pytest.raises(expected):
        asyncio.run(read())


@pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")
def test_a_file_larger_than_the_memory_for_it_is_imported_with_the_options_after_it(site: Site) -> None:
    row = b"Rosa,%d,%s\n"
    content = b"name,sku,description\n" + b"".join(row % (number, b"x" * 4_000) for number in range(280))

    page = uploaded(site, content, as_drafts=True)

    assert len(content) > PIECE_BYTES
    assert figures(page)["New"] == "280"
    assert "added as drafts" in page.main

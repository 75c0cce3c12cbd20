"""Workbooks that are no workbooks, are damaged, or are made to exhaust the store: each is refused in words."""

import asyncio
import os
import re
import signal
import struct
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from json import dumps
from pathlib import Path

import pytest

from plantstore.catalogue.imports.workbooks import conversion
from plantstore.catalogue.imports.workbooks.archive import (
    DIRECTORY_BYTES_MAX,
    ENTRIES_MAX,
    OLE,
    RATIO_MAX,
    check_archive,
)
from plantstore.catalogue.imports.workbooks.conversion import LIMITS, SheetLimits, convert
from plantstore.core import child_process
from plantstore.domain.errors import Invalid, StoreFull
from tests.catalogue.imports.workbooks.made import (
    by_hand,
    cell,
    converted,
    parts,
    slow,
    written_by_xlsxwriter,
    zipped,
)

ONE_CELL = f'<row r="1">{cell("A1", "name")}</row>'
UNSEEN = "<!-- -->"  # hides a value from the scan before the library reads the sheet
READER = "sheet_reader"


async def refusal(source: Path, limits: SheetLimits = LIMITS, sheet: str | None = None) -> str:
    """The words with which a workbook is refused. No file is left."""
    target = source.with_name("converted.csv")
    with pytest.raises(Invalid) as caught:
        await convert(source, target, sheet=sheet, limits=limits)
    assert set(source.parent.iterdir()) == {source}
    assert caught.value.fields[0].detail == caught.value.detail
    return caught.value.detail


def saved(folder: Path, content: bytes) -> Path:
    path = folder / "list.xlsx"
    path.write_bytes(content)
    return path


def ole(stream: str) -> bytes:
    """The beginning of an OLE file with one named stream (MS-CFB 2.2 and 2.6)."""
    header = OLE + bytes(16) + struct.pack("<5H6x6L", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, 0, 0, 0x1000, 0)
    return header.ljust(512, b"\xff") + "".join(name.ljust(64, "\0") for name in ("Root Entry", stream)).encode(
        "utf-16-le"
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not an .xlsx workbook. Save it as .xlsx or CSV"),
        (b"name,sku\nRosa,A-1\n", "not an .xlsx workbook"),
        (ole("Workbook"), r"old workbook \(.xls\). Save it as .xlsx or CSV"),
        (OLE, r"old workbook \(.xls\)"),
        (ole("EncryptedPackage"), "protected by a password. Remove the password"),
        (b"PK\x03\x04", "damaged or incomplete. Open it in your spreadsheet program"),
        (b"PK\x03\x04" + bytes(1_000_000), "damaged"),
        (b"PK\x03\x04" + b"PK\x05\x06" + bytes(18), "an archive, not a workbook"),
        (b"PK\x03\x04" + b"PK\x05\x06" + b"\xff" * 18, "damaged"),
    ],
)
async def test_what_is_no_workbook_is_refused_with_advice(tmp_path: Path, content: bytes, words: str) -> None:
    assert re.search(words, await refusal(saved(tmp_path, content)))


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<a/>"}, "OpenDocument"),
        ({"Index/Document.iwa": b"", "Metadata/Properties.plist": b""}, "Numbers document"),
        ({"Index.zip": b"", "preview.jpg": b""}, "Numbers document"),
        ({"xl/workbook.bin": b""}, "binary workbook"),
        ({"list.csv": "name\nRosa\n"}, "Unpack it"),
        ({"word/document.xml": "<a/>"}, "an archive, not a workbook"),
    ],
)
async def test_other_archives_are_refused_with_their_kind(tmp_path: Path, files: dict[str, str], words: str) -> None:
    assert words in await refusal(zipped(tmp_path / "list.xlsx", files))


async def test_a_workbook_that_is_cut_anywhere_is_damaged(tmp_path: Path) -> None:
    whole = written_by_xlsxwriter(tmp_path / "list.xlsx", {"Plants": [["name"], ["Rosa"]]}).read_bytes()

    for length in (30, len(whole) // 2, len(whole) - 30, len(whole) - 1):
        assert "damaged" in await refusal(saved(tmp_path, whole[:length]))


async def test_flipped_bits_end_in_words_or_in_a_list(tmp_path: Path) -> None:
    whole = written_by_xlsxwriter(tmp_path / "list.xlsx", {"Plants": [["name"], ["Rosa"]]}).read_bytes()

    for position in range(0, len(whole), len(whole) // 20):
        source = saved(tmp_path, whole[:position] + bytes([whole[position] ^ 0x55]) + whole[position + 1 :])
        with suppress(Invalid):
            await converted(source)


@pytest.mark.parametrize(
    "part", ["xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/sharedStrings.xml", "docProps/a.xml"]
)
async def test_a_document_type_declaration_is_refused_in_every_part(tmp_path: Path, part: str) -> None:
    files = parts(ONE_CELL)
    files[part] = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + str(files.get(part, "<a/>"))

    assert "document type declaration (DOCTYPE)" in await refusal(zipped(tmp_path / "list.xlsx", files))


async def test_a_declaration_across_two_chunks_is_found(tmp_path: Path) -> None:
    for padding in range((1 << 20) - 12, (1 << 20) + 2, 3):
        source = by_hand(tmp_path / "list.xlsx", ONE_CELL, before=" " * padding + "<!DOCTYPE a>")
        assert "DOCTYPE" in await refusal(source)


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/worksheets/sheet1.xml"])
@pytest.mark.parametrize("content", ["", "<", "<a/>", "\0\0\0", "<sheets><sheet/></sheets>", "a" * 100_000])
async def test_parts_that_are_not_what_they_should_be_are_refused(tmp_path: Path, part: str, content: str) -> None:
    words = await refusal(zipped(tmp_path / "list.xlsx", parts(ONE_CELL) | {part: content}))

    assert words.endswith("."), "a sentence"


async def test_missing_parts_are_refused(tmp_path: Path) -> None:
    for part in ("xl/worksheets/sheet1.xml", "xl/_rels/workbook.xml.rels"):
        files = {name: content for name, content in parts(ONE_CELL).items() if name != part}
        assert (await refusal(zipped(tmp_path / "list.xlsx", files))).endswith(".")


# Limits, each at the limit and one past it.


async def test_a_sheet_with_too_many_columns_or_rows_is_refused(tmp_path: Path) -> None:
    limits = replace(LIMITS, columns=26, rows=100)
    source = tmp_path / "list.xlsx"

    facts, _ = await converted(by_hand(source, f'<row r="100">{cell("Z100", "x")}</row>'), limits=limits)
    source.with_name("converted.csv").unlink()

    assert (facts.columns, facts.last_row) == (26, 100)
    assert "“Plants” reaches cell AA1; at most 26 columns" in await refusal(
        by_hand(source, f'<row r="1">{cell("AA1", "x")}</row>'), limits
    )
    assert "reaches cell A101; at most 100 rows" in await refusal(
        by_hand(source, f'<row r="101">{cell("A101", "x")}</row>'), limits
    )


async def test_a_sheet_with_too_many_cells_is_refused_although_few_are_filled(tmp_path: Path) -> None:
    limits = replace(LIMITS, cells=100)
    source = tmp_path / "list.xlsx"
    corners = f'<row r="1">{cell("A1", "x")}</row><row r="10">{cell("J10", "x")}</row>'

    facts, _ = await converted(by_hand(source, corners), limits=limits)
    source.with_name("converted.csv").unlink()

    assert facts.rows == 2
    assert "reaches cell J10; at most 99 cells" in await refusal(source, replace(LIMITS, cells=99))


@pytest.mark.parametrize("last", ["XFD1048576", "ZZZZZZ1", "A99999999", "AAA1", "B1048577"])
async def test_a_cell_far_away_is_refused(tmp_path: Path, last: str) -> None:
    row = last.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    seen = f'<row r="1">{cell("A1", "x")}</row><row r="{row}"><c r="{last}"><v>1</v></c></row>'

    assert f"reaches cell {last}" in await refusal(by_hand(tmp_path / "list.xlsx", seen))
    hidden = seen.replace("<v>1", f"{UNSEEN}<v>1")
    assert (await refusal(by_hand(tmp_path / "list.xlsx", hidden))).endswith(".")


async def test_a_workbook_that_makes_the_library_abort_is_refused(tmp_path: Path) -> None:
    """1,048,576 rows of 16,384 columns are 400 GB in memory: the library ends its process."""
    far = f'<row r="1048576"><c r="XFD1048576">{UNSEEN}<v>1</v></c></row>'
    source = by_hand(tmp_path / "list.xlsx", f'<row r="1">{cell("A1", "x")}</row>{far}')

    assert "needs more than 512 MiB of memory" in await refusal(source)


async def test_a_row_with_a_million_cells_is_refused(tmp_path: Path) -> None:
    source = by_hand(tmp_path / "list.xlsx", "<row>" + "<c><v>1</v></c>" * 1_000_000 + "</row>")

    assert "reaches cell BDWGN1; at most 500 columns" in await refusal(source)


async def test_a_workbook_with_too_many_sheets_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "list.xlsx"
    limits = replace(LIMITS, sheets=3)

    facts, _ = await converted(by_hand(source, ONE_CELL, names=("A", "B", "C")), limits=limits)
    source.with_name("converted.csv").unlink()

    assert len(facts.sheets) == 3
    assert "has 4 sheets; at most 3" in await refusal(by_hand(source, ONE_CELL, names=("A", "B", "C", "D")), limits)


async def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    source = by_hand(tmp_path / "list.xlsx", ONE_CELL, before="<!--" + "x" * (1 << 20) + "-->")
    with zipfile.ZipFile(source) as archive:
        size = sum(entry.file_size for entry in archive.infolist())

    await converted(source, limits=replace(LIMITS, unpacked_bytes=size))
    source.with_name("converted.csv").unlink()

    assert "unpacks to more than 1 MiB" in await refusal(source, replace(LIMITS, unpacked_bytes=size - 1))
    forge_sizes(source)
    assert "unpacks to more than 1 MiB" in await refusal(source, replace(LIMITS, unpacked_bytes=size - 1))


async def test_a_bomb_of_600_mb_is_refused_from_its_directory(tmp_path: Path) -> None:
    """Nothing of it is unpacked, so it need not be there."""
    source = bomb(tmp_path, 1)
    forge_sizes(source, 600_000_000)

    with pytest.raises(Invalid, match="unpacks to more than 512 MiB"):
        check_archive(source, LIMITS)
    assert "unpacks to more than 512 MiB" in await refusal(source)


async def test_a_part_that_is_compressed_too_much_is_refused(tmp_path: Path) -> None:
    assert f"compressed more than {RATIO_MAX} to 1" in await refusal(bomb(tmp_path, 17))


@pytest.mark.parametrize(("size_mb", "expected"), [(18, "unpacks to more than 16 MiB"), (9, "damaged")])
async def test_a_bomb_with_false_sizes_is_refused_by_the_process(tmp_path: Path, size_mb: int, expected: str) -> None:
    assert LIMITS.unpacked_bytes == 512 << 20
    source = bomb(tmp_path, size_mb, text=True)
    forge_sizes(source)

    assert expected in await refusal(source, replace(LIMITS, unpacked_bytes=16 << 20))


def bomb(folder: Path, size_mb: int, *, text: bool = False) -> Path:
    """A workbook whose sheet is a text of so many megabytes."""
    source = zipped(folder / "list.xlsx", {k: v for k, v in parts("").items() if not k.endswith("sheet1.xml")})
    start, end = str(parts("…")["xl/worksheets/sheet1.xml"]).split("…")
    piece = b"x" * 1_000_000 if text else b" " * 1_000_000
    with (
        zipfile.ZipFile(source, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("xl/worksheets/sheet1.xml", "w") as stream,
    ):
        stream.write(start.encode() + b'<row r="1"><c r="A1" t="inlineStr"><is><t>')
        for _ in range(size_mb):
            stream.write(piece)
        stream.write(b"</t></is></c></row>" + end.encode())
    return source


def forge_sizes(path: Path, size_bytes: int = 1_000) -> None:
    """Write into the archive's directory that each part unpacks to so much."""
    content = bytearray(path.read_bytes())
    position = content.find(b"PK\x01\x02")
    while position >= 0:
        struct.pack_into("<L", content, position + 24, size_bytes)
        position = content.find(b"PK\x01\x02", position + 4)
    path.write_bytes(content)


async def test_an_archive_with_too_many_files_is_refused(tmp_path: Path) -> None:
    pictures = {f"xl/media/{number}.png": b"" for number in range(ENTRIES_MAX)}

    words = await refusal(zipped(tmp_path / "list.xlsx", parts(ONE_CELL) | pictures))

    assert f"more than {ENTRIES_MAX:,} files" in words


async def test_a_directory_that_is_too_large_is_refused_without_reading_it(tmp_path: Path) -> None:
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 9, 9, DIRECTORY_BYTES_MAX + 1, 0, 0)

    assert "files, for example pictures" in await refusal(saved(tmp_path, b"PK\x03\x04" + end))


async def test_a_zip64_directory_is_read(tmp_path: Path) -> None:
    """As programs write it that do not know a part's size before they have written it."""
    source = tmp_path / "list.xlsx"
    with zipfile.ZipFile(source, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts(ONE_CELL).items():
            with archive.open(name, "w", force_zip64=True) as stream:
                stream.write(content.encode() if isinstance(content, str) else content)
    content = source.read_bytes()
    at = content.rfind(b"PK\x05\x06")
    count, size, offset = struct.unpack_from("<H2L", content, at + 10)
    record = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, size, offset)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, at, 1)
    full = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    source.write_bytes(content[:at] + record + locator + full)

    _, lines = await converted(source)

    assert lines == ["name"]


async def test_a_part_with_a_password_is_refused(tmp_path: Path) -> None:
    content = bytearray(by_hand(tmp_path / "list.xlsx", ONE_CELL).read_bytes())
    content[content.find(b"PK\x01\x02") + 8] |= 1

    assert "protected by a password" in await refusal(saved(tmp_path, bytes(content)))


# The process that reads: its limits, and its end.


async def test_reading_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    source = slow(tmp_path / "list.xlsx")

    for limits in (replace(LIMITS, wall_s=0.2), replace(LIMITS, cpu_s=1)):
        assert "takes too long" in await refusal(source, limits)


async def test_reading_that_needs_too_much_memory_is_ended(tmp_path: Path) -> None:
    words = await refusal(slow(tmp_path / "list.xlsx"), replace(LIMITS, memory_bytes=48 << 20))

    assert "needs more than 48 MiB of memory" in words


async def test_a_sheet_that_is_large_as_text_is_refused(tmp_path: Path) -> None:
    source = written_by_xlsxwriter(tmp_path / "list.xlsx", {"Plants": [["x" * 30_000]] * 100})

    assert "larger than 2 MiB as text" in await refusal(source, replace(LIMITS, converted_bytes=2 << 20))


async def test_a_full_disk_is_no_fault_of_the_workbook(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    source = by_hand(tmp_path / "list.xlsx", ONE_CELL)
    (tmp_path / "converted.csv").symlink_to("/dev/full")

    with pytest.raises(StoreFull):
        await convert(source, tmp_path / "converted.csv")


async def test_a_missing_file_is_no_fault_of_the_workbook(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await convert(tmp_path / "list.xlsx", tmp_path / "converted.csv")


def readers() -> Iterator[Path]:
    """The entries in /proc of the reading processes that this process has started."""
    for children in Path("/proc/self/task").glob("*/children"):
        for pid in children.read_text().split():
            with suppress(OSError):
                if READER.encode() in Path("/proc", pid, "cmdline").read_bytes():
                    yield Path("/proc", pid)


async def reader() -> Path:
    """Wait until the reading process has limited itself."""
    while True:
        for process in readers():
            with suppress(OSError):
                if str(LIMITS.memory_bytes) in (process / "limits").read_text():
                    return process
        await asyncio.sleep(0.005)


async def test_the_reading_process_has_only_what_it_needs(tmp_path: Path) -> None:
    source = slow(tmp_path / "list.xlsx")
    secret = os.open(__file__, os.O_RDONLY)
    os.set_inheritable(secret, True)
    task = asyncio.create_task(convert(source, tmp_path / "converted.csv"))

    process = await reader()
    files = {os.readlink(entry) for entry in (process / "fd").iterdir()}
    environment = (process / "environ").read_bytes()
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    os.close(secret)

    assert __file__ not in files
    assert len(files - {str(source)}) <= 4, files
    assert environment.startswith(b"PYTHONPATH=") and environment.count(b"=") == 1


async def test_cancelling_ends_the_process_and_leaves_no_file(tmp_path: Path) -> None:
    source = slow(tmp_path / "list.xlsx")
    first = asyncio.create_task(convert(source, tmp_path / "first.csv"))
    waiting = asyncio.create_task(convert(source, tmp_path / "second.csv"))
    await reader()

    for task in (waiting, first):
        task.cancel()
    results = await asyncio.gather(first, waiting, return_exceptions=True)

    assert [type(result) for result in results] == [asyncio.CancelledError] * 2
    assert not list(readers())
    assert list(tmp_path.iterdir()) == [source]


async def test_the_event_loop_runs_while_a_workbook_is_read(tmp_path: Path) -> None:
    task = asyncio.create_task(converted(slow(tmp_path / "list.xlsx", rows=50_000)))

    turns = 0
    while not task.done():
        await asyncio.sleep(0)
        turns += 1

    assert turns > 1_000
    assert (await task)[0].rows == 50_000


def test_the_reading_process_ends_with_the_store(tmp_path: Path) -> None:
    source = slow(tmp_path / "list.xlsx")
    ours, theirs = os.pipe()
    request: dict[str, object] = {"source": str(source), "target": str(tmp_path / "out.csv"), "sheet": None, "map": {}}
    os.write(theirs, dumps(request | {"limits": asdict(LIMITS)}).encode() + b"\n")
    with (tmp_path / "reply").open("w+b") as output:
        process = child_process.start(conversion._READER, stdin=ours, stdout=output, stderr=output)
        os.close(ours)
        while str(LIMITS.memory_bytes) not in Path(f"/proc/{process.pid}/limits").read_text():
            assert process.poll() is None

        os.close(theirs)

        assert process.wait(10) == -signal.SIGIO
    assert not (tmp_path / "reply").read_bytes()

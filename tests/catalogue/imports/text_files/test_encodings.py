"""Files that are not, or not completely, UTF-8: Windows-1252 and Mac Roman are detected and noted."""

import io
import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from plantstore.catalogue.imports.report import SHOWN_MAX
from plantstore.catalogue.imports.text_files.encodings import detect
from plantstore.catalogue.imports.text_files.mixed_lines import (
    LINE_BYTES_MAX,
    RANGES_MAX,
    Kind,
    byte_lines,
    kind_of,
)
from tests.catalogue.imports.lists import Checked, check

NAMES = (
    "Rosa ‘Crème de la Crème’",
    "Côte d’Azur",
    "Königskerze",
    "Grüner Günsel",
    "Weißdorn",
    "Œillet d’Inde",
    "Piñón",
    "Ají dulce",
    "Érable à sucre",
    "Chêne pédonculé",
    "Ålegræs",
    "Rødbøg – hæk",
    "Não-me-toques",
    "L’Étoile d’Holstein®",
)


def names(found: Checked) -> list[str]:
    return [fields.name for _, _, fields, _ in found.plants]


def a_list(rows: list[bytes], *, end: bytes = b"\n") -> bytes:
    return b"".join(row + end for row in [b"name;sku", *rows])


@pytest.mark.parametrize("few", [1, 3])
def test_a_few_lines_of_windows_in_a_list_of_utf_8_are_read_as_they_are(tmp_path: Path, few: int) -> None:
    rows = [f"{name};A-{place}".encode() for place, name in enumerate(NAMES)]
    others = [f"Grüner Flieder {place};B-{place}".encode("cp1252") for place in range(few)]

    found = check(tmp_path, a_list(rows + others))

    assert names(found) == [*NAMES, *(f"Grüner Flieder {place}" for place in range(few))]
    report = found.report
    assert (report.encoding, report.fallback_encoding, report.fallback_lines) == ("utf-8", "cp1252", few)
    lines = "Line 16 is" if few == 1 else "Lines 16-18 are"
    was = "was" if few == 1 else "were"
    assert found.notes == [f"{lines} not UTF-8 and {was} read as Windows-1252; the others are UTF-8."]


@pytest.mark.parametrize(("codec", "encoding"), [("cp1252", "cp1252"), ("mac_roman", "mac-roman")])
def test_a_few_lines_of_utf_8_in_a_list_of_another_encoding_are_read_as_they_are(
    tmp_path: Path, codec: str, encoding: str
) -> None:
    rows = [f"{name};A-{place}".encode(codec) for place, name in enumerate(NAMES)]
    rows[4:4] = ["Rosa × alba „Maxima“;B-1".encode(), b"Plain;B-2", "Пион;B-3".encode(), "Alpha-β;B-4".encode()]

    found = check(tmp_path, a_list(rows))

    assert names(found) == [*NAMES[:4], "Rosa × alba „Maxima“", "Plain", "Пион", "Alpha-β", *NAMES[4:]]
    report = found.report
    assert (report.encoding, report.fallback_encoding, report.fallback_lines) == (encoding, encoding, len(NAMES))
    assert found.notes[0].startswith("Lines 2-5, 10-19 are not UTF-8")


def test_text_that_was_spoiled_before_is_repaired_in_a_list_of_another_encoding(tmp_path: Path) -> None:
    rows = [f"Günsel {place};A-{place}".encode("cp1252") for place in range(3)]
    spoiled = "FlÃ¼gelnuß;B-1".encode("cp1252")  # UTF-8 that was read as Windows-1252, next to a letter of its own

    found = check(tmp_path, a_list([*rows, spoiled]))
    in_utf_8 = check(tmp_path, a_list([row.decode("cp1252").encode() for row in rows] * 3 + rows[:1] + [spoiled]))

    assert kind_of(spoiled) is Kind.BROKEN
    assert names(found)[3] == "Flügelnuß"
    assert (found.report.encoding, found.report.bad) == ("cp1252", 0)
    assert in_utf_8.report.bad == 1, "in a list of UTF-8, a person has to look at such a line"


def test_the_note_lists_the_first_lines_and_says_that_there_are_more(tmp_path: Path) -> None:
    count = RANGES_MAX + 5
    rows = [row for place in range(count) for row in (f"Günsel {place};".encode(), f"Früh {place};".encode("cp1252"))]

    found = check(tmp_path, a_list(rows))

    assert f"{2 * RANGES_MAX + 1} … are not UTF-8" in found.notes[0]
    assert found.report.fallback_lines == count


def test_notes_about_the_whole_file_come_before_those_about_lines(tmp_path: Path) -> None:
    rows = b"".join(b"Rosa %d,250+\n" % place for place in range(SHOWN_MAX + 1))

    found = check(tmp_path, b"name,qty\n" + rows + "Günsel,1\n".encode("cp1252"))

    assert "read as Windows-1252" in found.notes[0]
    assert (len(found.notes), found.report.notes_count) == (SHOWN_MAX, SHOWN_MAX + 2)


def test_each_line_of_a_cell_with_line_breaks_is_read_in_its_own_encoding(tmp_path: Path) -> None:
    cell = "Früh\n".encode() + "Spät\n".encode("cp1252") + b"Plain"
    content = b'name,description\nRosa,"' + cell + b'"\n' + "Günsel,\n".encode("cp1252")

    found = check(tmp_path, content)

    assert [fields.description for _, _, fields, _ in found.plants] == ["Früh\nSpät\nPlain", None]
    assert found.notes[0].startswith("Lines 3, 5 are not UTF-8")
    assert [line for line, _, _, _ in found.plants] == [2, 5]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_of_a_mixed_file_end_in_any_way(tmp_path: Path, end: bytes) -> None:
    rows = ["Günsel;A-1".encode(), "Günsel;A-2".encode("cp1252"), "Günsel;A-3".encode()]

    found = check(tmp_path, b"\xef\xbb\xbf" + a_list(rows, end=end))

    assert names(found) == ["Günsel"] * 3
    assert [line for line, _, _, _ in found.plants] == [2, 3, 4]


def test_a_named_encoding_is_that_of_every_line(tmp_path: Path) -> None:
    content = a_list(["Günsel;A-1".encode(), "Früh;A-2".encode("cp1252")])

    utf_8, windows = check(tmp_path, content, encoding="utf-8"), check(tmp_path, content, encoding="cp1252")

    assert (names(utf_8), utf_8.report.bad) == (["Günsel"], 1)
    assert names(windows) == ["Günsel", "Früh"]
    assert utf_8.notes == []
    assert windows.notes == ["“GÃ¼nsel” was read as “Günsel”."]  # read as named, and then repaired


@pytest.mark.parametrize("name", ["CAFÉ’S", "l’Étoile", "ROSÉ»"])
def test_letters_that_could_be_utf_8_by_accident_are_not(name: str) -> None:
    codec = "mac_roman" if name.startswith("l") else "cp1252"

    assert kind_of(f"{name};4,50\r\n".encode(codec)) is Kind.OTHER


def test_a_line_that_is_damaged_utf_8_is_no_line_of_another_encoding() -> None:
    assert kind_of(b"Gr\xc3\xbcner Fl\xfceder\n") is Kind.BROKEN


def test_lines_are_cut_as_python_cuts_them_wherever_a_block_ends() -> None:
    chance = random.Random(7)
    for _ in range(300):
        content = bytes(chance.choices(b"ab\r\n\xc3\xbc", k=chance.randrange(40)))

        class Trickle(io.BytesIO):
            def read(self, size: int | None = -1, /) -> bytes:
                return super().read(min(size or 0, 3))

        assert list(byte_lines(Trickle(content))) == content.splitlines(keepends=True)


def test_a_line_without_end_is_read_in_pieces() -> None:
    pieces = list(byte_lines(io.BytesIO(b"x" * (3 * LINE_BYTES_MAX) + b"\nend")))

    assert b"".join(pieces) == b"x" * (3 * LINE_BYTES_MAX) + b"\nend"
    assert max(map(len, pieces)) <= 2 * LINE_BYTES_MAX


@pytest.mark.parametrize(
    ("codec", "encoding", "end"),
    [
        *[("cp1252", "cp1252", end) for end in ("\n", "\r\n")],
        *[("mac_roman", "mac-roman", end) for end in ("\n", "\r\n", "\r")],
    ],
)
def test_one_name_is_enough_to_distinguish_the_encodings(tmp_path: Path, codec: str, encoding: str, end: str) -> None:
    file = tmp_path / "list.csv"
    detected = {}
    for name in NAMES:
        if "í" not in name:  # in Mac Roman its byte is that of ’ in Windows-1252
            file.write_bytes(f"name;RRP{end}{name};4,50{end}".encode(codec))
            detected[name] = detect(file).name

    assert {name: found for name, found in detected.items() if found != encoding} == {}


@pytest.mark.parametrize("codec", ["cp1252", "mac_roman"])
def test_a_list_that_ends_lines_in_cr_is_not_mac_roman_against_all_evidence(tmp_path: Path, codec: str) -> None:
    file = tmp_path / "list.csv"
    file.write_bytes("\r".join(["name", *NAMES]).encode(codec))

    assert detect(file).name == codec.replace("_", "-")


def excel_for_mac(rows: Sequence[Sequence[str]]) -> bytes:
    """Write a list as Excel's "CSV (Macintosh)" does where lists are separated by semicolons."""
    return "".join(";".join(row) + "\r" for row in rows).encode("mac_roman")


ROWS = [("Art.Nr.", "Plante", "Prix"), ("A-1", "L’Étoile d’Or", "4,50"), ("A-2", "Œillet « rosé »", "5,00")]


def test_a_list_of_excel_for_mac_is_read_and_noted(tmp_path: Path) -> None:
    found = check(tmp_path, excel_for_mac(ROWS), map={"name": "Plante", "price": "Prix"})

    assert names(found) == ["L’Étoile d’Or", "Œillet « rosé »"]
    assert (found.report.encoding, found.report.delimiter) == ("mac-roman", ";")
    [note] = found.report.notes
    assert (note.line, note.value) == (2, "L’Étoile")
    assert note.detail == "The file is not UTF-8 and was read as Mac Roman. If letters look wrong, choose its encoding."


@pytest.mark.skipif(shutil.which("iconv") is None, reason="there is no iconv to write Mac Roman with")
def test_mac_roman_that_iconv_wrote_is_read(tmp_path: Path) -> None:
    content = "\r".join([";".join(("name", "sku")), *(f"{name};A-{place}" for place, name in enumerate(NAMES))])
    command = ["iconv", "-f", "UTF-8", "-t", "MACINTOSH"]
    converted = subprocess.run(command, input=content.encode(), capture_output=True, check=True, timeout=60).stdout

    found = check(tmp_path, converted)

    assert names(found) == list(NAMES)
    assert found.report.encoding == "mac-roman"

"""One file of a continuous backup: what reads it, and what refuses it."""

import gzip
import json
import os
import shutil
import subprocess
from pathlib import Path

import pyrage
import pytest

from plantstore.operations.continuous_backup import keys
from plantstore.operations.continuous_backup.page_sets import PageSet, decode, encode
from plantstore.storage.engine.protocols import StorageRefused

PRIVATE, PUBLIC = keys.new_key()
NAME = "20261127T081500000Z-9f3c21aa/0000000007-20261127T081501250Z.pages.age"
PAGES = PageSet(name=NAME, page_bytes=4_096, database_pages=9, pages={1: b"a" * 4_096, 7: os.urandom(4_096)})


def key_in(folder: Path, text: str) -> Path:
    file = folder / "backup.key"
    file.write_text(text, encoding="ascii")
    return file


def key_of(folder: Path) -> list[object]:
    return keys.read_keys(key_in(folder, f"# public key: {PUBLIC}\n{PRIVATE.reveal()}\n"))


def content(packed: bytes) -> bytes:
    return bytes(pyrage.encrypt(packed, [keys.recipient(PUBLIC)]))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    written = encode(PAGES, keys.recipient(PUBLIC))

    assert decode(NAME, written, key_of(tmp_path)) == PAGES
    assert len(written) < 6_000  # the page of one letter takes no space


def test_age_reads_it_and_writes_keys_for_it(tmp_path: Path) -> None:
    """The file is what docs/continuous-backup.md says, for a program that is not ours."""
    age = shutil.which("age")
    if age is None:
        assert not os.environ.get("REQUIRE_AGE"), "age is not installed"
        pytest.skip("age is not installed")
    made = subprocess.run(["age-keygen"], check=True, capture_output=True, text=True)
    public = made.stdout.split("# public key: ")[1].split()[0]
    key, file = key_in(tmp_path, made.stdout), tmp_path / "pages.age"
    file.write_bytes(encode(PAGES, keys.recipient(public)))
    decrypted = subprocess.run([age, "-d", "-i", key, file], check=True, capture_output=True).stdout
    header, _, rest = gzip.decompress(decrypted).partition(b"\n")

    assert json.loads(header)["name"] == NAME
    assert rest == b"".join(number.to_bytes(4, "big") + page for number, page in PAGES.pages.items())
    assert decode(NAME, file.read_bytes(), keys.read_keys(key)) == PAGES


def header(**changes: object) -> bytes:
    about = {"format": 1, "name": NAME, "page_bytes": 4_096, "database_pages": 9, "pages": 1} | changes
    return json.dumps(about).encode() + b"\n"


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (b"nothing of age", "cannot be read with this key, or is damaged"),
        (encode(PAGES, keys.recipient(PUBLIC))[:-1], "cannot be read with this key, or is damaged"),
        (encode(PAGES, keys.recipient(keys.new_key()[1])), "cannot be read with this key, or is damaged"),
        (content(b"not compressed"), "is damaged: error"),
        (content(gzip.compress(b"[]\n")), "is damaged: TypeError"),
        (content(gzip.compress(b"{}\n")), "is damaged: KeyError"),
        (content(gzip.compress(header(format=2))), "was written by a newer version"),
        (content(gzip.compress(header() + b"\0\0\0\1" + b"a" * 4_095)), "is damaged: ValueError"),
        (content(gzip.compress(header() + bytes(100_000_000))), "is damaged: ValueError"),
        (
            encode(PageSet(name="other", page_bytes=1, database_pages=1, pages={}), keys.recipient(PUBLIC)),
            "has the content of other",
        ),
    ],
    ids=range(10),
)
def test_anything_else_is_refused_with_its_name(tmp_path: Path, written: bytes, why: str) -> None:
    with pytest.raises(StorageRefused, match=rf"^{NAME} {why}"):
        decode(NAME, written, key_of(tmp_path))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "has no key that begins with AGE-SECRET-KEY-1"),
        (PUBLIC, "has no key that begins with AGE-SECRET-KEY-1"),
        (PRIVATE.reveal()[:-1], "is damaged"),
    ],
    ids=["empty", "public", "cut off"],
)
def test_a_file_without_a_key_is_refused(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(StorageRefused, match=why):
        keys.read_keys(key_in(tmp_path, text))
    with pytest.raises(StorageRefused, match="cannot be read"):
        keys.read_keys(tmp_path)


@pytest.mark.parametrize("text", ["", "age1", PUBLIC[:-1], PUBLIC.replace("1", "2"), PRIVATE.reveal()], ids=range(5))
def test_only_a_public_key_is_a_recipient(text: str) -> None:
    with pytest.raises(ValueError, match="this is not a public key of age"):
        keys.recipient(text)

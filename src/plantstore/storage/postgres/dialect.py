"""SQL that differs on PostgreSQL: placeholders, migrations, advisory locks, the word index."""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from zlib import crc32

# The tsvector is a stored column, because computing it in each query takes eight times as long. It has no stemming.
_PLANT_WORDS = """CREATE TABLE plant_words (
    rowid BIGINT PRIMARY KEY,
    words TEXT COLLATE "C" NOT NULL,
    found TSVECTOR GENERATED ALWAYS AS (array_to_tsvector(string_to_array(words, ' '))) STORED
)"""
_LOCKS = 0x504C414E  # the first of the two keys of all our advisory locks: "PLAN" in ASCII
_TRANSLATIONS = {
    "INTEGER": "BIGINT",
    "BLOB": "BYTEA",
    "REAL": "DOUBLE PRECISION",
    "TEXT": 'TEXT COLLATE "C"',
    "only": '"only"',  # a column whose name is a keyword of PostgreSQL
}
_KEYWORD = re.compile(rf"\b({'|'.join(_TRANSLATIONS)})\b")
_OWN = resources.files("plantstore.storage") / "migrations" / "postgresql"
_COMMENT = re.compile(r"--[^\n]*")


@lru_cache(maxsize=4_096)
def numbered(sql: str) -> str:
    """Return SQL with its `?` placeholders replaced with `$1`, `$2` …

    >>> numbered("SELECT 7 % 4 WHERE ? = ?")
    'SELECT 7 % 4 WHERE $1 = $2'
    """
    first, *others = sql.split("?")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, 1))


def advisory_lock(name: str) -> str:
    """Return the statement that takes an advisory lock, which is held until the transaction ends."""
    number = crc32(name.encode()) - (1 << 31)
    return f"SELECT pg_advisory_xact_lock({_LOCKS}, {number})"


def translated(sql: str) -> Iterator[str]:
    """Yield a migration's statements, translated to PostgreSQL: its types, text sorted by bytes, no STRICT.

    `attempts` becomes a table partitioned by id, because ids contain times; `partitions.py` creates the partitions.

    >>> list(translated("CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT) STRICT; -- why"))
    ['CREATE TABLE a (id BIGINT PRIMARY KEY, b TEXT COLLATE "C")']
    """
    for statement in _COMMENT.sub("", sql).split(";"):
        text = statement.strip()
        if "VIRTUAL TABLE plant_words" in text:
            yield _PLANT_WORDS
            yield "CREATE INDEX plant_words_found ON plant_words USING gin (found)"
        elif text.startswith("CREATE TABLE attempts "):
            yield f"{_translate(text)} PARTITION BY RANGE (id)"
        elif text and "INTO plant_words" not in text:  # skip SQLite's settings of its word index
            yield _translate(text)


def _translate(text: str) -> str:
    return _KEYWORD.sub(lambda found: _TRANSLATIONS[found.group()], text).removesuffix(" STRICT")


def additions(step: int) -> list[str]:
    """Return the PostgreSQL-only statements of the migration numbered `step`."""
    files = sorted((file for file in _OWN.iterdir() if file.name.startswith(f"{step:04}_")), key=lambda file: file.name)
    return [file.read_text(encoding="utf-8") for file in files]

"""What is said differently to PostgreSQL: marks of values, the SQL of migrations, locks, the index of words."""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from zlib import crc32

# The words just so, without a language, made once: to make them at each look takes eight times as long.
_PLANT_WORDS = """CREATE TABLE plant_words (
    rowid BIGINT PRIMARY KEY,
    words TEXT COLLATE "C" NOT NULL,
    found TSVECTOR GENERATED ALWAYS AS (array_to_tsvector(string_to_array(words, ' '))) STORED
)"""
_LOCKS = 0x504C414E  # the first half of our advisory locks: "PLAN"
_WORDS = {
    "INTEGER": "BIGINT",
    "BLOB": "BYTEA",
    "REAL": "DOUBLE PRECISION",
    "TEXT": 'TEXT COLLATE "C"',
    "only": '"only"',  # a column, and a word of SQL
}
_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b")
_OWN = resources.files("plantstore.storage") / "migrations" / "postgresql"
_COMMENT = re.compile(r"--[^\n]*")


@lru_cache(maxsize=4_096)
def numbered(sql: str) -> str:
    """Write the marks of values as the server reads them.

    >>> numbered("SELECT 7 % 4 WHERE ? = ?")
    'SELECT 7 % 4 WHERE $1 = $2'
    """
    first, *others = sql.split("?")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, 1))


def advisory_lock(name: str) -> str:
    """The statement that takes a lock of that name until the transaction ends."""
    number = crc32(name.encode()) - (1 << 31)
    return f"SELECT pg_advisory_xact_lock({_LOCKS}, {number})"


def translated(sql: str) -> Iterator[str]:
    """The statements of a migration as PostgreSQL reads them: its types, text in the order of its bytes, no STRICT.

    Attempts are divided by their ids, which are times; who makes the partitions is `partitions.py`.

    >>> list(translated("CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT) STRICT; -- why"))
    ['CREATE TABLE a (id BIGINT PRIMARY KEY, b TEXT COLLATE "C")']
    """
    for statement in _COMMENT.sub("", sql).split(";"):
        text = statement.strip()
        if "VIRTUAL TABLE plant_words" in text:
            yield _PLANT_WORDS
            yield "CREATE INDEX plant_words_found ON plant_words USING gin (found)"
        elif text.startswith("CREATE TABLE attempts "):
            yield f"{_own_words(text)} PARTITION BY RANGE (id)"
        elif text and "INTO plant_words" not in text:  # how SQLite merges its index of words
            yield _own_words(text)


def _own_words(text: str) -> str:
    return _WORD.sub(lambda found: _WORDS[found.group()], text).removesuffix(" STRICT")


def beside(step: int) -> list[str]:
    """What PostgreSQL alone has beside a migration, in its own words."""
    files = sorted((one for one in _OWN.iterdir() if one.name.startswith(f"{step:04}_")), key=lambda one: one.name)
    return [one.read_text(encoding="utf-8") for one in files]

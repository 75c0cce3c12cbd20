"""A store on PostgreSQL as SQL, by the server's own `pg_dump`, and back again."""

import re
import subprocess
from pathlib import Path

import psycopg

from tests.postgres import binaries

# Settings of the session are the affair of whoever loads it; lines for psql begin with a backslash.
_LEFT_OUT = re.compile(r"^(?:--|SET |SELECT pg_catalog\.set_config|\\)|^CREATE SCHEMA public;|^$")
_KEYS = """
    SELECT indrelid::regclass::text, relname::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indisprimary AND relkind = 'i' AND relnamespace = 'public'::regnamespace"""
_ROWS = ("--data-only", "--inserts", "--rows-per-insert=1000")


def shape_of(url: str) -> str:
    """The tables, indexes, functions and so on that migrations make: partitions come and go with time."""
    return _dumped(url, "--schema-only", "--exclude-table=attempts_*")


def dump_of(url: str) -> str:
    """All of it: the shape, and then the rows, which are brought in the order of their keys before."""
    with psycopg.connect(url, autocommit=True) as connection:
        for table, key in connection.execute(_KEYS).fetchall():
            connection.execute(f"CLUSTER {table} USING {key}".encode())
            connection.execute(f"ALTER TABLE {table} SET WITHOUT CLUSTER".encode())
    return _dumped(url, "--schema-only") + _dumped(url, *_ROWS)


def load(url: str, text: str) -> None:
    """Put a dump in the place of whatever a database holds."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
        connection.execute(text.encode())


def _dumped(url: str, *wishes: str) -> str:
    found = binaries.find()
    assert found is not None, binaries.MISSING
    asked: list[str | Path] = [found / "pg_dump", "--no-owner", "--no-privileges", "--no-comments", *wishes, url]
    said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return "".join(f"{line}\n" for line in said.splitlines() if not _LEFT_OUT.match(line))

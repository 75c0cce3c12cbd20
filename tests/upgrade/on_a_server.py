"""Dump a store on PostgreSQL as SQL with the server's own `pg_dump`, and load it."""

import re
import subprocess
from pathlib import Path

import psycopg

from tests.postgres import binaries

# Session settings are up to the program that loads the dump; lines for psql begin with a backslash.
_LEFT_OUT = re.compile(r"^(?:--(?: |$)|SET |SELECT pg_catalog\.set_config|\\)|^CREATE SCHEMA public;|^$")
_KEYS = """
    SELECT indrelid::regclass::text, relname::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indisprimary AND relkind = 'i' AND relnamespace = 'public'::regnamespace"""
_ROWS = ("--data-only", "--inserts", "--rows-per-insert=1000")


def shape_of(url: str) -> str:
    """Return the schema that migrations make, without partitions, which come and go with time."""
    return _dumped(url, "--schema-only", "--exclude-table=attempts_*")


def dump_of(url: str) -> str:
    """Return the schema and then the rows, sorted by their keys."""
    with psycopg.connect(url, autocommit=True) as connection:
        for table, key in connection.execute(_KEYS).fetchall():
            connection.execute(f"CLUSTER {table} USING {key}".encode())
            connection.execute(f"ALTER TABLE {table} SET WITHOUT CLUSTER".encode())
    return _dumped(url, "--schema-only") + _dumped(url, *_ROWS)


def load(url: str, text: str) -> None:
    """Replace the content of a database by a dump."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
        connection.execute(text.encode())


def _dumped(url: str, *options: str) -> str:
    found = binaries.find()
    assert found is not None, binaries.MISSING
    asked: list[str | Path] = [found / "pg_dump", "--no-owner", "--no-privileges", "--no-comments", *options, url]
    said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return "".join(f"{line}\n" for line in said.splitlines() if not _LEFT_OUT.match(line))

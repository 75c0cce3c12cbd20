"""Conversion of values to and from PostgreSQL: integers as BIGINT, booleans as 0 and 1, sums as integers."""

from typing import Any

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.types.numeric import Int8BinaryDumper, Int8Dumper, NumericBinaryLoader, NumericLoader

_INT8_OID = 20


class _Truth(Dumper):
    """Booleans are stored in INTEGER columns, as in SQLite."""

    oid = _INT8_OID

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class _Whole(NumericLoader):
    """A sum of BIGINT is NUMERIC: load it as int."""

    def load(self, data: Any) -> Any:
        return int(super().load(data))


class _WholeBinary(NumericBinaryLoader):
    def load(self, data: Any) -> Any:
        return int(super().load(data))


def register(raw: psycopg.Connection[Any]) -> None:
    """Register the conversions. All integers get one type, or each size would need its own prepared statement."""
    adapters = raw.adapters
    adapters.register_dumper(int, Int8BinaryDumper)
    adapters.register_dumper(int, Int8Dumper)
    adapters.register_dumper(bool, _Truth)
    adapters.register_loader("numeric", _Whole)
    adapters.register_loader("numeric", _WholeBinary)


def cursor_of(raw: psycopg.Connection[tuple[Any, ...]]) -> psycopg.RawCursor[tuple[Any, ...]]:
    """Return a cursor with binary results, which passes SQL unchanged: psycopg would convert long texts every time."""
    cursor = psycopg.RawCursor(raw)
    cursor.format = Format.BINARY
    return cursor

"""Conversion of values to and from PostgreSQL: integers as BIGINT, booleans as 0 and 1, sums as integers."""

from typing import Any

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.types.numeric import Int8BinaryDumper, Int8Dumper, NumericBinaryLoader, NumericLoader

_INT8_OID = 20


class _Truth(Dumper):
    """Dumps booleans as 1 and 0, because they are stored in integer columns, as in SQLite."""

    oid = _INT8_OID

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class _Whole(NumericLoader):
    """Loads NUMERIC, which is the type of a sum of BIGINT values, as int."""

    def load(self, data: Any) -> Any:
        return int(super().load(data))


class _WholeBinary(NumericBinaryLoader):
    def load(self, data: Any) -> Any:
        return int(super().load(data))


def register(raw: psycopg.Connection[Any]) -> None:
    """Register the conversions. All integers get the same type, so that statements are prepared only once."""
    adapters = raw.adapters
    adapters.register_dumper(int, Int8BinaryDumper)
    adapters.register_dumper(int, Int8Dumper)
    adapters.register_dumper(bool, _Truth)
    adapters.register_loader("numeric", _Whole)
    adapters.register_loader("numeric", _WholeBinary)


def cursor_of(raw: psycopg.Connection[tuple[Any, ...]]) -> psycopg.RawCursor[tuple[Any, ...]]:
    """Return a cursor that fetches binary results and skips psycopg's conversion of placeholders, which is slow."""
    cursor = psycopg.RawCursor(raw)
    cursor.format = Format.BINARY
    return cursor

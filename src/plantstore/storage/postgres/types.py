"""How values go to PostgreSQL and come back: whole numbers as BIGINT, truth values as 0 and 1, sums as numbers."""

from typing import Any

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.types.numeric import Int8BinaryDumper, Int8Dumper, NumericBinaryLoader, NumericLoader

_INT8_OID = 20


class _Truth(Dumper):
    """A column of 0 and 1 takes True and False, as SQLite does."""

    oid = _INT8_OID

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class _Whole(NumericLoader):
    """A sum of BIGINT comes as NUMERIC: here it is whole."""

    def load(self, data: Any) -> Any:
        return int(super().load(data))


class _WholeBinary(NumericBinaryLoader):
    def load(self, data: Any) -> Any:
        return int(super().load(data))


def register(raw: psycopg.Connection[Any]) -> None:
    """Have one connection's values go and come so. All numbers have one type: else each size makes a new statement."""
    adapters = raw.adapters
    adapters.register_dumper(int, Int8BinaryDumper)
    adapters.register_dumper(int, Int8Dumper)
    adapters.register_dumper(bool, _Truth)
    adapters.register_loader("numeric", _Whole)
    adapters.register_loader("numeric", _WholeBinary)


def cursor_of(raw: psycopg.Connection[tuple[Any, ...]]) -> psycopg.RawCursor[tuple[Any, ...]]:
    """Numbers come in binary, and texts go as they are: psycopg would translate each long one anew, every time."""
    cursor = psycopg.RawCursor(raw)
    cursor.format = Format.BINARY
    return cursor

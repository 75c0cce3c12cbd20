"""Reads and writes the rows of all tables in key order, to copy a store to another database and compare the two.

Columns are read from the database, so that migrations need not change this file. New tables must be added to the list
of tables; a test compares the list with the migrations.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plantstore.storage.engine.protocols import Connection, Row, StorageRefused

PAGE_ROWS_MAX = 5_000  # max rows read at a time; an attempt takes a few hundred bytes
PAGE_LARGE_ROWS_MAX = 500  # max rows read at a time from tables whose rows may take 64 KiB or more
_NOT_A_TEXT = "\0"  # PostgreSQL cannot store this character in text
_SHOWN_INSTEAD = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """How a table is copied: in the order of `key`. Columns in `display_only` are text that no code interprets."""

    name: str
    key: tuple[str, ...]
    page_rows_max: int = PAGE_ROWS_MAX
    display_only: frozenset[str] = frozenset()


PLANTS = Table(name="plants", key=("id",), page_rows_max=PAGE_LARGE_ROWS_MAX)
TABLES = (
    PLANTS,
    Table(name="underived_plants", key=("until",)),
    Table(name="tombstones", key=("plant_id",)),
    Table(name="plant_changes", key=("plant_id",)),
    Table(
        name="plant_history",
        key=("plant_id", "version"),
        page_rows_max=PAGE_LARGE_ROWS_MAX,
        display_only=frozenset({"actor_name"}),
    ),
    Table(name="plant_creations", key=("first",), display_only=frozenset({"actor_name"})),
    Table(name="possible_duplicates", key=("weak_key",)),
    Table(name="merges", key=("plant_id",)),
    Table(name="photos", key=("key",)),
    Table(name="photo_uses", key=("photo_key", "plant_id")),
    Table(name="plant_vocabulary", key=("word",)),
    Table(name="events", key=("sequence",), page_rows_max=PAGE_LARGE_ROWS_MAX),
    Table(name="receivers", key=("id",)),
    Table(name="receiver_secrets", key=("receiver_id", "kind", "created_at")),
    Table(name="receiver_certificates", key=("receiver_id", "kind", "position")),
    Table(name="receiver_headers", key=("receiver_id", "name")),
    Table(name="receiver_keys", key=("receiver_id", "created_at")),
    Table(name="receiver_grants", key=("receiver_id",)),
    Table(name="listeners", key=("id",), display_only=frozenset({"name"})),
    Table(name="reported_outcomes", key=("listener_id", "sequence"), display_only=frozenset({"detail"})),
    Table(name="receiver_addresses", key=("receiver_id",)),
    Table(name="breakers", key=("receiver_id",)),
    Table(name="retries", key=("receiver_id", "sequence")),
    Table(name="skips", key=("receiver_id", "first")),
    Table(name="receiver_filters", key=("receiver_id", "first")),
    Table(name="receiver_formats", key=("receiver_id", "first")),
    Table(name="filter_pages", key=("receiver_id", "page")),
    Table(name="replays", key=("id",)),
    Table(name="attempts", key=("id",), display_only=frozenset({"detail"})),
    Table(name="attempt_pages", key=("last",), page_rows_max=PAGE_LARGE_ROWS_MAX),
    Table(name="unclean_excerpts", key=("until",)),
    Table(name="tallies", key=("receiver_id", "hour_at")),
    Table(name="levels", key=("at",)),
    Table(name="people", key=("id",)),
    Table(name="people_receivers", key=("person_id", "receiver_id")),
    Table(name="tokens", key=("id",)),
    Table(name="sessions", key=("hash",)),
    Table(name="sign_in_links", key=("hash",)),
    Table(name="passkeys", key=("id",), display_only=frozenset({"name"})),
    Table(name="passkey_handles", key=("person_id",)),
    Table(name="used_challenges", key=("hash",)),
    Table(name="identities", key=("issuer", "subject")),
    Table(name="openid_attempts", key=("hash",)),
    Table(name="idempotency", key=("token_id", "key"), page_rows_max=PAGE_LARGE_ROWS_MAX),
    Table(name="activity", key=("id",)),
    Table(name="imports", key=("id",), page_rows_max=PAGE_LARGE_ROWS_MAX, display_only=frozenset({"name", "error"})),
    Table(name="import_ranges", key=("import_id", "first")),
    Table(
        name="bulk_edits",
        key=("id",),
        page_rows_max=PAGE_LARGE_ROWS_MAX,
        display_only=frozenset({"run_by_name", "error"}),
    ),
    Table(name="bulk_edit_batches", key=("bulk_edit_id", "number"), page_rows_max=PAGE_LARGE_ROWS_MAX),
    Table(name="plant_views", key=("id",), display_only=frozenset({"name"})),
    Table(name="watch_list", key=("key",)),
    Table(name="import_mappings", key=("key",)),
    Table(name="linked_images", key=("id",), display_only=frozenset({"detail"})),
    Table(name="plant_linked_images", key=("plant_id", "image_id")),
    Table(name="alert_rules", key=("rule",)),
    Table(name="alert_channels", key=("id",), display_only=frozenset({"name", "last_words"})),
    Table(name="alert_routes", key=("channel_id", "rule")),
    Table(name="alert_quiet_hours", key=("scope",)),
    Table(name="alert_incidents", key=("id",), display_only=frozenset({"subject_name", "acknowledged_name"})),
    Table(name="alert_announcements", key=("channel_id", "incident_id")),
    Table(name="alert_pacing", key=("channel_id", "rule")),
    Table(name="alert_messages", key=("id",), page_rows_max=PAGE_LARGE_ROWS_MAX, display_only=frozenset({"answer"})),
    Table(name="operational_events", key=("id",)),
    Table(name="operational_subscribers", key=("id",), display_only=frozenset({"name"})),
    Table(name="operational_deliveries", key=("subscriber_id", "event_id"), display_only=frozenset({"last_detail"})),
)
"""All tables that are copied, except `facts`, which is copied last."""

WORDS = Table(name="plant_words", key=("rowid",))
"""The word index. On SQLite, it returns only its keys."""

LEFT_OUT = frozenset({"facts", "schema_version", "plant_words", "shards", "processes"})
"""Tables that are not in TABLES: facts are copied last, and the others are created for each database."""


def count(connection: Connection, table: Table) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table.name}")[0][0])


def newest_key(connection: Connection, table: Table) -> Row | None:
    """Return the highest key in a table; None if the table is empty."""
    rows = connection.execute(
        f"SELECT {_list(table.key)} FROM {table.name} ORDER BY {_list(table.key, ' DESC')} LIMIT 1"
    )
    return rows[0] if rows else None


def pages(
    connection: Connection, table: Table, columns: Sequence[str], *, after: Row | None = None, rows_max: int
) -> Iterator[list[Row]]:
    """Yield all rows beyond the key `after`, page by page; None is the beginning of the table."""
    positions = [columns.index(name) for name in table.key]
    size = min(rows_max, table.page_rows_max)
    while rows := _page(connection, table, columns, after, size):
        yield rows
        after = tuple(rows[-1][position] for position in positions)


def insert(connection: Connection, table: Table, columns: Sequence[str], rows: Sequence[Row]) -> None:
    connection.insert(table.name, [_quoted(name) for name in columns], rows)


def without_nul(table: Table, columns: Sequence[str], rows: list[Row]) -> list[Row]:
    """Return the rows with NUL characters replaced in display-only text, so that both engines can store the rows.

    Raise StorageRefused, naming the row, if any other text contains NUL. Plant Store accepts no NUL, so another program
    must have written it.
    """
    if not any(type(value) is str and _NOT_A_TEXT in value for row in rows for value in row):
        return rows
    return [_cleaned(table, columns, row) for row in rows]


def row_label(table: Table, columns: Sequence[str], row: Row) -> str:
    """Return a row's table and key for display."""
    key = (row[columns.index(name)] for name in table.key)
    shown = (part.hex()[:16] if isinstance(part, bytes) else str(part) for part in key)
    return f"{table.name} {', '.join(shown)}"


def first_difference(table: Table, columns: Sequence[str], rows: list[Row], copied: list[Row]) -> str:
    """Describe the first row that differs between two pages; "" if the pages are equal."""
    if rows == copied:
        return ""
    positions = [columns.index(name) for name in table.key]
    for row, other in zip(rows, copied, strict=False):
        if row != other:
            key, key_of_other = ([one[position] for position in positions] for one in (row, other))
            if key == key_of_other:
                return f"{row_label(table, columns, row)} differs"
            missing = key < key_of_other
            return f"{row_label(table, columns, row if missing else other)} is {'missing' if missing else 'extra'}"
    if len(rows) > len(copied):
        return f"{row_label(table, columns, rows[len(copied)])} is missing"
    return f"{row_label(table, columns, copied[len(rows)])} is extra"


def _page(connection: Connection, table: Table, columns: Sequence[str], after: Row | None, limit: int) -> list[Row]:
    key = _list(table.key)
    beyond = "" if after is None else f" WHERE ({key}) > ({', '.join('?' * len(after))})"
    sql = f"SELECT {_list(columns)} FROM {table.name}{beyond} ORDER BY {key} LIMIT ?"
    return connection.execute(sql, (*(after or ()), limit))


def _cleaned(table: Table, columns: Sequence[str], row: Row) -> Row:
    values = list(row)
    for at, (column, value) in enumerate(zip(columns, row, strict=True)):
        if type(value) is str and _NOT_A_TEXT in value:
            if column not in table.display_only:
                raise StorageRefused(
                    f"{row_label(table, columns, row)}: its {column} holds a NUL character, which PostgreSQL cannot "
                    "store in text. Plant Store never writes one: change that row first."
                )
            values[at] = value.replace(_NOT_A_TEXT, _SHOWN_INSTEAD)
    return tuple(values)


def _list(names: Sequence[str], end: str = "") -> str:
    return ", ".join(_quoted(name) + end for name in names)


def _quoted(name: str) -> str:
    return f'"{name}"'

"""Stores to copy: rows of every table, written without the program, and the content of a database on any engine."""

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from plantstore.core.clock import Clock, SystemClock
from plantstore.core.settings import Settings
from plantstore.operations.copy import copy as store_copy
from plantstore.operations.copy.copy import CompletedCopy, CopyTools
from plantstore.operations.copy.photos import PhotoMove
from plantstore.operations.copy.preconditions import IdleWatch
from plantstore.storage.database import Transaction
from plantstore.storage.engine import factory
from plantstore.storage.engine.encryption import SecretBox, check_key
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.engine.protocols import Connection, Row
from plantstore.storage.queries import bulk_rows
from plantstore.storage.tables.plants import rebuild_search_index
from tests import copied_alerts, copied_operational
from tests.makers import NOON

KEY = bytes(range(32))
LARGEST = (1 << 63) - 1
ODD = "Ä \\N \\. \t'\"\n ‮ 🌱 한 %s ? {}"
"""Text that is likely to break code that writes text into text."""

COUNTS_OF_BULK_EDITS = (
    *("changing", "unchanged", "refused", "adding", "checked_to", "batches", "position"),
    *("updated", "conflicts", "reverted_to", "reverted"),
)
COUNTS_OF_IMPORTS = (
    *("new", "new_active", "changed", "present", "alike", "bad", "ignored", "position", "added"),
    *("updated", "skipped", "undone_to", "archived", "kept", "reverted_to", "reverted"),
)
ROWS: Mapping[str, list[dict[str, Any]]] = {
    "plants": [
        {
            "id": number,
            "status": "active",
            "name": f"Rosa {number} {ODD}",
            "tag": None if number % 2 else "",
            "sku": f"R-{number}",
            "sku_key": f"r-{number}",
            "botanical_name": "Rosa canina",
            "taxon": None if number <= 3 else '{"rank":"species","genus":"Rosa","species":"canina"}',
            "weak_key": None if number == 5 else (1 << 56) - number,
            "weak_class": None if number == 5 else 1,
            "common_names": "[]",
            "description": ODD * 20,
            "tags": '["a"]',
            "images": "[]",
            "created_at": NOON,
            "updated_at": NOON,
            "added_at": NOON,
            "version": 1,
        }
        for number in (1, 2, 3, 5, 8)
    ]
    + [
        {
            "id": 9,
            "status": "draft",
            "name": "9",
            "common_names": "[]",
            "tags": "[]",
            "images": "[]",
            "created_at": NOON,
            "updated_at": NOON,
            "version": 3,
        }
    ],
    "tombstones": [
        {"plant_id": number, "name": ODD, "added_at": NOON, "deleted_at": NOON, "deleted_by": "tok_1"}
        for number in (4, 6, 7, 12)
    ],
    "plant_vocabulary": [{"word": word} for word in ("a", "rosa", "zinnia", "äpfel", "한")],
    "events": [
        {
            "sequence": sequence,
            "id": f"evt_{sequence}",
            "plant_id": plant_id,
            "occurred_at": NOON + sequence,
            "body": bytes(range(256)) * sequence if sequence != 3 else b"",
            "body_basic": b"" if sequence == 3 else b"{}",
        }
        for sequence, plant_id in enumerate((1, 2, 3, 5, 8, 4, 6, 7), start=1)
    ],
    "receivers": [
        {
            "id": number,
            "name": ODD,
            "url": "https://a.example",
            "payload": "full",
            "start": 1,
            "cursor": number,
            "max_concurrency": 64,
            "deadline_us": 15_000_000,
            "built_in": 0,
            "created_at": NOON,
            "updated_at": NOON,
            "deleted_at": None if number < LARGEST else NOON,
            "version": 1,
            "paused": number % 2,
            "resumes": number % 3,
            "ordered": 1,
            "max_rate": 0.1 * number if number < 9 else None,
            "ephemeral": 0,
            "touches": 7,
            "filter": '{"tag":"shrub"}' if number == 2 else None,
            "filtered": number % 2,
            "v1a_changed_at": NOON if number == 1 else None,
        }
        for number in (1, 2, 3, LARGEST)
    ],
    "receiver_filters": [
        {"receiver_id": receiver, "first": first, "pattern": pattern, "created_at": NOON}
        for receiver, first, pattern in ((1, 1, None), (1, 5, '{"tag":"shrub"}'), (3, 2, ODD))
    ],
    "receiver_formats": [
        {"receiver_id": receiver, "first": first, "format": name, "expression": text, "created_at": NOON}
        for receiver, first, name, text in (
            (1, 1, "full/1", None),
            (1, 5, "jmespath/1", "[id]"),
            (3, 2, "x/9", ODD),
        )
    ],
    "filter_pages": [
        {"receiver_id": receiver, "page": page, "before": 3, "known_to": LARGEST, "bits": b"\x00\xff" * page}
        for receiver, page in ((1, 0), (1, 1), (3, 0))
    ],
    "receiver_certificates": [
        {"receiver_id": receiver, "kind": kind, "position": position, "pem": ODD, "subject": ODD, "issuer": "O=Plants"}
        | {"sha256": "ab" * 32, "ends_at": LARGEST, "sealed_key": b"\x00\xff" * 9 if kind == "client" else None}
        for receiver, kind, position in ((1, "ca", 0), (1, "ca", 1), (3, "client", 0))
    ],
    "receiver_keys": [
        {
            "receiver_id": 1,
            "created_at": at,
            "public_key": b"\x00\xff" * 16,
            "sealed": b"\xff\x00" * 9,
            "expires_at": end,
        }
        for at, end in ((1, LARGEST), (2, None))
    ],
    "receiver_secrets": [
        {"receiver_id": 1, "kind": kind, "created_at": at, "sealed": b"\x00\xff" * 9, "expires_at": None}
        for kind, at in (("access_token", 1), ("signing", 1), ("signing", 2))
    ],
    "receiver_headers": [
        {"receiver_id": receiver, "name": name, "sealed": b"\x00\xff" * 9}
        for receiver, name in ((1, "x-api-key"), (1, "x-shop"), (3, "x-api-key"))
    ],
    "receiver_addresses": [{"receiver_id": receiver, "sealed": b"\x00\xff" * 9} for receiver in (1, 3)],
    "receiver_grants": [
        {
            "receiver_id": receiver,
            "token_url": "https://login.example/token",
            "client_id": "store",
            "scope": scope,
            "audience": scope,
            "sealed": b"\x00\xff" * 9,
        }
        for receiver, scope in ((1, None), (3, "a b"))
    ],
    "listeners": [
        {
            "id": id,
            "token_id": "tok_1",
            "name": ODD,
            "start": LARGEST,
            "created_at": NOON,
            "reported_at": at,
            "expires_at": LARGEST,
        }
        for id, at in (("lsn_1", None), ("lsn_2", NOON))
    ],
    "reported_outcomes": [
        {"listener_id": id, "sequence": sequence, "status": status, "duration_ms": 0, "detail": ODD, "reported_at": 1}
        for id, sequence, status in (("lsn_1", 1, None), ("lsn_1", LARGEST, 204), ("lsn_2", 1, 599))
    ],
    "breakers": [
        {"receiver_id": 1, "state": "open", "opened_at": 1, "pauses": 2, "silence_us": 3, "last_failed_at": 4},
        {
            "receiver_id": 2,
            "state": "disabled",
            "reason": "silent",
            "opened_at": 1,
            "pauses": 2,
            "silence_us": 3,
            "last_failed_at": 4,
        },
    ],
    "retries": [
        {
            "receiver_id": receiver,
            "sequence": sequence,
            "state": state,
            "attempts": 17,
            "tries": 18,
            "next_attempt_at": NOON,
            "first_failed_at": NOON,
            "last_outcome": "refused",
            "last_status": None,
            "asked_at": None,
            "previous": sequence - 1 if receiver == 1 else None,
        }
        for receiver, sequence, state in ((1, 1, "waiting"), (1, 2, "exhausted"), (2, 1, "cancelled"))
    ],
    "skips": [
        {"receiver_id": 1, "first": first, "last": first + 1, "asked_by": "tok_1", "asked_at": NOON} for first in (3, 6)
    ],
    "replays": [
        {
            "id": f"rpl_{number}",
            "receiver_id": 1,
            "first": 1,
            "last": 5,
            "only": "all",
            "pace": 2.5,
            "state": "running",
            "position": 3,
            "total": 5,
            "accepted": 2,
            "failed": 1,
            "asked_by": "tok_1",
            "asked_at": NOON,
        }
        for number in (1, 2)
    ],
    "attempts": [
        {
            "id": number * number,
            "receiver_id": 1 + number % 2,
            "sequence": 1 + number % 8,
            "number": 1,
            "started_at": NOON + number,
            "duration_us": 5,
            "outcome": "refused" if number % 3 else "accepted",
            "status": 503 if number % 3 else 204,
            "address": "192.0.2.1" if number % 5 else None,
            "excerpt": b"\x00nul is fine in bytes" if number % 3 else None,
            "replay_id": None if number % 4 else "rpl_1",
            "detail": ODD if number % 2 else None,
        }
        for number in range(1, 24)
    ],
    "plant_changes": [{"plant_id": number, "number": number * 1_048_577} for number in (1, 3, 4)],
    "plant_history": [
        {
            "plant_id": 1,
            "version": version,
            "at": NOON,
            "actor": "tok_1",
            "actor_name": ODD,
            "way": "undo" if version == 3 else "api",
            "import_id": "imp_1" if version == 3 else None,
            "changes": None if version == 4 else '{"tag":[null,"\\u0000"]}',
            "costs": '{"cost":[null,"1.00"]}' if version == 4 else None,
        }
        for version in (2, 3, 4)
    ],
    "plant_creations": [
        {"first": first, "last": last, "at": NOON, "actor": "tok_1", "actor_name": ODD, "way": "api", "import_id": None}
        for first, last in ((1, 3), (5, 5))
    ],
    "merges": [
        {
            "plant_id": number,
            "kept_id": 1,
            "was_active": number % 2,
            "taken": '{"description":"Ä"}',
            "merged_at": NOON,
            "merged_by": "tok_1",
        }
        for number in (3, 8)
    ],
    "possible_duplicates": [{"weak_key": key} for key in (0, 7, (1 << 56) - 1)],
    "attempt_pages": [
        {"last": last, "previous": last - 4, "ids": last.to_bytes(8) * count}
        for last, count in ((4, 0), (9, 4), (529, 8))
    ],
    "tallies": [
        {
            "receiver_id": receiver,
            "hour_at": hour,
            "accepted": 0,
            "failed": 2,
            "last_accepted_at": None,
            **{f"up_to_{ms}_ms": 0 for ms in (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000)},
            "longer": 0,
        }
        for receiver, hour in ((1, 3_600_000_000), (1, 7_200_000_000), (2, 0))
    ],
    "unclean_excerpts": [{"until": 17}],
    "underived_plants": [{"until": 3}],
    "levels": [{"at": at, "waiting": 3} for at in (1, 2)],
    "tokens": [
        {
            "id": f"tok_{number}",
            "hash": bytes([number]) * 32,
            "name": ODD,
            "scopes": "plants:read",
            "receiver_id": None,
            "created_at": NOON,
            "expires_at": None,
            "last_used_at": NOON,
            "makers": "per_1 tok_1" if number == 2 else "",
        }
        for number in (1, 2, 3)
    ],
    "sessions": [
        {
            "hash": bytes([255 - number]) * 32,
            "token_id": "tok_1" if number else None,
            "person_id": None if number else "per_1",
            "opened_at": 1,
            "proved_at": 2,
            "seen_at": 3,
            "way": "link",
            "device": ODD,
            "remembered": 0,
            "makers": "per_1 tok_1" if number else "",
        }
        for number in range(3)
    ],
    "passkeys": [
        {
            "id": f"psk_{number}",
            "person_id": "per_1",
            "credential_id": bytes([number]) * 32,
            "credential": b"\x00\xff",
            "rp_id": "plants.example",
            "sign_count": 4_294_967_295,
            "name": ODD,
            "backed_up": 1,
            "created_at": NOON,
            "last_used_at": None,
            "suspicious_at": None,
            "makers": "per_2 tok_1" if number else "",
        }
        for number in (0, 255)
    ],
    "passkey_handles": [{"person_id": "per_1", "handle": b"\x00" * 32}],
    "used_challenges": [{"hash": bytes([number]) * 32, "used_at": NOON} for number in (0, 255)],
    "identities": [
        {
            "issuer": issuer,
            "subject": ODD,
            "person_id": "per_1",
            "created_at": 1,
            "last_used_at": NOON,
            "makers": "per_2",
        }
        for issuer in ("https://a.example", "https://b.example/")
    ],
    "openid_attempts": [
        {
            "hash": bytes([number]) * 32,
            "browser": b"\xff" * 32,
            "created_at": NOON,
            "session": b"\x00" * 32,
            "link": None,
            "remembered": 1,
            "following": "/",
            "kept": ODD,
        }
        for number in (0, 255)
    ],
    "sign_in_links": [
        {
            "hash": b"\x00" * 32,
            "token_id": "tok_1",
            "kind": "sign_in",
            "expires_at": 1,
            "used_at": None,
            "makers": "per_1",
        },
        {
            "hash": b"\x01" * 32,
            "person_id": "per_1",
            "kind": "invitation",
            "created_at": 1,
            "expires_at": 2,
            "makers": "",
        },
    ],
    "people": [
        {
            "id": f"per_{number}",
            "name": ODD,
            "email": None if number == 2 else f"P{number}@shop.example",
            "email_key": None if number == 2 else f"p{number}@shop.example",
            "role": "integrator",
            "limited": 1,
            "created_at": NOON,
            "created_by": "store",
            "deactivated_at": None,
            "last_seen_at": NOON,
        }
        for number in (1, 2)
    ],
    "people_receivers": [{"person_id": "per_1", "receiver_id": 1}, {"person_id": "per_1", "receiver_id": 2}],
    "idempotency": [
        {"token_id": f"tok_{number}", "key": key, "request_hash": b"\x00" * 32, "answer": b"\xfe", "created_at": NOON}
        for number in (1, 2)
        for key in ("A", "a", "B")
    ],
    "activity": [
        {
            "id": number,
            "at": NOON,
            "actor": "tok_1",
            "actor_name": ODD,
            "action": "addReceiver",
            "subject": "rcv_1",
            "detail": "",
            "person_id": "per_1" if number == 3 else None,
            "chain": None if number == 1 else bytes([number]) * 32,
        }
        for number in (1, 2, 3)
    ],
    "imports": [
        {
            "id": f"imp_{number}",
            "state": state,
            "name": ODD,
            "options": "{}",
            "content_hash": "00",
            "size_bytes": 1,
            "report": '{"a": "\\u0000"}',
            **dict.fromkeys(COUNTS_OF_IMPORTS, 0),
            "error": "",
            "kept_edits": "",
            "run_by": "tok_1",
            "run_by_name": ODD,
            "asked_by": "tok_1",
            "asked_at": NOON,
        }
        for number, state in enumerate(("done", "running", "checked"))
    ],
    "import_ranges": [{"import_id": "imp_1", "first": 1, "last": 3}, {"import_id": "imp_1", "first": 5, "last": 5}],
    "bulk_edits": [
        {
            "id": f"blk_{number}",
            "state": state,
            "selection": '{"query": {"q": "\\u0000"}}',
            "changes": "{}",
            "asked_by": "tok_1",
            "asked_at": NOON,
            "worked_at": NOON,
            "report": "",
            **dict.fromkeys(COUNTS_OF_BULK_EDITS, 0),
            "conflict_plants": "",
            "kept_edits": "",
            "run_by": None,
            "run_by_name": ODD,
            "error": ODD,
            "confirmed_at": None,
            "ended_at": ended_at,
        }
        for number, (state, ended_at) in enumerate((("done", NOON), ("checked", None)))
    ],
    "bulk_edit_batches": [
        {"bulk_edit_id": "blk_1", "number": 0, "plants": "[[1,1],[2,1]]"},
        {"bulk_edit_id": "blk_1", "number": 1, "plants": "[[3,1]]"},
    ],
    "plant_views": [
        {
            "id": f"viw_{number}",
            "name": ODD,
            "name_key": f"view {number}",
            "query": '{"q": "rosa"}',
            "version": 1,
            "created_by": "tok_1",
            "created_at": NOON,
            "updated_at": NOON,
        }
        for number in (1, 2)
    ],
    "import_mappings": [
        {"key": "a", "map": '{"sku": "Nr."}', "confirmed_at": 5},
        {"key": "b", "map": "{}", "confirmed_at": 6},
    ],
    "photos": [
        {"key": "a" * 32, "plant_id": 1, "content_hash": "b" * 64, "size_bytes": 9, "width": 2, "height": 3}
        | {"made_at": 5, "made_by": "tok_1", "unused_at": None},
    ],
    "photo_uses": [{"photo_key": "a" * 32, "plant_id": 1, "in_images": 1, "in_event": 0}],
    "watch_list": [
        {"key": "impatiens glandulifera", "name": "Impatiens glandulifera", "reason": "invasive"},
        {"key": "acer", "name": "Acer", "reason": None},
    ],
    "linked_images": [
        {
            "id": state,
            "url": f"https://img.example/{state}",
            "host": "img.example",
            "key": f"{number}" * 32,
            "state": state,
            "failures": number,
            "due_at": due_at,
            "detail": None if due_at else "The server answered 404.",
        }
        for number, (state, due_at) in enumerate({"kept": None, "waiting": 5, "given_up": None}.items())
    ],
    "plant_linked_images": [{"plant_id": 1, "image_id": "kept"}, {"plant_id": 2, "image_id": "waiting"}],
    **copied_alerts.rows(at=NOON, odd=ODD),
    **copied_operational.rows(at=NOON, odd=ODD),
}


def no_report(_what: str, _table: str, _done: int, _all: int) -> None:
    """Ignore progress."""


def nothing(_seconds: float) -> None:
    """Do not wait."""


def copy(
    source: Settings,
    to: Settings,
    *,
    page_rows_max: int = 3,
    report: store_copy.Report = no_report,
    clock: Clock | None = None,
    wait: Callable[[float], None] = nothing,
    key: bytes = KEY,
    photos: PhotoMove | None = None,
) -> CompletedCopy:
    watch = IdleWatch(clock=clock or SystemClock(), wait=wait)
    tools = CopyTools(watch=watch, report=report, page_rows_max=page_rows_max, photos=photos)
    return store_copy.copy(source, to, key=key, tools=tools)


def in_file(folder: Path) -> Settings:
    """Return the database address of a store in a file, which need not exist."""
    return Settings(data=folder)


def fill(settings: Settings, rows: Mapping[str, list[dict[str, Any]]] = ROWS, *, chance: int = 7) -> Settings:
    """Make a store with these rows. Each value of `chance` makes a different store."""

    def write(connection: Connection) -> None:
        migrate(connection, now=NOON)
        connection.begin_write()
        tx = Transaction(connection, NOON)
        for table, its in rows.items():
            columns = connection.columns(table)
            values = [[row.get(name) for name in columns] for row in its]
            connection.insert(table, [f'"{name}"' for name in columns], values)
        rebuild_search_index(tx)
        check_key(tx, SecretBox(KEY, lambda count: bytes([chance]) * count))
        connection.insert("facts", ("name", "value"), [("attempts removed to", b"3")])
        connection.commit()

    with_writer(settings, write)
    return settings


def with_writer(settings: Settings, work: Callable[[Connection], None]) -> None:
    with closing(factory.open_engine(settings)) as engine, closing(engine.connect_writer()) as connection:
        work(connection)


def change(settings: Settings, sql: str, values: Row = ()) -> None:
    """Change a store without the program."""

    def write(connection: Connection) -> None:
        connection.begin_write()
        connection.update(sql, values)
        connection.commit()

    with_writer(settings, write)


def content(settings: Settings) -> dict[str, list[Row]]:
    """Return everything in a database; nothing if there is none. Of the search index only the numbers of plants."""
    found: dict[str, list[Row]] = {}
    if not settings.is_postgresql and not settings.database_path.exists():
        return found
    with closing(factory.open_engine(settings)) as engine, closing(engine.connect_reader()) as connection:
        connection.begin_read()
        for name in connection.tables() - {"schema_version", "shards", "processes"}:
            columns = ["rowid"] if name == bulk_rows.WORDS.name else sorted(connection.columns(name))
            listed = ", ".join(f'"{column}"' for column in columns)
            found[name] = sorted(connection.execute(f"SELECT {listed} FROM {name}"), key=repr)
        connection.rollback()
    return found

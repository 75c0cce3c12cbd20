"""An old store before it is opened: its backlog, read with plain SQL, and ways to damage its file."""

import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import apsw

from plantstore.domain.receivers.receiver import WEBHOOK_PATH

Content = dict[str, list[tuple[Any, ...]]]


class Old:
    """A database, read without the program. Its tables are those of its version."""

    def __init__(self, path: Path) -> None:
        self._raw = apsw.Connection(str(path))

    def __enter__(self) -> "Old":
        return self

    def __exit__(self, *_: object) -> None:
        self._raw.close()

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return self._raw.execute(sql, values).fetchall()

    def numbers(self, sql: str, *values: object) -> set[int]:
        return {row[0] for row in self.rows(sql, *values)}

    @property
    def schema(self) -> int:
        return int(self.rows("SELECT max(version) FROM schema_version")[0][0])

    @property
    def head(self) -> int:
        return int(self.rows("SELECT max(sequence) FROM events")[0][0])

    def receivers(self) -> dict[int, tuple[str, int, int]]:
        """Return the registered receivers: the address of their server, start and cursor."""
        rows = self.rows("SELECT id, url, start, cursor FROM receivers WHERE deleted_at IS NULL ORDER BY id")
        return {row[0]: (row[1].removesuffix(WEBHOOK_PATH), row[2], row[3]) for row in rows}

    def held(self) -> set[int]:
        if self.schema < 3:
            return set()
        disabled = self.numbers("SELECT receiver_id FROM breakers WHERE state = 'disabled'")
        return disabled | self.numbers("SELECT id FROM receivers WHERE paused = 1")

    def accepted(self, receiver_id: int) -> set[int]:
        sql = "SELECT sequence FROM attempts WHERE receiver_id = ? AND outcome = 'accepted'"
        return self.numbers(sql, receiver_id)

    def rows_of(self, receiver_id: int) -> dict[int, str]:
        return dict(self.rows("SELECT sequence, state FROM retries WHERE receiver_id = ?", receiver_id))

    def skipped(self, receiver_id: int) -> set[int]:
        ranges = self.rows("SELECT first, last FROM skips WHERE receiver_id = ?", receiver_id)
        return set().union(*(range(first, last + 1) for first, last in ranges))

    def owed(self, receiver_id: int) -> Counter[int]:
        """Count how often each event must still be sent: retries, events not attempted yet, and the rest of its
        replays.
        """
        _, start, cursor = self.receivers()[receiver_id]
        rows, erased = self.rows_of(receiver_id), self.numbers("SELECT sequence FROM events WHERE length(body) = 0")
        beyond = set(range(max(start, cursor + 1), self.head + 1)) - self.accepted(receiver_id) - rows.keys()
        waiting = {sequence for sequence, state in rows.items() if state == "waiting"}
        owed = Counter((beyond | waiting) - self.skipped(receiver_id) - erased)
        if self.schema >= 3:
            running = (
                "SELECT id, position, last FROM replays WHERE receiver_id = ? AND state = 'running' AND only = 'all'"
            )
            for replay_id, position, last in self.rows(running, receiver_id):
                sent = self.numbers("SELECT sequence FROM attempts WHERE replay_id = ?", replay_id)
                owed.update(set(range(position + 1, last + 1)) - sent - erased)
        return owed

    def leave_a_gap(self, chance: random.Random) -> tuple[int, int] | None:
        """Leave a gap as a kill does: an accepted event is not recorded, while later ones are recorded beyond it."""
        places, others = [], set[int]()
        if self.schema >= 3:  # the cursor of these cannot be moved
            others = self.numbers("SELECT id FROM receivers WHERE ordered = 1")
            others |= self.numbers("SELECT receiver_id FROM replays WHERE state = 'running'")
        for receiver_id, (_, start, cursor) in self.receivers().items():
            accepted, decided = self.accepted(receiver_id), self.rows_of(receiver_id).keys() | self.skipped(receiver_id)
            sequence = cursor
            while receiver_id not in others and sequence >= start and sequence in accepted | decided:
                places += [(receiver_id, sequence)] if sequence not in decided else []
                sequence -= 1
        if not places:
            return None
        receiver_id, sequence = chance.choice(places)
        self.rows("DELETE FROM attempts WHERE receiver_id = ? AND sequence = ?", receiver_id, sequence)
        self.rows("UPDATE receivers SET cursor = ? WHERE id = ?", sequence - 1, receiver_id)
        return receiver_id, sequence


def pop_access(before: Content, now: Content) -> None:
    """Compare tokens, sessions, links and activity with those of a version without people; take them out of both."""
    assert now.pop("tokens") == [
        (*row[:3], f"people:write {row[3]}" if row[2] == "operator" else row[3], *row[4:-1], None, row[-1] or "")
        for row in before.pop("tokens")
    ]
    assert now.pop("sessions") == [
        (*row[:2], None, *row[2:], "link" if row[-1] else "token", "", 0, "") for row in before.pop("sessions")
    ]
    assert now.pop("sign_in_links") == [
        (*row[:2], None, "sign_in", None, *row[2:], "") for row in before.pop("sign_in_links")
    ]
    assert now.pop("activity") == [(*row, None) for row in before.pop("activity")]


def pop_receivers(before: Content, now: Content) -> None:
    """Compare receivers and retries with those of version 0.9.0 or before; take them out of both."""
    assert now.pop("receivers") == [(*row, None, 0, None, None, None) for row in before.pop("receivers")]
    assert now.pop("retries") == [(*row, None) for row in before.pop("retries")]


def content_of(path: Path) -> Content:
    """Return the whole content, read from a copy, so that the next program finds the file as it was left."""
    with tempfile.TemporaryDirectory(prefix="plantstore-copy-") as name:
        copy = Path(name) / path.name
        for end in ("", "-wal"):
            source = path.with_name(path.name + end)
            if source.exists():
                shutil.copyfile(source, f"{copy}{end}")
        with Old(copy) as old:
            assert old.rows("PRAGMA integrity_check") == [("ok",)]
            tables = old.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            plain = [name for name, sql in tables if not str(sql).startswith("CREATE VIRTUAL")]
            found: Content = {str(name): sorted(old.rows(f"SELECT * FROM {name}"), key=repr) for name in plain}
            found[""] = old.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name")
    return found

"""What a store on a recorded disk has acknowledged, each with the disk operation after which it was acknowledged."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.tables import idempotency


@dataclass(frozen=True, slots=True)
class Adding:
    """A request that adds plants, with or without a key. Repeating it sends the same request."""

    key: str | None
    names: tuple[str, ...]
    text: str

    @property
    def request(self) -> idempotency.Request:
        assert self.key is not None
        asked = "\n".join((*self.names, self.text)).encode()
        return idempotency.Request(token_id="tok_1", key=self.key, hash=hashlib.sha256(asked).digest())


Added = list[tuple[int, str]]
"""The number of each plant, and the id of its event."""


@dataclass(slots=True)
class Promises:
    """Acknowledged facts, each with the number of disk operations before it. An earlier cut may undo it."""

    old: list[tuple[int, str, int, str | None]] = field(default_factory=list)
    """What an older version has left: sequence, event, plant, and its name unless it was deleted."""
    added: list[tuple[int, Adding, Added]] = field(default_factory=list)
    commits: list[list[str]] = field(default_factory=list)
    """The plant names of each commit, acknowledged or not: all or none of them must exist."""
    receivers: list[tuple[int, ReceiverId]] = field(default_factory=list)
    accepted: list[tuple[int, ReceiverId, int]] = field(default_factory=list)
    cursors: list[tuple[int, ReceiverId, int]] = field(default_factory=list)
    versions: list[tuple[int, int, int]] = field(default_factory=list)
    """Of changed plants: number, version."""
    deleted: list[tuple[int, int]] = field(default_factory=list)
    deletions_asked: set[int] = field(default_factory=set)

    def until(self, operations: int) -> "Promises":
        """Return what must hold after a cut there for a later life, as acknowledged before its beginning."""

        def kept(items: Iterable[tuple[Any, ...]]) -> list[Any]:
            return [(0, *rest) for at, *rest in items if at <= operations]

        return Promises(
            self.old,
            kept(self.added),
            self.commits[:],
            kept(self.receivers),
            kept(self.accepted),
            kept(self.cursors),
            kept(self.versions),
            kept(self.deleted),
            set(self.deletions_asked),
        )

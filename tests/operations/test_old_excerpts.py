"""What earlier versions have kept of receivers' answers: nothing that may hold credentials stays."""

import base64
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import AccessToken
from plantstore.domain.timestamps import Instant, after
from plantstore.operations import old_excerpts
from plantstore.operations.old_excerpts import OldExcerpts
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import KEY_BYTES, SecretBox
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.tables import attempts, receivers
from plantstore.storage.tables import old_excerpts as stored
from tests.engines import migrated_engine
from tests.makers import NOON, RECEIVER, a_receiver, an_attempt
from tests.opened import Opened, opened
from tests.still_clock import StillClock

pytestmark = pytest.mark.usefixtures("engine_kind")

OTHER = ReceiverId(8)
TOKEN = "s3cret-of-the-shop-0123456789"
SECRET = make_secret(b"k" * 32)
LATER = after(NOON, seconds=3_600)
ECHO = b"POST /hook HTTP/1.1\r\nAuthorization: Bearer gone-since\r\nWebhook-Signature: v1,abc\r\n"
HARMLESS = b'{"error": "no such list"}'


def secret_box() -> SecretBox:
    return SecretBox(b"k" * KEY_BYTES, lambda count: b"n" * count)


def two_receivers(tx: Transaction) -> None:
    """One of which the credentials are known since noon, and one that was removed."""
    for receiver_id in (RECEIVER, OTHER):
        receivers.insert(tx, a_receiver(receiver_id))
        receivers.set_access_token(tx, secret_box(), receiver_id, AccessToken(TOKEN))
        receivers.add_signing_secret(tx, secret_box(), receiver_id, SECRET)
    receivers.mark_deleted(tx, OTHER)


def said(excerpt: bytes = b"", detail: str = "The receiver answered 500.") -> Outcome:
    return Outcome(OutcomeKind.REFUSED, 1_000, 500, detail=detail, excerpt=excerpt)


KEPT = [
    said(HARMLESS),
    said(),
    said(detail="The receiver answered 302: a redirect to /sign-in, which is not followed."),
]
FORGOTTEN = [
    said(ECHO),
    said(base64.b64encode(ECHO)),
    said(quote(ECHO).encode()),
    said(b"wrong token: " + TOKEN.encode()),
    said(b"wrong token: " + base64.b64encode(TOKEN.encode())),
    said(b"cut off: " + TOKEN[:9].encode()),
    said(SECRET.reveal().encode()),
    said(detail=f"The receiver answered 302: a redirect to /x?token={TOKEN}, which is not followed."),
]


def record(tx: Transaction, *made: Outcome, receiver_id: ReceiverId = RECEIVER, at: Instant = LATER) -> None:
    """As a version before has recorded them."""
    rows = [
        an_attempt(number, id=number, receiver_id=receiver_id, started_at=at, outcome=one)
        for number, one in enumerate(made, 1)
    ]
    attempts.add(tx, rows)
    tx.update("DELETE FROM unclean_excerpts")
    tx.insert("unclean_excerpts", ("until",), [(rows[-1].id,)])


async def left(store: Opened) -> list[tuple[bytes, str]]:
    def read(tx: Transaction) -> list[tuple[bytes, str]]:
        rows = tx.execute("SELECT excerpt, detail FROM attempts ORDER BY id")
        return [(row[0] or b"", row[1] or "") for row in rows]

    return await store.read(read)


def as_recorded(*made: Outcome) -> list[tuple[bytes, str]]:
    return [(one.excerpt, one.detail) for one in made]


async def test_what_may_hold_credentials_is_forgotten_and_all_else_stays(tmp_path: Path, clock: StillClock) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(two_receivers)
        await store.write(lambda tx: record(tx, *KEPT, *FORGOTTEN))

        await OldExcerpts(store.database, secret_box()).run()

        assert await left(store) == as_recorded(*KEPT) + [(b"", "")] * len(FORGOTTEN)
        assert await store.read(stored.until) is None


@pytest.mark.parametrize("unknown", ["removed since", "changed since"])
async def test_of_credentials_that_are_not_known_any_more_nothing_that_was_said_stays(
    tmp_path: Path, clock: StillClock, unknown: str
) -> None:
    async with opened(tmp_path, clock) as store:
        await store.write(two_receivers)
        of: Any = {"receiver_id": OTHER} if unknown == "removed since" else {"at": after(NOON, seconds=-3_600)}
        await store.write(lambda tx: record(tx, *KEPT, **of))

        await OldExcerpts(store.database, secret_box()).run()

        assert await left(store) == [(b"", ""), *as_recorded(KEPT[1]), (b"", "")]


async def test_it_goes_on_where_it_was_interrupted_and_looks_at_nothing_newer(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(old_excerpts, "STEP_ROWS", 2)
    monkeypatch.setattr(old_excerpts, "STEPS_MAX", 1)

    async with opened(tmp_path, clock) as store:
        await store.write(two_receivers)
        await store.write(lambda tx: record(tx, said(ECHO), said(ECHO), said(ECHO)))
        await store.write(lambda tx: attempts.add(tx, [an_attempt(4, id=4, outcome=said(ECHO))]))
        looks = []
        for _ in range(4):
            await OldExcerpts(store.database, secret_box()).run()  # each time another process
            looks.append([bool(excerpt) for excerpt, _ in await left(store)])

        assert looks == [
            [True, False, False, True],
            [False, False, False, True],
            [False, False, False, True],
            [False, False, False, True],
        ]
        assert await store.read(stored.until) is None


async def test_a_new_store_has_nothing_to_go_through(tmp_path: Path, clock: StillClock) -> None:
    engine = migrated_engine(tmp_path)
    connection = engine.connect_writer()
    migrate(connection, now=NOON)
    connection.close()
    engine.close()

    async with opened(tmp_path, clock) as store:
        assert await store.read(stored.until) is None

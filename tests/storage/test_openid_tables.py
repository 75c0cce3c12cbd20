"""Every function of storage/tables/openid.py."""

from typing import Any

import pytest

from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import openid
from plantstore.storage.tables.openid import ATTEMPT_S_MAX, StoredAttempt
from tests.makers import NOON

A, B = "https://a.example", "https://b.example/"
STATE, BROWSER = b"s" * 32, b"b" * 32


def an_attempt(**changes: Any) -> StoredAttempt:
    whole: dict[str, Any] = {
        "browser": BROWSER,
        "created_at": NOON,
        "session": None,
        "link": b"l" * 32,
        "remembered": True,
        "following": "/plants",
        "kept": "",
    }
    return StoredAttempt(**whole | changes)


def test_an_account_belongs_to_one_person(tx: Transaction) -> None:
    assert openid.link_person(tx, A, "1", "per_1")
    assert openid.link_person(tx, B, "1", "per_2")
    assert openid.link_person(tx, A, "2", "per_1")
    assert not openid.link_person(tx, A, "1", "per_2")
    openid.note_use(tx, A, "1")

    assert [openid.find_person(tx, *one) for one in ((A, "1"), (B, "1"), (A, "1 "), (A, "3"))] == [
        "per_1",
        "per_2",
        None,
        None,
    ]
    assert (openid.issuers_of(tx, "per_1"), openid.issuers_of(tx, "per_3")) == ([A], [])
    assert openid.unlink(tx, A, "per_1") == 2
    assert (openid.find_person(tx, A, "1"), openid.find_person(tx, B, "1")) == (None, "per_2")


def test_an_attempt_is_taken_once_and_by_its_browser(tx: Transaction) -> None:
    openid.begin(tx, STATE, an_attempt())

    assert openid.take(tx, STATE, b"other") is None
    assert openid.take(tx, b"other", BROWSER) is None
    assert openid.take(tx, STATE, BROWSER) == an_attempt()
    assert openid.take(tx, STATE, BROWSER) is None


def test_an_attempt_ends_after_ten_minutes(tx: Transaction) -> None:
    openid.begin(tx, STATE, an_attempt(created_at=after(NOON, seconds=-ATTEMPT_S_MAX)))
    openid.begin(tx, b"2", an_attempt(created_at=after(NOON, seconds=1 - ATTEMPT_S_MAX)))

    assert openid.take(tx, STATE, BROWSER) is None
    assert openid.take(tx, b"2", BROWSER) is not None


def test_the_oldest_attempts_are_removed_beyond_the_limit(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openid, "ATTEMPTS_MAX", 2)
    for number in range(3):
        openid.begin(tx, bytes([number]), an_attempt(created_at=after(NOON, seconds=number)))

    assert [openid.take(tx, bytes([number]), BROWSER) is None for number in range(3)] == [True, False, False]

"""What a form carries: only the session that it was made for can use it, and it looks different on each page."""

import base64
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.secret import Secret
from plantstore.web.console.csrf import is_csrf_token, make_csrf_token

pytestmark = pytest.mark.sqlite_only("CSRF tokens do not depend on the engine")

KEY, OTHER = Secret("k" * 43), Secret("o" * 43)


def test_a_ticket_is_good_for_its_session_alone() -> None:
    ticket = make_csrf_token(KEY, os.urandom)

    assert is_csrf_token(ticket, KEY)
    assert not is_csrf_token(ticket, OTHER)


def test_no_two_tickets_look_alike_and_all_are_good() -> None:
    tickets = {make_csrf_token(KEY, os.urandom) for _ in range(50)}

    assert len(tickets) == 50
    assert all(is_csrf_token(ticket, KEY) for ticket in tickets)


def test_a_ticket_shows_nothing_of_the_secret_behind_it() -> None:
    zeros, ones = (
        base64.urlsafe_b64decode(make_csrf_token(KEY, pad) + "=") for pad in (bytes, lambda size: b"\xff" * size)
    )

    assert zeros[16:] == bytes(255 - one for one in ones[16:]), "the pad hides every bit"
    assert KEY.reveal().encode() not in zeros


@given(place=st.integers(0, 42), letter=st.sampled_from("ABab01-_"))
def test_one_other_letter_spoils_it(place: int, letter: str) -> None:
    ticket = make_csrf_token(KEY, os.urandom)
    changed = ticket[:place] + letter + ticket[place + 1 :]

    same = base64.urlsafe_b64decode(changed + "=") == base64.urlsafe_b64decode(ticket + "=")
    assert is_csrf_token(changed, KEY) is same


@given(st.text(max_size=60))
def test_whatever_is_sent_is_judged_and_breaks_nothing(text: str) -> None:
    assert not is_csrf_token(text, KEY)


@pytest.mark.parametrize("text", ["", "=", "A" * 43, "A" * 42, "A" * 44, "A" * 100_000, "\x00", "ä", "A" * 43 + "\n"])
def test_what_is_no_ticket_is_none(text: str) -> None:
    assert not is_csrf_token(text, KEY)

"""The cookies of the console."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.core.settings import Settings
from plantstore.domain.person import principal
from plantstore.domain.secret import Secret
from plantstore.domain.session import Session, SignInWay
from plantstore.web.auth.sessions import SignedIn
from plantstore.web.console import cookies
from plantstore.web.console.cookies import Cookie
from plantstore.web.http.request import Request
from tests.makers import NOON, a_person

HTTP, HTTPS = Settings(base_url="http://store.example:8080"), Settings(base_url="https://store.example")

SESSION = Session(token_id=None, person_id="per_1", opened_at=NOON, proved_at=NOON, seen_at=NOON, way=SignInWay.PASSKEY)


def request(*lines: bytes) -> Request:
    async def receive() -> dict[str, Any]:
        raise AssertionError

    scope = {"type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b"", "client": None}
    return Request(scope | {"headers": [(b"cookie", line) for line in lines], "path_params": {}}, receive)


def sent_back(cookie: Cookie) -> dict[str, str]:
    """What comes back of a cookie that was set."""
    return cookies.read_cookies(request(cookie[1].partition(b";")[0]))


@pytest.mark.parametrize(
    ("line", "read"),
    [
        (b"a=1; b=2", {"a": "1", "b": "2"}),
        (b"a=1; a=2", {"a": "1"}),  # the first is the more special one
        (b"a=1=2;b=", {"a": "1=2", "b": ""}),
        (b" ; no value; =nameless; a = 1 ", {"": "nameless", "a ": " 1"}),
        (b"\xff=\xfe", {"ÿ": "þ"}),
        (b"", {}),
    ],
)
def test_what_a_browser_sends_is_read(line: bytes, read: dict[str, str]) -> None:
    assert cookies.read_cookies(request(line)) == read


@pytest.mark.parametrize(
    ("base_url", "name"),
    [
        ("http://store.example", "plantstore-80"),
        ("http://127.0.0.1:8000", "plantstore-8000"),
        ("http://127.0.0.1:8001", "plantstore-8001"),
        ("https://store.example", "__Host-plantstore"),
        ("https://store.example:8443", "__Host-plantstore"),
    ],
)
def test_two_stores_on_one_machine_do_not_sign_each_other_out(base_url: str, name: str) -> None:
    assert cookies.session_cookie(Settings(base_url=base_url)) == name


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=cookies.NOTICE_CHARS_MAX))
def test_a_notice_arrives_as_it_was_written_and_breaks_out_of_nothing(text: str) -> None:
    name, value = cookies.notice_cookie(HTTP, text)

    assert name == b"set-cookie"
    assert not set(value) & set(b"\r\n\0")
    assert cookies.read_notice(sent_back((name, value))) == text


def test_a_notice_is_short_and_soon_forgotten() -> None:
    _, value = cookies.notice_cookie(HTTP, "x" * 10_000)

    assert len(value) < 500
    assert f"Max-Age={cookies.NOTICE_S_MAX}".encode() in value
    assert b"Max-Age=0;" in cookies.notice_cookie(HTTP, "")[1]


@pytest.mark.parametrize("value", ["%", "%ff", "%00", "x" * 5_000, "<script>"])
def test_a_notice_that_somebody_made_up_is_text_of_bounded_length(value: str) -> None:
    assert len(cookies.read_notice({cookies.NOTICE: value})) <= cookies.NOTICE_CHARS_MAX


@pytest.mark.parametrize(
    ("sent", "read"), [("dark", "dark"), ("light", "light"), ("", "auto"), ('" onload="x', "auto")]
)
def test_there_are_three_choices_of_colours(sent: str, read: str) -> None:
    assert cookies.read_theme({cookies.THEME: sent}) == read


@pytest.mark.parametrize("settings", [HTTP, HTTPS], ids=["http", "https"])
def test_no_cookie_of_ours_is_for_scripts_or_for_other_sites(settings: Settings) -> None:
    made = [
        cookies.sign_in_cookie(settings, SignedIn(session=SESSION, token=principal(a_person()), key=Secret("key"))),
        cookies.sign_out_cookie(settings),
        cookies.theme_cookie(settings, "dark"),
        cookies.notice_cookie(settings, "Done."),
    ]

    for _, value in made:
        flags = set(value.decode().split("; ")[1:])
        assert {"Path=/", "HttpOnly", "SameSite=Lax"} <= flags
        assert ("Secure" in flags) is (settings is HTTPS)
        assert not any(flag.startswith("Domain") for flag in flags)

"""Static headers: which names and values are accepted, what a change leaves, and the limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.errors import Invalid
from plantstore.domain.receivers.headers import (
    HEADERS_BYTES_MAX,
    HEADERS_MAX,
    REFUSED,
    check_all_given,
    check_headers,
    with_changes,
)
from plantstore.domain.secret import Secret


def problems(**headers: str) -> list[tuple[str, str]]:
    change = {name: Secret(value) for name, value in headers.items()}
    return [(one.pointer, one.code) for one in check_headers(change)]


@pytest.mark.parametrize(
    "name", ["x-api-key", "X-Api-Key", "CF-Access-Client-Id", "apikey", "a", "x_key", "!#$%&'*+.^_`|~"]
)
@pytest.mark.parametrize("value", ["a", "a b", "{x}", "100%", 'W/"a", b', "~" * 1_000])
def test_a_gateways_header_is_accepted(name: str, value: str) -> None:
    assert problems(**{name: value}) == []


@pytest.mark.parametrize(
    "name",
    [
        *sorted(REFUSED),
        *("Host", "AUTHORIZATION", "Content-Length", "content-type", "content_length", "Transfer_Encoding"),
        *("webhook-id", "Webhook-Signature", "webhook_id", "ce-id", "plantstore-x", "Proxy-Authorization"),
        *("X-Forwarded-For", "if-match"),
    ],
)
def test_what_the_store_sets_or_one_connection_has_is_refused(name: str) -> None:
    assert problems(**{name: "x"}) == [(f"/headers/{name}", "refused")]


@pytest.mark.parametrize("name", ["", " ", "a b", "a:", "x\r\ny", "é", "a\0", "x" * 201, "(x)", "a/b"])
def test_a_name_that_is_no_token_is_refused(name: str) -> None:
    assert problems(**{name: "x"}) == [("/headers", "name")]


@pytest.mark.parametrize("value", ["", " a", "a ", "a\tb", "a\r\nx: y", "é", "\0", "a\x7f"])
def test_a_value_with_other_characters_is_refused(value: str) -> None:
    assert problems(**{"x~y": value}) == [("/headers/x~0y", "characters")]


@given(st.text(max_size=20), st.text(max_size=20))
def test_an_accepted_header_is_one_line_of_visible_ascii(name: str, value: str) -> None:
    if problems(**{name: value}) == []:
        line = f"{name}: {value}"
        assert line.isascii() and line.isprintable() and name.strip() == name and value.strip() == value
        assert ":" not in name and " " not in name


def test_capital_letters_make_no_second_header() -> None:
    assert problems(**{"X-Key": "a", "x-key": "b"}) == [("/headers/x-key", "twice")]


def test_a_change_sets_removes_and_keeps() -> None:
    present = {"a": Secret("1"), "b": Secret("2"), "c": Secret("3")}

    changed = with_changes(present, {"A": Secret("9"), "B": None, "D": Secret("4"), "none": None})

    assert changed == {"a": Secret("9"), "c": Secret("3"), "d": Secret("4")}


def test_the_limits_count_what_is_there_already() -> None:
    full = {f"x-{number:02}": Secret("v") for number in range(HEADERS_MAX)}
    long = {"a": Secret("v" * (HEADERS_BYTES_MAX - 3))}

    assert len(with_changes({}, full)) == HEADERS_MAX
    assert len(with_changes(full, {"x-00": None, "y": Secret("v")})) == HEADERS_MAX
    with pytest.raises(Invalid) as too_many:
        with_changes(full, {"y": Secret("v")})
    assert [one.code for one in too_many.value.fields] == ["count"]
    assert len(with_changes(long, {"b": Secret("v")})) == 2, "exactly as long as allowed"
    with pytest.raises(Invalid) as too_long:
        with_changes(long, {"b": Secret("vv")})
    assert [one.code for one in too_long.value.fields] == ["length"]


def test_far_too_many_are_one_problem() -> None:
    many = {f"x {number}": Secret("v") for number in range(2 * HEADERS_MAX + 1)}

    assert [one.code for one in check_headers(many)] == ["count"]


def test_another_server_needs_every_value_again() -> None:
    present = {"x-a": Secret("1"), "x-b": Secret("2")}

    with pytest.raises(Invalid) as missing:
        check_all_given(present, {"X-A": Secret("1")})

    [problem] = missing.value.fields
    assert (problem.pointer, problem.detail.endswith(": x-b.")) == ("/headers", True)
    check_all_given(present, {"X-A": None, "x-b": Secret("2")})

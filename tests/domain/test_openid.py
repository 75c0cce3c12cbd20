"""Which claims of an ID token are accepted, and which role they name."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.errors import Unauthorized
from plantstore.domain.openid import (
    CLOCKS_S_MAX,
    ISSUED_S_MAX,
    SUBJECT_CHARS_MAX,
    VALUE_CHARS_MAX,
    ExpectedToken,
    account_of,
    check_claims,
    check_scopes,
    claim_values,
    role_of,
)

NOW_S = 1_790_000_000.0
EXPECTED = ExpectedToken(
    issuer="https://login.example/", client_id="shop", nonce="n-1", access_token="at-1", since_s=None
)
PROPER: dict[str, Any] = {
    "iss": "https://login.example/",
    "sub": "person-1",
    "aud": "shop",
    "exp": NOW_S + 300,
    "iat": NOW_S,
    "nonce": "n-1",
    "at_hash": "R8PYaIQdcYEdkSc9TeGyiQ",
}
LATE = replace(EXPECTED, since_s=NOW_S - 5)


def check(changes: dict[str, Any], expected: ExpectedToken = EXPECTED, algorithm: str = "RS256") -> str:
    claims = {name: value for name, value in (PROPER | changes).items() if value is not ...}
    return check_claims(claims, expected, algorithm=algorithm, now_s=NOW_S)


@pytest.mark.parametrize(
    "changes",
    [
        {"at_hash": ...},
        {"aud": ["shop"]},
        {"azp": "shop"},
        {"aud": ["other", "shop"], "azp": "shop"},
        {"exp": NOW_S - CLOCKS_S_MAX + 1},
        {"iat": NOW_S + CLOCKS_S_MAX},
        {"iat": NOW_S - ISSUED_S_MAX},
        {"sub": "x" * SUBJECT_CHARS_MAX},
    ],
)
def test_a_proper_token_is_accepted(changes: dict[str, Any]) -> None:
    assert check(changes) == changes.get("sub", "person-1")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"iss": "https://login.example"}, "another issuer"),
        ({"iss": ...}, "another issuer"),
        ({"aud": "other"}, "another client"),
        ({"aud": []}, "another client"),
        ({"aud": ...}, "another client"),
        ({"aud": ["shop", "other"]}, "made for another client"),
        ({"azp": "other"}, "made for another client"),
        ({"exp": NOW_S - CLOCKS_S_MAX}, "expired"),
        ({"exp": ...}, "when it was issued"),
        ({"exp": True}, "when it was issued"),
        ({"exp": float("inf")}, "when it was issued"),
        ({"exp": float("nan")}, "when it was issued"),
        ({"exp": 10**400}, "when it was issued"),
        ({"exp": "2030-01-01"}, "when it was issued"),
        ({"iat": NOW_S + CLOCKS_S_MAX + 1}, "future"),
        ({"iat": NOW_S - ISSUED_S_MAX - 1}, "too long ago"),
        ({"nonce": ...}, "another sign-in"),
        ({"nonce": "n-2"}, "another sign-in"),
        ({"nonce": "\ud800"}, "another sign-in"),
        ({"nonce": ["n-1"]}, "another sign-in"),
        ({"at_hash": "77QmUPtjPfzWtF2AnpK9RQ"}, "another access token"),
        ({"at_hash": 1}, "another access token"),
        ({"sub": ""}, "subject"),
        ({"sub": "a\0b"}, "subject"),
        ({"sub": 7}, "subject"),
        ({"sub": "x" * (SUBJECT_CHARS_MAX + 1)}, "subject"),
    ],
)
def test_any_other_token_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(Unauthorized, match=reason):
        check(changes)


def test_the_hash_of_the_access_token_depends_on_the_algorithm() -> None:
    with pytest.raises(Unauthorized, match="another access token"):
        check({}, algorithm="EdDSA")


@pytest.mark.parametrize(
    ("auth_time", "reason"),
    [(..., "doesn't say when"), (NOW_S - 3_600, "didn't ask"), (NOW_S + 3_600, "didn't ask"), ("now", "doesn't say")],
)
def test_someone_who_must_sign_in_again_must_have_done_so(auth_time: object, reason: str) -> None:
    assert check({"auth_time": NOW_S - 2}, LATE) == "person-1"
    assert check({"auth_time": auth_time}) == "person-1"
    with pytest.raises(Unauthorized, match=reason):
        check({"auth_time": auth_time}, LATE)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["shop", "n-1"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from([*PROPER, "azp", "auth_time", "name", "email", "groups"]), JSON))
def test_claims_of_any_type_are_accepted_or_refused(changes: dict[str, Any]) -> None:
    claims = PROPER | changes
    account = account_of(claims, issuer="i", subject="s", role_claim="groups.a")
    assert isinstance(account.name, str) and all(isinstance(value, str) for value in account.values)
    for expected in (EXPECTED, LATE):
        with suppress(Unauthorized):
            assert check_claims(claims, expected, algorithm="RS256", now_s=NOW_S) == claims["sub"]
            assert claims["iss"] == EXPECTED.issuer and claims["nonce"] == "n-1" and "shop" in claims["aud"]


def test_an_address_counts_only_if_the_provider_has_verified_it() -> None:
    claims = {"email": "a@shop.example", "preferred_username": "a"}

    def email(**more: object) -> str | None:
        return account_of({**claims, **more}, issuer="i", subject="s", role_claim="groups").email

    assert [email(), email(email_verified="true"), email(email_verified=True)] == [None, None, "a@shop.example"]


def test_values_are_texts_of_limited_length_at_the_named_place() -> None:
    claims = {"groups": ["a", 1, "x" * (VALUE_CHARS_MAX + 1), None, "b"], "role": "a", "https://x.example/r": "c"}

    assert claim_values(claims, "groups") == {"a", "b"}
    assert claim_values(claims, "role") == {"a"}
    assert claim_values(claims, "https://x.example/r") == {"c"}
    assert claim_values(claims, "role.more") == claim_values({}, "groups") == frozenset()


def test_several_roles_are_the_one_that_may_most() -> None:
    roles = {"shop": "staff", "dev": "integrator", "boss": "operator"}

    assert role_of({"shop", "boss", "other"}, roles) == "operator"
    assert role_of({"dev", "shop"}, roles) == "integrator"
    assert role_of({"other"}, roles) is None


def test_scopes_contain_openid_and_nothing_that_ends_an_address() -> None:
    assert check_scopes("openid") and check_scopes("openid profile offline_access")
    for text in ("", "profile", "openid  profile", "openid\n", 'openid "', "openid é"):
        assert not check_scopes(text)

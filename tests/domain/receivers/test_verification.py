"""Why a request does not verify: each mistake that receivers make is named as what it is."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.core.ed25519 import KeySigner, is_signed_by, make_private_key, public_key_of
from plantstore.core.event_body import to_body
from plantstore.domain.receivers.public_key import public_key_text
from plantstore.domain.receivers.signature import Signer, make_secret
from plantstore.domain.receivers.verification import TOLERANCE_S, Reason, Verdict, check_bearer, verify
from plantstore.domain.secret import Secret

SECRET = make_secret(bytes(range(32)))
OTHER = make_secret(bytes(32))
TEXT = SECRET.reveal()
NOW_S = 1_790_000_000
ID = "evt_01m3250tx85nrhcgnq4tr480b2"
BODY = '{"id":1042,"name":"Isoëtes lacustris","tag":"it\'s <new> & 5/6","images":[],"price":"24.90"}'.encode()
PLANTS = st.dictionaries(
    st.text(max_size=8), st.text() | st.integers(-(2**53), 2**53) | st.none() | st.booleans(), min_size=1, max_size=5
)


def headers(body: bytes = BODY, *, secret: Secret = SECRET, at_s: int = NOW_S, **changes: str | None) -> dict[str, str]:
    """Return correctly signed headers for a body. None removes a header; `_` is a hyphen."""
    signed: dict[str, str | None] = {
        "webhook-id": ID,
        "webhook-timestamp": str(at_s),
        "webhook-signature": Signer((secret,)).sign(ID, at_s, body),
    }
    signed |= {name.replace("_", "-"): value for name, value in changes.items()}
    return {name: value for name, value in signed.items() if value is not None}


def verdict_of(
    given: dict[str, str] | None = None, body: bytes = BODY, *, secrets: tuple[Secret, ...] = (SECRET,), **more: Any
) -> Verdict:
    pairs = (headers() if given is None else given).items()
    return verify(secrets, pairs, body, **({"now_s": NOW_S} | more))


def signed_with(key: bytes) -> str:
    digest = hmac.digest(key, f"{ID}.{NOW_S}.".encode() + BODY, hashlib.sha256)
    return "v1," + base64.b64encode(digest).decode()


def test_what_the_store_signed_verifies() -> None:
    verdict = verdict_of()

    assert verdict == Verdict(event_id=ID, signed_at_s=NOW_S)
    assert verdict.verified


def test_either_secret_of_a_rotation_verifies_either_of_its_signatures() -> None:
    both = headers(webhook_signature=Signer((SECRET, OTHER)).sign(ID, NOW_S, BODY))

    assert verdict_of(both).verified
    assert verdict_of(both, secrets=(OTHER,)).verified
    assert verdict_of(secrets=(OTHER, SECRET)).verified


def test_names_of_headers_may_be_in_any_case() -> None:
    assert verdict_of({name.title(): value for name, value in headers().items()}).verified


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("v1," + TEXT, Reason.SECRET_WITH_VERSION),
        (TEXT[:-1], Reason.SECRET_CUT_OFF),  # the = at its end
        (TEXT[:-2], Reason.SECRET_CUT_OFF),
        (TEXT[:-4], Reason.SECRET_CUT_OFF),  # whole base64 of 30 bytes: a key, but none of ours
        (TEXT[:30], Reason.SECRET_CUT_OFF),
        ("whsec_", Reason.SECRET_CUT_OFF),
        (TEXT.removeprefix("whsec_"), Reason.SECRET_MALFORMED),
        (f'"{TEXT}"', Reason.SECRET_MALFORMED),
        (TEXT + "…", Reason.SECRET_MALFORMED),
        ("whsec_" + "-_" * 21 + "A", Reason.SECRET_MALFORMED),
        ("whsec_" + base64.b64encode(bytes(65)).decode(), Reason.SECRET_MALFORMED),
        ("", Reason.SECRET_MALFORMED),
        (OTHER.reveal(), Reason.OTHER_SECRET),
    ],
)
def test_a_wrong_secret_is_named(text: str, reason: Reason) -> None:
    assert verdict_of(secrets=(Secret(text),)).reason is reason


@pytest.mark.parametrize("key", [TEXT.encode(), TEXT.removeprefix("whsec_").encode()])
def test_a_secret_used_as_text_is_named(key: bytes) -> None:
    assert verdict_of(headers(webhook_signature=signed_with(key))).reason is Reason.SECRET_AS_TEXT


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"webhook_id": None}, Reason.MISSING_HEADER),
        ({"webhook_timestamp": None}, Reason.MISSING_HEADER),
        ({"webhook_signature": None}, Reason.MISSING_HEADER),
        ({"webhook_signature": ""}, Reason.MISSING_HEADER),
        ({"webhook_id": "evt.1"}, Reason.MALFORMED_HEADER),
        ({"webhook_timestamp": "2026-11-22"}, Reason.MALFORMED_HEADER),
        ({"webhook_timestamp": "1790000000.5"}, Reason.MALFORMED_HEADER),
        ({"webhook_timestamp": "9" * 12}, Reason.MALFORMED_HEADER),
        ({"webhook_signature": "v1"}, Reason.MALFORMED_SIGNATURE),
        ({"webhook_signature": "garbage"}, Reason.MALFORMED_SIGNATURE),
        ({"webhook_signature": "v1,AAAA"}, Reason.MALFORMED_SIGNATURE),
        ({"webhook_signature": "v1a," + "A" * 86 + "=="}, Reason.OTHER_VERSION),
    ],
)
def test_a_header_that_cannot_be_used_is_named(changes: dict[str, Any], reason: Reason) -> None:
    assert verdict_of(headers(**changes)).reason is reason


def test_the_message_names_the_missing_header() -> None:
    assert "webhook-id and webhook-signature" in verdict_of(headers(webhook_id=None, webhook_signature=None)).detail


def test_a_header_that_came_twice_is_named_unless_both_are_equal() -> None:
    twice = [*headers().items(), ("Webhook-Id", "evt_other")]

    assert verify((SECRET,), twice, BODY, now_s=NOW_S).reason is Reason.MALFORMED_HEADER
    assert verify((SECRET,), [*headers().items()] * 2, BODY, now_s=NOW_S).verified


def rewritten(**style: Any) -> Callable[[bytes], bytes]:
    return lambda body: json.dumps(json.loads(body), **style).encode()


CHANGES: dict[str, tuple[Callable[[bytes], bytes], Reason]] = {
    "a line ending is added": (lambda body: body + b"\n", Reason.BODY_LINE_ENDING),
    "two line endings are added": (lambda body: body + b"\r\n\r\n", Reason.BODY_LINE_ENDING),
    "Python writes it": (rewritten(), Reason.BODY_REWRITTEN),
    "Python writes it with its letters": (rewritten(ensure_ascii=False), Reason.BODY_REWRITTEN),
    "JavaScript writes it prettily": (rewritten(indent=2, ensure_ascii=False), Reason.BODY_REWRITTEN),
    "it is written with tabs": (rewritten(indent="\t"), Reason.BODY_REWRITTEN),
    "PHP escapes slashes": (lambda body: body.replace(b"/", rb"\/"), Reason.BODY_REWRITTEN),
    "Go escapes what HTML minds": (lambda body: body.replace(b"<", rb"\u003c"), Reason.BODY_REWRITTEN),
    "jq writes it": (lambda body: rewritten(indent=2, ensure_ascii=False)(body) + b"\n", Reason.BODY_REWRITTEN),
    "it is wrapped in a JSON text": (lambda body: json.dumps(body.decode()).encode(), Reason.BODY_REWRITTEN),
    "UTF-8 is read as Latin-1": (lambda body: body.decode("latin-1").encode(), Reason.BODY_ENCODING),
    "UTF-8 is read as Windows-1252": (lambda body: body.decode("cp1252").encode(), Reason.BODY_ENCODING),
    "it is written as Latin-1": (lambda body: body.decode().encode("latin-1"), Reason.BODY_ENCODING),
    "a byte order mark is added": (lambda body: b"\xef\xbb\xbf" + body, Reason.BODY_ENCODING),
    "it is cut off": (lambda body: body[:40], Reason.BODY_CHANGED),
    "it is lost": (lambda body: b"", Reason.BODY_MISSING),
    "it is another one": (lambda body: b'{"id":1043,"name":"Rosa"}', Reason.OTHER_SECRET),
}


@pytest.mark.parametrize("happened", CHANGES)
def test_each_alteration_of_the_body_is_named(happened: str) -> None:
    change, reason = CHANGES[happened]

    assert verdict_of(body=change(BODY)).reason is reason


@pytest.mark.parametrize(
    ("signed", "given"),
    [
        (BODY + b"\n", BODY),
        (BODY + b"\r\n", BODY),
        (b'{\n"id":1}\n', b'{\r\n"id":1}\r\n'),
        (b'{\r\n"id":1}', b'{\n"id":1}'),
    ],
)
def test_a_line_ending_that_was_lost_or_changed_is_named(signed: bytes, given: bytes) -> None:
    assert verdict_of(headers(signed), given).reason is Reason.BODY_LINE_ENDING


STYLES: list[dict[str, Any]] = [
    {"ensure_ascii": ascii_only, **style}
    for ascii_only in (False, True)
    for style in ({"separators": (",", ":")}, {"separators": (", ", ": ")})
]


@pytest.mark.parametrize("style", [*STYLES, {"ensure_ascii": False, "indent": 2}])
@given(plant=PLANTS)
def test_each_of_the_five_ways_to_write_json_is_tried(style: dict[str, Any], plant: dict[str, Any]) -> None:
    signed = json.dumps(plant, **style).encode()
    read_again = json.dumps(plant, indent=7).encode()

    assert verdict_of(headers(signed), read_again).reason is Reason.BODY_REWRITTEN


@given(plant=PLANTS)
def test_the_stores_own_serialization_is_among_those_tried(plant: dict[str, Any]) -> None:
    signed = to_body(plant)

    assert verdict_of(headers(signed), signed).verified
    assert verdict_of(headers(signed), json.dumps(plant, indent=7).encode()).reason is Reason.BODY_REWRITTEN


def test_a_length_that_does_not_fit_proves_that_the_body_changed() -> None:
    other = b'{"id":1043,"name":"Rosa"}'

    changed = verdict_of(headers(content_length=str(len(BODY))), other)
    same = verdict_of(headers(content_length=str(len(other))), other)

    assert changed.reason is Reason.BODY_CHANGED
    assert f"{len(other)} bytes" in changed.detail and str(len(BODY)) in changed.detail
    assert same.reason is Reason.OTHER_SECRET


@pytest.mark.parametrize(
    ("age_s", "reason", "words"),
    [
        (TOLERANCE_S, None, ""),
        (TOLERANCE_S + 1, Reason.TOO_OLD, "5 min 1 s ago"),
        (605, Reason.TOO_OLD, "10 min 5 s ago"),
        (-TOLERANCE_S, None, ""),
        (-TOLERANCE_S - 1, Reason.TOO_FAR_AHEAD, "5 min 1 s in the future"),
        (-90_000, Reason.TOO_FAR_AHEAD, "1 d 1 h in the future"),
    ],
)
def test_the_time_of_signing_is_judged_in_both_directions(age_s: int, reason: Reason | None, words: str) -> None:
    verdict = verdict_of(headers(at_s=NOW_S - age_s))

    assert verdict.reason is reason
    assert words in verdict.detail


def test_the_time_of_signing_can_be_left_unjudged() -> None:
    assert verdict_of(headers(at_s=0), now_s=None).verified


def test_an_old_request_with_a_wrong_body_is_not_called_old() -> None:
    assert verdict_of(headers(at_s=0), BODY + b"\n").reason is Reason.BODY_LINE_ENDING


@pytest.mark.parametrize(
    ("given", "verified"),
    [
        ([("Authorization", "Bearer right-token")], True),
        ([("authorization", "bearer  right-token ")], True),
        ([("authorization", "Bearer wrong-token")], False),
        ([("authorization", "Basic right-token")], False),
        ([("authorization", "right-token")], False),
        ([("authorization", "Bearer right-token")] * 2, False),
        ([("authorization", "Bearer right-tokén")], False),
        ([], False),
    ],
)
def test_the_bearer_token_is_compared(given: list[tuple[str, str]], verified: bool) -> None:
    verdict = check_bearer(given, Secret("right-token"))

    assert verdict.verified is verified
    assert verdict.reason in (None, Reason.WRONG_TOKEN)


@given(
    body=st.binary(max_size=200) | st.just(BODY),
    signature=st.text(max_size=60) | st.just("v1," + "A" * 43 + "="),
    timestamp=st.text(max_size=12) | st.just(str(NOW_S)),
    secret=st.text(max_size=60) | st.just(TEXT),
)
def test_anything_at_all_is_judged_and_no_secret_is_shown(
    body: bytes, signature: str, timestamp: str, secret: str
) -> None:
    given = headers(webhook_signature=signature, webhook_timestamp=timestamp)

    verdict = verdict_of(given, body, secrets=(Secret(secret),))

    assert not verdict.verified
    assert verdict.detail.endswith((".", "?"))
    assert len(secret) < 10 or secret not in repr(verdict)


@pytest.mark.parametrize(
    ("signed", "given", "words"),
    [(BODY, BODY + b"\n", "added"), (BODY + b"\n", BODY, "removed"), (b'{\n"id":1}', b'{\r\n"id":1}', "LF and CRLF")],
)
def test_the_message_says_how_a_line_ending_changed(signed: bytes, given: bytes, words: str) -> None:
    assert words in verdict_of(headers(signed), given).detail


def test_windows_1252_is_distinguished_from_latin_1() -> None:
    signed = '{"name":"Monstera ‘Thaï’"}'.encode()

    verdict = verdict_of(headers(signed), signed.replace("’".encode(), "‘".encode()))
    mixed_up = verdict_of(
        headers(signed.replace("’".encode(), b"")), signed.replace("’".encode(), b"").decode("cp1252").encode()
    )

    assert verdict.reason is Reason.OTHER_SECRET
    assert mixed_up.reason is Reason.BODY_ENCODING
    assert "cp1252" in mixed_up.detail


# Public keys

PRIVATE, OTHER_PRIVATE = make_private_key(b"p" * 32), make_private_key(b"o" * 32)


def public(private: Secret) -> Secret:
    return Secret(public_key_text(public_key_of(private)))


def key_signed(*private: Secret, body: bytes = BODY) -> dict[str, str]:
    return headers(body, webhook_signature=KeySigner(Signer((SECRET,)), private).sign(ID, NOW_S, body))


def key_verdict(*keys: Secret, given: dict[str, str] | None = None, body: bytes = BODY) -> Verdict:
    return verdict_of(key_signed(PRIVATE) if given is None else given, body, secrets=keys, is_signed_by=is_signed_by)


def test_a_public_key_verifies_and_so_does_either_of_a_rotation() -> None:
    for keys in ((public(PRIVATE),), (public(OTHER_PRIVATE), public(PRIVATE)), (public(OTHER_PRIVATE), SECRET)):
        assert key_verdict(*keys) == Verdict(event_id=ID, signed_at_s=NOW_S), keys
    assert key_verdict(public(PRIVATE), given=key_signed(OTHER_PRIVATE, PRIVATE)).verified


@pytest.mark.parametrize(
    ("keys", "given", "body", "reason"),
    [
        ((public(OTHER_PRIVATE),), None, BODY, Reason.OTHER_KEY),
        ((public(OTHER_PRIVATE), OTHER), None, BODY, Reason.OTHER_SECRET),
        ((public(PRIVATE),), headers(), BODY, Reason.OTHER_VERSION),
        ((public(PRIVATE),), headers(webhook_signature="v1a,abc"), BODY, Reason.MALFORMED_SIGNATURE),
        ((Secret(public(PRIVATE).reveal()[:-4]),), None, BODY, Reason.PUBLIC_KEY_MALFORMED),
        ((PRIVATE,), None, BODY, Reason.SECRET_MALFORMED),
        ((public(PRIVATE),), None, BODY + b"\n", Reason.BODY_LINE_ENDING),
        ((public(PRIVATE),), None, b"", Reason.BODY_MISSING),
    ],
)
def test_why_a_public_key_does_not_verify_is_named(
    keys: tuple[Secret, ...], given: dict[str, str] | None, body: bytes, reason: Reason
) -> None:
    verdict = key_verdict(*keys, given=given, body=body)

    assert verdict.reason is reason
    assert verdict.detail and not any(key.reveal() in verdict.detail for key in keys)


def test_without_a_check_of_ed25519_a_public_key_is_no_secret() -> None:
    assert verdict_of(key_signed(PRIVATE), secrets=(public(PRIVATE),)).reason is Reason.SECRET_MALFORMED

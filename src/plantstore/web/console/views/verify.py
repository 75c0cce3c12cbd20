"""Signature debugger: checks a pasted request, and explains why its signature is invalid. Nothing is stored."""

import base64
import hmac
from dataclasses import dataclass, replace

from plantstore.core.ed25519 import is_signed_by
from plantstore.domain.receivers.pasted_request import (
    PastedRequest,
    UnreadableRequest,
    read_headers,
    read_request,
)
from plantstore.domain.receivers.signature import Signer, make_secret
from plantstore.domain.receivers.verification import (
    ID,
    SIGNATURE,
    TIMESTAMP,
    TOLERANCE_S,
    Reason,
    Verdict,
    verify,
)
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import SECOND_US, Instant, to_text
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.http.response import Response

VERIFY = "/tools/verify"
SECRETS_MAX = 4  # max secrets and public keys to check; a receiver has two of each during a rotation
PASTED_CHARS_MAX = 131_072  # max; our requests are far shorter, and parsing curl commands is quadratic
EXAMPLE_ID = "evt_01m3250tx85nrhcgnq4tr480b2"
EXAMPLE_SECRET = make_secret(bytes(range(32)))
OTHER_SECRET = make_secret(bytes(range(1, 33)))
EXAMPLE_BODY = '{"id":1042,"name":"Isoëtes lacustris","tag":"fern","price":"24.90"}'
_TITLES = {
    Reason.SECRET_WITH_VERSION: "The secret starts with v1,",
    Reason.SECRET_MALFORMED: "The secret is malformed",
    Reason.SECRET_CUT_OFF: "The secret is cut off",
    Reason.SECRET_AS_TEXT: "The secret was used as text",
    Reason.MISSING_HEADER: "A header is missing",
    Reason.MALFORMED_HEADER: "A header is malformed",
    Reason.MALFORMED_SIGNATURE: "The signature is malformed",
    Reason.OTHER_VERSION: "The signature uses another scheme",
    Reason.BODY_REWRITTEN: "The JSON was parsed and re-encoded",
    Reason.BODY_LINE_ENDING: "A line ending was added or lost",
    Reason.BODY_ENCODING: "The body's encoding was changed",
    Reason.BODY_MISSING: "The body is missing",
    Reason.BODY_CHANGED: "The body was changed",
    Reason.TOO_OLD: "The signature is too old",
    Reason.TOO_FAR_AHEAD: "The signature is from the future",
    Reason.OTHER_SECRET: "The secret doesn't match",
    Reason.PUBLIC_KEY_MALFORMED: "The public key is malformed",
    Reason.OTHER_KEY: "The public key doesn't match",
    Reason.WRONG_TOKEN: "The token doesn't match",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pasted:
    """The pasted request without the secret: `request` is all of it, or `headers` and `body` are its parts.

    `at` says whether the timestamp is checked: "now" compares it with the current time, "header" accepts any time.
    """

    request: str = ""
    headers: str = ""
    body: str = ""
    at: str = "now"


async def _show(request: PageRequest) -> Response:
    """Show the empty form, or the check of the example that the `example` parameter names."""
    now_s = request.dependencies.clock.now() // SECOND_US
    name = request.query.get("example", "")
    if name not in EXAMPLES:
        return _page(request, Pasted())
    pasted, secret = _example(name, now_s)
    return _page(request, pasted, verdict=_judge(pasted, secret, now_s), example=name, example_secret=secret)


async def _check(request: PageRequest) -> Response:
    form = request.form
    pasted = Pasted(
        request=form.raw("request"), headers=form.raw("headers"), body=form.raw("body"), at=form.get("at", "now")
    )
    secret = form.get("secret")
    problems = _missing(pasted, secret)
    if problems:
        return _page(request, pasted, status=422, wrong=problems)
    try:
        verdict = _judge(pasted, secret, request.dependencies.clock.now() // SECOND_US)
    except UnreadableRequest as error:
        place = "request" if pasted.request.strip() else "headers"
        return _page(request, pasted, status=422, wrong={place: f"{error.cause} {error.next_step}".strip()})
    return _page(request, pasted, verdict=verdict)


def _missing(pasted: Pasted, secret: str) -> dict[str, str]:
    """Return messages about missing or too long input, by field."""
    about_secret = "" if secret else "Paste the signing secret (whsec_…) or the public key (whpk_…)."
    if len(secret.split()) > SECRETS_MAX:
        about_secret = f"Paste at most {SECRETS_MAX} secrets or keys, separated by spaces."
    there = pasted.request.strip() or pasted.headers.strip()
    about_request = "" if there else "Paste a request here, or its headers and body below."
    if len(pasted.request) + len(pasted.headers) + len(pasted.body) > PASTED_CHARS_MAX:
        about_request = (
            f"Paste at most {PASTED_CHARS_MAX:,} characters. Requests from Plant Store are shorter than that."
        )
    return {name: words for name, words in (("secret", about_secret), ("request", about_request)) if words}


def _page(
    request: PageRequest,
    pasted: Pasted,
    *,
    status: int = 200,
    verdict: Verdict | None = None,
    wrong: dict[str, str] | None = None,
    example: str = "",
    example_secret: str = "",
) -> Response:
    signed_at_s = None if verdict is None else verdict.signed_at_s
    return request.render(
        "verify.html",
        status=status,
        pasted=pasted,
        verdict=verdict,
        title="" if verdict is None or verdict.reason is None else _TITLES[verdict.reason],
        signed_at=None if signed_at_s is None else to_text(Instant(signed_at_s * SECOND_US)),
        tolerance_min=TOLERANCE_S // 60,
        problems={name: [{"detail": detail}] for name, detail in (wrong or {}).items()},
        examples=EXAMPLES,
        example=example,
        example_secret=example_secret,
    )


# The check


def _judge(pasted: Pasted, secret: str, now_s: int) -> Verdict:
    """Verify the pasted request with the secrets. Raise UnreadableRequest if the request can't be parsed.

    Browsers turn every line ending in a form into CRLF, so both LF and CRLF are tried for the request.
    """
    secrets = [Secret(one) for one in secret.split()]
    asked_s = None if pasted.at == "header" else now_s
    copied = _copied(pasted, line_end="\n")
    verdict = _verdict(secrets, copied, asked_s)
    if verdict.reason is Reason.BODY_LINE_ENDING and "\r\n" in pasted.request + pasted.body:
        other = _copied(pasted, line_end="\r\n")
        second = _verdict(secrets, other, asked_s)
        return second if second.verified else verdict
    return verdict


def _verdict(secrets: list[Secret], copied: PastedRequest, now_s: int | None) -> Verdict:
    return verify(secrets, copied.headers, copied.body or b"", now_s=now_s, is_signed_by=is_signed_by)


def _copied(pasted: Pasted, *, line_end: str) -> PastedRequest:
    body = pasted.body.replace("\r\n", line_end)
    if not pasted.request.strip():
        return PastedRequest(headers=read_headers(pasted.headers), body=body.encode())
    copied = read_request(pasted.request.replace("\r\n", line_end).encode())
    return replace(copied, body=body.encode()) if body and copied.body is None else copied


# Examples


EXAMPLES = {
    "fits": "A valid request",
    "header": "A header dropped by a proxy",
    "version": "A secret that starts with v1,",
    "cut": "A truncated secret",
    "text": "The secret used as text",
    "rewritten": "JSON parsed and re-encoded",
    "line": "A line ending added",
    "encoding": "Decoded with another encoding",
    "old": "Signed an hour ago",
    "ahead": "Signed an hour in the future",
    "secret": "Another receiver's secret",
}
"""Titles of the example requests by name: a valid request, and one for each common mistake."""


def _example(name: str, now_s: int) -> tuple[Pasted, str]:
    """Return an example request and the secret to check it with. Most examples are signed at the current time."""
    at_s = now_s + {"old": -3_600, "ahead": 3_600}.get(name, 0)
    secret, body = EXAMPLE_SECRET.reveal(), EXAMPLE_BODY
    signature = Signer((EXAMPLE_SECRET,)).sign(EXAMPLE_ID, at_s, body.encode())
    match name:
        case "version":
            secret = "v1," + secret
        case "cut":
            secret = secret[:-6]
        case "text":
            signature = _signed_by_text(secret, at_s, body)
        case "rewritten":
            body = body.replace(":", ": ").replace(",", ", ")
        case "line":
            body += "\n"
        case "encoding":
            body = body.encode().decode("latin-1")
        case "secret":
            secret = OTHER_SECRET.reveal()
    headers = [("content-type", "application/json"), (ID, EXAMPLE_ID), (TIMESTAMP, str(at_s)), (SIGNATURE, signature)]
    if name == "header":
        headers.pop()
    return Pasted(headers="".join(f"{one}: {value}\n" for one, value in headers), body=body), secret


def _signed_by_text(secret: str, at_s: int, body: str) -> str:
    """Return a wrong signature, as from a program that uses the text of the secret as the key without decoding it."""
    digest = hmac.digest(secret.encode(), f"{EXAMPLE_ID}.{at_s}.{body}".encode(), "sha256")
    return "v1," + base64.b64encode(digest).decode()


PAGES = (get_page(VERIFY, _show), post_page(VERIFY, _check))

"""The tool that says why a request does not verify: each mistake through the page, told apart from every other."""

import base64
import hmac
import json
import re
import shlex

import pytest

from plantstore.core.ed25519 import KeySigner, make_private_key, public_key_of
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.receivers.public_key import public_key_text
from plantstore.domain.receivers.signature import Signer, make_secret
from plantstore.domain.receivers.verification import Reason
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import SECOND_US
from plantstore.web.console.views.verify import EXAMPLE_ID, EXAMPLES, PASTED_CHARS_MAX, SECRETS_MAX
from tests.makers import NOON
from tests.web.console.browsing import Browser, Page
from tests.web.harness import Site
from tests.web.owing import failed

pytestmark = pytest.mark.sqlite_only("verifying signatures does not depend on the engine")

SECRET = make_secret(bytes(range(32))).reveal()
OTHER = make_secret(bytes(range(3, 35))).reveal()
BODY = '{"id":1042,"name":"Isoëtes","tag":"a \\"b\\" & <c>"}'
NOW_S = NOON // SECOND_US


def signed(body: str = BODY, *, at_s: int = NOW_S, secret: str = SECRET) -> dict[str, str]:
    return {
        "content-type": "application/json",
        "webhook-id": EXAMPLE_ID,
        "webhook-timestamp": str(at_s),
        "webhook-signature": Signer((Secret(secret),)).sign(EXAMPLE_ID, at_s, body.encode()),
    }


PRIVATE_KEY = make_private_key(b"p" * 32)
PUBLIC_KEY = public_key_text(public_key_of(PRIVATE_KEY))
OTHER_PUBLIC_KEY = public_key_text(public_key_of(make_private_key(b"o" * 32)))


def key_signed() -> dict[str, str]:
    signer = KeySigner(Signer((Secret(SECRET),)), (PRIVATE_KEY,))
    return signed() | {"webhook-signature": signer.sign(EXAMPLE_ID, NOW_S, BODY.encode())}


def lines(headers: dict[str, str]) -> str:
    return "".join(f"{name}: {value}\n" for name, value in headers.items())


def check(site: Site, *, secret: str = SECRET, **fields: str) -> Page:
    return Browser(site).get("/tools/verify").form("/tools/verify").fill(secret=secret, **fields).submit("Check")


def reason(page: Page) -> str | None:
    """The reason for machines that the verdict names; None when it fits."""
    codes = page.by_id("verdict").all("code")
    return None if "The signature is valid." in page.by_id("verdict").text else codes[0].text


WITHOUT_ID = {name: value for name, value in signed().items() if name != "webhook-id"}
MISTAKES: dict[Reason, tuple[str, dict[str, str], str]] = {
    Reason.SECRET_WITH_VERSION: ("v1," + SECRET, signed(), BODY),
    Reason.SECRET_MALFORMED: ("my secret!".replace(" ", "-"), signed(), BODY),
    Reason.SECRET_CUT_OFF: (SECRET[:-7], signed(), BODY),
    Reason.SECRET_AS_TEXT: (SECRET, {}, BODY),
    Reason.MISSING_HEADER: (SECRET, WITHOUT_ID, BODY),
    Reason.MALFORMED_HEADER: (SECRET, signed() | {"webhook-timestamp": "noon"}, BODY),
    Reason.MALFORMED_SIGNATURE: (SECRET, signed() | {"webhook-signature": "v1"}, BODY),
    Reason.OTHER_VERSION: (SECRET, signed() | {"webhook-signature": "v1a,abc"}, BODY),
    Reason.BODY_REWRITTEN: (SECRET, signed(), json.dumps(json.loads(BODY))),
    Reason.BODY_LINE_ENDING: (SECRET, signed(), BODY + "\n"),
    Reason.BODY_ENCODING: (SECRET, signed(), BODY.encode().decode("latin-1")),
    Reason.BODY_MISSING: (SECRET, signed(), ""),
    Reason.BODY_CHANGED: (SECRET, signed(), BODY[:-3]),
    Reason.TOO_OLD: (SECRET, signed(at_s=NOW_S - 301), BODY),
    Reason.TOO_FAR_AHEAD: (SECRET, signed(at_s=NOW_S + 301), BODY),
    Reason.OTHER_SECRET: (OTHER, signed(), BODY),
    Reason.PUBLIC_KEY_MALFORMED: (PUBLIC_KEY[:-4], key_signed(), BODY),
    Reason.OTHER_KEY: (OTHER_PUBLIC_KEY, key_signed(), BODY),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_is_told_apart(site: Site, mistake: Reason) -> None:
    secret, headers, body = MISTAKES[mistake]
    if mistake is Reason.SECRET_AS_TEXT:
        headers = signed() | {"webhook-signature": by_text(BODY)}

    page = check(site, secret=secret, headers=lines(headers), body=body)

    assert page.status == 200
    assert reason(page) == mistake.value
    assert len(page.by_id("verdict").text) > 60, "a reason without advice helps nobody"


def by_text(body: str) -> str:
    """A signature whose maker took the secret's text for the key."""
    digest = hmac.digest(SECRET.encode(), f"{EXAMPLE_ID}.{NOW_S}.{body}".encode(), "sha256")
    return "v1," + base64.b64encode(digest).decode()


def test_no_reason_of_a_signature_is_left_out() -> None:
    assert set(MISTAKES) == set(Reason) - {Reason.WRONG_TOKEN}, "the token is checked by `listen` only"


def test_a_request_that_fits_says_what_was_checked(site: Site) -> None:
    page = check(site, headers=lines(signed()), body=BODY)

    verdict = page.by_id("verdict").text
    assert "The signature is valid." in verdict and EXAMPLE_ID in verdict
    assert "1 Jun 2026, 12:00:00" in verdict and "within 5 minutes of now" in verdict


def test_of_two_secrets_either_may_fit(site: Site) -> None:
    assert reason(check(site, secret=f"{OTHER} {SECRET}", headers=lines(signed()), body=BODY)) is None


def test_a_public_key_verifies_too(site: Site) -> None:
    assert reason(check(site, secret=PUBLIC_KEY, headers=lines(key_signed()), body=BODY)) is None


@pytest.mark.parametrize("at_s", [NOW_S - 300, NOW_S + 300])
def test_five_minutes_are_allowed(site: Site, at_s: int) -> None:
    assert reason(check(site, headers=lines(signed(at_s=at_s)), body=BODY)) is None


def test_a_request_that_was_kept_need_not_be_new(site: Site) -> None:
    page = check(site, headers=lines(signed(at_s=NOW_S - 86_400)), body=BODY, at="header")

    assert reason(page) is None and "The time was not checked" in page.by_id("verdict").text


@pytest.mark.parametrize("body", ['{"a":\n1}', '{"a":\r\n1}'])
def test_line_endings_inside_a_body_are_not_blamed_on_the_form(site: Site, body: str) -> None:
    assert reason(check(site, headers=lines(signed(body)), body=body)) is None


CURL = "curl -X POST http://a.example/ " + " ".join(f"-H {shlex.quote(f'{n}: {v}')}" for n, v in signed().items())


@pytest.mark.parametrize(
    "request_text",
    [
        f"{CURL} --data-raw {shlex.quote(BODY)}",
        f"$ {CURL} \\\n --data-binary={shlex.quote(BODY)}",
        f"POST /plant/webhook HTTP/1.1\nHost: a.example\n{lines(signed())}\n{BODY}",
        f"POST / HTTP/1.1\n{lines(signed() | {'content-length': str(len(BODY.encode()))})}\n{BODY}\n",
    ],
)
def test_a_whole_request_can_be_pasted(site: Site, request_text: str) -> None:
    assert reason(check(site, request=request_text)) is None


def test_the_body_can_be_pasted_beside_a_request_without_one(site: Site) -> None:
    assert reason(check(site, request=CURL, body=BODY)) is None


def test_the_curl_of_a_delivery_page_verifies_here(site: Site) -> None:
    secret = site.register(start="beginning")["secret"]
    site.add(name="Isoëtes 'lacustris'")
    receiver = site.get("/api/v1/deliveries").json()["items"][0]["receiver"]
    receiver_id = parse_receiver(receiver)
    assert receiver_id is not None
    failed(site, receiver_id, 1)
    shown = Browser(site).get(f"/deliveries/1/{receiver}").by_id("curl").all("code")[0]

    page = check(site, secret=secret, request="".join(str(one) for one in shown.children))

    assert reason(page) is None


@pytest.mark.parametrize(
    ("fields", "place", "words"),
    [
        ({"secret": "", "headers": lines(signed()), "body": BODY}, "secret", "Paste the signing secret"),
        ({"secret": "a " * (SECRETS_MAX + 1), "headers": "a: b"}, "secret", "at most 4 secrets"),
        ({"secret": SECRET}, "request", "Paste a request"),
        ({"secret": SECRET, "headers": "what is this"}, "headers", "Line 1 is not a header."),
        ({"secret": SECRET, "request": "curl x -H 'a: b"}, "request", "a quotation mark is missing"),
        ({"secret": SECRET, "request": "curl x -d @body"}, "request", "reads its body from a file"),
    ],
)
def test_what_cannot_be_read_is_said_where_it_stands(
    site: Site, fields: dict[str, str], place: str, words: str
) -> None:
    page = Browser(site).get("/tools/verify").form("/tools/verify").fill(**fields).submit("Check")

    assert page.status == 422
    assert words in page.wrong(place)
    assert page.root.all(id="verdict") == []


@pytest.mark.parametrize("over", [0, 1])
def test_more_than_any_request_has_is_not_taken_apart(site: Site, over: int) -> None:
    headers = lines(signed())
    body = "x" * (PASTED_CHARS_MAX - len(headers.replace("\n", "\r\n")) + over)

    page = (
        Browser(site)
        .get("/tools/verify")
        .form("/tools/verify")
        .fill(secret=SECRET, headers=headers, body=body)
        .submit()
    )

    assert page.status == (422 if over else 200)
    assert ("at most 131,072 characters" in page.wrong("request")) == bool(over)


def test_what_was_pasted_stays_but_never_the_secret(site: Site) -> None:
    hostile = '</textarea><script>alert(1)</script>{"a":1}'

    page = check(site, secret=OTHER, headers=lines(signed()), body=hostile)

    values = page.form("/tools/verify").values
    assert (values["secret"], values["body"], values["headers"].replace("\r\n", "\n")) == ("", hostile, lines(signed()))
    assert OTHER not in page.html
    assert [one for one in page.root.all("script") if "src" not in one.attributes] == []


def test_what_was_pasted_is_written_down_nowhere(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    check(site, secret=OTHER, headers=lines(signed()), body=BODY)

    stored = b"".join(path.read_bytes() for path in site.settings.data.iterdir() if path.is_file())
    assert OTHER.encode() not in stored and BODY.encode() not in stored
    assert OTHER not in caplog.text


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_shows_its_mistake_by_a_link_alone(site: Site, name: str) -> None:
    expected = {
        "fits": None,
        "header": "missing_header",
        "version": "secret_with_version",
        "cut": "secret_cut_off",
        "text": "secret_as_text",
        "rewritten": "body_rewritten",
        "line": "body_line_ending",
        "encoding": "body_encoding",
        "old": "too_old",
        "ahead": "too_far_ahead",
        "secret": "other_secret",
    }

    page = Browser(site).get("/tools/verify").follow(EXAMPLES[name])
    [secret] = re.findall(r"The example's secret: <code>([^<]+)</code>", page.html)
    again = page.form("/tools/verify").fill(secret=secret).submit("Check")

    assert reason(page) == reason(again) == expected[name]


def test_a_form_of_a_foreign_page_is_not_checked(site: Site) -> None:
    kind = "application/x-www-form-urlencoded"

    assert Browser(site).post("/tools/verify", b"secret=x", kind, origin="http://evil.example").status == 403
    assert Browser(site, sign_in=False).get("/tools/verify").path.startswith("/sign-in")

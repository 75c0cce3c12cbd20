"""Our credentials are redacted from responses, in whatever form a receiver writes them."""

import base64
import html
import json
import os
import random
from collections.abc import Callable
from urllib.parse import quote

import pytest

from plantstore.sending.redaction import REMOVED, Redactor

TOKEN = b"rct_9f3c0a17be42d85561c2aa07be42d85561c2aa0790ab12cd"
OWN_TOKEN = b"Zm9v+YmFy/cXV4~x.y_z-1234567890=="
KEY = bytes(range(7, 39))
SECRET = b"whsec_" + base64.b64encode(KEY)
SIGNATURE = base64.b64encode(bytes(range(200, 232)))
HEAD = (
    b"POST /hook HTTP/1.1\r\nhost: shop.example\r\nauthorization: Bearer %s\r\nwebhook-id: evt_1\r\n"
    b"webhook-signature: v1,%s\r\n"
)
Write = Callable[[bytes], bytes]


def percent(text: bytes) -> bytes:
    return "".join(f"%{byte:02x}" for byte in text).encode()


def folded(text: bytes) -> bytes:
    return b"\r\n\t".join(text[at : at + 11] for at in range(0, len(text), 11))


def references(text: bytes) -> bytes:
    return "".join(f"&#{byte};" if byte % 2 else f"&#x{byte:X};" for byte in text).encode()


def json_units(text: bytes) -> bytes:
    return "".join(f"\\u{byte:04X}" for byte in text).encode()


WAYS: dict[str, Write] = {
    "text": lambda text: text,
    "JSON": lambda text: json.dumps({"you": text.decode()}).encode(),
    "JSON with escaped slashes": lambda text: json.dumps(text.decode()).replace("/", "\\/").encode(),
    "JSON, each unit escaped": json_units,
    "HTML": lambda text: f"<pre>{html.escape(text.decode())}</pre>".encode(),
    "HTML references": references,
    "percent": lambda text: quote(text, safe="").encode(),
    "percent, each byte": percent,
    "percent, twice": lambda text: percent(percent(text)),
    "JSON in percent": lambda text: quote(json.dumps(text.decode()).replace("/", "\\/")).encode(),
    "base64": base64.b64encode,
    "base64 for URLs": base64.urlsafe_b64encode,
    "base64 in lines": base64.encodebytes,
    "base64 in JSON in lines": lambda text: json.dumps(base64.encodebytes(text).decode()).encode(),
    "hexadecimal": lambda text: text.hex().encode(),
    "hexadecimal in capitals": lambda text: text.hex().upper().encode(),
    "folded": folded,
    "capitals": bytes.upper,
}
CREDENTIALS = {"token": TOKEN, "own token": OWN_TOKEN, "secret": SECRET, "signature": SIGNATURE}


def forms_left(text: bytes, credential: bytes) -> list[bytes]:
    """The parts of a credential that can still be found in a text."""
    parts = [credential[at : at + 12] for at in range(len(credential) - 12)]
    plain = text.translate(None, b" \t\r\n")
    encoded = [base64.b64encode(b"x" * shift + credential)[4:-4][:16] for shift in range(3)]
    return [
        part for part in [*parts, *encoded, percent(credential)[:24], credential.hex()[:24].encode()] if part in plain
    ]


def test_an_echoed_request_holds_no_credential() -> None:
    redactor = Redactor([TOKEN, SECRET, KEY, SIGNATURE])
    for way, encode in WAYS.items():
        for shift in range(3):
            cleaned = redactor.clean(encode(b"x" * shift + HEAD % (TOKEN, SIGNATURE) + SECRET + b" end"))

            assert not redactor.finds(cleaned), (way, shift)
            for credential in (TOKEN, SECRET.removeprefix(b"whsec_"), SIGNATURE):
                assert not forms_left(cleaned, credential), (way, shift)
            assert REMOVED in cleaned, (way, shift)


def test_only_the_credential_is_redacted() -> None:
    before, after = b"Something is wrong with what you sent: ", b", says the shop."
    for name, credential in CREDENTIALS.items():
        for way in WAYS.keys() - {"capitals"}:
            cleaned = Redactor([credential]).clean(before + WAYS[way](credential) + after)

            assert cleaned.startswith(before), (name, way)
            assert cleaned.endswith(after), (name, way)
            assert len(cleaned) < len(before) + len(after) + 40, (name, way)


@pytest.mark.parametrize("way", WAYS)
def test_what_is_cut_off_anywhere_shows_no_beginning(way: str) -> None:
    redactor = Redactor([OWN_TOKEN])
    text = b"You sent " + WAYS[way](OWN_TOKEN)

    for end in range(len(text)):
        cleaned = redactor.clean(text[:end])
        assert not redactor.finds(cleaned)
        assert OWN_TOKEN[:6].lower() not in cleaned.lower()


def test_the_key_itself_is_found_in_other_clothes() -> None:
    redactor = Redactor([SECRET, KEY])

    for form in (KEY, KEY.hex().encode(), KEY.hex().upper().encode(), base64.b64encode(KEY), base64.b64encode(SECRET)):
        cleaned = redactor.clean(b"key=" + form + b";")
        assert REMOVED in cleaned
        assert form[4:-4] not in cleaned


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"no",
        b"Internal Server Error",
        b'{"error": "invalid signature", "expected": "v1,..."}',
        b"<html><head><title>502 Bad Gateway</title></head><body><center>nginx</center></body></html>\r\n",
        "Nicht gefunden: Äpfel & Birnen – 100 %, \\d+ &amp; &unknown; %zz".encode(),
    ],
)
def test_what_holds_no_credential_stays_as_it_is(text: bytes) -> None:
    assert Redactor([TOKEN, SECRET, KEY, SIGNATURE]).clean(text) == text


def test_any_bytes_are_taken_and_nothing_stays_in_them() -> None:
    chance, redactor = random.Random(7), Redactor([TOKEN, SIGNATURE])
    pieces = [
        b"%",
        b"\\",
        b"\\u00",
        b"&#",
        b"&",
        b"<br>",
        b"\r\n ",
        TOKEN,
        TOKEN[:9],
        SIGNATURE,
        percent(TOKEN),
        b"\xff",
    ]

    for _ in range(500):
        text = b"".join(chance.choice([*pieces, chance.randbytes(3)]) for _ in range(12))
        assert not redactor.finds(redactor.clean(text))


def test_more_is_taken_out_with_more() -> None:
    cleaned = Redactor([TOKEN]).with_more([SIGNATURE]).clean(TOKEN + b" and " + SIGNATURE)

    assert cleaned == REMOVED + b" and " + REMOVED
    assert Redactor([TOKEN]).clean(SIGNATURE) == SIGNATURE


def test_random_text_is_no_credential() -> None:
    redactor = Redactor([TOKEN, SECRET, KEY, SIGNATURE])

    for _ in range(200):
        text = base64.b64encode(os.urandom(3_000))
        assert redactor.clean(text) == text

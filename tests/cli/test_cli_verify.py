"""`plantstore verify`: reads a copied request in any form and prints the verdict, never the secret."""

import json
import re
import shlex
from pathlib import Path

import pytest

from plantstore.core.clock import SystemClock
from plantstore.core.ed25519 import KeySigner, make_private_key, public_key_of
from plantstore.domain.receivers.pasted_request import read_request
from plantstore.domain.receivers.public_key import public_key_text
from plantstore.domain.receivers.signature import Signer, make_secret
from plantstore.domain.receivers.verification import Reason
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import SECOND_US
from tests.cli.conftest import Run

SECRET = make_secret(bytes(range(32)))
BODY = '{"id":1042,"name":"Isoëtes \'lacustris\'","tag":"a \\"b\\" & c"}'
ID = "evt_01m3250tx85nrhcgnq4tr480b2"
DOCS = Path(__file__).parents[2] / "docs" / "receiving.md"


def signed(body: str = BODY, *, at_s: int | None = None) -> dict[str, str]:
    at_s = SystemClock().now() // SECOND_US if at_s is None else at_s
    return {
        "Content-Type": "application/json",
        "Webhook-Id": ID,
        "Webhook-Timestamp": str(at_s),
        "Webhook-Signature": Signer((SECRET,)).sign(ID, at_s, body.encode()),
    }


def lines(headers: dict[str, str]) -> str:
    return "".join(f"{name}: {value}\n" for name, value in headers.items())


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Files with a secret, headers and body of a valid request, in the current folder."""
    (tmp_path / "secret").write_text(SECRET.reveal() + "\n")
    (tmp_path / "headers").write_text(lines(signed()))
    (tmp_path / "body").write_bytes(BODY.encode())
    return tmp_path


FITTING = ("verify", "--secret-file", "secret", "--headers", "headers", "--body", "body")
COPIED = ("verify", "--secret-file", "secret", "--curl", "copied")


def test_a_valid_request_is_verified(run: Run, files: Path) -> None:
    result = run(*FITTING)

    assert result.exit_code == 0
    assert result.stdout.startswith(f"verified: {ID}, signed at 20")
    assert result.stderr == ""


def test_a_failed_verification_says_why(run: Run, files: Path) -> None:
    (files / "body").write_bytes(BODY.encode() + b"\n")

    result = run(*FITTING)

    assert result.exit_code == 1
    assert result.stdout == "not verified (body_line_ending): A line ending was added after the body. Remove it.\n"
    assert result.stderr == ""


def test_the_verdict_can_be_printed_as_json(run: Run, files: Path) -> None:
    good = json.loads(run(*FITTING, "--json").stdout)
    (files / "secret").write_text("v1," + SECRET.reveal())
    bad = json.loads(run(*FITTING, "--json").stdout)

    assert (good["verified"], good["reason"], good["event_id"]) == (True, None, ID)
    assert (bad["verified"], bad["reason"], bad["event_id"]) == (False, "secret_with_version", None)


@pytest.mark.parametrize(
    "text",
    [
        "{secret}",
        "  {secret}\r\n",
        "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= {secret}",
        "# shop\nA=1\nexport PLANTSTORE_SECRET='{secret}'\nPLANTSTORE_ACCESS_TOKEN=x\n",
        'PLANTSTORE_SECRET=\nPLANTSTORE_SECRET = "{secret}"',
    ],
)
def test_the_secret_is_read_from_plain_and_env_files(run: Run, files: Path, text: str) -> None:
    (files / "secret").write_text(text.format(secret=SECRET.reveal()))

    result = run(*FITTING)

    assert result.exit_code == 0, result.output


def test_a_public_key_verifies_v1a_with_and_without_a_secret(run: Run, files: Path) -> None:
    private, other = make_private_key(b"p" * 32), make_private_key(b"o" * 32)
    key, wrong = (public_key_text(public_key_of(one)) for one in (private, other))
    headers = signed()
    at_s = int(headers["Webhook-Timestamp"])
    headers["Webhook-Signature"] = KeySigner(Signer((SECRET,)), (private,)).sign(ID, at_s, BODY.encode())
    (files / "headers").write_text(lines(headers))
    (files / "key").write_text(f"PLANTSTORE_SECRET={key}\n")
    given = ("--headers", "headers", "--body", "body")

    assert run("verify", "--public-key", key, *given).exit_code == 0
    assert run("verify", "--public-key", wrong, "--public-key", key, *given).exit_code == 0
    assert run("verify", "--public-key", wrong, "--secret-file", "secret", *given).exit_code == 0
    assert run("verify", "--secret-file", "key", *given).exit_code == 0
    refused = run("verify", "--public-key", wrong, *given)
    assert (refused.exit_code, "not verified (other_key)" in refused.stdout) == (1, True)
    without = run("verify", *given)
    assert (without.exit_code, "--secret-file or --public-key" in without.stderr) == (2, True)


def test_at_header_skips_the_check_of_the_timestamp(run: Run, files: Path) -> None:
    (files / "headers").write_text(lines(signed(at_s=1_790_000_000)))

    now, header = run(*FITTING), run(*FITTING, "--at", "header")

    assert (now.exit_code, header.exit_code) == (1, 0)
    assert "(too_old)" in now.stdout


@pytest.mark.parametrize(
    "written",
    [
        lambda headers: lines(headers).replace("\n", "\r\n"),
        lambda headers: "POST /plant/webhook HTTP/1.1\nHost: shop.example\n" + lines(headers) + "\n",
        lambda headers: "".join(f"> {line}\n" for line in lines(headers).splitlines()) + ">\n",
        lambda headers: json.dumps(headers),
        lambda headers: json.dumps({name.lower(): [value] for name, value in headers.items()}, indent=2),
    ],
)
def test_headers_are_read_in_all_forms(run: Run, files: Path, written: object) -> None:
    assert callable(written)
    (files / "headers").write_text(written(signed()))

    result = run(*FITTING)

    assert result.exit_code == 0, result.output


def curl(headers: dict[str, str], data: str) -> str:
    options = " \\\n  ".join(f"-H {shlex.quote(f'{name}: {value}')}" for name, value in headers.items())
    return f"curl -X POST http://127.0.0.1:9000/plant/webhook \\\n  {options} \\\n  {data}\n"


@pytest.mark.parametrize(
    "data",
    [
        f"--data-raw {shlex.quote(BODY)}",
        f"-d {shlex.quote(BODY)} --compressed",
        f"--data-binary={shlex.quote(BODY)}",
        "--data-raw $'" + BODY.replace("\\", "\\\\").replace("'", "\\'").replace("ë", "\\u00eb") + "'",
    ],
)
def test_a_curl_command_is_parsed_like_a_shell(run: Run, files: Path, data: str) -> None:
    (files / "copied").write_text(curl(signed(), data))

    result = run(*COPIED)

    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("continued", ["\\\n", "\\\r\n", " \\\n  "])
def test_a_curl_command_may_span_lines(continued: str) -> None:
    copied = read_request(f"curl x{continued}-H 'a: b'{continued} -d 'c'\n".encode())

    assert (copied.headers, copied.body) == ([("a", "b")], b"c")


def test_characters_beyond_16_bits_survive_a_browsers_copy() -> None:
    copied = read_request(rb"curl x --data-raw $'\ud83c\udf35 \x41\n\''")

    assert copied.body == "🌵 A\n'".encode()


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_whole_request_ends_at_its_content_length(run: Run, files: Path, end: str) -> None:
    head = "POST /plant/webhook HTTP/1.1\n" + lines(signed() | {"Content-Length": str(len(BODY.encode()))})
    (files / "copied").write_text(f"{head}\n{BODY}{end}", newline="")

    result = run(*COPIED)

    assert result.exit_code == 0, result.output


def test_the_example_in_the_docs_verifies(run: Run, files: Path) -> None:
    text = DOCS.read_text(encoding="utf-8")
    (files / "copied").write_text(text.partition("```http\n")[2].partition("```")[0])
    (files / "secret").write_text(re.findall(r"whsec_\w+=", text)[0])

    result = run(*COPIED, "--at", "header")

    assert result.exit_code == 0, result.output


def test_every_reason_is_documented() -> None:
    section = (
        (DOCS.parent / "cli.md")
        .read_text(encoding="utf-8")
        .partition("\n## Verifying a request\n")[2]
        .partition("\n## ")[0]
    )

    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == set(Reason)


def test_standard_input_is_read_as_bytes(run: Run, files: Path) -> None:
    result = run("verify", "--secret-file", "secret", "--headers", "headers", "--body", "-", stdin=BODY)

    assert result.exit_code == 0, result.output


def test_unreadable_input_is_wrong_usage(run: Run, files: Path) -> None:
    for arguments, words in [
        (("--secret-file", "secret"), "--headers and --body, or --curl"),
        (("--secret-file", "secret", "--headers", "headers"), "--headers and --body, or --curl"),
        (
            ("--secret-file", "secret", "--headers", "headers", "--curl", "copied"),
            "--curl already contains the headers",
        ),
        (("--secret-file", "-", "--headers", "headers", "--body", "-"), "standard input"),
        (("--headers", "headers", "--body", "body"), "--secret-file"),
        (("--secret-file", "nowhere", "--headers", "headers", "--body", "body"), "Cannot read nowhere"),
        (("--secret-file", "secret", "--headers", "headers", "--body", "nowhere"), "Cannot read nowhere"),
        (("--secret-file", "secret", "--headers", "secret", "--body", "body"), "Line 1 is not a header"),
        (("--secret-file", "empty", "--headers", "headers", "--body", "body"), "empty does not hold a secret"),
        (("--secret-file", "headers", "--headers", "headers", "--body", "body"), "none sets PLANTSTORE_SECRET"),
        (("--secret-file", "secret", "--curl", "headers"), "headers contains no body"),
        (("--secret-file", "secret", "--curl", "cut"), "a quotation mark is missing"),
        (("--secret-file", "secret", "--curl", "bare"), "ends after -H"),
        (("--secret-file", "secret", "--curl", "other"), "Use that file as the body"),
        (("--secret-file", "secret", "--headers", "headers", "--body", "large"), "more than 1,048,576 bytes"),
    ]:
        (files / "empty").write_text("PLANTSTORE_SECRET=\n")
        (files / "cut").write_text("curl -H 'webhook-id: x")
        (files / "bare").write_text("curl x -H")
        (files / "other").write_text("curl x -d @body")
        (files / "large").write_bytes(b" " * 1_048_577)

        result = run("verify", *arguments)

        assert result.exit_code == 2, arguments
        assert words in result.stderr, arguments
        assert SECRET.reveal() not in result.output, arguments


@pytest.mark.parametrize(
    "change", [lambda text: text[:-3], lambda text: text[6:], lambda text: f'"{text}', lambda text: text]
)
def test_no_output_holds_the_secret(run: Run, files: Path, change: object) -> None:
    assert callable(change)
    altered = change(SECRET.reveal())
    (files / "secret").write_text(altered)
    (files / "body").write_bytes(b"{}")

    for flags in ((), ("--json",)):
        result = run(*FITTING, *flags)

        assert result.exit_code == 1
        assert altered.strip('"')[10:30] not in result.output
        assert Secret(altered).reveal() not in result.output

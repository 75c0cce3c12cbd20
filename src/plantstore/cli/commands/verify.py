"""`plantstore verify`: checks the signature of a copied request, offline, and explains a failure."""

import re
import sys
from pathlib import Path
from typing import Any

import click

from plantstore.cli.support.exit_codes import Exit, WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import one_line, print_record
from plantstore.cli.support.secret_file import SECRET_KEY
from plantstore.cli.support.server_discovery import read_small_file
from plantstore.core.clock import SystemClock
from plantstore.domain.receivers.pasted_request import (
    PastedRequest,
    UnreadableRequest,
    read_headers,
    read_request,
)
from plantstore.domain.receivers.verification import Verdict
from plantstore.domain.receivers.verification import verify as check_signature
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import SECOND_US, Instant, to_text

BODY_BYTES_MAX = 1_048_576  # max request body, as in `receiving.py`; the store sends at most 65,536 bytes
_ENV_LINE = re.compile(rf"^[ \t]*(?:export[ \t]+)?{SECRET_KEY}[ \t]*=[ \t]*(.*?)[ \t]*$", re.MULTILINE)


@click.command("verify")
@click.option(
    "--secret-file",
    metavar="FILE",
    help=f"File with the signing secret: whsec_… alone, or an .env file that sets {SECRET_KEY}. May hold two secrets.",
)
@click.option(
    "--public-key",
    "public_keys",
    multiple=True,
    metavar="KEY",
    help="Instead: the public key, whpk_…, of a receiver with v1a. Can be given twice.",
)
@click.option(
    "--headers", "headers_file", metavar="FILE", help="The headers, as lines of `name: value` or a JSON object."
)
@click.option("--body", "body_file", metavar="FILE", help="The body, byte for byte as received.")
@click.option("--curl", "copied_file", metavar="FILE", help="Instead: a whole request, or a curl command.")
@click.option(
    "--at",
    type=click.Choice(["now", "header"]),
    default="now",
    show_default=True,
    help="Compare the timestamp with the current time, or skip that check for a stored request.",
)
@with_common
@click.pass_context
def verify(
    context: click.Context,
    /,
    common: Common,
    *,
    secret_file: str | None,
    public_keys: tuple[str, ...],
    headers_file: str | None,
    body_file: str | None,
    copied_file: str | None,
    at: str,
) -> None:
    """Check a request's signature and explain a failure. Exit code 1 if the check fails.

    One FILE may be - for standard input. The secret is never printed, and no request is sent.

    \b
    Example:
      plantstore verify --secret-file .env --headers headers.txt --body body.json
      plantstore verify --secret-file .env --at header --curl request.txt
      plantstore verify --public-key whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo= --curl request.txt
    """
    if secret_file is None and not public_keys:
        raise WrongUsage("There is no key to verify with.", next_step="Add --secret-file or --public-key.")
    _check_files(secret_file, headers_file, body_file, copied_file)
    secrets = [] if secret_file is None else _read_secrets(secret_file)
    secrets += [Secret(key) for key in public_keys]
    try:
        request = _read_request(headers_file, body_file, copied_file)
    except UnreadableRequest as error:
        raise WrongUsage(error.cause, next_step=error.next_step) from error
    now_s = SystemClock().now() // SECOND_US if at == "now" else None
    verdict = check_signature(secrets, request.headers, request.body or b"", now_s=now_s, is_signed_by=_is_signed_by)
    _print(verdict, as_json=common.as_json)
    if not verdict.verified:
        context.exit(Exit.FAILED)


def _is_signed_by(public_key: bytes, signature: bytes, message: bytes) -> bool:
    from plantstore.core.ed25519 import is_signed_by  # imported on first use: secrets need no cryptography

    return is_signed_by(public_key, signature, message)


def _check_files(secret: str | None, headers: str | None, body: str | None, copied: str | None) -> None:
    if copied is None and (headers is None or body is None):
        raise WrongUsage("There is no request to verify.", next_step="Add --headers and --body, or --curl.")
    if copied is not None and headers is not None:
        raise WrongUsage("The file of --curl already contains the headers.", next_step="Remove --headers.")
    if [secret, headers, body, copied].count("-") > 1:
        raise WrongUsage("Only one file can be standard input.")


def _read_secrets(file: str) -> list[Secret]:
    """Return the secrets in a file. A malformed secret is not rejected here: the verdict explains what is wrong."""
    text = read_small_file(file)
    lines = _ENV_LINE.findall(text)
    value = (lines[-1] if lines else text).strip()  # the last assignment in an .env file wins
    unquoted = re.sub(r"^(['\"])(.*)\1$", r"\2", value)
    if not unquoted.split():
        raise WrongUsage(f"{file} does not hold a secret.", next_step=f"Write whsec_… or {SECRET_KEY}=whsec_… into it.")
    if not lines and "\n" in value:
        raise WrongUsage(f"{file} has several lines, but none sets {SECRET_KEY}.")
    return [Secret(word) for word in unquoted.split()]


def _read_request(headers_file: str | None, body_file: str | None, copied_file: str | None) -> PastedRequest:
    body = None if body_file is None else _read_bytes(body_file)
    if copied_file is None:
        assert headers_file is not None, "checked before"
        return PastedRequest(headers=read_headers(read_small_file(headers_file)), body=body)
    copied = read_request(_read_bytes(copied_file))
    if body is None and copied.body is None:
        raise WrongUsage(f"{copied_file} contains no body.", next_step="Add it with --body.")
    return PastedRequest(headers=copied.headers, body=copied.body if body is None else body)


def _read_bytes(file: str) -> bytes:
    try:
        if file == "-":
            content = sys.stdin.buffer.read(BODY_BYTES_MAX + 1)
        else:
            with Path(file).open("rb") as opened:
                content = opened.read(BODY_BYTES_MAX + 1)
    except OSError as error:
        raise WrongUsage(f"Cannot read {file}: {error.strerror}.") from error
    if len(content) > BODY_BYTES_MAX:
        raise WrongUsage(f"{file} has more than {BODY_BYTES_MAX:,} bytes, more than any request of Plant Store.")
    return content


def _print(verdict: Verdict, *, as_json: bool) -> None:
    signed_at = None if verdict.signed_at_s is None else to_text(Instant(verdict.signed_at_s * SECOND_US))
    record: dict[str, Any] = {
        "verified": verdict.verified,
        "reason": verdict.reason,
        "detail": verdict.detail,
        "event_id": verdict.event_id or None,
        "signed_at": signed_at,
    }
    if as_json:
        print_record(record, as_json=True)
    elif verdict.verified:
        click.echo(f"verified: {verdict.event_id}, signed at {signed_at}")
    else:
        click.echo(one_line(f"not verified ({verdict.reason}): {verdict.detail}"))

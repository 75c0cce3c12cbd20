"""`plantstore verify`: does a copied request verify, and if not, why not. Asks nobody, sends nothing."""

import re
import sys
from pathlib import Path
from typing import Any

import click

from plantstore.cli.support.exit_codes import Exit, WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import print_record
from plantstore.cli.support.safe_text import one_line
from plantstore.cli.support.secret_options import SECRET_KEY
from plantstore.cli.support.server_discovery import read_small
from plantstore.core.clock import SystemClock
from plantstore.domain.pasted_request import PastedRequest, UnreadableRequest, read_headers, read_request
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import SECOND_US, Instant, to_text
from plantstore.domain.verification import Verdict
from plantstore.domain.verification import verify as judge

BODY_BYTES_MAX = 1_048_576  # what `receiving.py` reads at most; the store sends 65,536
_OF_ENV_FILE = re.compile(rf"^[ \t]*(?:export[ \t]+)?{SECRET_KEY}[ \t]*=[ \t]*(.*?)[ \t]*$", re.MULTILINE)


@click.command("verify")
@click.option(
    "--secret-file",
    required=True,
    metavar="FILE",
    help=f"The signing secret: whsec_… alone, or an .env file that sets {SECRET_KEY}. Of two, either may fit.",
)
@click.option(
    "--headers", "headers_file", metavar="FILE", help="The headers: lines of `name: value`, or a JSON object."
)
@click.option("--body", "body_file", metavar="FILE", help="The body, byte for byte as it came.")
@click.option("--curl", "copied_file", metavar="FILE", help="Instead: a whole request, or a curl command.")
@click.option(
    "--at",
    type=click.Choice(["now", "header"]),
    default="now",
    show_default=True,
    help="Judge the time of signing by now; or not at all, for a request that was kept.",
)
@with_common
@click.pass_context
def verify(
    context: click.Context,
    /,
    common: Common,
    *,
    secret_file: str,
    headers_file: str | None,
    body_file: str | None,
    copied_file: str | None,
    at: str,
) -> None:
    """Say whether a request verifies, and if not, why not. Exit code 1 if it does not.

    One FILE may be -, standard input. The secret is never printed, and nothing is sent anywhere.

    \b
    Example:
      plantstore verify --secret-file .env --headers headers.txt --body body.json
      plantstore verify --secret-file .env --at header --curl request.txt
    """
    _check_files(secret_file, headers_file, body_file, copied_file)
    secrets = _secrets(secret_file)
    try:
        copied = _copied(headers_file, body_file, copied_file)
    except UnreadableRequest as error:
        raise WrongUsage(error.cause, next_step=error.next_step) from error
    now_s = SystemClock().now() // SECOND_US if at == "now" else None
    verdict = judge(secrets, copied.headers, copied.body or b"", now_s=now_s)
    _print(verdict, as_json=common.as_json)
    if not verdict.verified:
        context.exit(Exit.FAILED)


def _check_files(secret: str, headers: str | None, body: str | None, copied: str | None) -> None:
    if copied is None and (headers is None or body is None):
        raise WrongUsage("There is no request to verify.", next_step="Give --headers and --body, or --curl.")
    if copied is not None and headers is not None:
        raise WrongUsage("--curl brings the headers already.", next_step="Leave out --headers.")
    if [secret, headers, body, copied].count("-") > 1:
        raise WrongUsage("Only one file can be standard input.")


def _secrets(file: str) -> list[Secret]:
    """Read the secrets; what is wrong with one is for the verdict to say."""
    text = read_small(file)
    lines = _OF_ENV_FILE.findall(text)
    found = lines[-1] if lines else text  # a later line of an .env file wins
    unquoted = re.sub(r"^(['\"])(.*)\1$", r"\2", found.strip())
    if not unquoted.split():
        raise WrongUsage(f"{file} holds no secret.", next_step=f"Write whsec_… into it, or {SECRET_KEY}=whsec_….")
    if not lines and "\n" in found.strip():
        raise WrongUsage(f"{file} has several lines, and none sets {SECRET_KEY}.")
    return [Secret(one) for one in unquoted.split()]


def _copied(headers_file: str | None, body_file: str | None, copied_file: str | None) -> PastedRequest:
    body = None if body_file is None else _read_bytes(body_file)
    if copied_file is None:
        assert headers_file is not None, "checked before"
        return PastedRequest(headers=read_headers(read_small(headers_file)), body=body)
    copied = read_request(_read_bytes(copied_file))
    if body is None and copied.body is None:
        raise WrongUsage(f"There is no body in {copied_file}.", next_step="Give it with --body.")
    return PastedRequest(headers=copied.headers, body=copied.body if body is None else body)


def _read_bytes(file: str) -> bytes:
    try:
        if file == "-":
            content = sys.stdin.buffer.read(BODY_BYTES_MAX + 1)
        else:
            with Path(file).open("rb") as opened:
                content = opened.read(BODY_BYTES_MAX + 1)
    except OSError as error:
        raise WrongUsage(f"{file} cannot be read: {error.strerror}.") from error
    if len(content) > BODY_BYTES_MAX:
        raise WrongUsage(f"{file} has more than {BODY_BYTES_MAX:,} bytes: no request of Plant Store is so large.")
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

"""What `test` and `rotate-secret` do for receivers, operational webhooks and channels, and how they show the result."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import click

from plantstore.cli.support.client import Client, make_key
from plantstore.cli.support.exit_codes import Exit
from plantstore.cli.support.options import Common
from plantstore.cli.support.output import Row, one_line, print_note, print_record
from plantstore.cli.support.secret_file import (
    SECRET_KEY,
    SHOWN_ONCE,
    check_secret_options,
    open_env_file,
    write_secret,
)
from plantstore.cli.support.server_discovery import connect

EXCERPT_CHARS_MAX = 200  # max characters of a response body shown in a line


def show_test(context: click.Context, common: Common, outcome: Row) -> None:
    """Show the outcome of a test request; exit with code 1 if it was not accepted."""
    if common.as_json:
        print_record(outcome, as_json=True)
    else:
        click.echo(one_line(_outcome_text(outcome)))
    if outcome.get("outcome") != "accepted":
        context.exit(Exit.FAILED)


def rotate_secret(
    common: Common,
    path_of: Callable[[Client], str],
    *,
    secret_to: Path | None,
    force: bool,
    show_secret: bool,
    idempotency_key: str | None,
) -> None:
    """Rotate a signing secret by the API, and write or print the new one. The arguments are those of `secret_options`.

    `path_of` returns the path of the endpoint.
    """
    check_secret_options(secret_to, force=force, show_secret=show_secret)
    client, key = connect(common), idempotency_key or make_key()
    path = path_of(client)
    with nullcontext() if secret_to is None else open_env_file(secret_to, [SECRET_KEY], force=force) as file:
        rotated = client.post(path, None, idempotency_key=key)
        if file is not None:
            again = f"To get the same secret again, repeat the command with --idempotency-key {key}."
            write_secret(file, rotated, done="The secret was rotated", next_step=again)
    if secret_to is not None:
        print_note(f"Wrote {SECRET_KEY} to {secret_to}.", as_json=common.as_json)
    print_note(f"The old secret stays valid until {rotated.get('old_secret_ends_at', '')}.", as_json=common.as_json)
    print_record(rotated, as_json=common.as_json, exclude=() if show_secret else tuple(SHOWN_ONCE))


def _outcome_text(outcome: Row) -> str:
    """Return the result of a test request as a line such as `refused with 503 by 192.0.2.7 after 31 ms: …`."""
    result = str(outcome.get("outcome", "")).replace("_", " ")
    status = f" with {outcome['status']}" if outcome.get("status") else ""
    address = f" by {outcome['address']}" if outcome.get("address") else ""
    excerpt = str(outcome.get("excerpt") or "")[:EXCERPT_CHARS_MAX].strip()
    parts = (outcome.get("detail"), outcome.get("advice"), excerpt and f"Response: {excerpt}")
    details = " ".join(part for part in parts if part)
    duration = f"{outcome.get('duration_ms', 0):,.0f} ms"
    return f"{result}{status}{address} after {duration}" + (f": {details}" if details else "")

"""`plantstore tokens`: create, list, show, revoke."""

import functools
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, WholeNumber, common_options, with_common
from plantstore.cli.support.output import Row, column, print_list, print_record, say
from plantstore.cli.support.receiver_names import whole_receiver_id
from plantstore.cli.support.secret_file import SecretFile
from plantstore.cli.support.server_discovery import connect
from plantstore.cli.support.short_ids import resolve
from plantstore.cli.support.times import time_option
from plantstore.domain.public_ids import TOKEN_PREFIX
from plantstore.domain.token import BUNDLES, DAYS_DEFAULT, DAYS_MAX, Scope, TokenState

OWN = "own"  # in place of an id: the token that the command uses
ID_CHARS = 26  # of a ULID
LEFT_SHOWN_MAX = 10  # tokens named that a revoked one has made
STATES = [state.value for state in TokenState]
SCOPES = [*BUNDLES, *(scope.value for scope in Scope)]
COLUMNS = (
    column("id"),
    column("name"),
    column("scopes"),
    column("receiver"),
    column("state"),
    column("expires_at", heading="ends"),
    column("last_used_at", heading="last used"),
)


@click.group()
@common_options
def tokens() -> None:
    """Make, list, show and revoke bearer tokens of the API.

    \b
    Example:
      plantstore tokens create --name "web shop" --scope integrator --to token.txt
      plantstore tokens list
    """


@tokens.command("create")
@click.option("--name", required=True, help="Who uses it.")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    required=True,
    metavar="SCOPE",
    type=click.Choice(SCOPES),
    help=f"Can be given several times. A kind of person: {', '.join(BUNDLES)}; or one of: {', '.join(Scope)}.",
)
@click.option(
    "--days",
    type=WholeNumber(1, DAYS_MAX),
    metavar="N",
    help=f"Days until it ends (default {DAYS_DEFAULT}, or as yours does if that is sooner).",
)
@click.option("--receiver", metavar="ID", help="Show the token only what concerns this receiver.")
@click.option("--to", type=click.Path(path_type=Path), metavar="FILE", help="Write the token there, with mode 0600.")
@click.option("--force", is_flag=True, help="Let --to overwrite FILE.")
@click.option("--idempotency-key", metavar="KEY", help="Repeat an earlier try without doing it twice.")
@with_common
def create(
    common: Common,
    /,
    *,
    name: str,
    scopes: Iterable[str],
    days: int | None,
    receiver: str | None,
    to: Path | None,
    force: bool,
    idempotency_key: str | None,
) -> None:
    """Make a token. It is shown once: printed, or with --to written into a file.

    \b
    Example:
      plantstore tokens create --name "web shop" --scope integrator --days 365 --to token.txt
      plantstore tokens create --name labels --scope plants:read --scope events:read
    """
    if force and to is None:
        raise WrongUsage("--force lets --to overwrite a file.", next_step="Give --to as well.")
    client = connect(common)
    body: dict[str, Any] = {"name": name, "scopes": _spread(scopes)}
    if days is not None:
        body["days"] = days
    if receiver is not None:
        body["receiver"] = whole_receiver_id(client, receiver)
    with nullcontext() if to is None else _prepared(to, force=force) as file:
        made = client.post("/tokens", body, idempotency_key=idempotency_key)
        if file is not None:
            _write(file, made)
    _print_made(made, to=to, common=common)


@tokens.command("list")
@click.option("--state", "states", type=click.Choice(STATES), multiple=True, help="Can be given several times.")
@click.option(
    "--scope",
    type=click.Choice([scope.value for scope in Scope]),
    metavar="SCOPE",
    help="Only tokens that permit this.",
)
@click.option("--receiver", metavar="ID", help="Only tokens that are bound to this receiver.")
@click.option("--unused-since", metavar="TIME", callback=time_option, help="Only tokens that nobody used since then.")
@click.option("--created-by", metavar="ID", help="Only tokens made with this one, and with those in turn.")
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="N tokens at most; otherwise all.")
@with_common
def list_tokens(
    common: Common,
    /,
    *,
    states: tuple[str, ...],
    scope: str | None,
    receiver: str | None,
    unused_since: str | None,
    created_by: str | None,
    limit: int | None,
) -> None:
    """List the tokens: who has them, what they permit, when they end. Never their text.

    \b
    Example:
      plantstore tokens list --state ending --state expired
      plantstore tokens list --unused-since 90d
    """
    client = connect(common)
    query = {"scope": scope, "unused_since": unused_since, "state": ",".join(states) or None}
    if receiver is not None:
        query["receiver"] = whole_receiver_id(client, receiver)
    if created_by is not None:
        query["created_by"] = whole_token_id(client, created_by)
    asked = {name: value for name, value in query.items() if value is not None}
    rows = client.items("/tokens", asked, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, nothing="No token fits." if asked else "No tokens.")


@tokens.command("show")
@click.argument("id", default=OWN)
@with_common
def show(common: Common, /, *, id: str) -> None:
    """Show the token ID, which may be cut to a unique prefix. Without ID: the one that this command uses.

    \b
    Example:
      plantstore tokens show
      plantstore tokens show tok_01k8z3
    """
    client = connect(common)
    found = client.get(f"/tokens/{segment(whole_token_id(client, id))}")
    print_record(found, as_json=common.as_json)


@tokens.command("revoke")
@click.argument("id")
@click.option("--with-children", is_flag=True, help="Revoke the tokens made with it, too, and with those in turn.")
@with_common
def revoke(common: Common, /, *, id: str, with_children: bool) -> None:
    """End the token ID, which may be cut to a unique prefix. `own` is the one that this command uses.

    Tokens made with it stay valid, and are listed, without --with-children. Yours must have every scope of theirs.

    \b
    Example:
      plantstore tokens revoke tok_01k8z3 --with-children
      plantstore tokens revoke own --token-file token.txt
    """
    client = connect(common)
    whole = whole_token_id(client, id)
    children = int(client.get(f"/tokens/{segment(whole)}").get("children", 0))  # a store before 0.5.1 does not say
    left = [] if with_children or not children else client.items("/tokens", {"created_by": whole}, limit=LEFT_SHOWN_MAX)
    left_ids = [str(one["id"]) for one in left]
    client.delete(f"/tokens/{segment(whole)}", {"children": "true"} if with_children else None)
    if with_children:
        say(f"Revoked {whole}, and {children} made with it.", as_json=common.as_json)
    else:
        say(f"Revoked {whole}.", as_json=common.as_json)
        if children:
            say(_still_valid(children, left_ids), as_json=common.as_json)
    if common.as_json:
        ended = {
            "children_revoked": children if with_children else 0,
            "children_left": 0 if with_children else children,
        }
        print_record({"id": whole, "revoked": True, **ended}, as_json=True)


def _still_valid(count: int, ids: list[str]) -> str:
    named = ", ".join(ids) + (f" and {count - len(ids)} more" if count > len(ids) else "")
    valid = f"{count} made with it {'is' if count == 1 else 'are'} still valid: {named}."
    return f"{valid} To end one: plantstore tokens revoke ID"


def _spread(names: Iterable[str]) -> list[str]:
    """Write bundles as the scopes they stand for, each once."""
    scopes: set[str] = set()
    for name in names:
        scopes |= set(map(str, BUNDLES[name])) if name in BUNDLES else {name}
    return sorted(scopes)


def _prepared(path: Path, *, force: bool) -> SecretFile:
    if path.exists() and not force:
        raise WrongUsage(f"{path} is there already.", next_step="Add --force to overwrite it.")
    return SecretFile(path)


def _write(file: SecretFile, made: Row) -> None:
    try:
        file.write(f"{made['token']}\n")
    except OSError as error:
        raise Failure(
            f"The token {made['id']} was made, but could not be written: {error.strerror}.",
            exit_code=Exit.PARTLY,
            next_step=f"Revoke it with `plantstore tokens revoke {made['id']}` and make another.",
        ) from error


def _print_made(made: Row, *, to: Path | None, common: Common) -> None:
    """Print the bare token where nothing else was asked for, so that `TOKEN=$(plantstore tokens create …)` works."""
    ends = made.get("expires_at")
    say(f"Made {made['id']}{f', which ends {ends}' if ends else ''}.", as_json=common.as_json)
    if common.as_json or to is not None:
        print_record(made, as_json=common.as_json, leave_out=() if to is None else ("token",))
    else:
        say("Keep it now: it is not shown again.")
        click.echo(made["token"])


def whole_token_id(client: Client, id: str) -> str:
    if id == OWN:  # it need not be allowed to list tokens
        return str(client.get(f"/tokens/{OWN}")["id"])
    return resolve(
        id, prefix=TOKEN_PREFIX, chars=ID_CHARS, noun="token", rows=functools.partial(client.items, "/tokens", {})
    )

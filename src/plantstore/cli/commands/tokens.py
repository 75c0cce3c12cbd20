"""`plantstore tokens`: create, list, show and revoke tokens. `plantstore console`: print a one-time sign-in link."""

import webbrowser
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.ids import PERSON, TOKEN, resolve_id, resolve_receiver_id
from plantstore.cli.support.options import (
    Common,
    WholeNumber,
    common_options,
    idempotency_key_option,
    time_option,
    with_common,
)
from plantstore.cli.support.output import Row, column, plural, print_list, print_note, print_record
from plantstore.cli.support.secret_file import SecretFile
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.session import LINK_S_MAX
from plantstore.domain.token import BUNDLES, DAYS_DEFAULT, DAYS_MAX, Scope, TokenState

OWN = "own"  # accepted instead of an id: the token that the command uses
CHILDREN_SHOWN_MAX = 10  # max tokens listed that stay valid when the token that created them is revoked
STATES = [state.value for state in TokenState]
SCOPES = [*BUNDLES, *(scope.value for scope in Scope)]
COLUMNS = (
    column("id"),
    column("name"),
    column("scopes"),
    column("receiver"),
    column("state"),
    column("expires_at", heading="expires"),
    column("last_used_at", heading="last used"),
)


@click.group()
@common_options
def tokens() -> None:
    """Create, list, show and revoke bearer tokens for the API.

    ID is a token's id, a unique prefix of it, or its name if no other token has the same name.

    \b
    Example:
      plantstore tokens create --name "web shop" --scope integrator --to token.txt
      plantstore tokens list
    """


@tokens.command("create")
@click.option("--name", required=True, help="Who or what uses the token.")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    required=True,
    metavar="SCOPE",
    type=click.Choice(SCOPES),
    help=f"May be repeated. A role: {', '.join(BUNDLES)}; or a scope: {', '.join(Scope)}.",
)
@click.option(
    "--days",
    type=WholeNumber(1, DAYS_MAX),
    metavar="N",
    help=f"Days until it expires (default {DAYS_DEFAULT}, but not later than your own token).",
)
@click.option("--receiver", metavar="ID", help="Restrict the token to this receiver.")
@click.option("--person", metavar="NAME", help="The person that it belongs to, and with whose access it ends.")
@click.option(
    "--to", type=click.Path(path_type=Path), metavar="FILE", help="Write the token to this file, with mode 0600."
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@idempotency_key_option
@with_common
def create(
    common: Common,
    /,
    *,
    name: str,
    scopes: Iterable[str],
    days: int | None,
    receiver: str | None,
    person: str | None,
    to: Path | None,
    force: bool,
    idempotency_key: str | None,
) -> None:
    """Create a token. It is shown only once: printed, or written to a file with --to.

    \b
    Example:
      plantstore tokens create --name "web shop" --scope integrator --days 365 --to token.txt
      plantstore tokens create --name labels --scope plants:read --scope events:read
    """
    if force and to is None:
        raise WrongUsage("--force only applies to --to.", next_step="Add --to as well.")
    client = connect(common)
    body: dict[str, Any] = {"name": name, "scopes": _expand_bundles(scopes)}
    if days is not None:
        body["days"] = days
    if receiver is not None:
        body["receiver"] = resolve_receiver_id(client, receiver)
    if person is not None:
        body["person"] = resolve_id(client, PERSON, person)
    with nullcontext() if to is None else _open_new(to, force=force) as file:
        created = client.post("/tokens", body, idempotency_key=idempotency_key)
        if file is not None:
            _write(file, created)
    _print_created(created, to=to, common=common)


@tokens.command("list")
@click.option("--state", "states", type=click.Choice(STATES), multiple=True, help="Only this state; may be repeated.")
@click.option(
    "--scope",
    type=click.Choice([scope.value for scope in Scope]),
    metavar="SCOPE",
    help="Only tokens with this scope.",
)
@click.option("--receiver", metavar="ID", help="Only tokens restricted to this receiver.")
@click.option("--unused-since", metavar="TIME", callback=time_option, help="Only tokens not used since then.")
@click.option("--created-by", metavar="ID", help="Only tokens created with this one, directly or indirectly.")
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="At most N tokens (default: all).")
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
    """List the tokens with name, scopes and expiry, but never the tokens themselves.

    \b
    Example:
      plantstore tokens list --state ending --state expired
      plantstore tokens list --unused-since 90d
    """
    client = connect(common)
    filters = {"scope": scope, "unused_since": unused_since, "state": ",".join(states) or None}
    if receiver is not None:
        filters["receiver"] = resolve_receiver_id(client, receiver)
    if created_by is not None:
        filters["created_by"] = resolve_token_id(client, created_by)
    query = {name: value for name, value in filters.items() if value is not None}
    rows = client.items("/tokens", query, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No tokens match." if query else "No tokens.")


@tokens.command("show")
@click.argument("id", default=OWN)
@with_common
def show(common: Common, /, *, id: str) -> None:
    """Show the token ID. Without ID, show the token that this command uses.

    \b
    Example:
      plantstore tokens show
      plantstore tokens show tok_01k8z3
      plantstore tokens show "web shop"
    """
    client = connect(common)
    token = client.get(f"/tokens/{segment(resolve_token_id(client, id))}")
    print_record(token, as_json=common.as_json)


@tokens.command("revoke")
@click.argument("id")
@click.option("--with-children", is_flag=True, help="Also revoke tokens created with it, directly or indirectly.")
@with_common
def revoke(common: Common, /, *, id: str, with_children: bool) -> None:
    """Revoke the token ID; `own` is the token that this command uses.

    Tokens created with it stay valid unless you add --with-children. Your own token must have every scope of each token
    that is revoked.

    \b
    Example:
      plantstore tokens revoke tok_01k8z3 --with-children
      plantstore tokens revoke own --token-file token.txt
    """
    client = connect(common)
    token_id = resolve_token_id(client, id)
    path = f"/tokens/{segment(token_id)}"
    children = int(client.get(path).get("children", 0))  # stores before 0.5.1 do not send this field
    remaining = (
        []
        if with_children or not children
        else client.items("/tokens", {"created_by": token_id}, limit=CHILDREN_SHOWN_MAX)
    )
    remaining_ids = [str(row["id"]) for row in remaining]
    client.delete(path, {"children": "true"} if with_children else None)
    if with_children:
        print_note(f"Revoked {token_id} and {plural(children, 'token')} created with it.", as_json=common.as_json)
    else:
        print_note(f"Revoked {token_id}.", as_json=common.as_json)
        if children:
            print_note(_still_valid(children, remaining_ids), as_json=common.as_json)
    if common.as_json:
        counts = {
            "children_revoked": children if with_children else 0,
            "children_left": 0 if with_children else children,
        }
        print_record({"id": token_id, "revoked": True, **counts}, as_json=True)


def _still_valid(count: int, ids: list[str]) -> str:
    named = ", ".join(ids) + (f" and {count - len(ids)} more" if count > len(ids) else "")
    valid = f"Still valid: {plural(count, 'token')} created with it: {named}."
    return f"{valid} To revoke one: plantstore tokens revoke ID"


def _expand_bundles(names: Iterable[str]) -> list[str]:
    """Return the scopes, with each role replaced with its scopes, sorted and without duplicates."""
    scopes: set[str] = set()
    for name in names:
        scopes |= set(map(str, BUNDLES[name])) if name in BUNDLES else {name}
    return sorted(scopes)


def _open_new(path: Path, *, force: bool) -> SecretFile:
    if path.exists() and not force:
        raise WrongUsage(f"{path} already exists.", next_step="Add --force to overwrite it.")
    return SecretFile(path)


def _write(file: SecretFile, created: Row) -> None:
    try:
        file.write(f"{created['token']}\n")
    except OSError as error:
        raise Failure(
            f"The token {created['id']} was created, but could not be written: {error.strerror}.",
            exit_code=Exit.PARTLY,
            next_step=f"Revoke it with `plantstore tokens revoke {created['id']}` and create another.",
        ) from error


def _print_created(created: Row, *, to: Path | None, common: Common) -> None:
    """Print the new token: without --to or --json, only the token itself, so that `TOKEN=$(plantstore …)` works."""
    expires = created.get("expires_at")
    print_note(f"Created {created['id']}{f', which expires {expires}' if expires else ''}.", as_json=common.as_json)
    if common.as_json or to is not None:
        print_record(created, as_json=common.as_json, exclude=() if to is None else ("token",))
    else:
        print_note("Copy it now: it is not shown again.")
        click.echo(created["token"])


def resolve_token_id(client: Client, id: str) -> str:
    """Return the full id of a token given by id, prefix or name, or as `own`."""
    if id == OWN:  # this request works without the scope to list tokens
        return str(client.get(f"/tokens/{OWN}")["id"])
    return resolve_id(client, TOKEN, id)


@click.command()
@click.option("--for-token", metavar="ID", help="Sign in with this token's permissions (default: your own token).")
@click.option("--open", "opens", is_flag=True, help="Open the link in this machine's browser.")
@with_common
def console(common: Common, /, *, for_token: str | None, opens: bool) -> None:
    """Print a one-time sign-in link to the web console.

    The link expires after ten minutes. Anyone who opens it gets the token's permissions.

    \b
    Example:
      plantstore console
      plantstore console --open
      plantstore console --for-token tok_01k8z3
    """
    client = connect(common)
    body = {} if for_token is None else {"token": resolve_token_id(client, for_token)}
    link = client.post("/sign-in-links", body, idempotency_key=None)
    if common.as_json:
        print_record(link, as_json=True)
    else:
        click.echo(link["url"])
    print_note(f"It works once, within {LINK_S_MAX // 60} minutes.", as_json=common.as_json)
    if opens and not webbrowser.open(link["url"]):
        print_note("No browser found on this machine. Copy the link.")

"""`plantstore people`: invite, list and change people, make their links, and end their sessions and access."""

import os
import secrets
from typing import Any

import click

from plantstore.cli.support.client import Client, segment
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.ids import PERSON, object_path, resolve_receiver_id
from plantstore.cli.support.options import Common, WholeNumber, common_options, idempotency_key_option, with_common
from plantstore.cli.support.output import Column, Row, column, plural, print_list, print_note, print_record
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.person import RECEIVERS_MAX, Role
from plantstore.domain.timestamps import to_text

PEOPLE = "/people"
KINDS = ("invitation", "recovery", "sign_in")
ROLES = [role.value for role in Role]
COLUMNS = (
    column("id"),
    column("name"),
    column("email", heading="e-mail"),
    column("role"),
    Column(heading="receivers", cell=lambda row: "all" if row["receivers"] is None else len(row["receivers"])),
    column("state"),
    column("last_seen_at", heading="last seen"),
)
SESSION_COLUMNS = (
    column("id"),
    Column(heading="device", cell=lambda row: row["device"] or "unknown"),
    column("way", heading="signed in by"),
    column("opened_at", heading="signed in"),
    column("seen_at", heading="last used"),
    column("expires_at", heading="ends"),
)
_RECEIVERS = click.option(
    "--receiver",
    "receivers",
    multiple=True,
    metavar="ID",
    help=f"Limit an integrator to this receiver; may be repeated, up to {RECEIVERS_MAX} times.",
)


@click.group()
@common_options
def people() -> None:
    """Invite, list and change the people who may sign in to the console, and end their access.

    A person is given by name, e-mail address, id, or the beginning of the id.

    \b
    Example:
      plantstore people add "Shop assistant" --role staff
      plantstore people link "Shop assistant"
    """


@people.command("list")
@click.option("--role", type=click.Choice(ROLES), help="Only people with this role.")
@click.option("--active", is_flag=True, help="Only people who are not deactivated.")
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="At most N people (default: all).")
@with_common
def list_people(common: Common, /, *, role: str | None, active: bool, limit: int | None) -> None:
    """List people with their role and when they were last seen.

    \b
    Example:
      plantstore people list --active
    """
    query = ({"role": role} if role else {}) | ({"active": "true"} if active else {})
    rows = connect(common).items(PEOPLE, query, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No people match." if query else "No people.")


@people.command("add")
@click.argument("name")
@click.option("--role", type=click.Choice(ROLES), required=True, help="What they may do.")
@click.option("--email", metavar="ADDRESS", help="Their e-mail address. Nothing is sent to it.")
@_RECEIVERS
@idempotency_key_option
@with_common
def add(
    common: Common,
    /,
    *,
    name: str,
    role: str,
    email: str | None,
    receivers: tuple[str, ...],
    idempotency_key: str | None,
) -> None:
    """Invite a person. The link is printed once; it works once, within seven days.

    \b
    Example:
      plantstore people add "Shop assistant" --role staff
      plantstore people add "Web agency" --role integrator --receiver "web shop"
    """
    client = connect(common)
    body: dict[str, Any] = {"name": name, "role": role, "email": email}
    if receivers:
        body["receivers"] = [resolve_receiver_id(client, one) for one in receivers]
    person = client.post(PEOPLE, body, idempotency_key=idempotency_key)
    print_note(f"Added {person['id']}.", as_json=common.as_json)
    _print_link(common, person if common.as_json else person["invitation"], person)


@people.command("link")
@click.argument("name")
@click.option("--kind", type=click.Choice(KINDS), help="Default: recovery, or an invitation for a newcomer.")
@click.option("--data", metavar="FOLDER", help="Make the link without a server, in this data folder's database.")
@with_common
def link(common: Common, /, *, name: str, kind: str | None, data: str | None) -> None:
    """Make a link with which a person signs in once. It replaces their earlier links.

    If no server runs, or with --data, the link is made in the database itself; this needs access to the data folder. A
    store without people then gets its first operator, with the given name.

    \b
    Example:
      plantstore people link "Store owner"
      plantstore people link "Store owner" --data /var/lib/plantstore
    """
    if data is not None and common.server_url is not None:
        raise WrongUsage("--data and --url exclude each other.", next_step="Leave one out.")
    if data is not None:
        _link_without_server(common, name, kind, data)
        return
    try:
        _link_with_server(common, name, kind)
    except Failure as error:
        is_chosen = common.server_url is not None or "PLANTSTORE_URL" in os.environ
        if error.exit_code is not Exit.NOT_REACHABLE or is_chosen:
            raise
        print_note("No server runs, so the link is made in the database.", as_json=common.as_json)
        _link_without_server(common, name, kind, None)


@people.command("change")
@click.argument("name")
@click.option("--name", "new_name", metavar="NAME", help="The new name.")
@click.option("--role", type=click.Choice(ROLES), help="The new role.")
@click.option("--email", metavar="ADDRESS", help='The new e-mail address; "" removes it.')
@_RECEIVERS
@click.option("--all-receivers", is_flag=True, help="Remove the limit to some receivers.")
@with_common
def change(
    common: Common,
    /,
    *,
    name: str,
    new_name: str | None,
    role: str | None,
    email: str | None,
    receivers: tuple[str, ...],
    all_receivers: bool,
) -> None:
    """Change a person's name, role, e-mail address or receivers. A new role takes effect within 5 seconds.

    \b
    Example:
      plantstore people change "Shop assistant" --role operator
      plantstore people change "Web agency" --receiver "web shop" --receiver printer
    """
    if receivers and all_receivers:
        raise WrongUsage("--receiver and --all-receivers exclude each other.", next_step="Leave one out.")
    client = connect(common)
    body: dict[str, Any] = {"name": new_name, "role": role}
    body = {key: value for key, value in body.items() if value is not None}
    if email is not None:
        body["email"] = email or None
    if receivers or all_receivers:
        body["receivers"] = [resolve_receiver_id(client, one) for one in receivers] or None
    if not body:
        raise WrongUsage("Nothing to change.", next_step="Add --name, --role, --email or --receiver.")
    print_record(client.patch(object_path(client, PERSON, name), body), as_json=common.as_json)


@people.command("deactivate")
@click.argument("name")
@with_common
def deactivate(common: Common, /, *, name: str) -> None:
    """End a person's access: their sessions, links and tokens. The last active operator cannot be deactivated.

    \b
    Example:
      plantstore people deactivate "Shop assistant"
    """
    client = connect(common)
    person = client.post(f"{object_path(client, PERSON, name)}/deactivation", None, idempotency_key=None)
    print_record(person, as_json=common.as_json)


@people.command("reactivate")
@click.argument("name")
@with_common
def reactivate(common: Common, /, *, name: str) -> None:
    """Let a person sign in again. Make a link for them afterwards.

    \b
    Example:
      plantstore people reactivate "Shop assistant"
    """
    client = connect(common)
    person = client.post(f"{object_path(client, PERSON, name)}/reactivation", None, idempotency_key=None)
    print_record(person, as_json=common.as_json)


@people.command("sessions")
@click.argument("name")
@with_common
def sessions(common: Common, /, *, name: str) -> None:
    """List the browsers in which a person is signed in, the most recently used first.

    \b
    Example:
      plantstore people sessions "Shop assistant"
    """
    client = connect(common)
    rows = client.get(f"{object_path(client, PERSON, name)}/sessions")["items"]
    print_list(rows, SESSION_COLUMNS, as_json=common.as_json, empty="Not signed in anywhere.")


@people.command("end-session")
@click.argument("name")
@click.argument("session", required=False)
@click.option("--all", "ends_all", is_flag=True, help="End all of the person's sessions.")
@with_common
def end_session(common: Common, /, *, name: str, session: str | None, ends_all: bool) -> None:
    """Sign a person out in one browser, or everywhere. Their tokens stay valid.

    SESSION is the id of a session, or its beginning, as `plantstore people sessions` lists them.

    \b
    Example:
      plantstore people end-session "Shop assistant" 9f86d081
      plantstore people end-session "Shop assistant" --all
    """
    if (session is None) != ends_all:
        raise WrongUsage("Name one session, or all.", next_step="Add the id of a session, or --all.")
    client = connect(common)
    path = f"{object_path(client, PERSON, name)}/sessions"
    if session is None:
        ended = client.delete(path)
        print_note(f"Ended {plural(ended['ended'], 'session')}.", as_json=common.as_json)
    else:
        session_id = _resolve_session_id(client, path, session)
        client.delete(f"{path}/{segment(session_id)}")
        print_note(f"Ended {session_id}.", as_json=common.as_json)
        ended = {"id": session_id, "ended": 1}
    if common.as_json:
        print_record(ended, as_json=True)


def _resolve_session_id(client: Client, path: str, given: str) -> str:
    """Return the id of the only session whose id begins so."""
    ids = [str(row["id"]) for row in client.get(path)["items"]]
    matches = [one for one in ids if given.strip() and one.startswith(given.strip())]
    if not matches:
        raise Failure(
            f"There is no session “{given}”.",
            exit_code=Exit.NOT_FOUND,
            next_step="`plantstore people sessions` lists them.",
        )
    if len(matches) > 1:
        raise WrongUsage(
            f"“{given}” matches several sessions: {', '.join(matches)}.", next_step="Write more of the id."
        )
    return matches[0]


def _link_with_server(common: Common, name: str, kind: str | None) -> None:
    client = connect(common)
    if next(iter(client.items(PEOPLE, {}, limit=1)), None) is None:
        body = {"name": name, "role": Role.OPERATOR.value}
        person = client.post(PEOPLE, body, idempotency_key=None)
        print_note(f"Added {person['id']}, the first operator.", as_json=common.as_json)
        _print_link(common, person["invitation"], person)
        return
    path = object_path(client, PERSON, name)
    made = client.post(f"{path}/links", {"kind": kind} if kind else {}, idempotency_key=None)
    _print_link(common, made, client.get(path) if not common.as_json else {"name": name})


def _link_without_server(common: Common, name: str, kind: str | None, data: str | None) -> None:
    from plantstore.app.people_link import make_link
    from plantstore.core.clock import SystemClock
    from plantstore.core.settings import SettingError, load
    from plantstore.domain.errors import NotFound, StoreError
    from plantstore.storage.engine.protocols import StorageRefused

    if kind is not None:
        raise WrongUsage("--kind needs a server.", next_step="Leave it out: the link is then for recovery.")
    try:
        settings = load(os.environ, {"data": data})
        made = make_link(settings, name, clock=SystemClock(), random_bytes=secrets.token_bytes)
    except SettingError as error:
        raise WrongUsage(str(error)) from error
    except NotFound as error:
        raise Failure(str(error), exit_code=Exit.NOT_FOUND) from error
    except (StorageRefused, StoreError) as error:
        raise Failure(str(error)) from error
    if made.is_first:
        print_note(f"Added {made.person.id}, the first operator.", as_json=common.as_json)
    _print_link(common, {"url": made.url, "expires_at": to_text(made.expires_at)}, {"name": made.person.name})


def _print_link(common: Common, made: Row, person: Row) -> None:
    """Print a link: without --json only the link itself, so that `LINK=$(plantstore …)` works."""
    if common.as_json:
        print_record(made, as_json=True)
        return
    print_note(f"It signs in {person['name']} once, until {made['expires_at']}. Only they should get it.")
    click.echo(made["url"])

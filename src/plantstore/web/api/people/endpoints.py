"""Invite, list, show, change, deactivate and reactivate people, and make links with which they sign in."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import UNSET

from plantstore.domain import person as domain
from plantstore.domain.errors import Conflict, FieldError, Forbidden, Invalid, NotFound
from plantstore.domain.person import Role
from plantstore.domain.public_ids import ReceiverId, parse_receiver, receiver_text
from plantstore.domain.session import LinkKind
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import passkeys
from plantstore.storage.tables import people as stored
from plantstore.storage.tables import sessions as stored_sessions
from plantstore.storage.tables.sessions import Link
from plantstore.web.api.people import schemas
from plantstore.web.api.people.schemas import EXAMPLE, LINK_EXAMPLE, WAYS_EXAMPLE
from plantstore.web.api.people.ways import ways_of
from plantstore.web.auth import people, sessions
from plantstore.web.auth.link_keys import MadeLink
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.pagination import CURSOR, LIMIT, limit_of, page_response
from plantstore.web.http.parameters import choice_parameter, flag_parameter
from plantstore.web.http.request_context import Command, RequestContext
from plantstore.web.http.response import Response, json_response

PEOPLE = f"{API}/people"
PERSON = PEOPLE + "/{id}"


def _invite(context: RequestContext, tx: Transaction) -> Response:
    asked = to_struct(context.body, schemas.PersonInput)
    dependencies = context.dependencies
    person, link = people.invite(
        tx,
        ids=dependencies.ids,
        random_bytes=dependencies.random_bytes,
        name=asked.name,
        email=asked.email or None,
        role=asked.role,
        receiver_ids=_receiver_ids(asked.receivers),
        by=context.token,
    )
    context.detail = f"{person.name}, {person.role}"
    invitation = _link(context, link, LinkKind.INVITATION)
    location = ((b"location", f"{PEOPLE}/{person.id}".encode()),)
    view = schemas.InvitedPerson(**_fields(tx, [person])[0], invitation=invitation)
    return json_response(view, status=201, headers=location)


def _list(context: RequestContext, tx: Transaction) -> Response:
    role = context.query.get("role")
    filters = stored.PersonFilter(role=None if role is None else Role(role), is_active=context.query.get("active"))
    found = stored.page(tx, filters, keyset=context.keyset, limit=limit_of(context) + 1)
    views = {fields["id"]: schemas.Person(**fields) for fields in _fields(tx, found)}
    return page_response(context, found, item=lambda one: views[one.id], place=lambda one: one.id)


def _show(context: RequestContext, tx: Transaction) -> Response:
    person = people.find(tx, context.request.values["id"])
    return json_response(schemas.ShownPerson(**_fields(tx, [person])[0], ways=ways_of(tx, person.id)))


async def _change(context: RequestContext) -> Response:
    asked = to_struct(context.body, schemas.PersonPatch)
    if Scope.PEOPLE_WRITE not in context.token.scopes and context.body.keys() - {"name"}:
        # An address that is refused because it is taken would tell who there is.
        raise Forbidden("Only operators change roles, receivers and e-mail addresses.")
    patch = people.PersonPatch(
        name=None if asked.name is UNSET else asked.name,
        email=None if asked.email is UNSET else asked.email or "",
        role=None if asked.role is UNSET else asked.role,
        receiver_ids="same" if asked.receivers is UNSET else _receiver_ids(asked.receivers),
    )
    context.detail = ", ".join(f"role {asked.role}" if one == "role" else one for one in sorted(context.body))

    def change(tx: Transaction) -> Response:
        return _response(tx, people.change(tx, context.request.values["id"], patch, by=context.token))

    return await _with_effect(context, change)


async def _deactivate(context: RequestContext) -> Response:
    def deactivate(tx: Transaction) -> Response:
        person = people.deactivate(tx, context.request.values["id"], by=context.token)
        context.detail = person.name
        return _response(tx, person)

    return await _with_effect(context, deactivate)


async def _reactivate(context: RequestContext) -> Response:
    def reactivate(tx: Transaction) -> Response:
        person = people.reactivate(tx, context.request.values["id"], by=context.token)
        context.detail = person.name
        return _response(tx, person)

    return await _with_effect(context, reactivate)


async def _with_effect(context: RequestContext, command: Command) -> Response:
    """Run a command that changes permissions. They take effect now in this process, and in 5 seconds in others."""
    response = await context.write(command)
    context.dependencies.authenticator.forget()
    return response


def _make_link(context: RequestContext, tx: Transaction) -> Response:
    asked = to_struct(context.body, schemas.LinkInput)
    person = people.find(tx, context.request.values["id"])
    if asked.kind is UNSET:
        kind = LinkKind.INVITATION if person.last_seen_at is None else LinkKind.RECOVERY
    else:
        kind = asked.kind
    if kind not in schemas.KINDS_ASKED:
        detail = f"Use {', '.join(schemas.KINDS_ASKED)}."
        raise Invalid(fields=(FieldError(pointer="/kind", code="choice", detail=detail),))
    link = people.make_link(tx, person.id, kind=kind, random_bytes=context.dependencies.random_bytes, by=context.token)
    context.detail = f"{kind} for {person.name}"
    return json_response(_link(context, link, kind), status=201)


def _link(context: RequestContext, link: MadeLink, kind: LinkKind) -> schemas.PersonLink:
    url = sessions.address(context.dependencies.settings.console_url, link)
    return schemas.PersonLink(kind=kind, expires_at=to_text(link.expires_at), url=url)


def _receiver_ids(texts: Sequence[str] | None) -> frozenset[ReceiverId] | None:
    """Parse receiver ids. Raise Invalid, which points to the first id that is malformed."""
    if texts is None:
        return None
    ids = [parse_receiver(text) for text in texts[: domain.RECEIVERS_MAX + 1]]
    if None in ids:
        pointer = f"/receivers/{ids.index(None)}"
        raise Invalid(fields=(FieldError(pointer=pointer, code="not_found", detail="There is no such receiver."),))
    return frozenset(id for id in ids if id is not None)


def _response(tx: Transaction, person: domain.Person) -> Response:
    return json_response(schemas.Person(**_fields(tx, [person])[0]))


def _fields(tx: Transaction, found: Sequence[domain.Person]) -> list[dict[str, Any]]:
    """Return the fields of `schemas.Person` for each person."""
    ids = [person.id for person in found]
    links, devices = stored_sessions.links_of_people(tx, ids), stored_sessions.count_open(tx, ids)
    owned = passkeys.counts(tx, ids)
    return [
        _fields_of(person, links.get(person.id))
        | {"devices": devices.get(person.id, 0), "passkeys": owned.get(person.id, 0)}
        for person in found
    ]


def _fields_of(person: domain.Person, link: Link | None) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "email": person.email,
        "role": person.role,
        "receivers": None if person.receiver_ids is None else [receiver_text(id) for id in sorted(person.receiver_ids)],
        "state": "deactivated" if not person.is_active else "invited" if person.last_seen_at is None else "active",
        "created_at": to_text(person.created_at),
        "created_by": person.created_by,
        "deactivated_at": text_or_none(person.deactivated_at),
        "last_seen_at": text_or_none(person.last_seen_at),
        "link": None if link is None else schemas.OpenLink(kind=link.kind, expires_at=to_text(link.expires_at)),
    }


_get = partial(Endpoint, method="GET", scope=Scope.PEOPLE_WRITE)
_post = partial(Endpoint, method="POST", scope=Scope.PEOPLE_WRITE)

ENDPOINTS = (
    _post(
        path=PEOPLE,
        name="invitePerson",
        summary="Invite a person",
        description=(
            "Adds a person, and returns the link that invites them. It works once, within 7 days, and is returned only "
            "now. Nothing is sent: pass the link on."
        ),
        handler=write_handler(_invite),
        status=201,
        request=schemas.PersonInput,
        request_example={
            "name": "Web agency",
            "email": "agency@agency.example",
            "role": "integrator",
            "receivers": ["rcv_01k8z4q7m2abc"],
        },
        response=schemas.InvitedPerson,
        response_example=EXAMPLE | {"invitation": LINK_EXAMPLE},
        errors=(Invalid, Conflict, Forbidden),
    ),
    _get(
        path=PEOPLE,
        name="listPeople",
        summary="List people",
        description="In the order in which they were invited, deactivated ones included.",
        handler=read_handler(_list),
        response=schemas.PersonPage,
        response_example={"items": [EXAMPLE], "next": None, "prev": None},
        parameters=(
            choice_parameter("role", "Only people with this role.", Role),
            flag_parameter("active", "true: only people who are not deactivated; false: only those who are."),
            LIMIT,
            CURSOR,
        ),
    ),
    _get(
        path=PERSON,
        name="showPerson",
        summary="Get a person",
        description=(
            "With the passkeys and accounts with which they sign in. Needs no scope for the person of the request: use "
            "`own` as the id."
        ),
        handler=read_handler(_show),
        response=schemas.ShownPerson,
        response_example=EXAMPLE | {"passkeys": 1, "ways": WAYS_EXAMPLE},
        allows_self=True,
        self_is_person=True,
        errors=(NotFound,),
    ),
    Endpoint(
        method="PATCH",
        path=PERSON,
        name="changePerson",
        scope=Scope.PEOPLE_WRITE,
        summary="Change a person",
        description=(
            "A new role or limit takes effect immediately in this process, and within 5 seconds in others, for their "
            "sessions and tokens too. When an operator gets another role, links that they made end, with what was "
            "opened with these and tokens that were created there, as in a deactivation. Your token needs the scopes "
            "of the old and of the new role. The last active operator stays one. People change their own name without "
            "the scope."
        ),
        handler=_change,
        request=schemas.PersonPatch,
        request_example={"role": "staff"},
        response=schemas.Person,
        response_example=EXAMPLE | {"role": "staff", "receivers": None},
        allows_self=True,
        self_is_person=True,
        errors=(Invalid, Conflict, NotFound, Forbidden),
    ),
    _post(
        path=PERSON + "/deactivation",
        name="deactivatePerson",
        summary="Deactivate a person",
        description=(
            "Ends their sessions, links and tokens, what was opened with links that they made, and tokens that were "
            "created there, each with a row of its own in the activity: immediately in this process, and within 5 "
            "seconds in others. To list these tokens first, use `GET /tokens?link_maker=`. Tokens of programs that "
            "they created themselves stay valid. The last active operator cannot be deactivated. Your token needs the "
            "scopes of the person's role."
        ),
        handler=_deactivate,
        response=schemas.Person,
        response_example=EXAMPLE | {"state": "deactivated", "deactivated_at": "2026-03-03T09:15:00.000Z", "link": None},
        errors=(Conflict, NotFound, Forbidden),
    ),
    _post(
        path=PERSON + "/reactivation",
        name="reactivatePerson",
        summary="Reactivate a person",
        description=(
            "They may sign in again. Sessions, links and tokens that ended do not come back. Your token needs the "
            "scopes of the person's role."
        ),
        handler=_reactivate,
        response=schemas.Person,
        response_example=EXAMPLE,
        errors=(NotFound, Forbidden),
    ),
    _post(
        path=PERSON + "/links",
        name="makePersonLink",
        summary="Make a link for a person",
        description=(
            "The link signs the person in once, and replaces their earlier links that were not used. Pass it on by a "
            "way that only this person reads."
        ),
        handler=write_handler(_make_link),
        status=201,
        request=schemas.LinkInput,
        request_example={},
        response=schemas.PersonLink,
        response_example=LINK_EXAMPLE,
        errors=(Invalid, Conflict, NotFound, Forbidden),
    ),
)

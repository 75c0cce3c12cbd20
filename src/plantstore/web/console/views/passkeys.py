"""Passkeys: what browsers need to create or use one, and the passkeys of the person who is signed in."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from plantstore.domain.errors import Conflict, Forbidden, Invalid, Malformed, NotFound, StoreError, Unauthorized
from plantstore.domain.passkey import NAME_CHARS_MAX, PASSKEYS_MAX, Passkey, RelyingParty
from plantstore.domain.person import Person
from plantstore.domain.timestamps import text_or_none, to_text
from plantstore.storage.queries.maker_names import names_of
from plantstore.storage.tables import openid, people
from plantstore.storage.tables import passkeys as stored
from plantstore.web.auth import passkeys, sessions, webauthn
from plantstore.web.auth.challenges import Purpose
from plantstore.web.console import passkey_ceremonies as ceremonies
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.http.problems import KINDS, Refused
from plantstore.web.http.response import Headers, Response, json_response

LIST = "/account/passkeys"
_PASSKEY_NAME = "passkey_name"
_NO_PERSON = "You're signed in with a token, which has no passkeys. Sign in as yourself first."


async def _options(request: PageRequest) -> Response:
    """Return the options of a ceremony as JSON, for `passkeys.js`."""
    try:
        options = await _options_for(request)
        return json_response(options, headers=tuple(request.set_cookies))
    except Refused as refused:
        return _problem(refused.error, refused.headers)
    except StoreError as error:
        return _problem(error)


def _problem(error: StoreError, headers: Headers = ()) -> Response:
    return json_response({"detail": error.detail}, status=KINDS[type(error)].status, headers=headers)


async def _options_for(request: PageRequest) -> dict[str, Any]:
    request.throttle.check(request.http)
    party = ceremonies.check_party(request)
    purpose = request.form.get("purpose")
    if purpose == Purpose.SIGN_IN:
        return webauthn.request_options(party, ceremonies.new_challenge(request, Purpose.SIGN_IN, ""))
    if purpose == Purpose.CONFIRM:
        person_id = _signed_in_person_id(request)
        own = await request.dependencies.database.read(lambda tx: stored.of_person(tx, person_id))
        allowed = [one.credential_id for one in own if one.rp_id == party.id]
        challenge = ceremonies.new_challenge(request, Purpose.CONFIRM, person_id)
        return webauthn.request_options(party, challenge, allowed=allowed)
    if purpose != Purpose.CREATE:
        raise Malformed("There is no such purpose.")
    person = await _creator(request)
    random_bytes = request.dependencies.random_bytes
    begin = partial(passkeys.begin, person_id=person.id, party=party, random_bytes=random_bytes)
    holder = await request.dependencies.database.write(begin)
    return webauthn.creation_options(
        party,
        ceremonies.new_challenge(request, Purpose.CREATE, person.id),
        handle=holder.handle,
        name=request.form.get("name") or person.name,  # on an invitation, people may correct their name
        label=person.email or person.name,
        existing=holder.existing,
    )


async def _creator(request: PageRequest) -> Person:
    """Return the person for whom a passkey is created: whom a link is for, or who is signed in."""
    link_key = request.form.get("key")
    if not link_key:
        person_id = _signed_in_person_id(request)
        person = await request.dependencies.database.read(lambda tx: people.find(tx, person_id))
    else:
        try:
            person = (await request.dependencies.database.read(lambda tx: sessions.check_link(tx, link_key))).person
        except Unauthorized:
            request.throttle.count_failure(request.http)
            raise
    if person is None:
        raise NotFound(_NO_PERSON)
    return person


def _signed_in_person_id(request: PageRequest) -> str:
    """Return the id of the person who is signed in. Raise an error for a token, or a form of another session."""
    if request.signed_in is None:
        raise Unauthorized("Your session has ended. Reload the page and sign in again.")
    request.check_csrf_token()
    person_id = request.signed_in.session.person_id
    if person_id is None:
        raise Forbidden(_NO_PERSON)
    return person_id


async def _list(request: PageRequest) -> Response:
    return await _listed(request)


async def _listed(request: PageRequest, *, refused: Invalid | None = None, renamed: str = "") -> Response:
    """Return the list of the person's own passkeys; `refused` is why the passkey with the id `renamed` was not."""
    return request.render(
        "passkeys.html",
        status=200 if refused is None else 422,
        refused=refused,
        renamed=renamed,
        rows=await own_passkeys(request),
        is_person=_person_id(request) is not None,
        passkeys_max=PASSKEYS_MAX,
        name_max=NAME_CHARS_MAX,
    )


async def _new(request: PageRequest) -> Response:
    """Return the page that creates a passkey, if the person has just signed in; else the list, which asks again."""
    assert request.signed_in is not None
    if not request.signed_in.session.is_recent_sign_in(request.dependencies.clock.now()):
        return request.redirect(LIST)
    return _creation_form(request)


async def _new_after_proof(request: PageRequest) -> Response:
    return _creation_form(request)


def _creation_form(request: PageRequest, *, refused: StoreError | None = None) -> Response:
    return request.render(
        "passkey_new.html",
        status=200 if refused is None else 422,
        refused=refused,
        is_person=_person_id(request) is not None,
        suggested=ceremonies.default_name(request),
        name_max=NAME_CHARS_MAX,
    )


async def _create(request: PageRequest) -> Response:
    person_id = _person_id(request)
    if person_id is None:
        raise NotFound(_NO_PERSON)
    try:
        here = await ceremonies.created(request, request.form.get(ceremonies.PASSKEY), person_id)
        name = request.form.get(_PASSKEY_NAME)
        await request.dependencies.database.write(
            lambda tx: ceremonies.add(tx, request, here, person_id=person_id, name=name, by=request.token)
        )
    except (Invalid, Conflict) as refused:
        return _creation_form(request, refused=refused)
    return request.redirect(LIST, "Your passkey was created.")


async def _rename(request: PageRequest) -> Response:
    passkey_id, name = request.values["id"], request.form.get("name")
    try:
        await request.dependencies.database.write(lambda tx: passkeys.rename(tx, request.token, passkey_id, name))
    except Invalid as refused:
        return await _listed(request, refused=refused, renamed=passkey_id)
    return request.redirect(LIST, "The passkey was renamed.")


async def _ask_to_remove(request: PageRequest) -> Response:
    own = await _own(request)
    passkey = next((one for one in own if one.id == request.values["id"]), None)
    if passkey is None:
        raise NotFound("You have no such passkey.")
    issuer = request.dependencies.settings.openid_issuer
    has_account = issuer in await request.dependencies.database.read(
        lambda tx: openid.issuers_of(tx, passkey.person_id)
    )
    return request.render("passkey_remove.html", passkey=passkey, is_last=len(own) == 1, has_account=has_account)


async def _remove(request: PageRequest) -> Response:
    passkey_id = request.values["id"]
    await request.dependencies.database.write(lambda tx: passkeys.remove(tx, request.token, passkey_id))
    return request.redirect(
        LIST, "The passkey was removed. Remove it from your device too, or it will still be offered."
    )


async def own_passkeys(request: PageRequest) -> list[dict[str, Any]]:
    """Return the passkeys of the person who is signed in, as templates show them."""
    party, own = ceremonies.party_of(request), await _own(request)
    makers = {maker for one in own for maker in one.link_makers}
    names = await request.dependencies.database.read(lambda tx: names_of(tx, makers)) if makers else {}
    return [_row(one, party, names) for one in own]


def _row(passkey: Passkey, party: RelyingParty | None, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": passkey.id,
        "name": passkey.name,
        "rp_id": passkey.rp_id,
        "works": party is not None and passkey.rp_id == party.id,
        "backed_up": passkey.backed_up,
        "created_at": to_text(passkey.created_at),
        "last_used_at": text_or_none(passkey.last_used_at),
        "suspicious_at": passkey.suspicious_at,
        "added_through": [{"name": names.get(maker)} for maker in passkey.link_makers],
    }


async def _own(request: PageRequest) -> list[Passkey]:
    person_id = _person_id(request)
    if person_id is None:
        return []
    return await request.dependencies.database.read(lambda tx: stored.of_person(tx, person_id))


def _person_id(request: PageRequest) -> str | None:
    return None if request.signed_in is None else request.signed_in.session.person_id


PAGES = (
    post_page("/passkeys/options", _options, public=True),
    get_page(LIST, _list),
    post_page(LIST, _create, proved=True),
    get_page(ceremonies.NEW, _new),
    post_page(ceremonies.NEW, _new_after_proof, proved=True),
    post_page("/account/passkeys/{id}", _rename),
    get_page("/account/passkeys/{id}/removal", _ask_to_remove),
    post_page("/account/passkeys/{id}/removal", _remove, proved=True),
)

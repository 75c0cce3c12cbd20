"""One-time links: sign in with one, accept or decline an invitation, and become the first operator of a store.

Opening a link uses nothing up, because mail programs and chats open links for their previews: a form does.
"""

from functools import partial

from plantstore.domain.errors import Conflict, Invalid, StoreError, Unauthorized
from plantstore.domain.person import NAME_CHARS_MAX, Role
from plantstore.domain.session import LinkKind
from plantstore.domain.timestamps import to_text
from plantstore.storage.database import Transaction
from plantstore.storage.tables.sessions import Link
from plantstore.web.auth import people, principals, sessions
from plantstore.web.auth.people import PersonPatch
from plantstore.web.auth.sessions import OpenLink, SignedIn
from plantstore.web.console import passkey_ceremonies as ceremonies
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.sse import Stream
from plantstore.web.console.welcome import present_key, wants_to_stay, welcome
from plantstore.web.http.response import Response

ROLE_WORDS = {
    Role.STAFF: ("Staff", "add, edit, import and export plants"),
    Role.INTEGRATOR: ("Integrator", "set up receivers, inspect deliveries and replay them"),
    Role.OPERATOR: ("Operator", "do everything, including people, tokens and health"),
}
_NAME = "name"


async def check_link(request: PageRequest, link_key: str) -> OpenLink:
    """Return a link that works. Raise Unauthorized, and count a failed sign-in, for any other."""
    request.throttle.check(request.http)
    try:
        return await request.dependencies.database.read(lambda tx: sessions.check_link(tx, link_key))
    except Unauthorized:
        request.throttle.count_failure(request.http)
        raise


async def show_link(request: PageRequest, link_key: str, following: str) -> Response | Stream:
    """Return the page of a person's link; a link of a token that a person opened signs in right away."""
    found = await check_link(request, link_key)
    if _signs_in_at_once(found) and _was_opened_by_a_person(request):
        return await _sign_in(request, found, link_key, following)
    return await _page(request, found, link_key, following)


async def use_link(request: PageRequest, link_key: str, following: str) -> Response | Stream:
    """Sign in with the link of a submitted form."""
    found = await check_link(request, link_key)
    try:
        return await _sign_in(request, found, link_key, following)
    except (Invalid, Conflict) as refused:
        return await _page(request, found, link_key, following, refused=refused)


async def decline(request: PageRequest) -> Response:
    """End the link of an invitation. Raise Unauthorized, and count a failed sign-in, for any other."""
    link_key = request.form.get("key")
    await check_link(request, link_key)
    await request.dependencies.database.write(lambda tx: sessions.decline(tx, link_key))
    return request.redirect("/sign-in", "You declined the invitation. Its link no longer works.")


async def _sign_in(request: PageRequest, found: OpenLink, link_key: str, following: str) -> Response | Stream:
    name, here = request.form.get(_NAME), None
    if found.person is not None and request.form.get(ceremonies.PASSKEY):
        here = await ceremonies.created(request, request.form.get(ceremonies.PASSKEY), found.person.id)
    use = partial(
        sessions.sign_in_by_link,
        random_bytes=request.dependencies.random_bytes,
        instead_of=present_key(request),
        device=request.device,
        remembered=wants_to_stay(request),
    )

    def sign_in(tx: Transaction) -> SignedIn:
        if found.makes_first_person:
            people.make_first(tx, ids=request.dependencies.ids, name=name)
        elif found.person is not None and found.link.kind is LinkKind.INVITATION and _NAME in request.form:
            sessions.check_link(tx, link_key)  # again, in the transaction of the change
            people.change(tx, found.person.id, PersonPatch(name=name), by=None)
        signed_in = use(tx, link_key)
        if here is not None and found.person is not None:
            ceremonies.add(tx, request, here, person_id=found.person.id, name="", by=signed_in.token)
        return signed_in

    signed_in = await request.dependencies.database.write(sign_in)
    is_new_owner = found.makes_first_person and ceremonies.party_of(request) is not None
    return await welcome(request, signed_in, ceremonies.NEW if is_new_owner else following)


async def _page(
    request: PageRequest, found: OpenLink, link_key: str, following: str, *, refused: StoreError | None = None
) -> Response:
    inviter = await request.dependencies.database.read(lambda tx: _name_of_maker(tx, found.link))
    person = found.person
    role = Role.OPERATOR if person is None else person.role
    return request.render(
        "invitation.html",
        status=200 if refused is None else 422,
        refused=refused,
        link_key=link_key,
        following=following,
        is_first=found.makes_first_person,
        is_invitation=found.link.kind is LinkKind.INVITATION,
        takes_passkey=person is not None and found.link.kind in (LinkKind.INVITATION, LinkKind.RECOVERY),
        person=person,
        token=found.token,
        inviter=inviter,
        role=ROLE_WORDS[role],
        expires_at=to_text(found.link.expires_at),
        entered=request.form.get(_NAME) or ("" if person is None else person.name),
        name_max=NAME_CHARS_MAX,
    )


def _name_of_maker(tx: Transaction, link: Link) -> str:
    """Return the name of the person or token that made a link; "" if the program made it."""
    maker = None if link.created_by is None else principals.find(tx, link.created_by)
    return "" if maker is None else maker.name


def _signs_in_at_once(found: OpenLink) -> bool:
    """True for links of tokens, and for the owner's link of a store that has its operator."""
    return found.token is not None or (found.person is not None and found.link.kind is LinkKind.OWNER)


def _was_opened_by_a_person(request: PageRequest) -> bool:
    """True if a person opened the one-time link, not a link preview or prefetch, which would use up the link.

    False also if another site opened the link, since it could sign people in as someone else. If False, the page shows
    a button.
    """
    headers = request.http.headers
    return (
        request.http.method == "GET"
        and headers.get(b"sec-fetch-mode") == b"navigate"
        and headers.get(b"sec-fetch-site") in (b"none", b"same-origin")
        and b"sec-purpose" not in headers
    )

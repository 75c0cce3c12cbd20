"""Sign in with an OpenID Connect provider, and confirm there that it is you.

The first page is not a redirect but a page that the browser leaves immediately: browsers apply the policy for forms
also to redirects after a form, and the policy names no other site.
"""

import asyncio
import base64
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import structlog

from plantstore.domain.errors import StoreError, Unauthorized
from plantstore.domain.openid import CALLBACK_PATH, Account, Attempt, ProviderUnusable
from plantstore.domain.secret import Secret
from plantstore.domain.session import LinkKind, SignInWay
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.tables import openid as stored
from plantstore.storage.tables.openid import StoredAttempt
from plantstore.web.auth import openid, people, sessions
from plantstore.web.auth.link_keys import make_key
from plantstore.web.auth.people import PersonPatch
from plantstore.web.auth.sessions import SignedIn
from plantstore.web.console import cookies
from plantstore.web.console.forms import Form
from plantstore.web.console.kept_forms import fold, unfold
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.sse import Stream
from plantstore.web.console.welcome import KEPT, local, wants_to_stay, welcome
from plantstore.web.http.problems import KINDS
from plantstore.web.http.response import Response

if TYPE_CHECKING:
    from plantstore.sending.openid.client import OpenIdClient

START, ACCOUNT = "/sign-in/openid", "/account"
Begin = partial[Attempt]
AGAIN = "again"  # the form field that confirms a session
CODE_CHARS_MAX = 4_096
SIGN_OUT_S_MAX = 2.0  # max time to find the provider's address for signing out
KEPT_PURPOSE = "forms during a sign-in"
_UNUSABLE = 503
_ERRORS = {
    "access_denied": "You cancelled the sign-in, or your provider doesn't let you use this store.",
    "login_required": "Your provider wants you to sign in there first.",
    "temporarily_unavailable": "Your provider is busy. Try again in a minute.",
}
_OTHER_ERROR = "Your provider reported a problem, and didn't sign you in."
_log = structlog.get_logger("plantstore")


async def _start(request: PageRequest) -> Response:
    client, form = request.dependencies.openid, request.form
    if client is None:  # the page of the form is older than the present settings
        return request.redirect("/sign-in")
    begin = partial(
        openid.begin,
        random_bytes=request.dependencies.random_bytes,
        following=local(form.get("next", "/")),
        kept=_sealed(request, fold(unfold(form.raw(KEPT)))) if KEPT in form else "",
        remembered=wants_to_stay(request),
        link_key=form.get("key"),
        confirms=request.signed_in if AGAIN in form else None,
    )
    return await _go(request, client, begin, again=AGAIN in form and request.signed_in is not None)


async def _connect(request: PageRequest) -> Response:
    """Link an account to the person who is signed in, by a sign-in link of their own that the response uses up."""
    client, signed_in = request.dependencies.openid, request.signed_in
    assert signed_in is not None
    if client is None or signed_in.session.person_id is None:
        return request.redirect(ACCOUNT)
    random_bytes = request.dependencies.random_bytes
    make = partial(people.make_link, kind=LinkKind.SIGN_IN, random_bytes=random_bytes, by=request.token)
    link = await request.dependencies.database.write(partial(make, person_id=signed_in.session.person_id))
    begin = partial(
        openid.begin,
        random_bytes=random_bytes,
        following=ACCOUNT,
        remembered=signed_in.session.remembered,
        link_key=link.key.reveal(),
    )
    return await _go(request, client, begin, again=False)


async def _go(request: PageRequest, client: "OpenIdClient", begin: Begin, *, again: bool) -> Response:
    """Begin a sign-in, and return the page that the browser leaves for the provider."""
    request.throttle.check(request.http)
    request.throttle.count_start(request.http)
    settings = request.dependencies.settings
    browser = cookies.read_openid_secret(settings, request.sent_cookies) or make_key(request.dependencies.random_bytes)
    command = partial(_begin, request=request, begin=partial(begin, browser=browser))
    request.http.leave()  # the provider may take long
    try:
        await client.metadata()  # before anything is stored
        attempt = await request.dependencies.database.write(command)
        address = await client.authorization_address(attempt, again=again)
    except (ProviderUnusable, StoreError) as error:
        return _refuse(request, error)
    request.set_cookies.append(cookies.openid_cookie(settings, browser))
    return request.render("openid_start.html", address=address)


def _begin(tx: Transaction, *, request: PageRequest, begin: Begin) -> Attempt:
    """Begin a sign-in. The form of an invitation also has the name of the person."""
    name, link_key = request.form.get("name"), request.form.get("key")
    found = sessions.check_link(tx, link_key) if name and link_key else None
    if found is not None and found.person is not None and found.link.kind is LinkKind.INVITATION:
        people.change(tx, found.person.id, PersonPatch(name=name), by=None)
    return begin(tx)


async def _callback(request: PageRequest) -> Response | Stream:
    client = request.dependencies.openid
    if client is None:
        return request.redirect("/sign-in")
    request.throttle.check(request.http)
    request.http.leave()
    waiting: StoredAttempt | None = None
    try:
        state, browser, waiting = await _take(request)
        await client.check_issuer(request.query.get("iss"))
        account = await _account(request, client, openid.attempt_of(state, browser), waiting)
        done = await request.dependencies.database.write(
            partial(
                openid.complete,
                account=account,
                waiting=waiting,
                rules=openid.rules_of(request.dependencies.settings),
                ids=request.dependencies.ids,
                random_bytes=request.dependencies.random_bytes,
                present=request.signed_in,
                device=request.device,
            )
        )
    except (ProviderUnusable, StoreError) as error:
        return _refuse(request, error, waiting)
    request.dependencies.authenticator.forget()  # the person may have another role now
    if isinstance(done, openid.LostRole):
        return _refuse(request, done.error, waiting)
    if done.notice:
        request.set_cookies.append(cookies.notice_cookie(request.dependencies.settings, done.notice))
    request.form = Form([(KEPT, waiting.kept)] if waiting.kept else [])
    return await welcome(request, done.signed_in, local(waiting.following))


async def is_linked(request: PageRequest) -> bool:
    """True if the person who is signed in has an account at the provider."""
    client, person_id = request.dependencies.openid, request.token.person_id
    if client is None or person_id is None:
        return False
    return client.issuer in await request.dependencies.database.read(lambda tx: stored.issuers_of(tx, person_id))


async def sign_out_address(request: PageRequest, signed_in: SignedIn) -> str | None:
    """Return the address at the provider that signs a person out there; None if they didn't sign in with it."""
    client, settings = request.dependencies.openid, request.dependencies.settings
    if client is None or signed_in.session.way is not SignInWay.OPENID:
        return None
    try:
        async with asyncio.timeout(SIGN_OUT_S_MAX):
            return await client.sign_out_address(f"{settings.console_url}/sign-in")
    except TimeoutError:
        return None


async def _take(request: PageRequest) -> tuple[str, Secret, StoredAttempt]:
    """Return `state`, the browser's secret, and the sign-in that waits. Raise Unauthorized if there is none."""
    state = request.query.get("state", "")
    browser = cookies.read_openid_secret(request.dependencies.settings, request.sent_cookies)
    if browser is None:
        raise Unauthorized(openid.ENDED)
    database = request.dependencies.database
    await database.read(lambda tx: openid.check(tx, state, browser))  # a wrong state opens no write transaction
    waiting = await database.write(lambda tx: openid.take(tx, state, browser))
    return state, browser, replace(waiting, kept=_opened(request, waiting.kept))


def _sealed(request: PageRequest, kept: str) -> str:
    """Return a kept form as the database may store it: encrypted, because it may have the URL of a chat's webhook."""
    sealed = request.dependencies.secret_box.seal(kept.encode(), purpose=KEPT_PURPOSE)
    return base64.urlsafe_b64encode(sealed).decode()


def _opened(request: PageRequest, sealed: str) -> str:
    """Return the form that `_sealed` encrypted; "" if there is none, or if it was encrypted with another key."""
    try:
        return request.dependencies.secret_box.open(base64.urlsafe_b64decode(sealed), purpose=KEPT_PURPOSE).decode()
    except (StorageRefused, ValueError):
        return ""


async def _account(request: PageRequest, client: "OpenIdClient", attempt: Attempt, waiting: StoredAttempt) -> Account:
    """Return the account for the code in the provider's response. Raise Unauthorized if the response is an error."""
    code, error = request.query.get("code", ""), request.query.get("error", "")
    if error or not 0 < len(code) <= CODE_CHARS_MAX:
        raise Unauthorized(_ERRORS.get(error, _OTHER_ERROR))
    settings = request.dependencies.settings
    wanted = [settings.openid_role_claim] if settings.openid_roles else []
    if settings.openid_people == "create":
        wanted.append("name")
    since = None if waiting.session is None else waiting.created_at
    return await client.account(code, attempt, since=since, wanted=wanted)


def _refuse(
    request: PageRequest, error: ProviderUnusable | StoreError, waiting: StoredAttempt | None = None
) -> Response:
    """Return a page that says what went wrong, and lets the person try again. The log has the cause."""
    name = request.dependencies.settings.openid_name
    if isinstance(error, ProviderUnusable):
        status, detail = _UNUSABLE, f"Signing in with {name} doesn't work right now. The cause is in the store's log."
    else:
        status, detail = KINDS[type(error)].status, error.detail
        request.throttle.count_failure(request.http)
    _log.warning("a sign-in by OpenID Connect failed", reason=str(error), request_id=request.http.request_id)
    return request.render(
        "openid_refused.html",
        status=status,
        detail=detail,
        request_id=request.http.request_id,
        following="/" if waiting is None else local(waiting.following),
        kept="" if waiting is None else waiting.kept,
        again=waiting is not None and waiting.session is not None,
        again_field=AGAIN,
    )


PAGES = (
    post_page(START, _start, public=True),
    get_page(CALLBACK_PATH, _callback, public=True),
    post_page(ACCOUNT + "/openid", _connect, proved=True),
)

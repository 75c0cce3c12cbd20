"""Confirmations that the person at the browser is who signed in, before an action that can't be undone.

The form that was submitted survives the question: its fields are hidden in the page that asks.
"""

from functools import partial

from plantstore.domain.errors import Conflict, Unauthorized
from plantstore.domain.session import SignInWay
from plantstore.storage.tables import passkeys
from plantstore.web.auth import sessions
from plantstore.web.auth.sessions import SignedIn
from plantstore.web.console import cookies
from plantstore.web.console import passkey_ceremonies as ceremonies
from plantstore.web.console.kept_forms import fold
from plantstore.web.console.page_request import CSRF_FIELD, IDEMPOTENCY_FIELD, PageRequest
from plantstore.web.http.response import Response

AGAIN = "again_token"
_ASKED = (AGAIN, ceremonies.AGAIN_PASSKEY)


async def is_proved(request: PageRequest) -> bool:
    """True if the sign-in is recent, or the form proves it again: by a passkey, a new link of the person, or the token.

    The session is then replaced by a new one. A wrong proof counts as a failed sign-in.
    """
    assert request.signed_in is not None
    if request.signed_in.session.is_recent_sign_in(request.dependencies.clock.now()):
        return True
    if not any(map(request.form.get, _ASKED)):
        return False
    request.throttle.check(request.http)
    try:
        request.signed_in = await _prove(request, request.signed_in)
    except (Unauthorized, Conflict):
        request.throttle.count_failure(request.http)
        return False
    request.set_cookies.append(cookies.sign_in_cookie(request.dependencies.settings, request.signed_in))
    return True


async def ask_again(request: PageRequest, form_address: str) -> Response:
    """Return a page that asks for proof, then resubmits the form with the same idempotency key.

    A proof at the OpenID Connect provider shows the page of the form again instead, which is at `form_address`.
    """
    hidden = (*_ASKED, CSRF_FIELD, IDEMPOTENCY_FIELD)
    fields = [pair for pair in request.form.pairs if pair[0] not in hidden]
    return request.render(
        "prove.html",
        status=401,
        fields=fields,
        idempotency_key=request.idempotency_key,
        wrong=any(map(request.form.get, _ASKED)),
        is_person=request.token.person_id == request.token.id,
        has_own_passkey=await _has_passkey(request),
        again=AGAIN,
        again_passkey=ceremonies.AGAIN_PASSKEY,
        openid_again=_signed_in_by_openid(request),
        form_address=form_address,
        kept=fold(fields),
    )


def _signed_in_by_openid(request: PageRequest) -> bool:
    """True if the person signed in with the OpenID Connect provider, and can confirm there that it is them."""
    assert request.signed_in is not None
    return request.dependencies.openid is not None and request.signed_in.session.way is SignInWay.OPENID


async def _prove(request: PageRequest, signed_in: SignedIn) -> SignedIn:
    passkey, text = request.form.get(ceremonies.AGAIN_PASSKEY), request.form.get(AGAIN)
    if passkey:
        return await ceremonies.confirm(request, signed_in, passkey)
    if signed_in.session.person_id is not None:
        text = sessions.key_in(text)
    elif await request.dependencies.authenticator.find(text, request.http) is None:
        raise Unauthorized(sessions.WRONG_TOKEN)
    prove = partial(
        sessions.prove_again, signed_in=signed_in, text=text, random_bytes=request.dependencies.random_bytes
    )
    return await request.dependencies.database.write(prove)


async def _has_passkey(request: PageRequest) -> bool:
    """True if the person has a passkey that works at this address."""
    assert request.signed_in is not None
    person_id, party = request.signed_in.session.person_id, ceremonies.party_of(request)
    if person_id is None or party is None:
        return False
    own = await request.dependencies.database.read(lambda tx: passkeys.of_person(tx, person_id))
    return any(one.rp_id == party.id and one.suspicious_at is None for one in own)

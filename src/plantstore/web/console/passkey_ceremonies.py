"""Passkey ceremonies on console pages: a challenge for this browser, and the verification of what it sends back."""

import asyncio
import base64
import re
from dataclasses import dataclass
from functools import partial

from plantstore.domain.errors import Conflict, Invalid, NotFound, Unauthorized
from plantstore.domain.passkey import Passkey, RelyingParty, relying_party
from plantstore.domain.token import Token
from plantstore.storage.database import Transaction
from plantstore.storage.tables import people
from plantstore.web.auth import challenges, passkeys, webauthn
from plantstore.web.auth.challenges import Ceremony, Purpose
from plantstore.web.auth.sessions import SignedIn
from plantstore.web.auth.webauthn import BrowserResponse, Created, Signed
from plantstore.web.console import cookies
from plantstore.web.console.page_request import PageRequest

PASSKEY, AGAIN_PASSKEY = "passkey", "again_passkey"  # form fields with what the browser sends
NEW = "/account/passkeys/new"
_BROWSER_BYTES = 16
_BROWSER = re.compile(r"[A-Za-z0-9_-]{22}")  # as many bytes in base64: anyone can plant another cookie
_NO_NAME = (
    "There are no passkeys at this address: browsers offer them only at a name with https, or at localhost. Use a "
    "sign-in link instead."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatedHere:
    """A verified new credential, and the challenge that its command uses up."""

    created: Created
    challenge: bytes
    party: RelyingParty


@dataclass(frozen=True, slots=True, kw_only=True)
class _SignedHere:
    """A verified signature by a stored passkey, and the challenge that its command uses up."""

    passkey: Passkey
    signed: Signed
    challenge: bytes


def party_of(request: PageRequest) -> RelyingParty | None:
    """Return the relying party at the console's address; None if browsers offer no passkeys there."""
    return relying_party(request.dependencies.settings.console_url)


def check_party(request: PageRequest) -> RelyingParty:
    """Return the relying party. Raise Conflict, with what to do instead, if there is none."""
    party = party_of(request)
    if party is None:
        raise Conflict(_NO_NAME)
    return party


def new_challenge(request: PageRequest, purpose: Purpose, person_id: str) -> bytes:
    """Return a challenge for this browser, which gets a cookie that identifies it for as long as that is valid."""
    dependencies = request.dependencies
    browser = request.sent_cookies.get(cookies.passkey_cookie(dependencies.settings), "")
    if not _BROWSER.fullmatch(browser):
        raw = dependencies.random_bytes(_BROWSER_BYTES)
        browser = base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
    request.set_cookies.append(cookies.browser_cookie(dependencies.settings, browser))
    ceremony = Ceremony(purpose=purpose, person_id=person_id, browser=browser)
    now, key = dependencies.clock.now(), _key(request)
    return challenges.make(key, ceremony, now=now, random_bytes=dependencies.random_bytes)


async def created(request: PageRequest, text: str, person_id: str) -> CreatedHere:
    """Verify a new passkey of a person. Raise Invalid if the browser's response is not valid here and now."""
    party = check_party(request)
    try:
        sent = _read(request, text, Purpose.CREATE, person_id)
        made = await asyncio.to_thread(webauthn.verify_creation, party, sent)
    except webauthn.Unverified as error:
        raise Invalid(passkeys.REFUSED) from error
    except Unauthorized as error:
        raise Invalid(error.detail) from error
    return CreatedHere(created=made, challenge=sent.challenge, party=party)


def add(tx: Transaction, request: PageRequest, here: CreatedHere, *, person_id: str, name: str, by: Token) -> None:
    """Store a verified passkey; without a name, it gets that of the device. Raise Invalid if it can't be added.

    `by` is the person's session.
    """
    person = people.find(tx, person_id)
    if person is None:
        raise Invalid(passkeys.REFUSED)
    try:
        passkeys.add(
            tx,
            person,
            here.created,
            party=here.party,
            ids=request.dependencies.ids,
            name=name or default_name(request),
            challenge=here.challenge,
            by=by,
        )
    except (Unauthorized, Conflict) as error:
        raise Invalid(error.detail) from error


def default_name(request: PageRequest) -> str:
    """Return a name for a new passkey: the browser and its system."""
    return request.device or "Passkey"


async def sign_in(request: PageRequest, text: str, *, instead_of: str, remembered: bool) -> SignedIn:
    """Open a session for a passkey's person. Raise Unauthorized if the passkey is not accepted here and now."""
    here = await _signed(request, text, Purpose.SIGN_IN, "")
    command = partial(
        passkeys.sign_in,
        passkey_id=here.passkey.id,
        signed=here.signed,
        challenge=here.challenge,
        random_bytes=request.dependencies.random_bytes,
        instead_of=instead_of,
        device=request.device,
        remembered=remembered,
    )
    return _accepted(await request.dependencies.database.write(command))


async def confirm(request: PageRequest, signed_in: SignedIn, text: str) -> SignedIn:
    """Replace a session whose person used a passkey again. Raise Unauthorized if the passkey is not accepted."""
    person_id = signed_in.session.person_id
    if person_id is None:
        raise Unauthorized(passkeys.REFUSED)
    here = await _signed(request, text, Purpose.CONFIRM, person_id)
    command = partial(
        passkeys.confirm,
        signed_in=signed_in,
        passkey_id=here.passkey.id,
        signed=here.signed,
        challenge=here.challenge,
        random_bytes=request.dependencies.random_bytes,
    )
    try:
        return _accepted(await request.dependencies.database.write(command))
    except NotFound as error:
        raise Unauthorized(passkeys.REFUSED) from error


async def _signed(request: PageRequest, text: str, purpose: Purpose, person_id: str) -> _SignedHere:
    """Verify a signature by a passkey. Raise Unauthorized if the browser's response is not valid here and now."""
    party = check_party(request)
    sent = _read(request, text, purpose, person_id)
    passkey = await request.dependencies.database.read(lambda tx: passkeys.find_signer(tx, sent, party))
    try:
        proof = await asyncio.to_thread(webauthn.verify_signature, party, sent, passkey.credential)
    except webauthn.Unverified as error:
        raise Unauthorized(passkeys.REFUSED) from error
    return _SignedHere(passkey=passkey, signed=proof, challenge=sent.challenge)


def _accepted(signed_in: SignedIn | None) -> SignedIn:
    if signed_in is None:
        raise Unauthorized(passkeys.COPIED)
    return signed_in


def _read(request: PageRequest, text: str, purpose: Purpose, person_id: str) -> BrowserResponse:
    """Decode what a browser sent, and check that its challenge is ours: for this purpose, person and browser."""
    dependencies = request.dependencies
    browser = request.sent_cookies.get(cookies.passkey_cookie(dependencies.settings), "")
    try:
        sent = webauthn.read(text)
    except webauthn.Unverified as error:
        raise Unauthorized(passkeys.REFUSED) from error
    ceremony = Ceremony(purpose=purpose, person_id=person_id, browser=browser)
    if not browser or not challenges.is_valid(_key(request), sent.challenge, ceremony, now=dependencies.clock.now()):
        raise Unauthorized(passkeys.TOO_LATE)
    return sent


def _key(request: PageRequest) -> bytes:
    return request.dependencies.secret_box.derive(challenges.KEY_PURPOSE)

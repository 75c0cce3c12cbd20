"""WebAuthn ceremonies: the options that browsers get, and the verification of what they send back.

This is the only module that imports fido2. The import takes about 90 ms and a verification up to 1 ms, so call the
functions that verify in a thread. They check everything except the challenge, which the caller has already checked.
"""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from plantstore.domain.passkey import (
    CHALLENGE_S_MAX,
    CREDENTIAL_BYTES_MAX,
    CREDENTIAL_ID_BYTES_MAX,
    RelyingParty,
)

if TYPE_CHECKING:
    from fido2.server import Fido2Server

RP_NAME = "Plant Store"
ALGORITHMS = (-7, -8, -257)  # ES256, EdDSA, RS256 (COSE), in the order of preference: what all authenticators have
RESPONSE_CHARS_MAX = 6_000  # max length of the JSON that a browser sends; without attestation, about 1,200 are usual
_Base64 = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]*$")]


class Unverified(ValueError):
    """What a browser sent is malformed, or does not prove that its user has the passkey."""


class _Body(msgspec.Struct, rename={"client_data": "clientDataJSON"}):
    client_data: _Base64
    attestation_object: _Base64 = msgspec.field(name="attestationObject", default="")
    authenticator_data: _Base64 = msgspec.field(name="authenticatorData", default="")
    signature: _Base64 = ""
    user_handle: _Base64 | None = msgspec.field(name="userHandle", default=None)


class _ClientData(msgspec.Struct, rename="camel"):
    """What we read of the client data ourselves (Level 3 §5.8.1); fido2 checks its type and origin."""

    challenge: _Base64
    cross_origin: bool = False
    top_origin: str | None = None


class _Credential(msgspec.Struct):
    """The members that we read of RegistrationResponseJSON and AuthenticationResponseJSON (Level 3 §5.1.7)."""

    id: _Base64
    response: _Body


_decode = msgspec.json.Decoder(_Credential).decode
_decode_client_data = msgspec.json.Decoder(_ClientData).decode


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserResponse:
    """What a browser sent, decoded but not verified. `challenge` is the one that its authenticator signed."""

    credential_id: bytes
    challenge: bytes
    user_handle: bytes | None
    client_data: bytes
    attestation_object: bytes
    authenticator_data: bytes
    signature: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    """A new credential: `credential` is its attested credential data."""

    credential_id: bytes
    credential: bytes
    sign_count: int
    backed_up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """A verified signature of a passkey, and the authenticator's counter."""

    sign_count: int
    backed_up: bool


def creation_options(
    party: RelyingParty, challenge: bytes, *, handle: bytes, name: str, label: str, existing: Sequence[bytes]
) -> dict[str, Any]:
    """Return PublicKeyCredentialCreationOptionsJSON for a person. `existing` are the ids of their credentials.

    `label` is what tells accounts apart in the browser's list: the e-mail address, or the name.
    """
    return {
        "rp": {"id": party.id, "name": RP_NAME},
        "user": {"id": encode(handle), "name": label, "displayName": name},
        "challenge": encode(challenge),
        "pubKeyCredParams": [{"type": "public-key", "alg": number} for number in ALGORITHMS],
        "timeout": CHALLENGE_S_MAX * 1_000,
        "excludeCredentials": _descriptors(existing),
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "required",
        },
        "attestation": "none",
    }


def request_options(party: RelyingParty, challenge: bytes, *, allowed: Sequence[bytes] = ()) -> dict[str, Any]:
    """Return PublicKeyCredentialRequestOptionsJSON. Without `allowed` ids, the browser offers all passkeys it has."""
    return {
        "rpId": party.id,
        "challenge": encode(challenge),
        "timeout": CHALLENGE_S_MAX * 1_000,
        "allowCredentials": _descriptors(allowed),
        "userVerification": "required",
    }


def read(text: str) -> BrowserResponse:
    """Decode what a browser sent. Raise Unverified if it can't be decoded."""
    if len(text) > RESPONSE_CHARS_MAX:
        raise Unverified("The response is too long.")
    try:
        sent = _decode(text.encode())
        client_data = _bytes(sent.response.client_data)
        client = _decode_client_data(client_data)
        if client.cross_origin or client.top_origin is not None:
            raise Unverified("The page is a frame of another site.")
        handle = sent.response.user_handle
        return BrowserResponse(
            credential_id=_bytes(sent.id),
            challenge=_bytes(client.challenge),
            user_handle=None if handle is None else _bytes(handle),
            client_data=client_data,
            attestation_object=_bytes(sent.response.attestation_object),
            authenticator_data=_bytes(sent.response.authenticator_data),
            signature=_bytes(sent.response.signature),
        )
    except Unverified:
        raise
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Unverified("The response can't be decoded.") from error


def verify_creation(party: RelyingParty, sent: BrowserResponse) -> Created:
    """Verify a registration (Level 3 §7.1). Raise Unverified unless the person was verified and all values are ours."""
    from fido2.webauthn import (
        AttestationObject,
        AuthenticatorAttestationResponse,
        CollectedClientData,
        RegistrationResponse,
    )

    try:
        response = AuthenticatorAttestationResponse(
            client_data=CollectedClientData(sent.client_data),
            attestation_object=AttestationObject(sent.attestation_object),
        )
        made = _server(party).register_complete(
            _state(sent), RegistrationResponse(raw_id=sent.credential_id, response=response)
        )
        credential = made.credential_data
        if credential is None or credential.credential_id != sent.credential_id:
            raise Unverified("The credential has another id.")
        if credential.public_key.ALGORITHM not in ALGORITHMS:
            raise Unverified("The algorithm was not asked for.")
        if not sent.credential_id or len(sent.credential_id) > CREDENTIAL_ID_BYTES_MAX:
            raise Unverified("The credential's id is too long.")
        if len(credential) > CREDENTIAL_BYTES_MAX:
            raise Unverified("The public key is too long.")
        return Created(
            credential_id=sent.credential_id,
            credential=bytes(credential),
            sign_count=made.counter,
            backed_up=made.is_backed_up(),
        )
    except Unverified:
        raise
    except Exception as error:  # fido2 parses CBOR and JSON of strangers, and raises what its parsing happens to raise
        raise Unverified(f"Not a valid registration: {type(error).__name__}.") from error


def verify_signature(party: RelyingParty, sent: BrowserResponse, credential: bytes) -> Signed:
    """Verify an assertion by a stored credential (Level 3 §7.2). Raise Unverified as `verify_creation` does.

    The caller compares the counter and the user handle with the stored ones.
    """
    from fido2.webauthn import (
        AttestedCredentialData,
        AuthenticationResponse,
        AuthenticatorAssertionResponse,
        AuthenticatorData,
        CollectedClientData,
    )

    try:
        data = AuthenticatorData(sent.authenticator_data)
        response = AuthenticatorAssertionResponse(
            client_data=CollectedClientData(sent.client_data), authenticator_data=data, signature=sent.signature
        )
        _server(party).authenticate_complete(
            _state(sent),
            [AttestedCredentialData(credential)],
            AuthenticationResponse(raw_id=sent.credential_id, response=response),
        )
        return Signed(sign_count=data.counter, backed_up=data.is_backed_up())
    except Unverified:
        raise
    except Exception as error:
        raise Unverified(f"Not a valid assertion: {type(error).__name__}.") from error


def encode(raw: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _server(party: RelyingParty) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    return Fido2Server(
        PublicKeyCredentialRpEntity(id=party.id, name=RP_NAME), verify_origin=lambda origin: origin == party.origin
    )


def _state(sent: BrowserResponse) -> dict[str, str]:
    return {"challenge": encode(sent.challenge), "user_verification": "required"}


def _descriptors(credential_ids: Sequence[bytes]) -> list[dict[str, str]]:
    return [{"type": "public-key", "id": encode(one)} for one in credential_ids]


def _bytes(text: str) -> bytes:
    """Decode base64url without padding. Raise ValueError for an impossible length (binascii.Error is one)."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)

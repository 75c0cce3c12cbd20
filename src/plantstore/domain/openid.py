"""Sign-in by OpenID Connect: which ID tokens are accepted, and which person and role their claims name.

Sources: OpenID Connect Core 1.0 §3.1.3.7 (checks of an ID token) and §2 (claims), RFC 9700 (best current practice).
"""

import base64
import hashlib
import hmac
import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from plantstore.domain.errors import Unauthorized

ROLES = ("staff", "integrator", "operator")  # a person whose values name several roles gets the last of them
ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")  # never `none` or HS256, whose key would be the client secret
CLOCKS_S_MAX = 60  # max difference between the provider's clock and ours
ISSUED_S_MAX = 600  # max age of an ID token, which is made when we ask for it
SUBJECT_CHARS_MAX = 255  # OpenID Connect Core §2
VALUES_MAX = 1_000  # max values of a claim that are compared; Microsoft Entra ID sends at most 200 groups
VALUE_CHARS_MAX = 500
PROFILE_CHARS_MAX = 500
_SCOPES = re.compile(r"[!#-\[\]-~]+(?: [!#-\[\]-~]+)*")  # RFC 6749 §3.3
_HASHES = {"RS256": "sha256", "PS256": "sha256", "ES256": "sha256", "EdDSA": "sha512"}  # of `at_hash`, §3.1.3.6

CALLBACK_PATH = "/sign-in/openid/callback"  # the provider sends browsers there; it is registered at the provider

Claims = Mapping[str, object]


class ProviderUnusable(Exception):
    """The provider can't be reached or used. `detail` is for operators: it may name addresses and settings."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """The secrets of one sign-in: they connect the provider's response with the browser that began it."""

    state: str
    nonce: str
    verifier: str

    @property
    def challenge(self) -> str:
        """Return the challenge of the verifier (RFC 7636 §4.2, S256)."""
        return base64.urlsafe_b64encode(hashlib.sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedToken:
    """What an ID token must say. `since_s` is set if the person must have signed in at the provider since that time."""

    issuer: str
    client_id: str
    nonce: str
    access_token: str
    since_s: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A person's account at the provider. `email` is None unless the provider has verified it.

    `values` are the values of the claim from which roles are taken.
    """

    issuer: str
    subject: str
    name: str
    email: str | None
    values: frozenset[str]


def check_scopes(text: str) -> bool:
    """True if a text is a list of scopes that contains `openid`."""
    return _SCOPES.fullmatch(text) is not None and "openid" in text.split(" ")


def check_claims(claims: Claims, expected: ExpectedToken, *, algorithm: str, now_s: float) -> str:
    """Return the subject of an ID token whose signature is valid. Raise Unauthorized if it must not be accepted."""
    if claims.get("iss") != expected.issuer:
        raise _refused("it comes from another issuer")
    _check_audience(claims, expected.client_id)
    _check_times(claims, now_s=now_s)
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not hmac.compare_digest(nonce.encode("utf-8", "replace"), expected.nonce.encode()):
        raise _refused("it belongs to another sign-in")
    at_hash = claims.get("at_hash")
    if at_hash is not None and at_hash != _hash_of(expected.access_token, algorithm):
        raise _refused("it belongs to another access token")
    if expected.since_s is not None:
        _check_is_recent(claims, expected.since_s, now_s=now_s)
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= SUBJECT_CHARS_MAX or not subject.isprintable():
        raise _refused("it names no valid subject")
    return subject


def account_of(claims: Claims, *, issuer: str, subject: str, role_claim: str) -> Account:
    """Return the account that claims describe. Claims of the wrong type count as missing."""
    email = _text(claims, "email") if claims.get("email_verified") is True else ""
    name = _text(claims, "name") or _text(claims, "preferred_username") or _text(claims, "email")
    return Account(
        issuer=issuer, subject=subject, name=name, email=email or None, values=claim_values(claims, role_claim)
    )


def claim_values(claims: Claims, name: str) -> frozenset[str]:
    """Return the values of a claim that is a text or a list of texts; empty if the claim is missing.

    A name with dots also finds a claim in an object, because Keycloak puts roles there.

    >>> sorted(claim_values({"realm_access": {"roles": ["shop", "wiki"]}}, "realm_access.roles"))
    ['shop', 'wiki']
    """
    found: object = claims.get(name)
    if found is None:
        found = claims
        for part in name.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
    values = [found] if isinstance(found, str) else found if isinstance(found, list) else []
    return frozenset(one for one in values[:VALUES_MAX] if isinstance(one, str) and len(one) <= VALUE_CHARS_MAX)


def role_of(values: Collection[str], roles: Mapping[str, str]) -> str | None:
    """Return the role with the most permissions that the values name; None if they name none."""
    named = {roles[value] for value in values if value in roles}
    return next((role for role in reversed(ROLES) if role in named), None)


def _check_audience(claims: Claims, client_id: str) -> None:
    """Check `aud` and `azp`. A token for several clients is accepted only if it was made for this one (`azp`)."""
    audience, party = claims.get("aud"), claims.get("azp")
    audiences = audience if isinstance(audience, list) else [audience]
    if client_id not in audiences:
        raise _refused("it is for another client")
    if (len(audiences) > 1 or party is not None) and party != client_id:
        raise _refused("it was made for another client")


def _check_times(claims: Claims, *, now_s: float) -> None:
    expires_s, issued_s = _seconds(claims, "exp"), _seconds(claims, "iat")
    if expires_s is None or issued_s is None:
        raise _refused("it doesn't say when it was issued and when it expires")
    if expires_s <= now_s - CLOCKS_S_MAX:
        raise _refused("it has expired. Check the clocks of both sides")
    if issued_s > now_s + CLOCKS_S_MAX:
        raise _refused("it was issued in the future. Check the clocks of both sides")
    if issued_s < now_s - ISSUED_S_MAX:
        raise _refused("it was issued too long ago. Check the clocks of both sides")


def _check_is_recent(claims: Claims, since_s: float, *, now_s: float) -> None:
    """Check `auth_time`, because a provider may ignore `prompt=login` and `max_age=0` (§3.1.2.1)."""
    authenticated_s = _seconds(claims, "auth_time")
    if authenticated_s is None:
        raise Unauthorized("Your provider doesn't say when you signed in there, so this doesn't confirm that it's you.")
    if not since_s - CLOCKS_S_MAX <= authenticated_s <= now_s + CLOCKS_S_MAX:
        raise Unauthorized("Your provider didn't ask you to sign in again, so this doesn't confirm that it's you.")


def _seconds(claims: Claims, name: str) -> float | None:
    value = claims.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > 2**53 or math.isnan(value):
        return None
    return float(value)


def _text(claims: Claims, name: str) -> str:
    value = claims.get(name)
    return value if isinstance(value, str) and len(value) <= PROFILE_CHARS_MAX else ""


def _hash_of(access_token: str, algorithm: str) -> str:
    """Return `at_hash`: the first half of the hash of the access token (§3.1.3.6)."""
    digest = hashlib.new(_HASHES[algorithm], access_token.encode("utf-8", "replace")).digest()
    return base64.urlsafe_b64encode(digest[: len(digest) // 2]).rstrip(b"=").decode()


def _refused(reason: str) -> Unauthorized:
    return Unauthorized(f"The provider's ID token can't be accepted: {reason}.")

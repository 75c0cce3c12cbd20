"""Verifies the signature of an ID token (RFC 7515) with a key that the provider publishes.

The token's header chooses only which published key and which listed algorithm is used. Keys or addresses of keys in the
header (`jwk`, `jku`, `x5c`, `x5u`) are ignored. Importing joserfc takes a third of a second, so this module is imported
at startup, and only if a provider is set.
"""

import base64
import binascii
import warnings
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import msgspec
from joserfc import jws
from joserfc.errors import JoseError, SecurityWarning
from joserfc.jwk import ECKey, OKPKey, RSAKey

from plantstore.domain.errors import Unauthorized
from plantstore.domain.openid import ALGORITHMS, Claims
from plantstore.sending.openid.metadata import Key, read_object

PublicKey = RSAKey | ECKey | OKPKey

TOKEN_CHARS_MAX = 65_536  # max length of an ID token; one with 200 groups has about 10,000 characters
MODULUS_BYTES_MIN, MODULUS_BYTES_MAX = (
    256,
    1_024,
)  # RFC 7518 §3.3: at least 2,048 bits; at most 8,192, which verify fast
EXPONENT_BYTES_MAX = 4
_MEMBERS = {"RS256": ("n", "e"), "PS256": ("n", "e"), "ES256": ("crv", "x", "y"), "EdDSA": ("crv", "x")}
_TYPES = {"RS256": "RSA", "PS256": "RSA", "ES256": "EC", "EdDSA": "OKP"}
_CURVES = {"ES256": "P-256", "EdDSA": "Ed25519"}
_IMPORTS: dict[str, Callable[[Key], PublicKey]] = {
    "RSA": RSAKey.import_key,
    "EC": ECKey.import_key,
    "OKP": OKPKey.import_key,
}


class UnknownKey(Exception):
    """The token names a key that is not among the given keys."""


class Header(msgspec.Struct):
    """The header of a token, as far as it is used."""

    alg: str
    kid: str | None = None


_HEADER = msgspec.json.Decoder(Header)


class Verified(NamedTuple):
    """The claims of a token with a valid signature, and the algorithm of the signature."""

    claims: Claims
    algorithm: str


def verify(token: str, keys: Sequence[Key], *, algorithms: Collection[str]) -> Verified:
    """Return the claims of a token. Raise UnknownKey if its key is missing, or Unauthorized if it is not valid."""
    header = _read_header(token)
    if header.alg not in algorithms:
        raise _refused("it is signed with an algorithm that is not permitted")
    key = _import(_find(header, keys), header.alg)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SecurityWarning)  # RFC 9864 renames EdDSA, which providers still write
            verified = jws.deserialize_compact(token, key, algorithms=[header.alg])
    except (JoseError, ValueError, TypeError) as error:
        raise _refused("its signature is not valid") from error
    try:
        return Verified(read_object(verified.payload or b""), header.alg)
    except ValueError as error:
        raise _refused("it contains no claims") from error


def is_usable(key: Key) -> bool:
    """True if a published key fits one of the listed algorithms."""
    return any(_fits(key, algorithm) for algorithm in ALGORITHMS)


def _read_header(token: str) -> Header:
    first, *others = token.split(".") if len(token) <= TOKEN_CHARS_MAX and token.isascii() else [""]
    try:
        if len(others) != 2:
            raise ValueError("not a signed token")
        return _HEADER.decode(_decode(first))
    except (ValueError, RecursionError, msgspec.DecodeError) as error:
        raise _refused("it is not a signed token") from error


def _find(header: Header, keys: Sequence[Key]) -> Key:
    """Return the key that the header names; without a name, the only key that fits the algorithm."""
    fitting = [key for key in keys if _fits(key, header.alg) and header.kid in (None, key.get("kid"))]
    if not fitting or (header.kid is None and len(fitting) > 1):
        raise UnknownKey
    return fitting[0]


def _fits(key: Key, algorithm: str) -> bool:
    return (
        key.get("kty") == _TYPES[algorithm]
        and key.get("use", "sig") == "sig"
        and key.get("alg", algorithm) in (algorithm, _CURVES.get(algorithm))
        and key.get("crv") == _CURVES.get(algorithm)
    )


def _import(key: Key, algorithm: str) -> PublicKey:
    """Import the public part of a key, whose size is limited so that verifying is fast."""
    values = {name: key.get(name) for name in _MEMBERS[algorithm]}
    try:
        if not all(isinstance(value, str) for value in values.values()):
            raise ValueError("a member is missing")
        if key["kty"] == "RSA":
            modulus, exponent = _decode(str(values["n"])).lstrip(b"\0"), _decode(str(values["e"])).lstrip(b"\0")
            if not MODULUS_BYTES_MIN <= len(modulus) <= MODULUS_BYTES_MAX or len(exponent) > EXPONENT_BYTES_MAX:
                raise ValueError("too weak, or too slow")
        return _IMPORTS[key["kty"]]({"kty": key["kty"], **values})
    except (JoseError, ValueError, TypeError) as error:
        raise _refused("the provider's key can't be used") from error


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError("not base64") from error


def _refused(reason: str) -> Unauthorized:
    return Unauthorized(f"The provider's ID token can't be accepted: {reason}.")

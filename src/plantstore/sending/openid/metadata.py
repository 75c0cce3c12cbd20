"""What a provider publishes about itself: its metadata (OpenID Connect Discovery 1.0 §3) and its keys (RFC 7517)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from plantstore.core.settings import PREFIX
from plantstore.domain.openid import ALGORITHMS
from plantstore.sending.openid.place import provider_url
from plantstore.sending.urls import ReceiverUrl

KEYS_MAX = 100  # max keys that are considered; providers publish two or three
VALUES_MAX = 8_192  # max commas and opening brackets: decoding is on the event loop; usual responses have 300
_SHOWN_CHARS = 200

Key = dict[str, Any]
Kind = TypeVar("Kind")


class _Document(msgspec.Struct):
    """The members of the metadata that we use. Defaults are those of the specifications."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str | None = None
    end_session_endpoint: str | None = None
    id_token_signing_alg_values_supported: tuple[str, ...] = ()
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    code_challenge_methods_supported: tuple[str, ...] = ("S256",)  # Microsoft Entra ID supports it without saying so
    authorization_response_iss_parameter_supported: bool = False


class _KeySet(msgspec.Struct):
    keys: list[Key]


_DOCUMENT, _KEY_SET = msgspec.json.Decoder(_Document), msgspec.json.Decoder(_KeySet)
_OBJECT = msgspec.json.Decoder(dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """A provider's endpoints and abilities.

    `uses_basic`: we authenticate with client_secret_basic, else with client_secret_post. `sends_issuer`: responses of
    the authorization endpoint contain `iss` (RFC 9207), and one without it is refused.
    """

    authorization_url: ReceiverUrl
    token_url: ReceiverUrl
    keys_url: ReceiverUrl
    userinfo_url: ReceiverUrl | None
    sign_out_url: ReceiverUrl | None
    algorithms: Sequence[str]
    uses_basic: bool
    sends_issuer: bool


def read_metadata(raw: bytes, *, issuer: str) -> Metadata:
    """Read the metadata of a provider. Raise ValueError, which says what to correct, if it can't be used."""
    found = _decode(raw, _DOCUMENT)
    if found.issuer != issuer:
        raise ValueError(
            f"It calls itself {_shown(found.issuer)}. Tokens must come from exactly the issuer of the settings: set "
            f"{PREFIX}OPENID_ISSUER to this text if it is your provider."
        )
    algorithms = [one for one in ALGORITHMS if one in found.id_token_signing_alg_values_supported]
    if not algorithms:
        raise ValueError(f"It signs ID tokens with none of {', '.join(ALGORITHMS)}.")
    methods = found.token_endpoint_auth_methods_supported
    if not {"client_secret_basic", "client_secret_post"} & set(methods):
        raise ValueError("It supports neither client_secret_basic nor client_secret_post.")
    if "S256" not in found.code_challenge_methods_supported:
        raise ValueError("It doesn't support PKCE with S256.")
    return Metadata(
        authorization_url=_url(found.authorization_endpoint, "authorization_endpoint"),
        token_url=_url(found.token_endpoint, "token_endpoint"),
        keys_url=_url(found.jwks_uri, "jwks_uri"),
        userinfo_url=_url(found.userinfo_endpoint, "userinfo_endpoint") if found.userinfo_endpoint else None,
        sign_out_url=_url(found.end_session_endpoint, "end_session_endpoint") if found.end_session_endpoint else None,
        algorithms=algorithms,
        uses_basic="client_secret_basic" in methods,
        sends_issuer=found.authorization_response_iss_parameter_supported,
    )


def read_keys(raw: bytes) -> list[Key]:
    """Read a set of keys. Raise ValueError if it can't be read."""
    return _decode(raw, _KEY_SET).keys[:KEYS_MAX]


def read_object(raw: bytes) -> dict[str, Any]:
    """Read a JSON object. Raise ValueError if it is none."""
    return _decode(raw, _OBJECT)


def _decode(raw: bytes, decoder: msgspec.json.Decoder[Kind]) -> Kind:
    if raw.count(b",") + raw.count(b"[") + raw.count(b"{") > VALUES_MAX:
        raise ValueError(f"It can't be read: it has more than {VALUES_MAX:,} values.")
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = _shown(str(error)) if isinstance(error, msgspec.ValidationError) else "it is not JSON"
        raise ValueError(f"It can't be read: {reason}.") from error


def _url(text: str, name: str) -> ReceiverUrl:
    try:
        return provider_url(text)
    except ValueError as error:
        raise ValueError(f"Its {name} can't be used. {error}") from error


def _shown(text: str) -> str:
    return ascii(text)[1:-1][:_SHOWN_CHARS]

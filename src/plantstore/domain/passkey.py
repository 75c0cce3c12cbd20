"""Passkeys: public key credentials of WebAuthn, with which people sign in to the console.

A passkey works only at the host name it was created for, its RP ID. Web Authentication Level 3 §5.1.2 allows no IP
addresses, and browsers offer passkeys only over https, or over plain HTTP on `localhost`.
"""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from plantstore.domain.timestamps import Instant

PASSKEYS_MAX = 20  # max passkeys of a person
NAME_CHARS_MAX = 100
CREDENTIAL_ID_BYTES_MAX = 1_023  # Web Authentication Level 3 §4, "Credential ID"
CREDENTIAL_BYTES_MAX = 2_048  # max size of the id with its public key; an RSA key of 4,096 bits takes about 530
HANDLE_BYTES = 32  # of the random user handle, by which authenticators know a person; at most 64 (§4, "User Handle")
CHALLENGE_S_MAX = 5 * 60  # how long a challenge is valid, and how long browsers wait for the person
_DEFAULT_PORTS = {"https": 443, "http": 80}
_NUMBER = re.compile(r"\d+|0x[0-9a-f]*")  # browsers read a host that ends in such a label as an IPv4 address


@dataclass(frozen=True, slots=True, kw_only=True)
class RelyingParty:
    """The site that passkeys belong to: the RP ID is its host name; `origin` is the only origin that may use them."""

    id: str
    origin: str


def relying_party(url: str) -> RelyingParty | None:
    """Return the relying party of the store at this base URL; None if browsers offer no passkeys there.

    >>> relying_party("https://Plants.example:8443/").origin, relying_party("http://localhost:8000").id
    ('https://plants.example:8443', 'localhost')
    >>> relying_party("https://192.0.2.1"), relying_party("http://plants.example")
    (None, None)
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    is_local = host == "localhost" or host.endswith(".localhost")
    if not (parts.scheme == "https" or (parts.scheme == "http" and is_local)) or not host or _is_ip_address(host):
        return None
    port = parts.port if parts.port != _DEFAULT_PORTS[parts.scheme] else None
    return RelyingParty(id=host, origin=f"{parts.scheme}://{host}" + (f":{port}" if port is not None else ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class Passkey:
    """A person's passkey. `credential` is the id, AAGUID and public key as the authenticator encoded them (§6.5.1).

    `backed_up` passkeys are synchronised between devices. `suspicious_at` is set when its signature counter went back,
    which means that it was copied; the passkey is refused from then on. `link_makers` are the ids of all who made a
    link that the session in which it was added depended on.
    """

    id: str
    person_id: str
    credential_id: bytes
    credential: bytes
    rp_id: str
    sign_count: int
    name: str
    backed_up: bool
    created_at: Instant
    last_used_at: Instant | None = None
    suspicious_at: Instant | None = None
    link_makers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        assert 0 < len(self.credential_id) <= CREDENTIAL_ID_BYTES_MAX
        assert len(self.credential) <= CREDENTIAL_BYTES_MAX
        assert self.sign_count >= 0


def _is_ip_address(host: str) -> bool:
    if _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]):
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True

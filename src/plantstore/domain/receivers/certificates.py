"""The certificates of a receiver, which change how the store speaks TLS with it."""

import hashlib
from dataclasses import dataclass, field

from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant

CA_CERTIFICATES_MAX = 20  # max authorities of a receiver; a company has a few, and one more while it replaces them
CA_BUNDLE_CHARS_MAX = 65_536  # max length of their PEM text; a certificate takes 1 to 3 kB
CLIENT_CERTIFICATES_MAX = 10  # max certificates of the chain that we present; OpenSSL verifies no longer ones
CLIENT_CHAIN_CHARS_MAX = 32_768  # max length of their PEM text
CLIENT_KEY_CHARS_MAX = 8_192  # max length of a private key in PEM; one of 4,096 bits takes 3.3 kB


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate (PEM), and what is shown of it. `sha256` is its fingerprint in lower-case hex."""

    pem: str = field(repr=False)
    subject: str
    issuer: str
    sha256: str
    ends_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientCertificate:
    """The certificate that the store presents to a receiver (mutual TLS), its issuers, and its private key (PEM)."""

    chain: tuple[Certificate, ...]
    key: Secret

    def __post_init__(self) -> None:
        assert self.chain


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverTls:
    """How TLS with one receiver differs: what is trusted, if not the store's authorities, and what is presented."""

    authorities: tuple[Certificate, ...] = ()
    client: ClientCertificate | None = None

    @property
    def fingerprint(self) -> str:
        """Return a text that differs if any certificate differs."""
        chain = (
            () if self.client is None else self.client.chain
        )  # a certificate names its key, which need not be hashed
        hashes = [[one.sha256 for one in some] for some in (self.authorities, chain)]
        return hashlib.sha256(repr(hashes).encode()).hexdigest()

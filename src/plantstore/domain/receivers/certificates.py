"""The certificates of a receiver, which change how the store speaks TLS with it."""

import hashlib
from dataclasses import dataclass, field

from plantstore.domain.timestamps import Instant

CA_CERTIFICATES_MAX = 20  # max authorities of a receiver; a company has a few, and one more while it replaces them
CA_BUNDLE_CHARS_MAX = 65_536  # max length of their PEM text; a certificate takes 1 to 3 kB


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate (PEM), and what is shown of it. `sha256` is its fingerprint in lower-case hex."""

    pem: str = field(repr=False)
    subject: str
    issuer: str
    sha256: str
    ends_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverTls:
    """How TLS with one receiver differs: only `authorities` are trusted, instead of the store's."""

    authorities: tuple[Certificate, ...]

    @property
    def fingerprint(self) -> str:
        """Return a text that differs if any certificate differs."""
        return hashlib.sha256(" ".join(one.sha256 for one in self.authorities).encode()).hexdigest()

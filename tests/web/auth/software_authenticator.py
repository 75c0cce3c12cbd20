"""An authenticator and its browser in software, written from the WebAuthn specification with `cryptography` only.

It signs what a test tells it to, right or wrong. CBOR is encoded by hand (RFC 8949), because a library would share its
mistakes with the code under test.
"""

import hashlib
import json
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, BACKUP_ELIGIBLE, BACKED_UP, ATTESTED = 0x01, 0x04, 0x08, 0x10, 0x40
AAGUID = bytes(16)


def b64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def cbor(value: Any) -> bytes:
    """The bytes of an integer, a text, a byte string or a map."""
    if isinstance(value, int):
        return _head(0, value) if value >= 0 else _head(1, -1 - value)
    if isinstance(value, bytes):
        return _head(2, len(value)) + value
    if isinstance(value, str):
        return _head(3, len(value.encode())) + value.encode()
    assert isinstance(value, dict)
    return _head(5, len(value)) + b"".join(cbor(key) + cbor(one) for key, one in value.items())


def _head(major: int, number: int) -> bytes:
    if number < 24:
        return bytes([major << 5 | number])
    if number < 256:
        return struct.pack(">BB", major << 5 | 24, number)
    return struct.pack(">BH", major << 5 | 25, number)


@dataclass(slots=True, kw_only=True)
class SoftwareAuthenticator:
    """One passkey of one person, at one site. Fields may be changed, to lie."""

    rp_id: str
    origin: str
    credential_id: bytes = b"a credential id of 32 bytes ...."
    handle: bytes = b""
    counter: int = 0
    flags: int = PRESENT | VERIFIED
    cross_origin: bool | None = False
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer PublicKeyCredentialCreationOptionsJSON, and keep the user handle."""
        self.handle = _unb64(options["user"]["id"])
        client_data = self._client_data("webauthn.create", options["challenge"])
        attested = AAGUID + struct.pack(">H", len(self.credential_id)) + self.credential_id + cbor(self.public_key)
        data = self._data(ATTESTED) + attested
        statement = cbor({"fmt": "none", "attStmt": {}, "authData": data})
        return self._sent({"clientDataJSON": b64(client_data), "attestationObject": b64(statement), "transports": []})

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer PublicKeyCredentialRequestOptionsJSON."""
        client_data = self._client_data("webauthn.get", options["challenge"])
        data = self._data()
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._sent(
            {
                "clientDataJSON": b64(client_data),
                "authenticatorData": b64(data),
                "signature": b64(signature),
                "userHandle": b64(self.handle),
            }
        )

    @property
    def public_key(self) -> dict[int, int | bytes]:
        """The COSE key: EC2, ES256, P-256."""
        numbers = self.key.public_key().public_numbers()
        return {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}

    def _client_data(self, kind: str, challenge: str) -> bytes:
        said: dict[str, Any] = {"type": kind, "challenge": challenge, "origin": self.origin}
        return json.dumps(said | ({} if self.cross_origin is None else {"crossOrigin": self.cross_origin})).encode()

    def _data(self, more_flags: int = 0) -> bytes:
        return hashlib.sha256(self.rp_id.encode()).digest() + struct.pack(">BI", self.flags | more_flags, self.counter)

    def _sent(self, response: dict[str, Any]) -> dict[str, Any]:
        one = b64(self.credential_id)
        return {"id": one, "rawId": one, "type": "public-key", "clientExtensionResults": {}, "response": response}


def _unb64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))

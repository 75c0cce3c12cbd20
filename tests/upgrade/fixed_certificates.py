"""Certificates that are the same each time they are made: of an authority, of a receiver, and of a store (mutual TLS).

Their keys follow from their names, and Ed25519 signatures have no random part (RFC 8032).
"""

import hashlib
import ipaddress
import ssl
from datetime import UTC, datetime
from typing import NamedTuple

import trustme
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import NameOID

_FROM, _UNTIL = datetime(2026, 1, 1, tzinfo=UTC), datetime(2090, 1, 1, tzinfo=UTC)


class Pair(NamedTuple):
    """A certificate and its key, both in PEM."""

    certificate: str
    key: str


def authority(name: str) -> Pair:
    """Return the self-signed certificate of an authority."""
    return _issued(name, by=name, until=_UNTIL, is_authority=True)


def leaf(name: str, *, by: str, until: datetime = _UNTIL) -> Pair:
    """Return a certificate of a program at 127.0.0.1, issued by the authority `by`."""
    return _issued(name, by=by, until=until, is_authority=False)


def serving(pair: Pair, *, clients: str) -> ssl.SSLContext:
    """Return the context of a server that accepts only clients with a certificate of the authority `clients`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with trustme.Blob((pair.key + pair.certificate).encode()).tempfile() as file:
        context.load_cert_chain(file)
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(cadata=authority(clients).certificate)
    return context


def _issued(name: str, *, by: str, until: datetime, is_authority: bool) -> Pair:
    key, issuer = _key(name), _key(by)
    serial = int.from_bytes(hashlib.sha256(f"serial of {name}".encode()).digest()[:8], "big")
    builder = (
        x509.CertificateBuilder(_name(by), _name(name), key.public_key(), serial, _FROM, until)
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer.public_key()), critical=False)
    )
    if not is_authority:
        names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
        builder = builder.add_extension(names, critical=False)
    certificate = builder.sign(issuer, None).public_bytes(serialization.Encoding.PEM)
    encoding = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return Pair(certificate.decode(), key.private_bytes(serialization.Encoding.PEM, *encoding).decode())


def _key(name: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(f"key of {name}".encode()).digest())


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])

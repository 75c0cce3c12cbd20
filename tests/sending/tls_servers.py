"""TLS servers: with a good certificate, with bad ones, with an old protocol."""

import ssl
import warnings
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from plantstore.core.clock import SystemClock
from plantstore.domain.timestamps import to_datetime

HOST = "receiver.test"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def serving(certificate: trustme.LeafCert | trustme.CA) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if isinstance(certificate, trustme.CA):
        with certificate.cert_pem.tempfile() as chain, certificate.private_key_pem.tempfile() as key:
            context.load_cert_chain(chain, key)
    else:
        certificate.configure_cert(context)
    context.set_alpn_protocols(["h2", "http/1.1"])
    return context


class SelfSigned(NamedTuple):
    """A self-signed certificate, and a server that shows it."""

    pem: str
    serving: ssl.SSLContext


def self_signed(host: str) -> SelfSigned:
    key, now = ec.generate_private_key(ec.SECP256R1()), to_datetime(SystemClock().now())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=9))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    encoding = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    both = trustme.Blob(pem + key.private_bytes(serialization.Encoding.PEM, *encoding))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with both.tempfile() as file:
        context.load_cert_chain(file)
    return SelfSigned(pem.decode(), context)


def old_protocol(context: ssl.SSLContext, version: ssl.TLSVersion) -> ssl.SSLContext:
    with warnings.catch_warnings(action="ignore"):
        context.minimum_version = context.maximum_version = version
    context.set_ciphers("DEFAULT:@SECLEVEL=0")
    return context


def bad_certificates(authority: trustme.CA) -> dict[str, tuple[ssl.SSLContext, str]]:
    return {
        "expired": (
            serving(authority.issue_cert(HOST, not_before=LONG_AGO, not_after=LONG_AGO.replace(year=2021))),
            "expired",
        ),
        "not yet valid": (serving(authority.issue_cert(HOST, not_before=LONG_AGO.replace(year=2900))), "not valid yet"),
        "wrong name": (serving(authority.issue_cert("other.test")), "another host"),
        "wildcard too wide": (serving(authority.issue_cert("*.test.example")), "another host"),
        "unknown authority": (serving(trustme.CA().issue_cert(HOST)), "issuer"),
        "self-signed": (serving(trustme.CA()), "self-signed"),
    }

"""TLS servers: with a good certificate, with bad ones, with an old protocol."""

import ssl
import warnings
from datetime import UTC, datetime

import trustme

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

"""TLS to receivers: always verified against the system's certificate authorities."""

import ssl
from pathlib import Path

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.sending.http1 import Failure

_EXPIRED, _NOT_YET_VALID = 10, 9  # X509_V_ERR_… of OpenSSL's x509_vfy.h
_SELF_SIGNED, _SELF_SIGNED_IN_CHAIN, _UNKNOWN_ISSUER, _UNKNOWN_FIRST_ISSUER = 18, 19, 20, 21
_WRONG_HOST, _WRONG_ADDRESS = 62, 64

_REASONS = {
    _EXPIRED: "it has expired",
    _NOT_YET_VALID: "it is not valid yet",
    _SELF_SIGNED: "it is self-signed",
    _SELF_SIGNED_IN_CHAIN: "its chain ends in an authority that is not trusted here",
    _UNKNOWN_ISSUER: "its issuer is not known here; the receiver may not send its intermediate certificates",
    _UNKNOWN_FIRST_ISSUER: "its issuer is not known here; the receiver may not send its intermediate certificates",
    _WRONG_HOST: "it is for another host",
    _WRONG_ADDRESS: "it is for another address",
}


def make_tls_context(ca_bundle: Path | None = None, *, http: bool = True) -> ssl.SSLContext:
    """Return a context that trusts the system's authorities and those of `ca_bundle`: TLS 1.2 or later, host checked.

    With `http`, the connection is agreed to carry HTTP/1.1 (ALPN).
    It does not use `ssl.create_default_context`, which writes session keys to the file that SSLKEYLOGFILE names.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_COMPRESSION
    if http:
        context.set_alpn_protocols(["http/1.1"])
    context.load_default_certs(ssl.Purpose.SERVER_AUTH)
    if ca_bundle is not None:
        context.load_verify_locations(cafile=ca_bundle)
    return context


def tls_failure(error: ssl.SSLError) -> Failure:
    """Describe an error of OpenSSL."""
    if isinstance(error, ssl.SSLCertVerificationError):
        reason = _REASONS.get(error.verify_code, "")
        found = error.verify_message.rstrip(".")
        text = f"{reason} ({found})" if reason else found
        return Failure(OutcomeKind.TLS_CERTIFICATE, f"The receiver's certificate was not accepted: {text}.")
    reason = (error.reason or "no reason given").replace("_", " ").lower()
    hint = " Does plain HTTP listen there?" if error.reason in _NOT_TLS else ""
    return Failure(OutcomeKind.TLS_FAILED, f"No TLS connection with the receiver: {reason}.{hint}")


_NOT_TLS = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG"})

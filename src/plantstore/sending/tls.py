"""TLS to receivers: always verified, against the system's certificate authorities or those of the receiver."""

import asyncio
import ssl
from pathlib import Path

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.certificates import ReceiverTls
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
    context = _context(http=http)
    context.load_default_certs(ssl.Purpose.SERVER_AUTH)
    if ca_bundle is not None:
        context.load_verify_locations(cafile=ca_bundle)
    return context


def make_receiver_context(tls: ReceiverTls) -> ssl.SSLContext:
    """Return a context for a receiver with certificates of its own; raise ssl.SSLError if OpenSSL cannot use them.

    A trusted certificate need not be a root: a chain may also end in an intermediate authority, or be the certificate.
    """
    context = _context(http=True)
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.load_verify_locations(cadata="".join(one.pem for one in tls.authorities))
    return context


def _context(*, http: bool) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_COMPRESSION
    if http:
        context.set_alpn_protocols(["http/1.1"])
    return context


class ReceiverContexts:
    """The TLS contexts of receivers: `default`, and one for each receiver that has certificates of its own."""

    def __init__(self, default: ssl.SSLContext) -> None:
        self._default = default
        self._made: dict[ReceiverId, tuple[str, ssl.SSLContext]] = {}
        self._making = asyncio.Lock()

    async def of(self, receiver_id: ReceiverId, tls: ReceiverTls | None) -> ssl.SSLContext:
        """Return a receiver's context, made in a thread once for each set of certificates."""
        if tls is None:
            return self._default
        async with self._making:  # connections that are opened together share one context
            fingerprint, context = self._made.get(receiver_id, ("", self._default))
            if fingerprint != tls.fingerprint:
                context = await asyncio.to_thread(make_receiver_context, tls)
                self._made[receiver_id] = (tls.fingerprint, context)
            return context

    def forget(self, receiver_id: ReceiverId) -> None:
        """Drop the context of a receiver that was changed or removed."""
        self._made.pop(receiver_id, None)


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

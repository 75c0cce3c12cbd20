"""TLS to receivers: always verified, against the system's certificate authorities or those of the receiver."""

import asyncio
import os
import ssl
import tempfile
from pathlib import Path

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.certificates import ClientCertificate, ReceiverTls
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


def make_receiver_context(tls: ReceiverTls, ca_bundle: Path | None = None) -> ssl.SSLContext:
    """Return a context for a receiver with certificates of its own; raise ssl.SSLError if OpenSSL cannot use them.

    A trusted certificate need not be a root: a chain may also end in an intermediate authority, or be the certificate.
    A receiver without authorities trusts those of the store.
    """
    if tls.authorities:
        context = _context(http=True)
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.load_verify_locations(cadata="".join(one.pem for one in tls.authorities))
    else:
        context = make_tls_context(ca_bundle)
    if tls.client is not None:
        present(context, tls.client)
    return context


def present(context: ssl.SSLContext, client: ClientCertificate) -> None:
    """Make a context present a certificate; raise ssl.SSLError if OpenSSL cannot use it or its key.

    OpenSSL reads both from a file: on Linux from one in memory, elsewhere from one in a folder that only we may read.
    """
    text = "".join((client.key.reveal(), "\n", *(one.pem for one in client.chain))).encode()
    if hasattr(os, "memfd_create"):
        _load_from_memory(context, text)
        return
    with tempfile.TemporaryDirectory(prefix="plantstore-") as folder:  # its mode is 0700
        file = Path(folder) / "client.pem"
        file.write_bytes(text)
        context.load_cert_chain(file, password=_refuse_password)


def _load_from_memory(context: ssl.SSLContext, text: bytes) -> None:
    descriptor = os.memfd_create("client", os.MFD_CLOEXEC)
    try:
        written = os.write(descriptor, text)
        assert written == len(text), "a file in memory takes a short text in one write"
        context.load_cert_chain(f"/proc/self/fd/{descriptor}", password=_refuse_password)
    finally:
        os.ftruncate(descriptor, 0)
        os.close(descriptor)


def _refuse_password() -> str:
    """Raise ssl.SSLError for a key that needs a password; otherwise OpenSSL would ask for it at the terminal."""
    raise ssl.SSLError("the private key is encrypted")


def _context(*, http: bool) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_COMPRESSION
    if http:
        context.set_alpn_protocols(["http/1.1"])
    return context


class ReceiverContexts:
    """The TLS contexts of receivers: `default`, and one for each receiver that has certificates of its own."""

    def __init__(self, default: ssl.SSLContext, ca_bundle: Path | None = None) -> None:
        self._default = default
        self._ca_bundle = ca_bundle
        self._made: dict[ReceiverId, tuple[str, ssl.SSLContext]] = {}
        self._making = asyncio.Lock()

    async def of(self, receiver_id: ReceiverId, tls: ReceiverTls | None) -> ssl.SSLContext:
        """Return a receiver's context, made in a thread once for each set of certificates."""
        if tls is None:
            return self._default
        async with self._making:  # connections that are opened together share one context
            fingerprint, context = self._made.get(receiver_id, ("", self._default))
            if fingerprint != tls.fingerprint:
                context = await asyncio.to_thread(make_receiver_context, tls, self._ca_bundle)
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
    if error.reason in _CLIENT_REASONS:
        return Failure(OutcomeKind.TLS_CLIENT_CERTIFICATE, f"The receiver {_CLIENT_REASONS[error.reason]}.")
    reason = (error.reason or "no reason given").replace("_", " ").lower()
    hint = " Does plain HTTP listen there?" if error.reason in _NOT_TLS else ""
    return Failure(OutcomeKind.TLS_FAILED, f"No TLS connection with the receiver: {reason}.{hint}")


_CLIENT_REASONS = {  # alerts of RFC 8446 §6.2 that a server sends about the certificate of its client
    "TLSV13_ALERT_CERTIFICATE_REQUIRED": "demands a client certificate",
    "SSLV3_ALERT_BAD_CERTIFICATE": "did not accept our client certificate",
    "SSLV3_ALERT_UNSUPPORTED_CERTIFICATE": "did not accept our client certificate: it has the wrong type",
    "SSLV3_ALERT_CERTIFICATE_REVOKED": "did not accept our client certificate: it was revoked",
    "SSLV3_ALERT_CERTIFICATE_EXPIRED": "did not accept our client certificate: it has expired",
    "SSLV3_ALERT_CERTIFICATE_UNKNOWN": "did not accept our client certificate",
    "TLSV1_ALERT_UNKNOWN_CA": "did not accept our client certificate: it does not trust its issuer",
    "TLSV1_ALERT_ACCESS_DENIED": "did not accept our client certificate: access is denied",
}
_NOT_TLS = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG"})

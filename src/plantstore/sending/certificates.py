"""Reads the certificates of a receiver from PEM text, and refuses with advice what TLS could not use later."""

import re
import ssl
from collections.abc import Sequence

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.x509.oid import ExtensionOID

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.receivers.certificates import (
    CA_BUNDLE_CHARS_MAX,
    CA_CERTIFICATES_MAX,
    Certificate,
    ReceiverTls,
)
from plantstore.domain.timestamps import Instant, from_datetime, to_text
from plantstore.sending.tls import make_receiver_context

NAME_CHARS_MAX = 200  # max characters of a subject or issuer that are kept
_LABEL = re.compile(r"-----BEGIN ([A-Z0-9 ]{1,40})-----")
_BLOCK = re.compile(r"-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----")
_UNREADABLE = (ValueError, TypeError, UnsupportedAlgorithm, x509.DuplicateExtension, x509.UnsupportedGeneralNameType)


def read_authorities(text: str, *, now: Instant) -> tuple[Certificate, ...]:
    """Return the certificates of a CA bundle; raise Invalid for `/ca_bundle` with the first problem.

    Each must be an authority's or self-signed, and not expired. Text between the certificates is ignored.
    """
    pointer = "/ca_bundle"
    found = _certificates(
        text, pointer=pointer, chars_max=CA_BUNDLE_CHARS_MAX, certificates_max=CA_CERTIFICATES_MAX, now=now
    )
    for number, (read, _) in enumerate(found, 1):
        if not _is_authority(read):
            detail = f"Certificate {number} is neither an authority's nor self-signed. Give the certificate of its CA."
            raise _invalid(pointer, "not_authority", detail)
    authorities = tuple(certificate for _, certificate in found)
    try:
        make_receiver_context(ReceiverTls(authorities=authorities))
    except ssl.SSLError as error:
        raise _invalid(pointer, "unusable", f"OpenSSL cannot use these certificates: {error.reason}.") from error
    return authorities


def _certificates(
    text: str, *, pointer: str, chars_max: int, certificates_max: int, now: Instant
) -> Sequence[tuple[x509.Certificate, Certificate]]:
    """Return the certificates of a PEM text, in their order, without duplicates."""
    if len(text) > chars_max:
        raise _invalid(pointer, "length", f"Use at most {chars_max:,} characters.")
    labels = _LABEL.findall(text)
    if any("PRIVATE KEY" in label for label in labels):
        raise _invalid(pointer, "private_key", "Leave out the private key: only certificates belong here.")
    blocks = _BLOCK.findall(text)
    if not blocks or len(blocks) != len(labels) or set(labels) != {"CERTIFICATE"}:
        detail = "Write certificates as PEM: each begins with -----BEGIN CERTIFICATE----- and has its end line."
        raise _invalid(pointer, "pem", detail)
    if len(blocks) > certificates_max:
        raise _invalid(pointer, "count", f"Give at most {certificates_max} certificates; these are {len(blocks)}.")
    found: dict[str, tuple[x509.Certificate, Certificate]] = {}
    for number, block in enumerate(blocks, 1):
        read, certificate = _read(block, number, pointer)
        if certificate.ends_at <= now:
            detail = f"Certificate {number} ({certificate.subject}) expired at {to_text(certificate.ends_at)}."
            raise _invalid(pointer, "expired", detail)
        found.setdefault(certificate.sha256, (read, certificate))
    return list(found.values())


def _read(block: str, number: int, pointer: str) -> tuple[x509.Certificate, Certificate]:
    try:
        read = x509.load_pem_x509_certificate(block.encode())
        return read, Certificate(
            pem=read.public_bytes(serialization.Encoding.PEM).decode(),
            subject=_subject(read),
            issuer=_shown(read.issuer.rfc4514_string()),
            sha256=read.fingerprint(hashes.SHA256()).hex(),
            ends_at=from_datetime(read.not_valid_after_utc),
        )
    except _UNREADABLE as error:
        raise _invalid(pointer, "certificate", f"Certificate {number} cannot be read.") from error


def _subject(read: x509.Certificate) -> str:
    """Return the subject of a certificate; if it is empty, its first alternative name."""
    if subject := read.subject.rfc4514_string():
        return _shown(subject)
    names = [one for one in read.extensions if one.oid == ExtensionOID.SUBJECT_ALTERNATIVE_NAME]
    first = next((str(name.value) for one in names for name in one.value), "")
    return _shown(first)


def _is_authority(read: x509.Certificate) -> bool:
    """True if a certificate may issue others, or was signed with its own key."""
    try:
        constraints = read.extensions.get_extension_for_class(x509.BasicConstraints).value
        if constraints.ca:
            return True
    except x509.ExtensionNotFound:
        pass
    except _UNREADABLE:
        return False
    try:
        read.verify_directly_issued_by(read)
    except (*_UNREADABLE, InvalidSignature):
        return False
    return True


def _shown(name: str) -> str:
    """Return a name with at most NAME_CHARS_MAX characters, all of them printable."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name[:NAME_CHARS_MAX])


def _invalid(pointer: str, code: str, detail: str) -> Invalid:
    return Invalid(fields=(FieldError(pointer=pointer, code=code, detail=detail),))

"""Reads the certificates of a receiver from PEM text, and refuses with advice what TLS could not use later."""

import re
import ssl
from collections.abc import Sequence

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import ExtensionOID

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.receivers.certificates import (
    CA_BUNDLE_CHARS_MAX,
    CA_CERTIFICATES_MAX,
    CLIENT_CERTIFICATES_MAX,
    CLIENT_CHAIN_CHARS_MAX,
    CLIENT_KEY_CHARS_MAX,
    Certificate,
    ClientCertificate,
    ReceiverTls,
)
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant, from_datetime, to_text
from plantstore.sending.tls import make_receiver_context, present

RSA_BITS_MAX = 4_096  # a signature with 4,096 bits takes 5 ms, with 8,192 bits 30 ms, for each connection
NAME_CHARS_MAX = 200  # max characters of a subject or issuer that are kept
PrivateKey = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey
_LABEL = re.compile(r"-----BEGIN ([A-Z0-9 ]{1,40})-----")
_BLOCK = re.compile(r"-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----")
_UNREADABLE = (
    ValueError,
    TypeError,
    UnsupportedAlgorithm,
    x509.DuplicateExtension,
    x509.InvalidVersion,
    x509.UnsupportedGeneralNameType,
)


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


def read_client(chain: str, key: str, *, now: Instant) -> ClientCertificate:
    """Return a client certificate with its key; raise Invalid for a part of `/client_certificate`.

    The chain begins with the certificate of the key; none of it may be expired. The key must not be encrypted.
    """
    pointer = "/client_certificate/chain"
    found = _certificates(
        chain,
        pointer=pointer,
        chars_max=CLIENT_CHAIN_CHARS_MAX,
        certificates_max=CLIENT_CERTIFICATES_MAX,
        now=now,
    )
    read_key = _private_key(key)
    if not _is_pair(found[0][0], read_key):
        detail = "The key does not belong to the first certificate of the chain."
        raise _invalid("/client_certificate/key", "key_mismatch", detail)
    encoding, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    text = read_key.private_bytes(serialization.Encoding.PEM, encoding, plain).decode()
    client = ClientCertificate(chain=tuple(certificate for _, certificate in found), key=Secret(text))
    try:
        present(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), client)
    except ssl.SSLError as error:
        raise _invalid(pointer, "unusable", f"OpenSSL cannot use this certificate: {error.reason}.") from error
    return client


def _private_key(text: str) -> PrivateKey:
    pointer = "/client_certificate/key"
    if len(text) > CLIENT_KEY_CHARS_MAX:
        raise _invalid(pointer, "length", f"Use at most {CLIENT_KEY_CHARS_MAX:,} characters.")
    if "ENCRYPTED" in text:  # the label, or the Proc-Type header of the older format
        detail = "The key is encrypted. Decrypt it first: openssl pkey -in encrypted.pem -out key.pem"
        raise _invalid(pointer, "encrypted", detail)
    try:
        # Its numbers are not checked for primes, which takes long: a wrong key fails at the receiver.
        key = serialization.load_pem_private_key(text.encode(), None, unsafe_skip_rsa_key_validation=True)
    except _UNREADABLE as error:
        detail = "Write the private key as PEM: it begins with -----BEGIN PRIVATE KEY----- or similar."
        raise _invalid(pointer, "pem", detail) from error
    if isinstance(key, rsa.RSAPrivateKey) and key.key_size > RSA_BITS_MAX:
        raise _invalid(pointer, "key_size", f"Use at most {RSA_BITS_MAX:,} bits for an RSA key, or an elliptic curve.")
    if not isinstance(key, PrivateKey):
        raise _invalid(pointer, "key_type", "Use an RSA key, an elliptic curve (ECDSA) or Ed25519.")
    return key


def _is_pair(certificate: x509.Certificate, key: PrivateKey) -> bool:
    encoding = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    try:
        return certificate.public_key().public_bytes(*encoding) == key.public_key().public_bytes(*encoding)
    except _UNREADABLE:
        return False


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

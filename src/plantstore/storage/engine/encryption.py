"""Encryption of secrets in the database and its backups: AES-256-GCM, with a key that is stored in neither."""

import base64
import binascii
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from plantstore.domain.secret import Secret
from plantstore.storage.database import Transaction
from plantstore.storage.engine import durable_files
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.tables import facts

KEY_BYTES = 32
NONCE_BYTES = 12  # length of the random nonce (NIST SP 800-38D)
_CHECK = b"plant store key"


class SecretBox:
    """Encrypts and decrypts bytes. `purpose` is authenticated: decryption fails with a different purpose."""

    def __init__(self, key: bytes, random_bytes: Callable[[int], bytes]) -> None:
        assert len(key) == KEY_BYTES
        self._key = key
        self._cipher = AESGCM(key)
        self._random_bytes = random_bytes

    def seal(self, clear: bytes, *, purpose: str) -> bytes:
        nonce = self._random_bytes(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, clear, purpose.encode())

    def open(self, sealed: bytes, *, purpose: str) -> bytes:
        """Return the decrypted bytes; StorageRefused if the key or purpose differs, or the bytes were altered."""
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], purpose.encode())
        except InvalidTag as error:
            raise StorageRefused("A secret in the database does not open with this key.") from error

    def derive(self, purpose: str) -> bytes:
        """Return a key for another use, derived from the encryption key (HKDF, RFC 5869)."""
        return HKDF(hashes.SHA256(), KEY_BYTES, salt=None, info=purpose.encode()).derive(self._key)


def read_key(given: Secret | None, file: Path, random_bytes: Callable[[int], bytes], *, new_store: bool) -> bytes:
    """Return the encryption key from the setting, else from the key file.

    The first start creates the key file, which only its owner may read.
    """
    if given is not None:
        return _decode(given.reveal(), "PLANTSTORE_KEY")
    if not new_store and not file.exists():
        raise StorageRefused(f"The key file {file} is missing. Put it back, or set PLANTSTORE_KEY to its content.")
    if file.exists():
        return _decode(_read(file), str(file))
    key = random_bytes(KEY_BYTES)
    try:
        durable_files.write_private(file, base64.b64encode(key) + b"\n")
    except OSError as error:
        raise StorageRefused(f"The key file {file} cannot be created: {error.strerror}.") from error
    return key


def check_key(tx: Transaction, secret_box: SecretBox) -> None:
    """Raise StorageRefused if the database was created with a different encryption key.

    A new database adopts this key.
    """
    check = facts.read(tx, "key check")
    if check is None:
        facts.write(tx, "key check", secret_box.seal(_CHECK, purpose="key check"))
        return
    try:
        secret_box.open(check, purpose="key check")
    except StorageRefused as error:
        raise StorageRefused(
            "The key is not the one this database was created with. Put back the old DATA/key file or PLANTSTORE_KEY."
        ) from error


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace")
    except OSError as error:
        raise StorageRefused(f"The key file {file} cannot be read: {error.strerror}.") from error


def _decode(text: str, source: str) -> bytes:
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise StorageRefused(f"{source} is not a key: it must be {KEY_BYTES} bytes in base64.")
    return key

"""The keys of a continuous backup: the store has the public one, and only the private one reads the backup.

Both are those of age (C2SP, age-encryption.org/v1): `age -d -i KEYFILE` reads the files too.
"""

from io import BytesIO
from pathlib import Path
from typing import Any

from plantstore.domain.secret import Secret
from plantstore.storage.engine.protocols import StorageRefused

KEY_FILE_BYTES_MAX = 10_000


def new_key() -> tuple[Secret, str]:
    """Return a new private key and its public key, the recipient."""
    from pyrage import x25519

    identity = x25519.Identity.generate()
    return Secret(str(identity)), str(identity.to_public())


def recipient(text: str) -> Any:
    """Return the public key in a text. Raise ValueError if it is none."""
    import pyrage

    try:
        return pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        raise ValueError("this is not a public key of age, which begins with age1") from error


def encrypt(content: bytes, to: Any) -> bytes:
    """Encrypt for a recipient. Other threads may run in between, which `pyrage.encrypt` does not permit."""
    import pyrage

    encrypted = BytesIO()
    pyrage.encrypt_io(BytesIO(content), encrypted, [to])
    return encrypted.getvalue()


def read_keys(file: Path) -> list[Any]:
    """Return the private keys in a file, as `plantstore db backup-key` and age-keygen write them, one in a line.

    Raise StorageRefused if the file cannot be read, has no key, or a damaged one.
    """
    import pyrage

    try:
        with file.open(encoding="ascii") as stream:
            lines = stream.read(KEY_FILE_BYTES_MAX).split()
    except (OSError, UnicodeDecodeError) as error:
        raise StorageRefused(f"{file} cannot be read: {error}.") from error
    try:
        found = [pyrage.x25519.Identity.from_str(line) for line in lines if line.startswith("AGE-SECRET-KEY-1")]
    except pyrage.IdentityError as error:
        raise StorageRefused(f"A key in {file} is damaged: {error}.") from error
    if not found:
        raise StorageRefused(f"{file} has no key that begins with AGE-SECRET-KEY-1.")
    return found

"""Options that say where to write or print a secret that the store reveals only once, and the file it is written to.

A secret file has mode 0600 from the start, is replaced atomically, and keeps an existing secret unless --force is
given. It is created before the request is sent, so that an unwritable folder does not cause the loss of a secret.
"""

import os
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import click

from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import idempotency_key_option

Command = TypeVar("Command", bound=Callable[..., Any])
SECRET_KEY, ACCESS_TOKEN_KEY = "PLANTSTORE_SECRET", "PLANTSTORE_ACCESS_TOKEN"
SHOWN_ONCE = {"secret": SECRET_KEY, "access_token": ACCESS_TOKEN_KEY}
_KEY = r"([ \t]*(?:export[ \t]+)?){}[ \t]*="
_ENCODING, _ERRORS = "utf-8", "surrogateescape"  # keeps the file's other lines byte for byte


def secret_options(command: Command) -> Command:
    """Add the options that say where to write or print a secret, and the Idempotency-Key option."""
    options = (
        click.option(
            "--secret-to", type=click.Path(path_type=Path), metavar="FILE", help="Write the secret to this .env file."
        ),
        click.option("--force", is_flag=True, help="Replace a secret that FILE already holds."),
        click.option("--show-secret", is_flag=True, help="Print the secret; it is not shown again."),
        idempotency_key_option,
    )
    for option in reversed(options):
        command = option(command)
    return command


def check_secret_options(secret_to: Path | None, *, force: bool, show_secret: bool) -> None:
    """Raise WrongUsage if a secret would be neither written nor printed, or if --force is given without a file."""
    if secret_to is None and not show_secret:
        raise WrongUsage(
            "The secret is shown only once and would be lost.",
            next_step="Add --secret-to FILE to write it to a file, or --show-secret to print it.",
        )
    if force and secret_to is None:
        raise WrongUsage("--force only applies to --secret-to.", next_step="Add --secret-to as well.")


class SecretFile:
    """Replaces a file atomically: `write` fills a temporary file and renames it. Use it in a `with` block."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()  # replace the target of a symbolic link, not the link
        if self.path.exists() and not self.path.is_file():
            raise WrongUsage(f"{path} is not a file.")
        try:
            handle, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)  # mode 0600
        except OSError as error:
            raise WrongUsage(f"Cannot write {path}: {error.strerror}.") from error
        self._temporary: Path | None = Path(name)
        os.close(handle)

    def write(self, text: str) -> None:
        """Replace the file's content. Call it only once. Raise OSError if that fails, for example on a full disk."""
        assert self._temporary is not None, "written once"
        with self._temporary.open("w", encoding=_ENCODING, errors=_ERRORS, newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        self._temporary.replace(self.path)
        self._temporary = None

    def __enter__(self) -> "SecretFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._temporary is not None:
            self._temporary.unlink(missing_ok=True)


def open_env_file(path: Path, keys: list[str], *, force: bool) -> SecretFile:
    """Open an `.env` file for writing; without `force`, raise WrongUsage if it already sets one of the keys."""
    taken = keys_set(_current_text(path), keys)
    if taken and not force:
        raise WrongUsage(f"{path} already holds {' and '.join(taken)}.", next_step="Add --force to replace it.")
    return SecretFile(path)


def write_secret(file: SecretFile, response: Mapping[str, Any], *, done: str, next_step: str) -> None:
    """Write the secrets in a response to the file; raise Failure if that fails.

    For the failure message, `done` says what the store has done and `next_step` how to recover.
    """
    values = {key: str(response[name]) for name, key in SHOWN_ONCE.items() if response.get(name)}
    try:
        file.write(with_values(_current_text(file.path), values))
    except OSError as error:
        raise Failure(
            f"{done}, but the secret could not be written: {error.strerror}.",
            exit_code=Exit.PARTLY,
            next_step=next_step,
        ) from error


def keys_set(text: str, keys: Sequence[str]) -> list[str]:
    """Return the keys that the text of an `.env` file sets to a non-empty value.

    >>> keys_set("A=1\\nexport B=\\n# C=3\\n", ["A", "B", "C"])
    ['A']
    """
    return [key for key in keys if re.search(rf"^{_KEY.format(key)}[ \t]*[^\s]", text, re.MULTILINE)]


def with_values(text: str, values: Mapping[str, str]) -> str:
    """Return the text of an `.env` file with keys set: existing keys are replaced in place, new keys are appended.

    >>> with_values("A=1\\nB=2\\nA=3", {"A": "9", "C": "5"})
    'A=9\\nB=2\\nC=5\\n'
    """
    missing = dict(values)
    lines = []
    for line in text.splitlines(keepends=True):
        key_match = next(((key, match) for key in values if (match := re.match(_KEY.format(key), line))), None)
        if key_match is None:
            lines.append(line)
        elif key_match[0] in missing:
            lines.append(f"{key_match[1][1]}{key_match[0]}={missing.pop(key_match[0])}\n")
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    return "".join([*lines, *(f"{key}={value}\n" for key, value in missing.items())])


def _current_text(path: Path) -> str:
    """Return the content of a file; an empty string if it does not exist."""
    try:
        with path.open(encoding=_ENCODING, errors=_ERRORS, newline="") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise WrongUsage(f"Cannot read {path}: {error.strerror}.") from error

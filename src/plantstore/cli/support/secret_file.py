"""Files that hold a secret: mode 0600 from their first byte, never half written, never overwritten by accident.

The file is made before the server is asked, so that a folder one cannot write to costs no secret.
"""

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

from plantstore.cli.support.exit_codes import WrongUsage

_KEY = r"([ \t]*(?:export[ \t]+)?){}[ \t]*="
ENCODING, ERRORS = "utf-8", "surrogateescape"  # what is not ours to read must come out as it went in


class SecretFile:
    """A file beside which its next version lies, until `write` puts it in its place. Use it in a `with` block."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()  # a symbolic link stays one, and its file is replaced
        if self.path.exists() and not self.path.is_file():
            raise WrongUsage(f"{path} is not a file.")
        try:
            handle, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)  # mode 0600
        except OSError as error:
            raise WrongUsage(f"{path} cannot be written: {error.strerror}.") from error
        self._next: Path | None = Path(name)
        os.close(handle)

    def write(self, text: str) -> None:
        """Replace the file; OSError when the disk is full."""
        assert self._next is not None, "written once"
        with self._next.open("w", encoding=ENCODING, errors=ERRORS, newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        self._next.replace(self.path)
        self._next = None

    def __enter__(self) -> "SecretFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._next is not None:
            self._next.unlink(missing_ok=True)


def current_text(path: Path) -> str:
    """Give what a file holds now; nothing when there is none."""
    try:
        with path.open(encoding=ENCODING, errors=ERRORS, newline="") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise WrongUsage(f"{path} cannot be read: {error.strerror}.") from error


def keys_set(text: str, keys: Sequence[str]) -> list[str]:
    """Name those of the keys that an `.env` file gives a value already.

    >>> keys_set("A=1\\nexport B=\\n# C=3\\n", ["A", "B", "C"])
    ['A']
    """
    return [key for key in keys if re.search(rf"^{_KEY.format(key)}[ \t]*[^\s]", text, re.MULTILINE)]


def with_values(text: str, values: Mapping[str, str]) -> str:
    """Set keys in the text of an `.env` file: replaced where they stand, else added at the end; the rest is kept.

    >>> with_values("A=1\\nB=2\\nA=3", {"A": "9", "C": "5"})
    'A=9\\nB=2\\nC=5\\n'
    """
    missing = dict(values)
    lines = []
    for line in text.splitlines(keepends=True):
        found = next(((key, match) for key in values if (match := re.match(_KEY.format(key), line))), None)
        if found is None:
            lines.append(line)
        elif found[0] in missing:
            lines.append(f"{found[1][1]}{found[0]}={missing.pop(found[0])}\n")
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    return "".join([*lines, *(f"{key}={value}\n" for key, value in missing.items())])

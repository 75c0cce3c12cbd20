"""The answers from which `plantstore setup server` makes its files, and the checks of each."""

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from plantstore.core.postgresql_url import SCHEMES

HIDDEN_FOLDERS = ("/home", "/root", "/run/user", "/tmp", "/var/tmp")  # noqa: S108  the service cannot read them
_HOST = re.compile(r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


class WrongAnswer(Exception):
    """An answer cannot be used. The message is a sentence that says what to write instead."""


class Proxy(StrEnum):
    """The web server in front of the store, which adds TLS."""

    NGINX = "nginx"
    CADDY = "caddy"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What an operator chose. `database` is "" for SQLite; `keep_days` counts for SQLite only."""

    host: str
    proxy: Proxy
    database: str
    keep_days: int
    port: int
    program: Path
    certificate: str = ""
    certificate_key: str = ""

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}" if self.proxy is Proxy.NONE else f"https://{self.host}"

    @property
    def listen(self) -> str:
        return f"127.0.0.1:{self.port}"


def checked_host(text: str) -> str:
    """Return the host name of the store, in lower case. A URL such as `https://plants.example.org/` is accepted too."""
    host = text.strip().lower()
    if "://" in host:
        parts = urlsplit(host)
        if parts.scheme != "https" or parts.path not in ("", "/") or parts.query or parts.fragment:
            raise WrongAnswer("The public address is https:// and a host name, without a path.")
        host = parts.netloc
    if not _HOST.fullmatch(host) or host.rpartition(".")[2].isdigit():
        raise WrongAnswer(f"“{text}” is not a host name, such as plants.example.org.")
    return host


def checked_database(text: str) -> str:
    """Return "" for `sqlite`, or the address of a database on PostgreSQL."""
    address = text.strip()
    if address in ("", "sqlite"):
        return ""
    if not address.startswith(SCHEMES):
        raise WrongAnswer("The database is sqlite, or an address such as postgresql://shop@db1/plants.")
    if "'" in address or not address.isprintable():
        raise WrongAnswer("The address of the database has a character that must be percent-encoded, such as %27.")
    return address


def checked_program(path: Path) -> Path:
    """Return the absolute path of the program. The service must be able to read it."""
    if not path.is_absolute() or not path.is_file():
        raise WrongAnswer(f"There is no program {path}: pass its path with --program.")
    for place in (path, path.resolve()):
        if any(place.is_relative_to(folder) for folder in HIDDEN_FOLDERS):
            raise WrongAnswer(
                f"The service cannot read {place}, because it sees no home or temporary folders. "
                "Install Plant Store in /opt/plantstore: python3 -m venv /opt/plantstore."
            )
    return path


def checked_file(text: str) -> str:
    """Return the absolute path of a certificate or its key, which may be made later."""
    if not re.fullmatch(r"/[\w./@+-]+", text):
        raise WrongAnswer(f"“{text}” is not an absolute path without spaces.")
    return text

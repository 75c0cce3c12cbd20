"""Checks the settings of servers that the store uses: the bucket of photos, and the mail server.

The functions raise ValueError with the name of the setting, without its prefix, and how to correct it.
"""

import ipaddress
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from plantstore.domain.alerts.email_address import split_named
from plantstore.domain.secret import Secret

if TYPE_CHECKING:
    from plantstore.core.settings import Settings

MAIL_PORTS = {"smtp+starttls": 587, "smtps": 465, "smtp": 25}  # RFC 6409 §3.1, RFC 8314 §7.3, RFC 5321 §4.5.4.2
SERVER_FORMS = "smtp+starttls://USER@HOST:587 or smtps://USER@HOST:465"

SECRET_BYTES_MAX = 4_096  # of a file with a secret; a secret has about 40 characters

_ADDRESS = re.compile(r"https?://[A-Za-z0-9._:\[\]-]+(/[!-~]*)?")
_REGION = re.compile(r"[A-Za-z0-9-]{1,64}")
_KEY_ID = re.compile(r"[!-+.0-~-]{1,128}")  # no comma and no slash, which end it in a signature
_PROXY = re.compile(
    r"http://(?:(?P<user>[!-?A-~]{1,320})@)?"
    r"(?:\[(?P<literal>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]{1,253})):(?P<port>[1-9][0-9]{0,4})/?"
)
_SERVER = re.compile(
    r"(?P<scheme>smtp\+starttls|smtps|smtp)://(?:(?P<user>[!-~]{1,320})@)?"
    r"(?:\[(?P<literal>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]{1,253}))(?::(?P<port>[1-9][0-9]{0,4}))?/?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """A mail server. `scheme` is `smtp+starttls`, `smtps` (TLS from the start), or `smtp` (none, this machine only)."""

    scheme: str
    host: str
    port: int
    user: str

    @property
    def shown(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"


def mail_server(text: str) -> MailServer:
    """Parse MAIL_SERVER. The message of the ValueError does not quote it: it may contain a password."""
    found = _SERVER.fullmatch(text)
    if found is None or int(found["port"] or 0) > 65_535:
        raise ValueError(f"MAIL_SERVER: use {SERVER_FORMS}, and %40 for an @ in the user.")
    host, user = found["literal"] or found["name"].lower(), found["user"] or ""
    if ":" in user:
        raise ValueError("MAIL_SERVER: leave out the password; MAIL_PASSWORD or MAIL_PASSWORD_FILE contains it.")
    scheme = found["scheme"]
    if scheme == "smtp" and not is_loopback(host):
        raise ValueError(f"MAIL_SERVER: without TLS, only a server on this machine is used; write {SERVER_FORMS}.")
    user = unquote(user)
    if not user.isprintable() or not user.isascii():
        raise ValueError("MAIL_SERVER: the user has a character that is not printable ASCII.")
    return MailServer(scheme=scheme, host=host, port=int(found["port"] or MAIL_PORTS[scheme]), user=user)


def proxy_parts(text: str) -> tuple[str, str, int]:
    """Parse DELIVERY_PROXY: return user, host and port. The message of the ValueError does not quote it."""
    found = _PROXY.fullmatch(text)
    if found is None or int(found["port"]) > 65_535:
        raise ValueError("DELIVERY_PROXY: use http://HOST:PORT or http://USER@HOST:PORT, without a path.")
    user = unquote(found["user"] or "")
    if ":" in (found["user"] or ""):
        raise ValueError(
            "DELIVERY_PROXY: leave out the password; DELIVERY_PROXY_PASSWORD or DELIVERY_PROXY_PASSWORD_FILE "
            "contains it."
        )
    if not user.isprintable() or not user.isascii() or ":" in user:
        raise ValueError("DELIVERY_PROXY: the user has a colon, or a character that is not printable ASCII.")
    return user, found["literal"] or found["name"].lower(), int(found["port"])


def check_proxy(settings: "Settings") -> None:
    has_password = settings.delivery_proxy_password is not None or settings.delivery_proxy_password_file is not None
    if not settings.delivery_proxy:
        return
    user, _, _ = proxy_parts(settings.delivery_proxy)
    if user and not has_password:
        raise ValueError(
            "DELIVERY_PROXY_PASSWORD: the user in DELIVERY_PROXY needs a password; set this, or "
            "DELIVERY_PROXY_PASSWORD_FILE."
        )
    if has_password and not user:
        raise ValueError("DELIVERY_PROXY: name the user whose password is set, as in http://USER@HOST:3128.")


def secret_of(given: Secret | None, file: Path | None, *, name: str) -> Secret | None:
    """Return a secret from its setting, or from the file that the setting `name` names; None if neither is set."""
    if given is not None or file is None:
        return given
    try:
        with file.open(encoding="ascii") as stream:
            text = stream.read(SECRET_BYTES_MAX).strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror or "") if isinstance(error, OSError) else "it is not plain text"
        raise ValueError(f"{name} cannot be read: {reason}.") from error
    if not text:
        raise ValueError(f"{name} is empty.")
    return Secret(text)


def is_loopback(host: str) -> bool:
    """True for localhost and the addresses of this machine."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_bucket(settings: "Settings") -> None:
    """Check the settings of the bucket of photos, and of that of the continuous backup."""
    for name, address in (
        ("PHOTOS", settings.photos_bucket),
        ("BACKUP", settings.backup_to if settings.is_backed_up_to_bucket else ""),
    ):
        _check_bucket(settings, name, address, setting={"PHOTOS": "PHOTOS_BUCKET", "BACKUP": "BACKUP_TO"}[name])


def _check_bucket(settings: "Settings", name: str, address: str, *, setting: str) -> None:
    of = name.lower()
    addressing, region = getattr(settings, f"{of}_addressing"), getattr(settings, f"{of}_region")
    if addressing not in ("path", "host"):
        raise ValueError(f"{name}_ADDRESSING: {addressing!r} is not path or host.")
    if not _REGION.fullmatch(region):
        raise ValueError(f"{name}_REGION: {region!r} is not a region, such as eu-central-1.")
    if not address:
        return
    if not _ADDRESS.fullmatch(address) or "?" in address:
        raise ValueError(f"{setting}: use an address such as https://s3.example.com/plants.")
    if not _KEY_ID.fullmatch(getattr(settings, f"{of}_key_id")):
        raise ValueError(f"{name}_KEY_ID: a bucket needs an access key id of letters and digits.")
    if getattr(settings, f"{of}_secret") is None and getattr(settings, f"{of}_secret_file") is None:
        raise ValueError(f"{name}_SECRET: a bucket needs a secret; set this, or {name}_SECRET_FILE.")


def check_mail(settings: "Settings") -> None:
    has_password = settings.mail_password is not None or settings.mail_password_file is not None
    if not settings.mail_server:
        return
    server = mail_server(settings.mail_server)
    if server.user and not has_password:
        raise ValueError("MAIL_PASSWORD: the user in MAIL_SERVER needs a password; set this, or MAIL_PASSWORD_FILE.")
    if has_password and not server.user:
        raise ValueError("MAIL_SERVER: name the user whose password is set, as in smtps://USER@HOST:465.")
    try:
        split_named(settings.mail_from)
    except ValueError as error:
        raise ValueError("MAIL_FROM: use an address, such as Plant Store <store@shop.example>.") from error

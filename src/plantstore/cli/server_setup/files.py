"""The files of a store on a server: units of systemd, settings, and the configuration of a web server."""

import re
import secrets
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from jinja2 import Environment, PackageLoader, StrictUndefined

from plantstore.cli.server_setup.answers import Answers, Proxy
from plantstore.storage.engine.encryption import KEY_BYTES

UNITS = "/etc/systemd/system"
SETTINGS_FILE = "/etc/plantstore/settings.env"
PROXY_FILES = {Proxy.NGINX: "/etc/nginx/conf.d/plantstore.conf", Proxy.CADDY: "/etc/caddy/plantstore.caddyfile"}
NOTICE = "Written by `plantstore setup server`. Before it replaces this file, it shows what would change."
PUBLIC, SECRET = 0o644, 0o600  # permissions
Render = Callable[..., str]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFile:
    """A file to write. `mode` has its permissions."""

    path: PurePosixPath
    text: str
    mode: int = PUBLIC


def files_for(answers: Answers, *, settings: str = "") -> list[NewFile]:
    """Return every file of a store with these answers, in a fixed order.

    `settings` is the text of the existing settings file: its other lines stay as they are.
    """
    render = _renderer()
    has_key = re.search("^PLANTSTORE_KEY=", settings, flags=re.MULTILINE) is not None
    units = ["plantstore.socket", "plantstore.service"]
    if not answers.database:
        units += ["plantstore-backup.service", "plantstore-backup.timer"]
    values = {
        "listen": answers.listen,
        "program": str(answers.program),
        "settings_file": SETTINGS_FILE,
        "server": bool(answers.database),
        "keep_days": answers.keep_days,
    }
    files = [
        NewFile(
            path=PurePosixPath(SETTINGS_FILE),
            text=_merged(settings or render("settings.env"), _settings(answers, has_key=has_key)),
            mode=SECRET,
        )
    ]
    files += [NewFile(path=PurePosixPath(UNITS, name), text=render(name, **values)) for name in units]
    if answers.proxy is not Proxy.NONE:
        template = "nginx.conf" if answers.proxy is Proxy.NGINX else "Caddyfile"
        text = render(
            template,
            host=answers.host,
            listen=answers.listen,
            certificate=answers.certificate,
            certificate_key=answers.certificate_key,
        )
        files.append(NewFile(path=PurePosixPath(PROXY_FILES[answers.proxy]), text=text))
    return files


def _renderer() -> Render:
    environment = Environment(  # noqa: S701  these files are not HTML; each value was checked
        loader=PackageLoader("plantstore.cli.server_setup"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return lambda name, **values: environment.get_template(name).render(notice=NOTICE, **values)


def _settings(answers: Answers, *, has_key: bool) -> dict[str, str]:
    """Return the settings that the answers decide. A store on PostgreSQL gets a key, unless it has one."""
    settings = {"PLANTSTORE_BASE_URL": answers.base_url}
    if answers.proxy is not Proxy.NONE:
        settings["PLANTSTORE_TRUSTED_PROXIES"] = "127.0.0.1/32"
    if answers.database:
        settings["PLANTSTORE_DATABASE"] = answers.database
        if not has_key:
            settings["PLANTSTORE_KEY"] = b64encode(secrets.token_bytes(KEY_BYTES)).decode("ascii")
    return settings


def _merged(text: str, settings: dict[str, str]) -> str:
    """Set each of these settings in its present line, or in a new line at the end."""
    for name, value in settings.items():
        line = f"{name}='{value}'"
        present = re.search(rf"^{name}=.*$", text, flags=re.MULTILINE)
        text = text.replace(present[0], line, 1) if present else f"{text.rstrip()}\n{line}\n"
    return text

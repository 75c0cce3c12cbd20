"""All settings and configurable limits of the program, each with its name, default, unit, range and meaning.

A setting can be set with the environment variable `PLANTSTORE_<NAME>` or the flag `--<name>` of `plantstore serve`;
flags take precedence. A test compares `docs/settings.md` with this file.
"""

import ipaddress
import re
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_args

from plantstore.core.backup_settings import BackupSettings
from plantstore.core.postgresql_url import is_postgresql, is_well_formed, without_password
from plantstore.core.service_settings import SERVER_FORMS, check_bucket, check_mail, check_proxy
from plantstore.core.setting import PREFIX, Network, SettingError
from plantstore.core.setting import setting as _setting
from plantstore.domain.deliveries.lease import LEASE_S
from plantstore.domain.plants.currency import EXPONENTS
from plantstore.domain.secret import Secret

__all__ = ["FOR_CLIENTS", "PREFIX", "ROLES", "Network", "SettingError", "Settings", "load"]

FOR_CLIENTS = frozenset({"URL", "TOKEN", "TOKEN_FILE", "SECRET", "ACCESS_TOKEN"})
"""PLANTSTORE_ variables for the command line client and for receivers, which the server ignores."""

ROLES = ("all", "api", "dispatcher")

_LOCALHOST = ("127.0.0.1", "localhost")
_SQLITE = "sqlite:///"
_ROOT = re.compile(r"https?://[A-Za-z0-9._:\[\]-]+/?")
_ADDRESS = re.compile(r"https?://[A-Za-z0-9._:\[\]-]+(/[!-~]*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(BackupSettings):
    """The operator's settings. Names of limits end in `_max`, which follows the unit, if any."""

    data: Path = _setting(Path("data"), "directory of the database, the key and the operator token")
    database: str = _setting(
        "",
        "database URL: sqlite:///FILE or postgresql://HOST/NAME; empty means sqlite:///DATA/plantstore.db",
        shown=False,  # it may hold a password
    )
    host: str = _setting("127.0.0.1", "address to listen on")
    port: int = _setting(8000, "port to listen on; 0 lets the system choose", least=0, most=65_535)
    base_url: str = _setting("", "public URL of this store, without a path; empty means http://HOST:PORT")
    role: str = _setting(
        "all",
        "what a process does: all, api (serve clients) or dispatcher (send webhooks); the last two need PostgreSQL",
    )
    workers: int = _setting(
        1, "number of processes that share the port; more than one needs PostgreSQL", least=1, most=64
    )
    key: Secret | None = _setting(
        None, "32 bytes in base64 that encrypt secrets at rest; empty means the file DATA/key"
    )
    allow_networks: tuple[Network, ...] = _setting(
        (), "private networks that receivers may be in, as CIDR, comma separated"
    )
    ca_bundle: Path | None = _setting(None, "PEM file of certificate authorities to trust in addition to the system's")
    delivery_proxy: str = _setting("", "HTTP proxy for requests to receivers: http://[USER@]HOST:PORT; empty: none")
    delivery_proxy_password: Secret | None = _setting(
        None, "password of the user in DELIVERY_PROXY; best in a variable"
    )
    delivery_proxy_password_file: Path | None = _setting(
        None, "file that contains DELIVERY_PROXY_PASSWORD, used instead of it"
    )
    currency: str = _setting("EUR", "currency of prices without one (ISO 4217)")
    timezone: str = _setting("UTC", "time zone for the availability of plants (IANA name)")
    plant_url: str = _setting("", "public URL of a plant, with {id}, {sku} or both; empty means none")
    retry_scale: float = _setting(
        1.0,
        "divides every delay of the retry schedule and every pause of the circuit breaker",
        least=0.01,
        most=1_000_000,
    )
    attempts_days: int = _setting(
        30, "how long attempts are kept, and the events of deleted plants", least=1, most=3_650, unit="days"
    )
    activity_days: int = _setting(
        365,
        "how long the activity log, ended replays and data of removed receivers are kept",
        least=1,
        most=36_500,
        unit="days",
    )
    history_days: int = _setting(
        730,
        "how long the history of plants is kept (who changed what), at least as long as imports",
        least=1,
        most=36_500,
        unit="days",
    )
    import_days: int = _setting(
        30,
        "how long an import is kept: its report, its bad rows, and the option to undo it",
        least=1,
        most=3_650,
        unit="days",
    )
    log_format: str = _setting("json", "json: one JSON object per line on standard error; text: for people; off: none")

    trusted_proxies: tuple[Network, ...] = _setting(
        (), "proxies whose X-Forwarded-For header is trusted, as CIDR, comma separated"
    )
    console_http: str = _setting(
        "loopback", "who may sign in to the console over plain HTTP: loopback (this machine) or anywhere"
    )
    token_requests_max: int = _setting(
        60_000, "requests per minute with one token; 0: no limit", least=0, most=10_000_000
    )
    failed_authentications_max: int = _setting(
        300, "requests per minute without a valid token from one address; 0: no limit", least=0, most=1_000_000
    )
    client_connections_max: int = _setting(4_096, "client connections in total", least=1, most=65_536)
    head_s_max: float = _setting(
        10.0, "longest time for a client to send the request line and headers", least=0.1, most=300, unit="seconds"
    )
    body_s_max: float = _setting(
        30.0,
        "longest time in which a client may send a body at less than 1 KiB per second",
        least=0.1,
        most=3_600,
        unit="seconds",
    )

    photos_bucket: str = _setting(
        "",
        "S3-compatible bucket for photos: https://HOST/BUCKET or https://HOST/BUCKET/PREFIX; empty means the folder "
        "DATA/photos",
    )
    photos_addressing: str = _setting(
        "path", "where PHOTOS_BUCKET names the bucket: path (https://HOST/BUCKET) or host (https://BUCKET.HOST)"
    )
    photos_region: str = _setting("us-east-1", "region of the bucket for photos")
    photos_key_id: str = _setting("", "access key id of the bucket for photos")
    photos_secret: Secret | None = _setting(
        None, "secret access key of the bucket for photos; better in a variable than on the command line"
    )
    photos_secret_file: Path | None = _setting(None, "file that contains PHOTOS_SECRET, used instead of it")
    linked_images: str = _setting("on", "on: fetch images of plants from other servers, for thumbnails; off: never")

    mail_server: str = _setting(
        "", f"mail server for alerts: {SERVER_FORMS}; smtp://127.0.0.1:25 for a relay on this machine", shown=False
    )
    mail_password: Secret | None = _setting(None, "password of the user in MAIL_SERVER; better in a variable")
    mail_password_file: Path | None = _setting(None, "file that contains MAIL_PASSWORD, used instead of it")
    mail_from: str = _setting("", "sender of e-mails: ADDRESS or NAME <ADDRESS>")

    tracing: str = _setting("off", "otlp: send traces, configured by the OTEL_ variables; off: none")

    request_bytes_max: int = _setting(1_048_576, "largest request body", least=1_024, most=64_000_000, unit="bytes")
    bodies_bytes_max: int = _setting(
        67_108_864,
        "request bodies in memory, of all clients together",
        least=1_048_576,
        most=10_000_000_000,
        unit="bytes",
    )
    photos_bytes_max: int = _setting(
        10_737_418_240,
        "bytes of all photos of the store together",
        least=0,
        most=10_000_000_000_000,
        unit="bytes",
    )
    import_bytes_max: int = _setting(
        536_870_912, "largest file to import", least=1_024, most=10_000_000_000, unit="bytes"
    )
    import_rows_max: int = _setting(2_000_000, "rows of a file to import", least=1, most=100_000_000)
    page_items_max: int = _setting(200, "largest page of a list", least=1, most=1_000, unit="items")
    feed_wait_s_max: float = _setting(30.0, "longest wait of the events feed", least=0, most=300, unit="seconds")
    database_answer_s_max: float = _setting(
        5.0, "longest wait for any response from a PostgreSQL server", least=3, most=300, unit="seconds"
    )
    readers: int = _setting(4, "database connections for reading", least=1, most=64)
    commit_commands_max: int = _setting(100, "commands in one commit", least=1, most=1_000)
    waiting_commands_max: int = _setting(10_000, "commands that may wait for the writer", least=10, most=1_000_000)
    waiting_reads_max: int = _setting(10_000, "reads that may wait for a connection", least=10, most=1_000_000)
    receivers_max: int = _setting(10_000, "receivers in the store", least=1, most=100_000)
    in_flight_max: int = _setting(
        1_024, "webhook requests in flight or not yet recorded, in total", least=1, most=65_536
    )
    concurrency_max: int = _setting(64, "webhook requests in flight to one receiver", least=1, most=1_024)
    deadline_s: float = _setting(
        15.0, "longest attempt: DNS, connection, TLS, request and response", least=3, most=30, unit="seconds"
    )
    connect_s_max: float = _setting(5.0, "longest wait for DNS or for a connection", least=0.5, most=30, unit="seconds")
    keep_alive_s_max: float = _setting(
        60.0, "longest idle time of an open connection to a receiver", least=0, most=300, unit="seconds"
    )
    ring_events_max: int = _setting(4_096, "newest events kept in memory", least=16, most=1_000_000, unit="events")
    page_events: int = _setting(500, "events read from the database at a time", least=1, most=10_000, unit="events")
    log_bytes_max: int = _setting(
        67_108_864,
        "bodies of new events kept in memory, and as much again for old ones",
        least=1_000_000,
        most=10_000_000_000,
        unit="bytes",
    )
    window_events_max: int = _setting(
        65_536,
        "how far a receiver may get ahead of its oldest unsettled event",
        least=100,
        most=1_000_000,
        unit="events",
    )
    lease_s: float = _setting(
        LEASE_S,
        "how long a process keeps its receivers without renewing its lease, if processes share a store",
        least=1.5,
        most=300,
        unit="seconds",
    )
    stop_s_max: float = _setting(20.0, "longest wait for open requests at shutdown", least=1, most=300, unit="seconds")

    def __post_init__(self) -> None:
        _check_database(self.database)
        self.check_standby(self.database)
        for item in fields(self):
            _check_range(item.name, getattr(self, item.name), item.metadata)
        if self.bodies_bytes_max < self.request_bytes_max:
            wrong = f"{self.bodies_bytes_max} is less than the largest body ({PREFIX}REQUEST_BYTES_MAX"
            raise SettingError(f"{PREFIX}BODIES_BYTES_MAX: {wrong}={self.request_bytes_max}).")
        if self.log_format not in ("json", "text", "off"):
            raise SettingError(f"{PREFIX}LOG_FORMAT: {self.log_format!r} is not json, text or off.")
        if self.role not in ROLES:
            raise SettingError(f"{PREFIX}ROLE: {self.role!r} is not all, api or dispatcher.")
        if self.console_http not in ("loopback", "anywhere"):
            raise SettingError(f"{PREFIX}CONSOLE_HTTP: {self.console_http!r} is not loopback or anywhere.")
        try:
            check_bucket(self)
            check_mail(self)
            check_proxy(self)
        except ValueError as error:
            raise SettingError(f"{PREFIX}{error}") from error
        self.check_openid()
        self.check_backup(is_postgresql=self.is_postgresql)
        if self.linked_images not in ("on", "off"):
            raise SettingError(f"{PREFIX}LINKED_IMAGES: {self.linked_images!r} is not on or off.")
        if self.tracing not in ("otlp", "off"):
            raise SettingError(f"{PREFIX}TRACING: {self.tracing!r} is not otlp or off.")
        if self.base_url and not _ROOT.fullmatch(self.base_url):
            raise SettingError(
                f"{PREFIX}BASE_URL: use http://host:port or https://host without a path, not {self.base_url!r}. "
                "The store needs its own host name or port, because its pages, links and cookies start at the root."
            )
        if self.plant_url and not _plant_address(self.plant_url):
            detail = "use a URL with {id} or {sku} in it, such as https://shop.example/plants/{id}, not"
            raise SettingError(f"{PREFIX}PLANT_URL: {detail} {self.plant_url!r}.")
        if self.currency not in EXPONENTS:
            raise SettingError(f"{PREFIX}CURRENCY: {self.currency!r} is not an ISO 4217 code, such as EUR.")
        try:
            zoneinfo.ZoneInfo(self.timezone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
            detail = f"{PREFIX}TIMEZONE: {self.timezone!r} is not an IANA time zone, such as Europe/Brussels."
            raise SettingError(detail) from error

    def check_processes(self) -> None:
        """Raise SettingError if a store on SQLite has several processes or roles: only one process may write to it."""
        if self.is_postgresql or (self.role == "all" and self.workers == 1):
            return
        wrong = f"ROLE={self.role}" if self.role != "all" else f"WORKERS={self.workers}"
        raise SettingError(
            f"{PREFIX}{wrong} needs PostgreSQL: a store on SQLite has one process, which does everything. "
            f"Remove it, or set {PREFIX}DATABASE=postgresql://…"
        )

    @property
    def is_postgresql(self) -> bool:
        """True if the database is on a PostgreSQL server, which several processes can share."""
        return is_postgresql(self.database)

    @property
    def history_kept_days(self) -> int:
        """Return how long the history of plants is kept: at least as long as imports, whose undo reads it."""
        return max(self.history_days, self.import_days)

    @property
    def database_path(self) -> Path:
        """Return the path of the SQLite database file."""
        assert not self.is_postgresql, "a PostgreSQL database has no file"
        return Path(self.database.removeprefix(_SQLITE)) if self.database else self.data / "plantstore.db"

    @property
    def database_shown(self) -> str:
        """Return the database's path or URL, without secrets."""
        return without_password(self.database) if self.is_postgresql else str(self.database_path)

    @property
    def operator_token_file(self) -> Path:
        """Return the path of the file to which the first start writes the operator token, which has all scopes."""
        return self.data / "operator.token"

    @property
    def photos_folder(self) -> Path:
        """Return the folder of photos, which is used if `photos_bucket` is not set."""
        return self.data / "photos"

    @property
    def uploads_folder(self) -> Path:
        """Return the folder in which uploaded photos wait to be converted."""
        return self.data / "photo-uploads"

    @property
    def key_file(self) -> Path:
        """Return the path of the encryption key, which is used if `key` is not set."""
        return self.data / "key"

    @property
    def public_url(self) -> str:
        """Return the public base URL, without a final slash."""
        return (self.base_url or self.own_url).rstrip("/")

    @property
    def console_url(self) -> str:
        """Return the base URL for browsers: `public_url`, but `localhost` for 127.0.0.1: passkeys need a name.

        `plantstore serve` sets `base_url` if another program may answer browsers at this name.
        """
        is_local = not self.base_url and self.host in _LOCALHOST
        return f"http://localhost:{self.port}" if is_local else self.public_url

    @property
    def own_url(self) -> str:
        """Return the URL on which this process listens, bypassing any proxy."""
        return f"http://[{self.host}]:{self.port}" if ":" in self.host else f"http://{self.host}:{self.port}"


def load(environ: Mapping[str, str], flags: Mapping[str, Any] | None = None) -> Settings:
    """Read settings from PLANTSTORE_ variables and flags. Raise SettingError for the first wrong setting.

    An unknown PLANTSTORE_ variable is an error, so that misspelt settings are noticed.
    """
    known = {item.name: item for item in fields(Settings)}
    values: dict[str, Any] = {}
    for variable, text in environ.items():
        if not variable.startswith(PREFIX) or variable.removeprefix(PREFIX) in FOR_CLIENTS:
            continue
        name = variable.removeprefix(PREFIX).lower()
        if name not in known:
            raise SettingError(f"{variable} is not a setting. `plantstore serve --help` lists all settings.")
        if text:
            values[name] = _convert(variable, text, known[name].type)
    for name, value in (flags or {}).items():
        if value is not None:
            values[name] = (
                _convert("--" + name.replace("_", "-"), value, known[name].type) if isinstance(value, str) else value
            )
    return Settings(**values)


def _convert(source: str, text: str, kind: Any) -> Any:
    kind = (
        next((member for member in get_args(kind) if member is not type(None)), kind)
        if Secret in get_args(kind) or Path in get_args(kind)
        else kind
    )
    try:
        if kind == tuple[Network, ...]:
            return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())
        return kind(text)
    except ValueError as error:
        raise SettingError(f"{source}: {error}.") from error


def _plant_address(template: str) -> bool:
    filled = template.replace("{id}", "1").replace("{sku}", "1")
    return filled != template and _ADDRESS.fullmatch(filled) is not None and not {"{", "}"} & set(filled)


def _check_database(text: str) -> None:
    """Raise SettingError for a malformed database URL. The message does not quote the URL: it may have a password."""
    if is_postgresql(text):
        if not is_well_formed(text):
            raise SettingError(
                f"{PREFIX}DATABASE: use postgresql://USER:PASSWORD@HOST:PORT/NAME, "
                "and in the password %40 for @, %2F for /, %3A for :, %3F for ?, %23 for #, %25 for %."
            )
    elif text and (not text.startswith(_SQLITE) or text == _SQLITE):
        wrong = "" if "@" in text else f", not {text!r}"
        raise SettingError(
            f"{PREFIX}DATABASE: use sqlite:///path/to/file.db or postgresql://user@host/database{wrong}."
        )


def _check_range(name: str, value: Any, meta: Mapping[str, Any]) -> None:
    least, most = meta["least"], meta["most"]
    if least is not None and not least <= value <= most:  # `not … <= …` also refuses NaN
        unit = f" {meta['unit']}" if meta["unit"] else ""
        raise SettingError(f"{PREFIX}{name.upper()}: {value} is not between {least} and {most}{unit}.")

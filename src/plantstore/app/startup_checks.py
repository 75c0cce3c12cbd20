"""Startup checks: data folder, database, encryption key, certificate authorities.

`inspect_store` runs them without changing anything, and reports the results; it also tries the bucket of photos and
the OpenID Connect provider.
"""

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass

import structlog

from plantstore.app.openid_wiring import openid_client
from plantstore.core.clock import Clock, SystemClock
from plantstore.core.ids import RandomBytes
from plantstore.core.settings import SettingError, Settings
from plantstore.domain.alerts.message import AnswerResult
from plantstore.domain.errors import StoreError
from plantstore.domain.openid import ProviderUnusable
from plantstore.domain.passkey import relying_party
from plantstore.operations.alerts.channels.email import alert_mail
from plantstore.operations.backup import no_random_bytes, remove_stray_token, unfinished_restore
from plantstore.operations.continuous_backup.opening import check_backup_place
from plantstore.operations.partitions import Partitions
from plantstore.operations.photo_bucket import check_bucket
from plantstore.sending.tls import make_tls_context
from plantstore.storage.database import Transaction
from plantstore.storage.engine import durable_files, factory
from plantstore.storage.engine.encryption import SecretBox, check_key, read_key
from plantstore.storage.engine.migrate import migrate, migrations, translate_errors, version_of
from plantstore.storage.engine.protocols import Connection, Engine, StorageRefused
from plantstore.storage.sqlite import files, log_head
from plantstore.storage.sqlite.engine import Connection as FileConnection
from plantstore.storage.sqlite.engine import SqliteEngine, check_free, check_place
from plantstore.storage.tables import activity, attempts, passkeys

_log = structlog.get_logger("plantstore")
NO_KEY = (
    "PLANTSTORE_KEY is not set. On PostgreSQL every process needs the same key, so no key file is made: generate one "
    "with `openssl rand -base64 32`, set it for all processes, and keep a copy apart from the database."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedDatabase:
    """A checked database and the box that decrypts its secrets. `is_new` is True if it was created just now."""

    secret_box: SecretBox
    is_new: bool


def engine_of(settings: Settings) -> Engine:
    """Open the database engine that the settings name.

    Raise StorageRefused if a store on PostgreSQL has no encryption key, or if the database cannot be used.
    """
    if settings.is_postgresql and settings.key is None:
        raise StorageRefused(NO_KEY)
    return factory.open_engine(settings)


def prepare(
    settings: Settings, engine: Engine, clock: Clock, random_bytes: RandomBytes, *, accept_lost_log: bool = False
) -> PreparedDatabase:
    """Create or migrate the database and check the encryption key, before anything else uses the database.

    Raise StorageRefused if the store was lost, if events are missing from its log and `accept_lost_log` is False, or if
    the key does not match.
    """
    _make_data_folder(settings)
    is_made = _is_made(settings, engine)
    if not is_made:
        _refuse_lost_store(settings)
    missing = _lost_log(settings, accept=accept_lost_log) if is_made else ""
    key = read_key(settings.key, settings.key_file, random_bytes, new_store=not is_made and not settings.is_postgresql)
    secret_box = SecretBox(key, random_bytes)
    connection = engine.connect_writer()
    try:
        with translate_errors(engine):
            done = migrate(connection, now=clock.now())
            connection.begin_write()
            tx = Transaction(connection, clock.now())
            check_key(tx, secret_box)
            newest = attempts.newest_id(tx)
            if missing:
                activity.add_by_store(tx, action="acceptLostLog", subject="log", detail=f"Found {missing}.")
                tx.run_pre_commit_hooks()
            connection.commit()
            if missing:
                remove_stray_token(settings.operator_token_file, tx)
            Partitions(engine, clock, attempts_days=settings.attempts_days).make_ahead(newest)
            with suppress(Exception):  # only for the status, and repeated every minute: must not prevent the start
                engine.look(now=clock.now())
    finally:
        connection.close()
    if missing:
        log_head.note(settings.database_path)
    if isinstance(engine, SqliteEngine) and engine.tightened:
        _log.warning("made database files private that other users could read", files=_names(engine))
    return PreparedDatabase(secret_box=secret_box, is_new=len(done) == len(migrations()))


def inspect_store(settings: Settings) -> Iterator[str]:
    """Yield the results of the startup checks as lines, or raise StorageRefused.

    Nothing is created or changed, except for a small file in the bucket of photos and in the place of the continuous
    backup, which is deleted.
    """
    if not settings.is_postgresql:
        check_place(settings.database_path)
    tls_context(settings)
    yield f"settings   OK; the store's address is {settings.public_url}"
    yield from _inspect_photos(settings)
    yield from _inspect_backup(settings)
    yield from _inspect_mail(settings)
    yield from _inspect_openid(settings)
    if settings.is_postgresql:
        yield from _inspect_server(settings)
    elif not settings.database_path.exists():
        _refuse_lost_store(settings)
        yield f"database   {settings.database_path} does not exist yet; the first start creates it"
    else:
        check_free(settings.database_path)
        if not files.has_schema(settings.database_path):
            _refuse_lost_store(settings)
            yield f"database   {settings.database_path} has no tables yet; the first start creates them"
            return
        log_head.refuse_lost(settings.database_path)
        with closing(FileConnection(settings.database_path, writes=False)) as connection:
            yield from _inspect_database(settings, connection)


def _inspect_photos(settings: Settings) -> Iterator[str]:
    """Try the bucket of photos, if there is one, with a small file that is deleted again."""
    try:
        place = asyncio.run(check_bucket(settings, clock=SystemClock(), tls=tls_context(settings)))
    except StoreError as error:
        raise StorageRefused(error.detail) from error
    if place is not None:
        yield f"photos     OK; {place} can be written, read, listed and deleted from"
    elif settings.is_postgresql:
        folder = settings.photos_folder
        yield f"photos     in the folder {folder}; processes on other machines need PLANTSTORE_PHOTOS_BUCKET"


def _inspect_backup(settings: Settings) -> Iterator[str]:
    """Try the place of the continuous backup, if there is one, with a small file that is deleted again."""
    if not settings.backup_to:
        return
    try:
        place = asyncio.run(check_backup_place(settings, clock=SystemClock(), tls=tls_context(settings)))
    except StoreError as error:
        raise StorageRefused(error.detail) from error
    yield f"backup     OK; {place} can be written, read, listed and deleted from"


def _inspect_mail(settings: Settings) -> Iterator[str]:
    """Sign in to the mail server, if there is one. An error is reported, but does not fail the check: mail can wait."""
    mail = alert_mail(settings)
    if mail is None:
        return
    answer = asyncio.run(mail.mailer.check())
    mail.mailer.close()
    yield f"mail       {'OK; ' if answer.result is AnswerResult.ACCEPTED else ''}{answer.words}"


def _inspect_openid(settings: Settings) -> Iterator[str]:
    """Ask the OpenID Connect provider, if there is one. An error does not fail the check: people have other ways."""
    client = openid_client(settings, clock=SystemClock(), tls=tls_context(settings))
    if client is None:
        return
    try:
        asyncio.run(client.check())
    except ProviderUnusable as error:
        yield f"openid     {error.detail}"
        return
    yield f"openid     OK; {client.issuer} answers; it must know the redirect address {client.redirect_uri}"


def tls_context(settings: Settings) -> ssl.SSLContext:
    """Return a TLS context that trusts the system's certificate authorities and those of the settings."""
    try:
        return make_tls_context(settings.ca_bundle)
    except (OSError, ssl.SSLError) as error:
        raise SettingError(f"PLANTSTORE_CA_BUNDLE: {settings.ca_bundle} cannot be read: {error}.") from error


def _inspect_server(settings: Settings) -> Iterator[str]:
    engine = engine_of(settings)
    with closing(engine), closing(engine.connect_reader()) as connection, translate_errors(engine):
        if not factory.has_schema(connection):
            _refuse_lost_store(settings)
            yield f"database   {settings.database_shown} has no tables yet; the first start creates them"
            return
        connection.begin_read()
        yield from _inspect_database(settings, connection)
        connection.rollback()
    if settings.standby:  # an error does not fail the check: the primary can serve everything
        yield f"standby    {factory.inspect_standby(settings)}"


def _inspect_database(settings: Settings, connection: Connection) -> Iterator[str]:
    yield f"database   {settings.database_shown}, schema {version_of(connection)}"
    key = read_key(settings.key, settings.key_file, no_random_bytes, new_store=False)
    check_key(Transaction(connection, SystemClock().now()), SecretBox(key, no_random_bytes))
    yield "key        OK; it fits this database"
    if "passkeys" in connection.tables():  # not before the migration
        yield from _inspect_passkeys(settings, Transaction(connection, SystemClock().now()))


def _inspect_passkeys(settings: Settings, tx: Transaction) -> Iterator[str]:
    """Warn about passkeys that browsers don't offer at the store's address, because it was changed."""
    party = relying_party(settings.console_url)
    for name, count in passkeys.of_other_hosts(tx, party.id if party is not None else ""):
        number = "1 passkey works" if count == 1 else f"{count:,} passkeys work"
        yield (
            f"passkeys   WARNING: {number} only at {name}, and the console is at {settings.console_url}: change "
            "PLANTSTORE_BASE_URL back, or give people new links with `plantstore people link NAME`"
        )


def _names(engine: SqliteEngine) -> list[str]:
    return [str(file) for file in engine.tightened]


def _is_made(settings: Settings, engine: Engine) -> bool:
    """Return whether the database has the tables of a store. A missing file is not created by this check."""
    if not settings.is_postgresql:
        return files.has_schema(settings.database_path)
    with closing(engine.connect_reader()) as connection, translate_errors(engine):
        return factory.has_schema(connection)


def _lost_log(settings: Settings, *, accept: bool) -> str:
    """Describe the events missing from an SQLite store's log; "" if none are missing, or on PostgreSQL.

    Raise StorageRefused if events are missing and `accept` is False.
    """
    if settings.is_postgresql:
        return ""
    if not accept:
        log_head.refuse_lost(settings.database_path)
        return ""
    missing = log_head.lost(settings.database_path)
    if missing:
        _log.warning("events of the log were lost; the store continues without them", missing=missing)
    return missing


def _refuse_lost_store(settings: Settings) -> None:
    """Raise StorageRefused if the data folder contains files of an earlier store whose database is gone.

    Starting an empty store in its place would silently refuse every existing token. An unfinished restore counts too.
    A key alone does not: a first start that was killed before it created the database leaves one.
    """
    left = [settings.operator_token_file]
    if not settings.is_postgresql:
        left += [log_head.path_of(settings.database_path), unfinished_restore(settings.database_path)]
    left = [file for file in left if file.exists()]
    if not left:
        return
    back = "Put it back, or restore a backup: plantstore db restore FILE"
    if settings.is_postgresql:
        back = "Restore it, or correct PLANTSTORE_DATABASE"
    raise StorageRefused(
        f"The database {settings.database_shown} is missing or empty, but {left[0]} is left of the store that was in "
        f"it. Nothing was changed. {back}. To start with an empty store, move {' and '.join(map(str, left))} away."
    )


def _make_data_folder(settings: Settings) -> None:
    """Create the data folder. A store on a server needs it too, for imports and the operator's token."""
    try:
        durable_files.make_private(settings.data)
    except OSError as error:
        raise StorageRefused(f"The folder {settings.data} cannot be created: {error.strerror}.") from error

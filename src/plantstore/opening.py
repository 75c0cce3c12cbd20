"""What a start looks at before anything moves: place, database, key, authorities; and the same, changing nothing."""

import ssl
from collections.abc import Iterator

from plantstore.clock import Clock, SystemClock
from plantstore.maintenance import no_chance
from plantstore.sending.tls import make_tls_context
from plantstore.settings import SettingError, Settings
from plantstore.storage.database import Transaction
from plantstore.storage.engine import Engine
from plantstore.storage.migrations import migrate, preparing, version_of
from plantstore.storage.sealing import Sealer, check_key, read_key
from plantstore.storage.sqlite import Connection, check_free, check_place


def inspect_store(settings: Settings) -> Iterator[str]:
    """Say line by line what a start would find, or raise StorageRefused. Nothing is made, moved or migrated."""
    path = settings.database_path
    check_place(path)
    tls_context(settings)
    yield f"settings   fine; the store's address is {settings.public_url}"
    if not path.exists():
        yield f"database   {path} does not exist yet: the first start makes it"
        return
    check_free(path)
    connection = Connection(path, writes=False)
    try:
        yield f"database   {path}, schema {version_of(connection)}"
        key = read_key(settings.key, settings.key_file, no_chance, new_store=False)
        check_key(Transaction(connection, SystemClock().now()), Sealer(key, no_chance))
        yield "key        is the one this database was made with"
    finally:
        connection.close()


def prepare(engine: Engine, sealer: Sealer, clock: Clock) -> None:
    """Bring the database into shape and check the key, before anything else touches it."""
    connection = engine.connect_writer()
    try:
        with preparing(engine):
            migrate(connection, now=clock.now())
            connection.begin_write()
            check_key(Transaction(connection, clock.now()), sealer)
            connection.commit()
    finally:
        connection.close()


def tls_context(settings: Settings) -> ssl.SSLContext:
    """Trust the system's authorities and those of the settings."""
    try:
        return make_tls_context(settings.ca_bundle)
    except (OSError, ssl.SSLError) as error:
        raise SettingError(f"PLANTSTORE_CA_BUNDLE: {settings.ca_bundle} cannot be read: {error}.") from error

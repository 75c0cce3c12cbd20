"""Makes a person's link without a running store: for lost access, and for the first operator of a store.

On SQLite the store must be stopped. On PostgreSQL it may be running.
"""

from contextlib import closing
from dataclasses import dataclass

from plantstore.core.clock import Clock
from plantstore.core.ids import Ids, RandomBytes
from plantstore.core.settings import Settings
from plantstore.domain.errors import NotFound
from plantstore.domain.person import Person
from plantstore.domain.session import LinkKind
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine import factory
from plantstore.storage.engine.migrate import migrations, translate_errors, version_of
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.tables import activity
from plantstore.storage.tables import people as stored
from plantstore.web.auth import people, sessions

MAKE_LINK = "makePersonLink"  # name of the action in the activity log, as for the operation of the API
SAME_NAME_MAX = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLink:
    """A new link to print, and the person that it signs in; `is_first` if the link's person was added with it."""

    url: str
    expires_at: Instant
    person: Person
    is_first: bool


def make_link(settings: Settings, name: str, *, clock: Clock, random_bytes: RandomBytes) -> PrintedLink:
    """Make a link for the person with this name, e-mail address or id. A store without people gets its first operator.

    Raise StorageRefused if the database cannot be used, NotFound if no person or more than one has the name, and
    Conflict if the person is deactivated.
    """
    if not settings.is_postgresql and not settings.database_path.exists():
        raise StorageRefused(f"There is no store in {settings.data}.")
    with (
        closing(factory.open_engine(settings)) as engine,
        closing(engine.connect_writer()) as connection,
        translate_errors(engine),
    ):
        if settings.is_postgresql:
            factory.require_schema(connection, settings)
        connection.begin_write()
        if version_of(connection) != migrations()[-1][0]:
            raise StorageRefused("The database is of another version. Run this first: plantstore db migrate")
        tx = Transaction(connection, clock.now())
        link = _make(tx, settings, name, ids=Ids(clock, random_bytes), random_bytes=random_bytes)
        tx.run_pre_commit_hooks()
        connection.commit()
        return link


def _make(tx: Transaction, settings: Settings, name: str, *, ids: Ids, random_bytes: RandomBytes) -> PrintedLink:
    is_first = stored.is_empty(tx)
    person = people.make_first(tx, ids=ids, name=name) if is_first else _find(tx, name)
    kind = LinkKind.INVITATION if is_first else LinkKind.RECOVERY
    link = people.make_link(tx, person.id, kind=kind, random_bytes=random_bytes, by=None)
    activity.add_by_store(tx, action=MAKE_LINK, subject=person.id, detail=f"{kind} for {person.name}")
    url = sessions.address(settings.console_url, link)
    return PrintedLink(url=url, expires_at=link.expires_at, person=person, is_first=is_first)


def _find(tx: Transaction, name: str) -> Person:
    """Return the only person with this id, e-mail address or name."""
    person = stored.find(tx, name) or stored.find_by_email(tx, name)
    named = [person] if person is not None else stored.named(tx, name, limit=SAME_NAME_MAX)
    if not named:
        raise NotFound(f"There is no person “{name}”.")
    if len(named) > 1:
        ids = ", ".join(one.id for one in named)
        raise NotFound(f"Several people are called “{name}”: {ids}. Use an id.")
    return named[0]

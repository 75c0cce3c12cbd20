"""Create the parts of a store that send messages about problems."""

import asyncio
import shutil
from functools import partial
from zoneinfo import ZoneInfo

from plantstore import __version__
from plantstore.app.externals import Externals
from plantstore.core.ids import Ids
from plantstore.core.metrics import Metrics
from plantstore.domain.timestamps import Instant
from plantstore.operations import backup_times
from plantstore.operations.alerts.acknowledging import link_maker
from plantstore.operations.alerts.channels.channel_sender import ChannelSender
from plantstore.operations.alerts.channels.commands import AlertChannels
from plantstore.operations.alerts.composing import Composer
from plantstore.operations.alerts.engine import AlertEngine, EngineParts, LeaseFlag
from plantstore.operations.alerts.observing import Surroundings
from plantstore.operations.alerts.outbox import Outbox
from plantstore.operations.alerts.unwritable import UnwritableReport
from plantstore.operations.audit.auditor import Auditor
from plantstore.sending.dialling import AddressChecker, Resolve
from plantstore.sending.http_client import HttpClient
from plantstore.storage.database import Database


def wire_channels(
    externals: Externals, database: Database, ids: Ids, *, address_policy: AddressChecker, resolve: Resolve
) -> AlertChannels:
    """Create the channels. Their requests go to addresses that receivers may have too."""
    settings = externals.settings
    client = HttpClient(
        address_policy=address_policy,
        resolve=resolve,
        tls=externals.tls,
        connect_s_max=settings.connect_s_max,
        proxy=externals.proxy,
    )
    return AlertChannels(
        database=database,
        secret_box=externals.secret_box,
        ids=ids,
        random_bytes=externals.random_bytes,
        clock=externals.clock,
        sender=ChannelSender(client=client, mail=externals.mail, clock=externals.clock, version=__version__),
        base_url=settings.console_url,
    )


def wire_alerts(
    externals: Externals, database: Database, ids: Ids, channels: AlertChannels, auditor: Auditor, metrics: Metrics
) -> AlertEngine:
    """Create the alert engine. It has its own name in the lease, because every role may hold it."""
    settings, clock = externals.settings, externals.clock
    flag, holder = LeaseFlag(always=not settings.is_postgresql), ids.process()
    outbox = Outbox(
        database,
        clock,
        channels.sender,
        link_maker(externals.secret_box, settings.console_url),
        holder=holder,
        find_channel=channels.find_or_none,
        holds_lease=lambda: flag(clock.monotonic()),
        on_recorded=metrics.alert_recorded,
    )
    parts = EngineParts(
        database=database,
        clock=clock,
        composer=Composer(base_url=settings.console_url, zone=ZoneInfo(settings.timezone), new_id=ids.alert_message),
        outbox=outbox,
        surroundings=partial(_surroundings, externals, auditor),
        new_id=ids.incident,
        holder=holder,
        is_shared=settings.is_postgresql,
        kept_days=settings.attempts_days,
        unwritable=None if settings.is_postgresql else _unwritable(externals, database, ids, channels),
        is_held=flag,
    )
    return AlertEngine(parts)


def _unwritable(externals: Externals, database: Database, ids: Ids, channels: AlertChannels) -> UnwritableReport:
    return UnwritableReport(
        database,
        externals.clock,
        channels.sender,
        all_channels=channels.all,
        base_url=externals.settings.console_url,
        new_id=ids.alert_message,
    )


async def _surroundings(externals: Externals, auditor: Auditor) -> Surroundings:
    settings, engine, continuous = externals.settings, externals.engine, externals.continuous_backup
    database = None if settings.is_postgresql else settings.database_path

    def read_disk() -> tuple[int | None, Instant | None]:
        folder = settings.data if database is None else database.parent
        free_bytes = shutil.disk_usage(folder).free if folder.is_dir() else None
        return free_bytes, None if database is None else backup_times.read_file(database)

    free_bytes, backup_at = await asyncio.to_thread(read_disk)
    return Surroundings(
        audit=auditor.problems if auditor.is_conclusive else None,
        free_bytes=free_bytes,
        server=engine.server(),
        backup_at=backup_at,
        continuous_backup=None if continuous is None else continuous.status,
    )

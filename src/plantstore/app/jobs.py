"""The background jobs of a running store, which the scheduler runs every minute."""

import asyncio
from functools import partial

from plantstore.app.wiring import Store
from plantstore.core.clock import FollowingClock
from plantstore.operations.old_excerpts import OldExcerpts
from plantstore.operations.old_plants import OldPlants
from plantstore.operations.partitions import Partitions
from plantstore.operations.retention import Retention
from plantstore.operations.scheduler import Job, follow, standard_jobs
from plantstore.receivers import ephemeral
from plantstore.storage.database import Transaction
from plantstore.storage.tables import listeners


def store_jobs(store: Store) -> tuple[Job, ...]:
    """Return the jobs in the order in which they run. The audit runs last, so that it sees what the others did."""
    settings = store.settings
    partitions = Partitions(store.engine, store.clock, attempts_days=settings.attempts_days)
    retention = Retention(
        store.database,
        store.clock,
        attempts_days=settings.attempts_days,
        activity_days=settings.activity_days,
        history_days=settings.history_kept_days,
        drop_old=partitions.drop_old,
    )

    def remove_dead(tx: Transaction) -> None:
        ephemeral.remove_dead(tx, store.receivers)
        listeners.remove_expired(tx)

    async def remove_dead_receivers() -> None:
        await store.database.write(remove_dead)

    async def follow_server_clock() -> None:
        if isinstance(store.clock, FollowingClock):
            await follow(store.clock, store.database)

    async def check_server_health() -> None:
        await asyncio.to_thread(store.engine.look, now=store.clock.now())

    return standard_jobs(
        store.database,
        of_store=(
            partial(partitions.run, store.database),
            remove_dead_receivers,
            store.dispatcher.filter_index.run,  # before the retention, which erases no event that is not evaluated
            retention.run,
            OldExcerpts(store.database, store.secret_box).run,
            OldPlants(store.database).run,
            store.photos.cleaning.run,
        ),
        of_process=(
            follow_server_clock,
            store.authenticator.write_uses,
            check_server_health,
            store.importer.maintain,
            store.bulk_editor.maintain,
            store.dispatcher.check_log_head,
            store.auditor.run,
        ),
        runs_store_jobs=store.runs_store_jobs,
    )

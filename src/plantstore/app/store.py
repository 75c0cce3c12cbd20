"""Open a store: run the startup checks, create its parts, and start and stop them in order."""

import asyncio
import os
import random
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import structlog

from plantstore.app.externals import Externals
from plantstore.app.jobs import store_jobs
from plantstore.app.startup_checks import engine_of, prepare, tls_context
from plantstore.app.wiring import Store, compose
from plantstore.core.clock import Clock, FollowingClock, SystemClock
from plantstore.core.ids import RandomBytes
from plantstore.core.logging.setup import EventLogger, NullLogger
from plantstore.core.settings import Settings
from plantstore.delivery.tracing import Traces, traces_of
from plantstore.domain.errors import StoreError
from plantstore.operations.alerts.channels.email import alert_mail
from plantstore.operations.continuous_backup.opening import continuous_backup, photo_files_to_back_up
from plantstore.operations.scheduler import follow, running_jobs
from plantstore.sending.proxy import delivery_proxy
from plantstore.storage.database import Transaction
from plantstore.storage.queries.backlog import lag
from plantstore.storage.tables import attempts
from plantstore.storage.tables import receivers as stored_receivers
from plantstore.web.auth import sessions, tokens
from plantstore.web.http.tracing import TracingMiddleware
from plantstore.web.routes import create_app

__all__ = ["Store", "announce", "open_store", "queued_deliveries", "sign_in_address", "web_app"]

CLOSE_S_MAX = 5.0  # max time to close connections, and then again to record the last outcomes
_log = structlog.get_logger("plantstore")


def web_app(store: Store) -> Any:
    """Return the ASGI application of a store, with tracing if tracing is on."""
    return create_app(store) if store.traces is None else TracingMiddleware(create_app(store), store.traces)


@asynccontextmanager
async def open_store(
    settings: Settings,
    *,
    clock: Clock | None = None,
    event_logger: EventLogger | None = None,
    random_bytes: RandomBytes | None = None,
    traces: Traces | None = None,
    accept_lost_log: bool = False,
) -> AsyncIterator[Store]:
    """Open the store and deliver until the block ends; then finish what is in flight and close.

    With `accept_lost_log` a store on SQLite continues although events of its log were lost, and records that in the
    activity. `traces` are made from the settings unless given.

    Raise StorageRefused, with one sentence, if the database, encryption key or data folder cannot be used.
    """
    traces = traces or traces_of(settings)
    clock, event_logger, random_bytes = (
        clock or _clock_of(settings),
        event_logger or NullLogger(),
        random_bytes or secrets.token_bytes,
    )
    engine = engine_of(settings)
    try:
        tls = tls_context(settings)
        photos = photo_files_to_back_up(settings, clock=clock, tls=tls)
        backup = continuous_backup(settings, engine, photos, clock=clock, random_bytes=random_bytes, tls=tls)
        prepared = prepare(settings, engine, clock, random_bytes, accept_lost_log=accept_lost_log)
        externals = Externals(
            settings=settings,
            engine=engine,
            secret_box=prepared.secret_box,
            clock=clock,
            event_logger=event_logger,
            random_bytes=random_bytes,
            chance=random.Random(random_bytes(16)).random,  # noqa: S311  # for jitter, where guessing gains nothing
            tls=tls,
            photo_files=photos,
            mail=alert_mail(settings),
            proxy=delivery_proxy(settings),
            traces=traces,
            continuous_backup=backup,
        )
        store = compose(externals, is_new=prepared.is_new)
        try:
            if isinstance(store.clock, FollowingClock):
                await follow(store.clock, store.database)
            await _ensure_operator_token(store)
            store.ids.continue_attempts_after(await store.database.read(attempts.newest_id))
            await _start(store)
            async with running_jobs(store_jobs(store)):
                yield store
        finally:
            await _stop(store)
    finally:
        engine.close()


def announce(store: Store) -> None:
    """Write into the lock file which process serves the store, and forbid receivers at our own address.

    Commands on this machine read the address from the file. It is that of the process, because the public one may be
    that of a proxy, which this machine may not reach.
    """
    store.engine.announce(f"process {os.getpid()} at {store.settings.own_url}")
    public = urlsplit(
        store.settings.public_url
    )  # not `parse_url`: it refuses ports that receivers may not have, but we may listen on one
    port = public.port or (443 if public.scheme == "https" else 80)
    store.address_policy.own = {(store.settings.host, store.settings.port), (public.hostname or "", port)}


async def sign_in_address(store: Store) -> str:
    """Make a one-time sign-in link for the owner of the data folder; return "" if `operator.token` is not valid."""
    file = store.settings.operator_token_file
    if not file.exists():  # another process made the token, in its own data folder
        return ""
    text = await asyncio.to_thread(file.read_text, encoding="ascii", errors="replace")
    make = partial(sessions.make_owners_link, token_text=text.strip(), random_bytes=store.random_bytes)
    link = await store.database.write(make)
    return "" if link is None else sessions.address(store.settings.console_url, link)


async def queued_deliveries(store: Store) -> int | None:
    """Return the number of unsettled deliveries of all receivers, or None if the database does not answer."""

    def count(tx: Transaction) -> int:
        return sum(lag(tx, receiver) for receiver in stored_receivers.page(tx, limit=store.settings.receivers_max))

    try:
        return await store.database.read(count)
    except StoreError:
        return None


def _clock_of(settings: Settings) -> Clock:
    return FollowingClock(SystemClock()) if settings.is_postgresql else SystemClock()


async def _ensure_operator_token(store: Store) -> None:
    """Make `operator.token` if it is missing, so that the owner of the data folder can always sign in.

    A process with the role `dispatcher` needs none. Where several processes share a database, one makes the token.
    """
    file = store.settings.operator_token_file
    make = partial(tokens.make_operator_token, store.database, file, ids=store.ids, random_bytes=store.random_bytes)
    if not file.exists() and store.settings.role != "dispatcher":
        if not store.is_new and not store.settings.is_postgresql:
            _log.warning(
                "operator.token is missing; making a new one. Earlier tokens stay valid until they are revoked"
            )
        await make(unless_there=store.settings.is_postgresql)


async def _start(store: Store) -> None:
    if store.database.late_reads is not None:
        store.database.late_reads.start()
    await store.log.start()
    await store.dispatcher.start()
    store.commit_notifier.start()
    if store.file_monitor is not None:
        await asyncio.to_thread(store.file_monitor.start)
    await store.importer.start()
    store.photos.start()
    await store.bulk_editor.start()
    store.operational_sender.start()
    store.alert_engine.start()
    if store.continuous_backup is not None:
        store.continuous_backup.start()


async def _stop(store: Store) -> None:
    """Shut down in order: stop sending, wait for requests in flight, record their outcomes, close all parts."""
    try:
        await store.importer.stop()
        await store.photos.stop()
        await store.bulk_editor.stop()
        await store.operational_sender.stop()
        await store.alert_engine.stop()
        await store.alert_channels.close()
        finished = await store.dispatcher.stop(wait_s=store.settings.stop_s_max)
        if not finished:
            _log.warning("stopped with requests in flight; they will be sent again")
        async with asyncio.timeout(CLOSE_S_MAX):
            await store.sender.close()
        await store.dispatcher.settle(wait_s=CLOSE_S_MAX)  # record also the requests that closing has cut off
        await store.dispatcher.close()
        await store.commit_notifier.stop()
    finally:  # even after an error: the writer's thread would keep the process alive
        if store.file_monitor is not None:
            await asyncio.to_thread(store.file_monitor.stop)  # first: closing removes monitored files
        try:
            if store.continuous_backup is not None:
                await store.continuous_backup.stop()
        finally:
            await store.database.close()
        if store.continuous_backup is not None:
            await store.continuous_backup.finish()
        if store.traces is not None:
            await asyncio.to_thread(store.traces.close)

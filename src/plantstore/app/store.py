"""The composition root: opens a store, starts and stops its parts in order."""

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

from plantstore.app.jobs import chores_of
from plantstore.app.startup_checks import engine_of, prepare, tls_context
from plantstore.app.wiring import Given, Store, compose
from plantstore.core.clock import Clock, FollowingClock, SystemClock
from plantstore.core.ids import RandomBytes
from plantstore.core.logging.setup import EventLogger, NullLogger
from plantstore.core.settings import Settings
from plantstore.delivery.tracing import Traces, traces_of
from plantstore.domain.errors import StoreError
from plantstore.operations.scheduler import follow, running_jobs
from plantstore.storage.database import Transaction
from plantstore.storage.queries.delivery_counts import lag
from plantstore.storage.tables import attempts
from plantstore.storage.tables import receivers as stored_receivers
from plantstore.web.auth import sessions, tokens
from plantstore.web.http.tracing import Traced
from plantstore.web.routes import create_app

__all__ = ["Store", "announce", "open_store", "owed", "sign_in_address", "web_app"]

CLOSE_S_MAX = 5.0  # for open connections to end, and for the last outcomes to be written
_log = structlog.get_logger("plantstore")


def web_app(store: Store) -> Any:
    """The store's HTTP side."""
    return create_app(store) if store.traces is None else Traced(create_app(store), store.traces)


@asynccontextmanager
async def open_store(
    settings: Settings,
    *,
    clock: Clock | None = None,
    voice: EventLogger | None = None,
    random_bytes: RandomBytes | None = None,
    traces: Traces | None = None,
    accept_lost_log: bool = False,
) -> AsyncIterator[Store]:
    """Open the store and deliver until the block ends; then finish what is under way and close.

    `accept_lost_log`: if a part of the log in a file was lost, go on without it, and note that in the activity.

    StorageRefused says in one line why a database, a key or a folder cannot be used. `traces` are those of the settings
    unless they are handed in.
    """
    traces = traces or traces_of(settings)
    clock, voice, random_bytes = (
        clock or _clock_of(settings),
        voice or NullLogger(),
        random_bytes or secrets.token_bytes,
    )
    engine = engine_of(settings)
    try:
        prepared = prepare(settings, engine, clock, random_bytes, accept_lost_log=accept_lost_log)
        given = Given(
            settings=settings,
            engine=engine,
            secret_box=prepared.secret_box,
            clock=clock,
            voice=voice,
            random_bytes=random_bytes,
            chance=random.Random(random_bytes(16)).random,  # noqa: S311  # jitter: nobody gains by guessing it
            tls=tls_context(settings),
            traces=traces,
        )
        store = compose(given, is_new=prepared.is_new)
        try:
            if isinstance(store.clock, FollowingClock):
                await follow(store.clock, store.database)
            await _let_the_owner_in(store)
            store.ids.continue_attempts_after(await store.database.read(attempts.newest_id))
            await store.log.start()
            await store.dispatcher.start()
            store.herald.start()
            if store.file_monitor is not None:
                await asyncio.to_thread(store.file_monitor.start)
            await store.importer.start()
            async with running_jobs(chores_of(store)):
                yield store
        finally:
            await _stop(store)
    finally:
        engine.close()


def announce(store: Store) -> None:
    """Say in the lock file who serves this store, and let no receiver be our own socket."""
    url = store.settings.public_url
    store.engine.announce(f"process {os.getpid()} at {url}")
    public = urlsplit(url)  # not `parse_url`: it knows ports that nobody should call, and we may listen on one
    port = public.port or (443 if public.scheme == "https" else 80)
    store.address_policy.own = {(store.settings.host, store.settings.port), (public.hostname or "", port)}


async def sign_in_address(store: Store) -> str:
    """Make a link that signs in to the console once, for whoever owns the data folder; empty without a valid token."""
    file = store.settings.operator_token_file
    if not file.exists():  # another process has made it, in a folder of its own
        return ""
    text = await asyncio.to_thread(file.read_text, encoding="ascii", errors="replace")
    make = partial(sessions.make_owners_link, token_text=text.strip(), random_bytes=store.random_bytes)
    link = await store.database.write(make)
    return "" if link is None else sessions.address(store.settings.public_url, link)


async def owed(store: Store) -> int | None:
    """How many deliveries are not settled, over all receivers; None when the database does not say."""

    def count(tx: Transaction) -> int:
        return sum(lag(tx, receiver) for receiver in stored_receivers.page(tx, limit=store.settings.receivers_max))

    try:
        return await store.database.read(count)
    except StoreError:
        return None


def _clock_of(settings: Settings) -> Clock:
    return FollowingClock(SystemClock()) if settings.is_postgresql else SystemClock()


async def _let_the_owner_in(store: Store) -> None:
    """See that whoever owns the data folder, or the shared database, can always get in, where there is a door."""
    file = store.settings.operator_token_file
    make = partial(tokens.make_operator_token, store.database, file, ids=store.ids, random_bytes=store.random_bytes)
    if not file.exists() and store.settings.role != "dispatcher":
        # Of many processes with folders of their own, one makes the token, and whoever wants another removes that one.
        if not store.is_new and not store.settings.is_postgresql:
            _log.warning(
                "operator.token is missing: a new token is made; earlier ones stay valid until they are revoked"
            )
        await make(unless_there=store.settings.is_postgresql)


async def _stop(store: Store) -> None:
    """End in order: send nothing new, wait for what is under way, write it down, close."""
    try:
        await store.importer.stop()
        finished = await store.dispatcher.stop(wait_s=store.settings.stop_s_max)
        if not finished:
            _log.warning("stopped with requests under way: they will be sent again")
        async with asyncio.timeout(CLOSE_S_MAX):
            await store.sender.close()
        await store.dispatcher.settle(wait_s=CLOSE_S_MAX)  # what the closing cut off is written down too
        await store.dispatcher.close()
        await store.herald.stop()
    finally:  # else the writer's thread would keep the process alive
        if store.file_monitor is not None:
            await asyncio.to_thread(store.file_monitor.stop)  # closing removes files that it expects
        await store.database.close()
        if store.traces is not None:
            await asyncio.to_thread(store.traces.close)

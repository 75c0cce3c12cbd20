"""One process that serves: the store is opened, answers callers and delivers until somebody ends it."""

import asyncio
import contextlib
import gc
import resource
import signal
import socket
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import click

from plantstore.core.settings import SettingError, Settings

if TYPE_CHECKING:
    from plantstore.app.store import Store

SWITCH_INTERVAL_S = 0.0005  # a tenth of Python's default
GARBAGE_THRESHOLDS = (100_000, 50, 100)  # new objects before a look, and looks before a deeper one
SAMPLE_LOOK_S = 0.02
SAMPLE_S_MAX = 5.0  # how long the first start waits to show the sample plant delivered


class Refused(click.ClickException):
    """The start is refused: one line that says what to do, exit code 1."""


class Lifeline:
    """What ties a worker to the process that has started it: tells it when the worker is ready, ends when it ends.

    The first of the workers speaks for all of them, where people listen.
    """

    def __init__(self, end: socket.socket, *, is_first: bool) -> None:
        self.is_first = is_first
        self._end = end
        end.setblocking(False)

    def tell_ready(self) -> None:
        with contextlib.suppress(OSError):  # it has just ended: `hang_on` will see that
            self._end.send(b"\n")

    def hang_on(self, server: Any) -> None:
        """End the server when the other end is gone, for whatever reason: it never sends anything."""
        loop = asyncio.get_running_loop()

        def gone() -> None:
            loop.remove_reader(self._end)
            server.should_exit = True

        loop.add_reader(self._end, gone)


def run(
    settings: Settings,
    listener: socket.socket,
    *,
    sample: bool = False,
    accept_lost_log: bool = False,
    lifeline: Lifeline | None = None,
) -> None:
    """Serve until SIGINT, SIGTERM or the end of the lifeline."""
    import uvloop

    _raise_file_limit()
    loop_factory = uvloop.new_event_loop
    with refusing(), asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(_serve(settings, listener, sample=sample, accept_lost_log=accept_lost_log, lifeline=lifeline))


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Turn what the store refuses into one line."""
    from plantstore.domain.errors import StoreError, StoreFull
    from plantstore.storage.engine.protocols import StorageRefused

    try:
        yield
    except (StorageRefused, SettingError) as error:
        raise Refused(str(error)) from error
    except StoreFull as error:
        raise Refused("The disk is full. Make room, then start again.") from error
    except StoreError as error:
        raise Refused(f"The store cannot be opened: {error}") from error


async def _serve(
    settings: Settings, listener: socket.socket, *, sample: bool, accept_lost_log: bool, lifeline: Lifeline | None
) -> None:
    from plantstore.app.sample_receiver import SampleReceiver
    from plantstore.app.store import announce, open_store, queued_deliveries, sign_in_address, web_app
    from plantstore.core.clock import SystemClock
    from plantstore.core.logging.setup import NullLogger, bridge_stdlib_logging, log_loop_exception, make_logger
    from plantstore.web.http.connection_limits import ClientConnections
    from plantstore.web.http.server import make_server

    clock = SystemClock()
    event_logger = make_logger(settings.log_format, zone=ZoneInfo(settings.timezone), clock=clock)
    bridge_stdlib_logging()
    asyncio.get_running_loop().set_exception_handler(log_loop_exception)
    speaks = lifeline is None or lifeline.is_first or settings.log_format == "json"
    of_life = event_logger if speaks else NullLogger()
    async with open_store(settings, clock=clock, event_logger=event_logger, accept_lost_log=accept_lost_log) as store:
        announce(store)
        clients = ClientConnections(settings, clock, store.ids.request)
        server = make_server(web_app(store), clients, on_stop=store.broadcast.stop)
        _stop_on_signals(server)
        sign_in = await sign_in_address(store) if store.is_new and settings.log_format == "text" else ""
        of_life.started(settings, is_new=store.is_new, sign_in=sign_in)
        receiver = None if settings.is_postgresql else SampleReceiver(store.database, store.receivers, store.secret_box)
        serving = asyncio.get_running_loop().create_task(server.serve([listener]))
        try:
            if receiver and await receiver.start(register=sample and store.is_new) and store.is_new:
                await receiver.add_sample_plant(store.catalogue)
                await _show_delivered(store)
            tune_interpreter()
            of_life.ready(settings.public_url)
            if lifeline is not None:
                lifeline.tell_ready()
                lifeline.hang_on(server)
            await serving
        finally:
            server.should_exit = True
            await store.dispatcher.stop(wait_s=settings.stop_s_max)
            if receiver:
                await receiver.stop()
            of_life.stopped(queued=await queued_deliveries(store))


async def _show_delivered(store: "Store") -> None:
    """Wait for the sample plant to arrive: its receiver is so new that nobody may know of it yet."""
    from plantstore.app.store import queued_deliveries

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SAMPLE_S_MAX):
            while await queued_deliveries(store):  # noqa: ASYNC110  only the database knows
                await asyncio.sleep(SAMPLE_LOOK_S)
            await store.dispatcher.settle(wait_s=SAMPLE_S_MAX)


def _stop_on_signals(server: Any) -> None:
    """The first Ctrl-C or SIGTERM ends everything in order; a second one ends the waiting for open requests."""

    def stop() -> None:
        server.force_exit = server.should_exit
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)


def _raise_file_limit() -> None:
    """Use as many open files as the system allows: every receiver under way and every caller is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def tune_interpreter() -> None:
    """Measured together in three pairs of runs: 1.1 to 1.3 times the plants a second, 1.2 to 1.8 times the backlog.

    The writer's thread gives the interpreter away at every statement and gets it back only when the loop's thread is
    interrupted; and what was imported need not be looked through for garbage again and again.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)

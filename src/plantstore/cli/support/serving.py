"""Runs one serving process: opens the store, answers requests and delivers events until it is stopped.

`plantstore serve` calls `run`. With several workers, the supervisor runs this module as a program, once per worker.
"""

import asyncio
import contextlib
import gc
import os
import resource
import signal
import socket
import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn
from zoneinfo import ZoneInfo

import click

from plantstore.cli.support.allocator import return_freed_memory
from plantstore.cli.support.service_manager import ServiceManager
from plantstore.core.settings import SettingError, Settings, load

if TYPE_CHECKING:
    from plantstore.app.store import Store

SWITCH_INTERVAL_S = 0.0005  # interval between switches of the GIL: a tenth of Python's default
GARBAGE_THRESHOLDS = (100_000, 50, 100)  # garbage collector's thresholds; Python's default is (700, 10, 10)
SAMPLE_POLL_S = 0.02
SAMPLE_S_MAX = 5.0  # max wait for the sample plant's delivery when a new store starts


class Refused(click.ClickException):
    """The store cannot start. The message is one line that says what to do about it; the exit code is 1."""


class Lifeline:
    """A worker's socket to its supervisor: reports that the worker is ready, and detects when the supervisor ends.

    `is_first` marks the first worker: in a text log, only this one logs its start and stop; in a JSON log, all do.
    """

    def __init__(self, end: socket.socket, *, is_first: bool) -> None:
        self.is_first = is_first
        self._end = end
        end.setblocking(False)

    def report_ready(self) -> None:
        with contextlib.suppress(OSError):  # the supervisor has just ended; `stop_with_supervisor` handles that
            self._end.send(b"\n")

    def stop_with_supervisor(self, server: Any) -> None:
        """Stop the server when the supervisor ends.

        The socket becomes readable only then, because the supervisor sends no data.
        """
        loop = asyncio.get_running_loop()

        def stop() -> None:
            loop.remove_reader(self._end)
            server.should_exit = True

        loop.add_reader(self._end, stop)


def run(
    settings: Settings,
    listener: socket.socket,
    *,
    manager: ServiceManager | None = None,
    sample: bool = False,
    accept_lost_log: bool = False,
    lifeline: Lifeline | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM, or until the supervisor ends. A worker has a `lifeline` instead of a `manager`."""
    import uvloop

    return_freed_memory(os.environ)
    _raise_file_limit()
    _forbid_core_dumps()
    loop_factory = uvloop.new_event_loop
    manager = manager or ServiceManager({})
    with refuse_in_one_line(), asyncio.Runner(loop_factory=loop_factory) as runner, manager:
        start = partial(_serve, settings, listener, manager=manager, lifeline=lifeline)
        runner.run(start(sample=sample, accept_lost_log=accept_lost_log))


@contextlib.contextmanager
def refuse_in_one_line() -> Iterator[None]:
    """Turn every error that prevents the store from opening into `Refused`."""
    from plantstore.domain.errors import StoreError, StoreFull
    from plantstore.storage.engine.protocols import StorageRefused

    try:
        yield
    except (StorageRefused, SettingError) as error:
        raise Refused(str(error)) from error
    except StoreFull as error:
        raise Refused("The disk is full. Free some space, then start again.") from error
    except StoreError as error:
        raise Refused(f"Cannot open the store: {error}") from error


async def _serve(
    settings: Settings,
    listener: socket.socket,
    *,
    manager: ServiceManager,
    sample: bool,
    accept_lost_log: bool,
    lifeline: Lifeline | None,
) -> None:
    from plantstore.app.sample_receiver import SampleReceiver
    from plantstore.app.store import announce, open_store, queued_deliveries, sign_in_address, web_app
    from plantstore.core.clock import SystemClock
    from plantstore.core.logging.setup import NullLogger, bridge_stdlib_logging, log_loop_exception, make_logger
    from plantstore.web.http.connection_limits import ClientConnections
    from plantstore.web.http.server import Server

    clock = SystemClock()
    logger = make_logger(settings.log_format, zone=ZoneInfo(settings.timezone), clock=clock)
    bridge_stdlib_logging()
    asyncio.get_running_loop().set_exception_handler(log_loop_exception)
    logs_lifecycle = lifeline is None or lifeline.is_first or settings.log_format == "json"
    lifecycle = logger if logs_lifecycle else NullLogger()
    async with open_store(settings, clock=clock, event_logger=logger, accept_lost_log=accept_lost_log) as store:
        announce(store)
        clients = ClientConnections(settings, clock, store.ids.request, store.admission)
        server = Server(web_app(store), clients, on_stop=store.broadcast.stop)
        _stop_on_signals(server, manager)
        sign_in = await sign_in_address(store) if store.is_new and settings.log_format == "text" else ""
        lifecycle.started(settings, is_new=store.is_new, sign_in=sign_in)
        receiver = None if settings.is_postgresql else SampleReceiver(store.database, store.receivers, store.secret_box)
        serving = asyncio.get_running_loop().create_task(server.serve([listener]))
        try:
            if receiver and await receiver.start(register=sample and store.is_new) and store.is_new:
                await receiver.add_sample_plant(store.catalogue)
                await _wait_for_sample(store)
            tune_interpreter()
            lifecycle.ready(settings.public_url)
            manager.ready(f"Serving {settings.public_url}")
            if lifeline is not None:
                lifeline.report_ready()
                lifeline.stop_with_supervisor(server)
            await serving
        finally:
            server.should_exit = True
            await store.dispatcher.stop(wait_s=settings.stop_s_max)
            if receiver:
                await receiver.stop()
            lifecycle.stopped(queued=await queued_deliveries(store))


async def _wait_for_sample(store: "Store") -> None:
    """Wait until the sample plant is delivered, at most SAMPLE_S_MAX seconds.

    The check reads the database, because the sample receiver is new and may not have a `ReceiverWorker` yet.
    """
    from plantstore.app.store import queued_deliveries

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SAMPLE_S_MAX):
            while await queued_deliveries(store):  # noqa: ASYNC110  only the database has the state
                await asyncio.sleep(SAMPLE_POLL_S)
            await store.dispatcher.settle(wait_s=SAMPLE_S_MAX)


def _stop_on_signals(server: Any, manager: ServiceManager) -> None:
    """On the first Ctrl-C or SIGTERM, start an orderly stop; on the second, stop waiting for open requests."""

    def stop() -> None:
        manager.stopping("Finishing requests and deliveries")
        server.force_exit = server.should_exit
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)


def _raise_file_limit() -> None:
    """Raise the limit on open files to its maximum: every connection to a client or a receiver is an open file."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))


def _forbid_core_dumps() -> None:
    """Have no memory written to a disk when the process is killed: it holds the key and the secrets of receivers."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def tune_interpreter() -> None:
    """Shorten the GIL switch interval and exclude existing objects from garbage collection.

    The writer thread releases the GIL at every statement and gets it back only when the event loop's thread is
    interrupted. Measured in three pairs of runs: 1.1 to 1.3 times the plants per second, and a backlog is delivered
    1.2 to 1.8 times as fast.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)


def main() -> NoReturn:
    """Run a worker. Arguments: two open sockets (listener, lifeline), the worker's number, settings as NAME=VALUE."""
    listener, end = (socket.socket(fileno=int(handle)) for handle in sys.argv[1:3])
    lifeline = Lifeline(end, is_first=sys.argv[3] == "0")
    flags = dict(setting.split("=", 1) for setting in sys.argv[4:])
    try:
        run(load(os.environ, flags), listener, lifeline=lifeline)
    except Refused as refused:
        refused.show()
        sys.exit(refused.exit_code)
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    sys.exit(0)


if __name__ == "__main__":
    main()

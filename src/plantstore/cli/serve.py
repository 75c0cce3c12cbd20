"""`plantstore serve` runs the store; `plantstore check` looks at its settings and starts nothing."""

import asyncio
import contextlib
import gc
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import click

from plantstore.settings import PREFIX, SettingError, Settings, load

NEXT_PORTS_MAX = 50  # how far --next-free-port looks
SWITCH_INTERVAL_S = 0.0005  # a tenth of Python's default
GARBAGE_THRESHOLDS = (100_000, 50, 100)  # new objects before a look, and looks before a deeper one
SAMPLE_S_MAX = 5.0  # how long the first start waits to show the sample plant delivered
Command = TypeVar("Command", bound=Callable[..., Any])


class Refused(click.ClickException):
    """The start is refused: one line that says what to do, exit code 1."""


def setting_flags(command: Command) -> Command:
    """Give a command one flag for every setting."""
    for item in reversed(fields(Settings)):
        default = item.default if item.default not in (None, "", ()) else "none"
        unit = f" {item.metadata['unit']}" if item.metadata["unit"] else ""
        about = item.metadata["help"]
        text = f"{about[0].upper()}{about[1:]}. [{PREFIX}{item.name.upper()}; {default}{unit}]"
        option = click.option(f"--{item.name.replace('_', '-')}", item.name, metavar="VALUE", help=text)
        command = option(command)
    return command


@click.command(epilog="Example: plantstore serve --data /var/lib/plantstore --port 8000")
@setting_flags
@click.option("--next-free-port", is_flag=True, help="Take the next free port when the port is in use.")
@click.option(
    "--sample", is_flag=True, help="In a new store, add a sample plant and a sample receiver on this machine."
)
def serve(*, next_free_port: bool, sample: bool, **flags: str | None) -> None:
    """Run the store: its API, and the deliveries. Ctrl-C stops it; nothing is lost when you do."""
    settings = _settings(flags)
    listener = _listen(settings, next_free_port=next_free_port)
    settings = replace(settings, port=listener.getsockname()[1])
    _raise_file_limit()
    with _refusing():
        _run(settings, listener, sample=sample)


@click.command(epilog="Example: plantstore check --data /var/lib/plantstore")
@setting_flags
def check(**flags: str | None) -> None:
    """Look at the settings, the data folder, the database and the key. Starts and changes nothing."""
    from plantstore.opening import inspect_store

    settings = _settings(flags)
    with _refusing():
        for line in inspect_store(settings):
            click.echo(line)
    if not settings.port:
        return
    try:
        _bind(settings.host, settings.port).close()
    except OSError as error:
        raise Refused(_port_words(settings, error)) from error
    click.echo(f"port       {settings.host}:{settings.port} is free")


def _settings(flags: dict[str, str | None]) -> Settings:
    try:
        return load(os.environ, flags)
    except SettingError as error:
        raise click.UsageError(str(error)) from error


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    """Turn what the store refuses into one line."""
    from plantstore.domain.errors import StoreError, StoreFull
    from plantstore.storage.engine import StorageRefused

    try:
        yield
    except (StorageRefused, SettingError) as error:
        raise Refused(str(error)) from error
    except StoreFull as error:
        raise Refused("The disk is full. Make room, then start again.") from error
    except StoreError as error:
        raise Refused(f"The store cannot be opened: {error}") from error


def _listen(settings: Settings, *, next_free_port: bool) -> socket.socket:
    for port in range(settings.port, settings.port + (NEXT_PORTS_MAX if next_free_port and settings.port else 1)):
        try:
            return _bind(settings.host, port)
        except OSError as error:
            problem = error
    raise Refused(_port_words(settings, problem))


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


def _port_words(settings: Settings, error: OSError) -> str:
    return (
        f"Port {settings.port} on {settings.host} cannot be used: {os.strerror(error.errno or 0)}. "
        "Choose another with --port, or stop what uses it."
    )


def _raise_file_limit() -> None:
    """Use as many open files as the system allows: every receiver under way and every caller is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _tune_interpreter() -> None:
    """Measured together in three pairs of runs: 1.1 to 1.3 times the plants a second, 1.2 to 1.8 times the backlog.

    The writer's thread gives the interpreter away at every statement and gets it back only when the loop's thread is
    interrupted; and what was imported need not be looked through for garbage again and again.
    """
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)


def _run(settings: Settings, listener: socket.socket, *, sample: bool) -> None:
    import uvloop

    loop_factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(_serve(settings, listener, sample=sample))


async def _serve(settings: Settings, listener: socket.socket, *, sample: bool) -> None:
    from plantstore.app import announce, open_store, owed, sign_in_address, web_app
    from plantstore.clock import SystemClock
    from plantstore.logs import make_voice, relay_libraries, report_fault
    from plantstore.sample import SampleReceiver
    from plantstore.web.connection import Callers
    from plantstore.web.server import make_server

    clock = SystemClock()
    voice = make_voice(settings.log_format, zone=ZoneInfo(settings.timezone), clock=clock)
    relay_libraries()
    asyncio.get_running_loop().set_exception_handler(report_fault)
    async with open_store(settings, clock=clock, voice=voice) as store:
        announce(store)
        callers = Callers(settings, clock, store.ids.request)
        server = make_server(web_app(store), callers, on_stop=store.live.stop)
        _stop_on_signals(server)
        sign_in = await sign_in_address(store) if store.is_new and settings.log_format == "text" else ""
        voice.started(settings, is_new=store.is_new, sign_in=sign_in)
        receiver = SampleReceiver(store.database, store.receivers, store.sealer)
        serving = asyncio.get_running_loop().create_task(server.serve([listener]))
        try:
            if await receiver.start(register=sample and store.is_new) and store.is_new:
                await receiver.add_sample_plant(store.catalogue)
                await store.dispatcher.settle(wait_s=SAMPLE_S_MAX)
            _tune_interpreter()
            voice.ready(settings.public_url)
            await serving
        finally:
            server.should_exit = True
            await store.dispatcher.stop(wait_s=settings.stop_s_max)
            await receiver.stop()
            voice.stopped(owed=await owed(store))


def _stop_on_signals(server: Any) -> None:
    """The first Ctrl-C or SIGTERM ends everything in order; a second one ends the waiting for open requests."""

    def stop() -> None:
        server.force_exit = server.should_exit
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)

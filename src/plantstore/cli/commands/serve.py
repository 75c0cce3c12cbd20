"""`plantstore serve` runs the store; `plantstore check` checks its settings and starts nothing."""

import asyncio
import errno
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields, replace
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import click

from plantstore.cli.support.service_manager import BadSocket, ServiceManager, inherited_listener
from plantstore.cli.support.serving import Refused, refuse_in_one_line, run
from plantstore.core.settings import PREFIX, SettingError, Settings, load

CLOSE_S_MAX = 20.0  # extra time after PLANTSTORE_STOP_S_MAX for a worker to close its connections and database
NEXT_PORTS_MAX = 50  # max ports that --next-free-port tries
_LOCALHOST_IN_USE = (
    "Another program uses [::1]:{0}, so browsers may not find the store at http://localhost:{0}. "
    "The console is at http://127.0.0.1:{0}, without passkeys. Choose another port with --port."
)
Command = TypeVar("Command", bound=Callable[..., Any])


def setting_flags(command: Command) -> Command:
    """Add a command-line option for every setting."""
    for item in reversed(fields(Settings)):
        default = item.default if item.default not in (None, "", ()) else "none"
        unit = f" {item.metadata['unit']}" if item.metadata["unit"] else ""
        description = item.metadata["help"]
        text = f"{description[0].upper()}{description[1:]}. [{PREFIX}{item.name.upper()}; {default}{unit}]"
        option = click.option(f"--{item.name.replace('_', '-')}", item.name, metavar="VALUE", help=text)
        command = option(command)
    return command


@click.command(epilog="Example: plantstore serve --data /var/lib/plantstore --port 8000")
@setting_flags
@click.option("--next-free-port", is_flag=True, help="If the port is in use, take the next free one.")
@click.option("--sample", is_flag=True, help="In a new store, add a sample plant and a sample receiver.")
@click.option(
    "--accept-lost-log", is_flag=True, help="Start although part of the event log is lost for good (SQLite only)."
)
def serve(*, next_free_port: bool, sample: bool, accept_lost_log: bool, **flags: str | None) -> None:
    """Run the store: API, console and deliveries. Ctrl-C stops it; nothing is lost."""
    settings = _settings(flags)
    if sample and settings.is_postgresql:
        raise click.UsageError("--sample works only with SQLite: the sample receiver runs inside a single process.")
    if accept_lost_log and settings.is_postgresql:
        raise click.UsageError("--accept-lost-log works only with SQLite.")
    manager = ServiceManager(os.environ)
    try:
        listener = inherited_listener(os.environ)
    except BadSocket as error:
        raise Refused(str(error)) from error
    if listener is not None:
        settings = replace(settings, host=listener.getsockname()[0])  # a host in the settings may be a name: it stays
    else:
        listener = _listen(settings, next_free_port=next_free_port)
    settings = replace(settings, port=listener.getsockname()[1])
    with _localhost_reserved(settings) as settings:
        if settings.workers > 1:
            sys.exit(_supervise(settings, listener, flags, manager))
        run(settings, listener, manager=manager, sample=sample, accept_lost_log=accept_lost_log)


@click.command(epilog="Example: plantstore check --data /var/lib/plantstore")
@setting_flags
def check(**flags: str | None) -> None:
    """Check settings, data folder, database, key, and the places of photos and backups. Starts and changes nothing."""
    from plantstore.app.startup_checks import inspect_store

    settings = _settings(flags)
    with refuse_in_one_line():
        for line in inspect_store(settings):
            click.echo(line)
    if not settings.port:
        return
    try:
        _bind(settings.host, settings.port).close()
    except OSError as error:
        raise Refused(_port_in_use(settings, error)) from error
    with _localhost_reserved(settings):  # says if passkeys would not work
        pass
    click.echo(f"port       {settings.host}:{settings.port} is free")


def _settings(flags: dict[str, str | None]) -> Settings:
    try:
        settings = load(os.environ, flags)
        settings.check_processes()
    except SettingError as error:
        raise click.UsageError(str(error)) from error
    return settings


def _listen(settings: Settings, *, next_free_port: bool) -> socket.socket:
    for port in range(settings.port, settings.port + (NEXT_PORTS_MAX if next_free_port and settings.port else 1)):
        try:
            return _bind(settings.host, port)
        except OSError as error:
            problem = error
    raise Refused(_port_in_use(settings, problem))


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


@contextmanager
def _localhost_reserved(settings: Settings) -> Iterator[Settings]:
    """Keep other programs from answering at http://localhost:PORT, where browsers open the console, and yield settings.

    Browsers try ::1 first, then 127.0.0.1. A socket that is bound to ::1 refuses connections, so that no other program
    can receive sign-in links. If another program has that address already, the console is at 127.0.0.1 only.
    """
    if settings.console_url == settings.public_url:
        yield settings
        return
    with ExitStack() as stack:
        try:
            stack.enter_context(socket.socket(socket.AF_INET6)).bind(("::1", settings.port))
        except OSError as error:  # without IPv6, no program can have the address
            if error.errno == errno.EADDRINUSE:
                click.echo(_LOCALHOST_IN_USE.format(settings.port), err=True)
                settings = replace(settings, base_url=settings.own_url)
        yield settings


def _port_in_use(settings: Settings, error: OSError) -> str:
    return (
        f"Cannot use port {settings.port} on {settings.host}: {os.strerror(error.errno or 0)}. "
        "Choose another with --port, or stop the program that uses it."
    )


def _supervise(
    settings: Settings, listener: socket.socket, flags: dict[str, str | None], manager: ServiceManager
) -> int:
    """Run several worker processes with the same settings; return the exit code."""
    from plantstore.cli.support.process_supervisor import Supervisor
    from plantstore.core.clock import SystemClock
    from plantstore.core.logging.setup import make_logger

    make_logger(settings.log_format, zone=ZoneInfo(settings.timezone), clock=SystemClock())
    overrides = {"host": settings.host, "port": str(settings.port), "workers": "1", "base_url": settings.base_url}
    worker_flags = {name: text for name, text in flags.items() if text is not None} | overrides
    supervisor = Supervisor(
        [sys.executable, "-P", "-m", "plantstore.cli.support.serving"],
        [f"{name}={text}" for name, text in worker_flags.items()],
        listener,
        manager=manager,
        workers=settings.workers,
        stop_s=settings.stop_s_max + CLOSE_S_MAX,
    )
    return asyncio.run(supervisor.run())

"""`plantstore serve` runs the store; `plantstore check` looks at its settings and starts nothing."""

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import click

from plantstore.cli.support.serving import Refused, refusing, run
from plantstore.core.settings import PREFIX, SettingError, Settings, load

CLOSE_S_MAX = 20.0  # what a worker may take at its end beyond STOP_S_MAX: records, connections, the database
NEXT_PORTS_MAX = 50  # how far --next-free-port looks
Command = TypeVar("Command", bound=Callable[..., Any])


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
@click.option(
    "--accept-lost-log", is_flag=True, help="Go on although a part of the log of a store in a file was lost for good."
)
def serve(*, next_free_port: bool, sample: bool, accept_lost_log: bool, **flags: str | None) -> None:
    """Run the store: its API, and the deliveries. Ctrl-C stops it; nothing is lost when you do."""
    settings = _settings(flags)
    if sample and settings.is_postgresql:
        raise click.UsageError("--sample is for a store in a file: the sample receiver lives in its one process.")
    if accept_lost_log and settings.is_postgresql:
        raise click.UsageError("--accept-lost-log is for a store in a file: on a server the log is not noted.")
    listener = _listen(settings, next_free_port=next_free_port)
    settings = replace(settings, port=listener.getsockname()[1])
    if settings.workers > 1:
        sys.exit(_supervise(settings, listener, flags))
    run(settings, listener, sample=sample, accept_lost_log=accept_lost_log)


@click.command(epilog="Example: plantstore check --data /var/lib/plantstore")
@setting_flags
def check(**flags: str | None) -> None:
    """Look at the settings, the data folder, the database and the key. Starts and changes nothing."""
    from plantstore.app.startup_checks import inspect_store

    settings = _settings(flags)
    with refusing():
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
    raise Refused(_port_words(settings, problem))


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


def _port_words(settings: Settings, error: OSError) -> str:
    return (
        f"Port {settings.port} on {settings.host} cannot be used: {os.strerror(error.errno or 0)}. "
        "Choose another with --port, or stop what uses it."
    )


def _supervise(settings: Settings, listener: socket.socket, flags: dict[str, str | None]) -> int:
    """Let several processes serve, with the same settings; gives the exit code."""
    from plantstore.cli.support.process_supervisor import Supervisor
    from plantstore.core.clock import SystemClock
    from plantstore.core.logging.setup import make_logger

    make_logger(settings.log_format, zone=ZoneInfo(settings.timezone), clock=SystemClock())
    own = {"port": str(settings.port), "workers": "1"}
    given = {name: text for name, text in flags.items() if text is not None} | own
    supervisor = Supervisor(
        [sys.executable, "-P", "-m", "plantstore.cli.support.worker"],
        [f"{name}={text}" for name, text in given.items()],
        listener,
        workers=settings.workers,
        stop_s=settings.stop_s_max + CLOSE_S_MAX,
    )
    return asyncio.run(supervisor.run())

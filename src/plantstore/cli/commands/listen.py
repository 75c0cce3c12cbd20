"""`plantstore listen`: a receiver on this machine for as long as it runs, to see what comes and try a program out."""

import contextlib
import functools
import math
import random
import re
import signal
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from plantstore.cli.listen.delivery_lines import FULL, JSON, LINE, Printer
from plantstore.cli.listen.forwarding import make_forwarder
from plantstore.cli.listen.handler import Counts, Listener, ListenOptions
from plantstore.cli.listen.registration import Registration
from plantstore.cli.listen.server import LocalServer
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, WholeNumber, with_common
from plantstore.cli.support.output import Row
from plantstore.cli.support.secret_options import ACCESS_TOKEN_KEY, SECRET_KEY, prepared, write_secret
from plantstore.cli.support.server_discovery import connect
from plantstore.cli.support.times import duration_option, time_option
from plantstore.core.clock import SystemClock
from plantstore.domain.receiver import NAME_CHARS_MAX
from plantstore.domain.timestamps import SECOND_US, Instant, parse

PORT, PORT_MIN = 9_000, 1_024  # below it the store calls no listener
ANSWER_AFTER_S_MAX = 60.0  # four times what the store waits
DRAIN_S_MAX = 5.0  # at the end, for requests that are being answered
_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]+)?)%")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Session:
    """What one run consists of."""

    printer: Printer
    server: LocalServer
    listener: Listener
    registration: Registration
    stopping: threading.Event
    since: Instant


@click.command("listen")
@click.option(
    "--port", type=WholeNumber(0, 65_535), default=PORT, metavar="N", help=f"Port ({PORT}); 0 takes a free one."
)
@click.option(
    "--forward", metavar="URL", help="Hand each request on to a program on this machine, and its answer back."
)
@click.option(
    "--since", callback=time_option, metavar="TIME", help="Begin with the first event since then, such as 10m."
)
@click.option("--answer", type=WholeNumber(200, 599), default=200, metavar="STATUS", help="Answers with it (200).")
@click.option(
    "--answer-after",
    callback=functools.partial(duration_option, seconds_max=ANSWER_AFTER_S_MAX),
    default="0s",
    metavar="TIME",
    help="Wait so long before each answer, such as 500ms or 20s.",
)
@click.option(
    "--fail", callback=lambda _, __, text: _read_share(text), default="0%", metavar="N%", help="Fail so many with 503."
)
@click.option("--count", type=WholeNumber(min=1), metavar="N", help="End when N events were accepted.")
@click.option(
    "--print", "style", type=click.Choice([LINE, FULL, JSON]), help="How to show each request (default line)."
)
@click.option(
    "--secret-to",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write secret and access token into this .env file, for a program that verifies.",
)
@click.option("--force", is_flag=True, help="Replace a secret that FILE holds already.")
@click.option("--insecure-forward", is_flag=True, help="Forward also what does not verify.")
@with_common
@click.pass_context
def listen(
    context: click.Context,
    common: Common,
    /,
    *,
    port: int,
    since: str | None,
    style: str | None,
    secret_to: Path | None,
    force: bool,
    **wishes: Any,
) -> None:
    """Receive new plants here, and show each request. Ctrl-C stops.

    The store must run on this machine. It gets a receiver of its own for this command, which is removed at the end;
    what fails or is missed meanwhile comes again. With --json, or --print json, everything is JSON Lines.

    \b
    Example:
      plantstore listen
      plantstore listen --forward http://127.0.0.1:3000/plant/webhook --since 10m
      plantstore listen --count 3 --json
    """
    if 0 < port < PORT_MIN:
        raise WrongUsage(f"Port {port} is kept for services of the system.", next_step=f"Use one from {PORT_MIN} on.")
    if force and secret_to is None:
        raise WrongUsage("--force says that --secret-to may replace a secret.", next_step="Give --secret-to as well.")
    wanted = _wishes(**wishes)
    style = JSON if common.as_json else style or LINE
    if secret_to is not None:
        with prepared(secret_to, [SECRET_KEY, ACCESS_TOKEN_KEY], force=force):
            pass  # it can be written, and holds no secret that must stay
    with contextlib.ExitStack() as stack:
        session = _open(common, port=port, since=since, style=style, secret_to=secret_to, wishes=wanted)
        stack.callback(session.server.close)
        stack.enter_context(_stopping_on_signals(session.stopping))
        complete = _run(session, wanted)
    if wanted.count is not None and not complete:
        context.exit(Exit.INTERRUPTED)


def _open(
    common: Common, *, port: int, since: str | None, style: str, secret_to: Path | None, wishes: ListenOptions
) -> _Session:
    """Put everything together; nothing is asked or answered yet."""
    clock, stopping = SystemClock(), threading.Event()
    printer = Printer(style, on_broken=stopping.set)
    listener = Listener(
        wishes,
        clock=clock,
        chance=random.random,
        stopping=stopping,
        show=printer.delivery,
        on_enough=stopping.set,
    )
    client = connect(common)
    server = LocalServer(port, listener.take)
    registration = Registration(
        client,
        url=server.url,
        name=_name(),
        start=since or "now",
        use=listener.use,
        oldest_refused=lambda: listener.oldest_refused,
        say=printer.say,
        on_secret=lambda made: None if secret_to is None else _write_secret(secret_to, made),
    )
    begins_at = clock.now() if since is None else parse(since)
    return _Session(
        printer=printer,
        server=server,
        listener=listener,
        registration=registration,
        stopping=stopping,
        since=begins_at,
    )


def _run(session: _Session, wishes: ListenOptions) -> bool:
    """Listen until it is time to stop, then tidy up; tells whether `count` events were accepted."""
    server, registration = session.server, session.registration
    try:
        registration.register()
    except Failure:
        if registration.id:  # it is there, but what came with it could not be written
            registration.remove()
        raise
    session.printer.say_to_people(f"Receiver “{_name()}” added ({registration.id}); removed again when you stop.")
    onward = f", forwarding to {wishes.forwarder.url}" if wishes.forwarder else ""
    session.printer.ready(f"Ready on {server.url}{onward} (Ctrl-C stops)", url=server.url, receiver=registration.id)
    server.start()  # only now: the ready line is the first, and what has come waits in the system's queue
    threading.Thread(target=registration.keep, daemon=True).start()
    session.stopping.wait()
    server.stop(wait_s=DRAIN_S_MAX)
    waiting = registration.remove()
    _summarise(session.printer, session.listener.counts, waiting, since=session.since)
    return session.listener.enough


def _summarise(printer: Printer, counts: Counts, waiting: int | None, *, since: Instant) -> None:
    words = f"{counts.received} received, {counts.accepted} accepted"
    if waiting is None:
        words += "; the store does not answer, and removes the receiver when it has failed for an hour."
    else:
        words += f", {waiting} waiting."
    again = f"plantstore listen --since {_ago(since)}"
    if waiting != 0:
        words += f" Nothing is lost: {again}"
    printer.summary(words, received=counts.received, accepted=counts.accepted, waiting=waiting, again=again)


def _ago(since: Instant) -> str:
    """Say how long ago that was, rounded up so that nothing of it is left out."""
    seconds = max(1, SystemClock().now() - since) / SECOND_US
    for unit, unit_s, most in (("m", 60, 120), ("h", 3_600, 48)):
        if seconds <= unit_s * most:
            return f"{math.ceil(seconds / unit_s)}{unit}"
    return f"{math.ceil(seconds / 86_400)}d"


def _wishes(
    *, forward: str | None, answer: int, answer_after: float, fail: float, count: int | None, insecure_forward: bool
) -> ListenOptions:
    if insecure_forward and forward is None:
        raise WrongUsage("--insecure-forward goes with --forward.", next_step="Give --forward URL as well.")
    return ListenOptions(
        answer=answer,
        answer_after_s=answer_after,
        fail=fail,
        forwarder=None if forward is None else make_forwarder(forward),
        insecure=insecure_forward,
        count=count,
    )


def _read_share(text: str) -> float:
    found = _PERCENT.fullmatch(text)
    if found is None or float(found[1]) > 100:
        raise click.BadParameter(f"{text!r} is no share: write 20%.")
    return float(found[1]) / 100


def _name() -> str:
    """What people see in the list of receivers."""
    host = re.sub(r"[^A-Za-z0-9._-]", "", socket.gethostname())[: NAME_CHARS_MAX // 2]
    return f"listen on {host or 'this machine'}"


def _write_secret(path: Path, made: Row) -> None:
    with prepared(path, [], force=True) as file:
        write_secret(file, made, done="The receiver was added", next_step="Stop, and listen again.")


@contextlib.contextmanager
def _stopping_on_signals(stopping: threading.Event) -> Iterator[None]:
    """The first Ctrl-C or SIGTERM ends everything in order; a second one ends it at once."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in numbers}

    def stop(number: int, frame: object) -> None:  # noqa: ARG001  # what Python hands over
        for one in numbers:
            signal.signal(one, signal.default_int_handler if one == signal.SIGINT else signal.SIG_DFL)
        stopping.set()

    for number in numbers:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, before[number] or signal.SIG_DFL)

"""`plantstore listen`: runs a temporary receiver on this machine, to show requests and to try out a program."""

import contextlib
import functools
import math
import os
import random
import re
import secrets
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from plantstore.cli.listen.delivery_lines import FULL, JSON, LINE, Delivery, Printer
from plantstore.cli.listen.feed import Feed
from plantstore.cli.listen.forwarding import make_forwarder
from plantstore.cli.listen.handler import Counts, Credentials, Listener, ListenOptions
from plantstore.cli.listen.registration import Registration
from plantstore.cli.listen.reporting import Reporter
from plantstore.cli.listen.server import LocalServer, bind
from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, WholeNumber, duration_option, time_option, with_common
from plantstore.cli.support.output import Row
from plantstore.cli.support.secret_file import ACCESS_TOKEN_KEY, SECRET_KEY, open_env_file, write_secret
from plantstore.cli.support.server_discovery import connect, find_address
from plantstore.core.clock import SystemClock
from plantstore.domain.receivers.receiver import NAME_CHARS_MAX
from plantstore.domain.receivers.signature import SECRET_BYTES, make_secret
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import SECOND_US, Instant, parse

PORT, PORT_MIN = 9_000, 1_024  # default and min port; the store refuses lower ports
ANSWER_AFTER_S_MAX = 60.0  # max response delay: four times the store's default deadline
ACCESS_TOKEN_PREFIX, ACCESS_TOKEN_BYTES = "rct_", 24  # of a run that follows a feed: as the store makes them
DRAIN_S_MAX = 5.0  # max wait for running requests at the end
_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]+)?)%")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Session:
    """The objects of one `listen` run. Events added at `since` or later are received."""

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
    "--forward", metavar="URL", help="Forward each request to a program on this machine and return its response."
)
@click.option(
    "--since", callback=time_option, metavar="TIME", help="Begin with the first event since then, such as 10m."
)
@click.option("--answer", type=WholeNumber(200, 599), default=200, metavar="STATUS", help="Response status (200).")
@click.option(
    "--answer-after",
    callback=functools.partial(duration_option, seconds_max=ANSWER_AFTER_S_MAX),
    default="0s",
    metavar="TIME",
    help="Delay each response, such as 500ms or 20s.",
)
@click.option(
    "--fail",
    callback=lambda _, __, text: _parse_share(text),
    default="0%",
    metavar="N%",
    help="Fail this share of requests with 503, at random.",
)
@click.option("--count", type=WholeNumber(min=1), metavar="N", help="Stop after N events have been accepted.")
@click.option(
    "--print", "style", type=click.Choice([LINE, FULL, JSON]), help="How to print each request (default line)."
)
@click.option(
    "--secret-to",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the secret and the access token to this .env file, for a program that verifies requests.",
)
@click.option("--force", is_flag=True, help="Replace a secret that FILE already holds.")
@click.option("--insecure-forward", is_flag=True, help="Also forward requests that fail verification.")
@click.option(
    "--feed", "by_feed", is_flag=True, help="Follow the store's feed. The default for a store on another machine."
)
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
    by_feed: bool,
    **flags: Any,
) -> None:
    """Receive new plants on this machine and print each request. Ctrl-C stops.

    If the store runs on this machine, a temporary receiver is added to it, and removed when you stop; requests that
    fail or are missed in between are sent again. Of a store on another machine, the feed is followed: the token needs
    events:read, and each event is sent to --forward once, signed with a secret of this run. With --json or --print
    json, all output is JSON Lines.

    \b
    Example:
      plantstore listen
      plantstore listen --forward http://127.0.0.1:3000/plant/webhook --since 10m
      plantstore listen --count 3 --json
      plantstore listen --url https://store.example --token-file token --forward http://127.0.0.1:3000 --secret-to .env
    """
    if 0 < port < PORT_MIN:
        raise WrongUsage(f"Port {port} is reserved for system services.", next_step=f"Use one from {PORT_MIN} up.")
    if force and secret_to is None:
        raise WrongUsage("--force only applies to --secret-to.", next_step="Add --secret-to as well.")
    options = _listen_options(**flags)
    style = JSON if common.as_json else style or LINE
    if secret_to is not None:
        with open_env_file(secret_to, [SECRET_KEY, ACCESS_TOKEN_KEY], force=force):
            pass  # only checks that the file is writable and holds no secret that must be kept
    if by_feed or not find_address(common.server_url, os.environ).is_local:
        is_complete = _follow_feed(common, since=since, style=style, secret_to=secret_to, options=options)
        if options.count is not None and not is_complete:
            context.exit(Exit.INTERRUPTED)
        return
    with contextlib.ExitStack() as stack:
        session = _open(common, port=port, since=since, style=style, secret_to=secret_to, options=options)
        stack.callback(session.server.stop, wait_s=0)
        stack.enter_context(_stopping_on_signals(session.stopping))
        is_complete = _run(session, options)
    if options.count is not None and not is_complete:
        context.exit(Exit.INTERRUPTED)


def _open(
    common: Common, *, port: int, since: str | None, style: str, secret_to: Path | None, options: ListenOptions
) -> _Session:
    """Create the objects of a run and bind the port, without sending or answering requests yet."""
    clock, stopping = SystemClock(), threading.Event()
    printer = Printer(style, on_broken_pipe=stopping.set)
    listener = _listener(options, printer.delivery, stopping)
    client = connect(common)
    server = LocalServer(bind(port), listener.handle)
    registration = Registration(
        client,
        url=server.url,
        name=_name(),
        start=since or "now",
        set_credentials=listener.set_credentials,
        oldest_refused=lambda: listener.oldest_refused,
        note=printer.note,
        on_secret=lambda created: None if secret_to is None else _write_secret(secret_to, created),
    )
    return _Session(
        printer=printer,
        server=server,
        listener=listener,
        registration=registration,
        stopping=stopping,
        since=clock.now() if since is None else parse(since),
    )


def _follow_feed(
    common: Common, *, since: str | None, style: str, secret_to: Path | None, options: ListenOptions
) -> bool:
    """Follow the store's feed until stopped; return whether `count` events were accepted."""
    clock, stopping = SystemClock(), threading.Event()
    printer = Printer(style, on_broken_pipe=stopping.set)
    client, began_at = connect(common), clock.now()
    reporter = Reporter(client, name=_name(), note=printer.note)

    def show(delivery: Delivery) -> None:
        printer.delivery(delivery)
        reporter.add(delivery)

    listener = _listener(options, show, stopping)
    made = {
        "secret": make_secret(secrets.token_bytes(SECRET_BYTES)).reveal(),
        "access_token": ACCESS_TOKEN_PREFIX + secrets.token_hex(ACCESS_TOKEN_BYTES),
    }
    credentials = Credentials(secrets=(Secret(made["secret"]),), access_token=Secret(made["access_token"]))
    listener.set_credentials(credentials)
    feed = Feed(
        client,
        credentials=credentials,
        handle=listener.handle,
        clock=clock,
        note=printer.note,
        stopping=stopping,
    )
    feed.start(None if since is None else parse(since))
    if secret_to is not None:
        _write_secret(secret_to, made)
    target = f", forwarding to {options.forwarder.url}" if options.forwarder else ""
    printer.ready(f"Following the feed of {client.address}{target} (Ctrl-C stops)", url=str(client.address))
    printer.note_for_people(_who_signs(client))
    with _stopping_on_signals(stopping):
        reporter.start(feed.after + 1)
        try:
            feed.follow()
        finally:
            reporter.stop()
    refused = listener.counts.received - listener.counts.accepted
    text = f"Stopped. {listener.counts.received:,} received, {listener.counts.accepted:,} accepted."
    again = f"plantstore listen --since {_ago(began_at if since is None else parse(since))}"
    text += f" To receive them again: {again}" if refused else ""
    printer.summary(
        text,
        received=listener.counts.received,
        accepted=listener.counts.accepted,
        waiting=refused,
        again=again,
    )
    return listener.is_complete


def _listener(options: ListenOptions, show: Callable[[Delivery], None], stopping: threading.Event) -> Listener:
    return Listener(
        options,
        clock=SystemClock(),
        random=random.random,
        stopping=stopping,
        show=show,
        on_complete=stopping.set,
    )


def _who_signs(client: Client) -> str:
    """Return who vouches for the items of the feed, which are not signed."""
    if client.address.scheme == "https":
        whose = "TLS verifies that they are from the store"
    else:
        whose = "without https://, nothing verifies that they are from the store"
    return f"Items of a feed are not signed: {whose}. Requests are signed with the secret of this run."


def _run(session: _Session, options: ListenOptions) -> bool:
    """Receive events until stopped, then remove the receiver; return whether `count` events were accepted."""
    server, registration = session.server, session.registration
    try:
        registration.register()
    except Failure:
        if registration.id:  # the receiver was registered, but its secret could not be written
            registration.remove()
        raise
    session.printer.note_for_people(f"Receiver “{_name()}” added ({registration.id}). It is removed when you stop.")
    target = f", forwarding to {options.forwarder.url}" if options.forwarder else ""
    session.printer.ready(f"Ready on {server.url}{target} (Ctrl-C stops)", url=server.url, receiver=registration.id)
    server.start()  # after the ready line has been printed; earlier connections wait in the socket's queue
    threading.Thread(target=registration.keep_registered, daemon=True).start()
    session.stopping.wait()
    server.stop(wait_s=DRAIN_S_MAX)
    waiting = registration.remove()
    _print_summary(session.printer, session.listener.counts, waiting, since=session.since)
    return session.listener.is_complete


def _print_summary(printer: Printer, counts: Counts, waiting: int | None, *, since: Instant) -> None:
    text = f"Stopped. {counts.received:,} received, {counts.accepted:,} accepted"
    if waiting is None:
        text += "; the store does not respond, and will remove the receiver after it has failed for an hour."
    else:
        text += f", {waiting:,} queued."
    again = f"plantstore listen --since {_ago(since)}"
    if waiting != 0:
        text += f" Nothing is lost. To receive the rest: {again}"
    printer.summary(text, received=counts.received, accepted=counts.accepted, waiting=waiting, again=again)


def _ago(since: Instant) -> str:
    """Return the time from `since` until now, such as `10m`, `3h` or `4d`, rounded up so that no event is missed."""
    seconds = max(1, SystemClock().now() - since) / SECOND_US
    for unit, unit_s, units_max in (("m", 60, 120), ("h", 3_600, 48)):
        if seconds <= unit_s * units_max:
            return f"{math.ceil(seconds / unit_s)}{unit}"
    return f"{math.ceil(seconds / 86_400)}d"


def _listen_options(
    *, forward: str | None, answer: int, answer_after: float, fail: float, count: int | None, insecure_forward: bool
) -> ListenOptions:
    if insecure_forward and forward is None:
        raise WrongUsage("--insecure-forward only applies to --forward.", next_step="Add --forward URL as well.")
    return ListenOptions(
        answer=answer,
        answer_after_s=answer_after,
        fail=fail,
        forwarder=None if forward is None else make_forwarder(forward),
        insecure=insecure_forward,
        count=count,
    )


def _parse_share(text: str) -> float:
    match = _PERCENT.fullmatch(text)
    if match is None or float(match[1]) > 100:
        raise click.BadParameter(f"{text!r} is not a percentage: write 20%.")
    return float(match[1]) / 100


def _name() -> str:
    """Return the display name of the temporary receiver, which contains this machine's hostname."""
    host = re.sub(r"[^A-Za-z0-9._-]", "", socket.gethostname())[: NAME_CHARS_MAX // 2]
    return f"listen on {host or 'this machine'}"


def _write_secret(path: Path, created: Row) -> None:
    with open_env_file(path, [], force=True) as file:
        write_secret(file, created, done="The receiver was added", next_step="Stop, and run the command again.")


@contextlib.contextmanager
def _stopping_on_signals(stopping: threading.Event) -> Iterator[None]:
    """Within the block, the first Ctrl-C or SIGTERM sets `stopping`; a second one ends the process immediately."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in numbers}

    def stop(_number: int, _frame: object) -> None:
        for number in numbers:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
        stopping.set()

    for number in numbers:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, before[number] or signal.SIG_DFL)

"""`plantstore demo`: runs a store and three receivers for half a minute, and checks that no event was lost."""

import contextlib
import json
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from plantstore import __version__
from plantstore.cli.demo.play import Plan, Play, Result, load_plants, sign_in_link
from plantstore.cli.demo.report import latencies
from plantstore.cli.demo.store_process import ALLOWED, RETRY_SCALE, Interruption, StoreEnded, StoreProcess
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, Number, WholeNumber, with_common
from plantstore.cli.support.output import Column, Progress, column, print_list, print_note
from plantstore.core.clock import SystemClock
from plantstore.domain.audit import Audit
from plantstore.operations.audit.offline import OfflineAudit
from plantstore.storage.engine.protocols import StorageRefused

PLANTS, RATE, SEED, OUTAGE_S = 120, 10.0, 1, 10.0
DEADLINE_S = 36.0  # keeps the demo under 40 s, including the time to stop the store
DEADLINE_S_MAX = 600.0
ADDING_SHARE_MAX = 0.6  # max share of the deadline for adding plants; the rest is for the last deliveries
DATABASE = "plantstore.db"
PROGRESS_LINE_S = 2.0  # interval between progress lines when standard error is not a terminal
TOTALS = ("owed", "lost", "repeated", "refused", "unverified", "unknown", "holes")
COLUMNS = (
    column("receiver"),
    *(column(name, right=True) for name in ("accepted", "lost", "repeated", "refused")),
    Column(heading="p50", cell=lambda row: duration(row["p50_ms"]), right=True),
    Column(heading="p99", cell=lambda row: duration(row["p99_ms"]), right=True),
    Column(heading="slowest", cell=lambda row: duration(row["slowest_ms"]), right=True),
)


@click.command()
@click.option("--plants", type=WholeNumber(1), default=PLANTS, metavar="N", help=f"Number of plants ({PLANTS}).")
@click.option("--rate", type=Number(0.1, 1000), default=RATE, metavar="R", help=f"Plants per second ({RATE:g}).")
@click.option("--seed", type=int, default=SEED, metavar="N", help=f"Decides which requests are refused ({SEED}).")
@click.option(
    "--outage",
    "outage_s",
    type=Number(0.1, DEADLINE_S_MAX),
    default=OUTAGE_S,
    metavar="SECONDS",
    help=f"How long the third receiver is down ({OUTAGE_S:g}).",
)
@click.option(
    "--deadline",
    "deadline_s",
    type=Number(2, DEADLINE_S_MAX),
    default=DEADLINE_S,
    metavar="SECONDS",
    help=f"Stop after this time and report what is still queued ({DEADLINE_S:g}).",
)
@click.option("--keep", is_flag=True, help="Keep the store running until Ctrl-C, and keep its data folder.")
@with_common
def demo(common: Common, /, *, plants: int, keep: bool, **options: Any) -> int:
    """Show that no event is lost when receivers fail.

    Starts a store in a temporary folder and three receivers on this machine: a good one, a slow one that refuses 30 %
    of its requests, and one that goes down. Adds plants, and compares the receivers' own records with what the store
    acknowledged. Exit code 0 only if nothing was lost.

    \b
    Example:
      plantstore demo
      plantstore demo --plants 20 --json
    """
    if common.server_url or common.token_file:
        raise WrongUsage("The demo runs its own store: it takes neither --url nor --token-file.")
    catalogue = load_plants()
    if plants > len(catalogue):
        raise WrongUsage(f"The demo has only {len(catalogue)} plants, not {plants}.")
    plan = Plan(plants=catalogue[:plants], **options)
    if plants / plan.rate > plan.deadline_s * ADDING_SHARE_MAX:
        cause = f"{plants} plants at {plan.rate:g} per second leave too little of {plan.deadline_s:g} s for deliveries."
        raise WrongUsage(cause, next_step="Choose fewer plants, a higher --rate or a later --deadline.")
    folder = Path(tempfile.mkdtemp(prefix="plantstore-demo-"))
    try:
        return _play(plan, folder, keep=keep, common=common)
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def _play(plan: Plan, folder: Path, *, keep: bool, common: Common) -> int:
    interruption, progress = Interruption(), Progress("Deliveries", quiet=False, line_s=PROGRESS_LINE_S)

    def on_outage(name: str, is_down: bool) -> None:
        progress.end()
        text = f"“{name}” is {'down: its deliveries fail and are retried.' if is_down else 'back.'}"
        click.secho(text, fg="red" if is_down and common.colour else None, err=True)

    play = Play(plan, folder, show=progress.show, on_outage=on_outage, interruption=interruption)
    data_folder = play.store.data if keep else None
    with _interruptible(interruption), contextlib.closing(play):
        try:
            result = play.run(on_start=_print_introduction)
        except StoreEnded as error:
            raise Failure(str(error), next_step=f"Its log: {play.store.log}" if keep else "") from error
        finally:
            progress.end()
        audit = _audit(play.store.data / DATABASE)
        if common.as_json:
            click.echo(json.dumps(as_object(result, audit, data_folder)))
        else:
            print_result(result, audit)
        if keep and not result.interrupted:
            play.keep_serving(on_start=_print_still_running)
    return _end(result, audit, plants=len(plan.plants), data_folder=data_folder, last_error=play.store.last_error)


@contextlib.contextmanager
def _interruptible(interruption: Interruption) -> Iterator[None]:
    """Within the block, Ctrl-C, SIGTERM and SIGHUP ask the demo to end; under nohup, SIGHUP stays ignored."""
    numbers = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    before = {number: signal.signal(number, interruption.request) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _print_introduction(store: StoreProcess) -> None:
    print_note(f"Plant Store {__version__}, demo: a store at {store.url} and three receivers, all on this machine.")
    print_note(
        f"Retry delays are divided by {RETRY_SCALE} (PLANTSTORE_RETRY_SCALE={RETRY_SCALE}): "
        "30 seconds become half a second, 10 minutes become ten seconds."
    )
    print_note(f"Watch it in a browser: {sign_in_link(store)}")


def _print_still_running(store: StoreProcess) -> None:
    print_note(f"The store and its receivers are still running: {sign_in_link(store)}")
    print_note("Ctrl-C stops them.")


def _audit(database: Path) -> Audit | None:
    """Audit the stopped store's database; return None if there is no database file."""
    if not database.exists():
        return None
    offline = OfflineAudit(
        database, retry_scale=RETRY_SCALE, clock=SystemClock(), wait=time.sleep, report=lambda _done, _all: None
    )
    try:
        return offline.audit()
    except StorageRefused as error:
        raise Failure(f"Cannot audit the store: {error}") from error


def _end(result: Result, audit: Audit | None, *, plants: int, data_folder: Path | None, last_error: str) -> int:
    """Print the verdict and return the exit code; raise Failure if a delivery is missing or a check failed."""
    report = result.report
    missing = {row.receiver: row.owed + row.lost for row in report.receivers}
    queued = ", ".join(f"“{name}” {count}" for name, count in missing.items())
    if data_folder:
        click.echo(f"The store is kept: plantstore serve --data {data_folder} --allow-networks {ALLOWED}", err=True)
    if result.interrupted and not report.total("lost"):
        total = sum(missing.values())
        click.echo(f"Interrupted after {report.plants} of {plants} plants. Still queued: {total} ({queued}).", err=True)
        click.echo(
            "Nothing is lost." if data_folder else "Use --keep to keep the store and send the rest later.", err=True
        )
        return Exit.INTERRUPTED
    faults = [*report.faults, *([] if audit is None or audit.clean else ["the store's own audit found problems"])]
    if faults:
        cause = f"After {result.seconds:.1f} s, of {report.deliveries} deliveries: {'; '.join(faults)}."
        hints = [] if report.is_complete else [f"Missing: {queued}."]
        hints += [f"The store's last error: {last_error}."] if last_error else []
        hints += [] if data_folder else ["Use --keep to keep its log."]
        raise Failure(cause, next_step=" ".join(hints))
    click.echo(f"Nothing was lost. It took {result.seconds:.1f} s.", err=True)
    return Exit.DONE


def print_result(result: Result, audit: Audit | None) -> None:
    """Print the receivers' counts as a table, and the totals below it."""
    report = result.report
    click.echo("Recorded by the receivers, for the plants that the store acknowledged:")
    print_list([row.as_row() for row in report.receivers], COLUMNS, as_json=False, empty="")
    totals = (f"{report.total(name)} {name}" for name in ("lost", "repeated", "unverified"))
    delivered = report.total("accepted")
    click.echo(
        f"{report.plants} plants · {report.deliveries} deliveries · {delivered} delivered · {' · '.join(totals)}"
    )
    if report.delays_s:
        p50, p99, slowest = map(duration, latencies(report.delays_s).values())
        click.echo(f"median {p50} · 99 % within {p99} · slowest {slowest}")
    if result.queued_at_end is not None:
        click.echo(f"Queued in the store: {result.queued_at_end}.")
    if audit is not None:
        problems = [f"{name} {finding.count}" for name, finding in audit.findings.items() if finding.count]
        click.echo(f"The store's own audit: {', '.join(problems) or 'no problems'}.")


def as_object(result: Result, audit: Audit | None, data_folder: Path | None) -> dict[str, Any]:
    """Return the result of the demo as the object that `--json` prints."""
    report, queued = result.report, result.queued
    return {
        "plants": report.plants,
        "deliveries": report.deliveries,
        "delivered": report.total("accepted"),
        **{name: report.total(name) for name in TOTALS},
        **latencies(report.delays_s),
        "seconds": round(result.seconds, 3),
        "retry_scale": RETRY_SCALE,
        "owed_by_store": result.queued_at_end,
        "interrupted": result.interrupted,
        "audit": None if audit is None else {name.value: finding.count for name, finding in audit.findings.items()},
        "data": None if data_folder is None else str(data_folder),
        "receivers": [
            row.as_row() | {"owed_by_store": None if queued is None else queued.get(row.receiver)}
            for row in report.receivers
        ],
    }


def duration(milliseconds: float | None) -> str:
    """Return a duration in a readable unit, such as `3.4 ms`; an empty string for None.

    >>> duration(3.4), duration(210.0), duration(11_260.0), duration(0.0)
    ('3.4 ms', '210 ms', '11.3 s', '< 0.1 ms')
    """
    if milliseconds is None:
        return ""
    if milliseconds < 0.1:
        return "< 0.1 ms"
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.1f} s"
    return f"{milliseconds:.{1 if milliseconds < 100 else 0}f} ms"

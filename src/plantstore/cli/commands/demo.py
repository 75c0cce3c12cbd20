"""`plantstore demo`: a store and three receivers for half a minute, one of them broken, and an audit of what came."""

import contextlib
import json
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from plantstore import __version__
from plantstore.cli.demo.plants import load_plants
from plantstore.cli.demo.play import NoAnswer, Plan, Play, Result
from plantstore.cli.demo.program import ALLOWED, RETRY_SCALE, Program, StoreEnded
from plantstore.cli.demo.screen import make_screen
from plantstore.cli.demo.summary import as_object, print_report
from plantstore.cli.support.client import Client, make_key, parse_address
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, Number, WholeNumber, with_common
from plantstore.cli.support.output import say
from plantstore.core.clock import SystemClock
from plantstore.domain.audit import Audit
from plantstore.domain.secret import Secret
from plantstore.operations.audit.offline import OfflineAudit
from plantstore.storage.engine.protocols import StorageRefused

PLANTS, RATE, SEED, OUTAGE_S = 120, 10.0, 1, 10.0
DEADLINE_S = 36.0  # with the store's end that makes less than 40 s
DEADLINE_S_MAX = 600.0
ANSWER_S_MAX = 2.0  # for one answer of the store; after that it is asked again under the same key
ADDING_SHARE_MAX = 0.6  # of the deadline: the rest is for what comes after the last plant
DATABASE = "plantstore.db"  # in the data folder
_ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # the last one not under nohup, which ignores it


class Interruption:
    """Ctrl-C, or a request to end: noticed at the next look, so that everything stays in order."""

    def __init__(self) -> None:
        self.came = False

    def wait(self, seconds: float) -> None:
        time.sleep(0 if self.came else seconds)

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        heard = [number for number in _ENDINGS if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN]
        before = {number: signal.signal(number, self._note) for number in heard}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _note(self, *_about: object) -> None:
        self.came = True


@click.command()
@click.option("--plants", type=WholeNumber(1), default=PLANTS, metavar="N", help=f"How many plants ({PLANTS}).")
@click.option("--rate", type=Number(0.1, 1000), default=RATE, metavar="R", help=f"Plants a second ({RATE:g}).")
@click.option("--seed", type=int, default=SEED, metavar="N", help=f"Chooses which requests are refused ({SEED}).")
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
    help=f"Ends then at the latest, and says what is still owed ({DEADLINE_S:g}).",
)
@click.option(
    "--keep",
    is_flag=True,
    help="Go on serving the store until Ctrl-C; then leave its data folder, and say where it is.",
)
@with_common
def demo(common: Common, /, *, plants: int, keep: bool, **wishes: Any) -> int:
    """Show what the store promises: nothing is lost, although receivers fail.

    Opens a store in a temporary folder and three receivers on this machine: a good one, a slow one that refuses 30 % of
    all requests, and one that goes down. Adds plants, and compares what each receiver recorded itself with what the
    store said yes to. Exit code 0 only if nothing was lost.

    \b
    Example:
      plantstore demo
      plantstore demo --plants 20 --json
    """
    if common.server_url or common.token_file:
        raise WrongUsage("The demo has a store of its own: it takes neither --url nor --token-file.")
    catalogue = load_plants()
    if plants > len(catalogue):
        raise WrongUsage(f"The demo knows {len(catalogue)} plants, not {plants}.")
    plan = Plan(plants=catalogue[:plants], **wishes)
    if plants / plan.rate > plan.deadline_s * ADDING_SHARE_MAX:
        cause = f"{plants} plants at {plan.rate:g} a second leave too little of {plan.deadline_s:g} s for deliveries."
        raise WrongUsage(cause, next_step="Choose fewer plants, a higher --rate or a later --deadline.")
    folder = Path(tempfile.mkdtemp(prefix="plantstore-demo-"))
    try:
        return _play(plan, folder, keep=keep, common=common)
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def _play(plan: Plan, folder: Path, *, keep: bool, common: Common) -> int:
    interruption, screen = Interruption(), make_screen(colour=common.colour)
    play = Play(plan, folder, clock=SystemClock(), connect=_StoreApi, show=screen.show, interruption=interruption)
    kept = play.program.data if keep else None
    with interruption.listening(), contextlib.closing(play):
        try:
            result = play.run(started=_say_what_happens)
        except StoreEnded as error:
            raise Failure(str(error), next_step=f"All it said: {play.program.log}" if keep else "") from error
        finally:
            screen.end()
        found = _inspect(play.program.data / DATABASE)
        if common.as_json:
            click.echo(json.dumps(as_object(result, found, kept)))
        else:
            print_report(result, found)
        if keep and not result.interrupted:
            play.stay(started=_say_that_it_stays)
    return _end(result, found, plants=len(plan.plants), kept=kept, fault=play.program.last_fault)


def _say_what_happens(program: Program) -> None:
    for line in (
        f"Plant Store {__version__}, demo: a store at {program.url} and three receivers, all on this machine.",
        f"Every delay between two tries is divided by {RETRY_SCALE} (PLANTSTORE_RETRY_SCALE={RETRY_SCALE}): "
        "30 s are half a second, 10 minutes are ten seconds.",
        f"Watch it in a browser: {_sign_in_link(program)}",
    ):
        say(line)


def _say_that_it_stays(program: Program) -> None:
    say(f"The store goes on, with its receivers: {_sign_in_link(program)}")
    say("Ctrl-C ends it.")


def _sign_in_link(program: Program) -> str:
    """A link to the console that works once; the console's address when the store is too slow to make one."""
    try:
        return str(_StoreApi(program.url, program.token).post("/sign-in-links", {}, key=make_key())["url"])
    except NoAnswer:
        return program.url


class _StoreApi:
    """The store's API as the demo uses it: an answer that does not come in time is NoAnswer."""

    def __init__(self, url: str, token: str) -> None:
        self._client = Client(address=parse_address(url), token=Secret(token), timeout_s=ANSWER_S_MAX)

    def get(self, path: str) -> Mapping[str, Any]:
        with _in_time():
            return self._client.get(path)

    def post(self, path: str, body: Mapping[str, Any], *, key: str) -> Mapping[str, Any]:
        with _in_time():
            return self._client.post(path, body, idempotency_key=key)


@contextlib.contextmanager
def _in_time() -> Iterator[None]:
    try:
        yield
    except Failure as failure:
        if failure.exit_code == Exit.NOT_REACHABLE:
            raise NoAnswer from failure
        raise


def _inspect(database: Path) -> Audit | None:
    """Let the store's own auditor count everything in the file that is left; None when there is none."""
    if not database.exists():
        return None
    inspection = OfflineAudit(
        database, retry_scale=RETRY_SCALE, clock=SystemClock(), wait=time.sleep, report=lambda _done, _all: None
    )
    try:
        return inspection.audit()
    except StorageRefused as error:
        raise Failure(f"The store cannot be audited: {error}") from error


def _end(result: Result, found: Audit | None, *, plants: int, kept: Path | None, fault: str) -> int:
    """Say how it ended, and give the exit code; Failure when something is not as promised."""
    report = result.report
    owed = ", ".join(f"“{one.name}” {one.owed + one.lost}" for one in report.receivers)
    if result.interrupted and not report.total("lost"):
        missing = report.deliveries - report.delivered
        click.echo(f"Interrupted after {report.plants} of {plants} plants. Still owed: {missing} ({owed}).", err=True)
        hint = "With --keep the store would be kept, and nothing would be lost."
        click.echo(f"Nothing is lost. {_where(kept)}" if kept else hint, err=True)
        return Exit.INTERRUPTED
    if kept:
        click.echo(_where(kept), err=True)
    faults = [*report.faults, *([] if found is None or found.clean else ["the store's own audit is not clean"])]
    if faults:
        cause = f"After {result.seconds:.1f} s, of {report.deliveries} deliveries: {'; '.join(faults)}."
        lacking = "" if report.complete else f"Missing: {owed}."
        said = f" The store's last error: {fault}." if fault else ""
        look = "" if kept else " With --keep its log is left to be looked at."
        raise Failure(cause, next_step=f"{lacking}{said}{look}".strip())
    click.echo(f"Nothing was lost. It took {result.seconds:.1f} s.", err=True)
    return Exit.DONE


def _where(kept: Path) -> str:
    return f"The store is kept: plantstore serve --data {kept} --allow-networks {ALLOWED}"

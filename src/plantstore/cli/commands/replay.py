"""`plantstore replay`: count what would be sent again, ask, have it sent, and show how far it has come."""

import math
from collections.abc import Mapping
from time import sleep
from typing import Any

import click

from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, WholeNumber, with_common
from plantstore.cli.support.output import Row, print_record, say
from plantstore.cli.support.progress import Progress
from plantstore.cli.support.receiver_names import check_asking, confirm, receiver_path
from plantstore.cli.support.server_discovery import connect
from plantstore.cli.support.times import time_option
from plantstore.domain.replay import ReplayOnly, ReplayState

LOOK_EVERY_S = 1.0
HELD = ("paused", "disabled")  # states of a receiver to which nothing is sent until it is resumed


@click.command("replay")
@click.option("--receiver", required=True, metavar="ID", help="Whom to send to.")
@click.option("--since", callback=time_option, metavar="TIME", help="What was added at this time or later.")
@click.option("--until", callback=time_option, metavar="TIME", help="What was added before this time.")
@click.option("--first", type=WholeNumber(min=1), metavar="N", help="Begin at this sequence instead.")
@click.option("--last", type=WholeNumber(min=1), metavar="N", help="End with this sequence.")
@click.option(
    "--only",
    type=click.Choice([only.value for only in ReplayOnly]),
    default=ReplayOnly.FAILED.value,
    show_default=True,
    help="What failed for good, or everything, which it may have already.",
)
@click.option(
    "--pace", callback=lambda _, __, text: _read_pace(text), metavar="50/s", help="Otherwise as fast as it takes them."
)
@click.option("--dry-run", is_flag=True, help="Only count.")
@click.option("--detach", is_flag=True, help="Do not wait until it is done.")
@click.option("--idempotency-key", metavar="KEY", help="Repeat an earlier try without doing it twice.")
@with_common
@click.pass_context
def replay(
    context: click.Context,
    common: Common,
    /,
    *,
    receiver: str,
    dry_run: bool,
    detach: bool,
    idempotency_key: str | None,
    **wish: Any,
) -> None:
    """Send a range of events to a receiver again. It is counted first, and asked about.

    Nothing that the receiver is still owed is covered: that comes anyway. Ends with exit code 6 when some were not
    accepted. Ctrl-C ends only the waiting.

    \b
    Example:
      plantstore replay --receiver rcv_01k8z3 --since 2h --dry-run
      plantstore replay --receiver rcv_01k8z3 --first 1042 --last 1187 --only all --pace 50/s --yes
    """
    _check_range(wish)
    if not dry_run:
        check_asking(common.yes, next_step="Add --yes to send again, or --dry-run to count only.")
    client = connect(common)
    path = receiver_path(client, receiver)
    body = {name: value for name, value in wish.items() if value is not None}
    count = client.post(f"{path}/replays", {**body, "dry_run": True}, idempotency_key=None)
    if dry_run:
        say(_count_words(count), as_json=common.as_json)
        print_record(count, as_json=common.as_json)
        return
    if not count.get("total"):
        raise Failure(_count_words(count))
    found = client.get(path)
    _say_first(found, count, wish, common=common)
    asked = client.post(f"{path}/replays", _counted(body, count), idempotency_key=idempotency_key)
    held = found.get("state") in HELD
    if held:
        say(_held_words(found), as_json=common.as_json)
    ended = asked if detach or held else _wait(client, f"{path}/replays/{asked['id']}", asked, common=common)
    print_record(ended, as_json=common.as_json)
    context.exit(_exit_of(ended, common=common))


def _check_range(wish: Mapping[str, Any]) -> None:
    by_time, by_sequence = (wish["since"], wish["until"]), (wish["first"], wish["last"])
    if any(by_time) and any(by_sequence):
        raise WrongUsage(
            "Give times or sequences, not both.", next_step="--since with --until, or --first with --last."
        )
    if not wish["since"] and not wish["first"]:
        raise WrongUsage("Where does it begin?", next_step="Give --since, such as --since 2h, or --first.")


def _counted(body: Mapping[str, Any], count: Row) -> dict[str, Any]:
    """Ask for exactly the range that was counted, though the receiver has come further since."""
    rest = {name: value for name, value in body.items() if name in ("only", "pace")}
    return {"first": count["first"], "last": count["last"], **rest}


def _say_first(receiver: Row, count: Row, wish: Mapping[str, Any], *, common: Common) -> None:
    """Say the count, or ask about it."""
    again = " Some may come twice." if wish["only"] == ReplayOnly.ALL else ""
    what = f"{_count_words(count)[:-1]}, to “{receiver.get('name', '')}” ({receiver['id']})"
    if common.yes:
        say(f"{what}.{again}", as_json=common.as_json)
    else:
        confirm(f"{what}?{again}", otherwise="Nothing was sent again.")


def _count_words(count: Row) -> str:
    total = count.get("total", 0)
    if not total:
        return f"Nothing to send again. {count.get('reason', '')}".strip()
    noun = "delivery" if total == 1 else "deliveries"
    return f"Send {total:,} {noun} again, of events {count.get('first')} to {count.get('last')}."


def _held_words(receiver: Row) -> str:
    resume = f"plantstore receivers resume {receiver['id']}"
    return f"“{receiver.get('name', '')}” is {receiver['state']}: it begins when that is resumed. {resume}"


def _wait(client: Client, path: str, replay: Row, *, common: Common) -> Row:
    """Look again and again until it has ended. Whatever ends the waiting, the replay goes on."""
    progress = Progress("Sending again", quiet=common.as_json)
    cancel = f"plantstore replays cancel {replay['id']} --receiver {replay['receiver']}"
    try:
        while replay.get("state") == ReplayState.RUNNING:
            progress.show(_done(replay), replay.get("total", 0))
            sleep(LOOK_EVERY_S)
            replay = client.get(path)
        progress.show(_done(replay), replay.get("total", 0))
    except KeyboardInterrupt as interrupt:
        progress.end()
        raise Failure(
            "It goes on in the service.", exit_code=Exit.INTERRUPTED, next_step=f"To cancel it: {cancel}"
        ) from interrupt
    except Failure as failure:
        failure.next_step += f" The replay is not ended by this: {cancel.replace('cancel', 'show')}"
        raise
    finally:
        progress.end()
    return replay


def _exit_of(replay: Row, *, common: Common) -> Exit:
    """Say what is left, if anything is."""
    failed, remaining = replay.get("failed", 0), replay.get("remaining", 0)
    if replay.get("state") == ReplayState.CANCELLED:
        say(f"It was cancelled; {remaining:,} were not sent.", as_json=common.as_json)
        return Exit.PARTLY
    if failed:
        then = " They are tried again by themselves." if replay.get("only") == ReplayOnly.FAILED else ""
        say(f"{failed:,} of {replay.get('total', 0):,} were not accepted.{then}", as_json=common.as_json)
        return Exit.PARTLY
    return Exit.DONE


def _done(replay: Row) -> int:
    return int(replay.get("accepted", 0)) + int(replay.get("failed", 0))


def _read_pace(text: str | None) -> float | None:
    """Read `50/s` or `50`."""
    if text is None:
        return None
    try:
        pace = float(text.removesuffix("/s"))
    except ValueError:
        pace = math.nan
    if not 0 < pace < math.inf:
        raise click.BadParameter(f"{text!r} is no pace: write requests per second, such as 50/s or 0.5/s.")
    return pace

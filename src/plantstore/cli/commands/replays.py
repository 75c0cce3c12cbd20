"""`plantstore replay` sends a range of events again: it counts, asks for confirmation, and follows the replay.

`plantstore replays` lists, shows and cancels replays.
"""

import math
from collections.abc import Mapping
from time import sleep
from typing import Any

import click

from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.ids import object_path, receiver_path, replay_kind
from plantstore.cli.support.options import (
    Common,
    WholeNumber,
    check_can_confirm,
    common_options,
    confirm,
    idempotency_key_option,
    time_option,
    with_common,
)
from plantstore.cli.support.output import Column, Progress, Row, column, print_list, print_note, print_record
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.deliveries.replay import ReplayOnly, ReplayState

POLL_S = 1.0
HELD = ("paused", "disabled")  # states in which nothing is sent to a receiver until it is resumed
COLUMNS = (
    column("id"),
    column("state"),
    Column(heading="events", cell=lambda row: f"{row.get('first')}-{row.get('last')}"),
    column("only"),
    column("total", right=True),
    column("accepted", right=True),
    column("failed", right=True),
    column("asked_at", heading="requested"),
)


@click.command("replay")
@click.option("--receiver", required=True, metavar="ID", help="The receiver to send to.")
@click.option("--since", callback=time_option, metavar="TIME", help="Events added at this time or later.")
@click.option("--until", callback=time_option, metavar="TIME", help="Events added before this time.")
@click.option("--first", type=WholeNumber(min=1), metavar="N", help="Begin at this sequence instead.")
@click.option("--last", type=WholeNumber(min=1), metavar="N", help="End at this sequence.")
@click.option(
    "--only",
    type=click.Choice([only.value for only in ReplayOnly]),
    default=ReplayOnly.FAILED.value,
    show_default=True,
    help="Only events that failed for good, or all, including those already accepted.",
)
@click.option(
    "--pace",
    callback=lambda _, __, text: _parse_pace(text),
    metavar="50/s",
    help="Requests per second (default: as fast as the receiver accepts them).",
)
@click.option("--dry-run", is_flag=True, help="Only count.")
@click.option("--detach", is_flag=True, help="Don't wait until the replay is done.")
@idempotency_key_option
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
    **selection: Any,
) -> None:
    """Send a range of events to a receiver again. Counts them first and asks for confirmation.

    Queued events are not part of a replay: they are sent anyway. Exit code 6 if some events were not accepted. Ctrl-C
    stops waiting, not the replay.

    \b
    Example:
      plantstore replay --receiver rcv_01k8z3 --since 2h --dry-run
      plantstore replay --receiver rcv_01k8z3 --first 1042 --last 1187 --only all --pace 50/s --yes
    """
    _check_range(selection)
    if not dry_run:
        check_can_confirm(common.yes, next_step="Add --yes to send, or --dry-run to count only.")
    client = connect(common)
    path = receiver_path(client, receiver)
    body = {name: value for name, value in selection.items() if value is not None}
    count = client.post(f"{path}/replays", {**body, "dry_run": True}, idempotency_key=None)
    if dry_run:
        print_note(_count_text(count), as_json=common.as_json)
        print_record(count, as_json=common.as_json)
        return
    if not count.get("total"):
        raise Failure(_count_text(count))
    target = client.get(path)
    _confirm(target, count, selection, common=common)
    started = client.post(f"{path}/replays", _counted_range(body, count), idempotency_key=idempotency_key)
    held = target.get("state") in HELD
    if held:
        print_note(
            f"“{target.get('name', '')}” is {target['state']}. The replay starts when you resume it: "
            f"plantstore receivers resume {target['id']}",
            as_json=common.as_json,
        )
    result = started if detach or held else _wait(client, f"{path}/replays/{started['id']}", started, common=common)
    print_record(result, as_json=common.as_json)
    context.exit(_exit_code(result, common=common))


def _check_range(selection: Mapping[str, Any]) -> None:
    times, sequences = (selection["since"], selection["until"]), (selection["first"], selection["last"])
    if any(times) and any(sequences):
        raise WrongUsage(
            "Select by time or by sequence, not both.", next_step="Use --since and --until, or --first and --last."
        )
    if not selection["since"] and not selection["first"]:
        raise WrongUsage("The range has no beginning.", next_step="Add --since, such as --since 2h, or --first.")


def _counted_range(body: Mapping[str, Any], count: Row) -> dict[str, Any]:
    """Return a replay request for exactly the range that was counted, even if newer events match in the meantime."""
    rest = {name: value for name, value in body.items() if name in ("only", "pace")}
    return {"first": count["first"], "last": count["last"], **rest}


def _confirm(receiver: Row, count: Row, selection: Mapping[str, Any], *, common: Common) -> None:
    """Ask for confirmation, stating the number of deliveries; with --yes, only print the number."""
    duplicates = " The receiver may get some events twice." if selection["only"] == ReplayOnly.ALL else ""
    text = f"{_count_text(count)[:-1]}, to “{receiver.get('name', '')}” ({receiver['id']})"
    if common.yes:
        print_note(f"{text}.{duplicates}", as_json=common.as_json)
    else:
        confirm(f"{text}?{duplicates}", declined="Nothing was sent.")


def _count_text(count: Row) -> str:
    total = count.get("total", 0)
    if not total:
        return f"Nothing to send again. {count.get('reason', '')}".strip()
    noun = "delivery" if total == 1 else "deliveries"
    return f"Send {total:,} {noun} again, events {count.get('first')} to {count.get('last')}."


def _wait(client: Client, path: str, replay: Row, *, common: Common) -> Row:
    """Poll the replay until it has ended, and return it. Interrupting the wait does not cancel the replay."""
    progress = Progress("Sending again", quiet=common.as_json)
    arguments = f"{replay['id']} --receiver {replay['receiver']}"
    try:
        while replay.get("state") == ReplayState.RUNNING:
            progress.show(_done(replay), replay.get("total", 0))
            sleep(POLL_S)
            replay = client.get(path)
        progress.show(_done(replay), replay.get("total", 0))
    except KeyboardInterrupt as interrupt:
        progress.end()
        raise Failure(
            "The replay continues in the background.",
            exit_code=Exit.INTERRUPTED,
            next_step=f"To cancel it: plantstore replays cancel {arguments}",
        ) from interrupt
    except Failure as failure:
        failure.next_step += f" The replay continues in the background: plantstore replays show {arguments}"
        raise
    finally:
        progress.end()
    return replay


def _exit_code(replay: Row, *, common: Common) -> Exit:
    """Print how many deliveries were not sent or not accepted, and return the exit code."""
    failed, remaining = replay.get("failed", 0), replay.get("remaining", 0)
    if replay.get("state") == ReplayState.CANCELLED:
        print_note(f"The replay was cancelled; {remaining:,} deliveries were not sent.", as_json=common.as_json)
        return Exit.PARTLY
    if failed:
        then = " They are retried automatically." if replay.get("only") == ReplayOnly.FAILED else ""
        print_note(f"{failed:,} of {replay.get('total', 0):,} were not accepted.{then}", as_json=common.as_json)
        return Exit.PARTLY
    return Exit.DONE


def _done(replay: Row) -> int:
    return int(replay.get("accepted", 0)) + int(replay.get("failed", 0))


def _parse_pace(text: str | None) -> float | None:
    """Return the requests per second in a text such as `50/s` or `50`; None for None."""
    if text is None:
        return None
    try:
        pace = float(text.removesuffix("/s"))
    except ValueError:
        pace = math.nan
    if not 0 < pace < math.inf:
        raise click.BadParameter(f"{text!r} is not a pace: write requests per second, such as 50/s or 0.5/s.")
    return pace


_of_receiver = click.option("--receiver", required=True, metavar="ID", help="The receiver of the replay.")


@click.group()
@common_options
def replays() -> None:
    """List, show and cancel replays. `plantstore replay` starts one.

    \b
    Example:
      plantstore replays list --receiver rcv_01k8z3
    """


@replays.command("list")
@_of_receiver
@click.option("--limit", type=WholeNumber(min=1), metavar="N", help="At most N replays (default: all).")
@with_common
def list_replays(common: Common, /, *, receiver: str, limit: int | None) -> None:
    """List a receiver's replays, newest first.

    \b
    Example:
      plantstore replays list --receiver rcv_01k8z3
    """
    client = connect(common)
    rows = client.items(f"{receiver_path(client, receiver)}/replays", {}, limit=limit)
    print_list(rows, COLUMNS, as_json=common.as_json, empty="No replays.")


@replays.command("show")
@click.argument("id")
@_of_receiver
@with_common
def show(common: Common, /, *, id: str, receiver: str) -> None:
    """Show the replay ID (or a unique prefix of it) and its progress.

    \b
    Example:
      plantstore replays show rpl_01k8z3 --receiver rcv_01k8z3
    """
    client = connect(common)
    print_record(client.get(_path(client, receiver, id)), as_json=common.as_json)


@replays.command("cancel")
@click.argument("id")
@_of_receiver
@with_common
def cancel(common: Common, /, *, id: str, receiver: str) -> None:
    """Cancel the replay ID. Events already sent are not recalled.

    \b
    Example:
      plantstore replays cancel rpl_01k8z3 --receiver rcv_01k8z3
    """
    client = connect(common)
    cancelled = client.delete(_path(client, receiver, id))
    state = cancelled.get("state")
    prefix = "Cancelled" if state == "cancelled" else f"Already {state}:"
    print_note(f"{prefix} {cancelled.get('id', id)}.", as_json=common.as_json)
    print_record(cancelled, as_json=common.as_json)


def _path(client: Client, receiver: str, id: str) -> str:
    return object_path(client, replay_kind(receiver_path(client, receiver)), id)

"""`plantstore plants add --wait`: waits until every receiver has accepted the plant, or fails after a time limit."""

import time
from collections import Counter
from collections.abc import Callable, Sequence

import click

from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.cli.support.options import Common, duration_option
from plantstore.cli.support.output import Row, plural, print_note
from plantstore.domain.deliveries.delivery_state import DeliveryState

WITHIN_S, WITHIN_S_MAX = 60.0, 86_400.0
POLL_S = 0.5
IN_PROGRESS = (DeliveryState.QUEUED, DeliveryState.RETRYING)
NAMED_MAX = 5  # max receivers listed that have not accepted the plant
within_option = click.option(
    "--within",
    "within_s",
    metavar="TIME",
    callback=lambda context, parameter, text: _parse_within(context, parameter, text),
    help=f"How long to wait, such as 500ms, 20s or 5m (default {WITHIN_S:g}s).",
)


def _parse_within(context: click.Context, parameter: click.Parameter, text: str | None) -> float | None:
    return None if text is None else duration_option(context, parameter, text, seconds_max=WITHIN_S_MAX)


def wait_for_receivers(
    client: Client,
    event_id: str,
    *,
    within_s: float | None,
    common: Common,
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Wait until every receiver has accepted the event.

    Raise Failure (exit code 6) on timeout, or when no remaining delivery is queued or being retried.
    """
    deadline_s = monotonic() + (WITHIN_S if within_s is None else within_s)
    try:
        while True:
            rows = list(client.items("/deliveries", {"event": event_id}))
            missing = [row for row in rows if row["state"] != DeliveryState.DELIVERED]
            if not missing:
                break
            if not any(row["state"] in IN_PROGRESS for row in missing) or monotonic() >= deadline_s:
                raise _partly(rows, missing, event_id)
            sleep(min(POLL_S, max(0.0, deadline_s - monotonic())))
    except KeyboardInterrupt as interrupt:
        raise Failure(
            "The plant was added, and its deliveries continue in the background.",
            exit_code=Exit.INTERRUPTED,
            next_step=f"To see them: plantstore deliveries list --event {event_id}",
        ) from interrupt
    result = f"Accepted by {plural(len(rows), 'receiver')}." if rows else "There are no receivers to notify."
    print_note(result, as_json=common.as_json)


def _partly(rows: Sequence[Row], missing: Sequence[Row], event_id: str) -> Failure:
    states = Counter(row["state"] for row in missing)
    named = ", ".join(f"“{row['receiver_name']}” ({row['state']})" for row in missing[:NAMED_MAX])
    more = f", and {len(missing) - NAMED_MAX:,} more" if len(missing) > NAMED_MAX else ""
    continues = " The rest continues in the background." if any(state in states for state in IN_PROGRESS) else ""
    return Failure(
        f"The plant was added; {len(rows) - len(missing):,} of {len(rows):,} receivers have accepted it. "
        f"Missing: {named}{more}.{continues}",
        exit_code=Exit.PARTLY,
        next_step=f"To see why: plantstore deliveries list --event {event_id}",
    )

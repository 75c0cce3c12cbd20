"""`plantstore plants add --wait`: until every receiver has accepted the plant, or some are not going to."""

import time
from collections import Counter
from collections.abc import Callable, Sequence

import click

from plantstore.cli.support.client import Client
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.cli.support.options import Common
from plantstore.cli.support.output import Row, say
from plantstore.cli.support.times import duration_option
from plantstore.domain.delivery_state import DeliveryState

WITHIN_S, WITHIN_S_MAX = 60.0, 86_400.0
LOOK_EVERY_S = 0.5
UNDER_WAY = (DeliveryState.QUEUED, DeliveryState.RETRYING)
NAMED_MAX = 5  # of the receivers that have not accepted
WITHIN = click.option(
    "--within",
    "within_s",
    metavar="TIME",
    callback=lambda context, parameter, text: _read_within(context, parameter, text),
    help=f"How long to wait, such as 500ms, 20s or 5m (default {WITHIN_S:g}s).",
)


def _read_within(context: click.Context, parameter: click.Parameter, text: str | None) -> float | None:
    return None if text is None else duration_option(context, parameter, text, seconds_max=WITHIN_S_MAX)


def wait_for_all(
    client: Client,
    event_id: str,
    *,
    within_s: float | None,
    common: Common,
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Return when all have accepted; Failure with exit code 6 when the time is over, or nothing more will come."""
    until_s = monotonic() + (WITHIN_S if within_s is None else within_s)
    try:
        while True:
            rows = list(client.items("/deliveries", {"event": event_id}))
            missing = [row for row in rows if row["state"] != DeliveryState.DELIVERED]
            if not missing:
                break
            if not any(row["state"] in UNDER_WAY for row in missing) or monotonic() >= until_s:
                raise _partly(rows, missing, event_id)
            sleep(min(LOOK_EVERY_S, max(0.0, until_s - monotonic())))
    except KeyboardInterrupt as interrupt:
        raise Failure(
            "The plant was added, and the deliveries go on in the service.",
            exit_code=Exit.INTERRUPTED,
            next_step=f"See them: plantstore deliveries list --event {event_id}",
        ) from interrupt
    accepted = f"All {len(rows):,} receivers have accepted it." if rows else "There is no receiver to tell."
    say(accepted, as_json=common.as_json)


def _partly(rows: Sequence[Row], missing: Sequence[Row], event_id: str) -> Failure:
    states = Counter(row["state"] for row in missing)
    named = ", ".join(f"“{row['receiver_name']}” {row['state']}" for row in missing[:NAMED_MAX])
    more = f", and {len(missing) - NAMED_MAX:,} more" if len(missing) > NAMED_MAX else ""
    goes_on = " It goes on in the service." if any(state in states for state in UNDER_WAY) else ""
    return Failure(
        f"The plant was added; {len(rows) - len(missing):,} of {len(rows):,} receivers have accepted it: "
        f"{named}{more}.{goes_on}",
        exit_code=Exit.PARTLY,
        next_step=f"See why: plantstore deliveries list --event {event_id}",
    )

"""The cost of alerts while 1,000 receivers fail, with three channels: rules, incidents and reminders."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure, at_most
from bench.stage import Stage
from plantstore.operations.alerts.engine import EVERY_S
from tests.operations.alerts.alerting import MINUTE_S, alerting
from tests.still_clock import StillClock

RECEIVERS = 1_000
CHANNELS = 3
WATCHED_S = 10 * MINUTE_S
NOTE = (
    f"{RECEIVERS:,} failing receivers, {CHANNELS} channels. The processor time of polls every {EVERY_S} s over ten "
    "minutes, on a clock of their own, in SQLite; the messages themselves are not sent."
)


def measure(stage: Stage) -> Iterator[Figure]:
    if stage.is_shared:
        return
    shares = [asyncio.run(_share(stage.new_folder("alerts"))) for _ in stage.rounds("alerts of 1,000 receivers")]
    yield Figure(
        name="alerts, of a core", unit="%", rounds=tuple(100 * one for one in shares), goal=at_most(1), note=NOTE
    )


async def _share(folder: Path) -> float:
    """Return the share of a core that the alert engine takes once all receivers are known to fail."""
    folder.mkdir(parents=True)
    async with alerting(folder, StillClock()) as one:
        for number in range(2, CHANNELS + 1):
            await one.add_channel(f"ach_{number}")
        await one.add_receivers(*range(1, RECEIVERS + 1))
        await one.fail(*range(1, RECEIVERS + 1))
        await one.run_for(16 * MINUTE_S)
        assert len(one.channels.sent) == CHANNELS, "all receivers share one message for each channel"
        began_s = time.process_time()
        await one.run_for(WATCHED_S)
        return (time.process_time() - began_s) / WATCHED_S

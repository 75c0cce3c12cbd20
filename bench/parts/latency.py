"""Latency at a calm pace: of the response to a client that adds plants, and of the first byte at a receiver."""

from collections.abc import Iterator
from contextlib import ExitStack

from bench.arrivals import Arrivals
from bench.figures import Figure, at_most, percentile
from bench.load import Order, in_own_process
from bench.parts.adding import FILLED
from bench.processes import STORE_CORE, BenchFailed
from bench.recording_receiver import recording_receiver
from bench.running_store import running_dispatchers
from bench.stage import Stage

CONNECTIONS = 8
COMMITTED_NOTE = "From the moment at which the commit is on the disk, by the clock of the same machine."
APART_NOTE = "One process takes the plants, another delivers after a NOTIFY."
ANSWERED_NOTE = (
    "Answers are sent when the plant is durable. A request waiting for a connection counts from its due time."
)


def measure(stage: Stage) -> Iterator[Figure]:
    sizes = stage.sizes
    count = round(sizes.steady_per_second * sizes.steady_s)
    pace = f"at {sizes.steady_per_second} plants/s"
    data, stamps, noted = stage.filled(FILLED, "latency"), stage.new_folder("stamps"), stage.new_folder("noted")
    firsts, answers_us = [], []
    role = "api" if stage.is_shared else "all"
    with recording_receiver(noted, expected=sizes.rounds * count) as receiver, ExitStack() as stack:
        with stage.store(data, program=("-m", "bench.stamped_server", str(stamps)), role=role) as store:
            store.register(receiver.url, start="now")
            if stage.is_shared:
                stack.enter_context(running_dispatchers(data, 1, core=STORE_CORE))
            for at in stage.rounds(f"latencies {pace}"):
                first = FILLED + (at - 1) * count + 1
                answered = in_own_process(
                    Order(
                        port=store.port,
                        token=store.token,
                        plants=count,
                        connections=CONNECTIONS,
                        first=first,
                        per_second=sizes.steady_per_second,
                    )
                )
                firsts.append(first)
                answers_us.append(answered.answers_us)
            receiver.wait_until_complete()
        arrivals = receiver.finish()
    if not arrivals.are_exact(FILLED + 1, FILLED + sizes.rounds * count):
        raise BenchFailed("Something was lost, or came twice.")
    committed = Arrivals.read(stamps).times()
    told_us = [arrivals.delays_us(committed, first=first, last=first + count - 1) for first in firsts]
    told_goals, apart = ({50: 2, 99: 6}, f" {APART_NOTE}") if stage.is_shared else ({50: 0.5, 99: 2}, "")
    for name, rounds, goals, note in (
        (f"commit to receiver's first byte {pace}", told_us, told_goals, COMMITTED_NOTE + apart),
        (f"POST to answer {pace}", answers_us, {50: 1.5, 99: 5}, ANSWERED_NOTE),
    ):
        for percent, most_ms in goals.items():
            yield Figure(
                name=f"{name}, p{percent}",
                unit="ms",
                rounds=tuple(percentile(times, percent) / 1000 for times in rounds),
                goal=at_most(most_ms),
                note=note,
            )

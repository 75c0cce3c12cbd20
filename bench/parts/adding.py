"""Plants added one by one over HTTP: until each is durable, delivered and recorded."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bench import processes
from bench.figures import Figure, at_least, percentile
from bench.load import Answered, Order, in_own_process
from bench.parts.backlog import CONNECTIONS, USUAL_CORES, per_processor_second
from bench.processes import READY_S_MAX, STORE_CORE, read_word, running
from bench.running_store import RunningStore
from bench.stage import Stage
from bench.usual_way import UsualWay
from bench.wire import sample_request

NAME = "plants added, delivered and recorded"
FILLED = 1_000  # plants added before, because the first thousand take longer
NOTE = (
    f"POST of one plant each, {NAME.partition(', ')[2]}, all on one core but for a database server. `raw` answers 201 "
    "and sends on, no more."
)


def measure(stage: Stage) -> Iterator[Figure]:
    count = stage.sizes.added_plants
    data = stage.filled(FILLED, "adding")
    request = stage.new_folder("request")
    request.write_bytes(sample_request(data, stage.receiver.url))
    usual = stage.usual_rounds("plants added and delivered", UsualWay.plants_per_second)
    ours, used, bare, bare_used, server, answers_us = [], [], [], [], [], []
    with stage.store(data) as store:
        receiver = store.register(stage.receiver.url, start="now")
        head = FILLED
        _add(stage, store, receiver, first=head + 1, plants=count // 10)
        head += count // 10
        for _ in stage.rounds(NAME):
            seconds, processor_s = _raw(stage, request)
            bare.append(count / seconds)
            bare_used.append(count / processor_s)
            used_s, server_s, timer = store.processor_s(), stage.homes.server_s(), processes.Timer()
            with stage.phase(NAME):
                answered = _add(stage, store, receiver, first=head + 1, plants=count)
            ours.append(count / timer.seconds())
            used.append(count / (store.processor_s() - used_s))
            server.append(count / (stage.homes.server_s() - server_s))
            answers_us.append(answered.answers_us)
            head += count
        store.check_delivered(receiver, first=FILLED + 1, last=head)
    figure = Figure(
        name=NAME,
        unit="/s",
        rounds=tuple(ours),
        goal=stage.goal(sqlite=at_least(8_000), postgresql=at_least(5_000)),
        raw=tuple(bare),
        usual=usual,
        note=f"{NOTE} {USUAL_CORES if usual else ''}".rstrip(),
    )
    yield figure
    yield figure.of_raw()
    if usual:
        yield figure.of_usual()
    yield from per_processor_second(NAME, used, bare_used, server)
    name = f"POST to answer at full load, {stage.sizes.added_connections} connections"
    for percent in (50, 99):
        rounds = tuple(percentile(times, percent) / 1000 for times in answers_us)
        yield Figure(name=f"{name}, p{percent}", unit="ms", rounds=rounds)


def _add(stage: Stage, store: RunningStore, receiver: str, *, first: int, plants: int) -> Answered:
    answered = in_own_process(
        Order(
            port=store.port,
            token=store.token,
            plants=plants,
            connections=stage.sizes.added_connections,
            first=first,
        )
    )
    store.wait_for_cursor(receiver, first + plants - 1)
    return answered


def _raw(stage: Stage, request: Path) -> tuple[float, float]:
    """Return seconds, and seconds of processor time, for the same number of plants through the bare server."""
    count, already = stage.sizes.added_plants, stage.receiver.counted()
    port = str(urlsplit(stage.receiver.url).port)
    command = [sys.executable, "-m", "bench.raw_relay", port, str(request), str(CONNECTIONS)]
    with running(command, core=STORE_CORE, stdout=subprocess.PIPE) as process:
        order = Order(
            port=int(read_word(process, READY_S_MAX)),
            token="none",
            plants=count,
            connections=stage.sizes.added_connections,
            first=1,
        )
        timer, used_s = processes.Timer(), processes.processor_s(process.pid)
        in_own_process(order)
        processes.wait_until(
            "all was sent on", lambda: stage.receiver.counted() - already >= count, within_s=READY_S_MAX
        )
        return timer.seconds(), processes.processor_s(process.pid) - used_s

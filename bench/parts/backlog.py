"""Deliveries from a backlog, over plain HTTP and over TLS: all the work of a delivery, without adding plants."""

import math
from collections.abc import Iterator
from urllib.parse import urlsplit

from bench import processes, raw
from bench.figures import Figure, at_least
from bench.processes import STORE_CORE, BenchFailed
from bench.running_store import RunningStore
from bench.stage import Stage
from bench.usual_way import UsualWay
from bench.wire import sample_request

CONNECTIONS = 64  # the default of PLANTSTORE_CONCURRENCY_MAX
WARM_UP = 10  # a tenth of the backlog is sent first and not measured

ONE_CORE = (
    "The store has one core; receiver, load and a database server share the other. Each delivery is signed, judged and "
    "recorded."
)
PER_PROCESSOR = "Divided by the processor time it used itself: other programs on this machine affect it less."
PER_SERVER = "Divided by the processor time that all processes of the database server used."
OWN_SECOND, SERVER_SECOND = ", a second of its own", ", a second of the server's"
USUAL_CORES = "`usual` runs on all cores."


def measure(stage: Stage) -> Iterator[Figure]:
    count = stage.sizes.backlog_events
    data = stage.filled(count, "backlog")
    requests = {url: sample_request(data, url) for url in (stage.receiver.url, stage.receiver.tls_url)}
    usual = stage.usual_rounds("deliveries from a queue", UsualWay.deliveries_per_second)
    with stage.store(data, more_environment={"PLANTSTORE_CA_BUNDLE": str(stage.receiver.authority)}) as store:
        plain = stage.goal(sqlite=at_least(30_000), postgresql=at_least(22_000))
        over_tls = stage.goal(sqlite=at_least(18_000), postgresql=None)
        of_plain = stage.goal(sqlite=at_least(55), postgresql=None)
        for name, url, goal, of_raw, of_usual in (
            ("deliveries from a backlog", stage.receiver.url, plain, of_plain, at_least(100)),
            ("deliveries from a backlog, TLS", stage.receiver.tls_url, over_tls, None, None),
        ):
            drain(stage, store, url, start=count - count // WARM_UP + 1, head=count)
            ours, used, bare, bare_used, server = [], [], [], [], []
            for _ in stage.rounds(name):
                sent = _raw(stage, url, requests[url])
                bare.append(count / sent.seconds)
                bare_used.append(count / sent.processor_s)
                server_s = stage.homes.server_s()
                with stage.phase(name):
                    seconds, processor_s = drain(stage, store, url, start=1, head=count)
                ours.append(count / seconds)
                used.append(count / processor_s)
                server.append(count / (stage.homes.server_s() - server_s))
            figure = Figure(
                name=name,
                unit="/s",
                rounds=tuple(ours),
                goal=goal,
                raw=tuple(bare),
                usual=usual,
                note=f"{ONE_CORE} {USUAL_CORES if usual else ''}".rstrip(),
            )
            yield figure
            yield figure.of_raw(of_raw)
            if usual:
                yield figure.of_usual(of_usual)
            yield from per_processor_second(name, used, bare_used, server)


def per_processor_second(name: str, ours: list[float], bare: list[float], server: list[float]) -> Iterator[Figure]:
    """Return the figures per processor time, of the store and of a database server, if the system reports it."""
    if not math.isnan(sum(server)):
        yield Figure(name=f"{name}{SERVER_SECOND}", unit="/s", rounds=tuple(server), note=PER_SERVER)
    if math.isnan(sum(ours) + sum(bare)):
        return
    figure = Figure(name=f"{name}{OWN_SECOND}", unit="/s", rounds=tuple(ours), raw=tuple(bare), note=PER_PROCESSOR)
    yield figure
    yield figure.of_raw()


def drain(stage: Stage, store: RunningStore, url: str, *, start: int, head: int) -> tuple[float, float]:
    """Register a receiver with a backlog from a sequence on, and return the time until all is recorded."""
    already, used_s = stage.receiver.counted(), store.processor_s()
    timer = processes.Timer()
    receiver = store.register(url, start=start)
    store.wait_for_cursor(receiver, head)
    seconds, used_s = timer.seconds(), store.processor_s() - used_s
    arrived = stage.receiver.counted() - already
    if arrived != head - start + 1:
        raise BenchFailed(f"Of {head - start + 1} requests {arrived} arrived.")
    store.check_delivered(receiver, first=start, last=head)
    store.call("DELETE", f"/api/v1/receivers/{receiver}")
    return seconds, used_s


def _raw(stage: Stage, url: str, request: bytes) -> raw.Sent:
    parts = urlsplit(url)
    order = raw.Order(
        port=parts.port or 0,
        request=request,
        requests=stage.sizes.backlog_events,
        connections=CONNECTIONS,
        authority=str(stage.receiver.authority) if parts.scheme == "https" else "",
    )
    return processes.ask("bench.raw", order, raw.Sent, core=STORE_CORE)

"""Photos of 12 megapixels are uploaded, with bombs between them, while plants are added and delivered."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from bench import photo_upload, processes
from bench.arrivals import Arrivals
from bench.figures import Figure, at_least, at_most, percentile
from bench.load import Order, in_own_process
from bench.parts.latency import CONNECTIONS
from bench.photo_upload import BOMBS, Uploaded
from bench.processes import OTHER_CORE, BenchFailed
from bench.recording_receiver import recording_receiver
from bench.running_store import RunningStore
from bench.stage import Stage, progress

MEMORY_MIB_MAX = 400
FILLED = 2_000  # plants that get the photos
UPLOADERS = 4
LOOK_S = 0.1
UPLOAD_S_MAX = 3_600.0
UNENDING = 1 << 40


def measure(stage: Stage) -> Iterator[Figure]:
    """Upload all photos once, regardless of the rounds."""
    data, stamps, noted = stage.filled(FILLED, "photos"), stage.new_folder("stamps"), stage.new_folder("noted")
    program = ("-m", "bench.stamped_server", str(stamps))
    with recording_receiver(noted, expected=UNENDING) as receiver, stage.store(data, program=program) as store:
        id_ = store.register(receiver.url, start="now")
        adding = _Adding(stage, store)
        before = [adding.run("no photos")]
        with _memory_watched(store) as seen_mib, ThreadPoolExecutor(1) as threads:
            progress(f"  uploading {stage.sizes.photos:,} photos")
            uploading = threads.submit(_upload, stage, store)
            during = list(_while(uploading, adding))
        uploaded = uploading.result()
        store.wait_for_cursor(id_, adding.last)
        arrivals = receiver.finish()
    if not arrivals.are_exact(FILLED + 1, adding.last):
        raise BenchFailed("Something was lost, or came twice.")
    if uploaded.wrong:
        raise BenchFailed(f"{len(uploaded.wrong)} uploads were answered wrongly, such as: {uploaded.wrong[0]}")
    committed = Arrivals.read(stamps).times()
    note = f"{len(uploaded.answers_us):,} photos of {uploaded.sent_bytes / len(uploaded.answers_us) / 1e6:.1f} MB"
    yield Figure(name="photos uploaded and kept", unit="/s", rounds=(len(uploaded.answers_us) / uploaded.seconds,))
    memory = at_most(MEMORY_MIB_MAX)
    yield Figure(
        name="photos, most memory of all processes", unit="MiB", rounds=(max(seen_mib),), goal=memory, note=note
    )
    yield Figure(
        name="photos, bombs refused with words",
        unit="",
        rounds=(float(uploaded.refused_with_words),),
        goal=at_least(min(BOMBS, stage.sizes.photos)),
    )
    pace = f"at {stage.sizes.steady_per_second} plants/s"
    for who, runs in (("without photos", before), ("with photos", during)):
        firsts = [first for first, _ in runs]
        told = [
            us for first in firsts for us in arrivals.delays_us(committed, first=first, last=first + adding.plants - 1)
        ]
        answered = [us for _, times in runs for us in times]
        for name, times in ((f"commit to receiver's first byte {pace}", told), (f"POST to answer {pace}", answered)):
            p99 = percentile(times, 99) / 1000
            yield Figure(name=f"{name}, {who}, p99", unit="ms", rounds=(p99,))


class _Adding:
    """Adds plants at a steady rate, in runs of `plants`. `last` is the newest event."""

    def __init__(self, stage: Stage, store: RunningStore) -> None:
        self._per_second = stage.sizes.steady_per_second
        self._store = store
        self.plants = round(stage.sizes.steady_per_second * stage.sizes.steady_s)
        self.last = FILLED

    def run(self, what: str) -> tuple[int, list[int]]:
        """Return the first event of the run, and the microseconds of each response."""
        first, self.last = self.last + 1, self.last + self.plants
        progress(f"  {self.plants:,} plants at {self._per_second}/s, {what}")
        answered = in_own_process(
            Order(
                port=self._store.port,
                token=self._store.token,
                plants=self.plants,
                connections=CONNECTIONS,
                first=first,
                per_second=self._per_second,
            )
        )
        return first, answered.answers_us


def _while(uploading: Future[Uploaded], adding: _Adding) -> Iterator[tuple[int, list[int]]]:
    for number in count(1):
        yield adding.run(f"photos, run {number}")
        if uploading.done():
            return


def _upload(stage: Stage, store: RunningStore) -> Uploaded:
    order = photo_upload.Order(
        port=store.port, token=store.token, photos=stage.sizes.photos, first=1, connections=UPLOADERS
    )
    return processes.ask("bench.photo_upload", order, Uploaded, core=OTHER_CORE, within_s=UPLOAD_S_MAX)


@contextmanager
def _memory_watched(store: RunningStore) -> Iterator[list[float]]:
    """Note the memory of the store and its child processes together, every LOOK_S, until the block ends."""
    seen, over = [0.0], threading.Event()

    def watch() -> None:
        while not over.wait(LOOK_S):
            children = _children(store.process_id)
            mib = [processes.memory_mib(one) for one in (store.process_id, *children)]
            seen.append(sum(one for one in mib if one == one))  # a child may have just ended: nan

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield seen
    finally:
        over.set()
        watcher.join()


def _children(process_id: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{process_id}/task").glob("*/children"):
        try:
            found += [int(one) for one in task.read_text().split()]
        except OSError:  # the thread has just ended
            continue
    return found

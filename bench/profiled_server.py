"""Run one of our programs with a sampling profiler for its threads.

Usage: `python -m bench.profiled_server PHASE_FILE REPORT_FILE plantstore.cli.main serve …`

It samples only while PHASE_FILE contains a word, and writes a report for each such phase. The main thread is sampled
whenever it has used LOOK_EVERY_S of processor time: a timer of the system triggers that, so its shares are exact. The
other threads are sampled by a separate thread, which runs when one of them releases the interpreter lock: functions
that release it, such as those of SQLite, are overrepresented. A sample counts as much as the processor time used since
the previous one. Work inside C counts for the Python function that called it, and the event loop's own work (such as
reading and writing sockets) for the next Python function that it calls, such as data_received.
"""

import ctypes
import runpy
import signal
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from types import FrameType

LOOK_EVERY_S = 0.001
SHOWN = 30
EVERYTHING = 0.999  # a function that covers nearly the whole thread is not worth showing
SOURCE = str(Path(__file__).resolve().parents[1])


class Phase:
    """Processor time by function of each thread."""

    def __init__(self) -> None:
        self.started_at = time.monotonic()
        self._used: dict[int, int] = {}
        self._own: dict[str, Counter[str]] = defaultdict(Counter)
        self._whole: dict[str, Counter[str]] = defaultdict(Counter)

    def look(self, thread: threading.Thread, frame: FrameType | None) -> None:
        """Add the processor time used since the last sample to the functions on a thread's stack."""
        if thread.ident is None or frame is None:
            return
        now_ns = time.clock_gettime_ns(time.pthread_getcpuclockid(thread.ident))
        used_ns, self._used[thread.ident] = now_ns - self._used.get(thread.ident, now_ns), now_ns
        names = list(_names(frame))
        self._own[thread.name][names[0]] += used_ns
        for name in set(names):
            self._whole[thread.name][name] += used_ns

    def report(self, name: str) -> str:
        lines = [f"\nPhase {name}: {time.monotonic() - self.started_at:.2f} s"]
        for thread, own in sorted(self._own.items(), key=lambda item: -item[1].total()):
            total = max(1, own.total())
            lines.append(f"\n  {thread}: {total / 1e9:.2f} s of processor time")
            for title, counted in (("its own time", own), ("including callees", self._whole[thread])):
                lines.append(f"    {title}")
                shown = [(function, used) for function, used in counted.most_common() if used < EVERYTHING * total]
                lines += [f"      {used / total:6.1%}  {function}" for function, used in shown[:SHOWN]]
        return "\n".join(lines) + "\n"


class Looker(threading.Thread):
    """Samples until the process ends; writes a report whenever a phase is over."""

    def __init__(self, phase_file: Path, report_file: Path) -> None:
        super().__init__(daemon=True, name="looker")
        self._phase_file = phase_file
        self._report_file = report_file
        self._phase: Phase | None = None
        self._ending = threading.Event()

    def finish(self) -> None:
        """Write the report of a phase that lasts until the end of the program, and stop."""
        self._ending.set()
        self.join()

    def look_at_main(self, _signal: int, frame: FrameType | None) -> None:
        if self._phase is not None:
            self._phase.look(threading.main_thread(), frame)

    def run(self) -> None:
        while not self._ending.is_set():
            name = self._phase_name()
            if name:
                self._look_while(name)
            time.sleep(LOOK_EVERY_S * 10)

    def _look_while(self, name: str) -> None:
        self._phase = phase = Phase()
        looks = 0
        while not self._ending.is_set() and (looks % 50 or self._phase_name() == name):
            time.sleep(LOOK_EVERY_S)
            looks += 1
            frames = sys._current_frames()
            for thread in threading.enumerate():
                if thread not in (self, threading.main_thread()):
                    phase.look(thread, frames.get(thread.ident or 0))
        self._phase = None
        with self._report_file.open("a") as stream:
            stream.write(phase.report(name))

    def _phase_name(self) -> str:
        return self._phase_file.read_text() if self._phase_file.exists() else ""


def _names(frame: FrameType | None) -> list[str]:
    names = []
    while frame is not None:
        file = frame.f_code.co_filename
        short = file.removeprefix(SOURCE).lstrip("/") if file.startswith(SOURCE) else "/".join(file.split("/")[-2:])
        names.append(f"{short}:{frame.f_code.co_qualname}")
        frame = frame.f_back
    return names


class _Timespec(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


class _Timer(ctypes.Structure):
    _fields_ = (("interval", _Timespec), ("first", _Timespec))


def _on_processor_time(handler: Callable[[int, FrameType | None], None]) -> None:
    """Call a handler whenever this thread has used LOOK_EVERY_S: timer_create(2), which Python does not offer."""
    library = ctypes.CDLL(None, use_errno=True)
    signal.signal(signal.SIGALRM, handler)
    signal.siginterrupt(signal.SIGALRM, False)
    timer = ctypes.c_void_p()
    clock = ctypes.c_int(time.pthread_getcpuclockid(threading.get_ident()))
    every = _Timespec(0, int(LOOK_EVERY_S * 1e9))
    if library.timer_create(clock, None, ctypes.byref(timer)) or library.timer_settime(
        timer, 0, ctypes.byref(_Timer(every, every)), None
    ):
        raise OSError(ctypes.get_errno(), "the system has no timer for processor time")


if __name__ == "__main__":
    looker = Looker(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.argv[:] = sys.argv[3:]
    looker.start()
    _on_processor_time(looker.look_at_main)
    try:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    finally:
        # otherwise the signal would kill the process at the end of the interpreter
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        looker.finish()

"""Run a part in chunks until it is done, the time is up, it is interrupted, or a promise is broken."""

import shutil
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from proof.parts import Part
from tests.proving import Figures

MAXIMA = ("most_", "longest_")
PROGRESS_S = 10.0  # between two lines of progress


@dataclass(slots=True, kw_only=True)
class Ran:
    """The result of a run. A chunk that failed or was interrupted does not count."""

    first_seed: int
    done: int = 0
    figures: Figures = field(default_factory=dict)
    seconds: float = 0.0
    failed_seed: int | None = None
    failed_count: int = 0
    interrupted: bool = False

    @property
    def last_seed(self) -> int:
        """The last seed of the completed chunks: n units from seed s on use the seeds s to s + n - 1."""
        return self.first_seed + self.done - 1


def run(part: Part, *, count: int, seed: int, minutes: float, say: Callable[[str], None]) -> Ran:
    piece, ran, began = part.load(), Ran(first_seed=seed), time.monotonic()
    longest_s = 0.0
    while ran.done < count and time.monotonic() - began + longest_s <= minutes * 60:
        size, chunk_began = min(part.chunk, count - ran.done), time.monotonic()
        folder = Path(tempfile.mkdtemp(prefix=f"plantstore-proof-{part.name}-"))
        report = _progress(part, ran.done, count, began, say)
        try:
            figures = piece(folder, count=size, seed=seed + ran.done, progress=report)
            assert not figures.get("lost"), f"lost: {figures}"
        except KeyboardInterrupt:
            ran.interrupted = True
            shutil.rmtree(folder, ignore_errors=True)
            break
        except Exception:
            ran.failed_seed, ran.failed_count = seed + ran.done, size
            say(f"{traceback.format_exc()}Its files are in {folder}.")
            break
        shutil.rmtree(folder, ignore_errors=True)
        ran.figures = added(ran.figures, figures)
        ran.done += size
        longest_s = max(longest_s, time.monotonic() - chunk_began)
    ran.seconds = time.monotonic() - began
    return ran


def added(one: Figures, other: Figures) -> Figures:
    """Return the figures of two chunks together: maxima of names in MAXIMA, sums of all others.

    >>> added({"plants": 3, "most_at_once": 5}, {"plants": 4, "most_at_once": 2, "lost": 0})
    {'plants': 7, 'most_at_once': 5, 'lost': 0}
    """
    both = dict(one)
    for name, value in other.items():
        before = both.get(name)
        if before is None:
            both[name] = value
        else:
            both[name] = max(before, value) if name.startswith(MAXIMA) else before + value
    return both


def _progress(part: Part, before: int, count: int, began: float, say: Callable[[str], None]) -> Callable[[int], None]:
    said_at = time.monotonic() if before else began - PROGRESS_S

    def report(done: int) -> None:
        nonlocal said_at
        now = time.monotonic()
        if now - said_at >= PROGRESS_S:
            said_at = now
            say(f"{part.name}: {before + done:,} of {count:,} {part.unit}, {(now - began) / 60:.1f} min")

    return report

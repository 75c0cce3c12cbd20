"""`make proof`: run crash tests and simulations many times, and record the results.

    python -m proof PART [--count N] [--seed N] [--minutes M]

Without PART it lists the parts. Each run, even a failed one, adds a row to docs/proof.md.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from plantstore import __version__
from proof.page import FAILED, PAGE, Row, rows_of, with_row, words
from proof.parts import PARTS, Part
from proof.running import Ran, run

MINUTES_MAX = 20.0  # the default of --minutes
ROOT = Path(__file__).parents[1]
FAILED_EXIT, INTERRUPTED_EXIT = 1, 130


def main(arguments: list[str] | None = None, *, parts: Sequence[Part] = PARTS) -> int:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.part is None:
        print(_listed(parts))
        return 0
    part = next((one for one in parts if one.name == chosen.part), None)
    if part is None:
        parser.error(f"there is no part {chosen.part}. Parts: {', '.join(one.name for one in parts)}.")
    seed = _next_seed(part, chosen.page) if chosen.seed is None else chosen.seed
    ran = run(part, count=chosen.count or part.count, seed=seed, minutes=chosen.minutes, say=_say)
    if ran.done or ran.failed_seed is not None:
        row = _row(part, ran)
        chosen.page.write_text(with_row(chosen.page.read_text(encoding="utf-8"), row), encoding="utf-8")
        print(row.line)
    if ran.failed_seed is not None:
        again = f"python -m proof {part.name} --seed {ran.failed_seed} --count {ran.failed_count}"
        _say(f"A promise is broken. Seed {ran.failed_seed}; to repeat it alone: {again}")
        return FAILED_EXIT
    return INTERRUPTED_EXIT if ran.interrupted else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m proof",
        description=(__doc__ or "").partition("\n")[0],
        epilog="Example: python -m proof kills --count 100 --minutes 10",
    )
    parser.add_argument("part", nargs="?", metavar="PART", help="what to run; without it, the parts are listed")
    parser.add_argument("--count", type=_positive, help="how many; each part has its own default")
    parser.add_argument(
        "--seed", type=int, help="the first seed (default: after the last seed of this part in the table)"
    )
    parser.add_argument(
        "--minutes", type=float, default=MINUTES_MAX, help=f"stop after this time, even if unfinished ({MINUTES_MAX:g})"
    )
    parser.add_argument("--page", type=Path, default=PAGE, help="the page to which the row is added (docs/proof.md)")
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a number of 1 or more, not {text}")
    return int(text)


def _listed(parts: Sequence[Part]) -> str:
    width = max((len(one.name) for one in parts), default=0)
    lines = [f"{one.name:<{width}}  {one.about} ({one.count:,} {one.unit})" for one in parts]
    return "\n".join(["make proof PART=… runs one of these, and adds a row to docs/proof.md:", "", *lines])


def _next_seed(part: Part, page: Path) -> int:
    """Return the seed after the last one of earlier runs, so that each run makes new choices."""
    rows = rows_of(page.read_text(encoding="utf-8"))
    return max((row.last_seed for row in rows if row.part == part.name), default=0) + 1


def _row(part: Part, ran: Ran) -> Row:
    failed = ran.failed_seed is not None
    last = ran.failed_seed if ran.failed_seed is not None else ran.last_seed
    return Row(
        date=time.strftime("%Y-%m-%d", time.gmtime()),
        version=f"{__version__} ({_commit()})",
        part=part.name,
        done=f"{ran.done:,} {part.unit}",
        lost=f"{FAILED} at seed {ran.failed_seed}" if failed else f"{ran.figures.get('lost', 0):,}",
        seen=words(ran.figures),
        seeds=f"{ran.first_seed}–{last}",
        minutes=f"{ran.seconds / 60:.1f}",
    )


def _commit() -> str:
    """Return the commit, with `+` if there are uncommitted changes outside docs/proof.md."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    try:
        changed = git("status", "--porcelain", "--", ".", f":(exclude){PAGE.relative_to(ROOT)}")
        return git("rev-parse", "--short", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "no commit"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())

"""The end of a soak: what each receiver got, compared with what it was owed, and the store's own audit."""

import subprocess
import sys
from dataclasses import dataclass

from tests.soak.people import Member
from tests.soak.process import SoakFailed
from tests.soak.year import Year
from tests.starter import ROOT


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result. `allowed` is how many duplicates the store's promise allows."""

    events: int
    deliveries: int
    lost: int
    duplicates: int
    replayed: int
    allowed: int
    exhausted: int
    wrong: int


def check(year: Year) -> Outcome:
    """Compare after the store has stopped; raise SoakFailed if a promise is broken."""
    lost = {member.temper.name: count for member in year.members if (count := missing(member, year.head))}
    wrong = [f"{member.temper.name}: {text}" for member in year.members for text in member.inbox.wrong]
    found = Outcome(
        events=year.head,
        deliveries=year.accepted,
        lost=sum(lost.values()),
        duplicates=sum(member.inbox.duplicates for member in year.members),
        replayed=year.people.replayed,
        allowed=year.people.replayed + year.open_at_steps,
        exhausted=year.home.rows("SELECT count(*) FROM retries WHERE state = 'exhausted'")[0][0],
        wrong=len(wrong),
    )
    if lost or wrong:
        raise SoakFailed(f"Lost: {lost}. Wrong: {wrong[:3]} of {len(wrong)}.")
    if found.duplicates > found.allowed:
        raise SoakFailed(f"{found.duplicates} duplicates, of which {found.allowed} are allowed")
    _audit(year)
    return found


def missing(member: Member, head: int) -> int:
    """Return how many events a receiver was owed and never accepted."""
    if member.temper.dead:
        return max(0, head - member.skipped - member.inbox.distinct)
    accepted = member.inbox.accepted
    return sum(1 for sequence in range(1, head + 1) if member.temper.owes(sequence) != bool(accepted[sequence]))


def _audit(year: Year) -> None:
    """Run `plantstore audit`, which counts everything, on the store that has stopped."""
    command = [sys.executable, "-m", "plantstore.cli.main", "audit", "--data", str(year.store.data)]
    done = subprocess.run(command, env=year.store.environment, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SoakFailed(f"The audit ended with {done.returncode}: {done.stdout}{done.stderr}")

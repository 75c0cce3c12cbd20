"""Make a process die at a named place, and check that it died there and for no other reason."""

import signal
from collections.abc import Mapping
from dataclasses import dataclass

from tests.crash.program import Program

NO_ORDERS: Mapping[str, str] = {}
CHECKPOINT_PAGES = "40"  # so that a checkpoint happens after a few commits


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """Die when this place is reached for the n-th time."""

    name: str
    number: int


async def die_at(
    aim: Aim, program: Program, *, stop_after_s: float | None = None, orders: Mapping[str, str] = NO_ORDERS
) -> None:
    """Start the process, and check that it dies at this place."""
    folder = program.database.parent.parent
    reached = folder / "reached"
    reached.unlink(missing_ok=True)
    program.orders = {
        "FAILPOINT": f"{aim.name}:{aim.number}",
        "FAILPOINT_FILE": str(reached),
        "CHECKPOINT_PAGES": CHECKPOINT_PAGES,
        **({"FULL_DISK": str(folder / "never")} if aim.name == "in-checkpoint" else {}),
        **orders,
    }
    try:
        code = await program.dies(stop_after_s=stop_after_s)
    except TimeoutError:
        raise AssertionError(f"{aim} was never reached: {program.last_words()}") from None
    finally:
        program.orders = {}
    assert code == -signal.SIGKILL, f"{aim} ended with {code}: {program.last_words()}"
    assert reached.exists(), f"{aim}: it was killed elsewhere"
    assert reached.read_text() == f"{aim.name}:{aim.number}"

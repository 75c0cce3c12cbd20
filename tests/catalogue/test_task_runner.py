"""The background tasks of imports and bulk edits."""

from typing import Any

from plantstore.catalogue.task_runner import TaskRunner
from plantstore.core.turns import request_began_s


async def test_a_task_has_no_time_limit_of_the_request_that_starts_it() -> None:
    seen: list[float] = []

    class Runner(TaskRunner):
        async def _process(self, id: str) -> None:
            del id
            seen.append(request_began_s.get())
            if len(seen) == 1:
                self.schedule("imp_1")  # it runs again when it has ended

    database: Any = None
    runner = Runner(database)
    request_began_s.set(5.0)
    runner.schedule("imp_1")
    while len(seen) < 2:
        await runner.wait_until_idle("imp_1", within_s=10.0)

    assert seen == [0.0, 0.0]

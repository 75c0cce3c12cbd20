"""Reports exceptions in background work, which no caller would catch, so that they are logged and stop nothing else.

All functions run on the event loop; the loop's exception handler writes the log line.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVarTuple

from plantstore.domain.errors import StoreError

Arguments = TypeVarTuple("Arguments")


def report(message: str, error: BaseException) -> None:
    """Pass an exception to the event loop's exception handler."""
    asyncio.get_running_loop().call_exception_handler({"message": message, "exception": error})


def notify(message: str, callback: Callable[[*Arguments], object], *arguments: *Arguments) -> None:
    """Call a callback of another part of the program. If it raises, report the exception with `message` and return.

    The exception affects neither the caller nor later callbacks.
    """
    try:
        callback(*arguments)
    except Exception as error:
        report(message, error)


class FaultStreak:
    """Reports only the first of consecutive failures with the same exception type, because work may fail every second.

    A StoreError is never reported: it means that the database is unavailable, which is logged elsewhere.
    """

    __slots__ = ("_message", "_reported")

    def __init__(self, message: str) -> None:
        self._message = message
        self._reported: type[BaseException] | None = None

    def failed(self, error: BaseException) -> None:
        """Record a failure. Report it, unless the previous failure had the same exception type."""
        if not isinstance(error, StoreError) and type(error) is not self._reported:
            self._reported = type(error)
            report(self._message, error)

    def worked(self) -> None:
        """Record a success, so that the next failure is reported, whatever its type."""
        self._reported = None

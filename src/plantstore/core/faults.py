"""Reports exceptions that no caller awaits, so that they are logged and stop nothing else.

All functions run on the event loop; its exception handler writes the log line.
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
    """Call a callback of another part of the program; if it raises, report that with `message` and return.

    Neither the caller nor the callbacks after this one are affected.
    """
    try:
        callback(*arguments)
    except Exception as error:
        report(message, error)


class FaultStreak:
    """Reports only the first of consecutive failures with the same exception type, because work may fail each second.

    A StoreError is never reported: it means that the store is unavailable, which is logged elsewhere.
    """

    __slots__ = ("_message", "_reported")

    def __init__(self, message: str) -> None:
        self._message = message
        self._reported: type[BaseException] | None = None

    def failed(self, error: BaseException) -> None:
        """Record a failure, and report it unless the last one was of the same type."""
        if not isinstance(error, StoreError) and type(error) is not self._reported:
            self._reported = type(error)
            report(self._message, error)

    def worked(self) -> None:
        """Record a success: the next failure is reported again."""
        self._reported = None

"""Exceptions that no caller awaits: reported once, and kept from stopping anything but what raised them.

All of it runs on the event loop, whose exception handler writes the log line.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVarTuple

from plantstore.domain.errors import StoreError

Arguments = TypeVarTuple("Arguments")


def report(fault: str, error: BaseException) -> None:
    """Hand an exception to the event loop's exception handler."""
    asyncio.get_running_loop().call_exception_handler({"message": fault, "exception": error})


def notify(fault: str, callback: Callable[[*Arguments], object], *arguments: *Arguments) -> None:
    """Call a callback of another part of the program; if it raises, report that under `fault` and return.

    Neither the caller nor the callbacks after this one are affected.
    """
    try:
        callback(*arguments)
    except Exception as error:
        report(fault, error)


class FaultStreak:
    """Reports the first failure of a streak: the same work may fail each second, one log line is enough.

    A StoreError is never reported: the store is known to be away, and says so itself. Another type of exception
    begins another streak.
    """

    __slots__ = ("_fault", "_reported")

    def __init__(self, fault: str) -> None:
        self._fault = fault
        self._reported: type[BaseException] | None = None

    def failed(self, error: BaseException) -> None:
        """Note a failure, and report it unless it continues the streak."""
        if not isinstance(error, StoreError) and type(error) is not self._reported:
            self._reported = type(error)
            report(self._fault, error)

    def worked(self) -> None:
        """Note a success, which ends the streak."""
        self._reported = None

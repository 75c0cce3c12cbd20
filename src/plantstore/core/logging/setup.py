"""Sets up logging: an EventLogger for attempts and the process's starts and stops, structlog for everything else."""

import logging
import sys
from collections.abc import Iterable
from typing import Any, Protocol
from zoneinfo import ZoneInfo

import msgspec
import structlog

from plantstore.core.clock import Clock
from plantstore.core.logging.console import TextLogger
from plantstore.core.logging.json_lines import JsonLogger
from plantstore.core.logging.messages import SentAttempt
from plantstore.core.logging.streams import BestEffortStream
from plantstore.core.settings import Settings
from plantstore.domain.audit import DESCRIPTIONS, AuditNumber, Example, Finding
from plantstore.domain.deliveries.breaker import Breaker
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId, receiver_text


class EventLogger(Protocol):
    """Logs starts and stops of the process, added plants, attempts, and changes of a receiver's breaker."""

    def started(self, settings: Settings, *, is_new: bool, sign_in: str = "") -> None:
        """Log a start of the process.

        `is_new` is True if this start created the store. `sign_in` is a sign-in link to the console, which must be
        shown to people only, never written to a log file.
        """

    def ready(self, url: str) -> None: ...

    def stopped(self, *, queued: int | None) -> None:
        """Log a stop of the process. `queued` is the number of unsent deliveries; None if it could not be read."""

    def plants_added(self, events: Iterable[Event]) -> None: ...

    def attempts_recorded(self, attempts: Iterable[SentAttempt]) -> None: ...

    def breaker_changed(self, receiver_id: ReceiverId, name: str, breaker: Breaker) -> None: ...


class NullLogger:
    """Logs nothing."""

    def started(self, settings: Settings, *, is_new: bool, sign_in: str = "") -> None: ...

    def ready(self, url: str) -> None: ...

    def stopped(self, *, queued: int | None) -> None: ...

    def plants_added(self, events: Iterable[Event]) -> None: ...

    def attempts_recorded(self, attempts: Iterable[SentAttempt]) -> None: ...

    def breaker_changed(self, receiver_id: ReceiverId, name: str, breaker: Breaker) -> None: ...


def make_logger(log_format: str, *, zone: ZoneInfo, clock: Clock) -> EventLogger:
    """Return the logger for PLANTSTORE_LOG_FORMAT, and configure structlog to write JSON to standard error."""
    errors = BestEffortStream(sys.stderr.buffer)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", key="time"),
            structlog.processors.format_exc_info,
            _render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger("critical" if log_format == "off" else "info"),
        logger_factory=structlog.BytesLoggerFactory(errors),  # type: ignore[arg-type]  # it writes and flushes
    )
    if log_format == "json":
        return JsonLogger(errors, clock)
    return TextLogger(BestEffortStream(sys.stdout), zone, clock) if log_format == "text" else NullLogger()


class StdlibBridge(logging.Handler):
    """Passes records of Python's `logging` module to structlog, which writes them as JSON lines."""

    def emit(self, record: logging.LogRecord) -> None:
        about = {} if record.exc_info is None else {"exc_info": record.exc_info}
        level = max(logging.DEBUG, min(record.levelno // 10 * 10, logging.CRITICAL))  # structlog has no custom levels
        try:
            structlog.get_logger().log(level, record.getMessage(), logger=record.name, **about)
        except Exception:  # for example, arguments do not match the format; logging must never raise
            self.handleError(record)


def bridge_stdlib_logging() -> None:
    """Pass all log records of libraries to structlog. Changes the root logger of the whole process."""
    logging.getLogger().addHandler(StdlibBridge())


def log_loop_exception(_loop: Any, context: dict[str, Any]) -> None:
    """Log an exception that no caller handled. For use as the event loop's exception handler."""
    structlog.get_logger("plantstore").error(context["message"], exc_info=context.get("exception"))


def log_audit_finding(number: AuditNumber, finding: Finding) -> None:
    """Log an audit number: as an error if it is not 0, as information when it is 0 again."""
    logger = structlog.get_logger("plantstore")
    log = logger.error if finding.count else logger.info
    examples = [format_example(example) for example in finding.examples]
    log("audit", number=number, count=finding.count, detail=DESCRIPTIONS[number], examples=examples)


def format_example(example: Example) -> str:
    """Return a description of an item that the audit found, such as `receiver rcv_…, event 7`."""
    parts = {
        "receiver": None if example.receiver_id is None else receiver_text(example.receiver_id),
        "event": example.sequence,
        "plant": example.plant_id,
        "activity": example.activity_id,
    }
    return ", ".join(f"{noun} {value}" for noun, value in parts.items() if value is not None)


def _render(_logger: Any, _name: str, event: structlog.typing.EventDict) -> bytes:
    return msgspec.json.encode(event, enc_hook=repr)

"""What only a new receiver may ask for: where in the log it starts, and to be on the store's own machine."""

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.timestamps import Instant, parse
from plantstore.receivers import ephemeral
from plantstore.web.http.request_context import RequestContext


def read_start(wanted: int | str) -> tuple[int | str, Instant | None]:
    """Give a place in the log, or the time from which on events are wanted; `Invalid` when it is neither."""
    if isinstance(wanted, int) or wanted in ("now", "beginning"):
        return wanted, None
    try:
        return "now", parse(wanted)
    except (ValueError, OverflowError) as error:
        detail = 'Write "now", "beginning", a sequence, or a time such as 2026-11-20T12:00:00Z.'
        raise Invalid(fields=(FieldError(pointer="/start", code="start", detail=detail),)) from error


def check_local(context: RequestContext, url: str) -> None:
    """Refuse an ephemeral receiver that is not this machine's, or whose caller is not."""
    ephemeral.check_caller(
        store_host=context.dependencies.settings.host,
        client=context.request.client,
        header_names=(name.decode("latin-1") for name in context.request.headers),
    )
    ephemeral.check_place(url)

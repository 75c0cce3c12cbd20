"""Pages of a list: `limit`, `cursor`, and the links to the next page and the one before."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from plantstore.core.settings import Settings
from plantstore.domain.errors import Malformed
from plantstore.domain.timestamps import Instant, parse
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.web.http.cursors import CURSOR_CHARS_MAX, Cursors, Position
from plantstore.web.http.endpoint import Parameter
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Headers, Response, json_response

LIMIT_DEFAULT = 50
_WHOLE = re.compile(r"[0-9]{1,16}")

Row = TypeVar("Row")


def whole_number(text: str, *, least: int, most: int) -> int:
    """Read plain digits; ValueError names the range."""
    if _WHOLE.fullmatch(text) is None or not least <= int(text) <= most:
        raise ValueError(f"write a whole number from {least} to {most}.")
    return int(text)


def flag_parameter(name: str, description: str) -> Parameter:
    """A parameter that is true or false."""
    return Parameter(name=name, description=description, parse=_read_flag, schema=lambda _: {"type": "boolean"})


def _read_flag(text: str, _: Settings) -> bool:
    if text not in ("true", "false"):
        raise ValueError("write true or false.")
    return text == "true"


def read_time(text: str, _: Settings) -> Instant:
    """Read an RFC 3339 time; ValueError says how to write one."""
    try:
        return parse(text)
    except ValueError:
        raise ValueError("write a time such as 2026-03-02T09:15:00Z, and + as %2B.") from None


LIMIT = Parameter(
    name="limit",
    description="How many items a page has at most.",
    parse=lambda text, settings: whole_number(text, least=1, most=settings.page_items_max),
    schema=lambda settings: {
        "type": "integer",
        "minimum": 1,
        "maximum": settings.page_items_max,
        "default": default_limit(settings),
    },
    is_filter=False,
)
CURSOR = Parameter(
    name="cursor",
    description="Where to go on, taken from `next` or `prev` of another page. It carries the filters and is opaque.",
    parse=lambda text, _: text,
    schema=lambda _: {"type": "string", "maxLength": CURSOR_CHARS_MAX},
    is_filter=False,
)


def take_up(texts: dict[str, str], cursors: Cursors, *, token_id: str, path: str) -> Position | None:
    """Read the cursor among the parameters and add the filters that it carries; None when there is none."""
    cursor = texts.get(CURSOR.name)
    if cursor is None:
        return None
    position = cursors.read(cursor, token_id=token_id, path=path)
    for name, text in texts.items():
        if name not in (CURSOR.name, LIMIT.name) and position.filters.get(name) != text:
            raise Malformed(f"The cursor was made with another {name[:64]!r}. Begin again without it.")
    texts.update(position.filters)
    return position


def limit_of(context: RequestContext) -> int:
    """How many items this page may have."""
    return int(context.query.get(LIMIT.name, default_limit(context.dependencies.settings)))


def default_limit(settings: Settings) -> int:
    return min(LIMIT_DEFAULT, settings.page_items_max)


def page_response(
    context: RequestContext, rows: Sequence[Row], *, item: Callable[[Row], object], place: Callable[[Row], int | str]
) -> Response:
    """Answer with a page. `rows` were read one beyond the limit: that one says whether there are more."""
    limit = limit_of(context)
    shown = rows[:limit]
    following = place(shown[-1]) if len(rows) > limit else None
    return items_response(context, [item(row) for row in shown], following=following)


def items_response(context: RequestContext, items: Sequence[object], *, following: int | str | None) -> Response:
    """Answer with a page, whose items come in the order in which they were read: against the list, if it is cut so.

    `following` is the place behind which there may be more, None at the end. What lies on the other side of where the
    page was cut is the page before, or, read backwards, the next one.
    """
    keyset = context.keyset
    onward = None if following is None else _address(context, KeysetPage(position=following, backward=keyset.backward))
    backward = (
        None
        if keyset.position is None
        else _address(context, replace(keyset, backward=not keyset.backward, inclusive=not keyset.inclusive))
    )
    following_page, page_before = (backward, onward) if keyset.backward else (onward, backward)
    page = {"items": items[::-1] if keyset.backward else items, "next": following_page, "prev": page_before}
    return json_response(page, headers=link_headers(following_page, page_before))


def forward_response(context: RequestContext, items: Sequence[object], *, following: int | str | None) -> Response:
    """Answer with a page of a list that goes forwards only."""
    following_page = None if following is None else _address(context, KeysetPage(position=following))
    return json_response({"items": items, "next": following_page}, headers=link_headers(following_page))


def link_headers(following_page: str | None, page_before: str | None = None) -> Headers:
    """The header that says the same as `next` and `prev` (RFC 8288)."""
    named = (("next", following_page), ("prev", page_before))
    links = [f'<{address}>; rel="{relation}"' for relation, address in named if address is not None]
    return ((b"link", ", ".join(links).encode()),) if links else ()


def _address(context: RequestContext, keyset: KeysetPage) -> str:
    assert isinstance(keyset.position, int | str)
    position = Position(after=keyset.position, filters=context.filters, back=keyset.backward, also=keyset.inclusive)
    cursor = context.dependencies.cursors.write(position, token_id=context.token.id, path=context.request.path)
    return f"{context.request.path}?limit={limit_of(context)}&cursor={cursor}"

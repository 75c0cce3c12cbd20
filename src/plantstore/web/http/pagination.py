"""Pages of a list: the parameters `limit` and `cursor`, and links to the next and the previous page.

A cursor is opaque and signed. It is valid only for the token, the path and the filters that it was made for.
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

import msgspec

from plantstore.core.settings import Settings
from plantstore.domain.errors import Malformed
from plantstore.storage.engine.keyset import KeysetPage, KeysetPosition
from plantstore.web.http.endpoint import Parameter
from plantstore.web.http.parameters import whole_number
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Headers, Response, json_response

LIMIT_DEFAULT = 50
CURSOR_CHARS_MAX = 2_000  # max length of a cursor; all filters together are shorter
_VERSION = b"\x01"
_MAC_BYTES = 16  # HMAC truncated to 128 bits: RFC 2104 §5 allows half of its length

Row = TypeVar("Row")


class Cursor(msgspec.Struct, frozen=True, array_like=True):
    """The content of a cursor: the position at which the list continues, and the filters as they were sent.

    `position`, `backward` and `inclusive` are the fields of a `KeysetPage`.
    """

    position: int | str
    filters: dict[str, str]
    backward: bool = False
    inclusive: bool = False


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Cursor).decode
_read_values = msgspec.json.Decoder(tuple[int | str | None, ...]).decode


def write_cursor(key: bytes, cursor: Cursor, *, token_id: str, path: str) -> str:
    """Return the text of a cursor, signed with `key` for one token and one path."""
    payload = _VERSION + _encode(cursor)
    return base64.urlsafe_b64encode(_mac(key, payload, token_id, path) + payload).rstrip(b"=").decode()


def read_cursor(key: bytes, text: str, *, token_id: str, path: str) -> Cursor:
    """Parse the text of a cursor. Raise Malformed if it was changed, or was made for another path or token."""
    try:
        raw = base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise _foreign_cursor() from error
    mac, payload = raw[:_MAC_BYTES], raw[_MAC_BYTES:]
    if len(text) > CURSOR_CHARS_MAX or not hmac.compare_digest(mac, _mac(key, payload, token_id, path)):
        raise _foreign_cursor()
    # The last base64 character can have unused bits, which the signature does not cover: accept only our own encoding.
    if base64.urlsafe_b64encode(raw).rstrip(b"=") != text.encode() or not payload.startswith(_VERSION):
        raise _foreign_cursor()
    return _decode(payload[len(_VERSION) :])


def _mac(key: bytes, payload: bytes, token_id: str, path: str) -> bytes:
    signed = b"\0".join((token_id.encode(), path.encode(), payload))
    return hmac.digest(key, signed, hashlib.sha256)[:_MAC_BYTES]


def _foreign_cursor() -> Malformed:
    return Malformed("This cursor was not made for this list and this token. Start again without it.")


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
    description="Where to continue, taken from `next` or `prev` of another page. It carries the filters and is opaque.",
    parse=lambda text, _: text,
    schema=lambda _: {"type": "string", "maxLength": CURSOR_CHARS_MAX},
    is_filter=False,
)


def apply_cursor(texts: dict[str, str], context: RequestContext) -> None:
    """If the query has a cursor, continue the list at its position and add its filters to the query."""
    text = texts.get(CURSOR.name)
    if text is None:
        return
    key, path = context.dependencies.cursor_key, context.request.path
    cursor = read_cursor(key, text, token_id=context.token.id, path=path)
    for name, value in texts.items():
        if name not in (CURSOR.name, LIMIT.name) and cursor.filters.get(name) != value:
            raise Malformed(f"The cursor was made with another {name[:64]!r}. Start again without it.")
    texts.update(cursor.filters)
    context.keyset = KeysetPage(position=cursor.position, backward=cursor.backward, inclusive=cursor.inclusive)


def write_position(position: tuple[int | str | None, ...]) -> str:
    """Return the text of a position of several values, for a cursor: numbers with - between them, or JSON."""
    if all(isinstance(value, int) for value in position):
        return "-".join(map(str, position))
    return msgspec.json.encode(position).decode()


def read_position(text: KeysetPosition | None) -> tuple[int | str | None, ...] | None:
    """Return the values of a position that `write_position` has written; None without a position."""
    if text is None:
        return None
    written = str(text)
    return _read_values(written) if written.startswith("[") else tuple(map(int, written.split("-")))


def limit_of(context: RequestContext) -> int:
    """Return the maximum number of items on this page."""
    return int(context.query.get(LIMIT.name, default_limit(context.dependencies.settings)))


def default_limit(settings: Settings) -> int:
    return min(LIMIT_DEFAULT, settings.page_items_max)


def page_response(
    context: RequestContext,
    rows: Sequence[Row],
    *,
    item: Callable[[Row], object],
    place: Callable[[Row], int | str],
    more: Mapping[str, object] = MappingProxyType({}),
) -> Response:
    """Return the response with one page of a list, and with the members `more`.

    The caller reads one row more than the limit: if `rows` contains it, there is a next page. `item` returns the JSON
    value of a row, and `place` the position of a row in the list.
    """
    limit = limit_of(context)
    shown = rows[:limit]
    following = place(shown[-1]) if len(rows) > limit else None
    return items_response(context, [item(row) for row in shown], following=following, more=more)


def items_response(
    context: RequestContext,
    items: Sequence[object],
    *,
    following: int | str | None,
    more: Mapping[str, object] = MappingProxyType({}),
) -> Response:
    """Return the response with one page. `items` are as read: in reverse order if the page was read backwards.

    `following` is the position after which there may be more items in that direction; None at the end of the list. The
    page in the opposite direction begins at `keyset.position`.
    """
    keyset = context.keyset
    onward = None if following is None else _address(context, KeysetPage(position=following, backward=keyset.backward))
    backward = (
        None
        if keyset.position is None
        else _address(context, replace(keyset, backward=not keyset.backward, inclusive=not keyset.inclusive))
    )
    following_page, page_before = (backward, onward) if keyset.backward else (onward, backward)
    page = {"items": items[::-1] if keyset.backward else items, "next": following_page, "prev": page_before, **more}
    return json_response(page, headers=link_headers(following_page, page_before))


def forward_response(
    context: RequestContext,
    items: Sequence[object],
    *,
    following: int | str | None,
    more: Mapping[str, object] = MappingProxyType({}),
) -> Response:
    """Return the response with one page of a list that can only be read forwards. See `items_response`."""
    following_page = None if following is None else _address(context, KeysetPage(position=following))
    return json_response({"items": items, "next": following_page, **more}, headers=link_headers(following_page))


def link_headers(following_page: str | None, page_before: str | None = None) -> Headers:
    """Return a Link header (RFC 8288) with the URLs of the next and previous page; no header if there is neither."""
    named = (("next", following_page), ("prev", page_before))
    links = [f'<{address}>; rel="{relation}"' for relation, address in named if address is not None]
    return ((b"link", ", ".join(links).encode()),) if links else ()


def _address(context: RequestContext, keyset: KeysetPage) -> str:
    assert isinstance(keyset.position, int | str)
    cursor = Cursor(
        position=keyset.position, filters=context.filters, backward=keyset.backward, inclusive=keyset.inclusive
    )
    path = context.request.path
    text = write_cursor(context.dependencies.cursor_key, cursor, token_id=context.token.id, path=path)
    return f"{path}?limit={limit_of(context)}&cursor={text}"

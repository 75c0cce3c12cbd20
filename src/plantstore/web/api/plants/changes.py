"""The change feed of plants, with which other programs can keep an exact copy of the catalogue."""

from plantstore.core.settings import Settings
from plantstore.domain.errors import Malformed, OutsideLog
from plantstore.domain.plants.plant import ID_MAX
from plantstore.domain.timestamps import to_text
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plant_changes, plants
from plantstore.web.api.plants.costs import sees_costs
from plantstore.web.api.plants.thumbnails import records
from plantstore.web.http.endpoint import Parameter
from plantstore.web.http.pagination import LIMIT, limit_of, link_headers
from plantstore.web.http.parameters import whole_number
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

CHANGE_MAX = ID_MAX  # doubles represent integers up to this value exactly


def changes_page(context: RequestContext, tx: Transaction) -> Response:
    """Return a page of plants changed after the given change: their current records, or their deletion times."""
    others = sorted(context.query.keys() - {CHANGED_AFTER.name, LIMIT.name})
    if others:
        raise Malformed(f"changed_after covers the whole catalogue and cannot be combined with {', '.join(others)}.")
    after, limit = int(context.query[CHANGED_AFTER.name]), limit_of(context)
    head = plant_changes.log_end(tx).head
    if after > head:
        detail = f"You asked for changes after {after}, but the latest change is {head}. Start again with 0."
        raise OutsideLog(detail, head=head)
    found = plant_changes.next_changes(tx, after=after, limit=limit)
    last = found[-1].number if found else after
    path = context.request.path
    following = f"{path}?{CHANGED_AFTER.name}={last}&limit={limit}" if last < head else None
    page = {"items": _items(context, tx, found), "next": following, "prev": None, "after": last}
    return json_response(page, headers=link_headers(following))


def _items(context: RequestContext, tx: Transaction, found: list[plant_changes.Change]) -> list[object]:
    """Return each changed plant once, at the position of its last change on the page."""
    ids = list(dict.fromkeys(change.plant_id for change in reversed(found)))[::-1]
    here = plants.find_many(tx, ids)
    deleted = plants.find_tombstones(tx, [plant_id for plant_id in ids if plant_id not in here])
    shown = dict(zip(here, records(context, tx, here.values(), with_costs=sees_costs(context)), strict=True))
    return [
        shown[plant_id] if plant_id in here else {"id": plant_id, "deleted_at": to_text(deleted[plant_id].deleted_at)}
        for plant_id in ids
    ]


def _read(text: str, _: Settings) -> int:
    return whole_number(text, least=0, most=CHANGE_MAX)


CHANGED_AFTER = Parameter(
    name="changed_after",
    description="Only plants that were added, changed or deleted after this change, in the order of changes: 0, or the "
    "`after` of the previous response. A deleted plant has only `id` and `deleted_at`. Can be combined with `limit` "
    "only.",
    parse=_read,
    schema=lambda _: {"type": "integer", "minimum": 0, "maximum": CHANGE_MAX},
    is_filter=False,
)

"""Plants in the order of their changes: how a program keeps a copy of the catalogue exact."""

from plantstore.core.settings import Settings
from plantstore.domain.errors import Malformed, OutsideLog
from plantstore.domain.plant import ID_MAX
from plantstore.domain.timestamps import to_text
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plant_changes, plants
from plantstore.web.http.endpoint import Parameter
from plantstore.web.http.pagination import LIMIT, limit_of, link_headers, whole_number
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

CHANGE_MAX = ID_MAX  # what programs that read numbers as doubles read exactly


def changes_page(context: RequestContext, tx: Transaction) -> Response:
    """The plants that changed after a number, as they are now; of those that were deleted, when."""
    others = sorted(context.query.keys() - {CHANGED_AFTER.name, LIMIT.name})
    if others:
        raise Malformed(f"With changed_after, {', '.join(others)} cannot be used: it follows the whole catalogue.")
    after, limit = int(context.query[CHANGED_AFTER.name]), limit_of(context)
    head = plant_changes.last(tx).head
    if after > head:
        detail = f"You ask for what changed after {after}, and the newest change is {head}. Begin again with 0."
        raise OutsideLog(detail, head=head)
    found = plant_changes.following(tx, after=after, limit=limit)
    last = found[-1].number if found else after
    path = context.request.path
    following = f"{path}?{CHANGED_AFTER.name}={last}&limit={limit}" if last < head else None
    page = {"items": _items(context, tx, found), "next": following, "prev": None, "after": last}
    return json_response(page, headers=link_headers(following))


def _items(context: RequestContext, tx: Transaction, found: list[plant_changes.Change]) -> list[object]:
    """Each plant once, at its last change of the page."""
    ids = list(dict.fromkeys(change.plant_id for change in reversed(found)))[::-1]
    here = plants.find_many(tx, ids)
    deleted = plants.find_tombstones(tx, [plant_id for plant_id in ids if plant_id not in here])
    return [
        context.dependencies.catalogue.record(here[plant_id], tx.now)
        if plant_id in here
        else {"id": plant_id, "deleted_at": to_text(deleted[plant_id].deleted_at)}
        for plant_id in ids
    ]


def _read(text: str, _: Settings) -> int:
    return whole_number(text, least=0, most=CHANGE_MAX)


CHANGED_AFTER = Parameter(
    name="changed_after",
    description="Every plant that was added, changed or deleted after this number, in the order of change: 0, or "
    "`after` of the answer before. Of a deleted plant come `id` and `deleted_at`. Only with `limit`.",
    parse=_read,
    schema=lambda _: {"type": "integer", "minimum": 0, "maximum": CHANGE_MAX},
    is_filter=False,
)

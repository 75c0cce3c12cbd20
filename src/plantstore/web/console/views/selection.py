"""The action of the list's form: edit the selected plants, print their labels, or export them."""

from plantstore.domain.errors import Malformed
from plantstore.web.api.plants.filters import SORT
from plantstore.web.console.forms import Form
from plantstore.web.console.page import post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_list import HIDDEN, SORT_DEFAULT
from plantstore.web.console.plant_selection import ALL, FILTERS, IDS, YES, Selection, read_ids
from plantstore.web.http.response import Response

DO = "do"
EDITS = ("edit", "archive", "restore", "add_to_store")
SELECTION_FIELDS_MAX = 12_000  # max fields of the form: more plants than can be selected, to refuse them with words


async def _select(request: PageRequest) -> Response:
    """Redirect to the page for the selected plants; back to the list if none is selected."""
    selection = _selection(request.form)
    wanted = request.form.get(DO)
    listed = Selection(filters=selection.filters, sort=selection.sort)
    if selection.is_all:
        selection = Selection(filters=selection.filters, sort=selection.sort, is_all=True)
    elif selection.ids:
        selection = Selection(ids=selection.ids)
    else:
        return request.redirect(listed.address("/plants"), "Nothing was selected. Select some plants first.")
    if wanted in EDITS:
        return request.redirect(selection.address("/bulk-edits/new", do=wanted))
    if wanted == "export":
        return request.redirect(selection.address("/plants/export"))
    if wanted == "labels":
        sort = selection.sort or SORT_DEFAULT
        return request.redirect(selection.address("/labels", **({} if selection.ids else {SORT.name: sort})))
    raise Malformed("Choose what to do with the selected plants: go back to the list and press one of its buttons.")


def _selection(form: Form) -> Selection:
    filters = form.beginning(HIDDEN)
    unknown = sorted(filters.keys() - FILTERS - {SORT.name})
    if unknown:
        raise Malformed(f"There is no filter “{unknown[0][:40]}”. Go back to the list of plants and select again.")
    sort = filters.pop(SORT.name, "")
    return Selection(
        ids=read_ids(form.all(IDS)),
        filters={name: text for name, text in filters.items() if text},
        sort=sort,
        is_all=form.get(ALL) == YES,
    )


PAGES = (post_page("/plants/selection", _select, "listPlants", fields_max=SELECTION_FIELDS_MAX),)

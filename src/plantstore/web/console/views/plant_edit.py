"""Saves one section of a plant's page. Changes by someone else to other sections are no conflict."""

import json

from plantstore.domain.errors import Changed, Conflict, Invalid, Malformed
from plantstore.web.console.page import post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.plant_details import shown_value
from plantstore.web.console.plant_form import NAMES, Values, patch, values_of
from plantstore.web.console.plant_images import IMAGES, with_added
from plantstore.web.console.plant_sections import SECTION_FIELD, Section, only, section_of, section_values
from plantstore.web.console.views.plant_page import SAVED, plant_page
from plantstore.web.http.json_body import read_object
from plantstore.web.http.response import Response

TAKE, THEIRS = "take-", "theirs"
TIMES_MAX = 3  # max attempts to save, if others keep changing other sections


async def _save(request: PageRequest) -> Response:
    section = section_of(request.form.get(SECTION_FIELD), sees_costs=request.sees_costs)
    if section is None:
        raise Malformed("This form is of an older page. Open the plant again, and change one section.")
    was, values = read_was(request, section), section_values(section, request.form)
    for name in section.fields:
        if request.form.get(TAKE + name) == THEIRS:
            values[name] = was.get(name, "")
    changes = patch(values, was)
    address = f"/plants/{request.values['id']}"
    if not changes:
        return request.redirect(address, "No changes to save.")
    version = request.form.number("version")
    for _ in range(TIMES_MAX):
        try:
            await request.api.call("changePlant", request.values, body=changes, version=version)
            return request.redirect(f"{address}?{SAVED}={section.key}#{section.key}", "Saved.")
        except (Invalid, Conflict) as refused:
            return await plant_page(request, section=section, values=values, was=was, version=version, refused=refused)
        except Changed:
            plant, version = await request.api.call_with_version("showPlant", request.values)
            if only(section, values_of(plant)) != was:
                break
    return await _changed_meanwhile(request, section, values, was)


async def _changed_meanwhile(request: PageRequest, section: Section, given: Values, was: Values) -> Response:
    """Return a page that compares the person's version of the section with the saved one, field by field.

    Fields that the person didn't edit default to the saved version. A picture that someone else added is in both.
    """
    plant, version = await request.api.call_with_version("showPlant", request.values)
    theirs = only(section, values_of(plant))
    mine = theirs | given
    if IMAGES in section.fields:
        mine[IMAGES] = with_added(mine[IMAGES], was.get(IMAGES, ""), theirs[IMAGES])
    rows = [
        {
            "name": name,
            "words": NAMES[name],
            "mine": mine[name],
            "mine_shown": shown_value(name, mine[name]),
            "theirs_shown": shown_value(name, theirs[name]),
            "touched": mine[name] != was.get(name),
        }
        for name in section.fields
        if mine[name] != theirs[name]
    ]
    return request.render(
        "plant_changed.html",
        status=412,
        plant=plant,
        section=section,
        opened_version=version,
        rows=rows,
        same=[(name, mine[name]) for name in section.fields if mine[name] == theirs[name]],
        was=json.dumps(theirs, ensure_ascii=False),
        take=TAKE,
    )


def read_was(request: PageRequest, section: Section) -> Values:
    """Return the values when the section was opened; if they are missing, an empty dict: each field was changed."""
    try:
        found = read_object((request.form.get("was") or "{}").encode())
    except Malformed:
        return {}
    return {name: str(found[name]) for name in section.fields if name in found}


PAGES = (post_page("/plants/{id}", _save, "changePlant"),)

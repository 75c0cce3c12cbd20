"""Adds photos to a plant: one or several files of a form, each sent to the API while it is read."""

from collections.abc import AsyncIterator

from plantstore.catalogue.photos.limits import UPLOAD_BYTES_MAX
from plantstore.domain.errors import Malformed, StoreError, TooLarge
from plantstore.domain.plants.image import IMAGES_MAX
from plantstore.web.console.forms import FIELD_BYTES_MAX, Uploaded
from plantstore.web.console.page import post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.views.plant_page import SAVED, plant_page
from plantstore.web.http.endpoint import OCTET_STREAM
from plantstore.web.http.problems import Refused
from plantstore.web.http.response import Response

TOGETHER_BYTES_MAX = IMAGES_MAX * UPLOAD_BYTES_MAX
NAME_CHARS_MAX = 80  # of a file's name that is shown

Problems = list[tuple[str, str]]
"""Names of files that were refused, with the reasons. Without a name, the reason is about the whole upload."""


async def _upload(request: PageRequest) -> Response:
    """Add every file that the API accepts. Show the page again if one is refused, or there is none."""
    try:
        files = await request.uploads(bytes_max=TOGETHER_BYTES_MAX + 2 * FIELD_BYTES_MAX)
        before = await _photo_keys(request)
        problems, keys = await _send_all(request, files)
    except Refused as refused:
        if not isinstance(refused.error, TooLarge):
            raise
        words = f"The pictures together are larger than {TOGETHER_BYTES_MAX:,} bytes. Send fewer at a time."
        photos = {"problems": [("", words)], "added": 0}
        return await plant_page(request, status=413, more_headers=refused.headers, photos=photos)
    added = len(set(keys) - before)
    if not keys and not problems:
        problems.append(("", "Choose one or more pictures first."))
    if problems:
        return await plant_page(request, status=422, photos={"problems": problems, "added": added})
    words = {0: "The plant has this photo already.", 1: "1 photo added."}.get(added, f"{added} photos added.")
    return request.redirect(f"/plants/{request.values['id']}?{SAVED}=photos#photos", words)


async def _send_all(request: PageRequest, files: AsyncIterator[Uploaded]) -> tuple[Problems, list[str]]:
    """Send one file after another. Return those that were refused, and the keys of the photos."""
    problems: Problems = []
    keys = []
    query = {"alt": alt} if (alt := request.form.get("alt")) else {}
    try:
        async for file in files:
            try:
                photo = await request.api.send_file(
                    "addPhoto", request.values, query=query, media_type=OCTET_STREAM, parts=file.parts
                )
                keys.append(str(photo["key"]))
            except Malformed:
                raise
            except (StoreError, Refused) as refused:
                problems.append((file.plain_name(chars_max=NAME_CHARS_MAX), _words(refused)))
    except Malformed as cut_off:
        problems.append(("", cut_off.detail))
    return problems, keys


async def _photo_keys(request: PageRequest) -> set[str]:
    return {str(one["key"]) for one in (await request.api.call("listPhotos", request.values))["items"]}


def _words(refused: StoreError | Refused) -> str:
    """Return why the API refused a file."""
    error = refused.error if isinstance(refused, Refused) else refused
    if isinstance(error, TooLarge):
        return f"The file is larger than {UPLOAD_BYTES_MAX:,} bytes."
    return error.fields[0].detail if error.fields else error.detail


PAGES = (post_page("/plants/{id}/photos", _upload, "addPhoto", "listPhotos", uploads=True),)

"""Adds sample plants to an empty store: an import with a preview."""

from collections.abc import AsyncIterator

from plantstore.web.console.page import post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.samples import FILE_NAME, sample_csv
from plantstore.web.http.response import Response


async def _upload(request: PageRequest) -> Response:
    """Upload the sample plants as a regular import, which starts with a preview."""

    async def parts() -> AsyncIterator[bytes]:
        yield sample_csv()

    found = await request.api.send_file(
        "uploadImport", query={"name": FILE_NAME}, media_type="text/csv", parts=parts(), key=request.idempotency_key
    )
    return request.redirect(f"/imports/{found['id']}")


PAGES = (post_page("/plants/samples", _upload, "uploadImport"),)

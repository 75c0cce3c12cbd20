"""The page of a listener: what a program that reads the feed has reported."""

from plantstore.web.console.page import get_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.http.response import Response


async def _show(request: PageRequest) -> Response:
    listener = await request.api.call("showListener", {"id": request.values["id"]})
    return request.render("listener.html", listener=listener)


PAGES = (get_page("/listeners/{id}", _show, "showListener"),)

"""Declares one page of the console: its address, the permissions it needs, and its view."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plantstore.web.console.forms import FORM_BYTES_MAX, PUBLIC_FORM_BYTES_MAX
from plantstore.web.console.sse import Stream
from plantstore.web.http.response import Response

if TYPE_CHECKING:
    from plantstore.web.console.page_request import PageRequest

Check = Callable[["PageRequest"], Awaitable[bool]]
View = Callable[["PageRequest"], Awaitable[Response | Stream]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One method of one address.

    `needs` names API operations that the token must permit; without them, the page and links to it are hidden.
    A `public` page needs no session. `proved` requires a sign-in within the last five minutes, for irreversible
    actions; `proved_when` decides by the form. With `uploads`, the view reads the form itself, because it contains a
    file. Requests that scripts send in the `background` don't extend the session, so an open page can't keep it alive.
    `form_bytes_max` limits a form without a file.
    """

    method: str
    path: str
    view: View
    needs: tuple[str, ...] = ()
    public: bool = False
    proved: bool = False
    proved_when: "Check | None" = None
    uploads: bool = False
    background: bool = False

    @property
    def form_bytes_max(self) -> int:
        """Return the size limit of a form, which is lower for unauthenticated clients."""
        return PUBLIC_FORM_BYTES_MAX if self.public else FORM_BYTES_MAX


def get_page(path: str, view: View, *needs: str, public: bool = False, background: bool = False) -> Page:
    """Declare a page that is shown."""
    return Page(method="GET", path=path, view=view, needs=needs, public=public, background=background)


def post_page(
    path: str,
    view: View,
    *needs: str,
    public: bool = False,
    proved: bool = False,
    proved_when: "Check | None" = None,
    uploads: bool = False,
) -> Page:
    """Declare an action of a form."""
    return Page(
        method="POST",
        path=path,
        view=view,
        needs=needs,
        public=public,
        proved=proved,
        proved_when=proved_when,
        uploads=uploads,
    )

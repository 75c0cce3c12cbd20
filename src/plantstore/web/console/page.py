"""Declarations of console pages: the path, the permissions that a page needs, and its view."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plantstore.web.console.forms import FIELDS_MAX, FORM_BYTES_MAX, PUBLIC_FORM_BYTES_MAX
from plantstore.web.console.sse import Stream
from plantstore.web.http.response import Response

if TYPE_CHECKING:
    from plantstore.web.console.page_request import PageRequest

Check = Callable[["PageRequest"], Awaitable[bool]]
View = Callable[["PageRequest"], Awaitable[Response | Stream]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page or form action: one HTTP method at one path, with its view.

    `needs` names the API operations that the token must permit. A `public` page needs no session. `proved` requires a
    sign-in within the last five minutes, for irreversible actions; `proved_when` is a check that requires it only for
    some forms. With `uploads`, the view reads the form itself, because the form contains a file. `background` requests,
    which scripts send, don't extend the session, so that an open page doesn't keep the session alive.
    `fields_max` is the max number of fields of its form.
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
    fields_max: int = FIELDS_MAX

    @property
    def form_bytes_max(self) -> int:
        """Return the max size of a form without a file, which is lower for unauthenticated clients."""
        return PUBLIC_FORM_BYTES_MAX if self.public else FORM_BYTES_MAX


def get_page(path: str, view: View, *needs: str, public: bool = False, background: bool = False) -> Page:
    """Return the declaration of a page that is shown (GET)."""
    return Page(method="GET", path=path, view=view, needs=needs, public=public, background=background)


def post_page(
    path: str,
    view: View,
    *needs: str,
    public: bool = False,
    proved: bool = False,
    proved_when: "Check | None" = None,
    uploads: bool = False,
    fields_max: int = FIELDS_MAX,
) -> Page:
    """Return the declaration of an action that a form submits (POST)."""
    return Page(
        method="POST",
        path=path,
        view=view,
        needs=needs,
        public=public,
        proved=proved,
        proved_when=proved_when,
        uploads=uploads,
        fields_max=fields_max,
    )

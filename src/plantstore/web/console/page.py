"""One page of the console, declared: its address, who may see it, and the view that answers."""

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

    `needs` names operations of the API that the person's token must permit: without them the page is not shown, nor any
    way to it. A `public` page is shown to anybody. `proved` asks for a sign-in of the last five minutes: for what
    cannot be taken back; `proved_when` tells by the form whether it is that. `uploads` says that the view reads the
    form itself, since it brings a file. What a script asks for in the `background` does not count as use of the
    session: a page that is left open does not keep it open. `form_bytes_max` limits a form without a file.
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
        """What a form may hold: little while the sender is unknown."""
        return PUBLIC_FORM_BYTES_MAX if self.public else FORM_BYTES_MAX


def get_page(path: str, view: View, *needs: str, public: bool = False, background: bool = False) -> Page:
    """A page that is looked at."""
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
    """What a form does."""
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

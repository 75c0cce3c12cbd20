"""One HTTP request to the console: its session and parameters, and methods that views use to respond."""

import gzip
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import takewhile
from string import punctuation
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from plantstore.domain.errors import FieldError, Forbidden, Malformed, StoreError
from plantstore.domain.passkey import relying_party
from plantstore.domain.secret import Secret
from plantstore.domain.session import device_of
from plantstore.domain.timestamps import to_datetime
from plantstore.domain.token import BUNDLES, Scope, Token
from plantstore.web.auth import sessions
from plantstore.web.auth.sessions import SignedIn
from plantstore.web.console import cookies
from plantstore.web.console.api_client import ApiClient
from plantstore.web.console.cookies import Cookie
from plantstore.web.console.csrf import is_csrf_token, make_csrf_token
from plantstore.web.console.forms import Form, Uploaded, read_upload, read_uploads
from plantstore.web.console.plant_details import OBJECTS
from plantstore.web.console.rendering import Renderer, Rendering
from plantstore.web.console.sign_in_throttle import SignInThrottle
from plantstore.web.console.sse import Stream
from plantstore.web.console.start_pages import start_page
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.request import Request
from plantstore.web.http.response import Headers, Response

CSRF_FIELD, IDEMPOTENCY_FIELD = "ticket", "once"
IDEMPOTENCY_KEY_BYTES = 12
QUERY_FIELDS_MAX = 30
ZIP_BYTES_MIN = 1_000
ZIP_LEVEL = 5
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HTML: Headers = (
    (b"content-type", b"text/html; charset=utf-8"),
    (b"content-security-policy", POLICY.encode()),
    # Not `no-referrer`: browsers would send forms with `Origin: null`, as if from another site.
    (b"referrer-policy", b"same-origin"),
)
CSRF_REFUSED = "This form was opened too long ago, or in another session. Reload the page and submit it again."


class PageReply(Response, frozen=True, kw_only=True):
    """A page that is not rendered yet. Call `rendered` in a thread: rendering and compressing are slow."""

    render: Callable[[], tuple[bytes, Headers]]

    def rendered(self) -> Response:
        body, more_headers = self.render()
        return Response(self.status, body, (*self.headers, *more_headers))


@dataclass(slots=True, kw_only=True)
class PageRequest:
    """A request with its session and parameters. `values` are the path parameters, `query` the query parameters.

    In views, `signed_in` is None only on public pages. `form` is the submitted form, or empty. If `is_restored`, `form`
    was submitted after its session had ended, and is shown again after the sign-in; nothing is saved yet. `show_page`
    returns the page at a given address with a form filled in. `query_problem` says why the query can't be parsed;
    `query` is then empty, because people edit addresses by hand.
    """

    dependencies: Dependencies
    http: Request
    renderer: Renderer
    rendering: Rendering
    throttle: SignInThrottle
    api_for: Callable[[Token], ApiClient]
    show_page: Callable[["PageRequest", str, Form], Awaitable[Response | Stream]]
    signed_in: SignedIn | None
    values: dict[str, str]
    query: dict[str, str]
    query_problem: str
    takes_gzip: bool
    form: Form = field(default_factory=Form)
    sent_cookies: dict[str, str] = field(default_factory=dict)
    set_cookies: list[Cookie] = field(default_factory=list)
    is_restored: bool = False
    _api: ApiClient | None = None

    @property
    def token(self) -> Token:
        """Return the token of the session, which determines the permissions."""
        assert self.signed_in is not None
        return self.signed_in.token

    @property
    def key(self) -> Secret:
        """Return the session key."""
        assert self.signed_in is not None
        return self.signed_in.key

    @property
    def api(self) -> ApiClient:
        """Return a client of the API: `await request.api.call("showPlant", {"id": "7"})`."""
        if self._api is None:
            self._api = self.api_for(self.token)
        return self._api

    @property
    def device(self) -> str:
        """Return a few words for the browser and its system, for the list of sessions."""
        return device_of(self.http.headers.get(b"user-agent", b"").decode("latin-1"))

    @property
    def idempotency_key(self) -> str:
        """Return the form's idempotency key, so that a form that is submitted twice takes effect once."""
        return self.form.get(IDEMPOTENCY_FIELD)

    def may(self, name: str) -> bool:
        """True if the person is signed in and their token permits this API operation."""
        return self.signed_in is not None and self.api.may(name)

    def local_now(self) -> datetime:
        """Return the present time in the configured time zone."""
        zone = ZoneInfo(self.dependencies.settings.timezone)
        return to_datetime(self.dependencies.clock.now()).astimezone(zone)

    @property
    def zone(self) -> ZoneInfo:
        """Return the time zone of the store."""
        return ZoneInfo(self.dependencies.settings.timezone)

    @property
    def sees_costs(self) -> bool:
        """True if the token's scopes include costs and suppliers."""
        return Scope.COSTS_READ in self.token.scopes

    async def upload(self, *, bytes_max: int, fields_bytes_max: int) -> Uploaded | None:
        """Read the form fields, and return the unread file or None. Raise Forbidden if the CSRF token is wrong.

        Reading the file adds the fields after it to `form`.
        """
        self.form, uploaded = await read_upload(self.http, bytes_max=bytes_max, fields_bytes_max=fields_bytes_max)
        self.check_csrf_token()
        return uploaded

    async def uploads(self, *, bytes_max: int) -> AsyncIterator[Uploaded]:
        """Read the form fields, and return the unread files. Raise Forbidden if the CSRF token is wrong."""
        self.form, files = await read_uploads(self.http, bytes_max=bytes_max)
        self.check_csrf_token()
        return files

    async def is_signed_in_still(self) -> bool:
        """True if the session is still valid, with the same permissions; live streams check this repeatedly."""
        key, before = self.key.reveal(), self.token
        now = await self.dependencies.database.read(lambda tx: sessions.find(tx, key))
        return now is not None and (now.token.scopes, now.token.receiver_ids) == (before.scopes, before.receiver_ids)

    def check_query(self) -> None:
        """Raise Malformed if `query` is empty because the query can't be parsed or is too long."""
        if self.query_problem:
            raise Malformed(f"This address can't be read: it has {self.query_problem}.")

    def check_csrf_token(self) -> None:
        """Raise Forbidden if the form's CSRF token doesn't belong to this session."""
        if not is_csrf_token(self.form.raw(CSRF_FIELD), self.key):
            raise Forbidden(CSRF_REFUSED)

    def render(
        self,
        template: str,
        *,
        status: int = 200,
        refused: StoreError | None = None,
        more_headers: Headers = (),
        **context: Any,
    ) -> "PageReply":
        """Return a page that is rendered later from `template` and `context`, with `more_headers`.

        If a submitted form was rejected, `refused` is the error; the page shows its messages next to the form fields.
        """
        if cookies.read_notice(self.sent_cookies):
            self.set_cookies.append(cookies.notice_cookie(self.dependencies.settings, ""))
        headers = (*_HTML, (b"vary", b"accept-encoding, cookie"), *self.set_cookies, *more_headers)
        whole = {**self._common(), **_problems(refused), **context}
        render = partial(_render, self.renderer, template, whole, takes_gzip=self.takes_gzip)
        return PageReply(status, b"", headers, render=render)

    def redirect(self, address: str, notice: str = "") -> Response:
        """Return a redirect (303) to `address`; the next page shows the notice, if any.

        Characters that no address has are escaped, because a path parameter may be any text.
        """
        assert address.startswith("/") and not address.startswith("//")
        if notice:
            self.set_cookies.append(cookies.notice_cookie(self.dependencies.settings, notice))
        location = quote(address, safe=punctuation).encode("ascii")
        return Response(303, headers=((b"location", location), *self.set_cookies))

    def _common(self) -> Mapping[str, Any]:
        csrf_token = "" if self.signed_in is None else make_csrf_token(self.key, self.dependencies.random_bytes)
        return {
            "me": None if self.signed_in is None else self.token,
            "is_person": self.signed_in is not None and self.signed_in.session.person_id is not None,
            "has_passkeys": relying_party(self.dependencies.settings.console_url) is not None,
            "my_role": "" if self.signed_in is None else role_of(self.token),
            "may": self.may,
            "start_name": None if self.signed_in is None else start_page(self.may).value,
            "path": self.http.path,
            "query": self.query,
            "form": self.form,
            "is_restored": self.is_restored,
            "csrf_token": csrf_token,
            "idempotency_key": self.dependencies.random_bytes(IDEMPOTENCY_KEY_BYTES).hex(),
            "theme": cookies.read_theme(self.sent_cookies),
            "notice": cookies.read_notice(self.sent_cookies),
            "store_version": self.dependencies.version,
            "openid": self.dependencies.settings.openid_name if self.dependencies.settings.has_openid else "",
            "currency": self.dependencies.settings.currency,
        }


def role_of(token: Token) -> str:
    """Return what to show below the name of who is signed in: a person's role, or that it is a token."""
    if token.person_id != token.id:
        return "Token"
    return next((name.capitalize() for name, scopes in BUNDLES.items() if scopes == token.scopes), "")


def _render(
    renderer: Renderer, template: str, context: Mapping[str, Any], *, takes_gzip: bool
) -> tuple[bytes, Headers]:
    """Return the rendered page and its Content-Encoding header, if it is compressed; `takes_gzip` allows gzip."""
    body = renderer.render(template, context).encode()
    if takes_gzip and len(body) >= ZIP_BYTES_MIN:
        return gzip.compress(body, ZIP_LEVEL, mtime=0), ((b"content-encoding", b"gzip"),)
    return body, ()


def _problems(refused: StoreError | None) -> Mapping[str, Any]:
    """Return template values: the error, and its field errors grouped by form field.

    A form field is the first part of the error's path, or for the objects of a plant all parts before an index.
    """
    by_field: dict[str, list[FieldError]] = {}
    for one in refused.fields if refused is not None else ():
        first, *others = one.pointer.strip("/").split("/")
        parts = [first, *takewhile(str.isidentifier, others)] if first in OBJECTS else [first]
        by_field.setdefault(".".join(parts), []).append(one)
    return {"refused": refused, "problems": by_field}

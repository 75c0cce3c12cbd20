"""The console as ASGI applications: authenticate, authorise, check a form's origin and CSRF token, call the view."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar
from urllib.parse import quote, unquote, urlsplit
from zoneinfo import ZoneInfo

from starlette.routing import Route, compile_path
from starlette.types import Receive, Scope, Send

from plantstore.domain.errors import Forbidden, NotFound, StoreError
from plantstore.domain.token import Token
from plantstore.web.auth import sessions
from plantstore.web.auth.sessions import SignedIn
from plantstore.web.console import cookies, kept_forms
from plantstore.web.console.api_client import ApiClient
from plantstore.web.console.forms import Form, read_form
from plantstore.web.console.page import Page
from plantstore.web.console.page_request import QUERY_FIELDS_MAX, PageReply, PageRequest
from plantstore.web.console.proving import ask_again, is_proved
from plantstore.web.console.rendering import Rendering, renderer_of
from plantstore.web.console.sign_in_throttle import SignInThrottle
from plantstore.web.console.sse import Stream
from plantstore.web.console.static import takes_gzip
from plantstore.web.http.dependencies import Dependencies
from plantstore.web.http.dispatch import wrong_method
from plantstore.web.http.endpoint import Endpoint
from plantstore.web.http.middleware import OPERATION, ClientGone
from plantstore.web.http.percent_encoding import read_query
from plantstore.web.http.problems import KINDS, Refused, refusal_of
from plantstore.web.http.request import Request
from plantstore.web.http.response import Response

COUNTED_AS = "console"  # the operation of all pages in the metrics
SIGN_IN, SIGN_OUT = "/sign-in", "/sign-out"
FOLLOWING_CHARS_MAX = 2_000  # max length of the address that a sign-in redirects to
ORIGIN_BYTES_MAX = 300  # max length of an Origin header: a scheme, a host of 253 characters and a port
FOREIGN = "This form didn't come from a Plant Store page."


AnyReply = TypeVar("AnyReply", bound=Response | Stream)


class Console:
    """Serves all pages: checks sessions, permissions and forms, and shows errors. `routes.py` declares the pages."""

    def __init__(self, pages: Sequence[Page], endpoints: Sequence[Endpoint], dependencies: Dependencies) -> None:
        self.dependencies = dependencies
        self.rendering = Rendering(dependencies.clock.monotonic)
        self.renderer = renderer_of(ZoneInfo(dependencies.settings.timezone))
        self._throttle = SignInThrottle(dependencies)
        self._pages = pages
        self._endpoints = {endpoint.name: endpoint for endpoint in endpoints}
        self._shown = [
            (page, compile_path(page.path)[0])
            for page in sorted(pages, key=lambda page: page.path.count("{"))  # match /plants/new before /plants/{id}
            if page.method == "GET" and not page.public and not page.background
        ]

    def routes(self) -> list[Route]:
        """Return one route for each path; the route handles all its HTTP methods."""
        by_path: dict[str, dict[str, Page]] = {}
        for page in self._pages:
            by_path.setdefault(page.path, {})[page.method] = page
        return [Route(path, PageEndpoint(self, pages)) for path, pages in by_path.items()]

    def _page_at(self, path: str) -> tuple[Page, dict[str, str]] | None:
        """Return the page at a path that needs a session, and its path parameters; None if there is no such page."""
        for page, pattern in self._shown:
            if found := pattern.fullmatch(path):
                return page, {name: unquote(value) for name, value in found.groupdict().items()}
        return None

    def _api_for(self, token: Token) -> ApiClient:
        return ApiClient(self._endpoints, self.dependencies, token)

    async def answer(self, page: Page, http: Request, scope: Scope) -> Response | Stream:
        """Return the response of a page, or an error page."""
        request = await self.read_request(http, scope, is_use=not page.background)
        try:
            return await self.rendered(await self._answer(page, request))
        except ClientGone:
            raise
        except Exception as error:
            return await self.rendered(self.refuse(request, error, scope))

    async def rendered(self, response: AnyReply) -> AnyReply | Response:
        """Render a page in the rendering thread, so that it doesn't block the event loop, which sends deliveries."""
        return await self.rendering.run(response.rendered) if isinstance(response, PageReply) else response

    async def lost(self, scope: Scope, receive: Receive) -> Response:
        """Return the "Page not found" page."""
        request = await self.read_request(Request({**scope, "path_params": {}}, receive), scope)
        refused = self.refuse(
            request, NotFound("Check the address, or use the navigation."), scope, title="Page not found"
        )
        return await self.rendered(refused)

    def refuse(self, request: PageRequest, error: Exception, scope: Scope, *, title: str = "") -> PageReply:
        """Return an error as a page. `title` replaces the title of the problem type."""
        refused, headers = refusal_of(error, scope)
        kind = KINDS[type(refused)]
        return request.render(
            "refused.html",
            status=kind.status,
            kind=kind,
            heading=title or kind.title,
            error=refused,
            request_id=scope["request_id"],
            more_headers=tuple(one for one in headers if one[0] != b"www-authenticate"),
        )

    async def read_request(self, http: Request, scope: Scope, *, is_use: bool = True) -> PageRequest:
        """Read cookies, session and query. `is_use` extends the session; it is False for background requests."""
        sent = cookies.read_cookies(http)
        query, problem = _read_query(http.query)
        key = sent.get(cookies.session_cookie(self.dependencies.settings), "")
        return PageRequest(
            dependencies=self.dependencies,
            http=http,
            renderer=self.renderer,
            rendering=self.rendering,
            throttle=self._throttle,
            api_for=self._api_for,
            show_page=self._show_page,
            signed_in=await self._signed_in(key, http.headers[b"cookie"], is_use=is_use) if key else None,
            values=http.values,
            query=query,
            query_problem=problem,
            takes_gzip=takes_gzip(scope),
            sent_cookies=sent,
        )

    async def _signed_in(self, key: str, cookie: bytes, *, is_use: bool) -> SignedIn | None:
        database = self.dependencies.database
        found = await database.read(lambda tx: sessions.find(tx, key))
        if found is not None:
            self.dependencies.authenticator.note_use(found.token)
            self.dependencies.admission.know(cookie, found.token.id)
        if found is not None and is_use and found.session.needs_seen_write(self.dependencies.clock.now()):
            await database.write(lambda tx: sessions.note_seen(tx, key))
        return found

    async def _answer(self, page: Page, request: PageRequest) -> Response | Stream:
        self._count(request)
        if page.method == "POST":
            self._check_origin(request.http)
        if request.signed_in is None and not page.public and page.method == "POST":
            return await self._keep_form(page, request)
        if request.signed_in is None and not page.public:
            wanted = request.http.path + (f"?{request.http.query.decode('ascii', 'ignore')}" if request.query else "")
            is_led_on = page.method == "GET" and wanted != "/" and len(wanted) <= FOLLOWING_CHARS_MAX
            following = f"?next={quote(wanted, safe='')}" if is_led_on else ""
            return request.redirect(SIGN_IN + following)
        self._check_needs(page, request)
        if page.method == "POST" and not page.uploads:
            allowed = min(page.form_bytes_max, self.dependencies.settings.request_bytes_max)
            request.form = await read_form(request.http, bytes_max=allowed, fields_max=page.fields_max)
            if not page.public:
                request.check_csrf_token()
            asks = page.proved or (page.proved_when is not None and await page.proved_when(request))
            if asks and not await is_proved(request):
                return await ask_again(request, self._form_address(request.http))
        return await page.view(request)

    def _check_needs(self, page: Page, request: PageRequest) -> None:
        for name in page.needs:
            if not request.may(name):
                raise Forbidden(f"Your role or token doesn't permit this. It needs {self._endpoints[name].scope}.")

    async def _keep_form(self, page: Page, request: PageRequest) -> Response:
        """Return the sign-in page for a form whose session has ended; the page keeps the values entered."""
        if page.path == SIGN_OUT:
            return request.redirect(SIGN_IN)
        kept = "" if page.uploads else await self._fold_form(request)
        lost = "file" if page.uploads else "" if kept else "length"
        return request.render(
            "sign_in.html",
            status=401,
            following=self._form_address(request.http),
            problem="",
            kept=kept or kept_forms.fold([]),
            interrupted=True,
            lost=lost,
        )

    def _form_address(self, http: Request) -> str:
        """Return the address of the page with a submitted form."""
        hosts = (
            http.headers.get(b"host", b"").decode("latin-1"),
            urlsplit(self.dependencies.settings.public_url).netloc,
        )
        address = kept_forms.page_address(http, hosts)
        if self._page_at(address.partition("?")[0]) is None:
            address = http.path if self._page_at(http.path) else "/"
        return address

    async def _fold_form(self, request: PageRequest) -> str:
        try:
            return kept_forms.fold((await read_form(request.http, bytes_max=kept_forms.KEPT_BYTES_MAX)).pairs)
        except Refused as refused:
            request.http.add_response_headers(refused.headers[0])  # "connection: close" if the body is too long
            return ""
        except StoreError:
            return ""

    async def _show_page(self, request: PageRequest, address: str, form: Form) -> Response | Stream:
        """Return the page at an address with the form filled in; redirect to the address if no page is found there."""
        path, _, query = address.partition("?")
        found = self._page_at(path)
        if found is None:
            return request.redirect(address)
        page, values = found
        parameters, problem = _read_query(query.encode())
        shown = replace(
            request,
            http=request.http.as_get(path, query.encode(), values),
            values=values,
            query=parameters,
            query_problem=problem,
            form=form,
            is_restored=True,
            _api=None,
        )
        self._check_needs(page, shown)
        return await page.view(shown)

    def _count(self, request: PageRequest) -> None:
        """Apply the API's rate limits: per token, or per client address if the session cookie is invalid."""
        rate_limits, now_s = self.dependencies.rate_limits, self.dependencies.clock.monotonic()
        if request.signed_in is not None:
            rate_limits.count(request.http, request.token.id, now_s)
        elif (
            cookies.session_cookie(self.dependencies.settings) in request.sent_cookies and request.http.path != SIGN_IN
        ):
            # The sign-in page is exempt, so that people with an expired cookie can open it; it limits failures itself.
            rate_limits.count_failure(request.http, now_s)

    def _check_origin(self, http: Request) -> None:
        """Raise Forbidden if a form comes from another site, or lacks both Origin and Sec-Fetch-Site."""
        origin = http.headers.get(b"origin")
        if origin is None:
            if http.headers.get(b"sec-fetch-site") != b"same-origin":
                raise Forbidden(FOREIGN)
            return
        if len(origin) > ORIGIN_BYTES_MAX:
            raise Forbidden(FOREIGN)
        try:
            given = urlsplit(origin.decode("latin-1"))
        except ValueError as error:
            raise Forbidden(FOREIGN) from error
        host = http.headers.get(b"host", b"").decode("latin-1")
        ours = urlsplit(self.dependencies.settings.public_url)
        if given.scheme not in ("http", "https") or given.netloc not in (host, ours.netloc):
            raise Forbidden(FOREIGN)


class PageEndpoint:
    """Serves one path of the console as an ASGI application. HEAD is handled like GET, without the body."""

    def __init__(self, console: Console, pages: Mapping[str, Page]) -> None:
        self._console = console
        self._pages = dict(pages)
        if "GET" in self._pages:
            self._pages["HEAD"] = self._pages["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        page = self._pages.get(scope["method"])
        if page is None:
            raise wrong_method(self._pages)
        scope[OPERATION] = COUNTED_AS
        response = await self._console.answer(page, Request(scope, receive), scope)
        await response.send(scope, send)


def _read_query(query: bytes) -> tuple[dict[str, str], str]:
    """Return the query parameters, and what is wrong with the query: "" unless it can't be parsed."""
    try:
        pairs = read_query(query, pairs_max=QUERY_FIELDS_MAX, errors="replace")
    except ValueError as error:
        return {}, str(error)
    return {name: value for name, value in pairs if value}, ""

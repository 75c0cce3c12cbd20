"""Responses to requests that are refused before the application gets them."""

from collections.abc import Callable
from http import HTTPStatus

from plantstore.core.clock import Clock
from plantstore.domain.errors import StoreError
from plantstore.domain.timestamps import SECOND_US
from plantstore.web.http.admission import Reason, Refusal
from plantstore.web.http.problems import Refused, problem_response
from plantstore.web.http.protocol import date_header
from plantstore.web.http.request_head import Header, RequestHead
from plantstore.web.http.response import Response

REFUSALS_MAX = 100  # max responses to refused requests that are kept for copies
_END = b"\r\n\r\n"
_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<title>Busy – Plant Store</title>
<h1>Plant Store is busy</h1>
<p>Too many pages are being opened at the same time. This page loads again in two seconds.</p>
<p>Request {request_id}</p>
"""


class Refusals:
    """Makes responses to refused requests, each kind from a copy that was made once in a second."""

    def __init__(self, new_request_id: Callable[[], str], clock: Clock) -> None:
        self._new_request_id = new_request_id
        self._clock = clock
        self._second = 0
        self._made: dict[tuple[Refused, bool, bool], tuple[bytes, bytes]] = {}

    def response(self, refusal: Refusal, head: RequestHead, *, keeps: bool) -> bytes:
        """Return a complete response, headers included, with an id of its own. Browsers get a page that reloads.

        `keeps`: the connection stays open. The response to a HEAD request has no body.
        """
        request_id, second = self._new_request_id().encode("ascii"), self._clock.now() // SECOND_US
        if second != self._second or len(self._made) >= REFUSALS_MAX:  # a response has its date
            self._second = second
            self._made.clear()
        kind = refusal.error, keeps, refusal.reason is Reason.PAGES and _reads_pages(head)
        made = self._made.get(kind)
        if made is None or len(made[0]) != len(request_id):
            made = self._made[kind] = request_id, self._make(*kind, request_id.decode("ascii"))
        response = made[1].replace(made[0], request_id)
        return response[: response.index(_END) + len(_END)] if head.method == "HEAD" else response

    def _make(self, error: Refused, keeps: bool, is_page: bool, request_id: str) -> bytes:
        response = problem_response(error, {"request_id": request_id})
        if is_page:
            headers = [header for header in response.headers if header[0] != b"content-type"]
            headers.append((b"content-type", b"text/html; charset=utf-8"))
            response = Response(response.status, _PAGE.format(request_id=request_id).encode(), tuple(headers))
        return _as_bytes(response, request_id, *date_header(self._second), keeps=keeps)


def refusal_response(error: StoreError, request_id: str) -> bytes:
    """Return a problem document as a complete response that ends the connection."""
    return _as_bytes(problem_response(error, {"request_id": request_id}), request_id, keeps=False)


def _as_bytes(response: Response, request_id: str, *more_headers: Header, keeps: bool) -> bytes:
    status = HTTPStatus(response.status)
    headers = [
        *more_headers,
        *response.headers,
        (b"content-length", b"%d" % len(response.body)),
        (b"x-request-id", request_id.encode("ascii")),
        (b"x-content-type-options", b"nosniff"),
        (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
        (b"cache-control", b"no-store"),
        *(() if keeps else ((b"connection", b"close"),)),
    ]
    lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode("ascii"), *(b": ".join(header) for header in headers)]
    return b"\r\n".join([*lines, b"", response.body])


def _reads_pages(head: RequestHead) -> bool:
    return any(name == b"accept" and b"text/html" in value for name, value in head.headers)

"""Turns an error response, with or without an RFC 9457 problem body, into a `Failure` with cause and next step."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from plantstore.cli.support.exit_codes import Exit, Failure

_CODES = {
    HTTPStatus.BAD_REQUEST: Exit.USAGE,
    HTTPStatus.UNAUTHORIZED: Exit.NOT_ALLOWED,
    HTTPStatus.FORBIDDEN: Exit.NOT_ALLOWED,
    HTTPStatus.NOT_FOUND: Exit.NOT_FOUND,
    HTTPStatus.GONE: Exit.NOT_FOUND,
    HTTPStatus.REQUEST_TIMEOUT: Exit.NOT_REACHABLE,
    HTTPStatus.BAD_GATEWAY: Exit.NOT_REACHABLE,
    HTTPStatus.SERVICE_UNAVAILABLE: Exit.NOT_REACHABLE,
    HTTPStatus.GATEWAY_TIMEOUT: Exit.NOT_REACHABLE,
}


def failure_of(address: str, status: int, headers: Mapping[str, str], body: dict[str, Any] | None) -> Failure:
    """Return the failure for a response whose status is not 2xx. Header names must be in lower case."""
    problem = body if body is not None and ("title" in body or "detail" in body) else None
    cause = _cause(address, status, headers, problem)
    return Failure(
        cause,
        exit_code=_CODES.get(HTTPStatus(status), Exit.FAILED) if status in set(HTTPStatus) else Exit.FAILED,
        next_step=_next_step(status, headers, problem),
        fields=tuple(field for field in _fields(problem) if field.partition(": ")[2] not in cause),
        problem=_complete(address, status, headers, problem),
    )


def status_of(failure: Failure) -> int | None:
    """Return the HTTP status of the response that caused a failure; None if there was no response."""
    return None if failure.problem is None else failure.problem.get("status")


def _cause(address: str, status: int, headers: Mapping[str, str], problem: Mapping[str, Any] | None) -> str:
    if 300 <= status < 400:
        return f"{address} redirects to {headers.get('location', 'another URL')}, and redirects are not followed."
    if problem is None:
        return f"{address} responded {status}, but is not a Plant Store."
    return _sentence(str(problem.get("detail") or problem.get("title")))


def _next_step(status: int, headers: Mapping[str, str], problem: Mapping[str, Any] | None) -> str:
    if 300 <= status < 400:
        return "If you trust that URL, pass it with --url."
    if problem is None:
        return "Is --url right?"
    match status:
        case HTTPStatus.UNAUTHORIZED:
            return "Pass a valid token with --token-file, PLANTSTORE_TOKEN_FILE or PLANTSTORE_TOKEN."
        case HTTPStatus.FORBIDDEN:
            return "Use a token with that scope; `plantstore tokens create --help` lists them."
        case HTTPStatus.NOT_FOUND | HTTPStatus.GONE:
            return f"`plantstore {_noun(str(problem.get('instance', '')))} list` lists them all."
        case HTTPStatus.TOO_MANY_REQUESTS:
            return f"Try again in {headers.get('retry-after', 'a few')} seconds."
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        request_id = problem.get("request_id") or headers.get("x-request-id")
        return f"Try again; for details, search its log for {request_id}." if request_id else "Try again."
    return ""


def _noun(instance: str) -> str:
    """Return the command group whose `list` command shows items of the requested kind; `instance` is an API path.

    >>> _noun("/api/v1/plants/7"), _noun("/api/v1/receivers/rcv_1/replays/rpl_1")
    ('plants', 'replays')
    """
    parts = instance.split("/")[3:]
    return "replays" if "replays" in parts else "".join(parts[:1]) or "…"


def _fields(problem: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Return each invalid field as `name: problem`."""
    errors = problem.get("errors") if problem else None
    if not isinstance(errors, list):
        return ()
    return tuple(
        f"{str(error.get('pointer', '')).lstrip('/') or 'body'}: {error.get('detail') or error.get('code', '')}"
        for error in errors
        if isinstance(error, dict)
    )


def _complete(
    address: str, status: int, headers: Mapping[str, str], problem: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return the server's problem object; missing fields, as in a response from a proxy, are filled in."""
    detail = _cause(address, status, headers, None)
    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else "Unknown status"
    own: dict[str, Any] = dict(problem) if problem else {"type": "about:blank", "title": phrase, "detail": detail}
    own.setdefault("status", status)
    if request_id := headers.get("x-request-id"):
        own.setdefault("request_id", request_id)
    return own


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "”")) else text + "."

"""Follows deliveries live: polls the feed of attempts once a second, from the end of the previous page.

Memory use is constant, so following can continue indefinitely. While the store is unreachable, requests are retried.
"""

import functools
import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click

from plantstore.cli.support.client import Client
from plantstore.cli.support.delivery_format import response_text, short_time
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.cli.support.ids import resolve_receiver_id
from plantstore.cli.support.output import Row, discard_output, one_line, print_note

POLL_S = 1.0
BACKOFF_S_MAX = 30.0  # max interval between retries while the store is unreachable; starts at POLL_S and doubles
WAIT = time.sleep


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowFilters:
    """Which attempts to follow.

    `receiver` is an id, a prefix of one, or a name; None for all receivers. `states` are delivery states; empty for
    all. `since` is the time of the first attempt to show; None for now.
    """

    receiver: str | None
    states: frozenset[str]
    since: str | None


def follow(
    client: Client, filters: FollowFilters, *, as_json: bool, wait: Callable[[float], None] | None = None
) -> None:
    """Print each attempt until Ctrl-C or until standard output is closed; raise Failure on an error response."""
    wait = wait or WAIT
    query: dict[str, str] = {}
    if filters.receiver is not None:
        resolve = functools.partial(resolve_receiver_id, client, filters.receiver)
        query["receiver"] = _retrying(resolve, wait=wait, as_json=as_json)
    params = query if filters.since is None else query | {"since": filters.since}
    ready = False
    try:
        while True:
            page = _retrying(functools.partial(client.get, "/attempts", params), wait=wait, as_json=as_json)
            if not ready:
                ready = True
                _print_ready(client, query.get("receiver"), as_json=as_json)
            for attempt in page["items"]:
                if not filters.states or attempt["state"] in filters.states:
                    _print(attempt, as_json=as_json)
            params = query | {"after": page["after"]}
            if page["next"] is None:
                wait(POLL_S)
    except BrokenPipeError:
        discard_output()


def _retrying(request: Callable[[], Any], *, wait: Callable[[float], None], as_json: bool) -> Any:
    """Send a request until the store responds, with exponential backoff, and return the response.

    Print a note when the store becomes unreachable and when it is back. Raise any other Failure.
    """
    backoff_s = POLL_S
    while True:
        try:
            response = request()
        except Failure as failure:
            if failure.exit_code != Exit.NOT_REACHABLE:
                raise
            if backoff_s == POLL_S:
                print_note(f"{failure.cause} Retrying until it responds.", as_json=as_json)
            wait(backoff_s)
            backoff_s = min(2 * backoff_s, BACKOFF_S_MAX)
        else:
            if backoff_s > POLL_S:
                print_note("The store is back. Nothing was missed.", as_json=as_json)
            return response


def _print_ready(client: Client, receiver: str | None, *, as_json: bool) -> None:
    url = str(client.address)
    if as_json:
        _print_json({"type": "ready", "url": url, **({} if receiver is None else {"receiver": receiver})})
    else:
        subject = "all deliveries" if receiver is None else f"deliveries to {receiver}"
        click.echo(f"Ready: following {subject} at {url} (Ctrl-C stops)", err=True)


def _print(attempt: Row, *, as_json: bool) -> None:
    if as_json:
        _print_json({"type": "attempt", **attempt})
    else:
        click.echo(one_line(_line(attempt)))


def _print_json(value: Mapping[str, Any]) -> None:
    click.echo(json.dumps(value, ensure_ascii="utf" not in (sys.stdout.encoding or "").lower()))


def _line(attempt: Row) -> str:
    started, next_at = attempt.get("started_at", ""), attempt.get("next_attempt_at")
    number = "" if attempt.get("number") == 1 else f", attempt {attempt.get('number')}"
    reason = f": {attempt['reason']}" if attempt.get("reason") else ""
    result = f"{response_text(attempt)} in {attempt.get('duration_ms', 0):,.0f} ms"
    then = f" Next attempt {short_time(next_at)}." if next_at else ""
    return (
        f"{started[11:23]} {attempt['state']} {attempt['sequence']} {attempt.get('plant_name') or 'erased'} → "
        f"{attempt['receiver_name']}{number}: {result}{reason}{then}"
    )

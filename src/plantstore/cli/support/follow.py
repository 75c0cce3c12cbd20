"""Follow what is sent, live: the feed of attempts, asked once a second from where the last answer ended.

Nothing is kept but that place, so that it can run for a year. A store that does not answer is waited for.
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
from plantstore.cli.support.delivery_format import answer_words, time_words
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.cli.support.output import Row, say
from plantstore.cli.support.receiver_names import whole_receiver_id
from plantstore.cli.support.safe_text import one_line
from plantstore.cli.support.stdio import give_up_printing

POLL_S = 1.0
BACKOFF_S_MAX = 30.0  # doubled from POLL_S
WAIT = time.sleep


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """What to follow: of one receiver (an id or its beginning), in these states, from a time on; now, if none."""

    receiver: str | None
    states: frozenset[str]
    since: str | None


def follow(client: Client, watch: Follower, *, as_json: bool, wait: Callable[[float], None] | None = None) -> None:
    """Print each attempt, until Ctrl-C, until nobody reads any more, or until the store refuses."""
    wait = wait or WAIT
    query: dict[str, str] = {}
    if watch.receiver is not None:
        query["receiver"] = _patiently(
            functools.partial(whole_receiver_id, client, watch.receiver), wait=wait, as_json=as_json
        )
    asked = query if watch.since is None else query | {"since": watch.since}
    ready = False
    try:
        while True:
            page = _patiently(functools.partial(client.get, "/attempts", asked), wait=wait, as_json=as_json)
            if not ready:
                ready = True
                _print_ready(client, query.get("receiver"), as_json=as_json)
            for attempt in page["items"]:
                if not watch.states or attempt["state"] in watch.states:
                    _print(attempt, as_json=as_json)
            asked = query | {"after": page["after"]}
            if page["next"] is None:
                wait(POLL_S)
    except BrokenPipeError:
        give_up_printing()


def _patiently(ask: Callable[[], Any], *, wait: Callable[[float], None], as_json: bool) -> Any:
    """Ask until there is an answer, ever more seldom; say once that there is none, and once that there is again."""
    backoff_s = POLL_S
    while True:
        try:
            answer = ask()
        except Failure as failure:
            if failure.exit_code != Exit.NOT_REACHABLE:
                raise
            if backoff_s == POLL_S:
                say(f"{failure.cause} Trying until it answers.", as_json=as_json)
            wait(backoff_s)
            backoff_s = min(2 * backoff_s, BACKOFF_S_MAX)
        else:
            if backoff_s > POLL_S:
                say("The store answers again. Nothing was missed.", as_json=as_json)
            return answer


def _print_ready(client: Client, receiver: str | None, *, as_json: bool) -> None:
    url = str(client.address)
    if as_json:
        _print_json({"type": "ready", "url": url, **({} if receiver is None else {"receiver": receiver})})
    else:
        click.echo(
            f"Ready: following {'all deliveries' if receiver is None else receiver} of {url} (Ctrl-C stops)", err=True
        )


def _print(attempt: Row, *, as_json: bool) -> None:
    if as_json:
        _print_json({"type": "attempt", **attempt})
    else:
        click.echo(one_line(_line(attempt)))


def _print_json(value: Mapping[str, Any]) -> None:
    click.echo(json.dumps(value, ensure_ascii="utf" not in (sys.stdout.encoding or "").lower()))


def _line(attempt: Row) -> str:
    started, following = attempt.get("started_at", ""), attempt.get("next_attempt_at")
    which = "" if attempt.get("number") == 1 else f", try {attempt.get('number')}"
    why = f": {attempt['reason']}" if attempt.get("reason") else ""
    took = f"{answer_words(attempt)} in {attempt.get('duration_ms', 0):,.0f} ms"
    again = f" Next try {time_words(following)}." if following else ""
    return (
        f"{started[11:23]} {attempt['state']} {attempt['sequence']} {attempt.get('plant_name') or 'erased'} → "
        f"{attempt['receiver_name']}{which}: {took}{why}{again}"
    )

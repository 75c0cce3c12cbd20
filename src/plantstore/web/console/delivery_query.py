"""The filters of the delivery list: read from the page's URL, sent to the API, and applied to live updates."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from plantstore.domain.deliveries.answer_filter import AnswerFilter, parse_answer_filter
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.errors import Malformed
from plantstore.domain.timestamps import Instant, after, parse, to_text

ADDRESS = "/deliveries"
FILTERS = ("q", "state", "receiver", "answer", "since", "event", "group")
_COUNTED = frozenset(
    {"receiver", "state", "group"}
)  # with other filters, the counts by state are not those of the list
SPANS_S = {"1h": 3_600, "24h": 86_400, "7d": 7 * 86_400, "30d": 30 * 86_400}
SPAN_WORDS = {"1h": "last hour", "24h": "last 24 hours", "7d": "last 7 days", "30d": "last 30 days"}
ANSWER_WORDS = {
    "2xx": "accepted (2xx)",
    "3xx": "redirects (3xx)",
    "4xx": "client errors (4xx)",
    "5xx": "server errors (5xx)",
}
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, kw_only=True)
class DeliveryQuery:
    """The filters in a page's URL. `texts` are the raw values by name; `now` is the time of the request."""

    texts: dict[str, str]
    now: Instant

    @property
    def query(self) -> dict[str, str]:
        """Return the query parameters for the API operation that lists deliveries."""
        asked = dict(self.texts)
        if "since" in asked:
            asked["since"] = _whole_time(asked["since"], self.now)
        return asked

    @property
    def ungrouped(self) -> dict[str, str]:
        """Return the query parameters for a list of deliveries, even if the page groups them by event."""
        return {name: text for name, text in self.query.items() if name != "group"}

    @property
    def counted(self) -> dict[str, str] | None:
        """Return the query parameters for the API operation that counts deliveries, which only filters by receiver.

        Return None if there are other filters: the counts would not be those of the list.
        """
        if not _COUNTED.issuperset(self.texts):
            return None
        return {name: text for name, text in self.texts.items() if name == "receiver"}

    @property
    def narrows(self) -> bool:
        """True if the list may leave out deliveries."""
        return not self.texts.keys() <= {"group"}

    @property
    def grouped(self) -> bool:
        return "group" in self.texts

    @property
    def states(self) -> set[str]:
        return set(self.texts["state"].split(",")) if "state" in self.texts else set()

    def address(self, path: str = ADDRESS, **changes: str) -> str:
        """Return the URL with these filters and `changes` to them; "" as a value removes a filter."""
        pairs = self._encoded | {name: urlencode({name: text}) if text else "" for name, text in changes.items()}
        query = "&".join(pair for pair in pairs.values() if pair)
        return path + (f"?{query}" if query else "")

    @cached_property
    def _encoded(self) -> dict[str, str]:
        """Return each filter as a part of a URL. A page has some 30 links with them, and a text may be long."""
        return {name: urlencode({name: text}) for name, text in self.texts.items() if text}

    def labels(self, receivers: dict[str, str]) -> dict[str, str]:
        """Return each filter as words, by its parameter. `receivers` has names of receivers by their ids."""
        words = {
            "q": lambda text: f"“{text}”",
            "state": lambda text: " or ".join(text.split(",")),
            "receiver": lambda text: f"to {receivers.get(text, text)}",
            "answer": lambda text: f"response: {ANSWER_WORDS.get(text, text.replace('_', ' '))}",
            "since": lambda text: f"added: {SPAN_WORDS.get(text, f'since {text}')}",
            "event": lambda text: f"event {text}",
            "group": lambda text: f"grouped by {text}",
        }
        return {name: words[name](text) for name, text in self.texts.items()}

    def since_at(self) -> Instant | None:
        """Return the time of the `since` filter; None if the filter is absent or not a valid time."""
        try:
            return parse(self.query["since"]) if "since" in self.texts else None
        except ValueError:
            return None

    def live(self) -> "LiveFilter":
        """Return the filters for live updates. Raise Malformed if one can't be read."""
        try:
            states = frozenset(DeliveryState(one) for one in self.states)
            answer = parse_answer_filter(self.texts["answer"]) if "answer" in self.texts else None
            since = to_text(parse(self.query["since"])) if "since" in self.texts else ""
        except (ValueError, OverflowError) as error:  # overflow: the time is in the year 0 or 10000 in UTC
            raise Malformed("These filters can't be read.") from error
        return LiveFilter(
            receiver=self.texts.get("receiver", ""),
            states=states,
            answer=answer,
            since=since,
            event=self.texts.get("event", ""),
            searches="q" in self.texts,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveFilter:
    """Applies the filters to the attempts of the live feed, except `receiver`, which the feed itself filters.

    If `searches`, the page has found its rows by a text that the feed can't be searched for: these are updated, and no
    row is added.
    """

    receiver: str
    states: frozenset[str]
    answer: AnswerFilter | None
    since: str
    event: str
    searches: bool

    def concerns(self, attempt: dict[str, Any]) -> bool:
        """True if an attempt matches the event and time filters; the state and response filters are ignored."""
        is_event = self.event in ("", attempt["event"], str(attempt["sequence"]))
        return is_event and attempt["time"] >= self.since

    def shows(self, attempt: dict[str, Any]) -> bool:
        """True if an attempt matches the state and response filters, and its row may be added to the page."""
        if self.searches:
            return False
        if self.states and attempt["state"] not in self.states:
            return False
        return self.answer is None or self.answer.matches(OutcomeKind(attempt["outcome"]), attempt["status"])


def read_delivery_query(query: dict[str, str], now: Instant) -> DeliveryQuery:
    """Read the filters from query parameters; empty values are ignored."""
    texts = {name: query[name].strip() for name in FILTERS if query.get(name, "").strip()}
    return DeliveryQuery(texts=texts, now=now)


def _whole_time(text: str, now: Instant) -> str:
    """Return the time at which a span such as `24h` before `now`, or a day in UTC, starts.

    Return other texts unchanged: the API validates them.
    """
    if text in SPANS_S:
        return to_text(after(now, seconds=-SPANS_S[text]))
    return f"{text}T00:00:00Z" if _DAY.fullmatch(text) else text

"""The formats of bodies, and which one is in force for each event of a receiver.

A format has a version number of its own. The code of a version never changes what it returns for an event: another text
is another version, which applies to later events only. So a body is the same at each attempt, and after each upgrade.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from plantstore.domain.event import Event
from plantstore.domain.receivers.bodies.chat_messages import MESSAGES, chat_message
from plantstore.domain.receivers.bodies.expression import evaluate

FULL, BASIC, JMESPATH = "full/1", "basic/1", "jmespath/1"
SLACK, TEAMS, DISCORD, GOOGLE_CHAT = "slack/1", "teams/1", "discord/1", "google_chat/1"
FORMATS = (FULL, BASIC, JMESPATH, SLACK, TEAMS, DISCORD, GOOGLE_CHAT)


class BodyFormat(NamedTuple):
    """How bodies are computed: one of FORMATS, and the expression of JMESPATH."""

    id: str
    expression: str | None = None

    @property
    def is_stored(self) -> bool:
        """True if the body is stored with the event, so that nothing has to be computed."""
        return self.id in (FULL, BASIC)

    def body(self, event: Event) -> bytes:
        """Return the bytes to sign and send; raise BodyFailure if they cannot be computed for this event.

        An erased event has an empty body in each format. Call it in a thread unless `is_stored`: it takes up to 5 ms.
        """
        if self.id == FULL or event.erased:
            return event.body
        if self.id == BASIC:
            return event.body_basic
        if self.id in MESSAGES:
            return chat_message(self.id, json.loads(event.body))
        assert self.id == JMESPATH and self.expression is not None
        return evaluate(self.expression, json.loads(event.body))

    def applied(self, event: Event) -> Event:
        """Return the event with the body to send; raise BodyFailure. See `body`."""
        return event if self.id == FULL else event._replace(body=self.body(event))


class FormatVersion(NamedTuple):
    """A format that is in force from the event with the sequence number `first`."""

    first: int
    format: BodyFormat


class FormatVersions:
    """The formats of one receiver over time. `usual` is in force if there are no versions, or before the first."""

    __slots__ = ("_firsts", "_usual", "_versions")

    def __init__(self, usual: BodyFormat, versions: Iterable[FormatVersion] = ()) -> None:
        self._usual = usual
        self._versions = sorted(versions, key=lambda version: version.first)
        self._firsts = [version.first for version in self._versions]

    def __iter__(self) -> Iterator[FormatVersion]:
        return iter(self._versions)

    def __bool__(self) -> bool:
        """True if there are versions."""
        return bool(self._versions)

    @property
    def newest(self) -> BodyFormat:
        return self._versions[-1].format if self._versions else self._usual

    def in_force(self, sequence: int) -> BodyFormat:
        """Return the format of an event."""
        place = bisect_right(self._firsts, sequence)
        return self._versions[place - 1].format if place else self._usual

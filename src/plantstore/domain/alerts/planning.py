"""What a channel gets next, as a pure function: which problems share a message, what waits, and what is repeated.

New problems wait for GATHER_S, so that those that begin together share a message. After such a message, the next one of
the same rule waits longer each time, up to PACE_S_MAX. Reminders come at growing intervals until a problem has ended or
was acknowledged. Quiet hours hold everything back for one digest.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from plantstore.domain.alerts.incident import Announcement, Facts
from plantstore.domain.alerts.message import MessageKind, Severity
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.timestamps import SECOND_US, Instant, after

GATHER_S = 10  # how long new problems wait for others that begin at the same time
PACE_S_MIN, PACE_S_MAX = 120, 3_600  # wait between messages about new problems of one rule: doubled each time
CALM_S = 3_600  # after this long without new problems, the wait of a rule is PACE_S_MIN again
REMINDERS_S = (3_600, 4 * 3_600, 24 * 3_600)  # waits before the first, second and each later reminder
REMINDERS_TOGETHER_S = 600  # reminders that are due within this time share a message
WITHOUT_REMINDERS = frozenset({RuleKey.CHANNEL_FAILING})

# How an incident ended, in its facts. The last two are not reported: another alert says it, or the rule is off.
ENDED, RECOVERED, PAUSED, REMOVED, DISABLED, OFF = "ended", "recovered", "paused", "removed", "disabled", "off"
_UNREPORTED = frozenset({DISABLED, OFF})


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """When a channel last got a message of one kind, and how long the next one has to wait."""

    sent_at: Instant
    wait_s: int


Paces = Mapping[str, Pace]
"""The pace of each kind of message: the key of a rule, or that of a rule with CLOSED_ENDING."""

CLOSED_ENDING = ".closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What is known about a channel at a time. `quiet_until` is when the present quiet hours end; None outside them.

    `quiet_ended_at` is when the latest quiet hours ended. While messages still wait to be sent (`has_pending`), there
    are no reminders. `reports_closed` says whether the channel gets the message
    that a problem of a rule has ended.
    """

    now: Instant
    quiet_until: Instant | None = None
    quiet_ended_at: Instant | None = None
    critical_through: bool = True
    has_pending: bool = False
    paces: Paces = field(default_factory=dict)
    reports_closed: Callable[[RuleKey], bool] = lambda _rule: True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMessage:
    """A message to make: the problems that it reports for the first time, again, and as ended."""

    kind: MessageKind
    opened: Sequence[Announcement] = ()
    reminded: Sequence[Announcement] = ()
    closed: Sequence[Announcement] = ()

    @property
    def all(self) -> Sequence[Announcement]:
        return (*self.opened, *self.reminded, *self.closed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The messages to make, the problems that ended without a message, and the paces that have changed."""

    messages: Sequence[PlannedMessage] = ()
    unreported: Sequence[Announcement] = ()
    paces: Paces = field(default_factory=dict)


def plan(announcements: Collection[Announcement], situation: Situation) -> Plan:
    """Return what to send to a channel now. `announcements` are all of the channel that are not finished."""
    now = situation.now
    waiting = [one for one in announcements if one.announced_at is None]
    ended = [one for one in announcements if one.announced_at is not None and not one.incident.is_open]
    unreported = [one for one in ended if not _is_reported(one, situation)]
    closing = [one for one in ended if _is_reported(one, situation)]
    due = [] if situation.has_pending else [one for one in announcements if _may_be_reminded(one, now)]
    if situation.quiet_until is not None:
        waiting, closing, due = (
            [one for one in some if _breaks_through(one, situation)] for some in (waiting, closing, due)
        )
    elif _has_digest(waiting, closing, situation.quiet_ended_at):
        digest = PlannedMessage(
            kind=MessageKind.DIGEST, opened=waiting, closed=closing, reminded=_reminders(due, now=now)
        )
        paces = _next_paces(situation.paces, {one.incident.rule for one in waiting}, now=now)
        return Plan(messages=[digest], unreported=unreported, paces=paces)
    opened, opened_paces = _ready(waiting, situation, since=_opened_at, ending="")
    closed, closed_paces = _ready(closing, situation, since=_ended_at, ending=CLOSED_ENDING)
    messages = [
        PlannedMessage(kind=MessageKind.OPENED, opened=opened),
        PlannedMessage(kind=MessageKind.REMINDER, reminded=_reminders(due, now=now)),
        PlannedMessage(kind=MessageKind.CLOSED, closed=closed),
    ]
    return Plan(
        messages=[message for message in messages if message.all],
        unreported=unreported,
        paces=opened_paces | closed_paces,
    )


def reminded(announcement: Announcement, *, now: Instant) -> Announcement:
    """Return an announcement after a message about it at `now`, with the time of its next reminder."""
    is_first = announcement.announced_at is None
    count = 0 if is_first else announcement.reminders + 1
    wait_s = REMINDERS_S[min(count, len(REMINDERS_S) - 1)]
    repeats = announcement.incident.is_open and announcement.incident.rule not in WITHOUT_REMINDERS
    return Announcement(
        incident=announcement.incident,
        announced_at=now if is_first else announcement.announced_at,
        reminders=count,
        remind_at=after(now, seconds=wait_s) if repeats else None,
    )


def how_it_ended(facts: Facts) -> str:
    return str(facts.get(ENDED, RECOVERED))


def _is_reported(one: Announcement, situation: Situation) -> bool:
    return how_it_ended(one.incident.facts) not in _UNREPORTED and situation.reports_closed(one.incident.rule)


def _may_be_reminded(one: Announcement, now: Instant) -> bool:
    """True if a reminder is due now or soon."""
    if one.remind_at is None or not one.incident.is_open or one.incident.is_quiet(now):
        return False
    return one.remind_at <= after(now, seconds=REMINDERS_TOGETHER_S)


def _reminders(due: Sequence[Announcement], *, now: Instant) -> Sequence[Announcement]:
    """Return all reminders of the next minutes if at least one is due now, otherwise none."""
    return due if any(one.remind_at is not None and one.remind_at <= now for one in due) else ()


def _breaks_through(one: Announcement, situation: Situation) -> bool:
    return situation.critical_through and one.incident.definition.severity is Severity.CRITICAL


def _has_digest(
    waiting: Sequence[Announcement], closing: Sequence[Announcement], quiet_ended_at: Instant | None
) -> bool:
    """True if something waited for the end of the latest quiet hours."""
    if quiet_ended_at is None:
        return False
    return any(one.incident.opened_at < quiet_ended_at for one in waiting) or any(
        _ended_at(one) < quiet_ended_at for one in closing
    )


def _ready(
    found: Sequence[Announcement], situation: Situation, *, since: Callable[[Announcement], Instant], ending: str
) -> tuple[Sequence[Announcement], dict[str, Pace]]:
    """Return what a message may report now, and the paces after it: nothing unless a rule has gathered long enough."""
    by_rule: dict[RuleKey, list[Announcement]] = {}
    for one in found:
        by_rule.setdefault(one.incident.rule, []).append(one)
    now, paces = situation.now, situation.paces
    allowed = {rule: some for rule, some in by_rule.items() if _may_follow(paces.get(rule + ending), now)}
    if not any(now >= after(min(map(since, some)), seconds=GATHER_S) for some in allowed.values()):
        return (), {}
    together = [one for some in allowed.values() for one in some]
    return together, _next_paces(paces, allowed, now=now, ending=ending)


def _may_follow(pace: Pace | None, now: Instant) -> bool:
    return pace is None or now >= after(pace.sent_at, seconds=pace.wait_s)


def _next_paces(paces: Paces, rules: Collection[RuleKey], *, now: Instant, ending: str = "") -> dict[str, Pace]:
    return {rule + ending: _next_pace(paces.get(rule + ending), now) for rule in rules}


def _next_pace(pace: Pace | None, now: Instant) -> Pace:
    if pace is None or now - pace.sent_at > (pace.wait_s + CALM_S) * SECOND_US:
        return Pace(sent_at=now, wait_s=PACE_S_MIN)
    return Pace(sent_at=now, wait_s=min(PACE_S_MAX, 2 * pace.wait_s))


def _opened_at(one: Announcement) -> Instant:
    return one.incident.opened_at


def _ended_at(one: Announcement) -> Instant:
    assert one.incident.ended_at is not None
    return one.incident.ended_at

"""Which message a channel gets when: over any history, each problem is reported once, and its end after that."""

from dataclasses import dataclass, field, replace
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from plantstore.domain.alerts.incident import Announcement, Incident
from plantstore.domain.alerts.message import MessageKind
from plantstore.domain.alerts.planning import (
    GATHER_S,
    PACE_S_MAX,
    Pace,
    PlannedMessage,
    Situation,
    plan,
    reminded,
)
from plantstore.domain.alerts.quiet_hours import QuietHours
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.timestamps import SECOND_US, Instant, after
from tests.makers import NOON

UTC = ZoneInfo("UTC")
STEP_S = 5
RULES = (RuleKey.RECEIVER_FAILING, RuleKey.RECEIVER_DISABLED, RuleKey.DISK_LOW)


@dataclass
class Channel:
    """A channel and what it has got. `quiet` are its quiet hours."""

    quiet: QuietHours | None = None
    announcements: dict[str, Announcement] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    paces: dict[str, Pace] = field(default_factory=dict)
    got: list[tuple[Instant, PlannedMessage]] = field(default_factory=list)

    def look(self, now: Instant) -> None:
        situation = Situation(
            now=now,
            quiet_until=None if self.quiet is None else self.quiet.end(now, UTC),
            quiet_ended_at=None if self.quiet is None else self.quiet.last_end(now, UTC),
            critical_through=self.quiet is None or self.quiet.critical_through,
            paces=self.paces,
        )
        unfinished = [one for id, one in self.announcements.items() if id not in self.closed]
        made = plan(unfinished, situation)
        for message in made.messages:
            self.got.append((now, message))
            for one in message.all:
                self._note(reminded(one, now=now))
        for one in made.unreported:
            self._note(one)
        self.paces |= made.paces

    def _note(self, one: Announcement) -> None:
        self.announcements[one.incident.id] = one
        if not one.incident.is_open:
            self.closed.add(one.incident.id)

    def opened(self) -> list[str]:
        return [one.incident.id for _, message in self.got for one in message.opened]

    def ended(self) -> list[str]:
        return [one.incident.id for _, message in self.got for one in message.closed]


@dataclass
class History:
    """Problems that begin and end, as a channel sees them."""

    channel: Channel
    now: Instant = NOON
    open: dict[tuple[RuleKey, int], str] = field(default_factory=dict)
    count: int = 0

    def toggle(self, rule: RuleKey, subject: int) -> None:
        key = (rule, subject)
        if key in self.open:
            id = self.open.pop(key)
            one = self.channel.announcements[id]
            ended = replace(one.incident, ended_at=self.now)
            self.channel.announcements[id] = replace(one, incident=ended)
            return
        self.count += 1
        id = self.open[key] = f"inc_{self.count:04}"
        incident = Incident(
            id=id,
            rule=rule,
            subject=f"rcv_{subject}",
            subject_name=f"Shop {subject}",
            facts={},
            began_at=self.now,
            opened_at=self.now,
        )
        self.channel.announcements[id] = Announcement(incident=incident)

    def wait(self, seconds: int) -> None:
        end = after(self.now, seconds=seconds)
        step_s = STEP_S if seconds <= 900 else 60
        while self.now < end:
            self.now = min(end, after(self.now, seconds=step_s))
            self.channel.look(self.now)


CHANGES = st.lists(
    st.tuples(st.sampled_from(RULES), st.integers(1, 3), st.sampled_from((0, 5, 20, 130, 600))), max_size=25
)
QUIET = st.none() | st.builds(
    QuietHours,
    from_minute=st.integers(11 * 60, 12 * 60 + 30),
    until_minute=st.integers(12 * 60 + 31, 13 * 60),
    critical_through=st.booleans(),
)


@given(CHANGES, QUIET)
@settings(max_examples=50)
def test_each_problem_is_reported_once_and_its_end_after_it(
    changes: list[tuple[RuleKey, int, int]], quiet: QuietHours | None
) -> None:
    history = History(Channel(quiet))
    for rule, subject, wait_s in changes:
        history.toggle(rule, subject)
        history.wait(wait_s)
    history.wait(2 * PACE_S_MAX + 3_600)

    channel = history.channel
    assert sorted(channel.opened()) == sorted(channel.announcements)
    assert len(set(channel.ended())) == len(channel.ended())
    reported: set[str] = set()
    for _, message in channel.got:
        for one in message.closed:
            assert one.incident.id in reported
        reported |= {one.incident.id for one in message.opened}
    assert channel.closed == {id for id, one in channel.announcements.items() if not one.incident.is_open}


@given(CHANGES)
@settings(max_examples=50)
def test_the_first_problem_of_a_rule_is_reported_soon(changes: list[tuple[RuleKey, int, int]]) -> None:
    history = History(Channel())
    for rule, subject, wait_s in changes:
        history.toggle(rule, subject)
        history.wait(wait_s)
    history.wait(60)

    for rule in {rule for rule, _, _ in changes}:
        first = min(
            (at, one.incident.opened_at)
            for at, message in history.channel.got
            for one in message.opened
            if one.incident.rule is rule
        )
        assert first[0] - first[1] <= (GATHER_S + STEP_S) * SECOND_US


def test_quiet_hours_end_with_one_digest() -> None:
    history = History(Channel(QuietHours(from_minute=12 * 60, until_minute=13 * 60)))
    history.wait(60)
    history.toggle(RuleKey.RECEIVER_FAILING, 1)
    history.toggle(RuleKey.RECEIVER_FAILING, 2)
    history.wait(600)
    history.toggle(RuleKey.RECEIVER_FAILING, 2)
    history.wait(3_600)

    [(at, digest)] = history.channel.got
    assert digest.kind is MessageKind.DIGEST
    assert at == after(NOON, seconds=3_600)
    assert [one.incident.is_open for one in digest.opened] == [True, False]


def test_critical_problems_break_through_quiet_hours_if_that_is_chosen() -> None:
    for critical_through in (True, False):
        quiet = QuietHours(from_minute=12 * 60, until_minute=13 * 60, critical_through=critical_through)
        history = History(Channel(quiet))
        history.toggle(RuleKey.DISK_LOW, 0)
        history.toggle(RuleKey.RECEIVER_FAILING, 1)
        history.wait(600)

        assert history.channel.opened() == (["inc_0001"] if critical_through else [])

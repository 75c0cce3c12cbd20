"""Puts problems into words: the title and the lines of a message, and one sentence for lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from plantstore.domain.alerts.incident import Announcement, Incident
from plantstore.domain.alerts.message import MessageKind, Severity
from plantstore.domain.alerts.planning import PAUSED, REMOVED, PlannedMessage, how_it_ended
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.timestamps import SECOND_US, Instant, to_datetime

LINES_MAX = 20  # max problems with a line of their own in a message; the others are counted
NAME_CHARS_MAX = 80  # max characters of a name in a message
_MINUTE_S, _HOUR_S, _DAY_S = 60, 3_600, 86_400

_ONE = {
    RuleKey.RECEIVER_FAILING: "{name} is failing",
    RuleKey.RECEIVER_DISABLED: "{name} is disabled",
    RuleKey.DELIVERIES_EXHAUSTED: "Deliveries to {name} were given up",
    RuleKey.CERTIFICATE_EXPIRING: "A certificate of {name} expires soon",
    RuleKey.BACKLOG_OLD: "A delivery has been queued for too long",
    RuleKey.AUDIT: "The audit found a mistake in the data",
    RuleKey.DISK_LOW: "The disk is almost full",
    RuleKey.BACKUP_OLD: "The last backup is old",
    RuleKey.BACKUP_BEHIND: "The continuous backup is behind",
    RuleKey.NO_DISPATCHER: "No process delivers",
    RuleKey.REPLICATION: "A standby of the database is behind",
    RuleKey.IMPORT_FINISHED: "Import finished: {name}",
    RuleKey.IMPORT_FAILED: "Import failed: {name}",
    RuleKey.CHANNEL_FAILING: "The alert channel {name} is failing",
}
_SEVERAL = {
    RuleKey.RECEIVER_FAILING: "{count} receivers are failing",
    RuleKey.RECEIVER_DISABLED: "{count} receivers are disabled",
    RuleKey.DELIVERIES_EXHAUSTED: "Deliveries to {count} receivers were given up",
    RuleKey.CERTIFICATE_EXPIRING: "Certificates of {count} receivers expire soon",
    RuleKey.AUDIT: "The audit found {count} kinds of mistakes in the data",
    RuleKey.IMPORT_FINISHED: "{count} imports finished",
    RuleKey.IMPORT_FAILED: "{count} imports failed",
    RuleKey.CHANNEL_FAILING: "{count} alert channels are failing",
}
_CLOSED_ONE = {
    RuleKey.RECEIVER_FAILING: "{name} works again",
    RuleKey.RECEIVER_DISABLED: "{name} is no longer disabled",
    RuleKey.DELIVERIES_EXHAUSTED: "No delivery to {name} is given up any more",
    RuleKey.CERTIFICATE_EXPIRING: "{name} has a new certificate",
    RuleKey.BACKLOG_OLD: "The backlog is recent again",
    RuleKey.AUDIT: "The audit is clean again",
    RuleKey.DISK_LOW: "There is enough disk space again",
    RuleKey.BACKUP_OLD: "There is a new backup",
    RuleKey.BACKUP_BEHIND: "The continuous backup is up to date again",
    RuleKey.NO_DISPATCHER: "A process delivers again",
    RuleKey.REPLICATION: "The standbys are up to date again",
    RuleKey.CHANNEL_FAILING: "The alert channel {name} works again",
}
_CLOSED_SEVERAL = {
    RuleKey.RECEIVER_FAILING: "{count} receivers work again",
    RuleKey.RECEIVER_DISABLED: "{count} receivers are no longer disabled",
}
_STOPPED = {PAUSED: "{name} was paused", REMOVED: "{name} was removed"}
_SEVERITIES = (Severity.CRITICAL, Severity.WARNING, Severity.INFO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The title and the lines of a message."""

    title: str
    lines: tuple[str, ...]
    severity: Severity


def words_of(message: PlannedMessage, *, zone: ZoneInfo, now: Instant) -> Words:
    """Return the words of a message, with times in the store's time zone."""
    lines = [line for one in message.all for line in _lines(one, zone=zone, now=now, alone=len(message.all) == 1)]
    if len(message.all) > LINES_MAX:
        lines = [*lines[:LINES_MAX], f"{len(message.all) - LINES_MAX:,} more are not listed here."]
    return Words(title=_title(message), lines=tuple(lines), severity=_severity(message))


def headline(incident: Incident) -> str:
    """Return what an incident is, in a few words."""
    texts = _ONE if incident.is_open or incident.rule not in _CLOSED_ONE else _CLOSED_ONE
    if not incident.is_open:
        texts = texts | {incident.rule: _STOPPED.get(how_it_ended(incident.facts), texts[incident.rule])}
    return texts[incident.rule].format(name=_name(incident))


def sentence(incident: Incident, *, zone: ZoneInfo, now: Instant) -> str:
    """Return the details of an incident: since when, and its numbers."""
    return _sentence(incident, zone, now) if incident.is_open else _closed_sentence(incident)


def duration_text(seconds: float) -> str:
    """Return a duration in its two largest units.

    >>> duration_text(20 * 60), duration_text(7_500), duration_text(90_000)
    ('20 minutes', '2 h 5 min', '1 d 1 h')
    """
    whole = max(0, round(seconds))
    if whole < 2 * _MINUTE_S:
        return f"{whole} seconds" if whole != 1 else "1 second"
    if whole < 2 * _HOUR_S:
        return f"{whole // _MINUTE_S} minutes"
    if whole < _DAY_S:
        return f"{whole // _HOUR_S} h {whole % _HOUR_S // _MINUTE_S} min"
    return f"{whole // _DAY_S} d {whole % _DAY_S // _HOUR_S} h"


def _title(message: PlannedMessage) -> str:
    if message.kind is MessageKind.DIGEST:
        over = sum(1 for one in message.all if not one.incident.is_open)
        return f"During quiet hours: {_counted(len(message.all), 'problem')}, {over} of them over"
    parts = _titles([one.incident for one in message.all])
    text = ", ".join(parts) if len(parts) <= 2 else f"{len(message.all)} problems: {parts[0]}, and others"
    return f"Reminder: {text}" if message.kind is MessageKind.REMINDER else text


def _titles(incidents: Sequence[Incident]) -> list[str]:
    """Return a text for each kind of problem among the incidents, in their order."""
    kinds: dict[tuple[RuleKey, bool, str], list[Incident]] = {}
    for one in incidents:
        kinds.setdefault((one.rule, one.is_open, "" if one.is_open else how_it_ended(one.facts)), []).append(one)
    return [_title_of(rule, how, some) for (rule, _, how), some in kinds.items()]


def _title_of(rule: RuleKey, how: str, incidents: Sequence[Incident]) -> str:
    """Return a text for incidents of one rule that are all open, or all ended in the same way."""
    if len(incidents) == 1:
        return headline(incidents[0])
    if how in _STOPPED:
        return f"{len(incidents):,} receivers were {how}"
    is_over = bool(how) and rule in _CLOSED_ONE
    several = (_CLOSED_SEVERAL if is_over else _SEVERAL).get(rule, "{count} problems are over")
    return several.format(count=f"{len(incidents):,}")


def _lines(one: Announcement, *, zone: ZoneInfo, now: Instant, alone: bool) -> list[str]:
    incident = one.incident
    details = sentence(incident, zone=zone, now=now)
    if alone:
        return [details]
    return [f"{headline(incident)}. {details}"]


def _severity(message: PlannedMessage) -> Severity:
    present = {one.incident.definition.severity for one in message.all if one.incident.is_open}
    events = {one.incident.definition.severity for one in message.opened if one.incident.definition.recovered == ""}
    return next((one for one in _SEVERITIES if one in present | events), Severity.RESOLVED)


def _sentence(incident: Incident, zone: ZoneInfo, now: Instant) -> str:
    facts, since = incident.facts, _clock(incident.began_at, zone, now)
    match incident.rule:
        case RuleKey.RECEIVER_FAILING:
            return _joined(facts.get("cause", ""), f"Failing since {since}. {_queued(facts)}")
        case RuleKey.RECEIVER_DISABLED:
            why = "It responded 410" if facts.get("reason") == "gone" else "It did not respond for five days"
            return f"{why}. Nothing is sent to it until someone resumes it. {_queued(facts)}"
        case RuleKey.DELIVERIES_EXHAUSTED:
            count = _counted(facts.get("count", 0), "delivery", "deliveries")
            return f"{count} failed in all attempts. Retry or cancel them."
        case RuleKey.CERTIFICATE_EXPIRING:
            ends_at = Instant(facts.get("ends_at", 0))
            if ends_at <= now:
                return f"It expired {_clock(ends_at, zone, now)}. Give the receiver a new one."
            return f"It expires {_clock(ends_at, zone, now)}. Requests fail from then on, unless there is a new one."
        case RuleKey.BACKLOG_OLD:
            return f"The oldest queued delivery is of {since}, to {_short(facts.get('receiver', 'a receiver'))}."
        case RuleKey.AUDIT:
            return f"{_short(facts.get('detail', ''), 200)} Count: {facts.get('count', 0):,}."
        case RuleKey.DISK_LOW:
            return f"{facts.get('free_mb', 0):,} MB are free. When the disk is full, nothing can be added or delivered."
        case RuleKey.BACKUP_OLD:
            return f"The last backup was made {_clock(Instant(facts.get('at', 0)), zone, now)}."
        case RuleKey.BACKUP_BEHIND:
            complete_at = Instant(facts.get("complete_at", 0))
            state = f"It is complete until {_clock(complete_at, zone, now)}."
            if not complete_at:
                state = "It has not been complete since the store was started."
            return _joined(_short(facts.get("why", ""), 200), state)
        case RuleKey.NO_DISPATCHER:
            return "Deliveries wait until a process whose role is all or dispatcher is started."
        case RuleKey.REPLICATION:
            if facts.get("missing"):
                return "A synchronous standby is configured but not connected. Commits wait until one is."
            return f"It is {duration_text(facts.get('lag_s', 0))} behind."
        case RuleKey.CHANNEL_FAILING:
            return _joined(_short(facts.get("words", ""), 200), f"Its messages have been failing since {since}.")
        case _:
            return _closed_sentence(incident)


def _closed_sentence(incident: Incident) -> str:
    facts, rule = incident.facts, incident.rule
    if rule is RuleKey.IMPORT_FAILED:
        return _short(facts.get("error", ""), 300) or "See its page."
    if rule is RuleKey.IMPORT_FINISHED:
        changes = f"{facts.get('added', 0):,} plants added, {facts.get('updated', 0):,} updated"
        return f"{changes}, {facts.get('skipped', 0):,} skipped, {facts.get('bad', 0):,} rows with problems."
    assert incident.ended_at is not None
    lasted = duration_text((incident.ended_at - incident.began_at) / SECOND_US)
    if rule is not RuleKey.RECEIVER_FAILING:
        return f"It lasted {lasted}."
    return f"It was failing for {lasted}. {_caught_up(incident)}"


def _caught_up(incident: Incident) -> str:
    queued, left = int(incident.facts.get("queued", 0)), int(incident.facts.get("left", 0))
    done = max(0, queued - left)
    if not queued:
        return "No delivery was waiting."
    rest = f" {left:,} are still queued and follow now." if left else ""
    return f"{_counted(done, 'delivery', 'deliveries')} caught up.{rest}"


def _queued(facts: object) -> str:
    count = int(facts.get("queued", 0)) if isinstance(facts, dict) else 0
    return f"{_counted(count, 'delivery is', 'deliveries are')} queued; none is lost." if count else "None is lost."


def _clock(at: Instant, zone: ZoneInfo, now: Instant) -> str:
    moment, today = to_datetime(at).astimezone(zone), to_datetime(now).astimezone(zone)
    return f"{moment:%H:%M}" if moment.date() == today.date() else f"{moment.day} {moment:%b, %H:%M}"


def _name(incident: Incident) -> str:
    return _short(incident.subject_name)


def _short(text: str, chars_max: int = NAME_CHARS_MAX) -> str:
    """Return one printable line of at most `chars_max` characters."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= chars_max else line[: chars_max - 1] + "…"


def _joined(*texts: str) -> str:
    return " ".join(text for text in texts if text)


def _counted(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or one + 's'}"

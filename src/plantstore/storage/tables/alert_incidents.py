"""Incidents, and what channels got about them: tables `alert_incidents`, `alert_announcements` and `alert_pacing`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from plantstore.domain.alerts.incident import Announcement, Facts, Incident
from plantstore.domain.alerts.planning import Pace
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import chunks
from plantstore.storage.engine.keyset import FIRST_PAGE, KeysetPage, join_conditions
from plantstore.storage.engine.protocols import Row

_COLUMNS = (
    *("id", "rule", "subject", "subject_name", "facts", "began_at", "opened_at", "ended_at"),
    *("acknowledged_at", "acknowledged_by", "acknowledged_name", "muted_until"),
)
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM alert_incidents"
_UNFINISHED = (
    f"SELECT {', '.join(f'alert_incidents.{name}' for name in _COLUMNS)}, "
    "channel_id, announced_at, reminders, remind_at FROM alert_announcements "
    "JOIN alert_incidents ON alert_incidents.id = alert_announcements.incident_id "
    "WHERE closed_at IS NULL ORDER BY channel_id, began_at, alert_incidents.id"
)
_to_json = msgspec.json.Encoder().encode
_from_json = msgspec.json.Decoder(dict[str, Any]).decode


def lock(tx: Transaction) -> None:
    """Let no other transaction that changes incidents or messages run until this one ends."""
    tx.connection.advisory_lock("alerts")


def open_incidents(tx: Transaction) -> list[Incident]:
    """Return all incidents that have not ended, the oldest first."""
    return [_from_row(row) for row in tx.execute(f"{_SELECT} WHERE ended_at IS NULL ORDER BY began_at, id")]


def open_keys(tx: Transaction) -> dict[tuple[str, str], str]:
    """Return the id of each open incident by its rule and subject."""
    rows = tx.execute("SELECT rule, subject, id FROM alert_incidents WHERE ended_at IS NULL")
    return {(rule, subject): id for rule, subject, id in rows}


def find(tx: Transaction, incident_id: str) -> Incident | None:
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (incident_id,))
    return _from_row(rows[0]) if rows else None


def find_many(tx: Transaction, ids: Collection[str]) -> list[Incident]:
    """Return the incidents with these ids that exist, the oldest first."""
    found = []
    for chunk in chunks(sorted(ids)):
        found += tx.execute(f"{_SELECT} WHERE id IN ({', '.join('?' * len(chunk))})", chunk)
    return sorted(map(_from_row, found), key=lambda one: (one.began_at, one.id))


def page(
    tx: Transaction, *, limit: int, is_open: bool | None = None, keyset: KeysetPage = FIRST_PAGE
) -> list[Incident]:
    """Return at most `limit` incidents at a position in the list of all, the newest first."""
    where, values = join_conditions(keyset.conditions("id", list_descending=True))
    state = "" if is_open is None else f" AND ended_at IS {'NULL' if is_open else 'NOT NULL'}"
    sql = f"{_SELECT} WHERE {where}{state} ORDER BY {keyset.order('id', list_descending=True)} LIMIT ?"
    return [_from_row(row) for row in tx.execute(sql, (*values, limit))]


def known_subjects(tx: Transaction, rule: RuleKey, subjects: Collection[str]) -> set[str]:
    """Return the subjects among these for which there is or was an incident of a rule."""
    found: set[str] = set()
    for chunk in chunks(sorted(subjects)):
        sql = f"SELECT subject FROM alert_incidents WHERE rule = ? AND subject IN ({', '.join('?' * len(chunk))})"
        found.update(row[0] for row in tx.execute(sql, (rule, *chunk)))
    return found


def insert(tx: Transaction, incidents: Sequence[Incident], *, for_channels: Mapping[str, Collection[str]]) -> None:
    """Store new incidents. `for_channels` are the ids of the channels that are to get each, by its id."""
    if not incidents:
        return
    tx.insert("alert_incidents", _COLUMNS, [_to_row(incident) for incident in incidents])
    waiting = [(channel, incident, 0) for incident, channels in for_channels.items() for channel in channels]
    if waiting:
        tx.insert("alert_announcements", ("channel_id", "incident_id", "reminders"), waiting)


def end(tx: Transaction, incident_id: str, *, facts: Facts) -> None:
    sql = "UPDATE alert_incidents SET ended_at = ?, facts = ? WHERE id = ? AND ended_at IS NULL"
    tx.update(sql, (tx.now, _to_json(facts).decode(), incident_id))


def put_facts(tx: Transaction, incident_id: str, facts: Facts) -> None:
    tx.update("UPDATE alert_incidents SET facts = ? WHERE id = ?", (_to_json(facts).decode(), incident_id))


def acknowledge(tx: Transaction, ids: Iterable[str], *, by: str, name: str) -> int:
    """Record that a person knows of these open incidents; return how many were not acknowledged before."""
    sql = (
        "UPDATE alert_incidents SET acknowledged_at = ?, acknowledged_by = ?, acknowledged_name = ? "
        "WHERE id = ? AND ended_at IS NULL AND acknowledged_at IS NULL"
    )
    return sum(tx.update(sql, (tx.now, by, name, incident_id)) for incident_id in ids)


def mute(tx: Transaction, incident_id: str, *, until: Instant | None) -> None:
    """Send no reminder of an incident before `until`; None ends the mute."""
    tx.update("UPDATE alert_incidents SET muted_until = ? WHERE id = ? AND ended_at IS NULL", (until, incident_id))


def unfinished(tx: Transaction) -> dict[str, list[Announcement]]:
    """Return what channels are still to get, by channel: new incidents, and those whose end was not reported."""
    found: dict[str, list[Announcement]] = {}
    for row in tx.execute(_UNFINISHED):
        channel_id, announced_at, reminders, remind_at = row[len(_COLUMNS) :]
        incident = _from_row(row[: len(_COLUMNS)])
        found.setdefault(channel_id, []).append(
            Announcement(incident=incident, announced_at=announced_at, reminders=reminders, remind_at=remind_at)
        )
    return found


def is_any_due(tx: Transaction, *, within_s: float = 0.0) -> bool:
    """True if a channel may have to get something within this time: a new incident, a reminder, an incident's end."""
    unfinished = "SELECT 1 FROM alert_announcements WHERE closed_at IS NULL"
    ended = "SELECT 1 FROM alert_incidents WHERE id = incident_id AND ended_at IS NOT NULL"
    sql = f"{unfinished} AND (announced_at IS NULL OR remind_at <= ? OR EXISTS ({ended})) LIMIT 1"
    return bool(tx.execute(sql, (after(tx.now, seconds=within_s),)))


def put_announcements(tx: Transaction, channel_id: str, announcements: Sequence[Announcement]) -> None:
    """Store when incidents were reported to a channel; those that have ended are finished."""
    sql = (
        "UPDATE alert_announcements SET announced_at = ?, reminders = ?, remind_at = ?, closed_at = ? "
        "WHERE channel_id = ? AND incident_id = ?"
    )
    for one in announcements:
        closed_at = None if one.incident.is_open else tx.now
        values = (one.announced_at, one.reminders, one.remind_at, closed_at, channel_id, one.incident.id)
        tx.update(sql, values)


def paces(tx: Transaction) -> dict[str, dict[str, Pace]]:
    """Return the paces of all channels, by channel and kind of message."""
    found: dict[str, dict[str, Pace]] = {}
    for channel_id, rule, sent_at, wait_s in tx.execute("SELECT channel_id, rule, sent_at, wait_s FROM alert_pacing"):
        found.setdefault(channel_id, {})[rule] = Pace(sent_at=sent_at, wait_s=wait_s)
    return found


def put_paces(tx: Transaction, channel_id: str, changed: Mapping[str, Pace]) -> None:
    sql = (
        "INSERT INTO alert_pacing (channel_id, rule, sent_at, wait_s) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (channel_id, rule) DO UPDATE SET sent_at = excluded.sent_at, wait_s = excluded.wait_s"
    )
    for rule, pace in changed.items():
        tx.execute(sql, (channel_id, rule, pace.sent_at, pace.wait_s))


def remove_channel(tx: Transaction, channel_id: str) -> None:
    """Delete what a channel got and was to get."""
    tx.update("DELETE FROM alert_announcements WHERE channel_id = ?", (channel_id,))
    tx.update("DELETE FROM alert_pacing WHERE channel_id = ?", (channel_id,))


def remove_old(tx: Transaction, *, before: Instant, limit: int) -> int:
    """Delete at most `limit` incidents that ended before `before`; return how many."""
    sql = "SELECT id FROM alert_incidents WHERE ended_at < ? ORDER BY ended_at LIMIT ?"
    found = [row[0] for row in tx.execute(sql, (before, limit))]
    for incident_id in found:
        tx.update("DELETE FROM alert_announcements WHERE incident_id = ?", (incident_id,))
        tx.update("DELETE FROM alert_incidents WHERE id = ?", (incident_id,))
    return len(found)


def _to_row(incident: Incident) -> Row:
    return tuple(_to_json(incident.facts).decode() if name == "facts" else getattr(incident, name) for name in _COLUMNS)


def _from_row(row: Row) -> Incident:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["facts"] = _from_json(named["facts"])
    named["rule"] = RuleKey(named["rule"])
    return Incident(**named)

"""Rows of the tables of alerts, written without the program, to copy."""

from typing import Any


def rows(*, at: int, odd: str) -> dict[str, list[dict[str, Any]]]:
    """Return rows of every table of alerts. `odd` is text that is likely to break code that writes text into text."""
    acknowledged = {"acknowledged_at": at, "acknowledged_by": "tok_1", "acknowledged_name": odd}
    return {
        "alert_rules": [
            {"rule": "receiver_failing", "enabled": 1, "threshold": 30, "changed_by": "tok_1", "changed_at": at},
            {"rule": "audit", "enabled": 0, "threshold": None, "changed_by": "tok_1", "changed_at": at},
        ],
        "alert_channels": [
            {
                "id": f"ach_{number}",
                "name": odd,
                "kind": "slack",
                "config": b"\x00\xff",
                "shown": "https://chat.example/…",
            }
            | {"version": 1, "created_by": "tok_1", "created_at": at, "updated_at": at}
            | {"last_sent_at": sent_at, "last_result": sent_at and "refused", "last_words": sent_at and odd}
            for number, sent_at in ((1, None), (2, at))
        ],
        "alert_routes": [
            {"channel_id": "ach_1", "rule": rule, "wanted": wanted} for rule, wanted in (("audit", 0), ("disk", 1))
        ],
        "alert_quiet_hours": [
            {"scope": scope, "from_minute": 1140, "until_minute": 450, "days": 127, "critical_through": 1}
            for scope in ("", "ach_1")
        ],
        "alert_incidents": [
            {"id": f"inc_{number}", "rule": "receiver_failing", "subject": "rcv_1", "subject_name": odd, "facts": "{}"}
            | {"began_at": at, "opened_at": at, "ended_at": ended_at}
            | (acknowledged if ended_at is None else {})
            for number, ended_at in ((1, at), (2, None))
        ],
        "alert_announcements": [
            {"channel_id": "ach_1", "incident_id": f"inc_{number}", "announced_at": at, "reminders": 1}
            | {"remind_at": None if closed_at else at, "closed_at": closed_at}
            for number, closed_at in ((1, at), (2, None))
        ],
        "alert_pacing": [
            {"channel_id": "ach_1", "rule": "receiver_failing", "sent_at": at, "wait_s": wait_s} for wait_s in (120,)
        ],
        "alert_messages": [
            {"id": f"msg_{number}", "channel_id": "ach_1", "kind": "alert.opened", "content": "{}", "created_at": at}
            | {"state": "pending" if due_at else "sent", "attempts": 1, "next_attempt_at": due_at}
            | {"ended_at": None if due_at else at, "answer": odd}
            for number, due_at in ((1, None), (2, at))
        ],
    }

"""Formats a delivery as text: its state, its next attempt, and why it failed."""

from typing import Any

from plantstore.cli.support.output import Row, plural

EXCERPT_CHARS_MAX = 200  # max characters of a response body shown in a line


def delivery_sentences(delivery: Row) -> list[str]:
    """Return sentences about a delivery: its state, when the next request is due, why it failed, and what to do."""
    name = f"Event {delivery['sequence']} ({delivery.get('plant_name') or 'erased'})"
    lines = [f"{name} for “{delivery['receiver_name']}” {_state(delivery)}."]
    if delivery.get("next_attempt_note") and delivery.get("next_attempt_code") not in ("due", "requested"):
        lines.append(delivery["next_attempt_note"])
    if delivery.get("next_probe_at"):
        lines.append(
            f"The receiver is {delivery['receiver_state']}; the next request to it is due at "
            f"{short_time(delivery['next_probe_at'])}."
        )
    if delivery.get("reason") and delivery["state"] != "delivered":
        lines.append(f"{delivery['reason']} {delivery.get('advice') or ''}".strip())
    if delivery.get("attempts_left_out"):
        lines.append(f"{delivery['attempts_left_out']:,} older attempts are not shown.")
    return lines


def response_text(row: Row) -> str:
    """Return the status of the response, or the reason if there was no response."""
    if row.get("status"):
        return str(row["status"])
    return str(row.get("outcome") or "").replace("_", " ")


def short_time(text: Any) -> str:
    """Return an RFC 3339 time in UTC without fractions of a second; return an empty string for anything else.

    >>> short_time("2026-03-02T09:15:00.004Z")
    '2026-03-02 09:15:00Z'
    """
    return f"{text[:10]} {text[11:19]}Z" if isinstance(text, str) and len(text) >= len("2026-03-02T09:15:00Z") else ""


def next_attempt_text(delivery: Row) -> str:
    """Return when a delivery is sent next, and what it waits for unless that is its own time; "" if it is not sent."""
    at, code = short_time(delivery.get("next_attempt_at")), str(delivery.get("next_attempt_code") or "")
    reason = "" if code in ("", "due") else code.replace("_", " ")
    return f"{at} ({reason})" if at and reason else at or reason


def attempt_result(attempt: Row) -> str:
    """Return why an attempt failed, followed by the beginning of the response body."""
    problem = attempt.get("detail") or attempt.get("reason") or ""
    return f"{problem} {str(attempt.get('excerpt') or '')[:EXCERPT_CHARS_MAX]}".strip()


def _state(delivery: Row) -> str:
    attempts = plural(delivery.get("tries", 0), "attempt")
    match delivery["state"]:
        case "delivered":
            status = f" with {response_text(delivery)}" if delivery.get("outcome") else ""
            when = f" at {short_time(delivery['last_attempt_at'])}" if delivery.get("last_attempt_at") else ""
            return f"was delivered{when}{status}, after {attempts}" if delivery.get("tries") else "is delivered"
        case "retrying":
            if delivery.get("asked_at"):
                return f"is retrying: {attempts} so far, next attempt now, as requested"
            end = f"; gives up at {short_time(delivery['gives_up_at'])}" if delivery.get("gives_up_at") else ""
            return f"is retrying: {attempts} so far, next attempt at {short_time(delivery.get('next_attempt_at'))}{end}"
        case "held":
            return f"is held: {attempts} so far, and the receiver is {delivery.get('receiver_state', 'paused')}"
        case "exhausted":
            return f"is exhausted: gave up after {attempts}. `plantstore deliveries retry` starts over"
        case "queued":
            if delivery.get("attempts"):
                return "is queued: earlier attempts don't count because the receiver was down. No action needed"
            return "is queued: no attempt yet. No action needed"
        case "filtered":
            return "is filtered: the receiver's filter leaves out this event"
    return f"is {delivery['state']}"

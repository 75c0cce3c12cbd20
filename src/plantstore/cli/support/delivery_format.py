"""A delivery in words: what became of it, when it is tried next, and why it failed."""

from typing import Any

from plantstore.cli.support.output import Row

EXCERPT_CHARS_MAX = 200  # of an answer's body, in a line for people


def sentences(delivery: Row) -> list[str]:
    """Say what it is, what comes next, why, and what to do."""
    name = f"Event {delivery['sequence']} ({delivery.get('plant_name') or 'erased'})"
    said = [f"{name} for “{delivery['receiver_name']}” {_state_words(delivery)}."]
    if delivery.get("next_probe_at"):
        said.append(
            f"The receiver is {delivery['receiver_state']}: whatever is owed to it, it is called next "
            f"at {time_words(delivery['next_probe_at'])}."
        )
    if delivery.get("reason") and delivery["state"] != "delivered":
        said.append(f"{delivery['reason']} {delivery.get('advice') or ''}".strip())
    if delivery.get("attempts_left_out"):
        said.append(f"{delivery['attempts_left_out']:,} older attempts are not shown.")
    return said


def answer_words(row: Row) -> str:
    """The status of the answer, or why there was none."""
    if row.get("status"):
        return str(row["status"])
    return str(row.get("outcome") or "").replace("_", " ")


def time_words(text: Any) -> str:
    """Shorten RFC 3339 to the second, in UTC as the store writes it.

    >>> time_words("2026-03-02T09:15:00.004Z")
    '2026-03-02 09:15:00Z'
    """
    return f"{text[:10]} {text[11:19]}Z" if isinstance(text, str) and len(text) >= len("2026-03-02T09:15:00Z") else ""


def what_happened(attempt: Row) -> str:
    """What was seen, and how the answer of a refusal begins."""
    seen = attempt.get("detail") or attempt.get("reason") or ""
    return f"{seen} {str(attempt.get('excerpt') or '')[:EXCERPT_CHARS_MAX]}".strip()


def _state_words(delivery: Row) -> str:
    tries = _tries(delivery.get("tries", 0))
    match delivery["state"]:
        case "delivered":
            how = f", with {answer_words(delivery)}" if delivery.get("outcome") else ""
            when = f" at {time_words(delivery['last_attempt_at'])}" if delivery.get("last_attempt_at") else ""
            return f"was delivered{when}{how}, after {tries}" if delivery.get("tries") else "is delivered"
        case "retrying":
            if delivery.get("asked_at"):
                return f"is retrying: {tries} so far, and it is tried again at once, as asked"
            ends = f"; it is given up at {time_words(delivery['gives_up_at'])}" if delivery.get("gives_up_at") else ""
            return f"is retrying: {tries} so far, the next at {time_words(delivery.get('next_attempt_at'))}{ends}"
        case "held":
            return f"is held: {tries} so far, and the receiver is {delivery.get('receiver_state', 'paused')}"
        case "exhausted":
            return f"is exhausted: {tries}, and it was given up. `plantstore deliveries retry` begins anew"
        case "queued":
            if delivery.get("attempts"):
                found = "what failed so far found the receiver down, and does not count"
                return f"is queued: {found}; it is sent without being asked"
            return "is queued: it was not tried yet, and is sent without being asked"
    return f"is {delivery['state']}"


def _tries(count: int) -> str:
    return f"{count:,} {'try' if count == 1 else 'tries'}"

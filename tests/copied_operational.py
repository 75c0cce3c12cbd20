"""Rows of the tables of operational webhooks, for stores to copy."""

from typing import Any


def rows(*, at: int, odd: str) -> dict[str, list[dict[str, Any]]]:
    return {
        "operational_events": [
            {"id": f"ope_{number}", "type": "receiver.disabled", "at": at, "body": odd.encode()} for number in (1, 2)
        ],
        "operational_subscribers": [
            {
                "id": f"ops_{number}",
                "name": odd,
                "url": "https://ops.example/hook",
                "types": "receiver.disabled receiver.recovered",
                "version": 1,
                "token": b"\x00\xff",
                "secret": b"\xff\x00",
                "created_by": "tok_1",
                "created_at": at,
                "updated_at": at,
            }
            for number in (1, 2)
        ],
        "operational_deliveries": [
            {
                "subscriber_id": "ops_1",
                "event_id": f"ope_{number}",
                "state": state,
                "attempts": number,
                "began_at": at,
                "next_attempt_at": at,
                "last_detail": odd,
                "ended_at": ended_at,
            }
            for number, (state, ended_at) in enumerate({"waiting": None, "given_up": at}.items())
        ],
    }

"""What each webhook of a receiver contains: the payload and, for `expression`, its expression.

A changed payload applies to events that were not attempted yet; the versions before it are kept for the others.
"""

from typing import Any

from plantstore.domain.errors import Invalid
from plantstore.domain.receivers.receiver import Payload, Receiver, check_payload
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receiver_formats


def checked(payload: Payload, expression: str | None) -> dict[str, Any]:
    """Return both as fields of a receiver; raise Invalid if they do not belong together."""
    problems = check_payload(payload, expression)
    if problems:
        raise Invalid(fields=tuple(problems))
    return {"payload": payload, "expression": expression}


def changed(tx: Transaction, receiver: Receiver, payload: Payload | None, expression: str | None) -> dict[str, Any]:
    """Return both as fields of a receiver; None leaves a value as it is. Keep the present version for sent events."""
    payload = payload or receiver.payload
    if expression is None and payload is Payload.EXPRESSION:
        expression = receiver.expression
    fields = checked(payload, expression)
    if fields != {"payload": receiver.payload, "expression": receiver.expression}:
        receiver_formats.keep(tx, receiver)
    return fields

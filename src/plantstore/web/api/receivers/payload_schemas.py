"""The fields that say what each webhook of a receiver contains."""

from typing import Annotated

from plantstore.domain.receivers.bodies.expression import EXPRESSION_CHARS_MAX
from plantstore.domain.receivers.receiver import Payload
from plantstore.web.api.schemas import described
from plantstore.web.openapi import patterns

PAYLOAD = Annotated[
    Payload,
    described(
        "What each webhook contains. full: the whole public record. basic: only id, name and tag. expression: what "
        "payload_expression makes of the whole record. slack, teams, discord and google_chat: a message for that chat "
        "service; they can be chosen only for a new receiver. A change applies to events that were not attempted yet."
    ),
]
PAYLOAD_EXPRESSION = Annotated[
    str,
    described(
        "An expression in JMESPath over the whole record, such as {id: id, title: name}. It must make an object or a "
        "list. Required for the payload expression, and refused for the others.",
        minLength=1,
        maxLength=EXPRESSION_CHARS_MAX,
        pattern=patterns.TEXT,
    ),
]

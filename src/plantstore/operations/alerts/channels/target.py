"""Checks where a channel is to send, and shows the addresses of e-mail."""

from plantstore.domain.alerts.channel import ADDRESSES_MAX, ChannelKind
from plantstore.domain.alerts.email_address import check_address
from plantstore.domain.chats.service import ChatService
from plantstore.domain.errors import FieldError, Invalid
from plantstore.sending.chat_urls import check_secret_url

SHOWN_CHARS_MAX = 200


def check_url(kind: ChannelKind, text: str) -> str:
    """Return the URL as it is to be parsed; raise Invalid if a channel of this kind cannot have it."""
    return check_secret_url(None if kind is ChannelKind.WEBHOOK else ChatService(kind), text)


def check_addresses(texts: list[str]) -> tuple[str, ...]:
    """Return the addresses without repetitions; raise Invalid with all problems."""
    problems = []
    for number, text in enumerate(texts[:ADDRESSES_MAX]):
        try:
            check_address(text.strip())
        except ValueError as error:
            problems.append(FieldError(pointer=f"/addresses/{number}", code="email", detail=str(error)))
    if not 1 <= len(texts) <= ADDRESSES_MAX:
        detail = f"Write 1 to {ADDRESSES_MAX} addresses. For more, let the mail server distribute to a list."
        problems.append(FieldError(pointer="/addresses", code="length", detail=detail))
    if problems:
        raise Invalid(fields=tuple(problems))
    return tuple(dict.fromkeys(text.strip() for text in texts))


def shown_addresses(addresses: tuple[str, ...]) -> str:
    text = ", ".join(addresses)
    return text if len(text) <= SHOWN_CHARS_MAX else f"{text[: SHOWN_CHARS_MAX - 1]}…"

"""Checks where a channel is to send, and shows it without what is secret."""

import ipaddress
import re

from plantstore.domain.alerts.channel import ADDRESSES_MAX, ChannelKind
from plantstore.domain.alerts.email_address import check_address
from plantstore.domain.errors import FieldError, Invalid
from plantstore.sending.urls import parse_url

SHOWN_CHARS_MAX = 200
HIDDEN_CHARS_MIN = 16  # a path that is shorter is hidden as a whole; of others, the last four characters are shown
_NO_PATH = re.compile(r"(https?://[^/?#]*)/?")
_KNOWN_HOSTS = (
    (re.compile(r"hooks\.slack\.com"), ChannelKind.SLACK, "Slack"),
    (re.compile(r"(?:.*\.)?discord(?:app)?\.com"), ChannelKind.DISCORD, "Discord"),
    (re.compile(r"chat\.googleapis\.com"), ChannelKind.GOOGLE_CHAT, "Google Chat"),
    (re.compile(r".*\.api\.powerplatform\.com"), ChannelKind.TEAMS, "Microsoft Teams"),
)
_RETIRED = re.compile(r".*\.(?:webhook\.office|logic\.azure)\.com")


def check_url(kind: ChannelKind, text: str) -> str:
    """Return the URL as it is to be parsed; raise Invalid if a channel of this kind cannot have it.

    Anyone who knows the URL of a chat can write there, so it goes over TLS. Plain http is for a private network, whose
    address is then written in numbers. Whether the host may be called is checked elsewhere.
    """
    text = text.strip()
    bare = _NO_PATH.fullmatch(text)
    if bare is not None:
        if kind is not ChannelKind.WEBHOOK:
            raise _invalid("path", "Paste the whole URL of the webhook: what follows the host is missing.")
        text = f"{bare[1]}/"
    url = parse_url(text)
    if not url.tls and not _is_private(url.host):
        raise _invalid("tls", "Use https://. Plain http is accepted only for an address in a private network.")
    if _RETIRED.fullmatch(url.host) and kind is ChannelKind.TEAMS:
        raise _invalid("retired", "Teams retired this kind of webhook. Make a workflow, and paste its URL.")
    for host, its_kind, name in _KNOWN_HOSTS:
        if host.fullmatch(url.host) and kind not in (its_kind, ChannelKind.WEBHOOK):
            raise _invalid("kind", f"This is a URL of {name}: choose that kind.")
    return text


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


def shown_url(text: str) -> str:
    """Return a URL without what is secret: scheme, host and the last four characters.

    >>> shown_url("https://hooks.slack.com/services/T024BE7LH/B024BE7LJ/abcdefghijklmnop")
    'https://hooks.slack.com/…mnop'
    """
    url = parse_url(text)
    end = url.path[-4:] if len(url.path) >= HIDDEN_CHARS_MIN else ""
    return f"{url.scheme}://{url.host_header}/…{end}"


def shown_addresses(addresses: tuple[str, ...]) -> str:
    text = ", ".join(addresses)
    return text if len(text) <= SHOWN_CHARS_MAX else f"{text[: SHOWN_CHARS_MAX - 1]}…"


def _is_private(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def _invalid(code: str, detail: str) -> Invalid:
    return Invalid(fields=(FieldError(pointer="/url", code=code, detail=detail),))

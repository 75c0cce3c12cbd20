"""URLs of chats. Anyone who knows one can write there, so it is a credential: checked, and shown without its secret."""

import ipaddress
import re
from dataclasses import replace

from plantstore.domain.chats.service import ChatService
from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.receivers.receiver import WEBHOOK_PATH
from plantstore.domain.secret import Secret
from plantstore.sending.urls import ReceiverUrl, parse_url

HIDDEN_CHARS_MIN = 16  # a path that is shorter is hidden as a whole; of others, the last four characters are shown
PART_CHARS_MIN = 16  # a shorter part of a path, such as "webhooks", is no secret
MASKED_PATH = "/********"
_NO_PATH = re.compile(r"(https?://[^/?#]*)/?")
_KNOWN_HOSTS = (
    (re.compile(r"hooks\.slack\.com"), ChatService.SLACK, "Slack"),
    (re.compile(r"(?:.*\.)?discord(?:app)?\.com"), ChatService.DISCORD, "Discord"),
    (re.compile(r"chat\.googleapis\.com"), ChatService.GOOGLE_CHAT, "Google Chat"),
    (re.compile(r".*\.api\.powerplatform\.com"), ChatService.TEAMS, "Microsoft Teams"),
)
_RETIRED = re.compile(r".*\.(?:webhook\.office|logic\.azure)\.com")


def check_secret_url(service: ChatService | None, text: str) -> str:
    """Return the URL as it is to be parsed; raise Invalid if a chat of this service cannot have it.

    None is any program, not a chat. The URL goes over TLS. Plain http is for a private network, whose address is then
    written in numbers. Whether the host may be called is checked elsewhere.
    """
    text = text.strip()
    bare = _NO_PATH.fullmatch(text)
    if bare is not None:
        if service is not None:
            raise _no_path()
        text = f"{bare[1]}/"
    url = parse_url(text)
    if service is not None and url.path == WEBHOOK_PATH:
        raise _no_path()
    if not url.tls and not _is_private(url.host):
        raise _invalid("tls", "Use https://. Plain http is accepted only for an address in a private network.")
    if _RETIRED.fullmatch(url.host) and service is ChatService.TEAMS:
        raise _invalid("retired", "Teams retired this kind of webhook. Make a workflow, and paste its URL.")
    for host, its_service, name in _KNOWN_HOSTS:
        if host.fullmatch(url.host) and service not in (its_service, None):
            raise _invalid("kind", f"This is a URL of {name}: choose that kind.")
    return text


def chat_of(text: str) -> ChatService | None:
    """Return the service of which a URL is known to be a chat; None if it is not known."""
    host = parse_url(text).host
    return next((service for pattern, service, _ in _KNOWN_HOSTS if pattern.fullmatch(host)), None)


def shown_url(text: str) -> str:
    """Return a URL without what is secret: scheme, host and the last four characters.

    >>> shown_url("https://hooks.slack.com/services/T024BE7LH/B024BE7LJ/abcdefghijklmnop")
    'https://hooks.slack.com/…mnop'
    """
    url = parse_url(text)
    end = url.path[-4:] if len(url.path) >= HIDDEN_CHARS_MIN else ""
    return f"{url.scheme}://{url.host_header}/…{end}"


def masked(url: Secret) -> Secret:
    """Return a secret URL with MASKED_PATH as its path: for a request that is shown, and not sent."""
    return Secret(replace(parse_url(url.reveal()), path=MASKED_PATH).text)


def secret_parts(url: ReceiverUrl) -> list[bytes]:
    """Return what is secret in a URL: its path and query, and their parts, such as the value of `sig=`."""
    parts = (part.encode() for part in re.split("[/?&=]", url.path))
    return [url.path.encode(), *(part for part in parts if len(part) >= PART_CHARS_MIN)]


def _is_private(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def _no_path() -> Invalid:
    return _invalid("path", "Paste the whole URL of the webhook: what follows the host is missing.")


def _invalid(code: str, detail: str) -> Invalid:
    return Invalid(fields=(FieldError(pointer="/url", code=code, detail=detail),))

"""Sends alert messages through channels: one request a second to each, through the guarded HTTP client, or as e-mail.

Nothing here is retried: an `Answer` says whether another attempt makes sense, and when.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from plantstore.core.clock import Clock
from plantstore.domain.alerts.channel import AlertChannel, ChannelConfig, ChannelKind
from plantstore.domain.alerts.message import AlertMessage, Answer, AnswerResult
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.retry_after import retry_after_s
from plantstore.domain.errors import Invalid
from plantstore.domain.receivers.signature import Signer
from plantstore.domain.timestamps import SECOND_US
from plantstore.operations.alerts.channels import discord, google_chat, signed_webhook, slack, teams
from plantstore.sending.chat_urls import secret_parts
from plantstore.sending.http1 import Failure, printable
from plantstore.sending.http_client import HttpClient, Request, Response
from plantstore.sending.redaction import Redactor
from plantstore.sending.urls import ReceiverUrl, parse_url

DEADLINE_S = 15.0  # one request: DNS, connection, TLS, request and response
ANSWER_BYTES_MAX = 4_096  # of a response that are read; its status counts even if more follow
INTERVAL_S = 1.0  # between requests to one channel: Slack and Google Chat permit one a second
WAIT_S_MAX = 5.0  # longest wait for that; beyond it, the caller tries again later
PAUSE_S_MAX = 3_600.0  # longest pause that a response can ask for

_RENDERERS: dict[ChannelKind, Callable[[AlertMessage], bytes]] = {
    ChannelKind.SLACK: slack.render,
    ChannelKind.TEAMS: teams.render,
    ChannelKind.DISCORD: discord.render,
    ChannelKind.GOOGLE_CHAT: google_chat.render,
    ChannelKind.WEBHOOK: signed_webhook.render,
}
_TEMPORARY = frozenset({408, 425, 429})  # RFC 9110 §15.5.9, RFC 8470, RFC 6585; and 5xx
_GONE = frozenset({403, 404, 410})


class Mail(Protocol):
    """Sends a message as e-mail."""

    async def send(self, message: AlertMessage, addresses: tuple[str, ...]) -> Answer: ...

    def close(self) -> None: ...


class ChannelSender:
    """Sends messages. `mail` is None if the settings name no mail server."""

    def __init__(
        self,
        *,
        client: HttpClient,
        mail: Mail | None,
        clock: Clock,
        version: str,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._mail = mail
        self._clock = clock
        self._version = version
        self._wait = wait
        self._free_at: dict[str, float] = {}

    async def send(self, channel: AlertChannel, message: AlertMessage) -> Answer:
        """Send one message, and return how the other side answered. It never raises for what that does."""
        wait_s = self._reserve(channel.id)
        if wait_s > WAIT_S_MAX:
            words = f"The other side asked us to wait; the next message can be sent in {wait_s:.0f} s."
            return Answer(result=AnswerResult.RETRY, words=words, retry_after_s=wait_s)
        if wait_s > 0:
            await self._wait(wait_s)
        started = self._clock.monotonic()
        answer = await self._send(channel, message)
        took_us = round((self._clock.monotonic() - started) * SECOND_US)
        if answer.retry_after_s:
            self._free_at[channel.id] = self._clock.monotonic() + min(answer.retry_after_s, PAUSE_S_MAX)
        return replace(answer, took_us=took_us)

    async def close(self) -> None:
        """Close connections, and end the threads that send e-mail."""
        await self._client.close()
        if self._mail is not None:
            self._mail.close()

    def _reserve(self, channel_id: str) -> float:
        """Return how long to wait before the next request to a channel, and reserve that time if it is short."""
        now = self._clock.monotonic()
        self._free_at = {one: free_at for one, free_at in self._free_at.items() if free_at > now}
        free_at = self._free_at.get(channel_id, now)
        if free_at - now <= WAIT_S_MAX:
            self._free_at[channel_id] = free_at + INTERVAL_S
        return free_at - now

    async def _send(self, channel: AlertChannel, message: AlertMessage) -> Answer:
        if channel.kind is ChannelKind.EMAIL:
            if self._mail is None:
                return _refused("No mail server is set: PLANTSTORE_MAIL_SERVER names it.")
            return await self._mail.send(message, channel.config.addresses)
        assert channel.config.url is not None, "only e-mail has no URL"
        try:
            url = parse_url(channel.config.url.reveal())
        except Invalid as error:
            return _refused(f"The URL of this channel is not accepted any more: {error.fields[0].detail}")
        body = _RENDERERS[channel.kind](message)
        headers = self._headers(channel.config, message, body)
        request = Request(method="POST", url=url, headers=headers, body=body, may_cut=True)
        result = await self._client.send(request, deadline_s=DEADLINE_S, body_bytes_max=ANSWER_BYTES_MAX)
        return self._answer(result, channel, url)

    def _headers(self, config: ChannelConfig, message: AlertMessage, body: bytes) -> dict[str, str]:
        headers = {"content-type": "application/json", "user-agent": f"plantstore/{self._version}"}
        if secrets := config.secrets(self._clock.now()):
            second = self._clock.now() // SECOND_US
            headers["webhook-id"] = message.id
            headers["webhook-timestamp"] = str(second)
            headers["webhook-signature"] = Signer(secrets).sign(message.id, second, body)
        if config.access_token is not None:
            headers["authorization"] = f"Bearer {config.access_token.reveal()}"
        return headers

    def _answer(self, result: Response | Failure, channel: AlertChannel, url: ReceiverUrl) -> Answer:
        redactor = _redactor(channel.config, url)
        if isinstance(result, Failure):
            words = redactor.clean(result.detail.encode()).decode("utf-8", "replace")
            if result.kind is OutcomeKind.ADDRESS_REFUSED:
                return _refused(words)
            return Answer(result=AnswerResult.RETRY, words=words)
        said = printable(redactor.clean(b" ".join(result.body.split()))) if _is_text(result) else ""
        words = f"{url.host} answered {result.status}{f': {said}' if said else ''}"
        if 200 <= result.status < 300:
            return Answer(result=AnswerResult.ACCEPTED, words=words + _advice(channel.kind, result.status))
        if result.status in _TEMPORARY or result.status >= 500:
            header = result.headers.get("retry-after", "").encode("latin-1")
            date = result.headers.get("date", "").encode("latin-1")
            asked_s = retry_after_s([header], date=date, now=self._clock.now()) if header else None
            return Answer(result=AnswerResult.RETRY, words=words, retry_after_s=asked_s)
        return _refused(words + _advice(channel.kind, result.status))


def _advice(kind: ChannelKind, status: int) -> str:
    if kind is ChannelKind.TEAMS and status == 202:
        return ". Teams posts it later, and does not say whether that worked: look into the channel."
    if 300 <= status < 400:
        return ". A redirect is not followed: use the URL that it leads to."
    if status in _GONE and kind is not ChannelKind.WEBHOOK:
        return ". The webhook may be deleted or its URL incomplete: make a new one, and change the channel."
    return ""


def _is_text(response: Response) -> bool:
    """True if a response is short text for people, not a page."""
    kind = response.headers.get("content-type", "").lower()
    return "html" not in kind and not response.body.lstrip().startswith(b"<")


def _redactor(config: ChannelConfig, url: ReceiverUrl) -> Redactor:
    """Return a redactor for what is secret in a channel: the path and query of its URL, and its parts."""
    secrets = secret_parts(url)
    known = (config.secret, config.old_secret, config.access_token)
    secrets += [secret.reveal().encode() for secret in known if secret is not None]
    return Redactor(secrets)


def _refused(words: str) -> Answer:
    return Answer(result=AnswerResult.REFUSED, words=words)

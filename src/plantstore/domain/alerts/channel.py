"""A channel: where alert messages go."""

from dataclasses import dataclass, field
from enum import StrEnum

from plantstore.domain.alerts.message import AnswerResult
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant

NAME_CHARS_MAX = 100
CHANNELS_MAX = 50  # max channels of a store, those of people included
ADDRESSES_MAX = 20  # max e-mail addresses of a channel; for more, the mail server has a list


class ChannelKind(StrEnum):
    """The forms in which messages are sent. `slack` includes programs that read the same body, such as Mattermost."""

    EMAIL = "email"
    SLACK = "slack"
    TEAMS = "teams"
    DISCORD = "discord"
    GOOGLE_CHAT = "google_chat"
    WEBHOOK = "webhook"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelConfig:
    """Where a channel sends. It is encrypted in the database.

    `addresses` are the recipients of an e-mail channel. `url` is that of the other kinds; for a chat it is a secret,
    because anyone who has it can write there. `secret` signs, and `access_token` authorises, the requests of a webhook.
    Until `old_secret_ends_at`, `old_secret` signs as well.
    """

    addresses: tuple[str, ...] = ()
    url: Secret | None = None
    secret: Secret | None = None
    old_secret: Secret | None = None
    old_secret_ends_at: Instant | None = None
    access_token: Secret | None = None

    def secrets(self, now: Instant) -> tuple[Secret, ...]:
        """Return the secrets that sign now, the newest first; none unless this is a webhook."""
        if self.secret is None:
            return ()
        has_old = self.old_secret_ends_at is not None and self.old_secret_ends_at > now
        return (self.secret, self.old_secret) if has_old and self.old_secret is not None else (self.secret,)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertChannel:
    """A channel. `person_id` is set if it belongs to a person, who then gets messages through it; None: to the store.

    `shown` is where it sends, without what is secret. `disabled_at` is set while nothing is sent. The four `last_`
    fields describe the latest message that was sent, a test included; they are None before the first. `failing_since`
    is when the first message failed after the last accepted one.
    """

    id: str
    name: str
    kind: ChannelKind
    config: ChannelConfig = field(repr=False)
    shown: str
    person_id: str | None
    version: int
    created_by: str
    created_at: Instant
    updated_at: Instant
    disabled_at: Instant | None = None
    last_sent_at: Instant | None = None
    last_result: AnswerResult | None = None
    last_words: str | None = None
    last_took_us: int | None = None
    failing_since: Instant | None = None

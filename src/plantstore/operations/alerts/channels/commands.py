"""Commands on channels: add, change, remove, and send a test."""

from dataclasses import dataclass, replace

from plantstore.core.clock import Clock
from plantstore.core.ids import Ids, RandomBytes
from plantstore.domain.alerts.channel import CHANNELS_MAX, NAME_CHARS_MAX, AlertChannel, ChannelConfig, ChannelKind
from plantstore.domain.alerts.message import AlertMessage, Answer, MessageKind, Severity
from plantstore.domain.errors import Changed, Conflict, FieldError, Invalid, NotFound, Unavailable
from plantstore.domain.receivers.receiver import check_access_token
from plantstore.domain.receivers.signature import SECRET_BYTES, make_secret
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.text import check_text
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.operations.alerts.channels.channel_sender import ChannelSender
from plantstore.operations.alerts.channels.target import check_addresses, shown_addresses
from plantstore.operations.notices.commands import OVERLAP_S, RotatedSecret
from plantstore.sending.chat_urls import shown_url
from plantstore.sending.urls import have_same_origin
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import alert_channels as stored
from plantstore.storage.tables import alert_messages

TESTS_MAX = 4  # tests that may run at the same time


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelPatch:
    """Changes to a channel; None leaves a field unchanged. A URL must have passed `target.check_url`.

    `sends_no_token` removes the access token.
    """

    name: str | None = None
    url: str | None = None
    addresses: list[str] | None = None
    access_token: str | None = None
    sends_no_token: bool = False
    enabled: bool | None = None


class AlertChannels:
    """The commands on channels."""

    def __init__(
        self,
        *,
        database: Database,
        secret_box: SecretBox,
        ids: Ids,
        random_bytes: RandomBytes,
        clock: Clock,
        sender: ChannelSender,
        base_url: str,
    ) -> None:
        self.sender = sender
        self._database = database
        self._secret_box = secret_box
        self._ids = ids
        self._random_bytes = random_bytes
        self._clock = clock
        self._base_url = base_url
        self._tests = 0

    def all(self, tx: Transaction) -> list[AlertChannel]:
        return stored.all_channels(tx, self._secret_box)

    def find(self, tx: Transaction, channel_id: str) -> AlertChannel:
        """Return a channel; raise NotFound if there is none."""
        channel = self.find_or_none(tx, channel_id)
        if channel is None:
            raise NotFound("There is no channel with this id.")
        return channel

    def find_or_none(self, tx: Transaction, channel_id: str) -> AlertChannel | None:
        return stored.find(tx, self._secret_box, channel_id)

    def add(
        self, tx: Transaction, *, kind: ChannelKind, given: ChannelPatch, person_id: str | None, created_by: str
    ) -> AlertChannel:
        """Add a channel. A webhook gets a new signing secret, in its `config`; it is shown only once."""
        if stored.count(tx) >= CHANNELS_MAX:
            raise Conflict(f"There are {CHANNELS_MAX} channels already. Delete one first.")
        secret = make_secret(self._random_bytes(SECRET_BYTES)) if kind is ChannelKind.WEBHOOK else None
        name, config = checked(kind, given, ChannelConfig(secret=secret))
        channel = AlertChannel(
            id=self._ids.alert_channel(),
            name=name or "",
            kind=kind,
            config=config,
            shown=_shown(config),
            person_id=person_id,
            version=1,
            created_by=created_by,
            created_at=tx.now,
            updated_at=tx.now,
        )
        stored.insert(tx, self._secret_box, channel)
        return channel

    def change(
        self, tx: Transaction, channel_id: str, given: ChannelPatch, *, version: int | None = None
    ) -> AlertChannel:
        """Change a channel; raise Changed if it has not this version."""
        before = self._find_version(tx, channel_id, version)
        name, config = checked(before.kind, given, before.config)
        disabled_at = before.disabled_at
        if given.enabled is not None:
            disabled_at = None if given.enabled else disabled_at or tx.now
        channel = replace(
            before,
            name=before.name if name is None else name,
            config=config,
            shown=_shown(config),
            version=before.version + 1,
            updated_at=max(tx.now, before.updated_at),
            disabled_at=disabled_at,
        )
        stored.update(tx, self._secret_box, channel)
        return channel

    def rotate_secret(self, tx: Transaction, channel_id: str) -> RotatedSecret:
        """Sign with a new secret, and for OVERLAP_S with the previous one too; raise Conflict if it is no webhook."""
        channel = self.find(tx, channel_id)
        if channel.config.secret is None:
            raise Conflict("Only a channel of the kind webhook has a signing secret.")
        secret = make_secret(self._random_bytes(SECRET_BYTES))
        second = -(-tx.now // SECOND_US)  # rounded up: requests are signed at whole seconds
        ends_at = Instant((second + OVERLAP_S) * SECOND_US)
        config = replace(channel.config, secret=secret, old_secret=channel.config.secret, old_secret_ends_at=ends_at)
        updated_at = max(tx.now, channel.updated_at)
        rotated = replace(channel, config=config, version=channel.version + 1, updated_at=updated_at)
        stored.update(tx, self._secret_box, rotated)
        return RotatedSecret(secret=secret, old_secret_ends_at=ends_at)

    def remove(self, tx: Transaction, channel_id: str, *, version: int | None = None) -> AlertChannel:
        """Remove a channel. Messages that wait for it are given up."""
        channel = self._find_version(tx, channel_id, version)
        stored.remove(tx, channel_id)
        return channel

    async def test(self, channel_id: str) -> Answer:
        """Send a test message, also to a disabled channel, and return how the other side answered."""
        if self._tests >= TESTS_MAX:
            raise Unavailable(f"{TESTS_MAX} tests are running. Try again.")
        self._tests += 1
        try:
            channel = await self._database.read(lambda tx: self.find(tx, channel_id))
            answer = await self.sender.send(channel, self._test_message(channel))
            await self._database.write(lambda tx: self._note(tx, channel_id, answer))
            return answer
        finally:
            self._tests -= 1

    async def close(self) -> None:
        await self.sender.close()

    def _note(self, tx: Transaction, channel_id: str, answer: Answer) -> None:
        stored.note_answer(tx, channel_id, answer)
        alert_messages.reschedule(tx, channel_id, answer)

    def _test_message(self, channel: AlertChannel) -> AlertMessage:
        return AlertMessage(
            id="msg_test_" + self._ids.request().partition("_")[2],
            kind=MessageKind.TEST,
            severity=Severity.INFO,
            title="Test of Plant Store",
            lines=(f"The channel “{channel.name}” works: messages about problems will arrive here.",),
            created_at=self._clock.now(),
            link=f"{self._base_url}/alerts",
        )

    def _find_version(self, tx: Transaction, channel_id: str, version: int | None) -> AlertChannel:
        channel = self.find(tx, channel_id)
        if version is not None and version != channel.version:
            raise Changed
        return channel


def checked(kind: ChannelKind, given: ChannelPatch, before: ChannelConfig) -> tuple[str | None, ChannelConfig]:
    """Return the checked name (None if it stays) and where a channel sends; raise Invalid with all problems."""
    problems: list[FieldError] = []
    name = given.name
    if name is not None:
        name, found = check_text(name, pointer="/name", chars_max=NAME_CHARS_MAX)
        problems += found
    is_email = kind is ChannelKind.EMAIL
    for value, fits, pointer in (
        (given.url, not is_email, "/url"),
        (given.addresses, is_email, "/addresses"),
        (given.access_token, kind is ChannelKind.WEBHOOK, "/access_token"),
    ):
        if value is not None and not fits:
            problems.append(FieldError(pointer=pointer, code="kind", detail=f"A channel of kind {kind} has none."))
    addresses = before.addresses
    if is_email and (given.addresses is not None or not addresses):
        try:
            addresses = check_addresses(given.addresses or [])
        except Invalid as error:
            problems += error.fields
    elif not is_email and given.url is None and before.url is None:
        problems.append(FieldError(pointer="/url", code="required", detail="Paste the URL of the webhook."))
    access_token = None if given.sends_no_token else before.access_token
    if given.access_token is None and access_token is not None and _leads_elsewhere(given, before):
        detail = "The URL leads to another server. Give its access token too, or choose to send none."
        problems.append(FieldError(pointer="/access_token", code="required", detail=detail))
    if given.access_token is not None and kind is ChannelKind.WEBHOOK:
        access_token, found = AccessToken(given.access_token), check_access_token(given.access_token)
        problems += found
    if problems:
        raise Invalid(fields=tuple(problems))
    url = before.url if given.url is None else Secret(given.url)
    return name, replace(before, addresses=addresses, url=url, access_token=access_token)


def _leads_elsewhere(given: ChannelPatch, before: ChannelConfig) -> bool:
    if given.url is None or before.url is None:
        return False
    return not have_same_origin(given.url, before.url.reveal())


def _shown(config: ChannelConfig) -> str:
    return shown_addresses(config.addresses) if config.url is None else shown_url(config.url.reveal())

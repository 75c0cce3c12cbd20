"""Commands on receivers: register, change, pause, resume, rotate the secret, remove.

Each runs in one transaction; names are resolved before it, never within.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from plantstore.core.ids import Ids, RandomBytes
from plantstore.domain.deliveries.breaker import HEALTHY
from plantstore.domain.errors import Changed, Conflict, FieldError, Invalid, NotFound
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.headers import HeaderChange, check_headers
from plantstore.domain.receivers.receiver import (
    CHAT_RATE,
    DEADLINE_S_MAX,
    DEADLINE_S_MIN,
    Payload,
    Receiver,
    ReceiverState,
    check_access_token,
    check_name,
)
from plantstore.domain.receivers.signature import SECRET_BYTES, make_secret
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.receivers import backlog, certificates, chats, credentials, filters, payloads
from plantstore.receivers.addresses import UrlChecker, url_refused
from plantstore.receivers.credentials import CredentialsPatch
from plantstore.receivers.patch import UNLIMITED, ReceiverPatch
from plantstore.receivers.signing_keys import RotatedKey, SigningKeys
from plantstore.receivers.start import first_sequence, first_since
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.urls import have_same_origin
from plantstore.storage import operational_causes
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import (
    breakers,
    cancelled_ranges,
    events,
    people,
    receiver_formats,
    replays,
    tokens,
)
from plantstore.storage.tables import receivers as stored

OVERLAP_S = 24 * 3600  # time for which the previous secret still signs, so that it can be replaced in office hours
RATE_MIN, RATE_MAX = 0.01, 10_000  # requests per second: from one in 100 s to about what one connection can carry
RETENTION = "retention"  # `asked_by` of ranges that were erased before the receiver was registered
ACCESS_TOKEN_BYTES = 24  # 192 random bits; RFC 6750 requires a token that cannot be guessed


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """A new receiver, its signing secret, and its access token if we made it. Both are shown only once."""

    receiver: Receiver
    secret: Secret
    made_access_token: AccessToken | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotated:
    """A new signing secret, shown once, and when the previous one stops signing."""

    secret: Secret
    old_secret_ends_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed:
    """A resumed receiver, and how many deliveries were cancelled by discarding its backlog."""

    receiver: Receiver
    skipped: int


class Receivers:
    """The commands on receivers."""

    def __init__(
        self,
        *,
        secret_box: SecretBox,
        ids: Ids,
        random_bytes: RandomBytes,
        address_policy: AddressPolicy,
        resolve: Callable[[str], Awaitable[list[str]]],
        concurrency_max: int,
        deadline_s: float,
        resolve_s_max: float,
        receivers_max: int,
    ) -> None:
        self._secret_box = secret_box
        self._keys = SigningKeys(secret_box=secret_box, random_bytes=random_bytes)
        self._ids = ids
        self._random_bytes = random_bytes
        self._urls = UrlChecker(policy=address_policy, resolve=resolve, resolve_s_max=resolve_s_max)
        self._concurrency_max = concurrency_max
        self._deadline_s = deadline_s
        self._receivers_max = receivers_max

    async def check_url(self, text: str, *, loopback: bool = False) -> str:
        """Return the canonical URL; raise Invalid unless it may be called. See `UrlChecker.check`."""
        return await self._urls.check(text, loopback=loopback)

    def register(
        self,
        tx: Transaction,
        *,
        url: str,
        name: str,
        payload: Payload = Payload.FULL,
        expression: str | None = None,
        start: str | int = "now",
        since: Instant | None = None,
        access_token: AccessToken | None = None,
        headers: HeaderChange | None = None,
        limits: ReceiverPatch | None = None,
        built_in: bool = False,
        ephemeral: bool = False,
    ) -> Registered:
        """Register a receiver whose URL `check_url` has passed.

        `start` is the first event to deliver: "now" (the next plant), "beginning" (the whole log) or a sequence. With
        `since`, it is the first event of that time or later. Of `limits`, only the limits, `ordered`, `grant`,
        certificates, `signs_with_key` and the filter are used.
        """
        if stored.count(tx) >= self._receivers_max:
            raise Conflict(f"There are {self._receivers_max} receivers already (PLANTSTORE_RECEIVERS_MAX).")
        name = _checked(name=name, access_token=access_token, headers=headers)
        limits = replace(limits or ReceiverPatch(), headers=headers)
        self.check_limits(limits)
        shown = chats.check_new(
            payload, url, access_token=access_token, wanted=limits, on_this_machine=built_in or ephemeral
        )
        first = first_sequence(start, events.head(tx)) if since is None else first_since(tx, since)
        receiver = Receiver(
            id=self._ids.receiver(),
            name=name,
            url=shown,
            **payloads.checked(payload, expression),
            start=first,
            cursor=first - 1,
            max_concurrency=self._concurrency_max,
            deadline_s=self._deadline_s,
            built_in=built_in,
            created_at=tx.now,
            updated_at=tx.now,
            version=1,
            ephemeral=ephemeral,
            max_rate=CHAT_RATE if payload.chat else None,
        )
        receiver = filters.with_filter(replace(receiver, **_limits(limits)), limits.filter)
        stored.insert(tx, receiver)
        filters.put_first(tx, receiver)
        if not receiver.body_format.is_stored:
            receiver_formats.keep(tx, receiver)
        erased = events.erased_ranges(tx, first=first, last=events.head(tx))  # there is nothing to deliver
        cancelled_ranges.add(tx, receiver.id, erased, asked_by=RETENTION)
        secret = make_secret(self._random_bytes(SECRET_BYTES))
        stored.add_signing_secret(tx, self._secret_box, receiver.id, secret)
        made = self._add_credentials(tx, receiver, limits, url=url, access_token=access_token)
        return Registered(receiver=receiver, secret=secret, made_access_token=made)

    def _add_credentials(
        self,
        tx: Transaction,
        receiver: Receiver,
        limits: ReceiverPatch,
        *,
        url: str,
        access_token: AccessToken | None,
    ) -> AccessToken | None:
        """Store a new receiver's credentials and keys. Return its access token if it was made here and is sent."""
        if access_token is not None and limits.grant is not None:
            raise credentials.both_given()
        if receiver.payload.chat:
            chats.write_address(tx, self._secret_box, receiver.id, url)
            self._change_certificates(tx, receiver, limits)
            return None
        token = access_token or self._make_access_token()
        stored.set_access_token(tx, self._secret_box, receiver.id, token)
        patch = CredentialsPatch(headers=limits.headers, grant=limits.grant)
        credentials.change(tx, self._secret_box, receiver.id, patch, moves=False)
        self._change_certificates(tx, receiver, limits)
        if limits.signs_with_key:
            self._keys.turn(tx, receiver.id, on=True)
        return token if access_token is None and limits.grant is None else None

    def _make_access_token(self) -> AccessToken:
        return AccessToken("rct_" + self._random_bytes(ACCESS_TOKEN_BYTES).hex())

    def change(
        self, tx: Transaction, receiver_id: ReceiverId, change: ReceiverPatch, *, version: int | None
    ) -> Receiver:
        """Change a receiver. Raise Changed if its version is no longer `version`, which the caller has read.

        The URL of a receiver on this machine cannot change: loopback is allowed for it, and a new URL would be too.
        Another scheme, host or port needs an access token and all static headers, except of a chat, which has none: the
        present ones must not be sent to another server.
        """
        receiver = find(tx, receiver_id)
        _check_version(receiver.version, version)
        if receiver.loopback and change.url is not None and not change.built_in:
            which, code = ("The sample", "built_in") if receiver.built_in else ("An ephemeral", "ephemeral")
            raise url_refused(code, f"{which} receiver's URL cannot be changed; register another receiver.")
        shown, is_chat = chats.check_change(receiver, change), receiver.payload.chat is not None
        is_free = change.url is None or change.built_in or is_chat
        moves = change.url is not None and not is_free and not have_same_origin(receiver.url, change.url)
        name = receiver.name if change.name is None else change.name
        name = _checked(name=name, access_token=change.access_token, headers=change.headers)
        self.check_limits(change)
        changed = replace(
            receiver,
            name=name,
            url=shown,
            **payloads.changed(tx, receiver, change.payload, change.expression),
            **_limits(change),
        )
        changed = _stored(tx, filters.with_filter(changed, change.filter))
        credentials.change(tx, self._secret_box, receiver_id, change, moves=moves)
        if is_chat and change.url is not None:
            chats.write_address(tx, self._secret_box, receiver_id, change.url)
        self._change_certificates(tx, changed, change)
        if change.signs_with_key is not None:
            self._keys.turn(tx, receiver_id, on=change.signs_with_key)
        return changed

    def _change_certificates(self, tx: Transaction, receiver: Receiver, change: ReceiverPatch) -> None:
        certificates.change(tx, self._secret_box, receiver, authorities=change.authorities, client=change.client)

    def check_limits(self, wanted: ReceiverPatch) -> None:
        """Raise Invalid with all limits that are out of range."""
        problems = out_of_range("/max_concurrency", wanted.max_concurrency, 1, self._concurrency_max)
        if wanted.max_rate != UNLIMITED:
            problems += out_of_range("/max_rate", wanted.max_rate, RATE_MIN, RATE_MAX)
        problems += out_of_range("/deadline_s", wanted.deadline_s, DEADLINE_S_MIN, DEADLINE_S_MAX)
        if problems:
            raise Invalid(fields=tuple(problems))

    def rotate_secret(self, tx: Transaction, receiver_id: ReceiverId) -> Rotated:
        """Sign with a new secret, and for OVERLAP_S with the previous one too: either verifies.

        At most two secrets sign at a time: a third, older secret stops signing now.
        """
        if find(tx, receiver_id).built_in:
            raise Conflict("The sample receiver's secret cannot be changed: it would not learn the new one.")
        secret = make_secret(self._random_bytes(SECRET_BYTES))
        ends_at = _overlap_ends_at(tx.now)
        stored.rotate_signing_secret(tx, self._secret_box, receiver_id, secret, old_ends_at=ends_at)
        return Rotated(secret=secret, old_secret_ends_at=ends_at)

    def rotate_key(self, tx: Transaction, receiver_id: ReceiverId) -> RotatedKey:
        """Sign with a new key pair, and for OVERLAP_S with the previous one too (scheme v1a)."""
        return self._keys.rotate(tx, find(tx, receiver_id).id, old_ends_at=_overlap_ends_at(tx.now))

    def remove(self, tx: Transaction, receiver_id: ReceiverId, *, asked_by: str, version: int | None = None) -> int:
        """Remove a receiver, cancel its backlog, and return the number of cancelled deliveries.

        The receiver's tokens are revoked. Its attempts are kept for as long as those of other receivers.
        """
        receiver = find(tx, receiver_id)
        _check_version(receiver.version, version)
        cancelled = backlog.cancel(tx, receiver, asked_by=asked_by)
        replays.cancel_of_receiver(tx, receiver_id)
        stored.mark_deleted(tx, receiver_id)
        tokens.delete_of_receiver(tx, receiver_id)
        people.delete_receiver(tx, receiver_id)
        return cancelled

    def pause(self, tx: Transaction, receiver_id: ReceiverId) -> Receiver:
        """Send nothing more to a receiver until it is resumed; its deliveries are held. No effect if it is paused."""
        receiver = find(tx, receiver_id)
        if receiver.paused:
            return receiver
        return _stored(tx, replace(receiver, paused=True))

    def resume(self, tx: Transaction, receiver_id: ReceiverId, *, skip: bool = False, asked_by: str) -> Resumed:
        """Reset the breaker and send the held deliveries now, or cancel them with `skip`.

        No effect if the receiver is not paused, failing or disabled, unless `skip` is set.
        """
        receiver = find(tx, receiver_id)
        if receiver.state is ReceiverState.ACTIVE and not skip:
            return Resumed(receiver=receiver, skipped=0)
        skipped = 0
        if skip:
            skipped = backlog.cancel(tx, receiver, asked_by=asked_by)
            receiver = replace(receiver, cursor=max(receiver.cursor, events.head(tx)))
            stored.move_cursor(tx, receiver_id, receiver.cursor)
        breakers.clear(tx, receiver_id)
        if receiver.breaker.opened_at is not None:
            operational_causes.recovered(tx, receiver_id, cause="resumed", since=receiver.breaker.opened_at)
        resumed = _stored(tx, replace(receiver, paused=False, resumes=receiver.resumes + 1, breaker=HEALTHY))
        return Resumed(receiver=resumed, skipped=skipped)


def find(tx: Transaction, receiver_id: ReceiverId | None) -> Receiver:
    """Return the receiver; raise NotFound if there is none. None means an id that is not valid."""
    receiver = None if receiver_id is None else stored.find(tx, receiver_id)
    if receiver is None:
        raise NotFound("There is no such receiver.")
    return receiver


def _overlap_ends_at(now: Instant) -> Instant:
    """Return when the previous secret or key stops signing: a whole second, because requests are signed at those."""
    return Instant((-(-now // SECOND_US) + OVERLAP_S) * SECOND_US)


def _stored(tx: Transaction, receiver: Receiver) -> Receiver:
    changed = replace(receiver, updated_at=tx.now, version=receiver.version + 1)
    stored.update(tx, changed)
    return changed


def _check_version(present: int, read: int | None) -> None:
    if read is not None and read != present:
        raise Changed


def _checked(*, name: str, access_token: AccessToken | None, headers: HeaderChange | None) -> str:
    """Return the normalized name; raise Invalid with all problems of the name, the access token and the headers."""
    name, problems = check_name(name)
    problems = [*problems, *check_headers(headers or {})]
    if access_token is not None:
        problems = [*problems, *check_access_token(access_token.reveal())]
    if problems:
        raise Invalid(fields=tuple(problems))
    return name


def _limits(wanted: ReceiverPatch) -> dict[str, Any]:
    """Return the limits that were set, as fields of a receiver."""
    names = ("ordered", "max_concurrency", "max_rate", "deadline_s")
    named = {name: value for name in names if (value := getattr(wanted, name)) is not None}
    return named | {"max_rate": None} if wanted.max_rate == UNLIMITED else named


def out_of_range(pointer: str, value: float | None, least: float, most: float) -> list[FieldError]:
    """Return a list with the problem if `value` is out of range; an empty list if it is in range or None."""
    if value is None or least <= value <= most:
        return []
    return [FieldError(pointer=pointer, code="range", detail=f"Write a number from {least:g} to {most:g}.")]

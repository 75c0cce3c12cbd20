"""Commands on subscribers to operational webhooks, each in one transaction."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from plantstore.core.ids import Ids, RandomBytes
from plantstore.domain.errors import Changed, Conflict, FieldError, Invalid, NotFound
from plantstore.domain.operational_webhook import (
    SUBSCRIBERS_MAX,
    DeliveryState,
    DisabledBecause,
    OperationalDelivery,
    OperationalType,
    Subscriber,
    read_types,
    write_types,
)
from plantstore.domain.receivers.receiver import check_access_token, check_name
from plantstore.domain.receivers.signature import SECRET_BYTES, make_secret
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.timestamps import SECOND_US, Instant
from plantstore.sending.urls import have_same_origin, token_needed
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import operational_events as events
from plantstore.storage.tables import operational_subscribers as stored

OVERLAP_S = 24 * 3600  # time for which the previous secret still signs
TOKEN_BYTES = 24  # 192 random bits


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscribed:
    """A new subscriber, its signing secret and its token. Both are shown only once."""

    subscriber: Subscriber
    secret: Secret
    token: AccessToken


@dataclass(frozen=True, slots=True, kw_only=True)
class RotatedSecret:
    """A new signing secret, shown once, and when the previous one stops signing."""

    secret: Secret
    old_secret_ends_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscriberPatch:
    """Changes to a subscriber; None leaves a field unchanged."""

    name: str | None = None
    url: str | None = None
    types: Collection[OperationalType] | None = None
    token: AccessToken | None = None
    enabled: bool | None = None


class OperationalWebhooks:
    """The commands on subscribers. URLs must have passed `Receivers.check_url`."""

    def __init__(self, *, secret_box: SecretBox, ids: Ids, random_bytes: RandomBytes) -> None:
        self._secret_box = secret_box
        self._ids = ids
        self._random_bytes = random_bytes

    def create(
        self,
        tx: Transaction,
        *,
        name: str,
        url: str,
        types: Collection[OperationalType],
        token: AccessToken | None,
        created_by: str,
    ) -> Subscribed:
        """Create a subscriber, and its token unless one is given. It gets events from now on."""
        if len(stored.all_subscribers(tx)) >= SUBSCRIBERS_MAX:
            raise Conflict(f"There are {SUBSCRIBERS_MAX} operational webhooks already. Delete one first.")
        name = check(name=name, types=types, token=token)
        subscriber = Subscriber(
            id=self._ids.subscriber(),
            name=name,
            url=url,
            types=read_types(write_types(types)),
            version=1,
            created_by=created_by,
            created_at=tx.now,
            updated_at=tx.now,
        )
        token = token or AccessToken("opt_" + self._random_bytes(TOKEN_BYTES).hex())
        secret = make_secret(self._random_bytes(SECRET_BYTES))
        stored.insert(tx, self._secret_box, subscriber, token=token, secret=secret)
        return Subscribed(subscriber=subscriber, secret=secret, token=token)

    def change(
        self, tx: Transaction, subscriber_id: str, change: SubscriberPatch, *, version: int | None
    ) -> Subscriber:
        """Change a subscriber. Raise Changed if its version is not `version`.

        Another scheme, host or port needs a token: the present one must not be sent to another server. Enabling it
        begins the retry schedules of what waits for it again.
        """
        subscriber = find(tx, subscriber_id)
        if version is not None and version != subscriber.version:
            raise Changed
        types = subscriber.types if change.types is None else change.types
        name = check(name=subscriber.name if change.name is None else change.name, types=types, token=change.token)
        if change.url is not None and change.token is None and not have_same_origin(subscriber.url, change.url):
            raise token_needed()
        changed = replace(
            subscriber,
            name=name,
            url=change.url or subscriber.url,
            types=read_types(write_types(types)),
            version=subscriber.version + 1,
            updated_at=tx.now,
        )
        if change.enabled is False and changed.disabled_at is None:
            changed = changed.disabled(DisabledBecause.PERSON, tx.now)
        elif change.enabled and changed.disabled_at is not None:
            changed = changed.enabled()
            events.begin_again(tx, subscriber_id)
        stored.update(tx, changed)
        if change.token is not None:
            stored.set_token(tx, self._secret_box, subscriber_id, change.token)
        return changed

    def remove(self, tx: Transaction, subscriber_id: str, *, version: int | None) -> None:
        """Remove a subscriber with everything that waits for it."""
        subscriber = find(tx, subscriber_id)
        if version is not None and version != subscriber.version:
            raise Changed
        stored.remove(tx, subscriber_id)

    def rotate_secret(self, tx: Transaction, subscriber_id: str) -> RotatedSecret:
        """Sign with a new secret, and for OVERLAP_S with the previous one too."""
        find(tx, subscriber_id)
        secret = make_secret(self._random_bytes(SECRET_BYTES))
        second = -(-tx.now // SECOND_US)  # rounded up: requests are signed at whole seconds
        ends_at = Instant((second + OVERLAP_S) * SECOND_US)
        stored.rotate_secret(tx, self._secret_box, subscriber_id, secret, old_ends_at=ends_at)
        return RotatedSecret(secret=secret, old_secret_ends_at=ends_at)

    @staticmethod
    def retry(tx: Transaction, subscriber_id: str, event_id: str) -> OperationalDelivery:
        """Send an event again now, whatever became of it, on a new retry schedule. Raise Conflict if disabled."""
        subscriber = find(tx, subscriber_id)
        delivery = events.find(tx, subscriber_id, event_id)
        if delivery is None:
            raise NotFound("There is no such delivery to this operational webhook.")
        if subscriber.disabled_at is not None and delivery.state is not DeliveryState.WAITING:
            raise Conflict("This operational webhook is disabled. Enable it first.")
        again = delivery.again(tx.now)
        events.update(tx, again)
        return again


def find(tx: Transaction, subscriber_id: str) -> Subscriber:
    """Return a subscriber. Raise NotFound if there is none with this id."""
    subscriber = stored.find(tx, subscriber_id)
    if subscriber is None:
        raise not_found()
    return subscriber


def not_found() -> NotFound:
    return NotFound("There is no operational webhook with this id.")


def check(*, name: str, types: Collection[OperationalType], token: AccessToken | None) -> str:
    """Return the normalized name. Raise Invalid with all problems of the name, the types and the token."""
    name, problems = check_name(name)
    if not types:
        detail = f"Choose at least one type: {', '.join(OperationalType)}."
        problems = [*problems, FieldError(pointer="/types", code="required", detail=detail)]
    if token is not None:
        problems = [*problems, *check_access_token(token.reveal())]
    if problems:
        raise Invalid(fields=tuple(problems))
    return name

"""Verbs on receivers: register, change, rotate the secret, remove.

Each is one transaction; names are resolved before it, never inside.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from plantstore.domain.errors import Changed, Conflict, FieldError, Invalid, NotFound
from plantstore.domain.identity import ReceiverId
from plantstore.domain.instant import SECOND_US, Instant
from plantstore.domain.receiver import Payload, Receiver, check_access_token, check_name
from plantstore.domain.secret import Secret
from plantstore.domain.signature import SECRET_BYTES, make_secret
from plantstore.ids import Ids, RandomBytes
from plantstore.sending.addresses import AddressGuard
from plantstore.sending.resolving import NO_SUCH_NAME
from plantstore.sending.urls import parse_url
from plantstore.storage import attempts, events, retries, tokens
from plantstore.storage import receivers as stored
from plantstore.storage.database import Transaction
from plantstore.storage.sealing import Sealer

OVERLAP_S = 24 * 3600  # an old secret still signs for so long: a day, so that the other side can change in office hours
ACCESS_TOKEN_BYTES = 24  # 192 random bits when we make the token; RFC 6750 asks for no less than cannot be guessed


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """A new receiver with what is shown once: its signing secret, and the access token if we made it."""

    receiver: Receiver
    secret: Secret
    made_access_token: Secret | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotated:
    """A new signing secret, shown once, and when the one before it signs no more."""

    secret: Secret
    old_secret_ends_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a person wants different; None leaves it as it is."""

    name: str | None = None
    url: str | None = None
    payload: Payload | None = None
    access_token: Secret | None = None
    built_in: bool = False
    """Whether the program itself asks: only it may move its sample receiver."""


class Receivers:
    """The verbs, with what they need: the sealer, ids, randomness, the address guard and a resolver."""

    def __init__(
        self,
        *,
        sealer: Sealer,
        ids: Ids,
        random_bytes: RandomBytes,
        guard: AddressGuard,
        resolve: Callable[[str], Awaitable[list[str]]],
        concurrency_max: int,
        deadline_s: float,
        resolve_s_max: float,
        receivers_max: int,
    ) -> None:
        self._sealer = sealer
        self._ids = ids
        self._random_bytes = random_bytes
        self._guard = guard
        self._resolve = resolve
        self._concurrency_max = concurrency_max
        self._deadline_s = deadline_s
        self._resolve_s_max = resolve_s_max
        self._receivers_max = receivers_max

    async def check_url(self, text: str, *, built_in: bool = False) -> str:
        """Give the canonical URL, or Invalid with the reason in words. Every address of the name must be allowed.

        A name that cannot be resolved just now is accepted: it is judged again before every connection.
        """
        url = parse_url(text)
        try:
            async with asyncio.timeout(self._resolve_s_max):
                addresses = await self._resolve(url.host)
        except TimeoutError:
            return url.text
        except OSError as error:
            if error.errno in NO_SUCH_NAME:
                raise _url_refused("host_not_found", f"There is no host {url.host}. Is it spelt right?") from error
            return url.text
        reason = self._guard.refusal(url.host, addresses, url.port, loopback=built_in)
        if reason is not None:
            raise _url_refused("address_refused", reason)
        return url.text

    def register(
        self,
        tx: Transaction,
        *,
        url: str,
        name: str,
        payload: Payload = Payload.FULL,
        start: str | int = "now",
        access_token: Secret | None = None,
        built_in: bool = False,
    ) -> Registered:
        """Register a receiver whose URL `check_url` has passed.

        `start` is "now" (the next plant is the first), "beginning" (the whole log) or the first sequence it is owed.
        """
        if stored.count(tx) >= self._receivers_max:
            raise Conflict(f"There are {self._receivers_max} receivers already (PLANTSTORE_RECEIVERS_MAX).")
        name = _checked(name=name, access_token=access_token)
        first = _first_sequence(start, events.head(tx))
        receiver = Receiver(
            id=self._ids.receiver(),
            name=name,
            url=url,
            payload=payload,
            start=first,
            cursor=first - 1,
            max_concurrency=self._concurrency_max,
            deadline_s=self._deadline_s,
            built_in=built_in,
            created_at=tx.now,
            updated_at=tx.now,
            version=1,
        )
        stored.insert(tx, receiver)
        secret = make_secret(self._random_bytes(SECRET_BYTES))
        made = None if access_token else Secret("rct_" + self._random_bytes(ACCESS_TOKEN_BYTES).hex())
        stored.add_signing_secret(tx, self._sealer, receiver.id, secret)
        stored.set_access_token(tx, self._sealer, receiver.id, access_token or made or secret)
        return Registered(receiver=receiver, secret=secret, made_access_token=made)

    def change(self, tx: Transaction, receiver_id: ReceiverId, change: Change, *, version: int | None) -> Receiver:
        """Change what was named. `version` is what the caller has read; another one is Changed.

        The sample receiver's URL is the program's own: loopback is open to it, and would be to whoever moved it.
        """
        receiver = find(tx, receiver_id)
        _check_version(receiver.version, version)
        if receiver.built_in and change.url is not None and not change.built_in:
            raise _url_refused("built_in", "The sample receiver's URL cannot be changed; register another receiver.")
        name = _checked(name=receiver.name if change.name is None else change.name, access_token=change.access_token)
        changed = replace(
            receiver,
            name=name,
            url=change.url or receiver.url,
            payload=change.payload or receiver.payload,
            updated_at=tx.now,
            version=receiver.version + 1,
        )
        stored.update(tx, changed)
        if change.access_token is not None:
            stored.set_access_token(tx, self._sealer, receiver_id, change.access_token)
        return changed

    def rotate_secret(self, tx: Transaction, receiver_id: ReceiverId) -> Rotated:
        """Sign with a new secret, and for `OVERLAP_S` with the one before it too: either verifies.

        Two secrets sign at most: one that was ending already ends at once.
        """
        if find(tx, receiver_id).built_in:
            raise Conflict("The sample receiver's secret cannot be changed: it would not learn the new one.")
        secret = make_secret(self._random_bytes(SECRET_BYTES))
        second = -(-tx.now // SECOND_US)  # rounded up: requests are signed at whole seconds
        ends_at = Instant((second + OVERLAP_S) * SECOND_US)
        stored.rotate_signing_secret(tx, self._sealer, receiver_id, secret, old_ends_at=ends_at)
        return Rotated(secret=secret, old_secret_ends_at=ends_at)

    def remove(self, tx: Transaction, receiver_id: ReceiverId, *, asked_by: str, version: int | None = None) -> int:
        """Remove a receiver, cancel what it is still owed, and give how many deliveries that is.

        Tokens bound to it are revoked. What was sent to it stays in `attempts` as long as everything else there.
        """
        receiver = find(tx, receiver_id)
        _check_version(receiver.version, version)
        head = events.head(tx)
        untried = head - receiver.cursor - _settled_beyond(tx, receiver)
        cancelled = untried + retries.cancel_waiting(tx, receiver_id)
        if head > receiver.cursor:
            stored.skip(tx, receiver_id, first=receiver.cursor + 1, last=head, asked_by=asked_by)
        stored.mark_deleted(tx, receiver_id)
        tokens.delete_of_receiver(tx, receiver_id)
        return cancelled


def find(tx: Transaction, receiver_id: ReceiverId | None) -> Receiver:
    """Give the receiver, or NotFound; None stands for an id that cannot be one."""
    receiver = None if receiver_id is None else stored.find(tx, receiver_id)
    if receiver is None:
        raise NotFound("There is no such receiver.")
    return receiver


def lag(tx: Transaction, receiver: Receiver) -> int:
    """How many events it is still owed: those beyond its cursor that are not settled, and those being retried."""
    untried = events.head(tx) - receiver.cursor - _settled_beyond(tx, receiver)
    return untried + retries.count_waiting(tx, receiver.id)


def _settled_beyond(tx: Transaction, receiver: Receiver) -> int:
    beyond = {*attempts.delivered_after(tx, receiver.id, receiver.cursor)}
    return len(beyond.union(retries.sequences_after(tx, receiver.id, receiver.cursor)))


def _check_version(present: int, read: int | None) -> None:
    if read is not None and read != present:
        raise Changed


def _checked(*, name: str, access_token: Secret | None) -> str:
    """Check both at once, so that the caller hears of everything that is wrong."""
    name, problems = check_name(name)
    if access_token is not None:
        problems = [*problems, *check_access_token(access_token.reveal())]
    if problems:
        raise Invalid(fields=tuple(problems))
    return name


def _first_sequence(start: Any, head: int) -> int:
    if start == "now":
        return head + 1
    if start == "beginning":
        return 1
    if isinstance(start, int) and not isinstance(start, bool) and 1 <= start <= head + 1:
        return start
    detail = f'Write "now", "beginning", or a sequence from 1 to {head + 1}.'
    raise Invalid(fields=(FieldError(pointer="/start", code="start", detail=detail),))


def _url_refused(code: str, detail: str) -> Invalid:
    return Invalid(fields=(FieldError(pointer="/url", code=code, detail=detail),))

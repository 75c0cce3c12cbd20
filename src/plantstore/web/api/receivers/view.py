"""A receiver as the API shows it, and the paths of the receivers endpoints."""

from collections.abc import Sequence
from typing import Any

import msgspec

from plantstore.domain.errors import NotFound
from plantstore.domain.public_ids import ReceiverId, parse_receiver, receiver_text
from plantstore.domain.receivers.certificates import Certificate
from plantstore.domain.receivers.filters.versions import FilterVersions
from plantstore.domain.receivers.public_key import SignatureScheme, public_key_text
from plantstore.domain.receivers.receiver import Payload, Receiver, ReceiverState
from plantstore.domain.timestamps import Instant, text_or_none, to_text
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog
from plantstore.storage.tables import (
    receiver_certificates,
    receiver_filters,
    receiver_grants,
    receiver_headers,
    receiver_keys,
)
from plantstore.storage.tables import receivers as stored
from plantstore.storage.tables.receiver_grants import ShownGrant
from plantstore.storage.tables.receiver_keys import PublicKeys
from plantstore.web.api.receivers import schemas
from plantstore.web.api.receivers.oauth_schemas import ShownClientCredentials
from plantstore.web.http.endpoint import API
from plantstore.web.http.etags import etag
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

RECEIVERS = f"{API}/receivers"
RECEIVER = RECEIVERS + "/{id}"

EXAMPLE: dict[str, Any] = {
    "id": "rcv_01k8z4q7m2abc",
    "name": "web shop",
    "url": "https://shop.example/plant/webhook",
    "payload": Payload.FULL.value,
    "payload_expression": None,
    "filter": None,
    "filter_summary": None,
    "filter_start": None,
    "state": ReceiverState.ACTIVE.value,
    "disabled_reason": None,
    "failing_since": None,
    "next_probe_at": None,
    "start": 1042,
    "cursor": 1041,
    "lag": 0,
    "ordered": False,
    "max_concurrency": 64,
    "max_rate": None,
    "deadline_s": 15.0,
    "header_names": [],
    "oauth": None,
    "ephemeral": False,
    "built_in": False,
    "old_secret_ends_at": None,
    "ca_certificates": [],
    "client_certificate": None,
    "signatures": [SignatureScheme.V1.value],
    "public_key": None,
    "old_key_ends_at": None,
    "created_at": "2026-03-02T09:15:00.000Z",
    "updated_at": "2026-03-02T09:15:00.000Z",
}


def receiver_id_in_path(context: RequestContext, name: str = "id") -> ReceiverId:
    """Return the receiver id from the path. Raise NotFound if it is invalid or the token is not for it."""
    receiver_id = parse_receiver(context.request.values[name])
    if receiver_id is None or not context.token.permits(receiver_id):
        raise NotFound("There is no such receiver.")
    return receiver_id


def receiver_response(tx: Transaction, receiver: Receiver) -> Response:
    return json_response(schemas.Receiver(**receiver_fields(tx, receiver)), headers=(etag(receiver.version),))


def receiver_fields(tx: Transaction, receiver: Receiver) -> dict[str, Any]:
    """Return the fields of `schemas.Receiver`."""
    return fields_of_receivers(tx, [receiver])[receiver.id]


def fields_of_receivers(tx: Transaction, receivers: Sequence[Receiver]) -> dict[ReceiverId, dict[str, Any]]:
    """Return the fields of `schemas.Receiver` for each receiver, with as many statements as for one."""
    ids = [receiver.id for receiver in receivers]
    lags, ends_at = backlog.lags(tx, ids), stored.old_secrets_end_at(tx, ids)
    keys = receiver_keys.in_use(tx, ids)
    authorities = receiver_certificates.authorities_of(tx, ids)
    clients = receiver_certificates.clients_of(tx, ids)
    header_names, grants = receiver_headers.names(tx, ids), receiver_grants.shown(tx, ids)
    filters = receiver_filters.versions_of(tx, [one.id for one in receivers if one.filtered])
    return {
        one.id: _fields(tx, one, lag=lags[one.id].total, old_secret_ends_at=ends_at.get(one.id))
        | _filter_fields(one, filters.get(one.id))
        | _key_fields(keys.get(one.id))
        | {
            "header_names": header_names.get(one.id, []),
            "oauth": _oauth(grants.get(one.id)),
            "ca_certificates": [_certificate(each) for each in authorities.get(one.id, ())],
            "client_certificate": _certificate(clients[one.id][0]) if one.id in clients else None,
        }
        for one in receivers
    }


def _filter_fields(receiver: Receiver, versions: FilterVersions | None) -> dict[str, Any]:
    newest = versions.newest if versions is not None else None
    in_force = newest is not None and (newest.filter and newest.filter.pattern) == receiver.filter
    pattern = receiver.filter
    return {
        "filter": msgspec.Raw((pattern or "null").encode()),
        "filter_summary": None if pattern is None else receiver_filters.compiled(pattern).summary,
        "filter_start": newest.first if newest is not None and in_force else None,
    }


def _certificate(certificate: Certificate) -> schemas.Certificate:
    return schemas.Certificate(
        subject=certificate.subject,
        issuer=certificate.issuer,
        sha256=certificate.sha256,
        expires_at=to_text(certificate.ends_at),
    )


def _oauth(grant: ShownGrant | None) -> ShownClientCredentials | None:
    return None if grant is None else ShownClientCredentials(**grant._asdict())


def _fields(tx: Transaction, receiver: Receiver, *, lag: int, old_secret_ends_at: Instant | None) -> dict[str, Any]:
    return {
        "id": receiver_text(receiver.id),
        "name": receiver.name,
        "url": receiver.url,
        "payload": receiver.payload,
        "payload_expression": receiver.expression,
        "state": receiver.state,
        "disabled_reason": receiver.breaker.reason,
        "failing_since": text_or_none(receiver.breaker.opened_at),
        "next_probe_at": text_or_none(receiver.next_probe_at(tx.now)),
        "start": receiver.start,
        "cursor": receiver.cursor,
        "lag": lag,
        "ordered": receiver.ordered,
        "max_concurrency": receiver.max_concurrency,
        "max_rate": receiver.max_rate,
        "deadline_s": receiver.deadline_s,
        "ephemeral": receiver.ephemeral,
        "built_in": receiver.built_in,
        "old_secret_ends_at": text_or_none(old_secret_ends_at),
        "created_at": to_text(receiver.created_at),
        "updated_at": to_text(receiver.updated_at),
    }


def _key_fields(keys: PublicKeys | None) -> dict[str, Any]:
    if keys is None:
        return {"signatures": [SignatureScheme.V1], "public_key": None, "old_key_ends_at": None}
    return {
        "signatures": [SignatureScheme.V1, SignatureScheme.V1A],
        "public_key": public_key_text(keys.newest),
        "old_key_ends_at": text_or_none(keys.old_ends_at),
    }


def cancelled_text(count: int) -> str:
    """Return the text for the activity log, such as "cancelled 12 deliveries"."""
    return f"cancelled {count} deliver{'y' if count == 1 else 'ies'}"

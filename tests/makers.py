"""Makers of valid objects. Keywords change them, so a test shows only what matters to it."""

from dataclasses import replace
from typing import Any

from plantstore.domain.deliveries.delivery import Attempt, Outcome, OutcomeKind, Retry, RetryState
from plantstore.domain.deliveries.lease import Role
from plantstore.domain.deliveries.replay import Replay, ReplayOnly, ReplayState
from plantstore.domain.event import Event
from plantstore.domain.person import Person
from plantstore.domain.person import Role as PersonRole
from plantstore.domain.plants.plant import Plant, Status, check_fields, new_plant
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Payload, Receiver
from plantstore.domain.timestamps import Instant, parse
from plantstore.storage.queries.server_health import Replication, ServerHealth
from plantstore.storage.tables.processes import Process

NOON = parse("2026-06-01T12:00:00Z")
RECEIVER = ReceiverId(7)
CARE: dict[str, Any] = {
    "light": ["full_sun", "partial_shade"],
    "water": "low",
    "hardiness_rhs": "H5",
    "hardiness_usda": "4a-9b",
    "height_cm": 150,
    "spread_cm": 120,
    "life_cycle": "perennial",
    "foliage": "deciduous",
    "flowering_months": [6, 7, 8],
    "toxicity_pets": "harmful",
    "toxicity_people": "unknown",
    "pollinator_friendly": True,
}
DETAILS: dict[str, Any] = {
    "pot_size": "5 L",
    "minimum_order": 6,
    "compare_at_price": "29.90",
    "care": CARE,
    "external_ids": {"wfo": "wfo-0000605616", "ipni": "173972-1", "gbif": "5361880", "eppo": "ZEAMA", "vbn": "10564"},
    "trade": {
        "plant_passport": {"a": "Rosa canina", "b": "GB-00001", "c": "23-117", "d": "GB, NL"},
        "cites": "II",
    },
    "supplier": {"name": "Hillside Nursery", "code": "ROS-5"},
    "cost": "11.20",
}
"""The fields of a plant that came after version 0.5.1. The amounts need a currency with two decimals."""


def a_plant(id: int = 1, *, status: Status = Status.ACTIVE, now: Instant = NOON, **fields: object) -> Plant:
    raw = {"name": f"Plant {id}", **fields}
    return new_plant(id, check_fields(raw, currency_default="EUR"), status=status, now=now)


def an_event(sequence: int = 1, **changes: Any) -> Event:
    event = Event(
        id=f"evt_{sequence:026d}",
        sequence=sequence,
        plant_id=sequence,
        occurred_at=NOON,
        body=b'{"id":%d,"name":"Plant %d"}' % (sequence, sequence),
        body_basic=b'{"id":%d,"name":"Plant %d"}' % (sequence, sequence),
    )
    return event._replace(**changes)


def a_receiver(id: int = RECEIVER, **changes: Any) -> Receiver:
    receiver = Receiver(
        id=ReceiverId(id),
        name="label printer",
        url="https://printer.example/plant/webhook",
        payload=Payload.FULL,
        start=1,
        cursor=0,
        max_concurrency=64,
        deadline_s=15.0,
        built_in=False,
        created_at=NOON,
        updated_at=NOON,
        version=1,
    )
    return replace(receiver, **changes)


def a_person(id: str = "per_1", **changes: Any) -> Person:
    person = Person(
        id=id,
        name="owner",
        email=None,
        role=PersonRole.OPERATOR,
        receiver_ids=None,
        created_at=NOON,
        created_by="store",
    )
    return replace(person, **changes)


def an_outcome(status: int | None = 204, *, kind: OutcomeKind | None = None, **changes: Any) -> Outcome:
    if status is not None and kind is None:
        kind = OutcomeKind.ACCEPTED if 200 <= status < 300 else OutcomeKind.REFUSED
    assert kind is not None
    return Outcome(kind=kind, status=status, duration_us=1_000, address="192.0.2.1")._replace(**changes)


def an_attempt(sequence: int = 1, *, number: int = 1, status: int | None = 204, **changes: Any) -> Attempt:
    attempt = Attempt(
        id=sequence * 100 + number,
        receiver_id=RECEIVER,
        sequence=sequence,
        event_id=f"evt_{sequence:026d}",
        number=number,
        started_at=NOON,
        outcome=an_outcome(status),
    )
    return attempt._replace(**changes)


def a_retry(sequence: int = 1, *, attempts: int = 1, **changes: Any) -> Retry:
    retry = Retry(
        receiver_id=RECEIVER,
        sequence=sequence,
        state=RetryState.WAITING,
        attempts=attempts,
        tries=attempts,
        next_attempt_at=NOON,
        first_failed_at=NOON,
        last_outcome=OutcomeKind.REFUSED,
        last_status=500,
    )
    return replace(retry, **changes)


def a_replay(id: str = "rpl_1", *, first: int = 1, last: int = 10, **changes: Any) -> Replay:
    replay = Replay(
        id=id,
        receiver_id=RECEIVER,
        first=first,
        last=last,
        only=ReplayOnly.ALL,
        pace=None,
        state=ReplayState.RUNNING,
        position=first - 1,
        total=last - first + 1,
        accepted=0,
        failed=0,
        asked_by="tok_1",
        asked_at=NOON,
    )
    return replace(replay, **changes)


def a_process(id: str, **changes: Any) -> Process:
    process = Process(
        id=id,
        slot=0,
        role=Role.ALL,
        host="shop-1",
        pid=7,
        version="0.5.1",
        address="http://10.0.0.1:8000",
        started_at=NOON,
        lease_us=15_000_000,
    )
    return process._replace(**changes)


def a_database_server(**changes: Any) -> ServerHealth:
    server = ServerHealth(
        at=NOON,
        version="17.2",
        connections=12,
        connections_max=100,
        replication=Replication.NONE,
        standbys=[],
        sees_all=True,
        holds=[],
        dead=[],
    )
    return replace(server, **changes)

"""What a person should know now, in one list: the problems of the store, and notices that leave it healthy.

Each alert has a cause, a consequence, what happens next if no person acts, and the operation that helps.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from plantstore.domain.deliveries.delivery import ATTEMPTS_MAX
from plantstore.domain.plants.plant_import import ImportState
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.queries import alert_sources, receiver_health
from plantstore.storage.tables import imports
from plantstore.storage.tables import receivers as stored
from plantstore.web.api.schemas import described
from plantstore.web.api.status.problems import EXAMPLES_MAX, FAILING_S_MAX, StatusProblem

Group = Literal["receivers", "deliveries", "disk", "processes", "audit", "imports", "alerts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Text:
    group: Group
    cause: str
    consequence: str
    next: str
    operation: str | None


_RECEIVERS = {
    "receivers_failing": _Text(
        group="receivers",
        cause=f"The receiver has not accepted a request for {FAILING_S_MAX // 60} minutes or longer.",
        consequence="Its deliveries wait; none is lost.",
        next="It is probed every few minutes. Once a probe succeeds, all its deliveries follow.",
        operation="testReceiver",
    ),
    "receivers_failing_recently": _Text(
        group="receivers",
        cause=f"The receiver began to fail less than {FAILING_S_MAX // 60} minutes ago.",
        consequence="Its deliveries wait; none is lost.",
        next="It is probed every few seconds or minutes. Once a probe succeeds, all its deliveries follow.",
        operation="testReceiver",
    ),
    "receivers_disabled": _Text(
        group="receivers",
        cause="The receiver responded 410, or did not respond for five days.",
        consequence="Nothing is sent to it; its deliveries are held.",
        next="Nothing happens until someone resumes it.",
        operation="resumeReceiver",
    ),
    "receivers_paused": _Text(
        group="receivers",
        cause="Someone paused the receiver.",
        consequence="Nothing is sent to it; its deliveries are held.",
        next="Nothing happens until someone resumes it.",
        operation="resumeReceiver",
    ),
}
_TEXTS = _RECEIVERS | {
    "deliveries_exhausted": _Text(
        group="deliveries",
        cause=f"All {ATTEMPTS_MAX} attempts of a delivery failed.",
        consequence="The receiver does not know the plant.",
        next="Nothing happens until someone retries, replays or cancels the delivery.",
        operation="askForReplay",
    ),
    "store_full": _Text(
        group="disk",
        cause="The disk is full.",
        consequence="Nothing can be changed or delivered.",
        next="Writing is tried again as soon as there is space.",
        operation=None,
    ),
    "unavailable": _Text(
        group="disk",
        cause="The database cannot be written.",
        consequence="Nothing can be changed or delivered.",
        next="Writing is tried again every few seconds.",
        operation=None,
    ),
    "nobody_delivers": _Text(
        group="processes",
        cause="No process delivers.",
        consequence="Receivers get nothing; deliveries wait.",
        next="Deliveries continue when a process whose role is all or dispatcher is started.",
        operation=None,
    ),
    "imports_to_confirm": _Text(
        group="imports",
        cause="A list was checked, and waits for confirmation.",
        consequence="None of its plants is in the catalogue yet.",
        next="Nothing happens until someone confirms or cancels the import.",
        operation="confirmImport",
    ),
    "alert_channels_failing": _Text(
        group="alerts",
        cause="Messages of an alert channel are not accepted.",
        consequence="People may not learn of problems.",
        next="They are sent again for a day. The page of the channel has the answer of the other side.",
        operation="testAlertChannel",
    ),
}
_AUDIT = _Text(
    group="audit",
    cause="Two audits in a row found the same mistake in the data.",
    consequence="The detail says what it concerns, and the examples where to look.",
    next="The audit counts again every minute; it changes nothing.",
    operation=None,
)
_PAUSED = "Paused receivers. Their deliveries are held until you resume them."
_RECENT = "Receivers that began to fail a short time ago."
_CHANNELS = "Alert channels whose latest message was not accepted."
_TO_CONFIRM = "Imports that were checked, and wait for confirmation."


class StatusAlert(msgspec.Struct, kw_only=True):
    """A problem of the store, or a notice that leaves it healthy."""

    code: Annotated[
        str,
        described(
            "The code of a problem; or receivers_failing_recently, receivers_paused, imports_to_confirm, "
            "alert_channels_failing."
        ),
    ]
    severity: Annotated[
        Literal["problem", "notice"], described("Whether it makes the store unhealthy; the problems come first.")
    ]
    group: Annotated[Group, described("What it is about.")]
    count: int
    detail: Annotated[str, described("A message for people.")]
    cause: Annotated[str, described("Why, in a sentence.")]
    consequence: Annotated[str, described("What follows from it, in a sentence.")]
    next: Annotated[str, described("What happens next if no person acts, in a sentence.")]
    operation: Annotated[
        str | None, described("The operationId of the request that helps, for example with the first of `ids`.")
    ]
    ids: Annotated[list[str], described("Ids of the first few receivers, imports or channels that it is about.")]
    examples: Annotated[list[str], described("Where to start looking.")]


def of_problems(tx: Transaction, problems: list[StatusProblem], *, failing_since: Instant) -> list[StatusAlert]:
    """Return the problems, with their causes and consequences."""
    ids = {
        "receivers_disabled": lambda: receiver_health.disabled(tx, limit=EXAMPLES_MAX),
        "receivers_failing": lambda: receiver_health.failing(tx, since=failing_since, limit=EXAMPLES_MAX),
    }
    return [
        _alert(
            one.code,
            severity="problem",
            count=one.count,
            detail=one.detail,
            ids=_texts(ids[one.code]()) if one.code in ids else [],
            examples=one.examples,
        )
        for one in problems
    ]


def notices(tx: Transaction, *, failing_since: Instant) -> list[StatusAlert]:
    """Return what leaves the store healthy: paused receivers, recent failures, open imports, failing alert channels."""
    found = []
    recent = receiver_health.failing_since(tx, after=failing_since, limit=EXAMPLES_MAX)
    paused = receiver_health.paused(tx, limit=EXAMPLES_MAX)
    for code, detail, count, ids in (
        ("receivers_failing_recently", _RECENT, receiver_health.count_failing_since(tx, after=failing_since), recent),
        ("receivers_paused", _PAUSED, receiver_health.count_paused(tx), paused),
    ):
        if count:
            found.append(
                _alert(code, severity="notice", count=count, detail=detail, ids=_texts(ids), examples=_names(tx, ids))
            )
    waiting = imports.in_states(tx, [ImportState.CHECKED])
    if waiting:
        newest = waiting[-EXAMPLES_MAX:][::-1]
        found.append(
            _alert(
                "imports_to_confirm",
                severity="notice",
                count=len(waiting),
                detail=_TO_CONFIRM,
                ids=newest,
                examples=[f"import {id}" for id in newest],
            )
        )
    channels = [one for one in alert_sources.recipients(tx) if one.failing_since is not None and not one.is_disabled]
    if channels:
        found.append(
            _alert(
                "alert_channels_failing",
                severity="notice",
                count=len(channels),
                detail=_CHANNELS,
                ids=[one.id for one in channels[:EXAMPLES_MAX]],
                examples=[f"channel {one.id} (“{one.name}”)" for one in channels[:EXAMPLES_MAX]],
            )
        )
    return found


def _alert(
    code: str, *, severity: Literal["problem", "notice"], count: int, detail: str, ids: list[str], examples: list[str]
) -> StatusAlert:
    text = _TEXTS.get(code, _AUDIT)
    return StatusAlert(
        code=code,
        severity=severity,
        group=text.group,
        count=count,
        detail=detail,
        cause=text.cause,
        consequence=text.consequence,
        next=text.next,
        operation=text.operation,
        ids=ids,
        examples=examples,
    )


def _texts(ids: list[ReceiverId]) -> list[str]:
    return [receiver_text(id) for id in ids]


def _names(tx: Transaction, ids: list[ReceiverId]) -> list[str]:
    found = stored.find_many(tx, ids)
    return [f"receiver {receiver_text(id)} (“{found[id].name}”)" for id in ids if id in found]

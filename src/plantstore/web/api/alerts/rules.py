"""The endpoints for the rules of alerts: when a problem is reported, and through which channels."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from plantstore.domain.alerts.channel import CHANNELS_MAX
from plantstore.domain.alerts.message import Severity
from plantstore.domain.alerts.rules import RULES, RuleKey, RuleSetting, check_threshold
from plantstore.domain.errors import FieldError, Invalid, NotFound
from plantstore.domain.token import Scope
from plantstore.operations.alerts.observing import Surroundings, observe
from plantstore.operations.alerts.routing import Routing, read_routing
from plantstore.storage.database import Transaction
from plantstore.storage.tables import alert_incidents
from plantstore.storage.tables import alert_rules as stored
from plantstore.web.api.alert_channels import check_may_write
from plantstore.web.api.schemas import described
from plantstore.web.http.endpoint import API, Endpoint, read_handler, write_handler
from plantstore.web.http.json_body import to_struct
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import JSON, Response, json_response

RULES_PATH = f"{API}/alert-rules"
RULE = RULES_PATH + "/{id}"
NAMES_SHOWN_MAX = 20
_EXAMPLE: dict[str, Any] = {
    "rule": "receiver_failing",
    "name": "Receiver failing",
    "sentence": "A receiver has been failing for 15 minutes.",
    "severity": "warning",
    "enabled": True,
    "threshold": {"value": 15, "unit": "minutes", "default": 15, "minimum": 1, "maximum": 1440},
    "is_default": True,
    "only_postgresql": False,
    "channels": {"chn_01kjxsnhx04t8gcvq1mz7b5e3d": True},
}
_Channels = Annotated[dict[str, bool], msgspec.Meta(max_length=CHANNELS_MAX)]
_Threshold = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]


class AlertThreshold(msgspec.Struct):
    """The number that a rule compares with."""

    value: int
    unit: str
    default: int
    minimum: int
    maximum: int


class AlertRule(msgspec.Struct):
    """A rule, and which channels get it."""

    rule: RuleKey
    name: str
    sentence: Annotated[str, described("When it holds, with its threshold.")]
    severity: Severity
    enabled: bool
    threshold: Annotated[AlertThreshold | None, described("null for a rule without one.")]
    is_default: Annotated[bool, described("Whether it is on, with its threshold, as in a new store.")]
    only_postgresql: Annotated[bool, described("Whether it never holds in a store on SQLite.")]
    channels: Annotated[dict[str, bool], described("For the id of each channel, whether it gets this rule.")]


class AlertRuleList(msgspec.Struct):
    """All rules."""

    items: list[AlertRule]


class AlertRuleChange(msgspec.Struct, forbid_unknown_fields=True):
    """Changes to a rule. Fields that are left out keep their values."""

    enabled: bool | UnsetType = UNSET
    threshold: Annotated[_Threshold | UnsetType | None, described("In the rule's unit; null for its default.")] = UNSET
    channels: Annotated[_Channels | UnsetType, described("Channel ids, and whether each gets the rule.")] = UNSET


class AlertRulePreview(msgspec.Struct):
    """What a rule would find now."""

    count: int
    names: Annotated[list[str], described("The first few subjects.")]


class AlertRulePreviewInput(msgspec.Struct, forbid_unknown_fields=True):
    """The threshold to try."""

    threshold: Annotated[_Threshold | None, described("null for the present one.")] = None


def _list(context: RequestContext, tx: Transaction) -> Response:
    del context
    settings = stored.settings(tx)
    routing = read_routing(tx, settings)
    return json_response(AlertRuleList(items=[_written(one, routing) for one in settings.values()]))


def _show(context: RequestContext, tx: Transaction) -> Response:
    settings = stored.settings(tx)
    return json_response(_written(settings[_key(context)], read_routing(tx, settings)))


def _change(context: RequestContext, tx: Transaction) -> Response:
    body, key = to_struct(context.body, AlertRuleChange), _key(context)
    check_may_write(context)
    alert_incidents.lock(tx)
    before = stored.settings(tx)[key]
    threshold = before.threshold
    if not isinstance(body.threshold, UnsetType):
        threshold = check_threshold(RULES[key], body.threshold)
    enabled = before.enabled if isinstance(body.enabled, UnsetType) else body.enabled
    stored.put(tx, replace(before, enabled=enabled, threshold=threshold), changed_by=context.token.id)
    if not isinstance(body.channels, UnsetType):
        _put_channels(tx, key, body.channels)
    context.detail = ", ".join(sorted(context.body))
    return _show(context, tx)


def _put_channels(tx: Transaction, key: RuleKey, channels: dict[str, bool]) -> None:
    known = {one.id for one in read_routing(tx, {}).recipients}
    unknown = sorted(channels.keys() - known)
    if unknown:
        detail = f"There is no channel {unknown[0][:64]!r}."
        raise Invalid(fields=(FieldError(pointer="/channels", code="unknown", detail=detail),))
    for channel_id, wanted in channels.items():
        stored.put_routes(tx, channel_id, {key: wanted})


def _preview(context: RequestContext, tx: Transaction) -> Response:
    body, key = to_struct(context.body, AlertRulePreviewInput), _key(context)
    setting = stored.settings(tx)[key]
    threshold = setting.threshold if body.threshold is None else check_threshold(RULES[key], body.threshold)
    tried = replace(setting, enabled=True, threshold=threshold)
    auditor = context.dependencies.auditor
    surroundings = Surroundings(audit=auditor.problems, server=context.dependencies.vitals().server)
    found = observe(tx, stored.settings(tx) | {key: tried}, surroundings, only=(key,)).get(key, ())
    return json_response(AlertRulePreview(count=len(found), names=_names([one.name for one in found])))


def _names(names: Sequence[str]) -> list[str]:
    return [name for name in names if name][:NAMES_SHOWN_MAX]


def _key(context: RequestContext) -> RuleKey:
    text = context.request.values["id"]
    if text not in set(RuleKey):
        raise NotFound("There is no rule with this name.")
    return RuleKey(text)


def _written(setting: RuleSetting, routing: Routing) -> AlertRule:
    rule, limits = setting.rule, setting.rule.threshold
    threshold = None
    if limits is not None and setting.threshold is not None:
        threshold = AlertThreshold(
            value=setting.threshold,
            unit=limits.unit,
            default=limits.default,
            minimum=limits.least,
            maximum=limits.most,
        )
    return AlertRule(
        rule=rule.key,
        name=rule.name,
        sentence=setting.sentence,
        severity=rule.severity,
        enabled=setting.enabled,
        threshold=threshold,
        is_default=setting.is_default,
        only_postgresql=rule.only_postgresql,
        channels={one.id: routing.wants(one, rule.key) for one in routing.recipients},
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path=RULES_PATH,
        name="listAlertRules",
        scope=Scope.OPERATIONS_READ,
        summary="List rules of alerts",
        description="When problems are reported, with defaults and limits, and which channels get each rule.",
        handler=read_handler(_list),
        response=AlertRuleList,
        response_example={"items": [_EXAMPLE]},
    ),
    Endpoint(
        method="GET",
        path=RULE,
        name="showAlertRule",
        scope=Scope.OPERATIONS_READ,
        summary="Get a rule of alerts",
        description="A rule, and which channels get it.",
        handler=read_handler(_show),
        response=AlertRule,
        response_example=_EXAMPLE,
        errors=(NotFound,),
    ),
    Endpoint(
        method="PATCH",
        path=RULE,
        name="changeAlertRule",
        scope=Scope.OPERATIONS_READ,
        summary="Change a rule of alerts",
        description=(
            "Switches a rule, changes its threshold, or which channels get it. Problems of a rule that is switched off "
            "end without a message. The token also needs receivers:write."
        ),
        handler=write_handler(_change),
        request=AlertRuleChange,
        request_example={"threshold": 30, "channels": {"chn_01kjxsnhx04t8gcvq1mz7b5e3d": False}},
        media_types=(JSON, "application/merge-patch+json"),
        response=AlertRule,
        response_example=_EXAMPLE,
        errors=(NotFound, Invalid),
    ),
    Endpoint(
        method="POST",
        path=RULE + "/preview",
        name="previewAlertRule",
        scope=Scope.OPERATIONS_READ,
        summary="Try a rule of alerts",
        description="Returns what a rule would find now, also one that is switched off. Nothing is stored or sent.",
        handler=read_handler(_preview),
        request=AlertRulePreviewInput,
        request_example={"threshold": 5},
        response=AlertRulePreview,
        response_example={"count": 1, "names": ["web shop"]},
        errors=(NotFound, Invalid),
        logs_activity=False,
    ),
)

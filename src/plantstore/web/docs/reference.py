"""The content of the API reference, generated from the OpenAPI documents of the management API and the webhook."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plantstore.web.docs.schema_tables import Field, Schema, SchemaTables
from plantstore.web.http.problems import PAGES
from plantstore.web.http.response import JSON
from plantstore.web.openapi.management import REQUIRED_SCOPE

REFERENCE = "/api/docs"
WEBHOOK = "webhook"
OPERATIONAL = "operational-events"
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    name: str
    place: str
    kind: str
    required: bool
    rules: Sequence[str]
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A request or response body. `shape` names its object; `fields` is None if the page already shows it."""

    media_types: Sequence[str]
    shape: str
    about: str
    fields: Sequence[Field] | None
    examples: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: str
    meaning: str
    body: Body | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Error:
    code: str
    status: int
    title: str

    @property
    def address(self) -> str:
        return PAGES + self.code


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """An operation as shown in the reference."""

    name: str
    method: str
    path: str
    summary: str
    description: str
    scope: str
    parameters: Sequence[Parameter]
    request: Body | None
    answers: Sequence[Answer]
    errors: Sequence[Error]
    curl: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A page of the reference: the operations of one API resource, or requests that a receiver gets."""

    name: str
    title: str
    operations: Sequence[Described]
    objects: Sequence[tuple[str, str, Sequence[Field]]] = field(default=())

    @property
    def address(self) -> str:
        return f"{REFERENCE}/{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The API reference: the management API by resource, the errors common to all its operations, and the webhooks."""

    resources: Sequence[Resource]
    common: Sequence[Error]
    webhook: Resource
    operational: Resource
    about: str
    base_url: str

    @property
    def pages(self) -> Sequence[Resource]:
        return (*self.resources, self.webhook, self.operational)


def read_reference(managed: Document, published: Document) -> Reference:
    """Return the reference from the OpenAPI documents of the management API (`managed`) and webhook (`published`)."""
    base_url = managed["servers"][0]["variables"]["base_url"]["default"]
    by_tag: dict[str, list[tuple[str, str, Schema]]] = {
        operation["tags"][0]: [] for methods in managed["paths"].values() for operation in methods.values()
    }
    for path, methods in sorted(managed["paths"].items(), key=lambda one: one[0].replace("{", "!")):
        for method, operation in methods.items():
            by_tag[operation["tags"][0]].append((method.upper(), path, operation))
    common = _common([_errors(one) for parts in by_tag.values() for _, _, one in parts])
    return Reference(
        resources=[_resource(tag, parts, managed, base_url, common) for tag, parts in by_tag.items()],
        common=common,
        webhook=_webhooks(published, WEBHOOK, "The webhook"),
        operational=_webhooks(managed, OPERATIONAL, "The operational webhooks"),
        about=managed["info"]["description"],
        base_url=base_url,
    )


def _common(all_errors: Sequence[Sequence[Error]]) -> list[Error]:
    first, *others = all_errors
    return [error for error in first if all(error in one for one in others)]


def _resource(
    tag: str, parts: Sequence[tuple[str, str, Schema]], document: Document, base_url: str, common: Sequence[Error]
) -> Resource:
    shapes = SchemaTables(document["components"]["schemas"])
    described = [_described(method, path, one, shapes, base_url, common) for method, path, one in parts]
    return Resource(
        name=tag, title=tag.replace("-", " ").capitalize(), operations=described, objects=list(_objects(shapes))
    )


def _objects(shapes: SchemaTables) -> Iterator[tuple[str, str, Sequence[Field]]]:
    for name, rows in shapes.rest():
        yield name, str(shapes.whole(name).get("description", "")), rows


def _described(
    method: str, path: str, operation: Schema, shapes: SchemaTables, base_url: str, common: Sequence[Error]
) -> Described:
    """Return an operation, without the description's sentence about the scope, which is shown separately."""
    scope = operation[REQUIRED_SCOPE]
    parameters = [_parameter(one, shapes) for one in operation["parameters"]]
    request = _body(operation["requestBody"]["content"], shapes) if "requestBody" in operation else None
    return Described(
        name=operation["operationId"],
        method=method,
        path=path,
        summary=operation["summary"],
        description=operation["description"].replace(f" Needs the scope `{scope}`.", ""),
        scope=scope,
        parameters=parameters,
        request=request,
        answers=[
            Answer(status=status, meaning=one["description"], body=_body(one.get("content", {}), shapes))
            for status, one in operation["responses"].items()
            if status < "400"
        ],
        errors=[one for one in _errors(operation) if one not in common],
        curl=_curl(method, base_url + path, request),
    )


def _parameter(parameter: Schema, shapes: SchemaTables) -> Parameter:
    kind, rules = shapes.describe(parameter["schema"])
    if "example" in parameter and "const" not in parameter["schema"]:
        rules.append(f"for example `{parameter['example']}`")
    return Parameter(
        name=parameter["name"],
        place=parameter["in"],
        kind=kind,
        required=parameter.get("required", False),
        rules=rules,
        description=parameter.get("description", ""),
    )


def _body(content: Mapping[str, Any], shapes: SchemaTables) -> Body | None:
    if not content:
        return None
    first = next(iter(content.values()))
    schema = first.get("schema", {})
    name = shapes.name_of(schema)
    whole = shapes.whole(name) if name else schema
    known = name in shapes.shown
    named = dict.fromkeys(shapes.name_of(one.get("schema", {})) for one in content.values())
    abouts = [str(shapes.whole(one).get("description", "")) for one in named if one] or [whole.get("description", "")]
    return Body(
        media_types=list(content),
        shape=name if "properties" in whole else "",
        about=" ".join(abouts),
        fields=None if known else shapes.fields(name) if name else [],
        examples={name: _shown(value) for name, value in _examples(content).items()},
    )


def _examples(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the examples of a body by name; by media type if these have different ones."""
    first = next(iter(content.values()))
    if "examples" in first:
        return {name: one["value"] for name, one in first["examples"].items()}
    by_kind = {kind: one["example"] for kind, one in content.items() if one.get("example") is not None}
    alike = all(value == first.get("example") for value in by_kind.values())
    return {"": first["example"]} if by_kind and alike else by_kind


def _errors(operation: Schema) -> list[Error]:
    return [
        Error(code=code, status=int(status), title=example["value"]["title"])
        for status, answer in operation["responses"].items()
        if status.isdecimal() and int(status) >= 400
        for content in answer.get("content", {}).values()
        for code, example in content["examples"].items()
    ]


def _webhooks(document: Document, name: str, title: str) -> Resource:
    """Return the page about the webhooks of a document."""
    shapes = SchemaTables(document["components"]["schemas"])
    described = [
        _webhook(method, called, operation, shapes)
        for called, methods in document["webhooks"].items()
        for method, operation in methods.items()
    ]
    return Resource(name=name, title=title, operations=described, objects=list(_objects(shapes)))


def _webhook(method: str, called: str, operation: Schema, shapes: SchemaTables) -> Described:
    """Return a webhook. It has no scope and no errors, because receivers implement it."""
    return Described(
        name=operation["operationId"],
        method=method.upper(),
        path=called,
        summary=operation["summary"],
        description=operation["description"].removesuffix(".") + ".",
        scope="",
        parameters=[_parameter(one, shapes) for one in operation["parameters"]],
        request=_body(operation["requestBody"]["content"], shapes),
        answers=[
            Answer(status="others" if status == "default" else status, meaning=one["description"], body=None)
            for status, one in operation["responses"].items()
        ],
        errors=[],
        curl="",
    )


def _curl(method: str, url: str, request: Body | None) -> str:
    """Return an example curl command; path parameters are placeholders in braces."""
    lines = [f"curl '{url}'" if method == "GET" else f"curl -X {method} '{url}'"]
    lines.append('-H "Authorization: Bearer $PLANTSTORE_TOKEN"')
    if request is not None:
        lines.append(f"-H 'Content-Type: {request.media_types[0]}'")
        example = next(iter(request.examples.values()), None)
        is_json = request.media_types[0] == JSON and example is not None
        lines.append(f"-d '{_quoted(str(example))}'" if is_json else "--data-binary @plants.csv")
    return " \\\n  ".join(lines)


def _quoted(text: str) -> str:
    return text.replace("'", "'\\''")


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)

"""Compares two OpenAPI documents for what breaks a client although no name is gone: a request that was valid no longer
is, or a response has a type that it did not have before.
"""

from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
LOWER_BOUNDS = ("minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties")
UPPER_BOUNDS = ("maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties")
OTHER_LIMITS = ("pattern", "enum", "const", "format", "multipleOf", "uniqueItems")
PLACES = ("anyOf", "oneOf", "allOf", "prefixItems")


def narrowed(old: Schema, new: Schema) -> list[str]:
    """Return where a valid request of the old document may be refused under the new one."""
    return [
        line for at, before, after in _operations(old, new) for line in _narrowed_request(old, new, at, before, after)
    ]


def widened(old: Schema, new: Schema) -> list[str]:
    """Return where a response, or a webhook, may have a type that the old document did not name."""
    lines: list[str] = []
    for at, before, after in _operations(old, new):
        for status, response in before.get("responses", {}).items():
            other = after.get("responses", {}).get(status, {})
            lines += _contents(_Output(old, new), f"{at} {status}", response, other)
    for path, item in old.get("webhooks", {}).items():
        for method, before in item.items():
            after = new.get("webhooks", {}).get(path, {}).get(method, {})
            lines += _contents(
                _Output(old, new), f"webhook {path}", before["requestBody"], after.get("requestBody", {})
            )
    return lines


def _operations(old: Schema, new: Schema) -> Iterator[tuple[str, Schema, Schema]]:
    for path, item in old.get("paths", {}).items():
        for method, before in item.items():
            after = new.get("paths", {}).get(path, {}).get(method)
            if isinstance(before, dict) and after is not None:
                yield f"{method.upper()} {path}", before, after


def _narrowed_request(old: Schema, new: Schema, at: str, before: Schema, after: Schema) -> Iterator[str]:
    compare = _Input(old, new)
    known = {(one["in"], one["name"]): one for one in map(compare.in_old, before.get("parameters", ()))}
    for one in map(compare.in_new, after.get("parameters", ())):
        place, was = f"{at} {one['name']}", known.get((one["in"], one["name"]), {})
        if one.get("required") and not was.get("required"):
            yield f"{place} is required"
        yield from compare.schemas(place, was.get("schema", {}), one.get("schema", {}) if was else {})
    body_before, body_after = before.get("requestBody", {}), after.get("requestBody", {})
    if body_after.get("required") and not body_before.get("required"):
        yield f"{at} body is required"
    yield from _contents(compare, at, body_before, body_after)


def _contents(compare: "_Comparison", at: str, before: Schema, after: Schema) -> list[str]:
    before, after = compare.in_old(before), compare.in_new(after)
    return [
        line
        for kind, content in before.get("content", {}).items()
        if kind in after.get("content", {})
        for line in compare.schemas(at, content.get("schema", {}), after["content"][kind].get("schema", {}))
    ]


class _Comparison:
    """Walks through a schema of each document at the same time."""

    def __init__(self, old: Schema, new: Schema) -> None:
        self._old, self._new = old, new
        self._seen: set[tuple[str, str]] = set()

    def in_old(self, schema: Schema) -> Schema:
        return _resolved(self._old, schema)

    def in_new(self, schema: Schema) -> Schema:
        return _resolved(self._new, schema)

    def schemas(self, at: str, old: Schema, new: Schema) -> Iterator[str]:
        """Yield a line for each thing that breaks a client."""
        refs = str(old.get("$ref")), str(new.get("$ref"))
        if "$ref" in old and refs in self._seen:
            return
        self._seen.add(refs)
        old, new = self.in_old(old), self.in_new(new)
        yield from self.compare(at, old, new)
        for name, before in old.get("properties", {}).items():
            if name in new.get("properties", {}):
                yield from self.schemas(f"{at}/{name}", before, new["properties"][name])
        if isinstance(old.get("items"), dict) and isinstance(new.get("items"), dict):
            yield from self.schemas(f"{at}[]", old["items"], new["items"])
        for place in PLACES:
            for before, after in zip(old.get(place, ()), new.get(place, ()), strict=False):
                yield from self.schemas(at, before, after)

    def compare(self, at: str, old: Schema, new: Schema) -> Iterator[str]:
        raise NotImplementedError


class _Input(_Comparison):
    def compare(self, at: str, old: Schema, new: Schema) -> Iterator[str]:
        for name in new.get("required", ()):
            if name not in old.get("required", ()):
                yield f"{at}/{name} is required"
        for limits, is_narrower in ((LOWER_BOUNDS, int.__gt__), (UPPER_BOUNDS, int.__lt__)):
            for limit in limits:
                if limit in new and (limit not in old or is_narrower(int(new[limit]), int(old[limit]))):
                    yield f"{at} has {limit} {new[limit]}"
        for limit in OTHER_LIMITS:
            if limit in new and limit not in old:
                yield f"{at} has {limit}"
        if new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
            yield f"{at} has no other properties"


class _Output(_Comparison):
    def compare(self, at: str, old: Schema, new: Schema) -> Iterator[str]:
        more = _types(new) - _types(old)
        if more and _types(old):
            yield f"{at} may be {', '.join(sorted(more))}"


def _types(schema: Schema) -> set[str]:
    found = schema.get("type", ())
    return {found} if isinstance(found, str) else set(found)


def _resolved(document: Schema, schema: Schema) -> Schema:
    while "$ref" in schema:
        found: Any = document
        for name in str(schema["$ref"]).removeprefix("#/").split("/"):
            found = found[name]
        schema = found
    return schema

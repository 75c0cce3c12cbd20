"""Converts the JSON schema of a request or response body to table rows, one per field."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plantstore.web.openapi.patterns import PRINTABLE_ASCII

Schema = Mapping[str, Any]

NESTED_FIELDS_MAX = 6  # max fields of an object shown within a table; larger objects get a separate table
PATTERN_CHARS_MAX = 40  # max length of a pattern shown; longer ones are only in the OpenAPI document
_PREFIX = "#/components/schemas/"
_FORMATS = {"date-time": "time (RFC 3339)", "date": "date", "uri": "URL", "uri-reference": "address", "int64": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A table row that describes a field. `path` is the path to the field, such as `images[].url`."""

    path: str
    kind: str
    shape: str = ""  # the name of the field's object, if that object has a separate table
    required: bool = False
    rules: Sequence[str] = ()
    description: str = ""


@dataclass(slots=True)
class SchemaTables:
    """Creates the tables of one page of the reference, at most one table for each object."""

    schemas: Mapping[str, Schema]
    waiting: list[str] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)

    def name_of(self, schema: Schema) -> str:
        """Return the name of the schema that a `$ref` refers to; "" if the schema has no `$ref`."""
        return str(schema.get("$ref", "")).removeprefix(_PREFIX)

    def whole(self, name: str) -> Schema:
        return self.schemas[name]

    def fields(self, name: str) -> list[Field]:
        """Return the table rows for a named object, and mark the object as shown."""
        self.shown.add(name)
        return list(self._rows(self.whole(name), prefix=""))

    def rest(self) -> Iterator[tuple[str, list[Field]]]:
        """Yield the name and rows of each object that other rows refer to but that no table shows yet."""
        while self.waiting:
            name = self.waiting.pop(0)
            if name not in self.shown:
                yield name, self.fields(name)

    def describe(self, schema: Schema) -> tuple[str, list[str]]:
        """Return the type of a value as text, and its constraints, such as "at most 100 characters"."""
        inner, may_be_null = self._without_null(schema)
        kind = self._kind(inner)
        return (f"{kind} or null" if may_be_null else kind), list(self._rules({**inner, **_own(schema)}))

    def _rows(self, schema: Schema, *, prefix: str) -> Iterator[Field]:
        required = set(schema.get("required", ()))
        for name, value in schema.get("properties", {}).items():
            inner, _ = self._without_null(value)
            element, suffix = self._element(inner)
            kind, rules = self.describe(value)
            shape = self.name_of(element)
            nested = self._resolved(element)
            small = len(nested.get("properties", ())) <= NESTED_FIELDS_MAX
            own_table = bool(shape) and "properties" in nested and not small
            if own_table:
                self.waiting.append(shape)
            yield Field(
                path=prefix + name,
                kind=kind,
                shape=shape if own_table else "",
                required=name in required,
                rules=rules,
                description=value.get("description") or self._about(inner),
            )
            if not own_table:
                yield from self._rows(nested, prefix=f"{prefix}{name}{suffix}.")

    def _without_null(self, schema: Schema) -> tuple[Schema, bool]:
        several = schema.get("anyOf", ())
        rest = [one for one in several if one.get("type") != "null"]
        if len(rest) == 1 and len(several) == 2:
            return rest[0], True
        kinds = schema.get("type")
        if isinstance(kinds, list) and "null" in kinds:
            left = [one for one in kinds if one != "null"]
            return {**schema, "type": left[0] if len(left) == 1 else left}, True
        return schema, False

    def _element(self, schema: Schema) -> tuple[Schema, str]:
        resolved = self._resolved(schema)
        return (resolved["items"], "[]") if "items" in resolved else (schema, "")

    def _resolved(self, schema: Schema) -> Schema:
        name = self.name_of(schema)
        return self.schemas[name] if name else schema

    def _kind(self, schema: Schema) -> str:
        resolved = self._resolved(schema)
        if "items" in resolved:
            return f"list of {self._kind(resolved['items'])}"
        if several := resolved.get("anyOf"):
            return " or ".join(dict.fromkeys(self._kind(one) for one in several))
        if "properties" in resolved and (name := self.name_of(schema)):
            return name
        if ("enum" in resolved or "const" in resolved) and "type" not in resolved:
            return "string"
        kind = resolved.get("type", "any")
        return " or ".join(kind) if isinstance(kind, list) else str(kind)

    def _about(self, schema: Schema) -> str:
        return str(self._resolved(schema).get("description", "")) if "properties" not in self._resolved(schema) else ""

    def _rules(self, schema: Schema) -> Iterator[str]:
        rules = {**self._resolved(schema), **_own(schema)}
        if "items" in rules:
            yield from _count(rules, "minItems", "maxItems", "items")
            yield from self._rules({**self._resolved(rules["items"]), **_own(rules["items"])})
        match rules.get("enum"):
            case [only]:
                yield "always " + _code(only)
            case [*several]:
                yield "one of " + ", ".join(_code(one) for one in several)
        if "const" in rules:
            yield "always " + _code(rules["const"])
        yield from _count(rules, "minLength", "maxLength", "characters")
        yield from _count(rules, "minimum", "maximum", "")
        if "exclusiveMinimum" in rules:
            yield f"above {rules['exclusiveMinimum']:,}"
        if name := _FORMATS.get(str(rules.get("format", "")), str(rules.get("format", ""))):
            yield name
        pattern = str(rules.get("pattern", ""))
        if 0 < len(pattern) <= PATTERN_CHARS_MAX and "\\u" not in pattern and pattern != PRINTABLE_ASCII:
            yield "like " + _code_text(pattern)
        if rules.get("default") not in (None, "", []):
            yield _code(rules["default"]) + " unless given"


def _own(schema: Schema) -> dict[str, Any]:
    return {name: value for name, value in schema.items() if name not in ("$ref", "anyOf", "type", "items", "enum")}


def _count(rules: Schema, least: str, most: str, of: str) -> Iterator[str]:
    low, high = rules.get(least), rules.get(most)
    unit = f" {of}" if of else ""
    low, high = (int(one) if isinstance(one, float) and one.is_integer() else one for one in (low, high))
    if low is not None and high is not None:
        yield f"{low:,} to {high:,}{unit}"
    elif high is not None:
        yield f"at most {high:,}{unit}"
    elif low is not None:
        yield f"at least {low:,}{unit}" if low != 1 or not of else "not empty"


def _code(value: Any) -> str:
    return _code_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _code_text(text: str) -> str:
    return f"`{text}`"

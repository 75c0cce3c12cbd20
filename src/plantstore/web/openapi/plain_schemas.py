"""Rewrites JSON Schemas so that client generators support them. The same values stay valid.

openapi-generator 7 generates code that does not compile, or that rejects correct responses, for some valid JSON Schema
2020-12: two enums with a common value, an `anyOf` with a default, integers without bounds, and objects without
`additionalProperties`.
"""

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

LARGEST_INT32 = 2**31 - 1  # generators use 32-bit integers unless the format is int64
_NULL: Schema = {"type": "null"}
_REFERENCE = "#/components/schemas/"


def plain_schemas(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return all component schemas rewritten by `plain`. Named enums are inlined where they are referenced."""
    enums = {_REFERENCE + name: schema for name, schema in schemas.items() if "enum" in schema}
    return {name: plain(schema, enums) for name, schema in schemas.items() if _REFERENCE + name not in enums}


def plain(schema: Schema, enums: Mapping[str, Schema] | None = None) -> Schema:
    """Rewrite one schema for client generators, and inline references to the given `enums`.

    >>> plain({"anyOf": [{"type": "string"}, {"type": "null"}], "default": None})
    {'type': ['string', 'null']}
    >>> plain({"type": "integer", "minimum": 0})
    {'type': 'integer', 'minimum': 0, 'format': 'int64'}
    """
    enums = enums or {}
    schema = _without_union(_with_inner(_without_name(schema, enums), enums))
    if schema.get("default", _NULL) is None:  # null is the same as absent, so clients need not send the default
        del schema["default"]
    if "integer" in _kinds(schema) and schema.get("maximum", LARGEST_INT32 + 1) > LARGEST_INT32:
        schema["format"] = "int64"
    if "properties" in schema:
        schema.setdefault(
            "additionalProperties", True
        )  # responses may get new fields later; request schemas forbid unknown fields themselves
    return schema


def _without_name(schema: Schema, enums: Mapping[str, Schema]) -> Schema:
    """Replace a reference to a named enum with the enum itself, and add the type of its values."""
    named = enums.get(schema.get("$ref", ""), {})
    found = {**named, **{word: value for word, value in schema.items() if not named or word != "$ref"}}
    if named:
        found.pop("title", None)
        found.setdefault("type", "string")
    return found


def _with_inner(schema: Schema, enums: Mapping[str, Schema]) -> Schema:
    """Apply `plain` to all nested schemas."""
    found = dict(schema)
    if "properties" in found:
        found["properties"] = {name: plain(inner, enums) for name, inner in found["properties"].items()}
    for word in ("anyOf", "oneOf", "allOf"):
        if word in found:
            found[word] = [plain(inner, enums) for inner in found[word]]
    for word in ("items", "additionalProperties"):
        if isinstance(found.get(word), dict):
            found[word] = plain(found[word], enums)
    return found


def _without_union(schema: Schema) -> Schema:
    """Replace an `anyOf` of X and null with one schema of two types, unless X is a reference and so has no type."""
    several = schema.get("anyOf", [])
    if len(several) != 2 or _NULL not in several:
        return schema
    [inner] = [option for option in several if option != _NULL]
    if not isinstance(inner.get("type"), str):
        return schema
    outer = {word: value for word, value in schema.items() if word != "anyOf"}
    merged = {**inner, **outer, "type": [inner["type"], "null"]}
    if "enum" in merged:
        merged["enum"] = [*merged["enum"], None]
    return merged


def _kinds(schema: Schema) -> list[str]:
    kind = schema.get("type", [])
    return [kind] if isinstance(kind, str) else list(kind)

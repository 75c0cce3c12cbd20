"""A JSON object into the struct of an operation, with everything that is wrong named at once."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import NODEFAULT, structs

from plantstore.domain.errors import FieldError, Invalid

UNKNOWN_REPORTED_MAX = 20  # a client that sends a thousand unknown fields learns as much from the first twenty
_KEY_SHOWN_CHARS_MAX = 64
_WRONG_SHOWN_CHARS_MAX = 200
_PLACE = " - at `$"  # what msgspec puts between what is wrong and where
_STEP = re.compile(r"\[(\d+)\]|\.(\w+)")

Kind = TypeVar("Kind", bound=msgspec.Struct)


def to_struct(raw: Mapping[str, Any], kind: type[Kind]) -> Kind:
    """Make the struct, or Invalid with a pointer for every wrong, missing and unknown field."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise Invalid(fields=tuple(_problems(raw, kind))) from error


def _problems(raw: Mapping[str, Any], kind: type[msgspec.Struct]) -> list[FieldError]:
    known = {field.encode_name: field for field in structs.fields(kind)}
    problems = []
    for name, field in known.items():
        if name in raw:
            problems += _problem_of(raw[name], field.type, "/" + name)
        elif field.default is NODEFAULT and field.default_factory is NODEFAULT:
            problems.append(FieldError(pointer="/" + name, code="required", detail="Give this field."))
    strangers = [name for name in raw if name not in known]
    for name in strangers[:UNKNOWN_REPORTED_MAX]:
        detail = f"There is no such field. Known ones: {', '.join(known)}."
        problems.append(FieldError(pointer=_pointer_to(name), code="unknown", detail=detail))
    return problems


def _problem_of(value: object, kind: Any, pointer: str) -> list[FieldError]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        wrong, found, place = str(error).rpartition(_PLACE)
        if not found:
            wrong, place = place, wrong
        steps = "".join(f"/{index or name}" for index, name in _STEP.findall(place))
        return [FieldError(pointer=pointer + steps, code="type", detail=_short(wrong).replace("`", "") + ".")]
    return []


def _short(wrong: str) -> str:
    """What is wrong can quote what was sent, however long that is."""
    return wrong if len(wrong) <= _WRONG_SHOWN_CHARS_MAX else wrong[:_WRONG_SHOWN_CHARS_MAX] + "…"


def _pointer_to(name: str) -> str:
    shown = name if len(name) <= _KEY_SHOWN_CHARS_MAX else name[:_KEY_SHOWN_CHARS_MAX] + "…"
    return "/" + shown.replace("~", "~0").replace("/", "~1")

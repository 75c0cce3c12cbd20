"""Query parameters of the kinds that several endpoints have: numbers, flags, times, texts and choices."""

import re
from collections.abc import Iterable

from plantstore.core.settings import Settings
from plantstore.domain.text import check_text
from plantstore.domain.timestamps import Instant, parse
from plantstore.web.http.endpoint import Parameter
from plantstore.web.openapi import patterns

ID_CHARS_MAX = 64  # max length of ids; the longest, of a delivery, has 48 characters
_WHOLE = re.compile(r"[0-9]{1,16}")


def whole_number(text: str, *, least: int, most: int) -> int:
    """Parse an unsigned decimal integer. Raise ValueError, which names the range, if it is not within the range."""
    if _WHOLE.fullmatch(text) is None or not least <= int(text) <= most:
        raise ValueError(f"write a whole number from {least} to {most}.")
    return int(text)


def flag_parameter(name: str, description: str) -> Parameter:
    """Return a query parameter whose value is `true` or `false`."""
    return Parameter(name=name, description=description, parse=_read_flag, schema=lambda _: {"type": "boolean"})


def time_parameter(name: str, description: str) -> Parameter:
    """Return a query parameter whose value is an RFC 3339 time."""
    schema = {"type": "string", "format": "date-time"}
    return Parameter(name=name, description=description, parse=_read_time, schema=lambda _: schema)


def text_parameter(name: str, description: str, *, chars_max: int) -> Parameter:
    """Return a query parameter whose value is a text of 1 to `chars_max` characters, cleaned up by `check_text`."""
    schema = {"type": "string", "minLength": 1, "maxLength": chars_max, "pattern": patterns.TEXT}
    return Parameter(
        name=name, description=description, parse=lambda text, _: read_text(text, chars_max), schema=lambda _: schema
    )


def id_parameter(name: str, description: str, *, example: str = "") -> Parameter:
    """Return a query parameter whose value is the id of a person, a token or another object, known or not."""
    schema = {"type": "string", "minLength": 1, "maxLength": ID_CHARS_MAX, "pattern": patterns.PRINTABLE_ASCII}
    whole = schema | ({"examples": [example]} if example else {})
    return Parameter(name=name, description=description, parse=_read_id, schema=lambda _: whole)


def choice_parameter(name: str, description: str, choices: Iterable[str], *, default: str | None = None) -> Parameter:
    """Return a query parameter whose value is one of a few words, such as those of an enum."""
    known = {str(choice): choice for choice in choices}
    schema = {"type": "string", "enum": list(known)} | ({} if default is None else {"default": default})

    def read(text: str, _: Settings) -> str:
        if text not in known:
            raise ValueError(f"write one of {', '.join(known)}.")
        return known[text]

    return Parameter(name=name, description=description, parse=read, schema=lambda _: schema)


def read_text(text: str, chars_max: int) -> str:
    """Return a text as `check_text` cleans it up. Raise ValueError if it is wrong."""
    clean, problems = check_text(text, pointer="", chars_max=chars_max)
    if problems:
        raise ValueError(problems[0].detail)
    return clean


def _read_id(text: str, _: Settings) -> str:
    if not 1 <= len(text) <= ID_CHARS_MAX or not text.isascii() or not text.isprintable():
        raise ValueError(f"write 1 to {ID_CHARS_MAX} printable ASCII characters.")
    return text


def _read_flag(text: str, _: Settings) -> bool:
    if text not in ("true", "false"):
        raise ValueError("write true or false.")
    return text == "true"


def _read_time(text: str, _: Settings) -> Instant:
    try:
        return parse(text)
    except ValueError:
        raise ValueError("write a time such as 2026-03-02T09:15:00Z, with + written as %2B.") from None

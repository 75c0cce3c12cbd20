"""A saved view: a named filter of the list of plants, which all people in the shop share."""

import unicodedata
from dataclasses import dataclass

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plants.checks import text
from plantstore.domain.timestamps import Instant

NAME_CHARS_MAX = 60  # fits a tab
VIEWS_MAX = 50  # max views of a store; a list of more would have to be searched itself
_check_text = text(NAME_CHARS_MAX)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantView:
    """A saved view. `query` has the parameters of the list as they are written, by name.

    `created_by` is the id of the token that created it.
    """

    id: str
    name: str
    query: dict[str, str]
    version: int
    created_by: str
    created_at: Instant
    updated_at: Instant


def check_name(value: object) -> str:
    """Return the cleaned-up name of a view. Raise Invalid if it is missing, too long or not a text."""
    problems: list[FieldError] = []
    if value is None:
        problems.append(FieldError(pointer="/name", code="required", detail="Give the view a name."))
    name = None if problems else _check_text(value, "/name", problems)
    if not isinstance(name, str):
        raise Invalid(fields=tuple(problems))
    return name


def name_key(name: str) -> str:
    """Return the form in which names are compared: no two views have names that differ only in case."""
    return unicodedata.normalize("NFKC", name).casefold()

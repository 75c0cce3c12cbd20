"""docs/filters.md names every field of a filter, and its patterns are valid."""

import json
import re

from plantstore.domain.receivers.filters.fields import FIELDS
from plantstore.domain.receivers.filters.pattern import parse_filter
from plantstore.domain.receivers.filters.words import in_words
from tests.docs.markdown import DOCS

PAGE = (DOCS / "filters.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [re.findall(r"`([^`]+)`", line) for line in section.splitlines() if line.startswith("| `")]


def test_every_field_is_named_with_its_values_in_order() -> None:
    named = {name: values for name, *values in rows("Fields")}

    assert list(named) == list(FIELDS)
    assert {name: values for name, values in named.items() if FIELDS[name].values} == {
        name: list(field.values) for name, field in FIELDS.items() if field.values
    }


def test_every_pattern_of_the_page_is_valid() -> None:
    patterns = [cells[0] for cells in rows("Values and operators") if cells[0].startswith("{")]
    first = re.search(r"```json\n(.+?)\n```", PAGE)

    assert len(patterns) == 8 and first is not None
    for pattern in patterns:
        parse_filter(json.loads(pattern))
    assert in_words(parse_filter(json.loads(first[1])).condition).capitalize() in PAGE.replace("In words: t", "T")

"""A plant as it is shown on the command line: its record as data, advice beside it."""

from collections.abc import Mapping
from typing import Any

from plantstore.cli.support.options import Common
from plantstore.cli.support.output import Row, print_record, say


def print_plant(record: Row, common: Common) -> None:
    """Print a plant; what is doubtful about it is said beside."""
    for warning in record.get("warnings") or ():
        say(f"Warning: {_words(warning)}", as_json=common.as_json)
    print_record(record, as_json=common.as_json, leave_out=() if common.as_json else ("warnings",))


def _words(warning: Any) -> str:
    if not isinstance(warning, Mapping):
        return str(warning)
    return f"{str(warning.get('pointer', '')).lstrip('/')}: {warning.get('detail', '')}"

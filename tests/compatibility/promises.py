"""What a version promises that its outside does not show at once: ranges, limits, codes, names, and the helper's API.

python -m tests.compatibility.promises > promises.json
"""

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from enum import StrEnum
from typing import Any

from plantstore import receiving
from plantstore.cli.support.exit_codes import Exit
from plantstore.core.settings import FOR_CLIENTS, Settings
from plantstore.domain.alerts.channel import ChannelKind
from plantstore.domain.alerts.rules import RuleKey
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.operational_webhook import OperationalType
from plantstore.domain.receivers.receiver import Payload
from plantstore.domain.token import Scope
from plantstore.web.http.problems import KINDS
from tests.docs.markdown import DOCS, ROOT

Promises = dict[str, Any]
NAMES: tuple[type[StrEnum], ...] = (
    ChannelKind,
    DeliveryState,
    OperationalType,
    OutcomeKind,
    Payload,
    RuleKey,
    Scope,
)
HELPER = (receiving.Receiver, receiving.Event, receiving.Answer)
_LIMIT = re.compile(r"^\| `(\w*MAX\w*)` \| ([\d,]+) \| [^|]* \| `([^`]+)` \| [^|]*(?:4\d\d|refused)", re.MULTILINE)


def promises() -> Promises:
    """Return everything, with names as keys."""
    return {
        "settings": {one.name: [one.metadata.get("least"), one.metadata.get("most")] for one in fields(Settings)},
        "client_settings": sorted(FOR_CLIENTS),
        "problems": {error.code: kind.status for error, kind in KINDS.items()},
        "field_codes": sorted(set(_field_codes())),
        "limits": {f"{file} {name}": int(value.replace(",", "")) for name, value, file in _limits()},
        "exit_codes": {one.name: int(one) for one in Exit},
        "names": {one.__name__: sorted(one) for one in NAMES},
        "helper": {one.__name__: _members(one) for one in HELPER},
        "helper_errors": sorted(
            name for name, one in vars(receiving).items() if inspect.isclass(one) and issubclass(one, Exception)
        ),
    }


def _limits() -> list[tuple[str, str, str]]:
    """Return the limits beyond which a request is refused: name, value and file."""
    return _LIMIT.findall((DOCS / "limits.md").read_text(encoding="utf-8"))


def _field_codes() -> Iterator[str]:
    """Yield the codes of wrong fields that the source names."""
    for file in (ROOT / "src" / "plantstore").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if "FieldError(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "FieldError":
                for keyword in node.keywords:
                    if keyword.arg == "code" and isinstance(keyword.value, ast.Constant):
                        yield str(keyword.value.value)


def _members(kind: type[Any]) -> dict[str, list[str]]:
    """Return the parameters of each public method, and of the class itself; those without a default end in `!`."""
    methods = {name: one for name, one in vars(kind).items() if inspect.isfunction(one) and not name.startswith("_")}
    found = {name: _parameters(one) for name, one in methods.items()}
    return found | {"": _parameters(kind)}


def _parameters(function: Any) -> list[str]:
    return [
        name + "!" * (one.default is one.empty and one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL))
        for name, one in inspect.signature(function).parameters.items()
        if name != "self"
    ]


if __name__ == "__main__":
    json.dump(promises(), sys.stdout, indent=1, sort_keys=True)

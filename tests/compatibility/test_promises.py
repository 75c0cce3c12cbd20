"""What 1.0.0 promises about ranges, limits, codes, names and the helper still holds.

`1_0_0rc2_promises.json` was made by `python -m tests.compatibility.promises`. When a file moves, the name of its limit
moves with it; nothing else in the record is changed.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.compatibility.promises import Promises, promises

RECORDED: Promises = json.loads(Path(__file__).with_name("1_0_0rc2_promises.json").read_text(encoding="utf-8"))


def broken(old: Promises, new: Promises) -> list[str]:
    """Return what `new` does not keep."""
    return [*_narrower_settings(old, new), *_lost(old, new), *_changed(old, new), *_other_parameters(old, new)]


def _narrower_settings(old: Promises, new: Promises) -> Iterator[str]:
    for name, (least, most) in old["settings"].items():
        now_least, now_most = new["settings"].get(name, (None, None))
        if name not in new["settings"]:
            yield f"setting {name} is gone"
        if now_least is not None and (least is None or now_least > least):
            yield f"setting {name} must be at least {now_least}"
        if now_most is not None and (most is None or now_most < most):
            yield f"setting {name} must be at most {now_most}"


def _lost(old: Promises, new: Promises) -> Iterator[str]:
    sets = [(name, old[name], new[name]) for name in ("client_settings", "field_codes", "helper_errors")]
    sets += [(name, found, new["names"].get(name, ())) for name, found in old["names"].items()]
    for name, before, after in sets:
        yield from (f"{name}: {one} is gone" for one in before if one not in after)


def _changed(old: Promises, new: Promises) -> Iterator[str]:
    for part in ("problems", "exit_codes"):
        yield from (f"{part}: {name}" for name, code in old[part].items() if new[part].get(name) != code)
    for name, value in old["limits"].items():
        if new["limits"].get(name, 0) < value:
            yield f"limit {name} is lower, or gone"


def _other_parameters(old: Promises, new: Promises) -> Iterator[str]:
    """A parameter may be added at the end if it has a default, and a default may be added."""
    for kind, methods in old["helper"].items():
        for method, parameters in methods.items():
            found: list[str] | None = new["helper"].get(kind, {}).get(method)
            if found is None:
                yield f"{kind}.{method} is gone"
                continue
            is_kept = all(now in (was, was.removesuffix("!")) for was, now in zip(parameters, found, strict=False))
            added = found[len(parameters) :]
            if len(found) < len(parameters) or not is_kept or any(name.endswith("!") for name in added):
                yield f"{kind}.{method}: {', '.join(found)}"


def test_what_was_promised_still_holds() -> None:
    assert broken(RECORDED, promises()) == []


@pytest.mark.parametrize(
    ("path", "value", "found"),
    [
        (("settings", "port"), [1024, 65_535], ["setting port must be at least 1024"]),
        (("settings", "port"), [0, 60_000], ["setting port must be at most 60000"]),
        (("settings", "port"), [0, None], []),
        (("client_settings",), ["TOKEN", "NEW"], ["client_settings: URL is gone"]),
        (("names", "Scope"), ["plants:write"], ["Scope: plants:read is gone"]),
        (("problems", "invalid"), 400, ["problems: invalid"]),
        (("limits", "a.py NAMES_MAX"), 9, ["limit a.py NAMES_MAX is lower, or gone"]),
        (("limits", "a.py NAMES_MAX"), 11, []),
        (("helper", "Receiver", "on"), ["kind!", "first"], []),
        (("helper", "Receiver", "on"), ["kind", "first"], []),
        (("helper", "Receiver", "on"), ["kind!", "first!"], ["Receiver.on: kind!, first!"]),
        (("helper", "Receiver", "on"), ["name!"], ["Receiver.on: name!"]),
    ],
)
def test_each_break_is_found(path: tuple[str, ...], value: object, found: list[str]) -> None:
    old: Promises = {
        "settings": {"port": [0, 65_535]},
        "client_settings": ["URL", "TOKEN"],
        "problems": {"invalid": 422},
        "field_codes": ["taken"],
        "limits": {"a.py NAMES_MAX": 10},
        "exit_codes": {"DONE": 0},
        "names": {"Scope": ["plants:read", "plants:write"]},
        "helper": {"Receiver": {"on": ["kind!"]}},
        "helper_errors": ["VerificationError"],
    }
    new = json.loads(json.dumps(old))
    place: Any = new
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value

    assert broken(old, new) == found

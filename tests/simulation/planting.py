"""Plant a fault in the running program, by replacing the code of the functions that it changes.

A process that has imported the program already needs no second import, which takes longer than most scenarios.
"""

import sys
from collections.abc import Iterator
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import plantstore
from tests.simulation.mutant import Mutant

PROGRAM = Path(plantstore.__file__).parent
CONSTANTS = (str, bytes, int, float, tuple, frozenset)


def planted(mutant: Mutant) -> str:
    """Return the source of its file with this fault."""
    text = (PROGRAM / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1, f"{mutant.name}: {mutant.file} has changed; update the fault"
    return text.replace(mutant.old, mutant.new)


def plant(mutant: Mutant) -> None:
    """Plant a fault in this process, for good. Raise AssertionError if its lines are in no function or constant."""
    name = ".".join(("plantstore", *Path(mutant.file).with_suffix("").parts))
    module = import_module(name)
    faulty: dict[str, Any] = {"__name__": name, "__file__": module.__file__}
    exec(compile(planted(mutant), str(module.__file__), "exec"), faulty)
    changed = _replace_constants(name, vars(module), faulty)
    functions = dict(_functions(vars(module), name))
    for place, function in _functions(faulty, name):
        old = functions[place]
        changed += _essence(old.__code__) != _essence(function.__code__)
        old.__code__, old.__defaults__, old.__kwdefaults__ = (
            function.__code__,
            function.__defaults__,
            function.__kwdefaults__,
        )
    assert changed, f"{mutant.name}: no function of {mutant.file} has changed"


def _replace_constants(name: str, module: dict[str, Any], faulty: dict[str, Any]) -> int:
    """Replace changed constants, in modules that have imported them too; return how many have changed."""
    changed = {
        key: (module[key], value)
        for key, value in faulty.items()
        if isinstance(value, CONSTANTS) and not key.startswith("__") and module[key] != value
    }
    for key, (old, new) in changed.items():
        for other in list(sys.modules.values()):
            if vars(other).get(key) is old:
                setattr(other, key, new)
    return len(changed)


def _functions(namespace: dict[str, Any], module: str) -> Iterator[tuple[str, FunctionType]]:
    """Return the functions and methods that a module defines, each with its place in the module."""
    for key, value in list(namespace.items()):
        if isinstance(value, type) and value.__module__ == module:
            yield from ((f"{key}.{place}", found) for place, found in _functions(dict(vars(value)), module))
        else:
            yield from ((f"{key}{place}", found) for place, found in _wrapped(value) if found.__module__ == module)


def _wrapped(value: object) -> Iterator[tuple[str, FunctionType]]:
    """Return the functions in a value: itself, or what a decorator keeps of it."""
    if isinstance(value, FunctionType):
        yield "", value
    inner = {
        "get": value.fget if isinstance(value, property) else None,
        "set": value.fset if isinstance(value, property) else None,
        "func": value.func if isinstance(value, cached_property | partial) else None,
        "wrapped": None if isinstance(value, type) else getattr(value, "__wrapped__", None),
    }
    for name, function in inner.items():
        if function is not None:
            yield from ((f"({name}){place}", found) for place, found in _wrapped(function))


def _essence(code: CodeType) -> tuple[object, ...]:
    """Return what a function does, without the numbers of its lines."""
    constants = [_essence(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return (code.co_code, code.co_names, code.co_varnames, code.co_freevars, *constants)

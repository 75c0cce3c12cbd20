"""Rules of the code base that no linter checks, read from its source. Import directions are import-linter's."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "plantstore"
FILES = {path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py"))}

FILE_LINES_MAX, FUNCTION_LINES_MAX = 400, 60
COPIED_FILE_LINES_MAX = 430  # of receiving.py, which receivers copy as one file
CLOCKS_AND_DICE = {"time", "random", "uuid", "secrets"}
MAY_READ_THE_CLOCK = {"core/clock.py", "core/ids.py", "app/store.py", "receiving.py"}  # and all of cli/
BODY_ERASURE = "UPDATE events SET body = ?, body_basic = ? WHERE sequence IN ({marks})"
NETWORK = {"socket", "ssl", "http", "urllib.request", "asyncio.streams"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(FILES[name])


def functions(name: str) -> Iterator[Function]:
    for node in ast.walk(tree(name)):
        if isinstance(node, Function):
            yield node


def imported(name: str) -> set[str]:
    """The modules that a file imports, whole: `from a.b import c` is a.b."""
    found = set()
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def reads_the_clock(name: str) -> bool:
    """True if a file imports a source of time or chance, or calls `datetime.now` and its like."""
    if {module.partition(".")[0] for module in imported(name)} & CLOCKS_AND_DICE:
        return True
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in ("now", "utcnow", "today")
        and isinstance(node.value, ast.Name)
        and node.value.id in ("datetime", "date")
        for node in ast.walk(tree(name))
    )


def takes_a_transaction(function: Function) -> bool:
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return any(isinstance(one.annotation, ast.Name) and one.annotation.id == "Transaction" for one in arguments)


def test_every_change_of_a_plant_is_in_its_history() -> None:
    calls = {name: text.count("plants.update(") for name, text in FILES.items() if "plants.update(" in text}

    assert calls == {"catalogue/changes.py": 1}, "call `store_change` instead"


def test_no_file_is_longer_than_the_limit() -> None:
    assert len(FILES) > 100
    limits = dict.fromkeys(FILES, FILE_LINES_MAX) | {"receiving.py": COPIED_FILE_LINES_MAX}
    assert not [name for name, text in FILES.items() if len(text.splitlines()) > limits[name]]


def test_each_file_begins_with_a_docstring_that_says_what_it_is_about() -> None:
    begins = {name for name in FILES if FILES[name].startswith('"""') and (ast.get_docstring(tree(name)) or "").strip()}

    assert {name for name, text in FILES.items() if text} == begins


def test_no_function_is_longer_than_the_limit() -> None:
    long = [
        f"{name}: {function.name}"
        for name in FILES
        for function in functions(name)
        if (function.end_lineno or 0) - function.lineno + 1 > FUNCTION_LINES_MAX
    ]

    assert not long


def test_clocks_and_dice_are_handed_in() -> None:
    readers = {name for name in FILES if not name.startswith("cli/") and reads_the_clock(name)}

    assert readers <= MAY_READ_THE_CLOCK, readers - MAY_READ_THE_CLOCK
    assert readers, "the check finds those that may"


def test_domain_dataclasses_are_immutable() -> None:
    decorators = {
        f"{name}: {node.name}": ast.unparse(decorator)
        for name in FILES
        if name.startswith("domain/")
        for node in ast.walk(tree(name))
        if isinstance(node, ast.ClassDef)
        for decorator in node.decorator_list
        if ast.unparse(decorator).startswith("dataclass")
    }

    assert decorators
    assert set(decorators.values()) == {"dataclass(frozen=True, slots=True, kw_only=True)"}, decorators


def test_no_function_that_holds_a_transaction_can_await() -> None:
    holders = [(name, function) for name in FILES for function in functions(name) if takes_a_transaction(function)]

    assert len(holders) > 100
    assert not [f"{name}: {function.name}" for name, function in holders if isinstance(function, ast.AsyncFunctionDef)]


def test_neither_storage_nor_the_domain_imports_the_network() -> None:
    assert not [name for name in FILES if name.startswith(("storage/", "domain/")) and imported(name) & NETWORK]


def test_the_log_is_only_ever_appended_to() -> None:
    # The one exception empties the body of an event that nobody needs any longer; the row, its sequence and id stay.
    assert FILES["storage/tables/events.py"].count(BODY_ERASURE) == 1
    allowed = FILES | {"storage/tables/events.py": FILES["storage/tables/events.py"].replace(BODY_ERASURE, "")}
    # Autovacuum settings change no row.
    verbs = r"(?:UPDATE|DELETE FROM|REPLACE INTO|DROP TABLE|ALTER TABLE)"
    changes = re.compile(verbs + r" +events\b(?! SET \(autovacuum)", re.IGNORECASE)
    migrations = {path.name: path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.sql")}

    assert migrations
    for name, text in (allowed | migrations).items():
        assert changes.search(text) is None, name

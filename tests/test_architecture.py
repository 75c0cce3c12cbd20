"""Rules of the house that a reader cannot see at a glance, read from the source itself. Imports are import-linter's."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "plantstore"
FILES = {path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py"))}
TREES = {name: ast.parse(text) for name, text in FILES.items()}
EVERY_FILE = pytest.mark.parametrize("name", FILES)

FILE_LINES_MAX, FUNCTION_LINES_MAX = 400, 60
CLOCKS_AND_DICE = {"time", "random", "uuid", "secrets"}
MAY_HAVE_THEM = {
    "core/clock.py",
    "core/ids.py",
    "app/store.py",
    "receiving.py",
}  # receiving.py stands alone, on the other side
NOT_OUR_WORDS = {"hook", "target", "subscriber", "message"}
WORDS_OF_OTHERS = {
    ("domain/signature.py", "message_id"),  # Standard Webhooks' word for an event's id
    ("sending/http1.py", "on_message_begin"),  # what httptools calls
    ("sending/http1.py", "on_message_complete"),
}
ERASING = "UPDATE events SET body = ?, body_basic = ? WHERE sequence IN ({marks})"
NETWORK = {"socket", "ssl", "http", "urllib.request", "asyncio.streams"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(name: str) -> Iterator[Function]:
    for node in ast.walk(TREES[name]):
        if isinstance(node, Function):
            yield node


def imported(name: str) -> set[str]:
    """The modules that a file imports, whole: `from a.b import c` is a.b."""
    found = set()
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def identifiers(name: str) -> Iterator[str]:
    """What a file names itself: functions, classes, arguments, variables and attributes that it sets."""
    for node in ast.walk(TREES[name]):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.arg():
                yield node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr
            case ast.alias(asname=str(new)) | ast.ExceptHandler(name=str(new)):
                yield new
    yield from Path(name).with_suffix("").parts


def words(identifier: str) -> set[str]:
    """The words of an identifier, in the singular.

    >>> sorted(words("jobTargets_max"))
    ['job', 'max', 'target']
    """
    return {word.removesuffix("s") for word in re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", identifier).lower().split("_")}


@EVERY_FILE
def test_a_file_tells_one_story(name: str) -> None:
    assert len(FILES[name].splitlines()) <= FILE_LINES_MAX
    if FILES[name]:
        assert (ast.get_docstring(TREES[name]) or "").strip(), "its first line names the story"
        assert FILES[name].startswith('"""')


@EVERY_FILE
def test_a_function_is_small(name: str) -> None:
    lines = {(name, one.name): (one.end_lineno or 0) - one.lineno + 1 for one in functions(name)}

    assert not {one for one, count in lines.items() if count > FUNCTION_LINES_MAX}


@pytest.mark.parametrize("name", [name for name in FILES if name not in MAY_HAVE_THEM and not name.startswith("cli/")])
def test_clocks_and_dice_are_handed_in(name: str) -> None:
    assert not {module.partition(".")[0] for module in imported(name)} & CLOCKS_AND_DICE
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.Attribute) and node.attr in ("now", "utcnow", "today"):
            assert not (isinstance(node.value, ast.Name) and node.value.id in ("datetime", "date")), node.lineno


@EVERY_FILE
def test_one_noun_stands_for_one_thing(name: str) -> None:
    for identifier in identifiers(name):
        if (name, identifier) not in WORDS_OF_OTHERS:
            assert not words(identifier) & NOT_OUR_WORDS, identifier


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("domain/")])
def test_objects_of_the_domain_do_not_change(name: str) -> None:
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.ClassDef):
            for decorator in map(ast.unparse, node.decorator_list):
                if decorator.startswith("dataclass"):
                    assert decorator == "dataclass(frozen=True, slots=True, kw_only=True)", node.name


@EVERY_FILE
def test_who_holds_a_transaction_cannot_wait_for_the_network(name: str) -> None:
    for function in functions(name):
        arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        holds = any(isinstance(one.annotation, ast.Name) and one.annotation.id == "Transaction" for one in arguments)
        assert not (holds and isinstance(function, ast.AsyncFunctionDef)), f"{function.name} could await meanwhile"
    if name.startswith(("storage/", "domain/")):
        assert not imported(name) & NETWORK


def test_the_log_is_only_ever_appended_to() -> None:
    # The one change: a body that nobody needs any more is emptied. The row stays, and with it its number and its id.
    assert FILES["storage/tables/events.py"].count(ERASING) == 1
    allowed = FILES | {"storage/tables/events.py": FILES["storage/tables/events.py"].replace(ERASING, "")}
    # (How often the server tidies up is no change of a row.)
    verbs = r"(?:UPDATE|DELETE FROM|REPLACE INTO|DROP TABLE|ALTER TABLE)"
    changes = re.compile(verbs + r" +events\b(?! SET \(autovacuum)", re.IGNORECASE)
    migrations = {path.name: path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.sql")}

    assert migrations
    for name, text in (allowed | migrations).items():
        assert changes.search(text) is None, name

"""The table of attacks: every number has a row, every test exists, and the page is what the rows say."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.attacks.attack import Attack
from tests.attacks.page import ATTACKS, PAGE, with_tables

ROOT = Path(__file__).parents[2]
COUNT = 62


@cache
def functions_of(file: str) -> frozenset[str]:
    """Return the names of the tests in a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(node.name for node in tree.body if isinstance(node, kinds) and node.name.startswith("test_"))


def missing_tests(attack: Attack) -> list[str]:
    """Return the tests of a row that do not exist."""
    missing = []
    for named in attack.tests:
        file, _, name = named.partition("::")
        if not (ROOT / file).is_file() or name not in functions_of(file):
            missing.append(named)
    return missing


def test_every_attack_has_one_row() -> None:
    assert [one.number for one in ATTACKS] == [f"T{number:02}" for number in range(1, COUNT + 1)]


def test_every_test_of_a_row_exists() -> None:
    assert {one.number: missing_tests(one) for one in ATTACKS if missing_tests(one)} == {}
    assert all(one.tests for one in ATTACKS)


def test_a_test_that_does_not_exist_is_noticed() -> None:
    [row] = [one for one in ATTACKS if one.number == "T01"]
    file = row.tests[0].partition("::")[0]

    for named in (f"{file}::test_none", "tests/none.py::test_none", file, f"{file}::refused"):
        attack = Attack(number="T01", attack="a", defence="b", shown="c", tests=(named,))
        assert missing_tests(attack) == [named]


def test_the_page_is_what_the_rows_say() -> None:
    text = PAGE.read_text(encoding="utf-8")

    assert text == with_tables(text), "run `make docs`"
    with pytest.raises(AssertionError, match="markers"):
        with_tables("# Attacks\n")


def test_no_cell_breaks_its_table() -> None:
    for one in ATTACKS:
        assert "|" not in one.attack + one.defence + one.shown + one.missing, one.number
        assert "\n" not in one.row and not one.shown.endswith("."), one.number

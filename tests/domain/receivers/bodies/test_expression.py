"""Expressions: what they return, which are refused, and that none does more than its budget."""

import contextlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plantstore.domain.event import BODY_BYTES_MAX
from plantstore.domain.receivers.bodies.expression import (
    EXPRESSION_CHARS_MAX,
    EXPRESSION_DEPTH_MAX,
    WORK_MAX,
    BodyFailure,
    ExpressionRefused,
    check_expression,
    evaluate,
)
from plantstore.domain.receivers.bodies.interpreter import Budget, Program, _Interpreter

RECORD: dict[str, Any] = json.loads((Path(__file__).parent / "plant.json").read_bytes())


STEP_MAX = 400_000  # units of the last step: it is not begun if they are not left


def code_of(text: str) -> str | None:
    problems = check_expression(text)
    return problems[0].code if problems else None


def words_of(text: str) -> str:
    return check_expression(text)[0].detail


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@", RECORD),
        ("{id: id, name: name}", {"id": 2, "name": "Plant 2"}),
        ("[id, name]", [2, "Plant 2"]),
        ("{text: join(' ', ['New:', name, 'for', price, currency])}", {"text": "New: Plant 2 for 24.90 EUR"}),
        ("{text: join('', ['Nr ', to_string(id)])}", {"text": "Nr 2"}),
        ("images[].{link: url}", [{"link": "https://shop.example/1.jpg"}, {"link": "https://shop.example/2.jpg"}]),
        ("{first: images[0].url, few: stock_quantity < `30`}", {"first": "https://shop.example/1.jpg", "few": True}),
        ("{months: sort(care.flowering_months)[?@ > `6`]}", {"months": [7, 8]}),
        ("{light: sort_by(care.light, &@)}", {"light": ["full_sun", "partial_shade"]}),
        ("{none: missing.field, same: tag == 'shrub'}", {"none": None, "same": True}),
        ("merge(care, {height_cm: `1`}).{h: height_cm}", {"h": 1}),
        ("{\n\tname: name\r\n}", {"name": "Plant 2"}),
        ('`{"fixed": [1, 2.5, "é"]}`', {"fixed": [1, 2.5, "é"]}),
    ],
)
def test_an_expression_makes_a_body_from_the_record(text: str, expected: object) -> None:
    assert check_expression(text) == []
    assert json.loads(evaluate(text, RECORD)) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name", "The expression returns a text, but a body is an object or a list."),
        ("id", "The expression returns a number, but a body is an object or a list."),
        ("nothing", "The expression returns null, but a body is an object or a list."),
        ("`true`", "The expression returns true or false, but a body is an object or a list."),
        ("&name", "The expression returns no value, but a body is an object or a list."),
        ("[&name]", "The expression uses an &expression as a value."),
        ("{a: to_string(&name)}", "The expression uses an &expression as a value."),
        ("{a: to_string([&name])}", "The expression uses an &expression as a value."),
        ("[to_number('nan')]", "The expression returns a value that JSON cannot represent."),
        ("[to_number('inf')]", "The expression returns a value that JSON cannot represent."),
        ('`["\\ud800"]`', "The expression returns a value that JSON cannot represent."),
        ("[ceil(to_number('inf'))]", "The expression cannot be evaluated for this plant."),
        ("[images[::0]]", "The expression cannot be evaluated for this plant."),
        ("[abs(name)]", "abs() got a value of type string, not number."),
        ("[join(', ', [name, tag, missing])]", "join() got a value of type null, not array of string."),
        ("[sort_by(images, &@)]", "sort_by() got a value of type object, not number or string."),
    ],
)
def test_a_result_that_is_no_body_is_refused_with_words(text: str, words: str) -> None:
    assert check_expression(text) == []

    with pytest.raises(BodyFailure) as refused:
        evaluate(text, RECORD)

    assert str(refused.value) == words


def test_a_reason_contains_no_value_of_the_plant() -> None:
    with pytest.raises(BodyFailure) as refused:
        evaluate("[abs(description)]", {"description": "secret"})

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "length"),
        ("a" * (EXPRESSION_CHARS_MAX + 1), "length"),
        ("name\0", "characters"),
        ("'\ud800'", "characters"),
        ("name[", "syntax"),
        ("{a: }", "syntax"),
        ("name name", "syntax"),
        ("'open", "syntax"),
        ("`nonsense`", "syntax"),
        ("`NaN`", "syntax"),
        ("nam\u00e9", "syntax"),
        ("\u202ename", "syntax"),
        ("import_(@)", "function"),
        ("__import__('os')", "function"),
        ("length(name, tag)", "function"),
        ("not_null()", "function"),
        ("[" * 60, "depth"),
        ("(" * 999, "depth"),
        ("!" * 999 + "a", "depth"),
        ("||".join("a" * 200), "depth"),
    ],
)
def test_a_text_that_is_no_expression_is_refused(text: str, code: str) -> None:
    problems = check_expression(text)

    assert [(one.pointer, one.code) for one in problems] == [("/payload_expression", code)]
    with pytest.raises(BodyFailure):
        evaluate(text, RECORD)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{a: name, b: }", "The expression cannot be read at character 14, near “}”."),
        ("{a: name,\n b: ]}", "The expression cannot be read at line 2, character 5, near “]}”."),
        ("{a: name", "The expression ends too early, after character 8."),
        ("[`x`]", "What is in backticks must be JSON; put text in single quotes at character 2, near “`x`]”."),
        ("foo(@)", "There is no function foo(). These exist: abs, avg, ceil"),
        ("length(@, @)", "length() takes 1 values, not 2."),
    ],
)
def test_a_problem_names_its_place(text: str, words: str) -> None:
    assert words_of(text).startswith(words)


def test_an_expression_of_the_longest_length_is_accepted() -> None:
    text = "{a: '" + "x" * (EXPRESSION_CHARS_MAX - 7) + "'}"

    assert len(text) == EXPRESSION_CHARS_MAX and code_of(text) is None
    assert code_of(text + " ") == "length"


def test_an_expression_may_be_as_deep_as_the_limit() -> None:
    deepest = "||".join("a" * EXPRESSION_DEPTH_MAX)

    assert code_of(deepest) is None and code_of(deepest + "||a") == "depth"
    brackets = "(" * EXPRESSION_DEPTH_MAX + "@" + ")" * EXPRESSION_DEPTH_MAX
    assert code_of(brackets) is None and code_of(f"({brackets})") == "depth"
    assert evaluate(brackets, {"a": 1}) == b'{"a":1}'


def test_a_body_may_be_as_large_as_the_limit() -> None:
    rest = len(b'{"a":""}')

    assert len(evaluate("@", {"a": "x" * (BODY_BYTES_MAX - rest)})) == BODY_BYTES_MAX
    with pytest.raises(BodyFailure, match=r"65,537 bytes; at most 65,536"):
        evaluate("@", {"a": "x" * (BODY_BYTES_MAX - rest + 1)})


DOUBLING = [
    "[@,@]" + "|[@,@]" * 40,
    "{a:@,b:@}" + "|{a:@,b:@}" * 40,
    "['" + "x" * 300 + "']" + "|[join(@[0],[@[0],@[0],@[0]])]" * 20,
    "{a: to_string([@,@,@,@])}" + "|{a: to_string([@,@,@,@])}" * 30,
    "merge(@,{a:@})" + "|merge(@,{a:@,b:@})" * 40,
    "[values(@)]" + "|[@[],@[]]" * 40,
    "[@,@,@,@,@,@,@,@]|[@,@,@,@,@,@,@,@]|[*][*].map(&sort_by(@, &to_string(@)), [[@,@,@,@],[@,@,@,@]])",
    "[@,@,@,@,@,@,@,@,@,@]|map(&map(&map(&map(&[@,@],[@,@]),[@,@]),[@,@,@,@]),@)",
]
LABORIOUS = [
    "[join('', ['" + "x" * 400 + "', '" + "y" * 400 + "'])]" + "|[join('',[@[0],@[0]])]" * 3,
    "[" + ",".join(["@"] * 400) + "]|[*].[@,@,@]|[].[@,@]|[].[@]",
    "[reverse(to_string([@,@,@,@,@,@,@,@]))]|[contains(@[0], join('', [@[0], 'a']))]",
    "[@,@,@,@]|[@,@,@,@]|[*][*][?@ == @]",
    "[@]|[@,@,@,@,@,@]|[@,@,@,@]|[*][*].contains(@, 'x')",
    "[sort(care.flowering_months)]" + "|[sort(@[0])]" * 60,
]


@pytest.mark.parametrize("text", DOUBLING)
def test_an_expression_that_doubles_its_values_ends_at_its_budget(text: str) -> None:
    with pytest.raises(BodyFailure, match="too much work for this plant"):
        evaluate(text, RECORD)

    assert WORK_MAX < work_of(text, RECORD) <= WORK_MAX + STEP_MAX


@pytest.mark.parametrize("text", LABORIOUS)
def test_a_laborious_expression_keeps_to_its_budget(text: str) -> None:
    assert code_of(text) in (None, "depth", "length")

    assert work_of(text, RECORD) <= WORK_MAX + STEP_MAX


def work_of(text: str, record: object) -> int:
    try:
        program = Program(text, depth_max=EXPRESSION_DEPTH_MAX)
    except ExpressionRefused:
        return 0
    budget = Budget(WORK_MAX)
    with contextlib.suppress(BodyFailure, ValueError, TypeError):
        _Interpreter(budget).visit(program._tree, record)
    return budget.spent


def test_the_budget_is_exact() -> None:
    budget = Budget(3)

    budget.spend(3)
    assert budget.spent == 3
    with pytest.raises(BodyFailure, match="more than 3 units"):
        budget.spend(1)


def test_a_value_weighs_all_that_it_contains() -> None:
    shared = ["x" * 128]

    assert Budget(WORK_MAX).weigh([shared, shared]) == 1 + 2 + 2 * (1 + 2)
    assert Budget(WORK_MAX).weigh({"k" * 64: None}) == 1 + 1 + 1
    assert Budget(WORK_MAX).weigh("x" * 127) == 1 + 1


def test_the_work_of_a_usual_expression_is_far_from_the_limit() -> None:
    text = (
        "{title: name, price: join(' ', [price, currency]), pictures: images[].url, care: care.light, "
        "tags: tags, more: {genus: taxon.genus, family: family, months: care.flowering_months}}"
    )

    assert 0 < work_of(text, RECORD) < WORK_MAX / 100


_PARTS = st.sampled_from(
    [
        *("@", "name", "images", "care", "[0]", "[*]", "[]", "[?", "]", ".", "*", "|", "||", "&&", "!", "==", "<", "("),
        *(")", "{", "}", "a:", ",", "&", "`1`", "'x'", "[@,@]", "|[@,@]", "sort_by(", "join(", "map(&", "contains("),
        *("to_string(", "merge(", "values(", "keys(", "reverse(", "length(", "[::2]", '"name"', "-1", " "),
    ]
)


@settings(max_examples=300)
@given(st.one_of(st.lists(_PARTS, max_size=60).map("".join), st.text(max_size=80)))
def test_any_text_is_refused_with_words_or_makes_the_same_body_twice(text: str) -> None:
    if check_expression(text):
        return
    try:
        body = evaluate(text, RECORD)
    except BodyFailure:
        return
    assert body == evaluate(text, json.loads(json.dumps(RECORD)))
    assert isinstance(json.loads(body), dict | list) and len(body) <= BODY_BYTES_MAX


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=20,
)


@given(_JSON)
def test_a_record_as_it_is_stays_as_it_is(record: object) -> None:
    assert json.loads(evaluate("[{a: a}]", {"a": record})) == [{"a": record}]


def test_the_library_is_imported_on_first_use() -> None:
    source = Path(sys.modules["plantstore.domain.receivers.bodies.expression"].__file__ or "").read_text()

    assert not [line for line in source.splitlines() if line.startswith(("import jmespath", "from jmespath"))]

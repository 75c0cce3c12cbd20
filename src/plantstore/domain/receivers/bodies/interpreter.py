"""Runs JMESPath under a budget. Only `expression.py` imports this module, and with it the library, on first use.

Each step costs a unit. Each list, object or text that is made costs the weight of all that it contains, even if it
shares parts: a list that contains another twice is twice as heavy, so that doubling ends early. A function costs the
weight of its arguments before it is called, and more if it does more than read them once.
"""

import json
from collections.abc import Iterator
from typing import Any

from jmespath.exceptions import ArityError, IncompleteExpressionError, JMESPathError, JMESPathTypeError, ParseError
from jmespath.functions import TYPES_MAP, Functions
from jmespath.lexer import Lexer
from jmespath.parser import Parser
from jmespath.visitor import Options, TreeInterpreter

from plantstore.domain.receivers.bodies.expression import BodyFailure, ExpressionRefused

TEXT_CHARS_PER_UNIT = 64  # characters of texts that cost one unit more
COMPARISONS_PER_UNIT = 128  # characters that a search within a text compares for one unit
SEARCHED_CHARS_MAX = 100  # a longer text is searched for in linear time
WITH_EXPRESSIONS = frozenset({"map", "max_by", "min_by", "sort_by"})  # the functions that take &expressions
_SORTING = frozenset({"sort", "sort_by"})
_SCALARS = frozenset({bool, int, float, type(None)})
_OPENING = frozenset({"lparen", "lbracket", "lbrace", "filter"})
_CLOSING = frozenset({"rparen", "rbracket", "rbrace"})
_MAKERS = frozenset(
    {"filter_projection", "flatten", "multi_select_dict", "multi_select_list", "projection", "slice"}
    | {"value_projection"}
)
_FAULTS = (JMESPathError, ValueError, TypeError, ArithmeticError, LookupError, AttributeError, RecursionError)


class Program:
    """A checked expression. Raise ExpressionRefused if the text is not valid, or deeper than `depth_max`."""

    def __init__(self, text: str, *, depth_max: int) -> None:
        too_deep = ExpressionRefused("depth", f"Use at most {depth_max} steps within each other.")
        try:
            is_nested = _nesting(text) > depth_max
            self._tree: Any = None if is_nested else Parser().parse(text).parsed
        except ParseError as error:
            raise ExpressionRefused("syntax", _syntax_words(error, text)) from error
        except RecursionError as error:
            raise too_deep from error
        except ValueError as error:  # a number of thousands of digits
            raise ExpressionRefused("syntax", "The expression contains a value that cannot be read.") from error
        if is_nested or _depth(self._tree) > depth_max:
            raise too_deep
        for node in _nodes(self._tree):
            if node["type"] == "function_expression":
                _check_call(node["value"], node["children"])

    def run(self, record: Any, *, work_max: int) -> Any:
        """Return the result for a record; raise BodyFailure if that is not possible within the budget."""
        budget = Budget(work_max)
        try:
            return _Interpreter(budget).visit(self._tree, record)
        except JMESPathTypeError as error:
            expected = " or ".join(sorted(one.replace("-", " of ") for one in error.expected_types))
            actual = TYPES_MAP.get(error.actual_type, error.actual_type)
            words = f"{error.function_name}() got a value of type {actual}, not {expected}."
            raise BodyFailure(words) from error
        except _FAULTS as error:
            raise BodyFailure("The expression cannot be evaluated for this plant.") from error


class Budget:
    """Units of work that are left. `spent` is what was used."""

    __slots__ = ("_left", "_most")

    def __init__(self, most: int) -> None:
        self._left = self._most = most

    @property
    def spent(self) -> int:
        return self._most - self._left

    def spend(self, units: int) -> None:
        """Take units; raise BodyFailure if fewer are left."""
        self._left -= units
        if self._left < 0:
            raise BodyFailure(f"The expression is too much work for this plant: more than {self._most:,} units.")

    def weigh(self, value: Any) -> int:
        """Spend the weight of a value, and return it: one for each value in it, and more for texts."""
        before, waiting = self._left, [[value]]
        while waiting:
            values: Any = waiting.pop()
            self.spend(len(values))
            if isinstance(values, dict):
                self.spend(sum(map(len, values)) // TEXT_CHARS_PER_UNIT)
                values = values.values()
            chars = 0
            for one in values:
                kind = type(one)
                if kind is str:
                    chars += len(one)
                elif kind is list or kind is dict:
                    waiting.append(one)
                elif kind not in _SCALARS:
                    raise BodyFailure("The expression uses an &expression as a value.")
            self.spend(chars // TEXT_CHARS_PER_UNIT)
        return before - self._left


class _Interpreter(TreeInterpreter):
    def __init__(self, budget: Budget) -> None:
        super().__init__(Options(custom_functions=_Functions(budget)))
        self._budget = budget
        self._methods: dict[str, Any] = {}

    def visit(self, node: Any, *args: Any, **kwargs: Any) -> Any:
        self._budget.spend(1)
        kind = node["type"]
        method = self._methods.get(kind)
        if method is None:
            method = self._methods[kind] = getattr(self, f"visit_{kind}")
        value = method(node, *args, **kwargs)
        if kind in _MAKERS:
            self._budget.weigh(value)
        return value

    def visit_comparator(self, node: Any, value: Any) -> Any:
        left, right = (self.visit(child, value) for child in node["children"])
        self._budget.weigh(left)
        self._budget.weigh(right)
        literals = [{"type": "literal", "value": one, "children": []} for one in (left, right)]
        found: Any = {**node, "children": literals}
        return super().visit_comparator(found, value)


class _Functions(Functions):
    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def call_function(self, function_name: str, resolved_args: Any) -> Any:
        budget = self._budget
        values = [one for one in resolved_args if function_name not in WITH_EXPRESSIONS or _is_value(one)]
        weights = [budget.weigh(value) for value in values]
        if function_name in _SORTING and isinstance(values[0], list):
            budget.spend(weights[0] * len(values[0]).bit_length())
        if function_name in ("min_by", "max_by", "min", "max", "sum", "avg"):
            budget.spend(weights[0])
        if function_name == "contains":
            budget.spend(_search_units(*values))
        if function_name == "join" and isinstance(values[1], list):
            budget.spend(weights[0] * len(values[1]))
        result = super().call_function(function_name, resolved_args)
        budget.weigh(result)
        return result


def _is_value(one: Any) -> bool:
    return isinstance(one, str | list | dict) or type(one) in _SCALARS


def _search_units(subject: Any, search: Any) -> int:
    """Return what it costs to find a value in a text or list: each item is compared with it."""
    if isinstance(subject, str) and isinstance(search, str):
        return len(subject) * min(len(search), SEARCHED_CHARS_MAX) // COMPARISONS_PER_UNIT
    return 0


class _StrictLexer(Lexer):
    def _consume_literal(self: Any) -> dict[str, Any]:
        """Read a literal in backticks, which must be JSON: the library would take other text as a string, and warn."""
        start = self._position
        lexeme = self._consume_until("`").replace("\\`", "`")
        try:
            value = json.loads(lexeme, parse_constant=_refuse_constant)
        except ValueError as error:
            words = "What is in backticks must be JSON; put text in single quotes"
            raise ParseError(start, lexeme, "literal", words) from error
        return {"type": "literal", "value": value, "start": start, "end": self._position - start}


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _nesting(text: str) -> int:
    """Return how many brackets are within each other at most; raise ParseError if the text has no tokens."""
    deepest = depth = 0
    for token in _StrictLexer().tokenize(text):
        depth += (token["type"] in _OPENING) - (token["type"] in _CLOSING)
        deepest = max(deepest, depth)
    return deepest


def _nodes(tree: Any) -> Iterator[Any]:
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += _children(node)


def _depth(tree: Any) -> int:
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [child for node in level for child in _children(node)]
    return depth


def _children(node: Any) -> list[Any]:
    return [child for child in node["children"] if isinstance(child, dict)]  # those of a slice are numbers


def _check_call(name: str, children: list[Any]) -> None:
    """Raise ExpressionRefused if there is no such function, or if it takes another number of values."""
    spec = Functions.FUNCTION_TABLE.get(name)
    if spec is None:
        known = ", ".join(sorted(Functions.FUNCTION_TABLE))
        raise ExpressionRefused("function", f"There is no function {name}(). These exist: {known}.")
    wanted = len(spec["signature"])
    is_variadic = bool(spec["signature"][-1].get("variadic"))
    if len(children) < wanted or (len(children) > wanted and not is_variadic):
        least = "at least " if is_variadic else ""
        raise ExpressionRefused("function", f"{name}() takes {least}{wanted} values, not {len(children)}.")


def _syntax_words(error: ParseError, text: str) -> str:
    """Return what is wrong and where; characters are counted from 1."""
    if isinstance(error, ArityError):
        return "A function has the wrong number of values."
    if isinstance(error, IncompleteExpressionError):
        return f"The expression ends too early, after character {len(text)}."
    place = error.lex_position + 1
    line, column = _line_and_column(text, error.lex_position)
    where = f"character {place}" if line == 1 else f"line {line}, character {column}"
    token = text[error.lex_position : error.lex_position + 20]
    return f"{_reason(error)} at {where}, near “{token}”." if token else f"{_reason(error)} at {where}."


def _reason(error: ParseError) -> str:
    words = str(getattr(error, "msg", "") or "")
    return words if words.startswith("What is in backticks") else "The expression cannot be read"


def _line_and_column(text: str, position: int) -> tuple[int, int]:
    before = text[:position]
    return before.count("\n") + 1, position - (before.rfind("\n") + 1) + 1

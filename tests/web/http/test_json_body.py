"""One decoder, so strict that every parser agrees on what it accepts."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.errors import Malformed
from plantstore.web.http.json_body import (
    DEPTH_MAX,
    ESCAPES_MAX,
    INT_MAX,
    NODES_MAX,
    NUMBER_CHARS_MAX,
    read_object,
)
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("JSON does not depend on the engine")


def nested(depth: int) -> bytes:
    """Return an object with this many levels, including itself."""
    return b'{"a":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


NAMES = b",".join(b'"%d":1' % number for number in range(NODES_MAX))
REFUSED: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "empty"),
    "white space": (b" \n\t", "empty"),
    "the same name twice": (b'{"name":"a","name":"b"}', "“name” appears twice"),
    "the same name twice, deep": (b'{"a":[{"b":{"c":1,"c":1}}]}', "“c” appears twice"),
    "the same name twice, escaped": (b'{"name":"a","\\u006eame":"b"}', "“name” appears twice"),
    "NaN": (b'{"a":NaN}', "NaN"),
    "Infinity": (b'{"a":Infinity}', "Infinity"),
    "-Infinity": (b'{"a":-Infinity}', "-Infinity"),
    "1e400": (b'{"a":1e400}', "too large"),
    "-1e400": (b'{"a":-1e400}', "too large"),
    "a float of 400 digits": (b'{"a":' + b"9" * 400 + b".0}", "too large"),
    "2**53 + 1": (b'{"a":9007199254740993}', "beyond"),
    "-2**53 - 1": (b'{"a":-9007199254740993}', "beyond"),
    "int64 + 1": (b'{"a":9223372036854775808}', "beyond"),
    "5,000 digits": (b'{"a":' + b"9" * 5_000 + b"}", "beyond"),
    "minus and 5,000 digits": (b'{"a":-' + b"9" * 5_000 + b"}", "beyond"),
    "one level too many": (nested(DEPTH_MAX + 1), "deeper than 32"),
    "100,000 lists": (b'{"a":' + b"[" * 100_000, "deeper than 32"),
    "100,000 objects": (b'{"a":' * 100_000, "deeper than 32"),
    "UTF-8 with a mark": (b'\xef\xbb\xbf{"a":1}', "byte order mark"),
    "UTF-16 with a mark": ('{"a":1}'.encode("utf-16"), "byte order mark"),
    "UTF-16 LE": ('{"a":1}'.encode("utf-16-le"), "UTF-16"),
    "UTF-16 BE": ('{"a":1}'.encode("utf-16-be"), "UTF-16"),
    "UTF-32 LE": ('{"a":1}'.encode("utf-32-le"), "UTF-16"),
    "UTF-32 BE": ('{"a":1}'.encode("utf-32-be"), "UTF-16"),
    "Latin-1": ('{"a":"é"}'.encode("latin-1"), "byte 7"),
    "an overlong slash": (b'{"a":"\xc0\xaf"}', "byte 7"),
    "a surrogate as bytes": (b'{"a":"\xed\xa0\x80"}', "byte 7"),
    "beyond U+10FFFF": (b'{"a":"\xf4\x90\x80\x80"}', "byte 7"),
    "cut in a character": (b'{"a":"\xe2\x82', "byte 7"),
    "half a character": (b'{"a":"\\ud800"}', "unpaired surrogate"),
    "the other half": (b'{"a":"x\\uDC00"}', "unpaired surrogate"),
    "halves in the wrong order": (b'{"a":"\\udc00\\ud800"}', "unpaired surrogate"),
    "half a character in a name": (b'{"\\ud800":1}', "unpaired surrogate"),
    "something behind it": (b'{"a":1} x', "line 1, column 9"),
    "two objects": (b'{"a":1}{"a":1}', "line 1, column 8"),
    "a comma at the end": (b'{"a":1,}', "not JSON"),
    "single quotes": (b"{'a':1}", "line 1, column 2"),
    "a comment": (b'{"a":1 /* one */}', "not JSON"),
    "a line end in a text": (b'{"a":"x\ny"}', "control character"),
    "NUL in a text": (b'{"a":"x\0y"}', "control character"),
    "a leading zero": (b'{"a":01}', "not JSON"),
    "a plus": (b'{"a":+1}', "not JSON"),
    "hexadecimal": (b'{"a":0x1}', "not JSON"),
    "an unfinished text": (b'{"a":"' + b'\\"' * 100_000, "not JSON"),
    "too many lists": (b'{"a":[' + b"[]," * 340_000 + b"[]]}", "1,000 names and elements"),
    "too many objects": (b'{"a":[' + b"{}," * 340_000 + b"{}]}", "1,000 names and elements"),
    "too many numbers": (b'{"a":[' + b"1," * 500_000 + b"1]}", "1,000 names and elements"),
    "too many texts": (b'{"a":[' + b'"",' * 340_000 + b'""]}', "1,000 names and elements"),
    "too many names": (b"{" + b",".join(b'"%d":1' % number for number in range(90_000)) + b"}", "1,000 names"),
    "too many escapes among many commas": (b'{"a":"' + b",\\u00e9" * (ESCAPES_MAX + 1) + b'"}', "65,536 backslashes"),
    "a number of too many digits": (b'{"a":1.' + b"0" * NUMBER_CHARS_MAX + b"}", "1,024 characters"),
    "an unfinished object": (b'{"a":1', "not JSON"),
    "a list": (b'[{"a":1}]', "must be a JSON object"),
    "a text": (b'"a"', "must be a JSON object"),
    "a number": (b"1", "must be a JSON object"),
    "null": (b"null", "must be a JSON object"),
    "a form": (b"name=Rosa", "not JSON"),
}
ACCEPTED: dict[str, tuple[bytes, dict[str, Any]]] = {
    "an empty object": (b"{}", {}),
    "white space around": (b' \r\n{"a" : 1}\t', {"a": 1}),
    "2**53": (b'{"a":9007199254740992}', {"a": INT_MAX}),
    "-2**53": (b'{"a":-9007199254740992}', {"a": -INT_MAX}),
    "as deep as may be": (nested(DEPTH_MAX), json.loads(nested(DEPTH_MAX))),
    "brackets in a text": (b'{"a":"' + b"[" * 100 + b'\\"{"}', {"a": "[" * 100 + '"{'}),
    "a character of two halves": (b'{"a":"\\ud83c\\udf35"}', {"a": "🌵"}),
    "the words of a half": (b'{"a":"\\\\ud800"}', {"a": "\\ud800"}),
    "the same name in two objects": (b'{"a":[{"b":1},{"b":2}]}', {"a": [{"b": 1}, {"b": 2}]}),
    "a very small number": (b'{"a":1e-400}', {"a": 0}),
    "a whole number, written as a decimal": (b'{"a":90.0}', {"a": 90}),
    "a whole number, written with an exponent": (b'{"a":-9e1}', {"a": -90}),
    "2**53, written as a decimal": (b'{"a":9007199254740992.0}', {"a": INT_MAX}),
    "beyond 2**53, written as a decimal": (b'{"a":1e300}', {"a": 1e300}),
    "as many elements as may be": (b'{"a":[' + b"0," * (NODES_MAX - 3) + b"0]}", {"a": [0] * (NODES_MAX - 2)}),
    "as many names as may be": (b"{" + NAMES + b"}", json.loads(b"{" + NAMES + b"}")),
    "commas in a text": (b'{"a":"' + b"," * 100_000 + b'"}', {"a": "," * 100_000}),
    "escapes and commas in a text": (b'{"a":"' + b"\\n,[" * ESCAPES_MAX + b'"}', {"a": "\n,[" * ESCAPES_MAX}),
    "many escapes in a text": (b'{"a":"' + b"\\n" * 2 * ESCAPES_MAX + b'"}', {"a": "\n" * 2 * ESCAPES_MAX}),
    "a NUL, escaped": (b'{"a":"\\u0000"}', {"a": "\0"}),  # the fields' own checks refuse it, with a pointer
}


def test_json_that_parsers_read_differently_is_refused() -> None:
    wrong = {}
    for name, (raw, said) in REFUSED.items():
        try:
            wrong[name] = repr(read_object(raw))
        except Malformed as refused:
            if said not in refused.detail or len(refused.detail) >= 200:
                wrong[name] = refused.detail

    assert wrong == {}


def test_all_other_json_is_accepted() -> None:
    for name, (raw, value) in ACCEPTED.items():
        read = read_object(raw)

        assert read == value, name
        assert [type(one) for one in read.values()] == [type(one) for one in value.values()], name


def test_a_value_that_is_refused_is_named_by_a_pointer() -> None:
    for raw, pointer, code in (
        (b'{"a":[0,{"b":9007199254740993}]}', "/a/1/b", "range"),
        (b'{"a":{"x/y~":1e999},"b":1e400}', "/a/x~1y~0", "range"),
        (b'{"a":1.' + b"0" * NUMBER_CHARS_MAX + b"}", "/a", "range"),
        (b'{"a":[NaN]}', "/a/0", "type"),
        (b'{"a":[{"b":1,"b":2}],"c":1e999}', "/a/0", "duplicate"),
        (b'{"a":["x","\\ud800"]}', "/a/1", "characters"),
        (b'{"a":{"\\udc00":1}}', "/a/?", "characters"),
    ):
        with pytest.raises(Malformed) as refused:
            read_object(raw)
        assert [(one.pointer, one.code) for one in refused.value.fields] == [(pointer, code)], raw
        assert refused.value.fields[0].detail == refused.value.detail
    with pytest.raises(Malformed) as refused:
        read_object(b'{"a":NaN')
    assert refused.value.fields == (), "what is no JSON has no places"


def test_the_api_answers_with_a_problem(site: Site) -> None:
    answers = {name: site.ask("POST", "/api/v1/plants", content=raw) for name, (raw, _) in REFUSED.items()}

    found = {name: (answer.status_code, answer.json()["type"]) for name, answer in answers.items()}
    assert {name: one for name, one in found.items() if one != (400, "/docs/errors/malformed")} == {}


@pytest.mark.timeout(10)
def test_the_work_grows_linearly_with_the_body() -> None:
    for tail in (b'\\"', b'"', b"\\", b'"\\"', b"["):
        with pytest.raises(Malformed):
            read_object(b'{"a":[' + b"[]," * DEPTH_MAX + b'"' + tail * 400_000)


@pytest.mark.parametrize("more", [0, 1])
def test_a_body_has_at_most_the_allowed_names_and_elements(more: int) -> None:
    raw = b'{"a":[' + b'"",' * (NODES_MAX - 2 + more) + b'""]}'

    if more:
        with pytest.raises(Malformed):
            read_object(raw)
    else:
        assert len(read_object(raw)["a"]) == NODES_MAX - 1


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        value = read_object(raw)
    except Malformed:
        return
    assert value == json.loads(raw)


_LEAVES = st.none() | st.booleans() | st.integers(-INT_MAX, INT_MAX) | st.floats(allow_nan=False, allow_infinity=False)
_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
_VALUES = st.recursive(_LEAVES | _TEXT, lambda inner: st.lists(inner) | st.dictionaries(_TEXT, inner), max_leaves=10)


@given(st.dictionaries(_TEXT, _VALUES), st.booleans())
def test_every_json_object_is_read_as_the_standard_library_does(value: dict[str, Any], escaped: bool) -> None:
    assert read_object(json.dumps(value, ensure_ascii=escaped).encode()) == value

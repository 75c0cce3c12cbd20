"""msgspec 0.22.0 analyses a struct when a value of it is first decoded, and two threads that do so at the same time can
crash the process. So everything that is decoded while the store runs is analysed when its module is imported.
"""

import ast
import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from plantstore.catalogue.imports.check import Options
from plantstore.catalogue.imports.report import Report
from plantstore.web.routes import ENDPOINTS
from tests.starter import ROOT

CONVERTING = {"web/http/json_body.py", "web/api/imports/endpoints.py"}  # to_struct for requests; Options
REQUESTS = [endpoint.request for endpoint in ENDPOINTS if isinstance(endpoint.request, type)]


def _is_analysed(kind: Any) -> bool:
    return any(type(one).__name__ == "StructInfo" for one in gc.get_referents(kind))


@pytest.mark.parametrize("kind", [*dict.fromkeys(REQUESTS), Options, Report], ids=lambda kind: kind.__name__)
def test_a_struct_that_is_decoded_is_analysed_when_it_is_imported(kind: Any) -> None:
    assert _is_analysed(kind)


def test_a_struct_is_not_analysed_before_it_is_decoded() -> None:
    class Fresh(msgspec.Struct):
        one: int

    assert not _is_analysed(Fresh)


def test_nothing_else_is_decoded_to_a_type_that_is_given_with_the_value() -> None:
    folder = ROOT / "src" / "plantstore"

    found = {str(path.relative_to(folder)) for path in folder.rglob("*.py") if any(_typed_decodings(path))}

    assert found == CONVERTING


def _typed_decodings(path: Path) -> Iterator[str]:
    """Yield where msgspec's `convert` is named, or its `decode` is called with a type."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        text = ast.unparse(node) if isinstance(node, ast.Call | ast.Attribute) else ""
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        has_type = isinstance(node, ast.Call) and any(keyword.arg == "type" for keyword in node.keywords)
        if text == "msgspec.convert" or (has_type and called in ("msgspec.json.decode", "msgspec.msgpack.decode")):
            yield text

"""Mass assignment: no body may set what its model does not have."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from plantstore.web.http.endpoint import Endpoint
from plantstore.web.routes import ENDPOINTS
from tests.web.console.examples import Filled, a_filled_site
from tests.web.test_loop_time import address_of

FIELD = "owner_of_everything"
TAKING = [one for one in ENDPOINTS if isinstance(one.request_example, dict) and not one.streams]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    with a_filled_site(tmp_path_factory.mktemp("unknown"), token_requests_max=0) as filled:
        yield filled


def with_field_everywhere(value: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield copies of a body with an unknown field in one of its objects, and the pointer to the field."""

    def inner(part: Any, place: str) -> Iterator[tuple[str, list[str | int]]]:
        if isinstance(part, dict):
            yield f"{place}/{FIELD}", []
            for name, child in part.items():
                for found, path in inner(child, f"{place}/{name}"):
                    yield found, [name, *path]
        elif isinstance(part, list) and part:
            for found, path in inner(part[0], f"{place}/0"):
                yield found, [0, *path]

    for found, path in inner(value, pointer):
        changed = copy.deepcopy(value)
        target = changed
        for step in path:
            target = target[step]
        target[FIELD] = "me"
        yield found, changed


# Objects whose names a caller chooses, or that mean something else: a field of a filter, a column, a header.
FREE = ("/headers/", "/filter/", "/query/", "/map/", "/channels/")


@pytest.mark.parametrize("operation", TAKING, ids=lambda one: one.name)
def test_an_unknown_field_is_refused_in_every_body(filled: Filled, operation: Endpoint) -> None:
    site, path = filled.site, address_of(filled, operation)

    example = {
        name: value
        for name, value in operation.request_example.items()
        if name != "sku" or "{sku}" not in operation.path
    }
    for pointer, body in with_field_everywhere(example):
        if any(part in pointer for part in FREE):
            continue
        answer = site.ask(operation.method, path, json=body)

        assert answer.status_code in (400, 422), (pointer, answer.status_code, answer.text)
        problems = [one["pointer"] + one["detail"] for one in answer.json().get("errors", [])]
        assert any(FIELD in problem for problem in problems), (pointer, answer.text)


def test_every_operation_with_a_body_is_tried() -> None:
    assert len(TAKING) > 25

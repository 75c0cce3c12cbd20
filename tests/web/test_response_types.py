"""Each operation that does not return JSON returns the media types that the OpenAPI document names, and no others."""

from typing import Any

import pytest

from plantstore.web.http.endpoint import Endpoint
from plantstore.web.http.response import JSON
from plantstore.web.routes import ENDPOINTS
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("media types do not depend on the engine")

NOT_JSON = [one for one in ENDPOINTS if one.response_type != JSON or one.more_responses]


def an_import_with_a_bad_row(site: Site) -> str:
    headers = {"content-type": "text/csv"}
    made = site.ask("POST", "/api/v1/imports", content=b"name,price\r\nRosa,x\r\n", headers=headers)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def documented(site: Site, endpoint: Endpoint) -> dict[str, Any]:
    document = site.get("/api/openapi.json", token=None).json()
    responses = document["paths"][endpoint.path][endpoint.method.lower()]["responses"]
    content: dict[str, Any] = responses[str(endpoint.status)]["content"]
    return content


@pytest.mark.parametrize("endpoint", NOT_JSON, ids=lambda one: one.name)
def test_the_document_names_the_media_types_of_the_responses(site: Site, endpoint: Endpoint) -> None:
    site.add(name="Rosa")
    path = endpoint.path.replace("{id}", an_import_with_a_bad_row(site) if "{id}" in endpoint.path else "")
    choices = [one.schema(site.settings)["enum"] for one in endpoint.parameters if one.name == "format"]

    answers = [site.get(path, params={"format": one}) for one in choices[0]] if choices else [site.get(path)]

    assert [answer.status_code for answer in answers] == [200] * len(answers)
    assert [answer.headers["content-type"].partition(";")[0] for answer in answers] == list(documented(site, endpoint))


def test_exports_have_several_media_types() -> None:
    assert {one.name: 1 + len(one.more_responses) for one in NOT_JSON} == {
        "exportPlants": 3,
        "exportActivity": 2,
        "showBadRows": 1,
        "showMetrics": 1,
    }

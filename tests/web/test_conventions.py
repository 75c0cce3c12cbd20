"""What holds for every operation of the API: read from the document, tried on each."""

import re

import pytest

from plantstore.web.http.endpoint import Endpoint
from plantstore.web.routes import ENDPOINTS
from tests.web.auth.test_access import documented
from tests.web.harness import Site

READS = [(method, path) for method, path, _ in documented() if method == "GET"]
EVERY = [(method, path) for method, path, _ in documented()]


@pytest.mark.parametrize(("method", "path"), EVERY)
def test_a_parameter_that_is_not_known_is_refused(site: Site, method: str, path: str) -> None:
    json: dict[str, str] | None = {} if method in ("POST", "PUT", "PATCH") else None

    answer = site.ask(method, path, params={"colour": "red"}, json=json)

    assert answer.status_code in (400, 415), "a body of another kind is refused first"
    assert answer.status_code == 415 or "colour" in answer.json()["detail"]


@pytest.mark.parametrize(("method", "path"), READS)
def test_a_read_with_a_body_is_refused(site: Site, method: str, path: str) -> None:
    assert site.ask(method, path, content=b'{"name":"Rosa"}').status_code == 400


@pytest.mark.parametrize("trace", ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "", "nonsense", "\xe9"])
def test_a_trace_of_the_caller_changes_nothing(site: Site, trace: str) -> None:
    headers = [("traceparent", trace.encode("latin-1")), ("tracestate", b"a=b")]

    answer = site.get("/api/v1/plants", headers=headers)

    assert answer.status_code == 200
    assert answer.headers["x-request-id"].startswith("req_")


@pytest.mark.parametrize("name", ["x-http-method-override", "x-http-method", "x-method-override"])
def test_no_header_makes_another_method_of_a_request(site: Site, name: str) -> None:
    site.add()

    assert site.get("/api/v1/plants/1", headers={name: "DELETE"}).status_code == 200
    assert site.get("/api/v1/plants/1").status_code == 200


@pytest.mark.parametrize("name", ["host", "x-forwarded-host", "forwarded", "x-original-url", "x-rewrite-url"])
def test_no_header_chooses_what_addresses_we_give(site: Site, name: str) -> None:
    for _ in range(2):
        site.add()

    answer = site.get("/api/v1/plants?limit=1", headers={name: "evil.example"})

    assert answer.status_code == 200
    assert "evil" not in answer.text + str(answer.headers)


def test_every_single_thing_that_has_a_version_can_be_asked_for_with_it(site: Site) -> None:
    site.add(sku="S-1")
    receiver = site.register()["id"]

    for operation in cached():
        path = re.sub(r"\{id\}", receiver if "receivers" in operation.path else "1", operation.path)
        path = path.replace("{sku}", "S-1")
        tag = site.get(path).headers["etag"]
        known = site.get(path, headers={"if-none-match": f'"x", {tag}'})
        assert (known.status_code, known.content, known.headers["etag"]) == (304, b"", tag), path
    with_tag = [one.path for one in ENDPOINTS if one.method == "GET" and one.path.count("{") == 1 and one.cached]
    assert len(with_tag) == 3


def cached() -> list[Endpoint]:
    return [one for one in ENDPOINTS if one.cached]


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999-23:59"])
def test_every_time_of_the_calendar_may_be_asked_for(site: Site, time: str) -> None:
    asked = []
    for operation in ENDPOINTS:
        for parameter in operation.parameters:
            if parameter.schema(site.settings).get("format") == "date-time":
                assert site.get(operation.path, params={parameter.name: time}).status_code == 200, operation.name
                asked.append(operation.name)
    assert len(asked) >= 4

"""Rules that hold for every endpoint of the API, as listed in the OpenAPI document."""

import pytest

from plantstore.web.routes import ENDPOINTS
from tests.web.auth.test_access import documented
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the conventions do not depend on the engine")
READS = [(method, path) for method, path, _ in documented() if method == "GET"]
EVERY = [(method, path) for method, path, _ in documented()]


def test_an_unknown_parameter_is_refused(site: Site) -> None:
    wrong = []
    for method, path in EVERY:
        json: dict[str, str] | None = {} if method in ("POST", "PUT", "PATCH") else None
        answer = site.ask(method, path, params={"colour": "red"}, json=json)
        if answer.status_code != 415 and (answer.status_code != 400 or "colour" not in answer.json()["detail"]):
            wrong.append((method, path, answer.status_code))  # 415: a body of another type is refused first

    assert wrong == []


def test_a_read_with_a_body_is_refused(site: Site) -> None:
    answers = {path: site.ask(method, path, content=b'{"name":"Rosa"}') for method, path in READS}

    assert {path: answer.status_code for path, answer in answers.items() if answer.status_code != 400} == {}


def test_trace_headers_change_nothing(site: Site) -> None:
    for trace in ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "", "nonsense", "\xe9"):
        headers = [("traceparent", trace.encode("latin-1")), ("tracestate", b"a=b")]

        answer = site.get("/api/v1/plants", headers=headers)

        assert answer.status_code == 200, trace
        assert answer.headers["x-request-id"].startswith("req_"), trace


def test_no_header_overrides_the_method(site: Site) -> None:
    site.add()

    for name in ("x-http-method-override", "x-http-method", "x-method-override"):
        assert site.get("/api/v1/plants/1", headers={name: "DELETE"}).status_code == 200, name
        assert site.get("/api/v1/plants/1").status_code == 200, name


def test_no_header_changes_the_addresses_in_a_response(site: Site) -> None:
    for _ in range(2):
        site.add()

    for name in ("host", "x-forwarded-host", "forwarded", "x-original-url", "x-rewrite-url"):
        answer = site.get("/api/v1/plants?limit=1", headers={name: "evil.example"})

        assert answer.status_code == 200, name
        assert "evil" not in answer.text + str(answer.headers), name


def test_every_cached_endpoint_honours_if_none_match(site: Site) -> None:
    site.add(sku="S-1")
    receiver = site.register()["id"]
    view = site.post("/api/v1/plant-views", {"name": "All", "query": {}}).json()["id"]

    for endpoint in [one for one in ENDPOINTS if one.cached]:
        id = {"receivers": receiver, "plant-views": view}.get(endpoint.path.split("/")[3], "1")
        path = endpoint.path.replace("{id}", id)
        path = path.replace("{sku}", "S-1")
        tag = site.get(path).headers["etag"]
        known = site.get(path, headers={"if-none-match": f'"x", {tag}'})
        assert (known.status_code, known.content, known.headers["etag"]) == (304, b"", tag), path
    with_tag = [one.path for one in ENDPOINTS if one.method == "GET" and one.path.count("{") == 1 and one.cached]
    assert len(with_tag) == 4


def test_every_time_of_the_calendar_is_accepted(site: Site) -> None:
    for time in ("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999-23:59"):
        seen = []
        for endpoint in ENDPOINTS:
            for parameter in endpoint.parameters:
                if parameter.schema(site.settings).get("format") == "date-time":
                    status = site.get(endpoint.path, params={parameter.name: time}).status_code
                    assert status == 200, (endpoint.name, time)
                    seen.append(endpoint.name)
        assert len(seen) >= 4

"""What a process with the role dispatcher or api serves."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.still_clock import StillClock
from tests.web.harness import Site


@pytest.fixture
def dispatcher(tmp_path: Path, clock: StillClock) -> Iterator[Site]:
    site = Site(tmp_path, clock, ready=lambda: None, role="dispatcher")
    yield site
    site.close()


def test_a_dispatcher_serves_health_checks_without_a_token(dispatcher: Site) -> None:
    for path in ["/healthz", "/readyz"]:
        assert dispatcher.ask("GET", path, token=None).status_code == 200, path


def test_a_dispatcher_serves_metrics_and_status_with_a_token(dispatcher: Site) -> None:
    for path in ["/metrics", "/api/v1/status"]:
        assert dispatcher.ask("GET", path).status_code == 200, path
        assert dispatcher.ask("GET", path, token=None).status_code == 401, path


def test_a_dispatcher_names_the_roles_that_serve_the_rest(dispatcher: Site) -> None:
    for path in ["/", "/api/v1/plants", "/sign-in", "/openapi.json", "/api/docs", "/static/nothing"]:
        answer = dispatcher.ask("GET", path)

        assert answer.status_code == 404, path
        assert (
            answer.json()["detail"] == "This process only sends deliveries. Use a process whose role is all or api."
        ), path


def test_the_role_api_serves_everything(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, role="api")
    try:
        assert site.ask("GET", "/api/v1/plants").status_code == 200
        assert site.ask("GET", "/openapi.json", token=None).status_code == 200
    finally:
        site.close()

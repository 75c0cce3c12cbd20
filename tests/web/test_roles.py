"""What a process serves that only delivers: signs of life, metrics and the status, and where else to ask."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import StillClock
from tests.web.harness import Site


@pytest.fixture
def dispatcher(tmp_path: Path, clock: StillClock) -> Iterator[Site]:
    site = Site(tmp_path, clock, ready=lambda: None, role="dispatcher")
    yield site
    site.close()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_it_shows_signs_of_life_to_anybody(dispatcher: Site, path: str) -> None:
    assert dispatcher.ask("GET", path, token=None).status_code == 200


@pytest.mark.parametrize("path", ["/metrics", "/api/v1/status"])
def test_it_can_be_watched_by_who_may(dispatcher: Site, path: str) -> None:
    assert dispatcher.ask("GET", path).status_code == 200
    assert dispatcher.ask("GET", path, token=None).status_code == 401


@pytest.mark.parametrize("path", ["/", "/api/v1/plants", "/sign-in", "/openapi.json", "/api/docs", "/static/nothing"])
def test_for_anything_else_it_names_who_is_to_be_asked(dispatcher: Site, path: str) -> None:
    answer = dispatcher.ask("GET", path)

    assert answer.status_code == 404
    assert answer.json()["detail"] == "This process only delivers. Ask one whose role is all or api."


def test_who_answers_callers_serves_everything(tmp_path: Path, clock: StillClock) -> None:
    site = Site(tmp_path, clock, ready=lambda: None, role="api")
    try:
        assert site.ask("GET", "/api/v1/plants").status_code == 200
        assert site.ask("GET", "/openapi.json", token=None).status_code == 200
    finally:
        site.close()

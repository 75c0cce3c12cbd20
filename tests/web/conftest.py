"""The site under test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.still_clock import StillClock
from tests.web.harness import Site


@pytest.fixture
def site(engine_kind: str, tmp_path: Path, clock: StillClock) -> Iterator[Site]:
    """A ready site with an empty store, on each engine."""
    site = Site(tmp_path, clock, ready=lambda: None)
    yield site
    site.close()

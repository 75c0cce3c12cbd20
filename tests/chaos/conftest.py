"""The hostile receivers, which start once for all tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.chaos.harness import Hostile, hostile_receivers
from tests.sending.conftest import run

__all__ = ["hostile", "run"]


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hostile]:
    with hostile_receivers(tmp_path_factory.mktemp("hostile")) as hostile:
        yield hostile

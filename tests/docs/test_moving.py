"""docs/moving.md with a real server: a store is moved there as the page says, and back to SQLite."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.markdown import blocks
from tests.docs.reader import Reader
from tests.postgres import binaries
from tests.postgres import cluster as clusters
from tests.postgres.cluster import OWNER

PAGE = "moving.md"


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    """A reader with a private server instead of the one that the page names."""
    found = binaries.find()
    if found is None and not binaries.is_required():
        pytest.skip(binaries.MISSING)
    with clusters.running() as cluster:
        changes = (
            (
                r"--host db\.example --username shop",
                f"--host {cluster.folder} --port {cluster.port} --username {OWNER}",
            ),
            (r"postgresql://shop@db\.example/plants", cluster.url("plants")),
        )
        reader = Reader(tmp_path, changed_too=changes)
        reader.environ["PATH"] += f":{found}"
        reader.environ["PLANTSTORE_URL"] = (
            f"http://127.0.0.1:{reader.store_port}"  # a store on a server has no lock file
        )
        yield reader
        reader.leave()


def test_a_store_moves_to_a_server_and_back_as_the_page_says(reader: Reader) -> None:
    reader.start(reader.changed("make run"))

    reader.follow(blocks("moving.md"))

    assert (reader.here / "back" / "key").read_bytes() == (reader.here / "data" / "key").read_bytes()
    assert (reader.here / "back" / "key").stat().st_mode & 0o777 == 0o600

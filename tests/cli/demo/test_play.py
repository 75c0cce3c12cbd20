"""However the demo ends early, nothing it started keeps running."""

import re
import socket
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from plantstore.cli.demo.play import Plan, Play, load_plants
from plantstore.cli.demo.store_process import Interruption, StoreProcess

PLAN = Plan(plants=load_plants()[:3], rate=10, seed=1, outage_s=1, deadline_s=20)


def a_play(folder: Path, *, interrupted: bool = False) -> Play:
    interruption = Interruption()
    interruption.requested = interrupted
    return Play(
        PLAN, folder, show=lambda done, total: None, on_outage=lambda name, is_down: None, interruption=interruption
    )


def test_an_exception_in_the_middle_stops_the_store_too(tmp_path: Path) -> None:
    urls = []

    def fail(store: StoreProcess) -> NoReturn:
        urls.append(store.url)
        raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"), closing(a_play(tmp_path)) as play:
        play.run(on_start=fail)

    (port,) = re.findall(r":(\d+)$", urls[0])
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(port)), timeout=5)


def test_an_interruption_while_the_store_starts_stops_it(tmp_path: Path) -> None:
    def never(store: StoreProcess) -> NoReturn:
        raise AssertionError("the store must not be used any more")

    with closing(a_play(tmp_path, interrupted=True)) as play:
        result = play.run(on_start=never)

    assert result.interrupted
    assert (result.report.plants, result.queued, play.store.url) == (0, None, "")

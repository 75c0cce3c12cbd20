"""Whatever ends the demo early, nothing of it goes on running."""

import re
import socket
import time
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from plantstore.cli.demo.plants import load_plants
from plantstore.cli.demo.play import Plan, Play
from plantstore.core.clock import SystemClock

PLAN = Plan(plants=load_plants()[:3], rate=10, seed=1, outage_s=1, deadline_s=20)


class Interruption:
    def __init__(self, *, came: bool) -> None:
        self.came = came

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)


def a_play(folder: Path, connect: object, *, came: bool = False) -> Play:
    return Play(
        PLAN,
        folder,
        clock=SystemClock(),
        connect=connect,  # type: ignore[arg-type]
        show=lambda view: None,
        interruption=Interruption(came=came),
    )


def test_a_fault_in_the_middle_ends_the_store_too(tmp_path: Path) -> None:
    urls = []

    def fail(url: str, token: str) -> NoReturn:
        urls.append(url)
        raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"), closing(a_play(tmp_path, fail)) as play:
        play.run(started=lambda program: None)

    (port,) = re.findall(r":(\d+)$", urls[0])
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(port)), timeout=5)


def test_an_interruption_while_the_store_starts_ends_it(tmp_path: Path) -> None:
    def never(url: str, token: str) -> NoReturn:
        raise AssertionError("the store was not to be used any more")

    with closing(a_play(tmp_path, never, came=True)) as play:
        result = play.run(started=lambda program: None)

    assert result.interrupted
    assert (result.report.plants, result.owed_by_store, play.program.url) == (0, None, "")

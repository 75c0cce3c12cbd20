"""What the simulation's own tools say: a story is made short without losing its fault, a request is read with care."""

import asyncio
import pickle
import re
from collections.abc import Collection

import pytest

from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receiver import Credentials as Sealed
from plantstore.domain.receiver import Payload
from plantstore.domain.secret import AccessToken
from plantstore.domain.signature import make_secret
from plantstore.sending.request import request_template
from plantstore.sending.urls import parse_url
from tests.conftest import StillClock
from tests.makers import an_event
from tests.simulation import hunt
from tests.simulation.invariants import Broken
from tests.simulation.scenario import STEPS, ScenarioResult
from tests.simulation.virtual_time import VirtualLoop, tell
from tests.simulation.wire import Credentials, wrong_with

SECRET, OTHER = make_secret(b"a" * 32), make_secret(b"b" * 32)
SECOND = 1_780_315_200


def a_story(needs: set[int], steps: Collection[int]) -> ScenarioResult:
    """One that breaks when all these steps are in it, at the last of them."""
    told = ScenarioResult(7, sorted(steps))
    is_broken = needs <= set(steps)
    told.acts = [str(step) for step in told.steps if not is_broken or step <= max(needs)]
    told.broken = Broken("S4", "planted") if is_broken else None
    return told


@pytest.mark.parametrize("needs", [{0}, {STEPS - 1}, {3, 17, 40}, set(range(20, 30)), set(range(0, STEPS, 7))])
def test_a_story_is_left_with_the_steps_that_its_fault_needs(monkeypatch: pytest.MonkeyPatch, needs: set[int]) -> None:
    monkeypatch.setattr(hunt, "tell", lambda _lane, _seed, steps: a_story(needs, steps))

    short = hunt.minimised(a_story(needs, range(STEPS)), "memory")

    assert short.steps == sorted(needs)
    assert f"--steps {','.join(map(str, sorted(needs)))}" in hunt.report(short, "memory")


def test_a_story_that_breaks_something_else_is_another_story(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = a_story({5, 6}, range(STEPS))

    def tell(_lane: str, _seed: int, steps: Collection[int]) -> ScenarioResult:
        told = a_story({5, 6}, steps)
        if told.broken is None:
            told.broken = Broken("S9", "another")
        return told

    monkeypatch.setattr(hunt, "tell", tell)

    assert hunt.minimised(whole, "memory").steps == [5, 6]


def test_time_ends_the_shortening() -> None:
    whole = a_story({5, 6}, range(STEPS))

    assert hunt.minimised(whole, "memory", seconds=0).steps == list(range(7))


def written(event: Event) -> bytes:
    template = request_template(
        receiver_id=ReceiverId(7),
        url=parse_url("https://a.example/"),
        credentials=Sealed(access_token=AccessToken("theirs"), secrets=(SECRET,)),
        base_url="http://plants.example",
        version="1",
        payload=Payload.FULL,
        deadline_s=15.0,
    )
    return template.write(event, number=2, timestamp_s=SECOND)


def found(request: bytes, **changes: object) -> list[str]:
    told = {"event_id": an_event().id, "body": an_event().body, "number": 2, "second": SECOND} | changes
    may = changes.get("may", Credentials({"theirs"}, {SECRET.reveal(): None}))
    return wrong_with(request, **(told | {"may": may}))  # type: ignore[arg-type]


def test_a_request_as_it_should_be_has_nothing_wrong() -> None:
    assert found(written(an_event())) == []


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"event_id": "evt_other"}, "webhook-id"),
        ({"body": b"other"}, "other bytes"),
        ({"number": 3}, "webhook-attempt"),
        ({"second": SECOND + 1}, "webhook-timestamp"),
        ({"may": Credentials({"old"}, {SECRET.reveal(): None})}, "access token"),
        ({"may": Credentials({"theirs"}, {OTHER.reveal(): None})}, "not signed"),
        ({"may": Credentials({"theirs"}, {SECRET.reveal(): SECOND})}, "not signed"),
    ],
)
def test_whatever_is_wrong_with_a_request_is_said(changes: dict[str, object], word: str) -> None:
    assert any(word in one for one in found(written(an_event()), **changes))


def test_a_header_that_stands_twice_is_said() -> None:
    doubled = re.sub(rb"\r\nhost:", b"\r\nhost: b.example\r\nhost:", written(an_event()))

    assert found(doubled) == ["a header stands twice"]


def test_what_spins_is_found() -> None:
    async def spinning() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)

        def again() -> None:
            loop.call_soon(again)

        again()
        await loop.rest()

    with pytest.raises(Broken, match="L6"):
        tell(spinning, StillClock())


def test_who_waits_for_what_only_time_would_bring_is_told() -> None:
    with pytest.raises(RuntimeError, match="only time"):
        tell(lambda: asyncio.sleep(1), StillClock())


def test_what_is_broken_can_be_told_from_another_process() -> None:
    told = pickle.loads(pickle.dumps(Broken("S4", [lambda: None])))

    assert told.name == "S4"
    assert "lambda" in told.what

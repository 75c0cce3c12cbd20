"""The simulation's own tools: shortening keeps the violation, and requests are checked carefully."""

import asyncio
import pickle
import re
from collections.abc import Collection

import pytest

from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Credentials as Sealed
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import AccessToken
from plantstore.sending.request import request_template
from plantstore.sending.urls import parse_url
from tests.makers import an_event
from tests.simulation import hunt
from tests.simulation.invariants import Broken
from tests.simulation.scenario import STEPS, ScenarioResult
from tests.simulation.virtual_time import VirtualLoop, run_on_virtual_time
from tests.simulation.wire import Credentials, wrong_with
from tests.still_clock import StillClock

SECRET, OTHER = make_secret(b"a" * 32), make_secret(b"b" * 32)
SECOND = 1_780_315_200


def a_story(needs: set[int], steps: Collection[int]) -> ScenarioResult:
    """Return a scenario that fails at the last of these steps if it has all of them."""
    run = ScenarioResult(7, sorted(steps))
    is_broken = needs <= set(steps)
    run.acts = [str(step) for step in run.steps if not is_broken or step <= max(needs)]
    run.broken = Broken("S4", "planted") if is_broken else None
    return run


@pytest.mark.parametrize("needs", [{0}, {STEPS - 1}, {3, 17, 40}, set(range(20, 30)), set(range(0, STEPS, 7))])
def test_shortening_keeps_only_the_steps_that_the_violation_needs(
    monkeypatch: pytest.MonkeyPatch, needs: set[int]
) -> None:
    monkeypatch.setattr(hunt, "run_seed", lambda _lane, _seed, steps: a_story(needs, steps))

    short = hunt.minimised(a_story(needs, range(STEPS)), "memory")

    assert short.steps == sorted(needs)
    assert f"--steps {','.join(map(str, sorted(needs)))}" in hunt.report(short, "memory")


def test_shortening_ignores_other_violations(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = a_story({5, 6}, range(STEPS))

    def run_seed(_lane: str, _seed: int, steps: Collection[int]) -> ScenarioResult:
        run = a_story({5, 6}, steps)
        if run.broken is None:
            run.broken = Broken("S9", "another")
        return run

    monkeypatch.setattr(hunt, "run_seed", run_seed)

    assert hunt.minimised(whole, "memory").steps == [5, 6]


def test_shortening_stops_when_its_time_is_over() -> None:
    whole = a_story({5, 6}, range(STEPS))

    assert hunt.minimised(whole, "memory", seconds=0).steps == list(range(7))


def written(event: Event) -> bytes:
    template = request_template(
        receiver_id=ReceiverId(7),
        url=parse_url("https://a.example/"),
        credentials=Sealed(access_token=AccessToken("theirs"), secrets=(SECRET,)),
        base_url="http://plants.example",
        version="1",
        deadline_s=15.0,
    )
    return template.write(event, number=2, timestamp_s=SECOND)


def found(request: bytes, **changes: object) -> list[str]:
    told = {"event_id": an_event().id, "body": an_event().body, "number": 2, "second": SECOND} | changes
    may = changes.get("may", Credentials({"theirs"}, {SECRET.reveal(): None}))
    return wrong_with(request, **(told | {"may": may}))  # type: ignore[arg-type]


def test_a_correct_request_has_no_errors() -> None:
    assert found(written(an_event())) == []


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"event_id": "evt_other"}, "webhook-id"),
        ({"body": b"other"}, "body differs"),
        ({"number": 3}, "webhook-attempt"),
        ({"second": SECOND + 1}, "webhook-timestamp"),
        ({"may": Credentials({"old"}, {SECRET.reveal(): None})}, "access token"),
        ({"may": Credentials({"theirs"}, {OTHER.reveal(): None})}, "signature is missing"),
        ({"may": Credentials({"theirs"}, {SECRET.reveal(): SECOND})}, "signature is missing"),
    ],
)
def test_each_error_of_a_request_is_reported(changes: dict[str, object], word: str) -> None:
    assert any(word in one for one in found(written(an_event()), **changes))


def test_a_duplicate_header_is_reported() -> None:
    doubled = re.sub(rb"\r\nhost:", b"\r\nhost: b.example\r\nhost:", written(an_event()))

    assert found(doubled) == ["a header appears twice"]


def test_a_spinning_loop_is_detected() -> None:
    async def spinning() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)

        def again() -> None:
            loop.call_soon(again)

        again()
        await loop.rest()

    with pytest.raises(Broken, match="L6"):
        run_on_virtual_time(spinning, StillClock())


def test_waiting_for_time_to_pass_raises_an_error() -> None:
    with pytest.raises(RuntimeError, match="needs time to pass"):
        run_on_virtual_time(lambda: asyncio.sleep(1), StillClock())


def test_a_violation_can_be_pickled() -> None:
    told = pickle.loads(pickle.dumps(Broken("S4", [lambda: None])))

    assert told.name == "S4"
    assert "lambda" in told.what

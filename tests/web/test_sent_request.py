"""“The request as it was sent” is what the receiver got, byte for byte, or says what is not known of it any more."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from plantstore.app.store import open_store, web_app
from plantstore.core.clock import SystemClock
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.timestamps import SECOND_US, Instant, after
from plantstore.receivers.commands import OVERLAP_S
from plantstore.receivers.patch import ReceiverPatch
from plantstore.storage.queries.known_secrets import ROTATION_SEEN_S
from plantstore.storage.tables import attempts, events
from tests.makers import NOON, an_attempt, an_outcome
from tests.running import add, register, settings
from tests.sending.scripted_receiver import NO_CONTENT, receiver
from tests.web.harness import Site
from tests.web.owing import change, owing

pytestmark = pytest.mark.sqlite_only("the request does not depend on the engine")

DELIVERIES = "/api/v1/deliveries"
TIME_AND_SIGNATURE = ["webhook-timestamp", "webhook-signature"]


class SlowClock(SystemClock):
    """A clock by which everything takes seconds: it goes on by more than one whenever it is asked."""

    def __init__(self) -> None:
        self._asked = 0

    def now(self) -> Instant:
        self._asked += 1
        return after(super().now(), seconds=1.3 * self._asked)


@pytest.mark.sqlite_only("what is shown does not depend on the engine")
async def test_what_is_shown_is_what_the_receiver_got_though_connecting_took_seconds(tmp_path: Path) -> None:
    async with receiver(NO_CONTENT) as standing:
        shop = SimpleNamespace(url=f"http://127.0.0.1:{standing.port}/hook?x=1")
        async with open_store(settings(tmp_path), clock=SlowClock()) as store:
            v1a = ReceiverPatch(signs_with_key=True)
            made = await register(store, shop, access_token=None, limits=v1a)  # type: ignore[arg-type]
            await add(store, "Hedera helix")
            while not standing.requests:
                await store.database.read(lambda _: None)
            assert await store.dispatcher.settle(wait_s=10)
            token = store.settings.operator_token_file.read_text().strip()
            shown = await _shown(web_app(store), token, f"{DELIVERIES}/1/{receiver_text(made.id)}")
            [attempt] = await store.database.read(lambda tx: attempts.newest_of_all(tx, limit=1))

    got_head, _, got_body = standing.requests[0].partition(b"\r\n\r\n")
    signed_s = attempt.outcome.signed_s
    assert signed_s is not None
    assert signed_s > attempt.started_at // SECOND_US, "connecting crossed a second"
    assert b"\r\nwebhook-timestamp: %d\r\n" % signed_s in got_head
    lines = [f"{shown['method']} {shown['path']} HTTP/1.1"]
    lines += [f"{one['name']}: {one['value']}" for one in shown["headers"]]
    assert "\r\n".join(lines).encode() == _masked(got_head)
    assert shown["body"].encode() == got_body
    assert shown["headers_left_out"] == []
    assert b" v1a," in got_head


async def _shown(app: Any, token: str, path: str) -> dict[str, Any]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://store") as client:
        answer = await client.get(path, headers={"authorization": f"Bearer {token}"})
        found: dict[str, Any] = answer.json()["request"]
        return found


def _masked(head: bytes) -> bytes:
    lines = head.split(b"\r\n")
    return b"\r\n".join(
        b"authorization: Bearer ********" if line[:15] == b"authorization: " else line for line in lines
    )


def shown(site: Site, text: str) -> tuple[list[str], dict[str, str]]:
    """The names of what is left out, and the headers that are there."""
    request = site.get(f"{DELIVERIES}/2/{text}").json()["request"]
    headers = {one["name"]: one["value"] for one in request["headers"]}
    assert not set(headers) & set(request["headers_left_out"])
    return request["headers_left_out"], headers


def sent(site: Site, receiver_id: ReceiverId, **outcome: Any) -> None:
    """An attempt that began half a second before a second ended."""
    began_at = after(NOON, seconds=-0.5)
    made = an_attempt(
        2, receiver_id=receiver_id, started_at=began_at, outcome=an_outcome(**({"status": 500} | outcome))
    )
    change(site, lambda tx: attempts.add(tx, [made]))


@pytest.mark.parametrize(
    ("outcome", "left_out"),
    [
        ({"duration_us": 400_000}, []),
        ({"duration_us": 600_000}, TIME_AND_SIGNATURE),
        ({"duration_us": 600_000, "signed_s": NOON // SECOND_US}, []),
        ({"status": None, "kind": "connection_refused"}, TIME_AND_SIGNATURE),
        ({"status": None, "kind": "deadline"}, TIME_AND_SIGNATURE),
        ({"status": None, "kind": "deadline", "signed_s": NOON // SECOND_US}, []),
    ],
)
def test_what_is_not_known_is_left_out(site: Site, outcome: dict[str, Any], left_out: list[str]) -> None:
    text, receiver_id = owing(site)
    sent(site, receiver_id, **outcome)

    missing, headers = shown(site, text)

    assert missing == left_out
    signed_s = outcome.get("signed_s", NOON // SECOND_US - 1)
    assert headers.get("webhook-timestamp", str(signed_s)) == str(signed_s)


@pytest.mark.parametrize(
    ("passed_s", "left_out"),
    [
        (-5, ["webhook-signature"]),  # signed before the rotation
        (ROTATION_SEEN_S - 1, ["webhook-signature"]),  # with the old secret alone, perhaps
        (ROTATION_SEEN_S + 5, []),
        (OVERLAP_S - 5, []),
        (OVERLAP_S + 5, []),
    ],
)
def test_a_signature_of_secrets_that_are_not_known_is_left_out(site: Site, passed_s: int, left_out: list[str]) -> None:
    text, receiver_id = owing(site)
    site.clock.move(7_200)
    rotated_s = site.clock.now() // SECOND_US
    assert site.post(f"/api/v1/receivers/{text}/secrets").is_success
    sent(site, receiver_id, signed_s=rotated_s + passed_s)

    assert shown(site, text)[0] == left_out

    site.clock.move(OVERLAP_S + 60)  # the old secret is over, and forgotten
    still_known = passed_s > OVERLAP_S
    assert shown(site, text)[0] == ([] if still_known else ["webhook-signature"])


def test_of_an_erased_body_neither_length_nor_signature_is_shown(site: Site) -> None:
    text, receiver_id = owing(site)
    sent(site, receiver_id, signed_s=NOON // SECOND_US)
    change(site, lambda tx: events.erase(tx, [2]))

    assert set(shown(site, text)[0]) == {"content-length", "webhook-signature"}

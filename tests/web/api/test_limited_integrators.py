"""A limited integrator never gets a byte about another receiver, whichever operation they call."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.person import Role
from plantstore.domain.public_ids import ReceiverId, parse_receiver
from plantstore.storage.tables import attempts, retries
from plantstore.web.auth import tokens
from plantstore.web.routes import ENDPOINTS
from tests.examples import examples
from tests.makers import a_retry, an_attempt
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

COUNT = 4
QUERIES: tuple[dict[str, str], ...] = (
    {},
    {"receiver": ""},
    {"limit": "1"},
    {"group": "event"},
    {"state": "retrying"},
    {"q": "Rosa"},
    {"after": "0"},
)
REMOVES = {"removeReceiver", "endSessions", "revokeToken"}


@dataclass(frozen=True)
class World:
    """A store whose receivers have names and addresses that occur nowhere else."""

    site: Site
    receivers: list[str]
    events: list[str]
    texts: dict[frozenset[int], str]

    def token(self, allowed: frozenset[int]) -> str:
        """Return the token of an integrator who is limited to these receivers."""
        if allowed not in self.texts:
            ids = frozenset(numeric(self.receivers[one]) for one in allowed)
            person, _ = self.site.invite(Role.INTEGRATOR, receiver_ids=ids)
            made = self.site.write(
                lambda tx: tokens.create(
                    tx,
                    ids=self.site.dependencies.ids,
                    random_bytes=self.site.random_bytes,
                    name="script",
                    scopes=Role.INTEGRATOR.scopes,
                    person_id=person.id,
                    creator=None,
                )
            )
            self.texts[allowed] = made.text.reveal()
        return self.texts[allowed]


def numeric(text: str) -> ReceiverId:
    found = parse_receiver(text)
    assert found is not None
    return found


@pytest.fixture
def world(site: Site) -> World:
    registered = [
        site.register(name=f"hidden-{one}", url=f"http://127.0.0.1:900{one}/hidden-{one}", start="beginning")["id"]
        for one in range(COUNT)
    ]
    events = [site.add(name=f"Rosa {one}")["event_id"] for one in range(3)]

    def fail(tx: Any) -> None:
        for number, id in enumerate(map(numeric, registered)):
            made = [an_attempt(one, receiver_id=id, id=number * 10 + one, status=500) for one in (1, 2)]
            attempts.add(tx, made)
            states = [RetryState.WAITING, RetryState.EXHAUSTED]
            retries.upsert(tx, [a_retry(n, receiver_id=id, state=state) for n, state in enumerate(states, 1)])

    site.write(fail)
    return World(site=site, receivers=registered, events=events, texts={})


@settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_response_mentions_a_receiver_beyond_the_limit(world: World, data: st.DataObject) -> None:
    allowed = data.draw(st.frozensets(st.integers(0, COUNT - 1)))
    endpoint = data.draw(st.sampled_from([one for one in ENDPOINTS if one.name not in REMOVES]))
    receiver = world.receivers[data.draw(st.integers(0, COUNT - 1))]
    values = {"id": receiver, "receiver": receiver, "event": world.events[data.draw(st.integers(0, 2))]}
    if "/events/" in endpoint.path:
        values["id"] = values["event"]
    path = endpoint.path.replace("{sku}", "x")
    for name in ("id", "receiver", "event", "replay", "other", "session", "key", "delivery", "size"):
        path = path.replace(f"{{{name}}}", values.get(name, "1"))
    query = dict(data.draw(st.sampled_from(QUERIES)))
    if "receiver" in query:
        query["receiver"] = receiver
    known = {parameter.name for parameter in endpoint.parameters}
    query = {name: text for name, text in query.items() if name in known}

    answer = world.site.ask(
        endpoint.method,
        path,
        params=query,
        json={} if endpoint.method in ("POST", "PATCH", "PUT") else None,
        token=world.token(allowed),
    )

    assert answer.status_code < 500
    for number in set(range(COUNT)) - allowed:
        assert f"hidden-{number}" not in answer.text, (endpoint.name, path, query)
        if world.receivers[number] != receiver:  # a refusal repeats the address that was asked for
            assert world.receivers[number] not in answer.text, (endpoint.name, path, query)


def test_a_limited_integrator_sees_their_receivers(world: World) -> None:
    token = world.token(frozenset({0, 2}))

    def names(path: str, key: str = "receiver_name") -> set[str]:
        return {one[key] for one in world.site.get(f"/api/v1/{path}", token=token).json()["items"]}

    assert names("receivers", "name") == {"hidden-0", "hidden-2"}
    assert names("deliveries") == {"hidden-0", "hidden-2"}
    assert names("deliveries?state=exhausted") == {"hidden-0", "hidden-2"}
    counts = world.site.get("/api/v1/deliveries/counts", token=token).json()
    whole = world.site.get("/api/v1/deliveries/counts").json()
    assert {name: 2 * count for name, count in counts.items() if count} == {
        name: count for name, count in whole.items() if count
    }
    stats = world.site.get("/api/v1/stats", token=token).json()
    assert {one["name"] for one in stats["receivers"]} == {"hidden-0", "hidden-2"}
    shown = world.site.get(f"/api/v1/events/{world.events[0]}", token=token).json()["deliveries"]
    assert {one["receiver_name"] for one in shown} == {"hidden-0", "hidden-2"}
    assert world.site.get("/api/v1/plants", token=token).status_code == 404

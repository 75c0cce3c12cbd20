"""The rules of the model test about plants: add with idempotency keys, put into the store, delete."""

from typing import Any, TypeVar, cast

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from plantstore.domain.errors import Conflict, Gone, KeyReused, StoreError
from plantstore.domain.plants.plant import Status
from plantstore.domain.timestamps import SECOND_US
from plantstore.domain.token import Token
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE
from plantstore.storage.tables.idempotency import KEPT_S
from plantstore.web.api.plants.endpoints import ENDPOINTS
from plantstore.web.http.request_context import RequestContext
from tests.model.machine import Machine
from tests.model.plain import Kept

PLANTS_MAX = 30  # more would reveal nothing new, and every comparison reads all of them
[ADD_PLANT] = [one for one in ENDPOINTS if one.name == "addPlant"]
PERSON = Token(
    id="tok_1",
    name="a person",
    scopes=frozenset(),
    receiver_ids=None,
    created_at=cast(Any, 0),
    expires_at=None,
    last_used_at=None,
)
Item = TypeVar("Item")
which = st.integers(0, 99)  # index of an item, modulo the number of items
names = st.sampled_from(["Acer campestre", "Tilia cordata", "Salix alba"])
skus = st.sampled_from([None, None, None, "ACE-1", "TIL-1"])
keys = st.sampled_from(["", "", "", "key 1", "key 2"])


def chosen(there: list[Item], one: int) -> Item:
    return there[one % len(there)]


class Plants(Machine):
    """Commands on plants."""

    @precondition(lambda self: len(self.plain.plants) < PLANTS_MAX)
    @rule(name=names, sku=skus, active=st.sampled_from([True, True, False]), key=keys)
    def add(self, name: str, sku: str | None, active: bool, key: str) -> None:
        self.do(self._add(name, sku, active=active, key=key))

    async def _add(self, name: str, sku: str | None, *, active: bool, key: str) -> None:
        """Call the API endpoint. The same key again returns the same response and adds no second plant."""
        plain, asked, now = self.plain, (name, sku, active), self.world.clock.now()
        kept = plain.keys.get(key)
        if kept is not None and kept.at <= now - KEPT_S * SECOND_US:
            kept = None
        expected: type[StoreError] | int
        if kept is not None:
            expected = kept.plant_id if kept.asked == asked else KeyReused
        elif plain.is_taken(sku):
            expected = Conflict
        else:
            expected = plain.create(name, sku, active=active)
            if key:
                plain.keys[key] = Kept(asked, expected, now)
        body = {"name": name, "sku": sku, "status": "active" if active else "draft"}
        refused: type[StoreError] | None = None
        try:
            response = await ADD_PLANT.handler(self._call(body, key))
        except StoreError as error:
            refused = type(error)
        if not isinstance(expected, int):
            assert refused is expected
            return
        assert refused is None
        assert response.status == 201
        assert (b"location", f"/api/v1/plants/{expected}".encode()) in response.headers
        assert ((b"idempotency-replayed", b"true") in response.headers) == (kept is not None)

    def _call(self, body: dict[str, Any], key: str) -> RequestContext:
        request: Any = type("Asked", (), {"method": "POST", "path": ADD_PLANT.path, "values": {}, "is_large": False})
        return RequestContext(
            dependencies=self.dependencies(),
            token=PERSON,
            request=request,
            body={name: value for name, value in body.items() if value is not None},
            query={},
            filters={},
            keyset=FIRST_PAGE,
            version=None,
            key=key or None,
            action=ADD_PLANT.name,
        )

    @precondition(lambda self: len(self.plain.plants) < PLANTS_MAX)
    @rule(several=st.lists(st.tuples(names, skus), min_size=2, max_size=6))
    def add_several(self, several: list[tuple[str, str | None]]) -> None:
        self.do(self.add_them(several))

    async def add_them(self, several: list[tuple[str, str | None]]) -> None:
        """All or none: one SKU that is taken or appears twice refuses them all."""
        wanted = [sku for _, sku in several if sku is not None]
        refused = len(set(wanted)) < len(wanted) or any(map(self.plain.is_taken, wanted))
        expected = [] if refused else [self.plain.create(name, sku, active=True) for name, sku in several]
        raw = [{"name": name, **({} if sku is None else {"sku": sku})} for name, sku in several]
        added = await self.press(lambda tx: self.catalogue.add_plants(tx, raw, status=Status.ACTIVE))
        if refused:
            assert isinstance(added, Conflict)
        else:
            assert not isinstance(added, StoreError)
            assert [one.plant.id for one in added] == expected

    @precondition(lambda self: self.plain.plants)
    @rule(one=which)
    def put_into_store(self, one: int) -> None:
        """Append the event of a draft; a plant already in the store gets no second event."""
        self.do(self._put_into_store(one))

    async def _put_into_store(self, one: int) -> None:
        number = chosen([*self.plain.plants], one)
        if self.plain.plants[number].sequence is None:
            self.plain.tell(number)
        done = await self.press(lambda tx: self.catalogue.add_to_store(tx, number, version=None))
        assert not isinstance(done, StoreError)

    @precondition(lambda self: self.plain.plants)
    @rule(one=which)
    def delete(self, one: int) -> None:
        self.do(self._delete(one))

    async def _delete(self, one: int) -> None:
        number = chosen([*self.plain.plants], one)
        del self.plain.plants[number]
        self.plain.deleted.add(number)

        def delete(tx: Transaction) -> None:
            self.catalogue.delete_plant(tx, number, deleted_by="tok_1", version=None)

        assert await self.press(delete) is None
        assert isinstance(await self.press(delete), Gone)

"""A small shop as it looks after a few days: made through the API, so that nothing is in it that could not be."""

from dataclasses import dataclass

from plantstore.domain.operational_webhook import OperationalType
from tests.browser.answering import POISON, Reaction, Receivers, refusing_poison
from tests.browser.serving import Store, until
from tests.catalogue.photos.pictures import a_jpeg

LIST = """sku;Name;Botanical name;Price
MON-15;Monstera deliciosa;Monstera deliciosa;24,90
PIL-09;Pilea peperomioides;Pilea peperomioides;9,50
BAD-01;;Aloe vera;12,00
BAD-02;Aloe vera;Aloe vera;twelve
FIC-21;Ficus lyrata “Bambino”;Ficus lyrata;39,00
""".encode("cp1252")
WAITING_LIST = b"sku,name,price\r\nNEW-1,Calathea orbifolia,19.00\r\nNEW-2,Maranta leuconeura,POA\r\n"
ASKING_LIST = "sku;name;RRP $\r\nNEW-3;Günsel;19,00\r\n".encode() + "NEW-4;Früh;2,00\r\n".encode("cp1252")
PLANTS = 22  # so many that the list of their deliveries has a second page


@dataclass(frozen=True, slots=True, kw_only=True)
class Shop:
    """What is in the store, by the ids that addresses carry."""

    plant: str
    draft: str
    archived: str
    poison: str
    event: str
    poison_event: str
    good: str
    resting: str
    paused: str
    gone: str
    done_import: str
    waiting_import: str
    asking_import: str
    restoring_import: str
    done_edit: str
    checked_edit: str
    replay: str
    token: str
    person: str
    view: str
    channel: str
    operational: str
    listener: str


def set_up(store: Store, receivers: Receivers) -> Shop:
    """Fill an empty store."""
    pager = {"url": receivers.answers("/pager", Reaction(204)), "name": "On-call pager", "types": list(OperationalType)}
    operational = store.ask("POST", "/operational-webhooks", pager)["id"]
    good = _receiver(store, "Greenhouse screens", receivers.answers("/greenhouse", refusing_poison))
    busy = Reaction(503, b"Come back in an hour", b"Busy", headers=((b"retry-after", b"3600"),))
    resting = _receiver(store, "Price board", receivers.answers("/board", busy))
    paused = _receiver(store, "Newsletter", receivers.answers("/newsletter", Reaction(204)))
    gone = _receiver(store, "Old till", receivers.answers("/till", Reaction(410, b"Gone")))
    store.ask("POST", f"/receivers/{paused}/pause")
    for number in range(PLANTS):
        store.ask("POST", "/plants", {"name": f"Hosta {number}", "price": "7.50", "sku": f"HOS-{number}"})
    plant = _plant(store, name="Monstera adansonii", botanical_name="Monstera adansonii", price="18.00", tag="new")
    for width in (640, 480):
        store.ask("POST", f"/plants/{plant}/photos?alt=Leaves", a_jpeg(width, 480), content_type="image/jpeg")
    poison = _plant(store, name=f"{POISON} ivy", description="Handle with gloves.\n\nNot for sale.")
    draft = _plant(store, name="Secret of the season", status="draft")
    archived = _plant(store, name="Dicksonia antarctica")
    store.ask("POST", f"/plants/{archived}/archival")
    done = _import(store, LIST)
    store.ask("POST", f"/imports/{done}/confirmation?skip_bad=true")
    until(lambda: store.ask("GET", f"/imports/{done}")["state"] == "done", "the list is imported")
    until(lambda: _states(store, good, "delivered") >= PLANTS, "the good receiver has them all")
    until(lambda: _states(store, good, "exhausted") == 1, "one delivery has failed for good")
    until(lambda: _states(store, resting, "retrying") >= 1, "one receiver rests")
    until(lambda: store.ask("GET", f"/receivers/{gone}")["state"] == "disabled", "one receiver is gone")
    sent = f"/operational-webhooks/{operational}/deliveries?state=delivered"
    until(lambda: store.ask("GET", sent)["items"], "the pager is notified of that")
    replay = store.ask("POST", f"/receivers/{good}/replays", {"first": 1, "last": 3, "only": "all"})["id"]
    until(lambda: store.ask("GET", f"/receivers/{good}/replays/{replay}")["state"] == "done", "it was sent again")
    token = store.make_token("Till 1", "staff")[0]
    invited = {"name": "Web agency", "email": "agency@agency.example", "role": "integrator", "receivers": [good]}
    person = store.ask("POST", "/people", invited)["id"]
    return Shop(
        plant=plant,
        draft=draft,
        archived=archived,
        poison=poison,
        event=_event_of(store, good, "delivered"),
        poison_event=_event_of(store, good, "exhausted"),
        good=good,
        resting=resting,
        paused=paused,
        gone=gone,
        done_import=done,
        waiting_import=_import(store, WAITING_LIST),
        asking_import=_import(store, ASKING_LIST),
        restoring_import=_import(store, b"name\nDicksonia antarctica\n"),
        done_edit=_done_edit(store, [int(plant), int(archived)]),
        checked_edit=_edit(store, {"filter": {}, "changes": {"price": {"percent": "5", "ending": "0.99"}}}),
        replay=replay,
        channel=_channel(store, receivers),
        token=token,
        operational=operational,
        person=person,
        listener=_listener(store),
        view=store.ask("POST", "/plant-views", {"name": "No <i>price</i>", "query": {"missing": "price"}})["id"],
    )


def _channel(store: Store, receivers: Receivers) -> str:
    """Make a channel whose webhook was deleted on the other side."""
    url = receivers.answers("/alerts/deleted", Reaction(404, b"no_service"))
    channel = {"name": "#shop-alerts <b>", "kind": "slack", "url": url}
    made: str = store.ask("POST", "/alert-channels", channel)["id"]
    store.ask("POST", f"/alert-channels/{made}/tests")
    return made


def _listener(store: Store) -> str:
    """Register a listener whose program accepts an event, refuses one, and is not there for one."""
    made: str = store.ask("POST", "/listeners", {"name": "listen on laptop <b>", "start": 1})["id"]
    outcomes = [
        {"sequence": 1, "status": 200, "duration_ms": 12},
        {"sequence": 2, "status": 503, "duration_ms": 30_000},
        {"sequence": 3, "status": None, "duration_ms": 1, "detail": "127.0.0.1:3000 refused the connection. <i>"},
    ]
    store.ask("POST", f"/listeners/{made}/outcomes", {"outcomes": outcomes})
    return made


def _receiver(store: Store, name: str, url: str) -> str:
    return str(store.ask("POST", "/receivers", {"name": name, "url": url})["id"])


def _plant(store: Store, **fields: str) -> str:
    return str(store.ask("POST", "/plants", fields)["id"])


def _import(store: Store, content: bytes) -> str:
    made = store.ask("POST", "/imports?name=spring.csv", content, content_type="text/csv")["id"]
    until(lambda: store.ask("GET", f"/imports/{made}")["state"] == "checked", "the list is checked")
    return str(made)


def _edit(store: Store, wanted: dict[str, object]) -> str:
    made = store.ask("POST", "/bulk-edits", wanted)["id"]
    until(lambda: store.ask("GET", f"/bulk-edits/{made}")["state"] == "checked", "the bulk edit is checked")
    return str(made)


def _done_edit(store: Store, ids: list[int]) -> str:
    """A bulk edit of one plant, whose other plant was edited after the check."""
    made = _edit(store, {"ids": ids, "changes": {"tags": {"add": ["sale"]}}})
    store.ask("PATCH", f"/plants/{ids[1]}", {"description": "Edited meanwhile"})
    store.ask("POST", f"/bulk-edits/{made}/confirmation")
    until(lambda: store.ask("GET", f"/bulk-edits/{made}")["state"] == "done", "the bulk edit is done")
    return made


def _states(store: Store, receiver: str, state: str) -> int:
    return int(store.ask("GET", f"/deliveries/counts?receiver={receiver}")[state])


def _event_of(store: Store, receiver: str, state: str) -> str:
    found = store.ask("GET", f"/deliveries?receiver={receiver}&state={state}&limit=1")["items"]
    return str(found[0]["event"])

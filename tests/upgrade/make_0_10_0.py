"""Make a store as version 0.10.0 leaves it, in a file and on PostgreSQL, and write both as SQL.

Run it with the program of 0.10.0, from the root of its working copy, with a folder that does not exist yet: `python -m
tests.upgrade.make_0_10_0 FOLDER`

It begins with the states of 0.9.0. It also contains receivers with filters that are in force, replaced, removed, or to
be put in force by the next start; with bodies of their own, of which one cannot be computed; in chats of each kind;
with static headers and two key pairs; with OAuth client credentials that get tokens or are refused; and with
certificates. There are listeners with their reports, a token that reads the events of a receiver with a filter, and a
person whose ways to sign in were added through a link of someone else.

The bodies that this version computes are in the comments, because later versions must send the same bytes.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from plantstore.domain.public_ids import ReceiverId, parse_receiver
from plantstore.domain.receivers.bodies.formats import JMESPATH, BodyFormat
from plantstore.domain.receivers.listener import IDLE_S_MAX
from plantstore.domain.timestamps import after, to_datetime
from plantstore.domain.token import BUNDLES
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, receiver_filters, receiver_formats, receivers
from plantstore.storage.tables import openid as accounts
from plantstore.web.auth import link_keys, sessions, tokens
from tests import engines
from tests.makers import NOON
from tests.receiver import Got, Receiving
from tests.upgrade import make_0_9_0
from tests.upgrade.fixed_certificates import authority, leaf
from tests.upgrade.make_0_4_0 import Steps, no_steps
from tests.upgrade.make_0_9_0 import ISSUER, add_passkey, write
from tests.upgrade.making import Ask, Making

__all__ = ["ADDRESSES", "CHATS", "DUMP", "DUMP_ON_POSTGRESQL", "make", "prepare"]

DUMP = Path(__file__).with_name("0_10_0.sql")
DUMP_ON_POSTGRESQL = Path(__file__).with_name("0_10_0_postgresql.sql")
ADDRESSES = make_0_9_0.ADDRESSES | {
    "gateway": "127.0.0.1:40012",
    "nursery": "127.0.0.1:40013",
    "herbs": "127.0.0.1:40014",
    "pond": "127.0.0.1:40015",
    "titles": "127.0.0.1:40016",
    "magazine": "127.0.0.1:40017",
    "guest": "127.0.0.1:40018",
    "stranger": "127.0.0.1:40019",
    "tokens": "127.0.0.1:40020",
    "chats": "127.0.0.1:30021",
    "vault": "127.0.0.1:40022",
}
"""By the name of their server. That of chats is never the port of a test server, because it is used before the dump."""
CHATS = {
    "slack": "/services/T024BE7LH/B024BE7LJ/0123456789abcdefSLAC",
    "teams": "/automations/invoke?api-version=1&sig=0123456789abcdefTEAM",
    "discord": "/api/webhooks/118512345678901234/0123456789abcdefDISC",
    "google_chat": "/v1/spaces/AAAA/messages?key=k&token=0123456789abcdefGOOG",
}
"""Paths of the URLs of chats, which are secret, by payload."""
ISSUED = "issued-token-0123456789"
GRANT = {"client_id": "plant shop", "client_secret": "client-secret-0123456789", "scope": "plants:write"}
HEADERS = {"x-api-key": "gateway-key-0123456789", "x-shop": "garden"}
FIRST_FILTER = {"or": [{"tag": ["aroid", "aquatic"]}, {"name": [{"prefix": "Rosa"}, {"prefix": "Tilia"}]}]}
SECOND_FILTER, THIRD_FILTER = {"name": {"prefix": "Salix"}}, {"name": {"prefix": "Quercus"}}
EXPRESSION = "!contains(name, 'Rosa') && {id: id, title: name, tags: tags}"
OTHER_EXPRESSION = "{id: id, title: join(' ', ['New:', name])}"
CA, OTHER_CA, SERVER, CLIENT = "Gardens CA", "Old Gardens CA", "vault", "store"
EXPIRES_DAYS = 10
LISTENER = "listen on laptop"
WITH_BODIES = (2, 9)  # events of which the dump contains all computed bodies


def make(
    folder: Path,
    *,
    sent: Steps = no_steps,
    unsent: Steps = no_steps,
    afterwards: Callable[[Transaction], None] = lambda _: None,
    addresses: Mapping[str, str] = ADDRESSES,
) -> str:
    """Make the store on the engine of the tests."""

    async def while_sent(making: Making, ask: Ask) -> None:
        prepare(making.servers)
        await _Sending(making, ask).all()
        await sent(making, ask)

    async def while_unsent(making: Making, ask: Ask) -> None:
        await _Receivers(making, ask).all()
        await _Listeners(making, ask).all()
        await _Ways(making).all()
        await making.store.dispatcher.filter_index.run()
        await unsent(making, ask)

    def end(tx: Transaction) -> None:
        _end(tx)
        afterwards(tx)

    return make_0_9_0.make(folder, sent=while_sent, unsent=while_unsent, afterwards=end, addresses=addresses)


def prepare(servers: Mapping[str, Receiving]) -> None:
    """Let the token endpoint issue tokens, except to those that ask at another path."""
    server = servers["tokens"]
    server.secret = GRANT["client_secret"]  # so that it is one of the facts that no table may contain
    server.body = json.dumps({"access_token": ISSUED, "token_type": "Bearer", "expires_in": 3_600}).encode()
    server.answer = lambda got: 200 if got.path == "/token" else 400


def vault_url(making: Making) -> str:
    return making.servers["vault"].url.replace("http://", "https://")


class _Steps:
    """The steps of one part; `making.facts` has the ids of what they make."""

    def __init__(self, making: Making, ask: Ask) -> None:
        self._making = making
        self._ask = ask

    async def _register(self, name: str, *, url: str = "", **options: Any) -> Any:
        """Register a receiver at the server with its name, unless there is a `url`, and return the response."""
        server = self._making.servers.get(name)
        assert server is not None or url
        wanted = {"url": url or f"{server and server.url}/{name}", "name": name.capitalize(), **options}
        made = await self._ask("POST", "/receivers", wanted)
        self._making.facts[f"receiver {name}"] = made["id"]
        if server is not None:
            server.secret = made["secret"]
        return made

    async def _change(self, name: str, **fields: Any) -> None:
        await self._ask("PATCH", f"/receivers/{self._of(name)}", fields)

    def _of(self, name: str) -> str:
        return self._making.facts[f"receiver {name}"]

    def _id(self, name: str) -> ReceiverId:
        found = parse_receiver(self._of(name))
        assert found is not None
        return found


class _Sending(_Steps):
    """Receivers that get some of the events 2 to 8. Those with a path of their own do not get each event as it is."""

    async def all(self) -> None:
        await self._with_credentials()
        await self._in_slack()
        await self._with_replaced_filter()
        await self._with_failures()

    async def _with_credentials(self) -> None:
        """Two receivers: the token of one is refused once, so it is renewed."""
        gateway, guest = self._making.servers["gateway"], self._making.servers["guest"]
        gateway.access_token = self._making.facts["token of the gateway"] = "gateway-token-0123456789"
        self._making.facts["secret header of the gateway"] = HEADERS["x-api-key"]
        signed = {"headers": HEADERS, "access_token": gateway.access_token, "signatures": ["v1", "v1a"]}
        made = await self._register("gateway", url=gateway.url, start=7, **signed)
        self._making.facts["old public key of the gateway"] = made["public_key"]
        await self._making.settle("gateway", got=2)
        guest.answer = self._refuse_once
        oauth = GRANT | {"token_url": f"{self._making.servers['tokens'].url}/token", "audience": "garden"}
        await self._register("guest", start=7, oauth=oauth)
        await self._making.settle("guest", got=3)

    def _refuse_once(self, got: Got) -> int:
        if got.sequence == 7:
            self._making.clock.move(2)  # a token that is refused within a second is not renewed
            return 204
        return 401 if len(self._making.servers["guest"].got) == 1 else 204

    async def _in_slack(self) -> None:
        """A chat that gets an event, and fails at the next."""
        server = self._making.servers["chats"]
        server.answer = self._answer_in_chat
        made = await self._register("slack", url=server.url + CHATS["slack"], payload="slack", start=7)
        server.secret = made["secret"]
        await self._making.settle("chats", got=2)
        self._making.facts["body of slack for event 8"] = server.got[1].body.decode()

    def _answer_in_chat(self, got: Got) -> int:
        if got.sequence == 7:
            self._making.clock.move(2)  # a chat gets one request a second
        return 200 if got.sequence == 7 else 500

    async def _with_replaced_filter(self) -> None:
        """An ordered receiver whose filter is replaced while an event fails, and which gets a replay."""
        server = self._making.servers["nursery"]
        server.answer = lambda got: 500 if got.sequence == 5 else 204
        await self._register("nursery", filter=FIRST_FILTER, start="beginning", ordered=True)
        await self._making.settle("nursery", got=3)
        await self._change("nursery", filter=SECOND_FILTER)
        await self._until(lambda tx: len(list(receiver_filters.versions(tx, self._id("nursery")))) == 2)
        server.answer = lambda got: 204
        await self._ask("POST", f"/deliveries/5/{self._of('nursery')}/attempts")
        await self._making.settle("nursery", got=5)
        await self._ask("POST", f"/receivers/{self._of('nursery')}/replays", {"first": 2, "last": 8, "only": "all"})
        await self._making.settle("nursery", got=9)

    async def _with_failures(self) -> None:
        """An event of each receiver fails, and waits, or is given up because it has no body."""
        await self._register("titles", start=4, payload="expression", payload_expression=EXPRESSION)
        await self._making.settle("titles", got=4)
        self._making.servers["herbs"].answer = lambda got: 500 if got.sequence == 3 else 204
        await self._register("herbs", filter=FIRST_FILTER, start="beginning")
        await self._making.settle("herbs", got=4)
        self._making.servers["magazine"].answer = lambda got: 500 if got.sequence == 6 else 204
        await self._register("magazine", start=6)
        await self._making.settle("magazine", got=3)
        await self._change("magazine", payload="expression", payload_expression=OTHER_EXPRESSION)
        await self._until(self._has_new_format)
        oauth = GRANT | {"token_url": f"{self._making.servers['tokens'].url}/refused"}
        await self._register("stranger", start=8, oauth=oauth)
        await self._making.settle("tokens", got=3)

    def _has_new_format(self, tx: Transaction) -> bool:
        magazine = receivers.find(tx, self._id("magazine"))
        return magazine is not None and len(list(receiver_formats.versions(tx, magazine))) == 2

    async def _until(self, holds: Callable[[Transaction], bool]) -> None:
        async with asyncio.timeout(10):
            while not await self._making.store.database.read(holds):
                await asyncio.sleep(0.01)


class _Receivers(_Steps):
    """Receivers that are registered and changed while nothing is sent; the next start puts the changes in force."""

    async def all(self) -> None:
        await self._filters()
        await self._chats()
        await self._certificates()
        rotated = await self._ask("POST", f"/receivers/{self._of('gateway')}/keys")
        self._making.facts["public key of the gateway"] = rotated["public_key"]
        read_only = {"name": "herbs, its own", "scopes": ["events:read"], "receiver": self._of("herbs")}
        made = await self._ask("POST", "/tokens", read_only)
        self._making.facts["token of the herbs"] = made["token"]
        self._making.facts.update(await self._making.store.database.read(_bodies))

    async def _filters(self) -> None:
        """Replace a filter again; and discard the backlog of a receiver, whose filter is removed."""
        await self._change("nursery", filter=THIRD_FILTER)
        await self._register("pond", filter=FIRST_FILTER, start=9)
        await self._ask("POST", f"/receivers/{self._of('pond')}/pause")
        await self._ask("DELETE", f"/receivers/{self._of('pond')}/pause?held=skip")
        await self._change("pond", filter=None)

    async def _chats(self) -> None:
        """Give each chat a URL with the address in the dump, because it is encrypted there. Remove a chat."""
        base = f"http://{ADDRESSES['chats']}"
        await self._change("slack", url=base + CHATS["slack"])
        for payload, path in CHATS.items():
            if payload != "slack":
                await self._register(payload, url=base + path, payload=payload, start=9)
            if payload != "google_chat":  # it keeps the limit of chats
                await self._change(payload, max_rate=None)
            self._making.facts[f"secret url of {payload}"] = base + path
        await self._register("removed chat", url=f"{base}{CHATS['slack'][:-4]}GONE", payload="slack")
        await self._ask("DELETE", f"/receivers/{self._of('removed chat')}")

    async def _certificates(self) -> None:
        """Register receivers with certificates, which are paused; one is about to expire, so there is an alert."""
        bundle = authority(CA).certificate + authority(OTHER_CA).certificate
        expired = to_datetime(NOON) + timedelta(days=EXPIRES_DAYS)
        for name, client in {"vault": leaf(CLIENT, by=CA), "clinic": leaf("clinic", by=CA, until=expired)}.items():
            certificate = {"chain": client.certificate + authority(CA).certificate, "key": client.key}
            url = f"{vault_url(self._making)}/{name}"
            await self._register(name, url=url, start=9, ca_bundle=bundle, client_certificate=certificate)
            await self._ask("POST", f"/receivers/{self._of(name)}/pause")
        self._making.clock.move(60)
        await self._making.store.alert_engine.run()
        found = (await self._ask("GET", "/alerts?state=open"))["items"]
        [expiring] = [one for one in found if one["rule"] == "certificate_expiring"]
        self._making.facts["alert of a certificate"] = expiring["id"]


def _bodies(tx: Transaction) -> dict[str, str]:
    """Return the bodies that formats make of some events, as facts."""
    expressions = {"titles": EXPRESSION, "magazine": OTHER_EXPRESSION}
    formats = {payload: BodyFormat(f"{payload}/1") for payload in CHATS}
    formats |= {name: BodyFormat(JMESPATH, expression) for name, expression in expressions.items()}
    found = {}
    for sequence in WITH_BODIES:
        [event] = events.page(tx, after=sequence - 1, limit=1)
        for name, body_format in formats.items():
            found[f"body of {name} for event {sequence}"] = body_format.body(event).decode()
    return found


class _Listeners(_Steps):
    """A listener that reported, and one that will expire before."""

    async def all(self) -> None:
        for name in ("ended", LISTENER):
            made = await self._ask("POST", "/listeners", {"name": name, "start": 7})
            self._making.facts[f"listener {name}"] = made["id"]
        outcomes = [
            {"sequence": 7, "status": 204, "duration_ms": 12},
            {"sequence": 8, "status": 500, "duration_ms": 30},
            {"sequence": 9, "status": None, "duration_ms": 5, "detail": "Connection refused."},
        ]
        await self._ask("POST", f"/listeners/{made['id']}/outcomes", {"outcomes": outcomes})


class _Ways:
    """An operator whom another invited, and who added a token, a passkey and an account in the session of that link."""

    def __init__(self, making: Making) -> None:
        self._making = making
        self._ids = making.store.ids
        self._random_bytes = making.store.random_bytes

    async def all(self) -> None:
        owners = await self._token("owner", creator=None)
        async with self._making.asking(owners) as ask:
            made = await ask("POST", "/people", {"name": "Newcomer", "role": "operator"})
        self._making.facts["person newcomer"] = made["id"]
        key = sessions.key_in(made["invitation"]["url"])
        sign_in = partial(sessions.sign_in_by_link, link_key=key, random_bytes=self._random_bytes)
        by = (await write(self._making, sign_in)).token
        await self._token("newcomer", creator=by)
        passkey = partial(add_passkey, making=self._making, person="newcomer", name="new phone", by=by)
        await write(self._making, passkey)
        makers = link_keys.inherited(by)
        link = partial(
            accounts.link_person, issuer=ISSUER, subject="account 18", person_id=made["id"], link_makers=makers
        )
        assert await write(self._making, link)
        self._making.facts["makers of links"] = " ".join(makers)

    async def _token(self, person: str, *, creator: Any) -> str:
        create = partial(
            tokens.create,
            ids=self._ids,
            random_bytes=self._random_bytes,
            name=f"{person}, a program",
            scopes=BUNDLES["operator"],
            person_id=self._making.facts[f"person {person}"],
            creator=creator,
        )
        made = await write(self._making, create)
        self._making.facts[f"token of the {person}"] = made.text.reveal()
        return made.text.reveal()


def _end(tx: Transaction) -> None:
    """Leave the process that was killed as one of 0.10.0, and a listener that reported just before."""
    tx.update("UPDATE processes SET version = '0.10.0'")
    times = tx.now, after(tx.now, seconds=IDLE_S_MAX)
    tx.update("UPDATE listeners SET reported_at = ?, expires_at = ? WHERE name = ?", (*times, LISTENER))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir()
    DUMP.write_text(make(folder / "file"), encoding="utf-8")
    with engines.databases() as databases, engines.on(databases):
        DUMP_ON_POSTGRESQL.write_text(make(folder / "server"), encoding="utf-8")

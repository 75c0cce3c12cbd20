"""Make a store as version 0.9.0 leaves it, in a file and on PostgreSQL, and write both as SQL.

Run it with the program of 0.9.0, from the root of its working copy, with a folder that does not exist yet: `python -m
tests.upgrade.make_0_9_0 FOLDER`

It begins with the states of 0.8.0. It also contains people in each state with their links, sessions, tokens, passkeys
and accounts at an OpenID Connect provider; alert rules, channels, quiet hours, incidents and messages; and operational
webhooks that were delivered, given up, or wait.

The store's own tasks for alerts and operational webhooks are stopped, because the dump would depend on their timing:
each of their steps is called instead.
"""

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from cryptography.hazmat.primitives.asymmetric import ec

from plantstore.domain.alerts.message import Answer, AnswerResult
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.operational_webhook import DeliveryState, OperationalType, settle
from plantstore.domain.passkey import RelyingParty
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import BUNDLES
from plantstore.storage import operational_causes
from plantstore.storage.database import Transaction
from plantstore.storage.tables import alert_channels, alert_messages, facts, operational_events
from plantstore.storage.tables import openid as accounts
from plantstore.storage.tables.alert_messages import MessageState
from plantstore.storage.tables.openid import StoredAttempt
from plantstore.web.auth import passkeys, people, sessions, tokens, webauthn
from plantstore.web.auth.webauthn import Signed
from tests import engines
from tests.upgrade import make_0_8_0
from tests.upgrade.make_0_4_0 import Steps, no_steps
from tests.upgrade.make_0_5_0 import KILLED
from tests.upgrade.making import STEP_S, Ask, Making
from tests.web.auth.software_authenticator import SoftwareAuthenticator

__all__ = [
    "ADDRESSES",
    "DUMP",
    "DUMP_ON_POSTGRESQL",
    "ISSUER",
    "PARTY",
    "PEOPLE",
    "add_passkey",
    "authenticator",
    "make",
    "write",
]

Done = TypeVar("Done")
DUMP = Path(__file__).with_name("0_9_0.sql")
DUMP_ON_POSTGRESQL = Path(__file__).with_name("0_9_0_postgresql.sql")
ADDRESSES = make_0_8_0.ADDRESSES | {"operations": "127.0.0.1:40011"}
UNDERIVED = make_0_8_0.UNDERIVED
PARTY = RelyingParty(id="store.example", origin="https://store.example")
ISSUER, SUBJECT = "https://login.example", "account 17"
PEOPLE = ("owner", "second operator", "staff", "invited", "integrator", "gone")
NO_SERVER = "http://127.0.0.1:1024"
"""No program listens there, so messages to it wait."""
QUIET = {
    "store": {"from": "19:00", "until": "07:30", "days": ["monday", "friday"], "critical_through": True},
    "webhook": {"from": "00:00", "until": "23:59", "critical_through": False},
    "second operator": {"from": "12:00", "until": "12:30", "days": ["sunday"], "critical_through": True},
}
"""Quiet hours of the store, of a channel, and of a person."""


def make(
    folder: Path,
    *,
    sent: Steps = no_steps,
    unsent: Steps = no_steps,
    afterwards: Callable[[Transaction], None] = lambda _: None,
    addresses: Mapping[str, str] = ADDRESSES,
) -> str:
    """Make the store on the engine of the tests."""

    async def steps(making: Making, ask: Ask) -> None:
        await _steps(making, ask)
        await unsent(making, ask)

    def end(tx: Transaction) -> None:
        _end(tx)
        afterwards(tx)

    return make_0_8_0.make(folder, sent=sent, unsent=steps, afterwards=end, addresses=addresses)


def authenticator(name: str) -> SoftwareAuthenticator:
    """Return the device that has the passkey with this name."""
    key = ec.derive_private_key(int.from_bytes(name.encode(), "big"), ec.SECP256R1())
    return SoftwareAuthenticator(
        rp_id=PARTY.id, origin=PARTY.origin, credential_id=f"credential of the {name}".encode(), key=key
    )


async def _steps(making: Making, ask: Ask) -> None:
    await write(making, lambda tx: facts.write(tx, "alerts since", str(tx.now).encode()))
    await _People(making, ask).all()
    await _Notices(making, ask).all()
    await _Alerts(making, ask).all()


async def write(making: Making, command: Callable[[Transaction], Done]) -> Done:
    """Run a command a while after the previous one."""
    making.clock.move(STEP_S)
    return await making.store.database.write(command)


def _end(tx: Transaction) -> None:
    """Leave the process that was killed as one of 0.9.0, with the lease of alerts and a message that it was sending."""
    tx.update("UPDATE processes SET version = '0.9.0'")
    facts.write(tx, "alerts lease", f"{KILLED.id} {tx.now + KILLED.lease_us}".encode())
    tx.update("UPDATE alert_messages SET claimed_by = ? WHERE state = 'pending'", (KILLED.id,))


class _People:
    """People, and everything with which they sign in."""

    def __init__(self, making: Making, ask: Ask) -> None:
        self._making = making
        self._ask = ask
        self._ids = making.store.ids
        self._random_bytes = making.store.random_bytes

    async def all(self) -> None:
        first = await write(self._making, lambda tx: people.make_first(tx, ids=self._ids, name="Owner"))
        self._making.facts["person owner"] = first.id
        limit = {"receivers": [self._making.facts["receiver garden"]]}
        await self._invite("second operator", "operator", email="Second@Shop.example")
        await self._invite("staff", "staff", email="staff@shop.example")
        await self._invite("invited", "staff")
        await self._invite("integrator", "integrator", **limit)
        await self._invite("gone", "operator", email="gone@shop.example")
        for name in ("staff", "integrator", "gone"):
            await self._sign_in(name, remembered=name == "staff")
        await self._recover("second operator")
        await self._passkeys()
        await self._tokens()
        await self._accounts()
        await self._ask("POST", f"/people/{self._of('gone')}/deactivation")

    async def _invite(self, name: str, role: str, **fields: object) -> None:
        made = await self._ask("POST", "/people", {"name": name.capitalize(), "role": role, **fields})
        self._making.facts[f"person {name}"] = made["id"]
        self._making.facts[f"link for the {name}"] = sessions.key_in(made["invitation"]["url"])

    async def _sign_in(self, name: str, *, remembered: bool) -> None:
        """Open a session with the link of an invitation."""
        sign_in = partial(
            sessions.sign_in_by_link,
            link_key=self._making.facts[f"link for the {name}"],
            random_bytes=self._random_bytes,
            device="Firefox on Linux",
            remembered=remembered,
        )
        signed_in = await write(self._making, sign_in)
        self._making.facts[f"session of the {name}"] = signed_in.key.reveal()

    async def _recover(self, name: str) -> None:
        """Make a recovery link, which replaces that of the invitation."""
        made = await self._ask("POST", f"/people/{self._of(name)}/links", {"kind": "recovery"})
        self._making.facts[f"link for the {name}"] = sessions.key_in(made["url"])

    async def _passkeys(self) -> None:
        """One that signs in, and one whose counter went back."""
        for name in ("phone", "copied key"):
            await write(self._making, partial(add_passkey, making=self._making, person="owner", name=name))
        found = self._making.facts
        use = partial(passkeys.use, passkey_id=found["passkey phone"], challenge=b"first")
        assert await write(self._making, partial(use, signed=Signed(sign_count=3, backed_up=True)))
        use = partial(passkeys.use, passkey_id=found["passkey copied key"])
        good, bad = Signed(sign_count=9, backed_up=False), Signed(sign_count=8, backed_up=False)
        assert await write(self._making, partial(use, signed=good, challenge=b"second"))
        assert await write(self._making, partial(use, signed=bad, challenge=b"third")) is None

    async def _tokens(self) -> None:
        """Leave a token of a person, and one that ended with its person."""
        for name in ("staff", "gone"):
            create = partial(
                tokens.create,
                ids=self._ids,
                random_bytes=self._random_bytes,
                name=f"{name}, a script",
                scopes=BUNDLES["staff"],
                person_id=self._of(name),
                creator=None,
            )
            made = await write(self._making, create)
            self._making.facts[f"token of the {name}"] = made.text.reveal()

    async def _accounts(self) -> None:
        """Link an account at a provider, and leave a sign-in that waits for the provider."""
        link = partial(accounts.link_person, issuer=ISSUER, subject=SUBJECT, person_id=self._of("staff"))
        assert await write(self._making, link)

        def begin(tx: Transaction) -> None:
            attempt = StoredAttempt(
                browser=b"b" * 32,
                created_at=tx.now,
                session=None,
                link=None,
                remembered=True,
                following="/plants",
                kept="",
            )
            accounts.begin(tx, b"s" * 32, attempt)

        await write(self._making, begin)

    def _of(self, name: str) -> str:
        return self._making.facts[f"person {name}"]


def add_passkey(tx: Transaction, making: Making, *, person: str, name: str, **session: Any) -> None:
    """Add a passkey of a person. `session` is that in which it is added, for versions that keep it."""
    owner, random_bytes = people.find(tx, making.facts[f"person {person}"]), making.store.random_bytes
    challenge = random_bytes(56)
    holder = passkeys.begin(tx, owner.id, PARTY, random_bytes=random_bytes)
    options = webauthn.creation_options(
        PARTY, challenge, handle=holder.handle, name=owner.name, label=owner.name, existing=holder.existing
    )
    created = webauthn.verify_creation(PARTY, webauthn.read(json.dumps(authenticator(name).create(options))))
    new = {"ids": making.store.ids, "name": name.capitalize(), "challenge": challenge, **session}
    making.facts[f"passkey {name}"] = passkeys.add(tx, owner, created, party=PARTY, **new).id


class _Notices:
    """Operational webhooks: a program that accepts and then fails, and one that was turned off."""

    def __init__(self, making: Making, ask: Ask) -> None:
        self._making = making
        self._ask = ask

    async def all(self) -> None:
        server = self._making.servers["operations"]
        active = await self._subscribe("active", f"{server.url}/operations", [*OperationalType])
        server.secret, server.access_token = active["secret"], active["access_token"]
        off = await self._subscribe("turned off", f"{NO_SERVER}/operations", [OperationalType.RECEIVER_DISABLED])
        for outcome in _OUTCOMES:
            await write(self._making, self._disable)
            await write(self._making, partial(self._settle, outcome=outcome))
        await self._import()
        await self._ask("PATCH", f"/operational-webhooks/{off['id']}", {"enabled": False})
        rotated = await self._ask("POST", f"/operational-webhooks/{active['id']}/rotate-secret")
        self._making.facts["old secret of the operations"] = server.secret
        server.secret = rotated["secret"]
        self._making.facts["access token of the operations"] = server.access_token

    async def _subscribe(self, name: str, url: str, types: list[OperationalType]) -> dict[str, str]:
        made: dict[str, str] = await self._ask(
            "POST", "/operational-webhooks", {"name": name, "url": url, "types": types}
        )
        self._making.facts[f"subscriber {name}"] = made["id"]
        return made

    def _disable(self, tx: Transaction) -> None:
        """Write an event about the receiver that responded 410, as if it had been resumed and disabled again."""
        receiver_id = parse_receiver(self._making.facts["receiver garden"])
        assert receiver_id is not None
        operational_causes.disabled(tx, receiver_id, reason="gone", detail="It responded 410.", since=tx.now)

    def _settle(self, tx: Transaction, outcome: Outcome | None) -> None:
        """Record how the newest event was sent to the active program; None gives it up."""
        subscriber_id = self._making.facts["subscriber active"]
        newest = operational_events.page(tx, subscriber_id, state=DeliveryState.WAITING, limit=1)[0].delivery
        if outcome is None:
            tx.update(
                "UPDATE operational_deliveries SET state = 'given_up', ended_at = ? "
                "WHERE subscriber_id = ? AND event_id = ?",
                (tx.now, subscriber_id, newest.event_id),
            )
            return
        operational_events.update(tx, settle(newest, outcome, now=tx.now, jitter=0.0, scale=1))

    async def _import(self) -> None:
        """Import a plant as a draft, which is an event too. It waits for its first attempt."""
        made = await self._ask("POST", "/imports?name=new&as_drafts=true", csv="sku,name\nFIC-1,Ficus lyrata\n")
        await self._ask("POST", f"/imports/{made['id']}/confirmation")
        await self._making.store.importer.wait_until_idle(made["id"], within_s=10)


_OUTCOMES = (
    Outcome(kind=OutcomeKind.ACCEPTED, duration_us=1_000, status=204),
    None,
    Outcome(kind=OutcomeKind.REFUSED, duration_us=2_000, status=503, detail="It responded 503."),
)


class _Alerts:
    """Alerts: what people chose, what was found, and what was sent about it."""

    def __init__(self, making: Making, ask: Ask) -> None:
        self._making = making
        self._ask = ask

    async def all(self) -> None:
        await self._channels()
        await self._rules()
        await self._incidents()
        await self._messages()
        for scope, hours in QUIET.items():
            await self._ask("PUT", f"/alert-quiet-hours/{self._scope(scope)}", hours)
        await self._ask("POST", "/backups")

    async def _channels(self) -> None:
        person_id = self._making.facts["person second operator"]
        webhook = await self._channel("webhook", kind="webhook", url=f"{NO_SERVER}/alerts", access_token="t" * 24)
        rotated = await self._ask("POST", f"/alert-channels/{webhook['id']}/rotate-secret")
        self._making.facts["old secret of the channel"] = webhook["secret"]
        self._making.facts["secret of the channel"] = rotated["secret"]
        await self._channel("email", kind="email", addresses=["second@shop.example"], person_id=person_id)
        chat = await self._channel("chat", kind="slack", url=f"{NO_SERVER}/hooks/0123456789abcdef")
        await self._ask("PATCH", f"/alert-channels/{chat['id']}", {"enabled": False})

    async def _channel(self, name: str, **fields: object) -> dict[str, str]:
        made: dict[str, str] = await self._ask("POST", "/alert-channels", {"name": f"The {name}", **fields})
        self._making.facts[f"channel {name}"] = made["id"]
        return made

    async def _rules(self) -> None:
        webhook = self._making.facts["channel webhook"]
        await self._ask("PATCH", "/alert-rules/receiver_failing", {"threshold": 1, "channels": {webhook: True}})
        await self._ask("PATCH", "/alert-rules/import_finished", {"channels": {webhook: True}})
        await self._ask("PATCH", "/alert-rules/audit", {"enabled": False})

    async def _incidents(self) -> None:
        """Apply the rules: some receivers have problems. One problem is acknowledged, another muted."""
        for _ in range(2):  # the second time, it writes messages about what it found the first time
            self._making.clock.move(60)
            await self._making.store.alert_engine.run()
        found = (await self._ask("GET", "/alerts?state=open"))["items"]
        assert len(found) >= 2
        await self._ask("POST", f"/alerts/{found[0]['id']}/acknowledgement")
        await self._ask("POST", f"/alerts/{found[1]['id']}/mute", {"hours": 2})
        self._making.facts["alerts acknowledged and muted"] = f"{found[0]['id']} {found[1]['id']}"

    async def _messages(self) -> None:
        """Record that one message was accepted. The others wait after an attempt that failed."""
        accepted = Answer(result=AnswerResult.ACCEPTED, words="127.0.0.1 answered 204.")
        failed = Answer(result=AnswerResult.RETRY, words="127.0.0.1 answered 503.")
        for answer in (accepted, failed):
            await write(self._making, partial(_answer, answer=answer))

    def _scope(self, name: str) -> str:
        found = self._making.facts
        return found.get(f"channel {name}") or found.get(f"person {name}") or name


def _answer(tx: Transaction, answer: Answer) -> None:
    """Claim a message and record its answer, as the outbox does."""
    is_accepted = answer.result is AnswerResult.ACCEPTED
    [message, *_] = alert_messages.claim(tx, by=KILLED.id, limit=1, busy=())
    assert alert_messages.settle(
        tx,
        message.id,
        by=KILLED.id,
        state=MessageState.SENT if is_accepted else MessageState.PENDING,
        next_attempt_at=None if is_accepted else tx.now,
        answer=answer.words,
    )
    alert_channels.note_answer(tx, message.channel_id, answer)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir()
    DUMP.write_text(make(folder / "file"), encoding="utf-8")
    with engines.databases() as databases, engines.on(databases):
        DUMP_ON_POSTGRESQL.write_text(make(folder / "server"), encoding="utf-8")

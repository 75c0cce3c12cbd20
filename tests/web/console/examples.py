"""A site with something of each kind, so that every address of the console leads somewhere; and what a store holds."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plantstore.domain.alerts.incident import Incident
from plantstore.domain.alerts.message import AlertMessage, MessageKind, Severity
from plantstore.domain.alerts.rules import RuleKey
from plantstore.storage.database import Transaction
from plantstore.storage.tables import alert_incidents, alert_messages, openid
from plantstore.web.console.page import Page
from tests import engines
from tests.makers import NOON
from tests.still_clock import StillClock
from tests.web.harness import Site

_PART = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Filled:
    """A site, and what stands for the variable parts of its addresses, by the first word of the address."""

    site: Site
    parts: dict[str, dict[str, str]]

    def address(self, page: Page) -> str:
        """Where a page is to be found. A new kind of page needs an example in `fill` before its tests pass."""
        parts = self.parts.get(page.path.split("/")[1], {})
        missing = set(_PART.findall(page.path)) - parts.keys()
        assert not missing, f"{page.path}: say in tests/web/console/examples.py what stands for {missing}"
        once = "?once=1" if page.background else ""  # what is asked in the background may be a stream, without an end
        return page.path.format_map(parts) + once


@contextmanager
def a_filled_site(folder: Path, **settings: Any) -> Iterator[Filled]:
    """A site that tests share: none may change it."""
    site = Site(folder, StillClock(), ready=lambda: None, **settings)
    yield fill(site)
    site.close()


def fill(site: Site) -> Filled:
    """Make one thing of each kind."""
    receiver = site.register()["id"]
    plant = site.add(name="Rosa canina")
    other = site.add(name="Rosa rugosa", status="draft")
    event = site.get("/api/v1/events", params={"after": "0"}).json()["items"][0]["id"]
    headers = {"content-type": "text/csv"}
    listed = site.ask("POST", "/api/v1/imports", content=b"name\r\nAloe vera\r\n", headers=headers).json()
    wanted = {"ids": [plant["id"]], "changes": {"tag": {"set": "rose"}}}
    bulk_edit = site.post("/api/v1/bulk-edits", wanted).json()
    channel = {"name": "Owner", "kind": "email", "addresses": ["owner@shop.example"]}
    channel_id = site.post("/api/v1/alert-channels", channel).json()["id"]
    view = site.post("/api/v1/plant-views", {"name": "No price", "query": {"missing": "price"}}).json()
    hook = {"name": "pager", "url": "http://127.0.0.1:9001/", "types": ["receiver.disabled", "import.completed"]}
    operational = site.post("/api/v1/operational-webhooks", hook).json()
    listener = site.post("/api/v1/listeners", {"name": "listen on laptop"}).json()
    return Filled(
        site,
        {
            "plants": {"id": str(plant["id"]), "other": str(other["id"]), "view": view["id"]},
            "receivers": {"id": receiver, "replay": "rpl_01kjxsnhx04t8gcvq1mz7b5e3d"},
            "deliveries": {"event": event, "receiver": receiver},
            "events": {"id": event},
            "bulk-edits": {"id": bulk_edit["id"]},
            "imports": {"id": listed["id"]},
            "alerts": {"id": channel_id, "incident": _incident(site), "key": _link_key(site)},
            "operational-webhooks": {"id": operational["id"]},
            "account": {"id": "psk_01kjxsnhx04t8gcvq1mz7b5e3d", "account": "0" * 32},
            "listeners": {"id": listener["id"]},
            "tokens": {"id": site.make_token().id},
            "people": _person(site),
        },
    )


def _person(site: Site) -> dict[str, str]:
    """Invite a person with an account at a provider."""
    person, _ = site.invite()

    def link(tx: Transaction) -> str:
        openid.link_person(tx, "https://login.example/", "s-1", person.id)
        return openid.of_person(tx, person.id)[0].id

    return {"id": person.id, "account": site.write(link)}


def _incident(site: Site) -> str:
    incident = Incident(
        id="inc_01kjxsnhx04t8gcvq1mz7b5e3d",
        rule=RuleKey.AUDIT,
        subject="sequence_gaps",
        subject_name="",
        facts={},
        began_at=NOON,
        opened_at=NOON,
    )
    site.write(lambda tx: alert_incidents.insert(tx, [incident], for_channels={}))
    return incident.id


def _link_key(site: Site) -> str:
    """Store a message about the incident, and return the key with which a person acknowledges it."""
    message = AlertMessage(
        id="msg_01kjxsnhx04t8gcvq1mz7b5e3d",
        kind=MessageKind.OPENED,
        severity=Severity.CRITICAL,
        title="The audit found a mistake in the data",
        lines=(),
        created_at=NOON,
        incident_ids=("inc_01kjxsnhx04t8gcvq1mz7b5e3d",),
    )
    site.write(lambda tx: alert_messages.insert(tx, "chn_1", [message]))
    return site.dependencies.alert_links.key(message.id)


def contents(site: Site) -> dict[str, int]:
    """What the store holds: a mark of each table."""

    def read(tx: Transaction) -> dict[str, int]:
        every = engines.tables(tx)
        return {name: hash(tuple(sorted(map(repr, tx.execute(f"SELECT * FROM {name}"))))) for name in every}

    return site.run(site.database.read(read))

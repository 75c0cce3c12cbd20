"""A complete site over a real store in a temporary folder, without sockets, and without `async` in the tests."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_network
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import httpx
from starlette import routing
from starlette.types import ASGIApp

from plantstore.app.openid_wiring import openid_client
from plantstore.catalogue.bulk_edits.runner import BulkEditor
from plantstore.catalogue.commands import Catalogue
from plantstore.catalogue.imports.runner import Importer
from plantstore.catalogue.photos.conversion import Converter
from plantstore.catalogue.photos.uploads import PhotoUploads
from plantstore.core.ids import Ids
from plantstore.core.settings import Settings
from plantstore.delivery.event_log import EventLog
from plantstore.domain.person import Person, Role
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.token import BUNDLES, DAYS_DEFAULT, Scope
from plantstore.operations.alerts.channels.channel_sender import ChannelSender
from plantstore.operations.alerts.channels.commands import AlertChannels
from plantstore.operations.audit.auditor import Auditor
from plantstore.operations.notices.commands import OperationalWebhooks
from plantstore.operations.notices.request import Origin
from plantstore.operations.notices.sender import OperationalSender
from plantstore.receivers.commands import Receivers
from plantstore.receivers.test_request import TestSender
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.http_client import HttpClient
from plantstore.sending.sender import Sender
from plantstore.sending.tls import make_tls_context
from plantstore.storage.database import Database, PostCommitChanges
from plantstore.storage.engine.encryption import KEY_BYTES, SecretBox
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.photo_files import PhotoFolder
from plantstore.web.auth import people, tokens
from plantstore.web.http.dependencies import Dependencies, Vitals
from plantstore.web.routes import create_app
from tests.engines import migrated_engine, settings_of
from tests.makers import NOON
from tests.still_clock import StillClock

LOOPBACK = ip_network("127.0.0.0/8")
TLS = make_tls_context()  # once: loading the system's certificate authorities takes longer than everything else
BASE_URL = "http://store.example"
ID_BYTES = 10  # of chance in an id
# Every site has the same hundred routes: compile their patterns once.
routing.compile_path = cache(routing.compile_path)
Result = TypeVar("Result")
Headers = dict[str, str] | Iterable[tuple[str, str | bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeToken:
    id: str
    text: str


class Site:
    """The site, and helpers for tests. Requests carry an operator token unless they name another."""

    def __init__(self, folder: Path, clock: StillClock, *, ready: Callable[[], str | None], **settings: Any) -> None:
        self.clock = clock
        self.settings = Settings(
            **({"base_url": BASE_URL, "allow_networks": (LOOPBACK,)} | settings_of(folder) | settings)
        )
        self.looked_up: list[str] = []
        self._runner = asyncio.Runner()
        self._count = itertools.count(1)
        self._engine = migrated_engine(folder)
        self._runner.run(self._open(ready))
        self.operator = self.make_token()

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self._runner.run(work)

    def ask(
        self,
        method: str,
        path: str,
        *,
        token: str | None = "",
        headers: Headers = (),
        json: Any = None,
        content: Any = None,
        **more: Any,
    ) -> httpx.Response:
        """Make one request. `token=None` sends none; `content` goes as application/json unless `headers` say else."""
        return self.run(self.request(method, path, token=token, headers=headers, json=json, content=content, **more))

    async def request(
        self,
        method: str,
        path: str,
        *,
        token: str | None = "",
        headers: Headers = (),
        json: Any = None,
        content: Any = None,
        **more: Any,
    ) -> httpx.Response:
        sent: list[tuple[str, Any]] = list(headers.items() if isinstance(headers, dict) else headers)
        given = {name.lower() for name, _ in sent}
        if token is not None:
            sent.append(("authorization", f"Bearer {token or self.operator.text}"))
        if content is not None and "content-type" not in given:
            sent.append(("content-type", "application/json"))
        return await self._client.request(method, path, headers=sent, json=json, content=content, **more)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def post(self, path: str, json: Any = None, **more: Any) -> httpx.Response:
        return self.ask("POST", path, json=json, **more)

    def add(self, **fields: Any) -> dict[str, Any]:
        """Add a valid plant."""
        answer = self.post("/api/v1/plants", {"name": "Rosa", **fields})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def register(self, **fields: Any) -> dict[str, Any]:
        """Register a valid receiver."""
        answer = self.post("/api/v1/receivers", {"url": "http://127.0.0.1:9000", "name": "printer", **fields})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def make_token(
        self,
        *scopes: Scope,
        days: int | None = DAYS_DEFAULT,
        receiver_id: ReceiverId | None = None,
    ) -> MadeToken:
        """Create a token without the API; without `scopes` it has those of an operator."""
        created = self.run(
            self._written(
                lambda tx: tokens.create(
                    tx,
                    ids=self.dependencies.ids,
                    random_bytes=self.random_bytes,
                    name="test",
                    scopes=frozenset(scopes) or BUNDLES["operator"],
                    days=days,
                    receiver_id=receiver_id,
                    creator=None,
                )
            )
        )
        return MadeToken(id=created.token.id, text=created.text.reveal())

    def invite(
        self,
        role: Role = Role.OPERATOR,
        *,
        name: str = "colleague",
        receiver_ids: frozenset[ReceiverId] | None = None,
    ) -> tuple[Person, str]:
        """Invite a person without the API; return them, and the key of the link."""
        person, link = self.run(
            self._written(
                lambda tx: people.invite(
                    tx,
                    ids=self.dependencies.ids,
                    random_bytes=self.random_bytes,
                    name=name,
                    email=None,
                    role=role,
                    receiver_ids=receiver_ids,
                    by=None,
                )
            )
        )
        return person, link.key.reveal()

    def write(self, command: Callable[[Any], Result]) -> Result:
        """Run a command in a write transaction, as another process would."""
        return self.run(self._written(command))

    async def revoke_elsewhere(self, token_id: str) -> None:
        """Revoke a token as another process would: past this site, in the same database."""
        await self.database.write(lambda tx: tokens.revoke(tx, token_id))

    def random_bytes(self, count: int) -> bytes:
        """Return different bytes on every call, the same in every run. Ids increase, so lists have one order."""
        if count % ID_BYTES:
            return next(self._count).to_bytes(count, "big")
        return b"".join(next(self._count).to_bytes(ID_BYTES, "big") for _ in range(count // ID_BYTES))

    async def lookup(self, host: str) -> list[str]:
        self.looked_up.append(host)
        return [host if host[0].isdigit() else "127.0.0.1"]

    def close(self) -> None:
        self._runner.run(self._close())
        self._runner.close()
        self._engine.close()

    async def _open(self, ready: Callable[[], str | None]) -> None:
        connection = self._engine.connect_writer()
        migrate(connection, now=self.clock.now())
        connection.close()
        settings = self.settings
        self.database = Database(
            self._engine,
            self.clock,
            on_commit=self._committed,
            readers=2,
            commit_commands_max=settings.commit_commands_max,
            waiting_commands_max=settings.waiting_commands_max,
            waiting_reads_max=settings.waiting_reads_max,
        )
        self.log = EventLog(
            self.database,
            ring_events_max=settings.ring_events_max,
            page_events=settings.page_events,
            bytes_max=settings.log_bytes_max,
        )
        await self.log.start()
        ids = Ids(self.clock, self.random_bytes)
        secret_box = SecretBox(bytes(KEY_BYTES), self.random_bytes)
        address_policy = self.address_policy = AddressPolicy(allow=settings.allow_networks)
        self._sender = Sender(
            clock=self.clock,
            address_policy=address_policy,
            resolve=self.lookup,
            tls=TLS,
            connect_s_max=settings.connect_s_max,
            keep_alive_s_max=settings.keep_alive_s_max,
            connections_max=settings.in_flight_max,
        )
        catalogue = Catalogue(
            ids=ids, currency="EUR", zone=ZoneInfo("UTC"), plant_url=settings.plant_url, base_url=settings.public_url
        )
        self.dependencies = Dependencies(
            settings=settings,
            clock=self.clock,
            ids=ids,
            random_bytes=self.random_bytes,
            database=self.database,
            log=self.log,
            secret_box=secret_box,
            catalogue=catalogue,
            importer=Importer(
                settings=settings, database=self.database, catalogue=catalogue, ids=ids, clock=self.clock
            ),
            bulk_editor=BulkEditor(
                settings=settings,
                database=self.database,
                catalogue=catalogue,
                ids=ids,
                clock=self.clock,
                shared=False,
            ),
            photo_uploads=PhotoUploads(
                PhotoFolder(settings.photos_folder), Converter(), settings.uploads_folder, self.random_bytes
            ),
            receivers=Receivers(
                secret_box=secret_box,
                ids=ids,
                random_bytes=self.random_bytes,
                address_policy=address_policy,
                resolve=self.lookup,
                concurrency_max=settings.concurrency_max,
                deadline_s=settings.deadline_s,
                resolve_s_max=settings.connect_s_max,
                receivers_max=settings.receivers_max,
            ),
            test_sender=TestSender(
                database=self.database,
                secret_box=secret_box,
                sender=self._sender,
                ids=ids,
                clock=self.clock,
                base_url=BASE_URL,
                version="0.0.0",
            ),
            operational_webhooks=OperationalWebhooks(secret_box=secret_box, ids=ids, random_bytes=self.random_bytes),
            operational_sender=self._operational_sender(ids, secret_box),
            alert_channels=self._alert_channels(ids, secret_box),
            auditor=Auditor(self.database, self.clock, retry_scale=settings.retry_scale),
            ready=ready,
            openid=openid_client(settings, clock=self.clock, tls=TLS),
            vitals=self._vitals,
            version="0.0.0",
        )
        self.app: ASGIApp = create_app(self.dependencies)
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(app=self.app), base_url=BASE_URL)

    def _operational_sender(self, ids: Ids, secret_box: SecretBox) -> OperationalSender:
        client = HttpClient(address_policy=self.address_policy, resolve=self.lookup, tls=TLS, connect_s_max=5.0)
        return OperationalSender(
            database=self.database,
            secret_box=secret_box,
            client=client,
            ids=ids,
            clock=self.clock,
            chance=lambda: 0.0,
            origin=Origin(base_url=BASE_URL, version="0.0.0"),
            deadline_s=5.0,
            retry_scale=1.0,
        )

    def _alert_channels(self, ids: Ids, secret_box: SecretBox) -> AlertChannels:
        client = HttpClient(address_policy=self.address_policy, resolve=self.lookup, tls=TLS, connect_s_max=5.0)
        return AlertChannels(
            database=self.database,
            secret_box=secret_box,
            ids=ids,
            random_bytes=self.random_bytes,
            clock=self.clock,
            sender=ChannelSender(client=client, mail=None, clock=self.clock, version="0.0.0"),
            base_url=BASE_URL,
        )

    def _vitals(self) -> Vitals:
        return Vitals(started_at=NOON, taken=0, places=self.settings.in_flight_max, sizes=self._engine.sizes())

    def _committed(self, changes: PostCommitChanges) -> None:
        if changes.events:
            self.log.append(changes.events)

    async def _written(self, command: Callable[[Any], Result]) -> Result:
        return await self.database.write(command)

    async def _close(self) -> None:
        with suppress(RuntimeError):
            await self._client.aclose()
        await self.dependencies.importer.stop()
        await self.dependencies.bulk_editor.stop()
        await self.dependencies.photo_uploads.close()
        await self.dependencies.operational_sender.stop()
        await self.dependencies.alert_channels.close()
        await self._sender.close()
        await self.database.close()


async def speak(app: ASGIApp, parts: Iterable[dict[str, Any]], **scope: Any) -> list[dict[str, Any]]:
    """Send raw ASGI messages, for requests that no client library can send."""
    incoming = iter(parts)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return next(incoming)

    async def send(part: Any) -> None:
        sent.append(dict(part))

    whole = {
        "type": "http",
        "method": "GET",
        "path": "/healthz",
        "raw_path": b"/healthz",
        "query_string": b"",
        "headers": [],
        **scope,
    }
    await app(whole, receive, send)
    return sent


def gather(works: Iterable[Awaitable[Result]]) -> Coroutine[Any, Any, list[Result]]:
    """Run coroutines concurrently."""

    async def all_of_them() -> list[Result]:
        return list(await asyncio.gather(*works))

    return all_of_them()

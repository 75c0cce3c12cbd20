"""The built-in sample receiver: a working receiver on this machine, for trying out Plant Store.

It verifies requests with `plantstore.receiving`, as every receiver should. It runs inside the server process on a free
port, which may differ each time, so its URL is updated in the store at every startup.
"""

import asyncio
import socket

import structlog

from plantstore import receiving
from plantstore.catalogue.commands import Catalogue
from plantstore.domain.errors import StoreError
from plantstore.domain.plants.plant import Status
from plantstore.domain.receivers.receiver import Credentials, Receiver
from plantstore.receivers.commands import Receivers
from plantstore.receivers.patch import ReceiverPatch
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import receivers as stored
from plantstore.web.http.server import Server

NAME = "built-in sample receiver"
_log = structlog.get_logger("plantstore")
PLANT: dict[str, object] = {
    "name": "Monstera deliciosa",
    "tag": "houseplant",
    "botanical_name": "Monstera deliciosa",
    "family": "Araceae",
    "common_names": ["Swiss cheese plant"],
    "description": "A climber from the forests of Mexico and Panama, grown for its large, split leaves.",
}
"""The plant that the first start adds, so that there is something to see."""


class SampleReceiver:
    """Serves on a free port of the loopback interface until `stop()`."""

    def __init__(self, database: Database, receivers: Receivers, secret_box: SecretBox) -> None:
        self._database = database
        self._receivers = receivers
        self._secret_box = secret_box
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._server: Server | None = None
        self._serving: asyncio.Task[None] | None = None

    async def start(self, *, register: bool) -> bool:
        """Start serving if the store has this receiver; return whether it serves.

        With `register` the receiver is added if it is missing; raise StoreError if that fails.
        """
        credentials = None
        try:
            credentials = await self._credentials(register=register)
        finally:
            if credentials is None:
                self._socket.close()
        if credentials is None:
            return False
        app = receiving.Receiver(
            [secret.reveal() for secret in credentials.secrets], credentials.bearer.reveal()
        ).asgi()
        self._server = Server(app)
        self._serving = asyncio.get_running_loop().create_task(self._server.serve([self._socket]))
        return True

    async def add_sample_plant(self, catalogue: Catalogue) -> None:
        await self._database.write(lambda tx: catalogue.add_plants(tx, [PLANT], status=Status.ACTIVE))

    async def stop(self) -> None:
        if self._server is not None and self._serving is not None:
            self._server.should_exit = True
            await self._serving

    async def _credentials(self, *, register: bool) -> Credentials | None:
        """Store the receiver's current URL and return its credentials; return None if there is no sample receiver.

        If the URL cannot be stored, raise StoreError with `register`; without it, log a warning and return None,
        because the store must be able to start without its sample receiver.
        """
        if not register and await self._database.read(stored.find_built_in) is None:
            return None
        url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        url = await self._receivers.check_url(url, loopback=True)
        try:
            return await self._database.write(lambda tx: self._store_address(tx, url, register=register))
        except StoreError as error:
            if register:
                raise
            _log.warning("the sample receiver is off: its new address cannot be stored", error=str(error))
            return None

    def _store_address(self, tx: Transaction, url: str, *, register: bool) -> Credentials | None:
        receiver: Receiver | None = stored.find_built_in(tx)
        if receiver is not None:
            self._receivers.change(tx, receiver.id, ReceiverPatch(url=url, built_in=True), version=None)
        elif register:
            receiver = self._receivers.register(tx, url=url, name=NAME, built_in=True).receiver
        else:
            return None
        return stored.credentials(tx, self._secret_box, receiver.id)

"""Secrets and tokens reach no log, error, repr, answer or file in clear (invariant 9)."""

import io
from pathlib import Path

import httpx

from plantstore.app.store import open_store, web_app
from plantstore.core.logging.json_lines import JsonLogger
from plantstore.domain.receivers.certificates import Certificate, ClientCertificate
from plantstore.domain.receivers.receiver import Credentials
from plantstore.domain.secret import AccessToken, Secret
from plantstore.receivers.patch import ReceiverPatch
from plantstore.storage.tables import receiver_certificates as certificates
from plantstore.storage.tables import receivers as stored
from tests.receiver import a_server
from tests.running import add, register, settings

CANARY = "canary-access-token-0123456789"
HEADER_CANARY = "canary-static-header-9876543210"
KEY_CANARY = "canary-private-key-0123456789"


async def test_no_secret_is_found_where_people_and_machines_look(tmp_path: Path) -> None:
    log = io.BytesIO()
    async with a_server() as server:
        voice_of = settings(tmp_path)
        from plantstore.core.clock import SystemClock

        async with open_store(voice_of, event_logger=JsonLogger(log, SystemClock())) as store:
            server.answer = lambda got: 500 if len(server.got) < 3 else 204
            headers = {"x-api-key": Secret(HEADER_CANARY)}
            v1a = ReceiverPatch(signs_with_key=True)
            token = AccessToken(CANARY)
            receiver = await register(store, server, access_token=token, headers=headers, limits=v1a)
            await add(store, "Hedera helix")
            (*_, got) = await server.requests(4)
            assert got.headers["authorization"] == f"Bearer {CANARY}"
            assert got.headers["x-api-key"] == HEADER_CANARY
            operator = store.settings.operator_token_file.read_text().strip()
            certificate = Certificate(
                pem="PEM", subject="CN=a", issuer="CN=b", sha256="ab", ends_at=receiver.created_at
            )
            client = ClientCertificate(chain=(certificate,), key=Secret(KEY_CANARY))
            await store.database.write(lambda tx: certificates.set_client(tx, store.secret_box, receiver.id, client))
            credentials = await store.database.read(lambda tx: stored.credentials(tx, store.secret_box, receiver.id))
            pages = await _everything_answered(web_app(store), operator)
            shown = repr((credentials, receiver, store.dispatcher.__dict__, store.sender.__dict__, store))
        assert credentials.tls is not None and credentials.tls.client == client
        clear = {CANARY, HEADER_CANARY, KEY_CANARY, server.secret, server.secret.removeprefix("whsec_"), operator}
        [private] = [key.reveal() for key in credentials.private_keys]
        clear |= {private, private.removeprefix("whsk_")}
        files = b"".join(path.read_bytes() for path in tmp_path.glob("plantstore.db*"))

        assert b'"event":"attempt"' in log.getvalue()
        for secret in clear:
            assert secret.encode() not in log.getvalue()
            assert secret.encode() not in files
            assert secret not in shown
            assert secret not in pages


async def _everything_answered(app: object, operator: str) -> str:
    """All that the API answers to a GET, and some refusals."""
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://store") as client:
        client.headers["authorization"] = f"Bearer {operator}"
        bodies = []
        for path in ("plants", "plants/1", "receivers", "events", "tokens", "events?after=x"):
            bodies.append((await client.get(f"/api/v1/{path}")).text)
        listed = (await client.get("/api/v1/receivers")).json()["items"]
        bodies.append((await client.get(f"/api/v1/receivers/{listed[0]['id']}")).text)
        headers = {"x-api-key": HEADER_CANARY + "\n"}
        wrong = {"url": "http://x.example", "name": "x", "access_token": CANARY + "\n", "headers": headers}
        bodies.append((await client.post("/api/v1/receivers", json=wrong)).text)
    return "".join(bodies)


def test_credentials_hide_themselves() -> None:
    credentials = Credentials(access_token=AccessToken(CANARY), secrets=(Secret("whsec_abc"),))

    assert CANARY not in repr(credentials) + str(credentials) + f"{credentials.access_token}"
    assert "whsec_abc" not in repr(credentials)

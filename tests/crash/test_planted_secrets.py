"""Secrets of every kind are planted in a real store, used, and searched for wherever people and machines look.

The places are the log in both formats, every read of the API, every page of the console, refusals, metrics, all files
of the data folder with a backup, a copy of the database, and the arguments of the process.
"""

import asyncio
import base64
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import trustme

from plantstore.web.console.routes import PAGES
from plantstore.web.routes import ENDPOINTS
from tests.crash.program import Program
from tests.sending.scripted_receiver import Peer, receiver
from tests.sending.tls_servers import HOST
from tests.starter import ROOT

KEY = base64.b64encode(b"canary-key-of-the-store-01234567").decode()
SETTINGS = {
    "key": KEY,
    "mail_server": "smtps://shop@127.0.0.1:465",
    "mail_from": "shop@shop.example",
    "mail_password": "canary-mail-password-0123456789",
    "openid_issuer": "https://127.0.0.1:8443/realms/shop",
    "openid_client_id": "plantstore",
    "openid_client_secret": "canary-openid-secret-0123456789",
    "openid_allow_networks": "127.0.0.0/8",
    "delivery_proxy": "",
    "photos_bucket": "https://127.0.0.1:8443/photos",
    "photos_key_id": "AKIACANARY",
    "photos_secret": "canary-photos-secret-0123456789",
}
SECRET_SETTINGS = ("key", "mail_password", "openid_client_secret", "photos_secret")
PATH = "/services/T0CANARY/B0CANARY/canarypath0123456789ABCDEF"
WITHIN_S = 60.0
NOT_SEARCHED = {"key", "operator.token"}
"""Files whose content is the secret: readable by the user of the store only."""


def kinds_of_receivers(port: int, certificate: trustme.LeafCert) -> dict[str, dict[str, Any]]:
    """Return the registrations that plant secrets."""
    chain = b"".join(one.bytes() for one in certificate.cert_chain_pems).decode()
    key = certificate.private_key_pem.bytes().decode()
    oauth = {
        "token_url": "https://127.0.0.1:8443/token",
        "client_id": "c",
        "client_secret": "canary-oauth-secret-01234567",
    }
    return {
        "token": {"url": f"http://127.0.0.1:{port}/hook", "access_token": "canary-access-token-0123456789"},
        "headers": {"url": f"http://127.0.0.1:{port}/h", "headers": {"x-api-key": "canary-static-header-0123456789"}},
        "oauth": {"url": "https://127.0.0.1:8443/o", "oauth": oauth},
        "certificate": {
            "url": "https://127.0.0.1:8443/c",
            "client_certificate": {"chain": chain, "key": key},
            "payload": "basic",
        },
        "chat": {"url": f"http://127.0.0.1:{port}{PATH}", "payload": "slack"},
    }


async def echoes(peer: Peer) -> None:
    """Refuse each request, and send it back."""
    while True:
        got = await peer.request()
        await peer.say(b"HTTP/1.1 500 x\r\ncontent-length: %d\r\n\r\n%b" % (len(got), got))


@pytest.mark.timeout(240)
@pytest.mark.parametrize("log_format", ["json", "text"])
async def test_no_planted_secret_is_found_where_people_and_machines_look(tmp_path: Path, log_format: str) -> None:
    certificate = trustme.CA().issue_cert(HOST)
    clear = {SETTINGS[name] for name in SECRET_SETTINGS} | {PATH, PATH.rpartition("/")[2]}
    private = certificate.private_key_pem.bytes().decode()
    clear.add(private.splitlines()[1])
    async with receiver(echoes) as hostile, Program(tmp_path, log_format=log_format, **SETTINGS) as program:
        clear.add(program.token)
        base = f"http://127.0.0.1:{program.port}"
        async with httpx.AsyncClient(base_url=base, timeout=30) as client:
            api = {"authorization": f"Bearer {program.token}"}
            for name, body in kinds_of_receivers(hostile.port, certificate).items():
                made = await client.post("/api/v1/receivers", json={"name": name, **body}, headers=api)
                assert made.status_code == 201, made.text
                shown = made.json()
                clear |= {shown[field] for field in ("secret", "access_token") if shown.get(field)}
            clear |= {
                "canary-access-token-0123456789",
                "canary-static-header-0123456789",
                "canary-oauth-secret-01234567",
            }
            for path, more in (
                ("alert-channels", {"kind": "slack", "url": f"http://127.0.0.1:{hostile.port}{PATH}"}),
                ("alert-channels", {"kind": "webhook", "url": f"http://127.0.0.1:{hostile.port}{PATH}"}),
                ("operational-webhooks", {"url": f"http://127.0.0.1:{hostile.port}/", "types": ["import.completed"]}),
                ("tokens", {"scopes": ["plants:read"]}),
                ("people", {"role": "staff"}),
            ):
                key = {"idempotency-key": f"k-{path}"} if path != "alert-channels" else {}
                made = await client.post(f"/api/v1/{path}", json={"name": "planted", **more}, headers=api | key)
                assert made.status_code == 201, made.text
                clear |= {made.json()[field] for field in ("secret", "token", "access_token") if made.json().get(field)}
                if "invitation" in made.json():
                    clear.add(made.json()["invitation"]["url"].partition("key=")[2])
            signed = await client.post("/sign-in", data={"token": program.token}, headers={"origin": base})
            assert signed.status_code == 303, signed.text
            clear |= set(client.cookies.values())
            await client.post("/api/v1/plants", json={"name": "Hedera helix"}, headers=api)
            async with asyncio.timeout(WITHIN_S):
                while len((await client.get("/api/v1/attempts?after=0", headers=api)).text) < 500:
                    await asyncio.sleep(0.05)
            answers = await everything(client, api)
            wrong = {
                "url": "x",
                "name": "x",
                "access_token": "canary-access-token-0123456789\n",
                "headers": {"a": PATH},
            }
            answers.append((await client.post("/api/v1/receivers", json=wrong, headers=api)).text)
            answers.append(
                (await client.post("/sign-in", data={"token": "pst_" + PATH}, headers={"origin": base})).text
            )
        arguments = Path(f"/proc/{program.pid}/cmdline").read_bytes()
        limits = Path(f"/proc/{program.pid}/limits").read_text()
        program.send(signal.SIGABRT)
        log = program.last_words()
    copied = tmp_path / "copied"
    copied.mkdir()
    run_cli("db", "copy", str(program.data), str(copied / "copy.db"), "--yes", environment=program.environment)
    run_cli("db", "backup", str(copied / "backup.db"), "--data", str(program.data), environment=program.environment)

    files = {
        path: path.read_bytes() for folder in (program.data, copied) for path in folder.rglob("*") if path.is_file()
    }
    assert {"plantstore.db", "copy.db", "backup.db"} <= {path.name for path in files}
    searched = {path.name: content for path, content in files.items() if path.name not in NOT_SEARCHED}
    assert len(answers) > 60 and "Hedera" in log + "".join(answers)
    for secret in clear:
        assert len(secret) > 12, secret
        assert [answer for answer in answers if secret in answer] == [], secret
        assert secret not in log
        assert [name for name, content in searched.items() if secret.encode() in content] == [], secret
        assert secret.encode() not in arguments
    assert [line.split()[4:6] for line in limits.splitlines() if line.startswith("Max core file size")] == [["0", "0"]]
    assert [path.name for path in (*tmp_path.rglob("core*"), *ROOT.glob("core*"))] == []


async def everything(client: httpx.AsyncClient, api: dict[str, str]) -> list[str]:
    """Return what every read of the API and every page of the console responds."""
    answers = []
    ids = {"receivers": [], "alert-channels": [], "operational-webhooks": []}  # type: dict[str, list[str]]
    for kind, found in ids.items():
        found += [one["id"] for one in (await client.get(f"/api/v1/{kind}", headers=api)).json()["items"]]
    deliveries = (await client.get("/api/v1/deliveries", headers=api)).json()["items"]
    for endpoint in ENDPOINTS:
        if endpoint.method == "GET" and "{" not in endpoint.path:
            answers.append((await client.get(endpoint.path, headers=api)).text)
    paths = [f"/{kind}/{one}" for kind, found in ids.items() for one in found]
    paths += [f"/deliveries/{one['event']}/{one['receiver']}" for one in deliveries]
    for path in paths:
        answers.append((await client.get(f"/api/v1{path}", headers=api)).text)
        answers.append((await client.get(path.replace("/alert-channels", "/alerts/channels"))).text)
    for page in PAGES:
        if page.method == "GET" and "{" not in page.path and not page.background:
            answers.append((await client.get(page.path)).text)
    return answers


def run_cli(*arguments: str, environment: dict[str, str]) -> None:
    """Run a command that needs no server."""
    without_bucket = {name: text for name, text in environment.items() if "_PHOTOS_" not in name}
    command = [sys.executable, "-m", "plantstore.cli.main", *arguments]
    ended = subprocess.run(command, env=without_bucket, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr + ended.stdout

"""The store as its own process, on a free port of this machine, and a client that asks it as any program would."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, RemoteDisconnected
from pathlib import Path
from typing import Any, TypeVar

READY_S_MAX = 30.0
LOOK_AGAIN_S = 0.02
Answer = TypeVar("Answer")

# Receivers on this machine are allowed, and the retry ladder is so short that its end can be seen.
SETTINGS = {"PLANTSTORE_ALLOW_NETWORKS": "127.0.0.0/8", "PLANTSTORE_RETRY_SCALE": "1000000"}


@dataclass(frozen=True, slots=True)
class Store:
    """A running store: where it is, the token that may do everything, and the folder of its data."""

    url: str
    token: str
    connection: HTTPConnection
    data: Path

    @property
    def console(self) -> str:
        """Where people's browsers find it: passkeys need a name."""
        return self.url.replace("127.0.0.1", "localhost")

    def ask(self, method: str, path: str, body: Any = None, *, content_type: str = "application/json") -> Any:
        """Ask one operation, and give the answer's JSON; RuntimeError when it is refused."""
        raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {self.token}"} | ({} if raw is None else {"content-type": content_type})
        try:
            self.connection.request(method, f"/api/v1{path}", raw, headers)
            answer = self.connection.getresponse()
        except (ConnectionError, RemoteDisconnected):  # the store has closed what nobody used for a while
            self.connection.close()
            self.connection.request(method, f"/api/v1{path}", raw, headers)
            answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {content.decode()}")
        return json.loads(content) if content else None

    def sign_in_link(self, token_id: str | None = None) -> str:
        """A link that signs a person in, once."""
        token_id = token_id or self.ask("GET", "/tokens/own")["id"]  # unnamed, it would make the first person
        return str(self.ask("POST", "/sign-in-links", {"token": token_id})["url"])

    def make_token(self, name: str, *scopes: str) -> tuple[str, str]:
        """A token's id and its text."""
        made = self.ask("POST", "/tokens", {"name": name, "scopes": list(scopes)})
        return made["id"], made["token"]


def until(look: Callable[[], Answer | None], what: str, *, within_s: float = 20.0) -> Answer:
    """Look again and again until there is something to see."""
    ends_at = time.monotonic() + within_s
    while not (seen := look()):
        assert time.monotonic() < ends_at, f"never came to pass: {what}"
        time.sleep(LOOK_AGAIN_S)
    return seen


@contextmanager
def a_store(folder: Path, **settings: str) -> Iterator[Store]:
    """Run a new store until the block ends."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PLANTSTORE_")}
    environment |= SETTINGS | {f"PLANTSTORE_{name.upper()}": value for name, value in settings.items()}
    arguments = ["serve", "--data", str(folder / "data"), "--port", "0", "--log-format", "json"]
    log = folder / "log"
    with (
        log.open("w") as stream,
        subprocess.Popen(
            [sys.executable, "-m", "plantstore.cli.main", *arguments], stdout=stream, stderr=stream, env=environment
        ) as process,
    ):
        try:
            url = until(lambda: _ready(log, process), "the store is ready", within_s=READY_S_MAX)
            token = (folder / "data" / "operator.token").read_text().strip()
            with closing(HTTPConnection(url.removeprefix("http://"), timeout=20)) as connection:
                yield Store(url, token, connection, folder / "data")
        finally:
            process.kill()


def _ready(log: Path, process: "subprocess.Popen[bytes]") -> str | None:
    said = log.read_text()
    assert process.poll() is None, said
    lines = [json.loads(line) for line in said.splitlines(keepends=True) if line.endswith("\n")]
    return next((str(line["url"]) for line in lines if line.get("event") == "ready"), None)

"""The store as its own process, on a free port of this machine, and a client that asks it as any program would."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

READY_S_MAX = 30.0
LOOK_AGAIN_S = 0.02
Answer = TypeVar("Answer")

# Receivers on this machine are allowed, and the retry ladder is so short that its end can be seen.
SETTINGS = {"PLANTSTORE_ALLOW_NETWORKS": "127.0.0.0/8", "PLANTSTORE_RETRY_SCALE": "1000000"}


@dataclass(frozen=True, slots=True)
class Store:
    """A running store: where it is, and the token that may do everything."""

    url: str
    token: str
    folder: Path

    def ask(self, method: str, path: str, body: Any = None, *, token: str = "", **headers: str) -> Any:
        """Ask one operation, and give the answer's JSON; RuntimeError when it is refused."""
        raw = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        request = Request(f"{self.url}/api/v1{path}", data=raw, method=method)
        request.add_header("authorization", f"Bearer {token or self.token}")
        if raw is not None:
            request.add_header("content-type", headers.get("content_type", "application/json"))
        try:
            with urlopen(request, timeout=20) as answer:
                content = answer.read()
        except HTTPError as refused:
            raise RuntimeError(f"{method} {path}: {refused.code} {refused.read().decode()}") from refused
        return json.loads(content) if content else None

    def sign_in_link(self, token_id: str | None = None) -> str:
        """A link that signs a person in, once."""
        return str(self.ask("POST", "/sign-in-links", {} if token_id is None else {"token": token_id})["url"])

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
            yield Store(url, (folder / "data" / "operator.token").read_text().strip(), folder)
        finally:
            process.kill()


def _ready(log: Path, process: "subprocess.Popen[bytes]") -> str | None:
    said = log.read_text()
    assert process.poll() is None, said
    lines = [json.loads(line) for line in said.splitlines(keepends=True) if line.endswith("\n")]
    return next((str(line["url"]) for line in lines if line.get("event") == "ready"), None)

"""npm's oidc-provider, which the OpenID Foundation has certified, on this machine; and a person at its pages."""

import fcntl
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

import httpx

from tests.openid.node import require
from tests.openid.scripted_provider import CLIENT_ID, CLIENT_SECRET

INSTALL_S_MAX = 100.0
PASSWORD = "any password"
_FILES = Path(__file__).parent / "provider"
_PLACE = Path(sys.prefix) / "openid-provider"  # once for each environment


@contextmanager
def real_provider() -> Iterator[str]:
    """Run the provider until the block ends; return its issuer."""
    node = require()
    _install()
    arguments = [node, "provider.mjs", CLIENT_ID, CLIENT_SECRET]
    with subprocess.Popen(
        arguments, cwd=_PLACE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield next(line.split()[1] for line in process.stdout if line.startswith("issuer "))
        finally:
            process.kill()


def _install() -> None:
    """Install the packages of the lock file, unless that was done before. Scripts of packages are not run."""
    lock = hashlib.sha256((_FILES / "package-lock.json").read_bytes()).hexdigest()
    made = _PLACE / "made"
    _PLACE.mkdir(exist_ok=True)
    with (_PLACE / "lock").open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)  # tests run in several processes
        for file in _FILES.iterdir():
            shutil.copy(file, _PLACE)
        if made.exists() and made.read_text() == lock:
            return
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        subprocess.run(command, cwd=_PLACE, check=True, timeout=INSTALL_S_MAX, capture_output=True)
        made.write_text(lock)


class _Form(HTMLParser):
    """The first form of a page, with its hidden fields."""

    def __init__(self) -> None:
        super().__init__()
        self.action = ""
        self.fields: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found: dict[str, Any] = dict(attrs)
        if tag == "form" and not self.action:
            self.action = found["action"]
        if tag in ("input", "button") and found.get("name"):
            self.fields[found["name"]] = found.get("value") or ""


class Visitor:
    """A person's browser at the provider, with its cookies there."""

    def __init__(self) -> None:
        self._client = httpx.Client(timeout=20)

    def authorize(self, address: str, login: str) -> dict[str, str]:
        """Sign in and consent as far as the provider asks; return the parameters of its response to the store."""
        answer = self._client.get(address)
        for _ in range(12):
            if answer.is_redirect:
                following = urljoin(str(answer.request.url), answer.headers["location"])
                if urlsplit(following).path == "/sign-in/openid/callback":
                    return dict(parse_qsl(urlsplit(following).query))
                answer = self._client.get(following)
                continue
            form = _Form()
            form.feed(answer.text)
            fields = form.fields | ({"login": login, "password": PASSWORD} if "login" in form.fields else {})
            answer = self._client.post(urljoin(str(answer.request.url), form.action), data=fields)
        raise AssertionError(f"the provider never sent the person back: {answer.status_code} {answer.text[:300]}")

    def open(self, address: str) -> httpx.Response:
        return self._client.get(address)

    def close(self) -> None:
        self._client.close()

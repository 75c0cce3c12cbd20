"""The receivers of docs/receiving.md, in each language: built and run as the page says, then sent bad requests."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import httpx
import pytest

from plantstore.domain.receivers.signature import Signer
from plantstore.domain.secret import Secret
from tests.docs.markdown import blocks, tabs
from tests.docs.reader import Reader, present

PAGE = "receiving.md"
NEEDS = {"Python": "flask", "Node": "node", "Go": "go", "PHP": "php", "Ruby": "ruby", "Java": "java", "C#": "mcs"}
BODY = '{"id":7,"name":"Pilea ‘Mojito’"}'.encode()
pytestmark = pytest.mark.timeout(300)

OTHER = "whsec_" + "A" * 43 + "="


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A request as the store sends it."""

    token: str
    secret: str
    at_s: int
    body: bytes = BODY
    id: str = "evt_of_the_test"
    signature: str = ""

    @property
    def headers(self) -> dict[str, str]:
        signature = self.signature or Signer((Secret(self.secret),)).sign(self.id, self.at_s, BODY)
        return {
            "authorization": f"Bearer {self.token}",
            "content-type": "application/json",
            "webhook-id": self.id,
            "webhook-timestamp": str(self.at_s),
            "webhook-signature": signature,
        }


Change = Callable[[Sent], Sent]
CASES: dict[str, tuple[int, Change]] = {
    "a good request": (204, lambda sent: sent),
    "two signatures": (204, lambda sent: replace(sent, signature=f"v1,QUJD {sent.headers['webhook-signature']}")),
    "another token": (401, lambda sent: replace(sent, token="rct_other")),
    "a truncated token": (401, lambda sent: replace(sent, token=sent.token[:-1])),
    "another secret": (400, lambda sent: replace(sent, secret=OTHER)),
    "a changed body": (400, lambda sent: replace(sent, body=BODY.replace(b"7", b"8"))),
    "a body that was serialised again": (400, lambda sent: replace(sent, body=BODY.replace(b",", b", "))),
    "no body": (400, lambda sent: replace(sent, body=b"")),
    "ten minutes old": (400, lambda sent: replace(sent, at_s=sent.at_s - 600)),
    "ten minutes ahead": (400, lambda sent: replace(sent, at_s=sent.at_s + 600)),
    "a malformed signature": (400, lambda sent: replace(sent, signature="garbage")),
    "a version without a signature": (400, lambda sent: replace(sent, signature="v1")),
}


@pytest.fixture(scope="module", params=tabs(PAGE))
def followed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """A reader that has followed the whole page, and whose receiver is still running."""
    if not present(NEEDS[request.param]):
        assert request.param not in os.environ.get("REQUIRE_RECEIVERS", "").split(), "it may not be left out here"
        pytest.skip(f"RECEIVER IN {request.param.upper()} NOT RUN: there is no {NEEDS[request.param]} on this machine")
    reader = Reader(tmp_path_factory.mktemp("receiving"), tab=request.param)
    try:
        reader.start(reader.changed("make run"))
        reader.follow(blocks(PAGE))
        yield reader
    finally:
        reader.leave()


@pytest.fixture
def sent(followed: Reader) -> Sent:
    """A good request, with the credentials that `listen` wrote to `.env`."""
    lines = (followed.here / ".env").read_text(encoding="utf-8").split()
    shared = dict(line.split("=", 1) for line in lines)
    now_s = int(time.time())  # noqa: TID251  # the receiver reads the machine's clock
    return Sent(token=shared["PLANTSTORE_ACCESS_TOKEN"], secret=shared["PLANTSTORE_SECRET"], at_s=now_s)


def test_each_receiver_accepts_genuine_requests_only(followed: Reader, sent: Sent) -> None:
    url = f"http://127.0.0.1:{followed.receiver_port}/plant/webhook"

    def status(request: Sent) -> int:
        return httpx.post(url, content=request.body, headers=request.headers, trust_env=False).status_code

    got = {case: status(change(sent)) for case, (_, change) in CASES.items()}

    assert got == {case: wanted for case, (wanted, _) in CASES.items()}


def test_the_page_has_a_receiver_in_each_language() -> None:
    assert tabs(PAGE) == list(NEEDS)
    shown = [block for block in blocks(PAGE) if block.file.lower().startswith("receiver")]
    assert [(block.tab, block.file) for block in shown] == [
        ("Python", "receiver.py"),
        ("Node", "receiver.mjs"),
        ("Go", "receiver.go"),
        ("PHP", "receiver.php"),
        ("Ruby", "receiver.rb"),
        ("Java", "Receiver.java"),
        ("C#", "receiver.cs"),
    ]

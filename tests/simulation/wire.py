"""Check a request as a receiver sees it: its bytes, compared with what the receiver was promised at registration."""

import base64
import hashlib
import hmac
from collections.abc import Collection
from dataclasses import dataclass, field


@dataclass
class Credentials:
    """The credentials that are valid now: more than one of a kind while a change is being committed or a rotation
    overlaps.

    `secrets` are signing secrets with the second from which they are no longer valid, None for one without an end.
    """

    tokens: set[str] = field(default_factory=set)
    secrets: dict[str, int | None] = field(default_factory=dict)

    def valid(self, second: int) -> set[str]:
        return {secret for secret, ends_at in self.secrets.items() if ends_at is None or second < ends_at}


def wrong_with(request: bytes, *, event_id: str, body: bytes, number: int, second: int, may: Credentials) -> list[str]:
    """Return what a careful receiver would find wrong with this request."""
    head, _, sent = request.partition(b"\r\n\r\n")
    lines = [line.decode("ascii").partition(": ") for line in head.split(b"\r\n")[1:]]
    headers = {name: value for name, _, value in lines}
    wrong = []
    if len(headers) != len(lines):
        wrong.append("a header appears twice")
    expected = {
        "content-length": str(len(body)),
        "webhook-id": event_id,
        "webhook-timestamp": str(second),
        "webhook-attempt": str(number),
    }
    wrong += [
        f"{name}: {headers.get(name)}, not {value}" for name, value in expected.items() if headers.get(name) != value
    ]
    if sent != body:
        wrong.append("the body differs from the log")
    if headers.get("authorization", "").removeprefix("Bearer ") not in may.tokens:
        wrong.append("not its access token")
    if not _is_signed(headers.get("webhook-signature", ""), f"{event_id}.{second}.".encode() + sent, may.valid(second)):
        wrong.append("a valid key's signature is missing, or an invalid key has signed")
    return wrong


def _is_signed(signatures: str, signed: bytes, secrets: Collection[str]) -> bool:
    """True if there is a signature and each one was made with one of these keys."""
    made = {_signature(secret, signed) for secret in secrets}
    return bool(signatures) and set(signatures.split()) <= made


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()

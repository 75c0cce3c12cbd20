"""What a receiver sees of a request: read from its bytes, and held against what it was told when it was registered."""

import base64
import hashlib
import hmac
from collections.abc import Collection
from dataclasses import dataclass, field


@dataclass
class Credentials:
    """What may be used now: more than one of a kind while a change of it is being committed, or a rotation overlaps.

    `secrets` are signing secrets with the second from which they are no longer valid, None for one that stays.
    """

    tokens: set[str] = field(default_factory=set)
    secrets: dict[str, int | None] = field(default_factory=dict)

    def valid(self, second: int) -> set[str]:
        return {secret for secret, ends_at in self.secrets.items() if ends_at is None or second < ends_at}


def wrong_with(request: bytes, *, event_id: str, body: bytes, number: int, second: int, may: Credentials) -> list[str]:
    """Say what a careful receiver would find wrong with this request."""
    head, _, sent = request.partition(b"\r\n\r\n")
    lines = [line.decode("ascii").partition(": ") for line in head.split(b"\r\n")[1:]]
    headers = {name: value for name, _, value in lines}
    wrong = []
    if len(headers) != len(lines):
        wrong.append("a header stands twice")
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
        wrong.append("other bytes than in the log")
    if headers.get("authorization", "").removeprefix("Bearer ") not in may.tokens:
        wrong.append("not its access token")
    if not _is_signed(headers.get("webhook-signature", ""), f"{event_id}.{second}.".encode() + sent, may.valid(second)):
        wrong.append("not signed by a key that is valid now, or by one that is not")
    return wrong


def _is_signed(signatures: str, signed: bytes, secrets: Collection[str]) -> bool:
    """Whether each signature is one of these keys', and there is one."""
    made = {_signature(secret, signed) for secret in secrets}
    return bool(signatures) and set(signatures.split()) <= made


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()

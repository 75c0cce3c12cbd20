"""Commands on the key pairs of receivers, which sign requests with scheme `v1a`: turn on, turn off, rotate."""

from dataclasses import dataclass

from plantstore.core.ed25519 import make_private_key, public_key_of
from plantstore.core.ids import RandomBytes
from plantstore.domain.errors import Conflict
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.public_key import KEY_BYTES
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import receiver_keys
from plantstore.storage.tables.receiver_keys import KeyPair


@dataclass(frozen=True, slots=True, kw_only=True)
class RotatedKey:
    """A new public key, and when the previous private key stops signing."""

    public_key: bytes
    old_key_ends_at: Instant


class SigningKeys:
    """The commands on key pairs. Callers must have checked that the receiver exists, which also locks its row."""

    def __init__(self, *, secret_box: SecretBox, random_bytes: RandomBytes) -> None:
        self._secret_box = secret_box
        self._random_bytes = random_bytes

    def turn(self, tx: Transaction, receiver_id: ReceiverId, *, on: bool) -> None:
        """Sign the requests of a receiver with a new key pair too, or delete its key pairs. No effect if it is so."""
        if on == bool(receiver_keys.in_use(tx, [receiver_id])):
            return
        if on:
            receiver_keys.turn_on(tx, self._secret_box, receiver_id, self._make_pair())
        else:
            receiver_keys.turn_off(tx, receiver_id)

    def rotate(self, tx: Transaction, receiver_id: ReceiverId, *, old_ends_at: Instant) -> RotatedKey:
        """Sign with a new key pair, and until `old_ends_at` with the previous one too: either verifies.

        At most two keys sign at a time: a third, older key stops signing now.
        """
        if not receiver_keys.in_use(tx, [receiver_id]):
            raise Conflict("Requests to this receiver are not signed with v1a. Turn it on first.")
        pair = self._make_pair()
        receiver_keys.rotate(tx, self._secret_box, receiver_id, pair, old_ends_at=old_ends_at)
        return RotatedKey(public_key=pair.public, old_key_ends_at=old_ends_at)

    def _make_pair(self) -> KeyPair:
        private = make_private_key(self._random_bytes(KEY_BYTES))
        return KeyPair(private, public_key_of(private))

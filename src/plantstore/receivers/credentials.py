"""Changes what authenticates the requests to a receiver: its access token and its static headers.

Credentials of one server are not sent to another: a URL of another scheme, host or port needs all of them again.
"""

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.headers import HeaderChange, check_all_given, with_changes
from plantstore.domain.secret import AccessToken
from plantstore.sending.urls import token_needed
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import receiver_headers
from plantstore.storage.tables import receivers as stored


def change(
    tx: Transaction,
    secret_box: SecretBox,
    receiver_id: ReceiverId,
    *,
    access_token: AccessToken | None,
    headers: HeaderChange | None,
    moves: bool = False,
) -> None:
    """Apply the changes; None leaves a credential as it is.

    Raise Invalid if the URL `moves` to another origin and a credential is not given.
    """
    if moves and access_token is None:
        raise token_needed()
    if moves or headers:
        present = receiver_headers.read(tx, secret_box, receiver_id)
        if moves:
            check_all_given(present, headers or {})
        receiver_headers.write(tx, secret_box, receiver_id, with_changes(present, headers or {}))
    if access_token is not None:
        stored.set_access_token(tx, secret_box, receiver_id, access_token)

"""Deletes response excerpts stored by versions before 0.5.1 if they may repeat our own credentials.

An excerpt is kept only if the receiver still has the credentials that the request was made with, and neither they nor
anything that looks like credentials occurs in it. For older credentials there is nothing left to compare with.
"""

from functools import partial

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.sending.redaction import Redactor
from plantstore.sending.request import redactor
from plantstore.storage.database import Database, Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import old_excerpts, receivers
from plantstore.storage.tables.old_excerpts import OldExcerpt

STEP_ROWS = 500
STEPS_MAX = 400  # in one run: 200,000 attempts a minute
_QUOTING = (" to ", "begins")  # each of our sentences that quotes a receiver's response contains one of these
_CREDENTIAL_MARKERS = Redactor(
    [
        name
        for word in (b"authorization", b"bearer", b"webhook-signature", b"webhook_signature", b"whsec_")
        for name in (word, word.upper(), word.capitalize(), word.title())
    ]
)
"""Words that occur around credentials, in every spelling and encoding that the redactor searches for."""


class OldExcerpts:
    """Checks some of the old excerpts in each run, until all have been checked."""

    def __init__(self, database: Database, secret_box: SecretBox) -> None:
        self._database = database
        self._secret_box = secret_box
        self._done = False

    async def run(self) -> None:
        """Continue from the newest unchecked excerpt towards the oldest, STEPS_MAX steps at most."""
        for _ in range(0 if self._done else STEPS_MAX):
            until = await self._database.read(old_excerpts.until)
            if until is None:
                self._done = True
                return
            ids, following = await self._database.read(partial(self._suspects, until=until))
            await self._database.write(partial(old_excerpts.clear, ids=ids, until=following))

    def _suspects(self, tx: Transaction, *, until: int) -> tuple[list[int], int | None]:
        excerpts, following = old_excerpts.page(tx, until=until, limit=STEP_ROWS)
        known = {receiver_id: self._known(tx, receiver_id) for receiver_id in {item.receiver_id for item in excerpts}}
        return [item.id for item in excerpts if _may_hold_credentials(item, *known[item.receiver_id])], following

    def _known(self, tx: Transaction, receiver_id: ReceiverId) -> tuple[Instant | None, Redactor]:
        since = old_excerpts.credentials_unchanged_since(tx, receiver_id)
        credentials = None if since is None else receivers.credentials(tx, self._secret_box, receiver_id)
        return since, _CREDENTIAL_MARKERS if credentials is None else redactor(credentials)


def _may_hold_credentials(item: OldExcerpt, since: Instant | None, credentials: Redactor) -> bool:
    quotes_response = item.excerpt or any(words in item.detail for words in _QUOTING)
    if not quotes_response:
        return False
    if since is None or item.started_at < since:
        return True
    texts = (item.excerpt, item.detail.rstrip(".'\"").encode())
    return any(credentials.finds(text) or _CREDENTIAL_MARKERS.finds(text) for text in texts)

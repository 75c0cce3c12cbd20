"""Goes once through the answers that versions before 0.5.1 have kept, and forgets those that may hold our credentials.

An answer stays if neither the receiver's credentials nor anything that is written like credentials is in it, and the
receiver still has the credentials with which the request was made: of others nothing can be known any more.
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
STEPS_MAX = 400  # in one visit: 200,000 attempts a minute
_QUOTING = (" to ", "begins")  # the sentences of ours that repeat what a receiver said hold one of these
_LIKE_CREDENTIALS = Redactor(
    [
        name
        for word in (b"authorization", b"bearer", b"webhook-signature", b"webhook_signature", b"whsec_")
        for name in (word, word.upper(), word.capitalize(), word.title())
    ]
)
"""Words of a request that was repeated, in every spelling and encoding that is searched for."""


class OldExcerpts:
    """Looks at some of them in each visit, until all were looked at."""

    def __init__(self, database: Database, secret_box: SecretBox) -> None:
        self._database = database
        self._secret_box = secret_box
        self._done = False

    async def visit(self) -> None:
        """Go on from the newest that was not looked at to the oldest."""
        for _ in range(0 if self._done else STEPS_MAX):
            until = await self._database.read(old_excerpts.until)
            if until is None:
                self._done = True
                return
            ids, following = await self._database.read(partial(self._unclean, until=until))
            await self._database.write(partial(old_excerpts.clear, ids=ids, until=following))

    def _unclean(self, tx: Transaction, *, until: int) -> tuple[list[int], int | None]:
        found, following = old_excerpts.page(tx, until=until, limit=STEP_ROWS)
        known = {one: self._known(tx, one) for one in {excerpt.receiver_id for excerpt in found}}
        return [one.id for one in found if _may_hold_credentials(one, *known[one.receiver_id])], following

    def _known(self, tx: Transaction, receiver_id: ReceiverId) -> tuple[Instant | None, Redactor]:
        since = old_excerpts.unchanged_since(tx, receiver_id)
        credentials = None if since is None else receivers.credentials(tx, self._secret_box, receiver_id)
        return since, _LIKE_CREDENTIALS if credentials is None else redactor(credentials)


def _may_hold_credentials(one: OldExcerpt, since: Instant | None, credentials: Redactor) -> bool:
    quoted = one.excerpt or any(words in one.detail for words in _QUOTING)
    if not quoted:
        return False
    if since is None or one.started_at < since:
        return True
    texts = (one.excerpt, one.detail.rstrip(".'\"").encode())
    return any(credentials.finds(text) or _LIKE_CREDENTIALS.finds(text) for text in texts)

"""Console sessions: the token whose rights they have, and when they end."""

from dataclasses import dataclass

from plantstore.domain.timestamps import SECOND_US, Instant

SESSION_S_MAX = 12 * 3_600  # a working day
SESSION_IDLE_S_MAX = 30 * 60
SEEN_WRITE_S_MIN = 60  # `seen_at` is written at most this often
RECENT_SIGN_IN_S_MAX = 5 * 60  # how long a sign-in is recent enough for actions that cannot be undone
LINK_S_MAX = 10 * 60
SESSIONS_OF_TOKEN_MAX = 50  # one more ends the session that was idle longest


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A browser that is signed in. It has the rights of the token `token_id`, and ends with it at the latest.

    `proved_at` is when the person last signed in with a token or a link. `created_by` is the token that made that
    link; the session also ends when that token does.
    """

    token_id: str
    opened_at: Instant
    proved_at: Instant
    seen_at: Instant
    created_by: str | None = None

    def is_open(self, now: Instant) -> bool:
        """True if the session is neither too old nor idle for too long."""
        return now - self.opened_at < SESSION_S_MAX * SECOND_US and now - self.seen_at < SESSION_IDLE_S_MAX * SECOND_US

    def is_recent_sign_in(self, now: Instant) -> bool:
        """True if the person signed in recently enough for an action that cannot be undone."""
        return now - self.proved_at < RECENT_SIGN_IN_S_MAX * SECOND_US

    def needs_seen_write(self, now: Instant) -> bool:
        """True if `seen_at` is old enough to be written again."""
        return now - self.seen_at >= SEEN_WRITE_S_MIN * SECOND_US

"""Sessions of the console: which token gives a session its rights, and when the session ends."""

from dataclasses import dataclass

from plantstore.domain.timestamps import SECOND_US, Instant

SESSION_S_MAX = 12 * 3_600  # max length of a session: a working day
SESSION_IDLE_S_MAX = 30 * 60
SEEN_WRITE_S_MIN = 60  # min interval between writes of `seen_at`
RECENT_SIGN_IN_S_MAX = 5 * 60  # max age of a sign-in for actions that cannot be undone
LINK_S_MAX = 10 * 60
SESSIONS_OF_TOKEN_MAX = 50  # max open sessions of a token; one more ends the session that has been idle longest


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A browser's sign-in. The session has the rights of the token `token_id`, and ends when that token ends.

    `proved_at` is when the person last signed in, with a token or a sign-in link. `created_by` is the id of the token
    that created the link, None if there was no link; the session also ends when that token ends.
    """

    token_id: str
    opened_at: Instant
    proved_at: Instant
    seen_at: Instant
    created_by: str | None = None

    def is_open(self, now: Instant) -> bool:
        """True if the session is neither older than SESSION_S_MAX nor idle for longer than SESSION_IDLE_S_MAX."""
        return now - self.opened_at < SESSION_S_MAX * SECOND_US and now - self.seen_at < SESSION_IDLE_S_MAX * SECOND_US

    def is_recent_sign_in(self, now: Instant) -> bool:
        """True if the person signed in recently enough for an action that cannot be undone."""
        return now - self.proved_at < RECENT_SIGN_IN_S_MAX * SECOND_US

    def needs_seen_write(self, now: Instant) -> bool:
        """True if `seen_at` was last written at least SEEN_WRITE_S_MIN seconds ago."""
        return now - self.seen_at >= SEEN_WRITE_S_MIN * SECOND_US

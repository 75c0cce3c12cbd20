"""A person signed in to the console: whose rights they have, and for how long."""

from dataclasses import dataclass

from plantstore.domain.timestamps import SECOND_US, Instant

SESSION_S_MAX = 12 * 3_600  # a working day; then one signs in again (trust.md, T50)
SESSION_IDLE_S_MAX = 30 * 60
SEEN_WRITE_S_MIN = 60  # how seldom it is written down that a session is in use
RECENT_SIGN_IN_S_MAX = 5 * 60  # how long a sign-in counts as just now, where a click cannot be taken back (T53)
LINK_S_MAX = 10 * 60
SESSIONS_OF_TOKEN_MAX = 50  # the one that was left alone for the longest ends when there is one more


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One browser that is signed in. It acts as the token `token_id`, and ends with it at the latest.

    `proved_at` is when the person last showed a token or a link. `created_by` is the token that made that link: the
    session ends with it too.
    """

    token_id: str
    opened_at: Instant
    proved_at: Instant
    seen_at: Instant
    created_by: str | None = None

    def is_open(self, now: Instant) -> bool:
        """Neither too old nor left alone for too long."""
        return now - self.opened_at < SESSION_S_MAX * SECOND_US and now - self.seen_at < SESSION_IDLE_S_MAX * SECOND_US

    def is_recent_sign_in(self, now: Instant) -> bool:
        """Whether somebody signed in so lately that it is surely they who click."""
        return now - self.proved_at < RECENT_SIGN_IN_S_MAX * SECOND_US

    def needs_seen_write(self, now: Instant) -> bool:
        """Whether its use is worth writing down again."""
        return now - self.seen_at >= SEEN_WRITE_S_MIN * SECOND_US

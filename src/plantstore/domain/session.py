"""Sessions of the console: which person or token gives a session its rights, and when the session ends."""

import re
from dataclasses import dataclass
from enum import StrEnum

from plantstore.domain.timestamps import SECOND_US, Instant

SESSION_S_MAX = 12 * 3_600  # max length of a session: a working day
SESSION_IDLE_S_MAX = 30 * 60
SEEN_WRITE_S_MIN = 60  # min interval between writes of `seen_at`
RECENT_SIGN_IN_S_MAX = 5 * 60  # max age of a sign-in for actions that cannot be undone
REMEMBERED_S_MAX = 30 * 86_400  # max length of a session that a person chose to keep on a device, idle or not
LINK_S_MAX = 10 * 60
LINK_MAKERS_MAX = 20  # max people and tokens on whose links a session or token depends, one link after the other
SESSIONS_MAX = 50  # max open sessions of a token or person; one more ends the session that has been idle longest
_BROWSERS = (  # in this order, because browsers also name those that they are compatible with
    ("Edge", re.compile(r"Edg(?:A|iOS)?/")),
    ("Opera", re.compile(r"OPR/")),
    ("Samsung Internet", re.compile(r"SamsungBrowser/")),
    ("Firefox", re.compile(r"(?:Firefox|FxiOS)/")),
    ("Chrome", re.compile(r"(?:HeadlessChrome|Chrome|CriOS|Chromium)/")),
    ("Safari", re.compile(r"Version/[0-9.]+ .*Safari/")),
)
_SYSTEMS = (
    ("iPhone", re.compile("iPhone")),
    ("iPad", re.compile("iPad")),
    ("Android", re.compile("Android")),
    ("Windows", re.compile("Windows")),
    ("ChromeOS", re.compile("CrOS")),
    ("macOS", re.compile("Mac OS X|Macintosh")),
    ("Linux", re.compile("Linux|X11")),
)
_USER_AGENT_CHARS_MAX = 400


class SignInWay(StrEnum):
    """How a session was opened."""

    TOKEN = "token"  # noqa: S105
    LINK = "link"
    PASSKEY = "passkey"
    OPENID = "openid"


class LinkKind(StrEnum):
    """What a one-time link is for. The program makes `owner` links, for the owner of its data folder."""

    OWNER = "owner"
    SIGN_IN = "sign_in"
    INVITATION = "invitation"
    RECOVERY = "recovery"

    @property
    def seconds_max(self) -> int:
        """Return how long a link of this kind works at most."""
        return {LinkKind.INVITATION: 7 * 86_400, LinkKind.RECOVERY: 3_600}.get(self, LINK_S_MAX)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A browser's sign-in. It has the rights of a person or of a token, and ends when the person or token ends.

    `proved_at` is when the person last signed in. `created_by` is the id of the person or token that created the link,
    None if there was no link; the session also ends when that person or token ends. `makers` are those who made earlier
    links: one that opened the session in which the link was made, and so on. It ends with each of them too. `device`
    is shown in the list of sessions. A `remembered` session does not end when it is idle.
    """

    token_id: str | None
    opened_at: Instant
    proved_at: Instant
    seen_at: Instant
    created_by: str | None = None
    person_id: str | None = None
    way: SignInWay = SignInWay.TOKEN
    device: str = ""
    remembered: bool = False
    makers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        assert (self.token_id is None) != (self.person_id is None)

    @property
    def link_makers(self) -> tuple[str, ...]:
        """Return the ids of all who made a link that the session depends on, the latest first."""
        return self.makers if self.created_by is None else (self.created_by, *self.makers)

    @property
    def principal_id(self) -> str:
        """Return the id of the person or token as which the session acts."""
        return self.token_id or self.person_id or ""

    @property
    def seconds_max(self) -> int:
        """Return after how many seconds the session ends, even if it is in use."""
        return REMEMBERED_S_MAX if self.remembered else SESSION_S_MAX

    def is_open(self, now: Instant) -> bool:
        """True if the session has not ended by its age, or by being idle for longer than SESSION_IDLE_S_MAX."""
        if now - self.opened_at >= self.seconds_max * SECOND_US:
            return False
        return self.remembered or now - self.seen_at < SESSION_IDLE_S_MAX * SECOND_US

    def is_recent_sign_in(self, now: Instant) -> bool:
        """True if the person signed in recently enough for an action that cannot be undone.

        A sign-in at an OpenID Connect provider counts only if it confirms a session, because the provider may otherwise
        have asked for nothing.
        """
        if self.way is SignInWay.OPENID and self.proved_at == self.opened_at:
            return False
        return now - self.proved_at < RECENT_SIGN_IN_S_MAX * SECOND_US

    def needs_seen_write(self, now: Instant) -> bool:
        """True if `seen_at` was last written at least SEEN_WRITE_S_MIN seconds ago."""
        return now - self.seen_at >= SEEN_WRITE_S_MIN * SECOND_US


def device_of(user_agent: str) -> str:
    """Return a few words for a browser and its system, from its User-Agent header; "" if neither is known.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
    'Firefox on Linux'
    """
    text = user_agent[:_USER_AGENT_CHARS_MAX]
    browser = next((name for name, pattern in _BROWSERS if pattern.search(text)), "")
    system = next((name for name, pattern in _SYSTEMS if pattern.search(text)), "")
    return " on ".join(part for part in (browser, system) if part)

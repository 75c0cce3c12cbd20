"""OAuth 2.0 client credentials (RFC 6749 §4.4): how a receiver's access token is requested from a token endpoint."""

import re
from dataclasses import dataclass

from plantstore.domain.errors import FieldError
from plantstore.domain.secret import Secret

CLIENT_ID_CHARS_MAX = 1_024
CLIENT_SECRET_CHARS_MAX = 1_024
SCOPE_CHARS_MAX = 1_024
AUDIENCE_CHARS_MAX = 1_024
_PRINTABLE = re.compile(r"[ -~]+")  # VSCHAR and space, RFC 6749 appendix A
SCOPE = r"[!#-\[\]-~]+(?: [!#-\[\]-~]+)*"  # RFC 6749 appendix A.4
_SCOPE = re.compile(SCOPE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientGrant:
    """The token endpoint of a receiver, and what is sent to it: `scope` and `audience` only if they are not None."""

    token_url: str
    client_id: str
    client_secret: Secret
    scope: str | None = None
    audience: str | None = None


def check_grant(
    *, client_id: str, client_secret: str | None, scope: str | None, audience: str | None
) -> list[FieldError]:
    """Return the problems of all fields except the URL. A `client_secret` of None is kept, so it is not checked."""
    checks = (
        ("client_id", client_id, CLIENT_ID_CHARS_MAX, _PRINTABLE, "Use visible ASCII characters and spaces."),
        (
            "client_secret",
            client_secret,
            CLIENT_SECRET_CHARS_MAX,
            _PRINTABLE,
            "Use visible ASCII characters and spaces.",
        ),
        ("scope", scope, SCOPE_CHARS_MAX, _SCOPE, "Separate names by single spaces; leave out quotes and backslashes."),
        ("audience", audience, AUDIENCE_CHARS_MAX, _PRINTABLE, "Use visible ASCII characters and spaces."),
    )
    problems = []
    for name, value, chars_max, pattern, detail in checks:
        if value is None:
            continue
        if not 1 <= len(value) <= chars_max:
            detail = f"Use 1 to {chars_max:,} characters."
            problems.append(FieldError(pointer=f"/oauth/{name}", code="length", detail=detail))
        elif pattern.fullmatch(value) is None:
            problems.append(FieldError(pointer=f"/oauth/{name}", code="characters", detail=detail))
    return problems

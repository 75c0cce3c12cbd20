"""JSON bodies of the people endpoints."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from plantstore.domain.alerts.email_address import ADDRESS_CHARS_MAX
from plantstore.domain.person import NAME_CHARS_MAX, RECEIVERS_MAX, Role
from plantstore.domain.session import LinkKind, SignInWay
from plantstore.web.api.schemas import Next, Prev, Time, described
from plantstore.web.openapi import patterns

_ROLES = "staff: plants; integrator: receivers and deliveries; operator: everything, people and tokens included."
_Name = Annotated[
    str, described("The name that others see.", minLength=1, maxLength=NAME_CHARS_MAX, pattern=patterns.TEXT)
]
_Email = Annotated[
    str | None, described("An e-mail address, which only one person has; null for none.", maxLength=ADDRESS_CHARS_MAX)
]
_Role = Annotated[Role, described(_ROLES)]
_Receivers = Annotated[
    list[str] | None,
    described(
        "The ids of the receivers that an integrator may access, with the feed of events; null for all.",
        maxItems=RECEIVERS_MAX,
    ),
]
KINDS_ASKED = (LinkKind.INVITATION, LinkKind.RECOVERY, LinkKind.SIGN_IN)


class PersonInput(msgspec.Struct, forbid_unknown_fields=True):
    """The person to invite."""

    name: _Name
    role: _Role
    email: _Email = None
    receivers: _Receivers = None


class PersonPatch(msgspec.Struct, forbid_unknown_fields=True):
    """The fields to change; others stay as they are. Without people:write, people change only their own name."""

    name: _Name | UnsetType = UNSET
    role: _Role | UnsetType = UNSET
    email: _Email | UnsetType = UNSET
    receivers: _Receivers | UnsetType = UNSET


class LinkInput(msgspec.Struct, forbid_unknown_fields=True):
    """The kind of link to make."""

    kind: Annotated[
        LinkKind | UnsetType,
        described(
            "invitation: works 7 days, for someone who has not signed in yet. recovery: works 1 hour. sign_in: works "
            "10 minutes. The default is an invitation or, for someone who has signed in before, a recovery link.",
            enum=[str(kind) for kind in KINDS_ASKED],
        ),
    ] = UNSET


class OpenLink(msgspec.Struct):
    """A link that was made for a person and not used yet."""

    kind: LinkKind
    expires_at: Time


class PersonLink(OpenLink):
    """A new link, with its address."""

    url: Annotated[str, described("The link to open in a browser. It is returned only once.", format="uri")]


class Person(msgspec.Struct, kw_only=True):
    """A person who may sign in to the console."""

    id: str
    name: str
    email: str | None
    role: _Role
    receivers: _Receivers
    state: Annotated[str, described("invited: has not signed in yet; active; deactivated. More states may be added.")]
    created_at: Time
    created_by: Annotated[
        str, described("The id of the person or token that invited them; `store` for the first operator.")
    ]
    deactivated_at: Annotated[Time | None, described("When their access ended; null if they are active.")]
    last_seen_at: Annotated[Time | None, described("When they last used the console, to about a minute.")]
    devices: Annotated[int, described("In how many browsers they are signed in.")]
    passkeys: Annotated[int, described("How many passkeys they have.")]
    link: Annotated[OpenLink | None, described("The link that they can still use, if there is one.")]


class LinkMaker(msgspec.Struct):
    """Who made a link."""

    id: Annotated[str, described("The id of a person or token.")]
    name: Annotated[str | None, described("Their present name; null for a token that was revoked.")]


_THROUGH = (
    "If it was added in a session that a link of someone else opened: who made the link, then who made the link that "
    "opened the session in which that one was made, and so on. Empty otherwise, and for what version 0.9.0 added."
)


class Passkey(msgspec.Struct):
    """A passkey of a person."""

    id: str
    name: str
    created_at: Time
    last_used_at: Time | None
    works: Annotated[bool, described("False if its counter went back, so that it may have been copied.")]
    added_through: Annotated[list[LinkMaker], described(_THROUGH)]


class Account(msgspec.Struct):
    """An account at an OpenID Connect provider with which a person signs in."""

    id: str
    issuer: Annotated[str, described("The provider.")]
    subject: Annotated[str, described("The id of the account at the provider.")]
    linked_at: Time
    last_used_at: Time
    linked_by: Annotated[list[LinkMaker], described(_THROUGH)]


class SignInWays(msgspec.Struct):
    """How a person signs in, except by links."""

    passkeys: list[Passkey]
    accounts: list[Account]


class ShownPerson(Person, kw_only=True):
    """A person, with what they sign in with."""

    ways: SignInWays


class UnlinkedAccount(msgspec.Struct):
    """What unlinking an account ended."""

    ended: Annotated[int, described("How many sessions were ended: all that the person opened at a provider.")]
    was_last: Annotated[
        bool, described("True if the person has neither passkey nor account now, and needs a link for each sign-in.")
    ]


class InvitedPerson(Person, kw_only=True):
    """A new person, with the link that invites them."""

    invitation: PersonLink


class PersonPage(msgspec.Struct):
    """A page of people."""

    items: list[Person]
    next: Next
    prev: Prev


class Session(msgspec.Struct):
    """A browser in which a person is signed in."""

    id: str
    device: Annotated[str, described("The browser and its system, as far as they are known; may be empty.")]
    way: Annotated[SignInWay, described("How the person signed in. More ways may be added.")]
    remembered: Annotated[bool, described("Whether they chose to stay signed in on this device.")]
    opened_at: Time
    seen_at: Annotated[Time, described("When the session was last used, to about a minute.")]
    expires_at: Annotated[Time, described("When it ends, unless it is used before, if it is not remembered.")]


class SessionList(msgspec.Struct):
    """The open sessions of a person."""

    items: Annotated[list[Session], described("The most recently used first.")]


class EndedSessions(msgspec.Struct):
    """How many sessions were ended."""

    ended: int


LINK_EXAMPLE: dict[str, Any] = {
    "kind": "invitation",
    "expires_at": "2026-03-09T09:15:00.000Z",
    "url": "http://localhost:8000/sign-in?key=Jq3cXhN0vTt1l2yYq8uWk5mBz7sDfGhJkLpQwErTyUi",
}
EXAMPLE: dict[str, Any] = {
    "id": "per_01kjxsnhx04t8gcvq1mz7b5e3d",
    "name": "Web agency",
    "email": "agency@agency.example",
    "role": "integrator",
    "receivers": ["rcv_01k8z4q7m2abc"],
    "state": "invited",
    "created_at": "2026-03-02T09:15:00.000Z",
    "created_by": "per_01kjxsn5q2w8rxb0v3n7yd6m4e",
    "deactivated_at": None,
    "last_seen_at": None,
    "devices": 0,
    "passkeys": 0,
    "link": {"kind": "invitation", "expires_at": "2026-03-09T09:15:00.000Z"},
}
WAYS_EXAMPLE: dict[str, Any] = {
    "passkeys": [
        {
            "id": "psk_01kjxsnhx04t8gcvq1mz7b5e3d",
            "name": "Firefox on Linux",
            "created_at": "2026-03-02T09:15:00.000Z",
            "last_used_at": None,
            "works": True,
            "added_through": [{"id": "per_01kjxsn5q2w8rxb0v3n7yd6m4e", "name": "Store owner"}],
        }
    ],
    "accounts": [
        {
            "id": "2c26b46b68ffc68ff99b453c1d304134",
            "issuer": "https://login.agency.example/",
            "subject": "248289761001",
            "linked_at": "2026-03-02T09:15:00.000Z",
            "last_used_at": "2026-03-02T11:40:00.000Z",
            "linked_by": [],
        }
    ],
}
SESSION_EXAMPLE: dict[str, Any] = {
    "id": "9f86d081884c7d659a2feaa0c55ad015",
    "device": "Firefox on Linux",
    "way": "link",
    "remembered": True,
    "opened_at": "2026-03-02T09:15:00.000Z",
    "seen_at": "2026-03-02T11:40:00.000Z",
    "expires_at": "2026-04-01T09:15:00.000Z",
}

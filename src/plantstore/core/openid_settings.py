"""Settings of the sign-in by OpenID Connect."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from plantstore.core.setting import PREFIX, Network, SettingError, setting
from plantstore.domain.openid import ROLES, check_scopes
from plantstore.domain.secret import Secret

ISSUER_CHARS_MAX = 500
ROLE_VALUES_MAX = 100  # max values of the claim that are given a role
NAME_CHARS_MAX = 60
_ISSUER = re.compile(r"https?://[A-Za-z0-9._:\[\]-]+(/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?")
_PRINTED = re.compile(r"[ -~]{1,255}")  # RFC 6749 appendix A.1 and A.2: VSCHAR
_ISSUER_EXAMPLE = "https://login.shop.example/realms/shop"
_ROLES_EXAMPLE = "shop-staff=staff,shop-admins=operator"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenIdSettings:
    """Which provider people may sign in with, and which people and roles come from it. Part of `Settings`."""

    openid_issuer: str = setting("", "issuer of the OpenID Connect provider: https://HOST or https://HOST/PATH")
    openid_client_id: str = setting("", "client id of this store at the OpenID Connect provider")
    openid_client_secret: Secret | None = setting(
        None, "client secret of this store at the provider; better in a variable than on the command line"
    )
    openid_client_secret_file: Path | None = setting(
        None, "file that contains OPENID_CLIENT_SECRET, used instead of it"
    )
    openid_name: str = setting("your company account", "name of the provider on the sign-in button")
    openid_scopes: str = setting("openid profile email", "scopes to ask the provider for, separated by spaces")
    openid_people: str = setting(
        "invited", "who may sign in: invited people, or create: also people whose claim has a role, who are then added"
    )
    openid_role_claim: str = setting("groups", "claim from which OPENID_ROLES takes a person's role, if that is set")
    openid_roles: str = setting(
        "", "role of each value of the claim: VALUE=staff, VALUE=integrator or VALUE=operator, comma separated"
    )
    openid_allow_networks: tuple[Network, ...] = setting(
        (), "private networks that the provider may be in, as CIDR, comma separated"
    )

    @property
    def has_openid(self) -> bool:
        """True if people may sign in with an OpenID Connect provider."""
        return bool(self.openid_issuer)

    def openid_role_map(self) -> Mapping[str, str]:
        """Return the role of each value of the claim; empty if roles are not taken from the provider."""
        roles: dict[str, str] = {}
        for part in filter(None, map(str.strip, self.openid_roles.split(","))):
            value, separator, role = part.rpartition("=")
            if not separator or not value or role not in ROLES:
                raise SettingError(
                    f"{PREFIX}OPENID_ROLES: {part!r} is not VALUE=ROLE, with the role {', '.join(ROLES[:-1])} or "
                    f"{ROLES[-1]}, as in {_ROLES_EXAMPLE}. Write a comma in a value as %2C, and a percent sign as %25."
                )
            roles[unquote(value)] = role
        if len(roles) > ROLE_VALUES_MAX:
            raise SettingError(f"{PREFIX}OPENID_ROLES: use at most {ROLE_VALUES_MAX} values.")
        return roles

    def check_openid(self) -> None:
        """Raise SettingError if a setting of OpenID Connect is wrong or missing."""
        roles = self.openid_role_map()
        if self.openid_people not in ("invited", "create"):
            raise SettingError(f"{PREFIX}OPENID_PEOPLE: {self.openid_people!r} is not invited or create.")
        if self.openid_people == "create" and not roles:
            raise SettingError(f"{PREFIX}OPENID_PEOPLE: create needs {PREFIX}OPENID_ROLES, which decides who is added.")
        if not self.openid_name.isprintable() or not 0 < len(self.openid_name) <= NAME_CHARS_MAX:
            raise SettingError(f"{PREFIX}OPENID_NAME: use a name of at most {NAME_CHARS_MAX} characters.")
        if not self.openid_role_claim.isprintable() or not self.openid_role_claim:
            raise SettingError(f"{PREFIX}OPENID_ROLE_CLAIM: use the name of a claim, such as groups.")
        if not check_scopes(self.openid_scopes):
            raise SettingError(f"{PREFIX}OPENID_SCOPES: use openid and further scopes, as in: openid profile email")
        if not self.has_openid:
            return
        if not _ISSUER.fullmatch(self.openid_issuer) or len(self.openid_issuer) > ISSUER_CHARS_MAX:
            raise SettingError(f"{PREFIX}OPENID_ISSUER: use the provider's issuer, such as {_ISSUER_EXAMPLE}.")
        if not _PRINTED.fullmatch(self.openid_client_id):
            raise SettingError(f"{PREFIX}OPENID_CLIENT_ID: a provider needs the id that it gave this store.")
        if self.openid_client_secret is None and self.openid_client_secret_file is None:
            raise SettingError(
                f"{PREFIX}OPENID_CLIENT_SECRET: a provider needs a secret; set this, or OPENID_CLIENT_SECRET_FILE."
            )

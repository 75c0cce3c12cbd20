"""Settings of the standby that serves reads which may be late."""

from dataclasses import dataclass

from plantstore.core.openid_settings import OpenIdSettings
from plantstore.core.postgresql_url import is_postgresql, is_well_formed
from plantstore.core.setting import PREFIX, SettingError, setting


@dataclass(frozen=True, slots=True, kw_only=True)
class StandbySettings(OpenIdSettings):
    """From where, and how late, tokens that change nothing may read feeds, lists and exports. Part of `Settings`."""

    standby: str = setting(
        "",
        "standbys of a PostgreSQL server that serve feeds, lists and exports: postgresql://HOST/NAME; empty: none",
        shown=False,  # it may hold a password
    )
    standby_lag_s_max: float = setting(
        5.0, "longest time by which such a read may be late", least=0.1, most=300, unit="seconds"
    )

    def check_standby(self, database: str) -> None:
        """Raise SettingError if the address is malformed, or if the store is not on PostgreSQL.

        The message does not quote the address: it may have a password.
        """
        if not self.standby:
            return
        if not is_postgresql(self.standby) or not is_well_formed(self.standby):
            raise SettingError(f"{PREFIX}STANDBY: use an address such as postgresql://USER:PASSWORD@HOST:PORT/NAME.")
        if not is_postgresql(database):
            raise SettingError(f"{PREFIX}STANDBY needs {PREFIX}DATABASE=postgresql://…")

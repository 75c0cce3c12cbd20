"""Settings of continuous backups."""

import re
from dataclasses import dataclass
from pathlib import Path

from plantstore.core.setting import PREFIX, SettingError, setting
from plantstore.core.standby_settings import StandbySettings
from plantstore.domain.secret import Secret

_RECIPIENT = re.compile(r"age1[02-9ac-hj-np-z]{58}")  # Bech32 of 32 bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupSettings(StandbySettings):
    """Where a store on SQLite writes its continuous backup, and for which key. Part of `Settings`."""

    backup_to: str = setting(
        "",
        "continuous backup of a store on SQLite: a folder, or an S3-compatible bucket as https://HOST/BUCKET or "
        "https://HOST/BUCKET/PREFIX; empty means none",
    )
    backup_recipient: str = setting(
        "", "public key that encrypts the continuous backup: age1…, as `plantstore db backup-key` prints it"
    )
    backup_keep_days: int = setting(
        7, "days of which every second can be restored from the continuous backup", least=1, most=3_650, unit="days"
    )
    backup_addressing: str = setting(
        "path", "where BACKUP_TO names the bucket: path (https://HOST/BUCKET) or host (https://BUCKET.HOST)"
    )
    backup_region: str = setting("us-east-1", "region of the bucket for the continuous backup")
    backup_key_id: str = setting("", "access key id of the bucket for the continuous backup")
    backup_secret: Secret | None = setting(
        None,
        "secret access key of the bucket for the continuous backup; better in a variable than on the command line",
    )
    backup_secret_file: Path | None = setting(None, "file that contains BACKUP_SECRET, used instead of it")

    @property
    def is_backed_up_to_bucket(self) -> bool:
        """True if the continuous backup is written to a bucket, not to a folder."""
        return self.backup_to.startswith(("https://", "http://"))

    def check_backup(self, *, is_postgresql: bool) -> None:
        """Raise SettingError if the settings of the continuous backup do not fit together."""
        if not self.backup_to:
            return
        if is_postgresql:
            raise SettingError(
                f"{PREFIX}BACKUP_TO is for a store on SQLite. Archive PostgreSQL's log with its own tools, such as "
                "pg_basebackup and archive_command."
            )
        if not self.is_backed_up_to_bucket and not self.backup_to.startswith("/"):
            raise SettingError(
                f"{PREFIX}BACKUP_TO: name a folder by its whole path, such as /srv/backups/continuous, or a bucket by "
                "its address, such as https://s3.example.com/backups/shop-1."
            )
        if not _RECIPIENT.fullmatch(self.backup_recipient):
            raise SettingError(
                f"{PREFIX}BACKUP_RECIPIENT: the continuous backup needs a public key, age1…; make a key with "
                "`plantstore db backup-key FILE`."
            )

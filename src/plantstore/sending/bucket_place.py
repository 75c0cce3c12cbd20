"""Where the bucket of the settings is: server, path, prefix and key."""

from dataclasses import dataclass
from pathlib import Path

from plantstore.core.service_settings import secret_of
from plantstore.core.settings import PREFIX, SettingError, Settings
from plantstore.domain.errors import Invalid
from plantstore.domain.secret import Secret
from plantstore.sending.signature_v4 import BucketKey
from plantstore.sending.urls import ReceiverUrl, parse_url


@dataclass(frozen=True, slots=True, kw_only=True)
class BucketPlace:
    """Where files are kept. `root` is the bucket's path on its server, empty if its name is part of the host.

    `prefix` begins every name: empty, or ending in a slash.
    """

    server: ReceiverUrl
    root: str
    prefix: str
    key: BucketKey
    setting: str = "PHOTOS_BUCKET"  # names the bucket; those of its key begin with the same word

    @property
    def settings(self) -> str:
        """Return what the names of all its settings begin with."""
        return f"{PREFIX}{self.setting.partition('_')[0]}"

    @property
    def shown(self) -> str:
        return f"{self.server.scheme}://{self.server.host_header}{self.root}/{self.prefix}".rstrip("/")


def place_of(settings: Settings) -> BucketPlace | None:
    """Return the bucket of photos; None if the settings name none. Raise SettingError if it cannot be read."""
    if not settings.photos_bucket:
        return None
    secret = _secret(settings.photos_secret, settings.photos_secret_file, "PHOTOS")
    key = BucketKey(key_id=settings.photos_key_id, secret=secret, region=settings.photos_region)
    return _place(settings.photos_bucket, settings.photos_addressing, key, setting="PHOTOS_BUCKET")


def backup_place_of(settings: Settings) -> BucketPlace:
    """Return the bucket of the continuous backup. Raise SettingError if it cannot be read."""
    secret = _secret(settings.backup_secret, settings.backup_secret_file, "BACKUP")
    key = BucketKey(key_id=settings.backup_key_id, secret=secret, region=settings.backup_region)
    return _place(settings.backup_to, settings.backup_addressing, key, setting="BACKUP_TO")


def _place(address: str, addressing: str, key: BucketKey, *, setting: str) -> BucketPlace:
    try:
        server = parse_url(address.rstrip("/") + "/")
    except Invalid as error:
        raise SettingError(f"{PREFIX}{setting}: {error.fields[0].detail}") from error
    parts = [part for part in server.path.split("/") if part]
    is_in_path = addressing == "path"
    if is_in_path and not parts:
        raise SettingError(f"{PREFIX}{setting}: name the bucket after the host, as in https://s3.example.com/plants.")
    root = f"/{parts.pop(0)}" if is_in_path else ""
    prefix = "".join(f"{part}/" for part in parts)
    return BucketPlace(server=server, root=root, prefix=prefix, key=key, setting=setting)


def _secret(given: Secret | None, file: Path | None, name: str) -> Secret:
    """Return the secret of the settings, or of the file that they name."""
    try:
        secret = secret_of(given, file, name=f"{name}_SECRET_FILE")
    except ValueError as error:
        raise SettingError(f"{PREFIX}{error}") from error
    assert secret is not None, "the settings require one of the two"
    return secret

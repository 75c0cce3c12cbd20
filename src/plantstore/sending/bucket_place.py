"""Where the bucket of the settings is: server, path, prefix and key."""

from dataclasses import dataclass

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

    @property
    def shown(self) -> str:
        return f"{self.server.scheme}://{self.server.host_header}{self.root}/{self.prefix}".rstrip("/")


def place_of(settings: Settings) -> BucketPlace | None:
    """Return the bucket of the settings; None if they name none. Raise SettingError if it cannot be read."""
    if not settings.photos_bucket:
        return None
    try:
        server = parse_url(settings.photos_bucket.rstrip("/") + "/")
    except Invalid as error:
        raise SettingError(f"{PREFIX}PHOTOS_BUCKET: {error.fields[0].detail}") from error
    parts = [part for part in server.path.split("/") if part]
    is_in_path = settings.photos_addressing == "path"
    if is_in_path and not parts:
        raise SettingError(
            f"{PREFIX}PHOTOS_BUCKET: name the bucket after the host, as in https://s3.example.com/plants."
        )
    root = f"/{parts.pop(0)}" if is_in_path else ""
    key = BucketKey(key_id=settings.photos_key_id, secret=_secret(settings), region=settings.photos_region)
    return BucketPlace(server=server, root=root, prefix="".join(f"{part}/" for part in parts), key=key)


def _secret(settings: Settings) -> Secret:
    """Return the secret of the settings, or of the file that they name."""
    try:
        secret = secret_of(settings.photos_secret, settings.photos_secret_file, name="PHOTOS_SECRET_FILE")
    except ValueError as error:
        raise SettingError(f"{PREFIX}{error}") from error
    assert secret is not None, "the settings require one of the two"
    return secret

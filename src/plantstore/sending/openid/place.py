"""Where the OpenID Connect provider of the settings is, how we prove who we are, and which addresses may be called."""

from dataclasses import dataclass

from plantstore.core.service_settings import is_loopback, secret_of
from plantstore.core.settings import PREFIX, SettingError, Settings
from plantstore.domain.errors import Invalid
from plantstore.domain.secret import Secret
from plantstore.sending.urls import ReceiverUrl, parse_url

ALLOW_SETTING = f"{PREFIX}OPENID_ALLOW_NETWORKS"
DISCOVERY_PATH = "/.well-known/openid-configuration"  # OpenID Connect Discovery 1.0 §4


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderPlace:
    """The provider of the settings. `issuer` is as the operator wrote it: tokens must contain exactly this text."""

    issuer: str
    discovery_url: ReceiverUrl
    client_id: str
    client_secret: Secret


def provider_of(settings: Settings) -> ProviderPlace | None:
    """Return the provider of the settings; None if they name none. Raise SettingError if they are wrong."""
    if not settings.has_openid:
        return None
    try:
        discovery_url = provider_url(settings.openid_issuer.removesuffix("/") + DISCOVERY_PATH)
    except ValueError as error:
        raise SettingError(f"{PREFIX}OPENID_ISSUER: {error}") from error
    return ProviderPlace(
        issuer=settings.openid_issuer,
        discovery_url=discovery_url,
        client_id=settings.openid_client_id,
        client_secret=_secret(settings),
    )


def provider_url(text: str) -> ReceiverUrl:
    """Parse an address of the provider. Raise ValueError unless it uses https, or is on this machine."""
    try:
        url = parse_url(text)
    except Invalid as error:
        raise ValueError(error.fields[0].detail) from error
    if not url.tls and not is_loopback(url.host):
        raise ValueError("Use https: without it, others could sign in as anyone.")
    return url


def _secret(settings: Settings) -> Secret:
    """Return the client secret of the settings, or of the file that they name."""
    try:
        name = "OPENID_CLIENT_SECRET_FILE"
        secret = secret_of(settings.openid_client_secret, settings.openid_client_secret_file, name=name)
    except ValueError as error:
        raise SettingError(f"{PREFIX}{error}") from error
    assert secret is not None, "the settings require one of the two"
    return secret

"""`plantstore check` asks the OpenID Connect provider, and a store without one never imports the library for it."""

import subprocess
import sys
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from plantstore.app.startup_checks import inspect_store
from plantstore.core.settings import SettingError, Settings
from plantstore.domain.secret import Secret
from tests.openid.scripted_provider import CLIENT_ID, CLIENT_SECRET, ScriptedProvider, scripted_provider


@pytest.fixture
def provider() -> Iterator[ScriptedProvider]:
    with scripted_provider() as provider:
        yield provider


def settings_for(folder: Path, issuer: str, **more: Any) -> Settings:
    whole: dict[str, Any] = {
        "data": folder,
        "openid_issuer": issuer,
        "openid_client_id": CLIENT_ID,
        "openid_client_secret": Secret(CLIENT_SECRET),
        "openid_allow_networks": (ip_network("127.0.0.0/8"),),
    }
    return Settings(**whole | more)


def line(settings: Settings) -> str:
    return next(one for one in inspect_store(settings) if one.startswith("openid"))


def test_the_check_says_whether_the_provider_answers(tmp_path: Path, provider: ScriptedProvider) -> None:
    settings = settings_for(tmp_path, provider.url)

    assert line(settings) == (
        f"openid     OK; {provider.url} answers; it must know the redirect address "
        "http://localhost:8000/sign-in/openid/callback"
    )
    assert sorted(provider.paths()) == ["/.well-known/openid-configuration", "/keys"]


def test_the_check_says_what_to_correct(tmp_path: Path, provider: ScriptedProvider) -> None:
    assert "Tokens must come from exactly" in line(settings_for(tmp_path, provider.url + "/"))
    assert "PLANTSTORE_OPENID_ALLOW_NETWORKS=" in line(settings_for(tmp_path, provider.url, openid_allow_networks=()))
    provider.keys = []
    assert "It has no key for RS256" in line(settings_for(tmp_path, provider.url))
    provider.metadata = {"jwks_uri": provider.url + "/nothing"}
    assert "status 404" in line(settings_for(tmp_path, provider.url))


def test_the_secret_may_be_in_a_file(tmp_path: Path, provider: ScriptedProvider) -> None:
    file = tmp_path / "secret"
    settings = settings_for(tmp_path, provider.url, openid_client_secret=None, openid_client_secret_file=file)

    with pytest.raises(SettingError, match=r"OPENID_CLIENT_SECRET_FILE cannot be read: No such file"):
        line(settings)
    file.write_text("\n")
    with pytest.raises(SettingError, match="is empty"):
        line(settings)
    file.write_text("secret\n")
    assert "OK" in line(settings)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"openid_issuer": "login.example"}, "OPENID_ISSUER"),
        ({"openid_issuer": "https://login.example/?a=b"}, "OPENID_ISSUER"),
        ({"openid_client_id": ""}, "OPENID_CLIENT_ID"),
        ({"openid_client_secret": None}, "OPENID_CLIENT_SECRET"),
        ({"openid_roles": "shop=owner"}, "OPENID_ROLES"),
        ({"openid_roles": "shop"}, "OPENID_ROLES"),
        ({"openid_roles": ",".join(f"{n}=staff" for n in range(101))}, "at most 100"),
        ({"openid_people": "anyone"}, "OPENID_PEOPLE"),
        ({"openid_people": "create"}, "needs PLANTSTORE_OPENID_ROLES"),
        ({"openid_scopes": "profile"}, "OPENID_SCOPES"),
        ({"openid_name": "a\nb"}, "OPENID_NAME"),
        ({"openid_role_claim": ""}, "OPENID_ROLE_CLAIM"),
    ],
)
def test_wrong_settings_are_refused(tmp_path: Path, more: dict[str, Any], reason: str) -> None:
    with pytest.raises(SettingError, match=reason):
        settings_for(tmp_path, "https://login.example", **more)


def test_an_issuer_without_https_is_refused_unless_it_is_here(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="OPENID_ISSUER: Use https"):
        line(settings_for(tmp_path, "http://login.example"))


def test_values_with_commas_and_equal_signs_can_have_roles(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, "https://login.example", openid_roles="cn=a%2Cdc=shop=staff, boss=operator,")

    assert settings.openid_role_map() == {"cn=a,dc=shop": "staff", "boss": "operator"}


def test_a_store_without_a_provider_never_imports_joserfc() -> None:
    words = "import sys, plantstore.app.store; print('joserfc' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, timeout=60)

    assert result.stdout == "False\n"

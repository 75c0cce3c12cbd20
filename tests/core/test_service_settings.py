"""The settings of the mail server."""

from pathlib import Path
from typing import Any

import pytest

from plantstore.core.service_settings import MailServer, mail_server, secret_of
from plantstore.core.settings import SettingError, Settings
from plantstore.domain.secret import Secret

FROM = {"mail_from": "Plant Store <store@shop.example>"}
PASSWORD = {"mail_password": Secret("canary")}
PROXY_PASSWORD = {"delivery_proxy_password": Secret("canary")}


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("smtp+starttls://store@mail.example", ("smtp+starttls", "mail.example", 587, "store")),
        ("smtps://store%40shop.example@Mail.Example:465/", ("smtps", "mail.example", 465, "store@shop.example")),
        ("smtps://a@b.example@mail.example:1025", ("smtps", "mail.example", 1025, "a@b.example")),
        ("smtp://127.0.0.1", ("smtp", "127.0.0.1", 25, "")),
        ("smtp://[::1]:2525", ("smtp", "::1", 2525, "")),
        ("smtp://localhost:25", ("smtp", "localhost", 25, "")),
    ],
)
def test_a_mail_server_is_read(text: str, server: tuple[str, str, int, str]) -> None:
    scheme, host, port, user = server

    assert mail_server(text) == MailServer(scheme=scheme, host=host, port=port, user=user)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"mail_server": "mail.example", **FROM}, "MAIL_SERVER: use smtp"),
        ({"mail_server": "smtp://mail.example:587", **FROM}, "only a server on this machine"),
        ({"mail_server": "smtp://10.0.0.5", **FROM}, "only a server on this machine"),
        ({"mail_server": "smtps://store:canary@mail.example", **FROM, **PASSWORD}, "leave out the password"),
        ({"mail_server": "smtps://mail.example:70000", **FROM}, "MAIL_SERVER: use smtp"),
        ({"mail_server": "smtps://mail.example?x=y", **FROM}, "MAIL_SERVER: use smtp"),
        ({"mail_server": "smtps://a%0D%0Ab@mail.example", **FROM, **PASSWORD}, "not printable ASCII"),
        ({"mail_server": "smtps://store@mail.example", **FROM}, "MAIL_PASSWORD: the user"),
        ({"mail_server": "smtps://mail.example", **FROM, **PASSWORD}, "name the user"),
        ({"mail_server": "smtps://mail.example"}, "MAIL_FROM: use an address"),
        ({"mail_server": "smtps://mail.example", "mail_from": "x <y>\r\nBcc: z"}, "MAIL_FROM: use an address"),
    ],
)
def test_a_wrong_mail_server_is_refused_with_advice(values: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingError) as caught:
        Settings(**values)

    assert words in str(caught.value)
    assert str(caught.value).startswith("PLANTSTORE_MAIL_") and "canary" not in str(caught.value)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"delivery_proxy": "proxy.example:3128"}, "DELIVERY_PROXY: use http://HOST:PORT"),
        ({"delivery_proxy": "http://proxy.example"}, "DELIVERY_PROXY: use http://HOST:PORT"),
        ({"delivery_proxy": "https://proxy.example:3128"}, "DELIVERY_PROXY: use http://HOST:PORT"),
        ({"delivery_proxy": "http://proxy.example:70000"}, "DELIVERY_PROXY: use http://HOST:PORT"),
        ({"delivery_proxy": "http://proxy.example:3128/path"}, "DELIVERY_PROXY: use http://HOST:PORT"),
        ({"delivery_proxy": "http://store:canary@proxy.example:3128", **PROXY_PASSWORD}, "leave out the password"),
        ({"delivery_proxy": "http://a%0D%0Ab@proxy.example:3128", **PROXY_PASSWORD}, "not printable ASCII"),
        ({"delivery_proxy": "http://a%3Ab@proxy.example:3128", **PROXY_PASSWORD}, "has a colon"),
        ({"delivery_proxy": "http://store@proxy.example:3128"}, "DELIVERY_PROXY_PASSWORD: the user"),
        ({"delivery_proxy": "http://proxy.example:3128", **PROXY_PASSWORD}, "name the user"),
    ],
)
def test_a_wrong_proxy_is_refused_with_advice(values: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingError) as caught:
        Settings(**values)

    assert words in str(caught.value)
    assert str(caught.value).startswith("PLANTSTORE_DELIVERY_PROXY") and "canary" not in str(caught.value)


def test_a_secret_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("canary\n")

    assert secret_of(None, file, name="MAIL_PASSWORD_FILE") == Secret("canary")
    assert secret_of(Secret("other"), file, name="MAIL_PASSWORD_FILE") == Secret("other")
    file.write_text("\n")
    for path, words in ((file, "is empty"), (tmp_path / "none", "cannot be read")):
        with pytest.raises(ValueError, match=words):
            secret_of(None, path, name="MAIL_PASSWORD_FILE")

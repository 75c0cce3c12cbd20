"""`plantstore check` tries the mail server."""

from pathlib import Path

import pytest

from plantstore.app.startup_checks import inspect_store
from plantstore.core.settings import Settings
from tests.sending.mail_server import mail_server

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:aiosmtpd")


def test_the_check_connects_to_the_mail_server_and_sends_nothing(tmp_path: Path) -> None:
    with mail_server() as server:
        url = f"smtp://127.0.0.1:{server.port}"
        settings = Settings(data=tmp_path, mail_server=url, mail_from="store@shop.example")
        assert "mail       OK; 127.0.0.1 can be used." in list(inspect_store(settings))
        assert server.received == []

    found = next(line for line in inspect_store(settings) if line.startswith("mail"))
    assert found.startswith(f"mail       No connection with {url}: ")

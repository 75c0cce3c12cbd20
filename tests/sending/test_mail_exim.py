"""E-mail on Exim, a server that others wrote: STARTTLS, TLS from the start, AUTH, 4yz and 5yz, and what it stores.

Exim 4 serves with a configuration of its own only for root, who starts it as Debian's user for it. The test is skipped
where it is not installed (`sudo apt install exim4-daemon-light`).
"""

import os
import pwd
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import trustme

from plantstore.core.service_settings import MailServer
from plantstore.domain.alerts.message import AnswerResult
from plantstore.domain.secret import Secret
from plantstore.operations.alerts.channels.email import render
from plantstore.sending.mail import Mailer
from plantstore.sending.tls import make_tls_context
from tests.crash.program import free_port
from tests.operations.alerts.messages import a_message

USER = "Debian-exim"
CONFIGURATION = """\
keep_environment =
spool_directory = {folder}/spool
log_file_path = {folder}/log/%slog
pid_file_path = {folder}/pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = {starttls} : {tls}
tls_on_connect_ports = {tls}
tls_advertise_hosts = *
tls_certificate = {folder}/certificate.pem
tls_privatekey = {folder}/key.pem
auth_advertise_hosts = ${{if eq{{$tls_in_cipher}}{{}}{{}}{{*}}}}
queue_only = true
acl_smtp_rcpt = check_rcpt
begin acl
check_rcpt:
  require message = sign in first
          authenticated = *
  deny message = no such user here
       local_parts = gone
  defer message = greylisted
       local_parts = later
  accept
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = ${{if and{{{{eq{{$auth2}}{{store@shop.example}}}}{{eq{{$auth3}}{{canary}}}}}}}}
  server_set_id = $auth2
"""


@dataclass
class Exim:
    ports: dict[str, int]
    folder: Path
    trusting: ssl.SSLContext

    def stored(self) -> list[bytes]:
        return [path.read_bytes() for path in sorted(self.folder.glob("spool/input/*-[DH]"))]


def _program() -> str | None:
    try:
        pwd.getpwnam(USER)
    except KeyError:
        return None
    found = shutil.which("exim4", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    return found if os.geteuid() == 0 else None


@pytest.fixture(scope="module")
def exim() -> Iterator[Exim]:
    program = _program()
    if program is None:
        pytest.skip("Exim 4 is not installed, or this is not root")
    authority = trustme.CA()
    with tempfile.TemporaryDirectory(dir="/tmp") as name:  # other users can get there, unlike into pytest's folder
        folder, ports = Path(name), {"smtp+starttls": free_port(), "smtps": free_port()}
        leaf = authority.issue_cert("localhost")
        (folder / "certificate.pem").write_bytes(b"".join(blob.bytes() for blob in leaf.cert_chain_pems))
        leaf.private_key_pem.write_to_path(folder / "key.pem")
        authority.cert_pem.write_to_path(folder / "authority.pem")
        text = CONFIGURATION.format(folder=folder, starttls=ports["smtp+starttls"], tls=ports["smtps"])
        (folder / "exim.conf").write_text(text)
        for path in (folder / "spool", folder / "log"):
            path.mkdir()
        for path in (folder, *folder.iterdir()):
            shutil.chown(path, USER, USER)
        command = [program, "-C", str(folder / "exim.conf"), "-bdf"]
        running = subprocess.Popen(command, user=USER, group=USER, extra_groups=[], stderr=subprocess.DEVNULL)
        try:
            _await(ports["smtps"])
            yield Exim(ports, folder, make_tls_context(folder / "authority.pem", http=False))
        finally:
            running.terminate()
            running.wait(10)


def _await(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail("Exim did not start")


@pytest.mark.parametrize("scheme", ["smtp+starttls", "smtps"])
async def test_exim_accepts_our_email_and_its_refusals_are_understood(scheme: str, exim: Exim) -> None:
    server = MailServer(scheme=scheme, host="localhost", port=exim.ports[scheme], user="store@shop.example")
    results: dict[str, AnswerResult] = {}
    before = len(exim.stored())
    for password in ("canary", "wrong"):
        mailer = Mailer(server, sender="store@shop.example", password=Secret(password), tls=exim.trusting)
        for recipient in ("owner@shop.example", "later@shop.example", "gone@shop.example"):
            mail = render(
                a_message(title="Café 🌱"), sender="store@shop.example", recipients=(recipient,), site="a.example"
            )
            answer = await mailer.send(mail, (recipient,))
            results[f"{password} {recipient.partition('@')[0]}"] = answer.result
            assert "canary" not in answer.words
        mailer.close()

    assert results == {
        "canary owner": AnswerResult.ACCEPTED,
        "canary later": AnswerResult.RETRY,
        "canary gone": AnswerResult.REFUSED,
        **{f"wrong {one}": AnswerResult.REFUSED for one in ("owner", "later", "gone")},
    }
    stored = b"".join(exim.stored())
    assert len(exim.stored()) == before + 2
    assert b"Auto-Submitted: auto-generated" in stored and b"347 deliveries are queued" in stored


async def test_exim_with_a_certificate_of_an_unknown_authority_gets_nothing(exim: Exim) -> None:
    before = len(exim.stored())
    for scheme, port in exim.ports.items():
        server = MailServer(scheme=scheme, host="localhost", port=port, user="store@shop.example")
        tls = make_tls_context(http=False)
        mailer = Mailer(server, sender="store@shop.example", password=Secret("canary"), tls=tls)
        mail = render(a_message(), sender="store@shop.example", recipients=("owner@shop.example",), site="a.example")
        answer = await mailer.send(mail, ("owner@shop.example",))
        mailer.close()

        assert (answer.result, "certificate of localhost" in answer.words) == (AnswerResult.RETRY, True)
    assert len(exim.stored()) == before

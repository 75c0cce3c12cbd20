"""Mutual TLS: which certificates and keys are accepted, and what a real nginx says of them."""

import asyncio
import hashlib
import os
import socket
import ssl
import subprocess
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest
import trustme
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from plantstore.core.clock import SystemClock
from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.errors import Invalid
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.certificates import (
    CLIENT_CERTIFICATES_MAX,
    CLIENT_CHAIN_CHARS_MAX,
    CLIENT_KEY_CHARS_MAX,
    ClientCertificate,
    ReceiverTls,
)
from plantstore.domain.receivers.receiver import Credentials
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import AccessToken, Secret
from plantstore.sending import tls
from plantstore.sending.certificates import RSA_BITS_MAX, read_authorities, read_client
from plantstore.sending.request import RequestTemplate
from tests.crash.program import free_port
from tests.sending.conftest import Run
from tests.sending.scripted_receiver import (
    ACCESS_TOKEN,
    BODY,
    NO_CONTENT,
    SIGNING_KEY,
    Peer,
    a_template,
    attempt,
    receiver,
    sending,
)
from tests.sending.tls_servers import HOST, LONG_AGO, serving
from tests.web.http.proxies import MISSING, find, is_required, listens

NOW = SystemClock().now()
CLIENT = "store.plants.test"
RECEIVER_ID = ReceiverId(7)  # of the templates
_NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/errors;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {folder}/server.pem; ssl_certificate_key {folder}/server.pem;
        ssl_client_certificate {folder}/clients.pem; ssl_verify_client on;
        location / {{ add_header X-Client $ssl_client_s_dn always; return 204; }}
    }}
}}
"""


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def pem_of(leaf: trustme.LeafCert) -> tuple[str, str]:
    """Return the chain and the key of a certificate."""
    return "".join(one.bytes().decode() for one in leaf.cert_chain_pems), leaf.private_key_pem.bytes().decode()


def client_of(leaf: trustme.LeafCert) -> ClientCertificate:
    return read_client(*pem_of(leaf), now=NOW)


def unchecked(leaf: trustme.LeafCert) -> ClientCertificate:
    """Return a certificate that is refused today, as one that was accepted while it was valid."""
    return read_client(*pem_of(leaf), now=type(NOW)(1))


def presenting(port: int, authority: trustme.CA, client: ClientCertificate | None) -> RequestTemplate:
    authorities = read_authorities(authority.cert_pem.bytes().decode(), now=NOW)
    credentials = Credentials(
        access_token=AccessToken(ACCESS_TOKEN),
        secrets=(make_secret(SIGNING_KEY),),
        tls=ReceiverTls(authorities=authorities, client=client),
    )
    return a_template(port, scheme="https", host=HOST, credentials=credentials)


def problem(chain: str, key: str) -> tuple[str, str, str]:
    with pytest.raises(Invalid) as refused:
        read_client(chain, key, now=NOW)
    (found,) = refused.value.fields
    return found.pointer.removeprefix("/client_certificate/"), found.code, found.detail


def test_a_chain_and_its_key_are_read(authority: trustme.CA) -> None:
    between = authority.create_child_ca()
    chain, key = pem_of(between.issue_cert(CLIENT))

    client = read_client(chain, key, now=NOW)

    assert len(client.chain) == 2
    assert client.chain[0].issuer == client.chain[1].subject
    assert "PRIVATE KEY" not in repr(client) and "PRIVATE" in client.key.reveal()


def test_what_is_no_client_certificate_is_refused(authority: trustme.CA) -> None:
    chain, key = pem_of(authority.issue_cert(CLIENT))
    other_chain, other_key = pem_of(authority.issue_cert(CLIENT))
    old = authority.issue_cert(CLIENT, not_before=LONG_AGO, not_after=LONG_AGO.replace(year=2021))

    assert problem(chain, other_key)[:2] == ("key", "key_mismatch")
    assert problem(chain + key, key)[:2] == ("chain", "private_key")
    assert problem(chain, chain)[:2] == problem(chain, "")[:2] == ("key", "pem")
    assert problem(*pem_of(old))[:2] == ("chain", "expired")
    assert problem(other_chain[:-40], other_key)[:2] == ("chain", "pem")


@pytest.mark.parametrize("shape", [serialization.PrivateFormat.PKCS8, serialization.PrivateFormat.TraditionalOpenSSL])
def test_an_encrypted_key_is_refused_and_no_password_is_asked_for(
    authority: trustme.CA, shape: serialization.PrivateFormat
) -> None:
    leaf = authority.issue_cert(CLIENT)
    chain, key = pem_of(leaf)
    plain = serialization.load_pem_private_key(key.encode(), None)
    locked = plain.private_bytes(
        serialization.Encoding.PEM, shape, serialization.BestAvailableEncryption(b"secret")
    ).decode()

    assert problem(chain, locked)[:2] == ("key", "encrypted")
    client = ClientCertificate(chain=client_of(leaf).chain, key=Secret(locked))
    with pytest.raises(ssl.SSLError, match="encrypted"):
        tls.present(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), client)


def test_a_client_certificate_has_limits(authority: trustme.CA) -> None:
    chain, key = pem_of(authority.issue_cert(CLIENT))
    large = rsa.generate_private_key(65_537, RSA_BITS_MAX + 512)
    encoding = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    large_key = large.private_bytes(serialization.Encoding.PEM, *encoding).decode()

    assert read_client(chain * CLIENT_CERTIFICATES_MAX, key, now=NOW)
    assert problem(chain * (CLIENT_CERTIFICATES_MAX + 1), key)[:2] == ("chain", "count")
    assert read_client(chain.ljust(CLIENT_CHAIN_CHARS_MAX), key.ljust(CLIENT_KEY_CHARS_MAX), now=NOW)
    assert problem(chain.ljust(CLIENT_CHAIN_CHARS_MAX + 1), key)[:2] == ("chain", "length")
    assert problem(chain, key.ljust(CLIENT_KEY_CHARS_MAX + 1))[:2] == ("key", "length")
    assert problem(chain, large_key)[:2] == ("key", "key_size")


@pytest.mark.parametrize("in_memory", [True, False])
def test_a_key_is_loaded_without_a_trace(
    authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_memory: bool
) -> None:
    if not in_memory:
        monkeypatch.delattr(os, "memfd_create", raising=False)
    elif not hasattr(os, "memfd_create"):
        pytest.skip("files in memory exist on Linux only")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = os.listdir("/dev/fd")

    tls.present(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), client_of(authority.issue_cert(CLIENT)))

    assert os.listdir("/dev/fd") == before
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_each_answer_of_a_server_about_our_certificate_has_its_words(
    authority: trustme.CA, run: Run, version: ssl.TLSVersion
) -> None:
    context = serving(authority.issue_cert(HOST))
    context.verify_mode = ssl.CERT_REQUIRED
    context.maximum_version = version
    authority.configure_trust(context)

    async def outcome(port: int, client: ClientCertificate | None) -> tuple[OutcomeKind, str]:
        async with sending() as sender:
            found = await attempt(sender, presenting(port, authority, client))
        return found.kind, found.detail

    async def main() -> None:
        old = authority.issue_cert(CLIENT, not_before=LONG_AGO, not_after=LONG_AGO.replace(year=2021))
        with strict_server(context) as port:
            accepted, _ = await outcome(port, client_of(authority.issue_cert(CLIENT)))
            stranger, of_stranger = await outcome(port, client_of(trustme.CA().issue_cert(CLIENT)))
            expired, of_expired = await outcome(port, unchecked(old))
            missing, of_missing = await outcome(port, None)

        assert accepted is OutcomeKind.ACCEPTED
        assert stranger is expired is OutcomeKind.TLS_CLIENT_CERTIFICATE
        assert "it does not trust its issuer" in of_stranger
        assert "it has expired" in of_expired
        if version is ssl.TLSVersion.TLSv1_3:  # TLS 1.2 has no alert of its own for this
            assert missing is OutcomeKind.TLS_CLIENT_CERTIFICATE
            assert "demands a client certificate" in of_missing

    run(main())


def test_a_renewed_certificate_is_presented_on_a_new_connection(authority: trustme.CA, run: Run) -> None:
    seen: list[str] = []

    async def script(peer: Peer) -> None:
        certificate = peer.writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        while await peer.request():
            seen.append(hashlib.sha256(certificate).hexdigest())
            await peer.say(NO_CONTENT)

    async def main() -> None:
        context = serving(authority.issue_cert(HOST))
        context.verify_mode = ssl.CERT_REQUIRED
        authority.configure_trust(context)
        old, new = (client_of(authority.issue_cert(CLIENT)) for _ in range(2))
        async with receiver(script, tls=context) as standing, sending() as sender:
            for client in (old, old, new):
                assert (await attempt(sender, presenting(standing.port, authority, client))).accepted
            sender.retire_connections(RECEIVER_ID)
            assert (await attempt(sender, presenting(standing.port, authority, new))).accepted

        assert seen == [one.chain[0].sha256 for one in (old, old, new, new)]
        assert standing.connections == 3

    run(main())


def test_a_client_certificate_alone_leaves_the_authorities_of_the_store(
    authority: trustme.CA, run: Run, tmp_path: Path
) -> None:
    authority.cert_pem.write_to_path(tmp_path / "bundle.pem")
    credentials = Credentials(
        access_token=AccessToken(ACCESS_TOKEN),
        secrets=(make_secret(SIGNING_KEY),),
        tls=ReceiverTls(client=client_of(trustme.CA().issue_cert(CLIENT))),
    )

    async def main() -> None:
        async with receiver(NO_CONTENT, tls=serving(authority.issue_cert(HOST))) as standing:
            template = a_template(standing.port, scheme="https", host=HOST, credentials=credentials)
            async with sending(ca_bundle=tmp_path / "bundle.pem") as sender:
                assert (await attempt(sender, template)).accepted
            async with sending() as sender:
                assert (await attempt(sender, template)).kind is OutcomeKind.TLS_CERTIFICATE

    run(main())


@contextmanager
def strict_server(context: ssl.SSLContext) -> Iterator[int]:
    """A TLS server in a thread, which sends its alert before it closes; yield its port."""

    def serve() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                with connection, suppress(OSError):
                    answer(connection)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(65_536):  # closing with unread data would reset the connection
                        pass

    def answer(connection: socket.socket) -> None:
        try:
            with context.wrap_socket(connection.dup(), server_side=True, suppress_ragged_eofs=True) as peer:
                while not peer.recv(65_536).endswith(BODY):
                    pass
                peer.sendall(NO_CONTENT)
        except ssl.SSLError:
            pass

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(5)


@pytest.mark.skipif(find("nginx") is None and not is_required(), reason=MISSING)
def test_nginx_accepts_a_certificate_and_names_each_problem(authority: trustme.CA, run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        async with nginx(tmp_path, authority) as port, sending() as sender:

            async def outcome(client: ClientCertificate | None) -> tuple[OutcomeKind, int | None, str]:
                found = await attempt(sender, presenting(port, authority, client))
                return found.kind, found.status, found.detail

            old = authority.issue_cert(CLIENT, not_before=LONG_AGO, not_after=LONG_AGO.replace(year=2021))
            refused = (OutcomeKind.REFUSED, 400)
            not_accepted = "The receiver answered 400: it did not accept our client certificate."

            assert await outcome(client_of(authority.issue_cert(CLIENT))) == (OutcomeKind.ACCEPTED, 204, "")
            assert await outcome(client_of(trustme.CA().issue_cert(CLIENT))) == (*refused, not_accepted)
            assert await outcome(unchecked(old)) == (*refused, not_accepted)
            assert await outcome(None) == (*refused, "The receiver answered 400: it demands a client certificate.")
            assert await outcome(client_of(authority.issue_cert(CLIENT))) == (OutcomeKind.ACCEPTED, 204, "")

    run(main())


@asynccontextmanager
async def nginx(folder: Path, authority: trustme.CA) -> AsyncIterator[int]:
    """Run an nginx that demands a client certificate of the authority; yield its port."""
    program, port = find("nginx"), free_port()
    assert program is not None, MISSING
    (folder / "server.pem").write_bytes(authority.issue_cert(HOST).private_key_and_cert_chain_pem.bytes())
    authority.cert_pem.write_to_path(folder / "clients.pem")
    config = folder / "nginx.conf"
    config.write_text(_NGINX.format(folder=folder, port=port))
    with subprocess.Popen(
        [program, "-c", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            await listens(port)
            yield port
        finally:
            process.terminate()
            await asyncio.to_thread(process.wait)

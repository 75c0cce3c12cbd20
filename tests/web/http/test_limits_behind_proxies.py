"""The limit of failed authentications behind a real nginx and a real Caddy: each client counts for itself."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.browser.serving import Store, a_store
from tests.crash.program import free_port
from tests.polling import wait_until

FAILURES_MAX = 3
NGINX = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log stderr; events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    server {{
        listen 127.0.0.1:{port};
        location / {{ proxy_pass {upstream}; proxy_set_header X-Forwarded-For {written}; }}
    }}
}}
"""
CADDY = "{{\n admin off\n auto_https off\n}}\nhttp://127.0.0.1:{port} {{\n reverse_proxy {upstream}\n}}\n"
PATH = f"{os.environ['PATH']}:/usr/sbin"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    settings = {"trusted_proxies": "127.0.0.1/32", "failed_authentications_max": str(FAILURES_MAX)}
    with a_store(tmp_path_factory.mktemp("store"), **settings) as store:
        yield store


@contextmanager
def running(*command: str, port: int, folder: Path) -> Iterator[None]:
    """Run a proxy until the block ends."""
    with (folder / "log").open("w") as log:
        environment = os.environ | {"HOME": str(folder)}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, text=True)
        try:
            wait_until(lambda: _listens(port), process=process, explain=(folder / "log").read_text)
            yield
        finally:
            process.terminate()
            process.wait(20)


def _listens(port: int) -> bool:
    with closing(HTTPConnection("127.0.0.1", port, timeout=5)) as connection, suppress(ConnectionRefusedError):
        connection.connect()
        return True
    return False


def ask(port: int, client: str, token: str, claimed: int) -> int:
    """Send a request through the proxy from this local address, with a header that claims another one."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20, source_address=(client, 0))
    with closing(connection):
        headers = {"authorization": f"Bearer {token}", "x-forwarded-for": f"203.0.113.{claimed}"}
        connection.request("GET", "/api/v1/plants", headers=headers)
        return connection.getresponse().status


def failures(port: int, client: str) -> list[int]:
    return [ask(port, client, "pst_wrong", claimed) for claimed in range(FAILURES_MAX + 2)]


LIMITED = [401] * FAILURES_MAX + [429] * 2


@pytest.mark.parametrize(
    ("net", "written", "is_known"),
    [
        (2, "$proxy_add_x_forwarded_for", True),
        (3, '"$remote_addr:$remote_port"', True),  # as AWS ALB and Azure write it
        (4, "unknown", False),
    ],
    ids=["added", "with-port", "unknown"],
)
def test_clients_behind_nginx_are_limited(store: Store, tmp_path: Path, net: int, written: str, is_known: bool) -> None:
    program = shutil.which("nginx", path=PATH)
    if program is None:
        pytest.skip("PROXY NOT RUN: there is no nginx on this machine")
    port = free_port()
    configuration = NGINX.format(folder=tmp_path, port=port, upstream=store.url, written=written)
    (tmp_path / "nginx.conf").write_text(configuration)

    with running(program, "-c", str(tmp_path / "nginx.conf"), port=port, folder=tmp_path):
        first, second = failures(port, f"127.0.{net}.1"), failures(port, f"127.0.{net}.2")
        right = ask(port, f"127.0.{net}.1", store.token, 9)

    assert first == LIMITED
    assert second == (LIMITED if is_known else [429] * len(LIMITED)), "an unknown client counts as the proxy"
    assert right == 200


def test_clients_behind_caddy_are_limited(store: Store, tmp_path: Path) -> None:
    program = shutil.which("caddy", path=PATH)
    if program is None:
        pytest.skip("PROXY NOT RUN: there is no Caddy on this machine")
    port = free_port()
    (tmp_path / "Caddyfile").write_text(CADDY.format(port=port, upstream=store.url))
    command = (program, "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile")

    with running(*command, port=port, folder=tmp_path):
        first, second = failures(port, "127.0.5.1"), failures(port, "127.0.5.2")
        right = ask(port, "127.0.5.1", store.token, 9)

    assert (first, second, right) == (LIMITED, LIMITED, 200)

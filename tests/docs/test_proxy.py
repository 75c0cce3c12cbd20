"""docs/proxy.md with a real nginx: its configuration is used unchanged, and a store is reached over HTTP/2."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from tests.crash.program import free_port
from tests.docs.markdown import blocks
from tests.docs.reader import Reader, present

PAGE = "proxy.md"
NAME = "plants.example.org"
NGINX = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    include {folder}/plantstore/plantstore.conf;
}}
"""
SYSTEMCTL = """#!/bin/sh
nginx > {folder}/nginx.log 2>&1 &
for _ in $(seq 200); do curl -s -o /dev/null https://{name}/ && exit; sleep 0.05; done
exit 1
"""


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    """A reader whose nginx, sudo and systemctl stay in the test's folder, and to whom the name is this machine."""
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if not found or not present("curl"):
        pytest.skip("PROXY NOT RUN: there is no nginx or no curl on this machine")
    port = str(free_port())
    changes = (
        ("listen 443", f"listen 127.0.0.1:{port}"),
        (rf"--url https://{NAME}", f"--url https://localhost:{port}"),
    )
    reader = Reader(tmp_path, changed_too=changes)
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    place = tmp_path / "elsewhere" / "etc" / "nginx"
    place.mkdir()
    own = authority.issue_cert(NAME, "localhost")
    own.private_key_pem.write_to_path(place / "plants.key")
    for part in own.cert_chain_pems:
        part.write_to_path(place / "plants.pem", append=True)
    reader.environ["SSL_CERT_FILE"] = str(tmp_path / "authority.pem")
    curl = f'connect-to = "{NAME}:443:127.0.0.1:{port}"\ncacert = "{tmp_path / "authority.pem"}"\n'
    (tmp_path / ".curlrc").write_text(curl)
    (tmp_path / "nginx.conf").write_text(NGINX.format(folder=tmp_path))
    programs = {
        "nginx": f'#!/bin/sh\nexec "{found}" -c {tmp_path}/nginx.conf "$@"\n',
        "sudo": '#!/bin/sh\nexec "$@"\n',
        "systemctl": SYSTEMCTL.format(folder=tmp_path, name=NAME),
    }
    for name, text in programs.items():
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    yield reader
    reader.leave()
    if (tmp_path / "nginx.pid").exists():
        os.kill(int((tmp_path / "nginx.pid").read_text()), signal.SIGTERM)


def test_a_store_behind_a_proxy_is_reached_over_http_2(reader: Reader) -> None:
    reader.follow(blocks(PAGE))

    said = subprocess.run(
        ["curl", "-sS", f"https://{NAME}/openapi.json"], env=reader.environ, capture_output=True, text=True, check=True
    ).stdout
    assert f"https://{NAME}" in said

"""Receivers that are never the bottleneck and count their requests: nginx if it is installed, otherwise our own."""

import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import trustme

from bench.processes import OTHER_CORE, READY_S_MAX, BenchFailed, free_port, read_word, running, wait_until

_CONFIGURATION = """\
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/nginx-body;
    proxy_temp_path {folder}/nginx-proxy;
    fastcgi_temp_path {folder}/nginx-fastcgi;
    uwsgi_temp_path {folder}/nginx-uwsgi;
    scgi_temp_path {folder}/nginx-scgi;
    keepalive_requests 1000000000;
    keepalive_timeout 3600s;
    server {{
        listen 127.0.0.1:{plain} backlog=4096;
        listen 127.0.0.1:{tls} ssl backlog=4096;
        ssl_certificate {certificate};
        ssl_certificate_key {certificate};
        ssl_protocols TLSv1.2 TLSv1.3;
        location = /count {{ stub_status; }}
        location / {{ return 204; }}
    }}
}}
"""
OWN = "our own receiver, because nginx was not found (apt install nginx)"
_REQUESTS = re.compile(r"^ *\d+ +\d+ +(\d+) *$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A receiver over plain HTTP and over TLS. `what` names it; `authority` is the PEM file of its certificate
    authority.
    """

    what: str
    url: str
    tls_url: str
    authority: Path
    counted: Callable[[], int]
    """The number of requests answered so far, over both."""


@contextmanager
def counter(folder: Path) -> Iterator[Counter]:
    """Receive on OTHER_CORE until the block ends."""
    folder.mkdir()
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    certificate, authority_file = folder / "certificate.pem", folder / "authority.pem"
    certificate.write_bytes(issued.private_key_and_cert_chain_pem.bytes())
    authority.cert_pem.write_to_path(str(authority_file))
    nginx = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    with _nginx(nginx, folder, certificate) if nginx else _own(certificate) as (what, plain, tls, counted):
        yield Counter(
            what=what,
            url=f"http://127.0.0.1:{plain}",
            tls_url=f"https://127.0.0.1:{tls}",
            authority=authority_file,
            counted=counted,
        )


_Served = tuple[str, int, int, Callable[[], int]]


@contextmanager
def _nginx(program: str, folder: Path, certificate: Path) -> Iterator[_Served]:
    plain, tls = free_port(), free_port()
    file, log = folder / "nginx.conf", folder / "nginx.log"
    file.write_text(_CONFIGURATION.format(folder=folder, plain=plain, tls=tls, certificate=certificate))
    version = subprocess.run([program, "-v"], stderr=subprocess.PIPE, check=True).stderr.decode().strip()
    command = [program, "-p", str(folder), "-e", str(log), "-c", str(file)]
    asked = 0

    def counted() -> int:
        nonlocal asked
        asked += 1  # nginx counts these status requests too
        found = _REQUESTS.search(_get(f"http://127.0.0.1:{plain}/count"))
        if found is None:
            raise BenchFailed("nginx did not say how many requests it has answered.")
        return int(found[1]) - asked

    def is_ready() -> bool:
        if process.poll() is not None:
            raise BenchFailed(f"nginx did not start: {log.read_text() if log.exists() else ''}")
        try:
            counted()
        except OSError:
            nonlocal asked
            asked = 0
            return False
        return True

    with running(command, core=OTHER_CORE, stderr=subprocess.DEVNULL) as process:
        wait_until("nginx answers", is_ready, within_s=READY_S_MAX)
        yield version.rpartition(" ")[2], plain, tls, counted


@contextmanager
def _own(certificate: Path) -> Iterator[_Served]:
    command = [sys.executable, "-m", "bench.sink", "--certificate", str(certificate)]
    with running(command, core=OTHER_CORE, stdout=subprocess.PIPE) as process:
        plain, tls = map(int, read_word(process, READY_S_MAX).split())
        yield OWN, plain, tls, lambda: int(_get(f"http://127.0.0.1:{plain}/"))


def _get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return str(answer.read().decode())

"""Real proxies in front of a server, on loopback, with their files in the test's folder."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.crash.program import free_port

NAMES = ("caddy", "nginx")
REQUIRED = "REQUIRE_PROXIES"  # set by .ci/run: there the tests fail without a proxy, elsewhere they are skipped
MISSING = (
    "No caddy, nginx or tinyproxy on PATH: the tests through real proxies did not run. "
    "On Debian and Ubuntu: sudo apt install caddy nginx-light tinyproxy-bin (REQUIRE_PROXIES=1 makes this a failure)"
)
READY_S_MAX = 30.0
_CADDY = """{{
    admin off
    auto_https off
    servers {{
        timeouts {{
            read_header 1s
            read_body 1s
        }}
    }}
}}
http://:{port} {{
    bind 127.0.0.1
    reverse_proxy 127.0.0.1:{server}
}}
"""
_NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/errors;
events {{}}
http {{
    access_log off; client_header_timeout 1s; client_body_timeout 1s;
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    upstream store {{ server 127.0.0.1:{server}; keepalive 8; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://store; proxy_http_version 1.1; proxy_request_buffering off;
            proxy_set_header Host $host;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
        }}
    }}
}}
"""


def find(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def is_required() -> bool:
    return os.environ.get(REQUIRED, "") not in ("", "0")


@asynccontextmanager
async def running(name: str, folder: Path, server_port: int) -> AsyncIterator[int]:
    """Run a proxy that shares its connections to a server between its clients; yield the port that it listens on."""
    program, port = find(name), free_port()
    assert program is not None, MISSING
    config = folder / f"{name}.conf"
    config.write_text((_CADDY if name == "caddy" else _NGINX).format(port=port, server=server_port, folder=folder))
    options = ["run", "--config", str(config), "--adapter", "caddyfile"] if name == "caddy" else ["-c", str(config)]
    environ = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with subprocess.Popen([program, *options], env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as it:
        try:
            await listens(port)
            yield port
        finally:
            it.terminate()


async def listens(port: int) -> None:
    async with asyncio.timeout(READY_S_MAX):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return

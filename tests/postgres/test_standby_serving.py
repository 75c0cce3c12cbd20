"""`serve` and `check` with a standby, as real processes."""

import json
from pathlib import Path
from urllib.request import Request, urlopen

from tests.cli.test_serve import Serving, outcome, serving
from tests.polling import wait_until
from tests.postgres import cluster as clusters
from tests.postgres.cluster import OWNER
from tests.postgres.late import STORE
from tests.postgres.test_serving import lines, on, url_of

SCOPES = ["plants:read", "operations:read"]


def test_a_running_store_reads_from_its_standby_and_says_when_it_does_not(tmp_path: Path) -> None:
    with clusters.running(tcp=True) as primary:
        primary.sql(f"CREATE DATABASE {STORE} OWNER {OWNER}")
        standby = primary.make_standby()
        standby_flags = ("--standby", standby.url(STORE))
        with serving(tmp_path / "data", *on(primary.url(STORE), *standby_flags)) as server:
            url, operator = url_of(server), (tmp_path / "data" / "operator.token").read_text().strip()
            made = ask(url, "/api/v1/tokens", operator, json.dumps({"name": "reader", "scopes": SCOPES}).encode())
            reader = json.loads(made)["token"]
            wait_until(lambda: "plantstore_standby_used 1.0" in ask(url, "/metrics", reader), explain=server.log)

            ask(url, "/api/v1/plants", reader)
            assert 'plantstore_late_reads_total{served="standby"} 1.0' in ask(url, "/metrics", reader)
            checked = outcome("check", *on(primary.url(STORE), *standby_flags), "--data", str(tmp_path / "data"))
            assert checked.returncode == 0, checked.stderr
            assert "standby    OK; postgresql://" in checked.stdout
            assert primary.password not in checked.stdout

            standby.stop()
            wait_until(lambda: reports(server), explain=server.log)
            ask(url, "/api/v1/plants", reader)
            assert 'plantstore_late_reads_total{served="standby"} 1.0' in ask(url, "/metrics", reader)
            checked = outcome("check", *on(primary.url(STORE), *standby_flags), "--data", str(tmp_path / "data"))
            assert checked.returncode == 0
            assert "standby    the primary serves all reads: The database at" in checked.stdout

            assert server.stop() == 0


def reports(server: Serving) -> bool:
    return any(
        one["why"] == "unreachable" for one in lines(server, "the primary serves all reads, because of the standby")
    )


def ask(url: str, path: str, token: str, body: bytes | None = None) -> str:
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    with urlopen(Request(url + path, body, headers), timeout=30) as answer:
        return str(answer.read().decode())

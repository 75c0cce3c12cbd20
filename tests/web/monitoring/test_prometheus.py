"""A real Prometheus scrapes running stores, as docs/watch.md says; every expression of the dashboard gives a result."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import psycopg
import pytest
import yaml

from tests.cli.test_serve import serving
from tests.crash.program import free_port
from tests.docs.markdown import DOCS, blocks
from tests.polling import PATIENCE_S, wait_until
from tests.postgres.databases import Databases
from tests.postgres.test_serving import KEY, a_sink, url_of
from tests.web.monitoring.prometheus import MISSING, Prometheus, is_here, is_required, running
from tests.web.monitoring.queries import VARIABLES
from tests.web.monitoring.test_dashboard import panels

NAME = 'Größe "alt" \\ {x} <b>'
NAMELESS = "nameless"  # the job of a second scrape of the same store that drops the names
ALLOWED = ("--allow-networks", "127.0.0.0/8", "--retry-scale", "1000")
EMPTY_HERE = {  # parts of expressions that may have no result
    "plantstore_receiver_certificate_expiry_time_seconds",  # no receiver has a certificate
    "plantstore_server_replication_lag_seconds",  # there is no standby
    "plantstore_late_reads_total",  # nor one for reads
    "plantstore_server_dead_rows",  # no table has too many
    "plantstore_operational_attempts_total",
    "plantstore_alert_attempts_total",
    "plantstore_audit{",  # only numbers that are not 0 are shown
    'status="5xx"',  # no request fails
}
EMPTY_ON_SQLITE = {
    "plantstore_server_connections",
    "plantstore_server_connections_max",
    "plantstore_server_vacuum_held_seconds",
}
pytestmark = [
    pytest.mark.skipif(not is_here() and not is_required(), reason=MISSING),
    pytest.mark.timeout(240),
]


@dataclass(frozen=True, slots=True)
class Shop:
    """A store of one or more processes, and a Prometheus that scrapes each."""

    urls: list[str]
    token: str
    prometheus: Prometheus
    receivers: dict[str, str]
    is_server: bool

    def ask(self, method: str, path: str, body: object = None) -> Any:
        return ask(self.urls[0], self.token, method, path, body)

    def run(self, expr: str, *, job: str = "plantstore") -> list[tuple[dict[str, str], float]]:
        return self.prometheus.query(filled_in(expr, job))


def ask(url: str, token: str, method: str, path: str, body: object = None) -> Any:
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(f"{url}/api/v1{path}", data, headers, method=method), timeout=PATIENCE_S) as answer:
        return json.load(answer)


def filled_in(expr: str, job: str) -> str:
    """Replace the variables of the dashboard as Grafana does, with All for those that have it."""
    values = {"$__rate_interval": "20s", "$job": job, "$instance": ".*", "$receiver": ".*"}
    for name, value in values.items():
        expr = expr.replace(name, value)
    return expr


@pytest.fixture(params=["sqlite", "postgresql"])
def shop(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shop]:
    """A store with three receivers: one accepts, one is failing, one is paused."""
    is_server = request.param == "postgresql"
    with ExitStack() as stack:
        flags: tuple[str, ...] = ()
        if is_server:
            databases: Databases = request.getfixturevalue("databases")
            lent = databases.take()
            stack.callback(databases.give_back, lent)
            _empty(lent.url)
            flags = ("--database", lent.url, "--key", KEY)
        urls = [url_of(stack.enter_context(serving(tmp_path / "data", *ALLOWED, *flags)))]
        if is_server:
            urls.append(url_of(stack.enter_context(serving(tmp_path / "more", *ALLOWED, *flags))))
        token = (tmp_path / "data" / "operator.token").read_text().strip()
        sink, gone = stack.enter_context(a_sink()), f"http://127.0.0.1:{free_port()}"
        made = {
            name: ask(urls[0], token, "POST", "/receivers", {"name": name, "url": url})["id"]
            for name, url in (
                (NAME, f"http://127.0.0.1:{sink.server_address[1]}"),
                ("failing", gone),
                ("paused", gone),
            )
        }
        ask(urls[0], token, "POST", f"/receivers/{made['paused']}/pause")
        ask(urls[0], token, "POST", "/backups")
        config = _config(urls, token, tmp_path)
        prometheus = stack.enter_context(running(tmp_path, config))
        yield Shop(urls, token, prometheus, made, is_server)


def _empty(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as raw:
        raw.execute("DROP SCHEMA public CASCADE")
        raw.execute("CREATE SCHEMA public")


def _config(urls: list[str], token: str, folder: Path) -> dict[str, Any]:
    """Return the configuration of docs/watch.md, with this store's addresses and token, and short intervals."""
    made = ask(urls[0], token, "POST", "/tokens", {"name": "prometheus", "scopes": ["operations:read"], "days": 1})
    (folder / "prometheus.token").write_text(made["token"])
    [block] = [one for one in blocks("watch.md") if one.first_line == "scrape_configs:"]
    [dropping] = [one for one in blocks("watch.md") if one.first_line == "metric_relabel_configs:"]
    config: dict[str, Any] = yaml.safe_load(block.text)
    [scrape] = config["scrape_configs"]
    scrape["authorization"]["credentials_file"] = str(folder / "prometheus.token")
    scrape["static_configs"] = [{"targets": [url.removeprefix("http://") for url in urls]}]
    config["scrape_configs"].append(scrape | {"job_name": NAMELESS} | yaml.safe_load(dropping.text))
    assert config["rule_files"] == ["alerts.yml", "recording-rules.yml"]
    for name in config["rule_files"]:
        text = (DOCS / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace("interval: 1m", "interval: 1s"), encoding="utf-8")
    return config | {"global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"}}


def _add(shop: Shop, count: int) -> None:
    for number in range(count):
        shop.ask("POST", "/plants", {"name": f"Rosa {time.monotonic_ns()}-{number}"})


def test_every_expression_of_the_dashboard_gives_a_result(shop: Shop) -> None:
    ok, failing, paused = (shop.receivers[name] for name in (NAME, "failing", "paused"))

    def runs() -> bool:
        _add(shop, 2)  # a counter that begins to exist has no rate before it has changed
        scraped = shop.run('sum(up{job="$job"})') == [({}, float(len(shop.urls)))]
        counted = shop.run('sum(rate(plantstore_attempts_total{outcome!="2xx"}[$__rate_interval])) > 0')
        return scraped and bool(counted) and bool(shop.run("job:plantstore_plants_added:rate5m > 0"))

    wait_until(runs, explain=lambda: shop.prometheus.get("targets"))
    wait_until(lambda: not _empty_expressions(shop), explain=lambda: _empty_expressions(shop))
    [(_, now)] = shop.run("vector(time())")
    for expr in _expressions():
        shop.prometheus.get(
            "query_range", query=filled_in(expr, "plantstore"), start=f"{now - 30}", end=f"{now}", step="1"
        )

    [backlog] = [
        one for one in _expressions() if "receiver_lag_events" in one and "group_left" in one and "max{" not in one
    ]
    by_name = {labels["name"]: (labels["receiver"], value) for labels, value in shop.run(backlog)}
    assert by_name[NAME][0] == ok
    assert by_name["failing"][0] == failing and by_name["failing"][1] > 0
    assert by_name["paused"][0] == paused and by_name["paused"][1] > 0
    assert by_name["other receivers"] == ("other", 0)
    nameless = {labels["name"] for labels, _ in shop.run(backlog, job=NAMELESS)}
    assert nameless == {*shop.receivers.values(), "other"}, "without names, ids are shown"
    _check_sums(shop)
    _check_rules(shop)
    _check_variables(shop)


def test_a_new_name_replaces_the_old_one_and_a_removed_receiver_has_none(shop: Shop) -> None:
    id = shop.receivers["paused"]
    info = f'plantstore_receiver_info{{job="$job",receiver="{id}"}}'
    [backlog] = [
        one for one in _expressions() if "receiver_lag_events" in one and "group_left" in one and "max{" not in one
    ]

    def names() -> set[str]:
        shop.run(backlog)  # never an error, although two processes may show different names for a moment
        return {labels["name"] for labels, _ in shop.run(info)}

    wait_until(lambda: names() == {"paused"})
    shop.ask("PATCH", f"/receivers/{id}", {"name": "renamed"})
    wait_until(lambda: names() == {"renamed"})
    shop.ask("DELETE", f"/receivers/{id}")
    wait_until(lambda: not shop.run(f'{{__name__=~"plantstore_.*",receiver="{id}"}}'))
    assert names() == set()


def _expressions() -> list[str]:
    return [target["expr"] for panel in panels() for target in panel["targets"]]


def _empty_expressions(shop: Shop) -> list[str]:
    """Return the expressions without a result that should have one."""
    may_be_empty = EMPTY_HERE if shop.is_server else EMPTY_HERE | EMPTY_ON_SQLITE
    found = [expr for expr in _expressions() if not shop.run(expr)]
    return [expr for expr in found if not any(text in expr for text in may_be_empty)]


def _check_sums(shop: Shop) -> None:
    """What all processes share is not counted once for each of them."""
    by_title = {panel["title"]: panel["targets"][0]["expr"] for panel in panels() if panel["type"] == "stat"}

    [(_, processes)] = shop.run(by_title["Processes"])
    [(_, delivering)] = shop.run(by_title["Delivering"])
    [(_, broken)] = shop.run(by_title["Receivers failing or disabled"])
    [(_, head)] = shop.run(by_title["Newest event"])
    assert processes == delivering == len(shop.urls)
    assert broken == 1
    assert head > 0


def _check_rules(shop: Shop) -> None:
    groups = shop.prometheus.get("rules")["groups"]
    faults = [
        (rule["name"], rule.get("lastError")) for one in groups for rule in one["rules"] if rule["health"] != "ok"
    ]

    assert len(groups) == 2
    assert faults == []


def _check_variables(shop: Shop) -> None:
    """The receivers are offered by name, and chosen by id."""
    [variable] = [one for one in VARIABLES if one["name"] == "receiver"]
    query = re.fullmatch(r"query_result\((.+)\)", variable["query"]["query"])
    assert query is not None
    pattern = variable["regex"].strip("/").replace("(?<", "(?P<")
    offered = {}
    for labels, _ in shop.run(query.group(1)):
        row = "{" + ", ".join(f'{name}="{value}"' for name, value in sorted(labels.items())) + "}"  # as Grafana does
        found = re.search(pattern, row)
        assert found is not None
        offered[found["value"]] = found["text"]
    assert offered.keys() == {*shop.receivers.values(), "other"}
    assert offered[shop.receivers["failing"]] == "failing"

"""Rate limits."""

import asyncio
import ipaddress
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from plantstore.domain.token import Scope
from plantstore.web.auth.rate_limit import FORWARDED_MAX, WINDOW_S, Buckets, Left, network_of
from tests.still_clock import StillClock
from tests.web.auth.test_access import UNKNOWN
from tests.web.harness import MadeToken, Site, speak

PLANTS = "/api/v1/plants"
PROXIES = tuple(ipaddress.ip_network(one) for one in ("10.0.0.0/8", "fd00::/8", "127.0.0.2/32"))


def test_a_bucket_holds_a_minute_and_fills_up_evenly() -> None:
    buckets = Buckets(60)

    assert [buckets.take("a", 0.0).requests for _ in range(60)] == list(range(59, -1, -1))
    assert buckets.take("a", 0.0) == Left(0, 60, 1)
    assert buckets.take("a", 0.5).wait_s == 1
    assert buckets.take("a", 1.0) == Left(0, 60, 0)
    assert buckets.take("a", 1.0).wait_s == 1
    assert buckets.take("a", 31.0) == Left(29, 31, 0)
    assert buckets.take("a", 1_000.0) == Left(59, 1, 0)


def test_a_bucket_allows_exactly_its_size() -> None:
    for size in [1, 2, 7, 300, 60_000]:
        buckets, given = Buckets(size), 0

        while not buckets.take("a", 12.3).wait_s:
            given += 1

        assert given == size, size
        assert buckets.is_empty("a", 12.3), size
        assert not buckets.is_empty("b", 12.3), size
        assert not buckets.is_empty("a", 12.3 + WINDOW_S / size + 0.001), size


def test_each_owner_has_a_bucket_and_the_number_of_buckets_is_limited() -> None:
    buckets = Buckets(1, buckets_max=2)

    assert [buckets.take(one, 0.0).wait_s for one in "aba"] == [0, 0, 60]
    buckets.take("c", 0.0)

    assert len(buckets) == 2
    assert buckets.take("b", 0.0).wait_s == 60
    assert buckets.take("a", 0.0).wait_s == 0, "the least recently used bucket was dropped"


def test_a_client_is_a_network_and_only_trusted_proxies_may_name_it() -> None:
    for client, forwarded, network in [
        ("192.0.2.7", b"", "192.0.2.7/32"),
        ("2001:db8:1:2:3::4", b"", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", b"", "192.0.2.7/32"),
        ("127.0.0.1", b"", None),
        ("::1", b"", None),
        ("127.0.0.1", b"198.51.100.1", "127.0.0.1/32"),  # a proxy on this machine that is not trusted
        ("nonsense", b"", "unknown"),
        ("192.0.2.7", b"198.51.100.1", "192.0.2.7/32"),
        ("10.1.2.3", b"198.51.100.1", "198.51.100.1/32"),
        ("10.1.2.3", b"203.0.113.9, 198.51.100.1", "198.51.100.1/32"),
        ("10.1.2.3", b"198.51.100.1, 10.9.9.9", "198.51.100.1/32"),
        ("fd00::1", b"2001:db8::1", "2001:db8::/64"),
        ("10.1.2.3", b"", "10.1.2.3/32"),
        ("10.1.2.3", b",".join([b"10.0.0.1"] * 5_000), "10.0.0.1/32"),
        ("10.1.2.3", b",".join([b"198.51.100.1"] + [b"10.0.0.1"] * (FORWARDED_MAX - 1)), "198.51.100.1/32"),
        ("10.1.2.3", b",".join([b"198.51.100.1"] + [b"10.0.0.1"] * FORWARDED_MAX), "10.0.0.1/32"),
        # What proxies write: nginx, Caddy and HAProxy an address, AWS ALB and Azure one with a port.
        ("10.1.2.3", b"203.0.113.9,198.51.100.1", "198.51.100.1/32"),
        ("10.1.2.3", b"203.0.113.9, 198.51.100.1:41234", "198.51.100.1/32"),
        ("10.1.2.3", b"198.51.100.1:41234, 10.9.9.9:443", "198.51.100.1/32"),
        ("10.1.2.3", b"[2001:db8:1:2::7]:41234", "2001:db8:1:2::/64"),
        ("10.1.2.3", b"[2001:db8:1:2::7]", "2001:db8:1:2::/64"),
        ("10.1.2.3", b"2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("10.1.2.3", b"[::ffff:198.51.100.1]:41234", "198.51.100.1/32"),
        ("10.1.2.3", b"fe80::1%eth0", "fe80::/64"),
        ("10.1.2.3", b"::1", "::/64"),
        ("127.0.0.2", b"127.0.0.1", "127.0.0.1/32"),
        # An element without an address counts for the proxy that wrote it, and elements before it are ignored.
        ("10.1.2.3", b"unknown", "10.1.2.3/32"),
        ("10.1.2.3", b"198.51.100.1, unknown", "10.1.2.3/32"),
        ("10.1.2.3", b"198.51.100.1, unknown, 10.9.9.9", "10.9.9.9/32"),
        ("10.1.2.3", b"198.51.100.1, ", "10.1.2.3/32"),
        ("10.1.2.3", b", 198.51.100.1", "198.51.100.1/32"),
        ("10.1.2.3", b" ", "10.1.2.3/32"),
        ("10.1.2.3", b"unix:", "10.1.2.3/32"),
        ("10.1.2.3", b"_hidden", "10.1.2.3/32"),
        ("10.1.2.3", b"nonsense", "10.1.2.3/32"),
        ("10.1.2.3", b"198.51.100.1:", "10.1.2.3/32"),
        ("10.1.2.3", b"198.51.100.1:http", "10.1.2.3/32"),
        ("10.1.2.3", b"198.51.100.1:1:2", "10.1.2.3/32"),
        ("10.1.2.3", b"[198.51.100.1", "10.1.2.3/32"),
        ("10.1.2.3", b"198.51.100.\xb2", "10.1.2.3/32"),
        ("127.0.0.2", b"unknown", "127.0.0.2/32"),
    ]:
        assert network_of(client, forwarded, PROXIES) == network, (client, forwarded, network)


def limited(folder: Path, clock: StillClock, **settings: Any) -> Site:
    return Site(folder, clock, ready=lambda: None, **settings)


def test_a_token_is_limited(tmp_path: Path, clock: StillClock) -> None:
    site = limited(tmp_path, clock, token_requests_max=2)
    other = site.make_token(Scope.PLANTS_READ).text

    first, second, third = (site.get(PLANTS) for _ in range(3))
    beside = site.get(PLANTS, token=other)
    clock.move(30)
    later = site.get(PLANTS)
    site.close()

    assert first.headers["ratelimit-policy"] == '"default";q=2;w=60'
    assert [one.headers["ratelimit"] for one in (first, second, third)] == [
        '"default";r=1;t=30',
        '"default";r=0;t=60',
        '"default";r=0;t=60',
    ]
    assert (first.status_code, second.status_code, beside.status_code, later.status_code) == (200,) * 4
    assert (third.status_code, third.headers["retry-after"]) == (429, "30")
    assert third.json()["type"] == "/docs/errors/too_many"


def test_other_errors_also_say_how_many_requests_are_left(tmp_path: Path, clock: StillClock) -> None:
    site = limited(tmp_path, clock, token_requests_max=5)

    answer = site.get(f"{PLANTS}/1")
    site.close()

    assert (answer.status_code, answer.headers["ratelimit"]) == (404, '"default";r=4;t=12')


def test_without_a_limit_there_are_no_ratelimit_headers(tmp_path: Path, clock: StillClock) -> None:
    site = limited(tmp_path, clock, token_requests_max=0, failed_authentications_max=0)

    answer = site.get(PLANTS)
    refused = [ask_from(site, "192.0.2.7", UNKNOWN) for _ in range(400)]
    site.close()

    assert "ratelimit" not in answer.headers
    assert set(refused) == {401}


def ask_from(site: Site, client: str, token: str | None, forwarded: str | None = None) -> int:
    return int(site.run(asking(site, client, token, forwarded))[0]["status"])


def asking(site: Site, client: str, token: str | None, forwarded: str | None = None) -> Coroutine[Any, Any, Any]:
    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    headers += [(b"x-forwarded-for", forwarded.encode())] if forwarded is not None else []
    scope = {"path": PLANTS, "raw_path": PLANTS.encode(), "headers": headers, "client": (client, 1)}
    return speak(site.app, [{"type": "http.request"}], **scope)


@pytest.mark.parametrize("token", [None, UNKNOWN, UNKNOWN[:-1] + "x"], ids=["none", "unknown", "mistyped"])
def test_only_a_network_that_keeps_failing_is_limited(tmp_path: Path, clock: StillClock, token: str | None) -> None:
    site = limited(tmp_path, clock, failed_authentications_max=2)
    good: MadeToken = site.make_token()

    refused = [ask_from(site, "192.0.2.7", token) for _ in range(3)]
    neighbour, ours = ask_from(site, "192.0.2.8", token), ask_from(site, "127.0.0.1", token)
    valid_there, valid_elsewhere = ask_from(site, "192.0.2.7", good.text), ask_from(site, "192.0.2.8", good.text)
    known_there = ask_from(site, "192.0.2.7", good.text)
    clock.move(30)
    after_a_while = ask_from(site, "192.0.2.7", token)
    site.close()

    assert refused == [401, 401, 429]
    assert (neighbour, ours, valid_elsewhere, after_a_while) == (401, 401, 200, 401)
    assert (valid_there, known_there) == (200, 200), "a valid token is accepted even while its network is limited"


def test_a_flood_of_guesses_is_looked_up_one_at_a_time(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = limited(tmp_path, clock, failed_authentications_max=2)
    good = site.make_token()
    under_way, most = 0, 0
    read = site.database.read

    async def count(command: Any) -> Any:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        try:
            return await read(command)
        finally:
            under_way -= 1

    for _ in range(2):
        ask_from(site, "2001:db8::1", UNKNOWN)
    monkeypatch.setattr(site.dependencies.authenticator._database, "read", count)

    async def flood() -> list[int]:
        texts = [UNKNOWN] * 20 + [good.text] + [UNKNOWN[:-1] + "x"] * 20
        answers = await asyncio.gather(*(asking(site, f"2001:db8::{n}", text) for n, text in enumerate(texts, 1)))
        return [int(answer[0]["status"]) for answer in answers]

    statuses = site.run(flood())
    monkeypatch.undo()
    site.close()

    assert statuses == [429] * 20 + [200] + [429] * 20
    assert most == 1


@pytest.mark.parametrize("forwarded", ["unknown", "", "192.0.2.7,", "nonsense", "192.0.2.7, [", "192.0.2.7:x"])
def test_a_header_without_an_address_does_not_bypass_the_limit(
    tmp_path: Path, clock: StillClock, forwarded: str
) -> None:
    site = limited(tmp_path, clock, failed_authentications_max=2, trusted_proxies=PROXIES)

    refused = [ask_from(site, "127.0.0.2", None, forwarded) for _ in range(4)]
    site.close()

    assert refused == [401, 401, 429, 429]


def test_a_proxy_may_add_a_header_line_of_its_own(tmp_path: Path, clock: StillClock) -> None:
    site = limited(tmp_path, clock, failed_authentications_max=1, trusted_proxies=PROXIES)

    async def ask(*lines: bytes) -> int:
        headers = [(b"x-forwarded-for", line) for line in lines]
        scope = {"path": PLANTS, "raw_path": PLANTS.encode(), "headers": headers, "client": ("10.0.0.1", 1)}
        return int((await speak(site.app, [{"type": "http.request"}], **scope))[0]["status"])

    haproxy = [site.run(ask(b"203.0.113.%d" % one, b"192.0.2.7")) for one in range(2)]
    two_hops = [site.run(ask(b"192.0.2.8", b"10.0.0.2")) for _ in range(2)]
    site.close()

    assert (haproxy, two_hops) == ([401, 429], [401, 429])


def test_behind_a_trusted_proxy_each_client_has_its_own_limit(tmp_path: Path, clock: StillClock) -> None:
    site = limited(tmp_path, clock, failed_authentications_max=1, trusted_proxies=PROXIES)

    first = [ask_from(site, "10.0.0.1", None, "192.0.2.7") for _ in range(2)]
    second = ask_from(site, "10.0.0.1", None, "192.0.2.8")
    lying = ask_from(site, "10.0.0.1", None, "198.51.100.1, 192.0.2.7")
    site.close()

    assert first == [401, 429]
    assert (second, lying) == (401, 429)

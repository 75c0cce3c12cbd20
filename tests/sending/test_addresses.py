"""Only addresses on the public internet are called, unless the operator opened a network."""

import ipaddress
import random
import timeit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plantstore.core.settings import Network
from plantstore.sending.addresses import ADDRESSES_MAX, Address, AddressPolicy
from tests.examples import examples

# Written down a second time on purpose: the program's table is checked against this list.
SPECIAL_IPV4 = """
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
    192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
    203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32
"""
OPEN_IPV6 = ipaddress.IPv6Network("2000::/3")
SPECIAL_IPV6 = """
    ::/128 ::1/128 ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32
    2001:2::/48 2001:10::/28 2001:20::/28 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7
    fe80::/10 fec0::/10 ff00::/8
"""
IPV4_NETWORKS = [ipaddress.IPv4Network(text) for text in SPECIAL_IPV4.split()]
IPV6_NETWORKS = [ipaddress.IPv6Network(text) for text in SPECIAL_IPV6.split()]
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
METADATA = ["169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254"]
METADATA += ["fd20:ce::254", "fd00:ec2::23", "fd00:42::42", "169.254.170.23", "169.254.0.23", "169.254.42.42"]


def networks(*texts: str) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(text) for text in texts)


def check(address: Address, *, allow: tuple[Network, ...] = (), loopback: bool = False) -> str | None:
    """Why an address is refused, whatever the port."""
    return AddressPolicy(allow=allow).check_address(address, 443, loopback=loopback)


EVERYTHING = networks("0.0.0.0/0", "::/0")


# IPv4


@pytest.mark.parametrize("network", IPV4_NETWORKS, ids=str)
def test_a_special_ipv4_range_is_refused_from_its_first_to_its_last_address(network: ipaddress.IPv4Network) -> None:
    for address in (network[0], network[-1], network[network.num_addresses // 2]):
        reason = check(str(address))

        assert reason is not None
        assert reason.startswith(f"{address} is ")


@pytest.mark.parametrize("network", IPV4_NETWORKS, ids=str)
def test_the_neighbours_of_a_special_ipv4_range_are_not_refused_with_it(network: ipaddress.IPv4Network) -> None:
    for number in (int(network[0]) - 1, int(network[-1]) + 1):
        if 0 <= number < 2**32:
            address = ipaddress.IPv4Address(number)
            elsewhere = any(address in other for other in IPV4_NETWORKS)

            assert (check(address) is not None) == elsewhere


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("10.1.2.3", "10.1.2.3 is in 10.0.0.0/8 (private network)"),
        ("127.0.0.1", "127.0.0.1 is in 127.0.0.0/8 (loopback)"),
        ("169.254.1.1", "169.254.1.1 is in 169.254.0.0/16 (link-local)"),
        ("169.254.169.254", "169.254.169.254 is a cloud metadata address"),
        ("255.255.255.255", "255.255.255.255 is the broadcast address"),
        ("::1", "::1 is the loopback address"),
        ("fd12::1", "fd12::1 is in fc00::/7 (private network)"),
        ("::ffff:8.8.8.8", "::ffff:8.8.8.8 is in ::ffff:0:0/96 (IPv4 written as IPv6, mapped)"),
        ("64:ff9b::a01:203", "64:ff9b::a01:203 leads to 10.1.2.3, which is in 10.0.0.0/8 (private network)"),
        ("4000::1", "4000::1 is outside 2000::/3 (global unicast)"),
        ("2a00::5efe:7f00:1", "2a00::5efe:7f00:1 is an ISATAP tunnel to IPv4"),
        ("shop.example", "shop.example is not a numeric address"),
    ],
)
def test_the_reason_names_the_range(address: str, reason: str) -> None:
    assert check(address) == reason


@settings(max_examples=examples(200), deadline=None)
@given(address=st.ip_addresses(v=4))
def test_an_ipv4_address_is_refused_exactly_when_the_trust_model_lists_it(address: ipaddress.IPv4Address) -> None:
    listed = any(address in network for network in IPV4_NETWORKS) or str(address) in METADATA

    assert (check(address) is not None) == listed


# IPv6

GOOD_IPV6 = """
    2000::1 2001:200::1 2001:470::1 2001:4860:4860::8888 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9:: 2003::1
    2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2400:cb00::1 2404:6800:4008::200e 2600:1f18::1 2606:4700:4700::1111
    2620:4f:7fff:ffff:ffff:ffff:ffff:ffff 2620:4f:8001:: 2620:fe::fe 2800::1 2a00:1450:4001::1 2a10::1 2c0f:f248::1
    3000::1 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:1000:: 3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
    64:ff9b::8.8.8.8 64:ff9b::101:101
"""
BAD_IPV6 = """
    :: ::1 ::2 ::ffff ::1:0 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 ::fffe:0:1
    64:ff9a:: 64:ff9b:: 64:ff9b::10.0.0.1 64:ff9b::127.0.0.1 64:ff9b::169.254.169.254 64:ff9b::168.63.129.16 ::1:0:0:0
    64:ff9b:0:0:0:1:808:808 64:ff9b:1:: 64:ff9b:1:ffff:ffff:ffff:ffff:ffff 64:ff9b:2:: 100:: 100::1 100:0:0:1:: 200::1
    400::1 1000::1 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2001:: 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:1::1
    2001:2::1 2001:10::1 2001:20::1 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8::
    2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2002:: 2002:808:808::1 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff
    2620:4f:8000:: 2620:4f:8000:ffff:ffff:ffff:ffff:ffff 3fff:: 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff 4000:: 5f00::
    5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff 8000::1 c000::1 fbff::1 fc00:: fd00::1 fd00:ec2::254
    fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe00::1 fe80:: fe80::1 febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff fec0::
    feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ff00:: ff02::1 ff0e::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
"""


def test_the_tables_of_ipv6_are_long_enough() -> None:
    assert len(set(GOOD_IPV6.split())) + len(set(BAD_IPV6.split())) >= 59


def test_a_global_ipv6_address_is_called() -> None:
    assert not [address for address in GOOD_IPV6.split() if check(address) is not None]


def test_any_other_ipv6_address_is_refused() -> None:
    assert not [address for address in BAD_IPV6.split() if check(address) is None]


EDGES = [int(network[position]) for network in [*IPV6_NETWORKS, OPEN_IPV6, NAT64] for position in (0, -1)]
NEAR_AN_EDGE = st.builds(lambda edge, step: (edge + step) % 2**128, st.sampled_from(EDGES), st.integers(-300, 300))
INSIDE_THE_OPEN = st.integers(int(OPEN_IPV6[0]), int(OPEN_IPV6[-1]))
BEHIND_NAT64 = st.integers(int(NAT64[0]), int(NAT64[-1]))
ANY_IPV6 = st.one_of(st.integers(0, 2**128 - 1), INSIDE_THE_OPEN, NEAR_AN_EDGE, BEHIND_NAT64).map(ipaddress.IPv6Address)


def listed_ipv6(address: ipaddress.IPv6Address) -> bool:
    if address in NAT64:
        embedded = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        return any(embedded in network for network in IPV4_NETWORKS) or str(embedded) in METADATA
    isatap = address.packed[8:12] in (b"\0\0\x5e\xfe", b"\1\0\x5e\xfe", b"\2\0\x5e\xfe", b"\3\0\x5e\xfe")
    return address not in OPEN_IPV6 or isatap or any(address in network for network in IPV6_NETWORKS)


@settings(max_examples=examples(500), deadline=None)
@given(address=ANY_IPV6)
def test_an_ipv6_address_is_refused_exactly_when_the_registry_lists_it(address: ipaddress.IPv6Address) -> None:
    assert (check(address) is not None) == listed_ipv6(address)


def test_ten_thousand_addresses_are_refused_exactly_when_the_registry_lists_them() -> None:
    chance = random.Random(3)
    every = [*EDGES, int(OPEN_IPV6[0]), int(NAT64[0])]
    near = [(chance.choice(every) ^ chance.getrandbits(chance.randrange(1, 129))) % 2**128 for _ in range(7_000)]
    opened = [int(OPEN_IPV6[0]) | chance.getrandbits(125) for _ in range(3_000)]

    addresses = [ipaddress.IPv6Address(number) for number in (*near, *opened)]

    assert not [address for address in addresses if (check(address) is not None) != listed_ipv6(address)]
    assert 2_000 < sum(map(listed_ipv6, addresses)) < 8_000, "both kinds are tried"


def test_the_edges_of_every_ipv6_network_are_exact() -> None:
    near = [ipaddress.IPv6Address((edge + step) % 2**128) for edge in EDGES for step in (-1, 0, 1)]

    assert not [address for address in near if (check(address) is not None) != listed_ipv6(address)]


@settings(max_examples=examples(400), deadline=None)
@given(address=st.one_of(ANY_IPV6, st.ip_addresses()))
def test_every_allowed_address_is_global_to_python_too(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    if check(address) is None:
        assert address.is_global
        assert not address.is_multicast


# IPv4 inside IPv6


def embeddings(ipv4: int) -> dict[str, int]:
    """Every embedding of an IPv4 address in an IPv6 address that some system follows."""

    def at(prefix: str, shift: int = 0) -> int:
        return int(ipaddress.IPv6Address(prefix)) | ipv4 << shift

    return {
        "compatible": at("::"),
        "mapped": at("::ffff:0:0"),
        "SIIT": at("::ffff:0:0:0"),
        "ISATAP": at("2a00:1450::5efe:0:0"),
        "ISATAP, unique": at("2a00:1450::200:5efe:0:0"),
        "ISATAP, link-local": at("fe80::5efe:0:0"),
        "6to4": at("2002::", 80),
        "6to4, host": at("2002::1", 80),
        "Teredo server": at("2001::", 64),
        "Teredo client": int(ipaddress.IPv6Address("2001:0:808:808::")) | ipv4 ^ 0xFFFF_FFFF,
        "NAT64": at("64:ff9b::"),
        "local NAT64 /96": at("64:ff9b:1::"),
        "local NAT64 /48": at("64:ff9b:1::", 64),
    }


BAD_IPV4 = st.one_of(
    st.sampled_from([int(network[0]) for network in IPV4_NETWORKS] + [int(network[-1]) for network in IPV4_NETWORKS]),
    st.sampled_from([int(ipaddress.IPv4Address(text)) for text in METADATA if ":" not in text]),
    st.sampled_from(IPV4_NETWORKS).flatmap(lambda network: st.integers(int(network[0]), int(network[-1]))),
)


@settings(max_examples=examples(200), deadline=None)
@given(ipv4=BAD_IPV4)
def test_no_embedding_of_a_bad_ipv4_address_is_called(ipv4: int) -> None:
    spellings = embeddings(ipv4)

    assert {kind for kind, number in spellings.items() if check(ipaddress.IPv6Address(number)) is None} == set()


@settings(max_examples=examples(100), deadline=None)
@given(ipv4=BAD_IPV4.filter(lambda number: number != 1))  # ::0.0.0.1 is ::1, which is an address of its own
def test_no_allowed_network_opens_another_spelling_of_ipv4(ipv4: int) -> None:
    spellings = {kind: number for kind, number in embeddings(ipv4).items() if not kind.startswith("local NAT64")}

    opened = {
        kind
        for kind, number in spellings.items()
        if check(ipaddress.IPv6Address(number), allow=EVERYTHING, loopback=True) is None
    }

    assert opened == set()


@given(ipv4=st.ip_addresses(v=4))
def test_nat64_is_checked_by_the_ipv4_address_it_carries(ipv4: ipaddress.IPv4Address) -> None:
    carried = ipaddress.IPv6Address(int(NAT64[0]) | int(ipv4))

    assert (check(carried) is None) == (check(ipv4) is None)


# Text that is not an address


NOT_STRICT = [
    *(
        "",
        " ",
        "localhost",
        "127.1",
        "127.0.0.01",
        "0177.0.0.1",
        "0x7f.0.0.1",
        "2130706433",
        "127.0.0.1.",
        " 8.8.8.8",
    ),
    *(
        "8.8.8.8 ",
        "8.8.8.8\n",
        "8.8.8.8\0",
        "8.8.8.8/32",
        "8.8.8",
        "8.8.8.256",
        "８.8.8.8",
        "[::1]",
        "[2a00::1]",
        "::g",
    ),
    *(
        "2a00::1%lo",
        "fe80::1%lo",
        "fe80::1%25lo",
        "2a00::1%",
        "2a00::1\0",
        "2a00::1/64",
        "2a00:::1",
        "v1.x",
        "\ud800::1",
    ),
    *("\ud800", "2a00::1 ", "a" * 10_000),
]


def test_text_that_is_no_strict_address_is_refused() -> None:
    reasons = {text: check(text, allow=EVERYTHING) or "" for text in NOT_STRICT}

    assert not {text: reason for text, reason in reasons.items() if not reason.endswith("is not a numeric address")}
    assert not {text: reason for text, reason in reasons.items() if len(reason) >= 100 or not reason.isprintable()}


def test_an_address_with_a_zone_is_refused() -> None:
    assert check(ipaddress.IPv6Address("2a00::1%lo")) is not None
    assert check(ipaddress.IPv6Address("2a00::1")) is None


# Cloud metadata


@pytest.mark.parametrize("address", METADATA)
def test_a_cloud_metadata_address_opens_only_when_it_is_named_alone(address: str) -> None:
    alone = ipaddress.ip_network(address)
    wider = alone.supernet(prefixlen_diff=1)

    assert check(address) == f"{address} is a cloud metadata address"
    assert check(address, allow=EVERYTHING) is not None
    assert check(address, allow=(wider,), loopback=True) is not None
    assert check(address, allow=(wider, alone)) is None


# What the operator allows


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        ("10.1.0.0/16", ["10.1.0.0", "10.1.255.255"], ["10.0.255.255", "10.2.0.0"]),
        ("127.0.0.1/32", ["127.0.0.1"], ["127.0.0.2", "127.0.0.0", "::1"]),
        ("::1/128", ["::1"], ["127.0.0.1", "::2"]),
        ("192.168.0.0/16", ["192.168.0.0", "192.168.255.255"], ["10.0.0.1", "172.16.0.1"]),
        ("fd12:3456::/32", ["fd12:3456::", "fd12:3456:ffff:ffff:ffff:ffff:ffff:ffff"], ["fd12:3457::", "fd12:3455::"]),
        ("200::/7", ["200::1", "3ff::1"], ["400::1", "1ff::1"]),
        ("64:ff9b:1::/48", ["64:ff9b:1::808:808"], ["64:ff9b:2::1"]),
    ],
)
def test_an_allowed_network_opens_itself_and_nothing_else(network: str, inside: list[str], outside: list[str]) -> None:
    allow = networks(network)

    assert [check(address, allow=allow) for address in inside] == [None] * len(inside)
    assert None not in [check(address, allow=allow) for address in outside]
    assert None not in [check(address) for address in inside]


def test_a_number_in_an_ipv4_network_does_not_open_the_same_number_in_ipv6() -> None:
    assert check("::1", allow=networks("0.0.0.0/0")) is not None
    assert check("fd00::1", allow=networks("0.0.0.0/0")) is not None
    assert check("10.0.0.1", allow=networks("::/0")) is not None


@pytest.mark.parametrize(
    "address",
    ["0.0.0.0", "0.1.2.3", "::", "255.255.255.255", "224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1", "100::1"],
)
def test_addresses_without_a_server_are_never_allowed(address: str) -> None:
    assert check(address, allow=(*EVERYTHING, *networks(address)), loopback=True) is not None


@pytest.mark.parametrize("address", ["127.0.0.1", "127.255.255.255", "127.0.0.0", "::1"])
def test_loopback_opens_for_the_built_in_receiver(address: str) -> None:
    assert check(address, loopback=True) is None
    assert check(address) is not None


@settings(max_examples=examples(200), deadline=None)
@given(address=st.one_of(ANY_IPV6, st.ip_addresses(), BAD_IPV4.map(ipaddress.IPv4Address)))
def test_loopback_opens_nothing_else(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    if not address.is_loopback:
        assert check(address, loopback=True) == check(address)


# Our own sockets


def test_a_socket_of_our_own_is_refused_even_in_an_allowed_network() -> None:
    policy = AddressPolicy(allow=EVERYTHING, own={("127.0.0.1", 8000), ("93.184.216.34", 443)})

    assert policy.check_address("127.0.0.1", 8000) == "127.0.0.1 is this store itself on port 8000"
    assert policy.check_address("127.0.0.1", 8000, loopback=True) is not None
    assert policy.check_address("93.184.216.34", 443) is not None
    assert policy.check_address("127.0.0.1", 8001) is None
    assert policy.check_address("127.0.0.2", 8000) is None
    assert policy.check_address("93.184.216.34", 80) is None


def test_our_own_socket_is_known_in_every_spelling() -> None:
    policy = AddressPolicy(allow=EVERYTHING, own={("FD00:0:0::1", 8000)})

    assert policy.check_address("fd00::1", 8000) is not None
    assert policy.check_address(ipaddress.ip_address("fd00::1"), 8000) is not None


def test_our_own_sockets_may_be_set_after_the_start() -> None:
    policy = AddressPolicy(allow=networks("127.0.0.0/8"))
    assert policy.check_address("127.0.0.1", 49_152) is None

    policy.own = frozenset({("127.0.0.1", 49_152)})

    assert policy.check_address("127.0.0.1", 49_152) is not None
    assert policy.own == {("127.0.0.1", 49_152)}


def test_a_store_that_listens_on_localhost_is_known_by_its_addresses() -> None:
    policy = AddressPolicy(allow=EVERYTHING, own={("LocalHost", 8000)})

    assert policy.check_address("127.0.0.1", 8000) is not None
    assert policy.check_address("::1", 8000) is not None
    assert policy.check_host("localhost", ["127.0.0.1"], 8000) == "localhost is this store itself on port 8000."
    assert policy.check_address("127.0.0.1", 8001) is None


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::", ""])
def test_a_socket_on_every_address_is_known_by_loopback_and_by_both_ends_being_one(everywhere: str) -> None:
    policy = AddressPolicy(allow=EVERYTHING, own={(everywhere, 8000)})

    assert policy.check_address("127.0.0.1", 8000) is not None
    assert policy.check_address("127.9.9.9", 8000) is not None
    assert policy.check_address("::1", 8000, loopback=True) is not None
    assert policy.check_address("10.0.0.5", 8000, local="10.0.0.5") is not None
    assert policy.check_address("10.0.0.5", 8000, local="10.0.0.6") is None
    assert policy.check_address("10.0.0.5", 8001, local="10.0.0.5") is None
    assert policy.check_address("127.0.0.1", 8001) is None


def test_a_name_of_our_own_is_refused_before_and_after_resolving() -> None:
    policy = AddressPolicy(own={("Store.example", 443)})

    assert policy.check_host("store.example", ["93.184.216.34"], 443) is not None
    assert policy.check_host("store.example", ["93.184.216.34"], 8443) is None
    assert policy.check_host("shop.example", ["93.184.216.34"], 443) is None


# Names and their addresses


def test_one_bad_address_refuses_the_name() -> None:
    policy = AddressPolicy()

    assert policy.check_host("shop.example", ["93.184.216.34", "2a00::1"], 443) is None
    assert policy.check_host("shop.example", ["93.184.216.34", "2a00::1", "10.0.0.1"], 443) is not None
    assert policy.check_host("shop.example", ["::1", "93.184.216.34"], 443) is not None


def test_a_name_has_at_least_one_address_and_at_most_the_limit() -> None:
    policy = AddressPolicy()
    addresses = [f"93.184.216.{number}" for number in range(ADDRESSES_MAX + 1)]

    assert policy.check_host("shop.example", [], 443) == "shop.example has no address."
    assert policy.check_host("shop.example", addresses[:ADDRESSES_MAX], 443) is None
    assert (
        policy.check_host("shop.example", addresses, 443) == "shop.example has 33 addresses; at most 32 are accepted."
    )


@pytest.mark.parametrize(
    ("host", "address", "sentences"),
    [
        (
            "10.1.2.3",
            "10.1.2.3",
            "10.1.2.3 is in 10.0.0.0/8 (private network). "
            "The operator can allow it with PLANTSTORE_ALLOW_NETWORKS=10.0.0.0/8.",
        ),
        (
            "shop.example",
            "127.0.0.1",
            "shop.example has the address 127.0.0.1, which is in 127.0.0.0/8 (loopback). "
            "The operator can allow it with PLANTSTORE_ALLOW_NETWORKS=127.0.0.0/8.",
        ),
        (
            "shop.example",
            "169.254.169.254",
            "shop.example has the address 169.254.169.254, which is a cloud metadata address. "
            "The operator can allow it with PLANTSTORE_ALLOW_NETWORKS=169.254.169.254/32.",
        ),
        ("ff02::1", "ff02::1", "ff02::1 is in ff00::/8 (multicast)."),
        (
            "a.example",
            "64:ff9b::7f00:1",
            "a.example has the address 64:ff9b::7f00:1, which leads to 127.0.0.1, which is in 127.0.0.0/8 (loopback).",
        ),
    ],
)
def test_a_refusal_says_what_the_operator_can_do(host: str, address: str, sentences: str) -> None:
    assert AddressPolicy().check_host(host, [address], 443) == sentences


def test_a_network_that_a_refusal_recommends_allows_the_address() -> None:
    for address in [*BAD_IPV6.split(), *METADATA, *[str(network[0]) for network in IPV4_NETWORKS]]:
        refusal = AddressPolicy().check_host("shop.example", [address], 443)
        assert refusal is not None, address

        if "=" in refusal:
            recommended = networks(refusal.rpartition("=")[2].removesuffix("."))
            assert AddressPolicy(allow=recommended).check_host("shop.example", [address], 443) is None, address


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700:4700::1111", "64:ff9b::808:808", "10.1.2.3"])
def test_a_check_takes_less_than_ten_microseconds(address: str) -> None:
    policy = AddressPolicy(allow=networks("10.0.0.0/8", "fd00::/8"), own={("127.0.0.1", 8000)})

    rounds = timeit.repeat(lambda: policy.check_address(address, 443), number=1_000, repeat=20)

    assert min(rounds) / 1_000 < 10e-6

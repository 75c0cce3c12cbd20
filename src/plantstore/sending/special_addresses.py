"""A table of the address ranges that may not be called by default.

It does not use `ipaddress.is_global`, whose result depends on the version of Python. IPv4 addresses pass unless they
are listed; IPv6 addresses pass only within global unicast (2000::/3), and unless they are listed. Sources: IANA's
registries of special-purpose addresses, and cloud manuals for the addresses that hand out a machine's credentials.
"""

import ipaddress
from enum import Enum, auto
from typing import Final, NamedTuple


class Opens(Enum):
    """What the operator must allow before an address in a range may be called."""

    BY_NETWORK = auto()  # any network that contains the address
    BY_ADDRESS = auto()  # a network that contains only this address, so that a wide one does not expose credentials
    NEVER = auto()  # can never be allowed: no server can have the address, or it is another spelling of one


class SpecialRange(NamedTuple):
    """A range of addresses, `first` to `last` as numbers, that may not be called by default.

    `reason` follows the address in a message ("10.1.2.3 is in 10.0.0.0/8 (private network)"). `network` is the range as
    the operator would write it to allow it. `loopback` is True if the range is this machine's own.
    """

    first: int
    last: int
    reason: str
    network: str
    opens: Opens
    loopback: bool = False


_CLOUD = "a cloud metadata address"

# The first range that contains an address is reported, so narrow ranges come before wide ones.
_IPV4: Final = (
    ("169.254.169.254/32", _CLOUD, Opens.BY_ADDRESS),
    ("169.254.170.2/32", _CLOUD, Opens.BY_ADDRESS),  # AWS, containers
    ("169.254.170.23/32", _CLOUD, Opens.BY_ADDRESS),  # AWS, pods
    ("169.254.0.23/32", _CLOUD, Opens.BY_ADDRESS),  # Tencent
    ("169.254.42.42/32", _CLOUD, Opens.BY_ADDRESS),  # Scaleway
    ("192.0.0.192/32", _CLOUD, Opens.BY_ADDRESS),  # Oracle
    ("100.100.100.200/32", _CLOUD, Opens.BY_ADDRESS),  # Alibaba
    ("168.63.129.16/32", _CLOUD, Opens.BY_ADDRESS),  # Azure: a public address that the virtual machine's host answers
    ("255.255.255.255/32", "the broadcast address", Opens.NEVER),
    ("0.0.0.0/8", "this network", Opens.NEVER),
    ("10.0.0.0/8", "private network", Opens.BY_NETWORK),
    ("100.64.0.0/10", "carrier network", Opens.BY_NETWORK),
    ("127.0.0.0/8", "loopback", Opens.BY_NETWORK),
    ("169.254.0.0/16", "link-local", Opens.BY_NETWORK),
    ("172.16.0.0/12", "private network", Opens.BY_NETWORK),
    ("192.0.0.0/24", "protocol assignments", Opens.BY_NETWORK),
    ("192.0.2.0/24", "documentation", Opens.BY_NETWORK),
    ("192.31.196.0/24", "AS112 servers", Opens.BY_NETWORK),
    ("192.52.193.0/24", "multicast tunnels", Opens.BY_NETWORK),
    ("192.88.99.0/24", "6to4 relays", Opens.BY_NETWORK),
    ("192.168.0.0/16", "private network", Opens.BY_NETWORK),
    ("192.175.48.0/24", "AS112 servers", Opens.BY_NETWORK),
    ("198.18.0.0/15", "benchmarks", Opens.BY_NETWORK),
    ("198.51.100.0/24", "documentation", Opens.BY_NETWORK),
    ("203.0.113.0/24", "documentation", Opens.BY_NETWORK),
    ("224.0.0.0/4", "multicast", Opens.NEVER),
    ("240.0.0.0/4", "reserved", Opens.BY_NETWORK),
)

_IPV6: Final = (
    ("fd00:ec2::254/128", _CLOUD, Opens.BY_ADDRESS),  # AWS
    ("fd00:ec2::23/128", _CLOUD, Opens.BY_ADDRESS),  # AWS, pods
    ("fd20:ce::254/128", _CLOUD, Opens.BY_ADDRESS),  # Google
    ("fd00:42::42/128", _CLOUD, Opens.BY_ADDRESS),  # Scaleway
    ("::/128", "the unspecified address", Opens.NEVER),
    ("::1/128", "the loopback address", Opens.BY_NETWORK),
    ("::/96", "IPv4 written as IPv6, compatible", Opens.NEVER),
    ("::ffff:0:0/96", "IPv4 written as IPv6, mapped", Opens.NEVER),
    ("::ffff:0:0:0/96", "IPv4 written as IPv6, translated", Opens.NEVER),
    ("64:ff9b:1::/48", "local NAT64", Opens.BY_NETWORK),
    ("100::/64", "discard", Opens.NEVER),
    ("2001::/32", "Teredo tunnels to IPv4", Opens.NEVER),
    ("2001::/23", "protocol assignments", Opens.BY_NETWORK),
    ("2001:db8::/32", "documentation", Opens.BY_NETWORK),
    ("2002::/16", "6to4 tunnels to IPv4", Opens.NEVER),
    ("2620:4f:8000::/48", "AS112 servers", Opens.BY_NETWORK),
    ("3fff::/20", "documentation", Opens.BY_NETWORK),
    ("5f00::/16", "segment routing", Opens.BY_NETWORK),
    ("fc00::/7", "private network", Opens.BY_NETWORK),
    ("fe80::/10", "link-local", Opens.BY_NETWORK),
    ("fec0::/10", "site-local", Opens.BY_NETWORK),
    ("ff00::/8", "multicast", Opens.NEVER),
)


def special_range(version: int, value: int) -> SpecialRange | None:
    """Return the range that forbids an address, given as a number; None for an ordinary public address."""
    return _special_ipv4(value) if version == 4 else _special_ipv6(value)


def _special_ipv4(value: int) -> SpecialRange | None:
    for special in _RANGES_IPV4:
        if special[0] <= value <= special[1]:
            return special
    return None


def _special_ipv6(value: int) -> SpecialRange | None:
    if value >> 32 == _NAT64_PREFIX:
        return _behind_nat64(value)
    if (value >> 32) & _ISATAP_MASK == _ISATAP_INTERFACE:
        return SpecialRange(
            value, value, "is an ISATAP tunnel to IPv4", f"{ipaddress.IPv6Address(value)}/128", Opens.NEVER
        )
    for special in _RANGES_IPV6:
        if special[0] <= value <= special[1]:
            return special
    if value >> 125 == _GLOBAL_UNICAST:
        return None
    network = f"{ipaddress.IPv6Address(value)}/128"
    return SpecialRange(value, value, "is outside 2000::/3 (global unicast)", network, Opens.BY_NETWORK)


_GLOBAL_UNICAST = 0b001  # the first three bits of 2000::/3
_NAT64_PREFIX = (
    int(ipaddress.IPv6Address("64:ff9b::")) >> 32
)  # RFC 6052: hosts without IPv4 reach the public IPv4 this way
_ISATAP_INTERFACE = 0x0000_5EFE  # RFC 5214: ::0:5efe:a.b.c.d, or 200:5efe where the IPv4 is unique, under any prefix
_ISATAP_MASK = 0xFCFF_FFFF


def _behind_nat64(value: int) -> SpecialRange | None:
    """Check the IPv4 address embedded in a NAT64 address (64:ff9b::a.b.c.d); return None if it is public.

    A special IPv4 address embedded in this way can never be allowed (RFC 6052 §3.1).
    """
    special = _special_ipv4(value & 0xFFFF_FFFF)
    if special is None:
        return None
    reason = f"leads to {ipaddress.IPv4Address(value & 0xFFFF_FFFF)}, which {special.reason}"
    return special._replace(reason=reason, opens=Opens.NEVER, loopback=False)


def _read(rows: tuple[tuple[str, str, Opens], ...]) -> tuple[SpecialRange, ...]:
    return tuple(_read_row(*row) for row in rows)


def _read_row(written: str, meaning: str, opens: Opens) -> SpecialRange:
    """Read a row. Messages contain the range as it is written above: Python 3.13 writes ::ffff:0:0/96 otherwise."""
    network = ipaddress.ip_network(written)
    first, last = int(network.network_address), int(network.broadcast_address)
    reason = f"is {meaning}" if first == last else f"is in {written} ({meaning})"
    return SpecialRange(first, last, reason, written, opens, network.is_loopback)


_RANGES_IPV4: Final = _read(_IPV4)  # parsed once: every connection is checked
_RANGES_IPV6: Final = _read(_IPV6)

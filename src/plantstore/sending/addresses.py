"""Decides which addresses may be called: at registration, before a connection, and on the connected peer.

No name is resolved here. The caller resolves it, passes every address, and dials only addresses that were checked.
"""

import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address
from typing import Final, NamedTuple

from plantstore.core.settings import PREFIX, Network
from plantstore.sending.special_addresses import Opens, SpecialRange, special_range

ADDRESSES_MAX = 32  # max addresses of one name; more look like an attempt to make us scan a network
ADDRESS_CHARS_MAX = 45  # the longest spelling of an IPv6 address (INET6_ADDRSTRLEN without its NUL)
ALLOW_SETTING = f"{PREFIX}ALLOW_NETWORKS"
_WILDCARDS: Final = frozenset({(4, 0), (6, 0)})  # 0.0.0.0 and ::, sockets that listen on every address
_LISTENS_ON: Final = {"": ("::",), "localhost": ("127.0.0.1", "::1")}  # hosts in settings that are not addresses

Address = str | IPv4Address | IPv6Address
Number = tuple[int, int]
"""An address as its IP version and its value."""
Listener = tuple[str, int]
"""Host and port of one of our own sockets, as `getsockname` returns them, or of our public URL."""


class _Refused(NamedTuple):
    """Why an address may not be called.

    `reason` follows the address in a message ("10.1.2.3 is in …"). `network` is the network that the operator could
    allow; None if the address can never be allowed.
    """

    reason: str
    network: str | None = None


class AddressPolicy:
    """Checks addresses against the operator's allowed networks (`allow`) and our own sockets (`own`).

    By default only public addresses pass. A cloud's metadata address passes only if it is allowed on its own
    (169.254.169.254/32), not with a wider network. Multicast, broadcast, unspecified addresses, and IPv6 spellings of
    an IPv4 address never pass. `loopback` allows 127.0.0.0/8 and ::1 for one check.

    `setting` is the setting that `allow` comes from, for messages. `own` may be set again once the system has chosen
    the port. Our own sockets never pass, or the store would send itself webhooks for ever.

    >>> AddressPolicy().check_address("10.1.2.3", 443)
    '10.1.2.3 is in 10.0.0.0/8 (private network)'
    """

    __slots__ = ("_allowed", "_own", "_own_everywhere", "_own_names", "_own_sockets", "_setting")

    def __init__(
        self, *, allow: Iterable[Network] = (), own: Iterable[Listener] = (), setting: str = ALLOW_SETTING
    ) -> None:
        self._allowed = tuple((one.version, int(one.network_address), int(one.broadcast_address)) for one in allow)
        self._setting = setting
        self.own = frozenset(own)

    @property
    def own(self) -> frozenset[Listener]:
        """The sockets that we listen on; `0.0.0.0`, `::` or an empty host means every address of this machine."""
        return self._own

    @own.setter
    def own(self, listeners: Iterable[Listener]) -> None:
        self._own = frozenset(listeners)
        self._own_names = {(host.lower(), port) for host, port in self._own if _number(host) is None}
        spelt = [(_number(known), port) for host, port in self._own for known in _LISTENS_ON.get(host.lower(), (host,))]
        self._own_everywhere = {port for number, port in spelt if number in _WILDCARDS}
        self._own_sockets = {(number, port) for number, port in spelt if number is not None}

    def check_address(
        self, address: Address, port: int, *, loopback: bool = False, local: str | None = None
    ) -> str | None:
        """Return why this address and port may not be called, or None if they may.

        For a connected socket, `local` is the address of our end: a peer with the same address is this machine, which
        is how a socket of ours that listens on every address is recognized.
        """
        refused = self._refused(address, port, loopback=loopback, local=local)
        return refused and f"{_shown(address)} {refused.reason}"

    def check_host(self, host: str, addresses: Sequence[str], port: int, *, loopback: bool = False) -> str | None:
        """Return why a host with these addresses may not be called, or None. One forbidden address is enough.

        The text is for the person who registers the receiver: full sentences that say what the operator can do.
        """
        if (host, port) in self._own_names:
            return f"{host} {_own_reason(port)}."
        if not addresses:
            return f"{host} has no address."
        if len(addresses) > ADDRESSES_MAX:
            return f"{host} has {len(addresses)} addresses; at most {ADDRESSES_MAX} are accepted."
        for address in addresses:
            if refused := self._refused(address, port, loopback=loopback):
                return _explain(host, address, refused, self._setting)
        return None

    def _refused(self, address: Address, port: int, *, loopback: bool, local: str | None = None) -> _Refused | None:
        number = _number(address)
        if number is None:
            return _Refused("is not a numeric address")
        if self._is_own(number, port, local):
            return _Refused(_own_reason(port))
        special = special_range(*number)
        if special is None or (loopback and special.loopback) or self._opened(number, special):
            return None
        return _Refused(special.reason, None if special.opens is Opens.NEVER else special.network)

    def _is_own(self, number: Number, port: int, local: str | None) -> bool:
        if port in self._own_everywhere:
            special = special_range(*number)
            return (special is not None and special.loopback) or (local is not None and _number(local) == number)
        return (number, port) in self._own_sockets

    def _opened(self, number: Number, special: SpecialRange) -> bool:
        if special.opens is Opens.NEVER:
            return False
        version, value = number
        alone = special.opens is Opens.BY_ADDRESS
        return any(
            version == allowed and first <= value <= last and (first == last or not alone)
            for allowed, first, last in self._allowed
        )


def _number(address: Address) -> Number | None:
    """Parse a numeric address; None unless it is in strict form, without zone and leading zeros."""
    if not isinstance(address, str):
        zone = isinstance(address, IPv6Address) and address.scope_id
        return None if zone else (address.version, int(address))
    try:
        if ":" in address:
            return 6, int.from_bytes(socket.inet_pton(socket.AF_INET6, address))
        return 4, int.from_bytes(socket.inet_pton(socket.AF_INET, address))
    except (OSError, ValueError):  # ValueError: a NUL or a lone surrogate, which no C string can hold
        return None


def _own_reason(port: int) -> str:
    return f"is this store itself on port {port}"


def _explain(host: str, address: str, refused: _Refused, setting: str) -> str:
    subject = _shown(address) if host == address else f"{host} has the address {_shown(address)}, which"
    hint = f" The operator can allow it with {setting}={refused.network}." if refused.network else ""
    return f"{subject} {refused.reason}.{hint}"


def _shown(address: Address) -> str:
    """Return an address for a message or the log: non-ASCII text is escaped and truncated to ADDRESS_CHARS_MAX."""
    return ascii(str(address))[1:-1][:ADDRESS_CHARS_MAX]

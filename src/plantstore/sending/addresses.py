"""Who may be called: judge numeric addresses at registration, before a connection, and on the connected peer.

Nothing here resolves a name. The caller resolves, hands over every address it got, and dials one that was judged.
"""

import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address
from typing import Final, NamedTuple

from plantstore.core.settings import PREFIX, Network
from plantstore.sending.special_addresses import Opens, SpecialRange, special_range

ADDRESSES_MAX = 32  # of one name; whoever answers with more wants a network scanned, not a receiver called
ADDRESS_CHARS_MAX = 45  # the longest spelling of an IPv6 address (INET6_ADDRSTRLEN without its NUL)
ALLOW_SETTING = f"{PREFIX}ALLOW_NETWORKS"
_WILDCARDS: Final = frozenset({(4, 0), (6, 0)})  # 0.0.0.0 and ::, a socket that listens on every address
_LISTENS_ON: Final = {"": ("::",), "localhost": ("127.0.0.1", "::1")}  # hosts that an operator may write for addresses

Address = str | IPv4Address | IPv6Address
Number = tuple[int, int]
"""An address as its IP version and its value."""
Listener = tuple[str, int]
"""Host and port of one of our own sockets, as `getsockname` gives them; or our own public name and its port."""


class _Refused(NamedTuple):
    """`words` complete the sentence "10.1.2.3 …"; `network` is what the operator could allow, None if nothing helps."""

    words: str
    network: str | None = None


class AddressPolicy:
    """Judge with one operator's configuration: the networks allowed, and the sockets that are our own.

    `own` may be set again once the system has chosen the port. A socket of our own is refused even where its network is
    allowed, and even with `loopback`: the store would tell itself about plants for ever.
    """

    __slots__ = ("_allowed", "_own", "_own_everywhere", "_own_names", "_own_sockets")

    def __init__(self, *, allow: Iterable[Network] = (), own: Iterable[Listener] = ()) -> None:
        self._allowed = tuple((one.version, int(one.network_address), int(one.broadcast_address)) for one in allow)
        self.own = frozenset(own)

    @property
    def own(self) -> frozenset[Listener]:
        """The sockets we listen on; `0.0.0.0`, `::` or an empty host means every address of this machine."""
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
        """Say why this address and port may not be called; None when they may.

        On a connected socket give its own end as `local`: a peer with the same address is this machine, and that is how
        a socket of ours that listens on every address is known.
        """
        refused = self._refused(address, port, loopback=loopback, local=local)
        return refused and f"{_shown(address)} {refused.words}"

    def check_host(self, host: str, addresses: Sequence[str], port: int, *, loopback: bool = False) -> str | None:
        """Say why a host may not be called, given all its addresses; None when it may. One bad address refuses it.

        The answer is for the person who registers: whole sentences, with what the operator can do about it.
        """
        if (host, port) in self._own_names:
            return f"{host} {_own_words(port)}."
        if not addresses:
            return f"{host} has no address."
        if len(addresses) > ADDRESSES_MAX:
            return f"{host} has {len(addresses)} addresses; at most {ADDRESSES_MAX} are accepted."
        for address in addresses:
            if refused := self._refused(address, port, loopback=loopback):
                return _explain(host, address, refused)
        return None

    def _refused(self, address: Address, port: int, *, loopback: bool, local: str | None = None) -> _Refused | None:
        number = _number(address)
        if number is None:
            return _Refused("is not a numeric address")
        if self._is_own(number, port, local):
            return _Refused(_own_words(port))
        special = special_range(*number)
        if special is None or (loopback and special.loopback) or self._opened(number, special):
            return None
        return _Refused(special.words, None if special.opens is Opens.NEVER else special.network)

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
    """Read a numeric address in its strict form: no zone, no leading zeros, nothing but the address. Else None."""
    if not isinstance(address, str):
        zone = isinstance(address, IPv6Address) and address.scope_id
        return None if zone else (address.version, int(address))
    try:
        if ":" in address:
            return 6, int.from_bytes(socket.inet_pton(socket.AF_INET6, address))
        return 4, int.from_bytes(socket.inet_pton(socket.AF_INET, address))
    except (OSError, ValueError):  # ValueError: a NUL or a lone surrogate, which no C string can hold
        return None


def _own_words(port: int) -> str:
    return f"is this store itself on port {port}"


def _explain(host: str, address: str, refused: _Refused) -> str:
    subject = _shown(address) if host == address else f"{host} has the address {_shown(address)}, which"
    hint = f" The operator can allow it with {ALLOW_SETTING}={refused.network}." if refused.network else ""
    return f"{subject} {refused.words}.{hint}"


def _shown(address: Address) -> str:
    """An address is plain ASCII already; text that is none must not bring line ends or a page of letters into a log."""
    return ascii(str(address))[1:-1][:ADDRESS_CHARS_MAX]

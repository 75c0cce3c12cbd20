"""The store of `make fuzz` calls only our own receiver, whatever addresses are registered."""

import asyncio
import socket

import pytest

from fuzz.offline_store import redirect_connections
from plantstore.sending import resolving
from plantstore.sending.dialling import Dial
from plantstore.sending.resolving import Resolver


class Anybody:
    """Allows every address: even so, no request may leave this machine."""

    def check_address(self, address: str, port: int, *, loopback: bool = False, local: str | None = None) -> str | None:
        return None

    def check_host(self, host: str, addresses: list[str], port: int, *, loopback: bool = False) -> str | None:
        return None


@pytest.mark.parametrize(("host", "port"), [("shop.example", 443), ("203.0.113.7", 80), ("2001:db8::1", 8443)])
def test_every_connection_stays_on_this_machine(monkeypatch: pytest.MonkeyPatch, host: str, port: int) -> None:
    monkeypatch.setattr(resolving, "look_up", resolving.look_up)  # both are restored when the test ends
    monkeypatch.setattr(Dial, "_connect_to", Dial._connect_to)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        redirect_connections(listener.getsockname()[1])
        dial = Dial(
            address_policy=Anybody(), resolve=Resolver(), connect_s_max=5.0, host=host, port=port, loopback=False
        )
        connected = asyncio.run(dial.connect())
        assert isinstance(connected, socket.socket)
        with connected:
            assert connected.getpeername() == listener.getsockname()
    assert dial.port == port

"""The store, with all outgoing connections redirected to one receiver on this machine.

    python -m fuzz.offline_store RECEIVER_PORT serve …

Generated receivers have the addresses of other people's servers. This program resolves every name to loopback without a
DNS query, and makes every connection to RECEIVER_PORT; everything else is unchanged.
"""

import socket
import sys

from plantstore.cli.main import main
from plantstore.sending import resolving
from plantstore.sending.dialling import Dial
from plantstore.sending.http1 import Failure

LOOPBACK = "127.0.0.1"
_connect_to = Dial._connect_to


def _resolve(host: str) -> resolving.Lookup:
    return [LOOPBACK]


def redirect_connections(receiver_port: int) -> None:
    """Redirect every name lookup and every connection of this process to one port on this machine."""

    async def connect_to(self: Dial, address: str, *, within_s: float) -> socket.socket | Failure:
        named, self.port = self.port, receiver_port
        try:
            return await _connect_to(self, LOOPBACK, within_s=within_s)
        finally:
            self.port = named

    resolving.look_up = _resolve
    Dial._connect_to = connect_to  # type: ignore[method-assign]


if __name__ == "__main__":
    redirect_connections(int(sys.argv[1]))
    main(sys.argv[2:])

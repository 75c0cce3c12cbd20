"""The store, able to call nobody but one receiver on this machine, whatever addresses it is told.

    python -m fuzz.offline_store RECEIVER_PORT serve …

Receivers that are made up have the addresses of strangers. Here every name is known without anybody being asked, and
every connection goes to RECEIVER_PORT; all else is the program as it is.
"""

import socket
import sys

from plantstore.cli.main import main
from plantstore.sending import resolving
from plantstore.sending.dialling import Dial
from plantstore.sending.http1 import Failure

LOOPBACK = "127.0.0.1"
_connect_to = Dial._connect_to


def _know(host: str) -> resolving.Lookup:
    return [LOOPBACK]


def stay_at_home(receiver_port: int) -> None:
    """Lead every look-up and every connection of this process to one port of this machine."""

    async def connect_to(self: Dial, address: str, *, within_s: float) -> socket.socket | Failure:
        named, self.port = self.port, receiver_port
        try:
            return await _connect_to(self, LOOPBACK, within_s=within_s)
        finally:
            self.port = named

    resolving.look_up = _know
    Dial._connect_to = connect_to  # type: ignore[method-assign]


if __name__ == "__main__":
    stay_at_home(int(sys.argv[1]))
    main(sys.argv[2:])

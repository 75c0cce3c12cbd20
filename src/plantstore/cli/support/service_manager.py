"""What systemd passes to a service, and what the service reports to it.

* A listening socket that systemd keeps open while the store restarts (`sd_listen_fds(3)`). Connections that arrive in
  the meantime wait in its queue.
* Readiness, the start of a stop, and a regular sign of life (`sd_notify(3)`, `sd_watchdog_enabled(3)`).

Both are a few environment variables and a datagram, so no library is needed. Without these variables, nothing happens.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import MutableMapping
from types import TracebackType

FIRST_SOCKET = 3  # descriptor of the first socket that is passed (SD_LISTEN_FDS_START)
SEND_S_MAX = 2.0  # max time to report a start or a stop, if systemd is busy
WATCHDOG_PARTS = 3  # signs of life per watchdog period; systemd recommends at least two


class BadSocket(Exception):
    """The socket that was passed cannot be used. The message is a sentence."""


def inherited_listener(environment: MutableMapping[str, str]) -> socket.socket | None:
    """Return the listening socket that was passed to this process, or None if there is none.

    The variables are removed from `environment`, so that child processes do not take the socket for theirs.

    Raise BadSocket if there are several, or if it is not a listening TCP socket.
    """
    process, number = environment.pop("LISTEN_PID", ""), environment.pop("LISTEN_FDS", "")
    environment.pop("LISTEN_FDNAMES", None)
    if process != str(os.getpid()) or number in ("", "0"):
        return None
    if number != "1":
        raise BadSocket(f"systemd passes {number} sockets, but the store listens on one: use one ListenStream=.")
    os.set_inheritable(FIRST_SOCKET, False)
    listener = socket.socket(fileno=FIRST_SOCKET)
    is_tcp = listener.family in (socket.AF_INET, socket.AF_INET6) and listener.type == socket.SOCK_STREAM
    if not (is_tcp and listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)):
        listener.detach()
        raise BadSocket(
            "The socket that systemd passes does not listen on TCP: use ListenStream= with a port, and Accept=no."
        )
    return listener


class ServiceManager:
    """Reports the state of this process to systemd. Use it as a context manager around the work of the event loop.

    Between `ready` and the end of the block, the event loop sends WATCHDOG_PARTS signs of life per watchdog period, if
    systemd requires them (`WatchdogSec=`): if the event loop stalls for longer than the period, systemd restarts the
    service. A failed send is ignored, because the state of the store does not depend on it.
    """

    def __init__(self, environment: MutableMapping[str, str]) -> None:
        self._address = environment.pop("NOTIFY_SOCKET", "")
        process = environment.pop("WATCHDOG_PID", "")
        period = environment.pop("WATCHDOG_USEC", "")
        is_ours = process in ("", str(os.getpid()))
        self.watchdog_s = int(period) / 1_000_000 if self._address and is_ours and period.isdecimal() else 0.0
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> "ServiceManager":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def ready(self, status: str) -> None:
        """Report that requests are accepted, with a line for `systemctl status`, and start the signs of life."""
        self._send(f"READY=1\nSTATUS={status}", wait_s=SEND_S_MAX)
        if self.watchdog_s:
            self._show_life()

    def stopping(self, status: str) -> None:
        """Report that an orderly stop has begun."""
        self._send(f"STOPPING=1\nSTATUS={status}", wait_s=SEND_S_MAX)

    def _show_life(self) -> None:
        self._send("WATCHDOG=1")
        self._timer = asyncio.get_running_loop().call_later(self.watchdog_s / WATCHDOG_PARTS, self._show_life)

    def _send(self, message: str, *, wait_s: float = 0.0) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.settimeout(wait_s)  # Linux queues ten messages; signs of life do not wait for space
            sender.sendto(message.encode(), address)

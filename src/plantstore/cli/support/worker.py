"""One of several workers: the same program, on a socket that it is handed. `plantstore serve --workers` starts it."""

import contextlib
import os
import socket
import sys
from typing import NoReturn

from plantstore.cli.support.serving import Lifeline, Refused, run
from plantstore.core.settings import load


def main() -> NoReturn:
    """Called with two open sockets (to listen on, and the lifeline), which worker it is, and settings as NAME=VALUE."""
    listener, end = (socket.socket(fileno=int(handle)) for handle in sys.argv[1:3])
    lifeline = Lifeline(end, is_first=sys.argv[3] == "0")
    flags = dict(one.split("=", 1) for one in sys.argv[4:])
    try:
        run(load(os.environ, flags), listener, lifeline=lifeline)
    except Refused as refused:
        refused.show()
        sys.exit(refused.exit_code)
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    sys.exit(0)


if __name__ == "__main__":
    main()

"""People who watch the console: live pages that stay open, and a long page that is requested repeatedly.

`python -m bench.browsers PORT TOKEN` signs in, opens TABS live pages, prints `open`, and then requests a page of ROWS
plants every LOOK_S seconds until it is ended.
"""

import http.client
import re
import sys
import threading
import time
from urllib.parse import urlencode

from bench.processes import READY_S_MAX

TABS, TABS_OF_SESSION = 20, 4  # the streams that one session may have (web/http/broadcast.py)
ROWS, LOOK_S = 200, 1.0


def serve(port: int, token: str) -> None:
    """Watch the console until the process is ended."""
    for _ in range(TABS // TABS_OF_SESSION):
        cookie = sign_in(port, token)
        for _ in range(TABS_OF_SESSION):
            stream = open_page(port, cookie, "/live/deliveries", accept="text/event-stream")
            threading.Thread(target=take, args=(stream,), daemon=True).start()
    print("open", flush=True)
    while True:
        open_page(port, cookie, f"/plants?limit={ROWS}", accept="text/html").read()
        time.sleep(LOOK_S)


def sign_in(port: int, token: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=READY_S_MAX)
    headers = {"content-type": "application/x-www-form-urlencoded", "origin": f"http://127.0.0.1:{port}"}
    connection.request("POST", "/sign-in", urlencode({"token": token}), headers)
    found = re.match(r"[^;]+", connection.getresponse().getheader("set-cookie") or "")
    if found is None:
        sys.exit("The sign-in was refused.")
    return found[0]


def open_page(port: int, cookie: str, address: str, *, accept: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=READY_S_MAX)
    connection.request("GET", address, headers={"cookie": cookie, "accept": accept, "accept-encoding": "gzip"})
    answer = connection.getresponse()
    if answer.status != http.client.OK:
        sys.exit(f"GET {address}: {answer.status}")
    return answer


def take(stream: http.client.HTTPResponse) -> None:
    while stream.read1():
        pass


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2])

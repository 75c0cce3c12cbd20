"""`plantstore listen` for a store on another machine: its feed, over TLS and a proxy that cuts every connection."""

import json
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest
import trustme
from standardwebhooks import Webhook

from plantstore.cli.listen.feed import Feed, FeedPage, FeedTiming
from plantstore.cli.listen.handler import Credentials
from plantstore.cli.listen.server import Request, text_response
from plantstore.cli.support.client import Client, parse_address
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.core.clock import SystemClock
from plantstore.domain.receivers.signature import SECRET_BYTES, make_secret
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import parse
from tests.cli.conftest import Run
from tests.cli.scripted_store import ScriptedStore
from tests.cli.test_serve import ENVIRONMENT, Serving, command, outcome, serving
from tests.polling import wait_until

PLANTS, CUT_AFTER_S = 300, 0.4
SECRET = make_secret(b"k" * SECRET_BYTES)
FAST = FeedTiming(wait_s=1, backoff_s_min=0.01, backoff_s_max=0.02)


class Shop:
    """A running store."""

    def __init__(self, folder: Path, server: Serving) -> None:
        self.folder = folder
        lines = [json.loads(line) for line in server.wait_for('"ready"').splitlines()]
        self.url = next(str(line["url"]) for line in lines if line["event"] == "ready")
        self.token = (folder / "operator.token").read_text().strip()

    def add(self, name: str, count: int) -> None:
        """Add plants by an import; it is done when this returns."""
        file = self.folder.parent / "plants.csv"
        file.write_text("name\n" + "".join(f"{name} {number}\n" for number in range(count)))
        done = outcome("plants", "import", str(file), "--yes", PLANTSTORE_DATA=str(self.folder))
        assert done.returncode == 0, done.stderr


class Program:
    """A program behind --forward, which verifies each request with the library of Standard Webhooks."""

    def __init__(self, secret_file: Path) -> None:
        self.got: list[int] = []
        program = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                secret = dict(line.split("=", 1) for line in secret_file.read_text().split())["PLANTSTORE_SECRET"]
                Webhook(secret).verify(body, dict(self.headers))
                program.got.append(int(self.headers["ce-sequence"]))
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Print nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class CuttingProxy:
    """A proxy that serves TLS and cuts each connection after some time, whatever is on its way."""

    def __init__(self, target: str, certificate: trustme.LeafCert, *, cut_after_s: float) -> None:
        parts = urlsplit(target)
        self._target, self._cut_after_s = (parts.hostname or "", parts.port or 0), cut_after_s
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate.configure_cert(self._tls)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://localhost:{self._listener.getsockname()[1]}"
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)  # ends `accept`
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                accepted, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=[accepted], daemon=True).start()

    def _serve(self, accepted: socket.socket) -> None:
        with (
            suppress(OSError),
            accepted,
            self._tls.wrap_socket(accepted, server_side=True) as client,
            socket.create_connection(self._target) as store,
        ):
            timer = threading.Timer(self._cut_after_s, self._cut, [client, store])
            timer.start()
            sending = threading.Thread(target=_copy, args=[client, store])
            sending.start()
            _copy(store, client)
            timer.cancel()
            client.shutdown(socket.SHUT_RDWR)
            sending.join()

    def _cut(self, *ends: socket.socket) -> None:
        self.cuts += 1
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while content := source.recv(65_536):
            target.sendall(content)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    folder = tmp_path_factory.mktemp("shop") / "data"
    with serving(folder) as server:
        yield Shop(folder, server)
        server.stop()


@contextmanager
def cutting(shop: Shop, folder: Path) -> Iterator[CuttingProxy]:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    proxy = CuttingProxy(shop.url, authority.issue_cert("localhost"), cut_after_s=CUT_AFTER_S)
    yield proxy
    proxy.close()


def test_no_event_is_missed_though_every_connection_is_cut(shop: Shop, tmp_path: Path) -> None:
    program = Program(tmp_path / ".env")
    with closing(program), cutting(shop, tmp_path) as proxy:
        environment = ENVIRONMENT | {"PLANTSTORE_TOKEN": shop.token, "SSL_CERT_FILE": str(tmp_path / "ca.pem")}
        flags = ["--feed", "--url", proxy.url, "--forward", program.url, "--count", str(PLANTS)]
        listen = command("listen", *flags, "--secret-to", str(tmp_path / ".env"))
        notes = (tmp_path / "err").read_text
        with (
            (tmp_path / "err").open("w") as err,
            subprocess.Popen(listen, stdout=subprocess.DEVNULL, stderr=err, env=environment, text=True) as process,
        ):
            try:
                wait_until(lambda: "Following" in notes(), process=process, explain=notes)
                wait_until(lambda: proxy.cuts >= 2, process=process, explain=notes)
                shop.add("Cut off", PLANTS)
                assert process.wait(timeout=60) == 0
            finally:
                process.kill()

    assert program.got == sorted(program.got) and len(set(program.got)) == len(program.got) == PLANTS
    text = notes()
    assert "TLS verifies that they are from the store." in text
    assert "nothing is lost." in text and "The store is back." in text
    assert f"Stopped. {PLANTS:,} received, {PLANTS:,} accepted." in text


def test_the_store_shows_what_the_program_answered(shop: Shop) -> None:
    shop.add("Reported", 2)
    flags = ["--feed", "--url", shop.url, "--since", "1d", "--count", "2"]

    accepting = outcome("listen", *flags, PLANTSTORE_TOKEN=shop.token)

    assert accepting.returncode == 0, accepting.stderr
    client = Client(address=parse_address(shop.url), token=Secret(shop.token), timeout_s=10)
    newest = client.get("/listeners")["items"][0]
    shown = client.get(f"/listeners/{newest['id']}")
    assert (shown["accepted"], shown["failed"]) == (2, 0)
    assert [(one["sequence"], one["result"], one["status"]) for one in shown["outcomes"]] == [
        (2, "accepted", 200),
        (1, "accepted", 200),
    ]


def test_a_certificate_that_is_not_trusted_ends_it_before_anything_is_sent(shop: Shop, tmp_path: Path) -> None:
    with cutting(shop, tmp_path) as proxy:
        ended = outcome("listen", "--feed", "--url", proxy.url, PLANTSTORE_TOKEN=shop.token)

    assert ended.returncode == Exit.NOT_REACHABLE
    assert "is not trusted" in ended.stderr


def a_feed(store: ScriptedStore, got: list[Request], stopping: threading.Event) -> Feed:
    def handle(request: Request) -> object:
        got.append(request)
        return text_response(200)

    return Feed(
        Client(address=parse_address(store.url), token=Secret("pst_x"), timeout_s=5),
        credentials=Credentials(secrets=(SECRET,), access_token=Secret("rct_x")),
        handle=handle,  # type: ignore[arg-type]
        clock=SystemClock(),
        note=lambda text: None,
        stopping=stopping,
        timing=FAST,
    )


def item(sequence: int, *, plant: str = '{"id": 7,"name":"Rosa"}', time: str = "2026-06-01T12:00:00.000Z") -> str:
    erased = "true" if plant == "null" else "false"
    return (
        f'{{"id":"evt_{sequence}","sequence":{sequence},"type":"plant.added","time":"{time}",'
        f'"plant":{plant},"erased":{erased}}}'
    )


def test_the_bytes_of_a_body_are_those_of_the_feed_and_erased_events_are_passed(store: ScriptedStore) -> None:
    got: list[Request] = []
    stopping = threading.Event()
    feed = a_feed(store, got, stopping)
    page = f'{{"items":[{item(4)},{item(5, plant="null")}],"next":null,"prev":null,"after":5,"head":5}}'
    store.responds("GET /events", json.loads('{"items":[],"next":null,"prev":null,"after":0,"head":3}'))
    feed.start(None)
    assert feed.after == 3

    feed.handle_page(msgspec.json.decode(page, type=FeedPage))

    [request] = got
    assert request.body == b'{"id": 7,"name":"Rosa"}'
    assert dict(request.headers)["ce-sequence"] == "0000000000000004"
    Webhook(SECRET.reveal()).verify(request.body, dict(request.headers))
    assert feed.after == 5


def test_since_finds_the_first_event_of_a_time(shop: Shop) -> None:
    client = Client(address=parse_address(shop.url), token=Secret(shop.token), timeout_s=10)
    shop.add("Earlier", 5)
    rows = client.get("/events", {"limit": "200"})["items"]

    for row in (rows[0], rows[-3], rows[-1]):
        feed = Feed(
            client,
            credentials=Credentials(secrets=(SECRET,), access_token=Secret("rct_x")),
            handle=lambda _: text_response(200),
            clock=SystemClock(),
            note=lambda text: None,
            stopping=threading.Event(),
        )
        feed.start(parse(row["time"]))
        first = next(one for one in rows if one["time"] >= row["time"])
        assert feed.after == first["sequence"] - 1


@pytest.mark.parametrize(("status", "code"), [(401, Exit.NOT_ALLOWED), (403, Exit.NOT_ALLOWED), (409, Exit.FAILED)])
def test_what_the_store_refuses_ends_it(store: ScriptedStore, run: Run, status: int, code: Exit) -> None:
    store.responds("GET /events", {"title": "Refused", "status": status, "detail": "Refused."}, status=status)

    result = run("listen", "--feed", "--count", "1")

    assert result.exit_code == code
    assert "Refused" in result.stderr


def test_a_store_that_is_away_is_asked_again(store: ScriptedStore) -> None:
    got: list[Request] = []
    stopping = threading.Event()
    feed = a_feed(store, got, stopping)
    store.responds("GET /events", {"title": "Busy", "status": 503, "detail": "Busy."}, status=503)
    threading.Timer(0.3, stopping.set).start()

    feed.follow()

    assert len(store.requests) >= 3 and got == []


def test_something_else_than_a_feed_is_not_followed(store: ScriptedStore) -> None:
    store.responds("GET /events", {"items": "none"})

    with pytest.raises(Failure, match="not with a feed"):
        a_feed(store, [], threading.Event()).start(None)

"""What users, clients and operators rely on, recorded from outside: a store is started, asked, and stopped.

Nothing here imports the program: it runs any version of it, and two records can be compared. A record holds names and
types (of fields, options, headers, settings, metrics, log keys …) and codes, never a value that differs between runs.

    python -m tests.compatibility.black_box .venv/bin/plantstore > record.json
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Record = dict[str, Any]
Help = Callable[[Sequence[str]], str]
Run = Callable[..., "subprocess.CompletedProcess[str]"]
START_S_MAX = 60.0
COMMAND_S_MAX = 120.0
DELIVERED_S_MAX = 30.0
PAGES_MAX = 150
OPTION = re.compile(r"^\s+(?:-\w, )?(--[a-z][a-z-]*)", re.MULTILINE)
OPPOSITE = re.compile(r"^\s+--[a-z][a-z-]* / (--[a-z][a-z-]*)", re.MULTILINE)
SHORT = re.compile(r"^\s+(-\w), --", re.MULTILINE)
USAGE = re.compile(r"^Usage: plantstore (.*(?:\n  +.*)*)$", re.MULTILINE)
CHOICES = re.compile(r"\{([^}]*)\}")
COMMANDS = re.compile(r"^Commands:\n((?:  .*\n|\n)+)", re.MULTILINE)
SETTING = re.compile(r"\[(PLANTSTORE_[A-Z_]+);\s+([^\]]*)\]")
SAMPLE = re.compile(r"^([a-z_]+)(?:\{([^}]*)\})? ", re.MULTILINE)
TYPE = re.compile(r"^# TYPE ([a-z_]+) ([a-z]+)$", re.MULTILINE)
FORM = re.compile(r"<form\b(.*?)</form>", re.DOTALL)
ATTRIBUTE = re.compile(r'\b(action|name)="([^"]*)"')
LINK = re.compile(r'href="(/(?!docs|static|openapi)[^"#]*)')
NUMBERED = re.compile(r"\b(?:[a-z]{2,4}_[0-9a-z]{10,}|\d+)\b|(?<=/)[0-9a-z]{20,}")
CATALOGUE = 'name,sku,price\nRosa,ROS-1,"4,90"\nAcer,ACE-1,12\n,NO-NAME,1\n'


def shape(value: Any) -> Any:
    """The types of a JSON value: objects keep their keys, a list becomes the merged shape of its items."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        merged: Any = None
        for item in value:
            merged = merge(merged, shape(item))
        return [merged]
    return "null" if value is None else type(value).__name__.replace("float", "int")


def merge(one: Any, other: Any) -> Any:
    """A shape that covers two; `null` and a type make that type."""
    if one is None or one == "null":
        return other
    if other is None or other == "null":
        return one
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: merge(one.get(key), other.get(key)) for key in {**one, **other}}
    if isinstance(one, list) and isinstance(other, list):
        return [merge(one[0], other[0])]
    return one


class Store:
    """One version of the program: its command line, and a server on a folder of its own."""

    def __init__(self, command: Sequence[str], folder: Path, run: Run | None = None) -> None:
        self._run = run
        self.command = list(command)
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("PLANTSTORE_")} | {
            "PLANTSTORE_DATA": str(folder / "data"),
            "PLANTSTORE_PORT": str(self.port),
            "PLANTSTORE_ALLOW_NETWORKS": "127.0.0.0/8",
            "PLANTSTORE_RETRY_SCALE": "1000",
            "COLUMNS": "120",
        }

    def run(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
        if self._run is not None:
            return self._run(arguments, environment=self.environment, folder=self.folder, given=given)
        return subprocess.run(
            [*self.command, *arguments],
            input=given,
            env=self.environment,
            cwd=self.folder,
            text=True,
            capture_output=True,
            timeout=COMMAND_S_MAX,
            check=False,
        )

    def help(self, path: Sequence[str]) -> str:
        """Return the help of a command."""
        return self.run(*path, "--help").stdout

    @contextmanager
    def serving(self) -> Iterator[None]:
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [*self.command, "serve"], env=self.environment, cwd=self.folder, stderr=log, stdout=log
            )
            try:
                self._wait_until_ready(process)
                yield
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(COMMAND_S_MAX)

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + START_S_MAX
        while time.monotonic() < until and process.poll() is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5):
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text(errors="replace"))

    def ask(
        self, method: str, path: str, body: Any = None, *, token: str | None = "", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """One request to the API; `token` is the operator's, unless it is another one or None."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method)
        if token is not None:
            text = token or (self.folder / "data" / "operator.token").read_text().strip()
            request.add_header("authorization", f"Bearer {text}")
        if data is not None:
            request.add_header("content-type", headers.pop("content_type", "application/json"))
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.build_opener(_NoRedirect).open(request, timeout=30) as answer:
                return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read()


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


@contextmanager
def receiving() -> Iterator[tuple[int, list[tuple[dict[str, str], Any]]]]:
    """Accept webhooks; yields the port and what has come: lower-case headers and body."""
    got: list[tuple[dict[str, str], Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            got.append(({name.lower(): value for name, value in self.headers.items()}, json.loads(body)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1], got
    finally:
        server.shutdown()
        server.server_close()


def record(command: Sequence[str], folder: Path, *, helped: Help | None = None, run: Run | None = None) -> Record:
    """Run a version of the program through everything, and write down what others rely on. `helped` returns the help
    of a command, and `run` runs one, where there is a faster way than to start the program.
    """
    store = Store(command, folder, run)
    found: Record = {"commands": _commands(helped or store.help, ()), "settings": _settings(store)}
    found["exit_codes"] = {text: _exit_code(store, text) for text in BEFORE}
    with store.serving(), receiving() as (port, got):
        found["api"] = _api(store, port, got)
        found["command_json"] = {text: _command_json(store, text) for text in COMMANDS_WITH_JSON}
        found["exit_codes"] |= {text: _exit_code(store, text) for text in DURING}
        found["openapi"] = _documents(store)
        found["metrics"], found["metric_types"] = _metrics(store)
        found["console"] = _console(store)
        found["webhooks"] = _webhooks(got)
    found["exit_codes"] |= {text: _exit_code(store, text) for text in AFTER}
    found["command_json"] |= {text: _command_json(store, text) for text in OFFLINE_WITH_JSON}
    found["log"] = _log(folder / "log")
    return found


BEFORE = (
    "--version",
    "version",
    "plants list",
    "status",
    "nonsense",
    "plants add",
    "check",
    "help exit-codes",
    "verify",
)
DURING = (
    "status",
    "plants show 999999",
    "plants show 1",
    "plants add Rosa --sku ROS-1",
    "plants add Rosa --price much",
    "receivers show nobody",
    "receivers remove nobody --yes",
    "tokens revoke nobody --yes",
    "events show 999999",
    "plants list --token-file missing",
    "docs",
    "docs conflict",
    "completion bash",
    "imports list",
    "audit",
)
AFTER = ("plants list", "audit", "db check", "db backup backup.db", "db backup backup.db", "db compact", "db migrate")
COMMANDS_WITH_JSON = (
    "plants list",
    "plants show 1",
    "plants add Olea --sku OLE-1 --wait --within 2s",
    "plants add Olea --sku OLE-2 --draft",
    "plants edit 2 --price 5.00",
    "plants archive 2 --yes",
    "plants restore 2",
    "imports list",
    "receivers list",
    "receivers show shop",
    "receivers test shop",
    "receivers pause shop",
    "receivers resume shop",
    "receivers rotate-secret shop --yes",
    "receivers edit shop --name shop",
    "deliveries list",
    "deliveries counts",
    "deliveries show 1 dead",
    "deliveries retry 1 dead",
    "deliveries cancel 1 dead --yes",
    "events list",
    "events show 1",
    "events send-to 1 shop --yes",
    "replay --receiver shop --first 1 --last 2 --only all --yes",
    "replays list --receiver shop",
    "tokens create --name cli --scope plants:read --days 1",
    "tokens list",
    "activity list",
    "status",
    "audit",
    "console",
    "version",
    "plants history 1",
    "plants duplicates",
    "people list",
    "alerts rules",
    "alerts list",
    "alerts try backlog_old",
    "alerts channels list",
    "alerts backup-made",
    "bulk-edits list",
    "operational-webhooks list",
    "watch-list list",
    "tokens show",
)
OFFLINE_WITH_JSON = ("audit", "db check", "db backup second.db")


def _commands(helped: Help, path: tuple[str, ...]) -> Record:
    """The options and arguments of each command, and of those below it."""
    text = helped(path)
    found: Record = {
        "options": sorted({*OPTION.findall(text), *OPPOSITE.findall(text)}),
        "short": sorted(set(SHORT.findall(text))),
    }
    usage = " ".join(USAGE.findall(text)[0].split()[len(path) :])
    found["usage"] = CHOICES.sub("CHOICE", usage)
    found["choices"] = sorted({name for one in CHOICES.findall(usage) for name in one.replace(" ", "").split("|")})
    listed = COMMANDS.search(text)
    if listed:
        names = re.findall(r"^  ([a-z][a-z-]*) ", listed[1], re.MULTILINE)
        found["commands"] = {name: _commands(helped, (*path, name)) for name in names}
    return found


def _settings(store: Store) -> dict[str, str]:
    """Each setting's variable, and its default."""
    text = store.run("serve", "--help").stdout
    return {name: re.sub(r"\s+", " ", default).split(" ")[0] for name, default in SETTING.findall(text)}


def _exit_code(store: Store, text: str) -> int:
    return store.run(*text.split()).returncode


def _command_json(store: Store, text: str) -> Record:
    done = store.run(*text.split(), "--json")
    objects = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {"exit_code": done.returncode, "shape": shape(objects)[0]}


def _api(store: Store, port: int, got: list[tuple[dict[str, str], Any]]) -> Record:
    """One request after another; each becomes its status, the names of its headers and the shape of its body."""
    found: Record = {}

    def ask(label: str, method: str, path: str, body: Any = None, *, token: str | None = "", **more: str) -> Any:
        status, headers, content = store.ask(method, path, body, token=token, **more)
        kind = headers.get("content-type", "")
        value: Any = json.loads(content) if "json" in kind and content else None
        entry = {"status": status, "headers": sorted(headers), "media_type": kind, "shape": shape(value)}
        if "problem" in kind:
            codes = sorted({one["code"] for one in value.get("errors", ())})
            entry |= {"type": value["type"], "codes": codes}
        found[label] = entry
        return value

    with socket.create_server(("127.0.0.1", 0)) as free:
        closed = free.getsockname()[1]
    receiver = ask(
        "register",
        "POST",
        "/api/v1/receivers",
        {"url": f"http://127.0.0.1:{port}/in", "name": "shop", "payload": "full"},
    )
    dead = ask(
        "register a dead one", "POST", "/api/v1/receivers", {"url": f"http://127.0.0.1:{closed}/in", "name": "dead"}
    )
    full = {
        "name": "Monstera",
        "sku": "MON-1",
        "botanical_name": "Monstera deliciosa",
        "price": "24.90",
        "currency": "EUR",
        "tag": "houseplant",
        "tags": ["big"],
        "stock_quantity": 3,
        "common_names": ["Swiss cheese plant"],
        "family": "Araceae",
        "description": "Large leaves.",
    }
    ask("add", "POST", "/api/v1/plants", full, idempotency_key="first")
    ask("repeat", "POST", "/api/v1/plants", full, idempotency_key="first")
    ask("reuse a key", "POST", "/api/v1/plants", {"name": "Other"}, idempotency_key="first")
    ask("add with a taken SKU", "POST", "/api/v1/plants", full)
    ask("add nothing", "POST", "/api/v1/plants", {})
    ask("add wrongly", "POST", "/api/v1/plants", {"name": "", "price": "much", "stock_quantity": -1, "unknown": 1})
    ask("add what is no JSON", "POST", "/api/v1/plants", b"{")
    ask("add as text", "POST", "/api/v1/plants", b"Rosa", content_type="text/plain")
    ask("add a second", "POST", "/api/v1/plants", {"name": "Ficus", "status": "draft"})
    ask("change", "PATCH", "/api/v1/plants/2", {"price": "3.00"}, if_match="*")
    ask("change an old version", "PATCH", "/api/v1/plants/2", {"price": "4.00"}, if_match='"1"')
    ask("put by SKU", "PUT", "/api/v1/plants/by-sku/PUT-1", {"name": "Put"})
    for label, path in {
        "plants": "/api/v1/plants?limit=1",
        "plants searched": "/api/v1/plants?q=mon&sort=name",
        "plants with a wrong filter": "/api/v1/plants?nonsense=1",
        "plant": "/api/v1/plants/1",
        "no plant": "/api/v1/plants/999999",
        "plant by SKU": "/api/v1/plants/by-sku/MON-1",
        "changes": "/api/v1/plants?changed_after=0",
        "announcements": "/api/v1/plants/announcements?plants=1,2",
        "receivers": "/api/v1/receivers",
        "receiver": f"/api/v1/receivers/{receiver['id']}",
        "events": "/api/v1/events?limit=1",
        "event": "/api/v1/events/1",
        "deliveries": "/api/v1/deliveries",
        "delivery": f"/api/v1/deliveries/1/{dead['id']}",
        "counts": "/api/v1/deliveries/counts",
        "attempts": "/api/v1/attempts",
        "status": "/api/v1/status",
        "activity": "/api/v1/activity",
        "tokens": "/api/v1/tokens",
        "imports": "/api/v1/imports",
        "receiver's figures": f"/api/v1/receivers/{receiver['id']}/figures",
        "figures of receivers": "/api/v1/receivers/figures",
        "replays": f"/api/v1/receivers/{receiver['id']}/replays",
        "nowhere": "/api/v1/nowhere",
    }.items():
        ask(label, "GET", path)
    ask("no token", "GET", "/api/v1/plants", token=None)
    ask("a wrong token", "GET", "/api/v1/plants", token="pst_wrong")
    ask("a wrong method", "DELETE", "/api/v1/plants")
    weak = ask("token", "POST", "/api/v1/tokens", {"name": "till", "scopes": ["plants:read"]})
    ask("too few permissions", "POST", "/api/v1/plants", {"name": "No"}, token=weak["token"])
    ask("upload", "POST", "/api/v1/imports?name=list.csv", CATALOGUE.encode(), content_type="text/csv")
    until = time.monotonic() + DELIVERED_S_MAX
    while len(got) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    ask("attempts later", "GET", "/api/v1/attempts")
    ask("figures", "GET", "/api/v1/figures")
    return found


def _documents(store: Store) -> Record:
    """Both OpenAPI documents without their words: addresses, parameters, answers, and the types of every schema."""
    found = {}
    for path in ("/openapi.json", "/api/openapi.json"):
        status, _, content = store.ask("GET", path)
        found[path] = (
            _without_words(json.loads(content.replace(str(store.port).encode(), b"8000"))) if status == 200 else status
        )
    return found


def _without_words(value: Any, *, named: bool = False) -> Any:
    """Leave out what is for reading; `named` says that the keys are names of the document's own."""
    if isinstance(value, dict):
        words = () if named else ("description", "summary", "title", "example", "examples", "version")
        return {
            key: _without_words(item, named=not named and key in ("properties", "schemas", "parameters", "headers"))
            for key, item in value.items()
            if key not in words
        }
    return [_without_words(item) for item in value] if isinstance(value, list) else value


def _metrics(store: Store) -> tuple[Record, Record]:
    """The name of each metric, with the names of its labels; and the type of each."""
    _, _, content = store.ask("GET", "/metrics")
    found: dict[str, set[str]] = {}
    for name, labels in SAMPLE.findall(content.decode()):
        found.setdefault(name, set()).update(re.findall(r'([a-z_]+)="', labels))
    types = dict(TYPE.findall(content.decode()))
    return {name: sorted(labels) for name, labels in sorted(found.items())}, types


def _console(store: Store) -> Record:
    """Sign in, follow every link, and write down each page's address and the fields of its forms."""
    token = (store.folder / "data" / "operator.token").read_text().strip()
    _, headers, page = store.ask("GET", "/sign-in", token=None)
    jar = headers.get("set-cookie", "").split(";")[0]
    fields = {"token": token}
    for tag in re.findall(r"<input[^>]*>", page.decode()):
        attributes = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
        if attributes.get("type") == "hidden":
            fields[attributes["name"]] = attributes.get("value", "")
    body = urllib.parse.urlencode(fields).encode()
    _, headers, _ = store.ask(
        "POST",
        "/sign-in",
        body,
        token=None,
        content_type="application/x-www-form-urlencoded",
        cookie=jar,
        origin=f"http://127.0.0.1:{store.port}",
        sec_fetch_site="same-origin",
    )
    jar = "; ".join(part for part in (jar, headers.get("set-cookie", "").split(";")[0]) if part)
    found: Record = {}
    waiting, seen = ["/"], {"/"}
    while waiting:
        path = waiting.pop(0)
        status, headers, content = store.ask("GET", path, token=None, cookie=jar)
        text = content.decode(errors="replace")
        entry = found.setdefault(NUMBERED.sub("*", path.partition("?")[0]), {"statuses": [], "fields": []})
        entry["statuses"] = sorted({*entry["statuses"], status})
        names = {value for form in FORM.findall(text) for kind, value in ATTRIBUTE.findall(form) if kind == "name"}
        entry["fields"] = sorted({*entry["fields"], *names})
        follow = [headers["location"]] if 300 <= status < 400 and "location" in headers else LINK.findall(text)
        for link in follow:
            plain = link.replace("&amp;", "&").partition("#")[0]
            is_section = "?edit=" in plain  # a form of its own, alike on every plant
            address = NUMBERED.sub("*", plain) if is_section else plain.partition("?")[0]
            if address not in seen and len(seen) < PAGES_MAX:
                seen.add(address)
                waiting.append(plain)
    return found


def _webhooks(got: list[tuple[dict[str, str], Any]]) -> Record:
    """The headers and the body of what a receiver gets."""
    common = set.intersection(*(set(headers) for headers, _ in got))
    return {"headers": sorted(common), "shape": shape([body for _, body in got])[0]}


def _log(file: Path) -> Record:
    """The keys of each kind of log line, by its event."""
    found: dict[str, set[str]] = {}
    for line in file.read_text(errors="replace").splitlines():
        if line.startswith("{"):
            entry = json.loads(line)
            found.setdefault(str(entry["event"]), set()).update(entry)
    return {event: sorted(keys) for event, keys in sorted(found.items())}


def as_text(found: Record) -> str:
    """JSON with one line for each entry, so that two records can be read side by side."""
    parts = []
    for part, entries in sorted(found.items()):
        lines = [f"{json.dumps(name)}: {json.dumps(entries[name], sort_keys=True)}" for name in sorted(entries)]
        parts.append(f"{json.dumps(part)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(as_text(record(sys.argv[1:], Path(folder))))


if __name__ == "__main__":
    main()

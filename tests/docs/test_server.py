"""docs/server.md on a booted Debian machine: every command is run in order; and the store lives as a service there."""

import json
import re
import time
from collections.abc import Iterator

import pytest

from tests.docs.markdown import Block, blocks
from tests.server.machine import COMMAND_S_MAX, MISSING, Machine, booted, installed

PAGE = "server.md"
DATA = "/var/lib/plantstore"
EXPORTS = (
    f"export PLANTSTORE_DATA={DATA} CURL_CA_BUNDLE=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
)
CHANGED = (
    # pattern on the page, replacement in the test, reason
    (r"apt install .*", "true", "the machine has no network, and these packages already"),
    (r"plantstore-\*\.whl", "/wheels/plantstore-*.whl", "where the wheel is"),
    (r"(plantstore setup server .*)", r"\1 --yes", "no person is asked"),
    (r"https://shop\.example\.org", "http://127.0.0.1:8953", "there is no such host"),
    (r"journalctl", "journalctl --no-pager", "there is no terminal"),
)
RECEIVER = """
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
class Accepting(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        print(self.headers["webhook-id"], self.headers["ce-sequence"], file=open("/srv/got", "a"), flush=True)
        self.send_response(204)
        self.end_headers()
    def log_message(self, *_):
        pass
ThreadingHTTPServer(("127.0.0.1", 8953), Accepting).serve_forever()
"""
LOAD = """
import http.client, json, sys, threading, time
token, clients, per_second = open("/var/lib/plantstore/operator.token").read().strip(), 20, 200
added, failed, ends_s = [], [], time.monotonic() + float(sys.argv[1])
def work(number):
    next_s = time.monotonic()
    while time.monotonic() < ends_s:
        next_s += clients / per_second
        try:
            connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=60)
            body = json.dumps({"name": f"Plant {number} {next_s}"})
            connection.request("POST", "/api/v1/plants", body, {"Authorization": f"Bearer {token}"} | TYPE)
            response = connection.getresponse()
            (added if response.status == 201 else failed).append(response.read().decode())
            connection.close()
        except OSError as error:
            failed.append(repr(error))
        time.sleep(max(0, next_s - time.monotonic()))
TYPE = {"Content-Type": "application/json"}
threads = [threading.Thread(target=work, args=(number,)) for number in range(clients)]
[thread.start() for thread in threads], [thread.join() for thread in threads]
print(json.dumps({"added": len(added), "failed": failed[:5]}))
"""
RESTARTS, LOAD_S = 3, 20
place = installed()
pytestmark = [pytest.mark.skipif(place is None, reason=MISSING), pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine on which a receiver runs, whose address the store may call."""
    assert place is not None
    with booted(place, tmp_path_factory.mktemp("machine") / "files") as machine:
        drop_in(machine, "Environment=PLANTSTORE_ALLOW_NETWORKS=127.0.0.0/8")
        (machine.files / "srv/receiver.py").write_text(RECEIVER)
        receiver = machine.start(["python3", "/srv/receiver.py"])
        yield machine
        receiver.kill()
        receiver.wait()


def commands(block: Block) -> str:
    text = block.text
    for pattern, new, _ in CHANGED:
        text = re.sub(pattern, new, text)
    return f"{EXPORTS}\ncd /srv\n{text}"


def status(machine: Machine) -> dict[str, object]:
    return dict(json.loads(machine.run(f"{EXPORTS}; plantstore status --json").stdout))


def drop_in(machine: Machine, line: str) -> None:
    """Change the unit of the store until the machine ends."""
    folder, name = "/run/systemd/system/plantstore.service.d", line.partition("=")[0].lower()
    machine.run(
        f"mkdir -p {folder} && printf '[Service]\\n{line}\\n' > {folder}/{name}.conf && systemctl daemon-reload"
    )


def property_of(machine: Machine, name: str) -> str:
    return machine.run(f"systemctl show plantstore --value -p {name}").stdout.strip()


def test_the_page_leads_from_an_empty_machine_to_a_store_with_backups(machine: Machine) -> None:
    """The last block, "Undo", is run by the last test."""
    for block in blocks(PAGE)[:-1]:
        if block.language == "sh":
            if "readyz" in block.text:
                machine.until(f"{EXPORTS}; curl -sS --fail https://plants.example.org/readyz")
            ended = machine.run(commands(block))
            output = ended.stdout + ended.stderr
        else:
            shown = [line for line in block.text.splitlines() if line != "…"]
            assert [line for line in shown if line not in output] == []

    assert "result            good" in machine.run("journalctl --no-pager -u plantstore-backup").stdout
    assert machine.run("ls /var/lib/plantstore-backups | grep -c '[.]db$'").stdout.strip() == "2"
    assert len(machine.run("cat /srv/got").stdout.splitlines()) == 1
    assert status(machine)["healthy"] is True


def test_the_service_reaches_only_its_own_folders(machine: Machine) -> None:
    pid = property_of(machine, "MainPID")
    seccomp = machine.run(f"grep -E '^(Seccomp|NoNewPrivs|CapEff|Uid):' /proc/{pid}/status").stdout.split()

    assert seccomp[seccomp.index("Seccomp:") + 1] == "2"
    assert seccomp[seccomp.index("NoNewPrivs:") + 1] == "1"
    assert int(seccomp[seccomp.index("CapEff:") + 1], 16) == 0
    assert int(seccomp[seccomp.index("Uid:") + 1]) > 60_000
    inside = f"nsenter -t {pid} -m -- "
    assert machine.run(f"{inside} touch /etc/made", check=False).returncode
    assert machine.run("ls -A /root").stdout, "there is something to hide"
    assert machine.run(f"{inside} ls -A /root", check=False).stdout == ""
    assert machine.run(f"stat -c '%a %U' {DATA}/key /etc/plantstore/settings.env").stdout.splitlines()[1] == "600 root"


def test_restarts_under_load_refuse_lose_and_repeat_nothing(machine: Machine) -> None:
    (machine.files / "srv/load.py").write_text(LOAD)
    got = len(machine.run("cat /srv/got").stdout.splitlines())
    load = machine.start(["bash", "-c", f"python3 /srv/load.py {LOAD_S} > /srv/loaded"])
    for _ in range(RESTARTS):
        time.sleep(LOAD_S / (RESTARTS + 2))
        machine.run("systemctl restart plantstore")
    assert load.wait(timeout=COMMAND_S_MAX) == 0

    loaded = json.loads(machine.run("cat /srv/loaded").stdout)

    assert (loaded["failed"], loaded["added"] > 500) == ([], True)
    machine.until(f"test $(wc -l < /srv/got) -ge {got + loaded['added']}", within_s=COMMAND_S_MAX)
    ids = [line.split()[0] for line in machine.run("cat /srv/got").stdout.splitlines()]
    assert len(set(ids)) == len(ids) == got + loaded["added"]


@pytest.mark.parametrize("signal", ["KILL", "STOP"])
def test_a_killed_or_frozen_store_is_restarted(machine: Machine, signal: str) -> None:
    drop_in(machine, "WatchdogSec=3")
    machine.run("systemctl restart plantstore")
    before = property_of(machine, "MainPID")

    machine.run(f"kill -{signal} {before}")

    now = "$(systemctl show plantstore --value -p MainPID)"
    machine.until(f"test {now} -gt 0 -a {now} != {before}")
    machine.until("systemctl is-active -q plantstore")
    assert status(machine)["healthy"] is True


def test_wrong_settings_are_not_tried_again(machine: Machine) -> None:
    machine.run(
        "cp /etc/plantstore/settings.env /srv/before && echo PLANTSTORE_PROT=8001 >> /etc/plantstore/settings.env"
    )

    assert machine.run("systemctl restart plantstore", check=False).returncode

    assert (property_of(machine, "ActiveState"), property_of(machine, "Result")) == ("failed", "exit-code")
    assert "PLANTSTORE_PROT" in machine.run("journalctl --no-pager -u plantstore -n 5").stdout
    machine.run("cp /srv/before /etc/plantstore/settings.env && systemctl restart plantstore")
    machine.until("systemctl is-active -q plantstore")


def test_undo_removes_the_service_and_leaves_the_data(machine: Machine) -> None:
    machine.run(commands(blocks(PAGE)[-1]))

    assert machine.run("systemctl is-active plantstore.socket", check=False).stdout.strip() in ("inactive", "unknown")
    assert machine.run(f"ls {DATA}/plantstore.db").stdout


def test_the_package_of_debian_runs_the_same_service(machine: Machine) -> None:
    machine.run("dpkg -i /wheels/plantstore_*.deb")
    machine.run("plantstore --version")
    options = "--host plants.example.org --proxy none --database sqlite --keep-days 14 --program /usr/bin/plantstore"
    machine.run(f"plantstore setup server {options} --yes")

    machine.run("systemctl daemon-reload && systemctl enable --now plantstore.socket plantstore.service")

    assert status(machine)["healthy"] is True
    assert machine.run(f"{EXPORTS}; plantstore plants list --json").stdout.count('"name": "Aloe vera"') == 1, (
        "the data stayed"
    )
    machine.run("systemctl disable --now plantstore.socket plantstore.service && dpkg -r plantstore")
    assert machine.run("ls /usr/lib/plantstore", check=False).returncode

"""Follow a page in a new folder: type its commands, save its files, and compare the output with what the page shows.

- `sh` is typed. A command that keeps running (`_KEEPS_RUNNING`) gets its own terminal.
- `text` directly below is the complete output, or the output so far of a command that keeps running. If there is text
  between them, it is in the output of one of the terminals. A first line `^C` stops the most recent one.
- Any other block is a file with the name in the text above it: "save this as `ci.sh`:".

The text is typed unchanged except for `CHANGED`, which sets free ports and private folders. A block that is not used
must be listed in `NOT_RUN` with a reason.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.crash.program import free_port
from tests.docs.markdown import ROOT, Block
from tests.docs.printed import Ids, difference, place_after

WAIT_S_MAX = 100  # Go compiles its library on a machine that has not done so yet; less than the timeout of a test
RETRY_SCALE = "2"  # the first wait is short, and the second leaves time to check on a busy machine

CHANGED = (
    # pattern on the page, replacement in the test, reason
    (r"\bmake run\b", "{make_run}", "the recipe of Makefile's `run`, without making an environment first"),
    (r"\bplantstore listen(?! --port)", "plantstore listen --port 0", "port 9000 may be taken"),
    (r"127\.0\.0\.1:8000\b", "127.0.0.1:{store_port}", "port 8000 may be taken"),
    (
        r"(127\.0\.0\.1:|--port |listen\(|Port: |InetSocketAddress\(\"127\.0\.0\.1\", )8953\b",
        r"\g<1>{receiver_port}",
        "port 8953 may be taken",
    ),
    (r"https://shop\.example\.org", "http://127.0.0.1:{receiver_port}", "there is no such host"),
    (r"(?<![\w.])/(var|etc|srv)/", r"{folder}/elsewhere/\1/", "nothing outside the test's own folder may be touched"),
)
"""The only differences between a page and the test.

The environment adds PLANTSTORE_PORT (a free one), PLANTSTORE_RETRY_SCALE and PLANTSTORE_ALLOW_NETWORKS (loopback), and
PATH begins with a folder that holds `plantstore`, `flask` and `python3` of the environment in which the tests run.
"""

CONTAINER_RUN = (
    "podman run -d --name plantstore --read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges "
    "-v plantstore:/data -p 127.0.0.1:8000:8000 -e PLANTSTORE_BASE_URL=https://plants.example.org plantstore"
)
CONTAINER_BACKUP = (
    "podman run --rm -v plantstore:/data -v plantstore-backups:/backups plantstore "
    "db backup --folder /backups --keep-days 14"
)

NOT_RUN: dict[tuple[str, str], str] = {
    ("container.md", "make release"): "builds an image, which needs the network",
    ("container.md", CONTAINER_RUN): "starts a container",
    ("container.md", CONTAINER_BACKUP): "starts a container",
    ("proxy.md", "sudo apt install nginx"): "installs a program on the machine",
    ("receiving.md", "webhook-timestamp: 1790000000"): "shows two headers of the request at the top, with v1a",
    ("receiving.md", "{"): "shows the document with public keys",
    ("upgrade.md", "git pull"): "fetches another version of the project",
    ("watch.md", "scrape_configs:"): "configures Prometheus; tests/web/monitoring/test_prometheus.py runs it with this",
    ("watch.md", "metric_relabel_configs:"): "as above",
}
"""Blocks that are not run, by page and first line, each with the reason."""

ENDS_WITH: dict[tuple[str, str], int] = {
    ("importing.md", "plantstore plants import spring.csv --check"): 6,
    ("importing.md", "plantstore plants import spring.csv --skip-bad --bad-rows bad.csv --yes"): 6,
}
"""Exit codes other than 0, by page and first line of the block."""

_KEEPS_RUNNING = re.compile(
    r"(?:[A-Z_]+=\S+ |env \$\(cat [^)]*\) )*(make run|plantstore (serve|listen)|flask|node|go run|php|ruby|java|mono)\b"
)
_LOOKS = re.compile(r"plantstore (?:status|\w+ (?:list|counts|show))\b[^\n]*\n?")  # can be repeated
_READY = re.compile(r"Ready on |\"ready\"|Running on |Listening on |Development Server ")


@dataclass
class Program:
    """A command that keeps running in a terminal of its own; `seen` counts the lines of output that were compared."""

    process: "subprocess.Popen[bytes]"
    output: Path
    seen: int = 0

    @property
    def printed(self) -> list[str]:
        return self.output.read_text(encoding="utf-8", errors="replace").splitlines()

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop it like Ctrl-C in its terminal."""
        if not self.ended:
            os.killpg(self.process.pid, number)
        try:
            self.process.wait(timeout=WAIT_S_MAX)
        finally:
            if not self.ended:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()


@dataclass
class Reader:
    """A reader of one page, or of one of its tabs."""

    folder: Path
    tab: str = ""
    changed_too: tuple[tuple[str, str], ...] = ()
    ids: Ids = field(default_factory=Ids)
    programs: list[Program] = field(default_factory=list)
    last: "Program | list[str] | None" = None  # the last command, or its output
    look: Block | None = None  # the last command, if it only shows something and can be repeated

    def __post_init__(self) -> None:
        self.store_port, self.receiver_port = str(free_port()), str(free_port())
        self.here = self.folder / "plantstore"
        for place in (
            self.here,
            self.folder / "bin",
            *(self.folder / "elsewhere" / one for one in ("var", "etc", "srv", "tmp")),
        ):
            place.mkdir(parents=True)
        _install(self.folder / "bin")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PLANTSTORE_")}
        self.environ = kept | {
            "PATH": f"{self.folder / 'bin'}:{kept['PATH']}:/usr/local/go/bin",
            "HOME": str(self.folder),
            "TMPDIR": str(self.folder / "elsewhere" / "tmp"),
            "GOCACHE": kept.get("GOCACHE", f"{kept.get('HOME', '/tmp')}/.cache/go-build"),
            "GOPROXY": "off",
            "GOTOOLCHAIN": "local",
            "PYTHONUNBUFFERED": "1",
            "PLANTSTORE_PORT": self.store_port,
            "PLANTSTORE_RETRY_SCALE": RETRY_SCALE,
            "PLANTSTORE_ALLOW_NETWORKS": "127.0.0.0/8",
        }

    def follow(self, blocks: list[Block]) -> None:
        """Do all blocks of this tab, and those outside tabs."""
        for block in blocks:
            if block.tab in ("", self.tab):
                try:
                    self.do(block)
                except AssertionError as error:
                    raise AssertionError(f"{block.page}:{block.line}: {error}") from error

    def do(self, block: Block) -> None:
        if (block.page, block.first_line) in NOT_RUN:
            self.last = None
        elif block.file:
            place = self.place / block.file
            place.write_text(self.changed(block.text), encoding="utf-8")
        elif block.language == "sh":
            self.type(block)
        elif block.language == "text":
            self.compare(block)
        else:
            raise AssertionError(f"nothing is done with this block ({block.language}), and NOT_RUN gives no reason")

    def changed(self, text: str) -> str:
        text = self.ids.real(text)
        words = {
            "make_run": make_run(),
            "store_port": self.store_port,
            "receiver_port": self.receiver_port,
            "folder": str(self.folder),
        }
        for old, new in (*self.changed_too, *(change[:2] for change in CHANGED)):
            text = re.sub(old, new.format(**words), text)
        return text

    @property
    def place(self) -> Path:
        """The current folder of the reader."""
        noted = self.folder / "cwd"
        return Path(noted.read_text().strip()) if noted.exists() else self.here

    def type(self, block: Block) -> None:
        command = block.text.rstrip().rpartition("\n")[2]
        text = self.changed(block.text)
        if _KEEPS_RUNNING.match(command) and "--count" not in command and not command.endswith("&"):
            self.start(text)
            return
        script = (
            "set -e\n"
            'if [ -f "$STATE" ]; then . "$STATE"; fi\n'
            f'cd "{self.place}"\n'
            'trap \'code=$?; export -p > "$STATE"; pwd > "$CWD"; exit $code\' EXIT\n'
        )
        state = {"STATE": str(self.folder / "state"), "CWD": str(self.folder / "cwd")}
        ended = subprocess.run(
            ["bash", "-c", script + text],
            env=self.environ | state,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=WAIT_S_MAX,
            check=False,
        )
        wanted = ENDS_WITH.get((block.page, block.first_line), 0)
        assert ended.returncode == wanted, f"exit code {ended.returncode} of\n{text}{ended.stdout}{self.terminals()}"
        self.look = block if _LOOKS.fullmatch(block.text) else None
        self.last = ended.stdout.replace(f"{self.folder}/elsewhere/", "/").splitlines()

    def start(self, text: str) -> Program:
        """Run a command in its own terminal, and wait until it is ready."""
        output = self.folder / f"terminal-{len(self.programs)}"
        state = self.folder / "state"
        before = f'if [ -f "{state}" ]; then . "{state}"; fi\ncd "{self.place}"\n'
        with output.open("wb") as file:
            process = subprocess.Popen(
                ["bash", "-c", before + text],
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        program = Program(process, output)
        self.programs.append(program)
        self.last = program
        self.until(lambda: _READY.search("\n".join(program.printed)), f"it is not ready:\n{text}", program)
        return program

    def until(self, done: Callable[[], object], complaint: str, *needed: Program) -> None:
        ends_at = time.monotonic() + WAIT_S_MAX
        while not done():
            dead = [one for one in needed if one.ended]
            assert not dead, f"{complaint}\nit has ended:{self.terminals()}"
            assert time.monotonic() < ends_at, f"{complaint}{self.terminals()}"
            time.sleep(0.02)

    def compare(self, block: Block) -> None:
        shown = block.text.splitlines()
        if shown and shown[0] == "^C":
            self.programs[-1].stop()
            shown = shown[1:]
            self.find(shown, self.programs[-1:])
        elif block.adjacent and isinstance(self.last, list):
            different = difference(self.ids, shown, self.last)
            ends_at = time.monotonic() + WAIT_S_MAX
            while different and self.look is not None and time.monotonic() < ends_at:
                self.type(self.look)
                different = difference(self.ids, shown, self.last)
            assert not different, f"{different}\nall of it:\n" + "\n".join(self.last)
        elif block.adjacent and isinstance(self.last, Program):
            self.find(shown, [self.last])
        else:
            self.find(shown, [one for one in reversed(self.programs) if not one.ended])

    def find(self, shown: list[str], programs: list[Program]) -> None:
        """Wait until one of the programs has printed these lines."""

        def found() -> bool:
            for program in programs:
                place = place_after(self.ids, shown, program.printed, program.seen)
                if place is not None:
                    program.seen = place
                    return True
            return False

        self.until(found, "no terminal shows\n" + "\n".join(shown))

    def terminals(self) -> str:
        return "".join("\n--- terminal:\n" + "\n".join(one.printed) for one in self.programs)

    def leave(self) -> None:
        """Close every terminal, the most recent first."""
        for program in reversed(self.programs):
            program.stop()


def make_run() -> str:
    """Return the command of `make run`, from Makefile."""
    recipe = re.search(r"^run: .*\n\t@\$\(BIN\)/(.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe is not None
    return recipe[1]


def _install(folder: Path) -> None:
    """Put the programs of this environment on the reader's PATH; `plantstore` runs the source under test."""
    program = folder / "plantstore"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT / "src"}" exec "{sys.executable}" -m plantstore.cli.main "$@"\n')
    program.chmod(0o755)
    for name in ("flask", "python3"):
        found = Path(sys.executable).with_name(name)
        if found.exists():
            (folder / name).write_text(f'#!/bin/sh\nexec "{found}" "$@"\n')
            (folder / name).chmod(0o755)


def present(program: str) -> bool:
    """True if a program is installed on this machine or in the environment of the tests."""
    places = f"{Path(sys.executable).parent}:{os.environ['PATH']}:/usr/local/go/bin"
    return shutil.which(program, path=places) is not None

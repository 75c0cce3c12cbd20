"""`make fuzz-parsers`: feed each parser inputs that a coverage-guided fuzzer (atheris, libFuzzer) finds.

    python -m fuzz.parsers [--seconds N] [--part NAME …] [--keep] [--libraries PATH]

Nothing is started or sent: each parser is a function that is called in a process of its own, one after the other. An
input that breaks a rule of `fuzz.parsers.targets` is printed, and the exit code is 1. With `--keep`, short inputs that
reach more of a parser than those before are added to its file in `fuzz/parsers/corpus/`.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from fuzz.parsers.seeds import dictionary, keep, kept, made
from fuzz.parsers.targets import TARGETS

ROOT = Path(__file__).parents[2]
SECONDS = 60
SPARE_S = 300  # to import everything with its lines counted, on a busy machine; then the process is killed
INPUT_BYTES_MAX = 4_096
INPUT_S_MAX = 20
MEMORY_MIB_MAX = 2_048
KEPT_BYTES_MAX = 4_096  # of a parser, in the repository
KEPT_INPUT_BYTES_MAX = 200
LIBRARIES = "lib/python{}.{}/site-packages"
_DONE = re.compile(r"stat::number_of_executed_units: +(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fuzzed:
    """What came of one parser: how many inputs were tried, those that broke a rule, and what the fuzzer printed."""

    name: str
    inputs: int
    broken: tuple[bytes, ...]
    printed: str


def main(arguments: list[str] | None = None) -> int:
    chosen = _parser().parse_args(arguments)
    faults = 0
    for name in chosen.part or TARGETS:
        with tempfile.TemporaryDirectory(prefix="plantstore-fuzz-") as folder:
            fuzzed = _fuzz(name, Path(folder), seconds=chosen.seconds, libraries=chosen.libraries)
            if chosen.keep and not fuzzed.broken:
                found = [one.read_bytes() for one in (Path(folder) / "inputs").iterdir() if "seed" not in one.name]
                keep(name, _chosen(kept(name), found))
        print(f"{name:10} {fuzzed.inputs:>12,} inputs, {len(fuzzed.broken)} broke a rule", flush=True)
        faults += bool(fuzzed.broken)
        for one in fuzzed.broken:
            print(f"  {one!r}\n{_tail(fuzzed.printed)}", flush=True)
    return int(faults > 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make fuzz-parsers")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="how long to fuzz each parser (%(default)s)")
    parser.add_argument("--part", choices=list(TARGETS), action="append", help="only this parser; may be repeated")
    parser.add_argument("--keep", action="store_true", help="add short inputs that reach more to the corpus")
    environment = ROOT / ".venv" / "fuzz" / LIBRARIES.format(*sys.version_info[:2])
    parser.add_argument("--libraries", type=Path, default=environment, help="where atheris is installed (%(default)s)")
    return parser


def _fuzz(name: str, folder: Path, *, seconds: int, libraries: Path) -> Fuzzed:
    inputs, broken = folder / "inputs", folder / "broken"
    inputs.mkdir()
    broken.mkdir()
    for number, content in enumerate([*kept(name), *made(name)]):
        (inputs / f"seed-{number}").write_bytes(content)
    (folder / "words").write_text(dictionary(name), encoding="ascii")
    options = [f"-max_total_time={seconds}", f"-dict={folder / 'words'}", f"-artifact_prefix={broken}/"]
    ended = _run(name, libraries, [*options, "-print_final_stats=1", str(inputs)], within_s=seconds + SPARE_S)
    found = _DONE.search(ended.stdout)
    if ended.returncode and not list(broken.iterdir()):
        raise SystemExit(f"The fuzzer of {name} failed:\n{_tail(ended.stdout)}")
    return Fuzzed(
        name=name,
        inputs=int(found[1]) if found else 0,
        broken=tuple(one.read_bytes() for one in sorted(broken.iterdir())),
        printed=ended.stdout,
    )


def _chosen(before: list[bytes], found: list[bytes]) -> list[bytes]:
    """Return all inputs that were kept before, and short ones of those that reached more, up to the limit.

    The order is by hash, so that each length has a share.
    """
    chosen, size = list(before), sum(map(len, before))
    for one in sorted(set(found) - set(before), key=lambda one: sha256(one).digest()):
        if len(one) <= KEPT_INPUT_BYTES_MAX and size + len(one) <= KEPT_BYTES_MAX:
            chosen.append(one)
            size += len(one)
    return chosen


def _run(name: str, libraries: Path, options: list[str], *, within_s: float) -> "subprocess.CompletedProcess[str]":
    limits = [f"-max_len={INPUT_BYTES_MAX}", f"-timeout={INPUT_S_MAX}", f"-rss_limit_mb={MEMORY_MIB_MAX}"]
    command = [sys.executable, "-m", "fuzz.parsers.guided", str(libraries), name, *limits, *options]
    return subprocess.run(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        timeout=within_s,
        check=False,
    )


def _tail(printed: str) -> str:
    return "\n".join(f"    {line}" for line in printed.splitlines()[-40:])


if __name__ == "__main__":
    sys.exit(main())

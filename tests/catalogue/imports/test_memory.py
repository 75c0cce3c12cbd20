"""The memory that the check of a large and hostile list takes, in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

from tests.starter import ROOT

MIB = 1 << 20
GROWTH_MIB_MAX = 64
ROWS, ROW_CHARS = 14_000, 4_500
PROGRAM = """
import json, resource, sys
from pathlib import Path
from plantstore.catalogue.imports.check import Check, Options
from plantstore.catalogue.imports.files import ImportFolder
from tests.catalogue.imports.lists import NOBODY, TODAY, check

def used_mib():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

folder = Path(sys.argv[1])
check(folder, "name,sku\\nRosa,A-1\\n")
before = used_mib()
files = ImportFolder(folder).files_of("large")
files.upload.write_bytes(b"")
files.upload.unlink()
(folder / "list.csv").rename(files.upload)
one = Check(files, Options(currency=None), currency="EUR", rows_max=2_000_000, today=TODAY)
while rows := one.next_rows():
    one.add_rows(rows, NOBODY)
report = one.end()
one.close()
print(json.dumps({"growth_mib": used_mib() - before, "new": report.new, "bad": report.bad}))
"""


def test_a_large_and_hostile_list_takes_little_memory(tmp_path: Path) -> None:
    with (tmp_path / "list.csv").open("wb") as stream:
        stream.write(b"name,sku,description,tag\n")
        filling = b"w" * (ROW_CHARS - 40)
        for number in range(ROWS):
            stream.write(b"Rosa %d,S-%d,%b,shrub\n" % (number, number, filling))
        for _ in range(30):
            stream.write(b"x" * MIB)  # a cell of 30 MiB
        stream.write(b",S,d,t\nAcer,A-1,last,shrub\n" + b"\xff\xfe\xfd," * 1_000 + b"\n")
        stream.write(b'"' + b'open,"",\n' * 5_000)  # a quotation mark that is never closed

    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], cwd=ROOT, capture_output=True, check=False, timeout=100
    )

    assert ended.returncode == 0, ended.stderr.decode()
    found = json.loads(ended.stdout)
    assert found["new"] >= ROWS and found["bad"] >= 2
    assert found["growth_mib"] <= GROWTH_MIB_MAX, found

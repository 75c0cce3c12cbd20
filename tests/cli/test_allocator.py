"""The allocator of a serving process, as glibc reports it."""

import platform
import re
import subprocess
import sys

import pytest

from bench.processes import ENVIRONMENT
from tests.starter import ROOT

BLOCK_BYTES = 100 * 1024
MAPPED_BY_DEFAULT = 200 * 1024
PROGRAM = f"""
import ctypes, os, sys, tempfile, threading
from plantstore.cli.support.allocator import return_freed_memory

if sys.argv[1:] == ["set"]:
    return_freed_memory(os.environ)
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fdopen.restype = libc.fopen.restype = ctypes.c_void_p
together = threading.Barrier(4)

def allocate():
    together.wait()
    libc.malloc(1000)
    together.wait()

threads = [threading.Thread(target=allocate) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
libc.free(ctypes.c_void_p(libc.malloc({MAPPED_BY_DEFAULT})))  # by default, blocks up to this size are no longer mapped
libc.malloc({BLOCK_BYTES})
with tempfile.NamedTemporaryFile() as file:
    stream = ctypes.c_void_p(libc.fopen(file.name.encode(), b"w"))
    libc.malloc_info(0, stream)
    libc.fclose(stream)
    print(open(file.name).read())
"""

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the C library is not glibc")


def state(*arguments: str, **environment: str) -> tuple[int, int]:
    """Return the number of heaps and of mapped blocks of a process with four threads and one block."""
    command = [sys.executable, "-c", PROGRAM, *arguments]
    given = {name: value for name, value in ENVIRONMENT.items() if not name.startswith("MALLOC_")} | environment
    done = subprocess.run(command, env=given, cwd=ROOT, capture_output=True, text=True, check=True)
    [mapped] = re.findall(r'<total type="mmap" count="(\d+)"', done.stdout)
    return done.stdout.count("<heap nr="), int(mapped)


def test_threads_share_a_heap_and_large_blocks_are_mapped() -> None:
    heaps, mapped = state()
    assert heaps > 1

    assert state("set") == (1, mapped + 1)


def test_the_choice_of_an_operator_stays() -> None:
    heaps, mapped = state("set", MALLOC_ARENA_MAX="3", MALLOC_MMAP_THRESHOLD_="1000000")

    assert (heaps > 1, mapped) == (True, 0)

"""Node, which runs the real OpenID Connect provider of the tests."""

import os
import re
import shutil
import subprocess

import pytest

REQUIRED = "REQUIRE_OPENID_PROVIDER"  # set by .ci/run: there the tests fail without Node, elsewhere they are skipped
MISSING = (
    "No Node 20 or newer with npm on PATH: the tests with a real OpenID Connect provider did not run. "
    "Install it from https://nodejs.org (REQUIRE_OPENID_PROVIDER=1 makes this a failure)"
)


def find() -> str | None:
    """Return Node's program, if it is recent enough and npm is there."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=False).stdout
    found = re.match(r"v(\d+)\.", version)
    return node if found is not None and int(found[1]) >= 20 else None


def is_required() -> bool:
    return os.environ.get(REQUIRED, "") not in ("", "0")


def require() -> str:
    """Return Node's program. Without it, skip the test, or fail if the provider is required."""
    node = find()
    if node is None:
        (pytest.fail if is_required() else pytest.skip)(MISSING)
    assert node is not None
    return node

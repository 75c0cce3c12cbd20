"""A built wheel holds what a store serves: pages, templates, styles and scripts, and it finds them."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "plantstore"
SERVED = (
    "cli/demo/plants.json",
    "web/console/templates/base.html",
    "web/console/templates/docs/frame.html",
    "web/console/static/base.css",
    "web/console/static/prose.css",
    "web/docs/CHANGELOG.md",
    "web/docs/pages/README.md",
    "web/docs/pages/alerts.yml",
    "web/docs/pages/grafana.json",
    "web/docs/pages/recording-rules.yml",
)
ASK = """
from plantstore.web.docs import sources
print(sources.__file__, *sorted(sources.sources()))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built without a network, by the builder that is installed."""
    made = tmp_path_factory.mktemp("wheel")
    builder = f"from hatchling.build import build_wheel; print(build_wheel({str(made)!r}))"
    ended = subprocess.run([sys.executable, "-c", builder], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert ended.returncode == 0, ended.stderr
    return made / ended.stdout.split()[-1]


def test_the_wheel_holds_all_that_is_served(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())

    assert {f"plantstore/{one}" for one in SERVED} <= held
    for path in [*(SOURCE / "web" / "console").rglob("*"), *(SOURCE / "storage" / "migrations").rglob("*.sql")]:
        if path.is_file() and "__pycache__" not in path.parts:
            assert f"plantstore/{path.relative_to(SOURCE).as_posix()}" in held
    for path in (ROOT / "docs").iterdir():
        assert path.is_dir() or f"plantstore/web/docs/pages/{path.name}" in held


def test_an_installed_program_finds_its_pages(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)

    ended = subprocess.run(
        [sys.executable, "-c", ASK], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True
    )

    file, *names = ended.stdout.split()
    assert file == str(tmp_path / "plantstore" / "web" / "docs" / "sources.py"), ended.stderr
    files = {path.name.removesuffix(".md") for path in (ROOT / "docs").glob("*.*") if path.suffix != ".png"}
    assert set(names) == files | {"changelog"}, "pictures are for those who read the files"

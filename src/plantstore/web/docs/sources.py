"""Finds the documentation files: next to this module when installed, at the project root in a checkout."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from plantstore.domain.errors import Unavailable

INDEX = "README.md"
CHANGES = "CHANGELOG.md"
_HERE = Path(__file__).parent
_INSTALLED = (_HERE / "pages", _HERE / CHANGES)
_CHECKOUT = (_HERE.parents[3] / "docs", _HERE.parents[3] / CHANGES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file that is served. `file` is its path in the project, to which its relative links refer."""

    name: str
    file: str
    path: Path

    @property
    def address(self) -> str:
        return "/docs" if self.file == f"docs/{INDEX}" else f"/docs/{self.name}"

    @property
    def is_page(self) -> bool:
        return self.path.suffix == ".md"

    def read(self) -> str:
        return self.path.read_text(encoding="utf-8")


@cache
def sources() -> dict[str, Source]:
    """Return all served files by name: pages without their suffix, `changelog`, and samples such as `alerts.yml`."""
    pages, changes = next((both for both in (_INSTALLED, _CHECKOUT) if (both[0] / INDEX).is_file()), (None, None))
    if pages is None or changes is None:
        raise Unavailable("This copy of Plant Store doesn't include the documentation.")
    found = [
        Source(name=path.stem if path.suffix == ".md" else path.name, file=f"docs/{path.name}", path=path)
        for path in sorted(pages.iterdir())
        if path.suffix in (".md", ".yml", ".json")
    ]
    if changes.is_file():
        found.append(Source(name="changelog", file=CHANGES, path=changes))
    return {one.name: one for one in found}


def pages() -> dict[str, Source]:
    """Return all Markdown pages except the index, by name."""
    return {name: one for name, one in sources().items() if one.is_page and one.address != "/docs"}


def index() -> Source:
    return sources()[Path(INDEX).stem]

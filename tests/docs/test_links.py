"""Every link leads to a file of the project, and to a heading in it. No network is used."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.docs.markdown import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_BLOCK = re.compile(r"^( *)```.*?^ *```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]+`")
_LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
_DEFINED = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?(?:\s|$)", re.MULTILINE)
_OUTSIDE = re.compile(r"(?:https?|mailto):")


def prose(path: Path) -> str:
    return _CODE.sub("", _BLOCK.sub("", path.read_text(encoding="utf-8")))


def links() -> Iterator[tuple[Path, str]]:
    for path in PAGES:
        for link in (*_LINK.findall(prose(path)), *_DEFINED.findall(prose(path))):
            if not _OUTSIDE.match(link):
                yield path, link


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them; the second of two equal ones gets a number."""
    found: dict[str, int] = {}
    made = set()
    for heading in re.findall(r"^#{1,6} (.+)$", _BLOCK.sub("", path.read_text(encoding="utf-8")), re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        number = found[anchor] = found.get(anchor, -1) + 1
        made.add(f"{anchor}-{number}" if number else anchor)
    return made


def is_broken(path: Path, link: str) -> bool:
    """True if a link leads out of the project, to a missing file or to a missing heading.

    An address of a running store ("/docs") counts as broken, because it leads nowhere in a folder of files.
    """
    file, _, anchor = link.partition("#")
    target = (path.parent / file).resolve() if file else path
    if file.startswith("/") or not target.is_relative_to(ROOT) or not target.exists():
        return True
    return bool(anchor) and anchor not in anchors(target)


def test_every_link_leads_somewhere() -> None:
    found = list(dict.fromkeys(links()))

    assert len(found) > 200
    assert not [f"{path.name}: {link}" for path, link in found if is_broken(path, link)]


def test_a_broken_link_is_found() -> None:
    page = ROOT / "docs" / "api.md"

    assert not is_broken(page, "errors.md") and not is_broken(page, "#receivers")
    assert all(is_broken(page, link) for link in ("none.md", "errors.md#none", "#none", "/docs", "../../outside.md"))


def test_addresses_of_others_are_encrypted() -> None:
    for path in PAGES:
        plain = re.findall(r"\]\((http://[^)]+)\)", prose(path))
        assert not plain, path.name

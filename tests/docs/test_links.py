"""Every link leads to a file of the project, and to a heading that this file has. Nothing is asked of a network."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.markdown import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
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
    """Give the anchors of a page's headings, as GitHub makes them; the second of two equal ones gets a number."""
    found: dict[str, int] = {}
    made = set()
    for heading in re.findall(r"^#{1,6} (.+)$", _BLOCK.sub("", path.read_text(encoding="utf-8")), re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        number = found[anchor] = found.get(anchor, -1) + 1
        made.add(f"{anchor}-{number}" if number else anchor)
    return made


@pytest.mark.parametrize(
    ("path", "link"), [pytest.param(*one, id=f"{one[0].name}:{one[1]}") for one in dict.fromkeys(links())]
)
def test_every_link_leads_somewhere(path: Path, link: str) -> None:
    file, _, anchor = link.partition("#")
    target = (path.parent / file).resolve() if file else path

    assert not file.startswith("/"), "a link to an address of a running store is none in a folder"
    assert target.is_relative_to(ROOT)
    assert target.exists()
    if anchor:
        assert anchor in anchors(target)


def test_addresses_of_others_are_encrypted() -> None:
    for path in PAGES:
        plain = re.findall(r"\]\((http://[^)]+)\)", prose(path))
        assert not plain, path.name

"""The pages of docs/ as tests read them: the kind of each, its fenced blocks, and the file or tab of each block."""

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
KINDS = ("Tutorial", "How-to", "Reference", "Explanation")
_FENCE = re.compile(r"^( *)```(.*)$")  # in a list, a block is indented like its step
_TAB = re.compile(r"^<!-- tab: (.+) -->$")
_SAVED = re.compile(r"\b[Ss]ave \w+ (?:\w+ )*?as ((?:`[\w.-]+`(?:, | or )?)+):$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One fenced block.

    `tab` is the label of its tab, "" without tabs. `file` is the name under which the reader saves it, "" if it is not
    a file. `adjacent` is true if there is no text between it and the previous block.
    """

    page: str
    line: int
    language: str
    text: str
    tab: str = ""
    file: str = ""
    adjacent: bool = False

    @property
    def first_line(self) -> str:
        return self.text.partition("\n")[0]


@dataclass(slots=True)
class _Reading:
    """The state of the parser."""

    page: str
    blocks: list[Block] = field(default_factory=list)
    prose: str = ""
    tab: str = ""
    tabs_before: int = 0

    def take(self, line: str) -> None:
        """Read a line outside a block."""
        tab = _TAB.match(line)
        if tab:
            self.tabs_before = self.tabs_before + 1 if self.tab and not self.prose.strip() else 0
            self.tab = tab[1]
        elif line.strip():
            self.prose, self.tab = f"{self.prose} {line}".strip(), ""
        elif self.prose and not self.prose.endswith(":"):
            self.prose += " "

    def add(self, language: str, lines: list[str], number: int, saved: str) -> None:
        names = re.findall(r"`([\w.-]+)`", saved)
        index = self.tabs_before if self.tab else 0
        self.blocks.append(
            Block(
                page=self.page,
                line=number,
                language=language,
                text="".join(f"{one}\n" for one in lines),
                tab=self.tab,
                file=names[index] if index < len(names) else "",
                adjacent=bool(self.blocks) and not self.prose.strip(),
            )
        )


def blocks(page: str) -> list[Block]:
    """Return every fenced block of a page, in order."""
    reading, saved = _Reading(page), ""
    inside: list[str] | None = None
    indent, language, number = "", "", 0
    for count, line in enumerate((DOCS / page).read_text(encoding="utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if inside is not None and fence:
            reading.add(language, inside, number, saved)
            reading.prose, inside = "", None
        elif inside is not None:
            inside.append(line.removeprefix(indent))
        elif fence:
            indent, language, number, inside = fence[1], fence[2], count, []
            found = _SAVED.search(reading.prose)
            if found:
                saved = found[1]
            elif reading.prose.strip() or not reading.tab:
                saved = ""
        else:
            reading.take(line)
    assert inside is None, f"{page}: a block is not closed"
    return reading.blocks


def kind(page: str) -> str:
    """Return the kind of a page, which is the line below its title, or ""."""
    title, badge = [line for line in (DOCS / page).read_text(encoding="utf-8").splitlines() if line.strip()][:2]
    assert title.startswith("# "), page
    return badge.strip("*") if re.fullmatch(r"\*[\w-]+\*", badge) else ""


def pages(*kinds: str) -> list[str]:
    """Return the pages of the given kinds, or all of them; without the table of contents."""
    names = sorted(path.name for path in DOCS.glob("*.md") if path.name != "README.md")
    return [name for name in names if not kinds or kind(name) in kinds]


def tabs(page: str) -> list[str]:
    """Return the tabs of a page in order, [""] if it has none."""
    return list(dict.fromkeys(block.tab for block in blocks(page) if block.tab)) or [""]

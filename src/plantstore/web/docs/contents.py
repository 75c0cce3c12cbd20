"""The table of contents: pages in the order of docs/README.md, under its headings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markdown_it.token import Token

from plantstore.web.docs.links import served_address
from plantstore.web.docs.markdown import plain, tokens_of

REFERENCE = "Reference"
_OTHERS = "Pages"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    title: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A heading of docs/README.md with the pages linked below it."""

    title: str
    entries: tuple[Entry, ...]


def read_contents(
    text: str, *, file: str, addresses: Mapping[str, str], generated: Sequence[Entry]
) -> tuple[Chapter, ...]:
    """Return the chapters of docs/README.md, with each page in the chapter that links to it first.

    `generated` are the entries of generated pages; they are added to the reference chapter.
    """
    chapters: list[tuple[str, list[Entry]]] = [(_OTHERS, [])]
    seen: set[str] = set()
    tokens = tokens_of(text)
    for before, token in pairwise(tokens):
        if before.type == "heading_open" and before.tag == "h2":
            chapters.append((plain(token.children or ()), []))
            continue
        for title, link in _links(token.children or ()):
            address = served_address(link, file=file, addresses=addresses)
            if address and address in addresses.values() and address not in seen:
                seen.add(address)
                chapters[-1][1].append(Entry(title=title, address=address))
    _add_generated(chapters, generated)
    return tuple(Chapter(title=title, entries=tuple(entries)) for title, entries in chapters if entries)


def around(chapters: Sequence[Chapter], address: str) -> tuple[Entry | None, Entry | None]:
    """Return the pages before and after the given one; None at either end, and both None for an unknown address."""
    order = [entry for chapter in chapters for entry in chapter.entries]
    at = next((number for number, entry in enumerate(order) if entry.address == address), None)
    if at is None:
        return None, None
    return order[at - 1] if at else None, order[at + 1] if at + 1 < len(order) else None


def _links(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Yield the text and the URL of each link."""
    begins, link = 0, ""
    for at, token in enumerate(tokens):
        if token.type == "link_open":
            begins, link = at + 1, str(token.attrGet("href"))
        elif token.type == "link_close":
            yield plain(tokens[begins:at]), link


def _add_generated(chapters: list[tuple[str, list[Entry]]], generated: Sequence[Entry]) -> None:
    fitting = [entries for title, entries in chapters if title == REFERENCE]
    (fitting or [entries for _, entries in chapters])[-1].extend(generated)

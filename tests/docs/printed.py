"""Compare output with what a page shows; ids, times, sizes and ports differ in each run."""

import re
from collections.abc import Sequence

_CHANGES = re.compile(
    r"(?P<id>\b(?:evt|rcv|rpl|imp|blk|tok)_[0-9a-z]+)"
    r"|(?P<secret>\b(?:whsec|pst|rct)_\S+)"
    r"|(?P<address>127\.0\.0\.1(?::\d{4,5})?)"
    r"|(?P<moment>\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?)?|\d\d:\d\d:\d\d(?:\.\d+)?)"
    r"|(?P<span>\b\d+(?:\.\d+)? (?:ms|s|min|MiB)\b)"
    r"|(?P<version>\b\d+\.\d+\.\d+(?:\.\w+)?\b)"
    r"|(?P<size>(?<=_bytes)\s+\d+)"
    r"|(?P<schema>(?:(?<=schema)|(?<=before))\s+\d+\b)"
    r"|(?P<listener>“listen on [^”]+”|\blisten on [\w.-]+)"
    r"|(?P<gap>\s{2,})"
    r"|(?P<any>…)"
)
_SHAPES = {
    "id": r"[a-z]{3}_[0-9a-z]+",
    "secret": r"[a-z]+_\S+",
    "address": r"127\.0\.0\.1(?::\d{4,5})?",
    "moment": r"(?:\d{4}-\d\d-\d\d)?[T ]?(?:\d\d:\d\d:\d\d(?:\.\d+)?Z?)?",
    "span": r"\d[\d,]*(?:\.\d+)? (?:ms|s|min|MiB)",
    "version": r"\d+\.\d+\.\d+(?:\.\w+)?",
    "size": r"\s+\d+",
    "schema": r"\s+\d+",
    "listener": r"“?listen on [\w.-]+”?",
    "gap": r"\s+",
    "any": r".*",
}


class Ids:
    """The ids that a page shows, each with the real id of this run, which is the same everywhere on the page."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def real(self, text: str) -> str:
        """Replace the ids shown by the real ones, including ids that are shortened to a prefix."""
        for shown, real in self.known.items():
            for cut in re.findall(rf"\b{shown[:8]}\w*", text):
                if shown.startswith(cut):
                    text = text.replace(cut, real)
        return text

    def fits(self, shown: str, printed: str) -> bool:
        """True if a printed line matches the one shown; then remember its ids."""
        names: list[str] = []
        expression = ""
        end = 0
        for found in _CHANGES.finditer(shown):
            expression += re.escape(shown[end : found.start()])
            end = found.end()
            what = found.lastgroup or ""
            if what != "id":
                expression += f"(?:{_SHAPES[what]})"
            elif found[0] in self.known:
                expression += re.escape(self.known[found[0]])
            elif found[0] in names:
                expression += rf"(?P=id{names.index(found[0])})"
            else:
                expression += f"(?P<id{len(names)}>{found[0][:4]}[0-9a-z]+)"
                names.append(found[0])
        expression += re.escape(shown[end:])
        match = re.fullmatch(expression, printed.rstrip())
        if match:
            self.known |= {name: match[f"id{number}"] for number, name in enumerate(names)}
        return match is not None


def difference(ids: Ids, shown: Sequence[str], printed: Sequence[str]) -> str:
    """Return the first difference, or "". A line that is just `…` matches any number of lines."""
    rest = list(printed)
    skipping = False
    for line in shown:
        if line.strip() == "…":
            skipping = True
            continue
        while rest and not ids.fits(line.rstrip(), rest[0]):
            if not skipping:
                return f"shown:   {line}\nprinted: {rest[0]}"
            rest.pop(0)
        if not rest:
            return f"not printed: {line}"
        rest.pop(0)
        skipping = False
    return "" if skipping or not rest else f"not shown: {rest[0]}"


def place_after(ids: Ids, shown: Sequence[str], printed: Sequence[str], start: int) -> int | None:
    """Return the position after the last of the lines shown, found in order from `start` on, or None."""
    place = start
    for line in shown:
        if line.strip() == "…":
            continue
        while place < len(printed) and not ids.fits(line.rstrip(), printed[place]):
            place += 1
        if place == len(printed):
            return None
        place += 1
    return place

"""Flag words and phrases that make prose hard to read, and suggest what to write instead.

The test covers comments, docstrings and strings in `src`, its templates, scripts, styles and SQL, and the documents.
`python -m tests.test_words PATH…` lists the offences. A line can opt out with a comment, `# words: reason`; where a
comment is impossible, add the phrase to ALLOWED.
"""

import io
import re
import sys
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
READ = ("src/plantstore", "docs", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")

ALLOWED = {
    ("README.md", "owed"): "the promise in its own words",
}
"""Phrases that are allowed in a file, each with the reason. For lines that cannot have a comment."""

CODE = "\u00a6"  # replaces a character of code, so that no phrase extends across code
DOCSTRING = "\u00ab"  # replaces the opening quotes of a triple-quoted string
OPT_OUT = re.compile(r"(?:#|<!--|--|/\*|//) ?words: \S")
_GAP = r"(?:(?!\n\s*\n)\s)+"  # between two words: may include a line end, but no blank line
_CLAUSE = r"(?:(?!\n\s*\n)[^.?!:;\u00a6|]){1,90}?"
_DETERMINER = (
    r"(?:a|an|the|each|every|next|last|first|second|one|this|that|another|any|no|per|its|our|their|further|of)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A phrase to avoid. `instead` is what to write; `bad` examples must be found, `good` ones must not."""

    find: re.Pattern[str]
    instead: str
    bad: tuple[str, ...]
    good: tuple[str, ...] = ()


def _pattern(
    find: str, instead: str, bad: tuple[str, ...], good: tuple[str, ...] = (), *, cased: bool = False
) -> Pattern:
    flags = re.MULTILINE if cased else re.MULTILINE | re.IGNORECASE
    return Pattern(find=re.compile(find.replace(" ", _GAP), flags), instead=instead, bad=bad, good=good)


PATTERNS = {
    "beside": _pattern(r"\bbeside\b", "next to, with, in addition to", ("The key is kept beside it.",), ("Besides,",)),
    "anew": _pattern(r"\banew\b", "again, from the start", ("Begin anew.",)),
    "whoever": _pattern(r"\bwho(?:m)?ever\b", "anyone who, the caller that", ("Whoever asks", "whomever it finds")),
    "nobody": _pattern(r"\b(?:no|some|any|every)body\b", "no one, a person, any client, all", ("Nobody waits.",)),
    "meanwhile": _pattern(r"\bmeanwhile\b", "while …, in between", ("Meanwhile it changed.",)),
    "by itself": _pattern(r"\bby (?:itself|themselves)\b", "automatically, on its own", ("It ends\nby itself.",)),
    "so many": _pattern(
        r"\bso (?:many|long|often)\b(?!(?:(?!\n\s*\n)[^.;:])*\bthat\b)",
        "the number, at most N, N seconds",
        ("Try so often.", "Wait, or so long.", "of so many bytes"),
        ("There are so many rows that memory runs out.",),
    ),
    "go on": _pattern(
        r"\b(?:go|goes|going|gone|went) on\b(?! (?:the|a|an|its|their|each|one|top|disk)\b)",
        "continue, resume",
        ("It goes on with them.", "went\non"),
        ("Headers go on the wire first.",),
    ),
    "stand": _pattern(
        r"(?<![-\w])(?:stands?|stood|standing)\b(?!-| (?:in )?for\b)",
        "is, is written, appears",
        ("What stands there", "where it stood"),
        ("A star stands for any name.", "long-standing", "a stand-in"),
    ),
    "hear": _pattern(r"\b(?:hears?|heard|hearing)\b", "receive, is notified", ("Peers hear of it.", "not heard")),
    "tell": _pattern(
        r"\btold\b|\btell(?:s|ing)? (?:the|an?|each|every|its|them|it|all|both|other|of|whether)\b"
        r"(?! (?:differences?|user|reader|operator|person|two apart)\b)",
        "notify, report, say, receive",
        ("The pump is told of it.", "It tells the worker.", "tells of additions"),
        ("Logs tell you why.", "to tell the difference", "storytellers"),
    ),
    "owe": _pattern(
        r"\bow(?:e|es|ed|ing)\b(?!=)",
        "queued, pending, the backlog",
        ("what is owed", "It owes two."),
        ("an `owed` field", "plantstore_deliveries_owed", '{"owed": 3}'),
    ),
    "at once": _pattern(
        r"(?<!\ball\s)(?<!\bseveral\s)(?<!\btwo\s)(?<!\brequests\s)(?<!\bthem\s)\bat once\b",
        "now, immediately, right away; at the same time",
        ("It is sent at once.",),
        ("64 requests at once", "all at once"),
    ),
    "see that": _pattern(
        r"(?<!\byou\s)(?<!\bcan\s)(?<!\bto\s)\bsee that\b(?! (?:page|section|file|table)\b)",
        "check that, make sure that",
        ("See that none waits.",),
    ),
    "of which there": _pattern(r"\bof which (?:there|one|it|we)\b", "a second sentence", ("of which there is one",)),
    "look": _pattern(
        rf"\b{_DETERMINER} look\b|\b(?:two|three|few|several|between|many|all|\d+) looks\b",
        "check, poll, scan, read",
        ("At the next look", "between looks", "the look of it"),
        ("Look at the log.", "This looks right.", "It looks up the name."),
    ),
    "try": _pattern(
        rf"\b{_DETERMINER} tr(?:y|ies)\b(?! (?:to|again|block|clause)\b)",
        "attempt",
        ("the same on every try", "at the next try"),
        ("The next attempt",),
    ),
    "gives": _pattern(rf"{DOCSTRING}\s*Gives?\b", "Return …", ('"""Give the whole page."""',), ('"""Return it."""',)),
    "whatever": _pattern(
        r"\bwhatever (?:(?!(?:its|this|his|ours|theirs|happens)\b)\w+s"
        r"|had|have|can|could|may|might|must|will|would|did|are)\b",
        "anything that, everything that, all",
        ("Whatever fails waits.", "whatever is there", "whatever may come"),
        ("whatever the reason", "whatever its age"),
    ),
    "coined": _pattern(
        r"\b(?:ladders?|rungs?|pumps?|heralds?)\b",
        "retry schedule, step, receiver worker, commit notifier",
        ("the ladder's next rung", "Its pump sends."),
    ),
    "wish": _pattern(r"\bwish(?:es|ed|ing)?\b", "request, want, requested", ("the wishes of it", "as you wish")),
    "what is … is": _pattern(
        rf"(?:^|[.:;!?{DOCSTRING}{CODE}|])[\t*]*\s?What (?:is|was|are|were|has|had|may|can|cannot|\w+ed|comes?|fails?) "
        rf"(?:{_CLAUSE} )?(?:is|are|was|were|stays?|remains?|goes|comes|has|have|must|may|can|counts?|holds?)\b"
        r"(?![^.]*\?)",
        "name the thing: the rows that were read are …",
        ("What is read of them afterwards is old.", "It ends. What failed must wait."),
        ("What is kept how long", "What is it? It is a list.", "It says what is stored and is short."),
        cased=True,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Offence:
    line: int
    name: str
    excerpt: str

    def __str__(self) -> str:
        instead = PATTERNS[self.name].instead if self.name in PATTERNS else "remove it"
        return f"{self.line}: {self.name}: {self.excerpt} → {instead}"


def _of_python(text: str) -> str:
    """Return a file of the same layout that has only comments and strings; a string that is a single name is code."""
    lines = [re.sub(r"\S", CODE, line) for line in text.splitlines(keepends=True)]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            _put(lines, token.start, " " + token.string[1:])
        elif token.type == tokenize.STRING:
            prefix, quotes, body = re.findall(r"""^([a-zA-Z]*)(\"{3}|'{3}|["'])(.*)\2$""", token.string, re.DOTALL)[0]
            if not re.fullmatch(r"[\w.:/-]*", body):
                opening = DOCSTRING.rjust(len(prefix + quotes)) if len(quotes) == 3 else " " * len(prefix + quotes)
                _put(lines, token.start, opening + body + " " * len(quotes))
    return _without_names("".join(lines))


def _put(lines: list[str], start: tuple[int, int], text: str) -> None:
    """Overwrite the lines with a text, from a position (row from 1, column from 0) on."""
    row, column = start
    for part in text.splitlines(keepends=True):
        line = lines[row - 1]
        bare = part.rstrip("\n")
        lines[row - 1] = line[:column] + bare + line[column + len(bare) :]
        row, column = row + 1, 0


def _without_names(text: str) -> str:
    """Replace text in backticks, and single words in double quotes, by CODE."""
    return re.sub(r"`[^`\n]+`|\"[\w.-]+\"", lambda found: CODE * len(found[0]), text)


def _of_comments(mark: str) -> Callable[[str], str]:
    """Return a function that keeps only the text after `mark` on each line."""

    def keep(text: str) -> str:
        kept = [
            re.sub(r"\S", CODE, code) + " " * len(begin) + comment
            for code, begin, comment in (line.partition(mark) for line in text.splitlines(keepends=True))
        ]
        return _without_names("".join(kept))

    return keep


def _of_changes(text: str) -> str:
    """Keep the newest section of a changelog; released sections stay as they are."""
    before, heading, after = text.partition("\n## ")
    newest, rest, _ = after.partition("\n## ")
    return _without_names(before + heading + newest + rest[:1])


KEEP: dict[str, Callable[[str], str]] = {
    ".py": _of_python,
    ".sql": _of_comments("--"),
    ".yml": _without_names,
    ".md": _without_names,
    ".html": _without_names,
    ".js": _without_names,
    ".css": _without_names,
    "Makefile": _of_comments("#"),
    "CHANGELOG.md": _of_changes,
    "changes-before-0-5.md": lambda _: "",  # released sections stay as they are
}


def keeper(path: Path) -> Callable[[str], str] | None:
    return KEEP.get(path.name) or KEEP.get(path.suffix)


def offences(path: Path) -> Iterator[Offence]:
    """Yield the phrases in a file that are not allowed, and the opt-outs that are not needed."""
    text = path.read_text(encoding="utf-8")
    keep = keeper(path)
    assert keep is not None, path
    kept, lines = re.sub(f"{CODE}+", CODE, keep(text)), text.splitlines()  # most of a file is code: read it quickly
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    needed: set[int] = set()
    for kind, pattern in PATTERNS.items():
        for found in pattern.find.finditer(kept):
            first = kept.count("\n", 0, found.start() + len(found[0]) - len(found[0].lstrip(f" \t\n.:;!?{CODE}")))
            touched = set(range(first, kept.count("\n", 0, found.end()) + 1))
            excused = {number for number in touched if OPT_OUT.search(lines[number])}
            needed |= excused
            phrase = " ".join(found[0].split()).strip(f".:;!?|{CODE}{DOCSTRING} ")
            if not excused and (name, phrase) not in ALLOWED:
                yield Offence(line=first + 1, name=kind, excerpt=phrase)
    for number, line in enumerate(lines):
        if OPT_OUT.search(line) and number not in needed:
            yield Offence(line=number + 1, name="needless opt-out", excerpt=line.strip())


def files(*places: str | Path) -> Iterator[Path]:
    """Yield every file in the given places that can be checked."""
    for place in map(Path, places):
        found = sorted(place.rglob("*")) if place.is_dir() else [place]
        yield from (path for path in found if path.is_file() and keeper(path) is not None)


def sentences(text: str, folder: Path) -> list[str]:
    """Return the patterns found in a text, which is Python if it begins with three quotes and Markdown otherwise."""
    path = folder / ("read.py" if text.startswith('"""') else "read.md")
    path.write_text(text, encoding="utf-8")
    return [offence.name for offence in offences(path)]


def test_prose_has_no_phrase_to_avoid() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{offence}"
        for path in files(*(ROOT / place for place in READ))
        for offence in offences(path)
    ]

    assert not found, "\n".join(found)


def test_each_pattern_finds_its_bad_examples_only(tmp_path: Path) -> None:
    missed = [(name, bad) for name, one in PATTERNS.items() for bad in one.bad if name not in sentences(bad, tmp_path)]
    wrong = [(name, good) for name, one in PATTERNS.items() for good in one.good if sentences(good, tmp_path)]

    assert not missed
    assert not wrong


def test_a_line_can_opt_out_but_only_if_needed(tmp_path: Path) -> None:
    source = tmp_path / "read.py"

    source.write_text("# Begin anew.  # words: quoted\nx = 1  # words: nothing here\n", encoding="utf-8")

    assert [(one.line, one.name) for one in offences(source)] == [(2, "needless opt-out")]


def test_code_is_not_read_as_prose(tmp_path: Path) -> None:
    source = tmp_path / "read.py"
    source.write_text(
        'def go(on, wishes):\n    """Return it."""\n    return wishes["owed"]  # as anew\n\n\n'
        'SAID = "at " "once and for all"\n',
        encoding="utf-8",
    )

    assert [(one.line, one.name) for one in offences(source)] == [(3, "anew"), (6, "at once")]


def test_each_exception_is_needed() -> None:
    for name, phrase in ALLOWED:
        assert phrase in " ".join((ROOT / name).read_text(encoding="utf-8").split()), (name, phrase)


if __name__ == "__main__":
    count = 0
    for path in files(*([Path(one).resolve() for one in sys.argv[1:]] or [ROOT / place for place in READ])):
        for offence in offences(path):
            count += 1
            print(f"{path.relative_to(ROOT)}:{offence}")
    sys.exit(f"{count} phrases to avoid" if count else 0)

"""Example receivers in three languages for a given URL: the programs in docs/receiving.md, which tests run."""

import json
import re
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote, urlsplit

from plantstore.domain.errors import Unavailable
from plantstore.domain.receivers.receiver import WEBHOOK_PATH
from plantstore.web.docs.sources import sources

_PAGE = "receiving"
_BLOCK = re.compile(r"^```(python|js|go)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_LANGUAGES = (
    (
        "python",
        "Python",
        "receiver.py",
        "pip install flask standardwebhooks\nenv $(cat .env) flask --app receiver run --port 8953",
    ),
    ("js", "Node", "receiver.mjs", "env $(cat .env) node receiver.mjs"),
    ("go", "Go", "receiver.go", "env $(cat .env) go run receiver.go"),
)
_AS_SENT = frozenset({"js"})  # languages whose program compares the percent-encoded path; the others get a decoded path


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """An example program, and the command that runs the program."""

    language: str
    file: str
    text: str
    run: str


def snippets_for(url: str) -> list[Snippet]:
    """Return the programs with the path of this URL; an empty list if the documentation isn't installed."""
    parts = urlsplit(url)
    sent = parts.path + (f"?{parts.query}" if parts.query else "")
    try:
        programs = _programs()
    except Unavailable:
        return []
    return [
        Snippet(
            language=name,
            file=file,
            text=_at(sent if language in _AS_SENT else unquote(parts.path), programs[language]),
            run=run,
        )
        for language, name, file, run in _LANGUAGES
        if language in programs
    ]


def _at(path: str, program: str) -> str:
    """Return the program with `path` in place of the example path, as a string literal valid in all three languages."""
    return program.replace(json.dumps(WEBHOOK_PATH), json.dumps(path, ensure_ascii=False))


@cache
def _programs() -> dict[str, str]:
    """Return the first program in docs/receiving.md for each language."""
    programs: dict[str, str] = {}
    for language, program in _BLOCK.findall(sources()[_PAGE].read()):
        programs.setdefault(language, program)
    return programs

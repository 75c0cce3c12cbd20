"""Receivers to begin with, in three languages, for the address of one: the programs of docs/receiving.md."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from urllib.parse import unquote, urlsplit

from plantstore.domain.receiver import WEBHOOK_PATH

_FOLDER = resources.files("plantstore.web.console") / "snippets"
_LANGUAGES = (
    ("Python", "receiver.py", "pip install flask standardwebhooks\nflask --app receiver run --port 8953"),
    ("Node", "receiver.mjs", "node receiver.mjs"),
    ("Go", "receiver.go", "go run receiver.go"),
)
_AS_SENT = frozenset({"receiver.mjs"})  # compares what stands in the request; the others take it apart before


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """A program, and how it is run."""

    language: str
    file: str
    text: str
    run: str


def snippets_for(url: str) -> list[Snippet]:
    """The programs, each waiting where this URL is called."""
    parts = urlsplit(url)
    sent = parts.path + (f"?{parts.query}" if parts.query else "")
    return [
        Snippet(language=language, file=file, text=_at(sent if file in _AS_SENT else unquote(parts.path), file), run=run)
        for language, file, run in _LANGUAGES
    ]


def _at(path: str, file: str) -> str:
    """The program at another path: a literal of all three languages, whatever stands in it."""
    return _text(file).replace(json.dumps(WEBHOOK_PATH), json.dumps(path, ensure_ascii=False))


@cache
def _text(file: str) -> str:
    return (_FOLDER / f"{file}.txt").read_text(encoding="utf-8")

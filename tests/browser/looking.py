"""What is looked at on every page: by axe, and by ourselves where axe sees nothing."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_OURS = Path(__file__).with_name("looking.js")
# Rows of a list are alike, and so is what stands far down in a text.
_LOOK_AT = {"include": [["html"]], "exclude": [["tbody tr:nth-of-type(n+9)"], [".docs-text > :nth-child(n+20)"]]}
STOPS_MAX = 60  # the rows of a long list are alike, and its foot is that of every page
_TAB = {"type": "rawKeyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
OUTSIDE_MAX = 3  # how often the focus may be on nothing before nothing is all there is
_TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def look(page: Page, question: str) -> Any:
    """Ask looking.js one thing."""
    return page.evaluate(f"({_OURS.read_text(encoding='utf-8')}).{question}()")


def barriers(page: Page, *, colours_only: bool = False) -> list[str]:
    """What axe finds, each with the rule and the place."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    only = {"type": "rule", "values": ["color-contrast"]} if colours_only else {"type": "tag", "values": list(_TAGS)}
    found = page.evaluate(
        "([look, only]) => axe.run(look, {runOnly: only, resultTypes: ['violations']})", [_LOOK_AT, only]
    )
    return [
        f"{rule['id']}: {node['html'][:160]} ({node['failureSummary'].splitlines()[-1].strip()})"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def walk(page: Page) -> tuple[list[str], list[str]]:
    """Press Tab until it begins again: where the focus was, in order, and what was wrong with how it showed."""
    reached: list[str] = []
    problems: list[str] = []
    eyes = page.evaluate_handle(_OURS.read_text(encoding="utf-8"))
    keys = page.context.new_cdp_session(page)
    outside = 0
    while outside < OUTSIDE_MAX and len(reached) < STOPS_MAX:
        keys.send("Input.dispatchKeyEvent", _TAB)
        seen = eyes.evaluate("eyes => eyes.focus()")
        if seen is None:
            outside += 1
            continue
        if reached and seen["name"] == reached[-1]:
            continue  # a field for a time has several places to stop at
        if seen["name"] in reached:
            break
        reached.append(seen["name"])
        problems += [f"{seen['name']}: {one}" for one in seen["problems"]]
    keys.detach()
    return reached, problems

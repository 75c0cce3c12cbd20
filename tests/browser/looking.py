"""What is looked at on every page: by axe, and by ourselves where axe sees nothing."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.kinds import Kinds

_OURS = Path(__file__).with_name("looking.js")
# Rows of a list are alike, and so are the operations of the API, and what stands far down in a text.
_ALIKE = "tbody tr:nth-of-type(n+9), .docs-text > .prose > :nth-child(n+20), .docs-operation:nth-of-type(n+5)"
# What is alike is taken out meanwhile: axe takes its time for all that is in a page, even if it is excluded.
_RUN_AXE = """async ([alike, place, options]) => {
  const out = [...document.querySelectorAll(alike)].map((one) => [one, document.createComment("")]);
  for (const [one, mark] of out) one.replaceWith(mark);
  const less = { resultTypes: ["violations"], preload: { assets: ["media"] }, selectors: false, elementRef: false };
  try {
    return (await axe.run({ include: [[place]] }, { ...options, ...less })).violations;
  } finally {
    for (const [one, mark] of out) mark.replaceWith(one);
  }
}"""
STOPS_MAX = 40  # the rows of a long list are alike, and its foot is that of every page
_TAB = {"type": "rawKeyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
OUTSIDE_MAX = 3  # how often the focus may be on nothing before nothing is all there is
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_CONTRAST, _OFF, _NEW = "color-contrast", {"enabled": False}, "[data-new-kind]"


@cache
def _ours() -> str:
    return _OURS.read_text(encoding="utf-8")


@cache
def _axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def look(page: Page, question: str, given: Any = None) -> Any:
    """Ask looking.js one thing."""
    return page.evaluate(f"given => ({_ours()}).{question}(given)", given)


def barriers(page: Page) -> list[str]:
    """What axe finds, other than contrast, each with the rule and the place."""
    return _found_by_axe(page, "html", {"runOnly": {"type": "tag", "values": _TAGS}, "rules": {_CONTRAST: _OFF}})


def contrast(page: Page, known: Kinds) -> list[str]:
    """What axe says of the contrast of each text of a kind not seen before; from now on its kind is."""
    new = look(page, "newTextKinds", {"seen": "\n".join(known.seen()), "except": _ALIKE})
    if not new:
        return []
    found = _found_by_axe(page, _NEW, {"runOnly": {"type": "rule", "values": [_CONTRAST]}})
    page.locator(_NEW).evaluate_all("every => every.forEach((one) => delete one.dataset.newKind)")
    known.add(new)
    return found


def _found_by_axe(page: Page, place: str, options: dict[str, Any]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found = page.evaluate(_RUN_AXE, [_ALIKE, place, options])
    return [
        f"{rule['id']}: {node['html'][:160]} ({node['failureSummary'].splitlines()[-1].strip()})"
        for rule in found
        for node in rule["nodes"]
    ]


def walk(page: Page) -> tuple[list[str], list[str]]:
    """Press Tab until it begins again: where the focus was, in order, and what was wrong with how it showed."""
    reached: list[str] = []
    problems: list[str] = []
    eyes = page.evaluate_handle(_ours())
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

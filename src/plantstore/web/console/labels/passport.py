"""EU plant passports as labels: Regulation (EU) 2016/2031, Art. 83 and Annex VII; formats of (EU) 2017/2313.

A passport has the flag of the Union in the upper left corner, the words "Plant Passport" in the upper right, and the
letters A (botanical name), B (registration number), C (traceability code) and D (origin), within a border. Great
Britain has passports of its own, without the flag; those are not printed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plantstore.web.console.labels.fitting import SANS, Fitted, fit

_STATES = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI"
ISSUERS = frozenset(_STATES.split())
"""The codes of the states whose operators issue EU passports (ISO 3166-1); XI is Northern Ireland."""
HEAD_MM, _BORDER_MM, _LETTER_MM = 6.5, 2.0, 4.0  # the row of the flag; border and padding; a letter with its space
_LARGEST_PT = {"s": 9, "m": 11, "l": 14}
_NAME_SHARE = 0.4  # of the height below the flag; the other parts share the rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Passport:
    """The parts of a passport by their letters, as they are printed. `c` and `d` may be missing."""

    parts: tuple[tuple[str, Fitted], ...]

    @property
    def is_cut(self) -> bool:
        return any(text.is_cut for _, text in self.parts)


def passport_parts(plant: Mapping[str, Any]) -> dict[str, str] | None:
    """Return the parts of a plant's EU passport; None if it has none. The name is the passport's or the plant's."""
    given = (plant.get("trade") or {}).get("plant_passport") or {}
    parts = {letter: given.get(letter) or "" for letter in "abcd"}
    parts["a"] = parts["a"] or plant.get("botanical_name") or ""
    is_complete = parts["a"] and parts["b"][:2] in ISSUERS
    return {letter: text for letter, text in parts.items() if text} if is_complete else None


def make_passport(parts: Mapping[str, str], *, inner_mm: tuple[float, float], size: str) -> Passport:
    """Return a passport for a label with this room and size."""
    width_mm = inner_mm[0] - 2 * _BORDER_MM - _LETTER_MM
    height_mm = inner_mm[1] - 2 * _BORDER_MM - HEAD_MM
    name_mm = height_mm * _NAME_SHARE
    other_mm = (height_mm - name_mm) / max(len(parts) - 1, 1)
    name = fit(parts["a"], width_mm=width_mm, height_mm=name_mm, largest_pt=_LARGEST_PT[size])
    largest_pt = _LARGEST_PT[size] - 1
    others = [
        (letter, fit(parts[letter], width_mm=width_mm, height_mm=other_mm, largest_pt=largest_pt, narrowing=SANS))
        for letter in "bcd"
        if letter in parts
    ]
    return Passport(parts=(("a", name), *others))

"""The colours of the stylesheet, in both themes, have the contrast that WCAG 2.2 asks for (1.4.3 and 1.4.11)."""

import re

from plantstore.web.console.static import files

TEXT_MIN, CONTROL_MIN = 4.5, 3.0
TOKEN = re.compile(r"--([a-z0-9-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));")
TEXTS = {
    "ink": ("paper", "card", "sunk", "leaf-0", "gold-0", "clay-0", "iris-0"),
    "soft": ("paper", "card", "sunk", "leaf-0", "clay-0"),
    "leaf": ("paper", "card", "leaf-0"),
    "leaf-2": ("paper", "card", "leaf-0"),
    "on-leaf": ("leaf", "leaf-2"),
    "gold": ("paper", "card", "gold-0"),
    "clay": ("paper", "card", "clay-0"),
    "iris": ("paper", "card", "iris-0"),
    "rail-ink": ("rail", "rail-on"),
    "rail-soft": ("rail", "rail-on"),
    "on-lime": ("lime",),
}
CONTROLS = {
    "edge": ("paper", "card"),
    "rail-edge": ("rail",),
    "lime": ("rail", "rail-on"),
    "leaf": ("paper", "card", "sunk"),
    "clay-m": ("paper", "card"),
}


def test_texts_and_controls_have_enough_contrast_in_both_themes() -> None:
    style = files()["app.css"].body.decode()
    tokens = {name: (light or both, dark or both) for name, light, dark, both in TOKEN.findall(style)}

    found = {
        (over, under, theme): round(ratio, 2)
        for pairs, least in ((TEXTS, TEXT_MIN), (CONTROLS, CONTROL_MIN))
        for over, unders in pairs.items()
        for under in unders
        for theme in (0, 1)
        if (ratio := contrast(tokens[over][theme], tokens[under][theme])) < least
    }

    assert found == {}


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21 (WCAG 2.2)."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

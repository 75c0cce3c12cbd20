"""Decides whether bytes that are not UTF-8 are Windows-1252 or Mac Roman.

Each non-ASCII character gets a score that depends on its neighbours. "ü" between letters is plausible; "Õ" between
lower-case letters is a Mac Roman apostrophe that was decoded as Windows-1252.
"""

CANDIDATES = {"cp1252": "cp1252", "mac-roman": "mac_roman"}
"""The encodings that can be detected, by public name, and their Python codecs."""

_OPENING = "‘“„‚‹"
_CLOSING = "’”›"
_DASHES = "–—"
_SIGNS = "®™©°½¼¾£€…«»×\xa0"  # common in plant lists, but not between two letters
_NEUTRAL = "·•±²³§†‡µªº¿¡"
_RARE_LETTERS = "ƒˆˇıπΩ˜"
_UNUSUAL_LETTERS = "šžŠŽŸ"  # letters of languages that Windows-1252 does not fully cover
_RARE = -2.0
_BARE_CR_BONUS = 1.0  # score for bare CR line ends, written by classic Mac OS and Excel's "CSV (Macintosh)"


def choose(sample: bytes) -> str:
    """Return the encoding of lines that are not UTF-8: "cp1252" or "mac-roman".

    Bare CR line ends count in favour of Mac Roman. If the scores are equal, charset_normalizer decides.
    """
    scores = {name: plausibility(_decode(sample, codec)) for name, codec in CANDIDATES.items()}
    if b"\r" in sample and b"\n" not in sample:
        scores["mac-roman"] += _BARE_CR_BONUS
    if scores["cp1252"] != scores["mac-roman"]:
        return max(scores, key=lambda name: scores[name])
    from charset_normalizer import from_bytes  # imported late, because it is large and most files are UTF-8

    best = from_bytes(sample, cp_isolation=list(CANDIDATES.values())).best()
    return "mac-roman" if best is not None and best.encoding == "mac_roman" else "cp1252"


def is_likely(line: bytes) -> bool:
    """True if a line is plausible text in at least one of the two encodings."""
    return any(plausibility(_decode(line, codec)) > 0 for codec in CANDIDATES.values())


def plausibility(text: str) -> float:
    """Return the sum of the scores of all non-ASCII characters: above 0 is plausible text, below 0 is not.

    >>> plausibility("Günsel"), plausibility("dÕAzur"), plausibility("d’Azur")
    (1.0, -2.0, 1.0)
    """
    padded = f" {text} "
    return sum(
        _fit(char, before, behind)
        for before, char, behind in zip(padded, padded[1:], padded[2:], strict=False)
        if char > "\x7f"
    )


def _fit(char: str, before: str, behind: str) -> float:
    between_letters = before.isalpha() and behind.isalpha()
    if char in _OPENING:
        return -1.0 if before.isalpha() or not behind.isalnum() else 1.0
    if char in _CLOSING:
        return 1.0 if before.isalnum() or before in ".!)" else -1.0
    if char in _DASHES:
        return 0.0 if between_letters else 0.5
    if char in _SIGNS:
        return _RARE if between_letters and char != "\xa0" else 0.5
    if char in _NEUTRAL:
        return _RARE if between_letters and char != "·" else 0.0
    if not char.isalpha() or char in _RARE_LETTERS:
        return _RARE
    if char == "œ" and behind not in "uinm":
        return 0.0
    fit = _fit_of_capital(before, behind) if char.isupper() else _fit_of_small(before, behind)
    return min(fit, 0.5) if char in _UNUSUAL_LETTERS else fit


def _fit_of_capital(before: str, behind: str) -> float:
    if before.islower():
        return _RARE
    return 1.0 if before.isupper() or behind.isalpha() else -0.5


def _fit_of_small(before: str, behind: str) -> float:
    if behind.isupper():
        return -1.0 if before.isupper() else 0.0
    return 1.0 if before.isalpha() or behind.isalpha() else 0.5


def _decode(sample: bytes, codec: str) -> str:
    return sample.decode(codec, errors="surrogateescape")

"""Windows-1252 or Mac Roman: which of the two makes better text of bytes that are not UTF-8.

Each character beyond ASCII is judged by its neighbours: "ü" between letters is text, "Õ" between small letters is an
apostrophe of Mac Roman that was read as Windows-1252.
"""

CANDIDATES = {"cp1252": "cp1252", "mac-roman": "mac_roman"}
"""What can be found, by the name that is shown, and how Python calls it."""

_OPENING = "‘“„‚‹"
_CLOSING = "’”›"
_DASHES = "–—"
_SIGNS = "®™©°½¼¾£€…«»×\xa0"  # usual in lists of plants, but never between two letters
_NEUTRAL = "·•±²³§†‡µªº¿¡"
_RARE_LETTERS = "ƒˆˇıπΩ˜"
_UNUSUAL_LETTERS = "šžŠŽŸ"  # of languages that Windows-1252 cannot write whole
_RARE = -2.0
_BARE_CR_BONUS = 1.0  # only programs of the old Mac OS, and Excel's "CSV (Macintosh)", end lines so


def choose(sample: bytes) -> str:
    """Name the encoding of lines that are not UTF-8: "cp1252" or "mac-roman".

    Where the text does not tell, charset_normalizer decides. Lines that end in a bare CR speak for Mac Roman.
    """
    scores = {name: plausibility(_decode(sample, codec)) for name, codec in CANDIDATES.items()}
    if b"\r" in sample and b"\n" not in sample:
        scores["mac-roman"] += _BARE_CR_BONUS
    if scores["cp1252"] != scores["mac-roman"]:
        return max(scores, key=lambda name: scores[name])
    from charset_normalizer import from_bytes  # late: it is large, and most files are UTF-8

    best = from_bytes(sample, cp_isolation=list(CANDIDATES.values())).best()
    return "mac-roman" if best is not None and best.encoding == "mac_roman" else "cp1252"


def is_likely(line: bytes) -> bool:
    """True if a line makes sense in one of the two encodings."""
    return any(plausibility(_decode(line, codec)) > 0 for codec in CANDIDATES.values())


def plausibility(text: str) -> float:
    """Add up how well each character beyond ASCII fits between its neighbours: above 0 is text, below 0 is not.

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

"""Finds what a misspelt word may have meant: words that differ from it by few edits.

An edit inserts, deletes or replaces a letter, or swaps two neighbours (optimal string alignment distance)."""

from collections.abc import Iterable, Iterator

LETTERS_MIN = 3  # min letters of a word that can be misspelt: a shorter one is one edit away from too many
_EDITS_MAX = {3: 1, 4: 1, 5: 1, 6: 2, 7: 2}  # max edits by number of letters
_EDITS_MAX_LONG = 3  # of longer words: "limelite" is 3 edits away from "limelight"
_PART_LETTERS_MIN = 2  # min letters of each of two words that were written together
_ENDING = "s"  # the ending of a possessive may be shorter: "Wim's" is the terms "wim" and "s"
_ALPHABETS = (  # of terms, which have no accents: see `search_terms`
    "abcdefghijklmnopqrstuvwxyz",
    "αβγδεζηθικλμνξοπρστυφχψω",
    "абвгдежзиклмнопрстуфхцчшщъыьэюяєіґ",
)


def edits_max(word: str) -> int:
    """Return by how many edits a word may differ from what was meant; 0 if it is too short, or a number."""
    if word.isdigit() or len(word) < LETTERS_MIN:
        return 0
    return _EDITS_MAX.get(len(word), _EDITS_MAX_LONG)


def one_edit_away(word: str) -> set[str]:
    """Return every string that is one edit away from a word. New letters are those of its alphabet.

    A word of n Latin letters has about 54 n; other scripts than Latin, Greek and Cyrillic get no new letters.

    >>> sorted(one_edit_away("桜花"))
    ['桜', '花', '花桜']
    """
    alphabet = "".join(letters for letters in _ALPHABETS if not set(letters).isdisjoint(word))
    halves = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    found = {left + right[1:] for left, right in halves if right}
    found.update(left + right[1] + right[0] + right[2:] for left, right in halves if len(right) > 1)
    found.update(left + letter + right for left, right in halves for letter in alphabet)
    found.update(left + letter + right[1:] for left, right in halves if right for letter in alphabet)
    found.discard(word)
    found.discard("")
    return found


def splits(word: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of words that make up a word, if a space was forgotten.

    >>> list(splits("wims"))
    [('wi', 'ms'), ('wim', 's')]
    """
    for at in range(_PART_LETTERS_MIN, len(word)):
        left, right = word[:at], word[at:]
        if len(right) >= _PART_LETTERS_MIN or right == _ENDING:
            yield left, right


def split_text(left: str, right: str) -> str:
    """Return the two words of a split as a person writes them.

    >>> split_text("wim", "s"), split_text("endless", "summer")
    ("wim's", 'endless summer')
    """
    return f"{left}'{right}" if right == _ENDING else f"{left} {right}"


def shared_beginning(one: str, other: str) -> int:
    """Return with how many equal letters two words begin.

    >>> shared_beginning("monstra", "monstera")
    5
    """
    return next(
        (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right),
        len(min(one, other, key=len)),
    )


def nearest(word: str, candidates: Iterable[str], *, most: int) -> list[tuple[int, str]]:
    """Return the candidates at most `most` edits away, each after its distance, nearest first, then alphabetically."""
    letters = frozenset(word)
    positions = {letter: sum(1 << at for at, one in enumerate(word) if one == letter) for letter in letters}
    found = []
    for candidate in candidates:
        if abs(len(candidate) - len(word)) > most:
            continue
        others = frozenset(candidate)
        # Each edit adds at most one new letter and removes at most one: most candidates are dropped without a matrix.
        if len(others - letters) > most or len(letters - others) > most:
            continue
        edits = _distance(positions, len(word), candidate)
        if edits <= most:
            found.append((edits, candidate))
    return sorted(found)


def _distance(positions: dict[str, int], length: int, other: str) -> int:
    """Return the distance from the word with these letters at these positions, as bits, to another one.

    Bits are one column of the matrix of distances (Hyyrö 2003, "A Bit-Vector Algorithm for Computing Levenshtein and
    Damerau Edit Distances"): whether a cell is higher or lower than the one above it.
    """
    if not length:
        return len(other)
    every, last = (1 << length) - 1, 1 << length - 1
    higher, lower, diagonal, before = every, 0, 0, 0
    edits = length
    for letter in other:
        match = positions.get(letter, 0)
        swapped = ((~diagonal & match) << 1) & before
        diagonal = (((match & higher) + higher) ^ higher | match | lower | swapped) & every
        right_higher = lower | ~(diagonal | higher) & every
        right_lower = diagonal & higher
        edits += bool(right_higher & last) - bool(right_lower & last)
        right_higher = (right_higher << 1 | 1) & every
        higher = (right_lower << 1 | ~(diagonal | right_higher)) & every
        lower = right_higher & diagonal
        before = match
    return edits

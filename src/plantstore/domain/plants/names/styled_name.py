"""Shows a botanical name as botanists print it: Latin in italics, everything else upright (ICN, preface; ICNCP 14)."""

from plantstore.domain.plants.names.botanical_name import ParsedName
from plantstore.domain.plants.names.codes import NameCode
from plantstore.domain.plants.names.taxon import read_name
from plantstore.domain.plants.names.tokens import CROSS, PLUS, WORD, Tokens
from plantstore.domain.plants.names.words import INDETERMINATE, QUALIFIERS, RANKS

_UPRIGHT = RANKS.keys() | INDETERMINATE.keys() | QUALIFIERS
_LOSES_WORDS = frozenset(
    {NameCode.W_TRAILING_TEXT, NameCode.W_AMBIGUOUS_TAIL, NameCode.W_INDETERMINATE, NameCode.W_STRAY_HYBRID_SIGN}
)
Spans = tuple[tuple[str, bool], ...]


def styled(name: ParsedName) -> Spans:
    """Return the name in parts, each with True if it is in italics; joined, the texts are the whole name.

    Genus and epithets are in italics. Ranks, signs, authors, Groups, cultivars and trade designations are upright. A
    trade designation precedes its cultivar, which is then in brackets. A rejected name has no parts.

    >>> from plantstore.domain.plants.names.botanical_name import parse
    >>> styled(parse("Rosa PEACE ('Madame A. Meilland')"))
    (('Rosa', True), (" PEACE ('Madame A. Meilland')", False))
    """
    taxon = name.taxon
    if taxon is None:
        return ()
    tokens = Tokens(name.canonical)
    parts = _parts(tokens)
    if taxon.authorship is not None:
        parts.insert(_end_of_latin(tokens), (" " + taxon.authorship, False))
    if taxon.trade_designation is not None and taxon.cultivar is not None:
        parts[-1] = (f" {taxon.trade_designation} ({parts[-1][0].strip()})", False)
    elif taxon.trade_designation is not None:
        parts.append((" " + taxon.trade_designation, False))
    return _merged(parts)


def _parts(tokens: Tokens) -> list[tuple[str, bool]]:
    """Return a part for each token, with the space before it."""
    parts: list[tuple[str, bool]] = []
    end = 0
    for at, (_, stop) in enumerate(tokens.spans):
        stop = min(stop, len(tokens.text))
        parts.append((tokens.text[end:stop], _is_latin(tokens, at)))
        end = stop
    return parts


def _is_latin(tokens: Tokens, at: int) -> bool:
    """True for a genus or an epithet. In canonical names only Groups have other words with capital initials."""
    word = tokens.texts[at]
    if tokens.kinds[at] != WORD:
        return False
    if _is_genus(tokens, at):
        return True
    is_after_group_word = any(tokens.is_capital(before) and not _is_genus(tokens, before) for before in range(at))
    return tokens.is_epithet(at) and word not in _UPRIGHT and not is_after_group_word


def _is_genus(tokens: Tokens, at: int) -> bool:
    return at == 0 or tokens.kinds[at - 1] in (CROSS, PLUS)


def _end_of_latin(tokens: Tokens) -> int:
    """Return the index after the last epithet, where authors are written."""
    latin = [at for at in range(len(tokens.spans)) if _is_latin(tokens, at) or tokens.texts[at] in INDETERMINATE]
    return latin[-1] + 1


def _merged(parts: list[tuple[str, bool]]) -> Spans:
    """Join neighbours of the same style. A space between two styles is upright."""
    merged: list[tuple[str, bool]] = []
    for text, is_italic in parts:
        if merged and merged[-1][1] == is_italic:
            merged[-1] = (merged[-1][0] + text, is_italic)
        elif merged and is_italic and text.startswith(" "):
            merged[-1] = (merged[-1][0] + " ", False)
            merged.append((text[1:], True))
        else:
            merged.append((text, is_italic))
    return tuple(merged)


def styled_text(text: str) -> Spans:
    """Return a name as a person wrote it in parts, like `styled`. No words are left out.

    A name that is read without some of its words keeps them, upright. If that is not possible, or the name is rejected,
    the whole text is upright.

    >>> styled_text("ROSA CANINA"), styled_text("Rosa canina (bare root)"), styled_text("Snake Plant")
    ((('Rosa canina', True),), (('Rosa canina', True), (' (bare root)', False)), (('Snake Plant', False),))
    """
    name = read_name(text)
    spans = styled(name)
    if _LOSES_WORDS.isdisjoint(name.codes) and spans:
        return spans
    read = "".join(part for part, _ in spans)
    return _merged([*spans, (text[len(read) :], False)]) if spans and text.startswith(read) else ((text, False),)

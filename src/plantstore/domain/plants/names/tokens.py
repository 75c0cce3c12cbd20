"""Splits a repaired botanical name into words, quoted cultivars, brackets and signs."""

import re

from plantstore.domain.plants.names.repair import MARK
from plantstore.domain.plants.names.words import EPITHET, GENUS, LATIN, STUCK_CROSS

WORD, QUOTED, BRACKET, CROSS, PLUS, COMMA, END = "w", "'", "(", "×", "+", ",", ""
TRADE_MARK = MARK

_LAST_KINDS, _LAST_TEXTS = (END,) * 4, ("",) * 4  # at the end, so that looking ahead needs no checks
_TOKEN = re.compile(
    r" ?(?:(?P<word>'t(?= [A-Z])"
    rf"|(?![xX](?:[ '×]|$|[A-Z][a-z])|{STUCK_CROSS})"
    r"[^ ,;/|()\[\]×+'\xae][^ ,;/|(\[×+\xae]*)"
    r"|(?P<cross>[×xX])|(?P<plus>\+)|(?P<quote>')|(?P<comma>[,;/|])|(?P<mark>\xae)"
    r"|(?P<bracket>\((?:[^()]|\([^()]*\))*(?:\)\.?)?|\[(?:[^\[\]]|\[[^\[\]]*\])*\]?)|(?P<other>.))"
)
_KINDS = (END, WORD, CROSS, PLUS, QUOTED, COMMA, TRADE_MARK, BRACKET, WORD)
_QUOTE_GROUP = 4
_APOSTROPHE = re.compile("'")
_OPENING_BEFORE, _INNER_N = (" ", "("), re.compile("n[' ]")  # the N in Rock 'n' Roll


class Tokens:
    """The tokens of a name as parallel lists, with a cursor, `at`. `spans` are offsets into `text`."""

    __slots__ = ("at", "has_open_quote", "kinds", "spans", "text", "texts")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.has_open_quote = False
        if "'" in text:
            self._split_at_quotes()
        else:
            found = list(_TOKEN.finditer(text))
            self.kinds = [_KINDS[one.lastindex or 0] for one in found]
            self.texts = [one[one.lastindex or 0] for one in found]
            self.spans = [one.span(one.lastindex or 0) for one in found]
        self.kinds += _LAST_KINDS
        self.texts += _LAST_TEXTS

    def _split_at_quotes(self) -> None:
        text, at = self.text, 0
        self.kinds, self.texts, self.spans = [], [], []
        while (found := _TOKEN.match(text, at)) is not None:
            group = found.lastindex or 0
            start, at = found.span(group)
            content = found[group]
            if group == _QUOTE_GROUP:
                closing = _closing_quote(text, start)
                self.has_open_quote |= closing < 0
                content, at = (text[start + 1 : closing], closing + 1) if closing > 0 else (text[at:], len(text))
            self.kinds.append(_KINDS[group])
            self.texts.append(content)
            self.spans.append((start, at))

    def slice(self, start: int, end: int) -> str:
        """Return the text of the tokens from `start` up to but not including `end`."""
        return self.text[self.spans[start][0] : self.spans[end - 1][1]]

    def is_epithet(self, at: int) -> bool:
        return self.kinds[at] == WORD and EPITHET.fullmatch(self.texts[at]) is not None

    def is_capital(self, at: int) -> bool:
        """True for a word that begins with a capital letter."""
        return self.kinds[at] == WORD and self.texts[at][0].isupper()

    def is_binomial(self, at: int) -> bool:
        """True if a genus and an epithet begin here, both by their form."""
        return (
            self.kinds[at] == WORD
            and GENUS.fullmatch(self.texts[at]) is not None
            and self.is_epithet(at + 1)
            and LATIN.fullmatch(self.texts[at + 1]) is not None
        )


def _closing_quote(text: str, opening: int) -> int:
    """Return where a quoted cultivar ends: at the last quote before the next one that opens; -1 without such a quote.

    A quote before a letter is an apostrophe ('Cox's Orange Pippin'); after an s it may be one ('Fairies' Dream').
    """
    closing = -1
    for found in _APOSTROPHE.finditer(text, opening + 1):
        at = found.start()
        following = text[at + 1 : at + 2]
        if following.isalnum():
            if text[at - 1] in _OPENING_BEFORE and closing > 0 and not _INNER_N.match(text, at + 1):
                break
        else:
            closing = at
    return closing

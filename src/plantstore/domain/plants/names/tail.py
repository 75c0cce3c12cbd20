"""Reads what follows the Latin part of a botanical name: Groups, cultivars, selling names, and text that is no name.

The articles are those of the ICNCP, 9th edition: Groups Art. 3, grexes Art. 4, epithets Art. 14, selling names Art. 17.
"""

import re

from plantstore.domain.plants.names import words
from plantstore.domain.plants.names.capitals import fix_cultivar_case
from plantstore.domain.plants.names.codes import NameCode
from plantstore.domain.plants.names.genera import is_genus
from plantstore.domain.plants.names.parts import NameParts
from plantstore.domain.plants.names.repair import MARK
from plantstore.domain.plants.names.tokens import (
    BRACKET,
    COMMA,
    CROSS,
    END,
    PLUS,
    QUOTED,
    TRADE_MARK,
    WORD,
    Tokens,
)

_REST_OF_WORD = r"(?:[^\W_]|['-](?=[^\W_]))*"
_GROUP_NAME = re.compile(
    rf"[^\W_]{_REST_OF_WORD}(?: (?:(?:of|the|de|la|du|des|and)(?= )|[A-Z0-9\xc0-\xde]{_REST_OF_WORD}))*"
)
_COLLECTOR = re.compile(r"[A-Z]{1,5}(?:&[A-Z]{1,5})* [0-9-]{2,}")  # a collector and a number: "BWJ 7788"
_CAPITALS_MIN = 3  # min letters of a selling name in capitals


def read_tail(tokens: Tokens, name: NameParts, codes: set[NameCode], *, is_known: bool) -> NameCode | None:
    """Read up to the end, or to the × of a hybrid formula. Return an E_ code if the text is not one name."""
    tail = _Tail(tokens, name, codes, is_known=is_known)
    error = tail.read()
    if tokens.has_open_quote:
        codes.add(NameCode.I_QUOTES)
    is_bare = name.species is None and name.qualifier is None and name.cultivar is None and name.group is None
    if error is None and is_bare and not is_known and tail.has_dropped and name.authorship is None:
        return NameCode.E_NOT_A_NAME
    return error


def skip_rest(tokens: Tokens, codes: set[NameCode]) -> NameCode | None:
    """Note what is left over. Return E_MULTIPLE_TAXA if it has another name."""
    if tokens.kinds[tokens.at] == CROSS:
        codes.add(NameCode.W_STRAY_HYBRID_SIGN)
        tokens.at += 1
    while tokens.kinds[tokens.at] != END:
        codes.add(NameCode.W_TRAILING_TEXT)
        if _starts_name(tokens, tokens.at + 1) if tokens.kinds[tokens.at] == COMMA else _starts_binomial(tokens):
            return NameCode.E_MULTIPLE_TAXA
        tokens.at += 1
    return None


class _Tail:
    def __init__(self, tokens: Tokens, name: NameParts, codes: set[NameCode], *, is_known: bool) -> None:
        self.tokens, self.name, self.codes, self.is_known = tokens, name, codes, is_known
        self.has_dropped = False

    def read(self) -> NameCode | None:
        tokens = self.tokens
        error = None
        while error is None:
            kind = tokens.kinds[tokens.at]
            if kind in (END, PLUS):
                return None
            if kind == CROSS:
                if self.has_dropped and self.tokens.is_epithet(tokens.at + 1):  # the parents, in a note
                    self._drop()
                    continue
                if not self._is_stray_cross():
                    return None
                self.codes.add(NameCode.W_STRAY_HYBRID_SIGN)
                tokens.at += 1
            elif kind == QUOTED:
                error = self._quoted()
            elif kind == BRACKET:
                self._bracket()
            elif kind == TRADE_MARK:
                tokens.at += 1
            elif kind == COMMA:
                error = self._separator()
            else:
                error = self._word()
        return error

    def _drop(self) -> None:
        self.codes.add(NameCode.W_TRAILING_TEXT)
        self.has_dropped = True
        self.tokens.at += 1

    def _is_stray_cross(self) -> bool:
        following = self.tokens.kinds[self.tokens.at + 1]
        return following in (END, BRACKET) or (following == QUOTED and self.name.cultivar is None)

    def _quoted(self) -> NameCode | None:
        at = self.tokens.at
        if self.name.cultivar is not None and self.tokens.texts[at - 1] == "=" and self.name.trade_designation is None:
            self._sell_as(self.name.cultivar)
        elif self.name.cultivar is not None:
            separated = self.tokens.kinds[at - 1] == COMMA or self.tokens.texts[at - 1] in words.CONJUNCTIONS
            if separated:
                return NameCode.E_MULTIPLE_TAXA
            self._drop()
            return None
        self._set_cultivar(self.tokens.texts[at])
        return None

    def _set_cultivar(self, text: str) -> None:
        cultivar = " ".join(text.replace(MARK, " ").split()).strip("' .,;-")
        if not any(map(str.isalnum, cultivar)):
            self._drop()
            return
        self.name.cultivar = fix_cultivar_case(cultivar, self.codes)
        self.tokens.at += 1

    def _bracket(self) -> None:
        name, at = self.name, self.tokens.at
        content = self.tokens.texts[at].rstrip(".").strip("()[] ")
        plain = content.replace(MARK, "").strip()
        inner = plain.split()
        if plain.startswith("'") and plain.count("'") > 1:
            if name.cultivar is None:
                self._set_cultivar(plain)
                return
            if name.trade_designation is None and self.tokens.kinds[at - 1] == QUOTED:
                self._sell_as(name.cultivar)
                name.cultivar = None
                self._set_cultivar(plain)
                return
        elif name.group is None and inner and (inner[-1] in words.GROUPS or words.GROUP_SUFFIX.fullmatch(plain)):
            found = words.GROUP_SUFFIX.fullmatch(plain)
            group = found[1] if found else " ".join(inner[:-1])
            if group and self._is_group_text(group):
                is_standard = inner[-1] in words.GROUP_STANDARD and self._cultivar_follows(at + 1)
                self._set_group(group, is_grex=words.GROUPS.get(inner[-1], False), is_standard=is_standard)
                self.tokens.at += 1
                return
        elif (
            name.trade_designation is None
            and self._cultivar_follows(at + 1)
            and (_is_capitals(inner) or (MARK in content and name.cultivar is not None))
        ):
            self._sell_as(plain)
            self.tokens.at += 1
            return
        self._drop()

    def _cultivar_follows(self, at: int) -> bool:
        return self.tokens.kinds[at] == QUOTED or self.name.cultivar is not None

    def _is_group_text(self, text: str) -> bool:
        return _GROUP_NAME.fullmatch(text) is not None and text.split(" ", 1)[0] not in words.GROUPS

    def _set_group(self, text: str, *, is_grex: bool, is_standard: bool) -> None:
        group = text if text[0].isupper() else text[0].upper() + text[1:]
        self.name.group, self.name.is_grex = group, is_grex
        if not is_standard or group != text:
            self.codes.add(NameCode.I_GROUP_STYLE)

    def _sell_as(self, text: str) -> None:
        """Note a trade designation: the name a plant is sold under, which is not its cultivar epithet."""
        before = self.name.trade_designation
        self.name.trade_designation = f"{before} {text}" if before else text
        self.codes.add(NameCode.I_TRADE_NAME)

    def _separator(self) -> NameCode | None:
        if _starts_name(self.tokens, self.tokens.at + 1):
            return NameCode.E_MULTIPLE_TAXA
        following = self.tokens.kinds[self.tokens.at + 1]
        if self.name.cultivar is not None and following == QUOTED:
            return NameCode.E_MULTIPLE_TAXA
        self._drop()
        return None

    def _word(self) -> NameCode | None:
        tokens, at = self.tokens, self.tokens.at
        word = tokens.texts[at]
        if word in words.CONJUNCTIONS and _starts_name(tokens, at + 1):
            return NameCode.E_MULTIPLE_TAXA
        if _starts_binomial(tokens) and tokens.texts[at : at + 2] != [self.name.genus, self.name.species]:
            return NameCode.E_MULTIPLE_TAXA
        if word in words.CULTIVAR_PREFIXES and self._cultivar_after_prefix():
            return None
        if self.name.group is None and (found := words.GROUP_SUFFIX.fullmatch(word)) and self._is_group_text(found[1]):
            self._set_group(found[1], is_grex=False, is_standard=False)
            tokens.at += 1
            return None
        if word[0].isupper() and not any(map(str.isdigit, word)):
            return self._capital_words()
        if word == "=" and (self.name.cultivar or tokens.kinds[at + 1] == QUOTED) and self._is_trade_sign():
            tokens.at += 1
            return None
        self._drop()
        if word in words.SENSES:  # the authors of a different use of the name follow
            while tokens.kinds[tokens.at] in (WORD, BRACKET):
                tokens.at += 1
        return None

    def _is_trade_sign(self) -> bool:
        """True if = is between a selling name and a cultivar, in either order."""
        tokens, at = self.tokens, self.tokens.at
        is_after = (
            self.name.cultivar is not None and tokens.kinds[at + 1] == WORD and _is_capitals([tokens.texts[at + 1]])
        )
        return tokens.kinds[at + 1] == QUOTED or is_after

    def _cultivar_after_prefix(self) -> bool:
        """Read the cultivar after "cv.", with or without quotes (ICNCP Art. 14.3 wants quotes, and no prefix)."""
        tokens, start = self.tokens, self.tokens.at + 1
        end = start
        while tokens.kinds[end] == WORD and not tokens.texts[end][0].isdigit():
            end += 1
        if self.name.cultivar is not None or (end == start and tokens.kinds[start] != QUOTED):
            return False
        self.codes.add(NameCode.I_CV_PREFIX)
        tokens.at = start
        if end > start:
            self._set_cultivar(" ".join(tokens.texts[start:end]))
            tokens.at = end
        return True

    def _capital_words(self) -> NameCode | None:
        """Read words with capital initials: a Group, a selling name, or a cultivar without its quotes."""
        tokens, name, start = self.tokens, self.name, self.tokens.at
        if tokens.texts[start] in words.GROUPS and name.group is None and tokens.is_capital(start + 1):
            is_grex = words.GROUPS[tokens.texts[start]]
            end = self._end_of_run(start + 1)
            group = " ".join(tokens.texts[start + 1 : end])
            if self._is_group_text(group):
                self._set_group(group, is_grex=is_grex, is_standard=False)
                tokens.at = end
                return None
        end = self._end_of_run(start)
        run = tokens.texts[start:end]
        following, word_after = tokens.kinds[end], tokens.texts[end]
        if (
            following == WORD
            and word_after in words.GROUPS
            and name.group is None
            and self._is_group_text(" ".join(run))
        ):
            is_standard = word_after in words.GROUP_STANDARD
            if not words.GROUPS[word_after] and self._cultivar_follows(end + 1):
                is_standard = False  # ICNCP Art. 3: brackets, when a cultivar follows
            self._set_group(" ".join(run), is_grex=words.GROUPS[word_after], is_standard=is_standard)
            tokens.at = end + 1
            return None
        if not run:
            self._drop()
            return None
        if all(word.lower().rstrip("!*") in words.NOUNS for word in run):
            if not self.is_known and name.species is None:
                return NameCode.E_NOT_A_NAME  # "Japanese Maple 'Bloodgood'"
            tokens.at = end - 1
            self._drop()
            return None
        if following == WORD and len(run) == 1 and _COLLECTOR.fullmatch(f"{run[0]} {word_after}"):
            self._drop()
            self._drop()
            return None
        is_before_cultivar = following == BRACKET and word_after[1:2] == "'"
        is_before_cultivar |= following == QUOTED and name.cultivar is None
        is_before_cultivar |= word_after == "=" and tokens.kinds[end + 1] == QUOTED  # as the RHS writes selling names
        if following == TRADE_MARK or is_before_cultivar or _is_capitals(run):
            self._sell_as(" ".join(run))
        elif name.cultivar is None and not self.has_dropped:
            if (
                name.species is None
                and name.qualifier is None
                and name.group is None
                and (len(run) > 1 or not self.is_known)
            ):
                return NameCode.E_NOT_A_NAME
            self.codes.add(NameCode.W_AMBIGUOUS_TAIL)
        else:
            self.codes.add(NameCode.W_TRAILING_TEXT)
        tokens.at = end
        return None

    def _end_of_run(self, at: int) -> int:
        """Return the index after the words with capital initials that begin at `at`, with small words between them."""
        tokens, end = self.tokens, at
        while tokens.kinds[at] == WORD:
            word = tokens.texts[at]
            if word in words.GROUPS or word in words.RANKS or any(map(str.isdigit, word)):
                break
            if word[0].isupper():
                if at > end and is_genus(word):
                    break
                end = at + 1
            elif word not in words.SMALL_WORDS or at == end + 2:
                break
            at += 1
        return end


def _is_capitals(run: list[str]) -> bool:
    text = "".join(run)
    return text.isupper() and sum(map(str.isalpha, text)) >= _CAPITALS_MIN


def _starts_binomial(tokens: Tokens) -> bool:
    """True if the words at the cursor are a known genus and an epithet: a second name, without a separator."""
    at = tokens.at
    if not tokens.is_capital(at) or not tokens.is_epithet(at + 1) or not is_genus(tokens.texts[at]):
        return False
    following = tokens.texts[at + 1]
    return following not in words.CONNECTIVES and following not in words.PARTICLES and following not in words.GROUPS


def _starts_name(tokens: Tokens, at: int) -> bool:
    """True if a further name begins after a separator."""
    if tokens.kinds[at] != WORD:
        return tokens.kinds[at] == CROSS and tokens.is_capital(at + 1) and is_genus(tokens.texts[at + 1])
    word = tokens.texts[at]
    if words.GENUS_ABBREVIATED.fullmatch(word):
        return tokens.is_epithet(at + 1) and words.LATIN.fullmatch(tokens.texts[at + 1]) is not None
    return tokens.is_binomial(at) or is_genus(word)

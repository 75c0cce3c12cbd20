"""Reads the tokens of a botanical name from left to right: genus, species, infraspecific epithet, then what follows."""

from plantstore.domain.plants.names import words
from plantstore.domain.plants.names.authors import author_end, is_author_bracket
from plantstore.domain.plants.names.capitals import fix_first_word, rewrite_capitals
from plantstore.domain.plants.names.codes import NameCode
from plantstore.domain.plants.names.genera import is_genus
from plantstore.domain.plants.names.parts import NameParts
from plantstore.domain.plants.names.tail import read_tail, skip_rest
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


class Reader:
    """Reads one cell: a name, or a hybrid formula of several. After `read`, the other parents are in `parents`."""

    def __init__(self, tokens: Tokens, codes: set[NameCode]) -> None:
        self.tokens = rewrite_capitals(tokens, codes)
        self.kinds, self.texts = self.tokens.kinds, self.tokens.texts
        self.codes = codes
        self.error = NameCode.E_NOT_A_NAME
        self.genus_read: str | None = None
        self.parents: list[NameParts] = []
        self.parents_sign = CROSS
        self.is_known = False

    def read(self) -> NameParts | None:
        """Return the name, or None if there is none; then `error` says why."""
        name = NameParts()
        if not self._genus(name) or not self._species(name):
            return None
        self._infraspecific(name)
        if not self._read_tail(name):
            return None
        while self.kinds[self.tokens.at] in (CROSS, PLUS) and self._parent(name):
            pass
        return name if self._rest() else None

    def _genus(self, name: NameParts) -> bool:
        if self.kinds[self.tokens.at] in (CROSS, PLUS):
            name.sign = "+" if self.kinds[self.tokens.at] == PLUS else "×"
            self._note_cross()
            self.tokens.at += 1
        if self.kinds[self.tokens.at] != WORD:
            return False
        word = fix_first_word(self.tokens, self.tokens.at, self.codes)
        if word.lower() in words.PLACEHOLDERS:
            return False
        if words.GENUS.fullmatch(word) and not words.FAMILY.fullmatch(word):
            name.genus = word
            self.is_known = bool(name.sign) or is_genus(word)
        elif words.GENUS_ABBREVIATED.fullmatch(word) and self._epithet_follows():
            name.genus = word
            self.is_known = True
            self.codes.add(NameCode.W_ABBREVIATED_GENUS)
        else:
            return False
        self.tokens.at += 1
        if self.kinds[self.tokens.at] == TRADE_MARK:
            self.tokens.at += 1
        return True

    def _epithet_follows(self) -> bool:
        at = self.tokens.at + (2 if self.kinds[self.tokens.at + 1] == CROSS else 1)
        return self.tokens.is_epithet(at) and self.texts[at] not in words.PARTICLES | words.CONNECTIVES

    def _species(self, name: NameParts) -> bool:
        """Read the species epithet, if any. Return False if the text cannot be a name."""
        kind, word = self.kinds[self.tokens.at], self.texts[self.tokens.at]
        if kind == CROSS:
            self._nothospecies(name)
        elif kind == PLUS and self.tokens.is_epithet(self.tokens.at + 1):  # Syringa + correlata
            name.species_sign, name.species = PLUS, self.texts[self.tokens.at + 1]
            self.tokens.at += 2
        elif kind == PLUS and self.kinds[self.tokens.at + 1] == QUOTED:  # Camellia + 'Daisy Eagleson'
            name.species_sign = PLUS
            self.tokens.at += 1
        elif kind == BRACKET and self.is_known and self._epithet_after_bracket():
            self.codes.add(NameCode.W_TRAILING_TEXT)  # "Calathea (Goeppertia) orbifolia"
            self.tokens.at += 1
            return self._species(name)
        elif kind == BRACKET and not self.is_known:
            return is_author_bracket(self.tokens, self.tokens.at)
        elif kind == WORD and word in words.INDETERMINATE:
            self.tokens.at += 1
            self._indeterminate(name, words.INDETERMINATE[word])
        elif kind == WORD and word in words.QUALIFIERS and self.tokens.is_epithet(self.tokens.at + 1):
            self._indeterminate(name, "")
        elif kind == WORD and words.EPITHET.fullmatch(word) and not self._is_other_word(word):
            if not self._is_plausible(word):
                return False
            name.species = word
            self.tokens.at += 1
        elif (
            kind == WORD
            and (word[-1] == ":" or (word[-1] in ".!*…" and self.kinds[self.tokens.at + 1] == END))
            and self._is_epithet_with_stop(word)
        ):
            name.species = word[:-1]
            self.codes.add(NameCode.W_TRAILING_TEXT)
            self.tokens.at += 1
        elif kind == WORD and words.GENUS.fullmatch(word):
            return self._capital_epithet(name, word)
        elif kind == WORD and not self.is_known and not word[0].isupper():
            return False
        return True

    def _epithet_after_bracket(self) -> bool:
        at = self.tokens.at + 1
        return self.tokens.is_epithet(at) and words.LATIN.fullmatch(self.texts[at]) is not None

    def _is_other_word(self, word: str) -> bool:
        return (
            (word in words.NOUNS and self.is_known)
            or (word in words.COLOURS and self.is_known)
            or word in words.CONNECTIVES
            or word in words.PARTICLES
            or word in words.CONJUNCTIONS
            or word in words.SMALL_WORDS
            or (word in words.RANKS and self.tokens.is_epithet(self.tokens.at + 1))
            or word in words.CULTIVAR_PREFIXES
        )

    def _is_epithet_with_stop(self, word: str) -> bool:
        return words.EPITHET.fullmatch(word[:-1]) is not None and words.LATIN.fullmatch(word[:-1]) is not None

    def _is_plausible(self, epithet: str) -> bool:
        """False for common names such as "Peace lily" and "Mixed succulents", which have the form of a binomial."""
        if self.is_known:
            return True
        if (
            epithet in words.NOUNS
            or epithet in words.COLOURS
            or (words.ENGLISH.fullmatch(epithet) and not words.LATIN.fullmatch(epithet))
        ):
            return False
        return not any(
            words.BINOMIAL.search(text) if kind == BRACKET else kind == WORD and text in words.NOUNS
            for kind, text in zip(self.kinds[self.tokens.at :], self.texts[self.tokens.at :], strict=True)
        )

    def _nothospecies(self, name: NameParts) -> None:
        follows, word = self.kinds[self.tokens.at + 1], self.texts[self.tokens.at + 1]
        if (
            follows == WORD
            and words.EPITHET.fullmatch(word)
            and word not in words.RANKS
            and word not in words.INDETERMINATE
        ):
            name.species = word
        elif follows == WORD and words.GENUS.fullmatch(word) and not is_genus(word):
            name.species = word.lower()
            self.codes.add(NameCode.W_CASE_FIXED)
        else:
            return  # stray, or a formula: for the tail
        if name.sign:
            self.codes.add(NameCode.W_STRAY_HYBRID_SIGN)
        else:
            name.species_sign = CROSS
            self._note_cross()
        self.tokens.at += 2

    def _note_cross(self) -> None:
        if self.texts[self.tokens.at] in ("x", "X"):
            self.codes.add(NameCode.I_HYBRID_SIGN)

    def _indeterminate(self, name: NameParts, qualifier: str) -> None:
        self.codes.add(NameCode.W_INDETERMINATE)
        if self.texts[self.tokens.at] in words.QUALIFIERS and self.tokens.is_epithet(self.tokens.at + 1):
            kin = f"{self.texts[self.tokens.at].rstrip('.')}. {self.texts[self.tokens.at + 1]}"
            qualifier = f"{qualifier} {kin}" if qualifier else kin
            self.tokens.at += 2
        name.qualifier = qualifier

    def _capital_epithet(self, name: NameParts, word: str) -> bool:
        """Read "Acer Palmatum" as a species. Return False for common names such as "Snake Plant"."""
        follows = self.kinds[self.tokens.at + 1]
        is_common_name = follows == END and not self.is_known and word.lower() in words.NOUNS  # "Climbing Rose"
        if not is_common_name and (word in words.AUTHORS or word in words.GROUPS or follows == TRADE_MARK):
            return True
        if follows == WORD and (
            self.texts[self.tokens.at + 1] in words.CONNECTIVES or self.texts[self.tokens.at + 1] in words.GROUPS
        ):
            return True
        if follows == END and not self.is_known:
            self.genus_read = self.texts[self.tokens.at - 1]
            return False
        if follows == WORD and self.tokens.is_capital(self.tokens.at + 1) and not self._is_after_epithet():
            return True
        if words.LATIN.fullmatch(word.lower()) and len(word) >= 4 and (self.is_known or follows == QUOTED):
            name.species = word.lower()
            self.codes.add(NameCode.W_CASE_FIXED)
            self.tokens.at += 1
        return True

    def _is_after_epithet(self) -> bool:
        """True if an author follows, or for example "Var. Dissectum"; "F." may be an author."""
        word = self.texts[self.tokens.at + 1]
        if words.RANKS.get(word, "f.") != "f.":
            return self._is_capital_epithet(self.tokens.at + 2)
        return word in words.AUTHORS or word[-1] == "."

    def _is_capital_epithet(self, at: int) -> bool:
        word = self.texts[at]
        return words.GENUS.fullmatch(word) is not None and words.LATIN.fullmatch(word.lower()) is not None

    def _infraspecific(self, name: NameParts) -> None:
        tokens = self.tokens
        while True:
            kind, word = self.kinds[self.tokens.at], self.texts[self.tokens.at]
            if kind == WORD and (rank := words.RANKS.get(word)) is not None and self._rank(name, rank):
                continue
            if kind == COMMA and self.texts[self.tokens.at + 1] in words.NOTES:
                self.tokens.at += 1
                continue
            if kind == WORD and word in words.NOTES:
                self.codes.add(NameCode.W_TRAILING_TEXT)
                self.tokens.at += 2 if word != "ined." and self.kinds[self.tokens.at + 1] == WORD else 1
                continue
            if kind == WORD and word in words.QUALIFIERS and name.species is not None:
                self.codes.add(NameCode.W_INDETERMINATE)
                while self.kinds[self.tokens.at] in (WORD, BRACKET):
                    self.tokens.at += 1
                return
            if (
                kind == WORD
                and name.species is not None
                and name.infraspecific is None
                and name.authorship is None
                and words.EPITHET.fullmatch(word)
                and not self._is_other_word(word)
                and word not in words.NOUNS
                and word not in words.SENSES
                and not words.ENGLISH.fullmatch(word)
            ):
                name.infraspecific = word
                self.codes.add(NameCode.W_RANK_MISSING)
                self.tokens.at += 1
                continue
            if (
                kind == BRACKET
                and self.texts[self.tokens.at + 1] in words.RANKS
                and tokens.is_epithet(self.tokens.at + 2)
            ):
                if not is_author_bracket(tokens, self.tokens.at):
                    self.codes.add(NameCode.W_TRAILING_TEXT)  # "(pro sp.)"
                self.tokens.at += 1
                continue
            end = author_end(tokens, self.tokens.at)
            if end == self.tokens.at:
                return
            is_autonym = name.infraspecific == name.species and name.species is not None  # ICN Art. 26.1: no author
            name.authorship = None if is_autonym else tokens.slice(self.tokens.at, end)
            self.tokens.at = end

    def _rank(self, name: NameParts, rank: str) -> bool:
        """Read a rank and its epithet. Only the last rank is part of the name (ICN Art. 24.1)."""
        at = self.tokens.at + 1
        if self.kinds[at] == CROSS:
            at += 1
        epithet = self.texts[at]
        if name.genus and name.species is None:
            return False
        if rank != "f." and self.kinds[at] == WORD and self._is_capital_epithet(at):
            epithet = epithet.lower()
            self.codes.add(NameCode.W_CASE_FIXED)
        elif not self.tokens.is_epithet(at) or epithet in words.CONNECTIVES or epithet in words.PARTICLES:
            return False
        if self.kinds[self.tokens.at + 1] == CROSS and rank in ("subsp.", "var.", "f."):
            rank = "notho" + rank
            self.codes.add(NameCode.I_RANK_STYLE)
        if self.texts[self.tokens.at] != rank:
            self.codes.add(NameCode.I_RANK_STYLE)
        name.rank, name.infraspecific, name.authorship = rank, epithet, None
        self.tokens.at = at + 1
        return True

    def _parent(self, first: NameParts) -> bool:
        """Read a further parent of a hybrid formula (ICN Art. H.2). Return False if what follows × is none."""
        sign, start = self.kinds[self.tokens.at], self.tokens.at
        if self.parents and sign != self.parents_sign:
            return False
        parent = NameParts()
        self.tokens.at += 1
        if (
            self.tokens.is_epithet(self.tokens.at)
            and self.texts[self.tokens.at] not in words.NOUNS
            and first.species is not None
        ):
            self.codes.add(NameCode.W_FORMULA_GENUS)
            parent.species = self.texts[self.tokens.at]
            self.tokens.at += 1
        elif (self.texts[self.tokens.at] in words.RANKS and self._rank_of_parent(first)) or (
            self.kinds[self.tokens.at] == QUOTED and first.cultivar is not None
        ):
            self.codes.add(NameCode.W_FORMULA_GENUS)
        elif not self._parent_genus(parent):
            self.tokens.at = start
            return False
        self.parents.append(parent)
        self.parents_sign = sign
        if self.texts[start] in ("x", "X"):
            self.codes.add(NameCode.I_HYBRID_SIGN)
        self._infraspecific(parent)
        return self._read_tail(parent)

    def _rank_of_parent(self, first: NameParts) -> bool:
        return first.infraspecific is not None and self.tokens.is_epithet(self.tokens.at + 1)

    def _parent_genus(self, parent: NameParts) -> bool:
        at = self.tokens.at
        if self.kinds[at] != WORD:
            return False
        word = self.texts[at]
        if words.GENUS_ABBREVIATED.fullmatch(word):
            if not self._epithet_follows():
                return False
        elif (
            not words.GENUS.fullmatch(word)
            or word in words.GROUPS
            or (self.kinds[at + 1] != QUOTED and not self._epithet_follows() and not is_genus(word))
        ):
            return False
        parent.genus = word
        self.tokens.at += 1
        if self.kinds[self.tokens.at] == CROSS and self.tokens.is_epithet(self.tokens.at + 1):
            parent.species_sign = CROSS
            self.tokens.at += 1
        if self.tokens.is_epithet(self.tokens.at) and not self._is_other_word(self.texts[self.tokens.at]):
            word = self.texts[self.tokens.at]
            if word not in words.NOUNS:
                parent.species = word
                self.tokens.at += 1
        return True

    def _read_tail(self, name: NameParts) -> bool:
        error = read_tail(self.tokens, name, self.codes, is_known=self.is_known)
        if error is not None:
            self.error = error
        return error is None

    def _rest(self) -> bool:
        error = skip_rest(self.tokens, self.codes)
        if error is not None:
            self.error = error
        return error is None

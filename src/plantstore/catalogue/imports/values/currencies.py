"""Decides the currency of each price in a file: by currency column, sign at the price, heading, or the store's setting.

If a sign is ambiguous ($, ¥), or a heading's currency differs from the store's, a person has to decide.
"""

import re
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from plantstore.domain.plants.currency import EXPONENTS
from plantstore.domain.text import quoted

SIGNS: Mapping[str, tuple[str, ...]] = {
    "€": ("EUR",),
    "£": ("GBP",),
    "$": ("USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN"),
    "¥": ("JPY", "CNY"),
}
"""The possible currencies of each sign, most common first."""

_ALWAYS_CODES = frozenset(
    ("AUD", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HUF", "JPY", "NOK", "NZD", "PLN", "SEK", "USD")
)
_WORD = re.compile(r"[^\W\d_]+")
_SIGN = re.compile(f"[{''.join(SIGNS)}]")


def find_mark(heading: str) -> str:
    """Return the currency sign or ISO 4217 code in a heading; an empty string if there is none or more than one.

    Codes that are also words (ALL, TRY, TOP) count only in capitals, in a heading that is not all in capitals.

    >>> find_mark("RRP £"), find_mark("Price (GBP)"), find_mark("price_eur"), find_mark("TOP PRICE")
    ('£', 'GBP', 'EUR', '')
    """
    found = {*_SIGN.findall(heading), *(word.upper() for word in _WORD.findall(heading) if _is_code(word, heading))}
    return found.pop() if len(found) == 1 else ""


def without_mark(heading: str) -> str:
    """Return a heading without its currency: "Price (GBP)" becomes "Price ()"."""
    bare = _SIGN.sub(" ", heading)
    return _WORD.sub(lambda word: " " if _is_code(word[0], heading) else word[0], bare)


def _is_code(word: str, heading: str) -> bool:
    if word.upper() in _ALWAYS_CODES:
        return True
    return word in EXPONENTS and not heading.isupper()


class CurrencySource(StrEnum):
    """What decided the currency of a price: a cell of the row, a sign, the heading, a person's option, or the store."""

    COLUMN = "column"
    SIGN = "sign"
    HEADING = "heading"
    OPTION = "option"
    STORE = "store"


class PriceCurrency:
    """Decides the currency of each price in one file. The caller counts prices by currency in `counts`.

    `own` is the store's currency. `said` is a person's choice for prices whose currency column is empty or missing; it
    overrides the heading. `question` asks the person to decide between `choices`; it is empty if all prices are clear.
    `source` says what decided the last price; `sources` counts prices by currency and source.
    """

    def __init__(self, *, heading: str, own: str, said: str | None) -> None:
        self._heading = heading
        self._own = own
        self._said = said
        self._of_heading = () if said else _meanings(find_mark(heading))
        self.source = CurrencySource.STORE
        self.counts: Counter[str] = Counter()
        self.sources: Counter[tuple[str, CurrencySource]] = Counter()
        self.question = ""
        self.choices: list[str] = []

    def count(self, currency: str) -> None:
        """Count a valid row, whose price was the last one decided."""
        self.counts[currency] += 1
        self.sources[currency, self.source] += 1

    def decide(self, mark: str, column: str | None) -> tuple[str, str]:
        """Return the currency of a price, and a clause that says what contradicts it ("" if nothing does).

        `mark` is the sign or code at the price, `column` the cell in the row's currency column, if any.
        """
        marked = _meanings(mark)
        if column:
            self.source = CurrencySource.COLUMN
            code = column.strip().upper()
            return code, self._contradiction(marked, code, f"the currency of the line is {code}")
        self.source = CurrencySource.OPTION if self._said else CurrencySource.SIGN
        if marked and self._said:
            return self._said, self._contradiction(marked, self._said, f"you chose {self._said} for this file")
        if marked:
            both = [code for code in marked if not self._of_heading or code in self._of_heading]
            if not both:
                return marked[0], f"is in {_listed(marked)}, and the heading {quoted(self._heading)} says otherwise."
            return self._one_of(both, marked=quoted(mark), asks=len(both) > 1), ""
        if self._of_heading:
            self.source = CurrencySource.HEADING
            return self._one_of(list(self._of_heading), marked=f"The heading {quoted(self._heading)}", asks=True), ""
        if not self._said:
            self.source = CurrencySource.STORE
        return self._said or self._own, ""

    def _contradiction(self, marked: tuple[str, ...], code: str, why: str) -> str:
        if marked and code not in marked:
            return f"is in {_listed(marked)}, and {why}."
        if not marked and self._of_heading and code not in self._of_heading:
            return f"is below the heading {quoted(self._heading)}, and {why}."
        return ""

    def _one_of(self, codes: list[str], *, marked: str, asks: bool) -> str:
        """Return the store's own currency if it is in `codes`, otherwise the first code.

        If `asks`, and the store's currency is not in `codes`, also set `question`, which begins with `marked`.
        """
        if self._own in codes:
            return self._own
        if asks and not self.question:
            meaning = f"can mean {_listed(codes)}" if len(codes) > 1 else f"says {codes[0]}"
            self.question = (
                f"{marked} {meaning}, and the currency of your store is {self._own}. Which currency are the prices in?"
            )
            self.choices = [*codes, self._own]
        return codes[0]


def _meanings(mark: str) -> tuple[str, ...]:
    return SIGNS.get(mark) or ((mark,) if mark else ())


def _listed(codes: list[str] | tuple[str, ...]) -> str:
    return codes[0] if len(codes) == 1 else f"{', '.join(codes[:-1])} or {codes[-1]}"

"""Patterns of barcodes: EAN-13, EAN-8 and UPC-A (ISO/IEC 15420), and Code 128 with GS1-128 (ISO/IEC 15417).

Widths are in modules: the width of the narrowest bar, X. The pattern of a symbol is a text of 1 (dark) and 0 (light).
"""

import re
from dataclasses import dataclass

_RIGHT = ("1110010", "1100110", "1101100", "1000010", "1011100", "1001110", "1010000", "1000100", "1001000", "1110100")
_LEFT = tuple(digit.translate(str.maketrans("01", "10")) for digit in _RIGHT)  # number set A: odd parity
_EVEN = tuple(digit[::-1] for digit in _RIGHT)  # number set B
# Which of the six left digits of an EAN-13 are in number set B says what its first digit is.
_FIRST = ("000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010")
_GUARD, _CENTRE = "101", "01010"

_WIDTHS = """
    212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
    123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
    232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
    313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
    111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
    111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
    114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112
"""
WIDTHS_128 = _WIDTHS.split()
"""Widths of the bars and spaces of each symbol character, by its value. The last is the stop pattern."""
_CODE_C, _CODE_B, _FNC1, _START_B, _START_C, _STOP = 99, 100, 102, 104, 105, 106
_CHECK_MODULO = 103
_RUN = re.compile(r"((?:[0-9]{2}){2,})")  # from four digits on, code set C is shorter
_EAN_QUIET = {13: (11, 7), 12: (9, 9), 8: (7, 7)}
_QUIET_128 = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Barcode:
    """A symbol with its quiet zones, in modules, and its human-readable text.

    `tall` are the offsets of the guard bars, which extend into the text. `texts` are the pieces of the text, each with
    its offset and width; offsets count from the beginning of the left quiet zone.
    """

    number: str
    pattern: str
    quiet: tuple[int, int]
    tall: frozenset[int]
    texts: tuple[tuple[str, int, int], ...]

    @property
    def modules(self) -> int:
        """Return the width with both quiet zones."""
        return self.quiet[0] + len(self.pattern) + self.quiet[1]

    def bars(self) -> list[tuple[int, int]]:
        """Return the offset and the width of each bar."""
        return [(self.quiet[0] + bar.start(), len(bar[0])) for bar in re.finditer("1+", self.pattern)]


def barcode_of(gtin: str | None, sku: str | None) -> Barcode | None:
    """Return the barcode of a plant: the GTIN, otherwise the SKU as Code 128. None if neither can be printed as one.

    A GTIN of 14 digits is an EAN-13 if it begins with 0, otherwise a GS1-128: it is the number of a box.
    """
    if gtin is None:
        return code_128(sku) if sku and is_codable(sku) else None
    if len(gtin) == 14:
        return ean(gtin[1:]) if gtin[0] == "0" else gs1_128(gtin)
    return ean(gtin)


def ean(digits: str) -> Barcode:
    """Return the symbol of a GTIN with 13, 12 or 8 digits, of which the last is the right check digit."""
    left, right = _EAN_QUIET[len(digits)]
    half = 4 if len(digits) == 8 else 6
    coded = digits if len(digits) == 8 else digits.rjust(13, "0")[1:]
    parities = "0" * half if len(digits) == 8 else _FIRST[int(digits.rjust(13, "0")[0])]
    lefts = "".join((_EVEN if even == "1" else _LEFT)[int(one)] for one, even in zip(coded, parities, strict=False))
    rights = "".join(_RIGHT[int(one)] for one in coded[half:])
    pattern = _GUARD + lefts + _CENTRE + rights + _GUARD
    middle = left + len(_GUARD + lefts)
    tall = {*range(left, left + 3), *range(middle, middle + 5), *range(left + len(pattern) - 3, left + len(pattern))}
    width, begins, follows = 7 * half, left + 3, middle + 5
    texts: tuple[tuple[str, int, int], ...] = ((coded[:half], begins, width), (coded[half:], follows, width))
    if len(digits) == 13:
        texts = ((digits[0], 0, left - 3), *texts)
    elif len(digits) == 12:  # the bars of the first and the last digit are tall, and the digits are outside
        tall |= {*range(begins, begins + 7), *range(follows + 35, follows + 42)}
        end = left + len(pattern)
        texts = ((digits[0], 0, left - 3), (digits[1:6], begins + 7, 35), (digits[6:11], follows, 35))
        texts = (*texts, (digits[11], end + 3, right - 3))
    return Barcode(number=digits, pattern=pattern, quiet=(left, right), tall=frozenset(tall), texts=texts)


def code_128(text: str) -> Barcode:
    """Return the symbol of a text in printable ASCII."""
    assert text and is_codable(text)
    return _symbol_128(text, _values(text), shown=text)


def gs1_128(gtin: str) -> Barcode:
    """Return the GS1-128 symbol of a GTIN with 14 digits: the application identifier 01, and the number."""
    pairs = [int(pair) for pair in re.findall("..", "01" + gtin)]
    return _symbol_128(gtin, [_START_C, _FNC1, *pairs], shown=f"(01) {gtin}")


def _symbol_128(number: str, values: list[int], *, shown: str) -> Barcode:
    check = (values[0] + sum(at * value for at, value in enumerate(values))) % _CHECK_MODULO
    widths = "".join(WIDTHS_128[value] for value in (*values, check, _STOP))
    pattern = "".join(("0" if at % 2 else "1") * int(width) for at, width in enumerate(widths))
    texts = ((shown, _QUIET_128, len(pattern)),)
    return Barcode(number=number, pattern=pattern, quiet=(_QUIET_128, _QUIET_128), tall=frozenset(), texts=texts)


def _values(text: str) -> list[int]:
    """Return the values of a text: runs of at least four digits in code set C, everything else in code set B."""
    values: list[int] = []
    for at, piece in enumerate(_RUN.split(text)):
        if at % 2:
            values += [_CODE_C if values else _START_C, *(int(pair) for pair in re.findall("..", piece))]
        elif piece:
            values += [_CODE_B if values else _START_B, *(ord(char) - 32 for char in piece)]
    return values


def is_codable(text: str) -> bool:
    """True if Code 128 can have the text: printable ASCII."""
    return text.isascii() and text.isprintable()

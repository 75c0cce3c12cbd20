"""Pot sizes as price lists write them, what is refused, and the order of sizes."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plantstore.domain.errors import FieldError
from plantstore.domain.plants import pot_words as words
from plantstore.domain.plants.pot_size import CHARS_MAX, RAW_CHARS_MAX, PotKind, PotSize, check_pot_size, parse_pot_size

SAME = {
    "9 cm": "P9|p 9|9cm|9 cm|9CM|9,0 cm|90 mm|9cm pot|9 cm square pot|deep pot 9cm|9x9 cm|9x9x10cm|9 × 9|T9|Topf 9|9er",
    "13 cm": "Ø 13|13cm Ø|⌀13cm|13 cm dia|P13|13er",
    "5.5 cm": "5.5cm|5,5 cm|P5.5",
    "3 L": "C3|c 3|C3,0|3L|3l|3 L.|3 ltr|3 ltrs|3 litre|3 Litre Pot|3lt|Container 3|Cont. 3 l|Co 3 l|CLT3|3000 ml",
    "1.5 L": "1.5 L|1,5L|C1,5|1500 ml|1½ L",
    "0.5 L": "500ml|½ L|.5 L|0,5 l",
    "2-3 L": "2-3 L|2–3 litre|2/3L|C2-3",
    "7.5 L": "C 7,5|7.5L",
    "1 gal": "#1|# 1|1 gal|1g|1 gallon|1-gallon pot|gallon|#1 container|No. 1",
    "1 qt": "1 qt|quart|1 Quart Pot",
    "4 in": '4"|4″|4 in|4in.|4 inch|4-inch pot',
    "2.25 in": '2-1/4"|2 1/4 inch|2¼ in|2.25"',
    "3.5 in, 18 per tray": "P3.5/18|P 3,5/18|3.5 in, 18 per tray|3.5in 18/tray",
    "bare root": "BR|bare root|Bare-Root|bareroot|bare rooted|oB|o.B.|wurzelnackt|WN|racines nues",
    "root ball": "RB|rootball|root-ball|B&B|b & b|mB|m.B.|mit Ballen|Drahtballen|met kluit",
    "plug": "plug|Plugs|plug plant",
    "plug, 72 per tray": "72 cell|72-cell tray|tray of 72 plugs|plug, 72 per tray|plugs 72/tray",
    "seed": "seed|Seeds|SEED PACKET",
    "unrooted cutting": "URC|unrooted cuttings",
    "6-pack": "6-pack|6 pack|pack of 6|6pk",
    "18 per tray": "tray of 18|18 per tray|18/tray|18 per flat",
    "9 cm, 6 per tray": "P9, 6 per tray|9cm tray of 6|9 cm (6 per tray",
}
NOT_POT_SIZES = [
    "",
    "10/12",
    "80/100",
    "80-100 cm",
    "125+",
    "60cm+",
    "Terracotta",
    "cm",
    "C",
    "#",
    "0 cm",
    "0 L",
    "-3 L",
    "9x8 cm",
    "3 x 9 cm",
    "1.500 L",  # could be 1,500
    "10,000 L",
    "1/2 L",  # one to two, or half a litre
    "3-2 L",
    "3-80 L",
    "2-3 gal",
    "P3",  # centimetres, litres or inches
    "P9/12",
    "1e3 L",
    "٣ L",
    "３ L",
    "3 \u0421",  # a Cyrillic С
    "\u04213",
    "9 с\u043c",  # Cyrillic letters that look like cm
    "9\u202e cm\x00",
    "\ud800",
    "17 60/80",
    "0 pack",
    "plug, 0 per tray",
]


def check(value: object) -> tuple[str | None, list[FieldError]]:
    problems: list[FieldError] = []
    return check_pot_size(value, "/pot_size", problems), problems


def parsed(text: str) -> PotSize:
    found = parse_pot_size(text)
    assert found is not None, text
    return found


@pytest.mark.parametrize(("normal", "text"), [(normal, text) for normal in SAME for text in SAME[normal].split("|")])
def test_each_size_has_one_spelling(normal: str, text: str) -> None:
    assert (parsed(text).text, parsed(text).notes) == (normal, ())
    assert check(text) == (normal, [])
    assert parsed(normal) == parsed(text)


@pytest.mark.parametrize("text", NOT_POT_SIZES)
def test_what_is_no_pot_size_is_refused(text: str) -> None:
    size, (problem,) = check(text)

    assert parse_pot_size(text) is None
    assert (size, problem.pointer) == (None, "/pot_size")
    assert problem.code in ("pot_size", "length", "characters")
    assert len(problem.detail) < 250


@pytest.mark.parametrize(
    ("text", "normal", "code"),
    [
        ("17", "17 cm", "W_BARE_NUMBER"),
        ("5,5", "5.5 cm", "W_BARE_NUMBER"),
        ("pot 17", "17 cm", "W_BARE_NUMBER"),
        ("P 0,5", "0.5 L", "W_SMALL_P"),
        ("P1", "1 L", "W_SMALL_P"),
        ("C3 60/80", "3 L", "W_HEIGHT_LEFT_OUT"),
        ("3L 40-60cm", "3 L", "W_HEIGHT_LEFT_OUT"),
        ("bare root 100-125", "bare root", "W_HEIGHT_LEFT_OUT"),
    ],
)
def test_a_doubtful_reading_has_a_note(text: str, normal: str, code: str) -> None:
    found = parsed(text)

    assert (found.text, [note.code for note in found.notes]) == (normal, [code])
    assert text in found.notes[0].detail and normal in found.notes[0].detail


def test_the_advice_fits_the_mistake() -> None:
    assert "girth or a height" in check("80/100")[1][0].detail
    assert check("C3 60/80")[1][0].detail == (
        "“C3 60/80”: use only the pot size, 3 L. A height belongs in care.height_cm."
    )
    assert "9 cm, 5 L, 1 gal" in check("Terracotta")[1][0].detail


@pytest.mark.parametrize("value", [17, 9.0, True, ["9 cm"], {"cm": 9}])
def test_a_pot_size_is_a_string(value: object) -> None:
    size, (problem,) = check(value)

    assert (size, problem.code) == (None, "type")


def test_hidden_characters_are_removed_and_controls_refused() -> None:
    assert check("\u200b9\u202e\u00a0cm\ufeff") == ("9 cm", [])
    assert check("9\x00cm")[1][0].code == "characters"
    assert check("9\ud800cm")[1][0].code == "characters"


@pytest.mark.parametrize(
    ("last", "past"),
    [
        ("300 cm", "301 cm"),
        ("1 cm", "0.99 cm"),
        ("5000 L", "5001 L"),
        ("10 ml", "9 ml"),
        ("1000 gal", "1001 gal"),
        ("120 in", "121 in"),
        ("100", "101"),
        ("3-9 L", "3-10 L"),
        ("9999 per tray", "10000 per tray"),
        ("P6.9/8", "P7/8"),
        ("P5", "P4.9"),
        ("P2", "P2.1"),
        (" " * 100 + "square " * 8 + "9 cm", "square " * 9 + "9 cm"),
    ],
)
def test_limits_hold_at_the_limit_and_one_past_it(last: str, past: str) -> None:
    assert parse_pot_size(last) is not None
    assert parse_pot_size(past) is None


def test_sizes_are_sorted_by_volume_whatever_their_unit() -> None:
    ordered = ["seed", "bulb", "unrooted cutting", "plug, 288 per tray", "plug, 72 per tray", "5.5 cm", "9 cm", "4 in"]
    ordered += ["13 cm", "1 L", "2 L", "1 gal", "3.5 L", "10 L", "15 L", "7 gal", "5000 L", "6-pack", "hanging basket"]
    ordered += ["bare root", "root ball"]

    keys = [parsed(text).sort_key for text in ordered]

    assert keys == sorted(set(keys))
    assert max(keys) < 2**53


def test_the_words_of_all_forms_are_distinct_and_fit() -> None:
    assert set(words.FORM_OF.values()) == set(words.FORMS)
    assert set(words.FORMS.values()) == set(PotKind) - {PotKind.POT}
    assert all(len(f"{form}, 9999 per tray") <= CHARS_MAX for form in words.FORMS)
    assert all(parsed(written).text == form for written, form in words.FORM_OF.items())


TOKENS = [*words.FORM_OF, *words.UNIT_OF, *words.UNIT_OF_PREFIX, *words.NOISE, "per tray", "tray of", "pack", "cell"]
TOKENS += [*" .,-/x()", "1", "2", "9", "17", "72", "1/4", "60/80", "½", "ø", "″", "\u200b", "с"]


def accept_for_good(text: str) -> None:
    found = parse_pot_size(text)
    if found is not None:
        again = parsed(found.text)
        assert (again.text, again.kind, again.number, again.notes) == (found.text, found.kind, found.number, ())
        assert check(found.text) == (found.text, [])
        assert found.text.isascii() and 1 <= len(found.text) <= CHARS_MAX


@given(st.lists(st.sampled_from(TOKENS), max_size=7).map("".join))
def test_a_pot_size_that_is_parsed_again_stays_the_same(text: str) -> None:
    accept_for_good(text)


@given(st.text(string.digits + 'pclgitrymb#/.,- x"', max_size=12) | st.text(st.characters(exclude_categories=())))
def test_any_text_is_either_a_pot_size_or_none(text: str) -> None:
    accept_for_good(text)


@pytest.mark.parametrize("filler", ["9", " ", "9 ", "c", "(", "1-", "1/", ", ", "tray of ", "\u0301", "1 x "])
def test_a_long_text_is_refused_without_parsing_it(filler: str) -> None:
    assert parse_pot_size(filler * 100_000) is None
    assert parse_pot_size((filler * RAW_CHARS_MAX)[:RAW_CHARS_MAX]) is None

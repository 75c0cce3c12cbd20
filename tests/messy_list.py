"""A supplier's list of 300 rows with every fault that such lists have, as a file and as cells copied from it.

All plants, prices and codes are made up here. No list of a real nursery is in it.
"""

import csv
import io
from collections.abc import Iterator
from itertools import product

NEW, BAD, ALIKE, IGNORED = 285, 8, 3, 4
ROWS = NEW + BAD + ALIKE + IGNORED
HEADINGS = (
    *("Art.Nr.", "Botanical Name", "Common Name", "Pot", "Height cm", "Qty", "Trade", "RRP"),
    *("EAN", "Avail. wk", "Pl. Passport", "Notes"),
)
BANNER = (("Our list of spring, all prices are made up",), ("Week 17",), ())
HYDRANGEAS = (
    *("'Blue Danube'", "'Amethyst'", "'Bela'", "'Ayesha'", "'Lemon Wave'", "'Soeur Therese'"),
    *("'Nikko Blue'", "'Zorro'", "'Altona'", "'Ami Pasquier'", "'Mirai'", "'Preziosa'"),
)
SPECIES = (
    *("Acer palmatum", "Acer griseum", "Betula nigra", "Buddleja davidii", "Camellia japonica", "Cornus kousa"),
    *("Cotinus coggygria", "Daphne odora", "Erica carnea", "Ficus carica", "Fothergilla major", "Geranium sanguineum"),
    *("Hamamelis mollis", "Ilex aquifolium", "Jasminum nudiflorum", "Kerria japonica", "Lavandula angustifolia"),
    *("Magnolia stellata", "Nandina domestica", "Osmanthus heterophyllus", "Paeonia lactiflora", "Pieris japonica"),
    *("Quercus ilex", "Rosa rugosa", "Salvia nemorosa", "Skimmia japonica", "Taxus baccata", "Viburnum opulus"),
)
FORMS = ("", " 'Alba'", " 'Nana'")
COMMON = ("Japanese maple", "Winter jewel", "", "Garden favourite", "")
POTS = (("C3", "3 L", "3ltr"), ("5 ltr", "C5", "5L"), ("10L", "C10", "10 litre"))
SIGNS = ("£{}", "€ {}", "{}")

Cells = tuple[str, ...]


def good_rows() -> Iterator[Cells]:
    """The rows of plants, each in three pot sizes, with all that can be repaired."""
    names = [f"Hydrangea macrophylla {one}" for one in HYDRANGEAS]
    names += [species + form for species, form in product(SPECIES, FORMS)][: NEW // len(POTS) - len(names)]
    for number, (name, spellings) in enumerate(product(names, POTS)):
        price = f"{5 + number % 40}.{number % 10}0"
        yield (
            f"N-{number:03}",
            _written(name, number),
            COMMON[number % len(COMMON)],
            spellings[number % 3],
            "80/100" if number % 40 == 2 else str(40 + number % 90),
            "250+" if number % 25 == 3 else "-" if number % 33 == 4 else str(number % 60),
            f"{3 + number % 20}.00",
            SIGNS[number % 3].format(price),
            "",
            str(18 + number % 9),
            "",
            "SchÃ¶n im Herbst" if number % 30 == 7 else "",
        )


def _written(name: str, number: int) -> str:
    if number % 20 == 5:
        return name.upper()
    if number % 28 == 9:
        return f"<i>{name}</i>"
    return name.replace("'", "’").replace(" ’", " ‘") if number % 16 == 1 else name


def bad_rows() -> list[Cells]:
    """A row for each fault that only a person can mend."""
    return [
        ("B-1", "Abelia chinensis", "", "3 L", "", "4", "", "POA", "", "", "", ""),
        ("B-2", "Abelia mosanensis", "", "3 L", "", "4", "", "9.00", "5,01E+12", "", "", ""),
        ("N-000", "Abelia uniflora", "", "3 L", "", "4", "", "9.00", "", "", "", ""),
        ("B-4", "Abelia floribunda", "", "3 L", "", "-5", "", "9.00", "", "", "", ""),
        ("=1+1", "Abelia schumannii", "", "3 L", "", "4", "", "9.00", "", "", "", ""),
        ("B-6", "", "", "3 L", "", "4", "", "9.00", "", "", "", "Name to follow"),
        ("B-7", "Abelia spathulata", "", "3 L", "", "4", "", "9.005", "", "", "", ""),
        ("B-8", "Abelia triflora", "", "3 L", "", "4", "", "9.00", "2000000000092", "", "", ""),
    ]


def alike_rows() -> list[Cells]:
    """Rows without a code, of plants that earlier rows have in the same pot size."""
    found = [("", "Hydrangea macrophylla 'Zorro'", pot) for pot in ("3 L", "5 L", "10 L")]
    return [(*cells, "", "6", "", "12.00", "", "", "", "") for cells in ((a, b, "", c) for a, b, c in found)]


def rows() -> list[Cells]:
    """All rows of the list: its banner, its headings, and 300 rows of which a person says that they are plants."""
    plants = list(good_rows())
    blank = ("",) * len(HEADINGS)
    middle = len(plants) // 2
    section = ("", "HARDY PERENNIALS", *blank[2:])
    whole = [section, *plants[:middle], blank, ("", "SHRUBS", *blank[2:]), *bad_rows(), *plants[middle:]]
    total = ("", "Total plants", "", "", "", "9999", *blank[6:])
    found = [*BANNER, HEADINGS, *whole, *alike_rows(), total]
    assert len(found) == ROWS + len(BANNER) + 1
    return found


def as_csv() -> bytes:
    """The list as a spreadsheet in Western Europe saves it."""
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=";").writerows(rows())
    return stream.getvalue().encode("cp1252")


def as_pasted() -> str:
    """The list as it is after copying its cells in a spreadsheet: tabs, quotes around what has quotes in it."""
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter="\t", lineterminator="\r\n").writerows(rows())
    return stream.getvalue()

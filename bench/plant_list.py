"""A list of plants as a large grower might send it: generated from a seed, the same in each run, written row by row.

Words are as unevenly distributed as in real lists: a few genera and cultivars are in every hundredth row, most in
hardly any.
"""

import csv
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

SEED = 20_260
HEADINGS = (
    *("Art.Nr.", "Name", "Botanical name", "Common name", "Family", "Type", "Tags"),
    *("Price", "Currency", "Stock", "EAN", "Status"),
)
CULTIVAR_WORDS = 40_000
RARE_WORDS = 1_000
PREFIX_OF_MANY = "tri"  # some 300 words begin with it
DRAFT_EVERY = 50
GTIN_EVERY = 3
_GENERA = {
    "Rosaceae": ("Rosa", "Prunus", "Malus", "Rubus", "Sorbus", "Potentilla", "Geum", "Spiraea", "Alchemilla"),
    "Asteraceae": ("Aster", "Echinacea", "Dahlia", "Helenium", "Rudbeckia", "Achillea", "Cosmos", "Ligularia"),
    "Lamiaceae": ("Salvia", "Lavandula", "Thymus", "Nepeta", "Mentha", "Origanum", "Stachys", "Ajuga"),
    "Ranunculaceae": ("Clematis", "Helleborus", "Anemone", "Delphinium", "Aquilegia", "Aconitum", "Thalictrum"),
    "Poaceae": ("Miscanthus", "Festuca", "Carex", "Panicum", "Stipa", "Fargesia"),
    "Araceae": ("Monstera", "Philodendron", "Alocasia", "Anthurium", "Epipremnum", "Arum"),
    "Asparagaceae": ("Hosta", "Agave", "Yucca", "Dracaena", "Muscari", "Polygonatum"),
    "Sapindaceae": ("Acer", "Aesculus", "Koelreuteria"),
    "Hydrangeaceae": ("Hydrangea", "Philadelphus", "Deutzia"),
    "Ericaceae": ("Rhododendron", "Erica", "Calluna", "Vaccinium", "Pieris", "Arbutus"),
    "Crassulaceae": ("Sedum", "Sempervivum", "Echeveria", "Crassula", "Kalanchoe"),
    "Oleaceae": ("Syringa", "Forsythia", "Fraxinus", "Olea", "Ligustrum"),
    "Iridaceae": ("Iris", "Crocus", "Gladiolus", "Crocosmia", "Freesia"),
    "Begoniaceae": ("Begonia",),
    "Paeoniaceae": ("Paeonia",),
    "Pinaceae": ("Pinus", "Picea", "Abies", "Larix", "Cedrus"),
    "Nymphaeaceae": ("Nymphaea", "Nuphar"),
}
_EPITHETS = (
    "alba rubra lutea aurea nigra viridis purpurea rosea coccinea caerulea japonica chinensis sibirica canadensis "
    "virginiana europaea orientalis occidentalis alpina montana sylvestris palustris maritima campestris officinalis "
    "vulgaris communis grandiflora parviflora macrophylla microphylla angustifolia latifolia rotundifolia palmata "
    "pinnata serrata dentata crenata hirsuta tomentosa glabra pubescens spinosa pendula repens procumbens erecta "
    "scandens arborea fruticosa herbacea perennis annua biennis praecox autumnalis hyemalis vernalis odorata foetida "
    "elegans nobilis superba speciosa magnifica gracilis pumila nana gigantea major minor maxima"
)
_COMMON = "rose cherry sage mint lily maple grass ivy fern daisy bell star crown heath iris pine bluebell sedge"
_COLOURS = "red white blue golden purple pink silver black dwarf giant early late wild garden mountain water"
_SYLLABLES = (
    "ba be bi bo da de di do fa fe fi ga go ha he ja ka ke la le li lo ma me mi mo na ne no pa pe po ra re ri ro "
    "sa se si so ta te ti to va ve vi wa we za ze zo"
)
_BEGINNINGS = "tri tri car con sch mar sub cal mac cor cha bra par gra ste bar pla hel sti ros pur lon pol mic ban lin"
_TYPES = {"perennial": 38, "shrub": 24, "tree": 12, "houseplant": 10, "herb": 6, "bulb": 5, "fern": 4, "aquatic": 1}
_TAGS = ("peat-free", "bee friendly", "evergreen", "scented", "new", "cut flower", "ground cover", "hardy", "shade")
_POTS = ("9 cm", "2 L", "3 L", "5 L", "10 L", "bare root", "plug")
Item = TypeVar("Item")


class PlantList:
    """Makes rows by their number; `row(7)` is always the same."""

    def __init__(self, seed: int = SEED) -> None:
        chance = random.Random(seed)
        self._seed = seed
        self._genera = [(genus, family) for family, genera in _GENERA.items() for genus in genera]
        self._epithets, self._common, self._colours = _EPITHETS.split(), _COMMON.split(), _COLOURS.split()
        self._words = sorted({_word(chance) for _ in range(CULTIVAR_WORDS)})
        chance.shuffle(self._genera)
        chance.shuffle(self._words)
        self._types, self._type_weights = list(_TYPES), list(_TYPES.values())

    @property
    def genera(self) -> list[str]:
        """The genera, the most frequent first."""
        return [genus for genus, _ in self._genera]

    @property
    def rare_words(self) -> Sequence[str]:
        """Words that few rows have, or none."""
        return self._words[-RARE_WORDS:]

    def names(self, number: int) -> tuple[str, str, str]:
        """Return the genus, the epithet and the first word of the cultivar of a row."""
        genus, epithet, cultivar, *_ = self.row(number)[2].replace("'", "").split()
        return genus, epithet, cultivar

    def row(self, number: int) -> tuple[str, ...]:
        """Return the cells of a row, in the order of HEADINGS."""
        chance = random.Random(self._seed * 10_000_000 + number)
        genus, family = _uneven(chance, self._genera)
        epithet = _uneven(chance, self._epithets)
        cultivar = f"{_uneven(chance, self._words)} {_uneven(chance, self._words)}".title()
        pot = chance.choice(_POTS)
        return (
            f"{genus[:3].upper()}-{epithet[:3].upper()}-{number}",
            f"{genus} {epithet} '{cultivar}' {pot}",
            f"{genus} {epithet} '{cultivar}'",
            f"{chance.choice(self._colours)} {chance.choice(self._common)}",
            family,
            chance.choices(self._types, self._type_weights)[0],
            ", ".join(chance.sample(_TAGS, k=chance.randint(0, 3))),
            f"{chance.randint(150, 9_999) / 100:.2f}",
            "EUR",
            str(chance.randint(0, 500)),
            _gtin(number) if number % GTIN_EVERY == 0 else "",
            "draft" if number % DRAFT_EVERY == 0 else "active",
        )

    def write(self, path: Path, rows: int) -> None:
        """Write a file with this number of rows, numbered from 1."""
        with path.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(HEADINGS)
            writer.writerows(self.row(number) for number in range(1, rows + 1))


def _word(chance: random.Random) -> str:
    """Return a made-up word. One in eight has a common beginning, as in real lists of plants."""
    end = "".join(chance.choices(_SYLLABLES.split(), k=chance.randint(2, 4)))
    return chance.choice(_BEGINNINGS.split()) + end if chance.random() < 1 / 8 else end


def _uneven(chance: random.Random, some: Sequence[Item]) -> Item:
    """Choose one of them; the first far more often than the last."""
    return some[int(len(some) * chance.random() ** 3)]


def _gtin(number: int) -> str:
    """Return a code of the range for use within a company (it begins with 2)."""
    digits = f"2{number:011d}"
    weighed = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return f"{digits}{-weighed % 10}"

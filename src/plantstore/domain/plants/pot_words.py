"""The words for pots and other trade forms in price lists: English, with common German, Dutch, French and Spanish."""

from decimal import Decimal
from enum import StrEnum


class PotKind(StrEnum):
    """What the plant is sold in, from the smallest form to the largest: the order in which pot sizes are sorted."""

    SEED = "seed"
    BULB = "bulb"
    CUTTING = "cutting"
    PLUG = "plug"
    POT = "pot"
    TRAY = "tray"
    BASKET = "basket"
    BARE_ROOT = "bare_root"
    ROOT_BALL = "root_ball"


FORMS = {
    "seed": PotKind.SEED,
    "bulb": PotKind.BULB,
    "corm": PotKind.BULB,
    "tuber": PotKind.BULB,
    "rhizome": PotKind.BULB,
    "cutting": PotKind.CUTTING,
    "rooted cutting": PotKind.CUTTING,
    "unrooted cutting": PotKind.CUTTING,
    "mini plug": PotKind.PLUG,
    "plug": PotKind.PLUG,
    "jumbo plug": PotKind.PLUG,
    "seedling": PotKind.PLUG,
    "liner": PotKind.PLUG,
    "tray": PotKind.TRAY,
    "hanging basket": PotKind.BASKET,
    "bowl": PotKind.BASKET,
    "bare root": PotKind.BARE_ROOT,
    "root ball": PotKind.ROOT_BALL,
}
"""The forms without a size, as Plant Store writes them, each with its kind."""

_WRITTEN_AS = {
    "seed": "seeds, seed packet, packet of seeds, samen, saatgut, zaad, graines",
    "bulb": "bulbs",
    "corm": "corms",
    "tuber": "tubers",
    "rhizome": "rhizomes",
    "cutting": "cuttings",
    "rooted cutting": "rooted cuttings",
    "unrooted cutting": "unrooted cuttings, urc",
    "mini plug": "mini plugs, mini plug plant, mini plug plants",
    "plug": "plugs, plug plant, plug plants",
    "jumbo plug": "jumbo plugs, jumbo plug plant, jumbo plug plants",
    "seedling": "seedlings",
    "liner": "liners",
    "tray": "trays",
    "hanging basket": "hanging baskets",
    "bowl": "bowls",
    "bare root": """
        br, b/r, bareroot, bare rooted, bareroots, ob, o.b, ohne ballen, wn, wurzelnackt, wurzelnackte ware,
        blote wortel, kale wortel, rn, racine nue, racines nues, raiz desnuda
    """,
    "root ball": """
        rb, r/b, rootball, rootballed, root balled, balled, b&b, b & b, b+b, balled and burlapped,
        balled & burlapped, mb, m.b, mit ballen, ballen, ballenware, mdb, m.db, m. db, drahtballen,
        mit drahtballen, kluit, met kluit, draadkluit, motte, en motte
    """,
}
FORM_OF = {words: form for form, written in _WRITTEN_AS.items() for words in map(str.strip, written.split(","))}
FORM_OF |= {form: form for form in FORMS}
"""Maps the words of price lists, in lower case and with spaces for hyphens, to the forms of FORMS."""

_UNITS = {
    "cm": "cm centimeter centimeters centimetre centimetres er",
    "mm": "mm millimeter millimeters millimetre millimetres",
    "L": "l lt lts ltr ltrs lit liter liters litre litres",
    "ml": "ml",
    "gal": "gal gals gallon gallons g",
    "qt": "qt qts quart quarts",
    "pt": "pt pts pint pints",
    "in": "in ins inch inches \" ''",
}
UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words.split()}

UNIT_OF_PREFIX = {
    **dict.fromkeys(("c", "co", "cont", "container", "clt", "lt"), "L"),
    **dict.fromkeys(("p", "t", "topf", "godet", "dia", "diameter"), "cm"),
    **dict.fromkeys(("#", "no"), "gal"),
}
"""What can precede a number: C for litres; P, T and the sign of a diameter for centimetres; # for trade gallons."""

ONE = {"gallon": "1 gal", "quart": "1 qt", "pint": "1 pt"}
"""Units that lists write without a number."""

CM_PER_INCH = Decimal("2.54")
ML_PER_CUBIC_CM_OF_DIAMETER = Decimal("0.45")  # pots of 13, 17, 19 and 23 cm hold about 1, 2, 3 and 5 litres
ML_PER_UNIT = {
    "L": Decimal(1_000),
    "gal": Decimal(3_000),  # a trade gallon holds about three US quarts; only for sorting
    "qt": Decimal(946),
    "pt": Decimal(473),
}
LIMITS = {
    "cm": (Decimal(1), Decimal(300)),
    "L": (Decimal("0.01"), Decimal(5_000)),
    "gal": (Decimal("0.25"), Decimal(1_000)),
    "qt": (Decimal("0.25"), Decimal(100)),
    "pt": (Decimal("0.25"), Decimal(100)),
    "in": (Decimal("0.5"), Decimal(120)),
}
"""The smallest and largest number of each unit. The largest trees of nurseries have containers of 5,000 litres."""

NOISE = ["pot", "pots", "potted", "square", "round", "deep", "nursery", "plastic", "plant", "plants", "size"]
NOISE_AFTER = ["container", "containers", "topf", "dia", "diameter"]
"""Words next to a size that say nothing about it. Those of NOISE_AFTER mean something before a number."""

"""Words in botanical names that are not names: ranks, connectives of authors, marks of groups, words of price lists."""

import re
from importlib import resources


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LOWER = "a-z\xdf-\xf6\xf8-\xff\u0153"
GENUS = re.compile(f"[A-Z\xc0-\xd6\xd8-\xde\u0152][{_LOWER}]+(?:-[A-Za-z][{_LOWER}]+)?")
GENUS_ABBREVIATED = re.compile(f"[A-Z][{_LOWER}]{{0,3}}\\.")
# A letter x for × before an epithet: no Latin or Greek word begins so. "xanth…", "xero…" and "xalapensis" do not.
STUCK_CROSS = (
    r"[xX](?:[b-df-hj-np-tvwz](?=[a-z]{2})"
    r"|(?:a(?!n(?!d)|v|lap|lis|rag)|e(?![nrs])|i(?=ntermedi|nodor|ncarn|nsign)|o(?=dorat|rnat))(?=[a-z]{4}))"
)
EPITHET = re.compile(f"(?:st\\.-)?[{_LOWER}]{{2,}}(?:-[{_LOWER}]+)*")  # ICN 60.11 writes "st.-johnii" as "st-johnii"

# Ranks by how people write them. The Code's terms are in ICN Art. 5 and H.3.1.
RANKS = {
    written: rank
    for rank, spellings in {
        "subsp.": "subsp ssp subspecies subspec",
        "var.": "var varietas variety",
        "subvar.": "subvar",
        "f.": "f fo forma form fma",
        "subf.": "subf",
        "convar.": "convar",
        "nothosubsp.": "nothosubsp nothossp nssp nsubsp",
        "nothovar.": "nothovar nvar",
        "nothof.": "nothof nothoforma",
    }.items()
    for spelling in spellings.split()
    for written in (spelling, spelling.capitalize(), spelling.upper())
    for written in (written, written + ".")
} | {"v.": "var."}
INDETERMINATE = {"sp.": "sp.", "sp": "sp.", "spec.": "sp.", "spec": "sp.", "species": "sp.", "indet.": "sp."}
INDETERMINATE |= {
    "spp.": "spp.",
    "spp": "spp.",
    "Species": "sp.",
    "Sp.": "sp.",
    "Spp.": "spp.",
    "SP.": "sp.",
    "SPP.": "spp.",
}
QUALIFIERS = _words("aff. cf. aff cf nr.")
GROUPS = {"Group": False, "group": False, "Gp": False, "Gp.": False, "Grp": False, "Grp.": False, "Gruppe": False}
GROUPS |= {"GROUP": False, "gx": True, "grex": True, "Grex": True, "GX": True, "GREX": True, "gx.": True, "g.": True}
GROUP_STANDARD = _words("Group gx")
GROUP_SUFFIX = re.compile(r"(.{2,})-(?:[Gg]roup|[Gg]ruppe|Gp\.?)")
CULTIVAR_PREFIXES = _words("cv. cv cvs. cvar. Cv. CV. CV c.v. cultivar")

CONNECTIVES = _words(
    """
    & ex ex. et in al. apud emend. hort. Hort. hortul. hort
    """
)
PARTICLES = _words(
    """
    't af av d' da dal dalla das de del della den der des di do dos du e la las le los st t' te ten ter tho van
    vom von y zu zum zur
    """
)
# First words of nomenclatural notes, such as "nom. nud.", and of notes on the use of a name.
NOTES = _words("nom. orth. comb. stat. ined.")
SENSES = _words(
    """
    auct auct. auctt. emend. excl. fide incl incl. nec non not pro sens sens. sensu syn syn.
    """
)
FILIUS = _words("f. fil. filius bis")
NOBILIARY = _words("van von vom ten ter zu zum zur 't")  # particles that no cultivar without quotes begins with
SMALL_WORDS = _words(
    """
    & a an and at by d' da de del den der des di die du en et for from im in la le les n of on or the to und van
    von vor y zu zum
    """
)
CONJUNCTIONS = _words(
    """
    & and or und oder et ou y en e
    """
)

PLACEHOLDERS = _words(  # in place of a genus
    """
    assorted assorti assortiment diverse divers gemengd gemischt mixed mengsel mischung none sortiment total unknown
    various
    """
)
COLOURS = _words("black blue gold golden green pink purple red silver white yellow")  # as epithets; some are authors
# Words of price lists and common names that no epithet is spelt like.
NOUNS = _words(
    """
    aggr agm assorted ball bamboo bare bareroot basket bean bedding berry blend bloom blossom bonsai bonsais br bud
    bulb bulbs bush bushes cactus cane cheese climber climbing clover coffee collection color colors colour colours
    common compost conifer corn cress cutting cuttings daisies daisy double fcc fern ferns fig flower flowers form
    foxglove fruit fruits garden garlic grape grapes grass grasses group grp half hanging heather hedge hedging herb
    herbs houseplant hyb hyb. hybr hybr. hybrid hybride hybriden hybrids ivy kernel large leaf leaved leaves lemon
    lettuce lilac lilies lily liner liners litre litres lollipop ltr mango maple mint mix mixed mixture moss
    mulberry multi-stem multistem mustard new nut nuts oak onion orange orchid orchids organic out pack palm palms
    pea peach pear peas pepper perennial perennials pine plant plants plug plugs plum pod pole pot pots potted
    privet pyramid rb rhs root rooted rose roses sage sapling seed seedling seedlings seeds select selected
    selection series shade shrub shrubs single small sold spinach squash stalk standard strain straw strawberry
    succulent succulents sweet tea thistle tomato tomatoes topiary tray trays tree trees tuber tubers unidentified
    unknown varieties variety various vars vine vines violet voucher walnut weed wild willow wood
    """
)
# Endings of English words that no Latin or Greek epithet has.
ENGLISH = re.compile(r".*(?:ck|[^r]ed|ee|ey|ght|ing|[dkgwr]s|ts|[^ily]ls|sh|tch|tion|ow|wn|ry|ty|ly|dy|ff|ness|ple|rn)")
# Endings that only Latin or Greek epithets have. It decides only where capitals are missing or too many.
LATIN = re.compile(
    r".{2,}(?:us|um|a|ii|ae|is|ns|(?:ar|al|an|tr|ic|il|ol|gar|in|ens|r)[ae]|ense|ale|are|ile|ine|iste|estre|stre|alpe|color"
    r"|odon|dendron|pogon|stemon|ceps|oides|odes|i|iger|fer|sper|cer|cher|ex|ix|ax|pus|opsis|ys|os)"
)
BINOMIAL = re.compile(r"(?<![^ (])[A-Z][a-z]{2,} (?!van |von |del |den |der |ten |tho )[a-z]{3,}(?![a-z.'])")
FAMILY = re.compile(r"[A-Z][a-z]+aceae")
AUTHOR_PREFIXED = re.compile(r"(?:Mac|Mc|O'|De|Van|L')[A-Z][a-z]+")
AUTHOR_LOWER = re.compile(r"(?:d|l|t|o)'[A-Z].*")  # d'Urv.

AUTHORS = frozenset(
    line
    for line in (resources.files(__package__) / "authors.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
)
"""Surnames of authors of plant names that are written in full, as in "Carex exserta Mack."."""

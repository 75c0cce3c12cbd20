"""Known genera of plants, and suggestions for misspelt names. Nothing is ever corrected without a person."""

from collections import defaultdict
from functools import cache, lru_cache
from importlib import resources
from itertools import chain

from plantstore.domain.plants import misspelling

GENERA = frozenset(
    line
    for line in (resources.files(__package__) / "genera.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
)

# Genera that most shops have. Between two that are equally near, one of these is meant.
_COMMON_TEXT = """
    Abelia Abies Acacia Acanthus Acer Achillea Aconitum Actaea Adiantum Aeonium Agapanthus Agave Ajuga Alcea
    Alchemilla Allium Alnus Aloe Alstroemeria Amelanchier Anemone Anthurium Antirrhinum Aquilegia Arabis Aralia
    Armeria Artemisia Arum Aster Astilbe Astrantia Aubrieta Aucuba Begonia Berberis Bergenia Betula Brassica
    Brunnera Buddleja Buxus Calathea Calluna Camellia Campanula Campsis Canna Capsicum Carex Carpinus
    Caryopteris Catalpa Ceanothus Cedrus Centaurea Cercis Chaenomeles Chamaecyparis Choisya Chrysanthemum Cistus
    Citrus Clematis Colchicum Convallaria Cordyline Coreopsis Cornus Corylus Cosmos Cotinus Cotoneaster Crassula
    Crataegus Crocosmia Crocus Cucumis Cucurbita Cupressus Cyclamen Cytisus Dahlia Daphne Delphinium Deutzia
    Dianthus Dicentra Dieffenbachia Digitalis Dracaena Dryopteris Echeveria Echinacea Echinops Elaeagnus
    Epimedium Eranthis Erica Erigeron Eryngium Erysimum Escallonia Eucalyptus Euonymus Euphorbia Fagus Fatsia
    Ficus Forsythia Fragaria Fraxinus Fritillaria Fuchsia Galanthus Gardenia Gaultheria Gazania Gentiana
    Geranium Geum Ginkgo Gladiolus Gypsophila Hamamelis Hebe Hedera Helenium Helianthus Helleborus Hemerocallis
    Heuchera Hibiscus Hosta Hoya Hyacinthus Hydrangea Hypericum Iberis Ilex Impatiens Ipomoea Iris Jasminum
    Juglans Juniperus Kalanchoe Kalmia Kniphofia Laburnum Lamium Larix Lathyrus Laurus Lavandula Lavatera
    Leucanthemum Leucothoe Ligustrum Lilium Limonium Liriope Lobelia Lonicera Lupinus Lysimachia Magnolia
    Mahonia Malus Malva Mentha Miscanthus Monarda Monstera Muscari Myosotis Narcissus Nemesia Nepeta Nerine
    Nerium Nymphaea Ocimum Olea Olearia Opuntia Origanum Osmanthus Osteospermum Oxalis Pachysandra Paeonia
    Panicum Papaver Parthenocissus Passiflora Pelargonium Pennisetum Penstemon Peperomia Petunia Phalaenopsis
    Philadelphus Philodendron Phlox Phormium Photinia Physocarpus Picea Pieris Pilea Pinus Pittosporum Platanus
    Polygonatum Polystichum Populus Potentilla Primula Prunus Pulmonaria Pulsatilla Pyracantha Pyrus Quercus
    Ranunculus Rhododendron Rhus Ribes Robinia Rosa Rosmarinus Rubus Rudbeckia Salix Salvia Sambucus Santolina
    Sarcococca Saxifraga Scabiosa Schefflera Scilla Sedum Sempervivum Senecio Skimmia Solanum Solidago Sorbus
    Spiraea Stachys Stipa Syringa Tagetes Taxus Thalictrum Thuja Thymus Tiarella Tilia Tillandsia
    Trachelospermum Tradescantia Tsuga Tulipa Ulmus Vaccinium Verbascum Verbena Veronica Viburnum Vinca Viola
    Vitis Weigela Wisteria Yucca Zantedeschia Zea Zinnia
"""
_COMMON = frozenset(_COMMON_TEXT.split())

# Letters that are confused at the beginning of a name; elsewhere a difference costs one step like any other.
_FIRST_LETTERS = {
    **{letter: letter for letter in "ABDEGHLMNOQRSTUVW"},
    "C": "CK",
    "K": "KC",
    "F": "FP",
    "P": "PF",
    "I": "IY",
    "Y": "YI",
    "J": "JG",
    "X": "XZ",
    "Z": "ZX",
}
_SHORT_CHARS_MAX = 5  # names up to this length may differ in one letter, longer ones in two
_CHARS_MAX = 40  # the longest genera have 27 letters
_CHARS_MIN = 4
SUGGESTIONS_KEPT = 8_192  # about 1 MB: to search for the genera near an unknown one takes 0.5 ms

_MISSPELT_GENERA = {"Fuscia": "Fuchsia", "Knifophia": "Kniphofia"}  # nearer to others, or too far away
_MISSPELT_EPITHETS = {
    wrong: right
    for right, spellings in {
        "altaclerensis": "altaclarensis altaclarense",
        "atropurpureum": "artropurpureum atropupureum atropurpurum",
        "atropurpurea": "artropurpurea atropupurea",
        "buergerianum": "buergeranum burgerianum",
        "cantabrigiense": "cantabridgiense cantabrigense",
        "californica": "calfornica",
        "cineraria": "cinararia",
        "deliciosa": "delicosa deliciousa",
        "fortunei": "fortuneii",
        "forrestii": "forresti",
        "freemanii": "freemani",
        "glyptostroboides": "glyptostrobioides",
        "griffithii": "griffithi",
        "grandiflora": "grandifora grandiflore",
        "heterophylla": "heterophyla",
        "henryi": "henryii",
        "hookeriana": "hookerana",
        "japonica": "japonca japanica",
        "kousa": "koussa",
        "leylandii": "leylandi",
        "lusitanica": "lucitanica lusitanicus",
        "macrophylla": "macrophyla macrophilla",
        "microphylla": "microphyla microphilla",
        "meserveae": "meservae meserveii",
        "nootkatensis": "nootkaensis",
        "officinalis": "officianalis oficinalis",
        "officinale": "officianale",
        "palmatum": "palmatium palmetum",
        "paniculata": "panniculata panicullata",
        "pruhoniciana": "pruhonicana",
        "pseudoacacia": "psuedoacacia pseudoaccacia",
        "pseudoplatanus": "psuedoplatanus",
        "pseudacorus": "psuedacorus pseudoacorus",
        "quinquefolia": "quinquifolia",
        "rosmarinifolia": "rosemarinifolia",
        "sempervirens": "sempervirons semperviren",
        "sieboldii": "sieboldi seiboldii",
        "sieboldiana": "seiboldiana",
        "sanguineum": "sanguinium",
        "sinensis": "sinsensis",
        "soulangeana": "soulangiana soulangena",
        "spectabilis": "spectabalis",
        "styraciflua": "styracifula",
        "thunbergii": "thunbergi thumbergii",
        "tinctoria": "tinctora",
        "tomentosa": "tomentossa",
        "tulipifera": "tulipfera tulipefera",
        "variegata": "varigata varieagata variegatta",
        "vulgaris": "vulgarus",
        "wilsonii": "wilsoni",
        "wichurana": "wichuriana wichuraiana",
        "wittrockiana": "wittrokiana",
        "xanthocarpa": "zanthocarpa",
    }.items()
    for wrong in spellings.split()
}


@cache
def _by_initial() -> dict[str, list[str]]:
    """Return the genera by initial. Most commands never need this."""
    found: dict[str, list[str]] = defaultdict(list)
    for genus in GENERA:
        found[genus[0]].append(genus)
    return found


def is_genus(word: str) -> bool:
    """True for the name of a known genus, or nothogenus, without its sign."""
    return word in GENERA


@lru_cache(SUGGESTIONS_KEPT)
def suggest_genus(genus: str) -> str | None:
    """Return the known genus that is spelt most like this one; None if it is known, or none or several are near.

    Near means one edit, as in `misspelling`, or two from six letters on.

    >>> suggest_genus("Lavendula"), suggest_genus("Lavandula"), suggest_genus("Fuschia")
    ('Lavandula', None, 'Fuchsia')
    """
    if genus in GENERA or not _CHARS_MIN <= len(genus) <= _CHARS_MAX or not genus.isalpha():
        return None
    word = genus[0].upper() + genus[1:].lower()
    if word in GENERA:
        return word
    if word in _MISSPELT_GENERA:
        return _MISSPELT_GENERA[word]
    initials = dict.fromkeys(_FIRST_LETTERS.get(word[0], "") + word[1].upper())  # each once: "Aacer"
    candidates = chain.from_iterable(_by_initial().get(initial, ()) for initial in initials)
    near = misspelling.nearest(word, candidates, most=1 if len(word) <= _SHORT_CHARS_MAX else 2)
    nearest = [other for edits, other in near if edits == near[0][0]]
    if len(nearest) > 1:
        nearest = [one for one in nearest if one in _COMMON]
    return nearest[0] if len(nearest) == 1 else None


def suggest_epithet(epithet: str) -> str | None:
    """Return the right spelling of an epithet that is often misspelt; None for all others.

    >>> suggest_epithet("buergeranum")
    'buergerianum'
    """
    return _MISSPELT_EPITHETS.get(epithet)

"""Botanical names as shops, suppliers and spreadsheets write them, and what is read from them."""

import pytest

from plantstore.domain.plants.names.botanical_name import Hybrid, ParsedName, Rank, Taxon, parse
from plantstore.domain.plants.names.codes import NameCode, NameOutcome
from plantstore.domain.plants.names.repair import BOTANICAL_NAME_CHARS_MAX


def taxon(text: str) -> Taxon:
    found = parse(text).taxon
    assert found is not None, text
    return found


def codes(text: str) -> str:
    return " ".join(parse(text).codes)


@pytest.mark.parametrize(
    ("text", "rank", "epithets", "authorship"),
    [
        ("Salvia", Rank.GENUS, (None, None, None), None),
        ("Salvia officinalis", Rank.SPECIES, ("officinalis", None, None), None),
        ("Salvia officinalis L.", Rank.SPECIES, ("officinalis", None, None), "L."),
        ("Thalictrum flavum (L.) Mill. ex D'Urv.", Rank.SPECIES, ("flavum", None, None), "(L.) Mill. ex D'Urv."),
        ("Viburnum opulus var. nanum Jacq.", Rank.VARIETY, ("opulus", "var.", "nanum"), "Jacq."),
        ("Viburnum opulus Burm. f. var. nanum", Rank.VARIETY, ("opulus", "var.", "nanum"), None),
        ("Viburnum opulus f. xanthocarpum", Rank.FORM, ("opulus", "f.", "xanthocarpum"), None),
        ("Viburnum opulus L. subsp. opulus", Rank.SUBSPECIES, ("opulus", "subsp.", "opulus"), None),
        ("Inula helenium subsp. altum var. bellum f. efg", Rank.FORM, ("helenium", "f.", "efg"), None),
        (
            "Carex umbrosa Host & Kit., nom. nud. subsp. alba Small",
            Rank.SUBSPECIES,
            ("umbrosa", "subsp.", "alba"),
            "Small",
        ),
        ("Sedum hybridum (L.) 't Hart", Rank.SPECIES, ("hybridum", None, None), "(L.) 't Hart"),
        ("Clermontia st.-johnii", Rank.SPECIES, ("st.-johnii", None, None), None),
    ],
)
def test_wild_names_follow_the_icn(
    text: str, rank: Rank, epithets: tuple[str | None, str | None, str | None], authorship: str | None
) -> None:
    found = taxon(text)

    assert (found.species, found.infra_rank, found.infra_epithet) == epithets
    assert (found.rank, found.authorship) == (rank, authorship)


@pytest.mark.parametrize(
    ("text", "hybrid", "canonical", "expected"),
    [
        ("Viburnum × bodnantense", Hybrid.NOTHOSPECIES, "Viburnum × bodnantense", ""),
        ("Viburnum ×bodnantense", Hybrid.NOTHOSPECIES, "Viburnum × bodnantense", ""),
        ("Viburnum x bodnantense", Hybrid.NOTHOSPECIES, "Viburnum × bodnantense", "I_HYBRID_SIGN"),
        ("Viburnum xbodnantense", Hybrid.NOTHOSPECIES, "Viburnum × bodnantense", "I_HYBRID_SIGN"),
        ("Viburnum X Bodnantense", Hybrid.NOTHOSPECIES, "Viburnum × bodnantense", "I_HYBRID_SIGN W_CASE_FIXED"),
        ("xHeucherella tiarelloides", Hybrid.NOTHOGENUS, "×Heucherella tiarelloides", "I_HYBRID_SIGN"),
        ("× Heucherella alba", Hybrid.NOTHOGENUS, "×Heucherella alba", ""),
        ("Mentha aquatica nvar. citrata", Hybrid.NOTHOVARIETY, "Mentha aquatica nothovar. citrata", "I_RANK_STYLE"),
        ("Geum rivale × G. urbanum", Hybrid.FORMULA, "Geum rivale × G. urbanum", ""),
        ("Geum rivale L. x Geum urbanum L.", Hybrid.FORMULA, "Geum rivale × Geum urbanum", "I_HYBRID_SIGN"),
        ("Geum rivale × urbanum", Hybrid.FORMULA, "Geum rivale × urbanum", "W_FORMULA_GENUS"),
        ("Sorbus × Aronia", Hybrid.FORMULA, "Sorbus × Aronia", ""),
        ("+ Laburnocytisus adamii", Hybrid.GRAFT, "+Laburnocytisus adamii", ""),
        ("Laburnum + Cytisus", Hybrid.GRAFT, "Laburnum + Cytisus", ""),
        ("Geum × 'Mai Tai'", None, "Geum 'Mai Tai'", "W_STRAY_HYBRID_SIGN"),
        ("Xanthium strumarium", None, "Xanthium strumarium", ""),
        ("Aster xanthinus", None, "Aster xanthinus", ""),
    ],
)
def test_hybrids_and_grafts_have_their_signs(text: str, hybrid: Hybrid | None, canonical: str, expected: str) -> None:
    assert (taxon(text).hybrid, parse(text).canonical, codes(text)) == (hybrid, canonical, expected)


@pytest.mark.parametrize(
    ("text", "cultivar", "expected"),
    [
        ("Malus 'Egremont Russet'", "Egremont Russet", ""),
        ("Malus ‘Ellison’s Orange’", "Ellison's Orange", ""),
        ("Malus 'Peasgood's Nonsuch'", "Peasgood's Nonsuch", ""),
        ("Malus 'Peasgood''s Nonsuch'", "Peasgood's Nonsuch", "I_QUOTES"),
        ("Rosa 'Fairies' Dance'", "Fairies' Dance", ""),
        ("Rosa 'Rock 'n' Roll'", "Rock 'n' Roll", ""),
        ('Malus "Discovery"', "Discovery", "I_QUOTES"),
        ("Malus „Discovery“", "Discovery", "I_QUOTES"),
        ("Malus `Discovery´", "Discovery", "I_QUOTES"),
        ("Malus domestica'Discovery'", "Discovery", "I_WHITESPACE"),
        ("Malus 'Discovery", "Discovery", "I_QUOTES"),
        ("Malus domestica cv. Discovery", "Discovery", "I_CV_PREFIX"),
        ("Malus domestica cv 'Discovery'", "Discovery", "I_CV_PREFIX"),
        ("Malus 'discovery'", "Discovery", "W_CASE_FIXED"),
        ("Malus 'DISCOVERY'", "Discovery", "W_CASE_FIXED"),
        ("Malus 'Peasgood'S Nonsuch'", "Peasgood's Nonsuch", "W_CASE_FIXED"),
        ("Malus 'BBC'", "BBC", ""),
        ("Malus 'Discovery' 7.5L", "Discovery", "W_TRAILING_TEXT"),
        ("Malus 'Discovery' 150/180 half std", "Discovery", "W_TRAILING_TEXT"),
    ],
)
def test_cultivars_are_in_single_quotes(text: str, cultivar: str, expected: str) -> None:
    assert (taxon(text).rank, taxon(text).cultivar, codes(text)) == (Rank.CULTIVAR, cultivar, expected)


@pytest.mark.parametrize(
    ("text", "cultivar", "sold_as", "expected"),
    [
        ("Weigela NAOMI ('Bokrashine')", "Bokrashine", "NAOMI", "I_TRADE_NAME"),
        ("Weigela florida Naomi ('Bokrashine')", "Bokrashine", "Naomi", "I_TRADE_NAME"),
        ("Weigela 'Naomi' ('Bokrashine')", "Bokrashine", "Naomi", "I_TRADE_NAME"),
        ("Weigela 'Bokrashine' NAOMI", "Bokrashine", "NAOMI", "I_TRADE_NAME"),
        ("Weigela Naomi Red™ 'Bokrashine'", "Bokrashine", "Naomi Red", "I_MARK_REMOVED I_TRADE_NAME"),
        ("Weigela 'Bokrashine' PP12,345", "Bokrashine", None, "I_RIGHTS_REMOVED"),
        ("Weigela 'Bokrashine' (PBR)", "Bokrashine", None, "I_RIGHTS_REMOVED"),
        ("Weigela 'Bokrashine' EU 20041234", "Bokrashine", None, "I_RIGHTS_REMOVED"),
        ("Weigela florida 'Bokrashine'®", "Bokrashine", None, "I_MARK_REMOVED"),
        ("Weigela 'Bokrashine' RED & WHITE®", "Bokrashine", "RED & WHITE", "I_MARK_REMOVED I_TRADE_NAME"),
        ("Weigela florida NAOMI", None, "NAOMI", "I_TRADE_NAME"),
    ],
)
def test_selling_names_and_rights_are_no_part_of_the_name(
    text: str, cultivar: str | None, sold_as: str | None, expected: str
) -> None:
    assert (taxon(text).cultivar, taxon(text).trade_designation, codes(text)) == (cultivar, sold_as, expected)


@pytest.mark.parametrize(
    ("text", "canonical", "is_grex", "expected"),
    [
        ("Beta vulgaris Conditiva Group", "Beta vulgaris Conditiva Group", False, ""),
        ("Beta vulgaris (Conditiva Group)", "Beta vulgaris Conditiva Group", False, "I_GROUP_STYLE"),
        ("Beta vulgaris (Conditiva Group) 'Boltardy'", "Beta vulgaris (Conditiva Group) 'Boltardy'", False, ""),
        ("Beta vulgaris Conditiva Gp 'Boltardy'", "Beta vulgaris (Conditiva Group) 'Boltardy'", False, "I_GROUP_STYLE"),
        ("Beta conditiva-Group", "Beta Conditiva Group", False, "I_GROUP_STYLE"),
        ("Clematis Early Large-flowered Group", "Clematis Early Large-flowered Group", False, ""),
        ("Pleione Etna gx 'Bullfinch'", "Pleione Etna gx 'Bullfinch'", True, ""),
        ("Pleione Etna grex", "Pleione Etna gx", True, "I_GROUP_STYLE"),
        ("Pleione Grex Etna", "Pleione Etna gx", True, "I_GROUP_STYLE"),
    ],
)
def test_groups_and_grexes(text: str, canonical: str, is_grex: bool, expected: str) -> None:
    assert (parse(text).canonical, taxon(text).is_grex, codes(text)) == (canonical, is_grex, expected)


@pytest.mark.parametrize(
    ("text", "canonical", "expected"),
    [
        ("  Viola\u00a0 cornuta\n", "Viola cornuta", "I_WHITESPACE"),
        ("Viola\u200b cornuta", "Viola cornuta", "I_UNICODE"),
        ("Kalanchoe\u0308 crenata", "Kalanchoë crenata", "I_UNICODE"),
        ("Ｖｉｏｌａ cornuta", "Viola cornuta", "I_UNICODE"),
        ("Viola<br/>cornuta", "Viola cornuta", "I_HTML"),
        ("<em>Viola cornuta</em>", "Viola cornuta", "I_HTML"),
        ("Viola &times; wittrockiana", "Viola × wittrockiana", "I_HTML"),
        ("Viola &amp;times; wittrockiana", "Viola × wittrockiana", "I_HTML"),
        ("Viola Ã— wittrockiana", "Viola × wittrockiana", "W_MOJIBAKE"),
        ("Viola cornuta â€˜Alpha’", "Viola cornuta 'Alpha'", "W_MOJIBAKE"),
        ("Viola \ufffd wittrockiana", "Viola × wittrockiana", "W_MOJIBAKE"),
        ("Viola cornuta ssp. alba", "Viola cornuta subsp. alba", "I_RANK_STYLE"),
        ("Viola cornuta var alba", "Viola cornuta var. alba", "I_RANK_STYLE"),
        ("Viola cornuta var.alba", "Viola cornuta var. alba", "I_WHITESPACE"),
        ("VIOLA CORNUTA 'ALPHA OF THE HILLS'", "Viola cornuta 'Alpha of the Hills'", "W_CASE_FIXED"),
        ("viola cornuta", "Viola cornuta", "W_CASE_FIXED"),
        ("Viola Cornuta", "Viola cornuta", "W_CASE_FIXED"),
        ("Viola sp", "Viola sp.", "W_INDETERMINATE"),
        ("Viola spp.", "Viola spp.", "W_INDETERMINATE"),
        ("Viola sp. aff. cornuta", "Viola sp. aff. cornuta", "W_INDETERMINATE"),
        ("Viola cf. cornuta", "Viola cf. cornuta", "W_INDETERMINATE"),
        ("Viola cornuta alba", "Viola cornuta alba", "W_RANK_MISSING"),
        ("Viola cornuta Alpha", "Viola cornuta", "W_AMBIGUOUS_TAIL"),
        ("Viola cornuta s.l.", "Viola cornuta", "W_TRAILING_TEXT"),
        ("Viola cornuta (incl. V. gracilis)", "Viola cornuta", "W_TRAILING_TEXT"),
        ("Viola cornuta syn. Viola gracilis", "Viola cornuta", "W_TRAILING_TEXT"),
        ("Viola cornuta, horned violet", "Viola cornuta", "W_TRAILING_TEXT"),
        ("Viola mixed", "Viola", "W_TRAILING_TEXT"),
        ("V. cornuta", "V. cornuta", "W_ABBREVIATED_GENUS"),
    ],
)
def test_faults_are_repaired_and_doubts_are_warnings(text: str, canonical: str, expected: str) -> None:
    assert (parse(text).canonical, codes(text)) == (canonical, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", NameCode.E_EMPTY),
        (" \u200b\n", NameCode.E_EMPTY),
        ("Viola\x00cornuta", NameCode.E_CONTROL),
        ("Viola \ud800", NameCode.E_CONTROL),
        ("Viоla cornuta", NameCode.E_MIXED_SCRIPT),  # the first o is Cyrillic
        ("Виола", NameCode.E_NOT_LATIN),
        ("三色堇", NameCode.E_NOT_LATIN),
        ("Peace lily", NameCode.E_NOT_A_NAME),
        ("Horned Violet", NameCode.E_NOT_A_NAME),
        ("Summer bedding tray", NameCode.E_NOT_A_NAME),
        ("Violaceae", NameCode.E_NOT_A_NAME),
        ("=1+1", NameCode.E_NOT_A_NAME),
        ("12345", NameCode.E_NOT_A_NAME),
        ("Horned violet (Viola cornuta)", NameCode.E_NOT_A_NAME),
        ("Viola Cornuta Alpha", NameCode.E_NOT_A_NAME),
        ("Viola cornuta, Viola odorata", NameCode.E_MULTIPLE_TAXA),
        ("Viola cornuta / V. odorata", NameCode.E_MULTIPLE_TAXA),
        ("Viola cornuta\nPrimula veris", NameCode.E_MULTIPLE_TAXA),
        ("Viola 'Alpha', 'Beta'", NameCode.E_MULTIPLE_TAXA),
        ("Viola and Primula", NameCode.E_MULTIPLE_TAXA),
    ],
)
def test_other_text_is_rejected_with_a_reason(text: str, expected: NameCode) -> None:
    found = parse(text)

    assert (found.outcome, found.canonical, found.taxon, found.codes) == (NameOutcome.REJECT, "", None, (expected,))


def test_a_name_may_have_as_many_characters_as_the_limit_says() -> None:
    at_limit = "Viola " + "a" * (BOTANICAL_NAME_CHARS_MAX - 6)

    assert parse(at_limit).outcome is NameOutcome.OK
    assert parse(at_limit + "a").codes == (NameCode.E_TOO_LONG,)


def test_the_outcome_is_that_of_the_gravest_code() -> None:
    assert parse("Viola cornuta").outcome is NameOutcome.OK
    assert parse("Viola x wittrockiana").outcome is NameOutcome.FIXED
    assert parse("Viola x Wittrockiana").outcome is NameOutcome.WARN


def test_a_rejected_name_keeps_the_word_that_could_be_its_genus() -> None:
    assert parse("Horned Violet").genus_read == "Horned"
    assert parse("三色堇") == ParsedName(
        outcome=NameOutcome.REJECT, canonical="", taxon=None, codes=(NameCode.E_NOT_LATIN,), genus_read=None
    )

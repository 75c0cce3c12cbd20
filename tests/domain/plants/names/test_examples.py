"""Names as botanists, nurseries and spreadsheets write them, each with what was expected before the parser read it.

`examples.tsv` has the name (with \\u, \\t, \\r and \\n as in Python), its canonical form, its codes, and
further parts of the taxon.
"""

import codecs
import re
from pathlib import Path

from plantstore.domain.plants.names.botanical_name import parse
from plantstore.domain.plants.names.codes import NameOutcome

EXAMPLES = Path(__file__).with_name("examples.tsv")
ESCAPE = re.compile(r"\\u[0-9a-f]{4}|\\[trn]")


def test_each_example_is_read_as_expected() -> None:
    wrong = []
    lines = EXAMPLES.read_text("utf-8").splitlines()[1:]
    for line in lines:
        written, canonical, codes, parts = (line.split("\t") + [""] * 3)[:4]
        found = parse(ESCAPE.sub(lambda escape: codecs.decode(escape[0], "unicode_escape"), written))
        if (found.canonical, " ".join(found.codes)) != (canonical, codes):
            wrong.append(f"{written}: {found.canonical!r} with {found.codes}")
        for part in filter(None, parts.split("; ")):
            name, _, value = part.partition("=")
            if (getattr(found.taxon, name) or "") != value:
                wrong.append(f"{written}: {name} is {getattr(found.taxon, name)!r}")

    print(*wrong, sep="\n")
    assert len(lines) > 500
    assert wrong == []


def test_words_of_price_lists_are_no_epithets() -> None:
    for word in ("white", "bare", "large", "organic", "unidentified", "mix", "3L", "£4.99"):
        assert parse(f"Rosa {word}").canonical == "Rosa", word
        assert parse(f"Rosa rugosa {word}").canonical == "Rosa rugosa", word


def test_nothing_that_only_looks_like_a_binomial_is_a_name() -> None:
    for text in ("Swiss cheese plant", "Bird of paradise", "Japanese Maple 'Bloodgood'", "Unknown", "'Bloodgood'"):
        assert parse(text).outcome is NameOutcome.REJECT, text


def test_a_selling_name_in_brackets_or_before_an_equals_sign_is_no_cultivar() -> None:
    for text in (
        "Rosa Iceberg = 'Korbin'",
        "Rosa 'Korbin' = ICEBERG",
        "Rosa [ICEBERG] 'Korbin'",
        "Rosa 'Korbin' (Iceberg®)",
    ):
        taxon = parse(text).taxon
        assert taxon is not None
        assert (taxon.cultivar, (taxon.trade_designation or "").upper()) == ("Korbin", "ICEBERG"), text

"""Ids of plants in public indexes, alone and within web addresses."""

import pytest

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.external_ids import RAW_CHARS_MAX, ExternalIds, check_external_ids, write_external_ids

EVERYTHING = {"wfo": "wfo-0000605616", "ipni": "173972-1", "gbif": "6W3C4", "eppo": "ZEAMA", "vbn": "10564"}


def check(value: object) -> tuple[ExternalIds | None, list[tuple[str, str]]]:
    problems: list[FieldError] = []
    ids = check_external_ids(value, "/external_ids", problems)
    return ids, [(problem.pointer, problem.code) for problem in problems]


@pytest.mark.parametrize(
    ("index", "text", "id"),
    [
        ("wfo", "wfo-0001351047", "wfo-0001351047"),
        ("wfo", " WFO-0001351047-2024-06 ", "wfo-0001351047"),
        ("wfo", "https://list.worldfloraonline.org/wfo-0001351047-2024-06", "wfo-0001351047"),
        ("wfo", "http://www.worldfloraonline.org/taxon/wfo-0001351047/", "wfo-0001351047"),
        ("wfo", "www.worldfloraonline.org/taxon/wfo-0001351047?a=b#c", "wfo-0001351047"),
        ("ipni", "173972-1", "173972-1"),
        ("ipni", "urn:lsid:ipni.org:names:173972-1", "173972-1"),
        ("ipni", "urn:lsid:ipni.org:names:173972-1:1.2.1", "173972-1"),
        ("ipni", "https://www.ipni.org/n/173972-1", "173972-1"),
        ("ipni", "https://powo.science.kew.org/taxon/urn:lsid:ipni.org:names:173972-1", "173972-1"),
        ("ipni", "http://www.plantsoftheworldonline.org/taxon/urn:lsid:ipni.org:names:173972-1", "173972-1"),
        ("ipni", "123456789-9", "123456789-9"),
        ("gbif", "5361880", "5361880"),
        ("gbif", "6W3C4", "6W3C4"),
        ("gbif", "https://www.gbif.org/species/5361880", "5361880"),
        ("gbif", "https://api.gbif.org/v1/species/5361880", "5361880"),
        ("gbif", "A" * 12, "A" * 12),
        ("eppo", "zeama", "ZEAMA"),
        ("eppo", "1BEMIG", "1BEMIG"),
        ("eppo", "https://gd.eppo.int/taxon/ZEAMA", "ZEAMA"),
        ("vbn", "1", "1"),
        ("vbn", "123456", "123456"),
        ("vbn", "\u200b123\ufeff", "123"),
    ],
)
def test_an_id_is_taken_out_of_its_address(index: str, text: str, id: str) -> None:
    ids, problems = check({index: text})

    assert (ids, problems) == (ExternalIds(**{index: id}), [])
    assert check({index: id}) == (ids, [])


@pytest.mark.parametrize(
    ("index", "text"),
    [
        ("wfo", "wfo-000135104"),
        ("wfo", "wfo-00013510470"),
        ("wfo", "0001351047"),
        ("wfo", "wfo-0001351047-2024"),
        ("wfo", "wf\u043e-0001351047"),  # a Cyrillic о
        ("wfo", "wfo-\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661\u0661"),
        ("wfo", "https://evil.example/wfo-0001351047"),
        ("wfo", "https://worldfloraonline.org.evil.example/wfo-0001351047"),
        ("wfo", "javascript:wfo-0001351047"),
        ("ipni", "1234567890-1"),
        ("ipni", "173972-10"),
        ("ipni", "173972"),
        ("ipni", "https://173972-1"),
        ("gbif", "A" * 13),
        ("gbif", "53 61880"),
        ("gbif", "5361880-1"),
        ("gbif", "\u017f\u212a"),  # a long s and a Kelvin sign, which are s and k when case is ignored
        ("eppo", "ZEAM"),
        ("eppo", "ZEAMAY"),
        ("eppo", "2BEMIG"),
        ("vbn", "1234567"),
        ("vbn", "12a"),
        ("vbn", "٣"),
    ],
)
def test_other_ids_are_refused(index: str, text: str) -> None:
    assert check({index: text}) == (None, [(f"/external_ids/{index}", "identifier")])


@pytest.mark.parametrize("index", EVERYTHING)
def test_the_wrong_type_and_hostile_text_are_refused(index: str) -> None:
    wrongs: list[object] = [5361880, True, 1.5, ["1"], {}]
    for wrong in wrongs:
        assert check({index: wrong}) == (None, [(f"/external_ids/{index}", "type")])
    for text in ("", "1\x00", "1\ud800", "1" * (RAW_CHARS_MAX + 1), "1" * 100_000):
        assert check({index: text})[1][0][0] == f"/external_ids/{index}"


def test_an_address_holds_at_the_limit_and_one_past_it() -> None:
    address = "https://www.gbif.org/species/5361880?" + "x" * (RAW_CHARS_MAX - 37)

    assert check({"gbif": address}) == (ExternalIds(gbif="5361880"), [])
    assert check({"gbif": address + "x"}) == (None, [("/external_ids/gbif", "length")])


def test_ids_are_written_as_they_are_read() -> None:
    ids, problems = check(EVERYTHING)

    assert (write_external_ids(ids), problems) == (EVERYTHING, [])
    assert write_external_ids(ExternalIds(vbn="1")) == {**dict.fromkeys(EVERYTHING), "vbn": "1"}


@pytest.mark.parametrize("nothing", [None, {}, dict.fromkeys(EVERYTHING)])
def test_an_object_without_ids_is_none(nothing: object) -> None:
    assert check(nothing) == (None, [])
    assert write_external_ids(None) is None


def test_every_problem_is_reported_with_the_index_and_an_example() -> None:
    problems: list[FieldError] = []
    check_external_ids({"eppo": "?", "vbn": 7, "wof": "wfo-1"}, "/external_ids", problems)

    assert [problem.pointer for problem in problems] == ["/external_ids/eppo", "/external_ids/vbn", "/external_ids/wof"]
    assert problems[0].detail == "“?” is not an id of EPPO, such as ZEAMA."
    assert "Did you mean wfo?" in problems[2].detail

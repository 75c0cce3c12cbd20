"""The watch list: which entries are accepted, and which plants each of them matches."""

import pytest

from plantstore.domain.errors import Invalid
from plantstore.domain.plants.plant import PlantFields
from plantstore.domain.plants.watch_list import (
    ENTRIES_MAX,
    REASON_CHARS_MAX,
    WatchedName,
    WatchList,
    check_entries,
    key_of,
    warning_of,
)


def matched(entry: str, *, name: str = "A plant", botanical_name: str | None = None) -> bool:
    watch_list = WatchList([(key_of(entry), WatchedName(name=entry))])
    return watch_list.find(PlantFields(name=name, botanical_name=botanical_name)) is not None


def problems(raw: object) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as refused:
        check_entries(raw)
    return [(problem.pointer, problem.code) for problem in refused.value.fields]


@pytest.mark.parametrize(
    ("entry", "name", "matches"),
    [
        ("Impatiens glandulifera", "Impatiens glandulifera", True),
        ("Impatiens glandulifera", "IMPATIENS GLANDULIFERA", True),
        ("Impatiens glandulifera", "Impatiens glandulifera Royle", True),
        ("Impatiens glandulifera", "Impatiens glandulifera var. candida", True),
        ("Impatiens glandulifera", "Impatiens glandulifera 'Candida'", True),
        ("Impatiens glandulifera", "Impatiens walleriana", False),
        ("Impatiens glandulifera", "Impatiens", False),
        ("Impatiens glandulifera", "I. glandulifera", False),
        ("Impatiens glandulifera", "Impatiens aff. glandulifera", False),
        ("Ludwigia", "Ludwigia peploides", True),
        ("Ludwigia", "Lavandula stoechas", False),
        ("Reynoutria × bohemica", "Reynoutria bohemica", True),
        ("Acer palmatum 'Bloodgood'", "Acer 'Bloodgood'", True),
        ("Acer palmatum 'Bloodgood'", "Acer palmatum", False),
        ("Gunnera manicata × G. tinctoria", "Gunnera manicata x G. tinctoria", True),
        ("Gunnera tinctoria", "Gunnera manicata × G. tinctoria", False),
    ],
)
def test_an_entry_matches_its_plant_and_all_below_it(entry: str, name: str, matches: bool) -> None:
    [checked] = check_entries([{"name": entry}])

    assert matched(checked.name, botanical_name=name) is matches


def test_a_plant_without_a_usable_botanical_name_is_matched_by_its_name() -> None:
    assert matched("Ailanthus altissima", name="Ailanthus altissima")
    assert matched("Ailanthus altissima", name="Ailanthus altissima", botanical_name="Snake plant")
    assert not matched("Ailanthus altissima", name="Ailanthus altissima", botanical_name="Acer palmatum")


def test_the_most_exact_entry_warns() -> None:
    entries = check_entries([{"name": "Acer", "reason": "a"}, {"name": "Acer palmatum", "reason": "b"}])
    watch_list = WatchList((key_of(entry.name), entry) for entry in entries)

    found = watch_list.find(PlantFields(name="Maple", botanical_name="Acer palmatum var. dissectum"))

    assert found is not None
    assert warning_of(found).detail == "Acer palmatum is on your watch list: b"


def test_entries_are_stored_without_authors_in_order() -> None:
    entries = check_entries([{"name": "rosa rugosa Thunb.", "reason": ""}, {"name": "Ailanthus altissima"}])

    assert entries == [WatchedName(name="Ailanthus altissima"), WatchedName(name="Rosa rugosa")]


def test_every_wrong_entry_is_reported() -> None:
    assert problems("Rosa") == [("/items", "type")]
    assert problems(["Rosa", {"name": 3}, {"reason": "x"}, {"name": "Rosa", "why": 1}]) == [
        *(("/items/0", "type"), ("/items/1", "type"), ("/items/2", "type"), ("/items/3", "unknown")),
    ]
    for name in ("Snake plant", "R. rugosa", "Rosa sp.", "Rosa PEACE", "Rosa rugosa nice shrub", "", "x" * 251):
        assert [pointer for pointer, _ in problems([{"name": name}])] == ["/items/0/name"], name
    assert problems([{"name": "Rosa", "reason": 5}, {"name": "Rosa alba", "reason": "x" * 201}]) == [
        ("/items/0/reason", "type"),
        ("/items/1/reason", "length"),
    ]
    assert problems([{"name": "Rosa rugosa"}, {"name": "ROSA RUGOSA"}]) == [("/items/1/name", "unique")]


def test_the_list_and_its_reasons_have_limits() -> None:
    most = [{"name": f"Rosa 'No {number}'", "reason": "x" * REASON_CHARS_MAX} for number in range(ENTRIES_MAX)]

    assert len(check_entries(most)) == ENTRIES_MAX
    assert problems([*most, {"name": "Acer"}]) == [("/items", "length")]

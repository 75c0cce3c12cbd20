"""Formats: the exact bytes of each, for ever, and which one is in force for an event.

The files in `golden/` are what released versions send. They never change: a format that is to return other bytes gets
another number.
"""

from pathlib import Path

import pytest

from plantstore.domain.event import Event
from plantstore.domain.receivers.bodies.expression import BodyFailure
from plantstore.domain.receivers.bodies.formats import (
    BASIC,
    FORMATS,
    FULL,
    JMESPATH,
    BodyFormat,
    FormatVersion,
    FormatVersions,
)
from plantstore.domain.timestamps import Instant

HERE = Path(__file__).parent
EXPRESSION = (
    "{text: join(' ', ['New:', name, '·', not_null(pot_size, '-')]), price: price, pictures: images[].url, "
    'months: sort_by(care.flowering_months, &@)[-1], passport: trade."plant_passport", none: missing, one: `1.50`}'
)


def the_event(body: bytes | None = None) -> Event:
    whole = (HERE / "plant.json").read_bytes() if body is None else body
    basic = b'{"id":2,"name":"Plant 2","tag":"shrub"}' if whole else b""
    return Event(
        sequence=7, id="evt_7", plant_id=2, occurred_at=Instant(1_780_315_200_000_000), body=whole, body_basic=basic
    )


def the_format(name: str) -> BodyFormat:
    return BodyFormat(name, EXPRESSION if name == JMESPATH else None)


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_returns_the_bytes_of_its_golden_file(name: str) -> None:
    golden = (HERE / "golden" / f"{name.replace('/', '-')}.json").read_bytes()

    assert the_format(name).body(the_event()) == golden
    assert the_format(name).applied(the_event()) == the_event()._replace(body=golden)


def test_every_golden_file_belongs_to_a_format() -> None:
    assert sorted(path.stem for path in (HERE / "golden").iterdir()) == sorted(one.replace("/", "-") for one in FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_an_erased_body_stays_empty(name: str) -> None:
    assert the_format(name).applied(the_event(b"")).erased


def test_what_is_stored_with_the_event_is_not_computed() -> None:
    assert [the_format(name).is_stored for name in (FULL, BASIC, JMESPATH)] == [True, True, False]


def test_a_body_that_cannot_be_computed_is_a_failure() -> None:
    with pytest.raises(BodyFailure, match=r"^abs\(\) got a value of type string, not number\.$"):
        BodyFormat(JMESPATH, "[abs(name)]").applied(the_event())


def test_each_event_has_the_format_that_was_in_force() -> None:
    usual, second, third = BodyFormat(FULL), BodyFormat(JMESPATH, "[id]"), BodyFormat(BASIC)
    versions = FormatVersions(usual, [FormatVersion(9, third), FormatVersion(4, second)])

    assert [versions.in_force(sequence) for sequence in (1, 3, 4, 8, 9, 99)] == [
        usual,
        usual,
        second,
        second,
        third,
        third,
    ]
    assert versions and versions.newest == third


def test_without_versions_the_usual_format_is_in_force() -> None:
    versions = FormatVersions(BodyFormat(BASIC))

    assert not versions and versions.newest == versions.in_force(1) == BodyFormat(BASIC)

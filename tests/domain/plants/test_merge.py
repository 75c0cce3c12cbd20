"""What a plant takes from another that is merged into it, and gives back."""

from typing import Any

import pytest

from plantstore.domain.errors import Invalid
from plantstore.domain.plants.merge import differing, takeable, taken_values, with_taken, without_taken
from plantstore.domain.plants.plant import PlantFields, as_input, check_fields
from tests.makers import DETAILS


def _plant(**fields: Any) -> PlantFields:
    return check_fields({"name": "Rosa", **fields}, currency_default="EUR")


def test_only_what_the_kept_plant_lacks_can_be_taken() -> None:
    kept = _plant(sku="A", tag="shrub", tags=["old"])
    other = _plant(sku="B", gtin="2000000000015", tag="rose", tags=["new"], price="9.90", stock_quantity=0, **DETAILS)

    assert differing(kept, kept) == []
    assert differing(kept, other)[:3] == ["tag", "sku", "gtin"]
    assert takeable(kept, other) == ["price", "stock_quantity", *DETAILS]
    assert takeable(other, kept) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("sku", "stays reserved"),
        ("gtin", "stays reserved"),
        ("currency", "not a field"),
        ("colour", "not a field"),
        ("name", "its own value"),
        ("tag", "its own value"),
        ("description", "no value"),
        ("compare_at_price", "amounts are in GBP, those of the kept plant in EUR"),
    ],
)
def test_a_field_that_cannot_be_taken_is_refused_with_the_reason(name: str, words: str) -> None:
    kept = _plant(tag="shrub", price="1.00")
    other = _plant(tag="rose", sku="B", currency="GBP", price="2.00", compare_at_price="3.00", family="Rosaceae")

    with pytest.raises(Invalid) as refused:
        taken_values(kept, other, ["family", name])

    [problem] = refused.value.fields
    assert problem.pointer == "/take/1"
    assert words in problem.detail


def test_an_amount_is_taken_with_its_currency() -> None:
    kept, other = _plant(), _plant(price="2.00", currency="GBP", cost="1.00")

    values = taken_values(kept, other, ["price"])

    assert values == {"price": "2.00", "currency": "GBP"}
    assert with_taken(kept, values) == _plant(price="2.00", currency="GBP")


def test_what_was_taken_is_given_back_unless_it_was_edited() -> None:
    kept, other = _plant(), _plant(price="2.00", currency="GBP", tag="rose", tags=["new"], **DETAILS)
    values = taken_values(kept, other, takeable(kept, other))
    taken = with_taken(kept, values)

    assert without_taken(taken, values) == kept
    edited = check_fields({**as_input(taken), "price": "4.00", "tag": "shrub"}, currency_default="EUR")
    assert without_taken(edited, values) == _plant(price="4.00", currency="GBP", tag="shrub")
    assert without_taken(kept, values) == kept

"""The supplier of a plant, and the supplier's own code for it. Only people who may see costs may see them."""

from collections.abc import Mapping
from dataclasses import dataclass

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.checks import Check, text
from plantstore.domain.plants.objects import check_object

NAME_CHARS_MAX = 100
CODE_CHARS_MAX = 64  # as long as a SKU


@dataclass(frozen=True, slots=True, kw_only=True)
class Supplier:
    """A supplier's name, and the code under which the supplier sells the plant; either may be None."""

    name: str | None = None
    code: str | None = None


def check_supplier(value: object, pointer: str, problems: list[FieldError]) -> Supplier | None:
    """Check an object of a name and a code. Return None if it has neither; append a problem for each wrong value."""
    example = '{"name": "Hillside Nursery", "code": "HYD-5"}'
    supplier = Supplier(**check_object(value, pointer, problems, checks=_CHECKS, example=example))
    return None if supplier == _NO_SUPPLIER else supplier


def write_supplier(supplier: Supplier | None) -> dict[str, str | None] | None:
    """Return the supplier as a JSON object, in the form that `check_supplier` accepts; None if there is none."""
    return None if supplier is None else {"name": supplier.name, "code": supplier.code}


_NO_SUPPLIER = Supplier()
_CHECKS: Mapping[str, Check] = {"name": text(NAME_CHARS_MAX), "code": text(CODE_CHARS_MAX)}

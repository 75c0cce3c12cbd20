"""The keys by which lists of plants are sorted by name and by price."""

from plantstore.domain.plants.names.keys import fold
from plantstore.domain.plants.pot_size import parse_pot_size

NAME_KEY_CHARS = 60  # of a name of at most 255 characters; names that agree so far are sorted by id
PRICE_DECIMALS = 3  # the most that any currency has


def name_key(name: str) -> str:
    """Return the key by which a name is sorted and found. Case, accents and hyphens do not matter.

    >>> name_key("Échinacea  Jean-Marie")
    'echinacea jean marie'
    """
    return fold(name)[:NAME_KEY_CHARS]


def price_order(price: str) -> int:
    """Return a price, as `check_price` returns it, in thousandths. The currency is not part of it.

    >>> price_order("24.9"), price_order("7")
    (24900, 7000)
    """
    whole, _, decimals = price.partition(".")
    return int(whole + decimals.ljust(PRICE_DECIMALS, "0"))


def pot_order(pot_size: str | None) -> int | None:
    """Return the number by which plants are sorted by pot size; None if there is no pot size."""
    found = None if pot_size is None else parse_pot_size(pot_size)
    return None if found is None else found.sort_key

"""Finds a pot size at the end of a plant's name, as in "Hosta 'June' 5 L", only where it cannot mean anything else."""

import re

from plantstore.domain.plants.pot_size import parse_pot_size

_END = re.compile(
    r"(?P<name>.*\S)[ ,;(\[-]+(?P<pot>"
    r"[0-9]{1,4}(?:[.,][0-9]{1,2})? ?(?:l|lt|ltr|lts|litres?|liters?|gal|gallons?)(?: ?(?:pot|container))?"
    r"|(?:c|clt) ?[0-9]{1,3}(?:[.,][0-9])?|p ?[0-9]{1,2}"
    r"|[0-9]{1,2}(?:[.,][0-9])? ?cm ?pot)[)\]]?",
    re.IGNORECASE,
)


def split_pot(text: str) -> tuple[str, str] | None:
    """Return a name without the pot size at its end, and the pot size; None if it has none for certain.

    Centimetres without the word "pot" or a P may be the height of the plant, so they are not taken.

    >>> split_pot("Hydrangea paniculata 'Limelight' 5 L"), split_pot("Ficus lyrata 60 cm")
    (("Hydrangea paniculata 'Limelight'", '5 L'), None)
    """
    found = _END.fullmatch(text)
    pot = parse_pot_size(found["pot"]) if found is not None else None
    if found is None or pot is None or pot.notes:
        return None
    return found["name"].rstrip(" ,;-"), pot.text

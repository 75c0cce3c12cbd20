"""The images of a plant in the form that orders, describes, removes and adds them: a row for each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plantstore.domain.plants.image import IMAGES_MAX
from plantstore.web.console.forms import Form

IMAGES = "images"
NEW_URL, NEW_ALT = "image-new-url", "image-new-alt"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageRow:
    """An image in the form. `number` is its place before, from 1; `place` the chosen one."""

    number: int
    url: str
    alt: str
    place: int
    removed: bool = False


def image_rows(plant: Mapping[str, Any]) -> list[ImageRow]:
    """Return the rows for the images of a plant in the API's JSON."""
    return [
        ImageRow(number=number, url=one["url"], alt=one.get("alt") or "", place=number)
        for number, one in enumerate(plant[IMAGES], 1)
    ]


def rows_in(form: Form) -> list[ImageRow]:
    """Return the rows in a submitted form."""
    return [
        ImageRow(
            number=number,
            url=form.get(f"image-{number}-url"),
            alt=form.get(f"image-{number}-alt"),
            place=form.number(f"image-{number}-place") or number,
            removed=f"image-{number}-remove" in form,
        )
        for number in range(1, IMAGES_MAX + 1)
        if form.get(f"image-{number}-url")
    ]


def images_in(form: Form) -> str:
    """Return the images in a submitted form as the text of the field `images`: a line for each, in the chosen order."""
    rows = sorted((one for one in rows_in(form) if not one.removed), key=_rank)
    lines = [_line(one.url, one.alt) for one in rows]
    return "\n".join([*lines, *filter(None, [_line(form.get(NEW_URL), form.get(NEW_ALT))])])


def with_added(mine: str, was: str, theirs: str) -> str:
    """Return `mine` and the images that someone else has added since `was`. All are texts of the field `images`.

    >>> with_added("b Red", "a\\nb", "a\\nb\\nc Leaf")
    'b Red\\nc Leaf'
    """
    known = {_url(line) for line in (*was.split("\n"), *mine.split("\n"))}
    added = [line for line in theirs.split("\n") if _url(line) not in known]
    return "\n".join(filter(None, [mine, *added]))


def _url(line: str) -> str:
    return line.partition(" ")[0]


def _rank(row: ImageRow) -> tuple[int, int]:
    """Sort by the chosen places. An image that is moved up comes before the one at its new place."""
    return row.place, (row.place > row.number) - (row.place < row.number)


def _line(url: str, alt: str) -> str:
    return f"{url} {' '.join(alt.split())}".strip()

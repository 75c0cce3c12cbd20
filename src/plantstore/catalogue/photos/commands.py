"""Commands on photos, each in the caller's transaction: check whether one may be added, and add it to a plant."""

from dataclasses import dataclass, replace

from plantstore.catalogue.changes import store_change
from plantstore.catalogue.commands import find
from plantstore.catalogue.photos.conversion import Pictures
from plantstore.domain.errors import Conflict, FieldError, Invalid
from plantstore.domain.plants import plant as rules
from plantstore.domain.plants.checks import clean_text
from plantstore.domain.plants.image import ALT_CHARS_MAX, IMAGES_MAX, Image
from plantstore.domain.plants.photo import Photo, PhotoKey, key_of_path, path_of
from plantstore.domain.plants.plant import Plant
from plantstore.storage.database import Transaction
from plantstore.storage.tables import photos


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantPhoto:
    """A photo of a plant, with its place among the plant's images, from 0, and the words that describe it."""

    photo: Photo
    plant: Plant
    place: int
    alt: str | None


def clean_alt(text: str | None) -> str | None:
    """Return the words that describe a photo; None for none. Raise Invalid if they are wrong."""
    problems: list[FieldError] = []
    cleaned = None if text is None else clean_text(text, "/alt", problems, chars_max=ALT_CHARS_MAX, chars_min=0)
    if problems:
        raise Invalid(fields=tuple(problems))
    return cleaned or None


def check_room(
    tx: Transaction, plant_id: int, content_hash: str | None, *, version: int | None, bytes_max: int
) -> PlantPhoto | None:
    """Raise the error for which no photo can be added to a plant. Return the same photo if the plant has it already.

    Without `content_hash`, the upload is not known yet. `bytes_max` is the limit of all photos of the store.
    """
    plant = find(tx, plant_id, version=version)
    same = None if content_hash is None else _same(tx, plant, content_hash)
    if same is not None:
        return same
    _check_place(plant)
    if photos.totals(tx)[1] >= bytes_max:
        raise Conflict(
            f"The photos of this store have reached {bytes_max:,} bytes (PLANTSTORE_PHOTOS_BYTES_MAX). Remove photos, "
            "or raise the setting."
        )
    return None


def add_photo(
    tx: Transaction,
    plant_id: int,
    *,
    key: PhotoKey,
    content_hash: str,
    pictures: Pictures,
    alt: str | None,
    version: int | None,
    bytes_max: int,
) -> PlantPhoto:
    """Add a converted photo to the end of a plant's images: a new version of the plant, and no event.

    If the plant has the same photo already, change nothing and return that one. Raise Conflict if the store has no room
    for photos, and Invalid if the plant has too many images.
    """
    same = check_room(tx, plant_id, content_hash, version=version, bytes_max=bytes_max)
    if same is not None:
        return same
    plant = find(tx, plant_id)
    photo = Photo(
        key=key,
        plant_id=plant_id,
        content_hash=content_hash,
        size_bytes=pictures.size_bytes,
        width=pictures.width,
        height=pictures.height,
        made_at=tx.now,
        made_by=tx.author.actor,
    )
    photos.insert(tx, photo)
    images = (*plant.fields.images, Image(url=path_of(key), alt=alt))
    changed = rules.changed(plant, replace(plant.fields, images=images), now=tx.now)
    store_change(tx, plant, changed)
    return PlantPhoto(photo=photo, plant=changed, place=len(images) - 1, alt=alt)


def photos_of(tx: Transaction, plant: Plant) -> list[PlantPhoto]:
    """Return the photos of a plant that the store keeps, in the order of its images."""
    found = photos.of_plant(tx, plant.id)
    keys = [(place, image.alt, key_of_path(image.url)) for place, image in enumerate(plant.fields.images)]
    return [
        PlantPhoto(photo=found[key], plant=plant, place=place, alt=alt)
        for place, alt, key in keys
        if key is not None and key in found
    ]


def _same(tx: Transaction, plant: Plant, content_hash: str) -> PlantPhoto | None:
    return next((one for one in photos_of(tx, plant) if one.photo.content_hash == content_hash), None)


def _check_place(plant: Plant) -> None:
    if len(plant.fields.images) >= IMAGES_MAX:
        detail = f"A plant has at most {IMAGES_MAX} images. Remove one first."
        raise Invalid(detail, fields=(FieldError(pointer="/images", code="items", detail=detail),))

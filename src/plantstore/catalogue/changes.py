"""Stores a changed plant, together with the entry of its history. Every command that changes plants does it here."""

from dataclasses import replace

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plants.fields import PlantFields
from plantstore.domain.plants.history import change_of
from plantstore.domain.plants.image import photo_keys
from plantstore.domain.plants.photo import PhotoKey, key_of_path
from plantstore.domain.plants.plant import Plant
from plantstore.storage.database import Transaction
from plantstore.storage.tables import photos, plant_history, plants


def store_change(tx: Transaction, before: Plant, after: Plant) -> None:
    """Store the new version of a plant, and what differs from the version before, with the transaction's author.

    Raise Invalid if it has a photo that does not exist.
    """
    if before.fields.images != after.fields.images:
        ours, theirs = photo_keys(before.fields.images), photo_keys(after.fields.images)
        _check_found(after, photos.add_to_images(tx, after.id, theirs - ours))
        photos.remove_from_images(tx, after.id, ours - theirs)
    plants.update(tx, after)
    plant_history.add(tx, change_of(before, after, author=tx.author), version_before=before.version)


def note_new_photos(tx: Transaction, plant: Plant) -> None:
    """Note which photos a new plant has. Raise Invalid if one does not exist."""
    keys = photo_keys(plant.fields.images)
    if keys:
        _check_found(plant, photos.add_to_images(tx, plant.id, keys))


def without_missing_photos(tx: Transaction, fields: PlantFields) -> PlantFields:
    """Return the fields without photos that do not exist: an old version may have one that was deleted since."""
    keys = photo_keys(fields.images) if fields.images else set()
    missing = keys - photos.find_many(tx, keys).keys()
    if not missing:
        return fields
    return replace(fields, images=tuple(image for image in fields.images if key_of_path(image.url) not in missing))


def _check_found(plant: Plant, missing: set[PhotoKey]) -> None:
    """Raise Invalid with the place of each image whose photo is missing."""
    if missing:
        detail = "This photo does not exist, or was deleted. Upload it again."
        places = (place for place, image in enumerate(plant.fields.images) if key_of_path(image.url) in missing)
        raise Invalid(
            fields=tuple(FieldError(pointer=f"/images/{place}/url", code="photo", detail=detail) for place in places)
        )

"""Stores a changed plant, together with the entry of its history. Every command that changes plants does it here."""

from plantstore.domain.plants.history import change_of
from plantstore.domain.plants.plant import Plant
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plant_history, plants


def store_change(tx: Transaction, before: Plant, after: Plant) -> None:
    """Store the new version of a plant, and what differs from the version before, with the transaction's author."""
    plants.update(tx, after)
    plant_history.add(tx, change_of(before, after, author=tx.author), version_before=before.version)

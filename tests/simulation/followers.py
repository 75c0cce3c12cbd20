"""Clients that follow a store of several processes: the feed of attempts, and the changes of plants.

They continue after each commit from their last position, so they miss any row that becomes visible before it.
"""

import random
from contextlib import closing

from plantstore.catalogue.commands import Catalogue
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.tables import attempt_pages, plant_changes, plants
from tests.simulation.invariants import check
from tests.still_clock import StillClock

PAGE = 3  # small, so that reads reach the end of a page
CHANGES_MAX = 3  # changes of plants between two steps of a scenario


class Followers:
    """The attempts and the plants, each with its version, that a client has read, and its position in both feeds."""

    def __init__(self) -> None:
        self._after = self._changed_after = 0
        self._attempts: set[int] = set()
        self._versions: dict[int, int] = {}

    def read_on(self, tx: Transaction) -> None:
        while places := attempt_pages.next_positions(tx, after=self._after, limit=PAGE):
            self._attempts.update(place.attempt_id for place in places)
            self._after = places[-1].position
        while changes := plant_changes.next_changes(tx, after=self._changed_after, limit=PAGE):
            found = plants.find_many(tx, [change.plant_id for change in changes])
            self._versions |= {plant_id: plant.version for plant_id, plant in found.items()}
            self._changed_after = changes[-1].number

    def check(self, tx: Transaction) -> None:
        """Compare with the tables."""
        recorded = {attempt_id for (attempt_id,) in tx.execute("SELECT id FROM attempts")}
        check(recorded == self._attempts, "S25", f"missed {sorted(recorded - self._attempts)} after {self._after}")
        versions: dict[int, int] = dict(tx.execute("SELECT id, version FROM plants"))
        wrong = sorted(one for one, version in versions.items() if self._versions.get(one) != version)
        check(not wrong, "S26", f"the follower at {self._changed_after} has outdated versions of {wrong}")


def change_plants(engine: Engine, catalogue: Catalogue, clock: StillClock, chance: random.Random) -> None:
    """Change some plants without the processes of the scenario and without its random numbers."""
    with closing(engine.connect_writer()) as connection:
        connection.begin_write()
        tx = Transaction(connection, clock.now())
        ids = [plant_id for (plant_id,) in tx.execute("SELECT id FROM plants ORDER BY id")]
        for plant_id in chance.sample(ids, min(len(ids), chance.randint(0, CHANGES_MAX))):
            catalogue.change_plant(tx, plant_id, {"stock_quantity": chance.randrange(100)}, version=None)
        tx.run_pre_commit_hooks()
        connection.commit()

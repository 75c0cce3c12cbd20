"""Faults of the bodies that receivers have instead of the stored ones, and of their formats, which people change."""

import json
from functools import partial

from plantstore.domain.event import Event
from plantstore.storage.database import Transaction
from plantstore.storage.tables import plants
from tests.simulation.mutant import Mutant

_formats = partial(Mutant, part="formats", lane="formats")

FORMAT_MUTANTS = (
    _formats(
        "a changed format alters events that were attempted",
        file="delivery/body_sender.py",
        old="        body_format = self._formats.in_force(event.sequence)\n",
        new="        body_format = self._formats.newest\n",
    ),
    _formats(
        "a format is put in force behind the cursor",
        file="storage/queries/version_changes.py",
        old="        receiver_formats.put(tx, receiver_id, first=first, format=receiver.body_format)\n",
        new="        receiver_formats.put(tx, receiver_id, first=max(1, first - 2), format=receiver.body_format)\n",
    ),
    _formats(
        "the format before a change is forgotten",
        file="receivers/payloads.py",
        old="        receiver_formats.keep(tx, receiver)\n",
        new="        pass\n",
    ),
    _formats(
        "a body is made from the plant as it is now",
        file="delivery/body_sender.py",
        old="database.read(lambda _tx: _applied(body_format, event))\n",
        new="database.read(lambda tx: _applied(body_format, "
        "__import__('tests.simulation.format_mutants', fromlist=['one']).as_it_is_now(tx, event)))\n",
    ),
    _formats(
        "an event without a body is sent as it is stored",
        file="delivery/body_sender.py",
        old="    except BodyFailure as failure:\n        return failure\n",
        new="    except BodyFailure:\n        return event\n",
    ),
    _formats(
        "a body that was computed before a pause is sent",
        file="delivery/body_sender.py",
        old="        elif computed is None or not self._may_send() or",
        new="        elif computed is None or",
        first=21,
    ),
    _formats(
        "an event without a body is tried again",
        file="domain/deliveries/delivery.py",
        old="    if outcome.kind is OutcomeKind.BODY_FAILED:  #",
        new="    if False:  #",
    ),
    _formats(
        "a new format waits until the program is started again",
        file="delivery/dispatcher.py",
        old="        if worker is not None and snapshot.version_is_new:\n",
        new="        if False:\n",
    ),
)


def as_it_is_now(tx: Transaction, event: Event) -> Event:
    """Return an event with the present name and stock of its plant, as one of the faults does."""
    plant = plants.find(tx, event.plant_id)
    if plant is None or event.erased:
        return event
    record = json.loads(event.body) | {"name": plant.fields.name, "stock_quantity": plant.fields.stock_quantity}
    return event._replace(body=json.dumps(record).encode())

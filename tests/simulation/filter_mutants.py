"""Faults of receivers' filters: in what a changed filter applies to, and in the match that a request names."""

from functools import partial

from tests.simulation.mutant import Mutant

_filters = partial(Mutant, part="filters", lane="filters")

FILTER_MUTANTS = (
    _filters(
        "a filter change skips events that the old filter left out",
        file="storage/queries/version_changes.py",
        old="        filter_pages.forget(tx, receiver, first=first)\n",
        new="",
        first=9,
    ),
    _filters(
        "a filter change skips events between recorded ones",
        file="delivery/receiver_log.py",
        old="        self._read_to = checkpoint.cursor\n",
        new="        self._read_to = max([checkpoint.cursor, *checkpoint.settled])\n",
        first=37,
    ),
    _filters(
        "a filter comes into force while a request is in flight",
        file="delivery/dispatcher.py",
        old="        if replaced is not None and not replaced.is_idle:\n",
        new="        if False:\n",
        first=1,
    ),
    _filters(
        "a filter change applies to the event of a failed probe",
        file="storage/queries/version_changes.py",
        old="| attempts.made_after(tx, receiver_id, receiver.cursor).keys()\n",
        new="\n",
        first=78,
    ),
    _filters(
        "results of the filter before a change are stored",
        file="storage/tables/filter_pages.py",
        old="        if [*versions[receiver.id]] != [*evaluated] or _newest(tx, receiver) != base:\n",
        new="        if _newest(tx, receiver) != base:\n",
        first=24,
    ),
    _filters(
        "the match before is that of the version before",
        file="delivery/receiver_snapshot.py",
        old="last_match=filtered_events.last_match(tx, receiver, until=receiver.cursor) if",
        new="last_match=receiver.cursor if",
        first=2,
    ),
    _filters(
        "a worker that lost its lease stores a cursor",
        file="delivery/recorder.py",
        old="updates.items() if receiver_id not in stale}",
        new="updates.items() if receiver_id not in stale"
        " or receiver_id not in {one.attempt.receiver_id for one in batch}}",
        lane="filters-crowd",
        first=22,
    ),
)

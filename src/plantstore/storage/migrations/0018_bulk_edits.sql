-- Bulk edits. `selection`, `changes`, `report`, `conflict_plants` and `kept_edits` are JSON that only Python reads.
CREATE TABLE bulk_edits (
    id               TEXT PRIMARY KEY,
    state            TEXT NOT NULL CHECK (state IN ('checking', 'checked', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
    selection        TEXT NOT NULL,
    changes          TEXT NOT NULL,
    asked_by         TEXT NOT NULL,
    asked_at         INTEGER NOT NULL,
    worked_at        INTEGER NOT NULL,
    report           TEXT NOT NULL,
    changing         INTEGER NOT NULL,
    unchanged        INTEGER NOT NULL,
    refused          INTEGER NOT NULL,
    adding           INTEGER NOT NULL CHECK (adding <= changing),
    checked_to       INTEGER NOT NULL,
    batches          INTEGER NOT NULL,
    position         INTEGER NOT NULL CHECK (position <= batches),
    updated          INTEGER NOT NULL,
    conflicts        INTEGER NOT NULL CHECK (updated + conflicts <= changing),
    conflict_plants  TEXT NOT NULL,
    reverted_to      INTEGER NOT NULL,
    reverted         INTEGER NOT NULL,
    kept_edits       TEXT NOT NULL,
    run_by           TEXT,
    run_by_name      TEXT,
    error            TEXT NOT NULL,
    confirmed_at     INTEGER,
    ended_at         INTEGER CHECK ((ended_at IS NULL) = (state IN ('checking', 'checked', 'running')))
) STRICT;

CREATE INDEX bulk_edits_moving ON bulk_edits (state, id) WHERE state IN ('checking', 'checked', 'running', 'undoing');
CREATE INDEX bulk_edits_age ON bulk_edits (asked_at);

-- The plants that a checked bulk edit changes, some 50 in each row: `plants` is a JSON list of their ids and versions.
-- A row is deleted with the commit that changes its plants.
CREATE TABLE bulk_edit_batches (
    bulk_edit_id  TEXT NOT NULL,
    number        INTEGER NOT NULL CHECK (number >= 0),
    plants        TEXT NOT NULL,
    PRIMARY KEY (bulk_edit_id, number)
) STRICT;

-- Changes can now be made by a bulk edit, whose id is in `import_id`.
CREATE TABLE plant_history_of_bulk_edits (
    plant_id    INTEGER NOT NULL,
    version     INTEGER NOT NULL CHECK (version >= 2),
    at          INTEGER NOT NULL,
    actor       TEXT NOT NULL,
    actor_name  TEXT NOT NULL,
    way         TEXT NOT NULL CHECK (way IN ('api', 'console', 'import', 'bulk', 'undo', 'store')),
    import_id   TEXT CHECK ((import_id IS NOT NULL) = (way IN ('import', 'bulk', 'undo'))),
    changes     TEXT,
    costs       TEXT CHECK (changes IS NOT NULL OR costs IS NOT NULL),
    PRIMARY KEY (plant_id, version)
) STRICT;

INSERT INTO plant_history_of_bulk_edits (plant_id, version, at, actor, actor_name, way, import_id, changes, costs)
SELECT plant_id, version, at, actor, actor_name, way, import_id, changes, costs FROM plant_history;
DROP TABLE plant_history;
ALTER TABLE plant_history_of_bulk_edits RENAME TO plant_history;

CREATE INDEX plant_history_at ON plant_history (at, plant_id, version);
CREATE INDEX plant_history_public ON plant_history (at, plant_id, version) WHERE changes IS NOT NULL;
CREATE INDEX plant_history_import ON plant_history (import_id, plant_id, version) WHERE import_id IS NOT NULL;

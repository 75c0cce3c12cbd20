-- Who changed which fields of which plant. Plants that were changed before have no rows for those changes.

-- `changes` is a JSON object of the values before and after by field; `costs` is the same for costs and suppliers, which
-- fewer people may see. NULL if there are none.
CREATE TABLE plant_history (
    plant_id    INTEGER NOT NULL,
    version     INTEGER NOT NULL CHECK (version >= 2),
    at          INTEGER NOT NULL,
    actor       TEXT NOT NULL,
    actor_name  TEXT NOT NULL,
    way         TEXT NOT NULL CHECK (way IN ('api', 'console', 'import', 'undo', 'store')),
    import_id   TEXT CHECK ((import_id IS NOT NULL) = (way IN ('import', 'undo'))),
    changes     TEXT,
    costs       TEXT CHECK (changes IS NOT NULL OR costs IS NOT NULL),
    PRIMARY KEY (plant_id, version)
) STRICT;

CREATE INDEX plant_history_at ON plant_history (at, plant_id, version);
CREATE INDEX plant_history_public ON plant_history (at, plant_id, version) WHERE changes IS NOT NULL;
CREATE INDEX plant_history_import ON plant_history (import_id, plant_id, version) WHERE import_id IS NOT NULL;

-- Who created plants: one row for consecutive plants of one commit, so that an import costs no row per plant.
CREATE TABLE plant_creations (
    first       INTEGER PRIMARY KEY,
    last        INTEGER NOT NULL CHECK (last >= first),
    at          INTEGER NOT NULL,
    actor       TEXT NOT NULL,
    actor_name  TEXT NOT NULL,
    way         TEXT NOT NULL CHECK (way IN ('api', 'console', 'import', 'undo', 'store')),
    import_id   TEXT CHECK ((import_id IS NOT NULL) = (way IN ('import', 'undo')))
) STRICT;

CREATE INDEX plant_creations_at ON plant_creations (at);

-- The token that confirmed an import or, later, the one that requested its undo.
ALTER TABLE imports ADD COLUMN run_by TEXT;
ALTER TABLE imports ADD COLUMN run_by_name TEXT;

-- The second part of an undo, after the added plants: the last changed plant processed, how many got old values back,
-- and a JSON list of those that keep later edits.
ALTER TABLE imports ADD COLUMN reverted_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN reverted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN kept_edits TEXT NOT NULL DEFAULT '';

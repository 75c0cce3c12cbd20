-- The plant into which an archived plant was merged, because both were the same; NULL for other plants.
ALTER TABLE plants ADD COLUMN merged_into INTEGER;
CREATE INDEX plants_merged ON plants (merged_into, id) WHERE merged_into IS NOT NULL;

-- What undoing a merge needs, as long as the activity log is kept. `taken` is a JSON object of the values that the kept
-- plant took from the other one, by field.
CREATE TABLE merges (
    plant_id    INTEGER PRIMARY KEY,
    kept_id     INTEGER NOT NULL,
    was_active  INTEGER NOT NULL CHECK (was_active IN (0, 1)),
    taken       TEXT NOT NULL,
    merged_at   INTEGER NOT NULL,
    merged_by   TEXT NOT NULL
) STRICT;

CREATE INDEX merges_at ON merges (merged_at);

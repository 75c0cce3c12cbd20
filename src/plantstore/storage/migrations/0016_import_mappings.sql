-- Columns that a person chose for a file and confirmed, for the next file with the same headings. `key` is a hash of
-- the headings; `map` is the JSON of the fields and their headings.
CREATE TABLE import_mappings (
    key           TEXT PRIMARY KEY,
    map           TEXT NOT NULL,
    confirmed_at  INTEGER NOT NULL
) STRICT;

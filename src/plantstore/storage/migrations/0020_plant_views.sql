-- Named filters of the list of plants, which all people in the shop share. `name_key` is the name as it is compared;
-- `query` is the JSON of the parameters as they were written.
CREATE TABLE plant_views (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    name_key    TEXT NOT NULL UNIQUE,
    query       TEXT NOT NULL,
    version     INTEGER NOT NULL CHECK (version >= 1),
    created_by  TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL
) STRICT;

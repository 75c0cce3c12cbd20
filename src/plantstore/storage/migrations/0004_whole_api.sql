-- Search and lists of plants.

-- The words of each plant (storage/tables/search_index.py); rowid is the plant's id. Each engine has its own kind of
-- full-text index for this table; it takes INSERT and DELETE by rowid in all of them.
CREATE VIRTUAL TABLE plant_words USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');

-- Two segments of the same size are merged, because a search looks up each word in each segment.
INSERT INTO plant_words (plant_words, rank) VALUES ('usermerge', 2);

-- Every word of letters that a plant ever had, to expand prefixes.
CREATE TABLE plant_vocabulary (
    word  TEXT PRIMARY KEY
) STRICT;

-- Most plants are active, and found by a scan; the others are few.
CREATE INDEX plants_not_active ON plants (status, id) WHERE status <> 'active';

-- Imports of plant lists. Files are in DATA/imports; `report` and `options` are JSON that only Python reads. `position`
-- is written in the transaction of the rows that it counts, so that a kill repeats nothing.

CREATE TABLE imports (
    id            TEXT PRIMARY KEY,
    state         TEXT NOT NULL CHECK (state IN
                      ('checking', 'checked', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
    name          TEXT NOT NULL,
    options       TEXT NOT NULL,
    content_hash  TEXT NOT NULL,
    size_bytes    INTEGER NOT NULL CHECK (size_bytes >= 0),
    report        TEXT NOT NULL,
    new           INTEGER NOT NULL CHECK (new >= 0),
    new_active    INTEGER NOT NULL CHECK (new_active BETWEEN 0 AND new),
    changed       INTEGER NOT NULL CHECK (changed >= 0),
    present       INTEGER NOT NULL CHECK (present >= 0),
    alike         INTEGER NOT NULL CHECK (alike >= 0),
    bad           INTEGER NOT NULL CHECK (bad >= 0),
    ignored       INTEGER NOT NULL CHECK (ignored >= 0),
    position      INTEGER NOT NULL CHECK (position >= 0),
    added         INTEGER NOT NULL CHECK (added >= 0),
    updated       INTEGER NOT NULL CHECK (updated >= 0),
    skipped       INTEGER NOT NULL CHECK (skipped >= 0),
    undone_to     INTEGER NOT NULL CHECK (undone_to >= 0),
    archived      INTEGER NOT NULL CHECK (archived >= 0),
    kept          INTEGER NOT NULL CHECK (kept >= 0),
    error         TEXT NOT NULL,
    asked_by      TEXT NOT NULL,
    asked_at      INTEGER NOT NULL,
    confirmed_at  INTEGER,
    ended_at      INTEGER,
    CHECK (added <= new AND updated <= changed AND added + updated + skipped <= new + changed)
) STRICT;

CREATE INDEX imports_moving ON imports (state, id) WHERE state IN ('checking', 'checked', 'running', 'undoing');
CREATE INDEX imports_content ON imports (content_hash, id);
CREATE INDEX imports_age ON imports (asked_at);

-- The plants that an import has added: those of one commit have consecutive ids.
CREATE TABLE import_ranges (
    import_id  TEXT NOT NULL,
    first      INTEGER NOT NULL,
    last       INTEGER NOT NULL CHECK (last >= first),
    PRIMARY KEY (import_id, first)
) STRICT;

-- A row without SKU and GTIN is identified by its name.
CREATE INDEX plants_name ON plants (name);

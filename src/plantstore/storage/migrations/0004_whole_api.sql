-- Search and lists of plants.

-- Which words a plant has, as its index of words (storage/tables/search_index.py) keeps them: rowid is the plant's number. This is the
-- one table that each engine has in a way of its own; it takes INSERT and DELETE by rowid in all of them.
CREATE VIRTUAL TABLE plant_words USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');

-- Its parts are merged as soon as two are of a size: a search looks each word up in each part.
INSERT INTO plant_words (plant_words, rank) VALUES ('usermerge', 2);

-- Every word of letters that a plant ever had: what the beginning of a word can stand for.
CREATE TABLE plant_vocabulary (
    word  TEXT PRIMARY KEY
) STRICT;

-- Active plants are many, and found by walking over them; the others are few.
CREATE INDEX plants_not_active ON plants (status, id) WHERE status <> 'active';

-- Imports: lists of plants that somebody uploaded. Files lie in DATA/imports; `report` and `options` are JSON that only
-- Python reads. `position` and what it stands for are written in one transaction, so that a kill repeats nothing.

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

-- Which plants an import has added: plants of one commit have numbers in a row.
CREATE TABLE import_ranges (
    import_id  TEXT NOT NULL,
    first      INTEGER NOT NULL,
    last       INTEGER NOT NULL CHECK (last >= first),
    PRIMARY KEY (import_id, first)
) STRICT;

-- A row of a list without SKU and GTIN is known by its name.
CREATE INDEX plants_name ON plants (name);

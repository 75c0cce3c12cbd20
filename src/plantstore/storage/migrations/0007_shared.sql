-- Several processes on one store: which there are, and which sends to which receivers. Unused by a single process.

-- A receiver's id determines its shard. `epoch` rises with every change of owner. `is_clean`: the last owner released the
-- shard with no requests in flight; else they may still arrive for as long as an attempt may take.
CREATE TABLE shards (
    shard     INTEGER PRIMARY KEY CHECK (shard BETWEEN 0 AND 63),
    owner     TEXT,
    epoch     INTEGER NOT NULL CHECK (epoch >= 0),
    is_clean  INTEGER NOT NULL CHECK (is_clean IN (0, 1))
) STRICT;

INSERT INTO shards (shard, owner, epoch, is_clean) VALUES
    (0, NULL, 0, 1), (1, NULL, 0, 1), (2, NULL, 0, 1), (3, NULL, 0, 1), (4, NULL, 0, 1), (5, NULL, 0, 1),
    (6, NULL, 0, 1), (7, NULL, 0, 1), (8, NULL, 0, 1), (9, NULL, 0, 1), (10, NULL, 0, 1), (11, NULL, 0, 1),
    (12, NULL, 0, 1), (13, NULL, 0, 1), (14, NULL, 0, 1), (15, NULL, 0, 1), (16, NULL, 0, 1), (17, NULL, 0, 1),
    (18, NULL, 0, 1), (19, NULL, 0, 1), (20, NULL, 0, 1), (21, NULL, 0, 1), (22, NULL, 0, 1), (23, NULL, 0, 1),
    (24, NULL, 0, 1), (25, NULL, 0, 1), (26, NULL, 0, 1), (27, NULL, 0, 1), (28, NULL, 0, 1), (29, NULL, 0, 1),
    (30, NULL, 0, 1), (31, NULL, 0, 1), (32, NULL, 0, 1), (33, NULL, 0, 1), (34, NULL, 0, 1), (35, NULL, 0, 1),
    (36, NULL, 0, 1), (37, NULL, 0, 1), (38, NULL, 0, 1), (39, NULL, 0, 1), (40, NULL, 0, 1), (41, NULL, 0, 1),
    (42, NULL, 0, 1), (43, NULL, 0, 1), (44, NULL, 0, 1), (45, NULL, 0, 1), (46, NULL, 0, 1), (47, NULL, 0, 1),
    (48, NULL, 0, 1), (49, NULL, 0, 1), (50, NULL, 0, 1), (51, NULL, 0, 1), (52, NULL, 0, 1), (53, NULL, 0, 1),
    (54, NULL, 0, 1), (55, NULL, 0, 1), (56, NULL, 0, 1), (57, NULL, 0, 1), (58, NULL, 0, 1), (59, NULL, 0, 1),
    (60, NULL, 0, 1), (61, NULL, 0, 1), (62, NULL, 0, 1), (63, NULL, 0, 1);

-- `beat` rises with every heartbeat; others watch it, and compare no times. `slot` is part of the ids of attempts.
CREATE TABLE processes (
    id          TEXT PRIMARY KEY,
    slot        INTEGER NOT NULL UNIQUE CHECK (slot BETWEEN 0 AND 1023),
    role        TEXT NOT NULL CHECK (role IN ('all', 'api', 'dispatcher')),
    host        TEXT NOT NULL,
    pid         INTEGER NOT NULL,
    version     TEXT NOT NULL,
    address     TEXT NOT NULL,
    started_at  INTEGER NOT NULL,
    lease_us    INTEGER NOT NULL CHECK (lease_us > 0),
    beat        INTEGER NOT NULL CHECK (beat >= 0),
    is_leaving  INTEGER NOT NULL CHECK (is_leaving IN (0, 1))
) STRICT;

-- How often a receiver was changed, so that its owner detects commits of other processes.
ALTER TABLE receivers ADD COLUMN touches INTEGER NOT NULL DEFAULT 0;

-- Many retries become due, or are requested, in the same microsecond: the oldest event comes first.
DROP INDEX retries_due;
DROP INDEX retries_asked;
CREATE INDEX retries_due ON retries (receiver_id, next_attempt_at, sequence) WHERE state = 'waiting';
CREATE INDEX retries_asked ON retries (receiver_id, asked_at, sequence) WHERE asked_at IS NOT NULL;

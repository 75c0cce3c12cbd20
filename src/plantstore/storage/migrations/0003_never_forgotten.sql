-- Failing, slow and paused receivers; replays; the activity log.

-- Settings of a receiver. `resumes` counts how often a person resumed it: breaker states from before that are void.
ALTER TABLE receivers ADD COLUMN paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1));
ALTER TABLE receivers ADD COLUMN resumes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE receivers ADD COLUMN ordered INTEGER NOT NULL DEFAULT 0 CHECK (ordered IN (0, 1));
ALTER TABLE receivers ADD COLUMN max_rate REAL CHECK (max_rate > 0);
-- A receiver that exists only while `plantstore listen` runs on the store's machine.
ALTER TABLE receivers ADD COLUMN ephemeral INTEGER NOT NULL DEFAULT 0 CHECK (ephemeral IN (0, 1));

-- Circuit breakers: a row only while a receiver has a problem. Written by the recorder, never by a command.
CREATE TABLE breakers (
    receiver_id     INTEGER PRIMARY KEY,
    state           TEXT NOT NULL CHECK (state IN ('closed', 'open', 'disabled')),
    reason          TEXT CHECK (reason IN ('gone', 'silent')),
    opened_at       INTEGER,
    open_until      INTEGER,
    pauses          INTEGER NOT NULL CHECK (pauses >= 0),
    silence_us      INTEGER NOT NULL CHECK (silence_us >= 0),
    last_failed_at  INTEGER NOT NULL,
    rest_until      INTEGER,
    CHECK ((state = 'disabled') = (reason IS NOT NULL)),
    CHECK (state = 'closed' OR opened_at IS NOT NULL)
) STRICT;

-- When a person requested a retry of this delivery.
ALTER TABLE retries ADD COLUMN asked_at INTEGER;
CREATE INDEX retries_asked ON retries (receiver_id, asked_at) WHERE asked_at IS NOT NULL;
-- For lists and counts of deliveries, of one receiver and of all.
CREATE INDEX retries_state ON retries (receiver_id, state, sequence);
CREATE INDEX retries_newest ON retries (state, sequence, receiver_id);

ALTER TABLE attempts ADD COLUMN replay_id TEXT;
ALTER TABLE attempts ADD COLUMN detail TEXT;
CREATE INDEX attempts_replay ON attempts (replay_id, sequence) WHERE replay_id IS NOT NULL;

-- Replays that people requested. Everything up to `position` was sent.
CREATE TABLE replays (
    id           TEXT PRIMARY KEY,
    receiver_id  INTEGER NOT NULL,
    first        INTEGER NOT NULL CHECK (first >= 1),
    last         INTEGER NOT NULL CHECK (last >= first),
    only         TEXT NOT NULL CHECK (only IN ('failed', 'all')),
    pace         REAL CHECK (pace > 0),
    state        TEXT NOT NULL CHECK (state IN ('running', 'done', 'cancelled')),
    position     INTEGER NOT NULL,
    total        INTEGER NOT NULL CHECK (total >= 0),
    accepted     INTEGER NOT NULL CHECK (accepted >= 0),
    failed       INTEGER NOT NULL CHECK (failed >= 0),
    asked_by     TEXT NOT NULL,
    asked_at     INTEGER NOT NULL,
    ended_at     INTEGER
) STRICT;

CREATE INDEX replays_receiver ON replays (receiver_id, id);
CREATE INDEX replays_running ON replays (receiver_id, asked_at, id) WHERE state = 'running';

-- The activity log. `actor` is a token's id, or 'store' for what the program did on its own.
CREATE TABLE activity (
    id          INTEGER PRIMARY KEY,
    at          INTEGER NOT NULL,
    actor       TEXT NOT NULL,
    actor_name  TEXT NOT NULL,
    action      TEXT NOT NULL,
    subject     TEXT NOT NULL,
    detail      TEXT NOT NULL
) STRICT;

CREATE INDEX activity_age ON activity (at);
CREATE INDEX activity_actor ON activity (actor, id);
CREATE INDEX activity_action ON activity (action, id);

-- For retention: plants deleted long ago, events that are erased or still needed by a delivery, and replays that
-- have ended.
CREATE INDEX tombstones_age ON tombstones (deleted_at, plant_id);
CREATE INDEX events_erased ON events (sequence) WHERE length(body) = 0;
CREATE INDEX retries_of_event ON retries (sequence) WHERE state <> 'cancelled';
CREATE INDEX replays_ended ON replays (ended_at) WHERE ended_at IS NOT NULL;

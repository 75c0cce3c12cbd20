-- Precomputed figures for pages, however many attempts there are.

-- Outcomes of the attempts that ended in each hour (UTC; `hour_at` is its beginning) for each receiver, and durations
-- of the accepted ones. Written in the transaction that records the attempts.
CREATE TABLE tallies (
    receiver_id       INTEGER NOT NULL,
    hour_at           INTEGER NOT NULL,
    accepted          INTEGER NOT NULL CHECK (accepted >= 0),
    failed            INTEGER NOT NULL CHECK (failed >= 0),
    last_accepted_at  INTEGER,
    up_to_10_ms       INTEGER NOT NULL,
    up_to_20_ms       INTEGER NOT NULL,
    up_to_50_ms       INTEGER NOT NULL,
    up_to_100_ms      INTEGER NOT NULL,
    up_to_200_ms      INTEGER NOT NULL,
    up_to_500_ms      INTEGER NOT NULL,
    up_to_1000_ms     INTEGER NOT NULL,
    up_to_2000_ms     INTEGER NOT NULL,
    up_to_5000_ms     INTEGER NOT NULL,
    up_to_10000_ms    INTEGER NOT NULL,
    up_to_15000_ms    INTEGER NOT NULL,
    longer            INTEGER NOT NULL,
    PRIMARY KEY (receiver_id, hour_at),
    CHECK ((accepted = 0) = (last_accepted_at IS NULL)),
    CHECK (accepted = up_to_10_ms + up_to_20_ms + up_to_50_ms + up_to_100_ms + up_to_200_ms + up_to_500_ms
        + up_to_1000_ms + up_to_2000_ms + up_to_5000_ms + up_to_10000_ms + up_to_15000_ms + longer)
) STRICT;

CREATE INDEX tallies_age ON tallies (hour_at);

-- Every few minutes: how many deliveries were queued in total.
CREATE TABLE levels (
    at       INTEGER PRIMARY KEY,
    waiting  INTEGER NOT NULL CHECK (waiting >= 0)
) STRICT;

-- `next_attempt_at` of an exhausted delivery is when it was exhausted. The state is in the index so that planners use it.
CREATE INDEX retries_given_up ON retries (state, next_attempt_at, receiver_id) WHERE state = 'exhausted';

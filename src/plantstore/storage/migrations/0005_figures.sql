-- Figures that pages show at once, however many attempts there are.

-- Of each receiver and hour (UTC; `hour_at` is its beginning): how the attempts ended that ended in it, and how long the
-- accepted ones took. Written with the attempts, in their transaction.
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

-- Every few minutes: how many deliveries were owed in all.
CREATE TABLE levels (
    at       INTEGER PRIMARY KEY,
    waiting  INTEGER NOT NULL CHECK (waiting >= 0)
) STRICT;

-- A delivery that was given up has the time of that in `next_attempt_at`. With the state in it, this index is the one taken.
CREATE INDEX retries_given_up ON retries (state, next_attempt_at, receiver_id) WHERE state = 'exhausted';

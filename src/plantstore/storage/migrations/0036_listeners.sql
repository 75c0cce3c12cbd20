-- Programs that read the feed and report what the receivers behind them answered. The store sends nothing to them.
CREATE TABLE listeners (
    id           TEXT PRIMARY KEY,
    token_id     TEXT NOT NULL,
    name         TEXT NOT NULL,
    start        INTEGER NOT NULL CHECK (start >= 1),
    created_at   INTEGER NOT NULL,
    reported_at  INTEGER,
    expires_at   INTEGER NOT NULL
) STRICT;

-- What they reported, one row for each event. `status`: NULL if there was no response.
CREATE TABLE reported_outcomes (
    listener_id  TEXT NOT NULL,
    sequence     INTEGER NOT NULL,
    status       INTEGER,
    duration_ms  INTEGER NOT NULL,
    detail       TEXT NOT NULL,
    reported_at  INTEGER NOT NULL,
    PRIMARY KEY (listener_id, sequence)
) STRICT;

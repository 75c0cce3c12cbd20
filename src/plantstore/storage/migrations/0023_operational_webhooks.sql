-- Operational webhooks: what happens to the store itself, for programs of the people who run it. Never in the log of
-- plants. `body` has the bytes that are signed and sent.
CREATE TABLE operational_events (
    id    TEXT PRIMARY KEY,
    type  TEXT NOT NULL,
    at    INTEGER NOT NULL,
    body  BLOB NOT NULL
) STRICT;

CREATE INDEX operational_events_at ON operational_events (at);

-- `types` are separated by spaces. `token`, `secret` and `old_secret` are sealed. `failing_since` is when the first
-- request failed of those since the last accepted one.
CREATE TABLE operational_subscribers (
    id                  TEXT PRIMARY KEY,
    name                TEXT NOT NULL,
    url                 TEXT NOT NULL,
    types               TEXT NOT NULL,
    version             INTEGER NOT NULL CHECK (version >= 1),
    token               BLOB NOT NULL,
    secret              BLOB NOT NULL,
    old_secret          BLOB,
    old_secret_ends_at  INTEGER CHECK ((old_secret IS NULL) = (old_secret_ends_at IS NULL)),
    created_by          TEXT NOT NULL,
    created_at          INTEGER NOT NULL,
    updated_at          INTEGER NOT NULL,
    disabled_at         INTEGER,
    disabled_reason     TEXT CHECK ((disabled_reason IS NULL) = (disabled_at IS NULL)),
    failing_since       INTEGER
) STRICT;

-- An event for one subscriber. `began_at` is when its retry schedule began.
CREATE TABLE operational_deliveries (
    subscriber_id    TEXT NOT NULL,
    event_id         TEXT NOT NULL,
    state            TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'given_up')),
    attempts         INTEGER NOT NULL CHECK (attempts >= 0),
    began_at         INTEGER NOT NULL,
    next_attempt_at  INTEGER NOT NULL,
    last_attempt_at  INTEGER,
    last_outcome     TEXT,
    last_status      INTEGER,
    last_detail      TEXT NOT NULL,
    ended_at         INTEGER CHECK ((ended_at IS NULL) = (state = 'waiting')),
    PRIMARY KEY (subscriber_id, event_id)
) STRICT;

CREATE INDEX operational_deliveries_due ON operational_deliveries (subscriber_id, next_attempt_at) WHERE state = 'waiting';
CREATE INDEX operational_deliveries_event ON operational_deliveries (event_id);

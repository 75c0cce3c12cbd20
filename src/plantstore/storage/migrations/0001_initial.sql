-- The initial schema. Times are whole microseconds since 1970 UTC, in columns named …_at.
-- Written for both engines: the PostgreSQL dialect replaces INTEGER by BIGINT and BLOB by BYTEA, and drops STRICT.

CREATE TABLE plants (
    id              INTEGER PRIMARY KEY,
    status          TEXT NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
    name            TEXT NOT NULL,
    tag             TEXT,
    sku             TEXT,
    sku_key         TEXT UNIQUE,
    gtin            TEXT,
    gtin_key        TEXT UNIQUE,
    botanical_name  TEXT,
    family          TEXT,
    common_names    TEXT NOT NULL,
    description     TEXT,
    tags            TEXT NOT NULL,
    images          TEXT NOT NULL,
    price           TEXT,
    currency        TEXT,
    stock_quantity  INTEGER,
    available_from  TEXT,
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    added_at        INTEGER,
    version         INTEGER NOT NULL CHECK (version >= 1),
    CHECK ((status = 'draft') = (added_at IS NULL))
) STRICT;

CREATE INDEX plants_updated ON plants (updated_at, id);

-- A deleted plant leaves a tombstone, so that its id is never reused.
CREATE TABLE tombstones (
    plant_id    INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    added_at    INTEGER,
    deleted_at  INTEGER NOT NULL,
    deleted_by  TEXT NOT NULL
) STRICT;

-- The event log. Rows are never removed, so sequences are never reused.
CREATE TABLE events (
    sequence     INTEGER PRIMARY KEY CHECK (sequence >= 1),
    id           TEXT NOT NULL UNIQUE,
    plant_id     INTEGER NOT NULL UNIQUE,
    occurred_at  INTEGER NOT NULL,
    body         BLOB NOT NULL,
    body_basic   BLOB NOT NULL
) STRICT;

CREATE TABLE receivers (
    id               INTEGER PRIMARY KEY,
    name             TEXT NOT NULL,
    url              TEXT NOT NULL,
    payload          TEXT NOT NULL CHECK (payload IN ('full', 'basic')),
    start            INTEGER NOT NULL CHECK (start >= 1),
    cursor           INTEGER NOT NULL CHECK (cursor >= start - 1),
    max_concurrency  INTEGER NOT NULL CHECK (max_concurrency >= 1),
    deadline_us      INTEGER NOT NULL CHECK (deadline_us > 0),
    built_in         INTEGER NOT NULL CHECK (built_in IN (0, 1)),
    created_at       INTEGER NOT NULL,
    updated_at       INTEGER NOT NULL,
    deleted_at       INTEGER,
    version          INTEGER NOT NULL CHECK (version >= 1)
) STRICT;

-- Secrets, encrypted with a key that is stored outside of the database.
CREATE TABLE receiver_secrets (
    receiver_id  INTEGER NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('access_token', 'signing')),
    created_at   INTEGER NOT NULL,
    sealed       BLOB NOT NULL,
    PRIMARY KEY (receiver_id, kind, created_at)
) STRICT;

-- Only failed deliveries have rows of their own.
CREATE TABLE retries (
    receiver_id      INTEGER NOT NULL,
    sequence         INTEGER NOT NULL,
    state            TEXT NOT NULL CHECK (state IN ('waiting', 'exhausted', 'cancelled')),
    attempts         INTEGER NOT NULL CHECK (attempts BETWEEN 0 AND 17),
    tries            INTEGER NOT NULL CHECK (tries >= attempts),
    next_attempt_at  INTEGER NOT NULL,
    first_failed_at  INTEGER NOT NULL,
    last_outcome     TEXT NOT NULL,
    last_status      INTEGER,
    PRIMARY KEY (receiver_id, sequence)
) STRICT;

CREATE INDEX retries_due ON retries (receiver_id, next_attempt_at) WHERE state = 'waiting';

-- What was sent. The only write that a successful delivery needs.
CREATE TABLE attempts (
    id           INTEGER PRIMARY KEY,
    receiver_id  INTEGER NOT NULL,
    sequence     INTEGER NOT NULL,
    number       INTEGER NOT NULL CHECK (number >= 1),
    started_at   INTEGER NOT NULL,
    duration_us  INTEGER NOT NULL,
    outcome      TEXT NOT NULL,
    status       INTEGER,
    address      TEXT,
    excerpt      BLOB
) STRICT;

CREATE INDEX attempts_delivery ON attempts (receiver_id, sequence);

-- Ranges of deliveries that were cancelled: by a person, or because their events were erased.
CREATE TABLE skips (
    receiver_id  INTEGER NOT NULL,
    first        INTEGER NOT NULL,
    last         INTEGER NOT NULL CHECK (last >= first),
    asked_by     TEXT NOT NULL,
    asked_at     INTEGER NOT NULL,
    PRIMARY KEY (receiver_id, first)
) STRICT;

CREATE TABLE tokens (
    id            TEXT PRIMARY KEY,
    hash          BLOB NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    scopes        TEXT NOT NULL,
    receiver_id   INTEGER,
    created_at    INTEGER NOT NULL,
    expires_at    INTEGER,
    last_used_at  INTEGER
) STRICT;

-- Responses stored under an Idempotency-Key for a day. They may contain secrets, so they are encrypted.
CREATE TABLE idempotency (
    token_id      TEXT NOT NULL,
    key           TEXT NOT NULL,
    request_hash  BLOB NOT NULL,
    answer        BLOB NOT NULL,
    created_at    INTEGER NOT NULL,
    PRIMARY KEY (token_id, key)
) STRICT;

CREATE INDEX idempotency_age ON idempotency (created_at);

-- Facts about the store itself, such as the check value of its key.
CREATE TABLE facts (
    name   TEXT PRIMARY KEY,
    value  BLOB NOT NULL
) STRICT;

-- Rules of alerts, as far as they differ from their defaults. `threshold` is in the unit of the rule, NULL for its default.
CREATE TABLE alert_rules (
    rule        TEXT PRIMARY KEY,
    enabled     INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    threshold   INTEGER,
    changed_by  TEXT NOT NULL,
    changed_at  INTEGER NOT NULL
) STRICT;

-- Where alert messages go. `config` is encrypted: addresses, URL, secrets. `person_id` is NULL for a channel of the store.
-- The `last_` columns describe the newest message that was sent; `failing_since` is when the first message after the
-- last accepted one failed.
CREATE TABLE alert_channels (
    id             TEXT PRIMARY KEY,
    name           TEXT NOT NULL,
    kind           TEXT NOT NULL CHECK (kind IN ('email', 'slack', 'teams', 'discord', 'google_chat', 'webhook')),
    config         BLOB NOT NULL,
    shown          TEXT NOT NULL,
    person_id      TEXT,
    version        INTEGER NOT NULL,
    created_by     TEXT NOT NULL,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    disabled_at    INTEGER,
    last_sent_at   INTEGER,
    last_result    TEXT CHECK (last_result IN ('accepted', 'retry', 'refused')),
    last_words     TEXT CHECK ((last_words IS NULL) = (last_result IS NULL)),
    last_took_us   INTEGER,
    failing_since  INTEGER
) STRICT;

-- Which rules a channel gets, as far as it differs from the default of the rule.
CREATE TABLE alert_routes (
    channel_id  TEXT NOT NULL,
    rule        TEXT NOT NULL,
    wanted      INTEGER NOT NULL CHECK (wanted IN (0, 1)),
    PRIMARY KEY (channel_id, rule)
) STRICT;

-- Quiet hours. `scope` is '' for the whole store, or the id of a channel or person. Minutes are counted from midnight in
-- the time zone of the store, `days` has a bit for each day on which quiet hours begin (1: Monday, 64: Sunday).
CREATE TABLE alert_quiet_hours (
    scope             TEXT PRIMARY KEY,
    from_minute       INTEGER NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
    until_minute      INTEGER NOT NULL CHECK (until_minute BETWEEN 0 AND 1439),
    days              INTEGER NOT NULL CHECK (days BETWEEN 1 AND 127),
    critical_through  INTEGER NOT NULL CHECK (critical_through IN (0, 1)),
    CHECK (from_minute <> until_minute)
) STRICT;

-- Problems that a rule found. `subject` is the id of a receiver or import, '' for the store. `began_at` is since when the
-- rule holds, `opened_at` when it was noticed. `facts` is JSON.
CREATE TABLE alert_incidents (
    id                 TEXT PRIMARY KEY,
    rule               TEXT NOT NULL,
    subject            TEXT NOT NULL,
    subject_name       TEXT NOT NULL,
    facts              TEXT NOT NULL,
    began_at           INTEGER NOT NULL,
    opened_at          INTEGER NOT NULL,
    ended_at           INTEGER,
    acknowledged_at    INTEGER,
    acknowledged_by    TEXT CHECK ((acknowledged_by IS NULL) = (acknowledged_at IS NULL)),
    acknowledged_name  TEXT CHECK ((acknowledged_name IS NULL) = (acknowledged_at IS NULL)),
    muted_until        INTEGER
) STRICT;

CREATE UNIQUE INDEX alert_incidents_open ON alert_incidents (rule, subject) WHERE ended_at IS NULL;
CREATE INDEX alert_incidents_subject ON alert_incidents (rule, subject, opened_at);
CREATE INDEX alert_incidents_opened ON alert_incidents (opened_at, id);
CREATE INDEX alert_incidents_ended ON alert_incidents (ended_at) WHERE ended_at IS NOT NULL;

-- What a channel is to get, and got, about an incident: it waits until `announced_at`, and is finished at `closed_at`.
CREATE TABLE alert_announcements (
    channel_id    TEXT NOT NULL,
    incident_id   TEXT NOT NULL,
    announced_at  INTEGER,
    reminders     INTEGER NOT NULL,
    remind_at     INTEGER CHECK (remind_at IS NULL OR announced_at IS NOT NULL),
    closed_at     INTEGER,
    PRIMARY KEY (channel_id, incident_id)
) STRICT;

CREATE INDEX alert_announcements_incident ON alert_announcements (incident_id);
CREATE INDEX alert_announcements_unfinished ON alert_announcements (channel_id, incident_id) WHERE closed_at IS NULL;

-- When a channel last got a message about new problems of a rule, and how long the next such message waits after it.
CREATE TABLE alert_pacing (
    channel_id  TEXT NOT NULL,
    rule        TEXT NOT NULL,
    sent_at     INTEGER NOT NULL,
    wait_s      INTEGER NOT NULL,
    PRIMARY KEY (channel_id, rule)
) STRICT;

-- The outbox. `content` is the message as JSON. `claimed_by` is the process that sends it now.
CREATE TABLE alert_messages (
    id               TEXT PRIMARY KEY,
    channel_id       TEXT NOT NULL,
    kind             TEXT NOT NULL,
    content          TEXT NOT NULL,
    created_at       INTEGER NOT NULL,
    state            TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'failed')),
    attempts         INTEGER NOT NULL,
    next_attempt_at  INTEGER CHECK ((next_attempt_at IS NOT NULL) = (state = 'pending')),
    claimed_by       TEXT,
    ended_at         INTEGER CHECK ((ended_at IS NULL) = (state = 'pending')),
    answer           TEXT
) STRICT;

CREATE INDEX alert_messages_pending ON alert_messages (next_attempt_at, id) WHERE state = 'pending';
CREATE INDEX alert_messages_age ON alert_messages (created_at, id);

-- Imports that have ended, for the rules about them.
CREATE INDEX imports_ended ON imports (ended_at) WHERE ended_at IS NOT NULL;

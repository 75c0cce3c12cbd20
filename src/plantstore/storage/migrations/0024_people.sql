-- People, who sign in to the console. `email_key` is the address in lower case; `limited` means that an integrator may
-- access only the receivers in `people_receivers`, which may be none.
CREATE TABLE people (
    id              TEXT PRIMARY KEY,
    name            TEXT NOT NULL,
    email           TEXT,
    email_key       TEXT UNIQUE CHECK ((email_key IS NULL) = (email IS NULL)),
    role            TEXT NOT NULL CHECK (role IN ('staff', 'integrator', 'operator')),
    limited         INTEGER NOT NULL CHECK (limited = 0 OR (limited = 1 AND role = 'integrator')),
    created_at      INTEGER NOT NULL,
    created_by      TEXT NOT NULL,
    deactivated_at  INTEGER,
    last_seen_at    INTEGER
) STRICT;

CREATE INDEX people_role ON people (role, id) WHERE deactivated_at IS NULL;

CREATE TABLE people_receivers (
    person_id    TEXT NOT NULL,
    receiver_id  INTEGER NOT NULL,
    PRIMARY KEY (person_id, receiver_id)
) STRICT;

CREATE INDEX people_receivers_receiver ON people_receivers (receiver_id);

-- The person that a token belongs to; NULL for a program's token.
ALTER TABLE tokens ADD COLUMN person_id TEXT;
CREATE INDEX tokens_person ON tokens (person_id) WHERE person_id IS NOT NULL;

-- The operator's token, which the program makes, manages people too. Only the program makes tokens that never expire.
UPDATE tokens SET scopes = 'people:write ' || scopes
WHERE name = 'operator' AND expires_at IS NULL AND ' ' || scopes || ' ' LIKE '% tokens:write %';

-- A session acts as a token or as a person. `remembered` sessions end after 30 days, idle or not. `makers` has the ids,
-- separated by spaces, of those who made earlier links that it depends on, besides `created_by`.
CREATE TABLE sessions_of_people (
    hash        BLOB PRIMARY KEY,
    token_id    TEXT,
    person_id   TEXT CHECK ((person_id IS NULL) <> (token_id IS NULL)),
    opened_at   INTEGER NOT NULL,
    proved_at   INTEGER NOT NULL CHECK (proved_at >= opened_at),
    seen_at     INTEGER NOT NULL,
    created_by  TEXT,
    way         TEXT NOT NULL CHECK (way IN ('token', 'link', 'passkey', 'openid')),
    device      TEXT NOT NULL,
    remembered  INTEGER NOT NULL CHECK (remembered IN (0, 1)),
    makers      TEXT NOT NULL
) STRICT;

INSERT INTO sessions_of_people (hash, token_id, opened_at, proved_at, seen_at, created_by, way, device, remembered, makers)
SELECT hash, token_id, opened_at, proved_at, seen_at, created_by,
    CASE WHEN created_by IS NULL THEN 'token' ELSE 'link' END, '', 0, ''
FROM sessions;
DROP TABLE sessions;
ALTER TABLE sessions_of_people RENAME TO sessions;

CREATE INDEX sessions_token ON sessions (token_id) WHERE token_id IS NOT NULL;
CREATE INDEX sessions_person ON sessions (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX sessions_age ON sessions (seen_at);

-- A link signs in as a token or as a person. An `owner` link is made by the program, for the owner of its data folder.
CREATE TABLE sign_in_links_of_people (
    hash        BLOB PRIMARY KEY,
    token_id    TEXT,
    person_id   TEXT CHECK ((person_id IS NULL) <> (token_id IS NULL)),
    kind        TEXT NOT NULL CHECK (kind IN ('owner', 'sign_in', 'invitation', 'recovery')),
    created_at  INTEGER,
    expires_at  INTEGER NOT NULL,
    used_at     INTEGER,
    created_by  TEXT,
    makers      TEXT NOT NULL
) STRICT;

INSERT INTO sign_in_links_of_people (hash, token_id, kind, expires_at, used_at, created_by, makers)
SELECT hash, token_id, 'sign_in', expires_at, used_at, created_by, '' FROM sign_in_links;
DROP TABLE sign_in_links;
ALTER TABLE sign_in_links_of_people RENAME TO sign_in_links;

CREATE INDEX sign_in_links_age ON sign_in_links (expires_at);
CREATE INDEX sign_in_links_person ON sign_in_links (person_id) WHERE person_id IS NOT NULL;

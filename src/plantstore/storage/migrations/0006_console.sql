-- Sessions of the console, and a tamper-evident activity log.

-- Each row's hash covers the hash of the row before it (a hash chain); rows from before this column have none.
ALTER TABLE activity ADD COLUMN chain BLOB;

-- Only the SHA-256 of sessions and links is stored. Both act as a token, and end with it.

CREATE TABLE sessions (
    hash        BLOB PRIMARY KEY,
    token_id    TEXT NOT NULL,
    opened_at   INTEGER NOT NULL,
    proved_at   INTEGER NOT NULL CHECK (proved_at >= opened_at),
    seen_at     INTEGER NOT NULL
) STRICT;

CREATE INDEX sessions_token ON sessions (token_id);
CREATE INDEX sessions_age ON sessions (seen_at);

-- A link signs in once. It is kept until it expires, to distinguish a second use from a wrong link.
CREATE TABLE sign_in_links (
    hash        BLOB PRIMARY KEY,
    token_id    TEXT NOT NULL,
    expires_at  INTEGER NOT NULL,
    used_at     INTEGER
) STRICT;

CREATE INDEX sign_in_links_age ON sign_in_links (expires_at);

-- Accounts at OpenID Connect providers, each linked to a person by issuer and subject, never by e-mail address.
CREATE TABLE identities (
    issuer        TEXT NOT NULL,
    subject       TEXT NOT NULL,
    person_id     TEXT NOT NULL,
    created_at    INTEGER NOT NULL,
    last_used_at  INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) STRICT;

CREATE INDEX identities_person ON identities (person_id);

-- Sign-ins that wait for the provider's response. `hash` is of the state, `browser` of the secret in the browser's cookie;
-- the other secrets are derived from these two. `session` is the session that it confirms, `link` the link that it uses.
CREATE TABLE openid_attempts (
    hash        BLOB PRIMARY KEY,
    browser     BLOB NOT NULL,
    created_at  INTEGER NOT NULL,
    session     BLOB,
    link        BLOB,
    remembered  INTEGER NOT NULL CHECK (remembered IN (0, 1)),
    following   TEXT NOT NULL,
    kept        TEXT NOT NULL
) STRICT;

CREATE INDEX openid_attempts_age ON openid_attempts (created_at);

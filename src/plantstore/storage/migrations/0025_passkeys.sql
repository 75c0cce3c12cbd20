-- Passkeys. `credential` is the attested credential data of WebAuthn: AAGUID, id and public key. A passkey works only at
-- the host name `rp_id`. `suspicious_at` is when its signature counter went back.
CREATE TABLE passkeys (
    id             TEXT PRIMARY KEY,
    person_id      TEXT NOT NULL,
    credential_id  BLOB NOT NULL UNIQUE,
    credential     BLOB NOT NULL,
    rp_id          TEXT NOT NULL,
    sign_count     INTEGER NOT NULL CHECK (sign_count >= 0),
    name           TEXT NOT NULL,
    backed_up      INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
    created_at     INTEGER NOT NULL,
    last_used_at   INTEGER,
    suspicious_at  INTEGER
) STRICT;

CREATE INDEX passkeys_person ON passkeys (person_id, id);

-- The random user handle, by which authenticators know a person.
CREATE TABLE passkey_handles (
    person_id  TEXT PRIMARY KEY,
    handle     BLOB NOT NULL UNIQUE
) STRICT;

-- Hashes of challenges that were used, so that none is used twice.
CREATE TABLE used_challenges (
    hash     BLOB PRIMARY KEY,
    used_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX used_challenges_age ON used_challenges (used_at);

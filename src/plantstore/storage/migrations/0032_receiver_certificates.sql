-- Certificates of a receiver, in the order in which they were given. `ca`: authorities that are trusted for it instead of
-- the store's. `client`: the chain that the store presents; `sealed_key` is the key of its first certificate, encrypted.
CREATE TABLE receiver_certificates (
    receiver_id  INTEGER NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('ca', 'client')),
    position     INTEGER NOT NULL CHECK (position >= 0),
    pem          TEXT NOT NULL,
    subject      TEXT NOT NULL,
    issuer       TEXT NOT NULL,
    sha256       TEXT NOT NULL,
    ends_at      INTEGER NOT NULL,
    sealed_key   BLOB,
    PRIMARY KEY (receiver_id, kind, position)
) STRICT;

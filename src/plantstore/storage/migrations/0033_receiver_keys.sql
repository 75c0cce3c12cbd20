-- Key pairs that sign the requests to a receiver, for the receivers with signatures of scheme v1a.

-- When v1a was last turned on or off; NULL if it never was.
ALTER TABLE receivers ADD COLUMN v1a_changed_at INTEGER;

-- The private keys, encrypted with a key that is stored outside of the database. `expires_at`: NULL for the newest key.
CREATE TABLE receiver_keys (
    receiver_id  INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    public_key   BLOB NOT NULL,
    sealed       BLOB NOT NULL,
    expires_at   INTEGER,
    PRIMARY KEY (receiver_id, created_at)
) STRICT;

-- The URLs of receivers in a chat, which are credentials: `receivers.url` has them without what is secret.
CREATE TABLE receiver_addresses (
    receiver_id  INTEGER PRIMARY KEY,
    sealed       BLOB NOT NULL
) STRICT;

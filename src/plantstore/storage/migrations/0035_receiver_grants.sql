-- OAuth 2.0 client credentials of receivers whose access token comes from a token endpoint. The secret is encrypted.
CREATE TABLE receiver_grants (
    receiver_id  INTEGER PRIMARY KEY,
    token_url    TEXT NOT NULL,
    client_id    TEXT NOT NULL,
    scope        TEXT,
    audience     TEXT,
    sealed       BLOB NOT NULL
) STRICT;

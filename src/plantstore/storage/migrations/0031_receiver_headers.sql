-- Static headers of a receiver's requests. Names are in lower case; values are encrypted like its other secrets.
CREATE TABLE receiver_headers (
    receiver_id  INTEGER NOT NULL,
    name         TEXT NOT NULL,
    sealed       BLOB NOT NULL,
    PRIMARY KEY (receiver_id, name)
) STRICT;

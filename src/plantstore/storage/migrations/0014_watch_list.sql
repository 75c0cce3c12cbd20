-- Names of plants that the shop wants to be warned of. `key` is the name as it is compared, `reason` NULL without one.
CREATE TABLE watch_list (
    key     TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    reason  TEXT
) STRICT;

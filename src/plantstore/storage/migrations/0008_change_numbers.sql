-- Numbers that are given just before a commit, under a lock: who reads on from the last number misses nothing, however
-- many processes write.

-- The feed of attempts: one row for each commit that records some. `ids` are theirs, eight bytes each, rising. `previous`
-- is `last` of the row before. An attempt's position in the feed is its id, or, where that is not beyond the position
-- before it, the next number; `last` is that of the last one. A row without ids stands for all attempts of before this
-- table: their positions are their ids.
CREATE TABLE attempt_pages (
    last      INTEGER PRIMARY KEY CHECK (last > previous),
    previous  INTEGER NOT NULL,
    ids       BLOB NOT NULL
) STRICT;

INSERT INTO attempt_pages (last, previous, ids) SELECT id, 0, CAST('' AS BLOB) FROM attempts ORDER BY id DESC LIMIT 1;

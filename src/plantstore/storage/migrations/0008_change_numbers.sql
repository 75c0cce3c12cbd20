-- Numbers that are assigned just before a commit, under a lock: a reader that continues after the last number misses
-- nothing, however many processes write.

-- The attempt feed: one row for each commit that records attempts. `ids` are their ids, eight bytes each, rising.
-- `previous` is `last` of the previous row. An attempt's position is its id or, if that is not beyond the previous
-- position, the next number; `last` is the last position. A row without ids stands for all attempts from before this
-- table: their positions are their ids.
CREATE TABLE attempt_pages (
    last      INTEGER PRIMARY KEY CHECK (last > previous),
    previous  INTEGER NOT NULL,
    ids       BLOB NOT NULL
) STRICT;

INSERT INTO attempt_pages (last, previous, ids) SELECT id, 0, CAST('' AS BLOB) FROM attempts ORDER BY id DESC LIMIT 1;

-- The number of each plant's last change. An addition needs no row: its number is the sequence of its event times
-- 1,048,576. So additions cost nothing, and the numbers between two events are for other changes.
CREATE TABLE plant_changes (
    plant_id  INTEGER PRIMARY KEY,
    number    INTEGER NOT NULL UNIQUE CHECK (number >= 1)
) STRICT;

-- A new reader finds the other plants by their events, in their present state.
INSERT INTO plant_changes (plant_id, number)
SELECT id, (SELECT coalesce(max(sequence), 0) FROM events) * 1048576 + row_number() OVER (ORDER BY id)
FROM (SELECT id FROM plants WHERE status = 'draft' UNION ALL SELECT plant_id FROM tombstones WHERE added_at IS NULL)
    AS without_event;

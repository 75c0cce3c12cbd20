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

-- The number of each plant's last change. That a plant was added needs no row: the number of that change is the sequence
-- of its event times 1,048,576. So additions cost nothing, and the numbers between two events are for other changes.
CREATE TABLE plant_changes (
    plant_id  INTEGER PRIMARY KEY,
    number    INTEGER NOT NULL UNIQUE CHECK (number >= 1)
) STRICT;

-- A reader that begins finds the other plants by their events, as they are now.
INSERT INTO plant_changes (plant_id, number)
SELECT id, (SELECT coalesce(max(sequence), 0) FROM events) * 1048576 + row_number() OVER (ORDER BY id)
FROM (SELECT id FROM plants WHERE status = 'draft' UNION ALL SELECT plant_id FROM tombstones WHERE added_at IS NULL)
    AS without_event;

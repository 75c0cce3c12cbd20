-- Duplicates. `weak_key` is a hash of what makes two plants look like the same one: cultivar, species or name, and the
-- pot size. A job computes it for plants from before this column; until then it is NULL. `weak_class` is the sum of 1 if
-- the plant has a SKU, 2 if it has a GTIN, and 4 if a person said that it is not the same as its likes.
ALTER TABLE plants ADD COLUMN weak_key INTEGER;
ALTER TABLE plants ADD COLUMN weak_class INTEGER;
CREATE INDEX plants_weak_key ON plants (weak_key, weak_class, id) WHERE status <> 'archived';

-- The weak keys that at least two plants have that may be the same. Written just before a commit, under the log's lock.
CREATE TABLE possible_duplicates (
    weak_key  INTEGER PRIMARY KEY
) STRICT;

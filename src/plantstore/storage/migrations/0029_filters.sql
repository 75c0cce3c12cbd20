-- Which events a receiver gets: all of them, or those that match the filter in force.

-- `filter` is the pattern that was set last; NULL for none. `filtered`: the receiver has, or once had, a filter.
ALTER TABLE receivers ADD COLUMN filter TEXT;
ALTER TABLE receivers ADD COLUMN filtered INTEGER NOT NULL DEFAULT 0 CHECK (filtered IN (0, 1));

-- The event before that matched the filter, as it was first sent; NULL if the receiver had no filter then.
ALTER TABLE retries ADD COLUMN previous INTEGER;

-- The filters of a receiver, each in force from the event numbered `first` to the next row's; a NULL pattern is none.
CREATE TABLE receiver_filters (
    receiver_id  INTEGER NOT NULL,
    first        INTEGER NOT NULL CHECK (first >= 1),
    pattern      TEXT,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (receiver_id, first)
) STRICT;

-- Which events match, one bit for each of a page's events up to `known_to`. `before`: how many match in earlier pages.
CREATE TABLE filter_pages (
    receiver_id  INTEGER NOT NULL,
    page         INTEGER NOT NULL CHECK (page >= 0),
    before       INTEGER NOT NULL CHECK (before >= 0),
    known_to     INTEGER NOT NULL,
    bits         BLOB NOT NULL,
    PRIMARY KEY (receiver_id, page)
) STRICT;

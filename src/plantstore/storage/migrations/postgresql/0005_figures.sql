-- What only PostgreSQL has for the figures, in its own SQL.

-- Each commit of the recorder updates the rows of the current hour. Without free space on their pages, a fifth of those
-- updates would move to another page, and change both indexes.
ALTER TABLE tallies SET (fillfactor = 50);

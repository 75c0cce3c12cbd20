-- What PostgreSQL has beside the figures, in its own words.

-- Each commit of the recorder changes the tallies of the running hour. Without room on their pages a fifth of those
-- changes would go to another page, and through both indexes.
ALTER TABLE tallies SET (fillfactor = 50);

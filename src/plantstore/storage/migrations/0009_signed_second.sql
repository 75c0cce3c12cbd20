-- The Unix second with which a request was signed: it may be later than that in which the attempt began. None for what was
-- never written to a connection, and for attempts of before this column.
ALTER TABLE attempts ADD COLUMN signed_s INTEGER;

-- Attempts up to this id were recorded with what their receiver answered as it came: some receivers repeat the request, and
-- so our credentials. One row while they are gone through, the newest first; none when all of them are done.
CREATE TABLE unclean_excerpts (
    until  INTEGER PRIMARY KEY
) STRICT;

INSERT INTO unclean_excerpts (until) SELECT id FROM attempts ORDER BY id DESC LIMIT 1;

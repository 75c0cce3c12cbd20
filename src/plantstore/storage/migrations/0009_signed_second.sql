-- The Unix second with which a request was signed, which may be later than the attempt's beginning. NULL if the request
-- was never written to a connection, and for attempts from before this column.
ALTER TABLE attempts ADD COLUMN signed_s INTEGER;

-- Attempts up to this id have excerpts of unfiltered responses: some receivers echo the request, and so our credentials.
-- One row while they are checked, newest first; none when all are done.
CREATE TABLE unclean_excerpts (
    until  INTEGER PRIMARY KEY
) STRICT;

INSERT INTO unclean_excerpts (until) SELECT id FROM attempts ORDER BY id DESC LIMIT 1;

-- The token with which each token was created, so that descendants can be revoked too. NULL if the program created it,
-- or if that is longer ago than the activity log is kept.
ALTER TABLE tokens ADD COLUMN created_by TEXT;

UPDATE tokens SET created_by = made.actor
FROM (
    SELECT subject, min(actor) AS actor FROM activity WHERE action = 'createToken' AND actor LIKE 'tok!_%' ESCAPE '!'
    GROUP BY subject
) AS made
WHERE made.subject = tokens.id AND made.actor IN (SELECT id FROM tokens);

-- The token that created the sign-in link of the session that created this token, if it is another one.
ALTER TABLE tokens ADD COLUMN link_created_by TEXT;

CREATE INDEX tokens_created_by ON tokens (created_by);
CREATE INDEX tokens_link_created_by ON tokens (link_created_by);

-- The token that created the sign-in link of a session: the session ends with that token too.
ALTER TABLE sign_in_links ADD COLUMN created_by TEXT;
ALTER TABLE sessions ADD COLUMN created_by TEXT;

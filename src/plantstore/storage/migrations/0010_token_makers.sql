-- Which token each token was made with, so that revoking one can reach those that were made with it.
-- A token that the program made, or that was made longer ago than activities are kept, has none.
ALTER TABLE tokens ADD COLUMN created_by TEXT;

UPDATE tokens SET created_by = made.actor
FROM (
    SELECT subject, min(actor) AS actor FROM activity WHERE action = 'createToken' AND actor LIKE 'tok!_%' ESCAPE '!'
    GROUP BY subject
) AS made
WHERE made.subject = tokens.id AND made.actor IN (SELECT id FROM tokens);

-- Which token made the link by which whoever made this token was signed in, if that is another.
ALTER TABLE tokens ADD COLUMN link_created_by TEXT;

CREATE INDEX tokens_created_by ON tokens (created_by);
CREATE INDEX tokens_link_created_by ON tokens (link_created_by);

-- Which token made the link that a person came by: what it opens ends with that token too.
ALTER TABLE sign_in_links ADD COLUMN created_by TEXT;
ALTER TABLE sessions ADD COLUMN created_by TEXT;

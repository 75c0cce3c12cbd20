-- The ids, separated by spaces, of those who made the links that the session which created a token depends on: the token
-- ends with their access. Before, only the id of the token that made the last of these links was stored.
ALTER TABLE tokens ADD COLUMN makers TEXT NOT NULL DEFAULT '';
UPDATE tokens SET makers = link_created_by WHERE link_created_by IS NOT NULL;
DROP INDEX tokens_link_created_by;
ALTER TABLE tokens DROP COLUMN link_created_by;

CREATE INDEX tokens_makers ON tokens (makers) WHERE makers > '';

-- The ids, separated by spaces, of those who made the links that the session depended on in which a passkey was added, or
-- an account linked. Empty in rows of earlier versions.
ALTER TABLE passkeys ADD COLUMN makers TEXT NOT NULL DEFAULT '';
ALTER TABLE identities ADD COLUMN makers TEXT NOT NULL DEFAULT '';

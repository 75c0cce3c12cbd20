-- When an old signing secret expires: it stays valid for a while after a rotation. NULL for the current one.

ALTER TABLE receiver_secrets ADD COLUMN expires_at INTEGER;

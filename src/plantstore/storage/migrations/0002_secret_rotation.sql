-- When an old signing secret ends: a rotation leaves it valid for a while. NULL is the secret that counts, and for ever.

ALTER TABLE receiver_secrets ADD COLUMN expires_at INTEGER;

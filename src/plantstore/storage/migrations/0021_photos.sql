-- Photos that the store keeps itself. `key` is the public name, `plant_id` the plant it was uploaded for, `content_hash`
-- the SHA-256 of the upload, `unused_at` since when no row of photo_uses has the photo (NULL as long as one has it).
CREATE TABLE photos (
    key           TEXT PRIMARY KEY,
    plant_id      INTEGER NOT NULL,
    content_hash  TEXT NOT NULL,
    size_bytes    INTEGER NOT NULL CHECK (size_bytes > 0),
    width         INTEGER NOT NULL CHECK (width > 0),
    height        INTEGER NOT NULL CHECK (height > 0),
    made_at       INTEGER NOT NULL,
    made_by       TEXT NOT NULL,
    unused_at     INTEGER
) STRICT;

CREATE INDEX photos_unused ON photos (unused_at) WHERE unused_at IS NOT NULL;

-- Which plants have a photo among their images, and which plants' events have it in their body.
CREATE TABLE photo_uses (
    photo_key  TEXT NOT NULL,
    plant_id   INTEGER NOT NULL,
    in_images  INTEGER NOT NULL CHECK (in_images IN (0, 1)),
    in_event   INTEGER NOT NULL CHECK (in_event IN (0, 1)),
    PRIMARY KEY (photo_key, plant_id),
    CHECK (in_images = 1 OR in_event = 1)
) STRICT;

CREATE INDEX photo_uses_plant ON photo_uses (plant_id);
CREATE INDEX photo_uses_event ON photo_uses (photo_key, plant_id) WHERE in_images = 0;

-- Images of plants on other servers, one row for each address. `id` is a hash of the address, `key` the name of its
-- thumbnails. `due_at` is when to fetch it, or to delete the thumbnails of one that no plant names any more ('unused');
-- NULL if there is nothing to do. `detail` says why the last fetch failed.
CREATE TABLE linked_images (
    id        TEXT PRIMARY KEY,
    url       TEXT NOT NULL,
    host      TEXT NOT NULL,
    key       TEXT NOT NULL,
    state     TEXT NOT NULL CHECK (state IN ('waiting', 'kept', 'given_up', 'unused')),
    failures  INTEGER NOT NULL,
    due_at    INTEGER CHECK ((due_at IS NOT NULL) = (state IN ('waiting', 'unused'))),
    detail    TEXT
) STRICT;

CREATE INDEX linked_images_due ON linked_images (host, due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX linked_images_key ON linked_images (key);

-- Which plants name which images.
CREATE TABLE plant_linked_images (
    plant_id  INTEGER NOT NULL,
    image_id  TEXT NOT NULL,
    PRIMARY KEY (plant_id, image_id)
) STRICT;

CREATE INDEX plant_linked_images_image ON plant_linked_images (image_id);

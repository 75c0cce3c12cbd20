-- The pot size, and the number by which pot sizes are sorted. NULL for plants without one.
ALTER TABLE plants ADD COLUMN pot_size TEXT;
ALTER TABLE plants ADD COLUMN pot_order INTEGER;
CREATE INDEX plants_by_pot ON plants (pot_order, id) WHERE pot_order IS NOT NULL;

-- Care, external ids, trade facts, supplier, cost and the like, as a JSON object; NULL for plants without any.
ALTER TABLE plants ADD COLUMN details TEXT;

-- The parsed botanical name, as a JSON object; the JSON null if it is not recognised. NULL for plants without a botanical
-- name, and for those of earlier versions until a job has derived it.
ALTER TABLE plants ADD COLUMN taxon TEXT;

-- Plants up to this id have no taxon yet, and the search index cannot filter them. One row while a job derives both,
-- newest first; none when all are done.
CREATE TABLE underived_plants (
    until  INTEGER PRIMARY KEY
) STRICT;

INSERT INTO underived_plants (until) SELECT id FROM plants ORDER BY id DESC LIMIT 1;

-- Tokens that write plants may also see what they cost: staff and operators. Names of scopes are in alphabetical order.
UPDATE tokens SET scopes = 'costs:read ' || scopes WHERE ' ' || scopes || ' ' LIKE '% plants:write %';

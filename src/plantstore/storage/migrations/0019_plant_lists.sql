-- What lists of plants are sorted by. `name_key` is the beginning of the name without case and accents, `price_order` the
-- price in thousandths of its currency. A job fills both for plants of earlier versions, and until then they are NULL.
ALTER TABLE plants ADD COLUMN name_key TEXT;
ALTER TABLE plants ADD COLUMN price_order INTEGER;
CREATE INDEX plants_name_key ON plants (name_key, id);
CREATE INDEX plants_price ON plants (price_order, id);
CREATE INDEX plants_stock ON plants (stock_quantity, id);

-- With the plants that have no pot size, which a list has at its end.
DROP INDEX plants_by_pot;
CREATE INDEX plants_pot ON plants (pot_order, id);

-- The names of plants that the job has not reached yet; empty when it is done. Other names are found by their keys.
DROP INDEX plants_name;
CREATE INDEX plants_without_key ON plants (name, id) WHERE name_key IS NULL;

-- Plants in the store that need attention, by the reason. The sum hides the column from planners, which might otherwise
-- read all plants without stock, archived ones too, in `plants_stock`.
CREATE INDEX plants_no_price ON plants (id) WHERE price IS NULL AND status = 'active';
CREATE INDEX plants_no_photo ON plants (id) WHERE images = '[]' AND status = 'active';
CREATE INDEX plants_out_of_stock ON plants (id) WHERE stock_quantity + 0 = 0 AND status = 'active';
CREATE INDEX plants_name_in_doubt ON plants (id) WHERE taxon = 'null' AND status = 'active';

-- The job computes weak keys again, because they now begin with a part that plants in other pot sizes share.
DELETE FROM underived_plants;
INSERT INTO underived_plants (until) SELECT id FROM plants ORDER BY id DESC LIMIT 1;

-- The pot size, and the number by which pot sizes are sorted. NULL for plants without one.
ALTER TABLE plants ADD COLUMN pot_size TEXT;
ALTER TABLE plants ADD COLUMN pot_order INTEGER;
CREATE INDEX plants_by_pot ON plants (pot_order, id) WHERE pot_order IS NOT NULL;

-- Care, external ids, trade facts, supplier, cost and the like, as a JSON object; NULL for plants without any.
ALTER TABLE plants ADD COLUMN details TEXT;

-- Tokens that write plants may also see what they cost: staff and operators. Names of scopes are in alphabetical order.
UPDATE tokens SET scopes = 'costs:read ' || scopes WHERE ' ' || scopes || ' ' LIKE '% plants:write %';

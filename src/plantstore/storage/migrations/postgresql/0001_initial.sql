-- What only PostgreSQL has in the initial schema, in its own SQL.

-- Plant ids come from a sequence, because several processes add plants at the same time. The id of a plant that was
-- refused is not reused.
CREATE SEQUENCE plant_numbers;

-- Hot tables: few rows that change often. Vacuum runs after thousands of changes, not after a fifth of the table, and
-- each page keeps free space, so that an update stays on its page and changes no index (HOT).
ALTER TABLE receivers SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
ALTER TABLE retries SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
ALTER TABLE idempotency SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
-- These tables only grow: vacuum updates the planner's statistics and the visibility map.
ALTER TABLE events SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Attempts that fit into no other partition, after a clock error or if partitions could not be created for a while.
CREATE TABLE attempts_beside PARTITION OF attempts DEFAULT
    WITH (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- What PostgreSQL has beside the first shape of the store, in its own words.

-- Plants are numbered by the server: other processes add plants at the same time. A number that was drawn for a plant
-- that was then refused is not used again.
CREATE SEQUENCE plant_numbers;

-- Hot tables: few rows that change often. Vacuum comes after thousands of changes, not after a fifth of the table, and
-- room is left on each page, so that a change stays on its page and touches no index.
ALTER TABLE receivers SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
ALTER TABLE retries SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
ALTER TABLE idempotency SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
-- These only grow: vacuum is for what it tells the planner, and for rows that need not be looked at again.
ALTER TABLE events SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Attempts that fit into no partition: a clock that leapt, or partitions that could not be made for a while.
CREATE TABLE attempts_beside PARTITION OF attempts DEFAULT
    WITH (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

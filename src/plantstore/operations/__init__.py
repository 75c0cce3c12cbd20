"""Running a store: scheduled jobs, audits, retention, partitions, backup and copies."""

"""Operating a store: scheduled jobs, audits, retention, partitions, backups and copies."""

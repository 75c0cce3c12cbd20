"""The endpoints of alerts: problems, rules, and quiet hours."""

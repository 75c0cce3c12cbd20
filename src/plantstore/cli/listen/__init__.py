"""The temporary receiver that `plantstore listen` runs on this machine."""

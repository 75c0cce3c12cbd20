"""Commands on receivers: register, change, replay, test, and single deliveries."""

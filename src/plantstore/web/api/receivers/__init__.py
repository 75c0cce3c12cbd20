"""The receivers resource: systems that are notified about new plants, and their replays."""

"""Authentication: tokens, sessions, sign-in links, and rate limits."""

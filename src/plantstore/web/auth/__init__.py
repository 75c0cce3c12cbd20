"""Who may ask: tokens, sessions, sign-in links and the limits on strangers."""

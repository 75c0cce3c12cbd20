"""The people endpoints: who may sign in to the console, in which role, and on which devices they are signed in."""

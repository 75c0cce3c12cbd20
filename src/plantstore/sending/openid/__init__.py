"""The client of an OpenID Connect provider."""

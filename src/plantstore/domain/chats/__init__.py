"""Chats: the services, and what their messages may contain. Alerts and bodies of webhooks share it."""

"""The chat services that messages are made for."""

from enum import StrEnum


class ChatService(StrEnum):
    """A chat service. `slack` includes programs that read the same body, such as Mattermost and Rocket.Chat."""

    SLACK = "slack"
    TEAMS = "teams"
    DISCORD = "discord"
    GOOGLE_CHAT = "google_chat"

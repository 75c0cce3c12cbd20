"""What a setting is: its default, unit, range and meaning, and the error for a wrong value."""

import ipaddress
from dataclasses import field
from typing import Any

PREFIX = "PLANTSTORE_"
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class SettingError(ValueError):
    """A setting is wrong. The message names the setting and says how to correct it."""


def setting(
    default: Any,
    help: str,
    *,
    least: float | None = None,
    most: float | None = None,
    unit: str = "",
    shown: bool = True,
) -> Any:
    return field(default=default, repr=shown, metadata={"help": help, "least": least, "most": most, "unit": unit})

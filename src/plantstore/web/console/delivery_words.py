"""Short texts about deliveries, for lists."""

from http.client import responses

_SUBJECTS = ("The receiver is ", "The receiver ")


def short_reason(reason: str) -> str:
    """Return the first sentence of a reason, without the receiver as its subject: lists name it in another column.

    >>> short_reason("The receiver refused our access token (401)."), short_reason("The receiver is unavailable (503).")
    ('Refused our access token (401)', 'Unavailable (503)')
    >>> short_reason("The address is private, reserved, or the store's own. Nothing was sent.")
    "The address is private, reserved, or the store's own"
    """
    sentence = reason.removesuffix(".").partition(". ")[0]
    for subject in _SUBJECTS:
        if sentence.startswith(subject):
            rest = sentence.removeprefix(subject)
            return rest[:1].upper() + rest[1:]
    return sentence


def status_text(status: int) -> str:
    """Return a status with its registered name, if it has one.

    >>> status_text(204), status_text(299)
    ('204 No Content', '299')
    """
    return f"{status} {responses.get(status, '')}".rstrip()

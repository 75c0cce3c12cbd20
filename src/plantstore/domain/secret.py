"""Secrets that cannot be printed by accident."""


class Secret:
    """A secret string. `repr`, `str` and formatting show `***`; only `reveal()` returns it.

    >>> f"{Secret('whsec_abc')} {Secret('x')!r}"
    '*** ***'
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "***"

    def __format__(self, spec: str) -> str:
        return "***"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> str:
        raise TypeError("a Secret cannot be pickled")


class AccessToken(Secret):
    """The token that we send to a receiver in the `authorization` header: the only secret that requests contain.

    It has its own type, so that a signing secret cannot be passed in its place.
    """

    __slots__ = ()

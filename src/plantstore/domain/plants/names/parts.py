"""The parts of a botanical name while it is read, and how they are joined again."""


class NameParts:
    """The parts of one name, filled in while it is read. `sign` is × or + before the genus, or empty."""

    __slots__ = (
        "authorship", "cultivar", "genus", "group", "infraspecific", "is_grex", "qualifier", "rank", "sign", "species",
        "species_sign", "trade_designation",
    )  # fmt: skip

    def __init__(self) -> None:
        self.sign = self.genus = self.species_sign = ""
        self.is_grex = False
        self.species: str | None = None
        self.qualifier: str | None = None  # "sp.", "aff. burtoniae"
        self.rank: str | None = None
        self.infraspecific: str | None = None
        self.group: str | None = None
        self.cultivar: str | None = None
        self.trade_designation: str | None = None
        self.authorship: str | None = None

    def canonical(self) -> str:
        parts = [self.sign + self.genus] if self.genus else []
        if self.species is not None:
            parts.append(f"{self.species_sign} {self.species}" if self.species_sign else self.species)
        elif self.species_sign:
            parts.append(self.species_sign)
        if self.qualifier is not None:
            parts.append(self.qualifier)
        if self.infraspecific is not None:
            parts.append(f"{self.rank} {self.infraspecific}" if self.rank else self.infraspecific)
        if self.group is not None:
            group = f"{self.group} {'gx' if self.is_grex else 'Group'}"
            parts.append(f"({group})" if self.cultivar is not None and not self.is_grex else group)
        if self.cultivar is not None:
            parts.append(f"'{self.cultivar}'")
        return " ".join(parts)

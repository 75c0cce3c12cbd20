"""An attack, the defence, and the tests that make it: a row of docs/attacks.md."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """One row. `tests` are names as pytest takes them; `missing` says what they leave open, if anything."""

    number: str
    attack: str
    defence: str
    shown: str
    """What the tests do, with their figures."""
    tests: tuple[str, ...]
    missing: str = ""

    @property
    def row(self) -> str:
        proof = f"{self.shown}: " + ", ".join(f"`{one}`" for one in self.tests)
        open_ = f" **Open:** {self.missing}" if self.missing else ""
        return f"| {self.number} | {self.attack} | {self.defence} | {proof}.{open_} |"

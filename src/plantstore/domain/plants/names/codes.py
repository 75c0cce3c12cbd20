"""Codes for what is noticed in a botanical name, and what becomes of the name."""

from enum import StrEnum


class NameOutcome(StrEnum):
    """What becomes of a botanical name. Even the plant of a rejected name can be stored, under its `name`."""

    OK = "ok"
    FIXED = "fixed"  # repaired without doubt: only I_ codes
    WARN = "warn"  # a person should look at it: W_ codes
    REJECT = "reject"  # cannot be read as a botanical name: one E_ code


class NameCode(StrEnum):
    """I_ codes are repairs without doubt, W_ codes need a person, E_ codes reject. Results list them in this order."""

    I_WHITESPACE = "I_WHITESPACE"
    I_UNICODE = "I_UNICODE"
    I_QUOTES = "I_QUOTES"
    I_HTML = "I_HTML"
    I_HYBRID_SIGN = "I_HYBRID_SIGN"
    I_RANK_STYLE = "I_RANK_STYLE"
    I_CV_PREFIX = "I_CV_PREFIX"
    I_MARK_REMOVED = "I_MARK_REMOVED"
    I_RIGHTS_REMOVED = "I_RIGHTS_REMOVED"
    I_TRADE_NAME = "I_TRADE_NAME"
    I_GROUP_STYLE = "I_GROUP_STYLE"
    W_CASE_FIXED = "W_CASE_FIXED"
    W_MOJIBAKE = "W_MOJIBAKE"
    W_INDETERMINATE = "W_INDETERMINATE"
    W_TRAILING_TEXT = "W_TRAILING_TEXT"
    W_RANK_MISSING = "W_RANK_MISSING"
    W_STRAY_HYBRID_SIGN = "W_STRAY_HYBRID_SIGN"
    W_FORMULA_GENUS = "W_FORMULA_GENUS"
    W_ABBREVIATED_GENUS = "W_ABBREVIATED_GENUS"
    W_AMBIGUOUS_TAIL = "W_AMBIGUOUS_TAIL"
    E_EMPTY = "E_EMPTY"
    E_CONTROL = "E_CONTROL"
    E_TOO_LONG = "E_TOO_LONG"
    E_NOT_LATIN = "E_NOT_LATIN"
    E_MIXED_SCRIPT = "E_MIXED_SCRIPT"
    E_NOT_A_NAME = "E_NOT_A_NAME"
    E_MULTIPLE_TAXA = "E_MULTIPLE_TAXA"


ORDER = {code: place for place, code in enumerate(NameCode)}


def outcome_of(codes: tuple[NameCode, ...]) -> NameOutcome:
    """Return the outcome of the gravest code, which is the last one.

    >>> outcome_of((NameCode.I_HTML, NameCode.W_MOJIBAKE)).value
    'warn'
    """
    if not codes:
        return NameOutcome.OK
    return {"I": NameOutcome.FIXED, "W": NameOutcome.WARN, "E": NameOutcome.REJECT}[codes[-1][0]]

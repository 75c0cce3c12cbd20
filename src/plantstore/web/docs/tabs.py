"""Groups consecutive code blocks into tabs. A comment such as `<!-- tab: Python -->` before each block labels it."""

from collections.abc import Sequence

from markdown_it.token import Token

_MARK = "tab:"
_CODE = ("fence", "code_block")


def gather_tabs(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with each run of two or more labelled code blocks replaced with one `tabs` token.

    The label of a single code block is removed.
    """
    gathered: list[Token] = []
    at = 0
    while at < len(tokens):
        parts = _run(tokens, at)
        if len(parts) > 1:
            gathered.append(Token("tabs", "", 0, meta={"parts": parts}))
            at += 2 * len(parts)
        else:
            if not _is_mark(tokens[at]):
                gathered.append(tokens[at])
            at += 1
    return gathered


def _run(tokens: Sequence[Token], at: int) -> list[tuple[str, Token]]:
    parts = []
    while at + 1 < len(tokens) and _is_mark(tokens[at]) and tokens[at + 1].type in _CODE:
        parts.append((tokens[at].info.removeprefix(_MARK).strip(), tokens[at + 1]))
        at += 2
    return parts


def _is_mark(token: Token) -> bool:
    return token.type == "comment" and token.info.startswith(_MARK)

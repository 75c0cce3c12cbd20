"""Renders Markdown as HTML: CommonMark with tables, without raw HTML. Headings get anchors; wide tables scroll."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from plantstore.web.docs.links import Anchors, project_file, served_address
from plantstore.web.docs.tabs import gather_tabs

_NONE: Mapping[str, str] = {}
_COMMENT, _COMMENT_ENDS = "<!--", "-->"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading with the text up to the next heading. `anchor` is the link target.

    `terms` are the names that its tables explain: the code in the first column.
    """

    anchor: str
    heading: str
    level: int
    text: str
    terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """One rendered page without the layout. `kind` is the kind of documentation, such as "Tutorial", or ""."""

    title: str
    kind: str
    html: str
    sections: tuple[Section, ...]


def read_article(text: str, *, file: str, addresses: Mapping[str, str], codes: Mapping[str, str] = _NONE) -> Article:
    """Return a rendered page. `file` is its path in the project; `addresses` maps project files to served addresses.

    A table cell that contains only one of the `codes` links to the code's URL.
    """
    tokens = _parser().parse(text)
    title, kind, tokens = _take_title(tokens)
    for token in tokens:
        match token.children:
            case [Token(type="code_inline", content=code) as shown] if code in codes:
                link = Token("link_open", "a", 1, attrs={"href": codes[code]})
                token.children = [link, shown, Token("link_close", "a", -1)]
            case [*children]:
                token.children = _relink(children, file=file, addresses=addresses)
    sections = _name_sections(tokens, title)
    tokens = gather_tabs([token for token in tokens if token.type != "comment" or token.info.startswith("tab:")])
    html = _parser().renderer.render(tokens, _parser().options, {"counts": Counter()})
    return Article(title=title, kind=kind, html=html, sections=sections)


def tokens_of(text: str) -> list[Token]:
    """Return the markdown-it tokens of a page."""
    return _parser().parse(text)


def plain(tokens: Sequence[Token]) -> str:
    """Return the visible text of inline tokens."""
    return "".join(" " if one.type in ("softbreak", "hardbreak") else one.content for one in tokens)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    parser.block.ruler.before("html_block", "comment", _comment, {"alt": ["paragraph", "reference", "blockquote"]})
    return parser


def _comment(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a comment at the start of a line into a `comment` token, which is not rendered (markdown-it block rule)."""
    if not state.src.startswith(_COMMENT, state.bMarks[start] + state.tShift[start]):
        return False
    last = start
    while last < end and _COMMENT_ENDS not in state.getLines(last, last + 1, 0, False):
        last += 1
    if last == end:
        return False
    if not silent:
        text = state.getLines(start, last + 1, state.blkIndent, False).strip()
        token = state.push("comment", "", 0)
        token.info = text.removeprefix(_COMMENT).partition(_COMMENT_ENDS)[0].strip()
        token.hidden = True
        state.line = last + 1
    return True


def _take_title(tokens: list[Token]) -> tuple[str, str, list[Token]]:
    """Return the title, the kind of page from a line such as `*Tutorial*` below it, and the remaining tokens."""
    title, kind = "", ""
    if len(tokens) >= 3 and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        title, tokens = plain(tokens[1].children or ()), tokens[3:]
    if len(tokens) >= 3 and tokens[0].type == "paragraph_open":
        match tokens[1].children:
            case [Token(type="em_open"), Token(type="text", content=kind), Token(type="em_close")]:
                tokens = tokens[3:]
    return title, kind, tokens


def _relink(tokens: Sequence[Token], *, file: str, addresses: Mapping[str, str]) -> list[Token]:
    """Return the tokens with links to project files changed to served URLs.

    A link to a file that isn't served is replaced with the file's path, preceded by the link text if it differs.
    """
    kept: list[Token] = []
    dropped = ""
    for token in tokens:
        if token.type == "link_open":
            link = str(token.attrGet("href"))
            address = served_address(link, file=file, addresses=addresses)
            if address is None:
                dropped, begins = project_file(link, file=file), len(kept)
                continue
            token.attrSet("href", address)
        elif token.type == "link_close" and dropped:
            text = plain(kept[begins:])
            if text in dropped:
                kept[begins:] = [_code(dropped)]
            else:
                kept += [Token("text", "", 0, content=" ("), _code(dropped), Token("text", "", 0, content=")")]
            dropped = ""
            continue
        kept.append(token)
    return kept


def _code(text: str) -> Token:
    return Token("code_inline", "code", 0, content=text)


def _name_sections(tokens: Sequence[Token], title: str) -> tuple[Section, ...]:
    """Add an anchor to each heading, and return the sections with their text."""
    anchors = Anchors()
    found: list[tuple[str, str, int, list[str], list[str]]] = [(anchors.name(title), title, 1, [], [])]
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = plain(tokens[index + 1].children or ())
            anchor = anchors.name(heading)
            token.attrSet("id", anchor)
            found.append((anchor, heading, int(token.tag[1]), [], []))
        elif token.type == "inline" and tokens[index - 1].type != "heading_open":
            found[-1][3].append(plain(token.children or ()))
            if index > 1 and tokens[index - 2].type == "tr_open":
                found[-1][4].extend(one.content for one in token.children or () if one.type == "code_inline")
        elif token.type in ("fence", "code_block"):
            found[-1][3].append(token.content)
    return tuple(
        Section(anchor=anchor, heading=heading, level=level, text=" ".join(" ".join(texts).split()), terms=tuple(terms))
        for anchor, heading, level, texts, terms in found
    )


class _Renderer(RendererHTML):
    """Renders tokens as HTML without inline styles or scripts. All text is escaped."""

    def heading_close(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        anchor = escape(str(tokens[idx - 2].attrGet("id")))
        return f' <a class="anchor" href="#{anchor}" aria-label="Link to this heading">#</a></{tokens[idx].tag}>\n'

    def table_open(self, tokens: Sequence[Token], idx: int, _: Any, env: Any) -> str:
        label = next((plain(one.children or ()) for one in _headings_before(tokens, idx)), "Table")
        again = _counted(env, f"Table: {label}")
        name = escape(f"Table: {label}" + (f" ({again})" if again > 1 else ""))
        return f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">\n<table>\n'

    def table_close(self, *_: Any) -> str:
        return "</table>\n</div>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        return f'<th scope="col"{_aligned(tokens[idx])}>'

    def td_open(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        return f"<td{_aligned(tokens[idx])}>"

    def fence(self, tokens: Sequence[Token], idx: int, _: Any, env: Any) -> str:
        return _copyable(tokens[idx], env)

    def code_block(self, tokens: Sequence[Token], idx: int, _: Any, env: Any) -> str:
        return _copyable(tokens[idx], env)

    def image(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        return escape(tokens[idx].content)  # images are not served: show the alternative text

    def comment(self, *_: Any) -> str:
        return ""

    def tabs(self, tokens: Sequence[Token], idx: int, _: Any, env: Any) -> str:
        group = f"tabs-{_counted(env, 'tabs')}"
        parts: list[tuple[str, Token]] = tokens[idx].meta["parts"]
        knobs = "".join(
            f'<input type="radio" name="{group}" id="{group}-{place}"{" checked" if place == 1 else ""}>'
            f'<label for="{group}-{place}">{escape(label)}</label>\n'
            for place, (label, _) in enumerate(parts, 1)
        )
        panels = "".join(
            f'<div class="panel">\n<p class="panel-name">{escape(label)}</p>\n{_copyable(code, env)}</div>\n'
            for label, code in parts
        )
        return f'<fieldset class="tabs">\n<legend>Show this in</legend>\n{knobs}{panels}</fieldset>\n'


def _copyable(code: Token, env: Any) -> str:
    """Return code in a box that scrolls horizontally, with a copy button that `ui.js` shows."""
    id = f"code-{_counted(env, 'code')}"
    language = code.info.strip().partition(" ")[0]
    named = f' class="language-{escape(language)}"' if language not in ("", "text") else ""
    text = escape(code.content, quote=False)
    return (
        f'<div class="copyable"><pre id="{id}" tabindex="0"><code{named}>{text}</code></pre>'
        f'<button type="button" data-copy="{id}" hidden>Copy</button></div>\n'
    )


def _counted(env: Any, what: str) -> int:
    """Count one more element of this kind on the page, and return the count so far."""
    env["counts"][what] += 1
    return int(env["counts"][what])


def _headings_before(tokens: Sequence[Token], idx: int) -> list[Token]:
    return [tokens[at + 1] for at in range(idx - 1, -1, -1) if tokens[at].type == "heading_open"][:1]


def _aligned(token: Token) -> str:
    style = str(token.attrGet("style") or "")  # replaced with a class, because our CSP forbids inline styles
    return ' class="number"' if "right" in style else ""

"""Repairs the text of a botanical name before it is read: what spreadsheets, web shops and keyboards do to names.

Everything here works on characters. What the words mean is the business of `reader`.
"""

import html
import re
import unicodedata

from plantstore.domain.plants.names.codes import NameCode

BOTANICAL_NAME_CHARS_MAX = 250  # longest in the USDA's list of 32,800 names: 187
MARK = "\xae"  # replaces every trade mark sign, so that the reader finds the words before it

_PLAIN = re.compile(r"[A-Za-z .,()'&\[\]+-]*")
_NEEDS_REPAIR = re.compile(
    r"\([xX]\)|(?<![^ /])[A-Z]\.[a-z]{4}|(?<![a-z])p(?:br|vr|paf)(?![a-z])|[a-z]-[Hh]ybrid|P\.P\."
    r"|''|^[^']*[a-z]{3}'[A-Z]|  | $|^ |[A-Z][A-Z]|[Pp]at|\([RC]\)"
    r"|\.(?:var|subsp|ssp)|(?: var| subsp| ssp| cv| f)\.[A-Za-z]"
)
_ENTITY = re.compile(r"&(?:#[0-9]{1,6}|#[xX][0-9A-Fa-f]{1,5}|[A-Za-z][A-Za-z0-9]{1,20});")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_EXCEL_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")  # ECMA-376, part 1, 22.9.2.19
_CP1252 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"  # the characters of Windows-1252 from 0x80 to 0x9F
_MISREAD = re.compile(f"[\xc2-\xf4][\x80-\xbf{_CP1252}]{{1,3}}")  # UTF-8 that was read as Windows-1252
_C1 = re.compile("[\x80-\x9f]")
_SENSIBLE = re.compile("[\xa0\xa9\xab\xae\xb4\xbb\xbd\xd7\xc0-\u024f\u1e00-\u1eff\u2010-\u2026\u2032\u2033\u2122]+")
_LOST_SIGN = re.compile("(?<= )[\ufffd?](?= ?[a-z])|^[\ufffd?] (?=[A-Z])")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_INVISIBLE = re.compile("[\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]")
_STYLED_LETTERS = re.compile("[\uff01-\uff5e\ufb00-\ufb06\U0001d400-\U0001d7ff]+")  # full width, ligatures, "bold" text
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_CURLY_QUOTES = re.compile("[\u2018\u2019\u02bc]")  # ICNCP 14.1 allows them, so they need no code
_OTHER_QUOTES = re.compile("''+|[\"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u201a\u201b\u2032\u2033\xb4`]")
# Where a space is missing: after or before a rank, and before a quote.
_STUCK = re.compile(
    r"(?<=\.)(?=(?:var|subsp|ssp)\. ?[a-z]{2})|(?<= var\.| ssp\.)(?=[a-z])|(?<= subsp\.)(?=[a-z])"
    r"|(?<= cv\.)(?=[A-Za-z])|(?<![^ /][A-Z]\.)(?<=[A-Z]\.)(?=[a-z]{4})|(?<=[a-z])(?=-[Hh]ybrid)|(?<= f\.)(?=[a-z]{3})"
)
_STUCK_QUOTE = re.compile("^([^'\"\u2018\u2019\u201c]*[a-z]{3})(?=['\"\u2018\u201c][A-Z])")
_OTHER_SIGNS = re.compile(  # crosses for the hybrid sign, and alone the Cyrillic and Greek letters that resemble x
    "[\u2715\u2716\u2a2f\u2a09\u274c]|(?<![^ ])[\u0425\u0445\u03a7\u03c7](?= )|\\([xX\xd7]\\)|\\*(?= [a-z])"
)
_LATIN = re.compile("[A-Za-z\xc0-\xd6\xd8-\xf6\xf8-\u024f\u1e00-\u1eff]")
_FOREIGN = re.compile(
    "[^\\W\\d_A-Za-z\xaa\xba\xc0-\xd6\xd8-\xf6\xf8-\u024f\u1e00-\u1eff]"
)  # letters that are not Latin
_TRADE_MARK = re.compile(r" ?(?:[\u2122\xae\u2120]|\((?:TM|tm|R|C)\))|\xa9")
_RIGHTS = re.compile(
    r"[(\[]?(?<![^\W_])(?:PBR|PVR|PVP|pbr|pvr|ppaf|COPF|PPAF|(?:U\.?S\.? ?)?PP ?(?:# ?)?[0-9][0-9,]{2,}(?:P[1-3])?"
    r"|PP ?# ?|PBRAF|USPP|USPPAF|EUPVR|EUPBR|CPBRAF|P\.P\.A\.F\."
    r"|(?:EU|CPBR|PBR|PVR|CPVO)(?: (?:PBR|PVR|grant))? ?#? ?[0-9][0-9/]{2,}|EU (?:PBR|PVR)|CPVO"
    r"|(?:U\.?S\.? )?[Pp]lant [Pp]atent(?: (?:# ?)?[0-9,]+)?|[Pp]at(?:ent|\.) ?[Pp]end(?:ing|\.))(?![^\W_])[)\]]?"
)


def repair(text: str, codes: set[NameCode]) -> str:
    """Return the text with repaired characters and single spaces; add the codes of the repairs, or one E_ code.

    Quotes become ', trade mark signs become `MARK`, and notes on plant breeders' rights are removed. The text has at
    most `BOTANICAL_NAME_CHARS_MAX` characters, so every step takes bounded time.
    """
    if _PLAIN.fullmatch(text) and not _NEEDS_REPAIR.search(text):
        return text
    if "&" in text or "<" in text:
        text = _without_html(text, codes)
    if not text.isascii() or "_x" in text or "?" in text:
        text = _without_mojibake(text, codes)
        text = _plain_letters(text, codes)
    if _CONTROL.search(text):
        codes.add(NameCode.E_CONTROL)
        return ""
    text = _plain_crosses(_plain_quotes(_single_spaces(text, codes), codes), codes)
    text = _without_rights(text, codes)
    return text if text.isascii() else _only_latin(text, codes)


def _without_html(text: str, codes: set[NameCode]) -> str:
    plain = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
    if plain != text:  # some exports escape twice
        plain = _ENTITY.sub(lambda found: html.unescape(found[0]), plain)
    plain = _TAG.sub(lambda found: " " if found[0][1:3].lower() in ("br", "p>", "/p") else "", plain)
    if plain != text:
        codes.add(NameCode.I_HTML)
        plain = " ".join(plain.split())
    return plain


def _without_mojibake(text: str, codes: set[NameCode]) -> str:
    plain = _EXCEL_ESCAPE.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text
    plain = _MISREAD.sub(_reread, plain)
    plain = _C1.sub(lambda found: found[0].encode("latin-1").decode("cp1252", errors="replace"), plain)
    plain = _LOST_SIGN.sub("×", plain)
    if plain != text or "\ufffd" in text:
        codes.add(NameCode.W_MOJIBAKE)
    return plain


def _reread(found: re.Match[str]) -> str:
    """Return the text that was read in the wrong encoding, or the same text if it makes no sense in UTF-8."""
    raw = b"".join(char.encode("cp1252") if char in _CP1252 else char.encode("latin-1") for char in found[0])
    for end in range(len(raw), 1, -1):
        try:
            plain = raw[:end].decode("utf-8")
        except UnicodeDecodeError:
            continue
        if _SENSIBLE.fullmatch(plain):
            return plain + found[0][end:]
    return found[0]


def _plain_letters(text: str, codes: set[NameCode]) -> str:
    plain = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    plain = _STYLED_LETTERS.sub(lambda found: unicodedata.normalize("NFKC", found[0]), plain)
    plain = unicodedata.normalize("NFC", plain)
    if plain != text:
        codes.add(NameCode.I_UNICODE)
    return _DASHES.sub("-", plain)


def _plain_crosses(text: str, codes: set[NameCode]) -> str:
    crossed = _OTHER_SIGNS.sub("×", text)
    if crossed != text:
        codes.add(NameCode.I_HYBRID_SIGN)
    return crossed


def _single_spaces(text: str, codes: set[NameCode]) -> str:
    spaced = _STUCK.sub(" ", " ".join(text.replace("_", " ").split()))
    spaced = _STUCK_QUOTE.sub(r"\1 ", spaced)
    if spaced != text:
        codes.add(NameCode.I_WHITESPACE)
    return spaced


def _plain_quotes(text: str, codes: set[NameCode]) -> str:
    straight = text if text.isascii() else _CURLY_QUOTES.sub("'", text)
    quoted = _OTHER_QUOTES.sub("'", straight)
    if quoted != straight:
        codes.add(NameCode.I_QUOTES)
    return quoted


def _without_rights(text: str, codes: set[NameCode]) -> str:
    plain = _TRADE_MARK.sub(MARK, text)
    if plain != text or MARK in text:
        codes.add(NameCode.I_MARK_REMOVED)
    bare = _RIGHTS.sub(" ", plain)
    if bare != plain:
        codes.add(NameCode.I_RIGHTS_REMOVED)
        plain = " ".join(bare.split())
    return plain


def _only_latin(text: str, codes: set[NameCode]) -> str:
    """Remove words of other scripts after the name; reject words that mix scripts, which deceive the eye."""
    if not _FOREIGN.search(text):
        return text
    words = text.split()
    foreign = [_FOREIGN.search(word) is not None for word in words]
    if any(odd and _LATIN.search(word) for odd, word in zip(foreign, words, strict=True)):
        codes.add(NameCode.E_MIXED_SCRIPT)
    elif foreign[0] or not any(_LATIN.search(word) for word in words):
        codes.add(NameCode.E_NOT_LATIN)
    codes.add(NameCode.W_TRAILING_TEXT)
    return " ".join(word for odd, word in zip(foreign, words, strict=True) if not odd)

"""The inputs that a fuzzer begins with, and the words of each language that it combines.

`fuzz/parsers/corpus/` has a file for each parser: one input per line, as a literal of bytes. They are inputs that found
something, or that reach parts of a parser which few inputs reach. Inputs that are large, or hold a key, are made here.
"""

import ast
import datetime
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import trustme

from fuzz.parsers.targets import issued_cursor
from tests.catalogue.imports.workbooks.made import MAIN, cell, written_by_xlsxwriter

CORPUS = Path(__file__).with_name("corpus")


def kept(name: str) -> list[bytes]:
    """Return the inputs of a parser that are in the repository."""
    file = CORPUS / f"{name}.txt"
    lines = file.read_text(encoding="ascii").splitlines() if file.exists() else []
    return [bytes(ast.literal_eval(line)) for line in lines]


def keep(name: str, inputs: list[bytes]) -> None:
    """Write the inputs of a parser to the repository, the shortest first."""
    text = "".join(f"{one!r}\n" for one in sorted(set(inputs), key=lambda one: (len(one), one)))
    (CORPUS / f"{name}.txt").write_text(text, encoding="ascii")


def made(name: str) -> list[bytes]:
    """Return the inputs of a parser that are made at each run."""
    return MADE[name]() if name in MADE else []


def _cursors() -> list[bytes]:
    return [issued_cursor().encode()]


def _workbooks() -> list[bytes]:
    rows: list[list[Any]] = [["name", "price", "until"], ["Rosa", 4.5, datetime.date(2026, 5, 25)], [None, "=1", True]]
    with tempfile.TemporaryDirectory() as folder:
        whole = written_by_xlsxwriter(Path(folder) / "list.xlsx", {"Plants": rows, "More": [["x"]]}).read_bytes()
    sheet = f'<worksheet {MAIN}><sheetData><row r="1">{cell("A1", "name")}</row></sheetData></worksheet>'
    texts = f'<sst {MAIN} count="1" uniqueCount="1"><si><t>Rosa</t></si></sst>'
    return [b"\0" + whole, b"\2" + sheet.encode(), b"\3" + texts.encode()]


def _certificates() -> list[bytes]:
    authority = trustme.CA()
    leaf = authority.issue_cert("client.example")
    chain = b"".join(one.bytes() for one in leaf.cert_chain_pems)
    ours = authority.cert_pem.bytes()
    return [ours, ours * 2, chain + b"\0" + leaf.private_key_pem.bytes(), ours + b"\0" + leaf.private_key_pem.bytes()]


MADE: dict[str, Callable[[], list[bytes]]] = {"cursor": _cursors, "xlsx": _workbooks, "pem": _certificates}

_HTTP = (
    "HTTP/1.1 HTTP/1.0 \\r\\n \\r\\n\\r\\n : content-length transfer-encoding chunked connection close keep-alive "
    "upgrade expect 100-continue host 0\\r\\n\\r\\n , ;a=b"
)
WORDS: dict[str, str] = {
    "url": "http:// https:// shop .example 127.0.0.1 0x7f [::1] [ ] : @ / \\\\ ? # % %2e xn-- xn--bcher-kva \\xc3\\xbc "
    "\\xc3\\x9f \\xe2\\x91\\xa0 :443 :8080 :65536 localhost",
    "response": f"{_HTTP} 200 204 500 101 location date retry-after timeout=",
    "request": f"{_HTTP} GET POST PUT http://a/ HEAD OPTIONS *",
    "json": '{ } [ ] : , \\" \\\\u d800 null true false NaN Infinity 1e400 9007199254740993 -0 .5 \\xef\\xbb\\xbf',
    "csv": 'name sku gtin price currency tag botanical_name \\n \\r\\n ; , \\t | \\" \\xef\\xbb\\xbf \\xff\\xfe 4.50 EUR = '
    "'= \\x1f",
    "xlsx": "<row <c <v> </v> </c> </row> r= t= inlineStr <is> <t> s= <mergeCell <dimension <![CDATA[ ]]> &amp; &#0; <!-- "
    "--> ref= A1:B2 XFD1048576 <f> #REF! PK\\x03\\x04 PK\\x01\\x02 PK\\x05\\x06 PK\\x06\\x06",
    "name": "Rosa Acer alba \\xc3\\x97 x subsp. var. f. cv. Group ' \\\" ( ) [ ] L. Mill. & ex sp. aff. nom. grex 's PBR "
    "&times; \\xe2\\x80\\x99",
    "cursor": "= - _ A",
    "cookie": "plantstore-notice= plantstore-theme=dark __Host-plantstore= ; = % %41 %ff",
    "form": "= & % %41 %ff + name ticket",
    "multipart": "--a-boundary -- \\r\\n content-disposition: form-data; name= filename= \\\"file\\\" filename*=UTF-8'' "
    "content-type: text/csv",
    "filter": '{ } [ ] : , \\" name tag tags price and or not in eq prefix gt gte lt lte exists null true care height_cm '
    "trade plant_passport taxon genus",
    "jmespath": "@ . [ ] [] [? * { } : , & | ` ' \\\" join( sort_by( max_by( to_string( length( map( merge( && || ! == < "
    "name images url care",
    "pem": "-----BEGIN CERTIFICATE-----\\n -----END CERTIFICATE-----\\n -----BEGIN PRIVATE KEY-----\\n "
    "-----END PRIVATE KEY-----\\n \\x00 MIIB",
}


def dictionary(name: str) -> str:
    """Return the words of a language in the form that libFuzzer reads."""
    return "".join(f'"{_escaped(word)}"\n' for word in WORDS[name].split())


def _escaped(word: str) -> str:
    """Return a word with the bytes that libFuzzer does not take as they are written in hexadecimal."""
    raw = word.encode().decode("unicode_escape").encode("latin-1")
    return "".join(chr(byte) if 32 < byte < 127 and byte not in b'"\\' else f"\\x{byte:02X}" for byte in raw)

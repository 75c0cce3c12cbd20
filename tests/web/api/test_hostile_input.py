"""Hostile text in whatever takes text: fields, filters, headings, cells, name patterns, watched names; both engines.

It is refused with its place, or accepted: then it comes back as it was accepted, and writing it again changes nothing.
"""

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from plantstore.catalogue.imports.columns.headings import FIELDS
from plantstore.domain.plants.fields import NEWER
from plantstore.web.api.plants.filters import FILTERS, SORT
from tests.makers import DETAILS
from tests.web.harness import Site

pytestmark = pytest.mark.usefixtures("engine_kind")

PLANTS, IMPORTS, WATCH_LIST = "/api/v1/plants", "/api/v1/imports", "/api/v1/watch-list"
HOSTILE = {
    "NUL": "Rosa\0canina",
    "control": "Rosa\x1b[31m",
    "noncharacter": "Rosa\ufffe",
    "mixed scripts": "Rоsa саninа",  # Cyrillic letters
    "bidi": "Rosa \u202eanac\u202c \u2066x\u2069",
    "zero width": "Ro\u200bsa\u200d \ufeffcanina",
    "nothing visible": "\u200b\u2060",
    "tags": "Rosa\U000e0041\U000e007f",
    "accents": "a" + "\u0301" * 9,
    "four bytes": "𝄞" * 60,
    "too long": "x" * 6_000,
    "markup": "<script>alert(1)</script>' OR 1=1; --",
    "decomposed": "e\u0301 ９ ｃｍ",
}
OF_EACH_KIND = {kind: HOSTILE[kind] for kind in ("NUL", "mixed scripts", "bidi", "zero width", "four bytes")}


def texts_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of every text in an object, or in a list of texts."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from texts_in(part, (*path, name))
    elif isinstance(value, list):
        yield from texts_in(value[0], (*path, "0"))
    elif isinstance(value, str):
        yield path


def put_at(value: Any, path: tuple[str, ...], text: str) -> Any:
    """Return a copy of an object or list with another text at a path."""
    if not path:
        return text
    if isinstance(value, list):
        return [put_at(value[0], path[1:], text), *value[1:]]
    return {**value, path[0]: put_at(value[path[0]], path[1:], text)}


def test_hostile_text_in_any_field_is_refused_with_its_place_or_kept(site: Site) -> None:
    assert DETAILS.keys() == set(NEWER)
    paths = list(texts_in(DETAILS))
    kept = site.add(**DETAILS, price="24.90", currency="EUR")

    for kind, text in HOSTILE.items():
        whole = DETAILS
        for path in paths:
            whole = put_at(whole, path, text)
        answer = site.post(PLANTS, {"name": "Rosa", **whole})
        assert answer.status_code == 422, kind
        refused = {problem["pointer"] for problem in answer.json()["errors"]}
        assert refused <= {"/" + "/".join(path) for path in paths}, kind

        accepted = DETAILS | {"price": "24.90", "currency": "EUR"}
        for path in paths:
            if "/" + "/".join(path) not in refused:
                accepted = put_at(accepted, path, text)
        written = site.ask("PATCH", f"{PLANTS}/{kept['id']}", json=accepted).json()
        again = site.ask("PATCH", f"{PLANTS}/{kept['id']}", json={name: written[name] for name in NEWER})
        assert site.get(f"{PLANTS}/{kept['id']}").json() | {"warnings": []} == written | {"warnings": []}, kind
        assert again.json()["updated_at"] == written["updated_at"], kind


def test_hostile_text_in_any_filter_is_refused_with_its_name_or_finds_nothing(site: Site) -> None:
    site.add(name="Iris", **DETAILS, price="24.90", currency="EUR")

    for name in ("q", SORT.name, *(parameter.name for parameter in FILTERS)):
        for kind, text in HOSTILE.items():
            answer = site.get(PLANTS, params={name: text})
            if answer.status_code == 200:
                assert answer.json()["items"] == [], (name, kind)
            else:
                assert answer.status_code == 400, (name, kind)
                assert answer.json()["detail"].startswith(f"Parameter {name}: "), (name, kind)


def test_hostile_names_and_reasons_are_refused_with_their_place_or_kept_on_the_watch_list(site: Site) -> None:
    for kind, text in HOSTILE.items():
        for entry in ({"name": text}, {"name": "Acer", "reason": text}):
            answer = site.ask("PUT", WATCH_LIST, json={"items": [entry]})
            if answer.status_code == 200:
                assert site.ask("PUT", WATCH_LIST, json=answer.json()).json() == answer.json(), kind
                assert site.get(WATCH_LIST).json() == answer.json(), kind
            else:
                place = "/items/0/" + list(entry)[-1]
                assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, place), kind


def test_a_list_of_hostile_headings_and_cells_is_checked_and_its_good_rows_are_added(site: Site) -> None:
    rows = [
        {field: text if field == hit else "" for field in FIELDS} for text in OF_EACH_KIND.values() for hit in FIELDS
    ]
    for number, row in enumerate(rows):
        row["name"] = row["name"] or f"Rosa {number}"
    lines = io.StringIO()
    writer = csv.writer(lines)
    writer.writerow([*FIELDS, *HOSTILE.values()])
    writer.writerows([*row.values(), *HOSTILE.values()] for row in rows)

    found = _uploaded(site, lines.getvalue())
    assert (found["state"], found["rows"]) == ("checked", len(rows)), found
    site.post(f"{IMPORTS}/{found['id']}/confirmation?skip_bad=true")
    site.run(site.dependencies.importer.wait_until_idle(found["id"], within_s=20.0))

    done = site.get(f"{IMPORTS}/{found['id']}").json()
    assert (done["state"], done["added"]) == ("done", found["new"])
    assert found["bad"] > len(FIELDS), "a NUL alone is wrong in every field"
    for plant in site.get(f"{PLANTS}?limit=50").json()["items"]:
        again = site.ask("PATCH", f"{PLANTS}/{plant['id']}", json={name: plant[name] for name in NEWER})
        assert again.json()["updated_at"] == plant["updated_at"], plant


def test_hostile_name_patterns_and_mappings_are_refused_or_used(site: Site) -> None:
    for kind, text in OF_EACH_KIND.items():
        for query in ({"name_pattern": "{botanical_name} " + text}, {"map": json.dumps({"tag": text})}, {"name": text}):
            answer = _asked(site, "sku,botanical name\n,Rosa canina\n", query)
            if answer.status_code == 201:
                site.ask("DELETE", f"{IMPORTS}/{answer.json()['id']}")
            else:
                assert answer.status_code in (400, 422), (kind, query)
                assert answer.json()["detail"].startswith("Parameter ") or answer.json()["errors"], (kind, query)


def _uploaded(site: Site, content: str) -> dict[str, Any]:
    answer = _asked(site, content, {})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def _asked(site: Site, content: str, query: dict[str, str]) -> Any:
    return site.ask("POST", IMPORTS, content=content.encode(), params=query, headers={"content-type": "text/csv"})

"""What schemathesis may not hold against the store, each with its reason. It reads this file at its start.

A document says how a request looks. Whether the store can do what it asks for depends on what the store holds, on
rules between two fields, and on the world; those answers are 4xx of their own codes, named here one by one. Whatever
else is refused though the document allows it, is found. No check is left out.
"""

import itertools
import os
import re

import schemathesis

OWN_TOKEN_ID = os.environ["FUZZ_OWN_TOKEN_ID"]
KEY, KEY_CHARS_MAX = "Idempotency-Key", 255
STATE = {
    "condition_missing",  # 428: there is a plant of that SKU, so its ETag is wanted
    "changed",  # 412: If-Match names another version
    "gone",  # 410: the plant was deleted
}
BEYOND_SCHEMAS = {
    "currency": "which three letters are in ISO 4217",
    "decimal": "how many decimals the price's currency has",
    "duplicate": "two texts that differ in capitals only",
    "gtin": "a check digit",
    "not_found": "whether there is such a receiver",
    "other": "a SKU in the body that is not the one in the address",
    "start": "how long the log is, and which months have 31 days",
    "url": "which hosts are names",
}
BETWEEN_FIELDS = {("/first", "required"), ("/since", "range"), ("/last", "range"), ("/until", "range")}
IN_QUERIES = re.compile(
    "With q, sort by"  # a rule between two parameters
    "|With changed_after, "  # the same: what follows every change has no filter
    "|Parameter currency: "  # which three letters are in ISO 4217
    "|Parameter q: write 1 to"  # what a word is
    "|Parameter currency: "  # which three letters are in ISO 4217
    "|Parameter map: "  # JSON in a text: contentSchema says how it looks, and generators do not read that
    r"|Parameter \w+: (Nothing of this text|Use .* not 0\.|Use at most 8 accents)"  # letters that cannot be seen
)
KEPT_WHEN_CANCELLED = ("/api/v1/imports/{id}", "/api/v1/receivers/{id}/replays/{replay}")  # what they did is still told
_key_endings = map("{:08x}".format, itertools.count())


@schemathesis.hook
def before_call(context, case, **_):
    """Leave us our token; and let a request be good that no generator can make so."""
    if case.operation.definition.raw["operationId"] == "revokeToken" and case.path_parameters["id"] == OWN_TOKEN_ID:
        case.path_parameters["id"] = "tok_none"
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if case.query:
        case.query.pop(
            "cursor", None
        )  # a cursor is signed: any but those we gave is refused, and nothing else looked at
    if case.headers and KEY in case.headers:  # the same key for another request is refused
        ending = next(_key_endings)
        case.headers[KEY] = case.headers[KEY][: KEY_CHARS_MAX - len(ending)] + ending
    if case.method == "PUT" and isinstance(case.body, dict):
        case.body.pop("sku", None)  # another than the address's is refused
    for parameter in case.operation.definition.raw["parameters"]:  # schemathesis 4.32 sends `If-Match: 0` for good
        name, pattern = parameter["name"], parameter.get("schema", {}).get("pattern")
        given = (case.headers or {}).get(name) if parameter["in"] == "header" else None
        if pattern and given is not None and not re.search(pattern, given):
            del case.headers[name]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Say whether a finding is one."""
    operation = case.operation.definition.raw["operationId"]
    match type(failure).__name__:
        case "RejectedPositiveData":
            return not _is_beyond_schemas(operation, response.json())
        case "UseAfterFree":
            return not case.operation.path.startswith(KEPT_WHEN_CANCELLED)
    return True


def _is_beyond_schemas(operation, problem):
    code = problem["type"].rpartition("/")[2]
    if code == "invalid":
        fields = problem.get("errors", [])
        in_file = operation == "uploadImport"  # what stands in a file is read, not described
        return in_file or (fields and all(_is_field_beyond_schemas(operation, one) for one in fields))
    return code in STATE or (code == "malformed" and IN_QUERIES.match(problem["detail"]) is not None)


def _is_field_beyond_schemas(operation, problem):
    pointer, code = problem["pointer"], problem["code"]
    if operation == "askForReplay":
        return (pointer, code) in BETWEEN_FIELDS
    if code in ("characters", "length"):  # letters that cannot be seen are Unicode's matter; control characters are not
        return "control character" not in problem["detail"]
    return code in BEYOND_SCHEMAS or pointer == "/url"  # of a receiver: who may be called is judged by its address


@schemathesis.deserializer("text/csv")
def read_csv(context, response):
    return response.text

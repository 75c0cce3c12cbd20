"""Rejections that schemathesis must not report as faults, each with its reason. It loads this file at startup.

A schema describes the form of a request. Whether the store can execute it also depends on the data in the store, on
rules between two fields, and on the outside world. Such requests get 4xx responses with the codes that are listed here.
Any other rejection of a request that the document allows is a fault. No check is disabled.
"""

import itertools
import os
import re

import schemathesis

OWN_TOKEN_ID = os.environ["FUZZ_OWN_TOKEN_ID"]
KEY, KEY_CHARS_MAX = "Idempotency-Key", 255
STATE = {
    "condition_missing",  # 428: a plant has that SKU, so its ETag is required
    "changed",  # 412: If-Match has the ETag of another version
    "gone",  # 410: the plant was deleted
}
BEYOND_SCHEMAS = {
    "botanical_name": "which text is a botanical name",
    "country": "which words are names of countries",
    "currency": "which three letters are in ISO 4217",
    "decimal": "how many decimals the currency of the price has",
    "duplicate": "two strings that differ in case only",
    "email": "which text is an e-mail address",
    "fixed": "whether a receiver is in a chat",
    "future": "how long the log is",
    "gtin": "a check digit",
    "hardiness": "which of two zones is colder",
    "identifier": "the ids of each index, alone or in its addresses",
    "kind": "which fields each kind of channel has",
    "not_found": "whether the receiver exists",
    "not_used": "which fields a chat has no use for",
    "https": "which addresses may be called without TLS",
    "name": "which headers the store sets itself",
    "other": "a SKU in the body that is not the one in the address",
    "pem": "which text is a certificate or a key",
    "pot_size": "which text is a pot size",
    "registration": "the number of a plant passport",
    "role": "which role can be limited to some receivers",
    "same": "whether two ids are of one plant",
    "start": "how long the log is, and which months have 31 days",
    "syntax": "which text is an expression",
    "take": "which fields of a plant another one lacks",
    "taken": "whether another person has the address",
    "url": "which host names are valid",
}
BETWEEN_FIELDS = {("/first", "required"), ("/since", "range"), ("/last", "range"), ("/until", "range")}
IN_QUERIES = re.compile(
    "or sort by id or -id"  # how many plants match
    "|changed_after covers "  # likewise: it cannot be combined with filters
    "|Parameter currency: "  # which three letters are in ISO 4217
    "|Parameter pot_size: |Parameter hardiness: "  # what these texts mean
    "|Parameter name_pattern: write words in braces"  # which words
    "|Parameter plants: write 1 to"  # how many ids
    "|Parameter q: write 1 to"  # what a word is
    "|Parameter map: "  # JSON in a string: contentSchema describes it, but generators ignore that
    r"|Parameter \w+: (This text has no visible|Use .* not 0\.|Use at most 8 accents)"  # invisible characters
)
URLS = ("/url", "/oauth/token_url")
FILTER = "/filter"
EXPRESSION, OF_EXPRESSIONS = "/payload_expression", ("missing", "not_used", "depth")
KEPT_WHEN_CANCELLED = (  # they can still be read; the list of sessions is then empty
    "/api/v1/imports/{id}",
    "/api/v1/receivers/{id}/replays/{replay}",
    "/api/v1/people/{id}/sessions",
)
_key_endings = map("{:08x}".format, itertools.count())


@schemathesis.hook
def before_call(context, case, **_):
    """Keep our token valid, and correct requests that a generator cannot get right."""
    if case.operation.definition.raw["operationId"] == "revokeToken" and case.path_parameters["id"] == OWN_TOKEN_ID:
        case.path_parameters["id"] = "tok_none"
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if case.query:
        case.query.pop("cursor", None)  # cursors are signed: a generated one is refused before anything else is checked
    if case.headers and KEY in case.headers:  # a key that was used for another request is refused
        ending = next(_key_endings)
        case.headers[KEY] = case.headers[KEY][: KEY_CHARS_MAX - len(ending)] + ending
    if case.method == "PUT" and isinstance(case.body, dict):
        case.body.pop("sku", None)  # it must equal the SKU in the address
    for parameter in case.operation.definition.raw["parameters"]:  # schemathesis 4.32 considers `If-Match: 0` valid
        name, pattern = parameter["name"], parameter.get("schema", {}).get("pattern")
        given = (case.headers or {}).get(name) if parameter["in"] == "header" else None
        if pattern and given is not None and not re.search(pattern, given):
            del case.headers[name]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Return whether a finding is a fault."""
    operation = case.operation.definition.raw["operationId"]
    match type(failure).__name__:
        case "RejectedPositiveData":
            return not _is_beyond_schemas(operation, response.json())
        case "AcceptedNegativeData":
            return not _is_corrected(operation, case)
        case "EnsureResourceAvailability":
            return operation != "showBadRows"  # only some imports have bad rows
        case "UseAfterFree":
            return not case.operation.path.startswith(KEPT_WHEN_CANCELLED)
    return True


def _is_corrected(operation, case):
    """True if a request is accepted because text is trimmed, or because any text is a list of plants."""
    sku = case.body.get("sku") if isinstance(case.body, dict) else None
    return operation == "uploadImport" or (isinstance(sku, str) and sku != sku.strip())


def _is_beyond_schemas(operation, problem):
    code = problem["type"].rpartition("/")[2]
    if code == "invalid":
        fields = problem.get("errors", [])
        in_file = operation in (
            "uploadImport",
            "recheckImport",
        )  # the contents of a file are validated, but not described by the schema
        return in_file or (fields and all(_is_field_beyond_schemas(operation, one) for one in fields))
    in_filter = any(one["pointer"].startswith(FILTER) for one in problem.get("errors", []))  # numbers beyond ±2⁵³
    return code in STATE or (code == "malformed" and (in_filter or IN_QUERIES.match(problem["detail"]) is not None))


def _is_field_beyond_schemas(operation, problem):
    pointer, code = problem["pointer"], problem["code"]
    if operation == "changeReceiver" and code == "required":  # another server needs what the present one is sent
        return True
    if operation == "registerListener" and (pointer, code) == ("/start", "range"):  # how long the log is
        return True
    if operation == "askForReplay":
        return (pointer, code) in BETWEEN_FIELDS
    if operation == "putAlertQuietHours" and (pointer, code) == ("/until", "invalid"):  # it differs from "from"
        return True
    if pointer.startswith(FILTER) or (pointer == EXPRESSION and code in OF_EXPRESSIONS):
        return True  # what is a pattern or an expression
    if code in ("characters", "length"):  # a schema cannot exclude invisible characters, except control characters
        return "control character" not in problem["detail"]
    return code in BEYOND_SCHEMAS or pointer in URLS  # the schema does not say which addresses may be called


@schemathesis.deserializer("text/csv")
def read_csv(context, response):
    return response.text

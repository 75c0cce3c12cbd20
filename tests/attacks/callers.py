"""Attacks through the API: on tokens, permissions, bodies, lists and limits."""

from tests.attacks.attack import Attack

ACCESS = "tests/web/auth/test_access.py::"
SURFACE = "tests/web/test_surface.py::"
JSON = "tests/web/http/test_json_body.py::"
CURSORS = "tests/web/http/test_pagination.py::"
IMPORTS = "tests/catalogue/imports/"

CALLERS = (
    Attack(
        number="T27",
        attack="Guessing a token, or finding one in a repository",
        defence="178 random bits and a checksum, so that a typing error is refused without the database and scanners find "
        "leaks; only the hash is stored",
        shown="One wrong character never reaches the database; the published pattern",
        tests=(
            ACCESS + "test_one_wrong_character_never_reaches_the_database",
            "tests/domain/test_token.py::test_one_wrong_character_fails_the_checksum",
            "tests/domain/test_token.py::test_a_new_token_is_well_formed_and_found_by_scanners",
        ),
    ),
    Attack(
        number="T28",
        attack="Measuring how long a refusal takes, to find a token or a signature step by step",
        defence="A token is looked up by its hash; MACs are compared in constant time; unknown, expired and revoked tokens "
        "get the same response",
        shown="The same response on every operation; 2 × 5,000 guesses with and without the beginning of a valid token: "
        "Welch's t below 4.5",
        tests=(
            ACCESS + "test_every_endpoint_refuses_a_bad_token_without_saying_why",
            "tests/web/auth/test_timing.py::test_a_guess_that_begins_like_a_token_takes_as_long_as_any_other",
            "tests/web/auth/test_timing.py::test_macs_are_never_compared_with_an_operator",
        ),
    ),
    Attack(
        number="T29",
        attack="A token that is used after its end, or after it was revoked",
        defence="Checked at each request; what a process remembers is looked up again after five seconds",
        shown="Revoked by another process: refused five seconds later; expired: refused in that second",
        tests=(
            ACCESS + "test_a_cached_token_is_looked_up_again_after_five_seconds",
            ACCESS + "test_a_cached_token_still_expires_on_time",
            "tests/web/api/test_tokens_api.py::test_a_revoked_token_ends_at_once",
        ),
    ),
    Attack(
        number="T30",
        attack="A token in the URL, two `Authorization` headers, another scheme",
        defence="RFC 6750: one header only; 400 or 401 with a challenge, without an error code if no token was sent",
        shown="17 combinations",
        tests=(ACCESS + "test_a_token_is_read_from_one_header_only",),
    ),
    Attack(
        number="T31",
        attack="An operation without its scope, or an object of someone else by its id",
        defence="Each operation names its scope in the OpenAPI document; objects beyond a token's receivers are not found",
        shown="Every operation × no token, bad ones, each single scope; all objects of other receivers",
        tests=(
            ACCESS + "test_every_endpoint_needs_a_token",
            ACCESS + "test_each_scope_permits_its_endpoints_and_no_others",
            ACCESS + "test_a_token_of_one_receiver_sees_it_and_the_feed_and_nothing_else",
            "tests/web/api/test_limited_integrators.py::test_no_response_mentions_a_receiver_beyond_the_limit",
            "tests/web/console/test_who_may_what.py::test_a_page_is_there_for_those_who_may_see_it_and_for_nobody_else",
        ),
    ),
    Attack(
        number="T32",
        attack="Another path or method to the same operation: `//`, a slash at the end, `%2e`, `HEAD`, override headers",
        defence="Paths are matched as they are written; no header overrides anything",
        shown="18 disguised paths with every method; three override headers",
        tests=(
            SURFACE + "test_paths_are_matched_literally",
            SURFACE + "test_head_needs_a_token_like_get",
            "tests/web/test_document_allows.py::test_a_disguised_path_is_not_found_with_any_method",
            "tests/web/test_conventions.py::test_no_header_overrides_the_method",
        ),
    ),
    Attack(
        number="T33",
        attack="A field that only the store sets: `id`, `created_at`, `sequence`",
        defence="A model for each body; an unknown or read-only field is 422 with its place",
        shown="An unknown field in the body of every operation; each read-only field of a plant",
        tests=(
            "tests/web/test_unknown_fields.py::test_an_unknown_field_is_refused_in_every_body",
            "tests/web/api/test_plants_api.py::test_read_only_fields_are_refused",
            "tests/domain/plants/test_fields.py::test_read_only_fields_cannot_be_written",
        ),
    ),
    Attack(
        number="T34",
        attack="JSON that parsers read differently, or that breaks them: names twice, NaN, 1e400, UTF-16, 5,000 digits, "
        "100,000 brackets",
        defence="One strict decoder; each failure is 400 with a problem document",
        shown="57 bodies; any bytes; any object is what the standard library reads",
        tests=(
            JSON + "test_json_that_parsers_read_differently_is_refused",
            JSON + "test_the_api_answers_with_a_problem",
            JSON + "test_arbitrary_bytes_are_read_or_refused",
            JSON + "test_every_json_object_is_read_as_the_standard_library_does",
        ),
    ),
    Attack(
        number="T35",
        attack="A request that is too large or too slow, chunked without an end, or compressed",
        defence="1 MiB for JSON, 512 MiB for lists, 415 for encodings, 10 s for the headers, 1 KiB/s for the body",
        shown="Each limit at its value and one past it; 500 slow clients next to a healthy one",
        tests=(
            SURFACE + "test_a_body_is_accepted_up_to_its_limit",
            SURFACE + "test_a_body_without_end_is_read_no_further_than_the_limit",
            SURFACE + "test_a_compressed_body_is_refused",
            "tests/web/http/test_slow_clients.py::test_a_head_without_an_end_is_refused",
            "tests/web/http/test_slow_clients.py::test_a_trickling_body_is_refused_and_changes_nothing",
            "tests/web/http/test_slow_clients.py::test_five_hundred_slow_clients_do_not_affect_a_healthy_one",
        ),
        missing="the 99th percentile of the healthy client is measured by the part `overload` of the bench, and not asserted by a test",
    ),
    Attack(
        number="T36",
        attack="Text that one engine stores and the other refuses: NUL, half a surrogate pair, noncharacters, floods of accents",
        defence="One check for all texts: NFC, no control characters, a length in characters, the same on both engines",
        shown="Any text is refused, or stays as it is; each trap in every field, on both engines",
        tests=(
            "tests/domain/test_text.py::test_accepted_text_is_clean_for_good",
            "tests/web/api/test_hostile_input.py::test_hostile_text_in_any_field_is_refused_with_its_place_or_kept",
            "tests/web/test_fuzz.py::test_any_plant_is_accepted_or_refused",
            "tests/web/test_nul.py::test_a_nul_in_a_text_is_refused",
        ),
    ),
    Attack(
        number="T37",
        attack="SQL in a text, wildcards in a search, a column name as an order",
        defence="Values are always bound; columns and orders come from fixed lists",
        shown="SQL in every text field, filter and search, on both engines: no statement contains any of it",
        tests=(
            "tests/web/test_sql_injection.py::test_no_statement_contains_what_a_caller_wrote",
            "tests/web/test_sql_injection.py::test_wildcards_in_a_search_are_ordinary_characters",
            "tests/web/api/test_plant_search_api.py::test_an_order_that_is_not_known_is_refused",
        ),
    ),
    Attack(
        number="T38",
        attack="A cursor that was changed, or that belongs to another list or token",
        defence="Signed for one token and one path; one spelling; pages have at most 200 items",
        shown="A change of any character; arbitrary text; another token, list, key or filter",
        tests=(
            CURSORS + "test_a_change_of_any_character_is_detected",
            CURSORS + "test_arbitrary_text_is_refused",
            CURSORS + "test_another_token_list_or_key_cannot_read_it",
            CURSORS + "test_a_cursor_of_another_token_or_list_is_refused",
        ),
    ),
    Attack(
        number="T39",
        attack="Request smuggling: two lengths, a length and chunks, bare line feeds, folded headers",
        defence="What two programs could read differently is refused, and the connection closed",
        shown="More than 300 requests, whole and in pieces; a comparison with h11 over 20,000 changed requests",
        tests=(
            "tests/web/http/test_smuggling.py::test_each_ambiguous_request_is_one_request_or_refused",
            "tests/web/http/test_smuggling.py::test_there_are_enough_ambiguous_requests",
            "tests/web/http/test_request_parser.py::test_accepted_requests_parse_the_same_with_h11",
        ),
    ),
    Attack(
        number="T40",
        attack="A false `Host` or `X-Forwarded-For`, to poison links or to avoid a limit",
        defence="Links come from the settings; only trusted proxies may name a client",
        shown="Five headers change no address; 42 forms of the forwarding header",
        tests=(
            "tests/web/test_conventions.py::test_no_header_changes_the_addresses_in_a_response",
            "tests/web/auth/test_limits.py::test_a_client_is_a_network_and_only_trusted_proxies_may_name_it",
        ),
    ),
    Attack(
        number="T41",
        attack="An idempotency key with another body, by another token, or 50 times at the same moment",
        defence="Key, token and a hash of the request are one row of the transaction; a key has at most 255 characters",
        shown="50 equal requests: one plant and 50 equal responses, on both engines",
        tests=(
            "tests/web/api/test_idempotency_api.py::test_fifty_at_once_add_one_plant_and_get_one_answer",
            "tests/web/api/test_idempotency_api.py::test_a_key_for_another_request_is_refused",
            "tests/web/api/test_idempotency_api.py::test_a_key_belongs_to_its_token",
            "tests/web/api/test_idempotency_api.py::test_any_other_key_is_refused",
        ),
    ),
    Attack(
        number="T42",
        attack="Guessing and floods, or one token that starves the others",
        defence="A bucket for each network (/32, /64) of failures, one for each token, five sign-ins a minute; all bounded. "
        "Of too many requests in progress, those of a token or person with an equal share are refused first",
        shown="A flood of guesses uses one database reader; a token beyond its limit leaves another one alone, and is "
        "refused before it is looked up; a token cannot take another one's places, and made-up tokens share theirs",
        tests=(
            "tests/web/auth/test_limits.py::test_a_flood_of_guesses_is_looked_up_one_at_a_time",
            "tests/web/auth/test_limits.py::test_a_token_is_limited",
            "tests/web/auth/test_limits.py::test_each_owner_has_a_bucket_and_the_number_of_buckets_is_limited",
            "tests/web/console/test_being_signed_in.py::test_the_sixth_wrong_token_of_a_minute_has_to_wait",
            "tests/web/http/test_admission.py::test_another_owner_is_admitted_until_it_has_its_share",
            "tests/web/http/test_admission.py::test_made_up_tokens_have_one_share_together",
            "tests/web/http/test_admission.py::test_a_token_over_its_rate_limit_is_not_looked_at_again_for_a_moment",
        ),
        missing="the 99th percentile of another token during a flood is measured by the part `overload` of the bench, and not "
        "asserted by a test: 1.4 to 1.9 times as long as alone on SQLite, 1.4 to 2.2 times on PostgreSQL",
    ),
    Attack(
        number="T43",
        attack="A text that makes a regular expression, a sort or a hash table slow",
        defence="Input is bounded before it is read; patterns are linear; a page of a list examines a bounded number of "
        "rows; on PostgreSQL, one statement of a request that reads takes at most 10 s",
        shown="Every pattern of the program, with repeated characters: twice the text takes at most 2.5 times as long; the "
        "same for requests, JSON and names",
        tests=(
            "tests/test_patterns.py::test_the_time_of_every_pattern_grows_with_the_text_and_not_faster",
            "tests/web/http/test_request_parser.py::test_the_time_to_refuse_grows_at_most_linearly",
            JSON + "test_the_work_grows_linearly_with_the_body",
            "tests/domain/plants/names/test_any_text.py::test_the_work_grows_with_the_text_and_not_faster",
            "tests/postgres/test_connections.py::"
            "test_a_statement_that_a_request_reads_with_is_ended_and_one_of_the_store_is_not",
        ),
    ),
    Attack(
        number="T44",
        attack="A path out of the folder of static files or pages, a debug page, requests of other sites (CORS)",
        defence="Files are served from a fixed map; an exception reveals nothing; no CORS header is ever sent",
        shown="Eight names; the headers of every operation and page",
        tests=(
            "tests/web/console/test_headers.py::test_no_name_leads_out_of_the_folder_of_static_files",
            SURFACE + "test_paths_are_matched_literally",
            SURFACE + "test_an_unexpected_exception_is_logged_and_reveals_nothing",
            SURFACE + "test_every_response_has_the_security_headers",
        ),
    ),
    Attack(
        number="T45",
        attack="A list as a bomb: ten million rows, a cell of 100 MiB, an open quotation mark, mixed encodings, workbooks that "
        "unpack to gigabytes",
        defence="Lists are read as a stream with limits on rows, lines and cells; workbooks in a process with limits of its "
        "own; an import resumes after a crash",
        shown="Each limit at its value and one past it; an import that is killed twice adds each row once; memory of a large "
        "and hostile list",
        tests=(
            IMPORTS + "test_reading.py::test_rows_are_counted_to_their_limit",
            IMPORTS + "test_reading.py::test_a_cell_at_its_limit_is_read_and_one_past_it_is_a_bad_row",
            IMPORTS + "test_reading.py::test_a_line_past_its_limit_is_a_bad_row_and_the_next_one_is_read",
            IMPORTS + "workbooks/test_hostile_workbooks.py::test_a_bomb_of_600_mb_is_refused_from_its_directory",
            IMPORTS + "test_memory.py::test_a_large_and_hostile_list_takes_little_memory",
            "tests/crash/test_import_kill.py::test_an_import_survives_kills_and_adds_every_row_once",
        ),
    ),
    Attack(
        number="T46",
        attack="A cell of an export that a spreadsheet runs as a formula",
        defence="A `'` before such cells, also in workbooks; only a raw export for programs has none",
        shown="Any plants: no cell begins like a formula, and an import of the export changes nothing",
        tests=(
            IMPORTS + "test_round_trip.py::test_no_cell_of_an_export_begins_like_a_formula",
            IMPORTS + "test_round_trip.py::test_an_export_is_imported_unchanged",
            "tests/web/api/test_export_api.py::test_no_cell_runs_as_a_formula_unless_it_is_for_programs",
        ),
    ),
    Attack(
        number="T47",
        attack="A forged line in the log, or codes for the terminal of who reads it",
        defence="Each event is one JSON object on one line of at most 8 KiB; control characters are escaped",
        shown="Any text in a detail or a name; exceptions and lines of libraries, too",
        tests=(
            "tests/core/test_logging.py::test_any_detail_stays_on_one_line",
            "tests/core/test_logging.py::test_a_forged_line_stays_inside_its_own",
            "tests/core/test_logging.py::test_the_longest_line_keeps_its_limit",
            "tests/core/test_logging.py::test_an_unhandled_exception_is_one_json_object",
        ),
    ),
)

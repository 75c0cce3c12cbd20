"""Attacks through the console, and those that were found by attacking earlier versions."""

from tests.attacks.attack import Attack

GUARDED = "tests/web/console/test_forms_are_guarded.py::"
HOSTILE = "tests/browser/test_hostile_text.py::"
SIGNED_IN = "tests/web/console/test_being_signed_in.py::"
ASKED = "tests/web/console/test_is_it_you.py::"
LOOP = "tests/web/test_loop_time.py::"

CONSOLE = (
    Attack(
        number="T48",
        attack="A form of another site that acts with a person's session (CSRF)",
        defence="`SameSite=Lax`; `Origin` or `Sec-Fetch-Site` of each form; a secret of the session in each form",
        shown="Every form × 12 senders and 6 wrong secrets: 403, and nothing has changed",
        tests=(
            GUARDED + "test_a_form_that_comes_from_elsewhere_is_refused",
            GUARDED + "test_a_form_without_a_ticket_of_this_session_is_refused",
            GUARDED + "test_who_is_not_signed_in_does_nothing",
        ),
    ),
    Attack(
        number="T49",
        attack="Markup in plants, receivers, responses, lists and files (XSS)",
        defence="Templates escape everything; a policy without inline scripts, and nothing from other sites",
        shown="More than 180 texts in every field, in a real browser: none does anything",
        tests=(
            HOSTILE + "test_no_list_takes_a_text_for_more",
            HOSTILE + "test_no_page_of_one_thing_takes_a_text_for_more",
            HOSTILE + "test_no_form_that_comes_back_takes_a_text_for_more",
            HOSTILE + "test_a_corpus_is_large_and_has_no_text_twice",
        ),
    ),
    Attack(
        number="T50",
        attack="A session key that is planted, stolen or kept for too long",
        defence="256 random bits, of which the store has the hash; a new key at each sign-in; 30 minutes idle, 12 hours at "
        "most; a `__Host-` cookie over https, which scripts cannot read",
        shown="Each of these, and an end in every process",
        tests=(
            SIGNED_IN + "test_each_sign_in_has_a_new_key_and_ends_the_session_before",
            SIGNED_IN + "test_a_key_that_somebody_put_into_the_browser_is_worth_nothing_after_signing_in",
            SIGNED_IN + "test_over_https_the_cookie_is_bound_to_the_host_and_secure",
            SIGNED_IN + "test_the_store_does_not_know_the_keys_of_sessions_and_links",
            SIGNED_IN + "test_a_session_that_is_left_alone_ends",
            SIGNED_IN + "test_a_session_ends_after_a_working_day_however_busy",
        ),
    ),
    Attack(
        number="T51",
        attack="A page in a frame, guessed types, addresses in a referrer, secrets in a cache",
        defence="`frame-ancestors 'none'`, `nosniff`, referrer and opener policies, `no-store`",
        shown="The headers of every page, form, refusal and operation",
        tests=(
            "tests/web/console/test_headers.py::test_every_page_is_for_this_person_and_this_window_only",
            "tests/web/console/test_headers.py::test_what_a_form_answers_is_for_this_person_and_this_window_only",
            "tests/web/console/test_headers.py::test_a_refusal_is_no_less_careful",
            "tests/web/test_surface.py::test_every_response_has_the_security_headers",
        ),
    ),
    Attack(
        number="T52",
        attack="Guessing how to sign in",
        defence="There are no passwords: a passkey, a token, or a link that works once; five attempts a minute for each network",
        shown="The sixth wrong token, link and passkey wait; the right one is never kept out by others",
        tests=(
            SIGNED_IN + "test_the_sixth_wrong_token_of_a_minute_has_to_wait",
            SIGNED_IN + "test_wrong_links_count_as_wrong_tokens_do",
            SIGNED_IN + "test_wrong_tokens_of_others_at_an_address_keep_no_right_one_out",
            "tests/web/console/test_passkey_sign_in.py::test_guesses_are_counted_and_the_right_passkey_still_works",
        ),
    ),
    Attack(
        number="T53",
        attack="An action that cannot be undone, by a stolen session or by mistake",
        defence="A sign-in within five minutes, a page that names what will happen, and a list of activity that is a hash chain",
        shown="Every such page; each changed or removed row of the list is reported",
        tests=(
            ASKED + "test_what_cannot_be_taken_back_is_known",
            ASKED + "test_it_is_asked_first_and_nothing_is_done_meanwhile",
            "tests/web/console/test_receiver_page.py::test_removing_asks_for_the_name_and_cancels_what_it_said",
            "tests/storage/test_activity_table.py::test_a_changed_row_is_reported",
            "tests/storage/test_activity_table.py::test_the_row_after_a_removed_one_is_reported",
        ),
    ),
)

FOUND = (
    Attack(
        number="T54",
        attack="`Connection: Upgrade` with a body that a server then reads as the next request, behind a proxy with the token "
        "of the next client",
        defence="An upgrade is ignored, and the body is the body",
        shown="More than 300 requests split anywhere, and through nginx, Caddy and HAProxy or those that are installed: none "
        "reaches an operation; a parser that honours the upgrade is detected",
        tests=(
            "tests/web/http/test_smuggling.py::test_each_ambiguous_request_is_one_request_or_refused",
            "tests/web/http/test_smuggling.py::test_a_request_with_upgrade_may_be_split_anywhere",
            "tests/web/http/test_smuggling.py::test_a_parser_that_honours_upgrade_is_detected",
            "tests/web/http/test_behind_proxies.py::test_no_body_becomes_a_second_request_behind_a_proxy",
        ),
    ),
    Attack(
        number="T55",
        attack="The dearest request without a token: a form of 1 MiB of `%` stopped all others for 1.7 s",
        defence="Public forms have at most 4 KiB and are refused by their length; no input holds the loop for longer than 5 ms",
        shown="Every operation, page and form with its most expensive bodies, queries and headers, in processor time",
        tests=(
            LOOP + "test_no_public_form_blocks_the_loop",
            LOOP + "test_no_form_blocks_the_loop",
            LOOP + "test_no_body_of_an_endpoint_blocks_the_loop",
            LOOP + "test_no_query_of_an_endpoint_blocks_the_loop",
            LOOP + "test_no_header_without_authentication_blocks_the_loop",
            "tests/web/console/test_form_sizes.py::test_a_form_of_a_stranger_that_is_announced_as_too_large_is_not_read",
        ),
    ),
    Attack(
        number="T56",
        attack="Bodies that are never finished, and held in memory for minutes",
        defence="The rate counts over the last 30 s; all bodies that are being received have one limit together",
        shown="600 bodies of 1 MiB to a real process: at most 96 MiB more memory, of which 64 MiB are the limit of bodies; by a clock moved by hand, all are gone after 30 s",
        tests=(
            "tests/crash/test_unfinished_bodies.py::test_six_hundred_unfinished_bodies_take_little_memory",
            "tests/web/http/test_body_memory.py::test_many_unfinished_bodies_stay_within_the_limit_and_spare_a_healthy_one",
            "tests/web/http/test_body_memory.py::test_a_body_that_slows_to_a_trickle_is_refused",
        ),
    ),
    Attack(
        number="T57",
        attack="JSON whose refusal takes a second: 340,000 × `{}`",
        defence="Brackets, names and elements are counted before anything is decoded",
        shown="Bodies of 1 MiB of each kind: their refusal takes at most five times as long as a plain request",
        tests=(
            "tests/web/http/test_json_body.py::test_a_body_has_at_most_the_allowed_names_and_elements",
            LOOP + "test_refusing_a_large_body_takes_at_most_five_times_as_long_as_a_plain_request",
        ),
    ),
    Attack(
        number="T58",
        attack="A receiver that sends the request back, so that its token is stored and shown with the response",
        defence="Credentials are replaced before a response is stored, in every encoding that receivers use",
        shown="18 encodings, cut off anywhere; the files of the database contain none",
        tests=(
            "tests/sending/test_echo.py::test_an_echo_holds_no_credential",
            "tests/sending/test_echo.py::test_the_stored_excerpt_of_an_echo_contains_no_credential",
            "tests/sending/test_redaction.py::test_an_echoed_request_holds_no_credential",
            "tests/sending/test_redaction.py::test_what_is_cut_off_anywhere_shows_no_beginning",
        ),
    ),
    Attack(
        number="T59",
        attack="A token that outlives or outranks the one that made it",
        defence="Scopes and end at most those of the maker; all that it made can be revoked with it",
        shown="Random trees of tokens: none has more than its maker, and none outlives a revocation of its line",
        tests=(
            "tests/web/api/test_token_makers_api.py::test_no_token_of_a_random_tree_outranks_or_outlives_its_makers",
            "tests/web/api/test_token_makers_api.py::test_a_later_end_than_the_makers_is_refused",
            "tests/web/api/test_token_makers_api.py::test_a_token_is_revoked_with_all_that_it_made",
            "tests/web/api/test_tokens_api.py::test_a_token_cannot_give_away_what_it_has_not",
        ),
    ),
    Attack(
        number="T60",
        attack="`X-Forwarded-For` with a port, brackets, `unknown` or nothing, so that a limit does not count",
        defence="Read as real proxies write it; otherwise the proxy is counted",
        shown="42 forms, and real proxies",
        tests=(
            "tests/web/auth/test_limits.py::test_a_client_is_a_network_and_only_trusted_proxies_may_name_it",
            "tests/web/auth/test_limits.py::test_a_header_without_an_address_does_not_bypass_the_limit",
            "tests/web/http/test_limits_behind_proxies.py::test_clients_behind_nginx_are_limited",
        ),
    ),
    Attack(
        number="T61",
        attack="The database is emptied, removed, replaced or damaged, or its folder deleted, while the store runs",
        defence="Noticed within a minute: nothing more is accepted, and health is red and says why",
        shown="Nine losses of files, and a running process whose folder is deleted",
        tests=(
            "tests/operations/test_lost_files.py::test_a_store_whose_files_are_lost_accepts_nothing_and_says_so_once",
            "tests/crash/test_lost_files.py::test_a_deleted_data_folder_fails_health_checks_and_stops_accepting",
        ),
    ),
    Attack(
        number="T62",
        attack="A feed that skips what a slower writer commits later",
        defence="Numbers are given at commit under the lock of the log",
        shown="Eight writing processes with a reader of the log, and two that deliver with followers of changes and attempts: "
        "no gap",
        tests=(
            "tests/postgres/test_appending.py::test_eight_processes_number_their_events_without_gaps",
            "tests/postgres/test_appending.py::test_a_wrong_append_is_detected",
            "tests/simulation/test_worlds.py::test_every_invariant_holds_for_processes_that_share_a_store",
        ),
        missing="a test has 2,000 plants; larger counts are parts `append` and `following` of [the proof](proof.md)",
    ),
)

"""Attacks through the requests that the store sends: by the URL of a receiver, by its name, and by its responses."""

from tests.attacks.attack import Attack

URLS = "tests/sending/test_urls.py::"
ADDRESSES = "tests/sending/test_addresses.py::"
CHAOS = "tests/chaos/test_behaviours.py::"

OUTGOING = (
    Attack(
        number="T01",
        attack="An IPv4 address in an unusual notation: `127.1`, `0x7f.1`, `0177.0.0.1`, `2130706433`, `127.0.0.1.`",
        defence="A host is four plain decimal numbers, or a name whose last label does not read as a number; otherwise 422",
        shown="60 spellings and more, each with three endings, none accepted; random notations of any address",
        tests=(
            URLS + "test_no_odd_spelling_of_ipv4_is_accepted",
            URLS + "test_the_table_of_ipv4_spellings_is_long_enough",
            URLS + "test_only_the_dotted_quad_itself_spells_an_ipv4_address",
        ),
    ),
    Attack(
        number="T02",
        attack="An IPv4 address of a private, local or reserved range",
        defence="A table of 19 ranges of our own, checked for every address that a name has",
        shown="First, middle and last address of each range, and the neighbours of each",
        tests=(
            ADDRESSES + "test_a_special_ipv4_range_is_refused_from_its_first_to_its_last_address",
            ADDRESSES + "test_the_neighbours_of_a_special_ipv4_range_are_not_refused_with_it",
            ADDRESSES + "test_an_ipv4_address_is_refused_exactly_when_the_trust_model_lists_it",
        ),
    ),
    Attack(
        number="T03",
        attack="An IPv6 address that is not on the public internet",
        defence="Only `2000::/3` is allowed, without the special ranges within it",
        shown="More than 59 addresses chosen by hand, the edges of each range, and random addresses against a second "
        "list of the registry",
        tests=(
            ADDRESSES + "test_any_other_ipv6_address_is_refused",
            ADDRESSES + "test_a_global_ipv6_address_is_called",
            ADDRESSES + "test_the_tables_of_ipv6_are_long_enough",
            ADDRESSES + "test_the_edges_of_every_ipv6_network_are_exact",
            ADDRESSES + "test_an_ipv6_address_is_refused_exactly_when_the_registry_lists_it",
            ADDRESSES + "test_ten_thousand_addresses_are_refused_exactly_when_the_registry_lists_them",
        ),
    ),
    Attack(
        number="T04",
        attack="A private IPv4 address within an IPv6 address: mapped, 6to4, Teredo, ISATAP, NAT64",
        defence="All such forms are refused. A NAT64 address is checked by the IPv4 address that it carries",
        shown="13 embeddings of random private addresses, also with every network allowed",
        tests=(
            ADDRESSES + "test_no_embedding_of_a_bad_ipv4_address_is_called",
            ADDRESSES + "test_no_allowed_network_opens_another_spelling_of_ipv4",
            ADDRESSES + "test_nat64_is_checked_by_the_ipv4_address_it_carries",
        ),
    ),
    Attack(
        number="T05",
        attack="An address with a zone, or something else in brackets: `[fe80::1%lo]`, `[v1.x]`",
        defence="Only a plain IPv6 address may be in brackets; otherwise 422",
        shown="30 literals, 10 misplaced brackets",
        tests=(
            URLS + "test_only_a_plain_ipv6_address_is_accepted_in_brackets",
            URLS + "test_misplaced_brackets_are_refused",
            ADDRESSES + "test_an_address_with_a_zone_is_refused",
        ),
    ),
    Attack(
        number="T06",
        attack="The metadata service of a cloud, by address or by a name that leads there",
        defence="A list of 12 addresses in addition to the ranges, among them public ones; a network that is allowed does "
        "not open them, only the single address does",
        shown="Each address alone and within an allowed network; a name with a public and a metadata address",
        tests=(
            ADDRESSES + "test_a_cloud_metadata_address_opens_only_when_it_is_named_alone",
            "tests/chaos/test_names.py::test_each_answer_of_a_name_server_has_its_outcome",
        ),
    ),
    Attack(
        number="T07",
        attack="A name that has a public address when it is checked, and a private one when it is called (DNS rebinding)",
        defence="The name is resolved once for both, all its addresses are checked, the checked one is dialled, and the "
        "connected peer is checked again before a byte is sent",
        shown="500 attempts with a name that changes at each query, of a real name server too: 0 connections inside",
        tests=(
            "tests/sending/test_dialling.py::test_a_name_that_flips_never_leads_inside",
            "tests/sending/test_dialling.py::test_the_connected_peer_is_checked_before_a_byte_is_written",
            "tests/chaos/test_names.py::test_a_name_server_that_flips_at_every_query_never_leads_inside",
        ),
    ),
    Attack(
        number="T08",
        attack="A name server that mixes public and private addresses, lists 1,000, chains or loops aliases, stalls or fails",
        defence="One bad address refuses all; at most 32 addresses; a time limit; a failing server is retried and never "
        "called a wrong URL",
        shown="15 answers of a scripted name server, through the resolver of the system",
        tests=(
            "tests/chaos/test_names.py::test_each_answer_of_a_name_server_has_its_outcome",
            "tests/sending/test_dialling.py::test_one_bad_address_among_good_ones_refuses_them_all",
            "tests/sending/test_dialling.py::test_a_slow_name_ends_within_its_own_limit",
        ),
    ),
    Attack(
        number="T09",
        attack="A redirect to an internal server, or to another one that then gets the access token",
        defence="A redirect is a failure and never followed; its target is recorded without what could harm",
        shown="300 to 308, to itself and to another server: 0 further requests",
        tests=(
            CHAOS + "test_no_redirect_leads_to_another_receiver",
            CHAOS + "test_each_behaviour_has_its_expected_outcome",
            "tests/sending/test_sender.py::test_a_redirect_is_never_followed",
            "tests/sending/test_sender.py::test_a_location_is_shown_without_what_could_harm",
        ),
    ),
    Attack(
        number="T10",
        attack="A URL that two parsers read differently: `http://a@b@127.0.0.1/`, backslashes, line breaks, `%2f` in the host",
        defence="Characters that parsers drop are refused before anything is parsed; what is accepted is canonical",
        shown="More than 70 URLs; each control character at six places; what is accepted reads back the same",
        tests=(
            URLS + "test_a_url_with_two_readings_is_refused",
            URLS + "test_no_unsafe_character_is_silently_dropped",
            URLS + "test_what_is_accepted_is_canonical_and_reads_back_the_same",
        ),
    ),
    Attack(
        number="T11",
        attack="A user name or password in the URL",
        defence="422: the store sends no other credential than the ones of the receiver",
        shown="Nine forms",
        tests=(URLS + "test_a_url_with_two_readings_is_refused",),
    ),
    Attack(
        number="T12",
        attack="A name in letters that resemble others, or turn into them: full-width digits, soft hyphens, `℀`, false `xn--` labels",
        defence="Strict IDNA (UTS 46); the result is checked like any other host, stored and shown in ASCII",
        shown="More than 40 disguised names, 12 false labels, lengths at the limit and one past it",
        tests=(
            URLS + "test_no_disguised_name_is_accepted",
            URLS + "test_an_international_name_that_ends_in_a_number_is_refused",
            URLS + "test_a_false_xn_label_is_refused",
            URLS + "test_a_host_is_as_long_as_dns_allows_and_not_longer",
        ),
    ),
    Attack(
        number="T13",
        attack="A port of another service, no real port, or one of the store's own",
        defence="1 to 65,535 without the bad ports of the Fetch standard; sockets of the store itself are refused even if "
        "their network is allowed",
        shown="All 83 ports of the standard; 30 spellings that are no port; own sockets in every spelling",
        tests=(
            URLS + "test_every_bad_port_of_the_fetch_standard_is_refused",
            URLS + "test_a_port_that_is_none_or_serves_something_else_is_refused",
            ADDRESSES + "test_a_socket_of_our_own_is_refused_even_in_an_allowed_network",
            ADDRESSES + "test_our_own_socket_is_known_in_every_spelling",
        ),
    ),
    Attack(
        number="T14",
        attack="A line break in an access token, a static header or a path, to add headers to a request",
        defence="Visible ASCII only, at most 20 headers with 4 KiB, none that frame a message or that the store sets; the "
        "request is refused when it is written, too",
        shown="Exactly the documented lines; any text as a token; each refused header",
        tests=(
            "tests/sending/test_request.py::test_a_request_is_exactly_the_documented_lines_and_the_stored_bytes",
            "tests/sending/test_request.py::test_no_token_breaks_out_of_its_header",
            "tests/sending/test_request.py::test_a_static_header_cannot_break_out_of_its_line",
            "tests/sending/test_request.py::test_nothing_else_breaks_out_of_its_header_either",
            "tests/domain/receivers/test_headers.py::test_what_the_store_sets_or_one_connection_has_is_refused",
            "tests/domain/receivers/test_headers.py::test_an_accepted_header_is_one_line_of_visible_ascii",
        ),
    ),
    Attack(
        number="T15",
        attack="A response without an end, or longer or shorter than it says",
        defence="The status line decides; at most 64 KiB and a second of a body are read, 4 KiB of a failed one are kept",
        shown="19 kinds of bodies; 200 responses of 1 GiB: at most 5 MiB more memory",
        tests=(
            CHAOS + "test_each_behaviour_has_its_expected_outcome",
            "tests/chaos/test_resources.py::test_hostile_receivers_leak_neither_memory_nor_sockets",
            "tests/sending/test_http1.py::test_endless_empty_looking_chunks_end_at_a_limit",
        ),
    ),
    Attack(
        number="T16",
        attack="A compressed response that unpacks to gigabytes",
        defence="The store asks for `identity` and never unpacks a response",
        shown="10 MiB that would be 10 GiB: at most 5 MiB more memory",
        tests=(
            "tests/chaos/test_resources.py::test_hostile_receivers_leak_neither_memory_nor_sockets",
            "tests/sending/test_sender.py::test_a_compressed_answer_is_never_unpacked",
        ),
    ),
    Attack(
        number="T17",
        attack="A receiver that sends a byte a second, or never reads the request",
        defence="One deadline for name, connection, TLS, request and headers together",
        shown="With a deadline of 2 s instead of 15 s, each attempt ends at most half a second later",
        tests=(
            CHAOS + "test_each_behaviour_ends_in_time",
            "tests/sending/test_sender.py::test_a_receiver_that_never_reads_a_large_body_ends_at_the_deadline",
            "tests/sending/test_dialling.py::test_the_deadline_covers_the_name_too",
        ),
    ),
    Attack(
        number="T18",
        attack="A response that is not one: 100 KiB headers, 10,000 headers, endless 1xx, 101, HTTP/0.9, a response before "
        "the request, two responses",
        defence="16 KiB and 100 headers, at most 8 interim responses; a connection with unread bytes is not used again",
        shown="21 kinds of headers and 16 of connections, over sockets; the same result however the bytes are cut",
        tests=(
            CHAOS + "test_each_behaviour_has_its_expected_outcome",
            CHAOS + "test_a_connection_is_reused_only_after_a_clean_response",
            "tests/sending/test_http1.py::test_a_response_means_one_thing_however_it_is_cut",
            "tests/sending/test_sender.py::test_an_answer_that_comes_before_the_request_is_none",
        ),
    ),
    Attack(
        number="T19",
        attack="A response that does something where it is shown or stored: markup, terminal codes, NUL, invalid UTF-8",
        defence="Stored as bytes, shown as text, control characters replaced",
        shown="All 256 byte values from a receiver to the database and back through API, console and log, on both engines",
        tests=(
            "tests/web/api/test_response_bytes.py::test_every_byte_of_a_response_is_stored_and_shown_as_text",
            "tests/web/console/test_delivery_page.py::test_what_the_receiver_answered_is_only_text",
            "tests/sending/test_http1.py::test_a_receivers_text_is_made_printable",
        ),
    ),
    Attack(
        number="T20",
        attack="A receiver with a bad certificate, an old TLS version, no encryption, or an endless chain",
        defence="The authorities of the system or of the receiver, TLS 1.2 or newer, the host name; no switch turns that off",
        shown="10 bad servers get nothing; good ones, for a name and for an address, are called with SNI",
        tests=(
            "tests/sending/test_tls.py::test_a_bad_certificate_is_named_and_nothing_is_sent",
            "tests/sending/test_tls.py::test_old_tls_is_not_spoken",
            "tests/sending/test_tls.py::test_a_receiver_with_a_good_certificate_is_told",
            "tests/sending/test_tls.py::test_a_certificate_may_name_an_address",
            "tests/sending/test_certificates.py::test_only_the_authorities_of_a_receiver_are_trusted",
            CHAOS + "test_each_behaviour_has_its_expected_outcome",
        ),
    ),
    Attack(
        number="T21",
        attack="The store as a weapon: someone registers the URL of a victim, or many URLs on one host",
        defence="Registering needs `receivers:write`; until its first success a receiver has one request in flight; a "
        "breaker. There is no limit per host, because many receivers can share a gateway",
        shown="100 receivers on one silent server: at most 100 connections, one each",
        tests=(
            "tests/delivery/test_one_victim.py::test_a_hundred_receivers_on_a_silent_host_have_one_request_each",
            "tests/domain/deliveries/test_adaptive_concurrency.py::test_the_limit_is_one_until_the_first_success_then_four",
        ),
    ),
    Attack(
        number="T22",
        attack="A secret in a log, an error, a page, a metric, a trace, a backup or a copy of the database",
        defence="A type that never shows its text, encryption at rest with a key outside the database, values that are shown "
        "once",
        shown="Secrets of receivers, chats, channels, people, sessions and settings are planted in a running store, used, and searched for in the log in both formats, every read of the API, every page, refusals, metrics, the data folder, a backup, a copy of the database and the arguments of the process; no core dump is written",
        tests=(
            "tests/crash/test_planted_secrets.py::test_no_planted_secret_is_found_where_people_and_machines_look",
            "tests/test_secrets.py::test_no_secret_is_found_where_people_and_machines_look",
            "tests/core/test_logging.py::test_no_line_holds_a_secret",
            "tests/web/api/test_activity_api.py::test_no_row_holds_a_secret",
            "tests/operations/test_backup.py::test_a_backup_holds_neither_the_key_nor_any_secret_in_clear",
            "tests/web/api/test_prometheus_api.py::test_no_url_and_no_secret_is_shown",
            "tests/delivery/test_tracing.py::test_reads_have_no_span_and_no_span_contains_a_secret",
            "tests/web/console/test_openid_pages.py::test_no_secret_of_a_sign_in_is_stored_shown_or_logged",
        ),
        missing="a token that is in use is in the memory of the process, which root and the store's user can read",
    ),
    Attack(
        number="T23",
        attack="A forged webhook to a receiver, or an old one sent again",
        defence="Each attempt is signed over id, time and bytes; receivers refuse what is older than five minutes",
        shown="The published vector, two official libraries, and each mistake of a signature",
        tests=(
            "tests/domain/receivers/test_signature.py::test_the_official_vector_is_signed_as_published",
            "tests/domain/receivers/test_signature.py::test_receivers_libraries_verify_what_we_sign",
            "tests/domain/receivers/test_verification.py::test_a_header_that_cannot_be_used_is_named",
            "tests/delivery/test_key_signatures.py::test_deliveries_replays_and_tests_carry_both_signatures",
        ),
    ),
    Attack(
        number="T24",
        attack="A secret that two receivers share, or an id with a dot that moves the border between id and time",
        defence="32 random bytes for each receiver; ids have letters, digits and `_` only",
        shown="Receivers that are registered with the same values have different secrets; the form of ids",
        tests=(
            "tests/web/api/test_receivers_api.py::test_no_two_receivers_share_a_secret_and_no_id_has_a_dot",
            "tests/domain/test_public_ids.py::test_ids_have_the_prefix_of_their_kind",
        ),
    ),
    Attack(
        number="T25",
        attack="A rotation during which a receiver can verify neither the old nor the new secret",
        defence="For 24 hours each request is signed with both",
        shown="Rotations in every simulated world, each request verified with a secret that is valid then; both libraries "
        "with either secret",
        tests=(
            "tests/simulation/test_worlds.py::test_every_invariant_holds_in_memory",
            "tests/domain/receivers/test_signature.py::test_while_a_rotation_overlaps_either_secret_verifies",
            "tests/domain/receivers/test_signature.py::test_an_old_secret_signs_up_to_its_last_second_and_not_in_the_next",
        ),
    ),
    Attack(
        number="T26",
        attack="A loop: the store as its own receiver, or a receiver that adds a plant for each plant",
        defence="The store refuses its own sockets; each token has a limit of requests a minute",
        shown="A receiver that adds a plant for each event ends at the limit of its token",
        tests=(
            "tests/sending/test_addresses.py::test_a_name_of_our_own_is_refused_before_and_after_resolving",
            "tests/web/test_loops.py::test_a_receiver_that_adds_a_plant_for_each_plant_ends_at_its_limit",
        ),
    ),
)

-- key: AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
-- token: pst_F75pWljVQOD4guMH846FIxhCEhLpnr14j5Vn
-- old secret of the shop: whsec_PdXA6Y1+9Yyph0/EDVfS+zd3XvbL0QgbyL43+yQnFNE=
-- receiver garden: rcv_01gpwjc9k1g31
-- import with bad rows: imp_01kt1f3mr86egap103w2bpcxpb
-- import not wanted: imp_01kt1f3mygft5mhvbfnx7391sn
-- import by mistake: imp_01kt1f3n4rr3kwqsxfjgt3ne62
-- plant whole: 17
-- plant merged: 18
-- plants different: 19 20
-- plants alike: 21 22
-- import costs: imp_01kt1f3pkmzd756fhnfdbgdfey
-- import new costs: imp_01kt1f3psw4xs8bq86cfhsawp4
-- import waiting: imp_01kt1f3q9g1m22yrh3zwk38xcs
-- import wrong: imp_01kt1f3qcmkvgns64qfrd9e1zt
-- import half added: imp_01kt1f3qjwg1e6phakhfk6pjcf
-- import half checked: imp_01kt1f3qs4yyrex97pkttnzxab
-- session idle: TcOUtKHESZ6x94DOq9iqVQh9TM-P2OUAMihnkzlJeUI
-- session open: 4u6coqcw4u4LvvHAeRd5hCqnem3cuCXgFJR_guAJXCU
-- session signed out: KieKtioaMQ8pXUaiW_p9DkmF25sy8HEP0Yt0pZtdATY
-- link ended: c4IbiUjUvgPFXcM2wJyJJWjdSE6-5ELcK_z4sFvWiNc
-- token of Ada: pst_W4aZgWuDIApXF7uzwIUR0iGgZ9683g1yOylg
-- session revoked: tsRaq51swLWwzZUdjzxSemuLrkxNbdN2_ufg2d2jtHY
-- link unused: hmPwLFxVeOcH2zugbeIHJKCAHAcv-R1nkjL6m7YBbSc
-- link used: Sm2Qc51QBqilAz_mqjRVs0EUUdOQ_E3REKfwxWEC1i0
-- session by link: MJi0VtfStIHpd0ar9NAleHPpnid5QAsLdc5hfaO0J5c
-- secret of the shop: whsec_INJqlwj/1DGLQD9tbwAsNQptfPxHhJMYFU4zr/417P8=
-- secret of the printer: whsec_/WZ4d8oL8LGFrUNLrHCqgS0Z2H/nde2BYBF16EG8fEM=
-- secret of the warehouse: whsec_zHjbeve1fRVoKYywMcwwij7wR7gh6fRd67AUzerl2bg=
-- secret of the till: whsec_t4F5ZDkvijPdRd9W7nsV2ZxSVuOQdgGT8VTXMJp814U=
-- secret of the marketplace: whsec_4tjVDCVkWwn+la+QFfqvXW6uF9wGcWfvlaSjZdhwFlM=
-- secret of the accounts: whsec_N9/Ju08LItbIaGFOiWctBLFmfpe85uFTFOLFpqD2dFI=
-- secret of the search: whsec_f7wQuXd/xesJCWWJRKXYgllEM86JX29ZM72UFrb3vGU=
-- secret of the listener: whsec_NuL43IZIY75piVzA2Qn7sfpdzNPAlb+Fnxb0uHKhaWw=
-- secret of the old shop: whsec_i/liyk6NL9HAYIzvz0+mDcTQSTiTbO2ROpmyvuRn6hI=
-- secret of the garden: whsec_hvgP31S85s97uvqmjDUiMwDW9hEb4LPFYq5rbEYDEMw=
-- file imp_01kt1f3mr86egap103w2bpcxpb.bad.csv: b'line,reason,sku,name,price,status\r\n3,\xe2\x80\x9cprice\xe2\x80\x9d: \xe2\x80\x9cPOA\xe2\x80\x9d is not a price. Use a number such as 12.99 or leave it empty.,PIN-2,Pinus cembra,POA,\r\n'
-- file imp_01kt1f3q9g1m22yrh3zwk38xcs.csv: b'sku;name;price\nABI-1;Abies alba;9,90\npin-1;Pinus mugo;13,50\nPIN-3;Pinus nigra;\n'
-- file imp_01kt1f3q9g1m22yrh3zwk38xcs.rows: b'\x00\x00\x02\x10\x92\x94\x02\xc2\xde\x00\x16\xa4name\xaaAbies alba\xa3tag\xc0\xa3sku\xa5ABI-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa49.90\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\x03\xc2\xde\x00\x16\xa4name\xaaPinus mugo\xa3tag\xc0\xa3sku\xa5pin-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa513.50\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x94\xa8currency\xa4name\xa5price\xa3sku'
-- file imp_01kt1f3qjwg1e6phakhfk6pjcf.csv: b"sku,name\nJUN-1,Juniperus communis\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nTAX-1,Taxus baccata\nTAX-2,Taxus cuspidata\nACE-7,Acer campestre 'Nanum'\n"
-- file imp_01kt1f3qjwg1e6phakhfk6pjcf.rows: b"\x00\x00\x00\xfd\x91\x94\x02\xc2\xde\x00\x16\xa4name\xb2Juniperus communis\xa3tag\xc0\xa3sku\xa5JUN-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x00\x00\x03\x00\x93\x94\xcd\x01\xf6\xc2\xde\x00\x16\xa4name\xadTaxus baccata\xa3tag\xc0\xa3sku\xa5TAX-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf7\xc2\xde\x00\x16\xa4name\xafTaxus cuspidata\xa3tag\xc0\xa3sku\xa5TAX-2\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf8\xc2\xde\x00\x16\xa4name\xb6Acer campestre 'Nanum'\xa3tag\xc0\xa3sku\xa5ACE-7\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x92\xa4name\xa3sku"
-- file imp_01kt1f3qs4yyrex97pkttnzxab.csv: b'sku,name\nGIN-1,Ginkgo biloba\n'
CREATE TABLE public.activity (
    id bigint NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL COLLATE pg_catalog."C",
    actor_name text NOT NULL COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    detail text NOT NULL COLLATE pg_catalog."C",
    chain bytea
);
CREATE TABLE public.attempt_pages (
    last bigint NOT NULL,
    previous bigint NOT NULL,
    ids bytea NOT NULL,
    CONSTRAINT attempt_pages_check CHECK ((last > previous))
);
CREATE TABLE public.attempts (
    id bigint NOT NULL,
    receiver_id bigint NOT NULL,
    sequence bigint NOT NULL,
    number bigint NOT NULL,
    started_at bigint NOT NULL,
    duration_us bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status bigint,
    address text COLLATE pg_catalog."C",
    excerpt bytea,
    replay_id text COLLATE pg_catalog."C",
    detail text COLLATE pg_catalog."C",
    signed_s bigint,
    CONSTRAINT attempts_number_check CHECK ((number >= 1))
)
PARTITION BY RANGE (id);
CREATE TABLE public.attempts_0 (
    id bigint NOT NULL,
    receiver_id bigint NOT NULL,
    sequence bigint NOT NULL,
    number bigint NOT NULL,
    started_at bigint NOT NULL,
    duration_us bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status bigint,
    address text COLLATE pg_catalog."C",
    excerpt bytea,
    replay_id text COLLATE pg_catalog."C",
    detail text COLLATE pg_catalog."C",
    signed_s bigint,
    CONSTRAINT attempts_number_check CHECK ((number >= 1))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');
CREATE TABLE public.attempts_1087163596800000 (
    id bigint NOT NULL,
    receiver_id bigint NOT NULL,
    sequence bigint NOT NULL,
    number bigint NOT NULL,
    started_at bigint NOT NULL,
    duration_us bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status bigint,
    address text COLLATE pg_catalog."C",
    excerpt bytea,
    replay_id text COLLATE pg_catalog."C",
    detail text COLLATE pg_catalog."C",
    signed_s bigint,
    CONSTRAINT attempts_number_check CHECK ((number >= 1))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');
CREATE TABLE public.attempts_2174327193600000 (
    id bigint NOT NULL,
    receiver_id bigint NOT NULL,
    sequence bigint NOT NULL,
    number bigint NOT NULL,
    started_at bigint NOT NULL,
    duration_us bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status bigint,
    address text COLLATE pg_catalog."C",
    excerpt bytea,
    replay_id text COLLATE pg_catalog."C",
    detail text COLLATE pg_catalog."C",
    signed_s bigint,
    CONSTRAINT attempts_number_check CHECK ((number >= 1))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');
CREATE TABLE public.attempts_43486543872000000 (
    id bigint NOT NULL,
    receiver_id bigint NOT NULL,
    sequence bigint NOT NULL,
    number bigint NOT NULL,
    started_at bigint NOT NULL,
    duration_us bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status bigint,
    address text COLLATE pg_catalog."C",
    excerpt bytea,
    replay_id text COLLATE pg_catalog."C",
    detail text COLLATE pg_catalog."C",
    signed_s bigint,
    CONSTRAINT attempts_number_check CHECK ((number >= 1))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');
CREATE TABLE public.attempts_44573707468800000 (
    id bigint NOT NULL,
    receiver_id bigint NOT NULL,
    sequence bigint NOT NULL,
    number bigint NOT NULL,
    started_at bigint NOT NULL,
    duration_us bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status bigint,
    address text COLLATE pg_catalog."C",
    excerpt bytea,
    replay_id text COLLATE pg_catalog."C",
    detail text COLLATE pg_catalog."C",
    signed_s bigint,
    CONSTRAINT attempts_number_check CHECK ((number >= 1))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');
CREATE TABLE public.attempts_45660871065600000 (
    id bigint NOT NULL,
    receiver_id bigint NOT NULL,
    sequence bigint NOT NULL,
    number bigint NOT NULL,
    started_at bigint NOT NULL,
    duration_us bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status bigint,
    address text COLLATE pg_catalog."C",
    excerpt bytea,
    replay_id text COLLATE pg_catalog."C",
    detail text COLLATE pg_catalog."C",
    signed_s bigint,
    CONSTRAINT attempts_number_check CHECK ((number >= 1))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');
CREATE TABLE public.attempts_beside (
    id bigint NOT NULL,
    receiver_id bigint NOT NULL,
    sequence bigint NOT NULL,
    number bigint NOT NULL,
    started_at bigint NOT NULL,
    duration_us bigint NOT NULL,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status bigint,
    address text COLLATE pg_catalog."C",
    excerpt bytea,
    replay_id text COLLATE pg_catalog."C",
    detail text COLLATE pg_catalog."C",
    signed_s bigint,
    CONSTRAINT attempts_number_check CHECK ((number >= 1))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');
CREATE TABLE public.breakers (
    receiver_id bigint NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    opened_at bigint,
    open_until bigint,
    pauses bigint NOT NULL,
    silence_us bigint NOT NULL,
    last_failed_at bigint NOT NULL,
    rest_until bigint,
    CONSTRAINT breakers_check CHECK (((state = 'disabled'::text) = (reason IS NOT NULL))),
    CONSTRAINT breakers_check1 CHECK (((state = 'closed'::text) OR (opened_at IS NOT NULL))),
    CONSTRAINT breakers_pauses_check CHECK ((pauses >= 0)),
    CONSTRAINT breakers_reason_check CHECK ((reason = ANY (ARRAY['gone'::text, 'silent'::text]))),
    CONSTRAINT breakers_silence_us_check CHECK ((silence_us >= 0)),
    CONSTRAINT breakers_state_check CHECK ((state = ANY (ARRAY['closed'::text, 'open'::text, 'disabled'::text])))
);
CREATE TABLE public.events (
    sequence bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    plant_id bigint NOT NULL,
    occurred_at bigint NOT NULL,
    body bytea NOT NULL,
    body_basic bytea NOT NULL,
    CONSTRAINT events_sequence_check CHECK ((sequence >= 1))
)
WITH (autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');
CREATE TABLE public.facts (
    name text NOT NULL COLLATE pg_catalog."C",
    value bytea NOT NULL
);
CREATE TABLE public.idempotency (
    token_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    request_hash bytea NOT NULL,
    answer bytea NOT NULL,
    created_at bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='5000');
CREATE TABLE public.import_mappings (
    key text NOT NULL COLLATE pg_catalog."C",
    map text NOT NULL COLLATE pg_catalog."C",
    confirmed_at bigint NOT NULL
);
CREATE TABLE public.import_ranges (
    import_id text NOT NULL COLLATE pg_catalog."C",
    first bigint NOT NULL,
    last bigint NOT NULL,
    CONSTRAINT import_ranges_check CHECK ((last >= first))
);
CREATE TABLE public.imports (
    id text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    options text NOT NULL COLLATE pg_catalog."C",
    content_hash text NOT NULL COLLATE pg_catalog."C",
    size_bytes bigint NOT NULL,
    report text NOT NULL COLLATE pg_catalog."C",
    new bigint NOT NULL,
    new_active bigint NOT NULL,
    changed bigint NOT NULL,
    present bigint NOT NULL,
    alike bigint NOT NULL,
    bad bigint NOT NULL,
    ignored bigint NOT NULL,
    "position" bigint NOT NULL,
    added bigint NOT NULL,
    updated bigint NOT NULL,
    skipped bigint NOT NULL,
    undone_to bigint NOT NULL,
    archived bigint NOT NULL,
    kept bigint NOT NULL,
    error text NOT NULL COLLATE pg_catalog."C",
    asked_by text NOT NULL COLLATE pg_catalog."C",
    asked_at bigint NOT NULL,
    confirmed_at bigint,
    ended_at bigint,
    run_by text COLLATE pg_catalog."C",
    run_by_name text COLLATE pg_catalog."C",
    reverted_to bigint DEFAULT 0 NOT NULL,
    reverted bigint DEFAULT 0 NOT NULL,
    kept_edits text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT imports_added_check CHECK ((added >= 0)),
    CONSTRAINT imports_alike_check CHECK ((alike >= 0)),
    CONSTRAINT imports_archived_check CHECK ((archived >= 0)),
    CONSTRAINT imports_bad_check CHECK ((bad >= 0)),
    CONSTRAINT imports_changed_check CHECK ((changed >= 0)),
    CONSTRAINT imports_check CHECK (((new_active >= 0) AND (new_active <= new))),
    CONSTRAINT imports_check1 CHECK (((added <= new) AND (updated <= changed) AND (((added + updated) + skipped) <= (new + changed)))),
    CONSTRAINT imports_ignored_check CHECK ((ignored >= 0)),
    CONSTRAINT imports_kept_check CHECK ((kept >= 0)),
    CONSTRAINT imports_new_check CHECK ((new >= 0)),
    CONSTRAINT imports_position_check CHECK (("position" >= 0)),
    CONSTRAINT imports_present_check CHECK ((present >= 0)),
    CONSTRAINT imports_size_bytes_check CHECK ((size_bytes >= 0)),
    CONSTRAINT imports_skipped_check CHECK ((skipped >= 0)),
    CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
    CONSTRAINT imports_undone_to_check CHECK ((undone_to >= 0)),
    CONSTRAINT imports_updated_check CHECK ((updated >= 0))
);
CREATE TABLE public.levels (
    at bigint NOT NULL,
    waiting bigint NOT NULL,
    CONSTRAINT levels_waiting_check CHECK ((waiting >= 0))
);
CREATE TABLE public.merges (
    plant_id bigint NOT NULL,
    kept_id bigint NOT NULL,
    was_active bigint NOT NULL,
    taken text NOT NULL COLLATE pg_catalog."C",
    merged_at bigint NOT NULL,
    merged_by text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT merges_was_active_check CHECK ((was_active = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE public.plant_changes (
    plant_id bigint NOT NULL,
    number bigint NOT NULL,
    CONSTRAINT plant_changes_number_check CHECK ((number >= 1))
);
CREATE TABLE public.plant_creations (
    first bigint NOT NULL,
    last bigint NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL COLLATE pg_catalog."C",
    actor_name text NOT NULL COLLATE pg_catalog."C",
    way text NOT NULL COLLATE pg_catalog."C",
    import_id text COLLATE pg_catalog."C",
    CONSTRAINT plant_creations_check CHECK ((last >= first)),
    CONSTRAINT plant_creations_check1 CHECK (((import_id IS NOT NULL) = (way = ANY (ARRAY['import'::text, 'undo'::text])))),
    CONSTRAINT plant_creations_way_check CHECK ((way = ANY (ARRAY['api'::text, 'console'::text, 'import'::text, 'undo'::text, 'store'::text])))
);
CREATE TABLE public.plant_history (
    plant_id bigint NOT NULL,
    version bigint NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL COLLATE pg_catalog."C",
    actor_name text NOT NULL COLLATE pg_catalog."C",
    way text NOT NULL COLLATE pg_catalog."C",
    import_id text COLLATE pg_catalog."C",
    changes text COLLATE pg_catalog."C",
    costs text COLLATE pg_catalog."C",
    CONSTRAINT plant_history_check CHECK (((import_id IS NOT NULL) = (way = ANY (ARRAY['import'::text, 'undo'::text])))),
    CONSTRAINT plant_history_check1 CHECK (((changes IS NOT NULL) OR (costs IS NOT NULL))),
    CONSTRAINT plant_history_version_check CHECK ((version >= 2)),
    CONSTRAINT plant_history_way_check CHECK ((way = ANY (ARRAY['api'::text, 'console'::text, 'import'::text, 'undo'::text, 'store'::text])))
);
CREATE SEQUENCE public.plant_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.plant_vocabulary (
    word text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.plant_words (
    rowid bigint NOT NULL,
    words text NOT NULL COLLATE pg_catalog."C",
    found tsvector GENERATED ALWAYS AS (array_to_tsvector(string_to_array(words, ' '::text))) STORED
);
CREATE TABLE public.plants (
    id bigint NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    tag text COLLATE pg_catalog."C",
    sku text COLLATE pg_catalog."C",
    sku_key text COLLATE pg_catalog."C",
    gtin text COLLATE pg_catalog."C",
    gtin_key text COLLATE pg_catalog."C",
    botanical_name text COLLATE pg_catalog."C",
    family text COLLATE pg_catalog."C",
    common_names text NOT NULL COLLATE pg_catalog."C",
    description text COLLATE pg_catalog."C",
    tags text NOT NULL COLLATE pg_catalog."C",
    images text NOT NULL COLLATE pg_catalog."C",
    price text COLLATE pg_catalog."C",
    currency text COLLATE pg_catalog."C",
    stock_quantity bigint,
    available_from text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    added_at bigint,
    version bigint NOT NULL,
    pot_size text COLLATE pg_catalog."C",
    pot_order bigint,
    details text COLLATE pg_catalog."C",
    taxon text COLLATE pg_catalog."C",
    weak_key bigint,
    weak_class bigint,
    merged_into bigint,
    CONSTRAINT plants_check CHECK (((status = 'draft'::text) = (added_at IS NULL))),
    CONSTRAINT plants_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'archived'::text]))),
    CONSTRAINT plants_version_check CHECK ((version >= 1))
);
CREATE TABLE public.possible_duplicates (
    weak_key bigint NOT NULL
);
CREATE TABLE public.processes (
    id text NOT NULL COLLATE pg_catalog."C",
    slot bigint NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    host text NOT NULL COLLATE pg_catalog."C",
    pid bigint NOT NULL,
    version text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    started_at bigint NOT NULL,
    lease_us bigint NOT NULL,
    beat bigint NOT NULL,
    is_leaving bigint NOT NULL,
    CONSTRAINT processes_beat_check CHECK ((beat >= 0)),
    CONSTRAINT processes_is_leaving_check CHECK ((is_leaving = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT processes_lease_us_check CHECK ((lease_us > 0)),
    CONSTRAINT processes_role_check CHECK ((role = ANY (ARRAY['all'::text, 'api'::text, 'dispatcher'::text]))),
    CONSTRAINT processes_slot_check CHECK (((slot >= 0) AND (slot <= 1023)))
);
CREATE TABLE public.receiver_secrets (
    receiver_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    sealed bytea NOT NULL,
    expires_at bigint,
    CONSTRAINT receiver_secrets_kind_check CHECK ((kind = ANY (ARRAY['access_token'::text, 'signing'::text])))
);
CREATE TABLE public.receivers (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL COLLATE pg_catalog."C",
    payload text NOT NULL COLLATE pg_catalog."C",
    start bigint NOT NULL,
    cursor bigint NOT NULL,
    max_concurrency bigint NOT NULL,
    deadline_us bigint NOT NULL,
    built_in bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    deleted_at bigint,
    version bigint NOT NULL,
    paused bigint DEFAULT 0 NOT NULL,
    resumes bigint DEFAULT 0 NOT NULL,
    ordered bigint DEFAULT 0 NOT NULL,
    max_rate double precision,
    ephemeral bigint DEFAULT 0 NOT NULL,
    touches bigint DEFAULT 0 NOT NULL,
    CONSTRAINT receivers_built_in_check CHECK ((built_in = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT receivers_check CHECK ((cursor >= (start - 1))),
    CONSTRAINT receivers_deadline_us_check CHECK ((deadline_us > 0)),
    CONSTRAINT receivers_ephemeral_check CHECK ((ephemeral = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT receivers_max_concurrency_check CHECK ((max_concurrency >= 1)),
    CONSTRAINT receivers_max_rate_check CHECK ((max_rate > (0)::double precision)),
    CONSTRAINT receivers_ordered_check CHECK ((ordered = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT receivers_paused_check CHECK ((paused = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT receivers_payload_check CHECK ((payload = ANY (ARRAY['full'::text, 'basic'::text]))),
    CONSTRAINT receivers_start_check CHECK ((start >= 1)),
    CONSTRAINT receivers_version_check CHECK ((version >= 1))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');
CREATE TABLE public.replays (
    id text NOT NULL COLLATE pg_catalog."C",
    receiver_id bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    "only" text NOT NULL COLLATE pg_catalog."C",
    pace double precision,
    state text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    total bigint NOT NULL,
    accepted bigint NOT NULL,
    failed bigint NOT NULL,
    asked_by text NOT NULL COLLATE pg_catalog."C",
    asked_at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT replays_accepted_check CHECK ((accepted >= 0)),
    CONSTRAINT replays_check CHECK ((last >= first)),
    CONSTRAINT replays_failed_check CHECK ((failed >= 0)),
    CONSTRAINT replays_first_check CHECK ((first >= 1)),
    CONSTRAINT replays_only_check CHECK (("only" = ANY (ARRAY['failed'::text, 'all'::text]))),
    CONSTRAINT replays_pace_check CHECK ((pace > (0)::double precision)),
    CONSTRAINT replays_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'cancelled'::text]))),
    CONSTRAINT replays_total_check CHECK ((total >= 0))
);
CREATE TABLE public.retries (
    receiver_id bigint NOT NULL,
    sequence bigint NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    attempts bigint NOT NULL,
    tries bigint NOT NULL,
    next_attempt_at bigint NOT NULL,
    first_failed_at bigint NOT NULL,
    last_outcome text NOT NULL COLLATE pg_catalog."C",
    last_status bigint,
    asked_at bigint,
    CONSTRAINT retries_attempts_check CHECK (((attempts >= 0) AND (attempts <= 17))),
    CONSTRAINT retries_check CHECK ((tries >= attempts)),
    CONSTRAINT retries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'exhausted'::text, 'cancelled'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000');
CREATE TABLE public.schema_version (
    version bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    applied_at bigint NOT NULL
);
CREATE TABLE public.sessions (
    hash bytea NOT NULL,
    token_id text NOT NULL COLLATE pg_catalog."C",
    opened_at bigint NOT NULL,
    proved_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    created_by text COLLATE pg_catalog."C",
    CONSTRAINT sessions_check CHECK ((proved_at >= opened_at))
);
CREATE TABLE public.shards (
    shard bigint NOT NULL,
    owner text COLLATE pg_catalog."C",
    epoch bigint NOT NULL,
    is_clean bigint NOT NULL,
    CONSTRAINT shards_epoch_check CHECK ((epoch >= 0)),
    CONSTRAINT shards_is_clean_check CHECK ((is_clean = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT shards_shard_check CHECK (((shard >= 0) AND (shard <= 63)))
);
CREATE TABLE public.sign_in_links (
    hash bytea NOT NULL,
    token_id text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL,
    used_at bigint,
    created_by text COLLATE pg_catalog."C"
);
CREATE TABLE public.skips (
    receiver_id bigint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    asked_by text NOT NULL COLLATE pg_catalog."C",
    asked_at bigint NOT NULL,
    CONSTRAINT skips_check CHECK ((last >= first))
);
CREATE TABLE public.tallies (
    receiver_id bigint NOT NULL,
    hour_at bigint NOT NULL,
    accepted bigint NOT NULL,
    failed bigint NOT NULL,
    last_accepted_at bigint,
    up_to_10_ms bigint NOT NULL,
    up_to_20_ms bigint NOT NULL,
    up_to_50_ms bigint NOT NULL,
    up_to_100_ms bigint NOT NULL,
    up_to_200_ms bigint NOT NULL,
    up_to_500_ms bigint NOT NULL,
    up_to_1000_ms bigint NOT NULL,
    up_to_2000_ms bigint NOT NULL,
    up_to_5000_ms bigint NOT NULL,
    up_to_10000_ms bigint NOT NULL,
    up_to_15000_ms bigint NOT NULL,
    longer bigint NOT NULL,
    CONSTRAINT tallies_accepted_check CHECK ((accepted >= 0)),
    CONSTRAINT tallies_check CHECK (((accepted = 0) = (last_accepted_at IS NULL))),
    CONSTRAINT tallies_check1 CHECK ((accepted = (((((((((((up_to_10_ms + up_to_20_ms) + up_to_50_ms) + up_to_100_ms) + up_to_200_ms) + up_to_500_ms) + up_to_1000_ms) + up_to_2000_ms) + up_to_5000_ms) + up_to_10000_ms) + up_to_15000_ms) + longer))),
    CONSTRAINT tallies_failed_check CHECK ((failed >= 0))
)
WITH (fillfactor='50');
CREATE TABLE public.tokens (
    id text NOT NULL COLLATE pg_catalog."C",
    hash bytea NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    scopes text NOT NULL COLLATE pg_catalog."C",
    receiver_id bigint,
    created_at bigint NOT NULL,
    expires_at bigint,
    last_used_at bigint,
    created_by text COLLATE pg_catalog."C",
    link_created_by text COLLATE pg_catalog."C"
);
CREATE TABLE public.tombstones (
    plant_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    added_at bigint,
    deleted_at bigint NOT NULL,
    deleted_by text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.unclean_excerpts (
    until bigint NOT NULL
);
CREATE TABLE public.underived_plants (
    until bigint NOT NULL
);
CREATE TABLE public.watch_list (
    key text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_0 FOR VALUES FROM ('0') TO ('1087163596800000');
ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_1087163596800000 FOR VALUES FROM ('1087163596800000') TO ('2174327193600000');
ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_2174327193600000 FOR VALUES FROM ('2174327193600000') TO ('3261490790400000');
ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_43486543872000000 FOR VALUES FROM ('43486543872000000') TO ('44573707468800000');
ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_44573707468800000 FOR VALUES FROM ('44573707468800000') TO ('45660871065600000');
ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_45660871065600000 FOR VALUES FROM ('45660871065600000') TO ('46748034662400000');
ALTER TABLE ONLY public.attempts ATTACH PARTITION public.attempts_beside DEFAULT;
ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempt_pages
    ADD CONSTRAINT attempt_pages_pkey PRIMARY KEY (last);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts_0
    ADD CONSTRAINT attempts_0_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts_1087163596800000
    ADD CONSTRAINT attempts_1087163596800000_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts_2174327193600000
    ADD CONSTRAINT attempts_2174327193600000_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts_43486543872000000
    ADD CONSTRAINT attempts_43486543872000000_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts_44573707468800000
    ADD CONSTRAINT attempts_44573707468800000_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts_45660871065600000
    ADD CONSTRAINT attempts_45660871065600000_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts_beside
    ADD CONSTRAINT attempts_beside_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.breakers
    ADD CONSTRAINT breakers_pkey PRIMARY KEY (receiver_id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_id_key UNIQUE (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (sequence);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_plant_id_key UNIQUE (plant_id);
ALTER TABLE ONLY public.facts
    ADD CONSTRAINT facts_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (token_id, key);
ALTER TABLE ONLY public.import_mappings
    ADD CONSTRAINT import_mappings_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.import_ranges
    ADD CONSTRAINT import_ranges_pkey PRIMARY KEY (import_id, first);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.levels
    ADD CONSTRAINT levels_pkey PRIMARY KEY (at);
ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY public.plant_changes
    ADD CONSTRAINT plant_changes_number_key UNIQUE (number);
ALTER TABLE ONLY public.plant_changes
    ADD CONSTRAINT plant_changes_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY public.plant_creations
    ADD CONSTRAINT plant_creations_pkey PRIMARY KEY (first);
ALTER TABLE ONLY public.plant_history
    ADD CONSTRAINT plant_history_pkey PRIMARY KEY (plant_id, version);
ALTER TABLE ONLY public.plant_vocabulary
    ADD CONSTRAINT plant_vocabulary_pkey PRIMARY KEY (word);
ALTER TABLE ONLY public.plant_words
    ADD CONSTRAINT plant_words_pkey PRIMARY KEY (rowid);
ALTER TABLE ONLY public.plants
    ADD CONSTRAINT plants_gtin_key_key UNIQUE (gtin_key);
ALTER TABLE ONLY public.plants
    ADD CONSTRAINT plants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.plants
    ADD CONSTRAINT plants_sku_key_key UNIQUE (sku_key);
ALTER TABLE ONLY public.possible_duplicates
    ADD CONSTRAINT possible_duplicates_pkey PRIMARY KEY (weak_key);
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT processes_slot_key UNIQUE (slot);
ALTER TABLE ONLY public.receiver_secrets
    ADD CONSTRAINT receiver_secrets_pkey PRIMARY KEY (receiver_id, kind, created_at);
ALTER TABLE ONLY public.receivers
    ADD CONSTRAINT receivers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.replays
    ADD CONSTRAINT replays_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.retries
    ADD CONSTRAINT retries_pkey PRIMARY KEY (receiver_id, sequence);
ALTER TABLE ONLY public.schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.shards
    ADD CONSTRAINT shards_pkey PRIMARY KEY (shard);
ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.skips
    ADD CONSTRAINT skips_pkey PRIMARY KEY (receiver_id, first);
ALTER TABLE ONLY public.tallies
    ADD CONSTRAINT tallies_pkey PRIMARY KEY (receiver_id, hour_at);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tombstones
    ADD CONSTRAINT tombstones_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY public.unclean_excerpts
    ADD CONSTRAINT unclean_excerpts_pkey PRIMARY KEY (until);
ALTER TABLE ONLY public.underived_plants
    ADD CONSTRAINT underived_plants_pkey PRIMARY KEY (until);
ALTER TABLE ONLY public.watch_list
    ADD CONSTRAINT watch_list_pkey PRIMARY KEY (key);
CREATE INDEX activity_action ON public.activity USING btree (action, id);
CREATE INDEX activity_actor ON public.activity USING btree (actor, id);
CREATE INDEX activity_age ON public.activity USING btree (at);
CREATE INDEX attempts_delivery ON ONLY public.attempts USING btree (receiver_id, sequence);
CREATE INDEX attempts_0_receiver_id_sequence_idx ON public.attempts_0 USING btree (receiver_id, sequence);
CREATE INDEX attempts_replay ON ONLY public.attempts USING btree (replay_id, sequence) WHERE (replay_id IS NOT NULL);
CREATE INDEX attempts_0_replay_id_sequence_idx ON public.attempts_0 USING btree (replay_id, sequence) WHERE (replay_id IS NOT NULL);
CREATE INDEX attempts_1087163596800000_receiver_id_sequence_idx ON public.attempts_1087163596800000 USING btree (receiver_id, sequence);
CREATE INDEX attempts_1087163596800000_replay_id_sequence_idx ON public.attempts_1087163596800000 USING btree (replay_id, sequence) WHERE (replay_id IS NOT NULL);
CREATE INDEX attempts_2174327193600000_receiver_id_sequence_idx ON public.attempts_2174327193600000 USING btree (receiver_id, sequence);
CREATE INDEX attempts_2174327193600000_replay_id_sequence_idx ON public.attempts_2174327193600000 USING btree (replay_id, sequence) WHERE (replay_id IS NOT NULL);
CREATE INDEX attempts_43486543872000000_receiver_id_sequence_idx ON public.attempts_43486543872000000 USING btree (receiver_id, sequence);
CREATE INDEX attempts_43486543872000000_replay_id_sequence_idx ON public.attempts_43486543872000000 USING btree (replay_id, sequence) WHERE (replay_id IS NOT NULL);
CREATE INDEX attempts_44573707468800000_receiver_id_sequence_idx ON public.attempts_44573707468800000 USING btree (receiver_id, sequence);
CREATE INDEX attempts_44573707468800000_replay_id_sequence_idx ON public.attempts_44573707468800000 USING btree (replay_id, sequence) WHERE (replay_id IS NOT NULL);
CREATE INDEX attempts_45660871065600000_receiver_id_sequence_idx ON public.attempts_45660871065600000 USING btree (receiver_id, sequence);
CREATE INDEX attempts_45660871065600000_replay_id_sequence_idx ON public.attempts_45660871065600000 USING btree (replay_id, sequence) WHERE (replay_id IS NOT NULL);
CREATE INDEX attempts_beside_receiver_id_sequence_idx ON public.attempts_beside USING btree (receiver_id, sequence);
CREATE INDEX attempts_beside_replay_id_sequence_idx ON public.attempts_beside USING btree (replay_id, sequence) WHERE (replay_id IS NOT NULL);
CREATE INDEX events_erased ON public.events USING btree (sequence) WHERE (length(body) = 0);
CREATE INDEX idempotency_age ON public.idempotency USING btree (created_at);
CREATE INDEX imports_age ON public.imports USING btree (asked_at);
CREATE INDEX imports_content ON public.imports USING btree (content_hash, id);
CREATE INDEX imports_moving ON public.imports USING btree (state, id) WHERE (state = ANY (ARRAY['checking'::text, 'checked'::text, 'running'::text, 'undoing'::text]));
CREATE INDEX merges_at ON public.merges USING btree (merged_at);
CREATE INDEX plant_creations_at ON public.plant_creations USING btree (at);
CREATE INDEX plant_history_at ON public.plant_history USING btree (at, plant_id, version);
CREATE INDEX plant_history_import ON public.plant_history USING btree (import_id, plant_id, version) WHERE (import_id IS NOT NULL);
CREATE INDEX plant_history_public ON public.plant_history USING btree (at, plant_id, version) WHERE (changes IS NOT NULL);
CREATE INDEX plant_words_found ON public.plant_words USING gin (found);
CREATE INDEX plants_by_pot ON public.plants USING btree (pot_order, id) WHERE (pot_order IS NOT NULL);
CREATE INDEX plants_merged ON public.plants USING btree (merged_into, id) WHERE (merged_into IS NOT NULL);
CREATE INDEX plants_name ON public.plants USING btree (name);
CREATE INDEX plants_not_active ON public.plants USING btree (status, id) WHERE (status <> 'active'::text);
CREATE INDEX plants_updated ON public.plants USING btree (updated_at, id);
CREATE INDEX plants_weak_key ON public.plants USING btree (weak_key, weak_class, id) WHERE (status <> 'archived'::text);
CREATE INDEX replays_ended ON public.replays USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX replays_receiver ON public.replays USING btree (receiver_id, id);
CREATE INDEX replays_running ON public.replays USING btree (receiver_id, asked_at, id) WHERE (state = 'running'::text);
CREATE INDEX retries_asked ON public.retries USING btree (receiver_id, asked_at, sequence) WHERE (asked_at IS NOT NULL);
CREATE INDEX retries_due ON public.retries USING btree (receiver_id, next_attempt_at, sequence) WHERE (state = 'waiting'::text);
CREATE INDEX retries_given_up ON public.retries USING btree (state, next_attempt_at, receiver_id) WHERE (state = 'exhausted'::text);
CREATE INDEX retries_newest ON public.retries USING btree (state, sequence, receiver_id);
CREATE INDEX retries_of_event ON public.retries USING btree (sequence) WHERE (state <> 'cancelled'::text);
CREATE INDEX retries_state ON public.retries USING btree (receiver_id, state, sequence);
CREATE INDEX sessions_age ON public.sessions USING btree (seen_at);
CREATE INDEX sessions_token ON public.sessions USING btree (token_id);
CREATE INDEX sign_in_links_age ON public.sign_in_links USING btree (expires_at);
CREATE INDEX tallies_age ON public.tallies USING btree (hour_at);
CREATE INDEX tokens_created_by ON public.tokens USING btree (created_by);
CREATE INDEX tokens_link_created_by ON public.tokens USING btree (link_created_by);
CREATE INDEX tombstones_age ON public.tombstones USING btree (deleted_at, plant_id);
ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_0_pkey;
ALTER INDEX public.attempts_delivery ATTACH PARTITION public.attempts_0_receiver_id_sequence_idx;
ALTER INDEX public.attempts_replay ATTACH PARTITION public.attempts_0_replay_id_sequence_idx;
ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_1087163596800000_pkey;
ALTER INDEX public.attempts_delivery ATTACH PARTITION public.attempts_1087163596800000_receiver_id_sequence_idx;
ALTER INDEX public.attempts_replay ATTACH PARTITION public.attempts_1087163596800000_replay_id_sequence_idx;
ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_2174327193600000_pkey;
ALTER INDEX public.attempts_delivery ATTACH PARTITION public.attempts_2174327193600000_receiver_id_sequence_idx;
ALTER INDEX public.attempts_replay ATTACH PARTITION public.attempts_2174327193600000_replay_id_sequence_idx;
ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_43486543872000000_pkey;
ALTER INDEX public.attempts_delivery ATTACH PARTITION public.attempts_43486543872000000_receiver_id_sequence_idx;
ALTER INDEX public.attempts_replay ATTACH PARTITION public.attempts_43486543872000000_replay_id_sequence_idx;
ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_44573707468800000_pkey;
ALTER INDEX public.attempts_delivery ATTACH PARTITION public.attempts_44573707468800000_receiver_id_sequence_idx;
ALTER INDEX public.attempts_replay ATTACH PARTITION public.attempts_44573707468800000_replay_id_sequence_idx;
ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_45660871065600000_pkey;
ALTER INDEX public.attempts_delivery ATTACH PARTITION public.attempts_45660871065600000_receiver_id_sequence_idx;
ALTER INDEX public.attempts_replay ATTACH PARTITION public.attempts_45660871065600000_replay_id_sequence_idx;
ALTER INDEX public.attempts_pkey ATTACH PARTITION public.attempts_beside_pkey;
ALTER INDEX public.attempts_delivery ATTACH PARTITION public.attempts_beside_receiver_id_sequence_idx;
ALTER INDEX public.attempts_replay ATTACH PARTITION public.attempts_beside_replay_id_sequence_idx;
INSERT INTO public.activity VALUES
	(1, 1777624140100000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'registerReceiver', 'rcv_016qk918hnscr', '', '\xa1b8794d4595e11736a3c8a918e5eb7e429b2ae8b0061c473069dccf063d618a'),
	(2, 1777624140400000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'deletePlant', '1', '', '\xa2f6318cf0ac74127318da0c2cf7749aedf0381317fd5f7c5d5749e46fc21edf'),
	(3, 1780302540800000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'addDraft', '5', '', '\x4e04c9d7acd05bb08ab6040fbc43d9d4a3b8becc9cd61c3932878171bdfccefd'),
	(4, 1780302541000000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'archivePlant', '6', '', '\xde2fc4f677c8f88c68cfc766057bc70459081f7fec1e2459db09a724fd97731d'),
	(5, 1780302541500000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'rotateSecret', 'rcv_016qk918hnscr', '', '\xa308ac3eee8bdeab10c1f4d8dd5363181c7a7f437bfcb1fabff6a065ff1c9144'),
	(6, 1780302541600000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'askForReplay', 'rcv_016qk918hnscr', 'rpl_01kt14sws0sa3sg28eyfhr0k1a: events 3 to 5, all', '\xfc3ae43c569a85c557753969e1cdc47b0fd4c65e717efa45f03e8cd840cc8b99'),
	(7, 1780302541700000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'registerReceiver', 'rcv_01gpwjbgkke3p', '', '\x4b9f3f80cd7966ba2ee7e6f6b0256e98b121c9450a32405b4f9a5cc5e83f39f5'),
	(8, 1780302541800000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'createToken', 'tok_01kt14swz81j8x27py52v4rabm', 'deliveries:read', '\x283ea9ed5d301a54d1fe9bc87037c20041986e0947e525b88dfcfbe1c213a440'),
	(9, 1780302541900000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'registerReceiver', 'rcv_01gpwjc9k1g31', '', '\x6238ebbdda2ee792eedce554d98f0958f44718c622772a78177ce5fe4ce66d04'),
	(10, 1780302543456000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'pauseReceiver', 'rcv_01gpwjc9k1g31', '', '\x082c5d67177cfb78ff92c1f206061fe7a23f24c5707868177205c59b1e67faac'),
	(11, 1780306143556000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'resumeReceiver', 'rcv_01gpwjc9k1g31', '', '\x468bd824b1cff73df19fdad572a15f6c30477234ecc7fe1fbed1434a3ae18e2f'),
	(12, 1780306143818000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'pauseReceiver', 'rcv_01gpwjc9k1g31', '', '\x6daac4677d6a5a146954f9f734a4cd484302d61bb48edb88d3d7d006758997c4'),
	(13, 1780309743918000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'resumeReceiver', 'rcv_01gpwjc9k1g31', '', '\x72abfbc922ca1d1fb32faf120b943f37b94eed0ee15dcf619ebecb14525af834'),
	(14, 1780309744168000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'pauseReceiver', 'rcv_01gpwjc9k1g31', '', '\x5a4b6834a6729235d1885e7bbe2bb6a7519977da2b746c72826aeaa7e0e77c99'),
	(15, 1780313344268000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'resumeReceiver', 'rcv_01gpwjc9k1g31', '', '\xc77699f1276e3798b0e43180d6dcf674c16698700ca48355b842cbd895f051bd'),
	(16, 1780313344518000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'askForReplay', 'rcv_01gpwjc9k1g31', 'rpl_01kt1f3jg6h5ayp00cp7t4aecx: events 2 to 5, all', '\x47e6701d591c74465ae91b35c6936a08875be9853543a6870c44c98c49fd5292'),
	(17, 1780313344724000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'registerReceiver', 'rcv_01gr5s2tjjm28', '', '\x2df3e47d5dd0a00415fe6b216dcc5704334bb1626cab0ac30132db0bf01f8799'),
	(18, 1780313344824000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'cancelDelivery', '5/rcv_01gr5s2tjjm28', '', '\xbc85df43c504749f0cb6e82111904177b242aac2f66542d99d2d8a3ce111feca'),
	(19, 1780313344924000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'registerReceiver', 'rcv_01gr5s3kjwmcp', '', '\x8fdab897081a435ca28b2599fba6378f948c9838c7ff32d783881c58da369503'),
	(20, 1780313345024000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'changeReceiver', 'rcv_01gr5s3kjwmcp', 'deadline_s, max_rate', '\x4f4b1abb1de4f1379c644cacee2d38904b63d742fe20f1c245c96e53caa1ec4f'),
	(21, 1780313345124000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'registerReceiver', 'rcv_01gr5s4cgbsyr', '', '\x83ee5446bbbcc6d6a77056709142df06635ab3e8846b0057157d7648bd86ab92'),
	(22, 1780313345224000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'registerReceiver', 'rcv_01gr5s4s00qce', '', '\x5b20dff16909dcd2510698b498d427375cb1f1199749421ec5e7dde9470f8caf'),
	(23, 1780313345324000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'registerReceiver', 'rcv_01gr5s55km6r4', '', '\xe247ab42bb9086451eb19ab9484a6c8bbc3ef2a7e5a251d8d902c8bd1489151b'),
	(24, 1780313345424000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'pauseReceiver', 'rcv_01gr5s55km6r4', '', '\x5b927909aa701faa0410162b9aac863fde68c67d8b51ed443ba2d541b9940369'),
	(25, 1780313345524000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'registerReceiver', 'rcv_01gr5s5yjt24m', '', '\xce4ca556dd0ececd609e0bff69886e9e311b4bbbdeb8a0b37f577325dd8687e8'),
	(26, 1780313345524000, 'store', 'Plant Store', 'disableReceiver', 'rcv_01gr5s5yjt24m', 'gone: it answered 410, which asks us to stop', '\x4943ab5b8ba8ed03def6e94362adc53bb80422b7093b1c500afaa84a084a3898'),
	(27, 1780313345624000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'registerReceiver', 'rcv_01gr5s6b3by07', '', '\xd463dace6b4d3dbf1f005f231182618ea2e46ea7d62983ecec705b439111c3a3'),
	(28, 1780313345724000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'askForReplay', 'rcv_01gr5s6b3by07', 'rpl_01kt1f3knwdnmvmtym7wxnwe0y: events 1 to 8, all', '\x4c4b180cfe789b694a1693264123dddb1ed1e7eeea9b9a327b2ebdd9e24efe8b'),
	(29, 1780313346224000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'retryDelivery', '6/rcv_01gr5s2tjjm28', '', '\x464caf1d943acbf21bb7a31b1728b728d148b6bb3d1904f3220403e4958142df'),
	(30, 1780313346324000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'cancelDelivery', '9/rcv_01gr5s55km6r4', '', '\x02df9d9410cbc0e2ec5fa88635fe2135779a6fbd9555b694b2197bbbe5aaffe8'),
	(31, 1780313346424000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'resumeReceiver', 'rcv_01gr5s6b3by07', 'cancelled 2 deliveries', '\xf7bead942ee214e01c0af07714343b1c522ac044d78b2561db7f8abb85d1728f'),
	(32, 1780313346524000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'removeReceiver', 'rcv_01gr5s4s00qce', 'cancelled 3 deliveries', '\x416626e6a56f0f9fd856ba9aa3e4f431e7a3eb703fadd70bdcaf7e0a459fc91d'),
	(33, 1780313346824000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'uploadImport', 'imp_01kt1f3mr86egap103w2bpcxpb', 'with bad rows', '\x0676ece525a349fd396eaea13290f4311df3b6d9c1b16dd9e26d7d84f5e6d16e'),
	(34, 1780313346924000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'confirmImport', 'imp_01kt1f3mr86egap103w2bpcxpb', '', '\xd34e97da232ebc5f97e703b41beedb7285983c0c5a75792960b74bee99af11f3'),
	(35, 1780313347024000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'uploadImport', 'imp_01kt1f3mygft5mhvbfnx7391sn', 'not wanted', '\xeb73feba0ea1eb34bab55f7d296d2f55d00a43d17ca7d1e1dd251f3a7e4e6de6'),
	(36, 1780313347124000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'cancelImport', 'imp_01kt1f3mygft5mhvbfnx7391sn', '', '\xe1d09252b0ed965b358c0e2b63e5b74b05cf742288ecca104ab4035ddac89193'),
	(37, 1780313347224000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'uploadImport', 'imp_01kt1f3n4rr3kwqsxfjgt3ne62', 'by mistake', '\xae66cb660491619845cb9bca1d74d71612a8dd6ffca0a520e7b24874b2040895'),
	(38, 1780313347324000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'confirmImport', 'imp_01kt1f3n4rr3kwqsxfjgt3ne62', '', '\x2b627a5ce85495cea9e3ad199a70736743319c30f4f415727dbd9491fbb26106'),
	(39, 1780313347624000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'undoImport', 'imp_01kt1f3n4rr3kwqsxfjgt3ne62', '', '\x4366df29f294d7c34f8ae486aae9b89c4bf715307916d01e1bdbc7055a98d65d'),
	(40, 1780313348024000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'mergePlants', '17', 'plant 18, took description', '\xda030aa85d0bb7874814eae8ae22961061e0e31257fff9e71472a00b143b5b96'),
	(41, 1780313348324000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'dismissDuplicates', '19', 'plants 19, 20', '\xe7ddb79061b024611b46530be422ae23edf705ad9a024b812e7001a1cac85498'),
	(42, 1780313348624000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'putWatchList', '', '2 names', '\x317f9f67f3853e9c2dc1d9c3258b0ddcd8910ba12c0852de803282117079e13e'),
	(43, 1780313348724000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'uploadImport', 'imp_01kt1f3pkmzd756fhnfdbgdfey', 'costs', '\xfe8133dfa02378deb61bdf52f9c38cd84971350bd59806ec3c86e3430d11bef3'),
	(44, 1780313348824000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'confirmImport', 'imp_01kt1f3pkmzd756fhnfdbgdfey', '', '\x3b08ccc19f4f136dd756740102fb681e988cec696889c91e086a0ee61af597da'),
	(45, 1780313348924000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'uploadImport', 'imp_01kt1f3psw4xs8bq86cfhsawp4', 'new costs', '\x877aadce04eb69530c639e2a136d81ef0d02311fa52cdf97cfa29b992011408e'),
	(46, 1780313349024000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'confirmImport', 'imp_01kt1f3psw4xs8bq86cfhsawp4', '', '\x84eb195a9bf44d5ca659aec55c6c4a2fe98753f5c448b0e81acf38d30898ad63'),
	(47, 1780313349324000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'undoImport', 'imp_01kt1f3psw4xs8bq86cfhsawp4', '', '\x7a09457b18985d6281c23a7af5bf98af741203c4bde8625b5fbbd0ab4cdce92d'),
	(48, 1780313349424000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'uploadImport', 'imp_01kt1f3q9g1m22yrh3zwk38xcs', 'waiting', '\xf425a1273780bf17d5e82775f8f4e241febc17d563eec335099244d4ceaaa7fa'),
	(49, 1780313349524000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'uploadImport', 'imp_01kt1f3qcmkvgns64qfrd9e1zt', 'wrong', '\xc0e92040686ab9554cb5a5283308efc80c36169561f3c8c3e19cf251a61fe549'),
	(50, 1780313349624000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'confirmImport', 'imp_01kt1f3qcmkvgns64qfrd9e1zt', '', '\xf6f2b7e0e79598b41409f18926d61dca42e385f5f78e64c15bec9ea6b4fc85b7'),
	(51, 1780313349724000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'uploadImport', 'imp_01kt1f3qjwg1e6phakhfk6pjcf', 'half added', '\xb0dc88cbaaf191cd364d29363545207593149e17a71557af36251ee24dd1b6e8'),
	(52, 1780313350024000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'undoImport', 'imp_01kt1f3qcmkvgns64qfrd9e1zt', '', '\x13c41cfe0d0852bde9f2c0e65daa70dbbc29d84619f34dd7117bbbd115b52f0f'),
	(53, 1780313350124000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'confirmImport', 'imp_01kt1f3qjwg1e6phakhfk6pjcf', '', '\x27cb5f4cd9fc687ddd4bdcd1780c7f811d83d07079fb69520e97ac64589d654b'),
	(54, 1780313350324000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'signIn', 'tok_01kqhafj703p4ffd49sce8qpa5', 'by token', '\xb89abdf9882871221b1864ff8e7501fc04693069f6008504faf580cfb5b163a5'),
	(55, 1780313350424000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'signIn', 'tok_01kqhafj703p4ffd49sce8qpa5', 'by token', '\x300576e96f49b2a91cebc873c03928e39187ea4dc27926b9fc5b98f807453502'),
	(56, 1780313350524000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'signIn', 'tok_01kqhafj703p4ffd49sce8qpa5', 'by token', '\x4ca11aa778f677cd1feb71bd03e6b803d43befbae8e21882e1bbac9826e403af'),
	(57, 1780313350624000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'signOut', 'tok_01kqhafj703p4ffd49sce8qpa5', '', '\x512954ad40661e9e3ccc3f177e505a2913bec126fba99e409f3e3bf99255c19a'),
	(58, 1780314550724000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj703p4ffd49sce8qpa5', '\xb1d6236604d12c4357c6a9b1d5a5fe0003df6dbf00fbf7bfa233f8421baab20d'),
	(59, 1780314850924000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'createToken', 'tok_01kt1ghhkcrxc2x5n7pwp0gg51', 'plants:read', '\x5ac54ac476f5c9d2e01f66e2c5b57d05234a8ce7157a49ac3958739ec0c2f1fa'),
	(60, 1780314851024000, 'tok_01kt1ghhkcrxc2x5n7pwp0gg51', 'Ada, at the till', 'signIn', 'tok_01kt1ghhkcrxc2x5n7pwp0gg51', 'by token', '\x2b69badb50ecb39d80ab60c8a28eb97812d18ed988f49c9e566966f51a87d859'),
	(61, 1780314851124000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj703p4ffd49sce8qpa5', '\x3df770b2ad4835f7aa4a2d3a668d5057a11ffc1ebe05ed7dde688a7bbe9bf5fb'),
	(62, 1780314851224000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj703p4ffd49sce8qpa5', '\xc7f7f9b1b4eb31d7ee20b3a43574e605e3d174275ac9fdec7bfcfc28dbad7ffe'),
	(63, 1780314851324000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'signIn', 'tok_01kqhafj703p4ffd49sce8qpa5', 'by link', '\x92ce0d98f553e565ba580d28d593cefab0920fe7730c33928dbd364c619a74f5'),
	(64, 1780314851424000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'revokeToken', 'tok_01kt1ghhkcrxc2x5n7pwp0gg51', '', '\xd8a7544f4033c76c23697153c1648db846e18a5258632c82f98b7e1a3c3199d8');
INSERT INTO public.attempt_pages VALUES
	(54893980046857216, 0, '\x00c2dc91b500000000c2dc920000000000c2dc921900000000c2dc926400000000c2dc927d00000000c2dc929600000000c2dc92c800000000c2dc92c800040000c2dc92c800080000c2dc92e100000000c2dc931400000000c2dc931700000000c2dc931e80000000c2dc932d80000000c2dc935300000000c2dc939e00000000c2dc947f00000000c2ea505400000000c2ea507980000000c2f80c7100000000c305c86880000000c305c88280000000c305c88580000000c305c88d00000000c305c89c00000000c305c8b500000000c305c8b500040000c305c8b500080000c305c8b5000c0000c305c8b500100000c305c8b5001400'),
	(54893985080016896, 54893980046857216, '\x00c305c8b500180000c305c8e700000000c305c8e700040000c305c8e700080000c305c91900000000c305c91900040000c305c91900080000c305c919000c0000c305c91900100000c305c91900140000c305c91900180000c305c93200000000c305c93200040000c305c94b00000000c305c94b00040000c305c94b00080000c305c94b000c0000c305c94b00100000c305c94b00140000c305c94b00180000c305c97d00000000c305c97d00040000c305c99600000000c305c99600040000c305c99600080000c305c996000c0000c305c99600100000c305c99600140000c305c99600180000c305c9af00000000c305c9c800000000c305c9e1000000');
INSERT INTO public.attempts_beside VALUES
	(54848663846912000, 43614638337353112, 3, 1, 1780302540500000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302540),
	(54848665105203200, 43614638337353112, 4, 1, 1780302540800000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302540),
	(54848665524633600, 43614638337353112, 5, 1, 1780302540900000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302540),
	(54848666782924800, 43614638337353112, 6, 1, 1780302541200000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848667202355200, 43614638337353112, 7, 1, 1780302541300000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848667621785600, 43614638337353112, 8, 1, 1780302541400000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848668460646400, 43614638337353112, 3, 1, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0sa3sg28eyfhr0k1a', NULL, 1780302541),
	(54848668460647424, 43614638337353112, 4, 1, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0sa3sg28eyfhr0k1a', NULL, 1780302541),
	(54848668460648448, 43614638337353112, 5, 1, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0sa3sg28eyfhr0k1a', NULL, 1780302541),
	(54848668880076800, 54848668883859574, 8, 1, 1780302541700000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848669735714816, 54848669722132577, 2, 1, 1780302541900000, 4000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848669786046464, 54848669722132577, 3, 1, 1780302541904000, 12000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780302541),
	(54848669911875584, 54848669722132577, 4, 1, 1780302541916000, 30000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848670163533824, 54848669722132577, 5, 1, 1780302541946000, 60000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848670792679424, 54848669722132577, 6, 1, 1780302542006000, 150000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780302542),
	(54848672050970624, 54848669722132577, 7, 1, 1780302542156000, 300000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302542),
	(54848675825844224, 54848669722132577, 8, 1, 1780302542456000, 900000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302542),
	(54863776209436672, 54848669722132577, 3, 2, 1780306143556000, 12000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780306143),
	(54863776838582272, 54848669722132577, 6, 2, 1780306143568000, 150000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780306143),
	(54878877800988672, 54848669722132577, 6, 3, 1780309743918000, 150000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780309743),
	(54893978763395072, 54848669722132577, 6, 4, 1780313344268000, 150000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893979199602688, 54848669722132577, 2, 1, 1780313344518000, 4000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6h5ayp00cp7t4aecx', NULL, 1780313344),
	(54893979249934336, 54848669722132577, 3, 1, 1780313344522000, 12000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6h5ayp00cp7t4aecx', NULL, 1780313344),
	(54893979375763456, 54848669722132577, 4, 1, 1780313344534000, 30000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6h5ayp00cp7t4aecx', NULL, 1780313344),
	(54893979627421696, 54848669722132577, 5, 1, 1780313344564000, 60000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6h5ayp00cp7t4aecx', NULL, 1780313344),
	(54893980046852096, 54893980049559624, 2, 1, 1780313344724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893980046853120, 54893980049559624, 3, 1, 1780313344724000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313344),
	(54893980046854144, 54893980049559624, 4, 1, 1780313344724000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313344),
	(54893980046855168, 54893980049559624, 5, 1, 1780313344724000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313344),
	(54893980046856192, 54893980049559624, 6, 1, 1780313344724000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313344),
	(54893980046857216, 54893980049559624, 7, 1, 1780313344724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893980046858240, 54893980049559624, 8, 1, 1780313344724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893980885712896, 54893980888748438, 2, 1, 1780313344924000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893980885713920, 54893980888748438, 3, 1, 1780313344924000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893980885714944, 54893980888748438, 4, 1, 1780313344924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313344),
	(54893981724573696, 54893981724960728, 2, 1, 1780313345124000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893981724574720, 54893981724960728, 3, 1, 1780313345124000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893981724575744, 54893981724960728, 4, 1, 1780313345124000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313345),
	(54893981724576768, 54893981724960728, 5, 1, 1780313345124000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313345),
	(54893981724577792, 54893981724960728, 6, 1, 1780313345124000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313345),
	(54893981724578816, 54893981724960728, 7, 1, 1780313345124000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313345),
	(54893981724579840, 54893981724960728, 8, 1, 1780313345124000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313345),
	(54893982144004096, 54893982144028046, 7, 1, 1780313345224000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982144005120, 54893982144028046, 8, 1, 1780313345224000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313345),
	(54893982563434496, 54893982567242500, 2, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982563435520, 54893982567242500, 3, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982563436544, 54893982567242500, 4, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982563437568, 54893982567242500, 5, 1, 1780313345324000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313345),
	(54893982563438592, 54893982567242500, 6, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982563439616, 54893982567242500, 7, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982563440640, 54893982567242500, 8, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983402295296, 54893983405246612, 2, 1, 1780313345524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983402296320, 54893983405246612, 3, 1, 1780313345524000, 0, 'refused', 410, '127.0.0.1', NULL, NULL, 'The receiver answered 410.', 1780313345),
	(54893983821725696, 54893983825262599, 2, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821726720, 54893983825262599, 3, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821727744, 54893983825262599, 4, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821728768, 54893983825262599, 5, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821729792, 54893983825262599, 6, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821730816, 54893983825262599, 7, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821731840, 54893983825262599, 8, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893984241156096, 54893983825262599, 2, 1, 1780313345724000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3knwdnmvmtym7wxnwe0y', NULL, 1780313345),
	(54893984660586496, 54893983825262599, 3, 1, 1780313345824000, 0, 'refused', 500, '127.0.0.1', NULL, 'rpl_01kt1f3knwdnmvmtym7wxnwe0y', 'The receiver answered 500.', 1780313345),
	(54893985080016896, 54893983825262599, 4, 1, 1780313345924000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3knwdnmvmtym7wxnwe0y', NULL, 1780313345);
INSERT INTO public.breakers VALUES
	(54893981724960728, 'open', NULL, 1780313345124000, 1780313351097969, 1, 0, 1780313345124000, NULL),
	(54893983405246612, 'disabled', 'gone', 1780313345524000, NULL, 0, 0, 1780313345524000, NULL);
INSERT INTO public.events VALUES
	(1, 'evt_01kqhafjd853139kat826t9eg1', 1, 1777624140200000, '\x', '\x'),
	(2, 'evt_01kqhafjgces73d2jmcpqcyymf', 2, 1777624140300000, '\x7b226964223a322c226e616d65223a224d6f6e737465726120275468616920436f6e7374656c6c6174696f6e27222c22746167223a2261726f6964222c22737461747573223a22616374697665222c22617661696c6162696c697479223a227072656f72646572222c22736b75223a224d4f4e2d3135222c226774696e223a2234303036333831333333393331222c22626f74616e6963616c5f6e616d65223a224d6f6e73746572612064656c6963696f736120275468616920436f6e7374656c6c6174696f6e27222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a224d6f6e7374657261222c2273706563696573223a2264656c6963696f7361222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a225468616920436f6e7374656c6c6174696f6e222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a2241726163656165222c22636f6d6d6f6e5f6e616d6573223a5b2253776973732063686565736520706c616e74222c22e7aa93e5ad94e893ace88eb1e89589225d2c226465736372697074696f6e223a2247726f777320736c6f776c792e5c6e4c696b6573206c696768742c20616e642061205c226d6f73735c2220706f6c653b20646f6e2774206f76657277617465722e222c2274616773223a5b22696e646f6f72222c2276617269656761746564225d2c22696d61676573223a5b7b2275726c223a2268747470733a2f2f73686f702e6578616d706c652f6d6f6e2d31352e6a7067222c22616c74223a2241206c656166227d5d2c227072696365223a223134392e3030222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a332c22617661696c61626c655f66726f6d223a22323032362d30392d3031222c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a222c22757064617465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a222c2261646465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a227d', '\x7b226964223a322c226e616d65223a224d6f6e737465726120275468616920436f6e7374656c6c6174696f6e27222c22746167223a2261726f6964227d'),
	(3, 'evt_01kt14svpm268xzj9rp1cggw2x', 3, 1780302540500000, '\x7b226964223a332c226e616d65223a2249736fc3ab746573206c6163757374726973222c22746167223a2261717561746963222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a2249534f2d39222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a22372e3235222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a227d', '\x7b226964223a332c226e616d65223a2249736fc3ab746573206c6163757374726973222c22746167223a2261717561746963227d'),
	(4, 'evt_01kt14sw00yd55ygg5snwx05tg', 5, 1780302540800000, '\x7b226964223a352c226e616d65223a22416365722070616c6d6174756d222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3730305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3830305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3830305a227d', '\x7b226964223a352c226e616d65223a22416365722070616c6d6174756d227d'),
	(5, 'evt_01kt14sw34ypgrrn3g6c97qj4n', 6, 1780302540900000, '\x7b226964223a362c226e616d65223a22526f73612027506561636527222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a227d', '\x7b226964223a362c226e616d65223a22526f73612027506561636527227d'),
	(6, 'evt_01kt14swcg0ssdtk7hfjfveab8', 7, 1780302541200000, '\x7b226964223a372c226e616d65223a2254696c696120636f7264617461222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a227d', '\x7b226964223a372c226e616d65223a2254696c696120636f7264617461227d'),
	(7, 'evt_01kt14swfmswsmqph66692brph', 8, 1780302541300000, '\x7b226964223a382c226e616d65223a2253616c697820616c6261222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a227d', '\x7b226964223a382c226e616d65223a2253616c697820616c6261227d'),
	(8, 'evt_01kt14swjrpsg6jb8w1yvp7086', 9, 1780302541400000, '\x7b226964223a392c226e616d65223a2246616775732073796c766174696361222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a227d', '\x7b226964223a392c226e616d65223a2246616775732073796c766174696361227d'),
	(9, 'evt_01kt1f3kz82dewsczf77c61380', 10, 1780313346024000, '\x7b226964223a31302c226e616d65223a225175657263757320726f627572222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3032345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3032345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3032345a227d', '\x7b226964223a31302c226e616d65223a225175657263757320726f627572227d'),
	(10, 'evt_01kt1f3m2cfan2azz5gja9a17j', 11, 1780313346124000, '\x7b226964223a31312c226e616d65223a22426574756c612070656e64756c61222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3132345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3132345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3132345a227d', '\x7b226964223a31312c226e616d65223a22426574756c612070656e64756c61227d'),
	(11, 'evt_01kt1f3mj06x0031wtj706s4ye', 12, 1780313346624000, '\x7b226964223a31322c226e616d65223a22416365722063616d706573747265222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224143452d37222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2233302e3030222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3632345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3632345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3632345a227d', '\x7b226964223a31322c226e616d65223a22416365722063616d706573747265227d'),
	(12, 'evt_01kt1f3mvc3dat03jcnhhteswj', 13, 1780313346924000, '\x7b226964223a31332c226e616d65223a2250696e7573206d75676f222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a2250494e2d31222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2231322e3530222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3932345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3932345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3932345a227d', '\x7b226964223a31332c226e616d65223a2250696e7573206d75676f227d'),
	(13, 'evt_01kt1f3nmce0tmhbzdcc2sjqx2', 17, 1780313347724000, '\x7b226964223a31372c226e616d65223a2248796472616e67656120454e444c4553532053554d4d45522035204c222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224859442d35222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a2248796472616e676561206d6163726f7068796c6c6120274261696c6d657227222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a2248796472616e676561222c2273706563696573223a226d6163726f7068796c6c61222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a224261696c6d6572222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2232342e3930222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a2235204c222c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a7b226c69676874223a5b227061727469616c5f7368616465225d2c227761746572223a2268696768222c2268617264696e6573735f726873223a224835222c2268617264696e6573735f75736461223a6e756c6c2c226865696768745f636d223a3135302c227370726561645f636d223a6e756c6c2c226c6966655f6379636c65223a6e756c6c2c22666f6c69616765223a6e756c6c2c22666c6f776572696e675f6d6f6e746873223a5b362c372c385d2c22746f7869636974795f70657473223a226861726d66756c222c22746f7869636974795f70656f706c65223a22756e6b6e6f776e222c22706f6c6c696e61746f725f667269656e646c79223a66616c73657d2c2265787465726e616c5f696473223a7b2277666f223a6e756c6c2c2269706e69223a6e756c6c2c2267626966223a2232393835393337222c226570706f223a224859454d41222c2276626e223a6e756c6c7d2c227472616465223a7b22706c616e745f70617373706f7274223a7b2261223a2248796472616e676561222c2262223a2247422d3030303031222c2263223a2232312d37222c2264223a224e4c227d2c226369746573223a224949227d2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30372e3732345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30372e3732345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30372e3732345a227d', '\x7b226964223a31372c226e616d65223a2248796472616e67656120454e444c4553532053554d4d45522035204c227d'),
	(14, 'evt_01kt1f3ntm6fk55ftsbxf3ec3d', 18, 1780313347924000, '\x7b226964223a31382c226e616d65223a22456e646c6573732053756d6d6572222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a2248796472616e676561206d6163726f7068796c6c6120274261696c6d657227222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a2248796472616e676561222c2273706563696573223a226d6163726f7068796c6c61222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a224261696c6d6572222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a22426c7565206f722070696e6b2e222c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a2235204c222c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30372e3932345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30372e3932345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30372e3932345a227d', '\x7b226964223a31382c226e616d65223a22456e646c6573732053756d6d6572227d'),
	(15, 'evt_01kt1f3qzcc789ppcbm5k45a0m', 26, 1780313350124000, '\x7b226964223a32362c226e616d65223a224a756e69706572757320636f6d6d756e6973222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224a554e2d31222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31302e3132345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31302e3132345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31302e3132345a227d', '\x7b226964223a32362c226e616d65223a224a756e69706572757320636f6d6d756e6973227d'),
	(16, 'evt_01kt1f3r2g43rk9hpzb1w7x9kz', 27, 1780313350224000, '\x7b226964223a32372c226e616d65223a22546178757320637573706964617461222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a225441582d32222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31302e3232345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31302e3232345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31302e3232345a227d', '\x7b226964223a32372c226e616d65223a22546178757320637573706964617461227d');
INSERT INTO public.facts VALUES
	('attempts removed to', '\x32'),
	('key check', '\xd3704792b17e570850accb6d2b5c5fd32005c8b041771511c0fb3a8b1898ab643ee9e2f884af4bfa9ec7a5'),
	('last slot', '\x31');
INSERT INTO public.idempotency VALUES
	('tok_01kqhafj703p4ffd49sce8qpa5', 'autumn list, first try', '\x3d6dedb85c75a372edf9017e450c347d2ca501e4e13809935fc1c61744bcbdeb', '\xc59f7d89dc88d11e6fe3aa49c92268fd5ecfe32b8ab3376a25d7439e92475d11a9b2107660c6e7b0348eaa5e77cba2a6b717b747e0ee0c31e3e065aeec27013f9653bcc61ddf6b7b5a1ec73cbc49bd648bd69dbd238f9303efc62db6439b6a3e0e3a5a853c94834e538a551e694771d3dee9af615d1040568be545c44177ab7a8596b110e58d76c92f0bacdb7a1755b93402bab8c6c42290592722368a30f728bf1b0839a0cffdcd6c7fe6df97ddc3d30edd494a5f234e1d8a66bc1adbc0ba81675e77b46fa9d1c20f1b98a4aed296ac2b57c91bd9c7789712aca58b50ff0c9f876b6ae4003acbc14985c86902dcb3280a9d571743def7855ac23bda11dac7fb5ed981f16c28f64b4b29cbacfa1da12d571c3425a5d3b09b6c7d4ccebe3d5b740b6be1a1d110b4df80227c3ed555d48ce3d7dfa47471f21c023adb094eac3b215ba535b81b4e3e218d742a20b9260f085ba6744cf0ba680890f8366831a0f469f7f668231154af9e1dd0b67bf4342acb21bbc9a12633935651ea07afc7b2ef9b6e904a551c710c106bb10897f750ba62caa9cd13d7ca12b4c7dacc52d345769ee5f6a62f01e1cf947597fefba0a55507b68d6e9d9edfc01df6a84c44616b81e2e1b765aa1e72c54b5c9fd5e95a2bb1ef1d255722de6ce8559d4b5722fcfa94ba3384f903dda3911eede4db2dcf13f1bec12005332698d3db492a30df223dc817715fd06a9a82ece5e2d7da24bb6f22abca8f20d934d4bcd31139d19b8322224d6e039134530e14b53a7b10e02a99c317adf1e430d45e30aebe02dcc77d9ff5af1b0fe01d77030a70ca230e88732273e65c2e9817ec18bed9b6ec8833fb4dbd544719988acfc1dc4e814b34a0cfe8e392741d73d3407c57ddc084bc7c879dabcde4f4c31cfaf9061c789ae88237f7a82b6e73c13406f139aaf2c60351bc10256751ca7cacdb20c00974716de19c1fe882c441f8bcc97f5a19a1585901a84adfbfd9679fd10f09556c9849df86c0a1f364a2a076370028f0be64ddc7e59dc368382b1459dcda01bd715ae38ab9fc07882c4d25879967fd79cadf97829e496285e61e5fe74b6730bf952523bcf8eddccecd8d20031585fd1d12ce37af5d4c532336a0e282a1a770f804c6e115b22c9d3e073b002ea1feb94e81eabadcdceb891fcf8bb2e9d4535ff26cb8da81bc0b6d61abdedaed2a8f40039cdde9492bffdcb0d263ba04f11686cda192557f1d71bc10fc8ff3a0d50cd80fc2036b3ce6b3e850cc2dbbb4f35849cf392132ef5995901193d0fd0de6c557bb4d9ba6790ec0c6adcc1228c1a3da01b4ae0be983940c38366b8e833c1ae5106d8db73e0e62bfd139c8901050c071a8107db75c5d56707d3b94b8449b2cbe9d98c0ed9f36049775ca5210f83e2e4f6087e3612dfe6e821a43927b620fc0aecedf301cc3b6277421d092066c3d461f8faad29aafde84900a6d9dade02e03b5f2b3031f181fc5671c0a7b80f467f4dafec4f4241678e170fa54bf0fe71eef16ef04ff31b5d92552019617c5e2cfa1ca5b1b2b972d2afa0297e6a4299db3b2129c7566c7eb27393c21808880ff7cb31814bfb6dafc106b8f757053d7ee9f35c7ffec026ce84a5fa4da047b670b0953ba0fec6fa7e899b144b5b1d6f41618dae41d9ba584dd72c2fd6d34853d60b6437e5e5490bb7c760b0b0e6196cf86e6bdef7880efcf1e6f678706f978745ba3', 1780313349424000),
	('tok_01kqhafj703p4ffd49sce8qpa5', 'order 66, first try', '\xccf4afe28465998fa7d16a9e17287545435f55df5de822527410f5c4835d8970', '\x96fe90599536bb2e73366a14b866ab349d23881a1a05d0f302acbd113399e4fda1cf5df8d98dc1074547c00801afc50e9aa2c52990a9438fd3da855d9829092531600e5434392503b27022acc78fac2fb0fa127e749a36d48981c2012cb365126fb7af20128efea58331d253fb152fb8f225459addacd21b14594baeabc6856d1be8e12c3650ebc5efe7ed6cb4de857fb61aab8e9fa5061740aa448d78f60eb58e5e34c277b1728e8f67b4882ccdd16c1b0a41995691356118e3e7dacf2f382f91ff164f4e22dfcc9702fbfc60b852b8de6c76abe664269990dce76b5e5248a0d6ce96391bf2dd5907444ae4977205cd0f2ea240ec5b3af3461feed2d96e42b5989762b8835a80d8a22080e9109c67857c7ecbf5c4e5347706d755bd97ba248a9eae212bf8ceecf00cd1dde4b107dec52691aedcc839b32f62a7b476a4f2f5da2aa1af35d5161c81fd147c20cbf30bbeb0b6913e09c3ef6c67f2d19a64155c0e05e1460d0003bb27f8fde45d1eefe6c6eaf73b7105fba81a1a156c71c26786cda4e843f653bf9b61654506adb174193e0551464a7eb801fdcb1f42ee4bbeb02e3f4ba85fed2880690141f5a3ffc30dc1fb6a971d09a6b207d6d4c13be75d15a9e34e3f0becf2fd9def041d02681a532ae6c77e713b1edac02c4710b7d4ca7facd3f156addc5622d0a7e93626be4d5829a53c2c6c6ce1c322e2560165b1606b2ff1024b9c2a4ef177d910ba9e95f3bc87a08318693af20d99b2f85d04d17c6d05bee02227929e0b418363124c4b6cc431b89c0bd27ec5c6cb03bce48184aaa5734e100a5f449579a1b66d168ac494497714cbf15cee83b67488098901232fec82e01334304e82dc45fd8c18191341ad2c24121048a9ab83c5e78d989861c8dd54d664b48190835b9cea8a7ac8d182f891262370e014e99591124a208cb2acc45736fc1f8eb7b279745b80f5883401b5be75633db3c54a8ff54bae5f93b5759019ccbb39380996cdf856473cd3a46b856cfa225930cd7d9da79062f0aa1ed09f3616741c61dc7044c1', 1780302540500000);
INSERT INTO public.import_mappings VALUES
	('420eca508251bee7be431d6d8042c9477963cb516cd6262c2aa053df100882a8', '{"cost": "EK", "name": "What", "sku": "Nr", "supplier": "From"}', 1780313348824000);
INSERT INTO public.import_ranges VALUES
	('imp_01kt1f3mr86egap103w2bpcxpb', 13, 14),
	('imp_01kt1f3n4rr3kwqsxfjgt3ne62', 15, 16),
	('imp_01kt1f3pkmzd756fhnfdbgdfey', 23, 24),
	('imp_01kt1f3qcmkvgns64qfrd9e1zt', 25, 25),
	('imp_01kt1f3qjwg1e6phakhfk6pjcf', 26, 26);
INSERT INTO public.imports VALUES
	('imp_01kt1f3mr86egap103w2bpcxpb', 'done', 'with bad rows', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'f1f88ba90865be1c8342c1c61069c202febd841848040d58aefbdfbac12884cd', 101, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["PIN-1","PIN-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Pinus mugo","Pinus cembra"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["12.50","POA"],"fields":["price"],"suggested":null},{"heading":"status","field":"status","samples":["active",""],"fields":["status"],"suggested":null}],"rows":3,"new":2,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":1,"ignored":0,"problems":[{"line":3,"heading":"price","value":"POA","detail":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"problem_groups":[{"heading":"price","detail":"“…” is not a price. Use a number such as 12.99 or leave it empty.","count":1,"lines":[3],"value":"POA","example":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"PIN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"12.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Pinus nigra","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"PIN-3","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":4,"original":{}}],"earlier":null,"currencies":[{"currency":"EUR","rows":1,"sources":{"store":1}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[]}', 2, 1, 0, 0, 0, 1, 0, 502, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313346824000, 1780313346924000, 1780313346924000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 0, 0, ''),
	('imp_01kt1f3mygft5mhvbfnx7391sn', 'cancelled', 'not wanted', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'd647839e65cba0c14a0b9fcf5d44c482bdde90ae4ac7f041574dd48ed5416431', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["LAR-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Larix decidua"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Larix decidua","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"LAR-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[]}', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313347024000, NULL, 1780313347124000, NULL, NULL, 0, 0, ''),
	('imp_01kt1f3n4rr3kwqsxfjgt3ne62', 'undone', 'by mistake', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '3c55162eca9bba8f237b64c94ecb8086c39cb7e39a0fdac2e70a8ce565e67f04', 53, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["CED-1","CED-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Cedrus atlantica","Cedrus deodara"],"fields":["name"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Cedrus atlantica","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Cedrus deodara","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[]}', 2, 0, 0, 0, 0, 0, 0, 503, 2, 0, 0, 16, 1, 1, '', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313347224000, 1780313347324000, 1780313347324000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 0, 0, ''),
	('imp_01kt1f3pkmzd756fhnfdbgdfey', 'done', 'costs', '{"map":{"sku":"Nr","name":"What","cost":"EK","supplier":"From"},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '40e36ef13995c1c56a3e273fc54773a95da9c9568395ddaa70c7f9a3622d51db', 83, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe rakaiensis","Hebe pinguifolia"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.10","1.90"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Noord","Noord"],"fields":["supplier"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Hebe rakaiensis","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"2.10"},{"name":"Hebe pinguifolia","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"1.90"}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[]}', 2, 0, 0, 0, 0, 0, 0, 552, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313348724000, 1780313348824000, 1780313348824000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 0, 0, ''),
	('imp_01kt1f3psw4xs8bq86cfhsawp4', 'undone', 'new costs', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'c3d7c308738e3bd949a4c98fa0a06d2144bfec14c19d465371c1203239f9169d', 82, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe albicans","Hebe ''Sutherlandii''"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.40","2.20"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Zuid","Zuid"],"fields":["supplier"],"suggested":null}],"rows":2,"new":0,"new_active":0,"changed":2,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"id":23,"name":"Hebe albicans","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.40","created_at":"2026-06-01T11:29:08.824Z","updated_at":"2026-06-01T11:29:08.824Z","added_at":null},{"id":24,"name":"Hebe ''Sutherlandii''","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-2","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.20","created_at":"2026-06-01T11:29:08.824Z","updated_at":"2026-06-01T11:29:08.824Z","added_at":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":1780313348824000,"year_question":"","year_choices":[]}', 0, 0, 2, 0, 0, 0, 0, 625, 0, 2, 0, 0, 0, 0, '', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313348924000, 1780313349024000, 1780313349024000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 24, 2, '{"count":1,"public":0,"plants":[{"plant":24,"name":"Hebe ''Sutherlandii''","fields":["cost"]}]}'),
	('imp_01kt1f3q9g1m22yrh3zwk38xcs', 'checked', 'waiting', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '6cb5c6a65ba6d2b727b413fcbd36b60eddcc08a71be2b7e72c26e699d661c2d2', 79, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":";","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["ABI-1","pin-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Abies alba","Pinus mugo"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["9,90","13,50"],"fields":["price"],"suggested":null}],"rows":3,"new":1,"new_active":1,"changed":1,"present":1,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Abies alba","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"ABI-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"9.90","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":13,"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","sku":"PIN-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"13.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:06.924Z","updated_at":"2026-06-01T11:29:06.924Z","added_at":"2026-06-01T11:29:06.924Z"}],"preview_rows":[{"line":2,"original":{"price":"9,90"}},{"line":3,"original":{"price":"13,50"}}],"earlier":null,"currencies":[{"currency":"EUR","rows":2,"sources":{"store":2}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[]}', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313349424000, NULL, NULL, NULL, NULL, 0, 0, ''),
	('imp_01kt1f3qcmkvgns64qfrd9e1zt', 'undoing', 'wrong', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '66da60bb3d7f5259fdf4d022246aed37ee55dda5d59053ccaf021443d83e583a', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["THU-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Thuja plicata"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Thuja plicata","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"THU-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[]}', 1, 0, 0, 0, 0, 0, 0, 252, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313349524000, 1780313349624000, 1780313349624000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 0, 0, ''),
	('imp_01kt1f3qjwg1e6phakhfk6pjcf', 'running', 'half added', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '51ee5f386fcc5be8837bf9a59712b0250a03f82bc817fecd758ccb57aa13c9c7', 604, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["JUN-1","TAX-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Juniperus communis","Taxus baccata"],"fields":["name"],"suggested":null}],"rows":503,"new":3,"new_active":3,"changed":1,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":499,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Juniperus communis","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"JUN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus baccata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus cuspidata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":12,"name":"Acer campestre ''Nanum''","tag":null,"status":"active","availability":"in_stock","sku":"ACE-7","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:06.624Z","updated_at":"2026-06-01T11:29:06.724Z","added_at":"2026-06-01T11:29:06.624Z"}],"preview_rows":[{"line":2,"original":{}},{"line":502,"original":{}},{"line":503,"original":{}},{"line":504,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[]}', 3, 3, 1, 0, 0, 0, 499, 257, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313349724000, 1780313350124000, NULL, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 0, 0, ''),
	('imp_01kt1f3qs4yyrex97pkttnzxab', 'checking', 'half checked', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":false}', '26b36283e1e5ebac51cae33244cd83f64eaf581029e88d11df614c4ee0ad7b63', 29, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313349924000, NULL, NULL, NULL, NULL, 0, 0, '');
INSERT INTO public.levels VALUES
	(1780302300000000, 2),
	(1780305900000000, 1),
	(1780309500000000, 1),
	(1780315200000000, 88);
INSERT INTO public.merges VALUES
	(18, 17, 1, '{"description":"Blue or pink."}', 1780313348024000, 'tok_01kqhafj703p4ffd49sce8qpa5');
INSERT INTO public.plant_changes VALUES
	(1, 2097153),
	(2, 5242882),
	(4, 3145729),
	(5, 4194305),
	(6, 5242881),
	(12, 11534337),
	(14, 12582913),
	(15, 12582917),
	(16, 12582916),
	(17, 14680066),
	(18, 14680065),
	(19, 14680067),
	(20, 14680068),
	(21, 14680069),
	(22, 14680070),
	(23, 14680076),
	(24, 14680077),
	(25, 14680078);
INSERT INTO public.plant_creations VALUES
	(1, 1, 1777624140200000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(2, 2, 1777624140300000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(3, 3, 1780302540500000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(4, 4, 1780302540600000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(5, 5, 1780302540700000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(6, 6, 1780302540900000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(7, 7, 1780302541200000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(8, 8, 1780302541300000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(9, 9, 1780302541400000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(10, 10, 1780313346024000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(11, 11, 1780313346124000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(12, 12, 1780313346624000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(13, 14, 1780313346924000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'import', 'imp_01kt1f3mr86egap103w2bpcxpb'),
	(15, 16, 1780313347324000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'import', 'imp_01kt1f3n4rr3kwqsxfjgt3ne62'),
	(17, 17, 1780313347724000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(18, 18, 1780313347924000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(19, 19, 1780313348124000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(20, 20, 1780313348224000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(21, 21, 1780313348424000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(22, 22, 1780313348524000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL),
	(23, 24, 1780313348824000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'import', 'imp_01kt1f3pkmzd756fhnfdbgdfey'),
	(25, 25, 1780313349624000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'import', 'imp_01kt1f3qcmkvgns64qfrd9e1zt'),
	(26, 26, 1780313350124000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'import', 'imp_01kt1f3qjwg1e6phakhfk6pjcf'),
	(27, 27, 1780313350224000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL);
INSERT INTO public.plant_history VALUES
	(2, 2, 1780302541100000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL, '{"tag":["aroid",null],"stock_quantity":[3,2]}', NULL),
	(5, 2, 1780302540800000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL, '{"status":["draft","active"]}', NULL),
	(6, 2, 1780302541000000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL, '{"status":["active","archived"]}', NULL),
	(12, 2, 1780313346724000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL, '{"name":["Acer campestre","Acer campestre ''Elsrijk''"],"price":["30.00",null],"currency":["EUR",null]}', NULL),
	(16, 2, 1780313347524000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL, '{"tag":[null,"conifer"]}', NULL),
	(17, 2, 1780313347824000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL, '{"price":["24.90","22.50"],"care.light":[["partial_shade"],null],"care.water":["high",null],"care.hardiness_rhs":["H5",null],"care.height_cm":[150,120],"care.flowering_months":[[6,7,8],null],"care.toxicity_pets":["harmful",null],"care.pollinator_friendly":[false,null]}', '{"supplier.name":["Bloem B.V.","Kwekerij Noord"],"supplier.code":["7012",null],"cost":["9.80","8.75"]}'),
	(17, 3, 1780313348024000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL, '{"description":[null,"Blue or pink."]}', NULL),
	(18, 2, 1780313348024000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL, '{"status":["active","archived"],"merged_into":[null,17]}', NULL),
	(23, 2, 1780313349024000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'import', 'imp_01kt1f3psw4xs8bq86cfhsawp4', '{"name":["Hebe rakaiensis","Hebe albicans"]}', '{"supplier.name":["Noord","Zuid"],"cost":["2.10","2.40"]}'),
	(23, 3, 1780313349324000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'undo', 'imp_01kt1f3psw4xs8bq86cfhsawp4', '{"name":["Hebe albicans","Hebe rakaiensis"]}', '{"supplier.name":["Zuid","Noord"],"cost":["2.40","2.10"]}'),
	(24, 2, 1780313349024000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'import', 'imp_01kt1f3psw4xs8bq86cfhsawp4', '{"name":["Hebe pinguifolia","Hebe ''Sutherlandii''"]}', '{"supplier.name":["Noord","Zuid"],"cost":["1.90","2.20"]}'),
	(24, 3, 1780313349224000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'api', NULL, NULL, '{"cost":["2.20","2.30"]}'),
	(24, 4, 1780313349324000, 'tok_01kqhafj703p4ffd49sce8qpa5', 'operator', 'undo', 'imp_01kt1f3psw4xs8bq86cfhsawp4', '{"name":["Hebe ''Sutherlandii''","Hebe pinguifolia"]}', '{"supplier.name":["Zuid","Noord"]}');
INSERT INTO public.plant_vocabulary VALUES
	('ace'),
	('acer'),
	('alba'),
	('albicans'),
	('aquatic'),
	('aroid'),
	('atlantica'),
	('bailmer'),
	('betula'),
	('campestre'),
	('ced'),
	('cedrus'),
	('cheese'),
	('communis'),
	('conifer'),
	('constellation'),
	('cordata'),
	('cuspidata'),
	('deliciosa'),
	('deodara'),
	('elsrijk'),
	('endless'),
	('fagus'),
	('heb'),
	('hebe'),
	('hosta'),
	('hyd'),
	('hydrangea'),
	('indoor'),
	('iso'),
	('isoetes'),
	('jun'),
	('juniperus'),
	('l'),
	('lacustris'),
	('macrophylla'),
	('minor'),
	('mon'),
	('monstera'),
	('mugo'),
	('nigra'),
	('odorata'),
	('palmatum'),
	('peace'),
	('pendula'),
	('pin'),
	('pinguifolia'),
	('pinus'),
	('plant'),
	('plicata'),
	('quercus'),
	('rakaiensis'),
	('robur'),
	('rosa'),
	('salix'),
	('sieboldiana'),
	('summer'),
	('sutherlandii'),
	('swiss'),
	('sylvatica'),
	('tax'),
	('taxus'),
	('thai'),
	('thu'),
	('thuja'),
	('tilia'),
	('tricolor'),
	('ulm'),
	('ulmus'),
	('variegated'),
	('viola'),
	('窓孔蓬莱蕉');
INSERT INTO public.plant_words VALUES
	(2, 'monstera thai constellation deliciosa mon 15 4006381333931 swiss cheese plant 窓孔蓬莱蕉 indoor variegated', DEFAULT),
	(3, 'isoetes lacustris iso 9 aquatic', DEFAULT),
	(4, 'hosta sieboldiana', DEFAULT),
	(5, 'acer palmatum', DEFAULT),
	(6, 'rosa peace', DEFAULT),
	(7, 'tilia cordata', DEFAULT),
	(8, 'salix alba', DEFAULT),
	(9, 'fagus sylvatica', DEFAULT),
	(10, 'quercus robur', DEFAULT),
	(11, 'betula pendula', DEFAULT),
	(12, 'acer campestre elsrijk ace 7', DEFAULT),
	(13, 'pinus mugo pin 1', DEFAULT),
	(14, 'pinus nigra pin 3', DEFAULT),
	(16, 'cedrus deodara ced 2 conifer', DEFAULT),
	(17, 'hydrangea endless summer 5 l macrophylla bailmer hyd g090d4d368721bbaff p072d577a8afa3bcad s0f6efa802556366cf', DEFAULT),
	(18, 'endless summer hydrangea macrophylla bailmer g090d4d368721bbaff p072d577a8afa3bcad', DEFAULT),
	(19, 'viola odorata g0984dbbe53a91459a p0f30cc6b9150cee68', DEFAULT),
	(20, 'viola odorata g0984dbbe53a91459a p0f30cc6b9150cee68', DEFAULT),
	(21, 'viola tricolor g0984dbbe53a91459a p0f30cc6b9150cee68', DEFAULT),
	(22, 'viola tricolor g0984dbbe53a91459a p0f30cc6b9150cee68', DEFAULT),
	(23, 'hebe rakaiensis heb 1 s0fc4820d09e3f2163', DEFAULT),
	(24, 'hebe pinguifolia heb 2 s0fc4820d09e3f2163', DEFAULT),
	(25, 'thuja plicata thu 1', DEFAULT),
	(26, 'juniperus communis jun 1', DEFAULT),
	(27, 'taxus cuspidata tax 2', DEFAULT);
INSERT INTO public.plants VALUES
	(2, 'active', 'Monstera ''Thai Constellation''', NULL, 'MON-15', 'mon-15', '4006381333931', '04006381333931', 'Monstera deliciosa ''Thai Constellation''', 'Araceae', '["Swiss cheese plant","窓孔蓬莱蕉"]', 'Grows slowly.
Likes light, and a "moss" pole; don''t overwater.', '["indoor","variegated"]', '[["https://shop.example/mon-15.jpg","A leaf"]]', '149.00', 'EUR', 2, '2026-09-01', 1777624140300000, 1780302541100000, 1777624140300000, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(3, 'active', 'Isoëtes lacustris', 'aquatic', 'ISO-9', 'iso-9', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '7.25', 'EUR', NULL, NULL, 1780302540500000, 1780302540500000, 1780302540500000, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(4, 'draft', 'Hosta sieboldiana', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302540600000, 1780302540600000, NULL, 1, NULL, NULL, NULL, NULL, 57037029386667896, 0, NULL),
	(5, 'active', 'Acer palmatum', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302540700000, 1780302540800000, 1780302540800000, 2, NULL, NULL, NULL, NULL, 41922495948224199, 0, NULL),
	(6, 'archived', 'Rosa ''Peace''', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302540900000, 1780302541000000, 1780302540900000, 2, NULL, NULL, NULL, NULL, 59048302868083858, 0, NULL),
	(7, 'active', 'Tilia cordata', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302541200000, 1780302541200000, 1780302541200000, 1, NULL, NULL, NULL, NULL, 22399822090993490, 0, NULL),
	(8, 'active', 'Salix alba', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302541300000, 1780302541300000, 1780302541300000, 1, NULL, NULL, NULL, NULL, 70349469265486964, 0, NULL),
	(9, 'active', 'Fagus sylvatica', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302541400000, 1780302541400000, 1780302541400000, 1, NULL, NULL, NULL, NULL, 48848278102789944, 0, NULL),
	(10, 'active', 'Quercus robur', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313346024000, 1780313346024000, 1780313346024000, 1, NULL, NULL, NULL, NULL, 44930040607968411, 0, NULL),
	(11, 'active', 'Betula pendula', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313346124000, 1780313346124000, 1780313346124000, 1, NULL, NULL, NULL, NULL, 11836442519362509, 0, NULL),
	(12, 'active', 'Acer campestre ''Elsrijk''', NULL, 'ACE-7', 'ace-7', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313346624000, 1780313346724000, 1780313346624000, 2, NULL, NULL, NULL, NULL, 23703464888329284, 1, NULL),
	(13, 'active', 'Pinus mugo', NULL, 'PIN-1', 'pin-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '12.50', 'EUR', NULL, NULL, 1780313346924000, 1780313346924000, 1780313346924000, 1, NULL, NULL, NULL, NULL, 57502023140683896, 1, NULL),
	(14, 'draft', 'Pinus nigra', NULL, 'PIN-3', 'pin-3', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313346924000, 1780313346924000, NULL, 1, NULL, NULL, NULL, NULL, 31564994007974744, 1, NULL),
	(16, 'draft', 'Cedrus deodara', 'conifer', 'CED-2', 'ced-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313347324000, 1780313347524000, NULL, 2, NULL, NULL, NULL, NULL, 17995947100557058, 1, NULL),
	(17, 'active', 'Hydrangea ENDLESS SUMMER 5 L', NULL, 'HYD-5', 'hyd-5', NULL, NULL, 'Hydrangea macrophylla ''Bailmer''', NULL, '[]', 'Blue or pink.', '[]', '[]', '22.50', 'EUR', NULL, NULL, 1780313347724000, 1780313348024000, 1780313347724000, 3, '5 L', 4000005000, '{"care":{"light":[],"water":null,"hardiness_rhs":null,"hardiness_usda":null,"height_cm":120,"spread_cm":null,"life_cycle":null,"foliage":null,"flowering_months":[],"toxicity_pets":"unknown","toxicity_people":"unknown","pollinator_friendly":null},"external_ids":{"wfo":null,"ipni":null,"gbif":"2985937","eppo":"HYEMA","vbn":null},"trade":{"plant_passport":{"a":"Hydrangea","b":"GB-00001","c":"21-7","d":"NL"},"cites":"II"},"supplier":{"name":"Kwekerij Noord","code":null},"cost":"8.75"}', '{"rank":"cultivar","genus":"Hydrangea","species":"macrophylla","cultivar":"Bailmer"}', 3420360876503171, 1, NULL),
	(18, 'archived', 'Endless Summer', NULL, NULL, NULL, NULL, NULL, 'Hydrangea macrophylla ''Bailmer''', NULL, '[]', 'Blue or pink.', '[]', '[]', NULL, NULL, NULL, NULL, 1780313347924000, 1780313348024000, 1780313347924000, 2, '5 L', 4000005000, NULL, '{"rank":"cultivar","genus":"Hydrangea","species":"macrophylla","cultivar":"Bailmer"}', 3420360876503171, 0, 17),
	(19, 'draft', 'Viola odorata', NULL, NULL, NULL, NULL, NULL, 'Viola odorata', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313348124000, 1780313348124000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"odorata"}', 70682890875580253, 4, NULL),
	(20, 'draft', 'Viola odorata', NULL, NULL, NULL, NULL, NULL, 'Viola odorata', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313348224000, 1780313348224000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"odorata"}', 70682890875580253, 4, NULL),
	(21, 'draft', 'Viola tricolor', NULL, NULL, NULL, NULL, NULL, 'Viola tricolor', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313348424000, 1780313348424000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"tricolor"}', 49177496061639249, 0, NULL),
	(22, 'draft', 'Viola tricolor', NULL, NULL, NULL, NULL, NULL, 'Viola tricolor', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313348524000, 1780313348524000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"tricolor"}', 49177496061639249, 0, NULL),
	(23, 'draft', 'Hebe rakaiensis', NULL, 'HEB-1', 'heb-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, 'EUR', NULL, NULL, 1780313348824000, 1780313349324000, NULL, 3, NULL, NULL, '{"supplier":{"name":"Noord","code":null},"cost":"2.10"}', NULL, 33355024980767856, 1, NULL),
	(24, 'draft', 'Hebe pinguifolia', NULL, 'HEB-2', 'heb-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, 'EUR', NULL, NULL, 1780313348824000, 1780313349324000, NULL, 4, NULL, NULL, '{"supplier":{"name":"Noord","code":null},"cost":"2.30"}', NULL, 51984006813880240, 1, NULL),
	(25, 'draft', 'Thuja plicata', NULL, 'THU-1', 'thu-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313349624000, 1780313349624000, NULL, 1, NULL, NULL, NULL, NULL, 51409142519331392, 1, NULL),
	(26, 'active', 'Juniperus communis', NULL, 'JUN-1', 'jun-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313350124000, 1780313350124000, 1780313350124000, 1, NULL, NULL, NULL, NULL, 2258264043114829, 1, NULL),
	(27, 'active', 'Taxus cuspidata', NULL, 'TAX-2', 'tax-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313350224000, 1780313350224000, 1780313350224000, 1, NULL, NULL, NULL, NULL, 50874874020562736, 1, NULL);
INSERT INTO public.possible_duplicates VALUES
	(49177496061639249);
INSERT INTO public.processes VALUES
	('prc_01hzzzzzzz0000000000000000', 1, 'dispatcher', 'plants-2', 4711, '0.7.0', '', 1777636800000000, 2000000, 41, 0);
INSERT INTO public.receiver_secrets VALUES
	(43614638337353112, 'access_token', 1777624140100000, '\xc4fd6ec9dc292531a31361fcd0db9277e5b933bf7a7637b7dfee62d9c728cee753a5705b76d3add114ee33f2ca94308f62acbc6dcf8d2ad4a23e0549562ec46c6f60d2c5647e3bf632b84aeeed668039', NULL),
	(43614638337353112, 'signing', 1777624140100000, '\xf09e5a983f4e9266d59269ebbbc2206e4ae9027cf493cfa1a83071a18fc2f0f8319c09291e2c81dd77f907b64786dc812660e234a3d74bfc7a342e3e57e9572c1c5aba63e196ce203d21e2a67903', 1780388942000000),
	(43614638337353112, 'signing', 1780302541500000, '\x131cfa4ec36c35e3e2f952f64c2cc7e78c0aa4195c86239a5cc8cd54930abb07c55388c754524a28e708a47cde4e4f54d1afcb71210eb61c234ee00d2b763bbacee5c754ee4f0dff9fc838db960d', NULL),
	(54848668883859574, 'access_token', 1780302541700000, '\xe38d94a0c24263c8f3848ba03c555e501c605c62a90936260d99c4ed767e96c045c0cc5951a61d14346db8ad4754854df682bb1166126945d93a1ca2ac42889ebffaed161187542dca5379e2567bed75', NULL),
	(54848668883859574, 'signing', 1780302541700000, '\x1cc4f7986070445d286cad1d6806be4e5bd6e59a878eb502f971bddff35a33bef33bdfe2a5d4ad7083ce7ac2bc105048b83d5eb343dc80cfd4143587a2c9fa71dfdaee59697df17ec0c27b9b9c52', NULL),
	(54848669722132577, 'access_token', 1780302541900000, '\xd015913147c2fba0beb3dbbf5a3275ad8ff4e8f8c2d0cab3b741a454366f7b78aed7805aa5301975bbfbe6baee9d18ea971ebae6894cb2c2d9a60ad9ba164bc4709177210d82164889cae99e5fadd11a', NULL),
	(54848669722132577, 'signing', 1780302541900000, '\xd5adf5740e7b966c920168c231c7dda971725fe4f165571137260434802d9787329c6b6912d205e76a7e7516631a72146a08b7a061542403bc72c6c43862d2a7cbaf4188aacf564de7d2ee1eb06c', NULL),
	(54893980049559624, 'access_token', 1780313344724000, '\x8f3a5f725a5270daca331d7a20a5eeafba04eca84805e7c935623ea59dd5f1bd54dac4dd6164fc9649fc45f0b9c6faf4cfa0c173430468ebf0b6bfd62723fac8c325f601aaa6b81bf90b090e4065bad6', NULL),
	(54893980049559624, 'signing', 1780313344724000, '\x5f74ed4632728b7bfcf2eee7e36ac20e3a3d3b33cb6e5bc524b98d3cbfa8ed44a2a6ed6408e856485d73704385bbb6e4cf3b0902f59267a138e2f9a33403d71957e5472cabfad491bf0d53577e2f', NULL),
	(54893980888748438, 'access_token', 1780313344924000, '\xaaf3719026ddc3107bec7498a4d5bad44422adfc3505a679dc4d005a9bc7c7a5c23c927cea3249979b677164a13cdafd39a373951b920faa1fc73306467f7d46a798b4eea9111e38f19635ec39e2dae5', NULL),
	(54893980888748438, 'signing', 1780313344924000, '\x6c9c0afe6a366e6aa5e27cb806ae74daf7b0448cfd4d21848c3fc11c38faea84397c448b739a0bfa40c6a7d57a519b04a4388e90accc4d2a8437b5fd5328c15d7e80d67fe1d1c02bacebdf5c68c4', NULL),
	(54893981724960728, 'access_token', 1780313345124000, '\xd4ce242b8bf1c64e6b9f6f18f0f50b7540da9ad5c2919f77306bc46642d44855dfe44b4d38cd9247a7436a4daad12488d2ff760ee0c69b98a2983f7f8a948c5815fd444e8736f6798680e1c0da71423a', NULL),
	(54893981724960728, 'signing', 1780313345124000, '\x83d3119b58a7b52f982ca83d209953f45e0432ecc55356c0df683d259a63421b7be8454ed24397dd62080f1db1f0cfa81a9400a9258cbf290b3fe4099b9b5107af7962d054fee650915b65a1df36', NULL),
	(54893982567242500, 'access_token', 1780313345324000, '\xf80d330c66b55aa8c07139b1150fe2ee277c954f34bf9169f1741bc4e5f41464dfe325d37fd58dac6c42392bce6c788f2a732598c72c7a567eb520a93450e03423c15c81a43738e634cbe998201f420f', NULL),
	(54893982567242500, 'signing', 1780313345324000, '\x61d5e9d5e17ea2530d5bc8de679b56aa004b8435cac562fdf599a05427059e5c0d03cbbb98bcaa5023c095dc52bee4233e9663f6bc554b6be25fba5ea91aebc7d08cc651704fc108d3d07f51fd95', NULL),
	(54893983405246612, 'access_token', 1780313345524000, '\x30516c588b61f5ff91150e2affa4139f6f5d24873b3114da9f6e227455183f0065155dfd93f917b02a707e457ed1b7eb1ce5fc7c0d29e9ee67f0a4bf7f975198aec9c2988bbc2252a2c570219e86a6e7', NULL),
	(54893983405246612, 'signing', 1780313345524000, '\xcc6c269b3d0711cad8c44edd13a087d07e4a9f6b7c1243c5f8c791b4e59e50fb35aa57b2d7d81f9455cf90dd67132c83a8957cca74e4abce780829d53102e9c2e7a05a52889612b9a22704ce5165', NULL),
	(54893983825262599, 'access_token', 1780313345624000, '\xee7ddcb4ebe386781f741f9c0dd5d1825c2fc12456dde8678e3281e6946c297e2cc8ed5c2052209bd4da2269eb6743012adfb00f32eb198f25b1433ed3256ffd33aa54c6e5e65ed22c754bff33791313', NULL),
	(54893983825262599, 'signing', 1780313345624000, '\xed9989ec369095ddacbeda71c57afff0b3850442c205630c1076e7e9e135057013166a27c2e21e3af81a5b0f48829c80407ef71d27d85a6aca9304fa1ba0e95ccdcc516f9ea61c6a394b4c320ce0', NULL);
INSERT INTO public.receivers VALUES
	(43614638337353112, 'web shop', 'http://127.0.0.1:40001/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1777624140100000, 1777624140100000, NULL, 1, 0, 0, 0, NULL, 0, 3),
	(54848668883859574, 'listener', 'http://127.0.0.1:40008/plant/webhook', 'full', 8, 8, 1, 15000000, 0, 1780302541700000, 1780302541700000, NULL, 1, 0, 0, 0, NULL, 1, 1),
	(54848669722132577, 'garden centre', 'http://127.0.0.1:40010/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780302541900000, 1780313344268000, NULL, 7, 0, 3, 0, NULL, 0, 8),
	(54893980049559624, 'label printer', 'http://127.0.0.1:40002/plant/webhook', 'basic', 1, 8, 1, 15000000, 0, 1780313344724000, 1780313344724000, NULL, 1, 0, 0, 0, NULL, 0, 3),
	(54893980888748438, 'warehouse', 'http://127.0.0.1:40003/plant/webhook', 'full', 1, 4, 1, 10000000, 0, 1780313344924000, 1780313345024000, NULL, 2, 0, 0, 1, 50, 0, 2),
	(54893981724960728, 'accounts', 'http://127.0.0.1:40006/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780313345124000, 1780313345124000, NULL, 1, 0, 0, 0, NULL, 0, 1),
	(54893982144028046, 'old shop', 'http://127.0.0.1:40009/plant/webhook', 'full', 7, 8, 1, 15000000, 0, 1780313345224000, 1780313345224000, 1780313346524000, 1, 0, 0, 0, NULL, 0, 2),
	(54893982567242500, 'old till', 'http://127.0.0.1:40004/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780313345324000, 1780313345424000, NULL, 2, 1, 0, 0, NULL, 0, 3),
	(54893983405246612, 'marketplace', 'http://127.0.0.1:40005/plant/webhook', 'full', 1, 3, 1, 15000000, 0, 1780313345524000, 1780313345524000, NULL, 1, 0, 0, 0, NULL, 0, 1),
	(54893983825262599, 'search', 'http://127.0.0.1:40007/plant/webhook', 'full', 1, 10, 1, 15000000, 0, 1780313345624000, 1780313346424000, NULL, 2, 0, 1, 0, NULL, 0, 3);
INSERT INTO public.replays VALUES
	('rpl_01kt14sws0sa3sg28eyfhr0k1a', 43614638337353112, 3, 5, 'all', NULL, 'done', 5, 3, 3, 0, 'tok_01kqhafj703p4ffd49sce8qpa5', 1780302541600000, 1780302541600000),
	('rpl_01kt1f3jg6h5ayp00cp7t4aecx', 54848669722132577, 2, 5, 'all', NULL, 'done', 5, 4, 4, 0, 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313344518000, 1780313344624000),
	('rpl_01kt1f3knwdnmvmtym7wxnwe0y', 54893983825262599, 1, 8, 'all', 10, 'running', 4, 7, 2, 1, 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313345724000, NULL);
INSERT INTO public.retries VALUES
	(54893980049559624, 3, 'waiting', 1, 1, 1780313350650936, 1780313344724000, 'refused', 500, NULL),
	(54893980049559624, 4, 'exhausted', 17, 17, 1780313349924944, 1780313344724000, 'refused', 500, NULL),
	(54893980049559624, 5, 'cancelled', 1, 1, 1780313350297231, 1780313344724000, 'refused', 500, NULL),
	(54893980049559624, 6, 'waiting', 1, 1, 1780313350041597, 1780313344724000, 'refused', 500, 1780313346224000),
	(54893980888748438, 4, 'waiting', 1, 1, 1780313350014640, 1780313344924000, 'refused', 500, NULL),
	(54893981724960728, 4, 'waiting', 1, 1, 1780313414028293, 1780313345124000, 'refused', 503, NULL),
	(54893981724960728, 5, 'waiting', 1, 1, 1780313405507005, 1780313345124000, 'refused', 503, NULL),
	(54893981724960728, 6, 'waiting', 1, 1, 1780313408646788, 1780313345124000, 'refused', 503, NULL),
	(54893981724960728, 7, 'waiting', 1, 1, 1780313409923474, 1780313345124000, 'refused', 503, NULL),
	(54893981724960728, 8, 'waiting', 1, 1, 1780313410877100, 1780313345124000, 'refused', 503, NULL),
	(54893982144028046, 8, 'cancelled', 1, 1, 1780313350591727, 1780313345224000, 'refused', 500, NULL),
	(54893982567242500, 5, 'waiting', 1, 1, 1780313350700956, 1780313345324000, 'refused', 500, NULL),
	(54893983405246612, 3, 'waiting', 1, 1, 1780313351475988, 1780313345524000, 'refused', 410, NULL);
INSERT INTO public.schema_version VALUES
	(1, '0001_initial', 1777624140000000),
	(2, '0002_secret_rotation', 1777624140000000),
	(3, '0003_never_forgotten', 1777624140000000),
	(4, '0004_whole_api', 1777624140000000),
	(5, '0005_figures', 1777624140000000),
	(6, '0006_console', 1777624140000000),
	(7, '0007_shared', 1777624140000000),
	(8, '0008_change_numbers', 1777624140000000),
	(9, '0009_signed_second', 1777624140000000),
	(10, '0010_token_makers', 1777624140000000),
	(11, '0011_whole_plant', 1777624140000000),
	(12, '0012_duplicates', 1777624140000000),
	(13, '0013_merges', 1777624140000000),
	(14, '0014_watch_list', 1777624140000000),
	(15, '0015_plant_history', 1777624140000000),
	(16, '0016_import_mappings', 1777624140000000);
INSERT INTO public.sessions VALUES
	('\x04be4453d44a2e03bd195a55cf194fdd3cabc980b969cb4b8f585fe0db76503d', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313350324000, 1780313350324000, 1780313350324000, NULL),
	('\xa23e87aea6af117208c7d3015ab6f24a0a6b9b59be5283a2526a12e80ced1e83', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780314851324000, 1780314851324000, 1780314851324000, 'tok_01kqhafj703p4ffd49sce8qpa5'),
	('\xe524dab5316412364298952e7013be628a2790b02f10f5f1300c581f174298ce', 'tok_01kt1ghhkcrxc2x5n7pwp0gg51', 1780314851024000, 1780314851024000, 1780314851024000, NULL),
	('\xfb7f2f4310a2f5283bdcfe242703a7a3880dc2cca5766efbef77eba2ea146bca', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313350424000, 1780313350424000, 1780314850824000, NULL);
INSERT INTO public.shards VALUES
	(0, NULL, 2, 1),
	(1, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(2, NULL, 2, 1),
	(3, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(4, NULL, 2, 1),
	(5, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(6, NULL, 2, 1),
	(7, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(8, NULL, 2, 1),
	(9, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(10, NULL, 2, 1),
	(11, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(12, NULL, 2, 1),
	(13, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(14, NULL, 2, 1),
	(15, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(16, NULL, 2, 1),
	(17, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(18, NULL, 2, 1),
	(19, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(20, NULL, 2, 1),
	(21, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(22, NULL, 2, 1),
	(23, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(24, NULL, 2, 1),
	(25, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(26, NULL, 2, 1),
	(27, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(28, NULL, 2, 1),
	(29, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(30, NULL, 2, 1),
	(31, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(32, NULL, 2, 1),
	(33, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(34, NULL, 2, 1),
	(35, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(36, NULL, 2, 1),
	(37, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(38, NULL, 2, 1),
	(39, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(40, NULL, 2, 1),
	(41, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(42, NULL, 2, 1),
	(43, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(44, NULL, 2, 1),
	(45, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(46, NULL, 2, 1),
	(47, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(48, NULL, 2, 1),
	(49, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(50, NULL, 2, 1),
	(51, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(52, NULL, 2, 1),
	(53, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(54, NULL, 2, 1),
	(55, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(56, NULL, 2, 1),
	(57, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(58, NULL, 2, 1),
	(59, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(60, NULL, 2, 1),
	(61, 'prc_01hzzzzzzz0000000000000000', 3, 1),
	(62, NULL, 2, 1),
	(63, 'prc_01hzzzzzzz0000000000000000', 3, 1);
INSERT INTO public.sign_in_links VALUES
	('\x5e1383c84352fe5bb3bc1238cecbd85b691a097d907dd88b4a1284f9808ab2c1', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780315451224000, 1780314851324000, 'tok_01kqhafj703p4ffd49sce8qpa5'),
	('\x6f12d8af76eed81348b7755bf9d94c5d1e65de9b36808e8a21a0ceb812af799c', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780315150724000, NULL, 'tok_01kqhafj703p4ffd49sce8qpa5'),
	('\x7d4216a83cccf2c45b1abedc0f4f33723c17512f0d12202bb6191737cc056a68', 'tok_01kqhafj703p4ffd49sce8qpa5', 1780315451124000, NULL, 'tok_01kqhafj703p4ffd49sce8qpa5');
INSERT INTO public.skips VALUES
	(54848669722132577, 1, 1, 'retention', 1780302541900000),
	(54893980049559624, 1, 1, 'retention', 1780313344724000),
	(54893980888748438, 1, 1, 'retention', 1780313344924000),
	(54893981724960728, 1, 1, 'retention', 1780313345124000),
	(54893982144028046, 9, 10, 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313346524000),
	(54893982567242500, 1, 1, 'retention', 1780313345324000),
	(54893982567242500, 9, 9, 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313346324000),
	(54893983405246612, 1, 1, 'retention', 1780313345524000),
	(54893983825262599, 1, 1, 'retention', 1780313345624000),
	(54893983825262599, 9, 10, 'tok_01kqhafj703p4ffd49sce8qpa5', 1780313346424000);
INSERT INTO public.tallies VALUES
	(43614638337353112, 1777622400000000, 2, 0, 1777624140300000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(43614638337353112, 1780300800000000, 9, 0, 1780302541600000, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848668883859574, 1780300800000000, 1, 0, 1780302541700000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848669722132577, 1780300800000000, 5, 2, 1780302543356000, 1, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0),
	(54848669722132577, 1780304400000000, 1, 1, 1780306143568000, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848669722132577, 1780308000000000, 0, 1, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848669722132577, 1780311600000000, 5, 0, 1780313344624000, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0),
	(54893980049559624, 1780311600000000, 3, 4, 1780313344724000, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893980888748438, 1780311600000000, 2, 1, 1780313344924000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893981724960728, 1780311600000000, 2, 5, 1780313345124000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893982144028046, 1780311600000000, 1, 1, 1780313345224000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893982567242500, 1780311600000000, 6, 1, 1780313345324000, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893983405246612, 1780311600000000, 1, 1, 1780313345524000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893983825262599, 1780311600000000, 9, 1, 1780313345924000, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.tokens VALUES
	('tok_01kqhafj703p4ffd49sce8qpa5', '\x3c81ab50dc05cbc6dc212aca395661c26b7a3f6d419d7b93af03a1d568cffd1f', 'operator', 'costs:read deliveries:read deliveries:write events:read operations:read plants:read plants:write receivers:read receivers:write tokens:write', NULL, 1777624140000000, NULL, NULL, NULL, NULL),
	('tok_01kt14swz81j8x27py52v4rabm', '\xfae844a1aff2bd60670023f148c8348d4b257509c30f251095fb3eaa4efb6e81', 'listener, its own', 'deliveries:read', 54848668883859574, 1780302541800000, 1788078541800000, NULL, 'tok_01kqhafj703p4ffd49sce8qpa5', NULL);
INSERT INTO public.tombstones VALUES
	(1, 'Ulmus minor', 1777624140200000, 1777624140400000, 'tok_01kqhafj703p4ffd49sce8qpa5'),
	(15, 'Cedrus atlantica', NULL, 1780313347624000, 'tok_01kqhafj703p4ffd49sce8qpa5');
INSERT INTO public.underived_plants VALUES
	(3);
INSERT INTO public.watch_list VALUES
	('ailanthus', 'Ailanthus', NULL),
	('impatiens glandulifera', 'Impatiens glandulifera', 'May not be sold.');
SELECT pg_catalog.setval('public.plant_numbers', 27, true);

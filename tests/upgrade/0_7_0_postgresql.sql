-- key: AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
-- token: pst_F75pWljVQOD4guMH846FIxhCEhLpnr14j5Vn
-- old secret of the shop: whsec_qOglhfRQi3tqiyOa7SL4f7TuERDTOpMqlWhIfTKQnqw=
-- receiver garden: rcv_01gpwjc9j042m
-- import with bad rows: imp_01kt1f3mr8fp3caz85ztfvw679
-- import not wanted: imp_01kt1f3mygpmqsgb587qacw91b
-- import by mistake: imp_01kt1f3n4rr1g8svyf9yk0vh6g
-- plant whole: 17
-- plant merged: 18
-- plants different: 19 20
-- plants alike: 21 22
-- import costs: imp_01kt1f3pkm0srpfvwnmjhpbp3g
-- import new costs: imp_01kt1f3pswc4mcbsre3v66r9mv
-- import waiting: imp_01kt1f3q9gjgbbdxxwcn53rwkg
-- import wrong: imp_01kt1f3qcm09cpxba51xxh6g15
-- import half added: imp_01kt1f3qjw3xt1z74p2teq7zn0
-- import half checked: imp_01kt1f3qs4cf6tn6k0wf92rndh
-- session idle: Of_mMXLM3X1f4K0pqcoaK-Ex12fTjhDPTLyZwOYKm_Y
-- session open: VrTddw6d6_ClMP7GckUIVOkD8OBAAY4JsrBQLBA7V9U
-- session signed out: fNsw4b5UGy223daUm4PItDfqrmvx3zMndkhrg6JQSqQ
-- link ended: J93U40XQZLLp1ldkb1ch-GCXIxi_7Ydlhm-x9Q-tK9A
-- token of Ada: pst_2GX56EFf93z2ws0EUABimiQpE7UTdz2Jr837
-- session revoked: 2hiTT2W7J7mFNDtKxB2ZiKt3SKYsb3HZynw25HeuXBk
-- link unused: dBR4WPgWatWvRT_ogYiVhQhvp54fVaZ50aqam-jimT4
-- link used: Ya5TiKxAZkpy3yADvntGqlYzdih1Hb_2NUdUrVT562I
-- session by link: ZkCDsUPrmTq7G84YgXSigh7YEaMfvBPDiB1seU6Yhxk
-- secret of the shop: whsec_pDVBGUlL+/cL7Fb5r9JIaj60PdTJlgoJtEU836Z+uQA=
-- secret of the printer: whsec_dM/KHfPzXPZ3CtlLBIlzbwk06dnZTd3bvkcdP5u73rc=
-- secret of the warehouse: whsec_ypcVSV9XoinBNIWr/gkyepuAKiQqemlc8J5amD9OkmY=
-- secret of the till: whsec_Fz/q0szZJA6B0hZZ1+QzQZqEN1zVrfV0DnuWbJIBaMI=
-- secret of the marketplace: whsec_DrEPcasztqNPPW5XnbNWWdbx/rlfdO1GMnKLe/zy7uc=
-- secret of the accounts: whsec_FU4zr/417P8THPpOw2w14+L5UvYw+bh2NuL43IZIY74=
-- secret of the search: whsec_vkQv6bdtJctcbiMrmkf49ikoWZpsnAr+ajZuaqXifLg=
-- secret of the listener: whsec_o9+BWS8IvhfsQuomxXXXGy11tJs0ej505xxd1RzOIP4=
-- secret of the old shop: whsec_YHBEXShsrR3jjZSgwkJjyPOEi6CTvvsBwO+nNVJHg2w=
-- secret of the garden: whsec_VYpHpm+xCIUUp9foAdb8hQsfVCc+IVm9s3nCPP8utFI=
-- file imp_01kt1f3mr8fp3caz85ztfvw679.bad.csv: b'line,reason,sku,name,price,status\r\n3,\xe2\x80\x9cprice\xe2\x80\x9d: \xe2\x80\x9cPOA\xe2\x80\x9d is not a price. Use a number such as 12.99 or leave it empty.,PIN-2,Pinus cembra,POA,\r\n'
-- file imp_01kt1f3q9gjgbbdxxwcn53rwkg.csv: b'sku;name;price\nABI-1;Abies alba;9,90\npin-1;Pinus mugo;13,50\nPIN-3;Pinus nigra;\n'
-- file imp_01kt1f3q9gjgbbdxxwcn53rwkg.rows: b'\x00\x00\x02\x10\x92\x94\x02\xc2\xde\x00\x16\xa4name\xaaAbies alba\xa3tag\xc0\xa3sku\xa5ABI-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa49.90\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\x03\xc2\xde\x00\x16\xa4name\xaaPinus mugo\xa3tag\xc0\xa3sku\xa5pin-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa513.50\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x94\xa8currency\xa4name\xa5price\xa3sku'
-- file imp_01kt1f3qjw3xt1z74p2teq7zn0.csv: b"sku,name\nJUN-1,Juniperus communis\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nTAX-1,Taxus baccata\nTAX-2,Taxus cuspidata\nACE-7,Acer campestre 'Nanum'\n"
-- file imp_01kt1f3qjw3xt1z74p2teq7zn0.rows: b"\x00\x00\x00\xfd\x91\x94\x02\xc2\xde\x00\x16\xa4name\xb2Juniperus communis\xa3tag\xc0\xa3sku\xa5JUN-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x00\x00\x03\x00\x93\x94\xcd\x01\xf6\xc2\xde\x00\x16\xa4name\xadTaxus baccata\xa3tag\xc0\xa3sku\xa5TAX-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf7\xc2\xde\x00\x16\xa4name\xafTaxus cuspidata\xa3tag\xc0\xa3sku\xa5TAX-2\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf8\xc2\xde\x00\x16\xa4name\xb6Acer campestre 'Nanum'\xa3tag\xc0\xa3sku\xa5ACE-7\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x92\xa4name\xa3sku"
-- file imp_01kt1f3qs4cf6tn6k0wf92rndh.csv: b'sku,name\nGIN-1,Ginkgo biloba\n'
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
	(1, 1777624140100000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'registerReceiver', 'rcv_016qk918jb3a5', '', '\xe2d3dbeef8d75fa52056119dfcc71a066e3966bb0b3ad06ec36ce93c4d927f35'),
	(2, 1777624140400000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'deletePlant', '1', '', '\xec18390d9845f82e175d274ec7affbd70c8aed68b28d07f5b0734295371bf7f5'),
	(3, 1780302540800000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'addDraft', '5', '', '\xccd961452f68ad09613f6011b3913f3b66f2a6df21125d38dd98d203c2789a4e'),
	(4, 1780302541000000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'archivePlant', '6', '', '\x181de23ce1cd41f1c20b2118b89e15c3e2a326c788a5e58dab40efb7e0603a56'),
	(5, 1780302541500000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'rotateSecret', 'rcv_016qk918jb3a5', '', '\xfd17d70684016f64cefb5bfa03e31afbbc5c81d9a709be539c2eeacb5a2982bb'),
	(6, 1780302541600000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'askForReplay', 'rcv_016qk918jb3a5', 'rpl_01kt14sws0eqah9p25m9yr1z8h: events 3 to 5, all', '\xf89a13628d9e77aea5879d86d7c6dde2d6bc51d48ad996f1a87688a5d318793b'),
	(7, 1780302541700000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'registerReceiver', 'rcv_01gpwjbghkwgc', '', '\xe985ee2105aae41b3157833a5a3b5aff776b533ba0feb26e658f73deef0c78dd'),
	(8, 1780302541800000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'createToken', 'tok_01kt14swz80rysst3k144rt808', 'deliveries:read', '\xc2d61e450fd12619bdaa6fe00636fac19d5e8abb6c853fea8a5c4928711103f1'),
	(9, 1780302541900000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'registerReceiver', 'rcv_01gpwjc9j042m', '', '\xe53b1e9ecdcf1189b89fb040f423599b39d0ba4cbbc8a72aa0dcf4acc86faa0c'),
	(10, 1780302543456000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'pauseReceiver', 'rcv_01gpwjc9j042m', '', '\xe8e26a8d65a489b318d10d0920b86ddfff6dafdd1902cfa3b66fd46ecbd84e9d'),
	(11, 1780306143556000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'resumeReceiver', 'rcv_01gpwjc9j042m', '', '\x2ab464c90b483daf6ce0f134112264d3a4e953221a512b448b767d8483336d05'),
	(12, 1780306143818000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'pauseReceiver', 'rcv_01gpwjc9j042m', '', '\xe890060e8336dcf716ce826a1cc71c3e127a0ad3a5aa84ecaedc88b080eaa2d8'),
	(13, 1780309743918000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'resumeReceiver', 'rcv_01gpwjc9j042m', '', '\xef3496801189f2db1eb07709e9f2e56a4d53065767f401e408bbeb025560a7cf'),
	(14, 1780309744168000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'pauseReceiver', 'rcv_01gpwjc9j042m', '', '\xdc177ae2cec108ddf2a1e80ae460bba4e65173ab4b5b23312aec40362ae91fda'),
	(15, 1780313344268000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'resumeReceiver', 'rcv_01gpwjc9j042m', '', '\xe5de817450b71f38dd87db31ef1cfde134ef3f5a6090834cd1174e920bf2ea5b'),
	(16, 1780313344518000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'askForReplay', 'rcv_01gpwjc9j042m', 'rpl_01kt1f3jg60w08hhj8c7pcbt98: events 2 to 5, all', '\x122452838ee3823827dde08fdbccbd359ecce51568101259e14903b36a01faf0'),
	(17, 1780313344724000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'registerReceiver', 'rcv_01gr5s2tj9fpe', '', '\xbb260ae3bd4bff5372b218361f7788098b3c5035deb7508773715efdd938cdb8'),
	(18, 1780313344824000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'cancelDelivery', '5/rcv_01gr5s2tj9fpe', '', '\xd04e04e39d7cf31953f93e5bbd7feba5434cb140c7a803496965cbbaa4b8da3e'),
	(19, 1780313344924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'registerReceiver', 'rcv_01gr5s3kje56h', '', '\x4d089dce7d7468220da1f6cf4f82739f8e147c711ab56f565f9e7a3fdea00dfa'),
	(20, 1780313345024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'changeReceiver', 'rcv_01gr5s3kje56h', 'deadline_s, max_rate', '\x9a8b0ac6ec15b00980500c6a6aef48119c9b27e05ef75394ee0406b2c8d347e5'),
	(21, 1780313345124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'registerReceiver', 'rcv_01gr5s4cg94rr', '', '\xc83d0e2b4372cff5dad3b7b460c55482a300c1e217e934ac625b30a69c074d01'),
	(22, 1780313345224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'registerReceiver', 'rcv_01gr5s4s09xwr', '', '\xd92cd7d62b6f9ca0257dd86f91d0ef68c7adf93a029eea1d4fc628142a44a8fe'),
	(23, 1780313345324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'registerReceiver', 'rcv_01gr5s55jnjgp', '', '\x0b039f005818f91356fa78cb790074292d7314bc63c32c94a004f3e6ba9e0928'),
	(24, 1780313345424000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'pauseReceiver', 'rcv_01gr5s55jnjgp', '', '\xda405476eaf217c6b9d94ca73b884cfeb1e310cfc77c76b4ef96556cad690773'),
	(25, 1780313345524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'registerReceiver', 'rcv_01gr5s5yk54b7', '', '\xb979958f415964721b1f1b23c5fe8d04350bda7c11e31ba073470ab18fc8f9c8'),
	(26, 1780313345524000, 'store', 'Plant Store', 'disableReceiver', 'rcv_01gr5s5yk54b7', 'gone: it answered 410, which asks us to stop', '\x6ccb7c87e1fdcdab8107273f74ab1a605565d9e13c469c18b1230fc63a64853c'),
	(27, 1780313345624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'registerReceiver', 'rcv_01gr5s6b2nfk7', '', '\xf02ad40632173209433ee291f72c271537c882fb36c0275a4aa6c3816391f55c'),
	(28, 1780313345724000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'askForReplay', 'rcv_01gr5s6b2nfk7', 'rpl_01kt1f3knwdjt31mmpeafjs4qw: events 1 to 8, all', '\x87652f38f02f5ee2bcac6e9969c4351bb0185be44cfa2c556d6ac92b73f5fc8d'),
	(29, 1780313346224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'retryDelivery', '6/rcv_01gr5s2tj9fpe', '', '\x6f36cbd48f768c14081cd78a50040b6a1104d762fafe10ae7e9555b057c49eab'),
	(30, 1780313346324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'cancelDelivery', '9/rcv_01gr5s55jnjgp', '', '\x5abc221ea6638f1cb754d616eafe10ac9d09b47be5f7ca425541c628a57d6f11'),
	(31, 1780313346424000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'resumeReceiver', 'rcv_01gr5s6b2nfk7', 'cancelled 2 deliveries', '\x3cca43fb526de356ce77b1d358663661550ad27e64308fbd3b10ec33842ffe86'),
	(32, 1780313346524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'removeReceiver', 'rcv_01gr5s4s09xwr', 'cancelled 3 deliveries', '\xf07a60d3233ec4a672095dd021b10712e8b6fda1f58862df0bd29f680f34f2e1'),
	(33, 1780313346824000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'uploadImport', 'imp_01kt1f3mr8fp3caz85ztfvw679', 'with bad rows', '\x38da9779c3c2ed2fe039ab2113da04abe7b22a91eb3035ae63f1bc336eed2c31'),
	(34, 1780313346924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'confirmImport', 'imp_01kt1f3mr8fp3caz85ztfvw679', '', '\x5d5f09ca66cb2eb9abf55578b202f7a77d7ae5889057aef90d83148a3e438b25'),
	(35, 1780313347024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'uploadImport', 'imp_01kt1f3mygpmqsgb587qacw91b', 'not wanted', '\x1631707836eeef36f18ac3f816da6fb32d11ec310e2db9b4488bb5db00550946'),
	(36, 1780313347124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'cancelImport', 'imp_01kt1f3mygpmqsgb587qacw91b', '', '\x72517efc6759cb7a3504c53112fa4c8408d88ca59c0f0311de92afd017ed4117'),
	(37, 1780313347224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'uploadImport', 'imp_01kt1f3n4rr1g8svyf9yk0vh6g', 'by mistake', '\x584cb4d5c883850ff58aceaecb02dde6136ea347421cf140d096111919afec74'),
	(38, 1780313347324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'confirmImport', 'imp_01kt1f3n4rr1g8svyf9yk0vh6g', '', '\x4294cc207ddb23391a1073107a159fb57892d38aa2ef73991080ac1e9aaff1a7'),
	(39, 1780313347624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'undoImport', 'imp_01kt1f3n4rr1g8svyf9yk0vh6g', '', '\x8531b9055ef9632e01ef524c8833346246eab0a17e1c94cf4e49b6e4b14be6bb'),
	(40, 1780313348024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'mergePlants', '17', 'plant 18, took description', '\xbdc047fd3a2788f7a2df1ca75f230458cee026d5734aca91c6cb88fdcd47f099'),
	(41, 1780313348324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'dismissDuplicates', '19', 'plants 19, 20', '\x3eef00813243312f9cb7a47a1620b33169a9b6404eb795e20b38a38cac47fd63'),
	(42, 1780313348624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'putWatchList', '', '2 names', '\x7f118d82588f9c5ab1d1d92b3a25cade193a3d6c8af0f0ca1aa1fe4f8e300897'),
	(43, 1780313348724000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'uploadImport', 'imp_01kt1f3pkm0srpfvwnmjhpbp3g', 'costs', '\xa8df4d55cb1df8cc96db10bcfeec11957debb218a4a469c5c2af7e9ca8c7e264'),
	(44, 1780313348824000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'confirmImport', 'imp_01kt1f3pkm0srpfvwnmjhpbp3g', '', '\x5770b9a2f9b155b51e76db5425c8e04fcf8334b019a619ef69e07f80718d9244'),
	(45, 1780313348924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'uploadImport', 'imp_01kt1f3pswc4mcbsre3v66r9mv', 'new costs', '\x0c18f0bbf221c350c44975151fd5a0b06e00ca41f97bb137639a6851e72e3a36'),
	(46, 1780313349024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'confirmImport', 'imp_01kt1f3pswc4mcbsre3v66r9mv', '', '\x779a3fe8da4bd7766d46dedb665ed67dcf0345e9dd652b6a140fefbf797fcbce'),
	(47, 1780313349324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'undoImport', 'imp_01kt1f3pswc4mcbsre3v66r9mv', '', '\xd4cacdf36dff464f0a7e5df4a0713fc00c49f4914bfb440e6deacf4084e47f35'),
	(48, 1780313349424000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'uploadImport', 'imp_01kt1f3q9gjgbbdxxwcn53rwkg', 'waiting', '\x76372cfbd8716110ca8e10931fddfa7687ca28dbc5d537a8ee85a7dfd85e8b64'),
	(49, 1780313349524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'uploadImport', 'imp_01kt1f3qcm09cpxba51xxh6g15', 'wrong', '\xc8627d629e34fbdecc43a79ce6df939c2e25cc4802855d05e6a4fd546713c0f9'),
	(50, 1780313349624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'confirmImport', 'imp_01kt1f3qcm09cpxba51xxh6g15', '', '\xda7b6badaa8e7e71fcd53a11bd8d093a0869b9525177cd5d573982e2a71e24f0'),
	(51, 1780313349724000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'uploadImport', 'imp_01kt1f3qjw3xt1z74p2teq7zn0', 'half added', '\x8ccb2f43407083891c02700bb8497c31de8e552fc651232cca26acee0269405e'),
	(52, 1780313350024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'undoImport', 'imp_01kt1f3qcm09cpxba51xxh6g15', '', '\x4b2e2d987828fcbeae5bf9438cc0902997e161f82811467c3e613e30278ce0f7'),
	(53, 1780313350124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'confirmImport', 'imp_01kt1f3qjw3xt1z74p2teq7zn0', '', '\x342ac1c0454460f4291516b12ebdb1bfc96a1b18e4ba06f3c373b78cd243db63'),
	(54, 1780313350324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'signIn', 'tok_01kqhafj70gev89kzfsm22jedc', 'by token', '\x3413c9ecf0c438070e3482e2b2ddd1fc23b42e75eb9e3867ba2e10b032662012'),
	(55, 1780313350424000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'signIn', 'tok_01kqhafj70gev89kzfsm22jedc', 'by token', '\x91a183e0958c550b0804105bb9996ad689398ef61f120175dec715e993349770'),
	(56, 1780313350524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'signIn', 'tok_01kqhafj70gev89kzfsm22jedc', 'by token', '\x6bafec395aeb50e4a4f47f4e474586a1aa7fa03ed3fd741b527cca4a0ceefd37'),
	(57, 1780313350624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'signOut', 'tok_01kqhafj70gev89kzfsm22jedc', '', '\xa4ac7a8a56fef60d10c5353297b1a2799bb273e97cb2a9d577f776d831f3b0e2'),
	(58, 1780314550724000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70gev89kzfsm22jedc', '\x8698693d35024e880eb5a5649f3c204c6b1adf7f4fbc5fdf752055b0cbf659de'),
	(59, 1780314850924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'createToken', 'tok_01kt1ghhkc71hk7q4qk7yjzcmg', 'plants:read', '\x1d88a6608f7af318660e40d7949bf5bc31ea55528bc00ff9c7966aad825a2e39'),
	(60, 1780314851024000, 'tok_01kt1ghhkc71hk7q4qk7yjzcmg', 'Ada, at the till', 'signIn', 'tok_01kt1ghhkc71hk7q4qk7yjzcmg', 'by token', '\x998fe232df44360b769f2b70e2a00a7132c459487c147499889669e738b42971'),
	(61, 1780314851124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70gev89kzfsm22jedc', '\x9a4f0f608339396144780726290289ec1a5b269ec575e5003bacd136508cf937'),
	(62, 1780314851224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70gev89kzfsm22jedc', '\x46ea3c4c554eb07e750e1e16ad8c35bd310ed9d66bbf5e9963fff0b7a035bc28'),
	(63, 1780314851324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'signIn', 'tok_01kqhafj70gev89kzfsm22jedc', 'by link', '\x1ad466c2b70605eb21d6f6f2514a7421cd3b2fcace666780ffa58aeb63034cab'),
	(64, 1780314851424000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'revokeToken', 'tok_01kt1ghhkc71hk7q4qk7yjzcmg', '', '\x735bed11b929051d470344068b447d88cfac8fd0d921f332771d41b3c5ac5cbb');
INSERT INTO public.attempt_pages VALUES
	(54893980046857216, 0, '\x00c2dc91b500000000c2dc920000000000c2dc921900000000c2dc926400000000c2dc927d00000000c2dc929600000000c2dc92c800000000c2dc92c800040000c2dc92c800080000c2dc92e100000000c2dc931400000000c2dc931700000000c2dc931e80000000c2dc932d80000000c2dc935300000000c2dc939e00000000c2dc947f00000000c2ea505400000000c2ea507980000000c2f80c7100000000c305c86880000000c305c88280000000c305c88580000000c305c88d00000000c305c89c00000000c305c8b500000000c305c8b500040000c305c8b500080000c305c8b5000c0000c305c8b500100000c305c8b5001400'),
	(54893985080016896, 54893980046857216, '\x00c305c8b500180000c305c8e700000000c305c8e700040000c305c8e700080000c305c91900000000c305c91900040000c305c91900080000c305c919000c0000c305c91900100000c305c91900140000c305c91900180000c305c93200000000c305c93200040000c305c94b00000000c305c94b00040000c305c94b00080000c305c94b000c0000c305c94b00100000c305c94b00140000c305c94b00180000c305c97d00000000c305c97d00040000c305c99600000000c305c99600040000c305c99600080000c305c996000c0000c305c99600100000c305c99600140000c305c99600180000c305c9af00000000c305c9c800000000c305c9e1000000');
INSERT INTO public.attempts_beside VALUES
	(54848663846912000, 43614638338051397, 3, 1, 1780302540500000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302540),
	(54848665105203200, 43614638338051397, 4, 1, 1780302540800000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302540),
	(54848665524633600, 43614638338051397, 5, 1, 1780302540900000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302540),
	(54848666782924800, 43614638338051397, 6, 1, 1780302541200000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848667202355200, 43614638338051397, 7, 1, 1780302541300000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848667621785600, 43614638338051397, 8, 1, 1780302541400000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848668460646400, 43614638338051397, 3, 1, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0eqah9p25m9yr1z8h', NULL, 1780302541),
	(54848668460647424, 43614638338051397, 4, 1, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0eqah9p25m9yr1z8h', NULL, 1780302541),
	(54848668460648448, 43614638338051397, 5, 1, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0eqah9p25m9yr1z8h', NULL, 1780302541),
	(54848668880076800, 54848668881777164, 8, 1, 1780302541700000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848669735714816, 54848669721038932, 2, 1, 1780302541900000, 4000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848669786046464, 54848669721038932, 3, 1, 1780302541904000, 12000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780302541),
	(54848669911875584, 54848669721038932, 4, 1, 1780302541916000, 30000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848670163533824, 54848669721038932, 5, 1, 1780302541946000, 60000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541),
	(54848670792679424, 54848669721038932, 6, 1, 1780302542006000, 150000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780302542),
	(54848672050970624, 54848669721038932, 7, 1, 1780302542156000, 300000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302542),
	(54848675825844224, 54848669721038932, 8, 1, 1780302542456000, 900000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302542),
	(54863776209436672, 54848669721038932, 3, 2, 1780306143556000, 12000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780306143),
	(54863776838582272, 54848669721038932, 6, 2, 1780306143568000, 150000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780306143),
	(54878877800988672, 54848669721038932, 6, 3, 1780309743918000, 150000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780309743),
	(54893978763395072, 54848669721038932, 6, 4, 1780313344268000, 150000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893979199602688, 54848669721038932, 2, 1, 1780313344518000, 4000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg60w08hhj8c7pcbt98', NULL, 1780313344),
	(54893979249934336, 54848669721038932, 3, 1, 1780313344522000, 12000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg60w08hhj8c7pcbt98', NULL, 1780313344),
	(54893979375763456, 54848669721038932, 4, 1, 1780313344534000, 30000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg60w08hhj8c7pcbt98', NULL, 1780313344),
	(54893979627421696, 54848669721038932, 5, 1, 1780313344564000, 60000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg60w08hhj8c7pcbt98', NULL, 1780313344),
	(54893980046852096, 54893980049260238, 2, 1, 1780313344724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893980046853120, 54893980049260238, 3, 1, 1780313344724000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313344),
	(54893980046854144, 54893980049260238, 4, 1, 1780313344724000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313344),
	(54893980046855168, 54893980049260238, 5, 1, 1780313344724000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313344),
	(54893980046856192, 54893980049260238, 6, 1, 1780313344724000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313344),
	(54893980046857216, 54893980049260238, 7, 1, 1780313344724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893980046858240, 54893980049260238, 8, 1, 1780313344724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893980885712896, 54893980888274129, 2, 1, 1780313344924000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893980885713920, 54893980888274129, 3, 1, 1780313344924000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893980885714944, 54893980888274129, 4, 1, 1780313344924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313344),
	(54893981724573696, 54893981724873496, 2, 1, 1780313345124000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893981724574720, 54893981724873496, 3, 1, 1780313345124000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893981724575744, 54893981724873496, 4, 1, 1780313345124000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313345),
	(54893981724576768, 54893981724873496, 5, 1, 1780313345124000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313345),
	(54893981724577792, 54893981724873496, 6, 1, 1780313345124000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313345),
	(54893981724578816, 54893981724873496, 7, 1, 1780313345124000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313345),
	(54893981724579840, 54893981724873496, 8, 1, 1780313345124000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313345),
	(54893982144004096, 54893982144329624, 7, 1, 1780313345224000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982144005120, 54893982144329624, 8, 1, 1780313345224000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313345),
	(54893982563434496, 54893982566238742, 2, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982563435520, 54893982566238742, 3, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982563436544, 54893982566238742, 4, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982563437568, 54893982566238742, 5, 1, 1780313345324000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313345),
	(54893982563438592, 54893982566238742, 6, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982563439616, 54893982566238742, 7, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893982563440640, 54893982566238742, 8, 1, 1780313345324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983402295296, 54893983405609319, 2, 1, 1780313345524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983402296320, 54893983405609319, 3, 1, 1780313345524000, 0, 'refused', 410, '127.0.0.1', NULL, NULL, 'The receiver answered 410.', 1780313345),
	(54893983821725696, 54893983824526951, 2, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821726720, 54893983824526951, 3, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821727744, 54893983824526951, 4, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821728768, 54893983824526951, 5, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821729792, 54893983824526951, 6, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821730816, 54893983824526951, 7, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893983821731840, 54893983824526951, 8, 1, 1780313345624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313345),
	(54893984241156096, 54893983824526951, 2, 1, 1780313345724000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3knwdjt31mmpeafjs4qw', NULL, 1780313345),
	(54893984660586496, 54893983824526951, 3, 1, 1780313345824000, 0, 'refused', 500, '127.0.0.1', NULL, 'rpl_01kt1f3knwdjt31mmpeafjs4qw', 'The receiver answered 500.', 1780313345),
	(54893985080016896, 54893983824526951, 4, 1, 1780313345924000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3knwdjt31mmpeafjs4qw', NULL, 1780313345);
INSERT INTO public.breakers VALUES
	(54893981724873496, 'open', NULL, 1780313345124000, 1780313351097969, 1, 0, 1780313345124000, NULL),
	(54893983405609319, 'disabled', 'gone', 1780313345524000, NULL, 0, 0, 1780313345524000, NULL);
INSERT INTO public.events VALUES
	(1, 'evt_01kqhafjd8wrjxsfqfbcffyqq4', 1, 1777624140200000, '\x', '\x'),
	(2, 'evt_01kqhafjgcge1k7q754e0j6adk', 2, 1777624140300000, '\x7b226964223a322c226e616d65223a224d6f6e737465726120275468616920436f6e7374656c6c6174696f6e27222c22746167223a2261726f6964222c22737461747573223a22616374697665222c22617661696c6162696c697479223a227072656f72646572222c22736b75223a224d4f4e2d3135222c226774696e223a2234303036333831333333393331222c22626f74616e6963616c5f6e616d65223a224d6f6e73746572612064656c6963696f736120275468616920436f6e7374656c6c6174696f6e27222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a224d6f6e7374657261222c2273706563696573223a2264656c6963696f7361222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a225468616920436f6e7374656c6c6174696f6e222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a2241726163656165222c22636f6d6d6f6e5f6e616d6573223a5b2253776973732063686565736520706c616e74222c22e7aa93e5ad94e893ace88eb1e89589225d2c226465736372697074696f6e223a2247726f777320736c6f776c792e5c6e4c696b6573206c696768742c20616e642061205c226d6f73735c2220706f6c653b20646f6e2774206f76657277617465722e222c2274616773223a5b22696e646f6f72222c2276617269656761746564225d2c22696d61676573223a5b7b2275726c223a2268747470733a2f2f73686f702e6578616d706c652f6d6f6e2d31352e6a7067222c22616c74223a2241206c656166227d5d2c227072696365223a223134392e3030222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a332c22617661696c61626c655f66726f6d223a22323032362d30392d3031222c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a222c22757064617465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a222c2261646465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a227d', '\x7b226964223a322c226e616d65223a224d6f6e737465726120275468616920436f6e7374656c6c6174696f6e27222c22746167223a2261726f6964227d'),
	(3, 'evt_01kt14svpmnk9gtzyankq7j9t3', 3, 1780302540500000, '\x7b226964223a332c226e616d65223a2249736fc3ab746573206c6163757374726973222c22746167223a2261717561746963222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a2249534f2d39222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a22372e3235222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a227d', '\x7b226964223a332c226e616d65223a2249736fc3ab746573206c6163757374726973222c22746167223a2261717561746963227d'),
	(4, 'evt_01kt14sw00z5td014hrgp2wb6w', 5, 1780302540800000, '\x7b226964223a352c226e616d65223a22416365722070616c6d6174756d222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3730305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3830305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3830305a227d', '\x7b226964223a352c226e616d65223a22416365722070616c6d6174756d227d'),
	(5, 'evt_01kt14sw3457wbdgcce28fr0mx', 6, 1780302540900000, '\x7b226964223a362c226e616d65223a22526f73612027506561636527222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a227d', '\x7b226964223a362c226e616d65223a22526f73612027506561636527227d'),
	(6, 'evt_01kt14swcgwqr67hptx07mb22d', 7, 1780302541200000, '\x7b226964223a372c226e616d65223a2254696c696120636f7264617461222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a227d', '\x7b226964223a372c226e616d65223a2254696c696120636f7264617461227d'),
	(7, 'evt_01kt14swfmmq2qwc7gwqwsaz1x', 8, 1780302541300000, '\x7b226964223a382c226e616d65223a2253616c697820616c6261222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a227d', '\x7b226964223a382c226e616d65223a2253616c697820616c6261227d'),
	(8, 'evt_01kt14swjrha66p1tweebvk7vf', 9, 1780302541400000, '\x7b226964223a392c226e616d65223a2246616775732073796c766174696361222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a227d', '\x7b226964223a392c226e616d65223a2246616775732073796c766174696361227d'),
	(9, 'evt_01kt1f3kz8cstdkh8wdvx5gv7z', 10, 1780313346024000, '\x7b226964223a31302c226e616d65223a225175657263757320726f627572222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3032345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3032345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3032345a227d', '\x7b226964223a31302c226e616d65223a225175657263757320726f627572227d'),
	(10, 'evt_01kt1f3m2cw8ymg0bradxrq11j', 11, 1780313346124000, '\x7b226964223a31312c226e616d65223a22426574756c612070656e64756c61222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3132345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3132345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3132345a227d', '\x7b226964223a31312c226e616d65223a22426574756c612070656e64756c61227d'),
	(11, 'evt_01kt1f3mj0530tvtvfh6ddwc95', 12, 1780313346624000, '\x7b226964223a31322c226e616d65223a22416365722063616d706573747265222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224143452d37222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2233302e3030222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3632345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3632345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3632345a227d', '\x7b226964223a31322c226e616d65223a22416365722063616d706573747265227d'),
	(12, 'evt_01kt1f3mvcgdjqr21xkhb59faz', 13, 1780313346924000, '\x7b226964223a31332c226e616d65223a2250696e7573206d75676f222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a2250494e2d31222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2231322e3530222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3932345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3932345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3932345a227d', '\x7b226964223a31332c226e616d65223a2250696e7573206d75676f227d'),
	(13, 'evt_01kt1f3nmck8sffka2jeexw3vw', 17, 1780313347724000, '\x7b226964223a31372c226e616d65223a2248796472616e67656120454e444c4553532053554d4d45522035204c222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224859442d35222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a2248796472616e676561206d6163726f7068796c6c6120274261696c6d657227222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a2248796472616e676561222c2273706563696573223a226d6163726f7068796c6c61222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a224261696c6d6572222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2232342e3930222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a2235204c222c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a7b226c69676874223a5b227061727469616c5f7368616465225d2c227761746572223a2268696768222c2268617264696e6573735f726873223a224835222c2268617264696e6573735f75736461223a6e756c6c2c226865696768745f636d223a3135302c227370726561645f636d223a6e756c6c2c226c6966655f6379636c65223a6e756c6c2c22666f6c69616765223a6e756c6c2c22666c6f776572696e675f6d6f6e746873223a5b362c372c385d2c22746f7869636974795f70657473223a226861726d66756c222c22746f7869636974795f70656f706c65223a22756e6b6e6f776e222c22706f6c6c696e61746f725f667269656e646c79223a66616c73657d2c2265787465726e616c5f696473223a7b2277666f223a6e756c6c2c2269706e69223a6e756c6c2c2267626966223a2232393835393337222c226570706f223a224859454d41222c2276626e223a6e756c6c7d2c227472616465223a7b22706c616e745f70617373706f7274223a7b2261223a2248796472616e676561222c2262223a2247422d3030303031222c2263223a2232312d37222c2264223a224e4c227d2c226369746573223a224949227d2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30372e3732345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30372e3732345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30372e3732345a227d', '\x7b226964223a31372c226e616d65223a2248796472616e67656120454e444c4553532053554d4d45522035204c227d'),
	(14, 'evt_01kt1f3ntm2qcsrmjpwe87c0ck', 18, 1780313347924000, '\x7b226964223a31382c226e616d65223a22456e646c6573732053756d6d6572222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a2248796472616e676561206d6163726f7068796c6c6120274261696c6d657227222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a2248796472616e676561222c2273706563696573223a226d6163726f7068796c6c61222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a224261696c6d6572222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a22426c7565206f722070696e6b2e222c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a2235204c222c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30372e3932345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30372e3932345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30372e3932345a227d', '\x7b226964223a31382c226e616d65223a22456e646c6573732053756d6d6572227d'),
	(15, 'evt_01kt1f3qzcwnbjypn5yj8zp2wf', 26, 1780313350124000, '\x7b226964223a32362c226e616d65223a224a756e69706572757320636f6d6d756e6973222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224a554e2d31222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31302e3132345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31302e3132345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31302e3132345a227d', '\x7b226964223a32362c226e616d65223a224a756e69706572757320636f6d6d756e6973227d'),
	(16, 'evt_01kt1f3r2gcdhq01e067j1qnrr', 27, 1780313350224000, '\x7b226964223a32372c226e616d65223a22546178757320637573706964617461222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a225441582d32222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31302e3232345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31302e3232345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31302e3232345a227d', '\x7b226964223a32372c226e616d65223a22546178757320637573706964617461227d');
INSERT INTO public.facts VALUES
	('attempts removed to', '\x32'),
	('key check', '\xd3704792b17e570850accb6d2b5c5fd32005c8b041771511c0fb3a8b1898ab643ee9e2f884af4bfa9ec7a5'),
	('last slot', '\x31');
INSERT INTO public.idempotency VALUES
	('tok_01kqhafj70gev89kzfsm22jedc', 'autumn list, first try', '\x3d6dedb85c75a372edf9017e450c347d2ca501e4e13809935fc1c61744bcbdeb', '\x03d9e6135b106858e23c71c2ce1b8f7b968703212675b547296fd978f267b6c04bf99bab90890c14bae83c19d2379ed66af12ff2107b1ca2dad9199c24fa3ed33eb191c2dd690194e6888015196928d30adf836521355a3ce4dc761ecfe1abacf8ddf04679f5b8bfa952b60c1e927e249e51172d553ace3015884fc4aed13ef312935fcc98074bc3b9cbf886f52cc843db4b551f6808bc58533dd055a508bdc97b002dee801253499b4debcddc5898712a1d1d5784c10ad9569ebb2e9bbc55687ac9571c653e9cab9e2a5e9726e7fa5661e8321afed12acb83b8777f89b8ee5888c418353ab785491cd2c42ba48005336a8beed3d9710f11640fc1a961ebf99389b782880ddb373c7d7e94b9417764948c38d7a558668bb349cdc0fa353a8ac83139f80278e59a38cc008e19a180b3c31c572acf9a825a473b6be58677e35658b2b61c788076ea14290766b49175debb1d38d881e6bdb4f20a465db53e5b27fe62552bca97747d1eba0bfb6c22d3e211aa793fdce8aa485ed6a386d4019e56a441ee58548239c70cecc4f084523810bf763f517a1aad1f40e502af60b5b97d0b061b9104d81d42dcd0bbed94662d11fc388eb47a5b31e3718445a738e9004c0326e90e94b01c4803f2551a60ccacad5604a57ec84400f6fe2a4a87b6d39192ab10baee00125423f45fe9efb0a3e46f179f5a46db6511753cc2b1f30791557c3a767effe3ccfd11afa1e8a8895e3e0ab5cd8010ad003457a2b56338da3ac4d7938912b526bbacef21efc3c7fae7c1ac45afe76283c2cb24637da2eb99e9e617bd5aff9a24bd87971d3c22bfb41f930b2a4ea12192bd3e98c5077f65e91521719b395013034f4dfacf1b7d50a710d3c275c34bed6255909e5e1acf1c612015359b91278f7a4bebdfe91ea27aa918b1962023ee16b2468c53bf8837c50a4df141808bd00f9fb39cd92f95871621217c11f280b94394d5ece33630b1e4a2fee3d84fe8486d16cadeb5d62d6745b7ad45ddfce66ed101c49c156b05117dc14ff0acbe648b14f0a48978706f3b08b51aa10367d0702d72fdbbfd9f9a80301757a357dd3e128cda489afb54fb026767b165328904fc4f309127a8f06105a84554a78d35c4cf226f38a09f280ebb7588a5593d326a9f9f6c09abed0eae768be1a37e41ea0df921098a92993a3a437c78f3dc0ea538cb509c6cd4191292423be2fd2b76bde44554dbe69ffe0520c003c96c6a66705e16c8af5c6c532e0b3cead787edef65a1d4dc125ab06cb4a2776df4a8524474295728fea64ea51250915a31764ddbab7a313ac5af41ab4a3189bcfeaa943d94d0e636d7a175a756c9923a437ab49c006aca0e770ad7e89317f362ccf15233806b549ba1a9f709ddbf7ab899860f4fdfa76a562d9e7e484497bee08a5d75b895a822ff49447116cfb4a91509388f8ab7debd9a8b81793b466f3355ae5beb50d852dd57f9afbf73fd62e3c8510b1b41e2fa388e3d3430a461c96b691b0a488639d957fc18b45741459c333d4332c25eab10b402b77153bd639e8291d03aba437ae86b761e923be21e007726eaaa8285b520beb6df04b341abddeddb4bd0b513c6e47fd2992b5af7fc38d95ee48bb31ba51c0455d35e71e5fc33e9cc56ef2eae4f2b1fd5f62dcc28cef21d74859cca3f56d0f0a367e7965b992a099f310095595eeaeed62cd81a38d033f5c85b5dbd563912af7f', 1780313349424000),
	('tok_01kqhafj70gev89kzfsm22jedc', 'order 66, first try', '\xccf4afe28465998fa7d16a9e17287545435f55df5de822527410f5c4835d8970', '\xada2712aa246088ffc1afc70f652f7eeb30278b4d3bc5af1931ff3e1673d1b7c94a5232df3eaa057649f45ee0ba6f13f8bfd94ce2386dc8ac2874c9fe43097e2afa16d3169f4d383c3394728f49de89c4c79da33be78e13f1c9b77f06ad2bd942308e6670e82b8f2a542f3a2967aa654f765342858367ad2ec0adb93733e76069025dd6b227638cfdd96970cacb2afb03f0a22265d9e88535c837cd7796a66620bc9879cf778af2f5682db0ed798efd30daeebc6c8403a1faf728a44c2e28e17a1807a0531074611259d5145348a9eb53b9315014f759646ecac39a137d19e009544b737d27af6368251201d3b7885f12d950abfaf3583f28791e595c650a3d27b4e497691e80ad04e21cedbc7fa2e35ac19647fc1bc478876f1dcf469f9f6d1cff488facf47a46903cca6118c6cf33c5d250d69e515f5e3657df7d37ea28184dc5a8ee1ae5ca89f8e8d33c8997ff7093c010cc155ee359b4d9fb98a820bdf81c2cfbc2fa6edb4d00f9e6434ae079d5990239242821a20a4005bd44b1ef108692ca5ee8358c73150a03a729161657b3e78807676d4711c9ba2ef107db4e6795fb34c28143928cbc1334db7556b345e95537cbadcc885842e90e33ef329378f3a0d3c4d7ddebe573545f46e79883a41e9c24712ed3bf3538fc5ed047944da7203a0ecbf6b7b1eac6c9b4e7a32dddf17b42bada3d765113a8379c5d82777d30322d3bdcb2acb21a45f7e2ac876c5c72092951db6a2f893c04e772e0520d68d1d61ca88be7881c51ed17e15dddca4e560a2f17f422569c1eb6dd7554f809675b25b5718fa407993de1cd81794848d9553bb2596281c3836529f4a07a34ca7c1ccef9e79028d0fc7d5997d3ccf73cc593b921488c7f6db103b2214578f87c6496cad6991e532b3396e04ed9f1093e9b5b45aab8175a0d24432d6903ad42328bcbaf900db557d9a1f9c3067b260e809ffd26e9b54a62133fa6baebaeca56e898d240f09b50cdc84a0552271ba4464983b0be36dc12020abc5e750a2fb7cbf273d6e45c67b04f0577ed9a8', 1780302540500000);
INSERT INTO public.import_mappings VALUES
	('420eca508251bee7be431d6d8042c9477963cb516cd6262c2aa053df100882a8', '{"cost": "EK", "name": "What", "sku": "Nr", "supplier": "From"}', 1780313348824000);
INSERT INTO public.import_ranges VALUES
	('imp_01kt1f3mr8fp3caz85ztfvw679', 13, 14),
	('imp_01kt1f3n4rr1g8svyf9yk0vh6g', 15, 16),
	('imp_01kt1f3pkm0srpfvwnmjhpbp3g', 23, 24),
	('imp_01kt1f3qcm09cpxba51xxh6g15', 25, 25),
	('imp_01kt1f3qjw3xt1z74p2teq7zn0', 26, 26);
INSERT INTO public.imports VALUES
	('imp_01kt1f3mr8fp3caz85ztfvw679', 'done', 'with bad rows', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'f1f88ba90865be1c8342c1c61069c202febd841848040d58aefbdfbac12884cd', 101, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["PIN-1","PIN-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Pinus mugo","Pinus cembra"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["12.50","POA"],"fields":["price"],"suggested":null},{"heading":"status","field":"status","samples":["active",""],"fields":["status"],"suggested":null}],"rows":3,"new":2,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":1,"ignored":0,"problems":[{"line":3,"heading":"price","value":"POA","detail":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"problem_groups":[{"heading":"price","detail":"“…” is not a price. Use a number such as 12.99 or leave it empty.","count":1,"lines":[3],"value":"POA","example":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"PIN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"12.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Pinus nigra","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"PIN-3","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":4,"original":{}}],"earlier":null,"currencies":[{"currency":"EUR","rows":1,"sources":{"store":1}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 1, 0, 0, 0, 1, 0, 502, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313346824000, 1780313346924000, 1780313346924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 0, 0, ''),
	('imp_01kt1f3mygpmqsgb587qacw91b', 'cancelled', 'not wanted', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'd647839e65cba0c14a0b9fcf5d44c482bdde90ae4ac7f041574dd48ed5416431', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["LAR-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Larix decidua"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Larix decidua","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"LAR-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313347024000, NULL, 1780313347124000, NULL, NULL, 0, 0, ''),
	('imp_01kt1f3n4rr1g8svyf9yk0vh6g', 'undone', 'by mistake', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '3c55162eca9bba8f237b64c94ecb8086c39cb7e39a0fdac2e70a8ce565e67f04', 53, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["CED-1","CED-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Cedrus atlantica","Cedrus deodara"],"fields":["name"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Cedrus atlantica","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Cedrus deodara","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 0, 0, 0, 0, 0, 0, 503, 2, 0, 0, 16, 1, 1, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313347224000, 1780313347324000, 1780313347324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 0, 0, ''),
	('imp_01kt1f3pkm0srpfvwnmjhpbp3g', 'done', 'costs', '{"map":{"sku":"Nr","name":"What","cost":"EK","supplier":"From"},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '40e36ef13995c1c56a3e273fc54773a95da9c9568395ddaa70c7f9a3622d51db', 83, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe rakaiensis","Hebe pinguifolia"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.10","1.90"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Noord","Noord"],"fields":["supplier"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Hebe rakaiensis","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"2.10"},{"name":"Hebe pinguifolia","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"1.90"}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 0, 0, 0, 0, 0, 0, 552, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313348724000, 1780313348824000, 1780313348824000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 0, 0, ''),
	('imp_01kt1f3pswc4mcbsre3v66r9mv', 'undone', 'new costs', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'c3d7c308738e3bd949a4c98fa0a06d2144bfec14c19d465371c1203239f9169d', 82, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe albicans","Hebe ''Sutherlandii''"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.40","2.20"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Zuid","Zuid"],"fields":["supplier"],"suggested":null}],"rows":2,"new":0,"new_active":0,"changed":2,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"id":23,"name":"Hebe albicans","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.40","created_at":"2026-06-01T11:29:08.824Z","updated_at":"2026-06-01T11:29:08.824Z","added_at":null},{"id":24,"name":"Hebe ''Sutherlandii''","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-2","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.20","created_at":"2026-06-01T11:29:08.824Z","updated_at":"2026-06-01T11:29:08.824Z","added_at":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":1780313348824000,"year_question":"","year_choices":[],"options":""}', 0, 0, 2, 0, 0, 0, 0, 625, 0, 2, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313348924000, 1780313349024000, 1780313349024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 24, 2, '{"count":1,"public":0,"plants":[{"plant":24,"name":"Hebe ''Sutherlandii''","fields":["cost"]}]}'),
	('imp_01kt1f3q9gjgbbdxxwcn53rwkg', 'checked', 'waiting', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '6cb5c6a65ba6d2b727b413fcbd36b60eddcc08a71be2b7e72c26e699d661c2d2', 79, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":";","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["ABI-1","pin-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Abies alba","Pinus mugo"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["9,90","13,50"],"fields":["price"],"suggested":null}],"rows":3,"new":1,"new_active":1,"changed":1,"present":1,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Abies alba","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"ABI-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"9.90","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":13,"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","sku":"PIN-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"13.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:06.924Z","updated_at":"2026-06-01T11:29:06.924Z","added_at":"2026-06-01T11:29:06.924Z"}],"preview_rows":[{"line":2,"original":{"price":"9,90"}},{"line":3,"original":{"price":"13,50"}}],"earlier":null,"currencies":[{"currency":"EUR","rows":2,"sources":{"store":2}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313349424000, NULL, NULL, NULL, NULL, 0, 0, ''),
	('imp_01kt1f3qcm09cpxba51xxh6g15', 'undoing', 'wrong', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '66da60bb3d7f5259fdf4d022246aed37ee55dda5d59053ccaf021443d83e583a', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["THU-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Thuja plicata"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Thuja plicata","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"THU-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 0, 0, 0, 0, 0, 0, 252, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313349524000, 1780313349624000, 1780313349624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 0, 0, ''),
	('imp_01kt1f3qjw3xt1z74p2teq7zn0', 'running', 'half added', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '51ee5f386fcc5be8837bf9a59712b0250a03f82bc817fecd758ccb57aa13c9c7', 604, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["JUN-1","TAX-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Juniperus communis","Taxus baccata"],"fields":["name"],"suggested":null}],"rows":503,"new":3,"new_active":3,"changed":1,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":499,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Juniperus communis","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"JUN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus baccata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus cuspidata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":12,"name":"Acer campestre ''Nanum''","tag":null,"status":"active","availability":"in_stock","sku":"ACE-7","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:06.624Z","updated_at":"2026-06-01T11:29:06.724Z","added_at":"2026-06-01T11:29:06.624Z"}],"preview_rows":[{"line":2,"original":{}},{"line":502,"original":{}},{"line":503,"original":{}},{"line":504,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 3, 3, 1, 0, 0, 0, 499, 257, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313349724000, 1780313350124000, NULL, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 0, 0, ''),
	('imp_01kt1f3qs4cf6tn6k0wf92rndh', 'checking', 'half checked', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":false}', '26b36283e1e5ebac51cae33244cd83f64eaf581029e88d11df614c4ee0ad7b63', 29, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313349924000, NULL, NULL, NULL, NULL, 0, 0, '');
INSERT INTO public.levels VALUES
	(1780302300000000, 2),
	(1780305900000000, 1),
	(1780309500000000, 1),
	(1780315200000000, 88);
INSERT INTO public.merges VALUES
	(18, 17, 1, '{"description":"Blue or pink."}', 1780313348024000, 'tok_01kqhafj70gev89kzfsm22jedc');
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
	(1, 1, 1777624140200000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(2, 2, 1777624140300000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(3, 3, 1780302540500000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(4, 4, 1780302540600000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(5, 5, 1780302540700000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(6, 6, 1780302540900000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(7, 7, 1780302541200000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(8, 8, 1780302541300000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(9, 9, 1780302541400000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(10, 10, 1780313346024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(11, 11, 1780313346124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(12, 12, 1780313346624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(13, 14, 1780313346924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'import', 'imp_01kt1f3mr8fp3caz85ztfvw679'),
	(15, 16, 1780313347324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'import', 'imp_01kt1f3n4rr1g8svyf9yk0vh6g'),
	(17, 17, 1780313347724000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(18, 18, 1780313347924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(19, 19, 1780313348124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(20, 20, 1780313348224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(21, 21, 1780313348424000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(22, 22, 1780313348524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(23, 24, 1780313348824000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'import', 'imp_01kt1f3pkm0srpfvwnmjhpbp3g'),
	(25, 25, 1780313349624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'import', 'imp_01kt1f3qcm09cpxba51xxh6g15'),
	(26, 26, 1780313350124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'import', 'imp_01kt1f3qjw3xt1z74p2teq7zn0'),
	(27, 27, 1780313350224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL);
INSERT INTO public.plant_history VALUES
	(2, 2, 1780302541100000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"tag":["aroid",null],"stock_quantity":[3,2]}', NULL),
	(5, 2, 1780302540800000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"status":["draft","active"]}', NULL),
	(6, 2, 1780302541000000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"status":["active","archived"]}', NULL),
	(12, 2, 1780313346724000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"name":["Acer campestre","Acer campestre ''Elsrijk''"],"price":["30.00",null],"currency":["EUR",null]}', NULL),
	(16, 2, 1780313347524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"tag":[null,"conifer"]}', NULL),
	(17, 2, 1780313347824000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"price":["24.90","22.50"],"care.light":[["partial_shade"],null],"care.water":["high",null],"care.hardiness_rhs":["H5",null],"care.height_cm":[150,120],"care.flowering_months":[[6,7,8],null],"care.toxicity_pets":["harmful",null],"care.pollinator_friendly":[false,null]}', '{"supplier.name":["Bloem B.V.","Kwekerij Noord"],"supplier.code":["7012",null],"cost":["9.80","8.75"]}'),
	(17, 3, 1780313348024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"description":[null,"Blue or pink."]}', NULL),
	(18, 2, 1780313348024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"status":["active","archived"],"merged_into":[null,17]}', NULL),
	(23, 2, 1780313349024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'import', 'imp_01kt1f3pswc4mcbsre3v66r9mv', '{"name":["Hebe rakaiensis","Hebe albicans"]}', '{"supplier.name":["Noord","Zuid"],"cost":["2.10","2.40"]}'),
	(23, 3, 1780313349324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'undo', 'imp_01kt1f3pswc4mcbsre3v66r9mv', '{"name":["Hebe albicans","Hebe rakaiensis"]}', '{"supplier.name":["Zuid","Noord"],"cost":["2.40","2.10"]}'),
	(24, 2, 1780313349024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'import', 'imp_01kt1f3pswc4mcbsre3v66r9mv', '{"name":["Hebe pinguifolia","Hebe ''Sutherlandii''"]}', '{"supplier.name":["Noord","Zuid"],"cost":["1.90","2.20"]}'),
	(24, 3, 1780313349224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, NULL, '{"cost":["2.20","2.30"]}'),
	(24, 4, 1780313349324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'undo', 'imp_01kt1f3pswc4mcbsre3v66r9mv', '{"name":["Hebe ''Sutherlandii''","Hebe pinguifolia"]}', '{"supplier.name":["Zuid","Noord"]}');
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
	(43614638338051397, 'access_token', 1777624140100000, '\x6e304863efce697da33fa6b3db00f04f579846fbb54d59b009e390cb371485b6019db589c8df939f06359b9463204f9155fe979105e018efe84839ca16c75df55bcf8c96571d3bef814644e8d591a810', NULL),
	(43614638338051397, 'signing', 1777624140100000, '\xa04dbe95d62b67596b15e6895ca3e3d8d7d5264090128a849d7b612008b7df7305724f0b1ac78dbadd4b48ebb099f0b1e3b2a30ea3e2a2e0b090c8642569061838163abd828969365ff094471584', 1780388942000000),
	(43614638338051397, 'signing', 1780302541500000, '\x60ab46700a2f118975f49f1060ed36c6cdd455b725093a13f4d678c35093f1b383450fcf9bf91ce14953c1b4717ea7b568394fa44ce53fbaa8bb1e8acff104535e4d5cfd88c774ef738964abf732', NULL),
	(54848668881777164, 'access_token', 1780302541700000, '\x07537472efe0dd57523de9b99c1cce3ea71ccd7f8c7b0a2745ae387fde6322323eb2961b04eb8df398fca83120f25249e76a4d2edb8e4f46d1964029ae0792175f10cc62e3912d261ff7922d61481db4', NULL),
	(54848668881777164, 'signing', 1780302541700000, '\xe7474cc641e34880ec5e32ec1e9f75be5f2dba8ba23217657d911429cfd33360dfe003484e96e5f331b1457db4cdc87bcef34253e96d51dbbb052a1d8843564f2fcfc95fa5e8d794c5ceb40602e1', NULL),
	(54848669721038932, 'access_token', 1780302541900000, '\x86bde0a063019c7a92076006f08fb3dc2d45eaf562c7ee6f8dfa58a66f95b881e35d317e75ac572b4132b61fa281293246f8b2869824620fe7dafb45a021d00eb1e570c3832c9e46e8e5a602de02104d', NULL),
	(54848669721038932, 'signing', 1780302541900000, '\xd7cea996b1154893081455d4e1748f4647c7eb20ccfc6d02ed42866d218ada8729a1553164cc338de039eaea9a1a05de18482db63294e945f83441324a1253f639ded02efd126620240d6e8eb343', NULL),
	(54893980049260238, 'access_token', 1780313344724000, '\x37775ef6cbd1081bc8be37fb9b2ef6c977ee19d495ead7f77732f0d1495167ae39d40aefa1d32a7af9eaed5a910e0d43439dc226287996b963974f5e2c3665c46aca9355afe27e6eff7bc190d4e2d96c', NULL),
	(54893980049260238, 'signing', 1780313344724000, '\x8d7ef58ca9874fc40d57d2fbfb78a02e0d8543ad85482c4480abf9317fd8294785f1fc402584b14774e97026f68e987a40935cfd997a6933cd4d37b34f41d5221fd7c594d954268867fc31a0aca2', NULL),
	(54893980888274129, 'access_token', 1780313344924000, '\x8b403f6d6f002c350a6d7cfcb725c99bc955597fe4a441f11d6672328c2f00a8c5528f3ad955203250fb7b1978d6500847ee795f8ff88a08cf08047c7a041d7def8df58cda338d49d548075c5a2da0ae', NULL),
	(54893980888274129, 'signing', 1780313344924000, '\x73366a1420d26a9708ffd4310e8b9255b05142e62cd6793bc73d31a658d7a3d805137ecfb13a4d16e88f4cee4048884cfc6ae1316af6532d00613547e2540921ea3f9c1c8ef2a1b32ab33d2497bd', NULL),
	(54893981724873496, 'access_token', 1780313345124000, '\xe08c368e3cb16035045b114457abafcd3c40f9652ba79eed68be249d30a9d2bf9eb218563cb07df6e3962615da42aba0d2fa2f7b107bc1360cb0779656a26aa21ed514a0ffba3ec561e8057557fc8813', NULL),
	(54893981724873496, 'signing', 1780313345124000, '\x1160977295b500aaf36552befc8c0f5e7fd270799cc0a5d88523273616849772d110e6737e60b996419ee47641fec7fa39382f8dc602830a74e344aed8fe0c33ab2c7cddd34f24325f76f2acdb8a', NULL),
	(54893982566238742, 'access_token', 1780313345324000, '\xe775ed81601175e841bc7c435afadc7895f938732097198c49960ccd430e060cf0baa61022b4aaf39ad076346ebbe0740d2875e38162a727a4331ff3e8fea695fd0affff6316b294cf8c9e6074cccc7d', NULL),
	(54893982566238742, 'signing', 1780313345324000, '\x85ad434bac70aa812d19d87fda453ea978a56fd717842dfafb0f6ee63d7e054b213605a25d06c5e50f4ef5dcd76b284907da9d09f843886c9d333f3d642d4694eafd6a13de4799d2507ec2d80f9b', NULL),
	(54893983405609319, 'access_token', 1780313345524000, '\x21e9f45debb014cdeae5d9b8843801b2a5c0de8b4e5697c3def574a54feaf5ff4a9739366d4d7911370acdda14d66446e6579151f6146eb67b6b74afa8aced3a985f0cdd7026dca7ab28c07b7902d664', NULL),
	(54893983405609319, 'signing', 1780313345524000, '\x68298cb031cc308a3ef047b8d3cbac93be6ea5ac93ad7b3215792698ae1c3be95039ea6bb9fbf64b41c916ad1328dff51d32a1b87aae76950cea15ac03313751aba91cddad03c0bd554768075f86', NULL),
	(54893983824526951, 'access_token', 1780313345624000, '\xbce6e15314e2c5a6a0f67452c5e95df0c17d6c38bd9b257bf7d35e02fae633dddd32035fb130daa6a1b8d57482106dff2f074abbd78df9f124ad5c576f366603124c97a3f7e5ab4d8b4814be6be56b0c', NULL),
	(54893983824526951, 'signing', 1780313345624000, '\xc868614e89672d04b1667e97f74dc5738280cd5bb090667d7b9aa1591bf2badb1ef7e085a5ffdc66b41de694107631cfa882191bb1cc83d1715c6b7aba1ffd8d85766ba2b3bbaa274161c03360c3', NULL);
INSERT INTO public.receivers VALUES
	(43614638338051397, 'web shop', 'http://127.0.0.1:40001/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1777624140100000, 1777624140100000, NULL, 1, 0, 0, 0, NULL, 0, 3),
	(54848668881777164, 'listener', 'http://127.0.0.1:40008/plant/webhook', 'full', 8, 8, 1, 15000000, 0, 1780302541700000, 1780302541700000, NULL, 1, 0, 0, 0, NULL, 1, 1),
	(54848669721038932, 'garden centre', 'http://127.0.0.1:40010/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780302541900000, 1780313344268000, NULL, 7, 0, 3, 0, NULL, 0, 8),
	(54893980049260238, 'label printer', 'http://127.0.0.1:40002/plant/webhook', 'basic', 1, 8, 1, 15000000, 0, 1780313344724000, 1780313344724000, NULL, 1, 0, 0, 0, NULL, 0, 3),
	(54893980888274129, 'warehouse', 'http://127.0.0.1:40003/plant/webhook', 'full', 1, 4, 1, 10000000, 0, 1780313344924000, 1780313345024000, NULL, 2, 0, 0, 1, 50, 0, 2),
	(54893981724873496, 'accounts', 'http://127.0.0.1:40006/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780313345124000, 1780313345124000, NULL, 1, 0, 0, 0, NULL, 0, 1),
	(54893982144329624, 'old shop', 'http://127.0.0.1:40009/plant/webhook', 'full', 7, 8, 1, 15000000, 0, 1780313345224000, 1780313345224000, 1780313346524000, 1, 0, 0, 0, NULL, 0, 2),
	(54893982566238742, 'old till', 'http://127.0.0.1:40004/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780313345324000, 1780313345424000, NULL, 2, 1, 0, 0, NULL, 0, 3),
	(54893983405609319, 'marketplace', 'http://127.0.0.1:40005/plant/webhook', 'full', 1, 3, 1, 15000000, 0, 1780313345524000, 1780313345524000, NULL, 1, 0, 0, 0, NULL, 0, 1),
	(54893983824526951, 'search', 'http://127.0.0.1:40007/plant/webhook', 'full', 1, 10, 1, 15000000, 0, 1780313345624000, 1780313346424000, NULL, 2, 0, 1, 0, NULL, 0, 3);
INSERT INTO public.replays VALUES
	('rpl_01kt14sws0eqah9p25m9yr1z8h', 43614638338051397, 3, 5, 'all', NULL, 'done', 5, 3, 3, 0, 'tok_01kqhafj70gev89kzfsm22jedc', 1780302541600000, 1780302541600000),
	('rpl_01kt1f3jg60w08hhj8c7pcbt98', 54848669721038932, 2, 5, 'all', NULL, 'done', 5, 4, 4, 0, 'tok_01kqhafj70gev89kzfsm22jedc', 1780313344518000, 1780313344624000),
	('rpl_01kt1f3knwdjt31mmpeafjs4qw', 54893983824526951, 1, 8, 'all', 10, 'running', 4, 7, 2, 1, 'tok_01kqhafj70gev89kzfsm22jedc', 1780313345724000, NULL);
INSERT INTO public.retries VALUES
	(54893980049260238, 3, 'waiting', 1, 1, 1780313350650936, 1780313344724000, 'refused', 500, NULL),
	(54893980049260238, 4, 'exhausted', 17, 17, 1780313349924944, 1780313344724000, 'refused', 500, NULL),
	(54893980049260238, 5, 'cancelled', 1, 1, 1780313350297231, 1780313344724000, 'refused', 500, NULL),
	(54893980049260238, 6, 'waiting', 1, 1, 1780313350041597, 1780313344724000, 'refused', 500, 1780313346224000),
	(54893980888274129, 4, 'waiting', 1, 1, 1780313350014640, 1780313344924000, 'refused', 500, NULL),
	(54893981724873496, 4, 'waiting', 1, 1, 1780313414028293, 1780313345124000, 'refused', 503, NULL),
	(54893981724873496, 5, 'waiting', 1, 1, 1780313405507005, 1780313345124000, 'refused', 503, NULL),
	(54893981724873496, 6, 'waiting', 1, 1, 1780313408646788, 1780313345124000, 'refused', 503, NULL),
	(54893981724873496, 7, 'waiting', 1, 1, 1780313409923474, 1780313345124000, 'refused', 503, NULL),
	(54893981724873496, 8, 'waiting', 1, 1, 1780313410877100, 1780313345124000, 'refused', 503, NULL),
	(54893982144329624, 8, 'cancelled', 1, 1, 1780313350591727, 1780313345224000, 'refused', 500, NULL),
	(54893982566238742, 5, 'waiting', 1, 1, 1780313350700956, 1780313345324000, 'refused', 500, NULL),
	(54893983405609319, 3, 'waiting', 1, 1, 1780313351475988, 1780313345524000, 'refused', 410, NULL);
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
	('\x30ebd140ec16290f97d955d6f99034e5dae2f324d31fd0fcf8be4666acc3d8a1', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313350424000, 1780313350424000, 1780314850824000, NULL),
	('\x531b7a731573d3a0a8463f2a06c85b1912b61913a1a8a2c5a12b3ffdea259bfb', 'tok_01kqhafj70gev89kzfsm22jedc', 1780314851324000, 1780314851324000, 1780314851324000, 'tok_01kqhafj70gev89kzfsm22jedc'),
	('\xd8ebdbf299119f5f6b51423e63566c13d5dfb6e33ce75d43c326fc0035bfbdf9', 'tok_01kt1ghhkc71hk7q4qk7yjzcmg', 1780314851024000, 1780314851024000, 1780314851024000, NULL),
	('\xfe87c02f8f2ff054bdcb0ce7786b3719f463683c481f25f21f9a7fbcd5343be6', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313350324000, 1780313350324000, 1780313350324000, NULL);
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
	(17, NULL, 2, 1),
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
	('\x472dfbea60a89cfe1633b6f7069a2b69458c859051ecddcf2c141d7c8e2eff79', 'tok_01kqhafj70gev89kzfsm22jedc', 1780315451124000, NULL, 'tok_01kqhafj70gev89kzfsm22jedc'),
	('\x4adb246825c2b739c4dad6267b6c9472b4abe70a0d292fe4d6a3d683c254f51b', 'tok_01kqhafj70gev89kzfsm22jedc', 1780315150724000, NULL, 'tok_01kqhafj70gev89kzfsm22jedc'),
	('\x6b00262752080f9bd1b4500ae5190184ae46b54953af776b521f1a25d3cd5f8e', 'tok_01kqhafj70gev89kzfsm22jedc', 1780315451224000, 1780314851324000, 'tok_01kqhafj70gev89kzfsm22jedc');
INSERT INTO public.skips VALUES
	(54848669721038932, 1, 1, 'retention', 1780302541900000),
	(54893980049260238, 1, 1, 'retention', 1780313344724000),
	(54893980888274129, 1, 1, 'retention', 1780313344924000),
	(54893981724873496, 1, 1, 'retention', 1780313345124000),
	(54893982144329624, 9, 10, 'tok_01kqhafj70gev89kzfsm22jedc', 1780313346524000),
	(54893982566238742, 1, 1, 'retention', 1780313345324000),
	(54893982566238742, 9, 9, 'tok_01kqhafj70gev89kzfsm22jedc', 1780313346324000),
	(54893983405609319, 1, 1, 'retention', 1780313345524000),
	(54893983824526951, 1, 1, 'retention', 1780313345624000),
	(54893983824526951, 9, 10, 'tok_01kqhafj70gev89kzfsm22jedc', 1780313346424000);
INSERT INTO public.tallies VALUES
	(43614638338051397, 1777622400000000, 2, 0, 1777624140300000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(43614638338051397, 1780300800000000, 9, 0, 1780302541600000, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848668881777164, 1780300800000000, 1, 0, 1780302541700000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848669721038932, 1780300800000000, 5, 2, 1780302543356000, 1, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0),
	(54848669721038932, 1780304400000000, 1, 1, 1780306143568000, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848669721038932, 1780308000000000, 0, 1, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848669721038932, 1780311600000000, 5, 0, 1780313344624000, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0),
	(54893980049260238, 1780311600000000, 3, 4, 1780313344724000, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893980888274129, 1780311600000000, 2, 1, 1780313344924000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893981724873496, 1780311600000000, 2, 5, 1780313345124000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893982144329624, 1780311600000000, 1, 1, 1780313345224000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893982566238742, 1780311600000000, 6, 1, 1780313345324000, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893983405609319, 1780311600000000, 1, 1, 1780313345524000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893983824526951, 1780311600000000, 9, 1, 1780313345924000, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.tokens VALUES
	('tok_01kqhafj70gev89kzfsm22jedc', '\x3c81ab50dc05cbc6dc212aca395661c26b7a3f6d419d7b93af03a1d568cffd1f', 'operator', 'costs:read deliveries:read deliveries:write events:read operations:read plants:read plants:write receivers:read receivers:write tokens:write', NULL, 1777624140000000, NULL, NULL, NULL, NULL),
	('tok_01kt14swz80rysst3k144rt808', '\x6c59de9175edb1f570296115411a8200d693718971b7e32aa0954339a911115c', 'listener, its own', 'deliveries:read', 54848668881777164, 1780302541800000, 1788078541800000, NULL, 'tok_01kqhafj70gev89kzfsm22jedc', NULL);
INSERT INTO public.tombstones VALUES
	(1, 'Ulmus minor', 1777624140200000, 1777624140400000, 'tok_01kqhafj70gev89kzfsm22jedc'),
	(15, 'Cedrus atlantica', NULL, 1780313347624000, 'tok_01kqhafj70gev89kzfsm22jedc');
INSERT INTO public.underived_plants VALUES
	(3);
INSERT INTO public.watch_list VALUES
	('ailanthus', 'Ailanthus', NULL),
	('impatiens glandulifera', 'Impatiens glandulifera', 'May not be sold.');
SELECT pg_catalog.setval('public.plant_numbers', 27, true);

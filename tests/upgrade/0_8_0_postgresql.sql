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
-- photo in both: 0fcyc4tv21m5hrhwe713kzz665scsqbx
-- photo in the event: bzgatad9s8d2qr9htxkx73ggsx6bs6e0
-- photo unused: wr59qxjppkeqe3mxxfraac7yrss4a22m
-- photo of two plants: x41z1r200670kcnga0p10etqtnydpc71
-- plants with photos: 25 26
-- plant with linked images: 27
-- bulk edit undone: blk_01kt1f3s801rkvx04n181xv97e
-- plants undone: 28 29
-- bulk edit done: blk_01kt1f3strgwfwc31ttfxsnqsw
-- plants done: 30 31
-- bulk edit checked: blk_01kt1f3t78vph4vtw6j2vkjhtw
-- plants checked: 32 33
-- bulk edit half done: blk_01kt1f3tkrqsxmdajp6dv2gx8x
-- plants half done: 34 35 36
-- import waiting: imp_01kt1f3v3c3yy17gw83np7jkmr
-- import wrong: imp_01kt1f3v6gzhpjtsmkvcr9bee6
-- import half added: imp_01kt1f3vcry7gsf92160bw6nmz
-- import half checked: imp_01kt1f3vk0zy3n1gde0sv72agk
-- session idle: aN1ITr7kQtwr_PiwW9aI11mcPWsFC6ImsPLB2wVV5AY
-- session open: 1nTGXxGdJYS2xFqrnWzAtbDNlR2PPFJ6a4uuTE1t03Y
-- session signed out: _ufg2d2jtHaGY_AsXFV45wfbO6Bt4gckoIAcBy_5HWc
-- link ended: kjL6m7YBbSdKbZBznVAGqKUDP-aqNFWzQRRR05D8TdE
-- token of Ada: pst_hIUUhcT3cOyC47h40n8dpzifyXC5rU1r04yn
-- session revoked: c-meJ3lACwt1zmF9o7Qnl7vNrWNPwZwqp5w7eFT6srM
-- link unused: zuUqRj5uVvtFQjM2QGGgfpz0FIVN2XpaZaxTp5f3-vU
-- link used: PIgRkO2G3cRZ0_nztyjK2o51c45ery9hsBc1JhqgG-Q
-- session by link: nORApEZ14_OoLgtR0wIVvW8QRPBR5j5RQiRBId_BIg4
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
-- file imp_01kt1f3v3c3yy17gw83np7jkmr.csv: b'sku;name;price\nABI-1;Abies alba;9,90\npin-1;Pinus mugo;13,50\nPIN-3;Pinus nigra;\n'
-- file imp_01kt1f3v3c3yy17gw83np7jkmr.rows: b'\x00\x00\x02\x10\x92\x94\x02\xc2\xde\x00\x16\xa4name\xaaAbies alba\xa3tag\xc0\xa3sku\xa5ABI-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa49.90\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\x03\xc2\xde\x00\x16\xa4name\xaaPinus mugo\xa3tag\xc0\xa3sku\xa5pin-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa513.50\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x94\xa8currency\xa4name\xa5price\xa3sku'
-- file imp_01kt1f3vcry7gsf92160bw6nmz.csv: b"sku,name\nJUN-1,Juniperus communis\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nTAX-1,Taxus baccata\nTAX-2,Taxus cuspidata\nACE-7,Acer campestre 'Nanum'\n"
-- file imp_01kt1f3vcry7gsf92160bw6nmz.rows: b"\x00\x00\x00\xfd\x91\x94\x02\xc2\xde\x00\x16\xa4name\xb2Juniperus communis\xa3tag\xc0\xa3sku\xa5JUN-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x00\x00\x03\x00\x93\x94\xcd\x01\xf6\xc2\xde\x00\x16\xa4name\xadTaxus baccata\xa3tag\xc0\xa3sku\xa5TAX-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf7\xc2\xde\x00\x16\xa4name\xafTaxus cuspidata\xa3tag\xc0\xa3sku\xa5TAX-2\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf8\xc2\xde\x00\x16\xa4name\xb6Acer campestre 'Nanum'\xa3tag\xc0\xa3sku\xa5ACE-7\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x92\xa4name\xa3sku"
-- file imp_01kt1f3vk0zy3n1gde0sv72agk.csv: b'sku,name\nGIN-1,Ginkgo biloba\n'
-- picture 0fcyc4tv21m5hrhwe713kzz665scsqbx-full: b'full picture of 0fcyc4tv21m5hrhwe713kzz665scsqbx'
-- picture 0fcyc4tv21m5hrhwe713kzz665scsqbx-medium: b'medium picture of 0fcyc4tv21m5hrhwe713kzz665scsqbx'
-- picture 0fcyc4tv21m5hrhwe713kzz665scsqbx-small: b'small picture of 0fcyc4tv21m5hrhwe713kzz665scsqbx'
-- picture bzgatad9s8d2qr9htxkx73ggsx6bs6e0-full: b'full picture of bzgatad9s8d2qr9htxkx73ggsx6bs6e0'
-- picture bzgatad9s8d2qr9htxkx73ggsx6bs6e0-medium: b'medium picture of bzgatad9s8d2qr9htxkx73ggsx6bs6e0'
-- picture bzgatad9s8d2qr9htxkx73ggsx6bs6e0-small: b'small picture of bzgatad9s8d2qr9htxkx73ggsx6bs6e0'
-- picture dxbj3y30jwhhhfzdgxjrcvxhym7ttayg-medium: b'medium picture of dxbj3y30jwhhhfzdgxjrcvxhym7ttayg'
-- picture dxbj3y30jwhhhfzdgxjrcvxhym7ttayg-small: b'small picture of dxbj3y30jwhhhfzdgxjrcvxhym7ttayg'
-- picture wr59qxjppkeqe3mxxfraac7yrss4a22m-full: b'full picture of wr59qxjppkeqe3mxxfraac7yrss4a22m'
-- picture wr59qxjppkeqe3mxxfraac7yrss4a22m-medium: b'medium picture of wr59qxjppkeqe3mxxfraac7yrss4a22m'
-- picture wr59qxjppkeqe3mxxfraac7yrss4a22m-small: b'small picture of wr59qxjppkeqe3mxxfraac7yrss4a22m'
-- picture x41z1r200670kcnga0p10etqtnydpc71-full: b'full picture of x41z1r200670kcnga0p10etqtnydpc71'
-- picture x41z1r200670kcnga0p10etqtnydpc71-medium: b'medium picture of x41z1r200670kcnga0p10etqtnydpc71'
-- picture x41z1r200670kcnga0p10etqtnydpc71-small: b'small picture of x41z1r200670kcnga0p10etqtnydpc71'
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
CREATE TABLE public.bulk_edit_batches (
    bulk_edit_id text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    plants text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT bulk_edit_batches_number_check CHECK ((number >= 0))
);
CREATE TABLE public.bulk_edits (
    id text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    selection text NOT NULL COLLATE pg_catalog."C",
    changes text NOT NULL COLLATE pg_catalog."C",
    asked_by text NOT NULL COLLATE pg_catalog."C",
    asked_at bigint NOT NULL,
    worked_at bigint NOT NULL,
    report text NOT NULL COLLATE pg_catalog."C",
    changing bigint NOT NULL,
    unchanged bigint NOT NULL,
    refused bigint NOT NULL,
    adding bigint NOT NULL,
    checked_to bigint NOT NULL,
    batches bigint NOT NULL,
    "position" bigint NOT NULL,
    updated bigint NOT NULL,
    conflicts bigint NOT NULL,
    conflict_plants text NOT NULL COLLATE pg_catalog."C",
    reverted_to bigint NOT NULL,
    reverted bigint NOT NULL,
    kept_edits text NOT NULL COLLATE pg_catalog."C",
    run_by text COLLATE pg_catalog."C",
    run_by_name text COLLATE pg_catalog."C",
    error text NOT NULL COLLATE pg_catalog."C",
    confirmed_at bigint,
    ended_at bigint,
    CONSTRAINT bulk_edits_check CHECK ((adding <= changing)),
    CONSTRAINT bulk_edits_check1 CHECK (("position" <= batches)),
    CONSTRAINT bulk_edits_check2 CHECK (((updated + conflicts) <= changing)),
    CONSTRAINT bulk_edits_check3 CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['checking'::text, 'checked'::text, 'running'::text])))),
    CONSTRAINT bulk_edits_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'failed'::text, 'undoing'::text, 'undone'::text])))
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
CREATE TABLE public.linked_images (
    id text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL COLLATE pg_catalog."C",
    host text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    failures bigint NOT NULL,
    due_at bigint,
    detail text COLLATE pg_catalog."C",
    CONSTRAINT linked_images_check CHECK (((due_at IS NOT NULL) = (state = ANY (ARRAY['waiting'::text, 'unused'::text])))),
    CONSTRAINT linked_images_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'kept'::text, 'given_up'::text, 'unused'::text])))
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
CREATE TABLE public.photo_uses (
    photo_key text NOT NULL COLLATE pg_catalog."C",
    plant_id bigint NOT NULL,
    in_images bigint NOT NULL,
    in_event bigint NOT NULL,
    CONSTRAINT photo_uses_check CHECK (((in_images = 1) OR (in_event = 1))),
    CONSTRAINT photo_uses_in_event_check CHECK ((in_event = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT photo_uses_in_images_check CHECK ((in_images = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE public.photos (
    key text NOT NULL COLLATE pg_catalog."C",
    plant_id bigint NOT NULL,
    content_hash text NOT NULL COLLATE pg_catalog."C",
    size_bytes bigint NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    made_at bigint NOT NULL,
    made_by text NOT NULL COLLATE pg_catalog."C",
    unused_at bigint,
    CONSTRAINT photos_height_check CHECK ((height > 0)),
    CONSTRAINT photos_size_bytes_check CHECK ((size_bytes > 0)),
    CONSTRAINT photos_width_check CHECK ((width > 0))
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
    CONSTRAINT plant_history_of_bulk_edits_check CHECK (((import_id IS NOT NULL) = (way = ANY (ARRAY['import'::text, 'bulk'::text, 'undo'::text])))),
    CONSTRAINT plant_history_of_bulk_edits_check1 CHECK (((changes IS NOT NULL) OR (costs IS NOT NULL))),
    CONSTRAINT plant_history_of_bulk_edits_version_check CHECK ((version >= 2)),
    CONSTRAINT plant_history_of_bulk_edits_way_check CHECK ((way = ANY (ARRAY['api'::text, 'console'::text, 'import'::text, 'bulk'::text, 'undo'::text, 'store'::text])))
);
CREATE TABLE public.plant_linked_images (
    plant_id bigint NOT NULL,
    image_id text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.plant_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.plant_views (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    name_key text NOT NULL COLLATE pg_catalog."C",
    query text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT plant_views_version_check CHECK ((version >= 1))
);
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
    name_key text COLLATE pg_catalog."C",
    price_order bigint,
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
ALTER TABLE ONLY public.bulk_edit_batches
    ADD CONSTRAINT bulk_edit_batches_pkey PRIMARY KEY (bulk_edit_id, number);
ALTER TABLE ONLY public.bulk_edits
    ADD CONSTRAINT bulk_edits_pkey PRIMARY KEY (id);
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
ALTER TABLE ONLY public.linked_images
    ADD CONSTRAINT linked_images_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.merges
    ADD CONSTRAINT merges_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY public.photo_uses
    ADD CONSTRAINT photo_uses_pkey PRIMARY KEY (photo_key, plant_id);
ALTER TABLE ONLY public.photos
    ADD CONSTRAINT photos_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.plant_changes
    ADD CONSTRAINT plant_changes_number_key UNIQUE (number);
ALTER TABLE ONLY public.plant_changes
    ADD CONSTRAINT plant_changes_pkey PRIMARY KEY (plant_id);
ALTER TABLE ONLY public.plant_creations
    ADD CONSTRAINT plant_creations_pkey PRIMARY KEY (first);
ALTER TABLE ONLY public.plant_history
    ADD CONSTRAINT plant_history_of_bulk_edits_pkey PRIMARY KEY (plant_id, version);
ALTER TABLE ONLY public.plant_linked_images
    ADD CONSTRAINT plant_linked_images_pkey PRIMARY KEY (plant_id, image_id);
ALTER TABLE ONLY public.plant_views
    ADD CONSTRAINT plant_views_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.plant_views
    ADD CONSTRAINT plant_views_pkey PRIMARY KEY (id);
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
CREATE INDEX bulk_edits_age ON public.bulk_edits USING btree (asked_at);
CREATE INDEX bulk_edits_moving ON public.bulk_edits USING btree (state, id) WHERE (state = ANY (ARRAY['checking'::text, 'checked'::text, 'running'::text, 'undoing'::text]));
CREATE INDEX events_erased ON public.events USING btree (sequence) WHERE (length(body) = 0);
CREATE INDEX idempotency_age ON public.idempotency USING btree (created_at);
CREATE INDEX imports_age ON public.imports USING btree (asked_at);
CREATE INDEX imports_content ON public.imports USING btree (content_hash, id);
CREATE INDEX imports_moving ON public.imports USING btree (state, id) WHERE (state = ANY (ARRAY['checking'::text, 'checked'::text, 'running'::text, 'undoing'::text]));
CREATE INDEX linked_images_due ON public.linked_images USING btree (host, due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX linked_images_key ON public.linked_images USING btree (key);
CREATE INDEX merges_at ON public.merges USING btree (merged_at);
CREATE INDEX photo_uses_event ON public.photo_uses USING btree (photo_key, plant_id) WHERE (in_images = 0);
CREATE INDEX photo_uses_plant ON public.photo_uses USING btree (plant_id);
CREATE INDEX photos_unused ON public.photos USING btree (unused_at) WHERE (unused_at IS NOT NULL);
CREATE INDEX plant_creations_at ON public.plant_creations USING btree (at);
CREATE INDEX plant_history_at ON public.plant_history USING btree (at, plant_id, version);
CREATE INDEX plant_history_import ON public.plant_history USING btree (import_id, plant_id, version) WHERE (import_id IS NOT NULL);
CREATE INDEX plant_history_public ON public.plant_history USING btree (at, plant_id, version) WHERE (changes IS NOT NULL);
CREATE INDEX plant_linked_images_image ON public.plant_linked_images USING btree (image_id);
CREATE INDEX plant_words_found ON public.plant_words USING gin (found);
CREATE INDEX plants_merged ON public.plants USING btree (merged_into, id) WHERE (merged_into IS NOT NULL);
CREATE INDEX plants_name_in_doubt ON public.plants USING btree (id) WHERE ((taxon = 'null'::text) AND (status = 'active'::text));
CREATE INDEX plants_name_key ON public.plants USING btree (name_key, id);
CREATE INDEX plants_no_photo ON public.plants USING btree (id) WHERE ((images = '[]'::text) AND (status = 'active'::text));
CREATE INDEX plants_no_price ON public.plants USING btree (id) WHERE ((price IS NULL) AND (status = 'active'::text));
CREATE INDEX plants_not_active ON public.plants USING btree (status, id) WHERE (status <> 'active'::text);
CREATE INDEX plants_out_of_stock ON public.plants USING btree (id) WHERE (((stock_quantity + 0) = 0) AND (status = 'active'::text));
CREATE INDEX plants_pot ON public.plants USING btree (pot_order, id);
CREATE INDEX plants_price ON public.plants USING btree (price_order, id);
CREATE INDEX plants_stock ON public.plants USING btree (stock_quantity, id);
CREATE INDEX plants_updated ON public.plants USING btree (updated_at, id);
CREATE INDEX plants_weak_key ON public.plants USING btree (weak_key, weak_class, id) WHERE (status <> 'archived'::text);
CREATE INDEX plants_without_key ON public.plants USING btree (name, id) WHERE (name_key IS NULL);
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
	(48, 1780313349924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'addDraft', '25', '', '\x410fdfb64edeae810ca0f9b6e8a56ef0b84d89aba33a5800b89915bf429e719e'),
	(49, 1780313351024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'addPlantView', 'viw_01kt1f3rvgj5d6xefwta2v8vvc', 'Dear roses', '\x6ecc619b4a73c6d41a6d0f969a509f7599022e80a0d6494f9eab23c2d9afef9d'),
	(50, 1780313351124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'addPlantView', 'viw_01kt1f3rymwnbjypn5yj8zp2wf', 'From Zuid', '\x43e3f335b335f1b08f13d90f103e8d93662ac7a10fecab3092937b47bc7c4a5f'),
	(51, 1780313351524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'confirmBulkEdit', 'blk_01kt1f3s801rkvx04n181xv97e', 'price +10 %: 2 plants', '\xea9b6e0e23d136d74371f809035d522d8ffdedb14833b71687d129ade6279f8e'),
	(52, 1780313351724000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'undoBulkEdit', 'blk_01kt1f3s801rkvx04n181xv97e', 'price +10 %: 2 plants', '\x1114e9f00ad0c4a93c8471108d64d30b3174ae0516d8f7781c5db8aba7e42795'),
	(53, 1780313352124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'confirmBulkEdit', 'blk_01kt1f3strgwfwc31ttfxsnqsw', 'price +10 %: 2 plants', '\xd12d112728905c05080cbe264b2901ed7c6b53d3aeedc9abd89c1d6302bd4c5e'),
	(54, 1780313353024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'confirmBulkEdit', 'blk_01kt1f3tkrqsxmdajp6dv2gx8x', 'price -10 %: 3 plants', '\x2b1030dcfa0162413e5ceb71dd1b9608c21389c7b1ea6e9736a288e2030cf181'),
	(55, 1780313353324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'uploadImport', 'imp_01kt1f3v3c3yy17gw83np7jkmr', 'waiting', '\x0948ca73a4639e95a068e8de0fd0c3d1eb653a50b511e789bdf2be1817fdd8e3'),
	(56, 1780313353424000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'uploadImport', 'imp_01kt1f3v6gzhpjtsmkvcr9bee6', 'wrong', '\x981fc5beea8526c85b3e68fdc38243ea96993df91a51eea536428ebaa3c8365c'),
	(57, 1780313353524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'confirmImport', 'imp_01kt1f3v6gzhpjtsmkvcr9bee6', '', '\x18115df24b15fbbb4640f375778fc8e81181a809cfb3b48838fe3b941f6fc552'),
	(58, 1780313353624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'uploadImport', 'imp_01kt1f3vcry7gsf92160bw6nmz', 'half added', '\x870909663ac1ba732cf126401395a75f754c193784e4cf624c0bb04327e4cb83'),
	(59, 1780313353924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'undoImport', 'imp_01kt1f3v6gzhpjtsmkvcr9bee6', '', '\x4280238216fcd5250a9ccbbb29fef0b7d3dac03d7a8491ab957153cc9c85cd1e'),
	(60, 1780313354024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'confirmImport', 'imp_01kt1f3vcry7gsf92160bw6nmz', '', '\x853c225261d10566257339d6b73a0128b16d718a8a1b9bf0d45c0a3de3664bc7'),
	(61, 1780313354224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'signIn', 'tok_01kqhafj70gev89kzfsm22jedc', 'by token', '\x336f2ea4008f5cd9a49cf99421d65b86e48c5441541b48ccf601ab47f139c14a'),
	(62, 1780313354324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'signIn', 'tok_01kqhafj70gev89kzfsm22jedc', 'by token', '\x3c5fbd74f19db13c51fa5338dd4f4e9ee5d93ce899474b704da796a542081af4'),
	(63, 1780313354424000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'signIn', 'tok_01kqhafj70gev89kzfsm22jedc', 'by token', '\x7d51de61b3364f08a0005f6e326297830eb6a9f9a9f07212a10c0ab5d7025bec'),
	(64, 1780313354524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'signOut', 'tok_01kqhafj70gev89kzfsm22jedc', '', '\x90858e9c0b354f69db9d04c28ac99294c0594b8be364e5746ded5c0f05c7582e'),
	(65, 1780314554624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70gev89kzfsm22jedc', '\x782070a429a58cf5ae5aabbe8ea4b7bf5f6e9115a4bb5a488d70a812a9ea6f1b'),
	(66, 1780314854824000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'createToken', 'tok_01kt1ghnd8kbycs9w8s6vddk1b', 'plants:read', '\x638ae9ff293ef18010504e9af1bd9b62a7dcfcc79724b6390594ac7c0d057ddb'),
	(67, 1780314854924000, 'tok_01kt1ghnd8kbycs9w8s6vddk1b', 'Ada, at the till', 'signIn', 'tok_01kt1ghnd8kbycs9w8s6vddk1b', 'by token', '\x5979364d0dc2a19bdd0c08a239b077f13711e09e4cbe0bbbc218376661f39d43'),
	(68, 1780314855024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70gev89kzfsm22jedc', '\xdad4146433adff6f1636359e25e613415593c42d83acfd5bb4612aee1b8d58c6'),
	(69, 1780314855124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70gev89kzfsm22jedc', '\xfd21304720d0a89512b74b36018754a6e8e7547de159164464f4ccc4ac935244'),
	(70, 1780314855224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'signIn', 'tok_01kqhafj70gev89kzfsm22jedc', 'by link', '\x063cdaa8e24f5bc17e23c8e31d4cc042906d232ec0dde3d8f6e5c4e9774b53fc'),
	(71, 1780314855324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'revokeToken', 'tok_01kt1ghnd8kbycs9w8s6vddk1b', '', '\x47757648b2fa6c1191a7c850b2ef3f4de335e7a4275c402f5a291131410b868f');
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
	(54848668460646400, 43614638338051397, 3, 2, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0eqah9p25m9yr1z8h', NULL, 1780302541),
	(54848668460647424, 43614638338051397, 4, 2, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0eqah9p25m9yr1z8h', NULL, 1780302541),
	(54848668460648448, 43614638338051397, 5, 2, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0eqah9p25m9yr1z8h', NULL, 1780302541),
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
	(54893979199602688, 54848669721038932, 2, 2, 1780313344518000, 4000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg60w08hhj8c7pcbt98', NULL, 1780313344),
	(54893979249934336, 54848669721038932, 3, 3, 1780313344522000, 12000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg60w08hhj8c7pcbt98', NULL, 1780313344),
	(54893979375763456, 54848669721038932, 4, 2, 1780313344534000, 30000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg60w08hhj8c7pcbt98', NULL, 1780313344),
	(54893979627421696, 54848669721038932, 5, 2, 1780313344564000, 60000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg60w08hhj8c7pcbt98', NULL, 1780313344),
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
	(54893984241156096, 54893983824526951, 2, 2, 1780313345724000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3knwdjt31mmpeafjs4qw', NULL, 1780313345),
	(54893984660586496, 54893983824526951, 3, 2, 1780313345824000, 0, 'refused', 500, '127.0.0.1', NULL, 'rpl_01kt1f3knwdjt31mmpeafjs4qw', 'The receiver answered 500.', 1780313345),
	(54893985080016896, 54893983824526951, 4, 2, 1780313345924000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3knwdjt31mmpeafjs4qw', NULL, 1780313345);
INSERT INTO public.breakers VALUES
	(54893981724873496, 'open', NULL, 1780313345124000, 1780313351097969, 1, 0, 1780313345124000, NULL),
	(54893983405609319, 'disabled', 'gone', 1780313345524000, NULL, 0, 0, 1780313345524000, NULL);
INSERT INTO public.bulk_edit_batches VALUES
	('blk_01kt1f3t78vph4vtw6j2vkjhtw', 0, '[[32,1],[33,1]]'),
	('blk_01kt1f3tkrqsxmdajp6dv2gx8x', 1, '[[35,1]]'),
	('blk_01kt1f3tkrqsxmdajp6dv2gx8x', 2, '[[36,1]]');
INSERT INTO public.bulk_edits VALUES
	('blk_01kt1f3s801rkvx04n181xv97e', 'undone', '{"ids":[28,29],"filter":null,"query":{}}', '{"price":{"percent":"10"}}', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313351424000, 1780313351724000, '{"preview":[{"plant":28,"name":"Salvia undone 0","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]},{"plant":29,"name":"Salvia undone 1","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 1, 2, 0, '', 29, 1, '{"count":1,"public":1,"plants":[{"plant":28,"name":"Salvia undone 0","fields":["price"]}]}', 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', '', 1780313351524000, 1780313351524000),
	('blk_01kt1f3strgwfwc31ttfxsnqsw', 'done', '{"ids":[30,31],"filter":null,"query":{}}', '{"price":{"percent":"10"}}', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313352024000, 1780313352124000, '{"preview":[{"plant":30,"name":"Salvia done 0","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]},{"plant":31,"name":"Salvia done 1","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 1, 2, 0, '', 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', '', 1780313352124000, 1780313352124000),
	('blk_01kt1f3t78vph4vtw6j2vkjhtw', 'checked', '{"ids":[32,33],"filter":null,"query":{}}', '{"price":{"percent":"20"}}', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313352424000, 1780313352424000, '{"preview":[{"plant":32,"name":"Salvia checked 0","sku":null,"changes":[{"field":"price","before":"5.00","after":"6.00"}]},{"plant":33,"name":"Salvia checked 1","sku":null,"changes":[{"field":"price","before":"5.00","after":"6.00"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 0, 0, 0, '', 0, 0, '', NULL, NULL, '', NULL, NULL),
	('blk_01kt1f3tkrqsxmdajp6dv2gx8x', 'running', '{"ids":[34,35,36],"filter":null,"query":{}}', '{"price":{"percent":"-10"}}', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313352824000, 1780313353124000, '{"preview":[{"plant":34,"name":"Salvia half done 0","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]},{"plant":35,"name":"Salvia half done 1","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]},{"plant":36,"name":"Salvia half done 2","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]}],"refused":[]}', 3, 0, 0, 0, 0, 3, 1, 1, 0, '', 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', '', 1780313353024000, NULL);
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
	(15, 'evt_01kt1f3qs409cpxba51xxh6g15', 25, 1780313349924000, '\x7b226964223a32352c226e616d65223a225061656f6e6961206c61637469666c6f7261222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b7b2275726c223a2268747470733a2f2f73746f72652e6578616d706c652f70686f746f732f306663796334747632316d3568726877653731336b7a7a3636357363737162782f66756c6c222c22616c74223a22496e20626f7468227d2c7b2275726c223a2268747470733a2f2f73746f72652e6578616d706c652f70686f746f732f627a676174616439733864327172396874786b783733676773783662733665302f66756c6c222c22616c74223a22496e20746865206576656e74227d5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30392e3432345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30392e3932345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30392e3932345a227d', '\x7b226964223a32352c226e616d65223a225061656f6e6961206c61637469666c6f7261227d'),
	(16, 'evt_01kt1f3vs8n9c57nkybrw6w7e9', 38, 1780313354024000, '\x7b226964223a33382c226e616d65223a224a756e69706572757320636f6d6d756e6973222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224a554e2d31222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31342e3032345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31342e3032345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31342e3032345a227d', '\x7b226964223a33382c226e616d65223a224a756e69706572757320636f6d6d756e6973227d'),
	(17, 'evt_01kt1f3vwctyk9tbbb9cebnvns', 39, 1780313354124000, '\x7b226964223a33392c226e616d65223a22546178757320637573706964617461222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a225441582d32222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31342e3132345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31342e3132345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31342e3132345a227d', '\x7b226964223a33392c226e616d65223a22546178757320637573706964617461227d');
INSERT INTO public.facts VALUES
	('attempts removed to', '\x32'),
	('key check', '\xd3704792b17e570850accb6d2b5c5fd32005c8b041771511c0fb3a8b1898ab643ee9e2f884af4bfa9ec7a5'),
	('last slot', '\x31'),
	('linked images follow change', '\x3135373238363436');
INSERT INTO public.idempotency VALUES
	('tok_01kqhafj70gev89kzfsm22jedc', 'autumn list, first try', '\x3d6dedb85c75a372edf9017e450c347d2ca501e4e13809935fc1c61744bcbdeb', '\x48d4be03c55dc336c09c8925ff2165c80826dcfa7b059c810799303e842ebf1aa9a7ed45f72a9949c0619f030d7a749eec480f55c8c9f5a04c190a39b35b4b8dd9d3c360ab59dfa3cefc34288b6a9ed1f335d5b0755c2588c632551129788f969d2cee9654d71bdae2db5ddf080b4dbfda038e3e450208007e140d78bc668b0b35aca40949c0db28742b71dfec164b7c5eb81d1eaad775b07807ecac4f586a902b3fc726c74e15b7949a8895ae8d9458a27d924d782886e588abc7130d283bdcbd41d7aee0c673e313fc211613e05847d149b61024ef63809bd44f3331e6a924f82da25b35ea14d12f51ceabfb6cce958a0217d630ea19a215406c52793f366a7e3052b3b40550b4cf358cc8d569d346668a3eda0f95dec0c63541f5dde6e667cbeb01d6fd79e7dca1e6ee1faea5cd7a82c4a35a9d1a61b1b5d75079e42508ecf9c338bf128a8ef6366c56cd304955afd0262c9958a0492716e400dab8ba18cbc996563419a6cac26af93a3e061f6b1e774eec6b8f6fa6056cea2d33ffb0fadfaf556dc8e0fa52cd8d162f6707d1db5025a397c08eb6ae444ef8fee5acfe4267ba5f63cf77e16e8dcdf858b9ce45fcbf1988bcbdfd15e1278f3f047e07344316f434de77558d0b4c760da79e9730219ca6f34b1460721f8d3d6226176421ac4fa4b8c5d6491fd5276cae202bdd1fe9d884c6cb9fd3677138065ffab8599c7c9fbd504a3b21f6ff7692eb04811db314058c6f61dd0659cc7d438411d7904f0b924735bd4a2042a0d04419f320c0ed9cfce50132be1be1ae88a9edb71c3d20e56584a6c16917cdc880f8a5b70e038588dac84635b05dab096ee2a949f16631e629fc5c20fda33d04e5d0c361efb2c133d7406a9e0aa1f82075b6ad2c9d74087cb5f81f541381d2ffc64d6c0809aaa26d2af33e5e4e0adf0fe992d1e87a89048bd5f82dd84efbe18bdc8916c586a6ba3a2c5e362f9d723aeeaff3b07f12f71d22c15d17d0335a0e583143b56beddab3fdb590eeb70ba6b9ffa3329f72bf56dcec4ad0bc11978774ec65cb5dad893d44ba8b8bd8f150dbe633b59e071a77bf33d36efc54f098cfd220d299d3bbc23c7ddb75a1568d2afb4fb3412a4bb0226dbf47893e60aa10eeea2a04c578329fa3f4d85f81295be6db2653036185ee9896d524f589cdd83034c2518b10fc4ed2e0de60411747bdc4aa21d2d881d023ec86b8e40e4cdd07cf5ab8cd72b5c736c73044dab89e31cafdbd598787e4e9f210aee3d5c3c0f5963e085a2f767a8cb84bf4608a8ec2c4a1cb697042fbeae9dd218ab63712691964b2f4418078452d77660b59aa97f5fa6486cd3391b9e2c220939cec07f8e9d0a38e79c5cd79a1a8af9ced1f32894e685d6421c1ab3227fbd856d0ee1bc39e4ab8f56a8d2112396419386c4a3324d8f25220e06cb77614680400648e1969d984e47a07021da9bd636532a5c1131b387309c1124f953924bf0b4cd98409b76cc7dc60212ed241111e18865190f42352472e0460a07f68fd6668578bbc584b1d6f03b4cfc6fcb11df1c6c4d065337d2d5373b00ac587043620b7cea5e7676917c340393bc7dba77f0b59dfc591743b1239da1a923e23774d4897605260838bc8030a4baab1daa4b13c17a8075afbc8b480d623c92f322a1bb53ecb12bdeebf696b4dab1eeae4877f8dc09601fefede39ab6902246fa0cced540f765d7cda7e9bb3aa', 1780313353324000),
	('tok_01kqhafj70gev89kzfsm22jedc', 'order 66, first try', '\xccf4afe28465998fa7d16a9e17287545435f55df5de822527410f5c4835d8970', '\xada2712aa246088ffc1afc70f652f7eeb3f278b4d3bc5af1931ff3e1673d1b7c94a5232df3eaa057649f45ee0ba6f13f8bfd94ce2386dc8ac2874c9fe43097e2afa16d3169f4d383c3394728f49de89c4c79da33be78e13f1c9b77f06ad2bd942308e6670e82b8f2a542f3a2967aa654f765342858367ad2ec0adb93733e76069025dd6b227638cfdd96970cacb2afb03f0a22265d9e88535c837cd7796a66620bc9879cf778af2f5682db0ed798efd30daeebc6c8403a1faf728a44c2e28e17a1807a0531074611259d5145348a9eb53b9315014f759646ecac39a137d19e009544b737d27af6368251201d3b7885f12d950abfaf3583f28791e595c650a3d27b4e497691e80ad04e21cedbc7fa2e35ac19647fc1bc478876f1dcf469f9f6d1cff488facf47a46903cca6118c6cf33c5d250d69e515f5e3657df7d37ea28184dc5a8ee1ae5ca89f8e8d33c8997ff7093c010cc155ee359b4d9fb98a820bdf81c2cfbc2fa6edb4d00f9e6434ae079d5990239242821a20a4005bd44b1ef108692ca5ee8358c73150a03a729161657b3e78807676d4711c9ba2ef107db4e6795fb34c28143928cbc1334db7556b345e95537cbadcc885842e90e33ef329378f3a0d3c4d7ddebe573545f46e79883a41e9c24712ed3bf3538fc5ed047944da7203a0ecbf6b7b1eac6c9b4e7a32dddf17b42bada3d765113a8379c5d82777d30322d3bdcb2acb21a45f7e2ac876c5c72092951db6a2f893c04e772e0520d68d1d61ca88be7881c51ed17e15dddca4e560a2f17f422569c1eb6dd7554f809675b25b5718fa407993de1cd81794848d9553bb2596281c2928429c5c36ab41e988ccb0b350719f5bdac4c63d10d067830d72ce0588e2bf8b152462174ec08398052bb67984ed25bb396206f8cf72baa7040abcd08368a0cf4f3bd19f74f60e30eb385c7cc8567a8d1b862d25a836f21f54ac9d2f20af3c31fcdbc4f7b3a8963eea26f2aed01dc18aa955317cea169f734556a37ecc3527b0d80c73a4edd60dee92630e737b1ed0fd625f5e0f0ba193130119db4ad402d96779b825', 1780302540500000);
INSERT INTO public.import_mappings VALUES
	('420eca508251bee7be431d6d8042c9477963cb516cd6262c2aa053df100882a8', '{"cost": "EK", "name": "What", "sku": "Nr", "supplier": "From"}', 1780313348824000);
INSERT INTO public.import_ranges VALUES
	('imp_01kt1f3mr8fp3caz85ztfvw679', 13, 14),
	('imp_01kt1f3n4rr1g8svyf9yk0vh6g', 15, 16),
	('imp_01kt1f3pkm0srpfvwnmjhpbp3g', 23, 24),
	('imp_01kt1f3v6gzhpjtsmkvcr9bee6', 37, 37),
	('imp_01kt1f3vcry7gsf92160bw6nmz', 38, 38);
INSERT INTO public.imports VALUES
	('imp_01kt1f3mr8fp3caz85ztfvw679', 'done', 'with bad rows', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'f1f88ba90865be1c8342c1c61069c202febd841848040d58aefbdfbac12884cd', 101, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["PIN-1","PIN-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Pinus mugo","Pinus cembra"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["12.50","POA"],"fields":["price"],"suggested":null},{"heading":"status","field":"status","samples":["active",""],"fields":["status"],"suggested":null}],"rows":3,"new":2,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":1,"ignored":0,"problems":[{"line":3,"heading":"price","value":"POA","detail":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"problem_groups":[{"heading":"price","detail":"“…” is not a price. Use a number such as 12.99 or leave it empty.","count":1,"lines":[3],"value":"POA","example":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"PIN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"12.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Pinus nigra","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"PIN-3","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":4,"original":{}}],"earlier":null,"currencies":[{"currency":"EUR","rows":1,"sources":{"store":1}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 1, 0, 0, 0, 1, 0, 502, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313346824000, 1780313346924000, 1780313346924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 0, 0, ''),
	('imp_01kt1f3mygpmqsgb587qacw91b', 'cancelled', 'not wanted', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'd647839e65cba0c14a0b9fcf5d44c482bdde90ae4ac7f041574dd48ed5416431', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["LAR-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Larix decidua"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Larix decidua","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"LAR-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313347024000, NULL, 1780313347124000, NULL, NULL, 0, 0, ''),
	('imp_01kt1f3n4rr1g8svyf9yk0vh6g', 'undone', 'by mistake', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '3c55162eca9bba8f237b64c94ecb8086c39cb7e39a0fdac2e70a8ce565e67f04', 53, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["CED-1","CED-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Cedrus atlantica","Cedrus deodara"],"fields":["name"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Cedrus atlantica","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Cedrus deodara","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 0, 0, 0, 0, 0, 0, 503, 2, 0, 0, 16, 1, 1, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313347224000, 1780313347324000, 1780313347324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 0, 0, ''),
	('imp_01kt1f3pkm0srpfvwnmjhpbp3g', 'done', 'costs', '{"map":{"sku":"Nr","name":"What","cost":"EK","supplier":"From"},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '40e36ef13995c1c56a3e273fc54773a95da9c9568395ddaa70c7f9a3622d51db', 83, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe rakaiensis","Hebe pinguifolia"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.10","1.90"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Noord","Noord"],"fields":["supplier"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Hebe rakaiensis","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"2.10"},{"name":"Hebe pinguifolia","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"1.90"}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 0, 0, 0, 0, 0, 0, 552, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313348724000, 1780313348824000, 1780313348824000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 0, 0, ''),
	('imp_01kt1f3pswc4mcbsre3v66r9mv', 'undone', 'new costs', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'c3d7c308738e3bd949a4c98fa0a06d2144bfec14c19d465371c1203239f9169d', 82, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe albicans","Hebe ''Sutherlandii''"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.40","2.20"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Zuid","Zuid"],"fields":["supplier"],"suggested":null}],"rows":2,"new":0,"new_active":0,"changed":2,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"id":23,"name":"Hebe albicans","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.40","created_at":"2026-06-01T11:29:08.824Z","updated_at":"2026-06-01T11:29:08.824Z","added_at":null},{"id":24,"name":"Hebe ''Sutherlandii''","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-2","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.20","created_at":"2026-06-01T11:29:08.824Z","updated_at":"2026-06-01T11:29:08.824Z","added_at":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":1780313348824000,"year_question":"","year_choices":[],"options":""}', 0, 0, 2, 0, 0, 0, 0, 625, 0, 2, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313348924000, 1780313349024000, 1780313349024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 24, 2, '{"count":1,"public":0,"plants":[{"plant":24,"name":"Hebe ''Sutherlandii''","fields":["cost"]}]}'),
	('imp_01kt1f3v3c3yy17gw83np7jkmr', 'checked', 'waiting', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '6cb5c6a65ba6d2b727b413fcbd36b60eddcc08a71be2b7e72c26e699d661c2d2', 79, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":";","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["ABI-1","pin-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Abies alba","Pinus mugo"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["9,90","13,50"],"fields":["price"],"suggested":null}],"rows":3,"new":1,"new_active":1,"changed":1,"present":1,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Abies alba","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"ABI-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"9.90","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":13,"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","sku":"PIN-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"13.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:06.924Z","updated_at":"2026-06-01T11:29:06.924Z","added_at":"2026-06-01T11:29:06.924Z"}],"preview_rows":[{"line":2,"original":{"price":"9,90"}},{"line":3,"original":{"price":"13,50"}}],"earlier":null,"currencies":[{"currency":"EUR","rows":2,"sources":{"store":2}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313353324000, NULL, NULL, NULL, NULL, 0, 0, ''),
	('imp_01kt1f3v6gzhpjtsmkvcr9bee6', 'undoing', 'wrong', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '66da60bb3d7f5259fdf4d022246aed37ee55dda5d59053ccaf021443d83e583a', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["THU-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Thuja plicata"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Thuja plicata","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"THU-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 0, 0, 0, 0, 0, 0, 252, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313353424000, 1780313353524000, 1780313353524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 0, 0, ''),
	('imp_01kt1f3vcry7gsf92160bw6nmz', 'running', 'half added', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '51ee5f386fcc5be8837bf9a59712b0250a03f82bc817fecd758ccb57aa13c9c7', 604, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["JUN-1","TAX-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Juniperus communis","Taxus baccata"],"fields":["name"],"suggested":null}],"rows":503,"new":3,"new_active":3,"changed":1,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":499,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Juniperus communis","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"JUN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus baccata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus cuspidata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":12,"name":"Acer campestre ''Nanum''","tag":null,"status":"active","availability":"in_stock","sku":"ACE-7","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:06.624Z","updated_at":"2026-06-01T11:29:06.724Z","added_at":"2026-06-01T11:29:06.624Z"}],"preview_rows":[{"line":2,"original":{}},{"line":502,"original":{}},{"line":503,"original":{}},{"line":504,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 3, 3, 1, 0, 0, 0, 499, 257, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313353624000, 1780313354024000, NULL, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 0, 0, ''),
	('imp_01kt1f3vk0zy3n1gde0sv72agk', 'checking', 'half checked', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":false}', '26b36283e1e5ebac51cae33244cd83f64eaf581029e88d11df614c4ee0ad7b63', 29, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313353824000, NULL, NULL, NULL, NULL, 0, 0, '');
INSERT INTO public.levels VALUES
	(1780302300000000, 2),
	(1780305900000000, 1),
	(1780309500000000, 1),
	(1780315200000000, 97);
INSERT INTO public.linked_images VALUES
	('193de1a86b8727af8ea408725d86545cd82f2a0080d8dd54977c7e92b7e30404', 'https://images.example/slow.jpg', 'images.example', 'w938h8yt329mysdv4ywrad1v9b21v6c8', 'waiting', 1, 1780316950924000, 'No answer.'),
	('5d8cd5f6290fc00f851e89ce254b6e8a9f1c6ca9c336b66396f5467d05b517d0', 'https://shop.example/mon-15.jpg', 'shop.example', 'qsa1pbdpvqb996w3s2t3ftnedfrxycs7', 'waiting', 0, 1780313350424000, NULL),
	('984bf0e6b9f2f432de0e562ebbcbda488a0fbd4c6cc6e8c6296010647cde41df', 'https://images.example/gone.jpg', 'images.example', 'es46q0x2a15a89yxtkhmbm34pbmxcnv4', 'unused', 0, 1780313350624000, NULL),
	('b1ddcd785e9ae098cc16079d84e6d3a8b5ff9cfcb545edd36ad2c2027be302ae', 'https://images.example/refused.jpg', 'images.example', 'nm7mw7mj1rp3sy08b4dt9t9jdjvefg5r', 'given_up', 1, NULL, 'The server answered 301.'),
	('e1b2caf014d1b80fa6bdda4cde895a25da3066e1825ec5f87e3105b427d9f7eb', 'https://images.example/kept.jpg', 'images.example', 'dxbj3y30jwhhhfzdgxjrcvxhym7ttayg', 'kept', 0, NULL, NULL);
INSERT INTO public.merges VALUES
	(18, 17, 1, '{"description":"Blue or pink."}', 1780313348024000, 'tok_01kqhafj70gev89kzfsm22jedc');
INSERT INTO public.photo_uses VALUES
	('0fcyc4tv21m5hrhwe713kzz665scsqbx', 25, 1, 1),
	('bzgatad9s8d2qr9htxkx73ggsx6bs6e0', 25, 0, 1),
	('x41z1r200670kcnga0p10etqtnydpc71', 25, 1, 0),
	('x41z1r200670kcnga0p10etqtnydpc71', 26, 1, 0);
INSERT INTO public.photos VALUES
	('0fcyc4tv21m5hrhwe713kzz665scsqbx', 25, '379dfbe6d05d8435a2cc5a77a58aecd71bff21898a9c1427f44e4c5127d09302', 147, 1600, 1200, 1780313349524000, 'tok_01hzzzzzzz0000000000000000', NULL),
	('bzgatad9s8d2qr9htxkx73ggsx6bs6e0', 25, '293f9767e18cb4f948458f04bc5ad94ff4bc5885b1077f224d71afdab9662d69', 147, 1600, 1200, 1780313349624000, 'tok_01hzzzzzzz0000000000000000', NULL),
	('wr59qxjppkeqe3mxxfraac7yrss4a22m', 25, 'febe1d741b49e5a9c31526728d8c5134a803adfc4c04c4f052673722ed85597e', 147, 1600, 1200, 1780313349724000, 'tok_01hzzzzzzz0000000000000000', 1780313349824000),
	('x41z1r200670kcnga0p10etqtnydpc71', 25, '35814a902ac5107e15119e0aeee2caebff68c1ab7df2533a77a816a9bab075b0', 147, 1600, 1200, 1780313350124000, 'tok_01hzzzzzzz0000000000000000', NULL);
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
	(25, 15728643),
	(26, 15728644),
	(27, 15728646),
	(28, 15728651),
	(29, 15728652),
	(30, 15728655),
	(31, 15728656),
	(32, 15728657),
	(33, 15728658),
	(34, 15728662),
	(35, 15728663),
	(36, 15728661),
	(37, 15728664);
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
	(25, 25, 1780313349424000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(26, 26, 1780313350224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(27, 27, 1780313350324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(28, 28, 1780313351224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(29, 29, 1780313351324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(30, 30, 1780313351824000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(31, 31, 1780313351924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(32, 32, 1780313352224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(33, 33, 1780313352324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(34, 34, 1780313352524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(35, 35, 1780313352624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(36, 36, 1780313352724000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL),
	(37, 37, 1780313353524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'import', 'imp_01kt1f3v6gzhpjtsmkvcr9bee6'),
	(38, 38, 1780313354024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'import', 'imp_01kt1f3vcry7gsf92160bw6nmz'),
	(39, 39, 1780313354124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL);
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
	(24, 4, 1780313349324000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'undo', 'imp_01kt1f3pswc4mcbsre3v66r9mv', '{"name":["Hebe ''Sutherlandii''","Hebe pinguifolia"]}', '{"supplier.name":["Zuid","Noord"]}'),
	(25, 2, 1780313349524000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"}]]}', NULL),
	(25, 3, 1780313349624000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"}],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"}]]}', NULL),
	(25, 4, 1780313349724000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"}],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"},{"url":"/photos/wr59qxjppkeqe3mxxfraac7yrss4a22m/full","alt":"Unused"}]]}', NULL),
	(25, 5, 1780313349824000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"images":[[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"},{"url":"/photos/wr59qxjppkeqe3mxxfraac7yrss4a22m/full","alt":"Unused"}],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"}]]}', NULL),
	(25, 6, 1780313349924000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"status":["draft","active"]}', NULL),
	(25, 7, 1780313350024000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"images":[[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"}],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"}]]}', NULL),
	(25, 8, 1780313350124000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"}],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/x41z1r200670kcnga0p10etqtnydpc71/full","alt":"Of two plants"}]]}', NULL),
	(27, 2, 1780313350524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"images":[[{"url":"https://images.example/gone.jpg","alt":null},{"url":"https://images.example/kept.jpg","alt":null},{"url":"https://images.example/refused.jpg","alt":null},{"url":"https://images.example/slow.jpg","alt":null}],[{"url":"https://images.example/kept.jpg","alt":null},{"url":"https://images.example/refused.jpg","alt":null},{"url":"https://images.example/slow.jpg","alt":null}]]}', NULL),
	(28, 2, 1780313351524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'bulk', 'blk_01kt1f3s801rkvx04n181xv97e', '{"price":["8.00","8.80"]}', NULL),
	(28, 3, 1780313351624000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"price":["8.80","7.50"]}', NULL),
	(29, 2, 1780313351524000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'bulk', 'blk_01kt1f3s801rkvx04n181xv97e', '{"price":["8.00","8.80"]}', NULL),
	(29, 3, 1780313351724000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'undo', 'blk_01kt1f3s801rkvx04n181xv97e', '{"price":["8.80","8.00"]}', NULL),
	(30, 2, 1780313352124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'bulk', 'blk_01kt1f3strgwfwc31ttfxsnqsw', '{"price":["8.00","8.80"]}', NULL),
	(31, 2, 1780313352124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'bulk', 'blk_01kt1f3strgwfwc31ttfxsnqsw', '{"price":["8.00","8.80"]}', NULL),
	(34, 2, 1780313353124000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'bulk', 'blk_01kt1f3tkrqsxmdajp6dv2gx8x', '{"price":["10.00","9.00"]}', NULL),
	(35, 2, 1780313353224000, 'tok_01kqhafj70gev89kzfsm22jedc', 'operator', 'api', NULL, '{"price":["10.00","7.50"]}', NULL);
INSERT INTO public.plant_linked_images VALUES
	(2, '5d8cd5f6290fc00f851e89ce254b6e8a9f1c6ca9c336b66396f5467d05b517d0'),
	(27, '193de1a86b8727af8ea408725d86545cd82f2a0080d8dd54977c7e92b7e30404'),
	(27, 'b1ddcd785e9ae098cc16079d84e6d3a8b5ff9cfcb545edd36ad2c2027be302ae'),
	(27, 'e1b2caf014d1b80fa6bdda4cde895a25da3066e1825ec5f87e3105b427d9f7eb');
INSERT INTO public.plant_views VALUES
	('viw_01kt1f3rvgj5d6xefwta2v8vvc', 'Dear roses', 'dear roses', '{"genus":"Rosa","price_from":"20","sort":"-price"}', 1, 'tok_01kqhafj70gev89kzfsm22jedc', 1780313351024000, 1780313351024000),
	('viw_01kt1f3rymwnbjypn5yj8zp2wf', 'From Zuid', 'from zuid', '{"supplier":"Zuid"}', 1, 'tok_01kqhafj70gev89kzfsm22jedc', 1780313351124000, 1780313351124000);
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
	('checked'),
	('cheese'),
	('communis'),
	('conifer'),
	('constellation'),
	('cordata'),
	('cuspidata'),
	('deliciosa'),
	('deodara'),
	('done'),
	('elsrijk'),
	('endless'),
	('fagus'),
	('half'),
	('heb'),
	('hebe'),
	('hosta'),
	('hyd'),
	('hydrangea'),
	('indoor'),
	('iris'),
	('iso'),
	('isoetes'),
	('jun'),
	('juniperus'),
	('l'),
	('lactiflora'),
	('lacustris'),
	('macrophylla'),
	('minor'),
	('mon'),
	('monstera'),
	('mugo'),
	('nigra'),
	('odorata'),
	('paeonia'),
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
	('salvia'),
	('sibirica'),
	('sieboldiana'),
	('suffruticosa'),
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
	('undone'),
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
	(25, 'paeonia lactiflora', DEFAULT),
	(26, 'paeonia suffruticosa', DEFAULT),
	(27, 'iris sibirica', DEFAULT),
	(28, 'salvia undone 0', DEFAULT),
	(29, 'salvia undone 1', DEFAULT),
	(30, 'salvia done 0', DEFAULT),
	(31, 'salvia done 1', DEFAULT),
	(32, 'salvia checked 0', DEFAULT),
	(33, 'salvia checked 1', DEFAULT),
	(34, 'salvia half done 0', DEFAULT),
	(35, 'salvia half done 1', DEFAULT),
	(36, 'salvia half done 2', DEFAULT),
	(37, 'thuja plicata thu 1', DEFAULT),
	(38, 'juniperus communis jun 1', DEFAULT),
	(39, 'taxus cuspidata tax 2', DEFAULT);
INSERT INTO public.plants VALUES
	(2, 'active', 'Monstera ''Thai Constellation''', NULL, 'MON-15', 'mon-15', '4006381333931', '04006381333931', 'Monstera deliciosa ''Thai Constellation''', 'Araceae', '["Swiss cheese plant","窓孔蓬莱蕉"]', 'Grows slowly.
Likes light, and a "moss" pole; don''t overwater.', '["indoor","variegated"]', '[["https://shop.example/mon-15.jpg","A leaf"]]', '149.00', 'EUR', 2, '2026-09-01', 1777624140300000, 1780302541100000, 1777624140300000, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(3, 'active', 'Isoëtes lacustris', 'aquatic', 'ISO-9', 'iso-9', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '7.25', 'EUR', NULL, NULL, 1780302540500000, 1780302540500000, 1780302540500000, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(4, 'draft', 'Hosta sieboldiana', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302540600000, 1780302540600000, NULL, 1, NULL, NULL, NULL, NULL, 8465615503141457216, 0, NULL, 'hosta sieboldiana', NULL),
	(5, 'active', 'Acer palmatum', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302540700000, 1780302540800000, 1780302540800000, 2, NULL, NULL, NULL, NULL, 3012280810436382016, 0, NULL, 'acer palmatum', NULL),
	(6, 'archived', 'Rosa ''Peace''', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302540900000, 1780302541000000, 1780302540900000, 2, NULL, NULL, NULL, NULL, 9086941213571501376, 0, NULL, 'rosa ''peace''', NULL),
	(7, 'active', 'Tilia cordata', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302541200000, 1780302541200000, 1780302541200000, 1, NULL, NULL, NULL, NULL, 6673031414055259456, 0, NULL, 'tilia cordata', NULL),
	(8, 'active', 'Salix alba', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302541300000, 1780302541300000, 1780302541300000, 1, NULL, NULL, NULL, NULL, 136692871981518144, 0, NULL, 'salix alba', NULL),
	(9, 'active', 'Fagus sylvatica', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302541400000, 1780302541400000, 1780302541400000, 1, NULL, NULL, NULL, NULL, 9017064877864865088, 0, NULL, 'fagus sylvatica', NULL),
	(10, 'active', 'Quercus robur', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313346024000, 1780313346024000, 1780313346024000, 1, NULL, NULL, NULL, NULL, 5098650683700759872, 0, NULL, 'quercus robur', NULL),
	(11, 'active', 'Betula pendula', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313346124000, 1780313346124000, 1780313346124000, 1, NULL, NULL, NULL, NULL, 1990327649679527232, 0, NULL, 'betula pendula', NULL),
	(12, 'active', 'Acer campestre ''Elsrijk''', NULL, 'ACE-7', 'ace-7', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313346624000, 1780313346724000, 1780313346624000, 2, NULL, NULL, NULL, NULL, 1328255231049944384, 1, NULL, 'acer campestre ''elsrijk''', NULL),
	(13, 'active', 'Pinus mugo', NULL, 'PIN-1', 'pin-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '12.50', 'EUR', NULL, NULL, 1780313346924000, 1780313346924000, 1780313346924000, 1, NULL, NULL, NULL, NULL, 9175964152102473024, 1, NULL, 'pinus mugo', 12500),
	(14, 'draft', 'Pinus nigra', NULL, 'PIN-3', 'pin-3', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313346924000, 1780313346924000, NULL, 1, NULL, NULL, NULL, NULL, 5957304675497233728, 1, NULL, 'pinus nigra', NULL),
	(16, 'draft', 'Cedrus deodara', 'conifer', 'CED-2', 'ced-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313347324000, 1780313347524000, NULL, 2, NULL, NULL, NULL, NULL, 6097455183657782592, 1, NULL, 'cedrus deodara', NULL),
	(17, 'active', 'Hydrangea ENDLESS SUMMER 5 L', NULL, 'HYD-5', 'hyd-5', NULL, NULL, 'Hydrangea macrophylla ''Bailmer''', NULL, '[]', 'Blue or pink.', '[]', '[]', '22.50', 'EUR', NULL, NULL, 1780313347724000, 1780313348024000, 1780313347724000, 3, '5 L', 4000005000, '{"care":{"light":[],"water":null,"hardiness_rhs":null,"hardiness_usda":null,"height_cm":120,"spread_cm":null,"life_cycle":null,"foliage":null,"flowering_months":[],"toxicity_pets":"unknown","toxicity_people":"unknown","pollinator_friendly":null},"external_ids":{"wfo":null,"ipni":null,"gbif":"2985937","eppo":"HYEMA","vbn":null},"trade":{"plant_passport":{"a":"Hydrangea","b":"GB-00001","c":"21-7","d":"NL"},"cites":"II"},"supplier":{"name":"Kwekerij Noord","code":null},"cost":"8.75"}', '{"rank":"cultivar","genus":"Hydrangea","species":"macrophylla","cultivar":"Bailmer"}', 972471129612856047, 1, NULL, 'hydrangea endless summer 5 l', 22500),
	(18, 'archived', 'Endless Summer', NULL, NULL, NULL, NULL, NULL, 'Hydrangea macrophylla ''Bailmer''', NULL, '[]', 'Blue or pink.', '[]', '[]', NULL, NULL, NULL, NULL, 1780313347924000, 1780313348024000, 1780313347924000, 2, '5 L', 4000005000, NULL, '{"rank":"cultivar","genus":"Hydrangea","species":"macrophylla","cultivar":"Bailmer"}', 972471129612856047, 0, 17, 'endless summer', NULL),
	(19, 'draft', 'Viola odorata', NULL, NULL, NULL, NULL, NULL, 'Viola odorata', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313348124000, 1780313348124000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"odorata"}', 4768138441372604813, 4, NULL, 'viola odorata', NULL),
	(20, 'draft', 'Viola odorata', NULL, NULL, NULL, NULL, NULL, 'Viola odorata', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313348224000, 1780313348224000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"odorata"}', 4768138441372604813, 4, NULL, 'viola odorata', NULL),
	(21, 'draft', 'Viola tricolor', NULL, NULL, NULL, NULL, NULL, 'Viola tricolor', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313348424000, 1780313348424000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"tricolor"}', 9050747601714289037, 0, NULL, 'viola tricolor', NULL),
	(22, 'draft', 'Viola tricolor', NULL, NULL, NULL, NULL, NULL, 'Viola tricolor', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313348524000, 1780313348524000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"tricolor"}', 9050747601714289037, 0, NULL, 'viola tricolor', NULL),
	(23, 'draft', 'Hebe rakaiensis', NULL, 'HEB-1', 'heb-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, 'EUR', NULL, NULL, 1780313348824000, 1780313349324000, NULL, 3, NULL, NULL, '{"supplier":{"name":"Noord","code":null},"cost":"2.10"}', NULL, 6568127111453297984, 1, NULL, 'hebe rakaiensis', NULL),
	(24, 'draft', 'Hebe pinguifolia', NULL, 'HEB-2', 'heb-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, 'EUR', NULL, NULL, 1780313348824000, 1780313349324000, NULL, 4, NULL, NULL, '{"supplier":{"name":"Noord","code":null},"cost":"2.30"}', NULL, 3734785102312983872, 1, NULL, 'hebe pinguifolia', NULL),
	(25, 'active', 'Paeonia lactiflora', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[["/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","In both"],["/photos/x41z1r200670kcnga0p10etqtnydpc71/full","Of two plants"]]', NULL, NULL, NULL, NULL, 1780313349424000, 1780313350124000, 1780313349924000, 8, NULL, NULL, NULL, NULL, 3573167429893311808, 0, NULL, 'paeonia lactiflora', NULL),
	(26, 'draft', 'Paeonia suffruticosa', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[["/photos/x41z1r200670kcnga0p10etqtnydpc71/full","Of two plants"]]', NULL, NULL, NULL, NULL, 1780313350224000, 1780313350224000, NULL, 1, NULL, NULL, NULL, NULL, 6575336526686276928, 0, NULL, 'paeonia suffruticosa', NULL),
	(27, 'draft', 'Iris sibirica', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[["https://images.example/kept.jpg",null],["https://images.example/refused.jpg",null],["https://images.example/slow.jpg",null]]', NULL, NULL, NULL, NULL, 1780313350324000, 1780313350524000, NULL, 2, NULL, NULL, NULL, NULL, 2787249777225059648, 0, NULL, 'iris sibirica', NULL),
	(28, 'draft', 'Salvia undone 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '7.50', 'EUR', NULL, NULL, 1780313351224000, 1780313351624000, NULL, 3, NULL, NULL, NULL, NULL, 6427692234984475968, 0, NULL, 'salvia undone 0', 7500),
	(29, 'draft', 'Salvia undone 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '8.00', 'EUR', NULL, NULL, 1780313351324000, 1780313351724000, NULL, 3, NULL, NULL, NULL, NULL, 2511526907808927040, 0, NULL, 'salvia undone 1', 8000),
	(30, 'draft', 'Salvia done 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '8.80', 'EUR', NULL, NULL, 1780313351824000, 1780313352124000, NULL, 2, NULL, NULL, NULL, NULL, 7906412014762282304, 0, NULL, 'salvia done 0', 8800),
	(31, 'draft', 'Salvia done 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '8.80', 'EUR', NULL, NULL, 1780313351924000, 1780313352124000, NULL, 2, NULL, NULL, NULL, NULL, 798461089284705600, 0, NULL, 'salvia done 1', 8800),
	(32, 'draft', 'Salvia checked 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '5.00', 'EUR', NULL, NULL, 1780313352224000, 1780313352224000, NULL, 1, NULL, NULL, NULL, NULL, 8484880908519296320, 0, NULL, 'salvia checked 0', 5000),
	(33, 'draft', 'Salvia checked 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '5.00', 'EUR', NULL, NULL, 1780313352324000, 1780313352324000, NULL, 1, NULL, NULL, NULL, NULL, 4466757386996632896, 0, NULL, 'salvia checked 1', 5000),
	(34, 'draft', 'Salvia half done 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '9.00', 'EUR', NULL, NULL, 1780313352524000, 1780313353124000, NULL, 2, NULL, NULL, NULL, NULL, 6739598227077156160, 0, NULL, 'salvia half done 0', 9000),
	(35, 'draft', 'Salvia half done 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '7.50', 'EUR', NULL, NULL, 1780313352624000, 1780313353224000, NULL, 2, NULL, NULL, NULL, NULL, 4004516309915749696, 0, NULL, 'salvia half done 1', 7500),
	(36, 'draft', 'Salvia half done 2', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '10.00', 'EUR', NULL, NULL, 1780313352724000, 1780313352724000, NULL, 1, NULL, NULL, NULL, NULL, 8797708041576860992, 0, NULL, 'salvia half done 2', 10000),
	(37, 'draft', 'Thuja plicata', NULL, 'THU-1', 'thu-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313353524000, 1780313353524000, NULL, 1, NULL, NULL, NULL, NULL, 1550471014029806912, 1, NULL, 'thuja plicata', NULL),
	(38, 'active', 'Juniperus communis', NULL, 'JUN-1', 'jun-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313354024000, 1780313354024000, 1780313354024000, 1, NULL, NULL, NULL, NULL, 113689681019358528, 1, NULL, 'juniperus communis', NULL),
	(39, 'active', 'Taxus cuspidata', NULL, 'TAX-2', 'tax-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313354124000, 1780313354124000, 1780313354124000, 1, NULL, NULL, NULL, NULL, 4626783826982030656, 1, NULL, 'taxus cuspidata', NULL);
INSERT INTO public.possible_duplicates VALUES
	(9050747601714289037);
INSERT INTO public.processes VALUES
	('prc_01hzzzzzzz0000000000000000', 1, 'dispatcher', 'plants-2', 4711, '0.8.0', '', 1777636800000000, 2000000, 41, 0);
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
	(16, '0016_import_mappings', 1777624140000000),
	(17, '0017_linked_images', 1777624140000000),
	(18, '0018_bulk_edits', 1777624140000000),
	(19, '0019_plant_lists', 1777624140000000),
	(20, '0020_plant_views', 1777624140000000),
	(21, '0021_photos', 1777624140000000);
INSERT INTO public.sessions VALUES
	('\x6dfa5508e526858c9ba353a244edd3a15bf7f7e3a8810ab589d873eebf8c38e0', 'tok_01kt1ghnd8kbycs9w8s6vddk1b', 1780314854924000, 1780314854924000, 1780314854924000, NULL),
	('\xaae14dae5e798902a3b059bfffd22b4867a238ad9933edf45f2d5352da5092a2', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313354224000, 1780313354224000, 1780313354224000, NULL),
	('\xb5bd3d5dd8326316fb822e03d17d576ce1d9c276f7bd767f683433ea0f5743de', 'tok_01kqhafj70gev89kzfsm22jedc', 1780314855224000, 1780314855224000, 1780314855224000, 'tok_01kqhafj70gev89kzfsm22jedc'),
	('\xee771d2b1ef518198c38ca214be59fd60cecbe31b44509f9a986b91557f39abc', 'tok_01kqhafj70gev89kzfsm22jedc', 1780313354324000, 1780313354324000, 1780314854724000, NULL);
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
	('\x4a7cc5a438d29afe89c3320eabbe063a143f18a59f7700cfe02f2077a7483f88', 'tok_01kqhafj70gev89kzfsm22jedc', 1780315154624000, NULL, 'tok_01kqhafj70gev89kzfsm22jedc'),
	('\xb1e137dcb90e12c95b152a66521dff0e4a3e541d0fd8130a4e638a9f755a2f20', 'tok_01kqhafj70gev89kzfsm22jedc', 1780315455024000, NULL, 'tok_01kqhafj70gev89kzfsm22jedc'),
	('\xc07042d31b1d931a5c7e56f3ad2981294bd402b1f97199577d0be9718d7c1725', 'tok_01kqhafj70gev89kzfsm22jedc', 1780315455124000, 1780314855224000, 'tok_01kqhafj70gev89kzfsm22jedc');
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
SELECT pg_catalog.setval('public.plant_numbers', 39, true);

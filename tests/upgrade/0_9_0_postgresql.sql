-- key: AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
-- token: pst_zzZQC4GajeO42LaPbb8ghqozNDmdAn2QavcC
-- old secret of the shop: whsec_qOglhfRQi3tqiyOa7SL4f7TuERDTOpMqlWhIfTKQnqw=
-- receiver garden: rcv_01gpwjc9j042m
-- import with bad rows: imp_01kt1f3mr8em8yj4k0kp6vvqtv
-- import not wanted: imp_01kt1f3myghfrwckkbkxqhger0
-- import by mistake: imp_01kt1f3n4r94w96v7dj4x9kcny
-- plant whole: 17
-- plant merged: 18
-- plants different: 19 20
-- plants alike: 21 22
-- import costs: imp_01kt1f3pkm2s9t52z5k7j6ttx3
-- import new costs: imp_01kt1f3psw7m3h3jprrh7dtc2h
-- photo in both: 0fcyc4tv21m5hrhwe713kzz665scsqbx
-- photo in the event: bzgatad9s8d2qr9htxkx73ggsx6bs6e0
-- photo unused: wr59qxjppkeqe3mxxfraac7yrss4a22m
-- photo of two plants: x41z1r200670kcnga0p10etqtnydpc71
-- plants with photos: 25 26
-- plant with linked images: 27
-- bulk edit undone: blk_01kt1f3s8071hk7q4qk7yjzcmg
-- plants undone: 28 29
-- bulk edit done: blk_01kt1f3str8m6t1g2x5a6f96tf
-- plants done: 30 31
-- bulk edit checked: blk_01kt1f3t78yctg5nq8z60jyz3t
-- plants checked: 32 33
-- bulk edit half done: blk_01kt1f3tkrqzv3ahtmnnafktv2
-- plants half done: 34 35 36
-- person owner: per_01kt1f3v6g3yy17gw83np7jkmr
-- person second operator: per_01kt1f3v9mzhpjtsmkvcr9bee6
-- link for the second operator: GqAb5JzkQKRGdePzqC4LUdMCFb1vEETwUeY-UUIkQSE
-- person staff: per_01kt1f3vcr1emdp4bm4w2fhaz2
-- link for the staff: BQuiJrDywdsFVeQG1nTGXxGdJYS2xFqrnWzAtbDNlR0
-- person invited: per_01kt1f3vfwmsvbzq44evh8xw5d
-- link for the invited: jzxSemuLrkxNbdN2_ufg2d2jtHaGY_AsXFV45wfbO6A
-- person integrator: per_01kt1f3vk0j77q6sgp6apcy5rx
-- link for the integrator: beIHJKCAHAcv-R1nkjL6m7YBbSdKbZBznVAGqKUDP-Y
-- person gone: per_01kt1f3vp4n9c57nkybrw6w7e9
-- link for the gone: qjRVs0EUUdOQ_E3REKfwxWEC1i0wmLRW19K0gel3Rqs
-- session of the staff: 9NAleHPpnid5QAsLdc5hfaO0J5e7za1jT8GcKqecO3g
-- session of the integrator: VPqys87lKkY-blb7RUIzNkBhoH6c9BSFTdl6WmWsU6c
-- session of the gone: l_f69TyIEZDtht3EWdP587coytqOdXOOXq8vYbAXNSY
-- passkey phone: psk_01kt1f3w5rtyk9tbbb9cebnvns
-- passkey copied key: psk_01kt1f3w8w4066dgy1bfjra3tk
-- token of the staff: pst_sU0sSdFdERpcjZ1rIedjl8xONCP4uy41BYOL
-- token of the gone: pst_iWz9zrwHnhGBbJlerYL7yx7u4CsvWF1X3Cq0
-- subscriber active: ops_01kt1f3x50n3q1dmp4cec36jeh
-- subscriber turned off: ops_01kt1f3x8419tycrgb65est29y
-- old secret of the operations: whsec_xQ1Lrl9zjvNu7uK+AYnRPTP9KLhuZ/4n5jKf1mLC1GE=
-- access token of the operations: opt_b07556a1b17b52662a2d1a8b16b9b2b2ab4c578a2b9b4931
-- channel webhook: chn_01kt1f3yag9v2jvvvrrhjqkaft
-- old secret of the channel: whsec_ptq5K6AR8l2TFmJiXAvCoWEsMjWL+HU/Vot+VWIJkUw=
-- secret of the channel: whsec_eaI+DzfCDXwvYq5qGW8GW+DMeVcFxUEBN69YU2cRmKw=
-- channel email: chn_01kt1f3ygrspqbw0w4qxyakmtb
-- channel chat: chn_01kt1f3ykw3cqcybpg8q3syg5p
-- alerts acknowledged and muted: inc_01kt1f7m6cazwgy4qsaec27wwp inc_01kt1f5skcskhdvwypcjbva41r
-- import waiting: imp_01kt1f7n5mf51e5vmwmakk1rqe
-- import wrong: imp_01kt1f7n8rf9pxse15w0a98zw2
-- import half added: imp_01kt1f7nf0962xq6sjy1rgzmcb
-- import half checked: imp_01kt1f7nn887m927a7a0gy9th6
-- session idle: cr8FuSjmPrd-uhVc-wlnfBaH_bkeAu9vGGyReN-MaFs
-- session open: AC7iERIJYCh9wreUNxjlMJxZloxQldXBQ-RcUvg_3kk
-- session signed out: 82v4MjM9SAE7hE38ig7JurYk7JXOJ_1tLfB0uXWmVcQ
-- link ended: 5FTNCt41UsPUibm7GbfeKwz3Vyk7BvPLFQ6te8ykQFw
-- token of Ada: pst_hPu9wizooLOW90ngvvgup70xlBo1rS4axZ9g
-- session revoked: lTzfM72UUueCve7xPcURk11iltlo79QTezLNfWZ4YdE
-- link unused: 23tR4Elxtw2xMbyMbGyl1vfJF-tou7RB-ZQOffVpPBU
-- link used: jNBE-v2HWscO23W-M03V6F-bgqhkY_2c3OF__sgmCvs
-- session by link: ehYMsuygGhayw7Q-alto3ViXtaW4q6os4K5yKzCfA3M
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
-- secret of the operations: whsec_6SRiZezqqHScd7cWHQCw2nJw3vIQ25E17CgV8APNAwM=
-- file imp_01kt1f3mr8em8yj4k0kp6vvqtv.bad.csv: b'line,reason,sku,name,price,status\r\n3,\xe2\x80\x9cprice\xe2\x80\x9d: \xe2\x80\x9cPOA\xe2\x80\x9d is not a price. Use a number such as 12.99 or leave it empty.,PIN-2,Pinus cembra,POA,\r\n'
-- file imp_01kt1f7n5mf51e5vmwmakk1rqe.csv: b'sku;name;price\nABI-1;Abies alba;9,90\npin-1;Pinus mugo;13,50\nPIN-3;Pinus nigra;\n'
-- file imp_01kt1f7n5mf51e5vmwmakk1rqe.rows: b'\x00\x00\x02\x10\x92\x94\x02\xc2\xde\x00\x16\xa4name\xaaAbies alba\xa3tag\xc0\xa3sku\xa5ABI-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa49.90\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\x03\xc2\xde\x00\x16\xa4name\xaaPinus mugo\xa3tag\xc0\xa3sku\xa5pin-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa513.50\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x94\xa8currency\xa4name\xa5price\xa3sku'
-- file imp_01kt1f7nf0962xq6sjy1rgzmcb.csv: b"sku,name\nJUN-1,Juniperus communis\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nTAX-1,Taxus baccata\nTAX-2,Taxus cuspidata\nACE-7,Acer campestre 'Nanum'\n"
-- file imp_01kt1f7nf0962xq6sjy1rgzmcb.rows: b"\x00\x00\x00\xfd\x91\x94\x02\xc2\xde\x00\x16\xa4name\xb2Juniperus communis\xa3tag\xc0\xa3sku\xa5JUN-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x00\x00\x03\x00\x93\x94\xcd\x01\xf6\xc2\xde\x00\x16\xa4name\xadTaxus baccata\xa3tag\xc0\xa3sku\xa5TAX-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf7\xc2\xde\x00\x16\xa4name\xafTaxus cuspidata\xa3tag\xc0\xa3sku\xa5TAX-2\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf8\xc2\xde\x00\x16\xa4name\xb6Acer campestre 'Nanum'\xa3tag\xc0\xa3sku\xa5ACE-7\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x92\xa4name\xa3sku"
-- file imp_01kt1f7nn887m927a7a0gy9th6.csv: b'sku,name\nGIN-1,Ginkgo biloba\n'
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
    chain bytea,
    person_id text COLLATE pg_catalog."C"
);
CREATE TABLE public.alert_announcements (
    channel_id text NOT NULL COLLATE pg_catalog."C",
    incident_id text NOT NULL COLLATE pg_catalog."C",
    announced_at bigint,
    reminders bigint NOT NULL,
    remind_at bigint,
    closed_at bigint,
    CONSTRAINT alert_announcements_check CHECK (((remind_at IS NULL) OR (announced_at IS NOT NULL)))
);
CREATE TABLE public.alert_channels (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    config bytea NOT NULL,
    shown text NOT NULL COLLATE pg_catalog."C",
    person_id text COLLATE pg_catalog."C",
    version bigint NOT NULL,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    disabled_at bigint,
    last_sent_at bigint,
    last_result text COLLATE pg_catalog."C",
    last_words text COLLATE pg_catalog."C",
    last_took_us bigint,
    failing_since bigint,
    CONSTRAINT alert_channels_check CHECK (((last_words IS NULL) = (last_result IS NULL))),
    CONSTRAINT alert_channels_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'slack'::text, 'teams'::text, 'discord'::text, 'google_chat'::text, 'webhook'::text]))),
    CONSTRAINT alert_channels_last_result_check CHECK ((last_result = ANY (ARRAY['accepted'::text, 'retry'::text, 'refused'::text])))
);
CREATE TABLE public.alert_incidents (
    id text NOT NULL COLLATE pg_catalog."C",
    rule text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    subject_name text NOT NULL COLLATE pg_catalog."C",
    facts text NOT NULL COLLATE pg_catalog."C",
    began_at bigint NOT NULL,
    opened_at bigint NOT NULL,
    ended_at bigint,
    acknowledged_at bigint,
    acknowledged_by text COLLATE pg_catalog."C",
    acknowledged_name text COLLATE pg_catalog."C",
    muted_until bigint,
    CONSTRAINT alert_incidents_check CHECK (((acknowledged_by IS NULL) = (acknowledged_at IS NULL))),
    CONSTRAINT alert_incidents_check1 CHECK (((acknowledged_name IS NULL) = (acknowledged_at IS NULL)))
);
CREATE TABLE public.alert_messages (
    id text NOT NULL COLLATE pg_catalog."C",
    channel_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    attempts bigint NOT NULL,
    next_attempt_at bigint,
    claimed_by text COLLATE pg_catalog."C",
    ended_at bigint,
    answer text COLLATE pg_catalog."C",
    CONSTRAINT alert_messages_check CHECK (((next_attempt_at IS NOT NULL) = (state = 'pending'::text))),
    CONSTRAINT alert_messages_check1 CHECK (((ended_at IS NULL) = (state = 'pending'::text))),
    CONSTRAINT alert_messages_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text])))
);
CREATE TABLE public.alert_pacing (
    channel_id text NOT NULL COLLATE pg_catalog."C",
    rule text NOT NULL COLLATE pg_catalog."C",
    sent_at bigint NOT NULL,
    wait_s bigint NOT NULL
);
CREATE TABLE public.alert_quiet_hours (
    scope text NOT NULL COLLATE pg_catalog."C",
    from_minute bigint NOT NULL,
    until_minute bigint NOT NULL,
    days bigint NOT NULL,
    critical_through bigint NOT NULL,
    CONSTRAINT alert_quiet_hours_check CHECK ((from_minute <> until_minute)),
    CONSTRAINT alert_quiet_hours_critical_through_check CHECK ((critical_through = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT alert_quiet_hours_days_check CHECK (((days >= 1) AND (days <= 127))),
    CONSTRAINT alert_quiet_hours_from_minute_check CHECK (((from_minute >= 0) AND (from_minute <= 1439))),
    CONSTRAINT alert_quiet_hours_until_minute_check CHECK (((until_minute >= 0) AND (until_minute <= 1439)))
);
CREATE TABLE public.alert_routes (
    channel_id text NOT NULL COLLATE pg_catalog."C",
    rule text NOT NULL COLLATE pg_catalog."C",
    wanted bigint NOT NULL,
    CONSTRAINT alert_routes_wanted_check CHECK ((wanted = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE public.alert_rules (
    rule text NOT NULL COLLATE pg_catalog."C",
    enabled bigint NOT NULL,
    threshold bigint,
    changed_by text NOT NULL COLLATE pg_catalog."C",
    changed_at bigint NOT NULL,
    CONSTRAINT alert_rules_enabled_check CHECK ((enabled = ANY (ARRAY[(0)::bigint, (1)::bigint])))
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
CREATE TABLE public.identities (
    issuer text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL
);
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
CREATE TABLE public.openid_attempts (
    hash bytea NOT NULL,
    browser bytea NOT NULL,
    created_at bigint NOT NULL,
    session bytea,
    link bytea,
    remembered bigint NOT NULL,
    following text NOT NULL COLLATE pg_catalog."C",
    kept text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT openid_attempts_remembered_check CHECK ((remembered = ANY (ARRAY[(0)::bigint, (1)::bigint])))
);
CREATE TABLE public.operational_deliveries (
    subscriber_id text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    attempts bigint NOT NULL,
    began_at bigint NOT NULL,
    next_attempt_at bigint NOT NULL,
    last_attempt_at bigint,
    last_outcome text COLLATE pg_catalog."C",
    last_status bigint,
    last_detail text NOT NULL COLLATE pg_catalog."C",
    ended_at bigint,
    CONSTRAINT operational_deliveries_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT operational_deliveries_check CHECK (((ended_at IS NULL) = (state = 'waiting'::text))),
    CONSTRAINT operational_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'given_up'::text])))
);
CREATE TABLE public.operational_events (
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE public.operational_subscribers (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL COLLATE pg_catalog."C",
    types text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    token bytea NOT NULL,
    secret bytea NOT NULL,
    old_secret bytea,
    old_secret_ends_at bigint,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    disabled_at bigint,
    disabled_reason text COLLATE pg_catalog."C",
    failing_since bigint,
    CONSTRAINT operational_subscribers_check CHECK (((old_secret IS NULL) = (old_secret_ends_at IS NULL))),
    CONSTRAINT operational_subscribers_check1 CHECK (((disabled_reason IS NULL) = (disabled_at IS NULL))),
    CONSTRAINT operational_subscribers_version_check CHECK ((version >= 1))
);
CREATE TABLE public.passkey_handles (
    person_id text NOT NULL COLLATE pg_catalog."C",
    handle bytea NOT NULL
);
CREATE TABLE public.passkeys (
    id text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C",
    credential_id bytea NOT NULL,
    credential bytea NOT NULL,
    rp_id text NOT NULL COLLATE pg_catalog."C",
    sign_count bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    backed_up bigint NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint,
    suspicious_at bigint,
    CONSTRAINT passkeys_backed_up_check CHECK ((backed_up = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT passkeys_sign_count_check CHECK ((sign_count >= 0))
);
CREATE TABLE public.people (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    email text COLLATE pg_catalog."C",
    email_key text COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    limited bigint NOT NULL,
    created_at bigint NOT NULL,
    created_by text NOT NULL COLLATE pg_catalog."C",
    deactivated_at bigint,
    last_seen_at bigint,
    CONSTRAINT people_check CHECK (((email_key IS NULL) = (email IS NULL))),
    CONSTRAINT people_check1 CHECK (((limited = 0) OR ((limited = 1) AND (role = 'integrator'::text)))),
    CONSTRAINT people_role_check CHECK ((role = ANY (ARRAY['staff'::text, 'integrator'::text, 'operator'::text])))
);
CREATE TABLE public.people_receivers (
    person_id text NOT NULL COLLATE pg_catalog."C",
    receiver_id bigint NOT NULL
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
    token_id text COLLATE pg_catalog."C",
    person_id text COLLATE pg_catalog."C",
    opened_at bigint NOT NULL,
    proved_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    created_by text COLLATE pg_catalog."C",
    way text NOT NULL COLLATE pg_catalog."C",
    device text NOT NULL COLLATE pg_catalog."C",
    remembered bigint NOT NULL,
    makers text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT sessions_of_people_check CHECK (((person_id IS NULL) <> (token_id IS NULL))),
    CONSTRAINT sessions_of_people_check1 CHECK ((proved_at >= opened_at)),
    CONSTRAINT sessions_of_people_remembered_check CHECK ((remembered = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT sessions_of_people_way_check CHECK ((way = ANY (ARRAY['token'::text, 'link'::text, 'passkey'::text, 'openid'::text])))
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
    token_id text COLLATE pg_catalog."C",
    person_id text COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    created_at bigint,
    expires_at bigint NOT NULL,
    used_at bigint,
    created_by text COLLATE pg_catalog."C",
    makers text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT sign_in_links_of_people_check CHECK (((person_id IS NULL) <> (token_id IS NULL))),
    CONSTRAINT sign_in_links_of_people_kind_check CHECK ((kind = ANY (ARRAY['owner'::text, 'sign_in'::text, 'invitation'::text, 'recovery'::text])))
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
    link_created_by text COLLATE pg_catalog."C",
    person_id text COLLATE pg_catalog."C"
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
CREATE TABLE public.used_challenges (
    hash bytea NOT NULL,
    used_at bigint NOT NULL
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
ALTER TABLE ONLY public.alert_announcements
    ADD CONSTRAINT alert_announcements_pkey PRIMARY KEY (channel_id, incident_id);
ALTER TABLE ONLY public.alert_channels
    ADD CONSTRAINT alert_channels_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.alert_incidents
    ADD CONSTRAINT alert_incidents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.alert_messages
    ADD CONSTRAINT alert_messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.alert_pacing
    ADD CONSTRAINT alert_pacing_pkey PRIMARY KEY (channel_id, rule);
ALTER TABLE ONLY public.alert_quiet_hours
    ADD CONSTRAINT alert_quiet_hours_pkey PRIMARY KEY (scope);
ALTER TABLE ONLY public.alert_routes
    ADD CONSTRAINT alert_routes_pkey PRIMARY KEY (channel_id, rule);
ALTER TABLE ONLY public.alert_rules
    ADD CONSTRAINT alert_rules_pkey PRIMARY KEY (rule);
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
ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject);
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
ALTER TABLE ONLY public.openid_attempts
    ADD CONSTRAINT openid_attempts_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.operational_deliveries
    ADD CONSTRAINT operational_deliveries_pkey PRIMARY KEY (subscriber_id, event_id);
ALTER TABLE ONLY public.operational_events
    ADD CONSTRAINT operational_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.operational_subscribers
    ADD CONSTRAINT operational_subscribers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkey_handles
    ADD CONSTRAINT passkey_handles_handle_key UNIQUE (handle);
ALTER TABLE ONLY public.passkey_handles
    ADD CONSTRAINT passkey_handles_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_email_key_key UNIQUE (email_key);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people_receivers
    ADD CONSTRAINT people_receivers_pkey PRIMARY KEY (person_id, receiver_id);
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
    ADD CONSTRAINT sessions_of_people_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.shards
    ADD CONSTRAINT shards_pkey PRIMARY KEY (shard);
ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_of_people_pkey PRIMARY KEY (hash);
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
ALTER TABLE ONLY public.used_challenges
    ADD CONSTRAINT used_challenges_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.watch_list
    ADD CONSTRAINT watch_list_pkey PRIMARY KEY (key);
CREATE INDEX activity_action ON public.activity USING btree (action, id);
CREATE INDEX activity_actor ON public.activity USING btree (actor, id);
CREATE INDEX activity_age ON public.activity USING btree (at);
CREATE INDEX activity_person ON public.activity USING btree (person_id, id) WHERE (person_id IS NOT NULL);
CREATE INDEX activity_subject ON public.activity USING btree (subject, id);
CREATE INDEX alert_announcements_incident ON public.alert_announcements USING btree (incident_id);
CREATE INDEX alert_announcements_unfinished ON public.alert_announcements USING btree (channel_id, incident_id) WHERE (closed_at IS NULL);
CREATE INDEX alert_incidents_ended ON public.alert_incidents USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX alert_incidents_open ON public.alert_incidents USING btree (rule, subject) WHERE (ended_at IS NULL);
CREATE INDEX alert_incidents_opened ON public.alert_incidents USING btree (opened_at, id);
CREATE INDEX alert_incidents_subject ON public.alert_incidents USING btree (rule, subject, opened_at);
CREATE INDEX alert_messages_age ON public.alert_messages USING btree (created_at, id);
CREATE INDEX alert_messages_pending ON public.alert_messages USING btree (next_attempt_at, id) WHERE (state = 'pending'::text);
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
CREATE INDEX identities_person ON public.identities USING btree (person_id);
CREATE INDEX imports_age ON public.imports USING btree (asked_at);
CREATE INDEX imports_content ON public.imports USING btree (content_hash, id);
CREATE INDEX imports_ended ON public.imports USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX imports_moving ON public.imports USING btree (state, id) WHERE (state = ANY (ARRAY['checking'::text, 'checked'::text, 'running'::text, 'undoing'::text]));
CREATE INDEX linked_images_due ON public.linked_images USING btree (host, due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX linked_images_key ON public.linked_images USING btree (key);
CREATE INDEX merges_at ON public.merges USING btree (merged_at);
CREATE INDEX openid_attempts_age ON public.openid_attempts USING btree (created_at);
CREATE INDEX operational_deliveries_due ON public.operational_deliveries USING btree (subscriber_id, next_attempt_at) WHERE (state = 'waiting'::text);
CREATE INDEX operational_deliveries_event ON public.operational_deliveries USING btree (event_id);
CREATE INDEX operational_events_at ON public.operational_events USING btree (at);
CREATE INDEX passkeys_person ON public.passkeys USING btree (person_id, id);
CREATE INDEX people_receivers_receiver ON public.people_receivers USING btree (receiver_id);
CREATE INDEX people_role ON public.people USING btree (role, id) WHERE (deactivated_at IS NULL);
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
CREATE INDEX sessions_person ON public.sessions USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX sessions_token ON public.sessions USING btree (token_id) WHERE (token_id IS NOT NULL);
CREATE INDEX sign_in_links_age ON public.sign_in_links USING btree (expires_at);
CREATE INDEX sign_in_links_person ON public.sign_in_links USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX tallies_age ON public.tallies USING btree (hour_at);
CREATE INDEX tokens_created_by ON public.tokens USING btree (created_by);
CREATE INDEX tokens_link_created_by ON public.tokens USING btree (link_created_by);
CREATE INDEX tokens_person ON public.tokens USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX tombstones_age ON public.tombstones USING btree (deleted_at, plant_id);
CREATE INDEX used_challenges_age ON public.used_challenges USING btree (used_at);
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
	(1, 1777624140100000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_016qk918jb3a5', '', '\x3f83b97efbdff9c2c5142534f3d0bd0be4d26e1d076168bd16afb44efe052970', NULL),
	(2, 1777624140400000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'deletePlant', '1', '', '\x931e4b82993d0bc2eaa85736c475ccf42d72a19dfe94a80331620f2b1605bd2b', NULL),
	(3, 1780302540800000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'addDraft', '5', '', '\x32d4c752373ee3cfc747d1cbdf11818fc1d0fa45424538e14331e28168315606', NULL),
	(4, 1780302541000000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'archivePlant', '6', '', '\xee5af361a54a6a0ca353d35ec9062d3d835fe3475d4c880e922d5449f23fb479', NULL),
	(5, 1780302541500000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'rotateSecret', 'rcv_016qk918jb3a5', '', '\x80d9fb4f089f6ca06b226d038f7420b5699c9b643a040e625e9d0180e9a3510b', NULL),
	(6, 1780302541600000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'askForReplay', 'rcv_016qk918jb3a5', 'rpl_01kt14sws0mc86d319mxbx594n: events 3 to 5, all', '\xe595d9c8b5197831f76ab4e396d72b4f81683404dc6aeb8cc3da2caf049feaf3', NULL),
	(7, 1780302541700000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gpwjbghkwgc', '', '\xd16a639e87cf98531ee91409107b55265ed0f06a4761efeddd5519bdfcf44c3e', NULL),
	(8, 1780302541800000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createToken', 'tok_01kt14swz87am6pedrqn1zhfyw', 'deliveries:read', '\x73e0dd57645a8e68689fadaa1a4f4045234b76430a53610c3509b7c2ad7cbde3', NULL),
	(9, 1780302541900000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gpwjc9j042m', '', '\xc142334b44a7d9e622b69f2fa66b6b9bdb4ed0bfea40b535f198ecc77e880967', NULL),
	(10, 1780302543456000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gpwjc9j042m', '', '\x3a22df07771d6a22cd6aa94e362d5fd4a316cd5f93c56185d2e94a18f9535852', NULL),
	(11, 1780306143556000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'resumeReceiver', 'rcv_01gpwjc9j042m', '', '\xcb5ca88b4e46e35b44f976276e8879c53983926a7db02c8c586ef21d1a86f665', NULL),
	(12, 1780306143818000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gpwjc9j042m', '', '\x44451dce2248c0fb6a25eb1748113ae3307e3c912d50a8bef8d131558112fc1d', NULL),
	(13, 1780309743918000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'resumeReceiver', 'rcv_01gpwjc9j042m', '', '\x81bea1cd7316fcdd7ec0161a09a623440f5d3f392eca9c746b3a62a458db04b3', NULL),
	(14, 1780309744168000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gpwjc9j042m', '', '\x1b8e664afff4c72a6a70b740500b55e3cd0bb6584ec0bafc6b6c3fa207046b87', NULL),
	(15, 1780313344268000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'resumeReceiver', 'rcv_01gpwjc9j042m', '', '\xbdd369a1d293cab2dac44f6acfd0a7d9ded3d715d61d3c4d051f47a490e6ba49', NULL),
	(16, 1780313344518000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'askForReplay', 'rcv_01gpwjc9j042m', 'rpl_01kt1f3jg6xyczceag4r90qt0w: events 2 to 5, all', '\xe26a62ce0f7f47c1f27946cbd2677d1f45b152232bd0678cb8249dde99116c87', NULL),
	(17, 1780313344724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5s2tj9fpe', '', '\xe6637085d578cf93044d7fae0124cd36abef853b8327b4581aa37cebf3202f35', NULL),
	(18, 1780313344824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'cancelDelivery', '5/rcv_01gr5s2tj9fpe', '', '\x09c085bcaa8d356b6f374d92d1ed09294b2cdd6f0ba1348a6d9284d78dd92124', NULL),
	(19, 1780313344924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5s3kje56h', '', '\x154549f0afc996c24677480965d5d221c035fcd5499bb9abfb5e3eca5d00dc5c', NULL),
	(20, 1780313345024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5s3kje56h', 'deadline_s, max_rate', '\xefc0755c97798f90e382b6686d039fbd977e726e2b2700e859b3e7cdbf13c7ac', NULL),
	(21, 1780313345124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5s4cg94rr', '', '\x57f526775220340bd6ac492ef7696f4474df44129a5845ab8657b294a2e6dd65', NULL),
	(22, 1780313345224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5s4s09xwr', '', '\xe001892cb0a34853ee3d3047ed6cb3864d0c71cdc2c3784ae48da31bfd57975f', NULL),
	(23, 1780313345324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5s55jnjgp', '', '\xf415aec64940c26305e79bc2921e49f1a4a19e24eba9005b3a6c5887dc0f3811', NULL),
	(24, 1780313345424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gr5s55jnjgp', '', '\x67f0be5af3e964cad8bd30488a1d178d3a03ed329a1776814a7123ec31e79021', NULL),
	(25, 1780313345524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5s5yk54b7', '', '\x4762715cd93a4c62c279c6fe32872d7ab2713a8b563154aab7932a404d1c8b23', NULL),
	(26, 1780313345524000, 'store', 'Plant Store', 'disableReceiver', 'rcv_01gr5s5yk54b7', 'gone: it answered 410, which asks us to stop', '\x74ef33a6c7c6fa844a832e3fcfa77cfca55f1ea132ae50aed1a0d1df3f6fa6db', NULL),
	(27, 1780313345624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5s6b2nfk7', '', '\xd29edd4f32c9c91ae75716b4c42b456fa6f3246bce58694d85d3779078b6f759', NULL),
	(28, 1780313345724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'askForReplay', 'rcv_01gr5s6b2nfk7', 'rpl_01kt1f3knw74n5ws8hn6fd84n6: events 1 to 8, all', '\xc18a8f04b6537156da13cc90b7fa93bee54c94c369bb87e25d44c0890103a9dd', NULL),
	(29, 1780313346224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'retryDelivery', '6/rcv_01gr5s2tj9fpe', '', '\x26d1446b89312186832d674e98be18e6a421d51936cb880df935fbe034567b9f', NULL),
	(30, 1780313346324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'cancelDelivery', '9/rcv_01gr5s55jnjgp', '', '\x5647030348a35d96ed3dcf183154cd996dc0c2eb98358b958d70232c5910ac8c', NULL),
	(31, 1780313346424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'resumeReceiver', 'rcv_01gr5s6b2nfk7', 'cancelled 2 deliveries', '\x1e87e77602b49d033c7a2722e2d0505fbf92990a0a9d512568aa8f0232f1e84d', NULL),
	(32, 1780313346524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'removeReceiver', 'rcv_01gr5s4s09xwr', 'cancelled 3 deliveries', '\x88b139484df2261824e52c9051e142b81be2cb0be443b0c21822200594fc3281', NULL),
	(33, 1780313346824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3mr8em8yj4k0kp6vvqtv', 'with bad rows', '\xfed957dca8dd0ce7304b51b6a69068747b725fa1836097ae15c528e691139fca', NULL),
	(34, 1780313346924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3mr8em8yj4k0kp6vvqtv', '', '\x4773934a4c4951b59b52b64101877a002ce5af478382569ec12fc31ae110c981', NULL),
	(35, 1780313347024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3myghfrwckkbkxqhger0', 'not wanted', '\xa8ad9a38ead879cd4a6e57ec4b85414c03131a5bc9a86dcccfb73caa5c7e4655', NULL),
	(36, 1780313347124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'cancelImport', 'imp_01kt1f3myghfrwckkbkxqhger0', '', '\x000fe139cb654e34da90e62c398e738451f428716d8cc0dbdd23483a8c84ef05', NULL),
	(37, 1780313347224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3n4r94w96v7dj4x9kcny', 'by mistake', '\x2671c27bbb2489543f9f87524eb5a8511647bb3b150c19265370c4ff7ec6194d', NULL),
	(38, 1780313347324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3n4r94w96v7dj4x9kcny', '', '\xb4fe7d4aba5ac4e411d9f34cd6acd2d455f653f40ef804e1ad37a9268e34d86a', NULL),
	(39, 1780313347624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoImport', 'imp_01kt1f3n4r94w96v7dj4x9kcny', '', '\x11d344204411c4efbee3f16181ebc75f62b0edf5ce71b966eb7c73d56d383788', NULL),
	(40, 1780313348024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'mergePlants', '17', 'plant 18, took description', '\x14d5f87d0210362a942f6c625282bc77624cff96b9bc99ce665d7788409188c0', NULL),
	(41, 1780313348324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'dismissDuplicates', '19', 'plants 19, 20', '\xef0f9f22c7f6de9469164858da9c7fd30b5ef676965acb559b5fa50255692a5e', NULL),
	(42, 1780313348624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putWatchList', '', '2 names', '\x144d177dc8babf82241caadd1d8e762eaa481952639a4493362e47c85597aebf', NULL),
	(43, 1780313348724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3pkm2s9t52z5k7j6ttx3', 'costs', '\x7419674abbaf727059637be16f9e3a0532b54a878be9355a62978c3ea2bef892', NULL),
	(44, 1780313348824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3pkm2s9t52z5k7j6ttx3', '', '\xa818c152cfe35a516f9512a735803074795aca469f54f14441289216bb922892', NULL),
	(45, 1780313348924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3psw7m3h3jprrh7dtc2h', 'new costs', '\x381512d306fb1fe6d81828cf5ebc8676a9713185e9aa6fa4d41160ce384e34ea', NULL),
	(46, 1780313349024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3psw7m3h3jprrh7dtc2h', '', '\x2e8838a7769badd1f8084ee479b681ffeee6b69711d36729429935c7e766e505', NULL),
	(47, 1780313349324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoImport', 'imp_01kt1f3psw7m3h3jprrh7dtc2h', '', '\x0aec441ee60c5a870373298703dc17b52b3b0f48e62fb5c074f5dc67dfc208ad', NULL),
	(48, 1780313349924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'addDraft', '25', '', '\x2cc0328566e1cf543ab3c774f309b38bdaf4497ba829b5d1bc59fc1aed5945bc', NULL),
	(49, 1780313351024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'addPlantView', 'viw_01kt1f3rvgzy485mqknrqx71d4', 'Dear roses', '\x82a8b56c751f70d222dc9d6c3c37fa62a8bb13fcbcb5fdc2e3d62ff7fdb3d085', NULL),
	(50, 1780313351124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'addPlantView', 'viw_01kt1f3rymyqemf0x9c5cqbwx9', 'From Zuid', '\x12585d445b5d2d90ced0765893ba1c1be78899e88c6d5cedc9d10e8907f94411', NULL),
	(51, 1780313351524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmBulkEdit', 'blk_01kt1f3s8071hk7q4qk7yjzcmg', 'price +10 %: 2 plants', '\x06a99cbd9239a8c08cebf06a7d4dacdb3debdeca7d499d4a6c53ab30dd5362d7', NULL),
	(52, 1780313351724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoBulkEdit', 'blk_01kt1f3s8071hk7q4qk7yjzcmg', 'price +10 %: 2 plants', '\xa5d113bc0d732bf125078dc56379eeff01f1ef785d1223a60ef194b2fd084ae4', NULL),
	(53, 1780313352124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmBulkEdit', 'blk_01kt1f3str8m6t1g2x5a6f96tf', 'price +10 %: 2 plants', '\x0cd8c88bc9314a42213e1f298e3fa1a5c0b5438e0dada6d5e942e9672361f9f8', NULL),
	(54, 1780313353024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmBulkEdit', 'blk_01kt1f3tkrqzv3ahtmnnafktv2', 'price -10 %: 3 plants', '\xfe9f260b3397aa9587b310fb087a8b91c90ff6de5ddaf189b2f33d2cd7d84df0', NULL),
	(55, 1780313353424000, 'store', 'Plant Store', 'makeFirstOperator', 'per_01kt1f3v6g3yy17gw83np7jkmr', 'Owner', '\xe70380e57849669b7b228dccd710b79b2478c2cb1608b054a7fa65078fca1203', NULL),
	(56, 1780313353524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f3v9mzhpjtsmkvcr9bee6', 'Second operator, operator', '\x4551ec7b4b35776867b4ba655816830c5c1fa9a91adab41ffd33cc4f26e54d93', NULL),
	(57, 1780313353624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f3vcr1emdp4bm4w2fhaz2', 'Staff, staff', '\x7f18cbb1896686661fad3d4ea27243a57dad8b8edb6bf8e8e1f7e50033e084f9', NULL),
	(58, 1780313353724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f3vfwmsvbzq44evh8xw5d', 'Invited, staff', '\x4b7c6388fe6434a77e9afe9ec9214b659367f982c6973769dbce3a91993f3e58', NULL),
	(59, 1780313353824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f3vk0j77q6sgp6apcy5rx', 'Integrator, integrator', '\x93cc906b456390896f6cbd0bf983b5ac91f2174ec3ab58a730b0769a2b00707b', NULL),
	(60, 1780313353924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f3vp4n9c57nkybrw6w7e9', 'Gone, operator', '\x48778249f1f3f6c1b32ee3174a90b0e54fdcf5a9f97260c2af473394e2ee6ed1', NULL),
	(61, 1780313354024000, 'per_01kt1f3vcr1emdp4bm4w2fhaz2', 'Staff', 'signIn', 'per_01kt1f3vcr1emdp4bm4w2fhaz2', 'by link', '\xab2f4c89bb0f42a9ad223afa904b2725fb3503e67bc0d0cdcbe82e5c9b1b3013', 'per_01kt1f3vcr1emdp4bm4w2fhaz2'),
	(62, 1780313354124000, 'per_01kt1f3vk0j77q6sgp6apcy5rx', 'Integrator', 'signIn', 'per_01kt1f3vk0j77q6sgp6apcy5rx', 'by link', '\x402dfcf9c4979134926a3be887a29dadb87ae1ed901f2f14d74de84250eda802', 'per_01kt1f3vk0j77q6sgp6apcy5rx'),
	(63, 1780313354224000, 'per_01kt1f3vp4n9c57nkybrw6w7e9', 'Gone', 'signIn', 'per_01kt1f3vp4n9c57nkybrw6w7e9', 'by link', '\xcbbe3f544e0e23fc601c4b38a0b0a9fc8bd326e774bee5d4f24a415fe99f21b8', 'per_01kt1f3vp4n9c57nkybrw6w7e9'),
	(64, 1780313354324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makePersonLink', 'per_01kt1f3v9mzhpjtsmkvcr9bee6', 'recovery for Second operator', '\x664037c59a584fa24cb19be210dc77ec08e54df4239a54c4476a4df90f13c015', NULL),
	(65, 1780313354424000, 'per_01kt1f3v6g3yy17gw83np7jkmr', 'Owner', 'addPasskey', 'per_01kt1f3v6g3yy17gw83np7jkmr', 'Phone', '\xb3791dc107675920f6e99174cc0e49c3318229a9a6a5329e14e677510a57e5bd', 'per_01kt1f3v6g3yy17gw83np7jkmr'),
	(66, 1780313354524000, 'per_01kt1f3v6g3yy17gw83np7jkmr', 'Owner', 'addPasskey', 'per_01kt1f3v6g3yy17gw83np7jkmr', 'Copied key', '\x98d0fb94a761aaa6b8a58fe66c7a82d9d2c567a7b32e7057f7f7a28fba8eeeb3', 'per_01kt1f3v6g3yy17gw83np7jkmr'),
	(67, 1780313354824000, 'per_01kt1f3v6g3yy17gw83np7jkmr', 'Owner', 'refusePasskey', 'per_01kt1f3v6g3yy17gw83np7jkmr', 'Copied key: counter 8 after 9', '\xc2e45dc68e4e8100b207337edddfc2331b886b1c63ae035c169c4944d26fc7f4', 'per_01kt1f3v6g3yy17gw83np7jkmr'),
	(68, 1780313355324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'deactivatePerson', 'per_01kt1f3vp4n9c57nkybrw6w7e9', 'Gone', '\xfb794a4981211de6ac9f6b49448f7f198a9aa242929e5520487c147df696314a', NULL),
	(69, 1780313355424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createOperationalWebhook', 'ops_01kt1f3x50n3q1dmp4cec36jeh', 'receiver.disabled, receiver.recovered, delivery.exhausted, import.completed', '\x55e7f787b9454c6876de105340cfdc0725b932f3ff68712bacf1e8a621de8960', NULL),
	(70, 1780313355524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createOperationalWebhook', 'ops_01kt1f3x8419tycrgb65est29y', 'receiver.disabled', '\x6b4adf0e2f2d853a07261831c15c1d38611cf4e05faa38cda544d3b4a4ffef0e', NULL),
	(71, 1780313356224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3xy0f5y34tw1xapxy06r', 'new', '\xeb6ef33bcf50a85b9cc87043e92b93c85327a3123cf3f1fb3d28f6e522951ce6', NULL),
	(72, 1780313356324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3xy0f5y34tw1xapxy06r', '', '\x2c91a187fe5d2eb90b780ccd90d8648bda461006447740082d3abe65b3232e1a', NULL),
	(73, 1780313356424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeOperationalWebhook', 'ops_01kt1f3x8419tycrgb65est29y', 'enabled', '\x77e001dc799c5baf0d674a9d0b782bff25f1a6081824795f122f68d50abe3061', NULL),
	(74, 1780313356524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'rotateOperationalSecret', 'ops_01kt1f3x50n3q1dmp4cec36jeh', '', '\xf7f27d75552c894767786b5a07fe3a81eb260770a49d41a659d64ba4af4e223f', NULL),
	(75, 1780313356624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createAlertChannel', 'chn_01kt1f3yag9v2jvvvrrhjqkaft', 'webhook', '\x59dc183f0c37085ad2386ef8b26d9a2b4d93dc8a949f156e073133f705bac2bd', NULL),
	(76, 1780313356724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'rotateAlertChannelSecret', 'chn_01kt1f3yag9v2jvvvrrhjqkaft', '', '\xd78ec4ad4fc8c7b315df500acdffe53c079ab5626e4bf8908f0a018a21d4d2b7', NULL),
	(77, 1780313356824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createAlertChannel', 'chn_01kt1f3ygrspqbw0w4qxyakmtb', 'email', '\x833e12c7b651ed8b223e9bf13a25a50aad3d5f266e5c1f62d8d0e74266b4958b', NULL),
	(78, 1780313356924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createAlertChannel', 'chn_01kt1f3ykw3cqcybpg8q3syg5p', 'slack', '\xde97e7cd6fca848b4731a2f7503ec91d49e42340896350261c73cc2310f59a0f', NULL),
	(79, 1780313357024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertChannel', 'chn_01kt1f3ykw3cqcybpg8q3syg5p', 'enabled', '\x659932f6a88971715c7efa83ed7d9158583e4b94dab48ee4d0944c17026941f3', NULL),
	(80, 1780313357124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertRule', 'receiver_failing', 'channels, threshold', '\x72ca82281d5b263e4b4a55ef1fc6a37e9b713eb31ee326db2a39fcea6a7e884e', NULL),
	(81, 1780313357224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertRule', 'import_finished', 'channels', '\x352c3bb6931c32d1bde88dae2cacdc59e282bc2e6cc5f2b02371011ae779122b', NULL),
	(82, 1780313357324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertRule', 'audit', 'enabled', '\xc134990e6fa6feeac2888c44a07deae2ecad9f509762aecb3de2cb440ae90ec9', NULL),
	(83, 1780313477524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'acknowledgeAlert', 'inc_01kt1f7m6cazwgy4qsaec27wwp', 'No process delivers', '\xaedc6ff7a199d8be9711bc95b89537239fa1d8705c10a2660643ad7e8a170df3', NULL),
	(84, 1780313477624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'muteAlert', 'inc_01kt1f5skcskhdvwypcjbva41r', 'A delivery has been queued for too long: 2 h', '\x9b47f6ec940e0063e3aa7cc2e6f637bb760db93c3aebb5863f8b90514f208a63', NULL),
	(85, 1780313477924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putAlertQuietHours', 'store', '19:00 to 07:30', '\x2f6db50444c6a74218703d359408a10e84a35def3191ffc23097d44ce16af197', NULL),
	(86, 1780313478024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putAlertQuietHours', 'chn_01kt1f3yag9v2jvvvrrhjqkaft', '00:00 to 23:59', '\xc273d09424ea3a3d8a7c577071a371aaccb46a61dce0c24c6ef7ef33102b4412', NULL),
	(87, 1780313478124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putAlertQuietHours', 'per_01kt1f3v9mzhpjtsmkvcr9bee6', '12:00 to 12:30', '\x75a9d4c1e0bff0d3749cd18958956c588aa74d07906e8552d0ac0b85bf9e8c58', NULL),
	(88, 1780313478224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'noteBackup', '', '', '\x8a4883e8329b0e77516c985e3354cd499ce0dba3384b9e5b89c2e081d80f30eb', NULL),
	(89, 1780313478324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f7n5mf51e5vmwmakk1rqe', 'waiting', '\x553ae9c301b01340357011f25b6b39c2318950f34f4833292bf851c63bcdbe58', NULL),
	(90, 1780313478424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f7n8rf9pxse15w0a98zw2', 'wrong', '\x917ee1ff3efc30c37863298cd311d09f89be8d44e76c63cecf3e11820ef5f672', NULL),
	(91, 1780313478524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f7n8rf9pxse15w0a98zw2', '', '\x593502ace51c13501d37ec34d5c6f54aebe827bc6e64d1ee82eadf684d8285c7', NULL),
	(92, 1780313478624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f7nf0962xq6sjy1rgzmcb', 'half added', '\x9a3937868026ce914fda8a69d44bdda12012a736e036a60110cf6a80777b0ab4', NULL),
	(93, 1780313478924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoImport', 'imp_01kt1f7n8rf9pxse15w0a98zw2', '', '\x8f8e8c0b278b6c4d6ea8686ddfb524d3aa79e50d4bed7b6dbd32a6b5316863f1', NULL),
	(94, 1780313479024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f7nf0962xq6sjy1rgzmcb', '', '\x6779fef328af4d5f1492dee1e74e3d5274def5c6964ba09a000ddce911ec8cf0', NULL),
	(95, 1780313479224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by token', '\x9a4dcac0f577def552f3f0ba9302378cfba60b3d02cb4eb6d11db3c079fd3d15', NULL),
	(96, 1780313479324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by token', '\x9fe8bee7b706d64f7152640e49386e40de1fe0602c1be7ea410e9459bf9bad7a', NULL),
	(97, 1780313479424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by token', '\x2218f12f5a3d92a4d13c297e39122849e1bde3db863d0fd553f95b5bfc48608a', NULL),
	(98, 1780313479524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signOut', 'tok_01kqhafj70rnyqfe6pt82sg2t7', '', '\x8a19bb5301517f8841a65c500948709036b52f711556869f9ab9959bc6326f0f', NULL),
	(99, 1780314679624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70rnyqfe6pt82sg2t7', '\xb49de4a02e75169f1fd3e8d49b32e3bac9ec5b825552795e4d2e02f5a6ed72c3', NULL),
	(100, 1780314979824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createToken', 'tok_01kt1gnffgy0ka5mvtq9tbj1vx', 'plants:read', '\x61a76570195df4bf36a89d848423dc7af6ab41dcac2faa45620f6b315f3f0c0b', NULL),
	(101, 1780314979924000, 'tok_01kt1gnffgy0ka5mvtq9tbj1vx', 'Ada, at the till', 'signIn', 'tok_01kt1gnffgy0ka5mvtq9tbj1vx', 'by token', '\xa4e08588b459c0469d7a07089f5d84d3b55853d726e75b971ec6d0c7346b986c', NULL),
	(102, 1780314980024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70rnyqfe6pt82sg2t7', '\x51257ac53ab0106984318db90309949fdcac48aa0ec98f0711b2260ed6e61246', NULL),
	(103, 1780314980124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70rnyqfe6pt82sg2t7', '\xa3e3d308b2d92fffca2ebcb5d8a4f4bd16d30623189726f11c6cae7e9ea424d8', NULL),
	(104, 1780314980224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by link', '\xecd7833b53ffb2254e028ac840f2840476724e045d3ab3bf8d8a7e55bab05f69', NULL),
	(105, 1780314980324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'revokeToken', 'tok_01kt1gnffgy0ka5mvtq9tbj1vx', '', '\x78f2b2de64d7bc0e3d802ef33a0ae5f51c62bdcc378aed08c1c6b544e115c8df', NULL);
INSERT INTO public.alert_announcements VALUES
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'inc_01kt1f5skc1e9dc20v34d6dvy6', 1780313477324000, 0, 1780317077324000, NULL),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'inc_01kt1f5skcgpvbpsanbq3t0z5a', 1780313477324000, 0, NULL, 1780313477324000),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'inc_01kt1f5skchht0nxqqamth739f', 1780313477324000, 0, 1780317077324000, NULL),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'inc_01kt1f5skcm6gaq95qengbr8vx', 1780313477324000, 0, 1780317077324000, NULL),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'inc_01kt1f5skcskhdvwypcjbva41r', 1780313477324000, 0, 1780317077324000, NULL),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'inc_01kt1f7m6cazwgy4qsaec27wwp', 1780313477324000, 0, 1780317077324000, NULL),
	('chn_01kt1f3ygrspqbw0w4qxyakmtb', 'inc_01kt1f5skc1e9dc20v34d6dvy6', 1780313477324000, 0, 1780317077324000, NULL),
	('chn_01kt1f3ygrspqbw0w4qxyakmtb', 'inc_01kt1f5skchht0nxqqamth739f', 1780313477324000, 0, 1780317077324000, NULL),
	('chn_01kt1f3ygrspqbw0w4qxyakmtb', 'inc_01kt1f5skcm6gaq95qengbr8vx', 1780313477324000, 0, 1780317077324000, NULL),
	('chn_01kt1f3ygrspqbw0w4qxyakmtb', 'inc_01kt1f5skcskhdvwypcjbva41r', 1780313477324000, 0, 1780317077324000, NULL),
	('chn_01kt1f3ygrspqbw0w4qxyakmtb', 'inc_01kt1f7m6cazwgy4qsaec27wwp', 1780313477324000, 0, 1780317077324000, NULL);
INSERT INTO public.alert_channels VALUES
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'The webhook', 'webhook', '\x45ad1e4b08046380746bc4e5ca2b646f5a6bfaea691565e6ff674efb25dea2cd3c703cf9dee9bdb44d5601c1c66f87bae182d228de2de3e89c4253b85a716a911fb8e9315cdb6344dd7a41f1a6535987f35db54346c99e413674ff8d877fc20fa21bdb0a08c6d5bf5e081128343ef4392b681d912fa3cd75269564abd6e4bc708e918a21b4364a1dc47848465e3c68894893b1a6986bd90a35a42904133cc9c3cffa07c33ce68c92d402def2842db3a52494cfe7e72e36947b261f287d8c450c080aa4424d4a09077e813408a794000da79974320338969c296792066b30035efd0b0ae45e330291fecb47d13ee8bd6a041078c9cfd40b96d968781f5b42eb866a594392988f350d5d9bde538561da44ea78', 'http://127.0.0.1:1024/…', NULL, 2, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313356624000, 1780313356724000, NULL, 1780313477824000, 'retry', '127.0.0.1 answered 503.', 0, 1780313477824000),
	('chn_01kt1f3ygrspqbw0w4qxyakmtb', 'The email', 'email', '\x9c66b6c60ebbdab2807279e06ae700519643948c1dc82069509b1c0606b0f1d3545587d9a6556aed5423d91227fd8d3852e2b708b570502a1e22a625a36ec9094e', 'second@shop.example', 'per_01kt1f3v9mzhpjtsmkvcr9bee6', 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313356824000, 1780313356824000, NULL, 1780313477724000, 'accepted', '127.0.0.1 answered 204.', 0, NULL),
	('chn_01kt1f3ykw3cqcybpg8q3syg5p', 'The chat', 'slack', '\x9eadcfb6c73ba74811f093754fbf91d549c426b0b8f174a21ef8dd153b7203f3427136d25fd2cd4bef48866fb417e4dd2b88e084272fb44c96f19c19cbf9d4c13c29af755ea51a878948ccad0c15faa721b7', 'http://127.0.0.1:1024/…cdef', NULL, 2, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313356924000, 1780313357024000, 1780313357024000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.alert_incidents VALUES
	('inc_01kt1f5skc1e9dc20v34d6dvy6', 'receiver_disabled', 'rcv_01gr5s5yk54b7', 'marketplace', '{"reason":"gone","queued":13}', 1780313345524000, 1780313417324000, NULL, NULL, NULL, NULL, NULL),
	('inc_01kt1f5skcgpvbpsanbq3t0z5a', 'import_finished', 'imp_01kt1f3xy0f5y34tw1xapxy06r', 'new', '{"person_id":null,"added":1,"updated":0,"skipped":0,"bad":0,"error":""}', 1780313356324000, 1780313417324000, 1780313417324000, NULL, NULL, NULL, NULL),
	('inc_01kt1f5skchht0nxqqamth739f', 'receiver_failing', 'rcv_01gr5s4cg94rr', 'accounts', '{"queued":12,"cause":"The receiver is unavailable (503)."}', 1780313345124000, 1780313417324000, NULL, NULL, NULL, NULL, NULL),
	('inc_01kt1f5skcm6gaq95qengbr8vx', 'deliveries_exhausted', 'rcv_01gr5s2tj9fpe', 'label printer', '{"count":1}', 1780313417324000, 1780313417324000, NULL, NULL, NULL, NULL, NULL),
	('inc_01kt1f5skcskhdvwypcjbva41r', 'backlog_old', '', '', '{"receiver":"label printer"}', 1780302540500000, 1780313417324000, NULL, NULL, NULL, NULL, 1780320677624000),
	('inc_01kt1f7m6cazwgy4qsaec27wwp', 'no_dispatcher', '', '', '{}', 1780313417324000, 1780313477324000, NULL, 1780313477524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', NULL);
INSERT INTO public.alert_messages VALUES
	('msg_01kt1f7m6c3g6na5tg5fsqagpv', 'chn_01kt1f3ygrspqbw0w4qxyakmtb', 'alert.opened', '{"id":"msg_01kt1f7m6c3g6na5tg5fsqagpv","kind":"alert.opened","severity":"critical","title":"5 problems: A delivery has been queued for too long, and others","lines":["A delivery has been queued for too long. The oldest queued delivery is of 08:29, to label printer.","accounts is failing. The receiver is unavailable (503). Failing since 11:29. 12 deliveries are queued; none is lost.","marketplace is disabled. It responded 410. Nothing is sent to it until someone resumes it. 13 deliveries are queued; none is lost.","Deliveries to label printer were given up. 1 delivery failed in all attempts. Retry or cancel them.","No process delivers. Deliveries wait until a process whose role is all or dispatcher is started."],"created_at":1780313477324000,"link":"https://store.example/alerts","acknowledge_link":"","incident_ids":["inc_01kt1f5skcskhdvwypcjbva41r","inc_01kt1f5skchht0nxqqamth739f","inc_01kt1f5skc1e9dc20v34d6dvy6","inc_01kt1f5skcm6gaq95qengbr8vx","inc_01kt1f7m6cazwgy4qsaec27wwp"]}', 1780313477324000, 'sent', 1, NULL, NULL, 1780313477724000, '127.0.0.1 answered 204.'),
	('msg_01kt1f7m6cxd1yfseg807344sd', 'chn_01kt1f3yag9v2jvvvrrhjqkaft', 'alert.opened', '{"id":"msg_01kt1f7m6cxd1yfseg807344sd","kind":"alert.opened","severity":"critical","title":"6 problems: A delivery has been queued for too long, and others","lines":["A delivery has been queued for too long. The oldest queued delivery is of 08:29, to label printer.","accounts is failing. The receiver is unavailable (503). Failing since 11:29. 12 deliveries are queued; none is lost.","marketplace is disabled. It responded 410. Nothing is sent to it until someone resumes it. 13 deliveries are queued; none is lost.","Import finished: new. 1 plants added, 0 updated, 0 skipped, 0 rows with problems.","Deliveries to label printer were given up. 1 delivery failed in all attempts. Retry or cancel them.","No process delivers. Deliveries wait until a process whose role is all or dispatcher is started."],"created_at":1780313477324000,"link":"https://store.example/alerts","acknowledge_link":"","incident_ids":["inc_01kt1f5skcskhdvwypcjbva41r","inc_01kt1f5skchht0nxqqamth739f","inc_01kt1f5skc1e9dc20v34d6dvy6","inc_01kt1f5skcgpvbpsanbq3t0z5a","inc_01kt1f5skcm6gaq95qengbr8vx","inc_01kt1f7m6cazwgy4qsaec27wwp"]}', 1780313477324000, 'pending', 1, 1780313477824000, 'prc_01hzzzzzzz0000000000000000', NULL, '127.0.0.1 answered 503.');
INSERT INTO public.alert_pacing VALUES
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'backlog_old', 1780313477324000, 120),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'deliveries_exhausted', 1780313477324000, 120),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'import_finished', 1780313477324000, 120),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'no_dispatcher', 1780313477324000, 120),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'receiver_disabled', 1780313477324000, 120),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'receiver_failing', 1780313477324000, 120),
	('chn_01kt1f3ygrspqbw0w4qxyakmtb', 'backlog_old', 1780313477324000, 120),
	('chn_01kt1f3ygrspqbw0w4qxyakmtb', 'deliveries_exhausted', 1780313477324000, 120),
	('chn_01kt1f3ygrspqbw0w4qxyakmtb', 'no_dispatcher', 1780313477324000, 120),
	('chn_01kt1f3ygrspqbw0w4qxyakmtb', 'receiver_disabled', 1780313477324000, 120),
	('chn_01kt1f3ygrspqbw0w4qxyakmtb', 'receiver_failing', 1780313477324000, 120);
INSERT INTO public.alert_quiet_hours VALUES
	('', 1140, 450, 17, 1),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 0, 1439, 127, 0),
	('per_01kt1f3v9mzhpjtsmkvcr9bee6', 720, 750, 64, 1);
INSERT INTO public.alert_routes VALUES
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'import_finished', 1),
	('chn_01kt1f3yag9v2jvvvrrhjqkaft', 'receiver_failing', 1);
INSERT INTO public.alert_rules VALUES
	('audit', 0, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313357324000),
	('receiver_failing', 1, 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313357124000);
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
	(54848668460646400, 43614638338051397, 3, 2, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0mc86d319mxbx594n', NULL, 1780302541),
	(54848668460647424, 43614638338051397, 4, 2, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0mc86d319mxbx594n', NULL, 1780302541),
	(54848668460648448, 43614638338051397, 5, 2, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0mc86d319mxbx594n', NULL, 1780302541),
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
	(54893979199602688, 54848669721038932, 2, 2, 1780313344518000, 4000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6xyczceag4r90qt0w', NULL, 1780313344),
	(54893979249934336, 54848669721038932, 3, 3, 1780313344522000, 12000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6xyczceag4r90qt0w', NULL, 1780313344),
	(54893979375763456, 54848669721038932, 4, 2, 1780313344534000, 30000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6xyczceag4r90qt0w', NULL, 1780313344),
	(54893979627421696, 54848669721038932, 5, 2, 1780313344564000, 60000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6xyczceag4r90qt0w', NULL, 1780313344),
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
	(54893984241156096, 54893983824526951, 2, 2, 1780313345724000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3knw74n5ws8hn6fd84n6', NULL, 1780313345),
	(54893984660586496, 54893983824526951, 3, 2, 1780313345824000, 0, 'refused', 500, '127.0.0.1', NULL, 'rpl_01kt1f3knw74n5ws8hn6fd84n6', 'The receiver answered 500.', 1780313345),
	(54893985080016896, 54893983824526951, 4, 2, 1780313345924000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3knw74n5ws8hn6fd84n6', NULL, 1780313345);
INSERT INTO public.breakers VALUES
	(54893981724873496, 'open', NULL, 1780313345124000, 1780313351097969, 1, 0, 1780313345124000, NULL),
	(54893983405609319, 'disabled', 'gone', 1780313345524000, NULL, 0, 0, 1780313345524000, NULL);
INSERT INTO public.bulk_edit_batches VALUES
	('blk_01kt1f3t78yctg5nq8z60jyz3t', 0, '[[32,1],[33,1]]'),
	('blk_01kt1f3tkrqzv3ahtmnnafktv2', 1, '[[35,1]]'),
	('blk_01kt1f3tkrqzv3ahtmnnafktv2', 2, '[[36,1]]');
INSERT INTO public.bulk_edits VALUES
	('blk_01kt1f3s8071hk7q4qk7yjzcmg', 'undone', '{"ids":[28,29],"filter":null,"query":{}}', '{"price":{"percent":"10"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313351424000, 1780313351724000, '{"preview":[{"plant":28,"name":"Salvia undone 0","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]},{"plant":29,"name":"Salvia undone 1","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 1, 2, 0, '', 29, 1, '{"count":1,"public":1,"plants":[{"plant":28,"name":"Salvia undone 0","fields":["price"]}]}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', '', 1780313351524000, 1780313351524000),
	('blk_01kt1f3str8m6t1g2x5a6f96tf', 'done', '{"ids":[30,31],"filter":null,"query":{}}', '{"price":{"percent":"10"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313352024000, 1780313352124000, '{"preview":[{"plant":30,"name":"Salvia done 0","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]},{"plant":31,"name":"Salvia done 1","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 1, 2, 0, '', 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', '', 1780313352124000, 1780313352124000),
	('blk_01kt1f3t78yctg5nq8z60jyz3t', 'checked', '{"ids":[32,33],"filter":null,"query":{}}', '{"price":{"percent":"20"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313352424000, 1780313352424000, '{"preview":[{"plant":32,"name":"Salvia checked 0","sku":null,"changes":[{"field":"price","before":"5.00","after":"6.00"}]},{"plant":33,"name":"Salvia checked 1","sku":null,"changes":[{"field":"price","before":"5.00","after":"6.00"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 0, 0, 0, '', 0, 0, '', NULL, NULL, '', NULL, NULL),
	('blk_01kt1f3tkrqzv3ahtmnnafktv2', 'running', '{"ids":[34,35,36],"filter":null,"query":{}}', '{"price":{"percent":"-10"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313352824000, 1780313353124000, '{"preview":[{"plant":34,"name":"Salvia half done 0","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]},{"plant":35,"name":"Salvia half done 1","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]},{"plant":36,"name":"Salvia half done 2","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]}],"refused":[]}', 3, 0, 0, 0, 0, 3, 1, 1, 0, '', 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', '', 1780313353024000, NULL);
INSERT INTO public.events VALUES
	(1, 'evt_01kqhafjd8f89k1j7z7y36zm7k', 1, 1777624140200000, '\x', '\x'),
	(2, 'evt_01kqhafjgc3vznxs3mbge0rt0b', 2, 1777624140300000, '\x7b226964223a322c226e616d65223a224d6f6e737465726120275468616920436f6e7374656c6c6174696f6e27222c22746167223a2261726f6964222c22737461747573223a22616374697665222c22617661696c6162696c697479223a227072656f72646572222c22736b75223a224d4f4e2d3135222c226774696e223a2234303036333831333333393331222c22626f74616e6963616c5f6e616d65223a224d6f6e73746572612064656c6963696f736120275468616920436f6e7374656c6c6174696f6e27222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a224d6f6e7374657261222c2273706563696573223a2264656c6963696f7361222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a225468616920436f6e7374656c6c6174696f6e222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a2241726163656165222c22636f6d6d6f6e5f6e616d6573223a5b2253776973732063686565736520706c616e74222c22e7aa93e5ad94e893ace88eb1e89589225d2c226465736372697074696f6e223a2247726f777320736c6f776c792e5c6e4c696b6573206c696768742c20616e642061205c226d6f73735c2220706f6c653b20646f6e2774206f76657277617465722e222c2274616773223a5b22696e646f6f72222c2276617269656761746564225d2c22696d61676573223a5b7b2275726c223a2268747470733a2f2f73686f702e6578616d706c652f6d6f6e2d31352e6a7067222c22616c74223a2241206c656166227d5d2c227072696365223a223134392e3030222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a332c22617661696c61626c655f66726f6d223a22323032362d30392d3031222c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a222c22757064617465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a222c2261646465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a227d', '\x7b226964223a322c226e616d65223a224d6f6e737465726120275468616920436f6e7374656c6c6174696f6e27222c22746167223a2261726f6964227d'),
	(3, 'evt_01kt14svpm17qb0r83yqbpp3sm', 3, 1780302540500000, '\x7b226964223a332c226e616d65223a2249736fc3ab746573206c6163757374726973222c22746167223a2261717561746963222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a2249534f2d39222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a22372e3235222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a227d', '\x7b226964223a332c226e616d65223a2249736fc3ab746573206c6163757374726973222c22746167223a2261717561746963227d'),
	(4, 'evt_01kt14sw00pf16xaaygz95r2pv', 5, 1780302540800000, '\x7b226964223a352c226e616d65223a22416365722070616c6d6174756d222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3730305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3830305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3830305a227d', '\x7b226964223a352c226e616d65223a22416365722070616c6d6174756d227d'),
	(5, 'evt_01kt14sw345gq2sq2xdxzzqgg6', 6, 1780302540900000, '\x7b226964223a362c226e616d65223a22526f73612027506561636527222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a227d', '\x7b226964223a362c226e616d65223a22526f73612027506561636527227d'),
	(6, 'evt_01kt14swcgwf856f010s625ekn', 7, 1780302541200000, '\x7b226964223a372c226e616d65223a2254696c696120636f7264617461222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a227d', '\x7b226964223a372c226e616d65223a2254696c696120636f7264617461227d'),
	(7, 'evt_01kt14swfm1x2rgkdmx96rkknq', 8, 1780302541300000, '\x7b226964223a382c226e616d65223a2253616c697820616c6261222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a227d', '\x7b226964223a382c226e616d65223a2253616c697820616c6261227d'),
	(8, 'evt_01kt14swjrz6aqrfb04nx50ghh', 9, 1780302541400000, '\x7b226964223a392c226e616d65223a2246616775732073796c766174696361222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a227d', '\x7b226964223a392c226e616d65223a2246616775732073796c766174696361227d'),
	(9, 'evt_01kt1f3kz8kwp95z0aryak451d', 10, 1780313346024000, '\x7b226964223a31302c226e616d65223a225175657263757320726f627572222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3032345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3032345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3032345a227d', '\x7b226964223a31302c226e616d65223a225175657263757320726f627572227d'),
	(10, 'evt_01kt1f3m2cz9c6szzvaf430jbf', 11, 1780313346124000, '\x7b226964223a31312c226e616d65223a22426574756c612070656e64756c61222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3132345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3132345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3132345a227d', '\x7b226964223a31312c226e616d65223a22426574756c612070656e64756c61227d'),
	(11, 'evt_01kt1f3mj0m1khs5snjmryb098', 12, 1780313346624000, '\x7b226964223a31322c226e616d65223a22416365722063616d706573747265222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224143452d37222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2233302e3030222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3632345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3632345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3632345a227d', '\x7b226964223a31322c226e616d65223a22416365722063616d706573747265227d'),
	(12, 'evt_01kt1f3mvcyn0mcj43tc8spp57', 13, 1780313346924000, '\x7b226964223a31332c226e616d65223a2250696e7573206d75676f222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a2250494e2d31222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2231322e3530222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30362e3932345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30362e3932345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30362e3932345a227d', '\x7b226964223a31332c226e616d65223a2250696e7573206d75676f227d'),
	(13, 'evt_01kt1f3nmcxebtqegv0jvr2yb4', 17, 1780313347724000, '\x7b226964223a31372c226e616d65223a2248796472616e67656120454e444c4553532053554d4d45522035204c222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224859442d35222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a2248796472616e676561206d6163726f7068796c6c6120274261696c6d657227222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a2248796472616e676561222c2273706563696573223a226d6163726f7068796c6c61222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a224261696c6d6572222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2232342e3930222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a2235204c222c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a7b226c69676874223a5b227061727469616c5f7368616465225d2c227761746572223a2268696768222c2268617264696e6573735f726873223a224835222c2268617264696e6573735f75736461223a6e756c6c2c226865696768745f636d223a3135302c227370726561645f636d223a6e756c6c2c226c6966655f6379636c65223a6e756c6c2c22666f6c69616765223a6e756c6c2c22666c6f776572696e675f6d6f6e746873223a5b362c372c385d2c22746f7869636974795f70657473223a226861726d66756c222c22746f7869636974795f70656f706c65223a22756e6b6e6f776e222c22706f6c6c696e61746f725f667269656e646c79223a66616c73657d2c2265787465726e616c5f696473223a7b2277666f223a6e756c6c2c2269706e69223a6e756c6c2c2267626966223a2232393835393337222c226570706f223a224859454d41222c2276626e223a6e756c6c7d2c227472616465223a7b22706c616e745f70617373706f7274223a7b2261223a2248796472616e676561222c2262223a2247422d3030303031222c2263223a2232312d37222c2264223a224e4c227d2c226369746573223a224949227d2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30372e3732345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30372e3732345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30372e3732345a227d', '\x7b226964223a31372c226e616d65223a2248796472616e67656120454e444c4553532053554d4d45522035204c227d'),
	(14, 'evt_01kt1f3ntmy5adec4tfkbrax2j', 18, 1780313347924000, '\x7b226964223a31382c226e616d65223a22456e646c6573732053756d6d6572222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a2248796472616e676561206d6163726f7068796c6c6120274261696c6d657227222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a2248796472616e676561222c2273706563696573223a226d6163726f7068796c6c61222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a224261696c6d6572222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a22426c7565206f722070696e6b2e222c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a2235204c222c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30372e3932345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30372e3932345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30372e3932345a227d', '\x7b226964223a31382c226e616d65223a22456e646c6573732053756d6d6572227d'),
	(15, 'evt_01kt1f3qs4xpcrkv1pj2axvb5y', 25, 1780313349924000, '\x7b226964223a32352c226e616d65223a225061656f6e6961206c61637469666c6f7261222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b7b2275726c223a2268747470733a2f2f73746f72652e6578616d706c652f70686f746f732f306663796334747632316d3568726877653731336b7a7a3636357363737162782f66756c6c222c22616c74223a22496e20626f7468227d2c7b2275726c223a2268747470733a2f2f73746f72652e6578616d706c652f70686f746f732f627a676174616439733864327172396874786b783733676773783662733665302f66756c6c222c22616c74223a22496e20746865206576656e74227d5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a30392e3432345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a30392e3932345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a30392e3932345a227d', '\x7b226964223a32352c226e616d65223a225061656f6e6961206c61637469666c6f7261227d'),
	(16, 'evt_01kt1f7nvgwgf4s4jfevbwrq19', 39, 1780313479024000, '\x7b226964223a33392c226e616d65223a224a756e69706572757320636f6d6d756e6973222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224a554e2d31222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a33313a31392e3032345a222c22757064617465645f6174223a22323032362d30362d30315431313a33313a31392e3032345a222c2261646465645f6174223a22323032362d30362d30315431313a33313a31392e3032345a227d', '\x7b226964223a33392c226e616d65223a224a756e69706572757320636f6d6d756e6973227d'),
	(17, 'evt_01kt1f7nymsg962bext7tpqx30', 40, 1780313479124000, '\x7b226964223a34302c226e616d65223a22546178757320637573706964617461222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a225441582d32222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a33313a31392e3132345a222c22757064617465645f6174223a22323032362d30362d30315431313a33313a31392e3132345a222c2261646465645f6174223a22323032362d30362d30315431313a33313a31392e3132345a227d', '\x7b226964223a34302c226e616d65223a22546178757320637573706964617461227d');
INSERT INTO public.facts VALUES
	('alerts lease', '\x7072635f3031687a7a7a7a7a7a7a303030303030303030303030303030302031373830333135333432333234303030'),
	('alerts since', '\x31373830333133333533333234303030'),
	('attempts removed to', '\x32'),
	('key check', '\xd3704792b17e570850accb6d2b5c5fd32005c8b041771511c0fb3a8b1898ab643ee9e2f884af4bfa9ec7a5'),
	('last backup', '\x31373830333133343738323234303030'),
	('last slot', '\x31'),
	('linked images follow change', '\x3135373238363436');
INSERT INTO public.idempotency VALUES
	('tok_01kqhafj70rnyqfe6pt82sg2t7', 'autumn list, first try', '\x3d6dedb85c75a372edf9017e450c347d2ca501e4e13809935fc1c61744bcbdeb', '\x6643a02baa5dcedfd5141fd3c1271ee94241d0cd9cc5ec0766f92838f088d9a3f2776e13394afee5415d6c49520344243f170bb8dac140cf05cf46ebb0caba5dc4fbdc729363dfff0c1035a27e1cfe26ca520de94fafab12171ce33869e66e8e5f77bcf5d91cd555ea30b4eff77e2ba1f9691b6b2c603aa507086f3d85d6a7fa751757a74685007f14521ed7ad5b799a1ce33a7db0ffb55654ed43a5452784798b98a3efad4d39067fa9a86c806f7aecd8e043bb31253ba2c0a16c2aee9a4781af7cfd11b7603b32f0e3dc94e964de11e318703da1bbe318abdae804b852ff4efd0ba8e8d70e8a585ca454a6e3ad4fbe35608be88801e8252309a43b9115423cd081bc77636fb770a9f07fda11bf4d3fc98b7fe06cfb33ad97a632d649dcabcce20e1a6983c00464f274412f71f3b51862f70dff7c8ece476f2bd7d3481dabc6c6ce06a1457af3da08ee925fd2ffa749241dbf7bf2aa6ba41c8fd2dea83f745cf7670aab12f9fbafcbd34586015099db5d4277041d5a166b81bebe38e8a2df403742d9f2ece8528e9d20b9771c54ea348f23f8154ee2e12ef0e026ba36ecbf26c8589e53282a02ac4509bc117ecc6aea0ef5f9f0ec4bbed88e8d1294d2c625701f210eabb83c9f43d7d6d5b17016853f9b48d849f1b69714dba4c2a9b46f4fd6d578372867fe46ab2e1576bb8a61fd9c121fc31f18e06618174f1c53c032732609fde51988ab3fb0fd2d9f2efffeda0185a7bcbfcdd07b39e3bae71c8d9df6a84b68f334e3c3df71c4d600214725f2ba602c398c3163510be535af6c10a76c8fda4535afff17e16e0c5c01363dfc4a6a36027e5a33a1691166de11bd910812ca4ac243bf4880436bf4b9b252a22aea4e17fe6b14cd7f361172e7a45f60a1942620e11c0d5fc109ea91c584e26a46998dea6144445d92b63cc2255d11fa9e49fc1790eb01a469c28ba8f8bac0bc7ce4ba23623d476ef74af498b27c4db60dc0a7ccb702f3214685f30f5f511070603f8aa2ee2021d7efa0f4d6d3f499ffdb643d44eac049be4fec4bd83daef3477c0133e139d0c06099cb335356b7949c9dc522a49b2b09c369aa806e2a3633816bcce582277ca8a18b53c5592544b13ca4d1772d6c0ac9ce51d74e460a2f4d6e7ced53fe5c1e4e937d5e8dd9e7a9b7d1b55f3e47d684a14b5d8de76bbd556cf71939e80db1d682c5f44464d5553006d9d45912ee79127ffa16efd84c762d71b09ac31baa214c65d02800cbf343c60944dc063845b1f9818464655d1acbf08764f014b1d98d03810c149829c70537f031d7d9e26977694ffb1812e757b25e463f451b34a50010299729d17e59bc097d1b2107847f1faf2fb637cd7b380e708fb548ad7b6783569f5d08999efca28aba4767b0205e9f9a47201eb6622348869df375b46c695565f73e7dcff2a872bfc5cd2bec680af3cdad47f7ebef965e6bd25e01dd27cc8dfabbb37e922b4c9891906dc6738289c30a932476a2aa7b37ee72cf20d734ce4741706357a97c6b8da6c58582c6e73c969ad828f9f18c44f0d819b26d9507b76be23b571aaebd6feef1f382e5dd2bc33bb804199c11915f1e07d379255ca8222b1e1cd4b6e738e720e84573fbf2c938f603b426f6b098975a47938255cc14d5301e3e798dfccbd51fcf42210a3547dbd2af8e0ac393a7ec78abdfa3277a7cf8c7abcba60f898020db067b46b6dd18d8f1a6', 1780313478324000),
	('tok_01kqhafj70rnyqfe6pt82sg2t7', 'order 66, first try', '\xccf4afe28465998fa7d16a9e17287545435f55df5de822527410f5c4835d8970', '\xada2712aa246088ffc1afc70f652f7eeb3f278b4d3bc5af1931ff3e1673d1b7c94a5232df3eaa057649f45ee0ba6f13f8bfd94ce2386dc8ac2874c9fe43097e2afa16d3169f4d383c3394728f49de89c4c79da33be78e13f1c9b77f06ad2bd942308e6670e82b8f2a542f3a2967aa654f765342858367ad2ec0adb93733e76069025dd6b227638cfdd96970cacb2afb03f0a22265d9e88535c837cd7796a66620bc9879cf778af2f5682db0ed798efd30daeebc6c8403a1faf728a44c2e28e17a1807a0531074611259d5145348a9eb53b9315014f759646ecac39a137d19e009544b737d27af6368251201d3b7885f12d950abfaf3583f28791e595c650a3d27b4e497691e80ad04e21cedbc7fa2e35ac19647fc1bc478876f1dcf469f9f6d1cff488facf47a46903cca6118c6cf33c5d250d69e515f5e3657df7d37ea28184dc5a8ee1ae5ca89f8e8d33c8997ff7093c010cc155ee359b4d9fb98a820bdf81c2cfbc2fa6edb4d00f9e6434ae079d5990239242821a20a4005bd44b1ef108692ca5ee8358c73150a03a729161657b3e78807676d4711c9ba2ef107db4e6795fb34c28143928cbc1334db7556b345e95537cbadcc885842e90e33ef329378f3a0d3c4d7ddebe573545f46e79883a41e9c24712ed3bf3538fc5ed047944da7203a0ecbf6b7b1eac6c9b4e7a32dddf17b42bada3d765113a8379c5d82777d30322d3bdcb2acb21a45f7e2ac876c5c72092951db6a2f893c04e772e0520d68d1d61ca88be7881c51ed17e15dddca4e560a2f17f422569c1eb6dd7554f809675b25b5718fa407993de1cd81794848d9553bb2596281c2928429c5c36ab41e988ccb0b350719f5bdac4c63d10d067830d72ce0588e2bf8b152462174ec083985a77fe7cc0e564e92e7815bfd578bdf9040abcd08368a0cf4f3bd19f74f60e30eb385c7cc8567a8d1b862d25a836f21f54ac9d2f20af3c31fcdbc4f7b3a8963eea26f2aed01dc18aa955317cea169f734556a37ecc3527b0d80c73a4edd60dee92630e737b1ed0fd625f5e06ea13e2485fef8686809c5877f1ab45', 1780302540500000);
INSERT INTO public.identities VALUES
	('https://login.example', 'account 17', 'per_01kt1f3vcr1emdp4bm4w2fhaz2', 1780313355124000, 1780313355124000);
INSERT INTO public.import_mappings VALUES
	('420eca508251bee7be431d6d8042c9477963cb516cd6262c2aa053df100882a8', '{"cost": "EK", "name": "What", "sku": "Nr", "supplier": "From"}', 1780313348824000);
INSERT INTO public.import_ranges VALUES
	('imp_01kt1f3mr8em8yj4k0kp6vvqtv', 13, 14),
	('imp_01kt1f3n4r94w96v7dj4x9kcny', 15, 16),
	('imp_01kt1f3pkm2s9t52z5k7j6ttx3', 23, 24),
	('imp_01kt1f3xy0f5y34tw1xapxy06r', 37, 37),
	('imp_01kt1f7n8rf9pxse15w0a98zw2', 38, 38),
	('imp_01kt1f7nf0962xq6sjy1rgzmcb', 39, 39);
INSERT INTO public.imports VALUES
	('imp_01kt1f3mr8em8yj4k0kp6vvqtv', 'done', 'with bad rows', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'f1f88ba90865be1c8342c1c61069c202febd841848040d58aefbdfbac12884cd', 101, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["PIN-1","PIN-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Pinus mugo","Pinus cembra"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["12.50","POA"],"fields":["price"],"suggested":null},{"heading":"status","field":"status","samples":["active",""],"fields":["status"],"suggested":null}],"rows":3,"new":2,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":1,"ignored":0,"problems":[{"line":3,"heading":"price","value":"POA","detail":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"problem_groups":[{"heading":"price","detail":"“…” is not a price. Use a number such as 12.99 or leave it empty.","count":1,"lines":[3],"value":"POA","example":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"PIN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"12.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Pinus nigra","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"PIN-3","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":4,"original":{}}],"earlier":null,"currencies":[{"currency":"EUR","rows":1,"sources":{"store":1}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 1, 0, 0, 0, 1, 0, 502, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313346824000, 1780313346924000, 1780313346924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f3myghfrwckkbkxqhger0', 'cancelled', 'not wanted', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'd647839e65cba0c14a0b9fcf5d44c482bdde90ae4ac7f041574dd48ed5416431', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["LAR-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Larix decidua"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Larix decidua","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"LAR-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313347024000, NULL, 1780313347124000, NULL, NULL, 0, 0, ''),
	('imp_01kt1f3n4r94w96v7dj4x9kcny', 'undone', 'by mistake', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '3c55162eca9bba8f237b64c94ecb8086c39cb7e39a0fdac2e70a8ce565e67f04', 53, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["CED-1","CED-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Cedrus atlantica","Cedrus deodara"],"fields":["name"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Cedrus atlantica","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Cedrus deodara","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 0, 0, 0, 0, 0, 0, 503, 2, 0, 0, 16, 1, 1, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313347224000, 1780313347324000, 1780313347324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f3pkm2s9t52z5k7j6ttx3', 'done', 'costs', '{"map":{"sku":"Nr","name":"What","cost":"EK","supplier":"From"},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '40e36ef13995c1c56a3e273fc54773a95da9c9568395ddaa70c7f9a3622d51db', 83, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe rakaiensis","Hebe pinguifolia"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.10","1.90"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Noord","Noord"],"fields":["supplier"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Hebe rakaiensis","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"2.10"},{"name":"Hebe pinguifolia","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"1.90"}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 0, 0, 0, 0, 0, 0, 552, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313348724000, 1780313348824000, 1780313348824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f3psw7m3h3jprrh7dtc2h', 'undone', 'new costs', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'c3d7c308738e3bd949a4c98fa0a06d2144bfec14c19d465371c1203239f9169d', 82, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe albicans","Hebe ''Sutherlandii''"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.40","2.20"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Zuid","Zuid"],"fields":["supplier"],"suggested":null}],"rows":2,"new":0,"new_active":0,"changed":2,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"id":23,"name":"Hebe albicans","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.40","created_at":"2026-06-01T11:29:08.824Z","updated_at":"2026-06-01T11:29:08.824Z","added_at":null},{"id":24,"name":"Hebe ''Sutherlandii''","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-2","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.20","created_at":"2026-06-01T11:29:08.824Z","updated_at":"2026-06-01T11:29:08.824Z","added_at":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":1780313348824000,"year_question":"","year_choices":[],"options":""}', 0, 0, 2, 0, 0, 0, 0, 625, 0, 2, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313348924000, 1780313349024000, 1780313349024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 24, 2, '{"count":1,"public":0,"plants":[{"plant":24,"name":"Hebe ''Sutherlandii''","fields":["cost"]}]}'),
	('imp_01kt1f3xy0f5y34tw1xapxy06r', 'done', 'new', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'f75578fbde1a61ffb3b601fcdd313116c68a3692272cdd367a7b6509a1b8d004', 28, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["FIC-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Ficus lyrata"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Ficus lyrata","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"FIC-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 0, 0, 0, 0, 0, 0, 251, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313356224000, 1780313356324000, 1780313356324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f7n5mf51e5vmwmakk1rqe', 'checked', 'waiting', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '6cb5c6a65ba6d2b727b413fcbd36b60eddcc08a71be2b7e72c26e699d661c2d2', 79, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":";","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["ABI-1","pin-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Abies alba","Pinus mugo"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["9,90","13,50"],"fields":["price"],"suggested":null}],"rows":3,"new":1,"new_active":1,"changed":1,"present":1,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Abies alba","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"ABI-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"9.90","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":13,"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","sku":"PIN-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"13.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:06.924Z","updated_at":"2026-06-01T11:29:06.924Z","added_at":"2026-06-01T11:29:06.924Z"}],"preview_rows":[{"line":2,"original":{"price":"9,90"}},{"line":3,"original":{"price":"13,50"}}],"earlier":null,"currencies":[{"currency":"EUR","rows":2,"sources":{"store":2}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313478324000, NULL, NULL, NULL, NULL, 0, 0, ''),
	('imp_01kt1f7n8rf9pxse15w0a98zw2', 'undoing', 'wrong', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '66da60bb3d7f5259fdf4d022246aed37ee55dda5d59053ccaf021443d83e583a', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["THU-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Thuja plicata"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Thuja plicata","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"THU-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 0, 0, 0, 0, 0, 0, 252, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313478424000, 1780313478524000, 1780313478524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f7nf0962xq6sjy1rgzmcb', 'running', 'half added', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '51ee5f386fcc5be8837bf9a59712b0250a03f82bc817fecd758ccb57aa13c9c7', 604, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["JUN-1","TAX-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Juniperus communis","Taxus baccata"],"fields":["name"],"suggested":null}],"rows":503,"new":3,"new_active":3,"changed":1,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":499,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Juniperus communis","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"JUN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus baccata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus cuspidata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":12,"name":"Acer campestre ''Nanum''","tag":null,"status":"active","availability":"in_stock","sku":"ACE-7","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:06.624Z","updated_at":"2026-06-01T11:29:06.724Z","added_at":"2026-06-01T11:29:06.624Z"}],"preview_rows":[{"line":2,"original":{}},{"line":502,"original":{}},{"line":503,"original":{}},{"line":504,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 3, 3, 1, 0, 0, 0, 499, 257, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313478624000, 1780313479024000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f7nn887m927a7a0gy9th6', 'checking', 'half checked', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":false}', '26b36283e1e5ebac51cae33244cd83f64eaf581029e88d11df614c4ee0ad7b63', 29, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313478824000, NULL, NULL, NULL, NULL, 0, 0, '');
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
	(18, 17, 1, '{"description":"Blue or pink."}', 1780313348024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7');
INSERT INTO public.openid_attempts VALUES
	('\x7373737373737373737373737373737373737373737373737373737373737373', '\x6262626262626262626262626262626262626262626262626262626262626262', 1780313355224000, NULL, NULL, 1, '/plants', '');
INSERT INTO public.operational_deliveries VALUES
	('ops_01kt1f3x50n3q1dmp4cec36jeh', 'ope_01kt1f3xb8hkw1pevxx4ccn3hn', 'delivered', 1, 1780313355624000, 1780313355624000, 1780313355724000, 'accepted', 204, '', 1780313355724000),
	('ops_01kt1f3x50n3q1dmp4cec36jeh', 'ope_01kt1f3xhggcym7fddaw9tp4ca', 'given_up', 0, 1780313355824000, 1780313355824000, NULL, NULL, NULL, '', 1780313355924000),
	('ops_01kt1f3x50n3q1dmp4cec36jeh', 'ope_01kt1f3xqr57enc12yazqmwmym', 'waiting', 1, 1780313356024000, 1780313361124000, 1780313356124000, 'refused', 503, 'It responded 503.', NULL),
	('ops_01kt1f3x50n3q1dmp4cec36jeh', 'ope_01kt1f3y14dy2vm6se2v5jpqw2', 'waiting', 0, 1780313356324000, 1780313356324000, NULL, NULL, NULL, '', NULL),
	('ops_01kt1f3x50n3q1dmp4cec36jeh', 'ope_01kt1f7nbwsdyjs4h57n0vnc7z', 'waiting', 0, 1780313478524000, 1780313478524000, NULL, NULL, NULL, '', NULL),
	('ops_01kt1f3x8419tycrgb65est29y', 'ope_01kt1f3xb8hkw1pevxx4ccn3hn', 'waiting', 0, 1780313355624000, 1780313355624000, NULL, NULL, NULL, '', NULL),
	('ops_01kt1f3x8419tycrgb65est29y', 'ope_01kt1f3xhggcym7fddaw9tp4ca', 'waiting', 0, 1780313355824000, 1780313355824000, NULL, NULL, NULL, '', NULL),
	('ops_01kt1f3x8419tycrgb65est29y', 'ope_01kt1f3xqr57enc12yazqmwmym', 'waiting', 0, 1780313356024000, 1780313356024000, NULL, NULL, NULL, '', NULL);
INSERT INTO public.operational_events VALUES
	('ope_01kt1f3xb8hkw1pevxx4ccn3hn', 'receiver.disabled', 1780313355624000, '\x7b2274797065223a2272656365697665722e64697361626c6564222c2274696d657374616d70223a22323032362d30362d30315431313a32393a31352e3632345a222c2264617461223a7b227265636569766572223a7b226964223a227263765f30316770776a63396a3034326d222c226e616d65223a2267617264656e2063656e747265227d2c22726561736f6e223a22676f6e65222c2264657461696c223a22497420726573706f6e646564203431302e222c226661696c696e675f73696e6365223a22323032362d30362d30315431313a32393a31352e3632345a222c22717565756564223a377d7d'),
	('ope_01kt1f3xhggcym7fddaw9tp4ca', 'receiver.disabled', 1780313355824000, '\x7b2274797065223a2272656365697665722e64697361626c6564222c2274696d657374616d70223a22323032362d30362d30315431313a32393a31352e3832345a222c2264617461223a7b227265636569766572223a7b226964223a227263765f30316770776a63396a3034326d222c226e616d65223a2267617264656e2063656e747265227d2c22726561736f6e223a22676f6e65222c2264657461696c223a22497420726573706f6e646564203431302e222c226661696c696e675f73696e6365223a22323032362d30362d30315431313a32393a31352e3832345a222c22717565756564223a377d7d'),
	('ope_01kt1f3xqr57enc12yazqmwmym', 'receiver.disabled', 1780313356024000, '\x7b2274797065223a2272656365697665722e64697361626c6564222c2274696d657374616d70223a22323032362d30362d30315431313a32393a31362e3032345a222c2264617461223a7b227265636569766572223a7b226964223a227263765f30316770776a63396a3034326d222c226e616d65223a2267617264656e2063656e747265227d2c22726561736f6e223a22676f6e65222c2264657461696c223a22497420726573706f6e646564203431302e222c226661696c696e675f73696e6365223a22323032362d30362d30315431313a32393a31362e3032345a222c22717565756564223a377d7d'),
	('ope_01kt1f3y14dy2vm6se2v5jpqw2', 'import.completed', 1780313356324000, '\x7b2274797065223a22696d706f72742e636f6d706c65746564222c2274696d657374616d70223a22323032362d30362d30315431313a32393a31362e3332345a222c2264617461223a7b22696d706f7274223a7b226964223a22696d705f30316b7431663378793066357933347477317861707879303672222c226e616d65223a226e6577227d2c227374617465223a22646f6e65222c22626567616e5f6279223a7b226964223a22746f6b5f30316b716861666a3730726e7971666536707438327367327437222c226e616d65223a226f70657261746f72227d2c22636f6e6669726d65645f6279223a7b226964223a22746f6b5f30316b716861666a3730726e7971666536707438327367327437222c226e616d65223a226f70657261746f72227d2c22626567616e5f6174223a22323032362d30362d30315431313a32393a31362e3232345a222c22656e6465645f6174223a22323032362d30362d30315431313a32393a31362e3332345a222c22636f756e7473223a7b226e6577223a312c226368616e676564223a302c2270726573656e74223a302c22616c696b65223a302c22626164223a302c2269676e6f726564223a302c226164646564223a312c2275706461746564223a302c22736b6970706564223a307d2c226572726f72223a6e756c6c7d7d'),
	('ope_01kt1f7nbwsdyjs4h57n0vnc7z', 'import.completed', 1780313478524000, '\x7b2274797065223a22696d706f72742e636f6d706c65746564222c2274696d657374616d70223a22323032362d30362d30315431313a33313a31382e3532345a222c2264617461223a7b22696d706f7274223a7b226964223a22696d705f30316b743166376e3872663970787365313577306139387a7732222c226e616d65223a2277726f6e67227d2c227374617465223a22646f6e65222c22626567616e5f6279223a7b226964223a22746f6b5f30316b716861666a3730726e7971666536707438327367327437222c226e616d65223a226f70657261746f72227d2c22636f6e6669726d65645f6279223a7b226964223a22746f6b5f30316b716861666a3730726e7971666536707438327367327437222c226e616d65223a226f70657261746f72227d2c22626567616e5f6174223a22323032362d30362d30315431313a33313a31382e3432345a222c22656e6465645f6174223a22323032362d30362d30315431313a33313a31382e3532345a222c22636f756e7473223a7b226e6577223a312c226368616e676564223a302c2270726573656e74223a302c22616c696b65223a302c22626164223a302c2269676e6f726564223a302c226164646564223a312c2275706461746564223a302c22736b6970706564223a307d2c226572726f72223a6e756c6c7d7d');
INSERT INTO public.operational_subscribers VALUES
	('ops_01kt1f3x50n3q1dmp4cec36jeh', 'active', 'http://127.0.0.1:40011/operations', 'receiver.disabled receiver.recovered delivery.exhausted import.completed', 1, '\x4df2da3755c6f0dcc45eff83b053fac880fbeef651d5b78c1cdd91c7f40c9d25f9cdce5fcc0e076646600a086edb05eb6789a4e741e9f215093d5e1148caaf1570abf2bf803b5b86da138ea0d779b429', '\xfff143746d6fc82d26e101aa2725a63632935deb8226d72c4b9f6ac9b19cc21ffd88200b6ab52d849f77ca69894cdfc1daac013d44c912c2969a5aae9b7cbd7465deb00aabf083e77738cbbc7897', '\x10fe259943c34b7d4cd2a4af02ba30a1649d1d49740e1d442953a4ac7e022157bb707d765d6dfd3e071eac1c78c260ac6a4731942e17d7a6690a9fc3d85606e47a55c110277af12c942a2b4119af', 1780399757000000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313355424000, 1780313355424000, NULL, NULL, NULL),
	('ops_01kt1f3x8419tycrgb65est29y', 'turned off', 'http://127.0.0.1:1024/operations', 'receiver.disabled', 2, '\x145c2e9b89b37597e308c389cf9a2bd68881a087ad9306e2ccfda9abfaef2bd329b0888a31d336187b5763dc30a59d8e74948538fe714ef9e209e567991416105bdb56e9f4904f1cd56b977b1e3097d7', '\xcf6a5421fa164a12e45f24a80457cd8441db99a64bb915d49213c9d0bd0b6008ed1f6b321fe4ea7fdf349d7a771c0ff0ee4288b0aae020fc32fb78dc4600ea0fe0650953ccda06646ead5a4adff1', NULL, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313355524000, 1780313356424000, 1780313356424000, 'person', NULL);
INSERT INTO public.passkey_handles VALUES
	('per_01kt1f3v6g3yy17gw83np7jkmr', '\x392fd014ba78e6e9910ca8b2b60cb0b835223209998caa2067b68008104dcffd');
INSERT INTO public.passkeys VALUES
	('psk_01kt1f3w5rtyk9tbbb9cebnvns', 'per_01kt1f3v6g3yy17gw83np7jkmr', '\x63726564656e7469616c206f66207468652070686f6e65', '\x00000000000000000000000000000000001763726564656e7469616c206f66207468652070686f6e65a50102032620012158206a22a1c96f4c52c8012833a59f1a6b72aee644984cb84fffa3fd291a65e97ad22258201a4e8de3fdffcdadc87fc4d4e7db8c610a6b2f84929fbad1f4b2b5125898baef', 'store.example', 3, 'Phone', 1, 1780313354424000, 1780313354624000, NULL),
	('psk_01kt1f3w8w4066dgy1bfjra3tk', 'per_01kt1f3v6g3yy17gw83np7jkmr', '\x63726564656e7469616c206f662074686520636f70696564206b6579', '\x00000000000000000000000000000000001c63726564656e7469616c206f662074686520636f70696564206b6579a50102032620012158204a6f1de36e35b552dd24178d35f1cb38c92e375cb2460ba039c9a3c1258658c6225820652738ac517935534179567064b2ac5ea94568b79346127729b465179ca2825e', 'store.example', 9, 'Copied key', 0, 1780313354524000, 1780313354724000, 1780313354824000);
INSERT INTO public.people VALUES
	('per_01kt1f3v6g3yy17gw83np7jkmr', 'Owner', NULL, NULL, 'operator', 0, 1780313353424000, 'store', NULL, NULL),
	('per_01kt1f3v9mzhpjtsmkvcr9bee6', 'Second operator', 'Second@Shop.example', 'second@shop.example', 'operator', 0, 1780313353524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, NULL),
	('per_01kt1f3vcr1emdp4bm4w2fhaz2', 'Staff', 'staff@shop.example', 'staff@shop.example', 'staff', 0, 1780313353624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313354024000),
	('per_01kt1f3vfwmsvbzq44evh8xw5d', 'Invited', NULL, NULL, 'staff', 0, 1780313353724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, NULL),
	('per_01kt1f3vk0j77q6sgp6apcy5rx', 'Integrator', NULL, NULL, 'integrator', 1, 1780313353824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313354124000),
	('per_01kt1f3vp4n9c57nkybrw6w7e9', 'Gone', 'gone@shop.example', 'gone@shop.example', 'operator', 0, 1780313353924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313355324000, 1780313354224000);
INSERT INTO public.people_receivers VALUES
	('per_01kt1f3vk0j77q6sgp6apcy5rx', 54848669721038932);
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
	(37, 15728664),
	(38, 15728665);
INSERT INTO public.plant_creations VALUES
	(1, 1, 1777624140200000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(2, 2, 1777624140300000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(3, 3, 1780302540500000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(4, 4, 1780302540600000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(5, 5, 1780302540700000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(6, 6, 1780302540900000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(7, 7, 1780302541200000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(8, 8, 1780302541300000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(9, 9, 1780302541400000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(10, 10, 1780313346024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(11, 11, 1780313346124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(12, 12, 1780313346624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(13, 14, 1780313346924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3mr8em8yj4k0kp6vvqtv'),
	(15, 16, 1780313347324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3n4r94w96v7dj4x9kcny'),
	(17, 17, 1780313347724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(18, 18, 1780313347924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(19, 19, 1780313348124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(20, 20, 1780313348224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(21, 21, 1780313348424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(22, 22, 1780313348524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(23, 24, 1780313348824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3pkm2s9t52z5k7j6ttx3'),
	(25, 25, 1780313349424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(26, 26, 1780313350224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(27, 27, 1780313350324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(28, 28, 1780313351224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(29, 29, 1780313351324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(30, 30, 1780313351824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(31, 31, 1780313351924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(32, 32, 1780313352224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(33, 33, 1780313352324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(34, 34, 1780313352524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(35, 35, 1780313352624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(36, 36, 1780313352724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(37, 37, 1780313356324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3xy0f5y34tw1xapxy06r'),
	(38, 38, 1780313478524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f7n8rf9pxse15w0a98zw2'),
	(39, 39, 1780313479024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f7nf0962xq6sjy1rgzmcb'),
	(40, 40, 1780313479124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO public.plant_history VALUES
	(2, 2, 1780302541100000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"tag":["aroid",null],"stock_quantity":[3,2]}', NULL),
	(5, 2, 1780302540800000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["draft","active"]}', NULL),
	(6, 2, 1780302541000000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["active","archived"]}', NULL),
	(12, 2, 1780313346724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"name":["Acer campestre","Acer campestre ''Elsrijk''"],"price":["30.00",null],"currency":["EUR",null]}', NULL),
	(16, 2, 1780313347524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"tag":[null,"conifer"]}', NULL),
	(17, 2, 1780313347824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"price":["24.90","22.50"],"care.light":[["partial_shade"],null],"care.water":["high",null],"care.hardiness_rhs":["H5",null],"care.height_cm":[150,120],"care.flowering_months":[[6,7,8],null],"care.toxicity_pets":["harmful",null],"care.pollinator_friendly":[false,null]}', '{"supplier.name":["Bloem B.V.","Kwekerij Noord"],"supplier.code":["7012",null],"cost":["9.80","8.75"]}'),
	(17, 3, 1780313348024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"description":[null,"Blue or pink."]}', NULL),
	(18, 2, 1780313348024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["active","archived"],"merged_into":[null,17]}', NULL),
	(23, 2, 1780313349024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3psw7m3h3jprrh7dtc2h', '{"name":["Hebe rakaiensis","Hebe albicans"]}', '{"supplier.name":["Noord","Zuid"],"cost":["2.10","2.40"]}'),
	(23, 3, 1780313349324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undo', 'imp_01kt1f3psw7m3h3jprrh7dtc2h', '{"name":["Hebe albicans","Hebe rakaiensis"]}', '{"supplier.name":["Zuid","Noord"],"cost":["2.40","2.10"]}'),
	(24, 2, 1780313349024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3psw7m3h3jprrh7dtc2h', '{"name":["Hebe pinguifolia","Hebe ''Sutherlandii''"]}', '{"supplier.name":["Noord","Zuid"],"cost":["1.90","2.20"]}'),
	(24, 3, 1780313349224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, NULL, '{"cost":["2.20","2.30"]}'),
	(24, 4, 1780313349324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undo', 'imp_01kt1f3psw7m3h3jprrh7dtc2h', '{"name":["Hebe ''Sutherlandii''","Hebe pinguifolia"]}', '{"supplier.name":["Zuid","Noord"]}'),
	(25, 2, 1780313349524000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"}]]}', NULL),
	(25, 3, 1780313349624000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"}],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"}]]}', NULL),
	(25, 4, 1780313349724000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"}],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"},{"url":"/photos/wr59qxjppkeqe3mxxfraac7yrss4a22m/full","alt":"Unused"}]]}', NULL),
	(25, 5, 1780313349824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"images":[[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"},{"url":"/photos/wr59qxjppkeqe3mxxfraac7yrss4a22m/full","alt":"Unused"}],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"}]]}', NULL),
	(25, 6, 1780313349924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["draft","active"]}', NULL),
	(25, 7, 1780313350024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"images":[[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/bzgatad9s8d2qr9htxkx73ggsx6bs6e0/full","alt":"In the event"}],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"}]]}', NULL),
	(25, 8, 1780313350124000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"}],[{"url":"/photos/0fcyc4tv21m5hrhwe713kzz665scsqbx/full","alt":"In both"},{"url":"/photos/x41z1r200670kcnga0p10etqtnydpc71/full","alt":"Of two plants"}]]}', NULL),
	(27, 2, 1780313350524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"images":[[{"url":"https://images.example/gone.jpg","alt":null},{"url":"https://images.example/kept.jpg","alt":null},{"url":"https://images.example/refused.jpg","alt":null},{"url":"https://images.example/slow.jpg","alt":null}],[{"url":"https://images.example/kept.jpg","alt":null},{"url":"https://images.example/refused.jpg","alt":null},{"url":"https://images.example/slow.jpg","alt":null}]]}', NULL),
	(28, 2, 1780313351524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3s8071hk7q4qk7yjzcmg', '{"price":["8.00","8.80"]}', NULL),
	(28, 3, 1780313351624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"price":["8.80","7.50"]}', NULL),
	(29, 2, 1780313351524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3s8071hk7q4qk7yjzcmg', '{"price":["8.00","8.80"]}', NULL),
	(29, 3, 1780313351724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undo', 'blk_01kt1f3s8071hk7q4qk7yjzcmg', '{"price":["8.80","8.00"]}', NULL),
	(30, 2, 1780313352124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3str8m6t1g2x5a6f96tf', '{"price":["8.00","8.80"]}', NULL),
	(31, 2, 1780313352124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3str8m6t1g2x5a6f96tf', '{"price":["8.00","8.80"]}', NULL),
	(34, 2, 1780313353124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3tkrqzv3ahtmnnafktv2', '{"price":["10.00","9.00"]}', NULL),
	(35, 2, 1780313353224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"price":["10.00","7.50"]}', NULL);
INSERT INTO public.plant_linked_images VALUES
	(2, '5d8cd5f6290fc00f851e89ce254b6e8a9f1c6ca9c336b66396f5467d05b517d0'),
	(27, '193de1a86b8727af8ea408725d86545cd82f2a0080d8dd54977c7e92b7e30404'),
	(27, 'b1ddcd785e9ae098cc16079d84e6d3a8b5ff9cfcb545edd36ad2c2027be302ae'),
	(27, 'e1b2caf014d1b80fa6bdda4cde895a25da3066e1825ec5f87e3105b427d9f7eb');
INSERT INTO public.plant_views VALUES
	('viw_01kt1f3rvgzy485mqknrqx71d4', 'Dear roses', 'dear roses', '{"genus":"Rosa","price_from":"20","sort":"-price"}', 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313351024000, 1780313351024000),
	('viw_01kt1f3rymyqemf0x9c5cqbwx9', 'From Zuid', 'from zuid', '{"supplier":"Zuid"}', 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313351124000, 1780313351124000);
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
	('fic'),
	('ficus'),
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
	('lyrata'),
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
	(37, 'ficus lyrata fic 1', DEFAULT),
	(38, 'thuja plicata thu 1', DEFAULT),
	(39, 'juniperus communis jun 1', DEFAULT),
	(40, 'taxus cuspidata tax 2', DEFAULT);
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
	(37, 'draft', 'Ficus lyrata', NULL, 'FIC-1', 'fic-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313356324000, 1780313356324000, NULL, 1, NULL, NULL, NULL, NULL, 5607188397602458944, 1, NULL, 'ficus lyrata', NULL),
	(38, 'draft', 'Thuja plicata', NULL, 'THU-1', 'thu-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313478524000, 1780313478524000, NULL, 1, NULL, NULL, NULL, NULL, 1550471014029806912, 1, NULL, 'thuja plicata', NULL),
	(39, 'active', 'Juniperus communis', NULL, 'JUN-1', 'jun-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313479024000, 1780313479024000, 1780313479024000, 1, NULL, NULL, NULL, NULL, 113689681019358528, 1, NULL, 'juniperus communis', NULL),
	(40, 'active', 'Taxus cuspidata', NULL, 'TAX-2', 'tax-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313479124000, 1780313479124000, 1780313479124000, 1, NULL, NULL, NULL, NULL, 4626783826982030656, 1, NULL, 'taxus cuspidata', NULL);
INSERT INTO public.possible_duplicates VALUES
	(9050747601714289037);
INSERT INTO public.processes VALUES
	('prc_01hzzzzzzz0000000000000000', 1, 'dispatcher', 'plants-2', 4711, '0.9.0', '', 1777636800000000, 2000000, 41, 0);
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
	('rpl_01kt14sws0mc86d319mxbx594n', 43614638338051397, 3, 5, 'all', NULL, 'done', 5, 3, 3, 0, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780302541600000, 1780302541600000),
	('rpl_01kt1f3jg6xyczceag4r90qt0w', 54848669721038932, 2, 5, 'all', NULL, 'done', 5, 4, 4, 0, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313344518000, 1780313344624000),
	('rpl_01kt1f3knw74n5ws8hn6fd84n6', 54893983824526951, 1, 8, 'all', 10, 'running', 4, 7, 2, 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313345724000, NULL);
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
	(21, '0021_photos', 1777624140000000),
	(22, '0022_alerts', 1777624140000000),
	(23, '0023_operational_webhooks', 1777624140000000),
	(24, '0024_people', 1777624140000000),
	(25, '0025_passkeys', 1777624140000000),
	(26, '0026_openid', 1777624140000000),
	(27, '0027_activity_subject', 1777624140000000);
INSERT INTO public.sessions VALUES
	('\x237b83d20cc1bf0a404e67e8e1133995bff123030f31d9287c1c1bfdae6edc0d', NULL, 'per_01kt1f3vcr1emdp4bm4w2fhaz2', 1780313354024000, 1780313354024000, 1780313354024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'link', 'Firefox on Linux', 1, ''),
	('\x3a3b7ee4fd718e7dd1e9785703c2575da6c289b3ada8df074a84b68350cb210c', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313479224000, 1780313479224000, 1780313479224000, NULL, 'token', '', 0, ''),
	('\x73db1a6f40a07dcd55cd55f5e52a52d4fc313235fc801aafe5bd2971598d747f', NULL, 'per_01kt1f3vk0j77q6sgp6apcy5rx', 1780313354124000, 1780313354124000, 1780313354124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'link', 'Firefox on Linux', 0, ''),
	('\x8f2ad710e542b325a5c88fe64c7f94fcdf5cf21bc2d378296be44e9dba972af5', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313479324000, 1780313479324000, 1780314979724000, NULL, 'token', '', 0, ''),
	('\xa37221d1fa9dfb39efa809dd2a764ac37c46b1a9cf290e928b13c6c51230df86', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780314980224000, 1780314980224000, 1780314980224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'link', '', 0, ''),
	('\xead25c50403cdc5c0c374126fc3e3944f398a71026c64d615a3bf3c90df67b17', 'tok_01kt1gnffgy0ka5mvtq9tbj1vx', NULL, 1780314979924000, 1780314979924000, 1780314979924000, NULL, 'token', '', 0, '');
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
	('\x204bd2d4d58c6fe7acde1477fb3be4054c80b9e71cea30e9206aaeb2efec5d8f', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 'owner', 1780314679624000, 1780315279624000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\x38715ad07b791b49b8182f8d8873c6ceecfb67f6476ded66ff6e0b24c7d53e82', NULL, 'per_01kt1f3vk0j77q6sgp6apcy5rx', 'invitation', 1780313353824000, 1780918153824000, 1780313354124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\x644cf60e9b46a51ddfe1dcd3f91ba5608d0e68665f15dd054a91b45d1b28d4b3', NULL, 'per_01kt1f3vfwmsvbzq44evh8xw5d', 'invitation', 1780313353724000, 1780918153724000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\x6e0f018cae1e5b9c9d0533f57cc7ed8d040a9a4af3526aff1260d1200a79a28b', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 'owner', 1780314980124000, 1780315580124000, 1780314980224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\x96bcbbc6da24e0eb814f4d85fc14657546346c2d767be5ef3959b3fa05d2dd87', NULL, 'per_01kt1f3v9mzhpjtsmkvcr9bee6', 'recovery', 1780313354324000, 1780316954324000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\xd5f0f05f8aa8509d07f6a48a1f230b85a6b59c4c623cb6f0a8b07c2dbeda32d7', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 'owner', 1780314980024000, 1780315580024000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\xd62eb1aae5c779d42dd869000c0a96c43697b4dc94fd5cbe2637efeb1dba50f7', NULL, 'per_01kt1f3vp4n9c57nkybrw6w7e9', 'invitation', 1780313353924000, 1780918153924000, 1780313354224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\xebd1e86ba43a21c07643a1ae85cd760054b09d9e89e6db54598f9e3f495ee4a1', NULL, 'per_01kt1f3vcr1emdp4bm4w2fhaz2', 'invitation', 1780313353624000, 1780918153624000, 1780313354024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', '');
INSERT INTO public.skips VALUES
	(54848669721038932, 1, 1, 'retention', 1780302541900000),
	(54893980049260238, 1, 1, 'retention', 1780313344724000),
	(54893980888274129, 1, 1, 'retention', 1780313344924000),
	(54893981724873496, 1, 1, 'retention', 1780313345124000),
	(54893982144329624, 9, 10, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313346524000),
	(54893982566238742, 1, 1, 'retention', 1780313345324000),
	(54893982566238742, 9, 9, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313346324000),
	(54893983405609319, 1, 1, 'retention', 1780313345524000),
	(54893983824526951, 1, 1, 'retention', 1780313345624000),
	(54893983824526951, 9, 10, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313346424000);
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
	('tok_01kqhafj70rnyqfe6pt82sg2t7', '\xd70504518517573e3bfe936ab006c853ec0178388fc975da2da960c7d08794c0', 'operator', 'costs:read deliveries:read deliveries:write events:read operations:read people:write plants:read plants:write receivers:read receivers:write tokens:write', NULL, 1777624140000000, NULL, NULL, NULL, NULL, NULL),
	('tok_01kt14swz87am6pedrqn1zhfyw', '\x6c59de9175edb1f570296115411a8200d693718971b7e32aa0954339a911115c', 'listener, its own', 'deliveries:read', 54848668881777164, 1780302541800000, 1788078541800000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, NULL),
	('tok_01kt1f3wncytr1b84vfvhqkc82', '\xd11667d40ed784656e5508f836d4d0b953f463e152f43835ae601e9da36d143e', 'staff, a script', 'costs:read deliveries:read plants:read plants:write receivers:read', NULL, 1780313354924000, 1788089354924000, NULL, NULL, NULL, 'per_01kt1f3vcr1emdp4bm4w2fhaz2'),
	('tok_01kt1f3wrgkbycs9w8s6vddk1b', '\xac1adc13b0d64eb4eb2d52b8f994a5b92b1a6f0090af95a0965d03bea8f7c8a9', 'gone, a script', 'costs:read deliveries:read plants:read plants:write receivers:read', NULL, 1780313355024000, 1780313355324000, NULL, NULL, NULL, 'per_01kt1f3vp4n9c57nkybrw6w7e9');
INSERT INTO public.tombstones VALUES
	(1, 'Ulmus minor', 1777624140200000, 1777624140400000, 'tok_01kqhafj70rnyqfe6pt82sg2t7'),
	(15, 'Cedrus atlantica', NULL, 1780313347624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7');
INSERT INTO public.underived_plants VALUES
	(3);
INSERT INTO public.used_challenges VALUES
	('\x16367aacb67a4a017c8da8ab95682ccb390863780f7114dda0a0e0c55644c7c4', 1780313354724000),
	('\x9b7eeb5860b5971fdc5073b6c5e8c3eb1e3d46f5934da50585664721738ab75b', 1780313354524000),
	('\xa7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e', 1780313354624000),
	('\xb1e99324505bd32da0e1f85dcf5e19a09db0481e8a15f62c41eb320304a8e927', 1780313354824000),
	('\xb2550efa28e7b4a1e10173a15192f8e55e2c0ff9a2627d464220d1df4ded92e5', 1780313354424000);
INSERT INTO public.watch_list VALUES
	('ailanthus', 'Ailanthus', NULL),
	('impatiens glandulifera', 'Impatiens glandulifera', 'May not be sold.');
SELECT pg_catalog.setval('public.plant_numbers', 40, true);

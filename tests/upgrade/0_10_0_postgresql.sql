-- key: AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=
-- token: pst_zzZQC4GajeO42LaPbb8ghqozNDmdAn2QavcC
-- old secret of the shop: whsec_qOglhfRQi3tqiyOa7SL4f7TuERDTOpMqlWhIfTKQnqw=
-- receiver garden: rcv_01gpwjc9j042m
-- token of the gateway: gateway-token-0123456789
-- secret header of the gateway: gateway-key-0123456789
-- receiver gateway: rcv_01gr5s2tj9fpe
-- old public key of the gateway: whpk_jfVlIcRvxe+Zox/3R43cS+oc6NIVYrgGvxJsyPDn2Xk=
-- receiver guest: rcv_01gr5s372j99h
-- receiver slack: rcv_01gr5sbdj2tbc
-- body of slack for event 8: {"text":"New plant: Fagus sylvatica","blocks":[{"type":"header","text":{"type":"plain_text","text":"New plant: Fagus sylvatica","emoji":false}}]}
-- receiver nursery: rcv_01gr5skm0f0vc
-- receiver titles: rcv_01gr5sn602t62
-- receiver herbs: rcv_01gr5snjk5vq7
-- receiver magazine: rcv_01gr5snz24z5r
-- receiver stranger: rcv_01gr5spr2sa1x
-- import with bad rows: imp_01kt1f3str7zm8324ngm46z9wy
-- import not wanted: imp_01kt1f3t10erm7a7dzyrtmen5d
-- import by mistake: imp_01kt1f3t783vc138rzqg9w720x
-- plant whole: 17
-- plant merged: 18
-- plants different: 19 20
-- plants alike: 21 22
-- import costs: imp_01kt1f3vp4fw48zxd8xrbd5h33
-- import new costs: imp_01kt1f3vwcbpegjfm7hemvx9mn
-- photo in both: 1rs16b8w1nahem1bydtm5pv70dhtmmh7
-- photo in the event: zznjrhrjjceh87qdvzm79j2zgt1jdy2e
-- photo unused: 5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y
-- photo of two plants: dzhtmjadreab98e496fb3xw0stnxhajn
-- plants with photos: 25 26
-- plant with linked images: 27
-- bulk edit undone: blk_01kt1f3yagjyth0e45ptxpanax
-- plants undone: 28 29
-- bulk edit done: blk_01kt1f3yx899ps0wwxa03ah983
-- plants done: 30 31
-- bulk edit checked: blk_01kt1f3z9rkrkqjg0b1dtwwrbx
-- plants checked: 32 33
-- bulk edit half done: blk_01kt1f3zp89qcqmpk5nh9tf5zq
-- plants half done: 34 35 36
-- person owner: per_01kt1f4090ee75xbsfc6r1ed96
-- person second operator: per_01kt1f40c4wfstgbgba79g45dx
-- link for the second operator: QTXQZKmNh-Ud3e8FlyagcTtsXv8UJXJ1KRoGogbZcZE
-- person staff: per_01kt1f40f884gxzg921v2fya3n
-- link for the staff: BcVBATevWFNnEZisRa0eSwgEY4B0a8TlnGa2xg672rI
-- person invited: per_01kt1f40jcmdawg1hhz21528m7
-- link for the invited: gHJ54CtHoZbJO0wMU5sRaJ6tz7bHO6dIEfCTdWZDoCs
-- person integrator: per_01kt1f40ng9xgvff93kj8h7ey6
-- link for the integrator: ql3O39UUH9NB6JEdR1Ah5OomutZClARr05P6bWq7qP0
-- person gone: per_01kt1f40rmt0abmy76x68gsa5j
-- link for the gone: Eg27F2hu5B5Mkk9218xcKaNIi-AaIfbKU6vMEmEt3dE
-- session of the staff: 9Wv0YKaqAohDuYEUjkde9O6EzgGxpC6F8Cai03q6dLk
-- session of the integrator: B339jOm9iEIcuxiSh0-ne3hsN-ZHTmbdeprBFbkM52s
-- session of the gone: NkLA8cEYrB0mjcrApD8vaBMn1NmIzQx6U9mx0KuYgjg
-- passkey phone: psk_01kt1f4188n8g6fdm01084vkzx
-- passkey copied key: psk_01kt1f41bc9qs840n75n0yxt9m
-- token of the staff: pst_Q9TubDHOV2WJMsNFeURGEUgOoSVghx0A8HNX
-- token of the gone: pst_VVNCONcn44cAAHfjtoHkzHAUpGt3IB0kpY3y
-- subscriber active: ops_01kt1f427gpqqjp8hh2zv2gp8t
-- subscriber turned off: ops_01kt1f42amrhesaq7essr1bf3m
-- old secret of the operations: whsec_46G7Tv3lJyrr2pPEQaUaMlcjRgexVgUrJ76Kd40bblA=
-- access token of the operations: opt_bc4f4b08986cf20ec6821a2aae79886becdfeffd8d5ef8c2
-- channel webhook: chn_01kt1f43d0064x2f9kzmmbgvk7
-- old secret of the channel: whsec_M9H6UWi/VI3aVCptE6Bbx1TbXd0pXauy+dczVKov7Zg=
-- secret of the channel: whsec_o8xzDip5fRv9x3N7vfZkqnK/Bbko5j63froVXPsJZ3w=
-- channel email: chn_01kt1f43k8zy1h1zh5k51w6jvx
-- channel chat: chn_01kt1f43pcfb8jp3yqn5dcxjk2
-- alerts acknowledged and muted: inc_01kt1f7s8wdnqwgb96w40tn9pt inc_01kt1f5ynwwhfj9a794hh6bv7a
-- receiver pond: rcv_01gr6a1d0xgyr
-- secret url of slack: http://127.0.0.1:30021/services/T024BE7LH/B024BE7LJ/0123456789abcdefSLAC
-- receiver teams: rcv_01gr6a3r31g3s
-- secret url of teams: http://127.0.0.1:30021/automations/invoke?api-version=1&sig=0123456789abcdefTEAM
-- receiver discord: rcv_01gr6a4h2w5kh
-- secret url of discord: http://127.0.0.1:30021/api/webhooks/118512345678901234/0123456789abcdefDISC
-- receiver google_chat: rcv_01gr6a5a26639
-- secret url of google_chat: http://127.0.0.1:30021/v1/spaces/AAAA/messages?key=k&token=0123456789abcdefGOOG
-- receiver removed chat: rcv_01gr6a5pjwntv
-- receiver vault: rcv_01gr6a6fksdj0
-- receiver clinic: rcv_01gr6a78h5h71
-- alert of a certificate: inc_01kt1f9pg8hdcnmv24hgzv6gzz
-- public key of the gateway: whpk_C5FgVYPyHGs2UX60WzDxDvsIttHYG6Ge3U/wSQ34ReQ=
-- token of the herbs: pst_KJUaiXhpDA78ZKujK6wJnCV1gz5k3B1fp9UI
-- body of slack for event 2: {"text":"New plant: Monstera 'Thai Constellation'\nMonstera deliciosa 'Thai Constellation'\nPrice: 149.00 EUR\nSKU: MON-15\nStock: 3\nTags: aroid, indoor, variegated","blocks":[{"type":"header","text":{"type":"plain_text","text":"New plant: Monstera 'Thai Constellation'","emoji":false}},{"type":"section","text":{"type":"mrkdwn","text":"_Monstera deliciosa_ 'Thai Constellation'","verbatim":true}},{"type":"section","text":{"type":"plain_text","text":"Price: 149.00 EUR\nSKU: MON-15\nStock: 3\nTags: aroid, indoor, variegated","emoji":false}}],"attachments":[{"fallback":"A leaf","image_url":"https://shop.example/mon-15.jpg"}]}
-- body of teams for event 2: {"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","contentUrl":null,"content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[{"type":"Container","style":"good","bleed":true,"items":[{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":"New plant: Monstera 'Thai Constellation'","weight":"Bolder","size":"Medium"}]}]},{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":"Monstera deliciosa ","italic":true},{"type":"TextRun","text":"'Thai Constellation'"}]},{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":"Price: 149.00 EUR"}]},{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":"SKU: MON-15"}]},{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":"Stock: 3"}]},{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":"Tags: aroid, indoor, variegated"}]},{"type":"Image","url":"https://shop.example/mon-15.jpg","altText":"A leaf","size":"Large"}]}}]}
-- body of discord for event 2: {"content":"**New plant\\: Monstera 'Thai Constellation'**","embeds":[{"color":1927749,"description":"*Monstera deliciosa* 'Thai Constellation'\nPrice\\: 149.00 EUR\nSKU\\: MON-15\nStock\\: 3\nTags\\: aroid, indoor, variegated","image":{"url":"https://shop.example/mon-15.jpg"}}],"allowed_mentions":{"parse":[]}}
-- body of google_chat for event 2: {"fallbackText":"New plant: Monstera 'Thai Constellation'","cardsV2":[{"cardId":"plant","card":{"header":{"title":"New plant: Monstera 'Thai Constellation'"},"sections":[{"widgets":[{"textParagraph":{"text":"<i>Monstera deliciosa</i> 'Thai Constellation'<br>Price: 149.00 EUR<br>SKU: MON-15<br>Stock: 3<br>Tags: aroid, indoor, variegated"}},{"image":{"imageUrl":"https://shop.example/mon-15.jpg","altText":"A leaf"}}]}]}}]}
-- body of titles for event 2: {"id":2,"title":"Monstera 'Thai Constellation'","tags":["indoor","variegated"]}
-- body of magazine for event 2: {"id":2,"title":"New: Monstera 'Thai Constellation'"}
-- body of slack for event 9: {"text":"New plant: Quercus robur","blocks":[{"type":"header","text":{"type":"plain_text","text":"New plant: Quercus robur","emoji":false}}]}
-- body of teams for event 9: {"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","contentUrl":null,"content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.4","body":[{"type":"Container","style":"good","bleed":true,"items":[{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":"New plant: Quercus robur","weight":"Bolder","size":"Medium"}]}]}]}}]}
-- body of discord for event 9: {"content":"**New plant\\: Quercus robur**","embeds":[{"color":1927749,"description":"Quercus robur"}],"allowed_mentions":{"parse":[]}}
-- body of google_chat for event 9: {"fallbackText":"New plant: Quercus robur","cardsV2":[{"cardId":"plant","card":{"header":{"title":"New plant: Quercus robur"},"sections":[{"widgets":[{"textParagraph":{"text":"New plant: Quercus robur"}}]}]}}]}
-- body of titles for event 9: {"id":10,"title":"Quercus robur","tags":[]}
-- body of magazine for event 9: {"id":10,"title":"New: Quercus robur"}
-- listener ended: lsn_01kt1f9pwrkbq6c8aksgyc2b85
-- listener listen on laptop: lsn_01kt1f9pzw9ggnkkcwb4f95v3m
-- token of the owner: pst_XrRF0X1Tih67v1xOqT1bnYlAvRWFfE0I3xSn
-- person newcomer: per_01kt1f9q984x8wkjsfstt2y1sh
-- token of the newcomer: pst_hBd4EpQnXXvcBgkrOWh1b8pkWsjRnJ03OidG
-- passkey new phone: psk_01kt1f9qjmynabys6wy5na6m9a
-- makers of links: tok_01kt1f9q641my6r3ejejwbmyn4
-- import waiting: imp_01kt1f9qrw1x7bd6kbaygr0q51
-- import wrong: imp_01kt1f9qw0nvxgdsq5877b1gjc
-- import half added: imp_01kt1f9r28vs9qgenga3fz0pew
-- import half checked: imp_01kt1f9r8gafnkn9gmjqwkhhfg
-- session idle: tWY-UvbFEa72Zh1GRocIGzmTFFdpUfwcOwpLFyvVVhs
-- session open: XOPF2kHM2EEwu61vAHkNPK6bdi1av6GL93R9risIpMM
-- session signed out: kDXnLKCd48Tf6TLh_pGa3IQ6HwHXq5aArhSgjUUhjkk
-- link ended: 5WH5o3cKeCnpa7VXx1nkkoH0cDHLh23nVhE55iLOHPo
-- token of Ada: pst_uxY0vnGQDovPWwHS6EP0Kc4wIB3Lo82o6KxX
-- session revoked: bZ5zAsrCaldqkTToFMKVecj-JTCxqpxyqj4ODgXIQZg
-- link unused: uMP-xrRco3rf9ASRvPFhImbXYwS_XBjcsma7jnmpc0s
-- link used: BoZCgsorly0X8k7sm8l8hZxrF5dgA-oaWZWOJhUMaX8
-- session by link: x9cJoI9OD_75XOrMe3DTvx30tPc2_zb4lVisT1lS1fI
-- secret of the shop: whsec_pDVBGUlL+/cL7Fb5r9JIaj60PdTJlgoJtEU836Z+uQA=
-- secret of the printer: whsec_q7obBLeBeWQ5L4oz3UXfVu57FdmcUlbjkHYBk/FU1zA=
-- secret of the warehouse: whsec_fa0IlOLY1QwlZFsJ/pWvkBX6r11urhfcBnFn75Wko2U=
-- secret of the till: whsec_IhkOJ76AlQoD3aTuOGMz3JeZ/S+ykNqjFQ5GotI6rDA=
-- secret of the marketplace: whsec_oMBdKoz0m0/DJdP0jhso85JrKzmTya4MDsB6lJELPy0=
-- secret of the accounts: whsec_JrX4B3+8ELl3f8XrCQlliUSl2IJZRDPOiV9vWTO9lBY=
-- secret of the search: whsec_7szDbQPZ5hNbEGhY4jxxwjn/5jFyzN19X+CtKanKGis=
-- secret of the listener: whsec_o9+BWS8IvhfsQuomxXXXGy11tJs0ej505xxd1RzOIP4=
-- secret of the old shop: whsec_lhadc/6g+biOWSFxkjFs/GPNqppg49IsVbGRWm65/NI=
-- secret of the garden: whsec_VYpHpm+xCIUUp9foAdb8hQsfVCc+IVm9s3nCPP8utFI=
-- secret of the operations: whsec_Gdk+PSctRR1dw+aDjGGvtqkmKfjTGgDuuTUveeF18cY=
-- secret of the gateway: whsec_dM/KHfPzXPZ3CtlLBIlzbwk06dnZTd3bvkcdP5u73rc=
-- secret of the nursery: whsec_KBUanHwLkWjOVPvfX3DAYYb4D99UvObPe7r6pow1IjM=
-- secret of the herbs: whsec_jzpfclpScNrKMx16Ze5Rlsx423r3tX0VaCmMsDHMMIo=
-- secret of the pond: whsec_daPz6P8cXNAow8sgE5txsz4RTxLSepXseLmUA2/TFME=
-- secret of the titles: whsec_0BWRMUfC+6C+s9u/J+lQSP1meHfKC/Cxha1DS6xwqoE=
-- secret of the magazine: whsec_qvNxkCbdwxB77HSYFMXn2DffybtPCyLWyGhhTolnLQQ=
-- secret of the guest: whsec_oxNh/Jb+kFmVNrsuczZqFCDSapcI/9Qxi0A/bW8ALDU=
-- secret of the stranger: whsec_1M4kK4vxxk5rn28YOwBdjov5YspOjS/RwGCM789Ppg0=
-- secret of the tokens: client-secret-0123456789
-- secret of the chats: whsec_EWCXcpW1AKrzZVK+4Iw2jjyxYDUEWxFEHMT3mGBwRF0=
-- secret of the vault: whsec_vV9yoC63amDqLTVQTY/OdoIYi22VvKpnOqypKjb3RkY=
-- file imp_01kt1f3str7zm8324ngm46z9wy.bad.csv: b'line,reason,sku,name,price,status\r\n3,\xe2\x80\x9cprice\xe2\x80\x9d: \xe2\x80\x9cPOA\xe2\x80\x9d is not a price. Use a number such as 12.99 or leave it empty.,PIN-2,Pinus cembra,POA,\r\n'
-- file imp_01kt1f9qrw1x7bd6kbaygr0q51.csv: b'sku;name;price\nABI-1;Abies alba;9,90\npin-1;Pinus mugo;13,50\nPIN-3;Pinus nigra;\n'
-- file imp_01kt1f9qrw1x7bd6kbaygr0q51.rows: b'\x00\x00\x02\x10\x92\x94\x02\xc2\xde\x00\x16\xa4name\xaaAbies alba\xa3tag\xc0\xa3sku\xa5ABI-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa49.90\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\x03\xc2\xde\x00\x16\xa4name\xaaPinus mugo\xa3tag\xc0\xa3sku\xa5pin-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa513.50\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x94\xa8currency\xa4name\xa5price\xa3sku'
-- file imp_01kt1f9r28vs9qgenga3fz0pew.csv: b"sku,name\nJUN-1,Juniperus communis\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nTAX-1,Taxus baccata\nTAX-2,Taxus cuspidata\nACE-7,Acer campestre 'Nanum'\n"
-- file imp_01kt1f9r28vs9qgenga3fz0pew.rows: b"\x00\x00\x00\xfd\x91\x94\x02\xc2\xde\x00\x16\xa4name\xb2Juniperus communis\xa3tag\xc0\xa3sku\xa5JUN-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x00\x00\x03\x00\x93\x94\xcd\x01\xf6\xc2\xde\x00\x16\xa4name\xadTaxus baccata\xa3tag\xc0\xa3sku\xa5TAX-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf7\xc2\xde\x00\x16\xa4name\xafTaxus cuspidata\xa3tag\xc0\xa3sku\xa5TAX-2\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf8\xc2\xde\x00\x16\xa4name\xb6Acer campestre 'Nanum'\xa3tag\xc0\xa3sku\xa5ACE-7\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x92\xa4name\xa3sku"
-- file imp_01kt1f9r8gafnkn9gmjqwkhhfg.csv: b'sku,name\nGIN-1,Ginkgo biloba\n'
-- picture 1rs16b8w1nahem1bydtm5pv70dhtmmh7-full: b'full picture of 1rs16b8w1nahem1bydtm5pv70dhtmmh7'
-- picture 1rs16b8w1nahem1bydtm5pv70dhtmmh7-medium: b'medium picture of 1rs16b8w1nahem1bydtm5pv70dhtmmh7'
-- picture 1rs16b8w1nahem1bydtm5pv70dhtmmh7-small: b'small picture of 1rs16b8w1nahem1bydtm5pv70dhtmmh7'
-- picture 2ja7z0q015e2aah7hav2m6hh1wmnthn2-medium: b'medium picture of 2ja7z0q015e2aah7hav2m6hh1wmnthn2'
-- picture 2ja7z0q015e2aah7hav2m6hh1wmnthn2-small: b'small picture of 2ja7z0q015e2aah7hav2m6hh1wmnthn2'
-- picture 5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y-full: b'full picture of 5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y'
-- picture 5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y-medium: b'medium picture of 5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y'
-- picture 5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y-small: b'small picture of 5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y'
-- picture dzhtmjadreab98e496fb3xw0stnxhajn-full: b'full picture of dzhtmjadreab98e496fb3xw0stnxhajn'
-- picture dzhtmjadreab98e496fb3xw0stnxhajn-medium: b'medium picture of dzhtmjadreab98e496fb3xw0stnxhajn'
-- picture dzhtmjadreab98e496fb3xw0stnxhajn-small: b'small picture of dzhtmjadreab98e496fb3xw0stnxhajn'
-- picture zznjrhrjjceh87qdvzm79j2zgt1jdy2e-full: b'full picture of zznjrhrjjceh87qdvzm79j2zgt1jdy2e'
-- picture zznjrhrjjceh87qdvzm79j2zgt1jdy2e-medium: b'medium picture of zznjrhrjjceh87qdvzm79j2zgt1jdy2e'
-- picture zznjrhrjjceh87qdvzm79j2zgt1jdy2e-small: b'small picture of zznjrhrjjceh87qdvzm79j2zgt1jdy2e'
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
CREATE TABLE public.filter_pages (
    receiver_id bigint NOT NULL,
    page bigint NOT NULL,
    before bigint NOT NULL,
    known_to bigint NOT NULL,
    bits bytea NOT NULL,
    CONSTRAINT filter_pages_before_check CHECK ((before >= 0)),
    CONSTRAINT filter_pages_page_check CHECK ((page >= 0))
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
    last_used_at bigint NOT NULL,
    makers text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
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
CREATE TABLE public.listeners (
    id text NOT NULL COLLATE pg_catalog."C",
    token_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    start bigint NOT NULL,
    created_at bigint NOT NULL,
    reported_at bigint,
    expires_at bigint NOT NULL,
    CONSTRAINT listeners_start_check CHECK ((start >= 1))
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
    makers text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
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
CREATE TABLE public.receiver_addresses (
    receiver_id bigint NOT NULL,
    sealed bytea NOT NULL
);
CREATE TABLE public.receiver_certificates (
    receiver_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    "position" bigint NOT NULL,
    pem text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    issuer text NOT NULL COLLATE pg_catalog."C",
    sha256 text NOT NULL COLLATE pg_catalog."C",
    ends_at bigint NOT NULL,
    sealed_key bytea,
    CONSTRAINT receiver_certificates_kind_check CHECK ((kind = ANY (ARRAY['ca'::text, 'client'::text]))),
    CONSTRAINT receiver_certificates_position_check CHECK (("position" >= 0))
);
CREATE TABLE public.receiver_filters (
    receiver_id bigint NOT NULL,
    first bigint NOT NULL,
    pattern text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    CONSTRAINT receiver_filters_first_check CHECK ((first >= 1))
);
CREATE TABLE public.receiver_formats (
    receiver_id bigint NOT NULL,
    first bigint NOT NULL,
    format text NOT NULL COLLATE pg_catalog."C",
    expression text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    CONSTRAINT receiver_formats_first_check CHECK ((first >= 1))
);
CREATE TABLE public.receiver_grants (
    receiver_id bigint NOT NULL,
    token_url text NOT NULL COLLATE pg_catalog."C",
    client_id text NOT NULL COLLATE pg_catalog."C",
    scope text COLLATE pg_catalog."C",
    audience text COLLATE pg_catalog."C",
    sealed bytea NOT NULL
);
CREATE TABLE public.receiver_headers (
    receiver_id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    sealed bytea NOT NULL
);
CREATE TABLE public.receiver_keys (
    receiver_id bigint NOT NULL,
    created_at bigint NOT NULL,
    public_key bytea NOT NULL,
    sealed bytea NOT NULL,
    expires_at bigint
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
    filter text COLLATE pg_catalog."C",
    filtered bigint DEFAULT 0 NOT NULL,
    v1a_changed_at bigint,
    payload_format text COLLATE pg_catalog."C",
    payload_expression text COLLATE pg_catalog."C",
    CONSTRAINT receivers_built_in_check CHECK ((built_in = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT receivers_check CHECK ((cursor >= (start - 1))),
    CONSTRAINT receivers_deadline_us_check CHECK ((deadline_us > 0)),
    CONSTRAINT receivers_ephemeral_check CHECK ((ephemeral = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT receivers_filtered_check CHECK ((filtered = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
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
CREATE TABLE public.reported_outcomes (
    listener_id text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    status bigint,
    duration_ms bigint NOT NULL,
    detail text NOT NULL COLLATE pg_catalog."C",
    reported_at bigint NOT NULL
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
    previous bigint,
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
    person_id text COLLATE pg_catalog."C",
    makers text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
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
ALTER TABLE ONLY public.filter_pages
    ADD CONSTRAINT filter_pages_pkey PRIMARY KEY (receiver_id, page);
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
ALTER TABLE ONLY public.listeners
    ADD CONSTRAINT listeners_pkey PRIMARY KEY (id);
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
ALTER TABLE ONLY public.receiver_addresses
    ADD CONSTRAINT receiver_addresses_pkey PRIMARY KEY (receiver_id);
ALTER TABLE ONLY public.receiver_certificates
    ADD CONSTRAINT receiver_certificates_pkey PRIMARY KEY (receiver_id, kind, "position");
ALTER TABLE ONLY public.receiver_filters
    ADD CONSTRAINT receiver_filters_pkey PRIMARY KEY (receiver_id, first);
ALTER TABLE ONLY public.receiver_formats
    ADD CONSTRAINT receiver_formats_pkey PRIMARY KEY (receiver_id, first);
ALTER TABLE ONLY public.receiver_grants
    ADD CONSTRAINT receiver_grants_pkey PRIMARY KEY (receiver_id);
ALTER TABLE ONLY public.receiver_headers
    ADD CONSTRAINT receiver_headers_pkey PRIMARY KEY (receiver_id, name);
ALTER TABLE ONLY public.receiver_keys
    ADD CONSTRAINT receiver_keys_pkey PRIMARY KEY (receiver_id, created_at);
ALTER TABLE ONLY public.receiver_secrets
    ADD CONSTRAINT receiver_secrets_pkey PRIMARY KEY (receiver_id, kind, created_at);
ALTER TABLE ONLY public.receivers
    ADD CONSTRAINT receivers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.replays
    ADD CONSTRAINT replays_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.reported_outcomes
    ADD CONSTRAINT reported_outcomes_pkey PRIMARY KEY (listener_id, sequence);
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
CREATE INDEX tokens_makers ON public.tokens USING btree (makers) WHERE (makers > ''::text);
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
	(18, 1780313344824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5s372j99h', '', '\x81595a67d03fa0cb0d28b6f10b78927cb10a7495731d14022b467e529a5370d5', NULL),
	(19, 1780313346924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5sbdj2tbc', '', '\x7f8490053cb6504ad659baecfc109dc773df6072e262c63f1e1c72071503711a', NULL),
	(20, 1780313349024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5skm0f0vc', '', '\xfa7b475fcc49eb286c3024cb1652767fcfc311830b9a8e7830171989f3f3a659', NULL),
	(21, 1780313349124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5skm0f0vc', 'filter', '\x7cb30e264204ffc4bf73d8b22be6cd7c8c0d291c4447c0a3cb733431b02e3d94', NULL),
	(22, 1780313349224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'retryDelivery', '5/rcv_01gr5skm0f0vc', '', '\x3256b6af7ee3bf5ee42312777f3aec76da140e72133bd3089065444b72a9f054', NULL),
	(23, 1780313349324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'askForReplay', 'rcv_01gr5skm0f0vc', 'rpl_01kt1f3q6ca9320j5x4g34e14y: events 2 to 8, all', '\x0857e13473d058f34c8dbfbf043e1d7f51032cddd07b224de10604d6ed8b39b7', NULL),
	(24, 1780313349424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5sn602t62', '', '\x2a40450e7cce7fd63c217d9d8edc811a307f2de28fcb49e70b017b613ccfa0bf', NULL),
	(25, 1780313349524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5snjk5vq7', '', '\x3f93c8d4f7de394bd1a88601f957b25be5bbe225162a8fcd47c15f82555ceaf1', NULL),
	(26, 1780313349624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5snz24z5r', '', '\xf5ee281551892865e50536e15faa8d51b2170e6dfa2965dd681c290475492197', NULL),
	(27, 1780313349724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5snz24z5r', 'payload, payload_expression', '\xd7030d760a684128278232b166bac3b7495b7ae9393997eb8dc11521dc484c2f', NULL),
	(28, 1780313349824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5spr2sa1x', '', '\x409b4fbb3ae3c78694cea0763b7b522aec7204025c308d0108fd811679d9776b', NULL),
	(29, 1780313349924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5sq4kstwq', '', '\x85407d10bde734ef95f8fcc33bbe1219df3f1f4f0ff9ef0eeb5149623985ddda', NULL),
	(30, 1780313350024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'cancelDelivery', '5/rcv_01gr5sq4kstwq', '', '\x00fa0b820b3166bf327c194962213133d399b9e289d066cc505e3e1c4364a3a3', NULL),
	(31, 1780313350124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5sqxk2edh', '', '\x1e3313b77640f85b7475ff38e551275e16ccc42b62eb764a910cbeb77c1e0024', NULL),
	(32, 1780313350224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5sqxk2edh', 'deadline_s, max_rate', '\x205fb195bcbefe060682932ea55f6c6da4749e7fe24664479db360785eb53f6c', NULL),
	(33, 1780313350324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5srpha3ha', '', '\xa7620e294b4ed08f4c9e0d98db7a245d8a4f114165eeeae7a5de609efa95ebbc', NULL),
	(34, 1780313350424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5ss3387ww', '', '\x6e722712fd87c53d09021ef3b5dbec7c97d9ff5667d014afaa8857132622f9a4', NULL),
	(35, 1780313350524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5ssfjy8n4', '', '\xcd2cb976e5a82dfeae88995ab87d3dd6b47f3d0ea7da48d1839ae510c3a33973', NULL),
	(36, 1780313350624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gr5ssfjy8n4', '', '\xc8cdec0dd1f2b965123c588abd6857b031fbba1d74d1e59bd57a7f1ec913b102', NULL),
	(37, 1780313350724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5st8krh8d', '', '\xc5a11dab873a2bc020d0df1acc124af9a8c1aa02247f8cf3d106f258de10112e', NULL),
	(38, 1780313350724000, 'store', 'Plant Store', 'disableReceiver', 'rcv_01gr5st8krh8d', 'gone: it answered 410, which asks us to stop', '\x12db60ec2314265b3c4cb854262e5415d6996fb3c12ae9fdafd54c72f830eb29', NULL),
	(39, 1780313350824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5stn3tvy3', '', '\x02762d71dd5d1cb5c393aa2182a76168caad08fe8194117aa86e503cb2afd062', NULL),
	(40, 1780313350924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'askForReplay', 'rcv_01gr5stn3tvy3', 'rpl_01kt1f3rrcfkdk1rdyagdjvdpx: events 1 to 8, all', '\x4e52d7725a822551bb21e7f5275853dc2dac9ab350eb15c68e16ad478f34b918', NULL),
	(41, 1780313351424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'retryDelivery', '6/rcv_01gr5sq4kstwq', '', '\xd1148bd775739789f3a45532827a9aabfc3b25a4b26369f2234be793d7cead52', NULL),
	(42, 1780313351524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'cancelDelivery', '9/rcv_01gr5ssfjy8n4', '', '\xda4f2a7d0b9e3edfcd201b06c610c5b042f95b78d1fa82e2ccd9d3f15de9ed09', NULL),
	(43, 1780313351624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'resumeReceiver', 'rcv_01gr5stn3tvy3', 'cancelled 2 deliveries', '\x86fcd2ee9f062bab9b9df4563ba236e701288ea27d9d2434714df5a57b987e46', NULL),
	(44, 1780313351724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'removeReceiver', 'rcv_01gr5ss3387ww', 'cancelled 3 deliveries', '\xb981fb0500312e4539e4ba7bcbfde5865dd7860445b1a0bf07f307e9fc2bc58b', NULL),
	(45, 1780313352024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3str7zm8324ngm46z9wy', 'with bad rows', '\x352812fbbc1dd51cd564a807b3814ef91b2a476707b32be47db376c039b3be19', NULL),
	(46, 1780313352124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3str7zm8324ngm46z9wy', '', '\x2da7d64b8c7621a2bdee5006d0705d84a70f321236193d278299fe8c56e8aaec', NULL),
	(47, 1780313352224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3t10erm7a7dzyrtmen5d', 'not wanted', '\x9e8fd9340b5969c8a160d6cff0efd1c98b1294f1ed084c7ecdd958172fd80e6f', NULL),
	(48, 1780313352324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'cancelImport', 'imp_01kt1f3t10erm7a7dzyrtmen5d', '', '\x34d0882b37144289a23d754b8d5a5cc396c95deb2797aa753e601ad9e08ec218', NULL),
	(49, 1780313352424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3t783vc138rzqg9w720x', 'by mistake', '\xfbe1eeae69ba828c057484c6df8535de8237ebd2d93fb7f797913b14a22b137f', NULL),
	(50, 1780313352524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3t783vc138rzqg9w720x', '', '\x7cfd7836c06b55e39619567484b3fe75203e493c7a0504b94c0120e339dc88ac', NULL),
	(51, 1780313352824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoImport', 'imp_01kt1f3t783vc138rzqg9w720x', '', '\x97a5ec3e32357e40d90e2a3cb56636ee877ef61e1d1d9ac60bad62448bc989a0', NULL),
	(52, 1780313353224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'mergePlants', '17', 'plant 18, took description', '\xbe9185b36cb08ad0dfcdafbc672958d29e689ac94d500d5fcdc16037ddb8dc0f', NULL),
	(53, 1780313353524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'dismissDuplicates', '19', 'plants 19, 20', '\xce3d73987def0fddc8682af2baa16741673474f9484e6ac06907faa8a48d78f9', NULL),
	(54, 1780313353824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putWatchList', '', '2 names', '\xc29c798317f6723a04f919222da324e4e86679db2767c26b6b09f54b03fd6a69', NULL),
	(55, 1780313353924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3vp4fw48zxd8xrbd5h33', 'costs', '\x78bb29a7bf7d4b08e95a0fde18d14b6cb489c67fa83cb288e7e676775e479f4b', NULL),
	(56, 1780313354024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3vp4fw48zxd8xrbd5h33', '', '\x92817ec3d6dd1e6902d2b8144a089aa1d4dd14f8044f3ca3215447d0e439e975', NULL),
	(57, 1780313354124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3vwcbpegjfm7hemvx9mn', 'new costs', '\x570bf86651cd175dc848c2bad19d4e9aaf92182c5cb6f702ddac86a46b65b302', NULL),
	(58, 1780313354224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3vwcbpegjfm7hemvx9mn', '', '\x0e74d75bc2dded6ca9ff316287e7eefcf48b1d4c8232228cb99ec2e09736e687', NULL),
	(59, 1780313354524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoImport', 'imp_01kt1f3vwcbpegjfm7hemvx9mn', '', '\x8e99b2c22ac6836a77a56d89b5d3d1334b5b88cc5c665eef591ed631a86c394f', NULL),
	(60, 1780313355124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'addDraft', '25', '', '\x888ee9df2953b9b82e504bb3629a6d9e6c2af3d6481a99f3fa116a0bf7113996', NULL),
	(61, 1780313356224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'addPlantView', 'viw_01kt1f3xy0cmnw8p421pxkssxk', 'Dear roses', '\x45b06eed3ef5243cc3b3d0dc03c9932c9d904a56bb76277b6f704afc704a9270', NULL),
	(62, 1780313356324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'addPlantView', 'viw_01kt1f3y14gxts19cceg5fdxtn', 'From Zuid', '\xcfd91694d1739838acc241042318db98aa7129fdcbdce1847035b57aac5b75b2', NULL),
	(63, 1780313356724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmBulkEdit', 'blk_01kt1f3yagjyth0e45ptxpanax', 'price +10 %: 2 plants', '\xbc63b5489dc00f9ba5bb9e36ca736d6792e2a2e7f85c3f6cd292573fbe898c1b', NULL),
	(64, 1780313356924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoBulkEdit', 'blk_01kt1f3yagjyth0e45ptxpanax', 'price +10 %: 2 plants', '\x3f95a55c9bd3fdc8dfc7d950ac760837d2c5d9d7370c4b06a74c175d3d129e6a', NULL),
	(65, 1780313357324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmBulkEdit', 'blk_01kt1f3yx899ps0wwxa03ah983', 'price +10 %: 2 plants', '\x518f87a8ed043d104115d3aa4165d6b71721a77f64a78dbf08276f440911c5c7', NULL),
	(66, 1780313358224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmBulkEdit', 'blk_01kt1f3zp89qcqmpk5nh9tf5zq', 'price -10 %: 3 plants', '\x5de66f1ebf59dfc3761aca92f42d7b24775da9c740fb11a4f18b8213ac9572fd', NULL),
	(67, 1780313358624000, 'store', 'Plant Store', 'makeFirstOperator', 'per_01kt1f4090ee75xbsfc6r1ed96', 'Owner', '\x1fcc7f0c8f2b8a34873aa740cdb170acee286912d775b64ba43209c11410cde4', NULL),
	(68, 1780313358724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f40c4wfstgbgba79g45dx', 'Second operator, operator', '\x57104e3b130acd9df006f25a9eb088f4fd3c79bc87bd40810faa9b98b8fb299e', NULL),
	(69, 1780313358824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f40f884gxzg921v2fya3n', 'Staff, staff', '\xa16a123877151720b4dcfce1b207b93743cf2ba26af7a596e1edcc97b3bc439e', NULL),
	(70, 1780313358924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f40jcmdawg1hhz21528m7', 'Invited, staff', '\x9915e3c60d6ec6b0d15e04befea90e3b3257054754fd21431d0741703ac989b1', NULL),
	(71, 1780313359024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f40ng9xgvff93kj8h7ey6', 'Integrator, integrator', '\xa8af51be993ad170b9c954f8ddffcbff19fc47819fba8104d663a6f1d36a4e40', NULL),
	(72, 1780313359124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f40rmt0abmy76x68gsa5j', 'Gone, operator', '\x95a0dff6471d1ca32776c486bb172616defd88dc12266d5bcb8bc899c0070f14', NULL),
	(73, 1780313359224000, 'per_01kt1f40f884gxzg921v2fya3n', 'Staff', 'signIn', 'per_01kt1f40f884gxzg921v2fya3n', 'by link', '\xf5710df2c7aef86e51d74ea633d22de18a0e58bb6952555e6cbbc6c86f261c11', 'per_01kt1f40f884gxzg921v2fya3n'),
	(74, 1780313359324000, 'per_01kt1f40ng9xgvff93kj8h7ey6', 'Integrator', 'signIn', 'per_01kt1f40ng9xgvff93kj8h7ey6', 'by link', '\x372ada47761d17ce3bf41f1604339ce965c67a4cdfce845c44d999cc94782bab', 'per_01kt1f40ng9xgvff93kj8h7ey6'),
	(75, 1780313359424000, 'per_01kt1f40rmt0abmy76x68gsa5j', 'Gone', 'signIn', 'per_01kt1f40rmt0abmy76x68gsa5j', 'by link', '\xd5b4720403955d827113aee476910a9806ca8dab7a10fedffc1fda8ce0f92246', 'per_01kt1f40rmt0abmy76x68gsa5j'),
	(76, 1780313359524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makePersonLink', 'per_01kt1f40c4wfstgbgba79g45dx', 'recovery for Second operator', '\xc8302c888384710eed377e10d63e13e4e467a3813ae36b34bf9801eb22e7da78', NULL),
	(77, 1780313359624000, 'per_01kt1f4090ee75xbsfc6r1ed96', 'Owner', 'addPasskey', 'per_01kt1f4090ee75xbsfc6r1ed96', 'Phone', '\x0f82cbc711d3675140bb27f56468341183e7f4883be4b76b2fc07d57615a49a2', 'per_01kt1f4090ee75xbsfc6r1ed96'),
	(78, 1780313359724000, 'per_01kt1f4090ee75xbsfc6r1ed96', 'Owner', 'addPasskey', 'per_01kt1f4090ee75xbsfc6r1ed96', 'Copied key', '\x1e9c5b0d6b24114ea4c719c125b109940e0d13cfb86e6b90b2d78170a08fbdc1', 'per_01kt1f4090ee75xbsfc6r1ed96'),
	(79, 1780313360024000, 'per_01kt1f4090ee75xbsfc6r1ed96', 'Owner', 'refusePasskey', 'per_01kt1f4090ee75xbsfc6r1ed96', 'Copied key: counter 8 after 9', '\x91da9cb3138bd665d1dfe8ec87999ddb8149cf3350e6fa46d57c4f3c2671948f', 'per_01kt1f4090ee75xbsfc6r1ed96'),
	(80, 1780313360524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'deactivatePerson', 'per_01kt1f40rmt0abmy76x68gsa5j', 'Gone', '\xa7143e0730944e6f44887b67c70e06782707761d96c8a78bad4a15f027eb7077', NULL),
	(81, 1780313360624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createOperationalWebhook', 'ops_01kt1f427gpqqjp8hh2zv2gp8t', 'receiver.disabled, receiver.recovered, delivery.exhausted, import.completed', '\x6a9b06e2b11cbd59f03492f80507322ec03f078f8fe27b47bcb19c6c478c57b1', NULL),
	(82, 1780313360724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createOperationalWebhook', 'ops_01kt1f42amrhesaq7essr1bf3m', 'receiver.disabled', '\x51d458ea3044c4deb3737e0362212a0f932575a59130cea50e58f31e2b5cef6b', NULL),
	(83, 1780313361424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f430gf4prwvyyqx8arts0', 'new', '\x8f958f0d633648f8dd1bd2b2031f80f0fb7c17884232eaae73b5ce48fb3f8de8', NULL),
	(84, 1780313361524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f430gf4prwvyyqx8arts0', '', '\x123ebb97395fabff07e4a299a1fffa98c296e1e9b519f828adb56f60fc0aea42', NULL),
	(85, 1780313361624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeOperationalWebhook', 'ops_01kt1f42amrhesaq7essr1bf3m', 'enabled', '\x6466e0cd12ea8125f22ffe4451b21039be2df588bde9470272966ab928f92c53', NULL),
	(86, 1780313361724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'rotateOperationalSecret', 'ops_01kt1f427gpqqjp8hh2zv2gp8t', '', '\xa41a0c054ee9fec864ae7c604b6c38b0e7aa5a018b1591868c99f40e160e4c07', NULL),
	(87, 1780313361824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createAlertChannel', 'chn_01kt1f43d0064x2f9kzmmbgvk7', 'webhook', '\xa49c8094fc0808209a7125186a76621c464d04c6f63a4a751740ad17470cfd22', NULL),
	(88, 1780313361924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'rotateAlertChannelSecret', 'chn_01kt1f43d0064x2f9kzmmbgvk7', '', '\x541ac0f11ee1b76420ff5a8c9626da53af5a0c9532052e1d669d44b05c3a6875', NULL),
	(89, 1780313362024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createAlertChannel', 'chn_01kt1f43k8zy1h1zh5k51w6jvx', 'email', '\x39a81a98c6db0236c9380c19ac4f9d07d0feceeb90181104ef8819f9fcab67e6', NULL),
	(90, 1780313362124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createAlertChannel', 'chn_01kt1f43pcfb8jp3yqn5dcxjk2', 'slack', '\xfb34feff15f442dc14edd235a8d85ff50a12bb68240f3d7a3b0f224bd2166529', NULL),
	(91, 1780313362224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertChannel', 'chn_01kt1f43pcfb8jp3yqn5dcxjk2', 'enabled', '\xf5260edefd5f9040949293778a29c196787c3f08b9aad8d66f8863e96bb68469', NULL),
	(92, 1780313362324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertRule', 'receiver_failing', 'channels, threshold', '\x42539fd8bc87cce916a8da62187aea0073538394a26173cf04dc83b3a38e213d', NULL),
	(93, 1780313362424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertRule', 'import_finished', 'channels', '\xb12834a8afec7aa3753d06a584ce77619c8ae00f575c9b1b01eb5bd68e319ca8', NULL),
	(94, 1780313362524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertRule', 'audit', 'enabled', '\x379d0c729c24d5e2d75446a58ce6cc960fbc308535c24b36ea167acbacea5e03', NULL),
	(95, 1780313482724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'acknowledgeAlert', 'inc_01kt1f7s8wdnqwgb96w40tn9pt', 'No process delivers', '\x4396a6cc0f9db4b1d8e881ba77f248250cc09b1e64418b76dedbe4b8b02837ac', NULL),
	(96, 1780313482824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'muteAlert', 'inc_01kt1f5ynwwhfj9a794hh6bv7a', 'Deliveries to Titles were given up: 2 h', '\xac3454d753652c643ca99c080f3b2e6f3b7edb6b38f25513e8dfad8d32b88a9e', NULL),
	(97, 1780313483124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putAlertQuietHours', 'store', '19:00 to 07:30', '\x127fb0ffd6e469f35719ee30ca51c49b3ff6dcc8f416c3b6b9dff07febb5fd39', NULL),
	(98, 1780313483224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putAlertQuietHours', 'chn_01kt1f43d0064x2f9kzmmbgvk7', '00:00 to 23:59', '\x009ca07da46e27360e9ca2fc583b5b3ab30741be437d24beee5a3c31f92879f1', NULL),
	(99, 1780313483324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putAlertQuietHours', 'per_01kt1f40c4wfstgbgba79g45dx', '12:00 to 12:30', '\xa1432ae80f326a647a525f69116e53694f2ea230a9ac41f10932e66fb2a05aeb', NULL),
	(100, 1780313483424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'noteBackup', '', '', '\x63aa017384a8135a72af33e09061df23ee2bed7d23fbc2128a591009fa0c06fb', NULL),
	(101, 1780313483524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5skm0f0vc', 'filter', '\x50c577db35b5e22c56790f2271f406e864270eeed12dd2f4e4d6e8ed7d6b7514', NULL),
	(102, 1780313483624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a1d0xgyr', '', '\xede15f249271f68813ae66169396654fe76b0d8c31bb74977e2603e148abbb83', NULL),
	(103, 1780313483724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gr6a1d0xgyr', '', '\x38617423cc0fe5c07a512bfa82dc7e7ef491b21f91c080635b91f98e3e9c0631', NULL),
	(104, 1780313483824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'resumeReceiver', 'rcv_01gr6a1d0xgyr', 'cancelled 0 deliveries', '\x6b46fd1807bc87155457abfcce7bc904f46f14ef8ee21d98f703871c29a67f11', NULL),
	(105, 1780313483924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr6a1d0xgyr', 'filter', '\x5f089a481d6eb4d7f406d5d1732e15560e21613fb518ee117173a28590ab373f', NULL),
	(106, 1780313484024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5sbdj2tbc', 'url', '\xef01efd85f3ad4edaba052d3976e5ab71ac6c1629f212b4431b00aa23d3a76b2', NULL),
	(107, 1780313484124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5sbdj2tbc', 'max_rate', '\x7f7e085b139099c05863597e2db1109929818354e62fd0e8ab7746be918c11a5', NULL),
	(108, 1780313484224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a3r31g3s', '', '\x4497911d1978a76968f08e292a26c6d8b3c86264c56bff7697ee0cecf416cc29', NULL),
	(109, 1780313484324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr6a3r31g3s', 'max_rate', '\x4bb0224de773134da0dda85c1d76eca1c11d7baca7ccdc7fc664b02bffb6d54f', NULL),
	(110, 1780313484424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a4h2w5kh', '', '\x03fb758c876ad22ef320caee65935d489b1d677efb3b9af421fd9e8e65f37685', NULL),
	(111, 1780313484524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr6a4h2w5kh', 'max_rate', '\x58a7e7fc0e800ef1eb8f2b9d4f9b874efdb0d0b1e43779e831589ba2522d4708', NULL),
	(112, 1780313484624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a5a26639', '', '\x91066d1ae411ec8d604d99dbbccdeaa5d87a135ba834a745cbe9ddd56fb641cf', NULL),
	(113, 1780313484724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a5pjwntv', '', '\x42db3d28272be616a929c0456046dc63364f5e31e0f90f6f610834b714fb577b', NULL),
	(114, 1780313484824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'removeReceiver', 'rcv_01gr6a5pjwntv', 'cancelled 0 deliveries', '\x72176d0d6f3d36d4f1216b91a3717c02a84b1822bb61eee1a602db791be73566', NULL),
	(115, 1780313484924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a6fksdj0', '', '\x85c2b2da741cba95cd293581bcdeadb2a481ddb075e4e01b57a31863c6f737ff', NULL),
	(116, 1780313485024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gr6a6fksdj0', '', '\x98c150f53011841a94e1cd397ece1c5bed48b6911412c2594eb7cb06c2e8b64c', NULL),
	(117, 1780313485124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a78h5h71', '', '\x2ba173bed8424dd98cee094b170a1371f7db3b77b13c6efd45171322fa304a60', NULL),
	(118, 1780313485224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gr6a78h5h71', '', '\x2a771da2ccb26c9b483467c98c56130b8c9697185053a1377d8144d157e37fc7', NULL),
	(119, 1780313545424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'rotateKey', 'rcv_01gr5s2tj9fpe', '', '\x62ac8c6161a41ecb019d3e2933457323315189be58cb112c6f9c97097fbfdcc1', NULL),
	(120, 1780313545524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createToken', 'tok_01kt1f9psmg3pannfps54nseqk', 'events:read', '\x3608a629be6b1e8b8d7606d519614c057c5bef75d239329bd816ccf5aaeb1a34', NULL),
	(121, 1780313545624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerListener', 'lsn_01kt1f9pwrkbq6c8aksgyc2b85', 'ended', '\xaed954718230825ed5949f84cd2a09acecabe1b38193d62b383a50abc67708c1', NULL),
	(122, 1780313545724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerListener', 'lsn_01kt1f9pzw9ggnkkcwb4f95v3m', 'listen on laptop', '\xc96ecc43d72ec33482a49ddadb8f7fcb150dc2c58f01845a085395cefc00b6da', NULL),
	(123, 1780313546024000, 'tok_01kt1f9q641my6r3ejejwbmyn4', 'owner, a program (Owner)', 'invitePerson', 'per_01kt1f9q984x8wkjsfstt2y1sh', 'Newcomer, operator', '\x5b0b969923f7d2e7a31cf3044c7bcb5bd6cff5e922941a47939f358ce5942ed6', 'per_01kt1f4090ee75xbsfc6r1ed96'),
	(124, 1780313546124000, 'per_01kt1f9q984x8wkjsfstt2y1sh', 'Newcomer', 'signIn', 'per_01kt1f9q984x8wkjsfstt2y1sh', 'by link', '\x113358b7509a688bc080e5ba1813dd71a5a7f694d6c393cd4f0c7d9303881072', 'per_01kt1f9q984x8wkjsfstt2y1sh'),
	(125, 1780313546324000, 'per_01kt1f9q984x8wkjsfstt2y1sh', 'Newcomer', 'addPasskey', 'per_01kt1f9q984x8wkjsfstt2y1sh', 'New phone', '\xaa7ebe493a48ae3cf4c8de8cca2f02675de6a4db8468cb87dbbc98d537f3c2ad', 'per_01kt1f9q984x8wkjsfstt2y1sh'),
	(126, 1780313546524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f9qrw1x7bd6kbaygr0q51', 'waiting', '\xcd16f08a30cae62004806eee7e0960ee127a83106ff207c738c8e997de3858b2', NULL),
	(127, 1780313546624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f9qw0nvxgdsq5877b1gjc', 'wrong', '\xfc7a0d8f7f332eebbb092571a0f7fccd0bb176ba7e3ed6af5bb21bb080de2484', NULL),
	(128, 1780313546724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f9qw0nvxgdsq5877b1gjc', '', '\x8b53037c7fc89a73b4bacc47e6f8aa5e7b858e716ede29e9a9b9dc27d29f1567', NULL),
	(129, 1780313546824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f9r28vs9qgenga3fz0pew', 'half added', '\x32cf79d1b5d383a3e7e81cf993eae058a9ab0055de1088ca6f3b67db8eb442e9', NULL),
	(130, 1780313547124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoImport', 'imp_01kt1f9qw0nvxgdsq5877b1gjc', '', '\x55095b7ae97a561dd980f1eb733e514c11109bb2a55dadcabe2ba99fdb9e5680', NULL),
	(131, 1780313547224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f9r28vs9qgenga3fz0pew', '', '\xd17d050739dbdb4473e96ea7f73e14a1648d9c588b87e07395be74a5ff6f19d0', NULL),
	(132, 1780313547424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by token', '\x7d28802b91c6e626f3cfe2f540bff40f9c45a97461b4beaee438f3ac08e53186', NULL),
	(133, 1780313547524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by token', '\xdaac488af250d6586522b7beaea3c7147767ac53fbf295fc056a47589556ecd1', NULL),
	(134, 1780313547624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by token', '\xeca7a60d09cac8a86dd5b86325d8816a1268a802d4453cca21d79a683667767c', NULL),
	(135, 1780313547724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signOut', 'tok_01kqhafj70rnyqfe6pt82sg2t7', '', '\x449309d01b05522c10c132afab133bc24cf0b4dfc38aeaf07b55ca31960dd0b3', NULL),
	(136, 1780314747824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70rnyqfe6pt82sg2t7', '\x9f8394e8f2c4d0cc632a31e5b4f37a38e5618333936f302c52f6751149336fc8', NULL),
	(137, 1780315048024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createToken', 'tok_01kt1gqj2r4czncw8t1ycknt0v', 'plants:read', '\x0f62ff5c1d106b73b43fdd56d96be53d990e09315b950f2feddd14469b19ac9f', NULL),
	(138, 1780315048124000, 'tok_01kt1gqj2r4czncw8t1ycknt0v', 'Ada, at the till', 'signIn', 'tok_01kt1gqj2r4czncw8t1ycknt0v', 'by token', '\xdd12370a7dfbfb3081fcd3915cd26f6777e3c74502efd5eccdb4b973c292d336', NULL),
	(139, 1780315048224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70rnyqfe6pt82sg2t7', '\xe664a2fb739103b2432ece53145bdfdc482e066b2a218fefdec2d0005cf8e458', NULL),
	(140, 1780315048324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70rnyqfe6pt82sg2t7', '\xf2d15613eb7fa4e9eab3d5741446578d13a70097e0eb2a0139ca4347434c2240', NULL),
	(141, 1780315048424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by link', '\x0e9e79c73939ff2511aea09265190f065b8174862686191ca78c9566220b0388', NULL),
	(142, 1780315048524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'revokeToken', 'tok_01kt1gqj2r4czncw8t1ycknt0v', '', '\x78ce8be377d723825dab77773582484c9e868b5c40448989ba16c3391786b454', NULL);
INSERT INTO public.alert_announcements VALUES
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'inc_01kt1f5ynw2he2x6w9pdtsfrr8', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'inc_01kt1f5ynw2qr07k830fzz2gvm', 1780313482524000, 0, NULL, 1780313482524000),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'inc_01kt1f5ynwe9rdxwggve8kbv18', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'inc_01kt1f5ynwn1t9rxxq2reg1c6t', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'inc_01kt1f5ynwre4wytjm47x1cjgj', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'inc_01kt1f5ynwwhfj9a794hh6bv7a', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'inc_01kt1f7s8wdnqwgb96w40tn9pt', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'inc_01kt1f9pg8hdcnmv24hgzv6gzz', NULL, 0, NULL, NULL),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'inc_01kt1f5ynw2he2x6w9pdtsfrr8', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'inc_01kt1f5ynwe9rdxwggve8kbv18', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'inc_01kt1f5ynwn1t9rxxq2reg1c6t', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'inc_01kt1f5ynwre4wytjm47x1cjgj', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'inc_01kt1f5ynwwhfj9a794hh6bv7a', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'inc_01kt1f7s8wdnqwgb96w40tn9pt', 1780313482524000, 0, 1780317082524000, NULL),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'inc_01kt1f9pg8hdcnmv24hgzv6gzz', NULL, 0, NULL, NULL);
INSERT INTO public.alert_channels VALUES
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'The webhook', 'webhook', '\x1687fdb91e02ef6f186c9178865f9c49f56dd23963c279f862471d79143c385cb0f54ad94a0cbc1dce872190d8c44557bb70d8808d6d05611a4b8252980838a24f84ba4686bc2cb75110c6e482f46fb98268df73c7240bff8691e4b8d099b6a17d938dfced981e019c83e2354769af3cdb79e028100c5c59358594cecfc1fe3b016e1960c7e4b319372d0df7e3465e941f0698115e53a349df7c908618d0baee3a9d036034794bd86ff4aae7840b92f2d51b9852f3bf86a65c227bdb7662745b05d1ba02d310455644da261bb968569c47afd75b0f23eb08c0ae2857198f30af7caf59f06c781e95f1f043c41e47b40aaf3ba29b5a60ebbda21830e6b5009d3c827a4e01b854046f950af5e9fc402f6752ae', 'http://127.0.0.1:1024/…', NULL, 2, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313361824000, 1780313361924000, NULL, 1780313483024000, 'retry', '127.0.0.1 answered 503.', 0, 1780313483024000),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'The email', 'email', '\xdf8c685b002ee21112096028bb05199898176a80381a78181cff1327fdf5dff861bfeaf781eb01b683126ad27be7dbd746607d3ac1709d1e60902794914af1b514', 'second@shop.example', 'per_01kt1f40c4wfstgbgba79g45dx', 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313362024000, 1780313362024000, NULL, 1780313482924000, 'accepted', '127.0.0.1 answered 204.', 0, NULL),
	('chn_01kt1f43pcfb8jp3yqn5dcxjk2', 'The chat', 'slack', '\x5095d5c143e45c52f83fde492271306fa10bfc0604f53dce41d2c96f9f2d018c567e08c65a31d9b8eb2e8837acf1ee6db60d18b755b6cac77b26311ffeee8cad39e03b2b18331e3a5b460fb778a7c5aa310e', 'http://127.0.0.1:1024/…cdef', NULL, 2, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313362124000, 1780313362224000, 1780313362224000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.alert_incidents VALUES
	('inc_01kt1f5ynw2he2x6w9pdtsfrr8', 'receiver_failing', 'rcv_01gr5srpha3ha', 'accounts', '{"queued":12,"cause":"The receiver is unavailable (503)."}', 1780313350324000, 1780313422524000, NULL, NULL, NULL, NULL, NULL),
	('inc_01kt1f5ynw2qr07k830fzz2gvm', 'import_finished', 'imp_01kt1f430gf4prwvyyqx8arts0', 'new', '{"person_id":null,"added":1,"updated":0,"skipped":0,"bad":0,"error":""}', 1780313361524000, 1780313422524000, 1780313422524000, NULL, NULL, NULL, NULL),
	('inc_01kt1f5ynwe9rdxwggve8kbv18', 'backlog_old', '', '', '{"receiver":"Herbs"}', 1780302540500000, 1780313422524000, NULL, NULL, NULL, NULL, NULL),
	('inc_01kt1f5ynwn1t9rxxq2reg1c6t', 'deliveries_exhausted', 'rcv_01gr5sq4kstwq', 'label printer', '{"count":1}', 1780313422524000, 1780313422524000, NULL, NULL, NULL, NULL, NULL),
	('inc_01kt1f5ynwre4wytjm47x1cjgj', 'receiver_disabled', 'rcv_01gr5st8krh8d', 'marketplace', '{"reason":"gone","queued":13}', 1780313350724000, 1780313422524000, NULL, NULL, NULL, NULL, NULL),
	('inc_01kt1f5ynwwhfj9a794hh6bv7a', 'deliveries_exhausted', 'rcv_01gr5sn602t62', 'Titles', '{"count":1}', 1780313422524000, 1780313422524000, NULL, NULL, NULL, NULL, 1780320682824000),
	('inc_01kt1f7s8wdnqwgb96w40tn9pt', 'no_dispatcher', '', '', '{}', 1780313422524000, 1780313482524000, NULL, 1780313482724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', NULL),
	('inc_01kt1f9pg8hdcnmv24hgzv6gzz', 'certificate_expiring', 'rcv_01gr6a78h5h71', 'Clinic', '{"ends_at":1781179200000000}', 1779969600000000, 1780313545224000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.alert_messages VALUES
	('msg_01kt1f7s8wbg5w58b15gs3b2zr', 'chn_01kt1f43k8zy1h1zh5k51w6jvx', 'alert.opened', '{"id":"msg_01kt1f7s8wbg5w58b15gs3b2zr","kind":"alert.opened","severity":"critical","title":"6 problems: A delivery has been queued for too long, and others","lines":["A delivery has been queued for too long. The oldest queued delivery is of 08:29, to Herbs.","accounts is failing. The receiver is unavailable (503). Failing since 11:29. 12 deliveries are queued; none is lost.","marketplace is disabled. It responded 410. Nothing is sent to it until someone resumes it. 13 deliveries are queued; none is lost.","Deliveries to label printer were given up. 1 delivery failed in all attempts. Retry or cancel them.","Deliveries to Titles were given up. 1 delivery failed in all attempts. Retry or cancel them.","No process delivers. Deliveries wait until a process whose role is all or dispatcher is started."],"created_at":1780313482524000,"link":"https://store.example/alerts","acknowledge_link":"","incident_ids":["inc_01kt1f5ynwe9rdxwggve8kbv18","inc_01kt1f5ynw2he2x6w9pdtsfrr8","inc_01kt1f5ynwre4wytjm47x1cjgj","inc_01kt1f5ynwn1t9rxxq2reg1c6t","inc_01kt1f5ynwwhfj9a794hh6bv7a","inc_01kt1f7s8wdnqwgb96w40tn9pt"]}', 1780313482524000, 'sent', 1, NULL, NULL, 1780313482924000, '127.0.0.1 answered 204.'),
	('msg_01kt1f7s8wq4nt04fjbp9hcrk2', 'chn_01kt1f43d0064x2f9kzmmbgvk7', 'alert.opened', '{"id":"msg_01kt1f7s8wq4nt04fjbp9hcrk2","kind":"alert.opened","severity":"critical","title":"7 problems: A delivery has been queued for too long, and others","lines":["A delivery has been queued for too long. The oldest queued delivery is of 08:29, to Herbs.","accounts is failing. The receiver is unavailable (503). Failing since 11:29. 12 deliveries are queued; none is lost.","marketplace is disabled. It responded 410. Nothing is sent to it until someone resumes it. 13 deliveries are queued; none is lost.","Import finished: new. 1 plants added, 0 updated, 0 skipped, 0 rows with problems.","Deliveries to label printer were given up. 1 delivery failed in all attempts. Retry or cancel them.","Deliveries to Titles were given up. 1 delivery failed in all attempts. Retry or cancel them.","No process delivers. Deliveries wait until a process whose role is all or dispatcher is started."],"created_at":1780313482524000,"link":"https://store.example/alerts","acknowledge_link":"","incident_ids":["inc_01kt1f5ynwe9rdxwggve8kbv18","inc_01kt1f5ynw2he2x6w9pdtsfrr8","inc_01kt1f5ynwre4wytjm47x1cjgj","inc_01kt1f5ynw2qr07k830fzz2gvm","inc_01kt1f5ynwn1t9rxxq2reg1c6t","inc_01kt1f5ynwwhfj9a794hh6bv7a","inc_01kt1f7s8wdnqwgb96w40tn9pt"]}', 1780313482524000, 'pending', 1, 1780313483024000, 'prc_01hzzzzzzz0000000000000000', NULL, '127.0.0.1 answered 503.');
INSERT INTO public.alert_pacing VALUES
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'backlog_old', 1780313482524000, 120),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'deliveries_exhausted', 1780313482524000, 120),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'import_finished', 1780313482524000, 120),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'no_dispatcher', 1780313482524000, 120),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'receiver_disabled', 1780313482524000, 120),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'receiver_failing', 1780313482524000, 120),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'backlog_old', 1780313482524000, 120),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'deliveries_exhausted', 1780313482524000, 120),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'no_dispatcher', 1780313482524000, 120),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'receiver_disabled', 1780313482524000, 120),
	('chn_01kt1f43k8zy1h1zh5k51w6jvx', 'receiver_failing', 1780313482524000, 120);
INSERT INTO public.alert_quiet_hours VALUES
	('', 1140, 450, 17, 1),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 0, 1439, 127, 0),
	('per_01kt1f40c4wfstgbgba79g45dx', 720, 750, 64, 1);
INSERT INTO public.alert_routes VALUES
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'import_finished', 1),
	('chn_01kt1f43d0064x2f9kzmmbgvk7', 'receiver_failing', 1);
INSERT INTO public.alert_rules VALUES
	('audit', 0, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313362524000),
	('receiver_failing', 1, 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313362324000);
INSERT INTO public.attempt_pages VALUES
	(54893999760084992, 0, '\x00c2dc91b500000000c2dc920000000000c2dc921900000000c2dc926400000000c2dc927d00000000c2dc929600000000c2dc92c800000000c2dc92c800040000c2dc92c800080000c2dc92e100000000c2dc931400000000c2dc931700000000c2dc931e80000000c2dc932d80000000c2dc935300000000c2dc939e00000000c2dc947f00000000c2ea505400000000c2ea507980000000c2f80c7100000000c305c86880000000c305c88280000000c305c88580000000c305c88d00000000c305c89c00000000c305c8b500000000c305c8b500040000c305cac200000000c305cac200040000c305cac200080000c305cccf00000000c305cccf00040000c305cce800000000c305cce800040000c305cce800080000c305cd1a00000000c305cd1a00040000c305cd3300000000c305cd3300040000c305cd3300080000c305cd33000c0000c305cd4c00000000c305cd4c00040000c305cd4c00080000c305cd4c000c0000c305cd4c001000'),
	(54894006890397696, 54893999760084992, '\x00c305cd6500000000c305cd6500040000c305cd6500080000c305cd65000c0000c305cd7e00000000c305cd7e00040000c305cd7e00080000c305cdb000000000c305cdc900000000c305cdc900040000c305cdc900080000c305cdc9000c0000c305cdc900100000c305cdc900140000c305cdc900180000c305cdfb00000000c305cdfb00040000c305cdfb00080000c305ce2d00000000c305ce2d00040000c305ce2d00080000c305ce2d000c0000c305ce2d00100000c305ce2d00140000c305ce2d00180000c305ce4600000000c305ce4600040000c305ce5f00000000c305ce5f00040000c305ce5f00080000c305ce5f000c0000c305ce5f00100000c305ce5f00140000c305ce5f00180000c305ce9100000000c305ce9100040000c305ceaa00000000c305ceaa00040000c305ceaa00080000c305ceaa000c0000c305ceaa00100000c305ceaa00140000c305ceaa00180000c305cec300000000c305cedc00000000c305cef5000000');
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
	(54893980046852096, 54893980049260238, 7, 1, 1780313344724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893980046853120, 54893980049260238, 8, 1, 1780313344724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893988854890496, 54893980468978993, 7, 1, 1780313344824000, 2000000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344),
	(54893988854891520, 54893980468978993, 8, 1, 1780313346824000, 0, 'refused', 401, '127.0.0.1', NULL, NULL, 'The receiver answered 401.', 1780313346),
	(54893988854892544, 54893980468978993, 8, 2, 1780313346824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313346),
	(54893997662928896, 54893989276510572, 7, 1, 1780313346924000, 2000000, 'accepted', 200, '127.0.0.1', NULL, NULL, NULL, 1780313346),
	(54893997662929920, 54893989276510572, 8, 1, 1780313348924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313348),
	(54893998082359296, 54893998082851692, 2, 1, 1780313349024000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54893998082360320, 54893998082851692, 3, 1, 1780313349024000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54893998082361344, 54893998082851692, 5, 1, 1780313349024000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349),
	(54893998921220096, 54893998082851692, 5, 2, 1780313349224000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54893998921221120, 54893998082851692, 7, 1, 1780313349224000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54893999340650496, 54893998082851692, 2, 2, 1780313349324000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3q6ca9320j5x4g34e14y', NULL, 1780313349),
	(54893999340651520, 54893998082851692, 3, 2, 1780313349324000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3q6ca9320j5x4g34e14y', NULL, 1780313349),
	(54893999340652544, 54893998082851692, 5, 3, 1780313349324000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3q6ca9320j5x4g34e14y', NULL, 1780313349),
	(54893999340653568, 54893998082851692, 7, 2, 1780313349324000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3q6ca9320j5x4g34e14y', NULL, 1780313349),
	(54893999760080896, 54893999760173250, 4, 1, 1780313349424000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54893999760081920, 54893999760173250, 5, 1, 1780313349424000, 0, 'body_failed', NULL, NULL, NULL, NULL, 'The expression returns true or false, but a body is an object or a list.', NULL),
	(54893999760082944, 54893999760173250, 6, 1, 1780313349424000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54893999760083968, 54893999760173250, 7, 1, 1780313349424000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54893999760084992, 54893999760173250, 8, 1, 1780313349424000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54894000179511296, 54894000182849255, 2, 1, 1780313349524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54894000179512320, 54894000182849255, 3, 1, 1780313349524000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349),
	(54894000179513344, 54894000182849255, 5, 1, 1780313349524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54894000179514368, 54894000182849255, 6, 1, 1780313349524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54894000598941696, 54894000601201848, 6, 1, 1780313349624000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349),
	(54894000598942720, 54894000601201848, 7, 1, 1780313349624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54894000598943744, 54894000601201848, 8, 1, 1780313349624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54894001437802496, 54894001440729149, 8, 1, 1780313349824000, 0, 'authorization_failed', NULL, NULL, NULL, NULL, 'No token from 127.0.0.1: Its response has the status 400.', NULL),
	(54894001857232896, 54894001861225367, 2, 1, 1780313349924000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54894001857233920, 54894001861225367, 3, 1, 1780313349924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349),
	(54894001857234944, 54894001861225367, 4, 1, 1780313349924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349),
	(54894001857235968, 54894001861225367, 5, 1, 1780313349924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349),
	(54894001857236992, 54894001861225367, 6, 1, 1780313349924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349),
	(54894001857238016, 54894001861225367, 7, 1, 1780313349924000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54894001857239040, 54894001861225367, 8, 1, 1780313349924000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349),
	(54894002696093696, 54894002699319729, 2, 1, 1780313350124000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894002696094720, 54894002699319729, 3, 1, 1780313350124000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894002696095744, 54894002699319729, 4, 1, 1780313350124000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313350),
	(54894003534954496, 54894003536334378, 2, 1, 1780313350324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894003534955520, 54894003536334378, 3, 1, 1780313350324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894003534956544, 54894003536334378, 4, 1, 1780313350324000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313350),
	(54894003534957568, 54894003536334378, 5, 1, 1780313350324000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313350),
	(54894003534958592, 54894003536334378, 6, 1, 1780313350324000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313350),
	(54894003534959616, 54894003536334378, 7, 1, 1780313350324000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313350),
	(54894003534960640, 54894003536334378, 8, 1, 1780313350324000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313350),
	(54894003954384896, 54894003957800860, 7, 1, 1780313350424000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894003954385920, 54894003957800860, 8, 1, 1780313350424000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313350),
	(54894004373815296, 54894004376904356, 2, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894004373816320, 54894004376904356, 3, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894004373817344, 54894004376904356, 4, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894004373818368, 54894004376904356, 5, 1, 1780313350524000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313350),
	(54894004373819392, 54894004376904356, 6, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894004373820416, 54894004376904356, 7, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894004373821440, 54894004376904356, 8, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894005212676096, 54894005216625933, 2, 1, 1780313350724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894005212677120, 54894005216625933, 3, 1, 1780313350724000, 0, 'refused', 410, '127.0.0.1', NULL, NULL, 'The receiver answered 410.', 1780313350),
	(54894005632106496, 54894005636132803, 2, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894005632107520, 54894005636132803, 3, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894005632108544, 54894005636132803, 4, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894005632109568, 54894005636132803, 5, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894005632110592, 54894005636132803, 6, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894005632111616, 54894005636132803, 7, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894005632112640, 54894005636132803, 8, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350),
	(54894006051536896, 54894005636132803, 2, 2, 1780313350924000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3rrcfkdk1rdyagdjvdpx', NULL, 1780313350),
	(54894006470967296, 54894005636132803, 3, 2, 1780313351024000, 0, 'refused', 500, '127.0.0.1', NULL, 'rpl_01kt1f3rrcfkdk1rdyagdjvdpx', 'The receiver answered 500.', 1780313351),
	(54894006890397696, 54894005636132803, 4, 2, 1780313351124000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3rrcfkdk1rdyagdjvdpx', NULL, 1780313351);
INSERT INTO public.breakers VALUES
	(54894003536334378, 'open', NULL, 1780313350324000, 1780313355719317, 1, 0, 1780313350324000, NULL),
	(54894005216625933, 'disabled', 'gone', 1780313350724000, NULL, 0, 0, 1780313350724000, NULL);
INSERT INTO public.bulk_edit_batches VALUES
	('blk_01kt1f3z9rkrkqjg0b1dtwwrbx', 0, '[[32,1],[33,1]]'),
	('blk_01kt1f3zp89qcqmpk5nh9tf5zq', 1, '[[35,1]]'),
	('blk_01kt1f3zp89qcqmpk5nh9tf5zq', 2, '[[36,1]]');
INSERT INTO public.bulk_edits VALUES
	('blk_01kt1f3yagjyth0e45ptxpanax', 'undone', '{"ids":[28,29],"filter":null,"query":{}}', '{"price":{"percent":"10"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313356624000, 1780313356924000, '{"preview":[{"plant":28,"name":"Salvia undone 0","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]},{"plant":29,"name":"Salvia undone 1","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 1, 2, 0, '', 29, 1, '{"count":1,"public":1,"plants":[{"plant":28,"name":"Salvia undone 0","fields":["price"]}]}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', '', 1780313356724000, 1780313356724000),
	('blk_01kt1f3yx899ps0wwxa03ah983', 'done', '{"ids":[30,31],"filter":null,"query":{}}', '{"price":{"percent":"10"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313357224000, 1780313357324000, '{"preview":[{"plant":30,"name":"Salvia done 0","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]},{"plant":31,"name":"Salvia done 1","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 1, 2, 0, '', 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', '', 1780313357324000, 1780313357324000),
	('blk_01kt1f3z9rkrkqjg0b1dtwwrbx', 'checked', '{"ids":[32,33],"filter":null,"query":{}}', '{"price":{"percent":"20"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313357624000, 1780313357624000, '{"preview":[{"plant":32,"name":"Salvia checked 0","sku":null,"changes":[{"field":"price","before":"5.00","after":"6.00"}]},{"plant":33,"name":"Salvia checked 1","sku":null,"changes":[{"field":"price","before":"5.00","after":"6.00"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 0, 0, 0, '', 0, 0, '', NULL, NULL, '', NULL, NULL),
	('blk_01kt1f3zp89qcqmpk5nh9tf5zq', 'running', '{"ids":[34,35,36],"filter":null,"query":{}}', '{"price":{"percent":"-10"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313358024000, 1780313358324000, '{"preview":[{"plant":34,"name":"Salvia half done 0","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]},{"plant":35,"name":"Salvia half done 1","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]},{"plant":36,"name":"Salvia half done 2","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]}],"refused":[]}', 3, 0, 0, 0, 0, 3, 1, 1, 0, '', 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', '', 1780313358224000, NULL);
INSERT INTO public.events VALUES
	(1, 'evt_01kqhafjd8f89k1j7z7y36zm7k', 1, 1777624140200000, '\x', '\x'),
	(2, 'evt_01kqhafjgc3vznxs3mbge0rt0b', 2, 1777624140300000, '\x7b226964223a322c226e616d65223a224d6f6e737465726120275468616920436f6e7374656c6c6174696f6e27222c22746167223a2261726f6964222c22737461747573223a22616374697665222c22617661696c6162696c697479223a227072656f72646572222c22736b75223a224d4f4e2d3135222c226774696e223a2234303036333831333333393331222c22626f74616e6963616c5f6e616d65223a224d6f6e73746572612064656c6963696f736120275468616920436f6e7374656c6c6174696f6e27222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a224d6f6e7374657261222c2273706563696573223a2264656c6963696f7361222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a225468616920436f6e7374656c6c6174696f6e222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a2241726163656165222c22636f6d6d6f6e5f6e616d6573223a5b2253776973732063686565736520706c616e74222c22e7aa93e5ad94e893ace88eb1e89589225d2c226465736372697074696f6e223a2247726f777320736c6f776c792e5c6e4c696b6573206c696768742c20616e642061205c226d6f73735c2220706f6c653b20646f6e2774206f76657277617465722e222c2274616773223a5b22696e646f6f72222c2276617269656761746564225d2c22696d61676573223a5b7b2275726c223a2268747470733a2f2f73686f702e6578616d706c652f6d6f6e2d31352e6a7067222c22616c74223a2241206c656166227d5d2c227072696365223a223134392e3030222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a332c22617661696c61626c655f66726f6d223a22323032362d30392d3031222c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a222c22757064617465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a222c2261646465645f6174223a22323032362d30352d30315430383a32393a30302e3330305a227d', '\x7b226964223a322c226e616d65223a224d6f6e737465726120275468616920436f6e7374656c6c6174696f6e27222c22746167223a2261726f6964227d'),
	(3, 'evt_01kt14svpm17qb0r83yqbpp3sm', 3, 1780302540500000, '\x7b226964223a332c226e616d65223a2249736fc3ab746573206c6163757374726973222c22746167223a2261717561746963222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a2249534f2d39222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a22372e3235222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3530305a227d', '\x7b226964223a332c226e616d65223a2249736fc3ab746573206c6163757374726973222c22746167223a2261717561746963227d'),
	(4, 'evt_01kt14sw00pf16xaaygz95r2pv', 5, 1780302540800000, '\x7b226964223a352c226e616d65223a22416365722070616c6d6174756d222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3730305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3830305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3830305a227d', '\x7b226964223a352c226e616d65223a22416365722070616c6d6174756d227d'),
	(5, 'evt_01kt14sw345gq2sq2xdxzzqgg6', 6, 1780302540900000, '\x7b226964223a362c226e616d65223a22526f73612027506561636527222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30302e3930305a227d', '\x7b226964223a362c226e616d65223a22526f73612027506561636527227d'),
	(6, 'evt_01kt14swcgwf856f010s625ekn', 7, 1780302541200000, '\x7b226964223a372c226e616d65223a2254696c696120636f7264617461222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3230305a227d', '\x7b226964223a372c226e616d65223a2254696c696120636f7264617461227d'),
	(7, 'evt_01kt14swfm1x2rgkdmx96rkknq', 8, 1780302541300000, '\x7b226964223a382c226e616d65223a2253616c697820616c6261222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3330305a227d', '\x7b226964223a382c226e616d65223a2253616c697820616c6261227d'),
	(8, 'evt_01kt14swjrz6aqrfb04nx50ghh', 9, 1780302541400000, '\x7b226964223a392c226e616d65223a2246616775732073796c766174696361222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a222c22757064617465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a222c2261646465645f6174223a22323032362d30362d30315430383a32393a30312e3430305a227d', '\x7b226964223a392c226e616d65223a2246616775732073796c766174696361227d'),
	(9, 'evt_01kt1f3s1ry7fk69vp91nr78jg', 10, 1780313351224000, '\x7b226964223a31302c226e616d65223a225175657263757320726f627572222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31312e3232345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31312e3232345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31312e3232345a227d', '\x7b226964223a31302c226e616d65223a225175657263757320726f627572227d'),
	(10, 'evt_01kt1f3s4wx7b5es3fawgzgr4q', 11, 1780313351324000, '\x7b226964223a31312c226e616d65223a22426574756c612070656e64756c61222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31312e3332345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31312e3332345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31312e3332345a227d', '\x7b226964223a31312c226e616d65223a22426574756c612070656e64756c61227d'),
	(11, 'evt_01kt1f3smgrgesk25bex4acb3f', 12, 1780313351824000, '\x7b226964223a31322c226e616d65223a22416365722063616d706573747265222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224143452d37222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2233302e3030222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31312e3832345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31312e3832345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31312e3832345a227d', '\x7b226964223a31322c226e616d65223a22416365722063616d706573747265227d'),
	(12, 'evt_01kt1f3sxwk4z63bjkh2p40sja', 13, 1780313352124000, '\x7b226964223a31332c226e616d65223a2250696e7573206d75676f222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a2250494e2d31222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2231322e3530222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31322e3132345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31322e3132345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31322e3132345a227d', '\x7b226964223a31332c226e616d65223a2250696e7573206d75676f227d'),
	(13, 'evt_01kt1f3tpw2z1nd7x6etzxs13p', 17, 1780313352924000, '\x7b226964223a31372c226e616d65223a2248796472616e67656120454e444c4553532053554d4d45522035204c222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224859442d35222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a2248796472616e676561206d6163726f7068796c6c6120274261696c6d657227222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a2248796472616e676561222c2273706563696573223a226d6163726f7068796c6c61222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a224261696c6d6572222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a2232342e3930222c2263757272656e6379223a22455552222c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a2235204c222c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a7b226c69676874223a5b227061727469616c5f7368616465225d2c227761746572223a2268696768222c2268617264696e6573735f726873223a224835222c2268617264696e6573735f75736461223a6e756c6c2c226865696768745f636d223a3135302c227370726561645f636d223a6e756c6c2c226c6966655f6379636c65223a6e756c6c2c22666f6c69616765223a6e756c6c2c22666c6f776572696e675f6d6f6e746873223a5b362c372c385d2c22746f7869636974795f70657473223a226861726d66756c222c22746f7869636974795f70656f706c65223a22756e6b6e6f776e222c22706f6c6c696e61746f725f667269656e646c79223a66616c73657d2c2265787465726e616c5f696473223a7b2277666f223a6e756c6c2c2269706e69223a6e756c6c2c2267626966223a2232393835393337222c226570706f223a224859454d41222c2276626e223a6e756c6c7d2c227472616465223a7b22706c616e745f70617373706f7274223a7b2261223a2248796472616e676561222c2262223a2247422d3030303031222c2263223a2232312d37222c2264223a224e4c227d2c226369746573223a224949227d2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31322e3932345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31322e3932345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31322e3932345a227d', '\x7b226964223a31372c226e616d65223a2248796472616e67656120454e444c4553532053554d4d45522035204c227d'),
	(14, 'evt_01kt1f3tx4nk7he781114yyv04', 18, 1780313353124000, '\x7b226964223a31382c226e616d65223a22456e646c6573732053756d6d6572222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a2248796472616e676561206d6163726f7068796c6c6120274261696c6d657227222c227461786f6e223a7b2272616e6b223a2263756c7469766172222c2267656e7573223a2248796472616e676561222c2273706563696573223a226d6163726f7068796c6c61222c22687962726964223a6e756c6c2c22696e6672615f72616e6b223a6e756c6c2c22696e6672615f65706974686574223a6e756c6c2c2263756c7469766172223a224261696c6d6572222c2267726f7570223a6e756c6c2c2274726164655f64657369676e6174696f6e223a6e756c6c2c22617574686f7273686970223a6e756c6c7d2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a22426c7565206f722070696e6b2e222c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a2235204c222c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31332e3132345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31332e3132345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31332e3132345a227d', '\x7b226964223a31382c226e616d65223a22456e646c6573732053756d6d6572227d'),
	(15, 'evt_01kt1f3wvmx0fzv1kjp53j78b2', 25, 1780313355124000, '\x7b226964223a32352c226e616d65223a225061656f6e6961206c61637469666c6f7261222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a6e756c6c2c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b7b2275726c223a2268747470733a2f2f73746f72652e6578616d706c652f70686f746f732f3172733136623877316e6168656d31627964746d35707637306468746d6d68372f66756c6c222c22616c74223a22496e20626f7468227d2c7b2275726c223a2268747470733a2f2f73746f72652e6578616d706c652f70686f746f732f7a7a6e6a7268726a6a63656838377164767a6d37396a327a6774316a647932652f66756c6c222c22616c74223a22496e20746865206576656e74227d5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a32393a31342e3632345a222c22757064617465645f6174223a22323032362d30362d30315431313a32393a31352e3132345a222c2261646465645f6174223a22323032362d30362d30315431313a32393a31352e3132345a227d', '\x7b226964223a32352c226e616d65223a225061656f6e6961206c61637469666c6f7261227d'),
	(16, 'evt_01kt1f9reraj52ty0hc0ekw282', 39, 1780313547224000, '\x7b226964223a33392c226e616d65223a224a756e69706572757320636f6d6d756e6973222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a224a554e2d31222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a33323a32372e3232345a222c22757064617465645f6174223a22323032362d30362d30315431313a33323a32372e3232345a222c2261646465645f6174223a22323032362d30362d30315431313a33323a32372e3232345a227d', '\x7b226964223a33392c226e616d65223a224a756e69706572757320636f6d6d756e6973227d'),
	(17, 'evt_01kt1f9rhwje6gq0mc5ddhqw83', 40, 1780313547324000, '\x7b226964223a34302c226e616d65223a22546178757320637573706964617461222c22737461747573223a22616374697665222c22617661696c6162696c697479223a22696e5f73746f636b222c22736b75223a225441582d32222c226774696e223a6e756c6c2c22626f74616e6963616c5f6e616d65223a6e756c6c2c227461786f6e223a6e756c6c2c2266616d696c79223a6e756c6c2c22636f6d6d6f6e5f6e616d6573223a5b5d2c226465736372697074696f6e223a6e756c6c2c2274616773223a5b5d2c22696d61676573223a5b5d2c227072696365223a6e756c6c2c2263757272656e6379223a6e756c6c2c2273746f636b5f7175616e74697479223a6e756c6c2c22617661696c61626c655f66726f6d223a6e756c6c2c22706f745f73697a65223a6e756c6c2c226d696e696d756d5f6f72646572223a6e756c6c2c22636f6d706172655f61745f7072696365223a6e756c6c2c2263617265223a6e756c6c2c2265787465726e616c5f696473223a6e756c6c2c227472616465223a6e756c6c2c22637265617465645f6174223a22323032362d30362d30315431313a33323a32372e3332345a222c22757064617465645f6174223a22323032362d30362d30315431313a33323a32372e3332345a222c2261646465645f6174223a22323032362d30362d30315431313a33323a32372e3332345a227d', '\x7b226964223a34302c226e616d65223a22546178757320637573706964617461227d');
INSERT INTO public.facts VALUES
	('alerts lease', '\x7072635f3031687a7a7a7a7a7a7a303030303030303030303030303030302031373830333135343130353234303030'),
	('alerts since', '\x31373830333133333538353234303030'),
	('attempts removed to', '\x32'),
	('key check', '\xd3704792b17e570850accb6d2b5c5fd32005c8b041771511c0fb3a8b1898ab643ee9e2f884af4bfa9ec7a5'),
	('last backup', '\x31373830333133343833343234303030'),
	('last slot', '\x31'),
	('linked images follow change', '\x3135373238363436');
INSERT INTO public.filter_pages VALUES
	(54893998082851692, 0, 0, 15, '\x56'),
	(54894000182849255, 0, 0, 15, '\x36'),
	(54894562636645336, 0, 0, 15, '\x');
INSERT INTO public.idempotency VALUES
	('tok_01kqhafj70rnyqfe6pt82sg2t7', 'autumn list, first try', '\x3d6dedb85c75a372edf9017e450c347d2ca501e4e13809935fc1c61744bcbdeb', '\xd70b933a847e3163300fb36f4dd43d7c1c1982b78cd35989d561b1679692439fd24531c9a91cf06fc7fe412b98cee6c2844d8a97a33103238ff24bb78171695c9e24d8f11abaee7ed310c3b605e4055655a399883acebae492379a35173a41ef447d806ac8b1840ea7ffb589291275458860fde9f62ac45f955d4644fd5dab4afd0fe600a5b5b5bd8727a7bdc78633b20a67355c378fdfc1c8dfa4dd0d5d011addb6c0b02ba3ce3dfc6bf2a51cd4c37c9e02749ac0c853c597a6677e69b56a6a9d3c874a2e65e98842968dd5bb6b753cb0de76ca1df5b4b2db8d5b42f6d73fca58db2311c8128ff529c3f4adcfbc27f9d246d75747550c53e186eba5a399424c4853ea3f95080578ff83628e22690b863e01fc830fe7a3476d22ffd4b892c03f748c761703e8877bcfbaf3877ea09a52c2ffa24c9480bc18bcc81718feb32fb255a8417d41990bce1ab1cd0ba08fe501f79141b8e4b67850001ec9062d2e41b5c0b0aa9f02051c0cdb413cd5070e86c983695f24b0fc3b21ee42bf06aae1677e6fd810ed908c6b9f62c8a8fd62bb069b42361296bcef40aa57624690d2bc66e23a4b617f6b481aac17081a5c3c26c6617509b6bd813e0d665e0fbacf5884777a298d22eea78109ea46ea4c67b627a6d45c31402feed4ffe2d6d4a57400ed79026564eca7d5894771126867743774c7aa307a7ab66ae1773133e1a2cd4427c58e76489e9f292b81b1ae0b5a4914b58e7889550df9d037472d2f725f36ec0d8d3f34dfa72fafcec23fe5217e7aa12594e0beccb744fa875c2ead968791726f29417e34a5191bf809c2d28685af36ca17b8443a5189bf8a11e54cd42dee0ddcb3e892d6e6d5d7eaa0bf98d03d7be8a1e61398a9e17b089e0b95ff86532e6f81c8167f0901583cc7372b5fc40e37e218a596d03f7c7c08409bf06b83a21c0003072c560314e3cb7601b9f81cdeaa38388d1e288cda463b37e3fa15fd015e5ee8a268fa16a98fc49a37f8b2a91ef5ff7011490f8d865d6ef7d914c30cd0b50af06a6eebfe882d84358a43361c18de94d7efc58ba5e701748b91610705965fb74662289799aedfbc6a6832dbacc4e34c7d075d5898fa589f0415f3f25edae2a671623bd326efdb686bed8f9f7c5ba029ed2e396b7980f9e66d4c3b3f5d137fb0eff7e635f765588b2f7c25fac0d4a5a22cbdfb6def780e9589bfeda8aa1874ea8794e23784224c7b33c970d531ea7339039d092603907298b5d6742c807db328eee7f8bbbaa6eea2f20b697a9dfa5c3e7cdbde48f4113ab5cd5db143863715c2bc0631baa412f1ad87248b76e8350a5318d1b6cf7465eea28b86db85126abd666f844f393e2311372452179e21c618dba55b6ca9699d089d23068f395f5fbe045a252e6d398936c8772996aa78c61e2a00e9e397f8799e9be813bbfbd36390f137776e31c599e8b5f9e4b9d234dae7f1e63b231169f6064004bacd5eeedb11c415bc5580482f1e2cd8f3b5b0b8f5157b1918770372d9383f4c074634c0f31451c9ddb26af820309337bd775e039aa1810181f2400b98f9d425e82a9ec8248cdf28c0cde24b7815058f75721c1e4c5c7bdb48fe922ba08eab8f050b675e2d5c3195a96ace403ba0984a1875c7aca8af513106d2f20a243ce0c36e329b640ef4a92947d1b10bc37cc2ba487854edba4529e7795a6162df6fd0531b928c1770d236d5d7ab6cea19', 1780313546524000),
	('tok_01kqhafj70rnyqfe6pt82sg2t7', 'order 66, first try', '\xccf4afe28465998fa7d16a9e17287545435f55df5de822527410f5c4835d8970', '\xada2712aa246088ffc1afc70f652f7eeb3f278b4d3bc5af1931ff3e1673d1b7c94a5232df3eaa057649f45ee0ba6f13f8bfd94ce2386dc8ac2874c9fe43097e2afa16d3169f4d383c3394728f49de89c4c79da33be78e13f1c9b77f06ad2bd942308e6670e82b8f2a542f3a2967aa654f765342858367ad2ec0adb93733e76069025dd6b227638cfdd96970cacb2afb03f0a22265d9e88535c837cd7796a66620bc9879cf778af2f5682db0ed798efd30daeebc6c8403a1faf728a44c2e28e17a1807a0531074611259d5145348a9eb53b9315014f759646ecac39a137d19e009544b737d27af6368251201d3b7885f12d950abfaf3583f28791e595c650a3d27b4e497691e80ad04e21cedbc7fa2e35ac19647fc1bc478876f1dcf469f9f6d1cff488facf47a46903cca6118c6cf33c5d250d69e515f5e3657df7d37ea28184dc5a8ee1ae5ca89f8e8d33c8997ff7093c010cc155ee359b4d9fb98a820bdf81c2cfbc2fa6edb4d00f9e6434ae079d5990239242821a20a4005bd44b1ef108692ca5ee8358c73150a03a729161657b3e78807676d4711c9ba2ef107db4e6795fb34c28143928cbc1334db7556b345e95537cbadcc885842e90e33ef329378f3a0d3c4d7ddebe573545f46e79883a41e9c24712ed3bf3538fc5ed047944da7203a0ecbf6b7b1eac6c9b4e7a32dddf17b42bada3d765113a8379c5d82777d30322d3bdcb2acb21a45f7e2ac876c5c72092951db6a2f893c04e772e0520d68d1d61ca88be7881c51ed17e15dddca4e560a2f17f422569c1eb6dd7554f809675b25b5718fa407993de1cd81794848d9553bb2596281c2928429c5c36ab41e988ccb0b350719f5bdac4c63d10d067830d72ce0588e2bf8b152462174ec083985a77fe7cc0e564e92e7815bfd578bdf9040abcd08368a0cf4f3bd19f74f60e30eb385c7cc8567a8d1b862d25a836f21f54ac9d2f20af3c31fcdbc4f7b3a8963eea26f2aed01dc18aa955317cea169f734556a37ecc3527b0d80c73a4edd60dee92630e737b1ed0fd625f5e06ea13e2485fef8686809c5877f1ab45', 1780302540500000);
INSERT INTO public.identities VALUES
	('https://login.example', 'account 17', 'per_01kt1f40f884gxzg921v2fya3n', 1780313360324000, 1780313360324000, ''),
	('https://login.example', 'account 18', 'per_01kt1f9q984x8wkjsfstt2y1sh', 1780313546424000, 1780313546424000, 'tok_01kt1f9q641my6r3ejejwbmyn4');
INSERT INTO public.import_mappings VALUES
	('420eca508251bee7be431d6d8042c9477963cb516cd6262c2aa053df100882a8', '{"cost": "EK", "name": "What", "sku": "Nr", "supplier": "From"}', 1780313354024000);
INSERT INTO public.import_ranges VALUES
	('imp_01kt1f3str7zm8324ngm46z9wy', 13, 14),
	('imp_01kt1f3t783vc138rzqg9w720x', 15, 16),
	('imp_01kt1f3vp4fw48zxd8xrbd5h33', 23, 24),
	('imp_01kt1f430gf4prwvyyqx8arts0', 37, 37),
	('imp_01kt1f9qw0nvxgdsq5877b1gjc', 38, 38),
	('imp_01kt1f9r28vs9qgenga3fz0pew', 39, 39);
INSERT INTO public.imports VALUES
	('imp_01kt1f3str7zm8324ngm46z9wy', 'done', 'with bad rows', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'f1f88ba90865be1c8342c1c61069c202febd841848040d58aefbdfbac12884cd', 101, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["PIN-1","PIN-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Pinus mugo","Pinus cembra"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["12.50","POA"],"fields":["price"],"suggested":null},{"heading":"status","field":"status","samples":["active",""],"fields":["status"],"suggested":null}],"rows":3,"new":2,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":1,"ignored":0,"problems":[{"line":3,"heading":"price","value":"POA","detail":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"problem_groups":[{"heading":"price","detail":"“…” is not a price. Use a number such as 12.99 or leave it empty.","count":1,"lines":[3],"value":"POA","example":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"PIN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"12.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Pinus nigra","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"PIN-3","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":4,"original":{}}],"earlier":null,"currencies":[{"currency":"EUR","rows":1,"sources":{"store":1}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 1, 0, 0, 0, 1, 0, 502, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313352024000, 1780313352124000, 1780313352124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f3t10erm7a7dzyrtmen5d', 'cancelled', 'not wanted', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'd647839e65cba0c14a0b9fcf5d44c482bdde90ae4ac7f041574dd48ed5416431', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["LAR-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Larix decidua"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Larix decidua","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"LAR-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313352224000, NULL, 1780313352324000, NULL, NULL, 0, 0, ''),
	('imp_01kt1f3t783vc138rzqg9w720x', 'undone', 'by mistake', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '3c55162eca9bba8f237b64c94ecb8086c39cb7e39a0fdac2e70a8ce565e67f04', 53, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["CED-1","CED-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Cedrus atlantica","Cedrus deodara"],"fields":["name"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Cedrus atlantica","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Cedrus deodara","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 0, 0, 0, 0, 0, 0, 503, 2, 0, 0, 16, 1, 1, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313352424000, 1780313352524000, 1780313352524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f3vp4fw48zxd8xrbd5h33', 'done', 'costs', '{"map":{"sku":"Nr","name":"What","cost":"EK","supplier":"From"},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '40e36ef13995c1c56a3e273fc54773a95da9c9568395ddaa70c7f9a3622d51db', 83, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe rakaiensis","Hebe pinguifolia"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.10","1.90"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Noord","Noord"],"fields":["supplier"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Hebe rakaiensis","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"2.10"},{"name":"Hebe pinguifolia","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"1.90"}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 0, 0, 0, 0, 0, 0, 552, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313353924000, 1780313354024000, 1780313354024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f3vwcbpegjfm7hemvx9mn', 'undone', 'new costs', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'c3d7c308738e3bd949a4c98fa0a06d2144bfec14c19d465371c1203239f9169d', 82, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe albicans","Hebe ''Sutherlandii''"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.40","2.20"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Zuid","Zuid"],"fields":["supplier"],"suggested":null}],"rows":2,"new":0,"new_active":0,"changed":2,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"id":23,"name":"Hebe albicans","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.40","created_at":"2026-06-01T11:29:14.024Z","updated_at":"2026-06-01T11:29:14.024Z","added_at":null},{"id":24,"name":"Hebe ''Sutherlandii''","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-2","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.20","created_at":"2026-06-01T11:29:14.024Z","updated_at":"2026-06-01T11:29:14.024Z","added_at":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":1780313354024000,"year_question":"","year_choices":[],"options":""}', 0, 0, 2, 0, 0, 0, 0, 625, 0, 2, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313354124000, 1780313354224000, 1780313354224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 24, 2, '{"count":1,"public":0,"plants":[{"plant":24,"name":"Hebe ''Sutherlandii''","fields":["cost"]}]}'),
	('imp_01kt1f430gf4prwvyyqx8arts0', 'done', 'new', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'f75578fbde1a61ffb3b601fcdd313116c68a3692272cdd367a7b6509a1b8d004', 28, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["FIC-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Ficus lyrata"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Ficus lyrata","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"FIC-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 0, 0, 0, 0, 0, 0, 251, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313361424000, 1780313361524000, 1780313361524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f9qrw1x7bd6kbaygr0q51', 'checked', 'waiting', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '6cb5c6a65ba6d2b727b413fcbd36b60eddcc08a71be2b7e72c26e699d661c2d2', 79, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":";","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["ABI-1","pin-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Abies alba","Pinus mugo"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["9,90","13,50"],"fields":["price"],"suggested":null}],"rows":3,"new":1,"new_active":1,"changed":1,"present":1,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Abies alba","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"ABI-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"9.90","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":13,"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","sku":"PIN-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"13.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:12.124Z","updated_at":"2026-06-01T11:29:12.124Z","added_at":"2026-06-01T11:29:12.124Z"}],"preview_rows":[{"line":2,"original":{"price":"9,90"}},{"line":3,"original":{"price":"13,50"}}],"earlier":null,"currencies":[{"currency":"EUR","rows":2,"sources":{"store":2}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313546524000, NULL, NULL, NULL, NULL, 0, 0, ''),
	('imp_01kt1f9qw0nvxgdsq5877b1gjc', 'undoing', 'wrong', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '66da60bb3d7f5259fdf4d022246aed37ee55dda5d59053ccaf021443d83e583a', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["THU-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Thuja plicata"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Thuja plicata","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"THU-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 0, 0, 0, 0, 0, 0, 252, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313546624000, 1780313546724000, 1780313546724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f9r28vs9qgenga3fz0pew', 'running', 'half added', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '51ee5f386fcc5be8837bf9a59712b0250a03f82bc817fecd758ccb57aa13c9c7', 604, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["JUN-1","TAX-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Juniperus communis","Taxus baccata"],"fields":["name"],"suggested":null}],"rows":503,"new":3,"new_active":3,"changed":1,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":499,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Juniperus communis","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"JUN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus baccata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus cuspidata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":12,"name":"Acer campestre ''Nanum''","tag":null,"status":"active","availability":"in_stock","sku":"ACE-7","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:11.824Z","updated_at":"2026-06-01T11:29:11.924Z","added_at":"2026-06-01T11:29:11.824Z"}],"preview_rows":[{"line":2,"original":{}},{"line":502,"original":{}},{"line":503,"original":{}},{"line":504,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 3, 3, 1, 0, 0, 0, 499, 257, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313546824000, 1780313547224000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, ''),
	('imp_01kt1f9r8gafnkn9gmjqwkhhfg', 'checking', 'half checked', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":false}', '26b36283e1e5ebac51cae33244cd83f64eaf581029e88d11df614c4ee0ad7b63', 29, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313547024000, NULL, NULL, NULL, NULL, 0, 0, '');
INSERT INTO public.levels VALUES
	(1780302300000000, 2),
	(1780305900000000, 1),
	(1780309500000000, 1),
	(1780315200000000, 200);
INSERT INTO public.linked_images VALUES
	('193de1a86b8727af8ea408725d86545cd82f2a0080d8dd54977c7e92b7e30404', 'https://images.example/slow.jpg', 'images.example', 'ee11q2a8tjz07haxrcvc17494nmdtj2e', 'waiting', 1, 1780316956124000, 'No answer.'),
	('5d8cd5f6290fc00f851e89ce254b6e8a9f1c6ca9c336b66396f5467d05b517d0', 'https://shop.example/mon-15.jpg', 'shop.example', '11ymskwfv3jg0ch8cy9kjjbs8bhex752', 'waiting', 0, 1780313355624000, NULL),
	('984bf0e6b9f2f432de0e562ebbcbda488a0fbd4c6cc6e8c6296010647cde41df', 'https://images.example/gone.jpg', 'images.example', 'mwre5vgbqvrw0y8qf622n9vtdqebg9f0', 'unused', 0, 1780313355824000, NULL),
	('b1ddcd785e9ae098cc16079d84e6d3a8b5ff9cfcb545edd36ad2c2027be302ae', 'https://images.example/refused.jpg', 'images.example', 'bfx7t3j9gqdspcqge47x32vmmpdnt09p', 'given_up', 1, NULL, 'The server answered 301.'),
	('e1b2caf014d1b80fa6bdda4cde895a25da3066e1825ec5f87e3105b427d9f7eb', 'https://images.example/kept.jpg', 'images.example', '2ja7z0q015e2aah7hav2m6hh1wmnthn2', 'kept', 0, NULL, NULL);
INSERT INTO public.listeners VALUES
	('lsn_01kt1f9pwrkbq6c8aksgyc2b85', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'ended', 7, 1780313545624000, NULL, 1780317145624000),
	('lsn_01kt1f9pzw9ggnkkcwb4f95v3m', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'listen on laptop', 7, 1780313545724000, 1780315408524000, 1780319008524000);
INSERT INTO public.merges VALUES
	(18, 17, 1, '{"description":"Blue or pink."}', 1780313353224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7');
INSERT INTO public.openid_attempts VALUES
	('\x7373737373737373737373737373737373737373737373737373737373737373', '\x6262626262626262626262626262626262626262626262626262626262626262', 1780313360424000, NULL, NULL, 1, '/plants', '');
INSERT INTO public.operational_deliveries VALUES
	('ops_01kt1f427gpqqjp8hh2zv2gp8t', 'ope_01kt1f42drtdfjxpkbtw17a0nn', 'delivered', 1, 1780313360824000, 1780313360824000, 1780313360924000, 'accepted', 204, '', 1780313360924000),
	('ops_01kt1f427gpqqjp8hh2zv2gp8t', 'ope_01kt1f42m01x0t122ca7av0xq8', 'given_up', 0, 1780313361024000, 1780313361024000, NULL, NULL, NULL, '', 1780313361124000),
	('ops_01kt1f427gpqqjp8hh2zv2gp8t', 'ope_01kt1f42t81dk8va0ggq58xxrq', 'waiting', 1, 1780313361224000, 1780313366324000, 1780313361324000, 'refused', 503, 'It responded 503.', NULL),
	('ops_01kt1f427gpqqjp8hh2zv2gp8t', 'ope_01kt1f433mzbx40cc6yq9cpxpd', 'waiting', 0, 1780313361524000, 1780313361524000, NULL, NULL, NULL, '', NULL),
	('ops_01kt1f427gpqqjp8hh2zv2gp8t', 'ope_01kt1f9qz49w0crrpnmvcwae1j', 'waiting', 0, 1780313546724000, 1780313546724000, NULL, NULL, NULL, '', NULL),
	('ops_01kt1f42amrhesaq7essr1bf3m', 'ope_01kt1f42drtdfjxpkbtw17a0nn', 'waiting', 0, 1780313360824000, 1780313360824000, NULL, NULL, NULL, '', NULL),
	('ops_01kt1f42amrhesaq7essr1bf3m', 'ope_01kt1f42m01x0t122ca7av0xq8', 'waiting', 0, 1780313361024000, 1780313361024000, NULL, NULL, NULL, '', NULL),
	('ops_01kt1f42amrhesaq7essr1bf3m', 'ope_01kt1f42t81dk8va0ggq58xxrq', 'waiting', 0, 1780313361224000, 1780313361224000, NULL, NULL, NULL, '', NULL);
INSERT INTO public.operational_events VALUES
	('ope_01kt1f42drtdfjxpkbtw17a0nn', 'receiver.disabled', 1780313360824000, '\x7b2274797065223a2272656365697665722e64697361626c6564222c2274696d657374616d70223a22323032362d30362d30315431313a32393a32302e3832345a222c2264617461223a7b227265636569766572223a7b226964223a227263765f30316770776a63396a3034326d222c226e616d65223a2267617264656e2063656e747265227d2c22726561736f6e223a22676f6e65222c2264657461696c223a22497420726573706f6e646564203431302e222c226661696c696e675f73696e6365223a22323032362d30362d30315431313a32393a32302e3832345a222c22717565756564223a377d7d'),
	('ope_01kt1f42m01x0t122ca7av0xq8', 'receiver.disabled', 1780313361024000, '\x7b2274797065223a2272656365697665722e64697361626c6564222c2274696d657374616d70223a22323032362d30362d30315431313a32393a32312e3032345a222c2264617461223a7b227265636569766572223a7b226964223a227263765f30316770776a63396a3034326d222c226e616d65223a2267617264656e2063656e747265227d2c22726561736f6e223a22676f6e65222c2264657461696c223a22497420726573706f6e646564203431302e222c226661696c696e675f73696e6365223a22323032362d30362d30315431313a32393a32312e3032345a222c22717565756564223a377d7d'),
	('ope_01kt1f42t81dk8va0ggq58xxrq', 'receiver.disabled', 1780313361224000, '\x7b2274797065223a2272656365697665722e64697361626c6564222c2274696d657374616d70223a22323032362d30362d30315431313a32393a32312e3232345a222c2264617461223a7b227265636569766572223a7b226964223a227263765f30316770776a63396a3034326d222c226e616d65223a2267617264656e2063656e747265227d2c22726561736f6e223a22676f6e65222c2264657461696c223a22497420726573706f6e646564203431302e222c226661696c696e675f73696e6365223a22323032362d30362d30315431313a32393a32312e3232345a222c22717565756564223a377d7d'),
	('ope_01kt1f433mzbx40cc6yq9cpxpd', 'import.completed', 1780313361524000, '\x7b2274797065223a22696d706f72742e636f6d706c65746564222c2274696d657374616d70223a22323032362d30362d30315431313a32393a32312e3532345a222c2264617461223a7b22696d706f7274223a7b226964223a22696d705f30316b7431663433306766347072777679797178386172747330222c226e616d65223a226e6577227d2c227374617465223a22646f6e65222c22626567616e5f6279223a7b226964223a22746f6b5f30316b716861666a3730726e7971666536707438327367327437222c226e616d65223a226f70657261746f72227d2c22636f6e6669726d65645f6279223a7b226964223a22746f6b5f30316b716861666a3730726e7971666536707438327367327437222c226e616d65223a226f70657261746f72227d2c22626567616e5f6174223a22323032362d30362d30315431313a32393a32312e3432345a222c22656e6465645f6174223a22323032362d30362d30315431313a32393a32312e3532345a222c22636f756e7473223a7b226e6577223a312c226368616e676564223a302c2270726573656e74223a302c22616c696b65223a302c22626164223a302c2269676e6f726564223a302c226164646564223a312c2275706461746564223a302c22736b6970706564223a307d2c226572726f72223a6e756c6c7d7d'),
	('ope_01kt1f9qz49w0crrpnmvcwae1j', 'import.completed', 1780313546724000, '\x7b2274797065223a22696d706f72742e636f6d706c65746564222c2274696d657374616d70223a22323032362d30362d30315431313a33323a32362e3732345a222c2264617461223a7b22696d706f7274223a7b226964223a22696d705f30316b743166397177306e767867647371353837376231676a63222c226e616d65223a2277726f6e67227d2c227374617465223a22646f6e65222c22626567616e5f6279223a7b226964223a22746f6b5f30316b716861666a3730726e7971666536707438327367327437222c226e616d65223a226f70657261746f72227d2c22636f6e6669726d65645f6279223a7b226964223a22746f6b5f30316b716861666a3730726e7971666536707438327367327437222c226e616d65223a226f70657261746f72227d2c22626567616e5f6174223a22323032362d30362d30315431313a33323a32362e3632345a222c22656e6465645f6174223a22323032362d30362d30315431313a33323a32362e3732345a222c22636f756e7473223a7b226e6577223a312c226368616e676564223a302c2270726573656e74223a302c22616c696b65223a302c22626164223a302c2269676e6f726564223a302c226164646564223a312c2275706461746564223a302c22736b6970706564223a307d2c226572726f72223a6e756c6c7d7d');
INSERT INTO public.operational_subscribers VALUES
	('ops_01kt1f427gpqqjp8hh2zv2gp8t', 'active', 'http://127.0.0.1:40011/operations', 'receiver.disabled receiver.recovered delivery.exhausted import.completed', 1, '\x2efefc0acc8e0e81db64d63eaf37be7d9fc2d3627aa23273c6f2c1852d22223623978d83a01b42b3cfb8b5aa77991ff3710c7d16749a1b341ed02826070e38ddcf2d4bd44697cba1cf661e6500c39640', '\xeb0b21c4331be44bd60dbc59de96a1ad13a8b7c8761150c4dce3838ad11db22af1f48ba5c7e13aa66ac3ff761a218c6826e02255745ca31241157f3307e108e3fabf3c1d74661d60576ed133ada3', '\x66921d0922bf6c04cfe34224c1924b599bf11fef12a183add670979f86dbb1d807b6088d5c70718024dff4d28a7bd51f5db3f0a1fd44169f70e755977239db6f9bd4a65fc198e3a8fd181472d126', 1780399762000000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313360624000, 1780313360624000, NULL, NULL, NULL),
	('ops_01kt1f42amrhesaq7essr1bf3m', 'turned off', 'http://127.0.0.1:1024/operations', 'receiver.disabled', 2, '\x774cb80ac35c1024556260a7efbba5aed8b6e76b9531f1a886c48fbd420c0a1f21e1ebf2824cc32ef606faab809aae1745a186c9f5480b9a0d66559e97de3cbd7b31310b2eabe5d2610aac69613da4b0', '\x49f390afdb221caa6e5257e58792b3e1a15ef6b949a7eb87d9a2a00a3595ecc584c45c98e5106d671b7d456752d97f61c33b78e5da526012ed234d6615a0f2dae4ef0d392fb8cdfed59c7f812dd3', NULL, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313360724000, 1780313361624000, 1780313361624000, 'person', NULL);
INSERT INTO public.passkey_handles VALUES
	('per_01kt1f4090ee75xbsfc6r1ed96', '\x23a7be774c664e67b8604b4dc1130ef9b438dbbf3f00198d5751ade86014bb72'),
	('per_01kt1f9q984x8wkjsfstt2y1sh', '\x82afc7a553f064788dcf25efb76fbb2eda4050d16dfe8ed3c45410d218fa94cb');
INSERT INTO public.passkeys VALUES
	('psk_01kt1f4188n8g6fdm01084vkzx', 'per_01kt1f4090ee75xbsfc6r1ed96', '\x63726564656e7469616c206f66207468652070686f6e65', '\x00000000000000000000000000000000001763726564656e7469616c206f66207468652070686f6e65a50102032620012158206a22a1c96f4c52c8012833a59f1a6b72aee644984cb84fffa3fd291a65e97ad22258201a4e8de3fdffcdadc87fc4d4e7db8c610a6b2f84929fbad1f4b2b5125898baef', 'store.example', 3, 'Phone', 1, 1780313359624000, 1780313359824000, NULL, ''),
	('psk_01kt1f41bc9qs840n75n0yxt9m', 'per_01kt1f4090ee75xbsfc6r1ed96', '\x63726564656e7469616c206f662074686520636f70696564206b6579', '\x00000000000000000000000000000000001c63726564656e7469616c206f662074686520636f70696564206b6579a50102032620012158204a6f1de36e35b552dd24178d35f1cb38c92e375cb2460ba039c9a3c1258658c6225820652738ac517935534179567064b2ac5ea94568b79346127729b465179ca2825e', 'store.example', 9, 'Copied key', 0, 1780313359724000, 1780313359924000, 1780313360024000, ''),
	('psk_01kt1f9qjmynabys6wy5na6m9a', 'per_01kt1f9q984x8wkjsfstt2y1sh', '\x63726564656e7469616c206f6620746865206e65772070686f6e65', '\x00000000000000000000000000000000001b63726564656e7469616c206f6620746865206e65772070686f6e65a5010203262001215820ed4a2bb85c6507e068edf29b7bffd8e08b88adb6e23d05d5cc88dae0b9ba2406225820012c55ad3cd1c6f73017d19307816c258827acbc14bfd6ea6d9752d4494e5163', 'store.example', 0, 'New phone', 0, 1780313546324000, NULL, NULL, 'tok_01kt1f9q641my6r3ejejwbmyn4');
INSERT INTO public.people VALUES
	('per_01kt1f4090ee75xbsfc6r1ed96', 'Owner', NULL, NULL, 'operator', 0, 1780313358624000, 'store', NULL, NULL),
	('per_01kt1f40c4wfstgbgba79g45dx', 'Second operator', 'Second@Shop.example', 'second@shop.example', 'operator', 0, 1780313358724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, NULL),
	('per_01kt1f40f884gxzg921v2fya3n', 'Staff', 'staff@shop.example', 'staff@shop.example', 'staff', 0, 1780313358824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313359224000),
	('per_01kt1f40jcmdawg1hhz21528m7', 'Invited', NULL, NULL, 'staff', 0, 1780313358924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, NULL),
	('per_01kt1f40ng9xgvff93kj8h7ey6', 'Integrator', NULL, NULL, 'integrator', 1, 1780313359024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313359324000),
	('per_01kt1f40rmt0abmy76x68gsa5j', 'Gone', 'gone@shop.example', 'gone@shop.example', 'operator', 0, 1780313359124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313360524000, 1780313359424000),
	('per_01kt1f9q984x8wkjsfstt2y1sh', 'Newcomer', NULL, NULL, 'operator', 0, 1780313546024000, 'tok_01kt1f9q641my6r3ejejwbmyn4', NULL, 1780313546124000);
INSERT INTO public.people_receivers VALUES
	('per_01kt1f40ng9xgvff93kj8h7ey6', 54848669721038932);
INSERT INTO public.photo_uses VALUES
	('1rs16b8w1nahem1bydtm5pv70dhtmmh7', 25, 1, 1),
	('dzhtmjadreab98e496fb3xw0stnxhajn', 25, 1, 0),
	('dzhtmjadreab98e496fb3xw0stnxhajn', 26, 1, 0),
	('zznjrhrjjceh87qdvzm79j2zgt1jdy2e', 25, 0, 1);
INSERT INTO public.photos VALUES
	('1rs16b8w1nahem1bydtm5pv70dhtmmh7', 25, '379dfbe6d05d8435a2cc5a77a58aecd71bff21898a9c1427f44e4c5127d09302', 147, 1600, 1200, 1780313354724000, 'tok_01hzzzzzzz0000000000000000', NULL),
	('5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y', 25, 'febe1d741b49e5a9c31526728d8c5134a803adfc4c04c4f052673722ed85597e', 147, 1600, 1200, 1780313354924000, 'tok_01hzzzzzzz0000000000000000', 1780313355024000),
	('dzhtmjadreab98e496fb3xw0stnxhajn', 25, '35814a902ac5107e15119e0aeee2caebff68c1ab7df2533a77a816a9bab075b0', 147, 1600, 1200, 1780313355324000, 'tok_01hzzzzzzz0000000000000000', NULL),
	('zznjrhrjjceh87qdvzm79j2zgt1jdy2e', 25, '293f9767e18cb4f948458f04bc5ad94ff4bc5885b1077f224d71afdab9662d69', 147, 1600, 1200, 1780313354824000, 'tok_01hzzzzzzz0000000000000000', NULL);
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
	(10, 10, 1780313351224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(11, 11, 1780313351324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(12, 12, 1780313351824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(13, 14, 1780313352124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3str7zm8324ngm46z9wy'),
	(15, 16, 1780313352524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3t783vc138rzqg9w720x'),
	(17, 17, 1780313352924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(18, 18, 1780313353124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(19, 19, 1780313353324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(20, 20, 1780313353424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(21, 21, 1780313353624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(22, 22, 1780313353724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(23, 24, 1780313354024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3vp4fw48zxd8xrbd5h33'),
	(25, 25, 1780313354624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(26, 26, 1780313355424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(27, 27, 1780313355524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(28, 28, 1780313356424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(29, 29, 1780313356524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(30, 30, 1780313357024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(31, 31, 1780313357124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(32, 32, 1780313357424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(33, 33, 1780313357524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(34, 34, 1780313357724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(35, 35, 1780313357824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(36, 36, 1780313357924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL),
	(37, 37, 1780313361524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f430gf4prwvyyqx8arts0'),
	(38, 38, 1780313546724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f9qw0nvxgdsq5877b1gjc'),
	(39, 39, 1780313547224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f9r28vs9qgenga3fz0pew'),
	(40, 40, 1780313547324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO public.plant_history VALUES
	(2, 2, 1780302541100000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"tag":["aroid",null],"stock_quantity":[3,2]}', NULL),
	(5, 2, 1780302540800000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["draft","active"]}', NULL),
	(6, 2, 1780302541000000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["active","archived"]}', NULL),
	(12, 2, 1780313351924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"name":["Acer campestre","Acer campestre ''Elsrijk''"],"price":["30.00",null],"currency":["EUR",null]}', NULL),
	(16, 2, 1780313352724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"tag":[null,"conifer"]}', NULL),
	(17, 2, 1780313353024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"price":["24.90","22.50"],"care.light":[["partial_shade"],null],"care.water":["high",null],"care.hardiness_rhs":["H5",null],"care.height_cm":[150,120],"care.flowering_months":[[6,7,8],null],"care.toxicity_pets":["harmful",null],"care.pollinator_friendly":[false,null]}', '{"supplier.name":["Bloem B.V.","Kwekerij Noord"],"supplier.code":["7012",null],"cost":["9.80","8.75"]}'),
	(17, 3, 1780313353224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"description":[null,"Blue or pink."]}', NULL),
	(18, 2, 1780313353224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["active","archived"],"merged_into":[null,17]}', NULL),
	(23, 2, 1780313354224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3vwcbpegjfm7hemvx9mn', '{"name":["Hebe rakaiensis","Hebe albicans"]}', '{"supplier.name":["Noord","Zuid"],"cost":["2.10","2.40"]}'),
	(23, 3, 1780313354524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undo', 'imp_01kt1f3vwcbpegjfm7hemvx9mn', '{"name":["Hebe albicans","Hebe rakaiensis"]}', '{"supplier.name":["Zuid","Noord"],"cost":["2.40","2.10"]}'),
	(24, 2, 1780313354224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3vwcbpegjfm7hemvx9mn', '{"name":["Hebe pinguifolia","Hebe ''Sutherlandii''"]}', '{"supplier.name":["Noord","Zuid"],"cost":["1.90","2.20"]}'),
	(24, 3, 1780313354424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, NULL, '{"cost":["2.20","2.30"]}'),
	(24, 4, 1780313354524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undo', 'imp_01kt1f3vwcbpegjfm7hemvx9mn', '{"name":["Hebe ''Sutherlandii''","Hebe pinguifolia"]}', '{"supplier.name":["Zuid","Noord"]}'),
	(25, 2, 1780313354724000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"}]]}', NULL),
	(25, 3, 1780313354824000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"}],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"}]]}', NULL),
	(25, 4, 1780313354924000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"}],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"},{"url":"/photos/5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y/full","alt":"Unused"}]]}', NULL),
	(25, 5, 1780313355024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"images":[[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"},{"url":"/photos/5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y/full","alt":"Unused"}],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"}]]}', NULL),
	(25, 6, 1780313355124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["draft","active"]}', NULL),
	(25, 7, 1780313355224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"images":[[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"}],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"}]]}', NULL),
	(25, 8, 1780313355324000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"}],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/dzhtmjadreab98e496fb3xw0stnxhajn/full","alt":"Of two plants"}]]}', NULL),
	(27, 2, 1780313355724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"images":[[{"url":"https://images.example/gone.jpg","alt":null},{"url":"https://images.example/kept.jpg","alt":null},{"url":"https://images.example/refused.jpg","alt":null},{"url":"https://images.example/slow.jpg","alt":null}],[{"url":"https://images.example/kept.jpg","alt":null},{"url":"https://images.example/refused.jpg","alt":null},{"url":"https://images.example/slow.jpg","alt":null}]]}', NULL),
	(28, 2, 1780313356724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3yagjyth0e45ptxpanax', '{"price":["8.00","8.80"]}', NULL),
	(28, 3, 1780313356824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"price":["8.80","7.50"]}', NULL),
	(29, 2, 1780313356724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3yagjyth0e45ptxpanax', '{"price":["8.00","8.80"]}', NULL),
	(29, 3, 1780313356924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undo', 'blk_01kt1f3yagjyth0e45ptxpanax', '{"price":["8.80","8.00"]}', NULL),
	(30, 2, 1780313357324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3yx899ps0wwxa03ah983', '{"price":["8.00","8.80"]}', NULL),
	(31, 2, 1780313357324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3yx899ps0wwxa03ah983', '{"price":["8.00","8.80"]}', NULL),
	(34, 2, 1780313358324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3zp89qcqmpk5nh9tf5zq', '{"price":["10.00","9.00"]}', NULL),
	(35, 2, 1780313358424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"price":["10.00","7.50"]}', NULL);
INSERT INTO public.plant_linked_images VALUES
	(2, '5d8cd5f6290fc00f851e89ce254b6e8a9f1c6ca9c336b66396f5467d05b517d0'),
	(27, '193de1a86b8727af8ea408725d86545cd82f2a0080d8dd54977c7e92b7e30404'),
	(27, 'b1ddcd785e9ae098cc16079d84e6d3a8b5ff9cfcb545edd36ad2c2027be302ae'),
	(27, 'e1b2caf014d1b80fa6bdda4cde895a25da3066e1825ec5f87e3105b427d9f7eb');
INSERT INTO public.plant_views VALUES
	('viw_01kt1f3xy0cmnw8p421pxkssxk', 'Dear roses', 'dear roses', '{"genus":"Rosa","price_from":"20","sort":"-price"}', 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313356224000, 1780313356224000),
	('viw_01kt1f3y14gxts19cceg5fdxtn', 'From Zuid', 'from zuid', '{"supplier":"Zuid"}', 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313356324000, 1780313356324000);
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
	(10, 'active', 'Quercus robur', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313351224000, 1780313351224000, 1780313351224000, 1, NULL, NULL, NULL, NULL, 5098650683700759872, 0, NULL, 'quercus robur', NULL),
	(11, 'active', 'Betula pendula', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313351324000, 1780313351324000, 1780313351324000, 1, NULL, NULL, NULL, NULL, 1990327649679527232, 0, NULL, 'betula pendula', NULL),
	(12, 'active', 'Acer campestre ''Elsrijk''', NULL, 'ACE-7', 'ace-7', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313351824000, 1780313351924000, 1780313351824000, 2, NULL, NULL, NULL, NULL, 1328255231049944384, 1, NULL, 'acer campestre ''elsrijk''', NULL),
	(13, 'active', 'Pinus mugo', NULL, 'PIN-1', 'pin-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '12.50', 'EUR', NULL, NULL, 1780313352124000, 1780313352124000, 1780313352124000, 1, NULL, NULL, NULL, NULL, 9175964152102473024, 1, NULL, 'pinus mugo', 12500),
	(14, 'draft', 'Pinus nigra', NULL, 'PIN-3', 'pin-3', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313352124000, 1780313352124000, NULL, 1, NULL, NULL, NULL, NULL, 5957304675497233728, 1, NULL, 'pinus nigra', NULL),
	(16, 'draft', 'Cedrus deodara', 'conifer', 'CED-2', 'ced-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313352524000, 1780313352724000, NULL, 2, NULL, NULL, NULL, NULL, 6097455183657782592, 1, NULL, 'cedrus deodara', NULL),
	(17, 'active', 'Hydrangea ENDLESS SUMMER 5 L', NULL, 'HYD-5', 'hyd-5', NULL, NULL, 'Hydrangea macrophylla ''Bailmer''', NULL, '[]', 'Blue or pink.', '[]', '[]', '22.50', 'EUR', NULL, NULL, 1780313352924000, 1780313353224000, 1780313352924000, 3, '5 L', 4000005000, '{"care":{"light":[],"water":null,"hardiness_rhs":null,"hardiness_usda":null,"height_cm":120,"spread_cm":null,"life_cycle":null,"foliage":null,"flowering_months":[],"toxicity_pets":"unknown","toxicity_people":"unknown","pollinator_friendly":null},"external_ids":{"wfo":null,"ipni":null,"gbif":"2985937","eppo":"HYEMA","vbn":null},"trade":{"plant_passport":{"a":"Hydrangea","b":"GB-00001","c":"21-7","d":"NL"},"cites":"II"},"supplier":{"name":"Kwekerij Noord","code":null},"cost":"8.75"}', '{"rank":"cultivar","genus":"Hydrangea","species":"macrophylla","cultivar":"Bailmer"}', 972471129612856047, 1, NULL, 'hydrangea endless summer 5 l', 22500),
	(18, 'archived', 'Endless Summer', NULL, NULL, NULL, NULL, NULL, 'Hydrangea macrophylla ''Bailmer''', NULL, '[]', 'Blue or pink.', '[]', '[]', NULL, NULL, NULL, NULL, 1780313353124000, 1780313353224000, 1780313353124000, 2, '5 L', 4000005000, NULL, '{"rank":"cultivar","genus":"Hydrangea","species":"macrophylla","cultivar":"Bailmer"}', 972471129612856047, 0, 17, 'endless summer', NULL),
	(19, 'draft', 'Viola odorata', NULL, NULL, NULL, NULL, NULL, 'Viola odorata', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313353324000, 1780313353324000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"odorata"}', 4768138441372604813, 4, NULL, 'viola odorata', NULL),
	(20, 'draft', 'Viola odorata', NULL, NULL, NULL, NULL, NULL, 'Viola odorata', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313353424000, 1780313353424000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"odorata"}', 4768138441372604813, 4, NULL, 'viola odorata', NULL),
	(21, 'draft', 'Viola tricolor', NULL, NULL, NULL, NULL, NULL, 'Viola tricolor', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313353624000, 1780313353624000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"tricolor"}', 9050747601714289037, 0, NULL, 'viola tricolor', NULL),
	(22, 'draft', 'Viola tricolor', NULL, NULL, NULL, NULL, NULL, 'Viola tricolor', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313353724000, 1780313353724000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"tricolor"}', 9050747601714289037, 0, NULL, 'viola tricolor', NULL),
	(23, 'draft', 'Hebe rakaiensis', NULL, 'HEB-1', 'heb-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, 'EUR', NULL, NULL, 1780313354024000, 1780313354524000, NULL, 3, NULL, NULL, '{"supplier":{"name":"Noord","code":null},"cost":"2.10"}', NULL, 6568127111453297984, 1, NULL, 'hebe rakaiensis', NULL),
	(24, 'draft', 'Hebe pinguifolia', NULL, 'HEB-2', 'heb-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, 'EUR', NULL, NULL, 1780313354024000, 1780313354524000, NULL, 4, NULL, NULL, '{"supplier":{"name":"Noord","code":null},"cost":"2.30"}', NULL, 3734785102312983872, 1, NULL, 'hebe pinguifolia', NULL),
	(25, 'active', 'Paeonia lactiflora', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[["/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","In both"],["/photos/dzhtmjadreab98e496fb3xw0stnxhajn/full","Of two plants"]]', NULL, NULL, NULL, NULL, 1780313354624000, 1780313355324000, 1780313355124000, 8, NULL, NULL, NULL, NULL, 3573167429893311808, 0, NULL, 'paeonia lactiflora', NULL),
	(26, 'draft', 'Paeonia suffruticosa', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[["/photos/dzhtmjadreab98e496fb3xw0stnxhajn/full","Of two plants"]]', NULL, NULL, NULL, NULL, 1780313355424000, 1780313355424000, NULL, 1, NULL, NULL, NULL, NULL, 6575336526686276928, 0, NULL, 'paeonia suffruticosa', NULL),
	(27, 'draft', 'Iris sibirica', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[["https://images.example/kept.jpg",null],["https://images.example/refused.jpg",null],["https://images.example/slow.jpg",null]]', NULL, NULL, NULL, NULL, 1780313355524000, 1780313355724000, NULL, 2, NULL, NULL, NULL, NULL, 2787249777225059648, 0, NULL, 'iris sibirica', NULL),
	(28, 'draft', 'Salvia undone 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '7.50', 'EUR', NULL, NULL, 1780313356424000, 1780313356824000, NULL, 3, NULL, NULL, NULL, NULL, 6427692234984475968, 0, NULL, 'salvia undone 0', 7500),
	(29, 'draft', 'Salvia undone 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '8.00', 'EUR', NULL, NULL, 1780313356524000, 1780313356924000, NULL, 3, NULL, NULL, NULL, NULL, 2511526907808927040, 0, NULL, 'salvia undone 1', 8000),
	(30, 'draft', 'Salvia done 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '8.80', 'EUR', NULL, NULL, 1780313357024000, 1780313357324000, NULL, 2, NULL, NULL, NULL, NULL, 7906412014762282304, 0, NULL, 'salvia done 0', 8800),
	(31, 'draft', 'Salvia done 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '8.80', 'EUR', NULL, NULL, 1780313357124000, 1780313357324000, NULL, 2, NULL, NULL, NULL, NULL, 798461089284705600, 0, NULL, 'salvia done 1', 8800),
	(32, 'draft', 'Salvia checked 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '5.00', 'EUR', NULL, NULL, 1780313357424000, 1780313357424000, NULL, 1, NULL, NULL, NULL, NULL, 8484880908519296320, 0, NULL, 'salvia checked 0', 5000),
	(33, 'draft', 'Salvia checked 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '5.00', 'EUR', NULL, NULL, 1780313357524000, 1780313357524000, NULL, 1, NULL, NULL, NULL, NULL, 4466757386996632896, 0, NULL, 'salvia checked 1', 5000),
	(34, 'draft', 'Salvia half done 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '9.00', 'EUR', NULL, NULL, 1780313357724000, 1780313358324000, NULL, 2, NULL, NULL, NULL, NULL, 6739598227077156160, 0, NULL, 'salvia half done 0', 9000),
	(35, 'draft', 'Salvia half done 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '7.50', 'EUR', NULL, NULL, 1780313357824000, 1780313358424000, NULL, 2, NULL, NULL, NULL, NULL, 4004516309915749696, 0, NULL, 'salvia half done 1', 7500),
	(36, 'draft', 'Salvia half done 2', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '10.00', 'EUR', NULL, NULL, 1780313357924000, 1780313357924000, NULL, 1, NULL, NULL, NULL, NULL, 8797708041576860992, 0, NULL, 'salvia half done 2', 10000),
	(37, 'draft', 'Ficus lyrata', NULL, 'FIC-1', 'fic-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313361524000, 1780313361524000, NULL, 1, NULL, NULL, NULL, NULL, 5607188397602458944, 1, NULL, 'ficus lyrata', NULL),
	(38, 'draft', 'Thuja plicata', NULL, 'THU-1', 'thu-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313546724000, 1780313546724000, NULL, 1, NULL, NULL, NULL, NULL, 1550471014029806912, 1, NULL, 'thuja plicata', NULL),
	(39, 'active', 'Juniperus communis', NULL, 'JUN-1', 'jun-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313547224000, 1780313547224000, 1780313547224000, 1, NULL, NULL, NULL, NULL, 113689681019358528, 1, NULL, 'juniperus communis', NULL),
	(40, 'active', 'Taxus cuspidata', NULL, 'TAX-2', 'tax-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313547324000, 1780313547324000, 1780313547324000, 1, NULL, NULL, NULL, NULL, 4626783826982030656, 1, NULL, 'taxus cuspidata', NULL);
INSERT INTO public.possible_duplicates VALUES
	(9050747601714289037);
INSERT INTO public.processes VALUES
	('prc_01hzzzzzzz0000000000000000', 1, 'dispatcher', 'plants-2', 4711, '0.10.0', '', 1777636800000000, 2000000, 41, 0);
INSERT INTO public.receiver_addresses VALUES
	(54893989276510572, '\x8668d4226f3b6f685630fe3d5326a9c3c7ce368e6639c0f1f1635b5a221173a8f9d21da32b3d626d3c203ff4cc11fd43fe34fa9dc5cd351fadbeb6d68e0179a143f2224e7cdf342fda3e467425c3bc5441dd0189cfc68b2581cbcfc36357096667569a6c'),
	(54894565155455097, '\x19a3e2dd622fd4e27704a10e7274a7b9524240570d60d8e3999babaf1a120207c6bb7d9f6f1120cdd665616e7d236cef8889fa827ea0b0440114dd52429d36b8ca9c89e2e8080cc4e67c3b8b54af98cd7b41be53146bd8ff9bbc50cde0ec08593baf7097529613ced6977dc9'),
	(54894565994141297, '\x8bd6b2e3800ce0df85afca8781fc8a97a4768481040bda4e433d4203fcd0e840d15bda599e062fe686f7a19eb9178b29396938fca85bc734a2fa7112c3c697514c71e63b4fba88ae91d8d106a1058944a5625fdfaafe3371714052656e4ce32d6f9d568bcbdd5a'),
	(54894566832281705, '\x3085e776877660b9d98a2d5516dd4a1ef529a99a1b63fb69aa21bc49a0363f2ab42314a3482b8f60b3918da5225f147c80bcc5b6c7e692d9119bc01ce6f1bb688a95ad3cc48f12744696bbc918d55ecea64a8ea25025d7b1eaf0c3ce023a87818f39b50b491eb01d3be42d');
INSERT INTO public.receiver_certificates VALUES
	(54894568092251712, 'ca', 0, '-----BEGIN CERTIFICATE-----
MIIBNTCB6KADAgECAgkAgyoYttKziX0wBQYDK2VwMBUxEzARBgNVBAMMCkdhcmRl
bnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBUxEzARBgNV
BAMMCkdhcmRlbnMgQ0EwKjAFBgMrZXADIQDjg/ByAu2ihoK+m49JO697eDYKEXdI
xtsyZ8Xc2KjkrKNTMFEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU4HuS0frw
KxUfRtJfWmiGPdvmGSUwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUw
BQYDK2VwA0EA1dXDn3l73v6BMpD34XLKnV3ktkvP5l6KmXgSQ4B7JvGOnJt85Vg8
Cy8Nr+3CsmbsCphltA/AxV+a0DIlh+2rDw==
-----END CERTIFICATE-----
', 'CN=Gardens CA', 'CN=Gardens CA', '9f661c32460f28fc8cd3bf6fb8c1fa9979994436a85bedc9d39de918f5f19f82', 3786912000000000, NULL),
	(54894568092251712, 'ca', 1, '-----BEGIN CERTIFICATE-----
MIIBPDCB76ADAgECAggOwowCkDsL0zAFBgMrZXAwGTEXMBUGA1UEAwwOT2xkIEdh
cmRlbnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBkxFzAV
BgNVBAMMDk9sZCBHYXJkZW5zIENBMCowBQYDK2VwAyEAu/eZQetUHdaqKBESWZeT
5ozJoYcFwaNt8iIJ5HttP0ijUzBRMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYE
FDumxDAewv6Ra9wGsIcs6I9LCJvQMB8GA1UdIwQYMBaAFDumxDAewv6Ra9wGsIcs
6I9LCJvQMAUGAytlcANBANvFUj6hh3cngQpOmsjNM3k6skUVi781CGRaI8PSsAFR
Vc9HdLhqDf+XblPiwpNo9XiNd51M2o/tXrqOG2b1jgk=
-----END CERTIFICATE-----
', 'CN=Old Gardens CA', 'CN=Old Gardens CA', '66e84df5c310e7a4b002090c57095eec349518b2c0e8373a065bee6c8e0058c2', 3786912000000000, NULL),
	(54894568092251712, 'client', 0, '-----BEGIN CERTIFICATE-----
MIIBPTCB8KADAgECAggY0daLU1RtbjAFBgMrZXAwFTETMBEGA1UEAwwKR2FyZGVu
cyBDQTAgFw0yNjAxMDEwMDAwMDBaGA8yMDkwMDEwMTAwMDAwMFowEDEOMAwGA1UE
AwwFc3RvcmUwKjAFBgMrZXADIQD28aSKtAMGUVOg9QuZXLkkOL6ormnoBrU4aWaz
pSY7DqNhMF8wDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQUAxKZRuiY4S3YJm/0F+MU
JvSCbXkwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUwDwYDVR0RBAgw
BocEfwAAATAFBgMrZXADQQAbL81eRVnq0g2IHOyQMk6TebV5ooqJO/DM3XKWgRwd
LNYJIG6b8udAcCOrxZ85dwjWl0q80u0CxZrQXfsomacC
-----END CERTIFICATE-----
', 'CN=store', 'CN=Gardens CA', 'accd65e81d48f4da29f47c35e6881a163d77a9c5e58cbd9b7346a26a54782fef', 3786912000000000, '\xc99966edc9d8755c2e031d6e243e1df3261c29c1edf5e411c33da3e322e2d5b46dfe91474132d077b3f8e9bc4f28138bf1232030c5f392c135d77154db05a8d9dd19559624d4fa3ff63cab326d39a03dd7e2e0985876c4a6f4f7aaef0a4b4d8341a552d139422b00cdf21fa9ab6f083c58d62b528c2eee21aeef9160ab3335adb82448e37b0177fe16f3f3c072b4b16a1b21ee'),
	(54894568092251712, 'client', 1, '-----BEGIN CERTIFICATE-----
MIIBNTCB6KADAgECAgkAgyoYttKziX0wBQYDK2VwMBUxEzARBgNVBAMMCkdhcmRl
bnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBUxEzARBgNV
BAMMCkdhcmRlbnMgQ0EwKjAFBgMrZXADIQDjg/ByAu2ihoK+m49JO697eDYKEXdI
xtsyZ8Xc2KjkrKNTMFEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU4HuS0frw
KxUfRtJfWmiGPdvmGSUwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUw
BQYDK2VwA0EA1dXDn3l73v6BMpD34XLKnV3ktkvP5l6KmXgSQ4B7JvGOnJt85Vg8
Cy8Nr+3CsmbsCphltA/AxV+a0DIlh+2rDw==
-----END CERTIFICATE-----
', 'CN=Gardens CA', 'CN=Gardens CA', '9f661c32460f28fc8cd3bf6fb8c1fa9979994436a85bedc9d39de918f5f19f82', 3786912000000000, NULL),
	(54894568928363745, 'ca', 0, '-----BEGIN CERTIFICATE-----
MIIBNTCB6KADAgECAgkAgyoYttKziX0wBQYDK2VwMBUxEzARBgNVBAMMCkdhcmRl
bnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBUxEzARBgNV
BAMMCkdhcmRlbnMgQ0EwKjAFBgMrZXADIQDjg/ByAu2ihoK+m49JO697eDYKEXdI
xtsyZ8Xc2KjkrKNTMFEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU4HuS0frw
KxUfRtJfWmiGPdvmGSUwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUw
BQYDK2VwA0EA1dXDn3l73v6BMpD34XLKnV3ktkvP5l6KmXgSQ4B7JvGOnJt85Vg8
Cy8Nr+3CsmbsCphltA/AxV+a0DIlh+2rDw==
-----END CERTIFICATE-----
', 'CN=Gardens CA', 'CN=Gardens CA', '9f661c32460f28fc8cd3bf6fb8c1fa9979994436a85bedc9d39de918f5f19f82', 3786912000000000, NULL),
	(54894568928363745, 'ca', 1, '-----BEGIN CERTIFICATE-----
MIIBPDCB76ADAgECAggOwowCkDsL0zAFBgMrZXAwGTEXMBUGA1UEAwwOT2xkIEdh
cmRlbnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBkxFzAV
BgNVBAMMDk9sZCBHYXJkZW5zIENBMCowBQYDK2VwAyEAu/eZQetUHdaqKBESWZeT
5ozJoYcFwaNt8iIJ5HttP0ijUzBRMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYE
FDumxDAewv6Ra9wGsIcs6I9LCJvQMB8GA1UdIwQYMBaAFDumxDAewv6Ra9wGsIcs
6I9LCJvQMAUGAytlcANBANvFUj6hh3cngQpOmsjNM3k6skUVi781CGRaI8PSsAFR
Vc9HdLhqDf+XblPiwpNo9XiNd51M2o/tXrqOG2b1jgk=
-----END CERTIFICATE-----
', 'CN=Old Gardens CA', 'CN=Old Gardens CA', '66e84df5c310e7a4b002090c57095eec349518b2c0e8373a065bee6c8e0058c2', 3786912000000000, NULL),
	(54894568928363745, 'client', 0, '-----BEGIN CERTIFICATE-----
MIIBPTCB8KADAgECAgkAyKEDlPYd7okwBQYDK2VwMBUxEzARBgNVBAMMCkdhcmRl
bnMgQ0EwHhcNMjYwMTAxMDAwMDAwWhcNMjYwNjExMTIwMDAwWjARMQ8wDQYDVQQD
DAZjbGluaWMwKjAFBgMrZXADIQDPDRLuIzky3bKU1py6GFB8p0NXNxqBI5p4wAoq
oZmmnqNhMF8wDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQUfX0cfkiA43UOQYNaHyo1
l0OkDzUwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUwDwYDVR0RBAgw
BocEfwAAATAFBgMrZXADQQC2WOGddSCIqlp7ga2U6ttA8N3gz68DnyAL4bq8t3Sf
kE3SzkrOsqBXvjqU/cv6NGKQwt/4b59shSnu2xOKsxAH
-----END CERTIFICATE-----
', 'CN=clinic', 'CN=Gardens CA', '7613eb78238e4dc6a64c3c341d57c5c9d85bfd82688a3491c96660992b8e27c0', 1781179200000000, '\x301c2a934632974b32e7435a327200a31666e5b42924f8a1c9e61ebb7e1f0da629845b231ca8f5ef84492be44f23dadcef58bbbb0b503d45566462e0db7d31ec6240972b19e5f7e8fe7f9dfff0e3812ae504dfaa17bb3955b91533c80fb663e6e8a5cb98368d930bb3c68051eb5d349958891aefa9ff33bc205a8db15c8755385f66db07c321521e2fe49f83bbd9ed032eb6dc'),
	(54894568928363745, 'client', 1, '-----BEGIN CERTIFICATE-----
MIIBNTCB6KADAgECAgkAgyoYttKziX0wBQYDK2VwMBUxEzARBgNVBAMMCkdhcmRl
bnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBUxEzARBgNV
BAMMCkdhcmRlbnMgQ0EwKjAFBgMrZXADIQDjg/ByAu2ihoK+m49JO697eDYKEXdI
xtsyZ8Xc2KjkrKNTMFEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU4HuS0frw
KxUfRtJfWmiGPdvmGSUwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUw
BQYDK2VwA0EA1dXDn3l73v6BMpD34XLKnV3ktkvP5l6KmXgSQ4B7JvGOnJt85Vg8
Cy8Nr+3CsmbsCphltA/AxV+a0DIlh+2rDw==
-----END CERTIFICATE-----
', 'CN=Gardens CA', 'CN=Gardens CA', '9f661c32460f28fc8cd3bf6fb8c1fa9979994436a85bedc9d39de918f5f19f82', 3786912000000000, NULL);
INSERT INTO public.receiver_filters VALUES
	(54893998082851692, 1, '{"or":[{"tag":["aroid","aquatic"]},{"name":[{"prefix":"Rosa"},{"prefix":"Tilia"}]}]}', 1780313349024000),
	(54893998082851692, 6, '{"name":{"prefix":"Salix"}}', 1780313349124000),
	(54894000182849255, 1, '{"or":[{"tag":["aroid","aquatic"]},{"name":[{"prefix":"Rosa"},{"prefix":"Tilia"}]}]}', 1780313349524000),
	(54894562636645336, 9, '{"or":[{"tag":["aroid","aquatic"]},{"name":[{"prefix":"Rosa"},{"prefix":"Tilia"}]}]}', 1780313483624000);
INSERT INTO public.receiver_formats VALUES
	(54893989276510572, 1, 'slack/1', NULL, 1780313346924000),
	(54893999760173250, 1, 'jmespath/1', '!contains(name, ''Rosa'') && {id: id, title: name, tags: tags}', 1780313349424000),
	(54894000601201848, 1, 'full/1', NULL, 1780313349724000),
	(54894000601201848, 9, 'jmespath/1', '{id: id, title: join('' '', [''New:'', name])}', 1780313349724000),
	(54894565155455097, 1, 'teams/1', NULL, 1780313484224000),
	(54894565994141297, 1, 'discord/1', NULL, 1780313484424000),
	(54894566832281705, 1, 'google_chat/1', NULL, 1780313484624000),
	(54894567252449115, 1, 'slack/1', NULL, 1780313484724000);
INSERT INTO public.receiver_grants VALUES
	(54893980468978993, 'http://127.0.0.1:40020/token', 'plant shop', 'plants:write', 'garden', '\xfa5dccd3c095bf859f16f4b8c4bf1ce70b222b08848aea7234596a03cbcd16ec594a35eccacaeeb012be69a7313fa205a5d11000'),
	(54894001440729149, 'http://127.0.0.1:40020/refused', 'plant shop', 'plants:write', NULL, '\x4b7c90f99a32f7cd42939dde649d615414f0e682fb69deafdca154a686e5d27a9483bb9b339d20c5769bfc50e12d40cb957a0e49');
INSERT INTO public.receiver_headers VALUES
	(54893980049260238, 'x-api-key', '\x8d7ef58ca9874fc40d57d2fbeb71a72e19bb5ecdc1661d0fe0e0935211de5c04d1847c84b4bccd4dd61efff48ef0d3a9f8a3'),
	(54893980049260238, 'x-shop', '\x37775ef6cbd1081bc8be37fb8e2cf0f224b6be689e782ded5a8e0c823d204f2e5516');
INSERT INTO public.receiver_keys VALUES
	(54893980049260238, 1780313344724000, '\x8df56521c46fc5ef99a31ff7478ddc4bea1ce8d21562b806bf126cc8f0e7d979', '\x3f4e9266d59269ebc4fd6ec99003644e77405e4fecdea23722f1047ef74a6dd98109055876a35ec31e47e75b2deb737de4b75451f1246698f8bc7a1daf467c80e47bc6eb49cd099a0b35ab74d6', 1780399946000000),
	(54893980049260238, 1780313545424000, '\x0b91605583f21c6b36517eb45b30f10efb08b6d1d81ba19edd4ff0490df845e4', '\x1922721215b2fe320b340fa7a1a96b8a86477b231b53adce39c3748839edddc711ea26d8fe7130befbd2acf305acd5ccb8131a2f473944109c17520689afd042a330fe91f4c00f684ffce38d95', NULL);
INSERT INTO public.receiver_secrets VALUES
	(43614638338051397, 'access_token', 1777624140100000, '\x6e304863efce697da33fa6b3db00f04f029945fce44d5cb408e7c8cd3317d6e153c0b08e93dd9dc850309cc46274449652a9c4c552e61bb4ee4e3aca4ac35dad412e545389640e9d9bf8d5bb6644be3d', NULL),
	(43614638338051397, 'signing', 1777624140100000, '\xb4032176be90e2e5b972b0661f9b555c3dbd49de9500d354ee4106d1977fe2e22227a531b6e3c77ffe1e5d0f9b1f05edb4542a9c73233d13c3dada1153894cb5b1a31efbe0af34cce7ee0a7ab871', 1780388942000000),
	(43614638338051397, 'signing', 1780302541500000, '\x60ab46700a2f118975f49f1060ed36c6cdd455b725093a13f4d678c35093f1b383450fcf9bf91ce14953c1b4717ea7b568394fa44ce53fbaa8bb1e8acff104535e4d5cfd88c774ef738964abf732', NULL),
	(54848668881777164, 'access_token', 1780302541700000, '\x07537472efe0dd57523de9b99c1cce3ea64b987adb265e7145f8372d8d6571323aed964c07b489a6cdfaab3522a8064ae5691e798ed3131587cc472fff53c11244f9c784a794b628f2ed7a3538dd3dae', NULL),
	(54848668881777164, 'signing', 1780302541700000, '\x1fb6adcc6d962c7c7f24a923dd1705decd7f1646062fc80025449c08b48fc0f4a87ae6660ac47dfe3a3aacb174aef559b78d82117844cdf50527c7172e31d2625ba752e7974689eeb8135568c0ad', NULL),
	(54848669721038932, 'access_token', 1780302541900000, '\x86bde0a063019c7a92076006f08fb3dc794fedf16493e438dba45ef661c7e98db70b3f2c29a4537a123ce318f289233645afb481942d3a08b287fc42ac2cd10df7f43b53e100398ae2420f2905e670af', NULL),
	(54848669721038932, 'signing', 1780302541900000, '\xc31f7e9e781b6c08138ae0afb686c678a984a5af1e7996c73c6e67ce0de9636ea473e03a56f896b062732b96bf315cdf7c835e9df32e1b36d3c3103984cd781f291d6a8340083310f8525ff0516f', NULL),
	(54893980049260238, 'access_token', 1780313344724000, '\x6c1dd60b651ae5983dd5c0e952c8d6862ea0308719ad17e9cc0fd447dae8f05176df34cc74ea0467dd0488d68d066f109067c580', NULL),
	(54893980049260238, 'signing', 1780313344724000, '\x664e104a76a180e31cc2cb16f96347dfc52a6c45987dfa0a5f3340734a8075e7cebfd8605109dbe2dbea86d9b9eeeaabc8ce7adc4454aabb7bb4f679b3329f7a5e4cd6cda8b4583c20e8969ead6d', NULL),
	(54893980468978993, 'access_token', 1780313344824000, '\x864863be69895cc0d909fbb1f02f8bf848c05e27bc268ba193eb9477af03b77f1a93e13a2a9c1bc87e5f239b7aef93fb539a449abafc73d8216c700a2f3170e856472be04eed7c93c4571c72799ee522', NULL),
	(54893980468978993, 'signing', 1780313344824000, '\x0a6d7cfc47849318154e33af70d25be4dc71f082cc4d053abc4242da164716f8eebbaf9437d5b5f62d32f790ecdab26b0e506f02de824678fbfbb2a4808b1e994cc2355ea95eceea99ce2b0eefb0', NULL),
	(54893989276510572, 'signing', 1780313346924000, '\x286cad1de38d94a0c24263c87a529074cba5c830b74cf340f9d5cc73493d38a0190ff553f0fd9daf537b319eb8f8bb109a70b885056603f951580e2842ba1d886242da95a6a244f0d2c24a657281', NULL),
	(54893998082851692, 'access_token', 1780313349024000, '\x9a84375cd5adf5740e7b966c699eb04fdae8eb18e1eeef495bbc86aec96acc8cdb3d681ccc7d280e9f830538f2bd5a56ef1be4a7a39e6d143d07efba8bf2bae2d31b124da1fb44726193fc2462d355f4', NULL),
	(54893998082851692, 'signing', 1780313349024000, '\x00d6f6111be0b3c562ae6b6c7880f21f82ecee9b114e4dc9a5b002403d8975cc72fd27dfc65ff47d55053450ccbc54266b72466e2d473de73fc6a24ea105d195fa542f01f5e17c1b8ad336d4daf5', NULL),
	(54893999760173250, 'access_token', 1780313349424000, '\xd6f1feb95f74ed4632728b7b9476f3386e779fad2238a7fe61257d65d1d883087265344d463e10228d129dd51241beeb5042dd45a289b11864fd32a6212bcdad886ad826310ceac783d79e531a07f869', NULL),
	(54893999760173250, 'signing', 1780313349424000, '\x2d19d87fe775ed81601175e89857d1967a2caffcd461cad5ed9adeb95ba6c79d79a56512df850139e4a9cfbc6c12e872118d36c6f9d512e1f49d8405e8ce85fac2b1fc678d6f6a68c4b6ab2d75d0', NULL),
	(54894000182849255, 'access_token', 1780313349524000, '\x2928599a6c9c0afe6a366e6a665e129d85ade0855ed68158530ce8ce33031914291a0a881a92565a30af40e6f6579ec73ceb2faa8b3b6c64784a3b64d5c975a6187d5f738c930a99b159768484deced4', NULL),
	(54894000182849255, 'signing', 1780313349524000, '\x3ef047b821e9f45debb014cdff398cd57e88751e7b6a3ae53a5f1b011fb57cdc6370b229f6ed1125d6e7677082552d5a81790c589d9a61a32138837286ee6ea0752c8c2316ee985a212c2a894b82', NULL),
	(54894000601201848, 'access_token', 1780313349624000, '\xf541464883d3119b58a7b52fdbe12ffc0e4c09838350c10b089ce639f96411a5327cad4554c38f8f7713aff89a83fe3df81e6bac5aacc6b39e1cbc40672007b89891f6dca508a2f74820c4c73e397181', NULL),
	(54894000601201848, 'signing', 1780313349624000, '\xb1667e97bce6e15314e2c5a65a6638fedfede5577741f014a625cc20dbe10c2f643b25c4ed9f27abc5db07219af95abdc7fdac78e1a781d9428fe72bdc2be690f3d8f9110068b820c441096809bd', NULL),
	(54894001440729149, 'access_token', 1780313349824000, '\x978fdffba6cb767020dc37ea9b797ca9701bacea40f4e7d2daddf18b95e52b14e2716f754c806df567dc75a79dce6ec6452963f182c3b953fe1293c4b5ddb90242123ad804cff38d228f1de6db7917c2', NULL),
	(54894001440729149, 'signing', 1780313349824000, '\xc4d04938936ced913a99b2be1cc56eef5f1d883fac8eaba25060635d397aadcf363d3162565f4692d99c834c8b2459f76fc887312e84c7c5e7af164ee063fba2008a8749bec175b3566564eb43d5', NULL),
	(54894001861225367, 'access_token', 1780313349924000, '\x0d5bc8def80d330c66b55aa8fd323daec36b4476637aefe78c26e11a57cabb8d05c43da004455e84cd11f2b3c4746fb1ff23f4e0c9eead940e42d85da08fac14272cf15253a1fbe79b73df0482d31b9d', NULL),
	(54894001861225367, 'signing', 1780313349924000, '\x9a7cd7857452c1ee50f14fcff1837863d322d7b1f9481ff48bafb1a96b6d833ad9359cf2f6f5c6c15dcbd12aa7f4b6321481a2e4fe33ed5b1a6840001b566fb37da16716d248179337d0e73d34fb', NULL),
	(54894002699319729, 'access_token', 1780313350124000, '\xd8c44edd30516c588b61f5ff979295cc4db605873ee4d9639cb282d0c086ff55104526daf66984d15abb353e34239a85c277f030d2dd731c941280479c532c3d892f303f6e595a2d0d05cda19e851e19', NULL),
	(54894002699319729, 'signing', 1780313350124000, '\xd8701653a28be599e46d6ba3e6d131cb35ea014d141e8b3dadf72fb31e333455cc834675cf3c2e07198e10fd6f7b14b099614f514f8d0d01f0579155f000740d8caa663860160840c16e7c6e59cf', NULL),
	(54894003536334378, 'access_token', 1780313350324000, '\xacbeda71ee7ddcb4ebe3867870c81f90e786df7abffd43253903e9a80cca59de12c05d3cb5d5a2a71d96b4af965063aa68d8533587d77363b8cc66131fdc0311f3094dfce960c352191b17a04ee722ea', NULL),
	(54894003536334378, 'signing', 1780313350324000, '\xb6f7bc654a3c72703290f0931ff6d48c79868652e94c9004bf373090a240d595f7e4a36a9673726af2633467113ab67e88b28e906b90a99790c4dddbbb7be07da25e80398503fd67c3ac7532d1a7', NULL),
	(54894004376904356, 'access_token', 1780313350524000, '\x7759d3f5871fc60c3ad3fb9a611fa192d3672f93f8b2f76052a7ddeed075eabd36813aeb3045c2a5fc62b2b71d11f68e41cfd0997819ce8ff5d2d0bba13b04327079a21111e67edf5539e9e6c0cdce77', NULL),
	(54894004376904356, 'signing', 1780313350524000, '\xe856ec919fb0c36dfb2983f9c3e8b65ff7658d7e9eb49bfa0e218e0b64e68d0d89de59a8550b8fc3af4a2a906bde4ce302efedebca5750630eb2a58bde3adfe57d2688f7686a5632c148a7976bda', NULL),
	(54894005216625933, 'access_token', 1780313350724000, '\x97eef20ac6af5365856f1a9944d99d6ccf4bfb5fe73a446d9a08aa4e56857f60a96c67f0704a91f4cfc7222e2950dff514357db25252823dfc17109979b45d84b6bee0e3147b51a45e34cf1798807bfa', NULL),
	(54894005216625933, 'signing', 1780313350724000, '\xac2c8219d217dda24deb86907e05f19e566236f24ff9f05de4835def76ab1de4f4999e2f3e3227f5aa8c7cae01dac2cf63424d9ba85527ab150e01b0af704bc356da7cee32167bf981243a8e8b14', NULL),
	(54894005636132803, 'access_token', 1780313350824000, '\x40018e09b2b0502c103b57d5f714003bb4dbcd3760885c47fd97368959e872e2870f134279b0ae738b9ba48221ad4f150bb0b6d13d2a3266a9d1667b20eda1a71f4d8b40bafd98342eaaf009bb847d95', NULL),
	(54894005636132803, 'signing', 1780313350824000, '\xe131d767d38e10cf4cbc99c02437535aeb5c5d50d00a455d3883db66469bfe1b306a6e7f2c84b41b3e5364673f9ff96406dd1350e5785b86e3712c0d1a503f7385fe6b712588b45d11ede8c64fca', NULL),
	(54894562636645336, 'access_token', 1780313483624000, '\x76a0e0057d00da29023eb4983076f444803fa999e2475e39a9b733438ba9f48f3154a6c7b5ac0867b9c370feb4f52a0097adbcaeb194e49f63b0a3cd1bea6d5b1bbc9c212bb599c91a3c57b1f81e4086', NULL),
	(54894562636645336, 'signing', 1780313483624000, '\x6ca40ac509fc407315948ca5e4f061feea8df7587236017ee85a24a0ee2fda1d94a11d9d9922dcc548f127f31eb4f37a51121d795ba88b4cea613b5f7456996c83ca7bc49509b40be6761b72af6d', NULL),
	(54894565155455097, 'signing', 1780313484224000, '\x91368bc4b2c6822791b37fa3a8033e99d71341e2262e12bbc13d72bab779babafdfd4fdba39db8c9a922d66a5c90e2253af14af4531c104b1d5df40e32aca2fae6304b62c847bde994314682e8b2', NULL),
	(54894565994141297, 'signing', 1780313484424000, '\x4fffba0d33778e08fbb705703932f53cf18d1b2ab1cd136515670c563e604fb3248716acfe47f6972ebfe4339c0dddc21de87d7f3db24a1eeea8d516d41bd8faebd904ac842bb2738bc26ff41d37', NULL),
	(54894566832281705, 'signing', 1780313484624000, '\xbdf6c74ad0659a97547fac22debe561829675e7c8a4e635bebdd23872380ec871ecb02678955ff2eda5b0a4b4211b8dd2201d5b26876265df5c33815632d913c24bad603df0a148da4e63745394f', NULL),
	(54894568092251712, 'access_token', 1780313484924000, '\xe10d57c24f7587cded9f7dc3ac45b77d84220b7107c44e04069454461621fe62ea3dd37c34029515153c87b1d0f3d77d03b429069eb3ca270cf2b5bf39fd99993ee9ca098f449386a23783e1ddae1fa0', NULL),
	(54894568092251712, 'signing', 1780313484924000, '\x060bb41d47ed7f264e79daed4e4c31447f0c3e952091767563c56a3a3c08ca3d53e559e0a52efed0a8fdd9643b84403a1b0317954c08cd9e8737f868848aced3565c363264cb3fb5387502046a35', NULL),
	(54894568928363745, 'access_token', 1780313485124000, '\x4bb2db8c9bf5b826a1be7b0fb7dce498747976651f259af6c2539c57b9fafe4f75d4b0d4f65a17e73eab1dd55dfe701f729aa450708a443e1ebb14af5497243166401138dfdb7e010bbfcea8c3600590', NULL),
	(54894568928363745, 'signing', 1780313485124000, '\x7631f3202be2ce0c9571b80d199740c00a517fbe70fe6c5d613e6507ce47398c48cc0a449d385266ba6f501f8fa6e42e5b85ecb66dcad094ecb35fa6ea0d26be27f687cded6a11af058bad576c0c', NULL);
INSERT INTO public.receivers VALUES
	(43614638338051397, 'web shop', 'http://127.0.0.1:40001/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1777624140100000, 1777624140100000, NULL, 1, 0, 0, 0, NULL, 0, 3, NULL, 0, NULL, NULL, NULL),
	(54848668881777164, 'listener', 'http://127.0.0.1:40008/plant/webhook', 'full', 8, 8, 1, 15000000, 0, 1780302541700000, 1780302541700000, NULL, 1, 0, 0, 0, NULL, 1, 1, NULL, 0, NULL, NULL, NULL),
	(54848669721038932, 'garden centre', 'http://127.0.0.1:40010/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780302541900000, 1780313344268000, NULL, 7, 0, 3, 0, NULL, 0, 8, NULL, 0, NULL, NULL, NULL),
	(54893980049260238, 'Gateway', 'http://127.0.0.1:40012/plant/webhook', 'full', 7, 8, 1, 15000000, 0, 1780313344724000, 1780313344724000, NULL, 1, 0, 0, 0, NULL, 0, 2, NULL, 0, 1780313344724000, NULL, NULL),
	(54893980468978993, 'Guest', 'http://127.0.0.1:40018/guest', 'full', 7, 8, 1, 15000000, 0, 1780313344824000, 1780313344824000, NULL, 1, 0, 0, 0, NULL, 0, 1, NULL, 0, NULL, NULL, NULL),
	(54893989276510572, 'Slack', 'http://127.0.0.1:30021/…SLAC', 'full', 7, 8, 1, 15000000, 0, 1780313346924000, 1780313484124000, NULL, 3, 0, 0, 0, NULL, 0, 3, NULL, 0, NULL, 'slack', NULL),
	(54893998082851692, 'Nursery', 'http://127.0.0.1:40013/nursery', 'full', 1, 8, 1, 15000000, 0, 1780313349024000, 1780313483524000, NULL, 3, 0, 0, 1, NULL, 0, 6, '{"name":{"prefix":"Quercus"}}', 1, NULL, NULL, NULL),
	(54893999760173250, 'Titles', 'http://127.0.0.1:40016/titles', 'full', 4, 8, 1, 15000000, 0, 1780313349424000, 1780313349424000, NULL, 1, 0, 0, 0, NULL, 0, 1, NULL, 0, NULL, 'expression', '!contains(name, ''Rosa'') && {id: id, title: name, tags: tags}'),
	(54894000182849255, 'Herbs', 'http://127.0.0.1:40014/herbs', 'full', 1, 8, 1, 15000000, 0, 1780313349524000, 1780313349524000, NULL, 1, 0, 0, 0, NULL, 0, 1, '{"or":[{"tag":["aroid","aquatic"]},{"name":[{"prefix":"Rosa"},{"prefix":"Tilia"}]}]}', 1, NULL, NULL, NULL),
	(54894000601201848, 'Magazine', 'http://127.0.0.1:40017/magazine', 'full', 6, 8, 1, 15000000, 0, 1780313349624000, 1780313349724000, NULL, 2, 0, 0, 0, NULL, 0, 3, NULL, 0, NULL, 'expression', '{id: id, title: join('' '', [''New:'', name])}'),
	(54894001440729149, 'Stranger', 'http://127.0.0.1:40019/stranger', 'full', 8, 8, 1, 15000000, 0, 1780313349824000, 1780313349824000, NULL, 1, 0, 0, 0, NULL, 0, 1, NULL, 0, NULL, NULL, NULL),
	(54894001861225367, 'label printer', 'http://127.0.0.1:40002/plant/webhook', 'basic', 1, 8, 1, 15000000, 0, 1780313349924000, 1780313349924000, NULL, 1, 0, 0, 0, NULL, 0, 3, NULL, 0, NULL, NULL, NULL),
	(54894002699319729, 'warehouse', 'http://127.0.0.1:40003/plant/webhook', 'full', 1, 4, 1, 10000000, 0, 1780313350124000, 1780313350224000, NULL, 2, 0, 0, 1, 50, 0, 2, NULL, 0, NULL, NULL, NULL),
	(54894003536334378, 'accounts', 'http://127.0.0.1:40006/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780313350324000, 1780313350324000, NULL, 1, 0, 0, 0, NULL, 0, 1, NULL, 0, NULL, NULL, NULL),
	(54894003957800860, 'old shop', 'http://127.0.0.1:40009/plant/webhook', 'full', 7, 8, 1, 15000000, 0, 1780313350424000, 1780313350424000, 1780313351724000, 1, 0, 0, 0, NULL, 0, 2, NULL, 0, NULL, NULL, NULL),
	(54894004376904356, 'old till', 'http://127.0.0.1:40004/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780313350524000, 1780313350624000, NULL, 2, 1, 0, 0, NULL, 0, 3, NULL, 0, NULL, NULL, NULL),
	(54894005216625933, 'marketplace', 'http://127.0.0.1:40005/plant/webhook', 'full', 1, 3, 1, 15000000, 0, 1780313350724000, 1780313350724000, NULL, 1, 0, 0, 0, NULL, 0, 1, NULL, 0, NULL, NULL, NULL),
	(54894005636132803, 'search', 'http://127.0.0.1:40007/plant/webhook', 'full', 1, 10, 1, 15000000, 0, 1780313350824000, 1780313351624000, NULL, 2, 0, 1, 0, NULL, 0, 3, NULL, 0, NULL, NULL, NULL),
	(54894562636645336, 'Pond', 'http://127.0.0.1:40015/pond', 'full', 9, 15, 1, 15000000, 0, 1780313483624000, 1780313483924000, NULL, 4, 0, 1, 0, NULL, 0, 4, NULL, 1, NULL, NULL, NULL),
	(54894565155455097, 'Teams', 'http://127.0.0.1:30021/…TEAM', 'full', 9, 8, 1, 15000000, 0, 1780313484224000, 1780313484324000, NULL, 2, 0, 0, 0, NULL, 0, 2, NULL, 0, NULL, 'teams', NULL),
	(54894565994141297, 'Discord', 'http://127.0.0.1:30021/…DISC', 'full', 9, 8, 1, 15000000, 0, 1780313484424000, 1780313484524000, NULL, 2, 0, 0, 0, NULL, 0, 2, NULL, 0, NULL, 'discord', NULL),
	(54894566832281705, 'Google_chat', 'http://127.0.0.1:30021/…GOOG', 'full', 9, 8, 1, 15000000, 0, 1780313484624000, 1780313484624000, NULL, 1, 0, 0, 0, 1, 0, 1, NULL, 0, NULL, 'google_chat', NULL),
	(54894567252449115, 'Removed chat', 'http://127.0.0.1:30021/…GONE', 'full', 16, 15, 1, 15000000, 0, 1780313484724000, 1780313484724000, 1780313484824000, 1, 0, 0, 0, 1, 0, 2, NULL, 0, NULL, 'slack', NULL),
	(54894568092251712, 'Vault', 'https://127.0.0.1:40022/vault', 'full', 9, 8, 1, 15000000, 0, 1780313484924000, 1780313485024000, NULL, 2, 1, 0, 0, NULL, 0, 2, NULL, 0, NULL, NULL, NULL),
	(54894568928363745, 'Clinic', 'https://127.0.0.1:40022/clinic', 'full', 9, 8, 1, 15000000, 0, 1780313485124000, 1780313485224000, NULL, 2, 1, 0, 0, NULL, 0, 2, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.replays VALUES
	('rpl_01kt14sws0mc86d319mxbx594n', 43614638338051397, 3, 5, 'all', NULL, 'done', 5, 3, 3, 0, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780302541600000, 1780302541600000),
	('rpl_01kt1f3jg6xyczceag4r90qt0w', 54848669721038932, 2, 5, 'all', NULL, 'done', 5, 4, 4, 0, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313344518000, 1780313344624000),
	('rpl_01kt1f3q6ca9320j5x4g34e14y', 54893998082851692, 2, 8, 'all', NULL, 'done', 8, 4, 4, 0, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313349324000, 1780313349324000),
	('rpl_01kt1f3rrcfkdk1rdyagdjvdpx', 54894005636132803, 1, 8, 'all', 10, 'running', 4, 7, 2, 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313350924000, NULL);
INSERT INTO public.reported_outcomes VALUES
	('lsn_01kt1f9pzw9ggnkkcwb4f95v3m', 7, 204, 12, '', 1780313545824000),
	('lsn_01kt1f9pzw9ggnkkcwb4f95v3m', 8, 500, 30, '', 1780313545824000),
	('lsn_01kt1f9pzw9ggnkkcwb4f95v3m', 9, NULL, 5, 'Connection refused.', 1780313545824000);
INSERT INTO public.retries VALUES
	(54893989276510572, 8, 'waiting', 1, 1, 1780313354124944, 1780313348924000, 'refused', 500, NULL, NULL),
	(54893999760173250, 5, 'exhausted', 1, 1, 1780313349424000, 1780313349424000, 'body_failed', NULL, NULL, NULL),
	(54894000182849255, 3, 'waiting', 1, 1, 1780313354603030, 1780313349524000, 'refused', 500, NULL, 2),
	(54894000601201848, 6, 'waiting', 1, 1, 1780313355366024, 1780313349624000, 'refused', 500, NULL, NULL),
	(54894001440729149, 8, 'waiting', 1, 1, 1780313355120303, 1780313349824000, 'authorization_failed', NULL, NULL, NULL),
	(54894001861225367, 3, 'waiting', 1, 1, 1780313355284964, 1780313349924000, 'refused', 500, NULL, NULL),
	(54894001861225367, 4, 'exhausted', 17, 17, 1780313355530223, 1780313349924000, 'refused', 500, NULL, NULL),
	(54894001861225367, 5, 'cancelled', 1, 1, 1780313355897969, 1780313349924000, 'refused', 500, NULL, NULL),
	(54894001861225367, 6, 'waiting', 1, 1, 1780313355207697, 1780313349924000, 'refused', 500, 1780313351424000, NULL),
	(54894002699319729, 4, 'waiting', 1, 1, 1780313355766964, 1780313350124000, 'refused', 500, NULL, NULL),
	(54894003536334378, 4, 'waiting', 1, 1, 1780313414317958, 1780313350324000, 'refused', 503, NULL, NULL),
	(54894003536334378, 5, 'waiting', 1, 1, 1780313418441510, 1780313350324000, 'refused', 503, NULL, NULL),
	(54894003536334378, 6, 'waiting', 1, 1, 1780313412629110, 1780313350324000, 'refused', 503, NULL, NULL),
	(54894003536334378, 7, 'waiting', 1, 1, 1780313413458791, 1780313350324000, 'refused', 503, NULL, NULL),
	(54894003536334378, 8, 'waiting', 1, 1, 1780313419884630, 1780313350324000, 'refused', 503, NULL, NULL),
	(54894003957800860, 8, 'cancelled', 1, 1, 1780313356250470, 1780313350424000, 'refused', 500, NULL, NULL),
	(54894004376904356, 5, 'waiting', 1, 1, 1780313356057394, 1780313350524000, 'refused', 500, NULL, NULL),
	(54894005216625933, 3, 'waiting', 1, 1, 1780313356143876, 1780313350724000, 'refused', 410, NULL, NULL);
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
	(27, '0027_activity_subject', 1777624140000000),
	(28, '0028_token_links', 1777624140000000),
	(29, '0029_filters', 1777624140000000),
	(30, '0030_ways_to_sign_in', 1777624140000000),
	(31, '0031_receiver_headers', 1777624140000000),
	(32, '0032_receiver_certificates', 1777624140000000),
	(33, '0033_receiver_keys', 1777624140000000),
	(34, '0034_body_formats', 1777624140000000),
	(35, '0035_receiver_grants', 1777624140000000),
	(36, '0036_listeners', 1777624140000000),
	(37, '0037_receiver_addresses', 1777624140000000);
INSERT INTO public.sessions VALUES
	('\x8f89c1dfbfedca523492421c7bce1182a20c541f3ef81ef9d97968beca59b706', NULL, 'per_01kt1f40ng9xgvff93kj8h7ey6', 1780313359324000, 1780313359324000, 1780313359324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'link', 'Firefox on Linux', 0, ''),
	('\xab3beeef9babbbe98c0029eebfe55a7e81573de713abf3bf9c4c46f273dd7418', NULL, 'per_01kt1f9q984x8wkjsfstt2y1sh', 1780313546124000, 1780313546124000, 1780313546124000, 'tok_01kt1f9q641my6r3ejejwbmyn4', 'link', '', 0, ''),
	('\xcb210e0f0abba72bc9125230869a12ab60dcb0c6e5eab4c9f70bde0d6c984f79', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780315048424000, 1780315048424000, 1780315048424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'link', '', 0, ''),
	('\xd3c628935c49fb732f415372cc6dace1f1b047e98d2a37136cd53f191d7e689c', NULL, 'per_01kt1f40f884gxzg921v2fya3n', 1780313359224000, 1780313359224000, 1780313359224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'link', 'Firefox on Linux', 1, ''),
	('\xdaec8bf7826916a905ecdd980763d726cfde65244fe9f71a130385c8d554baf1', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313547524000, 1780313547524000, 1780315047924000, NULL, 'token', '', 0, ''),
	('\xf39ae27b817efce26eae418e988f466b46a63fa5ad1e3d737616022effc4cefe', 'tok_01kt1gqj2r4czncw8t1ycknt0v', NULL, 1780315048124000, 1780315048124000, 1780315048124000, NULL, 'token', '', 0, ''),
	('\xfd0ec960b297169dc8913ea99f2b5f64a3bc051c8f7cd998503de9c208bacf09', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313547424000, 1780313547424000, 1780313547424000, NULL, 'token', '', 0, '');
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
	(49, NULL, 2, 1),
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
	('\x00fed523b67dd4e07875d2fbc3c767a8432e1938050b8079e76eed0e5f99f8dd', NULL, 'per_01kt1f40jcmdawg1hhz21528m7', 'invitation', 1780313358924000, 1780918158924000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\x04499c518ab980f2be984ed2a5eccafc448763c09f6c46be77ebd68d3a3f8365', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 'owner', 1780315048324000, 1780315648324000, 1780315048424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\x22a02a7044bc8216e47eb655bedce3dc0aa6df666cebec8bdb96ca50aa942071', NULL, 'per_01kt1f9q984x8wkjsfstt2y1sh', 'invitation', 1780313546024000, 1780918346024000, 1780313546124000, 'tok_01kt1f9q641my6r3ejejwbmyn4', ''),
	('\x449e814a1d3322cecc4bd58034c3ef0dd7a311f3aaaac423eaf953ae53aaaa2d', NULL, 'per_01kt1f40c4wfstgbgba79g45dx', 'recovery', 1780313359524000, 1780316959524000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\x45749762c5dfe8449e0e4f5494ab00e53cc25b1fa25de341b30da3d89ba870c4', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 'owner', 1780314747824000, 1780315347824000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\x6198b46a7a0f7656ae59c410daf97bb2e8b4ce725f5edc6e8beedb4afd266902', NULL, 'per_01kt1f40rmt0abmy76x68gsa5j', 'invitation', 1780313359124000, 1780918159124000, 1780313359424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\x8fc23fdf375171c474413c235d2bc442750dd8d31d5687aac4defaf1a52b4e52', NULL, 'per_01kt1f40f884gxzg921v2fya3n', 'invitation', 1780313358824000, 1780918158824000, 1780313359224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\xa2eabb42ef99003fb2c62a9bd18e7134503f3b09c7858c6d458ef6d112e4c306', NULL, 'per_01kt1f40ng9xgvff93kj8h7ey6', 'invitation', 1780313359024000, 1780918159024000, 1780313359324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', ''),
	('\xd2054e8d69230c17834a405006c3f3e14f344dcec9a6ce54b42cb953b8e6ca53', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 'owner', 1780315048224000, 1780315648224000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', '');
INSERT INTO public.skips VALUES
	(54848669721038932, 1, 1, 'retention', 1780302541900000),
	(54893998082851692, 1, 1, 'retention', 1780313349024000),
	(54894000182849255, 1, 1, 'retention', 1780313349524000),
	(54894001861225367, 1, 1, 'retention', 1780313349924000),
	(54894002699319729, 1, 1, 'retention', 1780313350124000),
	(54894003536334378, 1, 1, 'retention', 1780313350324000),
	(54894003957800860, 9, 10, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313351724000),
	(54894004376904356, 1, 1, 'retention', 1780313350524000),
	(54894004376904356, 9, 9, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313351524000),
	(54894005216625933, 1, 1, 'retention', 1780313350724000),
	(54894005636132803, 1, 1, 'retention', 1780313350824000),
	(54894005636132803, 9, 10, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313351624000),
	(54894562636645336, 9, 15, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313483824000);
INSERT INTO public.tallies VALUES
	(43614638338051397, 1777622400000000, 2, 0, 1777624140300000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(43614638338051397, 1780300800000000, 9, 0, 1780302541600000, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848668881777164, 1780300800000000, 1, 0, 1780302541700000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848669721038932, 1780300800000000, 5, 2, 1780302543356000, 1, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0),
	(54848669721038932, 1780304400000000, 1, 1, 1780306143568000, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848669721038932, 1780308000000000, 0, 1, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54848669721038932, 1780311600000000, 5, 0, 1780313344624000, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0),
	(54893980049260238, 1780311600000000, 2, 0, 1780313344724000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893980468978993, 1780311600000000, 2, 1, 1780313346824000, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0),
	(54893989276510572, 1780311600000000, 1, 1, 1780313348924000, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0),
	(54893998082851692, 1780311600000000, 8, 1, 1780313349324000, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54893999760173250, 1780311600000000, 4, 1, 1780313349424000, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54894000182849255, 1780311600000000, 3, 1, 1780313349524000, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54894000601201848, 1780311600000000, 2, 1, 1780313349624000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54894001440729149, 1780311600000000, 0, 1, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54894001861225367, 1780311600000000, 3, 4, 1780313349924000, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54894002699319729, 1780311600000000, 2, 1, 1780313350124000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54894003536334378, 1780311600000000, 2, 5, 1780313350324000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54894003957800860, 1780311600000000, 1, 1, 1780313350424000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54894004376904356, 1780311600000000, 6, 1, 1780313350524000, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54894005216625933, 1780311600000000, 1, 1, 1780313350724000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(54894005636132803, 1780311600000000, 9, 1, 1780313351124000, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.tokens VALUES
	('tok_01kqhafj70rnyqfe6pt82sg2t7', '\xd70504518517573e3bfe936ab006c853ec0178388fc975da2da960c7d08794c0', 'operator', 'costs:read deliveries:read deliveries:write events:read operations:read people:write plants:read plants:write receivers:read receivers:write tokens:write', NULL, 1777624140000000, NULL, NULL, NULL, NULL, ''),
	('tok_01kt14swz87am6pedrqn1zhfyw', '\x6c59de9175edb1f570296115411a8200d693718971b7e32aa0954339a911115c', 'listener, its own', 'deliveries:read', 54848668881777164, 1780302541800000, 1788078541800000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, ''),
	('tok_01kt1f41qwq1enba3ddzhq3c9r', '\xda8e03c4db243f8517cbd6b9d73d8ad9156f40fd0464f8e35f110a77195b41ef', 'staff, a script', 'costs:read deliveries:read plants:read plants:write receivers:read', NULL, 1780313360124000, 1788089360124000, NULL, NULL, 'per_01kt1f40f884gxzg921v2fya3n', ''),
	('tok_01kt1f41v04twwfa5e1n0qmehh', '\xf90c07447b62d12a5878d1116e401678ab3f7966b2708463ad40fa48d3476a54', 'gone, a script', 'costs:read deliveries:read plants:read plants:write receivers:read', NULL, 1780313360224000, 1780313360524000, NULL, NULL, 'per_01kt1f40rmt0abmy76x68gsa5j', ''),
	('tok_01kt1f9psmg3pannfps54nseqk', '\x634a6dc99f95e071a2be34024eab6c5980bd62d860111c2be0134dd503b162a9', 'herbs, its own', 'events:read', 54894000182849255, 1780313545524000, 1788089545524000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, ''),
	('tok_01kt1f9q641my6r3ejejwbmyn4', '\x8af070b15123d9e9e3759d24ea41c5315acfa40411e506e42a564469cb4bddea', 'owner, a program', 'costs:read deliveries:read deliveries:write events:read operations:read people:write plants:read plants:write receivers:read receivers:write tokens:write', NULL, 1780313545924000, 1788089545924000, NULL, NULL, 'per_01kt1f4090ee75xbsfc6r1ed96', ''),
	('tok_01kt1f9qfge0r8nngv2j6z0jnr', '\xd5c4f1c3ea4f21b706cd2ce73146fe85f24bd1034ef6ee38743a72b4ddab4b35', 'newcomer, a program', 'costs:read deliveries:read deliveries:write events:read operations:read people:write plants:read plants:write receivers:read receivers:write tokens:write', NULL, 1780313546224000, 1788089546224000, NULL, 'per_01kt1f9q984x8wkjsfstt2y1sh', 'per_01kt1f9q984x8wkjsfstt2y1sh', 'tok_01kt1f9q641my6r3ejejwbmyn4');
INSERT INTO public.tombstones VALUES
	(1, 'Ulmus minor', 1777624140200000, 1777624140400000, 'tok_01kqhafj70rnyqfe6pt82sg2t7'),
	(15, 'Cedrus atlantica', NULL, 1780313352824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7');
INSERT INTO public.underived_plants VALUES
	(3);
INSERT INTO public.used_challenges VALUES
	('\x12b7d39d84bd7d907e151a38c491cbc569de1a1eab0f46a4ff4ee33e21f5bcab', 1780313546324000),
	('\x16367aacb67a4a017c8da8ab95682ccb390863780f7114dda0a0e0c55644c7c4', 1780313359924000),
	('\x7ad88c2aae6b4e40f78f6c73b611ddf38c5c34f2eca7dc1fff0c43c8bb026572', 1780313359624000),
	('\xa7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e', 1780313359824000),
	('\xb1e99324505bd32da0e1f85dcf5e19a09db0481e8a15f62c41eb320304a8e927', 1780313360024000),
	('\xc6745fa890f8aed8eaaa64c9bac6038f8ca57de4b104c3449cd8cf9c21838e8f', 1780313359724000);
INSERT INTO public.watch_list VALUES
	('ailanthus', 'Ailanthus', NULL),
	('impatiens glandulifera', 'Impatiens glandulifera', 'May not be sold.');
SELECT pg_catalog.setval('public.plant_numbers', 40, true);

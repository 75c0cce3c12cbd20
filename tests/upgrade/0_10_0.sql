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
-- import with bad rows: imp_01kt1f3strega7gp7r2sndbbt5
-- import not wanted: imp_01kt1f3t10ebfj00xyfd3amnhk
-- import by mistake: imp_01kt1f3t78k4xbp6ye320q98m2
-- plant whole: 17
-- plant merged: 18
-- plants different: 19 20
-- plants alike: 21 22
-- import costs: imp_01kt1f3vp4m0t8p7cq40z1t2aa
-- import new costs: imp_01kt1f3vwc3m4h6fraeqk642sh
-- photo in both: 1rs16b8w1nahem1bydtm5pv70dhtmmh7
-- photo in the event: zznjrhrjjceh87qdvzm79j2zgt1jdy2e
-- photo unused: 5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y
-- photo of two plants: dzhtmjadreab98e496fb3xw0stnxhajn
-- plants with photos: 25 26
-- plant with linked images: 27
-- bulk edit undone: blk_01kt1f3yagc2y26zecwbez7nk4
-- plants undone: 28 29
-- bulk edit done: blk_01kt1f3yx83nks4cqtkev02v97
-- plants done: 30 31
-- bulk edit checked: blk_01kt1f3z9rx5vmdazmt0jqgwz9
-- plants checked: 32 33
-- bulk edit half done: blk_01kt1f3zp86cv40rd0ftef8545
-- plants half done: 34 35 36
-- person owner: per_01kt1f4090b79zkwxq535dn3kn
-- person second operator: per_01kt1f40c43ag1qs4wwh0a8hkn
-- link for the second operator: QTXQZKmNh-Ud3e8FlyagcTtsXv8UJXJ1KRoGogbZcZE
-- person staff: per_01kt1f40f8dw849w2hwrz52gh4
-- link for the staff: BcVBATevWFNnEZisRa0eSwgEY4B0a8TlnGa2xg672rI
-- person invited: per_01kt1f40jcbztta397zhwtrm25
-- link for the invited: gHJ54CtHoZbJO0wMU5sRaJ6tz7bHO6dIEfCTdWZDoCs
-- person integrator: per_01kt1f40ng7x69q1c0t9j0sk7m
-- link for the integrator: ql3O39UUH9NB6JEdR1Ah5OomutZClARr05P6bWq7qP0
-- person gone: per_01kt1f40rmqfw79tw975vcje9f
-- link for the gone: Eg27F2hu5B5Mkk9218xcKaNIi-AaIfbKU6vMEmEt3dE
-- session of the staff: 9Wv0YKaqAohDuYEUjkde9O6EzgGxpC6F8Cai03q6dLk
-- session of the integrator: B339jOm9iEIcuxiSh0-ne3hsN-ZHTmbdeprBFbkM52s
-- session of the gone: NkLA8cEYrB0mjcrApD8vaBMn1NmIzQx6U9mx0KuYgjg
-- passkey phone: psk_01kt1f4188pr6b1e1n48s0k6cc
-- passkey copied key: psk_01kt1f41bcn8g6fdm01084vkzx
-- token of the staff: pst_Q9TubDHOV2WJMsNFeURGEUgOoSVghx0A8HNX
-- token of the gone: pst_VVNCONcn44cAAHfjtoHkzHAUpGt3IB0kpY3y
-- subscriber active: ops_01kt1f427gjsrqdaftpwcbk4xn
-- subscriber turned off: ops_01kt1f42amkwtnt4aw7eazbhmh
-- old secret of the operations: whsec_46G7Tv3lJyrr2pPEQaUaMlcjRgexVgUrJ76Kd40bblA=
-- access token of the operations: opt_bc4f4b08986cf20ec6821a2aae79886becdfeffd8d5ef8c2
-- channel webhook: chn_01kt1f43d09eq5ywweydqexrny
-- old secret of the channel: whsec_M9H6UWi/VI3aVCptE6Bbx1TbXd0pXauy+dczVKov7Zg=
-- secret of the channel: whsec_o8xzDip5fRv9x3N7vfZkqnK/Bbko5j63froVXPsJZ3w=
-- channel email: chn_01kt1f43k89qsdmdtnrvrdsh2y
-- channel chat: chn_01kt1f43pc9k9a9btykxkx8z6a
-- alerts acknowledged and muted: inc_01kt1f5ynwwhfj9a794hh6bv7a inc_01kt1f5ynwttzzrrn84wjk146t
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
-- alert of a certificate: inc_01kt1f9pg84ktxbs610g7b9d92
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
-- listener ended: lsn_01kt1f9pwrg3pannfps54nseqk
-- listener listen on laptop: lsn_01kt1f9pzwkbq6c8aksgyc2b85
-- token of the owner: pst_XrRF0X1Tih67v1xOqT1bnYlAvRWFfE0I3xSn
-- person newcomer: per_01kt1f9q981my6r3ejejwbmyn4
-- token of the newcomer: pst_hBd4EpQnXXvcBgkrOWh1b8pkWsjRnJ03OidG
-- passkey new phone: psk_01kt1f9qjm4x8wkjsfstt2y1sh
-- makers of links: tok_01kt1f9q649ggnkkcwb4f95v3m
-- import waiting: imp_01kt1f9qrwynabys6wy5na6m9a
-- import wrong: imp_01kt1f9qw01x7bd6kbaygr0q51
-- import half added: imp_01kt1f9r28w6v9zdmrwthawymh
-- import half checked: imp_01kt1f9r8gvs9qgenga3fz0pew
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
-- file imp_01kt1f3strega7gp7r2sndbbt5.bad.csv: b'line,reason,sku,name,price,status\r\n3,\xe2\x80\x9cprice\xe2\x80\x9d: \xe2\x80\x9cPOA\xe2\x80\x9d is not a price. Use a number such as 12.99 or leave it empty.,PIN-2,Pinus cembra,POA,\r\n'
-- file imp_01kt1f9qrwynabys6wy5na6m9a.csv: b'sku;name;price\nABI-1;Abies alba;9,90\npin-1;Pinus mugo;13,50\nPIN-3;Pinus nigra;\n'
-- file imp_01kt1f9qrwynabys6wy5na6m9a.rows: b'\x00\x00\x02\x10\x92\x94\x02\xc2\xde\x00\x16\xa4name\xaaAbies alba\xa3tag\xc0\xa3sku\xa5ABI-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa49.90\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\x03\xc2\xde\x00\x16\xa4name\xaaPinus mugo\xa3tag\xc0\xa3sku\xa5pin-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xa513.50\xa8currency\xa3EUR\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x94\xa8currency\xa4name\xa5price\xa3sku'
-- file imp_01kt1f9r28w6v9zdmrwthawymh.csv: b"sku,name\nJUN-1,Juniperus communis\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nTAX-1,Taxus baccata\nTAX-2,Taxus cuspidata\nACE-7,Acer campestre 'Nanum'\n"
-- file imp_01kt1f9r28w6v9zdmrwthawymh.rows: b"\x00\x00\x00\xfd\x91\x94\x02\xc2\xde\x00\x16\xa4name\xb2Juniperus communis\xa3tag\xc0\xa3sku\xa5JUN-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x00\x00\x03\x00\x93\x94\xcd\x01\xf6\xc2\xde\x00\x16\xa4name\xadTaxus baccata\xa3tag\xc0\xa3sku\xa5TAX-1\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf7\xc2\xde\x00\x16\xa4name\xafTaxus cuspidata\xa3tag\xc0\xa3sku\xa5TAX-2\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\xc0\x94\xcd\x01\xf8\xc2\xde\x00\x16\xa4name\xb6Acer campestre 'Nanum'\xa3tag\xc0\xa3sku\xa5ACE-7\xa4gtin\xc0\xaebotanical_name\xc0\xa6family\xc0\xaccommon_names\x90\xabdescription\xc0\xa4tags\x90\xa6images\x90\xa5price\xc0\xa8currency\xc0\xaestock_quantity\xc0\xaeavailable_from\xc0\xa8pot_size\xc0\xadminimum_order\xc0\xb0compare_at_price\xc0\xa4care\xc0\xacexternal_ids\xc0\xa5trade\xc0\xa8supplier\xc0\xa4cost\xc0\x92\xa4name\xa3sku"
-- file imp_01kt1f9r8gvs9qgenga3fz0pew.csv: b'sku,name\nGIN-1,Ginkgo biloba\n'
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
CREATE TABLE schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL);
INSERT INTO schema_version VALUES (1, '0001_initial', 1777624140000000);
INSERT INTO schema_version VALUES (2, '0002_secret_rotation', 1777624140000000);
INSERT INTO schema_version VALUES (3, '0003_never_forgotten', 1777624140000000);
INSERT INTO schema_version VALUES (4, '0004_whole_api', 1777624140000000);
INSERT INTO schema_version VALUES (5, '0005_figures', 1777624140000000);
INSERT INTO schema_version VALUES (6, '0006_console', 1777624140000000);
INSERT INTO schema_version VALUES (7, '0007_shared', 1777624140000000);
INSERT INTO schema_version VALUES (8, '0008_change_numbers', 1777624140000000);
INSERT INTO schema_version VALUES (9, '0009_signed_second', 1777624140000000);
INSERT INTO schema_version VALUES (10, '0010_token_makers', 1777624140000000);
INSERT INTO schema_version VALUES (11, '0011_whole_plant', 1777624140000000);
INSERT INTO schema_version VALUES (12, '0012_duplicates', 1777624140000000);
INSERT INTO schema_version VALUES (13, '0013_merges', 1777624140000000);
INSERT INTO schema_version VALUES (14, '0014_watch_list', 1777624140000000);
INSERT INTO schema_version VALUES (15, '0015_plant_history', 1777624140000000);
INSERT INTO schema_version VALUES (16, '0016_import_mappings', 1777624140000000);
INSERT INTO schema_version VALUES (17, '0017_linked_images', 1777624140000000);
INSERT INTO schema_version VALUES (18, '0018_bulk_edits', 1777624140000000);
INSERT INTO schema_version VALUES (19, '0019_plant_lists', 1777624140000000);
INSERT INTO schema_version VALUES (20, '0020_plant_views', 1777624140000000);
INSERT INTO schema_version VALUES (21, '0021_photos', 1777624140000000);
INSERT INTO schema_version VALUES (22, '0022_alerts', 1777624140000000);
INSERT INTO schema_version VALUES (23, '0023_operational_webhooks', 1777624140000000);
INSERT INTO schema_version VALUES (24, '0024_people', 1777624140000000);
INSERT INTO schema_version VALUES (25, '0025_passkeys', 1777624140000000);
INSERT INTO schema_version VALUES (26, '0026_openid', 1777624140000000);
INSERT INTO schema_version VALUES (27, '0027_activity_subject', 1777624140000000);
INSERT INTO schema_version VALUES (28, '0028_token_links', 1777624140000000);
INSERT INTO schema_version VALUES (29, '0029_filters', 1777624140000000);
INSERT INTO schema_version VALUES (30, '0030_ways_to_sign_in', 1777624140000000);
INSERT INTO schema_version VALUES (31, '0031_receiver_headers', 1777624140000000);
INSERT INTO schema_version VALUES (32, '0032_receiver_certificates', 1777624140000000);
INSERT INTO schema_version VALUES (33, '0033_receiver_keys', 1777624140000000);
INSERT INTO schema_version VALUES (34, '0034_body_formats', 1777624140000000);
INSERT INTO schema_version VALUES (35, '0035_receiver_grants', 1777624140000000);
INSERT INTO schema_version VALUES (36, '0036_listeners', 1777624140000000);
INSERT INTO schema_version VALUES (37, '0037_receiver_addresses', 1777624140000000);
CREATE TABLE plants (
    id              INTEGER PRIMARY KEY,
    status          TEXT NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
    name            TEXT NOT NULL,
    tag             TEXT,
    sku             TEXT,
    sku_key         TEXT UNIQUE,
    gtin            TEXT,
    gtin_key        TEXT UNIQUE,
    botanical_name  TEXT,
    family          TEXT,
    common_names    TEXT NOT NULL,
    description     TEXT,
    tags            TEXT NOT NULL,
    images          TEXT NOT NULL,
    price           TEXT,
    currency        TEXT,
    stock_quantity  INTEGER,
    available_from  TEXT,
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    added_at        INTEGER,
    version         INTEGER NOT NULL CHECK (version >= 1), pot_size TEXT, pot_order INTEGER, details TEXT, taxon TEXT, weak_key INTEGER, weak_class INTEGER, merged_into INTEGER, name_key TEXT, price_order INTEGER,
    CHECK ((status = 'draft') = (added_at IS NULL))
) STRICT;
INSERT INTO plants VALUES (2, 'active', 'Monstera ''Thai Constellation''', NULL, 'MON-15', 'mon-15', '4006381333931', '04006381333931', 'Monstera deliciosa ''Thai Constellation''', 'Araceae', '["Swiss cheese plant","窓孔蓬莱蕉"]', 'Grows slowly.
Likes light, and a "moss" pole; don''t overwater.', '["indoor","variegated"]', '[["https://shop.example/mon-15.jpg","A leaf"]]', '149.00', 'EUR', 2, '2026-09-01', 1777624140300000, 1780302541100000, 1777624140300000, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO plants VALUES (3, 'active', 'Isoëtes lacustris', 'aquatic', 'ISO-9', 'iso-9', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '7.25', 'EUR', NULL, NULL, 1780302540500000, 1780302540500000, 1780302540500000, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO plants VALUES (4, 'draft', 'Hosta sieboldiana', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302540600000, 1780302540600000, NULL, 1, NULL, NULL, NULL, NULL, 8465615503141457216, 0, NULL, 'hosta sieboldiana', NULL);
INSERT INTO plants VALUES (5, 'active', 'Acer palmatum', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302540700000, 1780302540800000, 1780302540800000, 2, NULL, NULL, NULL, NULL, 3012280810436382016, 0, NULL, 'acer palmatum', NULL);
INSERT INTO plants VALUES (6, 'archived', 'Rosa ''Peace''', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302540900000, 1780302541000000, 1780302540900000, 2, NULL, NULL, NULL, NULL, 9086941213571501376, 0, NULL, 'rosa ''peace''', NULL);
INSERT INTO plants VALUES (7, 'active', 'Tilia cordata', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302541200000, 1780302541200000, 1780302541200000, 1, NULL, NULL, NULL, NULL, 6673031414055259456, 0, NULL, 'tilia cordata', NULL);
INSERT INTO plants VALUES (8, 'active', 'Salix alba', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302541300000, 1780302541300000, 1780302541300000, 1, NULL, NULL, NULL, NULL, 136692871981518144, 0, NULL, 'salix alba', NULL);
INSERT INTO plants VALUES (9, 'active', 'Fagus sylvatica', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780302541400000, 1780302541400000, 1780302541400000, 1, NULL, NULL, NULL, NULL, 9017064877864865088, 0, NULL, 'fagus sylvatica', NULL);
INSERT INTO plants VALUES (10, 'active', 'Quercus robur', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313351224000, 1780313351224000, 1780313351224000, 1, NULL, NULL, NULL, NULL, 5098650683700759872, 0, NULL, 'quercus robur', NULL);
INSERT INTO plants VALUES (11, 'active', 'Betula pendula', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313351324000, 1780313351324000, 1780313351324000, 1, NULL, NULL, NULL, NULL, 1990327649679527232, 0, NULL, 'betula pendula', NULL);
INSERT INTO plants VALUES (12, 'active', 'Acer campestre ''Elsrijk''', NULL, 'ACE-7', 'ace-7', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313351824000, 1780313351924000, 1780313351824000, 2, NULL, NULL, NULL, NULL, 1328255231049944384, 1, NULL, 'acer campestre ''elsrijk''', NULL);
INSERT INTO plants VALUES (13, 'active', 'Pinus mugo', NULL, 'PIN-1', 'pin-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '12.50', 'EUR', NULL, NULL, 1780313352124000, 1780313352124000, 1780313352124000, 1, NULL, NULL, NULL, NULL, 9175964152102473024, 1, NULL, 'pinus mugo', 12500);
INSERT INTO plants VALUES (14, 'draft', 'Pinus nigra', NULL, 'PIN-3', 'pin-3', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313352124000, 1780313352124000, NULL, 1, NULL, NULL, NULL, NULL, 5957304675497233728, 1, NULL, 'pinus nigra', NULL);
INSERT INTO plants VALUES (16, 'draft', 'Cedrus deodara', 'conifer', 'CED-2', 'ced-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313352524000, 1780313352724000, NULL, 2, NULL, NULL, NULL, NULL, 6097455183657782592, 1, NULL, 'cedrus deodara', NULL);
INSERT INTO plants VALUES (17, 'active', 'Hydrangea ENDLESS SUMMER 5 L', NULL, 'HYD-5', 'hyd-5', NULL, NULL, 'Hydrangea macrophylla ''Bailmer''', NULL, '[]', 'Blue or pink.', '[]', '[]', '22.50', 'EUR', NULL, NULL, 1780313352924000, 1780313353224000, 1780313352924000, 3, '5 L', 4000005000, '{"care":{"light":[],"water":null,"hardiness_rhs":null,"hardiness_usda":null,"height_cm":120,"spread_cm":null,"life_cycle":null,"foliage":null,"flowering_months":[],"toxicity_pets":"unknown","toxicity_people":"unknown","pollinator_friendly":null},"external_ids":{"wfo":null,"ipni":null,"gbif":"2985937","eppo":"HYEMA","vbn":null},"trade":{"plant_passport":{"a":"Hydrangea","b":"GB-00001","c":"21-7","d":"NL"},"cites":"II"},"supplier":{"name":"Kwekerij Noord","code":null},"cost":"8.75"}', '{"rank":"cultivar","genus":"Hydrangea","species":"macrophylla","cultivar":"Bailmer"}', 972471129612856047, 1, NULL, 'hydrangea endless summer 5 l', 22500);
INSERT INTO plants VALUES (18, 'archived', 'Endless Summer', NULL, NULL, NULL, NULL, NULL, 'Hydrangea macrophylla ''Bailmer''', NULL, '[]', 'Blue or pink.', '[]', '[]', NULL, NULL, NULL, NULL, 1780313353124000, 1780313353224000, 1780313353124000, 2, '5 L', 4000005000, NULL, '{"rank":"cultivar","genus":"Hydrangea","species":"macrophylla","cultivar":"Bailmer"}', 972471129612856047, 0, 17, 'endless summer', NULL);
INSERT INTO plants VALUES (19, 'draft', 'Viola odorata', NULL, NULL, NULL, NULL, NULL, 'Viola odorata', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313353324000, 1780313353324000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"odorata"}', 4768138441372604813, 4, NULL, 'viola odorata', NULL);
INSERT INTO plants VALUES (20, 'draft', 'Viola odorata', NULL, NULL, NULL, NULL, NULL, 'Viola odorata', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313353424000, 1780313353424000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"odorata"}', 4768138441372604813, 4, NULL, 'viola odorata', NULL);
INSERT INTO plants VALUES (21, 'draft', 'Viola tricolor', NULL, NULL, NULL, NULL, NULL, 'Viola tricolor', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313353624000, 1780313353624000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"tricolor"}', 9050747601714289037, 0, NULL, 'viola tricolor', NULL);
INSERT INTO plants VALUES (22, 'draft', 'Viola tricolor', NULL, NULL, NULL, NULL, NULL, 'Viola tricolor', NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313353724000, 1780313353724000, NULL, 1, '9 cm', 4000000328, NULL, '{"rank":"species","genus":"Viola","species":"tricolor"}', 9050747601714289037, 0, NULL, 'viola tricolor', NULL);
INSERT INTO plants VALUES (23, 'draft', 'Hebe rakaiensis', NULL, 'HEB-1', 'heb-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, 'EUR', NULL, NULL, 1780313354024000, 1780313354524000, NULL, 3, NULL, NULL, '{"supplier":{"name":"Noord","code":null},"cost":"2.10"}', NULL, 6568127111453297984, 1, NULL, 'hebe rakaiensis', NULL);
INSERT INTO plants VALUES (24, 'draft', 'Hebe pinguifolia', NULL, 'HEB-2', 'heb-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, 'EUR', NULL, NULL, 1780313354024000, 1780313354524000, NULL, 4, NULL, NULL, '{"supplier":{"name":"Noord","code":null},"cost":"2.30"}', NULL, 3734785102312983872, 1, NULL, 'hebe pinguifolia', NULL);
INSERT INTO plants VALUES (25, 'active', 'Paeonia lactiflora', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[["/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","In both"],["/photos/dzhtmjadreab98e496fb3xw0stnxhajn/full","Of two plants"]]', NULL, NULL, NULL, NULL, 1780313354624000, 1780313355324000, 1780313355124000, 8, NULL, NULL, NULL, NULL, 3573167429893311808, 0, NULL, 'paeonia lactiflora', NULL);
INSERT INTO plants VALUES (26, 'draft', 'Paeonia suffruticosa', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[["/photos/dzhtmjadreab98e496fb3xw0stnxhajn/full","Of two plants"]]', NULL, NULL, NULL, NULL, 1780313355424000, 1780313355424000, NULL, 1, NULL, NULL, NULL, NULL, 6575336526686276928, 0, NULL, 'paeonia suffruticosa', NULL);
INSERT INTO plants VALUES (27, 'draft', 'Iris sibirica', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[["https://images.example/kept.jpg",null],["https://images.example/refused.jpg",null],["https://images.example/slow.jpg",null]]', NULL, NULL, NULL, NULL, 1780313355524000, 1780313355724000, NULL, 2, NULL, NULL, NULL, NULL, 2787249777225059648, 0, NULL, 'iris sibirica', NULL);
INSERT INTO plants VALUES (28, 'draft', 'Salvia undone 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '7.50', 'EUR', NULL, NULL, 1780313356424000, 1780313356824000, NULL, 3, NULL, NULL, NULL, NULL, 6427692234984475968, 0, NULL, 'salvia undone 0', 7500);
INSERT INTO plants VALUES (29, 'draft', 'Salvia undone 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '8.00', 'EUR', NULL, NULL, 1780313356524000, 1780313356924000, NULL, 3, NULL, NULL, NULL, NULL, 2511526907808927040, 0, NULL, 'salvia undone 1', 8000);
INSERT INTO plants VALUES (30, 'draft', 'Salvia done 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '8.80', 'EUR', NULL, NULL, 1780313357024000, 1780313357324000, NULL, 2, NULL, NULL, NULL, NULL, 7906412014762282304, 0, NULL, 'salvia done 0', 8800);
INSERT INTO plants VALUES (31, 'draft', 'Salvia done 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '8.80', 'EUR', NULL, NULL, 1780313357124000, 1780313357324000, NULL, 2, NULL, NULL, NULL, NULL, 798461089284705600, 0, NULL, 'salvia done 1', 8800);
INSERT INTO plants VALUES (32, 'draft', 'Salvia checked 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '5.00', 'EUR', NULL, NULL, 1780313357424000, 1780313357424000, NULL, 1, NULL, NULL, NULL, NULL, 8484880908519296320, 0, NULL, 'salvia checked 0', 5000);
INSERT INTO plants VALUES (33, 'draft', 'Salvia checked 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '5.00', 'EUR', NULL, NULL, 1780313357524000, 1780313357524000, NULL, 1, NULL, NULL, NULL, NULL, 4466757386996632896, 0, NULL, 'salvia checked 1', 5000);
INSERT INTO plants VALUES (34, 'draft', 'Salvia half done 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '9.00', 'EUR', NULL, NULL, 1780313357724000, 1780313358324000, NULL, 2, NULL, NULL, NULL, NULL, 6739598227077156160, 0, NULL, 'salvia half done 0', 9000);
INSERT INTO plants VALUES (35, 'draft', 'Salvia half done 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '7.50', 'EUR', NULL, NULL, 1780313357824000, 1780313358424000, NULL, 2, NULL, NULL, NULL, NULL, 4004516309915749696, 0, NULL, 'salvia half done 1', 7500);
INSERT INTO plants VALUES (36, 'draft', 'Salvia half done 2', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', '10.00', 'EUR', NULL, NULL, 1780313357924000, 1780313357924000, NULL, 1, NULL, NULL, NULL, NULL, 8797708041576860992, 0, NULL, 'salvia half done 2', 10000);
INSERT INTO plants VALUES (37, 'draft', 'Ficus lyrata', NULL, 'FIC-1', 'fic-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313361524000, 1780313361524000, NULL, 1, NULL, NULL, NULL, NULL, 5607188397602458944, 1, NULL, 'ficus lyrata', NULL);
INSERT INTO plants VALUES (38, 'draft', 'Thuja plicata', NULL, 'THU-1', 'thu-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313546724000, 1780313546724000, NULL, 1, NULL, NULL, NULL, NULL, 1550471014029806912, 1, NULL, 'thuja plicata', NULL);
INSERT INTO plants VALUES (39, 'active', 'Juniperus communis', NULL, 'JUN-1', 'jun-1', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313547224000, 1780313547224000, 1780313547224000, 1, NULL, NULL, NULL, NULL, 113689681019358528, 1, NULL, 'juniperus communis', NULL);
INSERT INTO plants VALUES (40, 'active', 'Taxus cuspidata', NULL, 'TAX-2', 'tax-2', NULL, NULL, NULL, NULL, '[]', NULL, '[]', '[]', NULL, NULL, NULL, NULL, 1780313547324000, 1780313547324000, 1780313547324000, 1, NULL, NULL, NULL, NULL, 4626783826982030656, 1, NULL, 'taxus cuspidata', NULL);
CREATE INDEX plants_updated ON plants (updated_at, id);
CREATE TABLE tombstones (
    plant_id    INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    added_at    INTEGER,
    deleted_at  INTEGER NOT NULL,
    deleted_by  TEXT NOT NULL
) STRICT;
INSERT INTO tombstones VALUES (1, 'Ulmus minor', 1777624140200000, 1777624140400000, 'tok_01kqhafj70rnyqfe6pt82sg2t7');
INSERT INTO tombstones VALUES (15, 'Cedrus atlantica', NULL, 1780313352824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7');
CREATE TABLE events (
    sequence     INTEGER PRIMARY KEY CHECK (sequence >= 1),
    id           TEXT NOT NULL UNIQUE,
    plant_id     INTEGER NOT NULL UNIQUE,
    occurred_at  INTEGER NOT NULL,
    body         BLOB NOT NULL,
    body_basic   BLOB NOT NULL
) STRICT;
INSERT INTO events VALUES (1, 'evt_01kqhafjd8q4zqcza3xfm56xwq', 1, 1777624140200000, X'', X'');
INSERT INTO events VALUES (2, 'evt_01kqhafjgc2b7yqwz64qebxvtv', 2, 1777624140300000, X'7B226964223A322C226E616D65223A224D6F6E737465726120275468616920436F6E7374656C6C6174696F6E27222C22746167223A2261726F6964222C22737461747573223A22616374697665222C22617661696C6162696C697479223A227072656F72646572222C22736B75223A224D4F4E2D3135222C226774696E223A2234303036333831333333393331222C22626F74616E6963616C5F6E616D65223A224D6F6E73746572612064656C6963696F736120275468616920436F6E7374656C6C6174696F6E27222C227461786F6E223A7B2272616E6B223A2263756C7469766172222C2267656E7573223A224D6F6E7374657261222C2273706563696573223A2264656C6963696F7361222C22687962726964223A6E756C6C2C22696E6672615F72616E6B223A6E756C6C2C22696E6672615F65706974686574223A6E756C6C2C2263756C7469766172223A225468616920436F6E7374656C6C6174696F6E222C2267726F7570223A6E756C6C2C2274726164655F64657369676E6174696F6E223A6E756C6C2C22617574686F7273686970223A6E756C6C7D2C2266616D696C79223A2241726163656165222C22636F6D6D6F6E5F6E616D6573223A5B2253776973732063686565736520706C616E74222C22E7AA93E5AD94E893ACE88EB1E89589225D2C226465736372697074696F6E223A2247726F777320736C6F776C792E5C6E4C696B6573206C696768742C20616E642061205C226D6F73735C2220706F6C653B20646F6E2774206F76657277617465722E222C2274616773223A5B22696E646F6F72222C2276617269656761746564225D2C22696D61676573223A5B7B2275726C223A2268747470733A2F2F73686F702E6578616D706C652F6D6F6E2D31352E6A7067222C22616C74223A2241206C656166227D5D2C227072696365223A223134392E3030222C2263757272656E6379223A22455552222C2273746F636B5F7175616E74697479223A332C22617661696C61626C655F66726F6D223A22323032362D30392D3031222C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30352D30315430383A32393A30302E3330305A222C22757064617465645F6174223A22323032362D30352D30315430383A32393A30302E3330305A222C2261646465645F6174223A22323032362D30352D30315430383A32393A30302E3330305A227D', X'7B226964223A322C226E616D65223A224D6F6E737465726120275468616920436F6E7374656C6C6174696F6E27222C22746167223A2261726F6964227D');
INSERT INTO events VALUES (3, 'evt_01kt14svpmg4hjkcvak8ma5sjt', 3, 1780302540500000, X'7B226964223A332C226E616D65223A2249736FC3AB746573206C6163757374726973222C22746167223A2261717561746963222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A2249534F2D39222C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A22372E3235222C2263757272656E6379223A22455552222C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315430383A32393A30302E3530305A222C22757064617465645F6174223A22323032362D30362D30315430383A32393A30302E3530305A222C2261646465645F6174223A22323032362D30362D30315430383A32393A30302E3530305A227D', X'7B226964223A332C226E616D65223A2249736FC3AB746573206C6163757374726973222C22746167223A2261717561746963227D');
INSERT INTO events VALUES (4, 'evt_01kt14sw00pwp5x7mmnzzmq62d', 5, 1780302540800000, X'7B226964223A352C226E616D65223A22416365722070616C6D6174756D222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A6E756C6C2C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A6E756C6C2C2263757272656E6379223A6E756C6C2C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315430383A32393A30302E3730305A222C22757064617465645F6174223A22323032362D30362D30315430383A32393A30302E3830305A222C2261646465645F6174223A22323032362D30362D30315430383A32393A30302E3830305A227D', X'7B226964223A352C226E616D65223A22416365722070616C6D6174756D227D');
INSERT INTO events VALUES (5, 'evt_01kt14sw3418hcpgqsek8094e4', 6, 1780302540900000, X'7B226964223A362C226E616D65223A22526F73612027506561636527222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A6E756C6C2C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A6E756C6C2C2263757272656E6379223A6E756C6C2C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315430383A32393A30302E3930305A222C22757064617465645F6174223A22323032362D30362D30315430383A32393A30302E3930305A222C2261646465645F6174223A22323032362D30362D30315430383A32393A30302E3930305A227D', X'7B226964223A362C226E616D65223A22526F73612027506561636527227D');
INSERT INTO events VALUES (6, 'evt_01kt14swcgag5v001vjm3w4281', 7, 1780302541200000, X'7B226964223A372C226E616D65223A2254696C696120636F7264617461222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A6E756C6C2C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A6E756C6C2C2263757272656E6379223A6E756C6C2C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315430383A32393A30312E3230305A222C22757064617465645F6174223A22323032362D30362D30315430383A32393A30312E3230305A222C2261646465645F6174223A22323032362D30362D30315430383A32393A30312E3230305A227D', X'7B226964223A372C226E616D65223A2254696C696120636F7264617461227D');
INSERT INTO events VALUES (7, 'evt_01kt14swfmx0rn11q5y1hwdpq8', 8, 1780302541300000, X'7B226964223A382C226E616D65223A2253616C697820616C6261222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A6E756C6C2C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A6E756C6C2C2263757272656E6379223A6E756C6C2C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315430383A32393A30312E3330305A222C22757064617465645F6174223A22323032362D30362D30315430383A32393A30312E3330305A222C2261646465645F6174223A22323032362D30362D30315430383A32393A30312E3330305A227D', X'7B226964223A382C226E616D65223A2253616C697820616C6261227D');
INSERT INTO events VALUES (8, 'evt_01kt14swjrqdeqwvd5rnz31w75', 9, 1780302541400000, X'7B226964223A392C226E616D65223A2246616775732073796C766174696361222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A6E756C6C2C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A6E756C6C2C2263757272656E6379223A6E756C6C2C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315430383A32393A30312E3430305A222C22757064617465645F6174223A22323032362D30362D30315430383A32393A30312E3430305A222C2261646465645F6174223A22323032362D30362D30315430383A32393A30312E3430305A227D', X'7B226964223A392C226E616D65223A2246616775732073796C766174696361227D');
INSERT INTO events VALUES (9, 'evt_01kt1f3s1rtta9q0y8pgvynbkb', 10, 1780313351224000, X'7B226964223A31302C226E616D65223A225175657263757320726F627572222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A6E756C6C2C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A6E756C6C2C2263757272656E6379223A6E756C6C2C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315431313A32393A31312E3232345A222C22757064617465645F6174223A22323032362D30362D30315431313A32393A31312E3232345A222C2261646465645F6174223A22323032362D30362D30315431313A32393A31312E3232345A227D', X'7B226964223A31302C226E616D65223A225175657263757320726F627572227D');
INSERT INTO events VALUES (10, 'evt_01kt1f3s4w9aj2fqemwd2x0s5j', 11, 1780313351324000, X'7B226964223A31312C226E616D65223A22426574756C612070656E64756C61222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A6E756C6C2C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A6E756C6C2C2263757272656E6379223A6E756C6C2C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315431313A32393A31312E3332345A222C22757064617465645F6174223A22323032362D30362D30315431313A32393A31312E3332345A222C2261646465645F6174223A22323032362D30362D30315431313A32393A31312E3332345A227D', X'7B226964223A31312C226E616D65223A22426574756C612070656E64756C61227D');
INSERT INTO events VALUES (11, 'evt_01kt1f3smgjd7pbes7q62k8eta', 12, 1780313351824000, X'7B226964223A31322C226E616D65223A22416365722063616D706573747265222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A224143452D37222C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A2233302E3030222C2263757272656E6379223A22455552222C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315431313A32393A31312E3832345A222C22757064617465645F6174223A22323032362D30362D30315431313A32393A31312E3832345A222C2261646465645F6174223A22323032362D30362D30315431313A32393A31312E3832345A227D', X'7B226964223A31322C226E616D65223A22416365722063616D706573747265227D');
INSERT INTO events VALUES (12, 'evt_01kt1f3sxw3xatcyehnad9qt72', 13, 1780313352124000, X'7B226964223A31332C226E616D65223A2250696E7573206D75676F222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A2250494E2D31222C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A2231322E3530222C2263757272656E6379223A22455552222C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315431313A32393A31322E3132345A222C22757064617465645F6174223A22323032362D30362D30315431313A32393A31322E3132345A222C2261646465645F6174223A22323032362D30362D30315431313A32393A31322E3132345A227D', X'7B226964223A31332C226E616D65223A2250696E7573206D75676F227D');
INSERT INTO events VALUES (13, 'evt_01kt1f3tpw0kwaqrqhw6bt8g9g', 17, 1780313352924000, X'7B226964223A31372C226E616D65223A2248796472616E67656120454E444C4553532053554D4D45522035204C222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A224859442D35222C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A2248796472616E676561206D6163726F7068796C6C6120274261696C6D657227222C227461786F6E223A7B2272616E6B223A2263756C7469766172222C2267656E7573223A2248796472616E676561222C2273706563696573223A226D6163726F7068796C6C61222C22687962726964223A6E756C6C2C22696E6672615F72616E6B223A6E756C6C2C22696E6672615F65706974686574223A6E756C6C2C2263756C7469766172223A224261696C6D6572222C2267726F7570223A6E756C6C2C2274726164655F64657369676E6174696F6E223A6E756C6C2C22617574686F7273686970223A6E756C6C7D2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A2232342E3930222C2263757272656E6379223A22455552222C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A2235204C222C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A7B226C69676874223A5B227061727469616C5F7368616465225D2C227761746572223A2268696768222C2268617264696E6573735F726873223A224835222C2268617264696E6573735F75736461223A6E756C6C2C226865696768745F636D223A3135302C227370726561645F636D223A6E756C6C2C226C6966655F6379636C65223A6E756C6C2C22666F6C69616765223A6E756C6C2C22666C6F776572696E675F6D6F6E746873223A5B362C372C385D2C22746F7869636974795F70657473223A226861726D66756C222C22746F7869636974795F70656F706C65223A22756E6B6E6F776E222C22706F6C6C696E61746F725F667269656E646C79223A66616C73657D2C2265787465726E616C5F696473223A7B2277666F223A6E756C6C2C2269706E69223A6E756C6C2C2267626966223A2232393835393337222C226570706F223A224859454D41222C2276626E223A6E756C6C7D2C227472616465223A7B22706C616E745F70617373706F7274223A7B2261223A2248796472616E676561222C2262223A2247422D3030303031222C2263223A2232312D37222C2264223A224E4C227D2C226369746573223A224949227D2C22637265617465645F6174223A22323032362D30362D30315431313A32393A31322E3932345A222C22757064617465645F6174223A22323032362D30362D30315431313A32393A31322E3932345A222C2261646465645F6174223A22323032362D30362D30315431313A32393A31322E3932345A227D', X'7B226964223A31372C226E616D65223A2248796472616E67656120454E444C4553532053554D4D45522035204C227D');
INSERT INTO events VALUES (14, 'evt_01kt1f3tx4esrjm4whsxspc5hj', 18, 1780313353124000, X'7B226964223A31382C226E616D65223A22456E646C6573732053756D6D6572222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A6E756C6C2C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A2248796472616E676561206D6163726F7068796C6C6120274261696C6D657227222C227461786F6E223A7B2272616E6B223A2263756C7469766172222C2267656E7573223A2248796472616E676561222C2273706563696573223A226D6163726F7068796C6C61222C22687962726964223A6E756C6C2C22696E6672615F72616E6B223A6E756C6C2C22696E6672615F65706974686574223A6E756C6C2C2263756C7469766172223A224261696C6D6572222C2267726F7570223A6E756C6C2C2274726164655F64657369676E6174696F6E223A6E756C6C2C22617574686F7273686970223A6E756C6C7D2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A22426C7565206F722070696E6B2E222C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A6E756C6C2C2263757272656E6379223A6E756C6C2C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A2235204C222C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315431313A32393A31332E3132345A222C22757064617465645F6174223A22323032362D30362D30315431313A32393A31332E3132345A222C2261646465645F6174223A22323032362D30362D30315431313A32393A31332E3132345A227D', X'7B226964223A31382C226E616D65223A22456E646C6573732053756D6D6572227D');
INSERT INTO events VALUES (15, 'evt_01kt1f3wvmcnwtkyk2a242vf2e', 25, 1780313355124000, X'7B226964223A32352C226E616D65223A225061656F6E6961206C61637469666C6F7261222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A6E756C6C2C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B7B2275726C223A2268747470733A2F2F73746F72652E6578616D706C652F70686F746F732F3172733136623877316E6168656D31627964746D35707637306468746D6D68372F66756C6C222C22616C74223A22496E20626F7468227D2C7B2275726C223A2268747470733A2F2F73746F72652E6578616D706C652F70686F746F732F7A7A6E6A7268726A6A63656838377164767A6D37396A327A6774316A647932652F66756C6C222C22616C74223A22496E20746865206576656E74227D5D2C227072696365223A6E756C6C2C2263757272656E6379223A6E756C6C2C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315431313A32393A31342E3632345A222C22757064617465645F6174223A22323032362D30362D30315431313A32393A31352E3132345A222C2261646465645F6174223A22323032362D30362D30315431313A32393A31352E3132345A227D', X'7B226964223A32352C226E616D65223A225061656F6E6961206C61637469666C6F7261227D');
INSERT INTO events VALUES (16, 'evt_01kt1f9rer1p8ybv42wh7t0y84', 39, 1780313547224000, X'7B226964223A33392C226E616D65223A224A756E69706572757320636F6D6D756E6973222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A224A554E2D31222C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A6E756C6C2C2263757272656E6379223A6E756C6C2C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315431313A33323A32372E3232345A222C22757064617465645F6174223A22323032362D30362D30315431313A33323A32372E3232345A222C2261646465645F6174223A22323032362D30362D30315431313A33323A32372E3232345A227D', X'7B226964223A33392C226E616D65223A224A756E69706572757320636F6D6D756E6973227D');
INSERT INTO events VALUES (17, 'evt_01kt1f9rhwaj52ty0hc0ekw282', 40, 1780313547324000, X'7B226964223A34302C226E616D65223A22546178757320637573706964617461222C22737461747573223A22616374697665222C22617661696C6162696C697479223A22696E5F73746F636B222C22736B75223A225441582D32222C226774696E223A6E756C6C2C22626F74616E6963616C5F6E616D65223A6E756C6C2C227461786F6E223A6E756C6C2C2266616D696C79223A6E756C6C2C22636F6D6D6F6E5F6E616D6573223A5B5D2C226465736372697074696F6E223A6E756C6C2C2274616773223A5B5D2C22696D61676573223A5B5D2C227072696365223A6E756C6C2C2263757272656E6379223A6E756C6C2C2273746F636B5F7175616E74697479223A6E756C6C2C22617661696C61626C655F66726F6D223A6E756C6C2C22706F745F73697A65223A6E756C6C2C226D696E696D756D5F6F72646572223A6E756C6C2C22636F6D706172655F61745F7072696365223A6E756C6C2C2263617265223A6E756C6C2C2265787465726E616C5F696473223A6E756C6C2C227472616465223A6E756C6C2C22637265617465645F6174223A22323032362D30362D30315431313A33323A32372E3332345A222C22757064617465645F6174223A22323032362D30362D30315431313A33323A32372E3332345A222C2261646465645F6174223A22323032362D30362D30315431313A33323A32372E3332345A227D', X'7B226964223A34302C226E616D65223A22546178757320637573706964617461227D');
CREATE TABLE receivers (
    id               INTEGER PRIMARY KEY,
    name             TEXT NOT NULL,
    url              TEXT NOT NULL,
    payload          TEXT NOT NULL CHECK (payload IN ('full', 'basic')),
    start            INTEGER NOT NULL CHECK (start >= 1),
    cursor           INTEGER NOT NULL CHECK (cursor >= start - 1),
    max_concurrency  INTEGER NOT NULL CHECK (max_concurrency >= 1),
    deadline_us      INTEGER NOT NULL CHECK (deadline_us > 0),
    built_in         INTEGER NOT NULL CHECK (built_in IN (0, 1)),
    created_at       INTEGER NOT NULL,
    updated_at       INTEGER NOT NULL,
    deleted_at       INTEGER,
    version          INTEGER NOT NULL CHECK (version >= 1)
, paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)), resumes INTEGER NOT NULL DEFAULT 0, ordered INTEGER NOT NULL DEFAULT 0 CHECK (ordered IN (0, 1)), max_rate REAL CHECK (max_rate > 0), ephemeral INTEGER NOT NULL DEFAULT 0 CHECK (ephemeral IN (0, 1)), touches INTEGER NOT NULL DEFAULT 0, filter TEXT, filtered INTEGER NOT NULL DEFAULT 0 CHECK (filtered IN (0, 1)), v1a_changed_at INTEGER, payload_format TEXT, payload_expression TEXT) STRICT;
INSERT INTO receivers VALUES (43614638338051397, 'web shop', 'http://127.0.0.1:40001/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1777624140100000, 1777624140100000, NULL, 1, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54848668881777164, 'listener', 'http://127.0.0.1:40008/plant/webhook', 'full', 8, 8, 1, 15000000, 0, 1780302541700000, 1780302541700000, NULL, 1, 0, 0, 0, NULL, 1, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54848669721038932, 'garden centre', 'http://127.0.0.1:40010/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780302541900000, 1780313344268000, NULL, 7, 0, 3, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54893980049260238, 'Gateway', 'http://127.0.0.1:40012/plant/webhook', 'full', 7, 8, 1, 15000000, 0, 1780313344724000, 1780313344724000, NULL, 1, 0, 0, 0, NULL, 0, 0, NULL, 0, 1780313344724000, NULL, NULL);
INSERT INTO receivers VALUES (54893980468978993, 'Guest', 'http://127.0.0.1:40018/guest', 'full', 7, 8, 1, 15000000, 0, 1780313344824000, 1780313344824000, NULL, 1, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54893989276510572, 'Slack', 'http://127.0.0.1:30021/…SLAC', 'full', 7, 8, 1, 15000000, 0, 1780313346924000, 1780313484124000, NULL, 3, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, 'slack', NULL);
INSERT INTO receivers VALUES (54893998082851692, 'Nursery', 'http://127.0.0.1:40013/nursery', 'full', 1, 8, 1, 15000000, 0, 1780313349024000, 1780313483524000, NULL, 3, 0, 0, 1, NULL, 0, 0, '{"name":{"prefix":"Quercus"}}', 1, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54893999760173250, 'Titles', 'http://127.0.0.1:40016/titles', 'full', 4, 8, 1, 15000000, 0, 1780313349424000, 1780313349424000, NULL, 1, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, 'expression', '!contains(name, ''Rosa'') && {id: id, title: name, tags: tags}');
INSERT INTO receivers VALUES (54894000182849255, 'Herbs', 'http://127.0.0.1:40014/herbs', 'full', 1, 8, 1, 15000000, 0, 1780313349524000, 1780313349524000, NULL, 1, 0, 0, 0, NULL, 0, 0, '{"or":[{"tag":["aroid","aquatic"]},{"name":[{"prefix":"Rosa"},{"prefix":"Tilia"}]}]}', 1, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54894000601201848, 'Magazine', 'http://127.0.0.1:40017/magazine', 'full', 6, 8, 1, 15000000, 0, 1780313349624000, 1780313349724000, NULL, 2, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, 'expression', '{id: id, title: join('' '', [''New:'', name])}');
INSERT INTO receivers VALUES (54894001440729149, 'Stranger', 'http://127.0.0.1:40019/stranger', 'full', 8, 8, 1, 15000000, 0, 1780313349824000, 1780313349824000, NULL, 1, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54894001861225367, 'label printer', 'http://127.0.0.1:40002/plant/webhook', 'basic', 1, 8, 1, 15000000, 0, 1780313349924000, 1780313349924000, NULL, 1, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54894002699319729, 'warehouse', 'http://127.0.0.1:40003/plant/webhook', 'full', 1, 4, 1, 10000000, 0, 1780313350124000, 1780313350224000, NULL, 2, 0, 0, 1, 50.0, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54894003536334378, 'accounts', 'http://127.0.0.1:40006/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780313350324000, 1780313350324000, NULL, 1, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54894003957800860, 'old shop', 'http://127.0.0.1:40009/plant/webhook', 'full', 7, 8, 1, 15000000, 0, 1780313350424000, 1780313350424000, 1780313351724000, 1, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54894004376904356, 'old till', 'http://127.0.0.1:40004/plant/webhook', 'full', 1, 8, 1, 15000000, 0, 1780313350524000, 1780313350624000, NULL, 2, 1, 0, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54894005216625933, 'marketplace', 'http://127.0.0.1:40005/plant/webhook', 'full', 1, 3, 1, 15000000, 0, 1780313350724000, 1780313350724000, NULL, 1, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54894005636132803, 'search', 'http://127.0.0.1:40007/plant/webhook', 'full', 1, 10, 1, 15000000, 0, 1780313350824000, 1780313351624000, NULL, 2, 0, 1, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54894562636645336, 'Pond', 'http://127.0.0.1:40015/pond', 'full', 9, 15, 1, 15000000, 0, 1780313483624000, 1780313483924000, NULL, 4, 0, 1, 0, NULL, 0, 0, NULL, 1, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54894565155455097, 'Teams', 'http://127.0.0.1:30021/…TEAM', 'full', 9, 8, 1, 15000000, 0, 1780313484224000, 1780313484324000, NULL, 2, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, 'teams', NULL);
INSERT INTO receivers VALUES (54894565994141297, 'Discord', 'http://127.0.0.1:30021/…DISC', 'full', 9, 8, 1, 15000000, 0, 1780313484424000, 1780313484524000, NULL, 2, 0, 0, 0, NULL, 0, 0, NULL, 0, NULL, 'discord', NULL);
INSERT INTO receivers VALUES (54894566832281705, 'Google_chat', 'http://127.0.0.1:30021/…GOOG', 'full', 9, 8, 1, 15000000, 0, 1780313484624000, 1780313484624000, NULL, 1, 0, 0, 0, 1.0, 0, 0, NULL, 0, NULL, 'google_chat', NULL);
INSERT INTO receivers VALUES (54894567252449115, 'Removed chat', 'http://127.0.0.1:30021/…GONE', 'full', 16, 15, 1, 15000000, 0, 1780313484724000, 1780313484724000, 1780313484824000, 1, 0, 0, 0, 1.0, 0, 0, NULL, 0, NULL, 'slack', NULL);
INSERT INTO receivers VALUES (54894568092251712, 'Vault', 'https://127.0.0.1:40022/vault', 'full', 9, 8, 1, 15000000, 0, 1780313484924000, 1780313485024000, NULL, 2, 1, 0, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
INSERT INTO receivers VALUES (54894568928363745, 'Clinic', 'https://127.0.0.1:40022/clinic', 'full', 9, 8, 1, 15000000, 0, 1780313485124000, 1780313485224000, NULL, 2, 1, 0, 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL);
CREATE TABLE receiver_secrets (
    receiver_id  INTEGER NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('access_token', 'signing')),
    created_at   INTEGER NOT NULL,
    sealed       BLOB NOT NULL, expires_at INTEGER,
    PRIMARY KEY (receiver_id, kind, created_at)
) STRICT;
INSERT INTO receiver_secrets VALUES (43614638338051397, 'signing', 1777624140100000, X'B4032176BE90E2E5B972B0661F9B555C3DBD49DE9500D354EE4106D1977FE2E22227A531B6E3C77FFE1E5D0F9B1F05EDB4542A9C73233D13C3DADA1153894CB5B1A31EFBE0AF34CCE7EE0A7AB871', 1780388942000000);
INSERT INTO receiver_secrets VALUES (43614638338051397, 'access_token', 1777624140100000, X'6E304863EFCE697DA33FA6B3DB00F04F029945FCE44D5CB408E7C8CD3317D6E153C0B08E93DD9DC850309CC46274449652A9C4C552E61BB4EE4E3ACA4AC35DAD412E545389640E9D9BF8D5BB6644BE3D', NULL);
INSERT INTO receiver_secrets VALUES (43614638338051397, 'signing', 1780302541500000, X'60AB46700A2F118975F49F1060ED36C6CDD455B725093A13F4D678C35093F1B383450FCF9BF91CE14953C1B4717EA7B568394FA44CE53FBAA8BB1E8ACFF104535E4D5CFD88C774EF738964ABF732', NULL);
INSERT INTO receiver_secrets VALUES (54848668881777164, 'signing', 1780302541700000, X'1FB6ADCC6D962C7C7F24A923DD1705DECD7F1646062FC80025449C08B48FC0F4A87AE6660AC47DFE3A3AACB174AEF559B78D82117844CDF50527C7172E31D2625BA752E7974689EEB8135568C0AD', NULL);
INSERT INTO receiver_secrets VALUES (54848668881777164, 'access_token', 1780302541700000, X'07537472EFE0DD57523DE9B99C1CCE3EA64B987ADB265E7145F8372D8D6571323AED964C07B489A6CDFAAB3522A8064AE5691E798ED3131587CC472FFF53C11244F9C784A794B628F2ED7A3538DD3DAE', NULL);
INSERT INTO receiver_secrets VALUES (54848669721038932, 'signing', 1780302541900000, X'C31F7E9E781B6C08138AE0AFB686C678A984A5AF1E7996C73C6E67CE0DE9636EA473E03A56F896B062732B96BF315CDF7C835E9DF32E1B36D3C3103984CD781F291D6A8340083310F8525FF0516F', NULL);
INSERT INTO receiver_secrets VALUES (54848669721038932, 'access_token', 1780302541900000, X'86BDE0A063019C7A92076006F08FB3DC794FEDF16493E438DBA45EF661C7E98DB70B3F2C29A4537A123CE318F289233645AFB481942D3A08B287FC42AC2CD10DF7F43B53E100398AE2420F2905E670AF', NULL);
INSERT INTO receiver_secrets VALUES (54893980049260238, 'signing', 1780313344724000, X'664E104A76A180E31CC2CB16F96347DFC52A6C45987DFA0A5F3340734A8075E7CEBFD8605109DBE2DBEA86D9B9EEEAABC8CE7ADC4454AABB7BB4F679B3329F7A5E4CD6CDA8B4583C20E8969EAD6D', NULL);
INSERT INTO receiver_secrets VALUES (54893980049260238, 'access_token', 1780313344724000, X'6C1DD60B651AE5983DD5C0E952C8D6862EA0308719AD17E9CC0FD447DAE8F05176DF34CC74EA0467DD0488D68D066F109067C580', NULL);
INSERT INTO receiver_secrets VALUES (54893980468978993, 'signing', 1780313344824000, X'0A6D7CFC47849318154E33AF70D25BE4DC71F082CC4D053ABC4242DA164716F8EEBBAF9437D5B5F62D32F790ECDAB26B0E506F02DE824678FBFBB2A4808B1E994CC2355EA95ECEEA99CE2B0EEFB0', NULL);
INSERT INTO receiver_secrets VALUES (54893980468978993, 'access_token', 1780313344824000, X'864863BE69895CC0D909FBB1F02F8BF848C05E27BC268BA193EB9477AF03B77F1A93E13A2A9C1BC87E5F239B7AEF93FB539A449ABAFC73D8216C700A2F3170E856472BE04EED7C93C4571C72799EE522', NULL);
INSERT INTO receiver_secrets VALUES (54893989276510572, 'signing', 1780313346924000, X'286CAD1DE38D94A0C24263C87A529074CBA5C830B74CF340F9D5CC73493D38A0190FF553F0FD9DAF537B319EB8F8BB109A70B885056603F951580E2842BA1D886242DA95A6A244F0D2C24A657281', NULL);
INSERT INTO receiver_secrets VALUES (54893998082851692, 'signing', 1780313349024000, X'00D6F6111BE0B3C562AE6B6C7880F21F82ECEE9B114E4DC9A5B002403D8975CC72FD27DFC65FF47D55053450CCBC54266B72466E2D473DE73FC6A24EA105D195FA542F01F5E17C1B8AD336D4DAF5', NULL);
INSERT INTO receiver_secrets VALUES (54893998082851692, 'access_token', 1780313349024000, X'9A84375CD5ADF5740E7B966C699EB04FDAE8EB18E1EEEF495BBC86AEC96ACC8CDB3D681CCC7D280E9F830538F2BD5A56EF1BE4A7A39E6D143D07EFBA8BF2BAE2D31B124DA1FB44726193FC2462D355F4', NULL);
INSERT INTO receiver_secrets VALUES (54893999760173250, 'signing', 1780313349424000, X'2D19D87FE775ED81601175E89857D1967A2CAFFCD461CAD5ED9ADEB95BA6C79D79A56512DF850139E4A9CFBC6C12E872118D36C6F9D512E1F49D8405E8CE85FAC2B1FC678D6F6A68C4B6AB2D75D0', NULL);
INSERT INTO receiver_secrets VALUES (54893999760173250, 'access_token', 1780313349424000, X'D6F1FEB95F74ED4632728B7B9476F3386E779FAD2238A7FE61257D65D1D883087265344D463E10228D129DD51241BEEB5042DD45A289B11864FD32A6212BCDAD886AD826310CEAC783D79E531A07F869', NULL);
INSERT INTO receiver_secrets VALUES (54894000182849255, 'signing', 1780313349524000, X'3EF047B821E9F45DEBB014CDFF398CD57E88751E7B6A3AE53A5F1B011FB57CDC6370B229F6ED1125D6E7677082552D5A81790C589D9A61A32138837286EE6EA0752C8C2316EE985A212C2A894B82', NULL);
INSERT INTO receiver_secrets VALUES (54894000182849255, 'access_token', 1780313349524000, X'2928599A6C9C0AFE6A366E6A665E129D85ADE0855ED68158530CE8CE33031914291A0A881A92565A30AF40E6F6579EC73CEB2FAA8B3B6C64784A3B64D5C975A6187D5F738C930A99B159768484DECED4', NULL);
INSERT INTO receiver_secrets VALUES (54894000601201848, 'signing', 1780313349624000, X'B1667E97BCE6E15314E2C5A65A6638FEDFEDE5577741F014A625CC20DBE10C2F643B25C4ED9F27ABC5DB07219AF95ABDC7FDAC78E1A781D9428FE72BDC2BE690F3D8F9110068B820C441096809BD', NULL);
INSERT INTO receiver_secrets VALUES (54894000601201848, 'access_token', 1780313349624000, X'F541464883D3119B58A7B52FDBE12FFC0E4C09838350C10B089CE639F96411A5327CAD4554C38F8F7713AFF89A83FE3DF81E6BAC5AACC6B39E1CBC40672007B89891F6DCA508A2F74820C4C73E397181', NULL);
INSERT INTO receiver_secrets VALUES (54894001440729149, 'signing', 1780313349824000, X'C4D04938936CED913A99B2BE1CC56EEF5F1D883FAC8EABA25060635D397AADCF363D3162565F4692D99C834C8B2459F76FC887312E84C7C5E7AF164EE063FBA2008A8749BEC175B3566564EB43D5', NULL);
INSERT INTO receiver_secrets VALUES (54894001440729149, 'access_token', 1780313349824000, X'978FDFFBA6CB767020DC37EA9B797CA9701BACEA40F4E7D2DADDF18B95E52B14E2716F754C806DF567DC75A79DCE6EC6452963F182C3B953FE1293C4B5DDB90242123AD804CFF38D228F1DE6DB7917C2', NULL);
INSERT INTO receiver_secrets VALUES (54894001861225367, 'signing', 1780313349924000, X'9A7CD7857452C1EE50F14FCFF1837863D322D7B1F9481FF48BAFB1A96B6D833AD9359CF2F6F5C6C15DCBD12AA7F4B6321481A2E4FE33ED5B1A6840001B566FB37DA16716D248179337D0E73D34FB', NULL);
INSERT INTO receiver_secrets VALUES (54894001861225367, 'access_token', 1780313349924000, X'0D5BC8DEF80D330C66B55AA8FD323DAEC36B4476637AEFE78C26E11A57CABB8D05C43DA004455E84CD11F2B3C4746FB1FF23F4E0C9EEAD940E42D85DA08FAC14272CF15253A1FBE79B73DF0482D31B9D', NULL);
INSERT INTO receiver_secrets VALUES (54894002699319729, 'signing', 1780313350124000, X'D8701653A28BE599E46D6BA3E6D131CB35EA014D141E8B3DADF72FB31E333455CC834675CF3C2E07198E10FD6F7B14B099614F514F8D0D01F0579155F000740D8CAA663860160840C16E7C6E59CF', NULL);
INSERT INTO receiver_secrets VALUES (54894002699319729, 'access_token', 1780313350124000, X'D8C44EDD30516C588B61F5FF979295CC4DB605873EE4D9639CB282D0C086FF55104526DAF66984D15ABB353E34239A85C277F030D2DD731C941280479C532C3D892F303F6E595A2D0D05CDA19E851E19', NULL);
INSERT INTO receiver_secrets VALUES (54894003536334378, 'signing', 1780313350324000, X'B6F7BC654A3C72703290F0931FF6D48C79868652E94C9004BF373090A240D595F7E4A36A9673726AF2633467113AB67E88B28E906B90A99790C4DDDBBB7BE07DA25E80398503FD67C3AC7532D1A7', NULL);
INSERT INTO receiver_secrets VALUES (54894003536334378, 'access_token', 1780313350324000, X'ACBEDA71EE7DDCB4EBE3867870C81F90E786DF7ABFFD43253903E9A80CCA59DE12C05D3CB5D5A2A71D96B4AF965063AA68D8533587D77363B8CC66131FDC0311F3094DFCE960C352191B17A04EE722EA', NULL);
INSERT INTO receiver_secrets VALUES (54894004376904356, 'signing', 1780313350524000, X'E856EC919FB0C36DFB2983F9C3E8B65FF7658D7E9EB49BFA0E218E0B64E68D0D89DE59A8550B8FC3AF4A2A906BDE4CE302EFEDEBCA5750630EB2A58BDE3ADFE57D2688F7686A5632C148A7976BDA', NULL);
INSERT INTO receiver_secrets VALUES (54894004376904356, 'access_token', 1780313350524000, X'7759D3F5871FC60C3AD3FB9A611FA192D3672F93F8B2F76052A7DDEED075EABD36813AEB3045C2A5FC62B2B71D11F68E41CFD0997819CE8FF5D2D0BBA13B04327079A21111E67EDF5539E9E6C0CDCE77', NULL);
INSERT INTO receiver_secrets VALUES (54894005216625933, 'signing', 1780313350724000, X'AC2C8219D217DDA24DEB86907E05F19E566236F24FF9F05DE4835DEF76AB1DE4F4999E2F3E3227F5AA8C7CAE01DAC2CF63424D9BA85527AB150E01B0AF704BC356DA7CEE32167BF981243A8E8B14', NULL);
INSERT INTO receiver_secrets VALUES (54894005216625933, 'access_token', 1780313350724000, X'97EEF20AC6AF5365856F1A9944D99D6CCF4BFB5FE73A446D9A08AA4E56857F60A96C67F0704A91F4CFC7222E2950DFF514357DB25252823DFC17109979B45D84B6BEE0E3147B51A45E34CF1798807BFA', NULL);
INSERT INTO receiver_secrets VALUES (54894005636132803, 'signing', 1780313350824000, X'E131D767D38E10CF4CBC99C02437535AEB5C5D50D00A455D3883DB66469BFE1B306A6E7F2C84B41B3E5364673F9FF96406DD1350E5785B86E3712C0D1A503F7385FE6B712588B45D11EDE8C64FCA', NULL);
INSERT INTO receiver_secrets VALUES (54894005636132803, 'access_token', 1780313350824000, X'40018E09B2B0502C103B57D5F714003BB4DBCD3760885C47FD97368959E872E2870F134279B0AE738B9BA48221AD4F150BB0B6D13D2A3266A9D1667B20EDA1A71F4D8B40BAFD98342EAAF009BB847D95', NULL);
INSERT INTO receiver_secrets VALUES (54894562636645336, 'signing', 1780313483624000, X'6CA40AC509FC407315948CA5E4F061FEEA8DF7587236017EE85A24A0EE2FDA1D94A11D9D9922DCC548F127F31EB4F37A51121D795BA88B4CEA613B5F7456996C83CA7BC49509B40BE6761B72AF6D', NULL);
INSERT INTO receiver_secrets VALUES (54894562636645336, 'access_token', 1780313483624000, X'76A0E0057D00DA29023EB4983076F444803FA999E2475E39A9B733438BA9F48F3154A6C7B5AC0867B9C370FEB4F52A0097ADBCAEB194E49F63B0A3CD1BEA6D5B1BBC9C212BB599C91A3C57B1F81E4086', NULL);
INSERT INTO receiver_secrets VALUES (54894565155455097, 'signing', 1780313484224000, X'91368BC4B2C6822791B37FA3A8033E99D71341E2262E12BBC13D72BAB779BABAFDFD4FDBA39DB8C9A922D66A5C90E2253AF14AF4531C104B1D5DF40E32ACA2FAE6304B62C847BDE994314682E8B2', NULL);
INSERT INTO receiver_secrets VALUES (54894565994141297, 'signing', 1780313484424000, X'4FFFBA0D33778E08FBB705703932F53CF18D1B2AB1CD136515670C563E604FB3248716ACFE47F6972EBFE4339C0DDDC21DE87D7F3DB24A1EEEA8D516D41BD8FAEBD904AC842BB2738BC26FF41D37', NULL);
INSERT INTO receiver_secrets VALUES (54894566832281705, 'signing', 1780313484624000, X'BDF6C74AD0659A97547FAC22DEBE561829675E7C8A4E635BEBDD23872380EC871ECB02678955FF2EDA5B0A4B4211B8DD2201D5B26876265DF5C33815632D913C24BAD603DF0A148DA4E63745394F', NULL);
INSERT INTO receiver_secrets VALUES (54894568092251712, 'signing', 1780313484924000, X'060BB41D47ED7F264E79DAED4E4C31447F0C3E952091767563C56A3A3C08CA3D53E559E0A52EFED0A8FDD9643B84403A1B0317954C08CD9E8737F868848ACED3565C363264CB3FB5387502046A35', NULL);
INSERT INTO receiver_secrets VALUES (54894568092251712, 'access_token', 1780313484924000, X'E10D57C24F7587CDED9F7DC3AC45B77D84220B7107C44E04069454461621FE62EA3DD37C34029515153C87B1D0F3D77D03B429069EB3CA270CF2B5BF39FD99993EE9CA098F449386A23783E1DDAE1FA0', NULL);
INSERT INTO receiver_secrets VALUES (54894568928363745, 'signing', 1780313485124000, X'7631F3202BE2CE0C9571B80D199740C00A517FBE70FE6C5D613E6507CE47398C48CC0A449D385266BA6F501F8FA6E42E5B85ECB66DCAD094ECB35FA6EA0D26BE27F687CDED6A11AF058BAD576C0C', NULL);
INSERT INTO receiver_secrets VALUES (54894568928363745, 'access_token', 1780313485124000, X'4BB2DB8C9BF5B826A1BE7B0FB7DCE498747976651F259AF6C2539C57B9FAFE4F75D4B0D4F65A17E73EAB1DD55DFE701F729AA450708A443E1EBB14AF5497243166401138DFDB7E010BBFCEA8C3600590', NULL);
CREATE TABLE retries (
    receiver_id      INTEGER NOT NULL,
    sequence         INTEGER NOT NULL,
    state            TEXT NOT NULL CHECK (state IN ('waiting', 'exhausted', 'cancelled')),
    attempts         INTEGER NOT NULL CHECK (attempts BETWEEN 0 AND 17),
    tries            INTEGER NOT NULL CHECK (tries >= attempts),
    next_attempt_at  INTEGER NOT NULL,
    first_failed_at  INTEGER NOT NULL,
    last_outcome     TEXT NOT NULL,
    last_status      INTEGER, asked_at INTEGER, previous INTEGER,
    PRIMARY KEY (receiver_id, sequence)
) STRICT;
INSERT INTO retries VALUES (54893989276510572, 8, 'waiting', 1, 1, 1780313354124944, 1780313348924000, 'refused', 500, NULL, NULL);
INSERT INTO retries VALUES (54893999760173250, 5, 'exhausted', 1, 1, 1780313349424000, 1780313349424000, 'body_failed', NULL, NULL, NULL);
INSERT INTO retries VALUES (54894000182849255, 3, 'waiting', 1, 1, 1780313354603030, 1780313349524000, 'refused', 500, NULL, 2);
INSERT INTO retries VALUES (54894000601201848, 6, 'waiting', 1, 1, 1780313355366024, 1780313349624000, 'refused', 500, NULL, NULL);
INSERT INTO retries VALUES (54894001440729149, 8, 'waiting', 1, 1, 1780313355120303, 1780313349824000, 'authorization_failed', NULL, NULL, NULL);
INSERT INTO retries VALUES (54894001861225367, 3, 'waiting', 1, 1, 1780313355284964, 1780313349924000, 'refused', 500, NULL, NULL);
INSERT INTO retries VALUES (54894001861225367, 4, 'exhausted', 17, 17, 1780313355530223, 1780313349924000, 'refused', 500, NULL, NULL);
INSERT INTO retries VALUES (54894001861225367, 5, 'cancelled', 1, 1, 1780313355897969, 1780313349924000, 'refused', 500, NULL, NULL);
INSERT INTO retries VALUES (54894001861225367, 6, 'waiting', 1, 1, 1780313355207697, 1780313349924000, 'refused', 500, 1780313351424000, NULL);
INSERT INTO retries VALUES (54894002699319729, 4, 'waiting', 1, 1, 1780313355766964, 1780313350124000, 'refused', 500, NULL, NULL);
INSERT INTO retries VALUES (54894003536334378, 4, 'waiting', 1, 1, 1780313414317958, 1780313350324000, 'refused', 503, NULL, NULL);
INSERT INTO retries VALUES (54894003536334378, 5, 'waiting', 1, 1, 1780313418441510, 1780313350324000, 'refused', 503, NULL, NULL);
INSERT INTO retries VALUES (54894003536334378, 6, 'waiting', 1, 1, 1780313412629110, 1780313350324000, 'refused', 503, NULL, NULL);
INSERT INTO retries VALUES (54894003536334378, 7, 'waiting', 1, 1, 1780313413458791, 1780313350324000, 'refused', 503, NULL, NULL);
INSERT INTO retries VALUES (54894003536334378, 8, 'waiting', 1, 1, 1780313419884630, 1780313350324000, 'refused', 503, NULL, NULL);
INSERT INTO retries VALUES (54894003957800860, 8, 'cancelled', 1, 1, 1780313356250470, 1780313350424000, 'refused', 500, NULL, NULL);
INSERT INTO retries VALUES (54894004376904356, 5, 'waiting', 1, 1, 1780313356057394, 1780313350524000, 'refused', 500, NULL, NULL);
INSERT INTO retries VALUES (54894005216625933, 3, 'waiting', 1, 1, 1780313356143876, 1780313350724000, 'refused', 410, NULL, NULL);
CREATE TABLE attempts (
    id           INTEGER PRIMARY KEY,
    receiver_id  INTEGER NOT NULL,
    sequence     INTEGER NOT NULL,
    number       INTEGER NOT NULL CHECK (number >= 1),
    started_at   INTEGER NOT NULL,
    duration_us  INTEGER NOT NULL,
    outcome      TEXT NOT NULL,
    status       INTEGER,
    address      TEXT,
    excerpt      BLOB
, replay_id TEXT, detail TEXT, signed_s INTEGER) STRICT;
INSERT INTO attempts VALUES (54848663846912000, 43614638338051397, 3, 1, 1780302540500000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302540);
INSERT INTO attempts VALUES (54848665105203200, 43614638338051397, 4, 1, 1780302540800000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302540);
INSERT INTO attempts VALUES (54848665524633600, 43614638338051397, 5, 1, 1780302540900000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302540);
INSERT INTO attempts VALUES (54848666782924800, 43614638338051397, 6, 1, 1780302541200000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541);
INSERT INTO attempts VALUES (54848667202355200, 43614638338051397, 7, 1, 1780302541300000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541);
INSERT INTO attempts VALUES (54848667621785600, 43614638338051397, 8, 1, 1780302541400000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541);
INSERT INTO attempts VALUES (54848668460646400, 43614638338051397, 3, 2, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0jywsyvyy6s87gp3n', NULL, 1780302541);
INSERT INTO attempts VALUES (54848668460647424, 43614638338051397, 4, 2, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0jywsyvyy6s87gp3n', NULL, 1780302541);
INSERT INTO attempts VALUES (54848668460648448, 43614638338051397, 5, 2, 1780302541600000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt14sws0jywsyvyy6s87gp3n', NULL, 1780302541);
INSERT INTO attempts VALUES (54848668880076800, 54848668881777164, 8, 1, 1780302541700000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541);
INSERT INTO attempts VALUES (54848669735714816, 54848669721038932, 2, 1, 1780302541900000, 4000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541);
INSERT INTO attempts VALUES (54848669786046464, 54848669721038932, 3, 1, 1780302541904000, 12000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780302541);
INSERT INTO attempts VALUES (54848669911875584, 54848669721038932, 4, 1, 1780302541916000, 30000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541);
INSERT INTO attempts VALUES (54848670163533824, 54848669721038932, 5, 1, 1780302541946000, 60000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302541);
INSERT INTO attempts VALUES (54848670792679424, 54848669721038932, 6, 1, 1780302542006000, 150000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780302542);
INSERT INTO attempts VALUES (54848672050970624, 54848669721038932, 7, 1, 1780302542156000, 300000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302542);
INSERT INTO attempts VALUES (54848675825844224, 54848669721038932, 8, 1, 1780302542456000, 900000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780302542);
INSERT INTO attempts VALUES (54863776209436672, 54848669721038932, 3, 2, 1780306143556000, 12000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780306143);
INSERT INTO attempts VALUES (54863776838582272, 54848669721038932, 6, 2, 1780306143568000, 150000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780306143);
INSERT INTO attempts VALUES (54878877800988672, 54848669721038932, 6, 3, 1780309743918000, 150000, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780309743);
INSERT INTO attempts VALUES (54893978763395072, 54848669721038932, 6, 4, 1780313344268000, 150000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344);
INSERT INTO attempts VALUES (54893979199602688, 54848669721038932, 2, 2, 1780313344518000, 4000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6mknwjqv1xavyjnrr', NULL, 1780313344);
INSERT INTO attempts VALUES (54893979249934336, 54848669721038932, 3, 3, 1780313344522000, 12000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6mknwjqv1xavyjnrr', NULL, 1780313344);
INSERT INTO attempts VALUES (54893979375763456, 54848669721038932, 4, 2, 1780313344534000, 30000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6mknwjqv1xavyjnrr', NULL, 1780313344);
INSERT INTO attempts VALUES (54893979627421696, 54848669721038932, 5, 2, 1780313344564000, 60000, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3jg6mknwjqv1xavyjnrr', NULL, 1780313344);
INSERT INTO attempts VALUES (54893980046852096, 54893980049260238, 7, 1, 1780313344724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344);
INSERT INTO attempts VALUES (54893980046853120, 54893980049260238, 8, 1, 1780313344724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344);
INSERT INTO attempts VALUES (54893988854890496, 54893980468978993, 7, 1, 1780313344824000, 2000000, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313344);
INSERT INTO attempts VALUES (54893988854891520, 54893980468978993, 8, 1, 1780313346824000, 0, 'refused', 401, '127.0.0.1', NULL, NULL, 'The receiver answered 401.', 1780313346);
INSERT INTO attempts VALUES (54893988854892544, 54893980468978993, 8, 2, 1780313346824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313346);
INSERT INTO attempts VALUES (54893997662928896, 54893989276510572, 7, 1, 1780313346924000, 2000000, 'accepted', 200, '127.0.0.1', NULL, NULL, NULL, 1780313346);
INSERT INTO attempts VALUES (54893997662929920, 54893989276510572, 8, 1, 1780313348924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313348);
INSERT INTO attempts VALUES (54893998082359296, 54893998082851692, 2, 1, 1780313349024000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54893998082360320, 54893998082851692, 3, 1, 1780313349024000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54893998082361344, 54893998082851692, 5, 1, 1780313349024000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349);
INSERT INTO attempts VALUES (54893998921220096, 54893998082851692, 5, 2, 1780313349224000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54893998921221120, 54893998082851692, 7, 1, 1780313349224000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54893999340650496, 54893998082851692, 2, 2, 1780313349324000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3q6ccvkdefn1754awbfp', NULL, 1780313349);
INSERT INTO attempts VALUES (54893999340651520, 54893998082851692, 3, 2, 1780313349324000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3q6ccvkdefn1754awbfp', NULL, 1780313349);
INSERT INTO attempts VALUES (54893999340652544, 54893998082851692, 5, 3, 1780313349324000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3q6ccvkdefn1754awbfp', NULL, 1780313349);
INSERT INTO attempts VALUES (54893999340653568, 54893998082851692, 7, 2, 1780313349324000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3q6ccvkdefn1754awbfp', NULL, 1780313349);
INSERT INTO attempts VALUES (54893999760080896, 54893999760173250, 4, 1, 1780313349424000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54893999760081920, 54893999760173250, 5, 1, 1780313349424000, 0, 'body_failed', NULL, NULL, NULL, NULL, 'The expression returns true or false, but a body is an object or a list.', NULL);
INSERT INTO attempts VALUES (54893999760082944, 54893999760173250, 6, 1, 1780313349424000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54893999760083968, 54893999760173250, 7, 1, 1780313349424000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54893999760084992, 54893999760173250, 8, 1, 1780313349424000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54894000179511296, 54894000182849255, 2, 1, 1780313349524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54894000179512320, 54894000182849255, 3, 1, 1780313349524000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349);
INSERT INTO attempts VALUES (54894000179513344, 54894000182849255, 5, 1, 1780313349524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54894000179514368, 54894000182849255, 6, 1, 1780313349524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54894000598941696, 54894000601201848, 6, 1, 1780313349624000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349);
INSERT INTO attempts VALUES (54894000598942720, 54894000601201848, 7, 1, 1780313349624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54894000598943744, 54894000601201848, 8, 1, 1780313349624000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54894001437802496, 54894001440729149, 8, 1, 1780313349824000, 0, 'authorization_failed', NULL, NULL, NULL, NULL, 'No token from 127.0.0.1: Its response has the status 400.', NULL);
INSERT INTO attempts VALUES (54894001857232896, 54894001861225367, 2, 1, 1780313349924000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54894001857233920, 54894001861225367, 3, 1, 1780313349924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349);
INSERT INTO attempts VALUES (54894001857234944, 54894001861225367, 4, 1, 1780313349924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349);
INSERT INTO attempts VALUES (54894001857235968, 54894001861225367, 5, 1, 1780313349924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349);
INSERT INTO attempts VALUES (54894001857236992, 54894001861225367, 6, 1, 1780313349924000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313349);
INSERT INTO attempts VALUES (54894001857238016, 54894001861225367, 7, 1, 1780313349924000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54894001857239040, 54894001861225367, 8, 1, 1780313349924000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313349);
INSERT INTO attempts VALUES (54894002696093696, 54894002699319729, 2, 1, 1780313350124000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894002696094720, 54894002699319729, 3, 1, 1780313350124000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894002696095744, 54894002699319729, 4, 1, 1780313350124000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313350);
INSERT INTO attempts VALUES (54894003534954496, 54894003536334378, 2, 1, 1780313350324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894003534955520, 54894003536334378, 3, 1, 1780313350324000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894003534956544, 54894003536334378, 4, 1, 1780313350324000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313350);
INSERT INTO attempts VALUES (54894003534957568, 54894003536334378, 5, 1, 1780313350324000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313350);
INSERT INTO attempts VALUES (54894003534958592, 54894003536334378, 6, 1, 1780313350324000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313350);
INSERT INTO attempts VALUES (54894003534959616, 54894003536334378, 7, 1, 1780313350324000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313350);
INSERT INTO attempts VALUES (54894003534960640, 54894003536334378, 8, 1, 1780313350324000, 0, 'refused', 503, '127.0.0.1', NULL, NULL, 'The receiver answered 503.', 1780313350);
INSERT INTO attempts VALUES (54894003954384896, 54894003957800860, 7, 1, 1780313350424000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894003954385920, 54894003957800860, 8, 1, 1780313350424000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313350);
INSERT INTO attempts VALUES (54894004373815296, 54894004376904356, 2, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894004373816320, 54894004376904356, 3, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894004373817344, 54894004376904356, 4, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894004373818368, 54894004376904356, 5, 1, 1780313350524000, 0, 'refused', 500, '127.0.0.1', NULL, NULL, 'The receiver answered 500.', 1780313350);
INSERT INTO attempts VALUES (54894004373819392, 54894004376904356, 6, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894004373820416, 54894004376904356, 7, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894004373821440, 54894004376904356, 8, 1, 1780313350524000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894005212676096, 54894005216625933, 2, 1, 1780313350724000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894005212677120, 54894005216625933, 3, 1, 1780313350724000, 0, 'refused', 410, '127.0.0.1', NULL, NULL, 'The receiver answered 410.', 1780313350);
INSERT INTO attempts VALUES (54894005632106496, 54894005636132803, 2, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894005632107520, 54894005636132803, 3, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894005632108544, 54894005636132803, 4, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894005632109568, 54894005636132803, 5, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894005632110592, 54894005636132803, 6, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894005632111616, 54894005636132803, 7, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894005632112640, 54894005636132803, 8, 1, 1780313350824000, 0, 'accepted', 204, '127.0.0.1', NULL, NULL, NULL, 1780313350);
INSERT INTO attempts VALUES (54894006051536896, 54894005636132803, 2, 2, 1780313350924000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3rrckbf329fafsbe0r5c', NULL, 1780313350);
INSERT INTO attempts VALUES (54894006470967296, 54894005636132803, 3, 2, 1780313351024000, 0, 'refused', 500, '127.0.0.1', NULL, 'rpl_01kt1f3rrckbf329fafsbe0r5c', 'The receiver answered 500.', 1780313351);
INSERT INTO attempts VALUES (54894006890397696, 54894005636132803, 4, 2, 1780313351124000, 0, 'accepted', 204, '127.0.0.1', NULL, 'rpl_01kt1f3rrckbf329fafsbe0r5c', NULL, 1780313351);
CREATE INDEX attempts_delivery ON attempts (receiver_id, sequence);
CREATE TABLE skips (
    receiver_id  INTEGER NOT NULL,
    first        INTEGER NOT NULL,
    last         INTEGER NOT NULL CHECK (last >= first),
    asked_by     TEXT NOT NULL,
    asked_at     INTEGER NOT NULL,
    PRIMARY KEY (receiver_id, first)
) STRICT;
INSERT INTO skips VALUES (54848669721038932, 1, 1, 'retention', 1780302541900000);
INSERT INTO skips VALUES (54893998082851692, 1, 1, 'retention', 1780313349024000);
INSERT INTO skips VALUES (54894000182849255, 1, 1, 'retention', 1780313349524000);
INSERT INTO skips VALUES (54894001861225367, 1, 1, 'retention', 1780313349924000);
INSERT INTO skips VALUES (54894002699319729, 1, 1, 'retention', 1780313350124000);
INSERT INTO skips VALUES (54894003536334378, 1, 1, 'retention', 1780313350324000);
INSERT INTO skips VALUES (54894004376904356, 1, 1, 'retention', 1780313350524000);
INSERT INTO skips VALUES (54894005216625933, 1, 1, 'retention', 1780313350724000);
INSERT INTO skips VALUES (54894005636132803, 1, 1, 'retention', 1780313350824000);
INSERT INTO skips VALUES (54894004376904356, 9, 9, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313351524000);
INSERT INTO skips VALUES (54894005636132803, 9, 10, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313351624000);
INSERT INTO skips VALUES (54894003957800860, 9, 10, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313351724000);
INSERT INTO skips VALUES (54894562636645336, 9, 15, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313483824000);
CREATE TABLE tokens (
    id            TEXT PRIMARY KEY,
    hash          BLOB NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    scopes        TEXT NOT NULL,
    receiver_id   INTEGER,
    created_at    INTEGER NOT NULL,
    expires_at    INTEGER,
    last_used_at  INTEGER
, created_by TEXT, person_id TEXT, makers TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO tokens VALUES ('tok_01kqhafj70rnyqfe6pt82sg2t7', X'D70504518517573E3BFE936AB006C853EC0178388FC975DA2DA960C7D08794C0', 'operator', 'costs:read deliveries:read deliveries:write events:read operations:read people:write plants:read plants:write receivers:read receivers:write tokens:write', NULL, 1777624140000000, NULL, NULL, NULL, NULL, '');
INSERT INTO tokens VALUES ('tok_01kt14swz8fp0ft48b537wk66q', X'6C59DE9175EDB1F570296115411A8200D693718971B7E32AA0954339A911115C', 'listener, its own', 'deliveries:read', 54848668881777164, 1780302541800000, 1788078541800000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, '');
INSERT INTO tokens VALUES ('tok_01kt1f41qw9qs840n75n0yxt9m', X'DA8E03C4DB243F8517CBD6B9D73D8AD9156F40FD0464F8E35F110A77195B41EF', 'staff, a script', 'costs:read deliveries:read plants:read plants:write receivers:read', NULL, 1780313360124000, 1788089360124000, NULL, NULL, 'per_01kt1f40f8dw849w2hwrz52gh4', '');
INSERT INTO tokens VALUES ('tok_01kt1f41v0q1enba3ddzhq3c9r', X'F90C07447B62D12A5878D1116E401678AB3F7966B2708463AD40FA48D3476A54', 'gone, a script', 'costs:read deliveries:read plants:read plants:write receivers:read', NULL, 1780313360224000, 1780313360524000, NULL, NULL, 'per_01kt1f40rmqfw79tw975vcje9f', '');
INSERT INTO tokens VALUES ('tok_01kt1f9psmdmctcc0tc4t3pea4', X'634A6DC99F95E071A2BE34024EAB6C5980BD62D860111C2BE0134DD503B162A9', 'herbs, its own', 'events:read', 54894000182849255, 1780313545524000, 1788089545524000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, '');
INSERT INTO tokens VALUES ('tok_01kt1f9q649ggnkkcwb4f95v3m', X'8AF070B15123D9E9E3759D24EA41C5315ACFA40411E506E42A564469CB4BDDEA', 'owner, a program', 'costs:read deliveries:read deliveries:write events:read operations:read people:write plants:read plants:write receivers:read receivers:write tokens:write', NULL, 1780313545924000, 1788089545924000, NULL, NULL, 'per_01kt1f4090b79zkwxq535dn3kn', '');
INSERT INTO tokens VALUES ('tok_01kt1f9qfg7jqmw76zgmfbq6nk', X'D5C4F1C3EA4F21B706CD2CE73146FE85F24BD1034EF6EE38743A72B4DDAB4B35', 'newcomer, a program', 'costs:read deliveries:read deliveries:write events:read operations:read people:write plants:read plants:write receivers:read receivers:write tokens:write', NULL, 1780313546224000, 1788089546224000, NULL, 'per_01kt1f9q981my6r3ejejwbmyn4', 'per_01kt1f9q981my6r3ejejwbmyn4', 'tok_01kt1f9q649ggnkkcwb4f95v3m');
CREATE TABLE idempotency (
    token_id      TEXT NOT NULL,
    key           TEXT NOT NULL,
    request_hash  BLOB NOT NULL,
    answer        BLOB NOT NULL,
    created_at    INTEGER NOT NULL,
    PRIMARY KEY (token_id, key)
) STRICT;
INSERT INTO idempotency VALUES ('tok_01kqhafj70rnyqfe6pt82sg2t7', 'order 66, first try', X'CCF4AFE28465998FA7D16A9E17287545435F55DF5DE822527410F5C4835D8970', X'ADA2712AA246088FFC1AFC70F652F7EEB3F278B4D3BC5AF1931FF3E1673D1B7C94A5232DF3EAA057649F45EE0BA6F13F8BFD94CE2386DC8AC2874C9FE43097E2AFA16D3169F4D383C3394728F49DE89C4C79DA33BE78E13F1C9B77F06AD2BD942308E6670E82B8F2A542F3A2967AA654F765342858367AD2EC0ADB93733E76069025DD6B227638CFDD96970CACB2AFB03F0A22265D9E88535C837CD7796A66620BC9879CF778AF2F5682DB0ED798EFD30DAEEBC6C8403A1FAF728A44C2E28E17A1807A0531074611259D5145348A9EB53B9315014F759646ECAC39A137D19E009544B737D27AF6368251201D3B7885F12D950ABFAF3583F28791E595C650A3D27B4E497691E80AD04E21CEDBC7FA2E35AC19647FC1BC478876F1DCF469F9F6D1CFF488FACF47A46903CCA6118C6CF33C5D250D69E515F5E3657DF7D37EA28184DC5A8EE1AE5CA89F8E8D33C8997FF7093C010CC155EE359B4D9FB98A820BDF81C2CFBC2FA6EDB4D00F9E6434AE079D5990239242821A20A4005BD44B1EF108692CA5EE8358C73150A03A729161657B3E78807676D4711C9BA2EF107DB4E6795FB34C28143928CBC1334DB7556B345E95537CBADCC885842E90E33EF329378F3A0D3C4D7DDEBE573545F46E79883A41E9C24712ED3BF3538FC5ED047944DA7203A0ECBF6B7B1EAC6C9B4E7A32DDDF17B42BADA3D765113A8379C5D82777D30322D3BDCB2ACB21A45F7E2AC876C5C72092951DB6A2F893C04E772E0520D68D1D61CA88BE7881C51ED17E15DDDCA4E560A2F17F422569C1EB6DD7554F809675B25B5718FA407993DE1CD81794848D9553BB2596281C2928429C5C36AB41E988CCB0B350719F5BDAC4C63D10D067830D72CE0588E2BF8B152462174EC083980C74E7749BF42ABB3C311AAE9038A4E0040ABCD08368A0CF4F3BD19F74F60E30EB385C7CC8567A8D1B862D25A836F21F54AC9D2F20AF3C31FCDBC4F7B3A8963EEA26F2AED01DC18AA955317CEA169F734556A37ECC3527B0D80C73A4EDD60DEE92630E737B1ED0FD625F5EA48A22BEA3DE59C6846D8BB0CC869EB0', 1780302540500000);
INSERT INTO idempotency VALUES ('tok_01kqhafj70rnyqfe6pt82sg2t7', 'autumn list, first try', X'3D6DEDB85C75A372EDF9017E450C347D2CA501E4E13809935FC1C61744BCBDEB', X'D70B933A847E3163300FB36F4DD43D7C1C1982B78CD35989D561B1679692439FD24531C9A91CF027D1A84136DD93F3DAC8449991BF3D53238FF24BB78171695C9E24D8F11ABAEE7ED310C3B605E4055655A399883ACEBAE492379A35173A41EF447D806AC8B1840EA7FFB589291275458860FDE9F62AC45F955D4644FD5DAB4AFD0FE600A5B5B5BD8727A7BDC78633B20A67355C378FDFC1C8DFA4DD0D5D011ADDB6C0B02BA3CE3DFC6BF2A51CD4C37C9E02749AC0C853C597A6677E69B56A6A9D3C874A2E65E98842968DD5BB6B753CB0DE76CA1DF5B4B2DB8D5B42F6D73FCA58DB2311C8128FF529C3F4ADCFBC27F9D246D75747550C53E186EBA5A399424C4853EA3F95080578FF83628E22690B863E01FC830FE7A3476D22FFD4B892C03F748C761703E8877BCFBAF3877EA09A52C2FFA24C9480BC18BCC81718FEB32FB255A8417D41990BCE1AB1CD0BA08FE501F79141B8E4B67850001EC9062D2E41B5C0B0AA9F02051C0CDB413CD5070E86C983695F24B0FC3B21EE42BF06AAE1677E6FD810ED908C6B9F62C8A8FD62BB069B42361296BCEF40AA57624690D2BC66E23A4B617F6B481AAC17081A5C3C26C6617509B6BD813E0D665E0FBACF5884777A298D22EEA78109EA46EA4C67B627A6D45C31402FEED4FFE2D6D4A57400ED79026564ECA7D5894771126867743774C7AA307A7AB66AE1773133E1A2CD4427C58E76489E9F292B81B1AE0B5A4914B58E7889550DF9D037472D2F725F36EC0D8D3F34DFA72FAFCEC23FE5217E7AA12594E0BECCB744FA875C2EAD968791726F29417E34A5191BF809C2D28685AF36CA17B8443A5189BF8A11E54CD42DEE0DDCB3E892D6E6D5D7EAA0BF98D03D7BE8A1E61398A9E17B089E0B95FF86532E6F81C8167F0901583CC7372B5FC40E37E218A596D03F7C7C08409BF06B83A21C0003072C560314E3CB7601B9F81CDEAA38388D1E288CDA463B37E3FA15FD015E5EE8A268FA16A98FC49A37F8B2A91EF5FF7011490F8D865D6EF7D914C30CD0B50AF06A6EEBFE882D84358A43361C18DE94D7EFC58BA5E701748B91610705965FB74662289799AEDFBC6A6832DBACC4E34C7D075D5898FA589F0415F3F25EDAE2A671623BD326EFDB686BED8F9F7C5BA029ED2E396B7980F9E66D4C3B3F5D137FB0EFF7E635F765588B2F7C25FAC0D4A5A22CBDFB6DEF780E9589BFEDA8AA1874EA8794E23784224C7B33C970D531EA7339039D092603907298B5D6742C807DB328EEE7F8BBBAA6EEA2F20B697A9DFA5C3E7CDBDE48F4113AB5CD5DB143863715C2BC0631BAA412F1AD87248B76E8350A5318D1B6CF7465EEA28B86DB85126ABD666F844F393E2311372452179E21C618DBA55B6CA9699D089D23068F395F5FBE045A252E6D398936C8772996AA78C61E2A00E9E397F8799E9BE813BBFBD36390F137776E31C599E8B5F9E4B9D234DAE7F1E63B231169F6064004BACD5EEEDB11C415BC5580482F1E2CD8F3B5B0B8F5157B1918770372D9383F4C074634C0F31451C9DDB26AF820309337BD775E039AA1810181F2400B98F9D425E82A9EC8248CDF28C0CDE24B7815058F75721C1E4C5C7BDB48FE922BA08EAB8F050B675E2D5C3195A96ACE403BA0984A1875C7ACA8AF513106D2F20A243CE0C36E329B640EF4A92947D1B10BC334D4EC486511B0AF5D65EE6A5C7D6E8FE87B185CC8D6D57640F6173AF480891B', 1780313546524000);
CREATE INDEX idempotency_age ON idempotency (created_at);
CREATE TABLE facts (
    name   TEXT PRIMARY KEY,
    value  BLOB NOT NULL
) STRICT;
INSERT INTO facts VALUES ('key check', X'D3704792B17E570850ACCB6D2B5C5FD32005C8B041771511C0FB3A8B1898AB643EE9E2F884AF4BFA9EC7A5');
INSERT INTO facts VALUES ('attempts removed to', X'32');
INSERT INTO facts VALUES ('linked images follow change', X'3135373238363436');
INSERT INTO facts VALUES ('alerts since', X'31373830333133333538353234303030');
INSERT INTO facts VALUES ('last backup', X'31373830333133343833343234303030');
INSERT INTO facts VALUES ('alerts lease', X'7072635F3031687A7A7A7A7A7A7A303030303030303030303030303030302031373830333135343130353234303030');
CREATE TABLE breakers (
    receiver_id     INTEGER PRIMARY KEY,
    state           TEXT NOT NULL CHECK (state IN ('closed', 'open', 'disabled')),
    reason          TEXT CHECK (reason IN ('gone', 'silent')),
    opened_at       INTEGER,
    open_until      INTEGER,
    pauses          INTEGER NOT NULL CHECK (pauses >= 0),
    silence_us      INTEGER NOT NULL CHECK (silence_us >= 0),
    last_failed_at  INTEGER NOT NULL,
    rest_until      INTEGER,
    CHECK ((state = 'disabled') = (reason IS NOT NULL)),
    CHECK (state = 'closed' OR opened_at IS NOT NULL)
) STRICT;
INSERT INTO breakers VALUES (54894003536334378, 'open', NULL, 1780313350324000, 1780313355719317, 1, 0, 1780313350324000, NULL);
INSERT INTO breakers VALUES (54894005216625933, 'disabled', 'gone', 1780313350724000, NULL, 0, 0, 1780313350724000, NULL);
CREATE INDEX retries_state ON retries (receiver_id, state, sequence);
CREATE INDEX retries_newest ON retries (state, sequence, receiver_id);
CREATE INDEX attempts_replay ON attempts (replay_id, sequence) WHERE replay_id IS NOT NULL;
CREATE TABLE replays (
    id           TEXT PRIMARY KEY,
    receiver_id  INTEGER NOT NULL,
    first        INTEGER NOT NULL CHECK (first >= 1),
    last         INTEGER NOT NULL CHECK (last >= first),
    only         TEXT NOT NULL CHECK (only IN ('failed', 'all')),
    pace         REAL CHECK (pace > 0),
    state        TEXT NOT NULL CHECK (state IN ('running', 'done', 'cancelled')),
    position     INTEGER NOT NULL,
    total        INTEGER NOT NULL CHECK (total >= 0),
    accepted     INTEGER NOT NULL CHECK (accepted >= 0),
    failed       INTEGER NOT NULL CHECK (failed >= 0),
    asked_by     TEXT NOT NULL,
    asked_at     INTEGER NOT NULL,
    ended_at     INTEGER
) STRICT;
INSERT INTO replays VALUES ('rpl_01kt14sws0jywsyvyy6s87gp3n', 43614638338051397, 3, 5, 'all', NULL, 'done', 5, 3, 3, 0, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780302541600000, 1780302541600000);
INSERT INTO replays VALUES ('rpl_01kt1f3jg6mknwjqv1xavyjnrr', 54848669721038932, 2, 5, 'all', NULL, 'done', 5, 4, 4, 0, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313344518000, 1780313344624000);
INSERT INTO replays VALUES ('rpl_01kt1f3q6ccvkdefn1754awbfp', 54893998082851692, 2, 8, 'all', NULL, 'done', 8, 4, 4, 0, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313349324000, 1780313349324000);
INSERT INTO replays VALUES ('rpl_01kt1f3rrckbf329fafsbe0r5c', 54894005636132803, 1, 8, 'all', 10.0, 'running', 4, 7, 2, 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313350924000, NULL);
CREATE INDEX replays_receiver ON replays (receiver_id, id);
CREATE INDEX replays_running ON replays (receiver_id, asked_at, id) WHERE state = 'running';
CREATE TABLE activity (
    id          INTEGER PRIMARY KEY,
    at          INTEGER NOT NULL,
    actor       TEXT NOT NULL,
    actor_name  TEXT NOT NULL,
    action      TEXT NOT NULL,
    subject     TEXT NOT NULL,
    detail      TEXT NOT NULL
, chain BLOB, person_id TEXT) STRICT;
INSERT INTO activity VALUES (1, 1777624140100000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_016qk918jb3a5', '', X'3F83B97EFBDFF9C2C5142534F3D0BD0BE4D26E1D076168BD16AFB44EFE052970', NULL);
INSERT INTO activity VALUES (2, 1777624140400000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'deletePlant', '1', '', X'931E4B82993D0BC2EAA85736C475CCF42D72A19DFE94A80331620F2B1605BD2B', NULL);
INSERT INTO activity VALUES (3, 1780302540800000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'addDraft', '5', '', X'32D4C752373EE3CFC747D1CBDF11818FC1D0FA45424538E14331E28168315606', NULL);
INSERT INTO activity VALUES (4, 1780302541000000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'archivePlant', '6', '', X'EE5AF361A54A6A0CA353D35EC9062D3D835FE3475D4C880E922D5449F23FB479', NULL);
INSERT INTO activity VALUES (5, 1780302541500000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'rotateSecret', 'rcv_016qk918jb3a5', '', X'80D9FB4F089F6CA06B226D038F7420B5699C9B643A040E625E9D0180E9A3510B', NULL);
INSERT INTO activity VALUES (6, 1780302541600000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'askForReplay', 'rcv_016qk918jb3a5', 'rpl_01kt14sws0jywsyvyy6s87gp3n: events 3 to 5, all', X'6A74D793ACC003B0C564E2A0F0B5FDA02B9C9FC0C755A868949E583BCBB9042E', NULL);
INSERT INTO activity VALUES (7, 1780302541700000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gpwjbghkwgc', '', X'8E6800FC703626EB672BFB571F59C3D4844DDB8D4B8F19B9FB40D3F301F63B4D', NULL);
INSERT INTO activity VALUES (8, 1780302541800000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createToken', 'tok_01kt14swz8fp0ft48b537wk66q', 'deliveries:read', X'E312F206FED912FD4014619DF03C5BE129662978C3CEA193F7378766B841AC6F', NULL);
INSERT INTO activity VALUES (9, 1780302541900000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gpwjc9j042m', '', X'FDA2C1CEB250314654A9984C74AB5419B48CF757983B32C30975843F408062A8', NULL);
INSERT INTO activity VALUES (10, 1780302543456000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gpwjc9j042m', '', X'D4599D397301EA7128B4D04B38C49FAF33DFBA0C1222FA22281F12555A536880', NULL);
INSERT INTO activity VALUES (11, 1780306143556000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'resumeReceiver', 'rcv_01gpwjc9j042m', '', X'5D025BC5E478188A074D79BDFFF98E7B45DAB557C7F067BAEB7BDBEEC541FC1B', NULL);
INSERT INTO activity VALUES (12, 1780306143818000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gpwjc9j042m', '', X'0AE4311736C3D79D6670E8EF7E9D9156C9747349CEBFD06FF17A23BACC3E83B9', NULL);
INSERT INTO activity VALUES (13, 1780309743918000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'resumeReceiver', 'rcv_01gpwjc9j042m', '', X'845D8073F06AC2D7AA9BDFB48C2162F2E7CB3C599B267E1B1632E41096EF58F8', NULL);
INSERT INTO activity VALUES (14, 1780309744168000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gpwjc9j042m', '', X'8FCDE437AF8780EA222B3905052FB760377AE40E83C30F698415A2F092D1EC3E', NULL);
INSERT INTO activity VALUES (15, 1780313344268000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'resumeReceiver', 'rcv_01gpwjc9j042m', '', X'A40DC09C81C28D29A280511F2E090D0A592F469322B191B8FFDB3AC802D62396', NULL);
INSERT INTO activity VALUES (16, 1780313344518000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'askForReplay', 'rcv_01gpwjc9j042m', 'rpl_01kt1f3jg6mknwjqv1xavyjnrr: events 2 to 5, all', X'742412BACD75303FE0CDBCFCE7EB426C14519759D9274E79F175F2D17315B71E', NULL);
INSERT INTO activity VALUES (17, 1780313344724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5s2tj9fpe', '', X'FEDD970E38E37BC8A53EB7340302B38E177DA7CFAD20188904CA345B7FE0E9A0', NULL);
INSERT INTO activity VALUES (18, 1780313344824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5s372j99h', '', X'CB8143FCC1782CC29DD93EED7E69F4A2B03280CE2E24E0FAB58BE6CC3A0D708B', NULL);
INSERT INTO activity VALUES (19, 1780313346924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5sbdj2tbc', '', X'848F7D19B6D3807A3961533835D339EF3E20CD0F84CB975E4A01C95A273CB8B0', NULL);
INSERT INTO activity VALUES (20, 1780313349024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5skm0f0vc', '', X'2DCFDECD97901632619AFD64A7AB3CB226F297F82C09DCCB95811C7E62CC1188', NULL);
INSERT INTO activity VALUES (21, 1780313349124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5skm0f0vc', 'filter', X'827B45989DC9C7FDBB2957109336A1B00596ED0EEE7E0E35DB0F8E427C0B3DAC', NULL);
INSERT INTO activity VALUES (22, 1780313349224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'retryDelivery', '5/rcv_01gr5skm0f0vc', '', X'4B8ED2D89E392395EADFC88D23F0AA991D83DA3E2929C98FE5C671631E191244', NULL);
INSERT INTO activity VALUES (23, 1780313349324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'askForReplay', 'rcv_01gr5skm0f0vc', 'rpl_01kt1f3q6ccvkdefn1754awbfp: events 2 to 8, all', X'2E4124CE5A15DFDDB2DD4D7F8F84D550EB1DB4539BD682DCD99552161E8489E5', NULL);
INSERT INTO activity VALUES (24, 1780313349424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5sn602t62', '', X'91B12CA3415BB220C311E6C4191DA86A89F7772DC5A399422940E48E2A1825E0', NULL);
INSERT INTO activity VALUES (25, 1780313349524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5snjk5vq7', '', X'5FC7E39EBF109E305AB799D8C21BC20B93DB2E0BECE26CCD37B51AD78F197177', NULL);
INSERT INTO activity VALUES (26, 1780313349624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5snz24z5r', '', X'F7D0E4C9D2AE2CBF08079D58534EA594645CA21CCE750A1968A922822D04D2DA', NULL);
INSERT INTO activity VALUES (27, 1780313349724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5snz24z5r', 'payload, payload_expression', X'650B7E2CD26DE2B5DA0206E14A9185799C46736FFC3E5332B8EF8E6E70492BFA', NULL);
INSERT INTO activity VALUES (28, 1780313349824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5spr2sa1x', '', X'92617A0CDDE29869689F1F0F353F46660AAF3FF3C9D6EBDEB95A3BB53284BEF0', NULL);
INSERT INTO activity VALUES (29, 1780313349924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5sq4kstwq', '', X'DFBE698AB29CB4483FFE35C9AD806E75279AD4C6E6F4244A6F7103BE5D6D4A3A', NULL);
INSERT INTO activity VALUES (30, 1780313350024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'cancelDelivery', '5/rcv_01gr5sq4kstwq', '', X'658D96C9E30C37AE192C2EE22AC312850ADDB780E1A2AD8597DE59F89917C170', NULL);
INSERT INTO activity VALUES (31, 1780313350124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5sqxk2edh', '', X'09255D80532002EC929DE1F355B387CD6EE024B775D3246238ECFE075E34DD2C', NULL);
INSERT INTO activity VALUES (32, 1780313350224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5sqxk2edh', 'deadline_s, max_rate', X'1480BC0F33D5C34A9CA72DAF1A5E7D86038893B16DD83430C1261BF04FB9E184', NULL);
INSERT INTO activity VALUES (33, 1780313350324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5srpha3ha', '', X'29983E553FC9024344DF735F3B4BB99FFA0E04CC0B66A3093A711831AEAC96C8', NULL);
INSERT INTO activity VALUES (34, 1780313350424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5ss3387ww', '', X'710B65AE7DBF82A029AD810B22E064F774CE7C609F1E59F9CA446E88170A7B56', NULL);
INSERT INTO activity VALUES (35, 1780313350524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5ssfjy8n4', '', X'249C68F7640BEAD79ACFDA03A1F0393855B26EBC5AF8FD5A27A622FD7587D486', NULL);
INSERT INTO activity VALUES (36, 1780313350624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gr5ssfjy8n4', '', X'999754A3C449961C95958527FDBFC04300DE0F4ADC9E61107E6245D1E1D0C922', NULL);
INSERT INTO activity VALUES (37, 1780313350724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5st8krh8d', '', X'C7CCB9E5CE19A81F1336F8F059EEB49DD3A42E4E7C882FAF362A1F47E442BEF4', NULL);
INSERT INTO activity VALUES (38, 1780313350724000, 'store', 'Plant Store', 'disableReceiver', 'rcv_01gr5st8krh8d', 'gone: it answered 410, which asks us to stop', X'A6751A7D1302096500A935F4A289C622CD14B56421408391A994E7F2A07D1521', NULL);
INSERT INTO activity VALUES (39, 1780313350824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr5stn3tvy3', '', X'E6F632D363F0767820CAACFCD2BA1C69CFB3F6E6DDE93DDD43BFAEA83725BCDF', NULL);
INSERT INTO activity VALUES (40, 1780313350924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'askForReplay', 'rcv_01gr5stn3tvy3', 'rpl_01kt1f3rrckbf329fafsbe0r5c: events 1 to 8, all', X'4F2518595C49C05E19B69CF10EF914581E859F8D1B80147A18CEDE71DEBCBDAD', NULL);
INSERT INTO activity VALUES (41, 1780313351424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'retryDelivery', '6/rcv_01gr5sq4kstwq', '', X'DDD8A3A0D6E5C6443DFA56AE96BDB74A199C0379D829485CB0E17EC48308400F', NULL);
INSERT INTO activity VALUES (42, 1780313351524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'cancelDelivery', '9/rcv_01gr5ssfjy8n4', '', X'B3CCD9AB27E283BCD2BB4ADCCC742AF23B708C6A9A595C4391221235B3E6F1C5', NULL);
INSERT INTO activity VALUES (43, 1780313351624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'resumeReceiver', 'rcv_01gr5stn3tvy3', 'cancelled 2 deliveries', X'C388EE524CDABF797297E2DBE1BDCEF069705659CF22521FB787F9113184223B', NULL);
INSERT INTO activity VALUES (44, 1780313351724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'removeReceiver', 'rcv_01gr5ss3387ww', 'cancelled 3 deliveries', X'2CCA1555BEFFF5999046A190BFECC9319B3440890F9E736AA858C3C3F0BD33DB', NULL);
INSERT INTO activity VALUES (45, 1780313352024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3strega7gp7r2sndbbt5', 'with bad rows', X'3532977F3619A6E750207A67505F062B14FC261CA27EB090DBE4EB8056CE7CA0', NULL);
INSERT INTO activity VALUES (46, 1780313352124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3strega7gp7r2sndbbt5', '', X'04BA727018907A3B922BC1BE30957978D094FBBDE7943CF43F902DBB38E2B5A8', NULL);
INSERT INTO activity VALUES (47, 1780313352224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3t10ebfj00xyfd3amnhk', 'not wanted', X'19C6FAA1D2B148AC6BF1DB940834294454C001922D35C330900F9A5F16F32E9B', NULL);
INSERT INTO activity VALUES (48, 1780313352324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'cancelImport', 'imp_01kt1f3t10ebfj00xyfd3amnhk', '', X'441F2741C166BECB3DE6B46610506697C6B8797B4F984A311E24DB15FE814976', NULL);
INSERT INTO activity VALUES (49, 1780313352424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3t78k4xbp6ye320q98m2', 'by mistake', X'1C5C6CD0BBBD7692DE3488E1E00578BBAF5F0E767FCBCFA0604890B42273BF6C', NULL);
INSERT INTO activity VALUES (50, 1780313352524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3t78k4xbp6ye320q98m2', '', X'48D37E039171F3E644F81B5CD60DF56650AF504C4A0B8F5DDD67CA2F4D1ABC6C', NULL);
INSERT INTO activity VALUES (51, 1780313352824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoImport', 'imp_01kt1f3t78k4xbp6ye320q98m2', '', X'068DA17F52A3C5D0B538DB534059F39BC0B520C4ED65C3CCF5136291DABEA5CF', NULL);
INSERT INTO activity VALUES (52, 1780313353224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'mergePlants', '17', 'plant 18, took description', X'87C995B1B208F4B0CE44ED4DCCCD3AC6A0108D3F26762D66641B44141257660E', NULL);
INSERT INTO activity VALUES (53, 1780313353524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'dismissDuplicates', '19', 'plants 19, 20', X'00BDB54DC5B17DBBA020F6C2291DD20949A2AFD26F06BF6E69C25E1F343DE953', NULL);
INSERT INTO activity VALUES (54, 1780313353824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putWatchList', '', '2 names', X'68557CDAA43EC68DB21A5D0E841E850C3B02DD0C9BD73BAADD7A5D7000A6636E', NULL);
INSERT INTO activity VALUES (55, 1780313353924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3vp4m0t8p7cq40z1t2aa', 'costs', X'777A1485832F76EA4C2697FA08545C445924C718BBA297141C7C116CC85115E4', NULL);
INSERT INTO activity VALUES (56, 1780313354024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3vp4m0t8p7cq40z1t2aa', '', X'CE1911F16D2EA3E067D3F08A0D3B09BFB890B8E8967B9AB1D0AD344D0B8767BA', NULL);
INSERT INTO activity VALUES (57, 1780313354124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f3vwc3m4h6fraeqk642sh', 'new costs', X'35E0607F6336BAF82C60A4670674C3D4EF123B65EF771DC5707441E26A855A41', NULL);
INSERT INTO activity VALUES (58, 1780313354224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f3vwc3m4h6fraeqk642sh', '', X'EF400969C1B709E94DAF6A1CB8DDBA742CFF1554DB8B4B417F5BFA97A2471222', NULL);
INSERT INTO activity VALUES (59, 1780313354524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoImport', 'imp_01kt1f3vwc3m4h6fraeqk642sh', '', X'2FB352D2A8C98D508AA20284A2F0C85DA1A1A0E41492C4004431870EF180F744', NULL);
INSERT INTO activity VALUES (60, 1780313355124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'addDraft', '25', '', X'349F4657CA06261CA6D5D950B06ABF6502A87161C301967A999D9BC0F4B4A307', NULL);
INSERT INTO activity VALUES (61, 1780313356224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'addPlantView', 'viw_01kt1f3xy0n0rkr32nmwxrv1dg', 'Dear roses', X'712AB810B9E25B6FC2DC211EBD2757409689099423CF47124FFF9871A99EF7F1', NULL);
INSERT INTO activity VALUES (62, 1780313356324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'addPlantView', 'viw_01kt1f3y14x3tncr1khw1s86f1', 'From Zuid', X'8D56BA46A0DAEF8B415628A1BBC23A52DFFFF5132EC8F5DBCDB6D472A24FB1C6', NULL);
INSERT INTO activity VALUES (63, 1780313356724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmBulkEdit', 'blk_01kt1f3yagc2y26zecwbez7nk4', 'price +10 %: 2 plants', X'3823C2AC13F603146AA18216E3C6DFA79A9D9F777B728A5735483FB2ADAE0C46', NULL);
INSERT INTO activity VALUES (64, 1780313356924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoBulkEdit', 'blk_01kt1f3yagc2y26zecwbez7nk4', 'price +10 %: 2 plants', X'A4A64934A4DDE4B041C240DF02FFA7F60050641477DC320A87FB80BC4FA1A9FA', NULL);
INSERT INTO activity VALUES (65, 1780313357324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmBulkEdit', 'blk_01kt1f3yx83nks4cqtkev02v97', 'price +10 %: 2 plants', X'2BEAB6FF66E16D36571E1D7E66CA0E66D8DA2AFE8F8D5F045EAB9050EA2329FE', NULL);
INSERT INTO activity VALUES (66, 1780313358224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmBulkEdit', 'blk_01kt1f3zp86cv40rd0ftef8545', 'price -10 %: 3 plants', X'3CE225B266279F9B1FD41D9328004FD7DF222C75E99DF4CACB6B6FAF10835155', NULL);
INSERT INTO activity VALUES (67, 1780313358624000, 'store', 'Plant Store', 'makeFirstOperator', 'per_01kt1f4090b79zkwxq535dn3kn', 'Owner', X'A74437D34A66A1C015D9E34819CD23CEFCFA79629875AA6367DDD4EE4ECA83C2', NULL);
INSERT INTO activity VALUES (68, 1780313358724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f40c43ag1qs4wwh0a8hkn', 'Second operator, operator', X'DCA1B60A0B5D300B78926D103CEAC14B409CB0195D8C2EE1B518C1A522C90CBB', NULL);
INSERT INTO activity VALUES (69, 1780313358824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f40f8dw849w2hwrz52gh4', 'Staff, staff', X'10DDCD0AACF3891A1863DD2910048F014B2C761C116FA18C46D6DE7078DF1FA1', NULL);
INSERT INTO activity VALUES (70, 1780313358924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f40jcbztta397zhwtrm25', 'Invited, staff', X'86821ADCACEBED2B2E847BA41211082CB87D5CAA1955303EC4B3344AFD6EEB78', NULL);
INSERT INTO activity VALUES (71, 1780313359024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f40ng7x69q1c0t9j0sk7m', 'Integrator, integrator', X'3B6DAFF3369398C5DDDF8DB6DA7E7AB3D8EDA01886CCD2A040D75DFC1870D943', NULL);
INSERT INTO activity VALUES (72, 1780313359124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'invitePerson', 'per_01kt1f40rmqfw79tw975vcje9f', 'Gone, operator', X'14D7BCA13AF62CB98010ECCFAD91B6FFA3B7894B7BCC31B5CCDBBA3C3648BF52', NULL);
INSERT INTO activity VALUES (73, 1780313359224000, 'per_01kt1f40f8dw849w2hwrz52gh4', 'Staff', 'signIn', 'per_01kt1f40f8dw849w2hwrz52gh4', 'by link', X'ADF53351A85E1B29B4B23893C3A33783A9832DA8BA79D7645BC705CB28B0E25E', 'per_01kt1f40f8dw849w2hwrz52gh4');
INSERT INTO activity VALUES (74, 1780313359324000, 'per_01kt1f40ng7x69q1c0t9j0sk7m', 'Integrator', 'signIn', 'per_01kt1f40ng7x69q1c0t9j0sk7m', 'by link', X'1DD50D48CCFA241E0EB3F5CDB294209E59A7BFFE1C09BC95B534922BCAB0AFE3', 'per_01kt1f40ng7x69q1c0t9j0sk7m');
INSERT INTO activity VALUES (75, 1780313359424000, 'per_01kt1f40rmqfw79tw975vcje9f', 'Gone', 'signIn', 'per_01kt1f40rmqfw79tw975vcje9f', 'by link', X'9A3D0F0C912CDAF33802D65AD838F4D19FFD2A8EF1E395D7C645674A1E2AD6AA', 'per_01kt1f40rmqfw79tw975vcje9f');
INSERT INTO activity VALUES (76, 1780313359524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makePersonLink', 'per_01kt1f40c43ag1qs4wwh0a8hkn', 'recovery for Second operator', X'50D4AD4E6429BB9DF3FB50C04F170BD5C2CB0B7673198C7CAC65A24D1DB6D281', NULL);
INSERT INTO activity VALUES (77, 1780313359624000, 'per_01kt1f4090b79zkwxq535dn3kn', 'Owner', 'addPasskey', 'per_01kt1f4090b79zkwxq535dn3kn', 'Phone', X'D0CEFC0336418800A9C95785C0A92E56CA5ED8311F76BD1DCEAFBE6BF0C18BDC', 'per_01kt1f4090b79zkwxq535dn3kn');
INSERT INTO activity VALUES (78, 1780313359724000, 'per_01kt1f4090b79zkwxq535dn3kn', 'Owner', 'addPasskey', 'per_01kt1f4090b79zkwxq535dn3kn', 'Copied key', X'2AA61EA7CB4FB84DE3853923EAB684E984010EC777F286098F2AAF18FC5EB38E', 'per_01kt1f4090b79zkwxq535dn3kn');
INSERT INTO activity VALUES (79, 1780313360024000, 'per_01kt1f4090b79zkwxq535dn3kn', 'Owner', 'refusePasskey', 'per_01kt1f4090b79zkwxq535dn3kn', 'Copied key: counter 8 after 9', X'34F18572341D1F56570775B4318687CBE0A43629E00487D98086E93AD5B5815B', 'per_01kt1f4090b79zkwxq535dn3kn');
INSERT INTO activity VALUES (80, 1780313360524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'deactivatePerson', 'per_01kt1f40rmqfw79tw975vcje9f', 'Gone', X'6098855E54FF4CA05AB89E886AAFA037DBD7E23C5B304142AF1EFDE0BADF5BA9', NULL);
INSERT INTO activity VALUES (81, 1780313360624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createOperationalWebhook', 'ops_01kt1f427gjsrqdaftpwcbk4xn', 'receiver.disabled, receiver.recovered, delivery.exhausted, import.completed', X'3803BF96C9DEAFE169E34EF59351DB80CA1D19961EB1BE493AA9D13BAECEEF7E', NULL);
INSERT INTO activity VALUES (82, 1780313360724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createOperationalWebhook', 'ops_01kt1f42amkwtnt4aw7eazbhmh', 'receiver.disabled', X'5A00E3410F1F570F7DA5C79BC4428C7553D2BF52FFA06A4844F32531457CDE2B', NULL);
INSERT INTO activity VALUES (83, 1780313361424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f430gxvz80vefb2smy473', 'new', X'1AFF800744D16EF47F97559B245E7E0DAD4F973B685348431820A5D15E50A9A8', NULL);
INSERT INTO activity VALUES (84, 1780313361524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f430gxvz80vefb2smy473', '', X'782A01174D74B48E47D8F07E639C5BA6B67DF71AA544D62010EDDDF2E2AEEC64', NULL);
INSERT INTO activity VALUES (85, 1780313361624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeOperationalWebhook', 'ops_01kt1f42amkwtnt4aw7eazbhmh', 'enabled', X'6ED4DEEA8D7FE7D72446AFE53CC5E5C7BD0522F262115626C814E03D55150EB8', NULL);
INSERT INTO activity VALUES (86, 1780313361724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'rotateOperationalSecret', 'ops_01kt1f427gjsrqdaftpwcbk4xn', '', X'ABE8B4BE68469A477FBCAED800316E844EF96BDDC5904054039812A012B82236', NULL);
INSERT INTO activity VALUES (87, 1780313361824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createAlertChannel', 'chn_01kt1f43d09eq5ywweydqexrny', 'webhook', X'79F577E37AE0335A6BC8DFBBE7FFCAC316F47A5C82FD1ED79558FFA3FF0B21D8', NULL);
INSERT INTO activity VALUES (88, 1780313361924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'rotateAlertChannelSecret', 'chn_01kt1f43d09eq5ywweydqexrny', '', X'FF5D0131C8BE792E2EEEC68E19816C4939E04B2D96C9BC471DC02A9F356C30EA', NULL);
INSERT INTO activity VALUES (89, 1780313362024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createAlertChannel', 'chn_01kt1f43k89qsdmdtnrvrdsh2y', 'email', X'A0A698405BEB2D904C413C2FDB4A01B978BACE205DDEED902E2B288E50049BA7', NULL);
INSERT INTO activity VALUES (90, 1780313362124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createAlertChannel', 'chn_01kt1f43pc9k9a9btykxkx8z6a', 'slack', X'5812FC4E5E018DBDD9CC2B0762A31371DF02320582F8C32869EC5771FFBE96F5', NULL);
INSERT INTO activity VALUES (91, 1780313362224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertChannel', 'chn_01kt1f43pc9k9a9btykxkx8z6a', 'enabled', X'CFA6CEBFEAB9D03106B0770B1CAE527EEF3D76DC8C498467D7E85D3DF8B16D99', NULL);
INSERT INTO activity VALUES (92, 1780313362324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertRule', 'receiver_failing', 'channels, threshold', X'709478441633AEF4F9AECC72E848E148C29F927287A2E29D3ACDB38C11731A24', NULL);
INSERT INTO activity VALUES (93, 1780313362424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertRule', 'import_finished', 'channels', X'D3FA98EEEB8FBB9AA06D96C71B43A3B894ACCA6FA621C8890B1DFAD75D9C2CFF', NULL);
INSERT INTO activity VALUES (94, 1780313362524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeAlertRule', 'audit', 'enabled', X'0628C2E14DCAF6323AC24A20D9233A8063D58B06AD488290F5F8C631D1E3D193', NULL);
INSERT INTO activity VALUES (95, 1780313482724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'acknowledgeAlert', 'inc_01kt1f5ynwwhfj9a794hh6bv7a', 'Deliveries to label printer were given up', X'CC62E538FD024795E2C53325FD5D1D97635B8C8D9EE3D5CE8F9D83F528716470', NULL);
INSERT INTO activity VALUES (96, 1780313482824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'muteAlert', 'inc_01kt1f5ynwttzzrrn84wjk146t', 'accounts is failing: 2 h', X'8991F50B2AF749AADC53C637251FC2E390C591BAAE95F33C19D33F8606B2EC46', NULL);
INSERT INTO activity VALUES (97, 1780313483124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putAlertQuietHours', 'store', '19:00 to 07:30', X'173E3DB55623BB5A87C990D7104D0A37FE4AF6739188ACAEDD0BF260F56152DF', NULL);
INSERT INTO activity VALUES (98, 1780313483224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putAlertQuietHours', 'chn_01kt1f43d09eq5ywweydqexrny', '00:00 to 23:59', X'E2A0C092B72C6C0E742D4115C271AFB36E56E87FC5A4C46C9AF27E2D917FBD05', NULL);
INSERT INTO activity VALUES (99, 1780313483324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'putAlertQuietHours', 'per_01kt1f40c43ag1qs4wwh0a8hkn', '12:00 to 12:30', X'449ED7A531DFF7CDCD712463A4703C404309DB61473FD5ECE23094ED35B11B79', NULL);
INSERT INTO activity VALUES (100, 1780313483424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'noteBackup', '', '', X'F931422316E95CFD0E931FDE7AF42EFA261111602E73A89733B4C11FD5EFBFC6', NULL);
INSERT INTO activity VALUES (101, 1780313483524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5skm0f0vc', 'filter', X'167E66F45F796F4DE1BC601C5E30AC8EA9FA12FAA3713ADC966BC5178FBD70D5', NULL);
INSERT INTO activity VALUES (102, 1780313483624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a1d0xgyr', '', X'DB380D4F31705D4A49D786BF892588F9C07281FE6312CADA1CFF84C7581FD233', NULL);
INSERT INTO activity VALUES (103, 1780313483724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gr6a1d0xgyr', '', X'BACBF3695C5E6DCC13D5AC42B9761EAC08838E9C8EAF6CCFFA9881E797B1DDF9', NULL);
INSERT INTO activity VALUES (104, 1780313483824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'resumeReceiver', 'rcv_01gr6a1d0xgyr', 'cancelled 0 deliveries', X'40D59CF662FAE04BF891D06C324DB8648A4AEC498E77F7690A63DDB6E36E7E99', NULL);
INSERT INTO activity VALUES (105, 1780313483924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr6a1d0xgyr', 'filter', X'70750C2435AB794F685E8B19B29512AEFF47B232EF4ADC2798BC219158D01CBF', NULL);
INSERT INTO activity VALUES (106, 1780313484024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5sbdj2tbc', 'url', X'57D034667A7FE567D8FF52E4D14A98C49B6B65568EE547E17CC5190E27A68670', NULL);
INSERT INTO activity VALUES (107, 1780313484124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr5sbdj2tbc', 'max_rate', X'804241FE4BA7D5DE4F910C51256B5D2A92C6E36ABFD83F84772C33DC7A6E7973', NULL);
INSERT INTO activity VALUES (108, 1780313484224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a3r31g3s', '', X'DAA996559C4D71DA431EA620EF617449868BB9DC6C1C633A2C6226C6B248A369', NULL);
INSERT INTO activity VALUES (109, 1780313484324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr6a3r31g3s', 'max_rate', X'30F4D94FBDD2D029F0CE607E1A29577D9AE0CD1CC74DDA6A046DCA2F01BD5772', NULL);
INSERT INTO activity VALUES (110, 1780313484424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a4h2w5kh', '', X'DE9AE1D8AF09DA95809B4CA510DAC1A4433E08CF581C743929A709FC4DAB3807', NULL);
INSERT INTO activity VALUES (111, 1780313484524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'changeReceiver', 'rcv_01gr6a4h2w5kh', 'max_rate', X'60D402078C1A2F375B2733C0CECB0E334B30DF41829F52D5CD3444BA937CA316', NULL);
INSERT INTO activity VALUES (112, 1780313484624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a5a26639', '', X'81F52C2BB85B80E3C937241AF0B576211E1FF3D81A3910E9C07237469255E9CC', NULL);
INSERT INTO activity VALUES (113, 1780313484724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a5pjwntv', '', X'6E294E478682227045EDAC661ADD94B666FC2F4E8A2C84792BF5F055796272F6', NULL);
INSERT INTO activity VALUES (114, 1780313484824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'removeReceiver', 'rcv_01gr6a5pjwntv', 'cancelled 0 deliveries', X'DC62B2175FF0028FC1A5CD7680C3F59C63E9F8D2D22624FE2A2DF432133EE59C', NULL);
INSERT INTO activity VALUES (115, 1780313484924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a6fksdj0', '', X'0B4BC97E68A5B0EC331396069C749D14D37A9D4F9B1AADFA7A2163DD76B5533D', NULL);
INSERT INTO activity VALUES (116, 1780313485024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gr6a6fksdj0', '', X'357A50EF8041960E9443ABDBD89748631900FEAB626B51DC3426C239F4947BE8', NULL);
INSERT INTO activity VALUES (117, 1780313485124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerReceiver', 'rcv_01gr6a78h5h71', '', X'EC5C05779EDC2CE5DD21CD68D5F6C8E5B4F7434497C149201D2B53636F72D732', NULL);
INSERT INTO activity VALUES (118, 1780313485224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'pauseReceiver', 'rcv_01gr6a78h5h71', '', X'E5CA6485A71647658D1BC774CF0B81CA01A880D9092439C72FD0EA55410324F6', NULL);
INSERT INTO activity VALUES (119, 1780313545424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'rotateKey', 'rcv_01gr5s2tj9fpe', '', X'EBA332DF28A6527F2E5385E7CE1F32D1482A7A68B376940D0CEE56A8517C06FE', NULL);
INSERT INTO activity VALUES (120, 1780313545524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createToken', 'tok_01kt1f9psmdmctcc0tc4t3pea4', 'events:read', X'74618D2C5E725A7EB6430CBDE9E73FC314862BFC5C80B4001299F77B3810B9F7', NULL);
INSERT INTO activity VALUES (121, 1780313545624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerListener', 'lsn_01kt1f9pwrg3pannfps54nseqk', 'ended', X'9B04A50576FFA4F13F474603E2D5463D3A47B0D2D8C407D824BF95C6DB238E85', NULL);
INSERT INTO activity VALUES (122, 1780313545724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'registerListener', 'lsn_01kt1f9pzwkbq6c8aksgyc2b85', 'listen on laptop', X'2A3FA274EF44E3B7A27204F71C5220DF50EB2F25B81724583972907E3112620F', NULL);
INSERT INTO activity VALUES (123, 1780313546024000, 'tok_01kt1f9q649ggnkkcwb4f95v3m', 'owner, a program (Owner)', 'invitePerson', 'per_01kt1f9q981my6r3ejejwbmyn4', 'Newcomer, operator', X'5EED1949F1F7D459AA48CD52F4F9DEFD539E9F9D68EFE78E36A7522860C2E9E9', 'per_01kt1f4090b79zkwxq535dn3kn');
INSERT INTO activity VALUES (124, 1780313546124000, 'per_01kt1f9q981my6r3ejejwbmyn4', 'Newcomer', 'signIn', 'per_01kt1f9q981my6r3ejejwbmyn4', 'by link', X'54E9AA0740C6708D5A7771FD79B2625AAEEF43B889CA9EB0FD6F33553965B12C', 'per_01kt1f9q981my6r3ejejwbmyn4');
INSERT INTO activity VALUES (125, 1780313546324000, 'per_01kt1f9q981my6r3ejejwbmyn4', 'Newcomer', 'addPasskey', 'per_01kt1f9q981my6r3ejejwbmyn4', 'New phone', X'22D6D670B8E6B71BCD3FCD892ABBCEE9F7BFE42C08E72CAE0751987AF97E725F', 'per_01kt1f9q981my6r3ejejwbmyn4');
INSERT INTO activity VALUES (126, 1780313546524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f9qrwynabys6wy5na6m9a', 'waiting', X'B3539B679137A452CCFA26B16AB3889FD58273B006B233B14355C14FCB5F2EB7', NULL);
INSERT INTO activity VALUES (127, 1780313546624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f9qw01x7bd6kbaygr0q51', 'wrong', X'FD4A63618671181D9059B8FAE573604D078DAD261F3BECD8596BA6D84E2917CA', NULL);
INSERT INTO activity VALUES (128, 1780313546724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f9qw01x7bd6kbaygr0q51', '', X'B10E8267CFD4606DD9614ADA9D813FF68DDC2382EAF2874D616C7D55A58F41B9', NULL);
INSERT INTO activity VALUES (129, 1780313546824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'uploadImport', 'imp_01kt1f9r28w6v9zdmrwthawymh', 'half added', X'C34E8427B02E5826DBEBA24FBAA37B85AE0E7C2B4CA20703E7CA8494786B4819', NULL);
INSERT INTO activity VALUES (130, 1780313547124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undoImport', 'imp_01kt1f9qw01x7bd6kbaygr0q51', '', X'702774D289B19A03554C58D7ADCF3EF8C9676DAA8698709726B691F93D9CD40C', NULL);
INSERT INTO activity VALUES (131, 1780313547224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'confirmImport', 'imp_01kt1f9r28w6v9zdmrwthawymh', '', X'55F7D29195012B02DAAF46BC10095542B51850C94DEAE315C548E543CC3980B4', NULL);
INSERT INTO activity VALUES (132, 1780313547424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by token', X'48AD66029C4471842F07CF01364958CDD1AB012011943D31B7E657810CC4063B', NULL);
INSERT INTO activity VALUES (133, 1780313547524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by token', X'AA3C3DB70D5EEECCB4EF3366F4763A50ACB490B32062E3CB7ED1DF4D9A7FF057', NULL);
INSERT INTO activity VALUES (134, 1780313547624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by token', X'64DF8A3D582BF712EC0D2EA67B691D80AD4571F7730C9AA2CBFBE4266BA20FB2', NULL);
INSERT INTO activity VALUES (135, 1780313547724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signOut', 'tok_01kqhafj70rnyqfe6pt82sg2t7', '', X'6256C7F23F7B60BA70D020CA4413E0356799FA552D114E05BBF2567A8C1E599F', NULL);
INSERT INTO activity VALUES (136, 1780314747824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70rnyqfe6pt82sg2t7', X'44FEFCE9186423584D6B337E5CFB82460720CFB19436E4DFE136AD5B6C231E65', NULL);
INSERT INTO activity VALUES (137, 1780315048024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'createToken', 'tok_01kt1gqj2rz1nkgnvkkbtr6km4', 'plants:read', X'0DDD221EB70A1DC825FD1545FFA20278F393A6BB4E033A38EFE4AF9764AAE901', NULL);
INSERT INTO activity VALUES (138, 1780315048124000, 'tok_01kt1gqj2rz1nkgnvkkbtr6km4', 'Ada, at the till', 'signIn', 'tok_01kt1gqj2rz1nkgnvkkbtr6km4', 'by token', X'126839233E53FAD4C9A85CE481A7274B369C5D3E335589F75A37CD43A6DCC967', NULL);
INSERT INTO activity VALUES (139, 1780315048224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70rnyqfe6pt82sg2t7', X'B67A173C0B584BE9AD9F6B123BDFF945F612B0BE448D899ED3ED2DE68DE263E8', NULL);
INSERT INTO activity VALUES (140, 1780315048324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'makeSignInLink', '', 'for tok_01kqhafj70rnyqfe6pt82sg2t7', X'0204BC8DCC483277E21D0C136DBE8B635F79C91AC54A20534BEA3425C01B8C74', NULL);
INSERT INTO activity VALUES (141, 1780315048424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'signIn', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'by link', X'E2E6094ABBC1A1143173D56CB65804DC7E6F878FD216742D87AA4AE11E6CF26A', NULL);
INSERT INTO activity VALUES (142, 1780315048524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'revokeToken', 'tok_01kt1gqj2rz1nkgnvkkbtr6km4', '', X'4B8A45F690DF9E34DDB9E3A584F6F0845D17AE04B6DBEB6B3055E5242796B5C2', NULL);
CREATE INDEX activity_age ON activity (at);
CREATE INDEX activity_actor ON activity (actor, id);
CREATE INDEX activity_action ON activity (action, id);
CREATE INDEX tombstones_age ON tombstones (deleted_at, plant_id);
CREATE INDEX events_erased ON events (sequence) WHERE length(body) = 0;
CREATE INDEX retries_of_event ON retries (sequence) WHERE state <> 'cancelled';
CREATE INDEX replays_ended ON replays (ended_at) WHERE ended_at IS NOT NULL;
CREATE VIRTUAL TABLE plant_words USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
DELETE FROM plant_words_data;
INSERT INTO plant_words_data VALUES (1, X'268114');
INSERT INTO plant_words_data VALUES (10, X'00000001FF0000010202600002060101013E0102260101013F3F0000020000');
INSERT INTO plant_words_data VALUES (137438953473, X'000000B00330313502010D34303036333831333333393331020101390301076171756174696303010663686565736502020C6F6E7374656C6C6174696F6E02010964656C6963696F7361020106696E646F6F72020202736F030404657465730301096C61637573747269730301036D6F6E0204057374657261020105706C616E7402010573776973730201047468616902010A7661726965676174656402010FE7AA93E5AD94E893ACE88EB1E8958902040510040A090F0C0905070C06080808070D');
INSERT INTO plant_words_data VALUES (824633720833, X'000003790230301C0202020101310D0A060202020201010201350201013210080C040101330E010D3430303633383133333339333102010135110101370C0101390301036163650C040172050702036C62610802067175617469630301076261696C6D6572110102056574756C610B010963616D7065737472650C020265641004037275731002066865636B6564200104036573650202076F6D6D756E69732703056E6966657210040A7374656C6C6174696F6E0203057264617461070208757370696461746128010964656C6963696F73610203056F646172611002036F6E651E010301010107656C7372696A6B0C02066E646C657373110101126630383534313266393832343664343036650202046167757309020269632504027573250112673033623839633135623735333366323335020310393064346433363837323162626166661101040F38346462626535336139313435396113010101010468616C66220101020265621701040165170102046F737461040202796411040672616E67656111010106696E646F6F720202037269731B0202736F030404657465730301036A756E2704066970657275732701016C11020961637469666C6F7261190406757374726973030205797261746125010B6D6163726F7068796C6C61110102026F6E020405737465726102020375676F0D01056E696772610E01076F646F7261746113010112703037326435373761386166613362636164110103106633306363366239313530636565363813010101020661656F6E6961190103066C6D6174756D050204656163650603056E64756C610B0202696E0D010408677569666F6C696118040275730D0102046C616E740203056963617461260107717565726375730A010A72616B6169656E7369731702046F6275720A0302736106011273306636656661383032353536333636636611040F63343832306430396533663231363317010204616C69780804037669611C01010101010101010207696269726963611B030965626F6C6469616E6104020B75666672757469636F73611A03046D6D65721101020477697373020208796C7661746963610901037461782804027573280203686169020301752604026A61260204696C69610702077269636F6C6F7215010106756E646F6E651C01010A76617269656761746564020204696F6C6113010101010FE7AA93E5AD94E893ACE88EB1E895890204070C04070410040404060506090B080C05060A060A080D080B0C080A0A0A1507050515141509060507050A090605070609040C09080F050806080B16160A090708060B0607080A0D07051513070E0A0C0E08070B0605060405070B0A0D0A');
INSERT INTO plant_words_data VALUES (9008023888461824, X'04000000000000020000000000000000000000020000000300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
DELETE FROM plant_words_idx;
INSERT INTO plant_words_idx VALUES (1, X'', 2);
INSERT INTO plant_words_idx VALUES (6, X'', 2);
DELETE FROM plant_words_docsize;
INSERT INTO plant_words_docsize VALUES (2, X'0D', 63);
INSERT INTO plant_words_docsize VALUES (3, X'05', 63);
INSERT INTO plant_words_docsize VALUES (4, X'02', 4);
INSERT INTO plant_words_docsize VALUES (5, X'02', 6);
INSERT INTO plant_words_docsize VALUES (6, X'02', 8);
INSERT INTO plant_words_docsize VALUES (7, X'02', 10);
INSERT INTO plant_words_docsize VALUES (8, X'02', 11);
INSERT INTO plant_words_docsize VALUES (9, X'02', 12);
INSERT INTO plant_words_docsize VALUES (10, X'02', 13);
INSERT INTO plant_words_docsize VALUES (11, X'02', 14);
INSERT INTO plant_words_docsize VALUES (12, X'05', 16);
INSERT INTO plant_words_docsize VALUES (13, X'04', 17);
INSERT INTO plant_words_docsize VALUES (14, X'04', 17);
INSERT INTO plant_words_docsize VALUES (16, X'05', 19);
INSERT INTO plant_words_docsize VALUES (17, X'0B', 24);
INSERT INTO plant_words_docsize VALUES (18, X'07', 23);
INSERT INTO plant_words_docsize VALUES (19, X'04', 25);
INSERT INTO plant_words_docsize VALUES (20, X'04', 26);
INSERT INTO plant_words_docsize VALUES (21, X'04', 27);
INSERT INTO plant_words_docsize VALUES (22, X'04', 28);
INSERT INTO plant_words_docsize VALUES (23, X'05', 32);
INSERT INTO plant_words_docsize VALUES (24, X'05', 32);
INSERT INTO plant_words_docsize VALUES (25, X'02', 40);
INSERT INTO plant_words_docsize VALUES (26, X'02', 41);
INSERT INTO plant_words_docsize VALUES (27, X'02', 43);
INSERT INTO plant_words_docsize VALUES (28, X'03', 47);
INSERT INTO plant_words_docsize VALUES (29, X'03', 48);
INSERT INTO plant_words_docsize VALUES (30, X'03', 51);
INSERT INTO plant_words_docsize VALUES (31, X'03', 51);
INSERT INTO plant_words_docsize VALUES (32, X'03', 52);
INSERT INTO plant_words_docsize VALUES (33, X'03', 53);
INSERT INTO plant_words_docsize VALUES (34, X'04', 57);
INSERT INTO plant_words_docsize VALUES (35, X'04', 58);
INSERT INTO plant_words_docsize VALUES (36, X'04', 56);
INSERT INTO plant_words_docsize VALUES (37, X'04', 59);
INSERT INTO plant_words_docsize VALUES (38, X'04', 60);
INSERT INTO plant_words_docsize VALUES (39, X'04', 61);
INSERT INTO plant_words_docsize VALUES (40, X'04', 62);
DELETE FROM plant_words_config;
INSERT INTO plant_words_config VALUES ('usermerge', 2);
INSERT INTO plant_words_config VALUES ('version', 4);
CREATE TABLE plant_vocabulary (
    word  TEXT PRIMARY KEY
) STRICT;
INSERT INTO plant_vocabulary VALUES ('minor');
INSERT INTO plant_vocabulary VALUES ('ulm');
INSERT INTO plant_vocabulary VALUES ('ulmus');
INSERT INTO plant_vocabulary VALUES ('aroid');
INSERT INTO plant_vocabulary VALUES ('cheese');
INSERT INTO plant_vocabulary VALUES ('constellation');
INSERT INTO plant_vocabulary VALUES ('deliciosa');
INSERT INTO plant_vocabulary VALUES ('indoor');
INSERT INTO plant_vocabulary VALUES ('mon');
INSERT INTO plant_vocabulary VALUES ('monstera');
INSERT INTO plant_vocabulary VALUES ('plant');
INSERT INTO plant_vocabulary VALUES ('swiss');
INSERT INTO plant_vocabulary VALUES ('thai');
INSERT INTO plant_vocabulary VALUES ('variegated');
INSERT INTO plant_vocabulary VALUES ('窓孔蓬莱蕉');
INSERT INTO plant_vocabulary VALUES ('aquatic');
INSERT INTO plant_vocabulary VALUES ('iso');
INSERT INTO plant_vocabulary VALUES ('isoetes');
INSERT INTO plant_vocabulary VALUES ('lacustris');
INSERT INTO plant_vocabulary VALUES ('hosta');
INSERT INTO plant_vocabulary VALUES ('sieboldiana');
INSERT INTO plant_vocabulary VALUES ('acer');
INSERT INTO plant_vocabulary VALUES ('palmatum');
INSERT INTO plant_vocabulary VALUES ('peace');
INSERT INTO plant_vocabulary VALUES ('rosa');
INSERT INTO plant_vocabulary VALUES ('cordata');
INSERT INTO plant_vocabulary VALUES ('tilia');
INSERT INTO plant_vocabulary VALUES ('alba');
INSERT INTO plant_vocabulary VALUES ('salix');
INSERT INTO plant_vocabulary VALUES ('fagus');
INSERT INTO plant_vocabulary VALUES ('sylvatica');
INSERT INTO plant_vocabulary VALUES ('quercus');
INSERT INTO plant_vocabulary VALUES ('robur');
INSERT INTO plant_vocabulary VALUES ('betula');
INSERT INTO plant_vocabulary VALUES ('pendula');
INSERT INTO plant_vocabulary VALUES ('ace');
INSERT INTO plant_vocabulary VALUES ('campestre');
INSERT INTO plant_vocabulary VALUES ('elsrijk');
INSERT INTO plant_vocabulary VALUES ('mugo');
INSERT INTO plant_vocabulary VALUES ('nigra');
INSERT INTO plant_vocabulary VALUES ('pin');
INSERT INTO plant_vocabulary VALUES ('pinus');
INSERT INTO plant_vocabulary VALUES ('atlantica');
INSERT INTO plant_vocabulary VALUES ('ced');
INSERT INTO plant_vocabulary VALUES ('cedrus');
INSERT INTO plant_vocabulary VALUES ('deodara');
INSERT INTO plant_vocabulary VALUES ('conifer');
INSERT INTO plant_vocabulary VALUES ('bailmer');
INSERT INTO plant_vocabulary VALUES ('endless');
INSERT INTO plant_vocabulary VALUES ('hyd');
INSERT INTO plant_vocabulary VALUES ('hydrangea');
INSERT INTO plant_vocabulary VALUES ('l');
INSERT INTO plant_vocabulary VALUES ('macrophylla');
INSERT INTO plant_vocabulary VALUES ('summer');
INSERT INTO plant_vocabulary VALUES ('odorata');
INSERT INTO plant_vocabulary VALUES ('viola');
INSERT INTO plant_vocabulary VALUES ('tricolor');
INSERT INTO plant_vocabulary VALUES ('heb');
INSERT INTO plant_vocabulary VALUES ('hebe');
INSERT INTO plant_vocabulary VALUES ('pinguifolia');
INSERT INTO plant_vocabulary VALUES ('rakaiensis');
INSERT INTO plant_vocabulary VALUES ('albicans');
INSERT INTO plant_vocabulary VALUES ('sutherlandii');
INSERT INTO plant_vocabulary VALUES ('lactiflora');
INSERT INTO plant_vocabulary VALUES ('paeonia');
INSERT INTO plant_vocabulary VALUES ('suffruticosa');
INSERT INTO plant_vocabulary VALUES ('iris');
INSERT INTO plant_vocabulary VALUES ('sibirica');
INSERT INTO plant_vocabulary VALUES ('salvia');
INSERT INTO plant_vocabulary VALUES ('undone');
INSERT INTO plant_vocabulary VALUES ('done');
INSERT INTO plant_vocabulary VALUES ('checked');
INSERT INTO plant_vocabulary VALUES ('half');
INSERT INTO plant_vocabulary VALUES ('fic');
INSERT INTO plant_vocabulary VALUES ('ficus');
INSERT INTO plant_vocabulary VALUES ('lyrata');
INSERT INTO plant_vocabulary VALUES ('plicata');
INSERT INTO plant_vocabulary VALUES ('thu');
INSERT INTO plant_vocabulary VALUES ('thuja');
INSERT INTO plant_vocabulary VALUES ('communis');
INSERT INTO plant_vocabulary VALUES ('jun');
INSERT INTO plant_vocabulary VALUES ('juniperus');
INSERT INTO plant_vocabulary VALUES ('cuspidata');
INSERT INTO plant_vocabulary VALUES ('tax');
INSERT INTO plant_vocabulary VALUES ('taxus');
CREATE INDEX plants_not_active ON plants (status, id) WHERE status <> 'active';
CREATE TABLE imports (
    id            TEXT PRIMARY KEY,
    state         TEXT NOT NULL CHECK (state IN
                      ('checking', 'checked', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
    name          TEXT NOT NULL,
    options       TEXT NOT NULL,
    content_hash  TEXT NOT NULL,
    size_bytes    INTEGER NOT NULL CHECK (size_bytes >= 0),
    report        TEXT NOT NULL,
    new           INTEGER NOT NULL CHECK (new >= 0),
    new_active    INTEGER NOT NULL CHECK (new_active BETWEEN 0 AND new),
    changed       INTEGER NOT NULL CHECK (changed >= 0),
    present       INTEGER NOT NULL CHECK (present >= 0),
    alike         INTEGER NOT NULL CHECK (alike >= 0),
    bad           INTEGER NOT NULL CHECK (bad >= 0),
    ignored       INTEGER NOT NULL CHECK (ignored >= 0),
    position      INTEGER NOT NULL CHECK (position >= 0),
    added         INTEGER NOT NULL CHECK (added >= 0),
    updated       INTEGER NOT NULL CHECK (updated >= 0),
    skipped       INTEGER NOT NULL CHECK (skipped >= 0),
    undone_to     INTEGER NOT NULL CHECK (undone_to >= 0),
    archived      INTEGER NOT NULL CHECK (archived >= 0),
    kept          INTEGER NOT NULL CHECK (kept >= 0),
    error         TEXT NOT NULL,
    asked_by      TEXT NOT NULL,
    asked_at      INTEGER NOT NULL,
    confirmed_at  INTEGER,
    ended_at      INTEGER, run_by TEXT, run_by_name TEXT, reverted_to INTEGER NOT NULL DEFAULT 0, reverted INTEGER NOT NULL DEFAULT 0, kept_edits TEXT NOT NULL DEFAULT '',
    CHECK (added <= new AND updated <= changed AND added + updated + skipped <= new + changed)
) STRICT;
INSERT INTO imports VALUES ('imp_01kt1f3strega7gp7r2sndbbt5', 'done', 'with bad rows', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'f1f88ba90865be1c8342c1c61069c202febd841848040d58aefbdfbac12884cd', 101, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["PIN-1","PIN-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Pinus mugo","Pinus cembra"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["12.50","POA"],"fields":["price"],"suggested":null},{"heading":"status","field":"status","samples":["active",""],"fields":["status"],"suggested":null}],"rows":3,"new":2,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":1,"ignored":0,"problems":[{"line":3,"heading":"price","value":"POA","detail":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"problem_groups":[{"heading":"price","detail":"“…” is not a price. Use a number such as 12.99 or leave it empty.","count":1,"lines":[3],"value":"POA","example":"“POA” is not a price. Use a number such as 12.99 or leave it empty.","warning":false}],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"PIN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"12.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Pinus nigra","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"PIN-3","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":4,"original":{}}],"earlier":null,"currencies":[{"currency":"EUR","rows":1,"sources":{"store":1}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 1, 0, 0, 0, 1, 0, 502, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313352024000, 1780313352124000, 1780313352124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, '');
INSERT INTO imports VALUES ('imp_01kt1f3t10ebfj00xyfd3amnhk', 'cancelled', 'not wanted', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'd647839e65cba0c14a0b9fcf5d44c482bdde90ae4ac7f041574dd48ed5416431', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["LAR-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Larix decidua"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":1,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Larix decidua","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"LAR-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313352224000, NULL, 1780313352324000, NULL, NULL, 0, 0, '');
INSERT INTO imports VALUES ('imp_01kt1f3t78k4xbp6ye320q98m2', 'undone', 'by mistake', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '3c55162eca9bba8f237b64c94ecb8086c39cb7e39a0fdac2e70a8ce565e67f04', 53, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["CED-1","CED-2"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Cedrus atlantica","Cedrus deodara"],"fields":["name"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Cedrus atlantica","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Cedrus deodara","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"CED-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 0, 0, 0, 0, 0, 0, 503, 2, 0, 0, 16, 1, 1, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313352424000, 1780313352524000, 1780313352524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, '');
INSERT INTO imports VALUES ('imp_01kt1f3vp4m0t8p7cq40z1t2aa', 'done', 'costs', '{"map":{"sku":"Nr","name":"What","cost":"EK","supplier":"From"},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '40e36ef13995c1c56a3e273fc54773a95da9c9568395ddaa70c7f9a3622d51db', 83, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe rakaiensis","Hebe pinguifolia"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.10","1.90"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Noord","Noord"],"fields":["supplier"],"suggested":null}],"rows":2,"new":2,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Hebe rakaiensis","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"2.10"},{"name":"Hebe pinguifolia","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"HEB-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Noord","code":null},"cost":"1.90"}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 2, 0, 0, 0, 0, 0, 0, 552, 2, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313353924000, 1780313354024000, 1780313354024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, '');
INSERT INTO imports VALUES ('imp_01kt1f3vwc3m4h6fraeqk642sh', 'undone', 'new costs', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'c3d7c308738e3bd949a4c98fa0a06d2144bfec14c19d465371c1203239f9169d', 82, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"Nr","field":"sku","samples":["HEB-1","HEB-2"],"fields":["sku"],"suggested":null},{"heading":"What","field":"name","samples":["Hebe albicans","Hebe ''Sutherlandii''"],"fields":["name"],"suggested":null},{"heading":"EK","field":"cost","samples":["2.40","2.20"],"fields":["cost"],"suggested":null},{"heading":"From","field":"supplier","samples":["Zuid","Zuid"],"fields":["supplier"],"suggested":null}],"rows":2,"new":0,"new_active":0,"changed":2,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"id":23,"name":"Hebe albicans","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.40","created_at":"2026-06-01T11:29:14.024Z","updated_at":"2026-06-01T11:29:14.024Z","added_at":null},{"id":24,"name":"Hebe ''Sutherlandii''","tag":null,"status":"draft","availability":"in_stock","sku":"HEB-2","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":{"name":"Zuid","code":null},"cost":"2.20","created_at":"2026-06-01T11:29:14.024Z","updated_at":"2026-06-01T11:29:14.024Z","added_at":null}],"preview_rows":[{"line":2,"original":{}},{"line":3,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":1780313354024000,"year_question":"","year_choices":[],"options":""}', 0, 0, 2, 0, 0, 0, 0, 625, 0, 2, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313354124000, 1780313354224000, 1780313354224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 24, 2, '{"count":1,"public":0,"plants":[{"plant":24,"name":"Hebe ''Sutherlandii''","fields":["cost"]}]}');
INSERT INTO imports VALUES ('imp_01kt1f430gxvz80vefb2smy473', 'done', 'new', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', 'f75578fbde1a61ffb3b601fcdd313116c68a3692272cdd367a7b6509a1b8d004', 28, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["FIC-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Ficus lyrata"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Ficus lyrata","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"FIC-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 0, 0, 0, 0, 0, 0, 251, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313361424000, 1780313361524000, 1780313361524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, '');
INSERT INTO imports VALUES ('imp_01kt1f9qrwynabys6wy5na6m9a', 'checked', 'waiting', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '6cb5c6a65ba6d2b727b413fcbd36b60eddcc08a71be2b7e72c26e699d661c2d2', 79, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":";","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["ABI-1","pin-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Abies alba","Pinus mugo"],"fields":["name"],"suggested":"botanical_name"},{"heading":"price","field":"price","samples":["9,90","13,50"],"fields":["price"],"suggested":null}],"rows":3,"new":1,"new_active":1,"changed":1,"present":1,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[{"line":1,"heading":"name","value":"","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"notes_count":1,"note_groups":[{"heading":"name","detail":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","count":1,"lines":[1],"value":"","example":"This column is used only for the name. It looks like botanical names; if so, map it to the field botanical_name.","warning":false}],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Abies alba","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"ABI-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"9.90","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":13,"name":"Pinus mugo","tag":null,"status":"active","availability":"in_stock","sku":"PIN-1","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":"13.50","currency":"EUR","stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:12.124Z","updated_at":"2026-06-01T11:29:12.124Z","added_at":"2026-06-01T11:29:12.124Z"}],"preview_rows":[{"line":2,"original":{"price":"9,90"}},{"line":3,"original":{"price":"13,50"}}],"earlier":null,"currencies":[{"currency":"EUR","rows":2,"sources":{"store":2}}],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313546524000, NULL, NULL, NULL, NULL, 0, 0, '');
INSERT INTO imports VALUES ('imp_01kt1f9qw01x7bd6kbaygr0q51', 'undoing', 'wrong', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":true,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '66da60bb3d7f5259fdf4d022246aed37ee55dda5d59053ccaf021443d83e583a', 29, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["THU-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Thuja plicata"],"fields":["name"],"suggested":null}],"rows":1,"new":1,"new_active":0,"changed":0,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":0,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Thuja plicata","tag":null,"status":"draft","availability":"in_stock","taxon":null,"sku":"THU-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null}],"preview_rows":[{"line":2,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 1, 0, 0, 0, 0, 0, 0, 252, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313546624000, 1780313546724000, 1780313546724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, '');
INSERT INTO imports VALUES ('imp_01kt1f9r28w6v9zdmrwthawymh', 'running', 'half added', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":true,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":true}', '51ee5f386fcc5be8837bf9a59712b0250a03f82bc817fecd758ccb57aa13c9c7', 604, '{"encoding":"utf-8","fallback_encoding":"","fallback_lines":0,"delimiter":",","sheet":"","sheets":[],"header_line":1,"columns":[{"heading":"sku","field":"sku","samples":["JUN-1","TAX-1"],"fields":["sku"],"suggested":null},{"heading":"name","field":"name","samples":["Juniperus communis","Taxus baccata"],"fields":["name"],"suggested":null}],"rows":503,"new":3,"new_active":3,"changed":1,"present":0,"alike":0,"restorable":0,"restores":0,"bad":0,"ignored":499,"problems":[],"problem_groups":[],"notes":[],"notes_count":0,"note_groups":[],"name_pattern":"{botanical_name|common_name}, {pot_size}","composed_names":0,"warned":0,"preview":[{"name":"Juniperus communis","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"JUN-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus baccata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-1","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"name":"Taxus cuspidata","tag":null,"status":"active","availability":"in_stock","taxon":null,"sku":"TAX-2","gtin":null,"botanical_name":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null},{"id":12,"name":"Acer campestre ''Nanum''","tag":null,"status":"active","availability":"in_stock","sku":"ACE-7","gtin":null,"botanical_name":null,"taxon":null,"family":null,"common_names":[],"description":null,"tags":[],"images":[],"price":null,"currency":null,"stock_quantity":null,"available_from":null,"pot_size":null,"minimum_order":null,"compare_at_price":null,"care":null,"external_ids":null,"trade":null,"supplier":null,"cost":null,"created_at":"2026-06-01T11:29:11.824Z","updated_at":"2026-06-01T11:29:11.924Z","added_at":"2026-06-01T11:29:11.824Z"}],"preview_rows":[{"line":2,"original":{}},{"line":502,"original":{}},{"line":503,"original":{}},{"line":504,"original":{}}],"earlier":null,"currencies":[],"currency_question":"","currency_choices":[],"mapped_at":null,"year_question":"","year_choices":[],"options":""}', 3, 3, 1, 0, 0, 0, 499, 257, 1, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313546824000, 1780313547224000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 0, 0, '');
INSERT INTO imports VALUES ('imp_01kt1f9r8gvs9qgenga3fz0pew', 'checking', 'half checked', '{"map":{},"currency":null,"no_header":false,"encoding":null,"delimiter":null,"decimal":"auto","as_drafts":false,"add_alike":false,"update":false,"restore":false,"skip_bad":false,"name_pattern":null,"year":null,"sheet":null,"with_costs":false}', '26b36283e1e5ebac51cae33244cd83f64eaf581029e88d11df614c4ee0ad7b63', 29, '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313547024000, NULL, NULL, NULL, NULL, 0, 0, '');
CREATE INDEX imports_moving ON imports (state, id) WHERE state IN ('checking', 'checked', 'running', 'undoing');
CREATE INDEX imports_content ON imports (content_hash, id);
CREATE INDEX imports_age ON imports (asked_at);
CREATE TABLE import_ranges (
    import_id  TEXT NOT NULL,
    first      INTEGER NOT NULL,
    last       INTEGER NOT NULL CHECK (last >= first),
    PRIMARY KEY (import_id, first)
) STRICT;
INSERT INTO import_ranges VALUES ('imp_01kt1f3strega7gp7r2sndbbt5', 13, 14);
INSERT INTO import_ranges VALUES ('imp_01kt1f3t78k4xbp6ye320q98m2', 15, 16);
INSERT INTO import_ranges VALUES ('imp_01kt1f3vp4m0t8p7cq40z1t2aa', 23, 24);
INSERT INTO import_ranges VALUES ('imp_01kt1f430gxvz80vefb2smy473', 37, 37);
INSERT INTO import_ranges VALUES ('imp_01kt1f9qw01x7bd6kbaygr0q51', 38, 38);
INSERT INTO import_ranges VALUES ('imp_01kt1f9r28w6v9zdmrwthawymh', 39, 39);
CREATE TABLE tallies (
    receiver_id       INTEGER NOT NULL,
    hour_at           INTEGER NOT NULL,
    accepted          INTEGER NOT NULL CHECK (accepted >= 0),
    failed            INTEGER NOT NULL CHECK (failed >= 0),
    last_accepted_at  INTEGER,
    up_to_10_ms       INTEGER NOT NULL,
    up_to_20_ms       INTEGER NOT NULL,
    up_to_50_ms       INTEGER NOT NULL,
    up_to_100_ms      INTEGER NOT NULL,
    up_to_200_ms      INTEGER NOT NULL,
    up_to_500_ms      INTEGER NOT NULL,
    up_to_1000_ms     INTEGER NOT NULL,
    up_to_2000_ms     INTEGER NOT NULL,
    up_to_5000_ms     INTEGER NOT NULL,
    up_to_10000_ms    INTEGER NOT NULL,
    up_to_15000_ms    INTEGER NOT NULL,
    longer            INTEGER NOT NULL,
    PRIMARY KEY (receiver_id, hour_at),
    CHECK ((accepted = 0) = (last_accepted_at IS NULL)),
    CHECK (accepted = up_to_10_ms + up_to_20_ms + up_to_50_ms + up_to_100_ms + up_to_200_ms + up_to_500_ms
        + up_to_1000_ms + up_to_2000_ms + up_to_5000_ms + up_to_10000_ms + up_to_15000_ms + longer)
) STRICT;
INSERT INTO tallies VALUES (43614638338051397, 1777622400000000, 2, 0, 1777624140300000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (43614638338051397, 1780300800000000, 9, 0, 1780302541600000, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54848668881777164, 1780300800000000, 1, 0, 1780302541700000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54848669721038932, 1780300800000000, 5, 2, 1780302543356000, 1, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54848669721038932, 1780304400000000, 1, 1, 1780306143568000, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54848669721038932, 1780308000000000, 0, 1, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54848669721038932, 1780311600000000, 5, 0, 1780313344624000, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54893980049260238, 1780311600000000, 2, 0, 1780313344724000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54893980468978993, 1780311600000000, 2, 1, 1780313346824000, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54893989276510572, 1780311600000000, 1, 1, 1780313348924000, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54893998082851692, 1780311600000000, 8, 1, 1780313349324000, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54893999760173250, 1780311600000000, 4, 1, 1780313349424000, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54894000182849255, 1780311600000000, 3, 1, 1780313349524000, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54894000601201848, 1780311600000000, 2, 1, 1780313349624000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54894001440729149, 1780311600000000, 0, 1, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54894001861225367, 1780311600000000, 3, 4, 1780313349924000, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54894002699319729, 1780311600000000, 2, 1, 1780313350124000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54894003536334378, 1780311600000000, 2, 5, 1780313350324000, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54894003957800860, 1780311600000000, 1, 1, 1780313350424000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54894004376904356, 1780311600000000, 6, 1, 1780313350524000, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54894005216625933, 1780311600000000, 1, 1, 1780313350724000, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO tallies VALUES (54894005636132803, 1780311600000000, 9, 1, 1780313351124000, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
CREATE INDEX tallies_age ON tallies (hour_at);
CREATE TABLE levels (
    at       INTEGER PRIMARY KEY,
    waiting  INTEGER NOT NULL CHECK (waiting >= 0)
) STRICT;
INSERT INTO levels VALUES (1780302300000000, 2);
INSERT INTO levels VALUES (1780305900000000, 1);
INSERT INTO levels VALUES (1780309500000000, 1);
INSERT INTO levels VALUES (1780315200000000, 200);
CREATE INDEX retries_given_up ON retries (state, next_attempt_at, receiver_id) WHERE state = 'exhausted';
CREATE TABLE shards (
    shard     INTEGER PRIMARY KEY CHECK (shard BETWEEN 0 AND 63),
    owner     TEXT,
    epoch     INTEGER NOT NULL CHECK (epoch >= 0),
    is_clean  INTEGER NOT NULL CHECK (is_clean IN (0, 1))
) STRICT;
INSERT INTO shards VALUES (0, NULL, 0, 1);
INSERT INTO shards VALUES (1, NULL, 0, 1);
INSERT INTO shards VALUES (2, NULL, 0, 1);
INSERT INTO shards VALUES (3, NULL, 0, 1);
INSERT INTO shards VALUES (4, NULL, 0, 1);
INSERT INTO shards VALUES (5, NULL, 0, 1);
INSERT INTO shards VALUES (6, NULL, 0, 1);
INSERT INTO shards VALUES (7, NULL, 0, 1);
INSERT INTO shards VALUES (8, NULL, 0, 1);
INSERT INTO shards VALUES (9, NULL, 0, 1);
INSERT INTO shards VALUES (10, NULL, 0, 1);
INSERT INTO shards VALUES (11, NULL, 0, 1);
INSERT INTO shards VALUES (12, NULL, 0, 1);
INSERT INTO shards VALUES (13, NULL, 0, 1);
INSERT INTO shards VALUES (14, NULL, 0, 1);
INSERT INTO shards VALUES (15, NULL, 0, 1);
INSERT INTO shards VALUES (16, NULL, 0, 1);
INSERT INTO shards VALUES (17, NULL, 0, 1);
INSERT INTO shards VALUES (18, NULL, 0, 1);
INSERT INTO shards VALUES (19, NULL, 0, 1);
INSERT INTO shards VALUES (20, NULL, 0, 1);
INSERT INTO shards VALUES (21, NULL, 0, 1);
INSERT INTO shards VALUES (22, NULL, 0, 1);
INSERT INTO shards VALUES (23, NULL, 0, 1);
INSERT INTO shards VALUES (24, NULL, 0, 1);
INSERT INTO shards VALUES (25, NULL, 0, 1);
INSERT INTO shards VALUES (26, NULL, 0, 1);
INSERT INTO shards VALUES (27, NULL, 0, 1);
INSERT INTO shards VALUES (28, NULL, 0, 1);
INSERT INTO shards VALUES (29, NULL, 0, 1);
INSERT INTO shards VALUES (30, NULL, 0, 1);
INSERT INTO shards VALUES (31, NULL, 0, 1);
INSERT INTO shards VALUES (32, NULL, 0, 1);
INSERT INTO shards VALUES (33, NULL, 0, 1);
INSERT INTO shards VALUES (34, NULL, 0, 1);
INSERT INTO shards VALUES (35, NULL, 0, 1);
INSERT INTO shards VALUES (36, NULL, 0, 1);
INSERT INTO shards VALUES (37, NULL, 0, 1);
INSERT INTO shards VALUES (38, NULL, 0, 1);
INSERT INTO shards VALUES (39, NULL, 0, 1);
INSERT INTO shards VALUES (40, NULL, 0, 1);
INSERT INTO shards VALUES (41, NULL, 0, 1);
INSERT INTO shards VALUES (42, NULL, 0, 1);
INSERT INTO shards VALUES (43, NULL, 0, 1);
INSERT INTO shards VALUES (44, NULL, 0, 1);
INSERT INTO shards VALUES (45, NULL, 0, 1);
INSERT INTO shards VALUES (46, NULL, 0, 1);
INSERT INTO shards VALUES (47, NULL, 0, 1);
INSERT INTO shards VALUES (48, NULL, 0, 1);
INSERT INTO shards VALUES (49, NULL, 0, 1);
INSERT INTO shards VALUES (50, NULL, 0, 1);
INSERT INTO shards VALUES (51, NULL, 0, 1);
INSERT INTO shards VALUES (52, NULL, 0, 1);
INSERT INTO shards VALUES (53, NULL, 0, 1);
INSERT INTO shards VALUES (54, NULL, 0, 1);
INSERT INTO shards VALUES (55, NULL, 0, 1);
INSERT INTO shards VALUES (56, NULL, 0, 1);
INSERT INTO shards VALUES (57, NULL, 0, 1);
INSERT INTO shards VALUES (58, NULL, 0, 1);
INSERT INTO shards VALUES (59, NULL, 0, 1);
INSERT INTO shards VALUES (60, NULL, 0, 1);
INSERT INTO shards VALUES (61, NULL, 0, 1);
INSERT INTO shards VALUES (62, NULL, 0, 1);
INSERT INTO shards VALUES (63, NULL, 0, 1);
CREATE TABLE processes (
    id          TEXT PRIMARY KEY,
    slot        INTEGER NOT NULL UNIQUE CHECK (slot BETWEEN 0 AND 1023),
    role        TEXT NOT NULL CHECK (role IN ('all', 'api', 'dispatcher')),
    host        TEXT NOT NULL,
    pid         INTEGER NOT NULL,
    version     TEXT NOT NULL,
    address     TEXT NOT NULL,
    started_at  INTEGER NOT NULL,
    lease_us    INTEGER NOT NULL CHECK (lease_us > 0),
    beat        INTEGER NOT NULL CHECK (beat >= 0),
    is_leaving  INTEGER NOT NULL CHECK (is_leaving IN (0, 1))
) STRICT;
CREATE INDEX retries_due ON retries (receiver_id, next_attempt_at, sequence) WHERE state = 'waiting';
CREATE INDEX retries_asked ON retries (receiver_id, asked_at, sequence) WHERE asked_at IS NOT NULL;
CREATE TABLE attempt_pages (
    last      INTEGER PRIMARY KEY CHECK (last > previous),
    previous  INTEGER NOT NULL,
    ids       BLOB NOT NULL
) STRICT;
INSERT INTO attempt_pages VALUES (54893999760084992, 0, X'00C2DC91B500000000C2DC920000000000C2DC921900000000C2DC926400000000C2DC927D00000000C2DC929600000000C2DC92C800000000C2DC92C800040000C2DC92C800080000C2DC92E100000000C2DC931400000000C2DC931700000000C2DC931E80000000C2DC932D80000000C2DC935300000000C2DC939E00000000C2DC947F00000000C2EA505400000000C2EA507980000000C2F80C7100000000C305C86880000000C305C88280000000C305C88580000000C305C88D00000000C305C89C00000000C305C8B500000000C305C8B500040000C305CAC200000000C305CAC200040000C305CAC200080000C305CCCF00000000C305CCCF00040000C305CCE800000000C305CCE800040000C305CCE800080000C305CD1A00000000C305CD1A00040000C305CD3300000000C305CD3300040000C305CD3300080000C305CD33000C0000C305CD4C00000000C305CD4C00040000C305CD4C00080000C305CD4C000C0000C305CD4C001000');
INSERT INTO attempt_pages VALUES (54894006890397696, 54893999760084992, X'00C305CD6500000000C305CD6500040000C305CD6500080000C305CD65000C0000C305CD7E00000000C305CD7E00040000C305CD7E00080000C305CDB000000000C305CDC900000000C305CDC900040000C305CDC900080000C305CDC9000C0000C305CDC900100000C305CDC900140000C305CDC900180000C305CDFB00000000C305CDFB00040000C305CDFB00080000C305CE2D00000000C305CE2D00040000C305CE2D00080000C305CE2D000C0000C305CE2D00100000C305CE2D00140000C305CE2D00180000C305CE4600000000C305CE4600040000C305CE5F00000000C305CE5F00040000C305CE5F00080000C305CE5F000C0000C305CE5F00100000C305CE5F00140000C305CE5F00180000C305CE9100000000C305CE9100040000C305CEAA00000000C305CEAA00040000C305CEAA00080000C305CEAA000C0000C305CEAA00100000C305CEAA00140000C305CEAA00180000C305CEC300000000C305CEDC00000000C305CEF5000000');
CREATE TABLE plant_changes (
    plant_id  INTEGER PRIMARY KEY,
    number    INTEGER NOT NULL UNIQUE CHECK (number >= 1)
) STRICT;
INSERT INTO plant_changes VALUES (1, 2097153);
INSERT INTO plant_changes VALUES (2, 5242882);
INSERT INTO plant_changes VALUES (4, 3145729);
INSERT INTO plant_changes VALUES (5, 4194305);
INSERT INTO plant_changes VALUES (6, 5242881);
INSERT INTO plant_changes VALUES (12, 11534337);
INSERT INTO plant_changes VALUES (14, 12582913);
INSERT INTO plant_changes VALUES (15, 12582917);
INSERT INTO plant_changes VALUES (16, 12582916);
INSERT INTO plant_changes VALUES (17, 14680066);
INSERT INTO plant_changes VALUES (18, 14680065);
INSERT INTO plant_changes VALUES (19, 14680067);
INSERT INTO plant_changes VALUES (20, 14680068);
INSERT INTO plant_changes VALUES (21, 14680069);
INSERT INTO plant_changes VALUES (22, 14680070);
INSERT INTO plant_changes VALUES (23, 14680076);
INSERT INTO plant_changes VALUES (24, 14680077);
INSERT INTO plant_changes VALUES (25, 15728643);
INSERT INTO plant_changes VALUES (26, 15728644);
INSERT INTO plant_changes VALUES (27, 15728646);
INSERT INTO plant_changes VALUES (28, 15728651);
INSERT INTO plant_changes VALUES (29, 15728652);
INSERT INTO plant_changes VALUES (30, 15728655);
INSERT INTO plant_changes VALUES (31, 15728656);
INSERT INTO plant_changes VALUES (32, 15728657);
INSERT INTO plant_changes VALUES (33, 15728658);
INSERT INTO plant_changes VALUES (34, 15728662);
INSERT INTO plant_changes VALUES (35, 15728663);
INSERT INTO plant_changes VALUES (36, 15728661);
INSERT INTO plant_changes VALUES (37, 15728664);
INSERT INTO plant_changes VALUES (38, 15728665);
CREATE TABLE unclean_excerpts (
    until  INTEGER PRIMARY KEY
) STRICT;
CREATE INDEX tokens_created_by ON tokens (created_by);
CREATE TABLE underived_plants (
    until  INTEGER PRIMARY KEY
) STRICT;
INSERT INTO underived_plants VALUES (3);
CREATE INDEX plants_weak_key ON plants (weak_key, weak_class, id) WHERE status <> 'archived';
CREATE TABLE possible_duplicates (
    weak_key  INTEGER PRIMARY KEY
) STRICT;
INSERT INTO possible_duplicates VALUES (9050747601714289037);
CREATE INDEX plants_merged ON plants (merged_into, id) WHERE merged_into IS NOT NULL;
CREATE TABLE merges (
    plant_id    INTEGER PRIMARY KEY,
    kept_id     INTEGER NOT NULL,
    was_active  INTEGER NOT NULL CHECK (was_active IN (0, 1)),
    taken       TEXT NOT NULL,
    merged_at   INTEGER NOT NULL,
    merged_by   TEXT NOT NULL
) STRICT;
INSERT INTO merges VALUES (18, 17, 1, '{"description":"Blue or pink."}', 1780313353224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7');
CREATE INDEX merges_at ON merges (merged_at);
CREATE TABLE watch_list (
    key     TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    reason  TEXT
) STRICT;
INSERT INTO watch_list VALUES ('ailanthus', 'Ailanthus', NULL);
INSERT INTO watch_list VALUES ('impatiens glandulifera', 'Impatiens glandulifera', 'May not be sold.');
CREATE TABLE plant_creations (
    first       INTEGER PRIMARY KEY,
    last        INTEGER NOT NULL CHECK (last >= first),
    at          INTEGER NOT NULL,
    actor       TEXT NOT NULL,
    actor_name  TEXT NOT NULL,
    way         TEXT NOT NULL CHECK (way IN ('api', 'console', 'import', 'undo', 'store')),
    import_id   TEXT CHECK ((import_id IS NOT NULL) = (way IN ('import', 'undo')))
) STRICT;
INSERT INTO plant_creations VALUES (1, 1, 1777624140200000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (2, 2, 1777624140300000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (3, 3, 1780302540500000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (4, 4, 1780302540600000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (5, 5, 1780302540700000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (6, 6, 1780302540900000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (7, 7, 1780302541200000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (8, 8, 1780302541300000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (9, 9, 1780302541400000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (10, 10, 1780313351224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (11, 11, 1780313351324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (12, 12, 1780313351824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (13, 14, 1780313352124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3strega7gp7r2sndbbt5');
INSERT INTO plant_creations VALUES (15, 16, 1780313352524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3t78k4xbp6ye320q98m2');
INSERT INTO plant_creations VALUES (17, 17, 1780313352924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (18, 18, 1780313353124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (19, 19, 1780313353324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (20, 20, 1780313353424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (21, 21, 1780313353624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (22, 22, 1780313353724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (23, 24, 1780313354024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3vp4m0t8p7cq40z1t2aa');
INSERT INTO plant_creations VALUES (25, 25, 1780313354624000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (26, 26, 1780313355424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (27, 27, 1780313355524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (28, 28, 1780313356424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (29, 29, 1780313356524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (30, 30, 1780313357024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (31, 31, 1780313357124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (32, 32, 1780313357424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (33, 33, 1780313357524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (34, 34, 1780313357724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (35, 35, 1780313357824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (36, 36, 1780313357924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
INSERT INTO plant_creations VALUES (37, 37, 1780313361524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f430gxvz80vefb2smy473');
INSERT INTO plant_creations VALUES (38, 38, 1780313546724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f9qw01x7bd6kbaygr0q51');
INSERT INTO plant_creations VALUES (39, 39, 1780313547224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f9r28w6v9zdmrwthawymh');
INSERT INTO plant_creations VALUES (40, 40, 1780313547324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL);
CREATE INDEX plant_creations_at ON plant_creations (at);
CREATE TABLE import_mappings (
    key           TEXT PRIMARY KEY,
    map           TEXT NOT NULL,
    confirmed_at  INTEGER NOT NULL
) STRICT;
INSERT INTO import_mappings VALUES ('420eca508251bee7be431d6d8042c9477963cb516cd6262c2aa053df100882a8', '{"cost": "EK", "name": "What", "sku": "Nr", "supplier": "From"}', 1780313354024000);
CREATE TABLE linked_images (
    id        TEXT PRIMARY KEY,
    url       TEXT NOT NULL,
    host      TEXT NOT NULL,
    key       TEXT NOT NULL,
    state     TEXT NOT NULL CHECK (state IN ('waiting', 'kept', 'given_up', 'unused')),
    failures  INTEGER NOT NULL,
    due_at    INTEGER CHECK ((due_at IS NOT NULL) = (state IN ('waiting', 'unused'))),
    detail    TEXT
) STRICT;
INSERT INTO linked_images VALUES ('5d8cd5f6290fc00f851e89ce254b6e8a9f1c6ca9c336b66396f5467d05b517d0', 'https://shop.example/mon-15.jpg', 'shop.example', '11ymskwfv3jg0ch8cy9kjjbs8bhex752', 'waiting', 0, 1780313355624000, NULL);
INSERT INTO linked_images VALUES ('984bf0e6b9f2f432de0e562ebbcbda488a0fbd4c6cc6e8c6296010647cde41df', 'https://images.example/gone.jpg', 'images.example', 'mwre5vgbqvrw0y8qf622n9vtdqebg9f0', 'unused', 0, 1780313355824000, NULL);
INSERT INTO linked_images VALUES ('e1b2caf014d1b80fa6bdda4cde895a25da3066e1825ec5f87e3105b427d9f7eb', 'https://images.example/kept.jpg', 'images.example', '2ja7z0q015e2aah7hav2m6hh1wmnthn2', 'kept', 0, NULL, NULL);
INSERT INTO linked_images VALUES ('b1ddcd785e9ae098cc16079d84e6d3a8b5ff9cfcb545edd36ad2c2027be302ae', 'https://images.example/refused.jpg', 'images.example', 'bfx7t3j9gqdspcqge47x32vmmpdnt09p', 'given_up', 1, NULL, 'The server answered 301.');
INSERT INTO linked_images VALUES ('193de1a86b8727af8ea408725d86545cd82f2a0080d8dd54977c7e92b7e30404', 'https://images.example/slow.jpg', 'images.example', 'ee11q2a8tjz07haxrcvc17494nmdtj2e', 'waiting', 1, 1780316956124000, 'No answer.');
CREATE INDEX linked_images_due ON linked_images (host, due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX linked_images_key ON linked_images (key);
CREATE TABLE plant_linked_images (
    plant_id  INTEGER NOT NULL,
    image_id  TEXT NOT NULL,
    PRIMARY KEY (plant_id, image_id)
) STRICT;
INSERT INTO plant_linked_images VALUES (2, '5d8cd5f6290fc00f851e89ce254b6e8a9f1c6ca9c336b66396f5467d05b517d0');
INSERT INTO plant_linked_images VALUES (27, '193de1a86b8727af8ea408725d86545cd82f2a0080d8dd54977c7e92b7e30404');
INSERT INTO plant_linked_images VALUES (27, 'b1ddcd785e9ae098cc16079d84e6d3a8b5ff9cfcb545edd36ad2c2027be302ae');
INSERT INTO plant_linked_images VALUES (27, 'e1b2caf014d1b80fa6bdda4cde895a25da3066e1825ec5f87e3105b427d9f7eb');
CREATE INDEX plant_linked_images_image ON plant_linked_images (image_id);
CREATE TABLE bulk_edits (
    id               TEXT PRIMARY KEY,
    state            TEXT NOT NULL CHECK (state IN ('checking', 'checked', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
    selection        TEXT NOT NULL,
    changes          TEXT NOT NULL,
    asked_by         TEXT NOT NULL,
    asked_at         INTEGER NOT NULL,
    worked_at        INTEGER NOT NULL,
    report           TEXT NOT NULL,
    changing         INTEGER NOT NULL,
    unchanged        INTEGER NOT NULL,
    refused          INTEGER NOT NULL,
    adding           INTEGER NOT NULL CHECK (adding <= changing),
    checked_to       INTEGER NOT NULL,
    batches          INTEGER NOT NULL,
    position         INTEGER NOT NULL CHECK (position <= batches),
    updated          INTEGER NOT NULL,
    conflicts        INTEGER NOT NULL CHECK (updated + conflicts <= changing),
    conflict_plants  TEXT NOT NULL,
    reverted_to      INTEGER NOT NULL,
    reverted         INTEGER NOT NULL,
    kept_edits       TEXT NOT NULL,
    run_by           TEXT,
    run_by_name      TEXT,
    error            TEXT NOT NULL,
    confirmed_at     INTEGER,
    ended_at         INTEGER CHECK ((ended_at IS NULL) = (state IN ('checking', 'checked', 'running')))
) STRICT;
INSERT INTO bulk_edits VALUES ('blk_01kt1f3yagc2y26zecwbez7nk4', 'undone', '{"ids":[28,29],"filter":null,"query":{}}', '{"price":{"percent":"10"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313356624000, 1780313356924000, '{"preview":[{"plant":28,"name":"Salvia undone 0","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]},{"plant":29,"name":"Salvia undone 1","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 1, 2, 0, '', 29, 1, '{"count":1,"public":1,"plants":[{"plant":28,"name":"Salvia undone 0","fields":["price"]}]}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', '', 1780313356724000, 1780313356724000);
INSERT INTO bulk_edits VALUES ('blk_01kt1f3yx83nks4cqtkev02v97', 'done', '{"ids":[30,31],"filter":null,"query":{}}', '{"price":{"percent":"10"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313357224000, 1780313357324000, '{"preview":[{"plant":30,"name":"Salvia done 0","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]},{"plant":31,"name":"Salvia done 1","sku":null,"changes":[{"field":"price","before":"8.00","after":"8.80"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 1, 2, 0, '', 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', '', 1780313357324000, 1780313357324000);
INSERT INTO bulk_edits VALUES ('blk_01kt1f3z9rx5vmdazmt0jqgwz9', 'checked', '{"ids":[32,33],"filter":null,"query":{}}', '{"price":{"percent":"20"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313357624000, 1780313357624000, '{"preview":[{"plant":32,"name":"Salvia checked 0","sku":null,"changes":[{"field":"price","before":"5.00","after":"6.00"}]},{"plant":33,"name":"Salvia checked 1","sku":null,"changes":[{"field":"price","before":"5.00","after":"6.00"}]}],"refused":[]}', 2, 0, 0, 0, 0, 1, 0, 0, 0, '', 0, 0, '', NULL, NULL, '', NULL, NULL);
INSERT INTO bulk_edits VALUES ('blk_01kt1f3zp86cv40rd0ftef8545', 'running', '{"ids":[34,35,36],"filter":null,"query":{}}', '{"price":{"percent":"-10"}}', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313358024000, 1780313358324000, '{"preview":[{"plant":34,"name":"Salvia half done 0","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]},{"plant":35,"name":"Salvia half done 1","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]},{"plant":36,"name":"Salvia half done 2","sku":null,"changes":[{"field":"price","before":"10.00","after":"9.00"}]}],"refused":[]}', 3, 0, 0, 0, 0, 3, 1, 1, 0, '', 0, 0, '', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', '', 1780313358224000, NULL);
CREATE INDEX bulk_edits_moving ON bulk_edits (state, id) WHERE state IN ('checking', 'checked', 'running', 'undoing');
CREATE INDEX bulk_edits_age ON bulk_edits (asked_at);
CREATE TABLE bulk_edit_batches (
    bulk_edit_id  TEXT NOT NULL,
    number        INTEGER NOT NULL CHECK (number >= 0),
    plants        TEXT NOT NULL,
    PRIMARY KEY (bulk_edit_id, number)
) STRICT;
INSERT INTO bulk_edit_batches VALUES ('blk_01kt1f3z9rx5vmdazmt0jqgwz9', 0, '[[32,1],[33,1]]');
INSERT INTO bulk_edit_batches VALUES ('blk_01kt1f3zp86cv40rd0ftef8545', 1, '[[35,1]]');
INSERT INTO bulk_edit_batches VALUES ('blk_01kt1f3zp86cv40rd0ftef8545', 2, '[[36,1]]');
CREATE TABLE "plant_history" (
    plant_id    INTEGER NOT NULL,
    version     INTEGER NOT NULL CHECK (version >= 2),
    at          INTEGER NOT NULL,
    actor       TEXT NOT NULL,
    actor_name  TEXT NOT NULL,
    way         TEXT NOT NULL CHECK (way IN ('api', 'console', 'import', 'bulk', 'undo', 'store')),
    import_id   TEXT CHECK ((import_id IS NOT NULL) = (way IN ('import', 'bulk', 'undo'))),
    changes     TEXT,
    costs       TEXT CHECK (changes IS NOT NULL OR costs IS NOT NULL),
    PRIMARY KEY (plant_id, version)
) STRICT;
INSERT INTO plant_history VALUES (5, 2, 1780302540800000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["draft","active"]}', NULL);
INSERT INTO plant_history VALUES (6, 2, 1780302541000000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["active","archived"]}', NULL);
INSERT INTO plant_history VALUES (2, 2, 1780302541100000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"tag":["aroid",null],"stock_quantity":[3,2]}', NULL);
INSERT INTO plant_history VALUES (12, 2, 1780313351924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"name":["Acer campestre","Acer campestre ''Elsrijk''"],"price":["30.00",null],"currency":["EUR",null]}', NULL);
INSERT INTO plant_history VALUES (16, 2, 1780313352724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"tag":[null,"conifer"]}', NULL);
INSERT INTO plant_history VALUES (17, 2, 1780313353024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"price":["24.90","22.50"],"care.light":[["partial_shade"],null],"care.water":["high",null],"care.hardiness_rhs":["H5",null],"care.height_cm":[150,120],"care.flowering_months":[[6,7,8],null],"care.toxicity_pets":["harmful",null],"care.pollinator_friendly":[false,null]}', '{"supplier.name":["Bloem B.V.","Kwekerij Noord"],"supplier.code":["7012",null],"cost":["9.80","8.75"]}');
INSERT INTO plant_history VALUES (18, 2, 1780313353224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["active","archived"],"merged_into":[null,17]}', NULL);
INSERT INTO plant_history VALUES (17, 3, 1780313353224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"description":[null,"Blue or pink."]}', NULL);
INSERT INTO plant_history VALUES (23, 2, 1780313354224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3vwc3m4h6fraeqk642sh', '{"name":["Hebe rakaiensis","Hebe albicans"]}', '{"supplier.name":["Noord","Zuid"],"cost":["2.10","2.40"]}');
INSERT INTO plant_history VALUES (24, 2, 1780313354224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'import', 'imp_01kt1f3vwc3m4h6fraeqk642sh', '{"name":["Hebe pinguifolia","Hebe ''Sutherlandii''"]}', '{"supplier.name":["Noord","Zuid"],"cost":["1.90","2.20"]}');
INSERT INTO plant_history VALUES (24, 3, 1780313354424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, NULL, '{"cost":["2.20","2.30"]}');
INSERT INTO plant_history VALUES (23, 3, 1780313354524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undo', 'imp_01kt1f3vwc3m4h6fraeqk642sh', '{"name":["Hebe albicans","Hebe rakaiensis"]}', '{"supplier.name":["Zuid","Noord"],"cost":["2.40","2.10"]}');
INSERT INTO plant_history VALUES (24, 4, 1780313354524000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undo', 'imp_01kt1f3vwc3m4h6fraeqk642sh', '{"name":["Hebe ''Sutherlandii''","Hebe pinguifolia"]}', '{"supplier.name":["Zuid","Noord"]}');
INSERT INTO plant_history VALUES (25, 2, 1780313354724000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"}]]}', NULL);
INSERT INTO plant_history VALUES (25, 3, 1780313354824000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"}],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"}]]}', NULL);
INSERT INTO plant_history VALUES (25, 4, 1780313354924000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"}],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"},{"url":"/photos/5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y/full","alt":"Unused"}]]}', NULL);
INSERT INTO plant_history VALUES (25, 5, 1780313355024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"images":[[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"},{"url":"/photos/5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y/full","alt":"Unused"}],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"}]]}', NULL);
INSERT INTO plant_history VALUES (25, 6, 1780313355124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"status":["draft","active"]}', NULL);
INSERT INTO plant_history VALUES (25, 7, 1780313355224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"images":[[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/zznjrhrjjceh87qdvzm79j2zgt1jdy2e/full","alt":"In the event"}],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"}]]}', NULL);
INSERT INTO plant_history VALUES (25, 8, 1780313355324000, 'tok_01hzzzzzzz0000000000000000', 'Ada', 'api', NULL, '{"images":[[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"}],[{"url":"/photos/1rs16b8w1nahem1bydtm5pv70dhtmmh7/full","alt":"In both"},{"url":"/photos/dzhtmjadreab98e496fb3xw0stnxhajn/full","alt":"Of two plants"}]]}', NULL);
INSERT INTO plant_history VALUES (27, 2, 1780313355724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"images":[[{"url":"https://images.example/gone.jpg","alt":null},{"url":"https://images.example/kept.jpg","alt":null},{"url":"https://images.example/refused.jpg","alt":null},{"url":"https://images.example/slow.jpg","alt":null}],[{"url":"https://images.example/kept.jpg","alt":null},{"url":"https://images.example/refused.jpg","alt":null},{"url":"https://images.example/slow.jpg","alt":null}]]}', NULL);
INSERT INTO plant_history VALUES (28, 2, 1780313356724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3yagc2y26zecwbez7nk4', '{"price":["8.00","8.80"]}', NULL);
INSERT INTO plant_history VALUES (29, 2, 1780313356724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3yagc2y26zecwbez7nk4', '{"price":["8.00","8.80"]}', NULL);
INSERT INTO plant_history VALUES (28, 3, 1780313356824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"price":["8.80","7.50"]}', NULL);
INSERT INTO plant_history VALUES (29, 3, 1780313356924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'undo', 'blk_01kt1f3yagc2y26zecwbez7nk4', '{"price":["8.80","8.00"]}', NULL);
INSERT INTO plant_history VALUES (30, 2, 1780313357324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3yx83nks4cqtkev02v97', '{"price":["8.00","8.80"]}', NULL);
INSERT INTO plant_history VALUES (31, 2, 1780313357324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3yx83nks4cqtkev02v97', '{"price":["8.00","8.80"]}', NULL);
INSERT INTO plant_history VALUES (34, 2, 1780313358324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'bulk', 'blk_01kt1f3zp86cv40rd0ftef8545', '{"price":["10.00","9.00"]}', NULL);
INSERT INTO plant_history VALUES (35, 2, 1780313358424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', 'api', NULL, '{"price":["10.00","7.50"]}', NULL);
CREATE INDEX plant_history_at ON plant_history (at, plant_id, version);
CREATE INDEX plant_history_public ON plant_history (at, plant_id, version) WHERE changes IS NOT NULL;
CREATE INDEX plant_history_import ON plant_history (import_id, plant_id, version) WHERE import_id IS NOT NULL;
CREATE INDEX plants_name_key ON plants (name_key, id);
CREATE INDEX plants_price ON plants (price_order, id);
CREATE INDEX plants_stock ON plants (stock_quantity, id);
CREATE INDEX plants_pot ON plants (pot_order, id);
CREATE INDEX plants_without_key ON plants (name, id) WHERE name_key IS NULL;
CREATE INDEX plants_no_price ON plants (id) WHERE price IS NULL AND status = 'active';
CREATE INDEX plants_no_photo ON plants (id) WHERE images = '[]' AND status = 'active';
CREATE INDEX plants_out_of_stock ON plants (id) WHERE stock_quantity + 0 = 0 AND status = 'active';
CREATE INDEX plants_name_in_doubt ON plants (id) WHERE taxon = 'null' AND status = 'active';
CREATE TABLE plant_views (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    name_key    TEXT NOT NULL UNIQUE,
    query       TEXT NOT NULL,
    version     INTEGER NOT NULL CHECK (version >= 1),
    created_by  TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL
) STRICT;
INSERT INTO plant_views VALUES ('viw_01kt1f3xy0n0rkr32nmwxrv1dg', 'Dear roses', 'dear roses', '{"genus":"Rosa","price_from":"20","sort":"-price"}', 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313356224000, 1780313356224000);
INSERT INTO plant_views VALUES ('viw_01kt1f3y14x3tncr1khw1s86f1', 'From Zuid', 'from zuid', '{"supplier":"Zuid"}', 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313356324000, 1780313356324000);
CREATE TABLE photos (
    key           TEXT PRIMARY KEY,
    plant_id      INTEGER NOT NULL,
    content_hash  TEXT NOT NULL,
    size_bytes    INTEGER NOT NULL CHECK (size_bytes > 0),
    width         INTEGER NOT NULL CHECK (width > 0),
    height        INTEGER NOT NULL CHECK (height > 0),
    made_at       INTEGER NOT NULL,
    made_by       TEXT NOT NULL,
    unused_at     INTEGER
) STRICT;
INSERT INTO photos VALUES ('1rs16b8w1nahem1bydtm5pv70dhtmmh7', 25, '379dfbe6d05d8435a2cc5a77a58aecd71bff21898a9c1427f44e4c5127d09302', 147, 1600, 1200, 1780313354724000, 'tok_01hzzzzzzz0000000000000000', NULL);
INSERT INTO photos VALUES ('zznjrhrjjceh87qdvzm79j2zgt1jdy2e', 25, '293f9767e18cb4f948458f04bc5ad94ff4bc5885b1077f224d71afdab9662d69', 147, 1600, 1200, 1780313354824000, 'tok_01hzzzzzzz0000000000000000', NULL);
INSERT INTO photos VALUES ('5ekgm91asd9w8aa8r8dcb7vxh7e8hm8y', 25, 'febe1d741b49e5a9c31526728d8c5134a803adfc4c04c4f052673722ed85597e', 147, 1600, 1200, 1780313354924000, 'tok_01hzzzzzzz0000000000000000', 1780313355024000);
INSERT INTO photos VALUES ('dzhtmjadreab98e496fb3xw0stnxhajn', 25, '35814a902ac5107e15119e0aeee2caebff68c1ab7df2533a77a816a9bab075b0', 147, 1600, 1200, 1780313355324000, 'tok_01hzzzzzzz0000000000000000', NULL);
CREATE INDEX photos_unused ON photos (unused_at) WHERE unused_at IS NOT NULL;
CREATE TABLE photo_uses (
    photo_key  TEXT NOT NULL,
    plant_id   INTEGER NOT NULL,
    in_images  INTEGER NOT NULL CHECK (in_images IN (0, 1)),
    in_event   INTEGER NOT NULL CHECK (in_event IN (0, 1)),
    PRIMARY KEY (photo_key, plant_id),
    CHECK (in_images = 1 OR in_event = 1)
) STRICT;
INSERT INTO photo_uses VALUES ('1rs16b8w1nahem1bydtm5pv70dhtmmh7', 25, 1, 1);
INSERT INTO photo_uses VALUES ('zznjrhrjjceh87qdvzm79j2zgt1jdy2e', 25, 0, 1);
INSERT INTO photo_uses VALUES ('dzhtmjadreab98e496fb3xw0stnxhajn', 25, 1, 0);
INSERT INTO photo_uses VALUES ('dzhtmjadreab98e496fb3xw0stnxhajn', 26, 1, 0);
CREATE INDEX photo_uses_plant ON photo_uses (plant_id);
CREATE INDEX photo_uses_event ON photo_uses (photo_key, plant_id) WHERE in_images = 0;
CREATE TABLE alert_rules (
    rule        TEXT PRIMARY KEY,
    enabled     INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    threshold   INTEGER,
    changed_by  TEXT NOT NULL,
    changed_at  INTEGER NOT NULL
) STRICT;
INSERT INTO alert_rules VALUES ('receiver_failing', 1, 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313362324000);
INSERT INTO alert_rules VALUES ('audit', 0, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313362524000);
CREATE TABLE alert_channels (
    id             TEXT PRIMARY KEY,
    name           TEXT NOT NULL,
    kind           TEXT NOT NULL CHECK (kind IN ('email', 'slack', 'teams', 'discord', 'google_chat', 'webhook')),
    config         BLOB NOT NULL,
    shown          TEXT NOT NULL,
    person_id      TEXT,
    version        INTEGER NOT NULL,
    created_by     TEXT NOT NULL,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    disabled_at    INTEGER,
    last_sent_at   INTEGER,
    last_result    TEXT CHECK (last_result IN ('accepted', 'retry', 'refused')),
    last_words     TEXT CHECK ((last_words IS NULL) = (last_result IS NULL)),
    last_took_us   INTEGER,
    failing_since  INTEGER
) STRICT;
INSERT INTO alert_channels VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'The webhook', 'webhook', X'1687FDB91E02EF6F186C9178865F9C49F56DD23963C279F862471D79143C385CB0F54AD94A0CBC1DCE872190D8C44557BB70D8808D6D05611A4B8252980838A24F84BA4686BC2CB75110C6E482F46FB98268DF73C7240BFF8691E4B8D099B6A17D938DFCED981E019C83E2354769AF3CDB79E028100C5C59358594CECFC1FE3B016E1960C7E4B319372D0DF7E3465E941F0698115E53A349DF7C908618D0BAEE3A9D036034794BD86FF4AAE7840B92F2D51B9852F3BF86A65C227BDB7662745B05D1BA02D310455644DA261BB968569C47AFD75B0F23EB08C0AE2857198F30AF7CAF59F06C781E95F1F043C41E47B40AAF3BA29B5A60EBBDA21830E6B5009D3C827A9ABD30A480637804BFF4EE41EBC824DE', 'http://127.0.0.1:1024/…', NULL, 2, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313361824000, 1780313361924000, NULL, 1780313482924000, 'accepted', '127.0.0.1 answered 204.', 0, NULL);
INSERT INTO alert_channels VALUES ('chn_01kt1f43k89qsdmdtnrvrdsh2y', 'The email', 'email', X'DF8C685B002EE21112096028BB05199898176A80381A78181CFF1327FDF5DFF861BFEAF781EB01B683126AD27BE7DBD746F9DAD91DF7CB1EE98B45E9C4236F5E49', 'second@shop.example', 'per_01kt1f40c43ag1qs4wwh0a8hkn', 1, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313362024000, 1780313362024000, NULL, 1780313483024000, 'retry', '127.0.0.1 answered 503.', 0, 1780313483024000);
INSERT INTO alert_channels VALUES ('chn_01kt1f43pc9k9a9btykxkx8z6a', 'The chat', 'slack', X'5095D5C143E45C52F83FDE492271306FA10BFC0604F53DCE41D2C96F9F2D018C567E08C65A31D9B8EB2E8837ACF1EE6DB60D18B755B6CAC77B26311FFEEE8CAD39E0A20E6625867D842071467A2BE9F601E5', 'http://127.0.0.1:1024/…cdef', NULL, 2, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313362124000, 1780313362224000, 1780313362224000, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE alert_routes (
    channel_id  TEXT NOT NULL,
    rule        TEXT NOT NULL,
    wanted      INTEGER NOT NULL CHECK (wanted IN (0, 1)),
    PRIMARY KEY (channel_id, rule)
) STRICT;
INSERT INTO alert_routes VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'receiver_failing', 1);
INSERT INTO alert_routes VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'import_finished', 1);
CREATE TABLE alert_quiet_hours (
    scope             TEXT PRIMARY KEY,
    from_minute       INTEGER NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
    until_minute      INTEGER NOT NULL CHECK (until_minute BETWEEN 0 AND 1439),
    days              INTEGER NOT NULL CHECK (days BETWEEN 1 AND 127),
    critical_through  INTEGER NOT NULL CHECK (critical_through IN (0, 1)),
    CHECK (from_minute <> until_minute)
) STRICT;
INSERT INTO alert_quiet_hours VALUES ('', 1140, 450, 17, 1);
INSERT INTO alert_quiet_hours VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 0, 1439, 127, 0);
INSERT INTO alert_quiet_hours VALUES ('per_01kt1f40c43ag1qs4wwh0a8hkn', 720, 750, 64, 1);
CREATE TABLE alert_incidents (
    id                 TEXT PRIMARY KEY,
    rule               TEXT NOT NULL,
    subject            TEXT NOT NULL,
    subject_name       TEXT NOT NULL,
    facts              TEXT NOT NULL,
    began_at           INTEGER NOT NULL,
    opened_at          INTEGER NOT NULL,
    ended_at           INTEGER,
    acknowledged_at    INTEGER,
    acknowledged_by    TEXT CHECK ((acknowledged_by IS NULL) = (acknowledged_at IS NULL)),
    acknowledged_name  TEXT CHECK ((acknowledged_name IS NULL) = (acknowledged_at IS NULL)),
    muted_until        INTEGER
) STRICT;
INSERT INTO alert_incidents VALUES ('inc_01kt1f5ynwttzzrrn84wjk146t', 'receiver_failing', 'rcv_01gr5srpha3ha', 'accounts', '{"queued":12,"cause":"The receiver is unavailable (503)."}', 1780313350324000, 1780313422524000, NULL, NULL, NULL, NULL, 1780320682824000);
INSERT INTO alert_incidents VALUES ('inc_01kt1f5ynw2he2x6w9pdtsfrr8', 'receiver_disabled', 'rcv_01gr5st8krh8d', 'marketplace', '{"reason":"gone","queued":13}', 1780313350724000, 1780313422524000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO alert_incidents VALUES ('inc_01kt1f5ynwre4wytjm47x1cjgj', 'deliveries_exhausted', 'rcv_01gr5sn602t62', 'Titles', '{"count":1}', 1780313422524000, 1780313422524000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO alert_incidents VALUES ('inc_01kt1f5ynwwhfj9a794hh6bv7a', 'deliveries_exhausted', 'rcv_01gr5sq4kstwq', 'label printer', '{"count":1}', 1780313422524000, 1780313422524000, NULL, 1780313482724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'operator', NULL);
INSERT INTO alert_incidents VALUES ('inc_01kt1f5ynwn1t9rxxq2reg1c6t', 'backlog_old', '', '', '{"receiver":"Herbs"}', 1780302540500000, 1780313422524000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO alert_incidents VALUES ('inc_01kt1f5ynwe9rdxwggve8kbv18', 'import_finished', 'imp_01kt1f430gxvz80vefb2smy473', 'new', '{"person_id":null,"added":1,"updated":0,"skipped":0,"bad":0,"error":""}', 1780313361524000, 1780313422524000, 1780313422524000, NULL, NULL, NULL, NULL);
INSERT INTO alert_incidents VALUES ('inc_01kt1f9pg84ktxbs610g7b9d92', 'certificate_expiring', 'rcv_01gr6a78h5h71', 'Clinic', '{"ends_at":1781179200000000}', 1779969600000000, 1780313545224000, NULL, NULL, NULL, NULL, NULL);
CREATE UNIQUE INDEX alert_incidents_open ON alert_incidents (rule, subject) WHERE ended_at IS NULL;
CREATE INDEX alert_incidents_subject ON alert_incidents (rule, subject, opened_at);
CREATE INDEX alert_incidents_opened ON alert_incidents (opened_at, id);
CREATE INDEX alert_incidents_ended ON alert_incidents (ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE alert_announcements (
    channel_id    TEXT NOT NULL,
    incident_id   TEXT NOT NULL,
    announced_at  INTEGER,
    reminders     INTEGER NOT NULL,
    remind_at     INTEGER CHECK (remind_at IS NULL OR announced_at IS NOT NULL),
    closed_at     INTEGER,
    PRIMARY KEY (channel_id, incident_id)
) STRICT;
INSERT INTO alert_announcements VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'inc_01kt1f5ynwttzzrrn84wjk146t', 1780313482524000, 0, 1780317082524000, NULL);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43k89qsdmdtnrvrdsh2y', 'inc_01kt1f5ynwttzzrrn84wjk146t', 1780313482524000, 0, 1780317082524000, NULL);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'inc_01kt1f5ynw2he2x6w9pdtsfrr8', 1780313482524000, 0, 1780317082524000, NULL);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43k89qsdmdtnrvrdsh2y', 'inc_01kt1f5ynw2he2x6w9pdtsfrr8', 1780313482524000, 0, 1780317082524000, NULL);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'inc_01kt1f5ynwre4wytjm47x1cjgj', 1780313482524000, 0, 1780317082524000, NULL);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43k89qsdmdtnrvrdsh2y', 'inc_01kt1f5ynwre4wytjm47x1cjgj', 1780313482524000, 0, 1780317082524000, NULL);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'inc_01kt1f5ynwwhfj9a794hh6bv7a', 1780313482524000, 0, 1780317082524000, NULL);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43k89qsdmdtnrvrdsh2y', 'inc_01kt1f5ynwwhfj9a794hh6bv7a', 1780313482524000, 0, 1780317082524000, NULL);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'inc_01kt1f5ynwn1t9rxxq2reg1c6t', 1780313482524000, 0, 1780317082524000, NULL);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43k89qsdmdtnrvrdsh2y', 'inc_01kt1f5ynwn1t9rxxq2reg1c6t', 1780313482524000, 0, 1780317082524000, NULL);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'inc_01kt1f5ynwe9rdxwggve8kbv18', 1780313482524000, 0, NULL, 1780313482524000);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'inc_01kt1f9pg84ktxbs610g7b9d92', NULL, 0, NULL, NULL);
INSERT INTO alert_announcements VALUES ('chn_01kt1f43k89qsdmdtnrvrdsh2y', 'inc_01kt1f9pg84ktxbs610g7b9d92', NULL, 0, NULL, NULL);
CREATE INDEX alert_announcements_incident ON alert_announcements (incident_id);
CREATE INDEX alert_announcements_unfinished ON alert_announcements (channel_id, incident_id) WHERE closed_at IS NULL;
CREATE TABLE alert_pacing (
    channel_id  TEXT NOT NULL,
    rule        TEXT NOT NULL,
    sent_at     INTEGER NOT NULL,
    wait_s      INTEGER NOT NULL,
    PRIMARY KEY (channel_id, rule)
) STRICT;
INSERT INTO alert_pacing VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'backlog_old', 1780313482524000, 120);
INSERT INTO alert_pacing VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'receiver_failing', 1780313482524000, 120);
INSERT INTO alert_pacing VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'receiver_disabled', 1780313482524000, 120);
INSERT INTO alert_pacing VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'import_finished', 1780313482524000, 120);
INSERT INTO alert_pacing VALUES ('chn_01kt1f43d09eq5ywweydqexrny', 'deliveries_exhausted', 1780313482524000, 120);
INSERT INTO alert_pacing VALUES ('chn_01kt1f43k89qsdmdtnrvrdsh2y', 'backlog_old', 1780313482524000, 120);
INSERT INTO alert_pacing VALUES ('chn_01kt1f43k89qsdmdtnrvrdsh2y', 'receiver_failing', 1780313482524000, 120);
INSERT INTO alert_pacing VALUES ('chn_01kt1f43k89qsdmdtnrvrdsh2y', 'receiver_disabled', 1780313482524000, 120);
INSERT INTO alert_pacing VALUES ('chn_01kt1f43k89qsdmdtnrvrdsh2y', 'deliveries_exhausted', 1780313482524000, 120);
CREATE TABLE alert_messages (
    id               TEXT PRIMARY KEY,
    channel_id       TEXT NOT NULL,
    kind             TEXT NOT NULL,
    content          TEXT NOT NULL,
    created_at       INTEGER NOT NULL,
    state            TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'failed')),
    attempts         INTEGER NOT NULL,
    next_attempt_at  INTEGER CHECK ((next_attempt_at IS NOT NULL) = (state = 'pending')),
    claimed_by       TEXT,
    ended_at         INTEGER CHECK ((ended_at IS NULL) = (state = 'pending')),
    answer           TEXT
) STRICT;
INSERT INTO alert_messages VALUES ('msg_01kt1f7s8w2qr07k830fzz2gvm', 'chn_01kt1f43d09eq5ywweydqexrny', 'alert.opened', '{"id":"msg_01kt1f7s8w2qr07k830fzz2gvm","kind":"alert.opened","severity":"critical","title":"6 problems: A delivery has been queued for too long, and others","lines":["A delivery has been queued for too long. The oldest queued delivery is of 08:29, to Herbs.","accounts is failing. The receiver is unavailable (503). Failing since 11:29. 12 deliveries are queued; none is lost.","marketplace is disabled. It responded 410. Nothing is sent to it until someone resumes it. 13 deliveries are queued; none is lost.","Import finished: new. 1 plants added, 0 updated, 0 skipped, 0 rows with problems.","Deliveries to Titles were given up. 1 delivery failed in all attempts. Retry or cancel them.","Deliveries to label printer were given up. 1 delivery failed in all attempts. Retry or cancel them."],"created_at":1780313482524000,"link":"https://store.example/alerts","acknowledge_link":"","incident_ids":["inc_01kt1f5ynwn1t9rxxq2reg1c6t","inc_01kt1f5ynwttzzrrn84wjk146t","inc_01kt1f5ynw2he2x6w9pdtsfrr8","inc_01kt1f5ynwe9rdxwggve8kbv18","inc_01kt1f5ynwre4wytjm47x1cjgj","inc_01kt1f5ynwwhfj9a794hh6bv7a"]}', 1780313482524000, 'sent', 1, NULL, NULL, 1780313482924000, '127.0.0.1 answered 204.');
INSERT INTO alert_messages VALUES ('msg_01kt1f7s8wdnqwgb96w40tn9pt', 'chn_01kt1f43k89qsdmdtnrvrdsh2y', 'alert.opened', '{"id":"msg_01kt1f7s8wdnqwgb96w40tn9pt","kind":"alert.opened","severity":"critical","title":"5 problems: A delivery has been queued for too long, and others","lines":["A delivery has been queued for too long. The oldest queued delivery is of 08:29, to Herbs.","accounts is failing. The receiver is unavailable (503). Failing since 11:29. 12 deliveries are queued; none is lost.","marketplace is disabled. It responded 410. Nothing is sent to it until someone resumes it. 13 deliveries are queued; none is lost.","Deliveries to Titles were given up. 1 delivery failed in all attempts. Retry or cancel them.","Deliveries to label printer were given up. 1 delivery failed in all attempts. Retry or cancel them."],"created_at":1780313482524000,"link":"https://store.example/alerts","acknowledge_link":"","incident_ids":["inc_01kt1f5ynwn1t9rxxq2reg1c6t","inc_01kt1f5ynwttzzrrn84wjk146t","inc_01kt1f5ynw2he2x6w9pdtsfrr8","inc_01kt1f5ynwre4wytjm47x1cjgj","inc_01kt1f5ynwwhfj9a794hh6bv7a"]}', 1780313482524000, 'pending', 1, 1780313483024000, 'prc_01hzzzzzzz0000000000000000', NULL, '127.0.0.1 answered 503.');
CREATE INDEX alert_messages_pending ON alert_messages (next_attempt_at, id) WHERE state = 'pending';
CREATE INDEX alert_messages_age ON alert_messages (created_at, id);
CREATE INDEX imports_ended ON imports (ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE operational_events (
    id    TEXT PRIMARY KEY,
    type  TEXT NOT NULL,
    at    INTEGER NOT NULL,
    body  BLOB NOT NULL
) STRICT;
INSERT INTO operational_events VALUES ('ope_01kt1f42drtdfjxpkbtw17a0nn', 'receiver.disabled', 1780313360824000, X'7B2274797065223A2272656365697665722E64697361626C6564222C2274696D657374616D70223A22323032362D30362D30315431313A32393A32302E3832345A222C2264617461223A7B227265636569766572223A7B226964223A227263765F30316770776A63396A3034326D222C226E616D65223A2267617264656E2063656E747265227D2C22726561736F6E223A22676F6E65222C2264657461696C223A22497420726573706F6E646564203431302E222C226661696C696E675F73696E6365223A22323032362D30362D30315431313A32393A32302E3832345A222C22717565756564223A377D7D');
INSERT INTO operational_events VALUES ('ope_01kt1f42m01x0t122ca7av0xq8', 'receiver.disabled', 1780313361024000, X'7B2274797065223A2272656365697665722E64697361626C6564222C2274696D657374616D70223A22323032362D30362D30315431313A32393A32312E3032345A222C2264617461223A7B227265636569766572223A7B226964223A227263765F30316770776A63396A3034326D222C226E616D65223A2267617264656E2063656E747265227D2C22726561736F6E223A22676F6E65222C2264657461696C223A22497420726573706F6E646564203431302E222C226661696C696E675F73696E6365223A22323032362D30362D30315431313A32393A32312E3032345A222C22717565756564223A377D7D');
INSERT INTO operational_events VALUES ('ope_01kt1f42t81dk8va0ggq58xxrq', 'receiver.disabled', 1780313361224000, X'7B2274797065223A2272656365697665722E64697361626C6564222C2274696D657374616D70223A22323032362D30362D30315431313A32393A32312E3232345A222C2264617461223A7B227265636569766572223A7B226964223A227263765F30316770776A63396A3034326D222C226E616D65223A2267617264656E2063656E747265227D2C22726561736F6E223A22676F6E65222C2264657461696C223A22497420726573706F6E646564203431302E222C226661696C696E675F73696E6365223A22323032362D30362D30315431313A32393A32312E3232345A222C22717565756564223A377D7D');
INSERT INTO operational_events VALUES ('ope_01kt1f433myvdkphhrq474aagf', 'import.completed', 1780313361524000, X'7B2274797065223A22696D706F72742E636F6D706C65746564222C2274696D657374616D70223A22323032362D30362D30315431313A32393A32312E3532345A222C2264617461223A7B22696D706F7274223A7B226964223A22696D705F30316B7431663433306778767A38307665666232736D79343733222C226E616D65223A226E6577227D2C227374617465223A22646F6E65222C22626567616E5F6279223A7B226964223A22746F6B5F30316B716861666A3730726E7971666536707438327367327437222C226E616D65223A226F70657261746F72227D2C22636F6E6669726D65645F6279223A7B226964223A22746F6B5F30316B716861666A3730726E7971666536707438327367327437222C226E616D65223A226F70657261746F72227D2C22626567616E5F6174223A22323032362D30362D30315431313A32393A32312E3432345A222C22656E6465645F6174223A22323032362D30362D30315431313A32393A32312E3532345A222C22636F756E7473223A7B226E6577223A312C226368616E676564223A302C2270726573656E74223A302C22616C696B65223A302C22626164223A302C2269676E6F726564223A302C226164646564223A312C2275706461746564223A302C22736B6970706564223A307D2C226572726F72223A6E756C6C7D7D');
INSERT INTO operational_events VALUES ('ope_01kt1f9qz4bjjzgrtec508wtcs', 'import.completed', 1780313546724000, X'7B2274797065223A22696D706F72742E636F6D706C65746564222C2274696D657374616D70223A22323032362D30362D30315431313A33323A32362E3732345A222C2264617461223A7B22696D706F7274223A7B226964223A22696D705F30316B743166397177303178376264366B626179677230713531222C226E616D65223A2277726F6E67227D2C227374617465223A22646F6E65222C22626567616E5F6279223A7B226964223A22746F6B5F30316B716861666A3730726E7971666536707438327367327437222C226E616D65223A226F70657261746F72227D2C22636F6E6669726D65645F6279223A7B226964223A22746F6B5F30316B716861666A3730726E7971666536707438327367327437222C226E616D65223A226F70657261746F72227D2C22626567616E5F6174223A22323032362D30362D30315431313A33323A32362E3632345A222C22656E6465645F6174223A22323032362D30362D30315431313A33323A32362E3732345A222C22636F756E7473223A7B226E6577223A312C226368616E676564223A302C2270726573656E74223A302C22616C696B65223A302C22626164223A302C2269676E6F726564223A302C226164646564223A312C2275706461746564223A302C22736B6970706564223A307D2C226572726F72223A6E756C6C7D7D');
CREATE INDEX operational_events_at ON operational_events (at);
CREATE TABLE operational_subscribers (
    id                  TEXT PRIMARY KEY,
    name                TEXT NOT NULL,
    url                 TEXT NOT NULL,
    types               TEXT NOT NULL,
    version             INTEGER NOT NULL CHECK (version >= 1),
    token               BLOB NOT NULL,
    secret              BLOB NOT NULL,
    old_secret          BLOB,
    old_secret_ends_at  INTEGER CHECK ((old_secret IS NULL) = (old_secret_ends_at IS NULL)),
    created_by          TEXT NOT NULL,
    created_at          INTEGER NOT NULL,
    updated_at          INTEGER NOT NULL,
    disabled_at         INTEGER,
    disabled_reason     TEXT CHECK ((disabled_reason IS NULL) = (disabled_at IS NULL)),
    failing_since       INTEGER
) STRICT;
INSERT INTO operational_subscribers VALUES ('ops_01kt1f427gjsrqdaftpwcbk4xn', 'active', 'http://127.0.0.1:40011/operations', 'receiver.disabled receiver.recovered delivery.exhausted import.completed', 1, X'2EFEFC0ACC8E0E81DB64D63EAF37BE7D9FC2D3627AA23273C6F2C1852D22223623978D83A01B42B3CFB8B5AA77991FF3710C7D16749A1B341ED02826070E38DD198726775FA15E3ABF1FD92229F1FCFB', X'EB0B21C4331BE44BD60DBC59DE96A1AD13A8B7C8761150C4DCE3838AD11DB22AF1F48BA5C7E13AA66AC3FF761A218C6826E02255745CA31241157F3307E165B613F168D01D3D613E0834BD619EC8', X'66921D0922BF6C04CFE34224C1924B599BF11FEF12A183ADD670979F86DBB1D807B6088D5C70718024DFF4D28A7BD51F5DB3F0A1FD44169F70E755977239B63A729AF292A8C39FF6A2427820E24D', 1780399762000000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313360624000, 1780313360624000, NULL, NULL, NULL);
INSERT INTO operational_subscribers VALUES ('ops_01kt1f42amkwtnt4aw7eazbhmh', 'turned off', 'http://127.0.0.1:1024/operations', 'receiver.disabled', 2, X'774CB80AC35C1024556260A7EFBBA5AED8B6E76B9531F1A886C48FBD420C0A1F21E1EBF2824CC32EF606FAAB809AAE1745A186C9F5480B9A0D66559E97DE3CBDA7629F3EC0622482EFDC4A22CA25829D', X'49F390AFDB221CAA6E5257E58792B3E1A15EF6B949A7EB87D9A2A00A3595ECC584C45C98E5106D671B7D456752D97F61C33B78E5DA526012ED234D6615A0FC16F27930398F005A17F857A14DB88F', NULL, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313360724000, 1780313361624000, 1780313361624000, 'person', NULL);
CREATE TABLE operational_deliveries (
    subscriber_id    TEXT NOT NULL,
    event_id         TEXT NOT NULL,
    state            TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'given_up')),
    attempts         INTEGER NOT NULL CHECK (attempts >= 0),
    began_at         INTEGER NOT NULL,
    next_attempt_at  INTEGER NOT NULL,
    last_attempt_at  INTEGER,
    last_outcome     TEXT,
    last_status      INTEGER,
    last_detail      TEXT NOT NULL,
    ended_at         INTEGER CHECK ((ended_at IS NULL) = (state = 'waiting')),
    PRIMARY KEY (subscriber_id, event_id)
) STRICT;
INSERT INTO operational_deliveries VALUES ('ops_01kt1f427gjsrqdaftpwcbk4xn', 'ope_01kt1f42drtdfjxpkbtw17a0nn', 'delivered', 1, 1780313360824000, 1780313360824000, 1780313360924000, 'accepted', 204, '', 1780313360924000);
INSERT INTO operational_deliveries VALUES ('ops_01kt1f42amkwtnt4aw7eazbhmh', 'ope_01kt1f42drtdfjxpkbtw17a0nn', 'waiting', 0, 1780313360824000, 1780313360824000, NULL, NULL, NULL, '', NULL);
INSERT INTO operational_deliveries VALUES ('ops_01kt1f427gjsrqdaftpwcbk4xn', 'ope_01kt1f42m01x0t122ca7av0xq8', 'given_up', 0, 1780313361024000, 1780313361024000, NULL, NULL, NULL, '', 1780313361124000);
INSERT INTO operational_deliveries VALUES ('ops_01kt1f42amkwtnt4aw7eazbhmh', 'ope_01kt1f42m01x0t122ca7av0xq8', 'waiting', 0, 1780313361024000, 1780313361024000, NULL, NULL, NULL, '', NULL);
INSERT INTO operational_deliveries VALUES ('ops_01kt1f427gjsrqdaftpwcbk4xn', 'ope_01kt1f42t81dk8va0ggq58xxrq', 'waiting', 1, 1780313361224000, 1780313366324000, 1780313361324000, 'refused', 503, 'It responded 503.', NULL);
INSERT INTO operational_deliveries VALUES ('ops_01kt1f42amkwtnt4aw7eazbhmh', 'ope_01kt1f42t81dk8va0ggq58xxrq', 'waiting', 0, 1780313361224000, 1780313361224000, NULL, NULL, NULL, '', NULL);
INSERT INTO operational_deliveries VALUES ('ops_01kt1f427gjsrqdaftpwcbk4xn', 'ope_01kt1f433myvdkphhrq474aagf', 'waiting', 0, 1780313361524000, 1780313361524000, NULL, NULL, NULL, '', NULL);
INSERT INTO operational_deliveries VALUES ('ops_01kt1f427gjsrqdaftpwcbk4xn', 'ope_01kt1f9qz4bjjzgrtec508wtcs', 'waiting', 0, 1780313546724000, 1780313546724000, NULL, NULL, NULL, '', NULL);
CREATE INDEX operational_deliveries_due ON operational_deliveries (subscriber_id, next_attempt_at) WHERE state = 'waiting';
CREATE INDEX operational_deliveries_event ON operational_deliveries (event_id);
CREATE TABLE people (
    id              TEXT PRIMARY KEY,
    name            TEXT NOT NULL,
    email           TEXT,
    email_key       TEXT UNIQUE CHECK ((email_key IS NULL) = (email IS NULL)),
    role            TEXT NOT NULL CHECK (role IN ('staff', 'integrator', 'operator')),
    limited         INTEGER NOT NULL CHECK (limited = 0 OR (limited = 1 AND role = 'integrator')),
    created_at      INTEGER NOT NULL,
    created_by      TEXT NOT NULL,
    deactivated_at  INTEGER,
    last_seen_at    INTEGER
) STRICT;
INSERT INTO people VALUES ('per_01kt1f4090b79zkwxq535dn3kn', 'Owner', NULL, NULL, 'operator', 0, 1780313358624000, 'store', NULL, NULL);
INSERT INTO people VALUES ('per_01kt1f40c43ag1qs4wwh0a8hkn', 'Second operator', 'Second@Shop.example', 'second@shop.example', 'operator', 0, 1780313358724000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, NULL);
INSERT INTO people VALUES ('per_01kt1f40f8dw849w2hwrz52gh4', 'Staff', 'staff@shop.example', 'staff@shop.example', 'staff', 0, 1780313358824000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313359224000);
INSERT INTO people VALUES ('per_01kt1f40jcbztta397zhwtrm25', 'Invited', NULL, NULL, 'staff', 0, 1780313358924000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, NULL);
INSERT INTO people VALUES ('per_01kt1f40ng7x69q1c0t9j0sk7m', 'Integrator', NULL, NULL, 'integrator', 1, 1780313359024000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313359324000);
INSERT INTO people VALUES ('per_01kt1f40rmqfw79tw975vcje9f', 'Gone', 'gone@shop.example', 'gone@shop.example', 'operator', 0, 1780313359124000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 1780313360524000, 1780313359424000);
INSERT INTO people VALUES ('per_01kt1f9q981my6r3ejejwbmyn4', 'Newcomer', NULL, NULL, 'operator', 0, 1780313546024000, 'tok_01kt1f9q649ggnkkcwb4f95v3m', NULL, 1780313546124000);
CREATE INDEX people_role ON people (role, id) WHERE deactivated_at IS NULL;
CREATE TABLE people_receivers (
    person_id    TEXT NOT NULL,
    receiver_id  INTEGER NOT NULL,
    PRIMARY KEY (person_id, receiver_id)
) STRICT;
INSERT INTO people_receivers VALUES ('per_01kt1f40ng7x69q1c0t9j0sk7m', 54848669721038932);
CREATE INDEX people_receivers_receiver ON people_receivers (receiver_id);
CREATE INDEX tokens_person ON tokens (person_id) WHERE person_id IS NOT NULL;
CREATE TABLE "sessions" (
    hash        BLOB PRIMARY KEY,
    token_id    TEXT,
    person_id   TEXT CHECK ((person_id IS NULL) <> (token_id IS NULL)),
    opened_at   INTEGER NOT NULL,
    proved_at   INTEGER NOT NULL CHECK (proved_at >= opened_at),
    seen_at     INTEGER NOT NULL,
    created_by  TEXT,
    way         TEXT NOT NULL CHECK (way IN ('token', 'link', 'passkey', 'openid')),
    device      TEXT NOT NULL,
    remembered  INTEGER NOT NULL CHECK (remembered IN (0, 1)),
    makers      TEXT NOT NULL
) STRICT;
INSERT INTO sessions VALUES (X'D3C628935C49FB732F415372CC6DACE1F1B047E98D2A37136CD53F191D7E689C', NULL, 'per_01kt1f40f8dw849w2hwrz52gh4', 1780313359224000, 1780313359224000, 1780313359224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'link', 'Firefox on Linux', 1, '');
INSERT INTO sessions VALUES (X'8F89C1DFBFEDCA523492421C7BCE1182A20C541F3EF81EF9D97968BECA59B706', NULL, 'per_01kt1f40ng7x69q1c0t9j0sk7m', 1780313359324000, 1780313359324000, 1780313359324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'link', 'Firefox on Linux', 0, '');
INSERT INTO sessions VALUES (X'AB3BEEEF9BABBBE98C0029EEBFE55A7E81573DE713ABF3BF9C4C46F273DD7418', NULL, 'per_01kt1f9q981my6r3ejejwbmyn4', 1780313546124000, 1780313546124000, 1780313546124000, 'tok_01kt1f9q649ggnkkcwb4f95v3m', 'link', '', 0, '');
INSERT INTO sessions VALUES (X'FD0EC960B297169DC8913EA99F2B5F64A3BC051C8F7CD998503DE9C208BACF09', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313547424000, 1780313547424000, 1780313547424000, NULL, 'token', '', 0, '');
INSERT INTO sessions VALUES (X'DAEC8BF7826916A905ECDD980763D726CFDE65244FE9F71A130385C8D554BAF1', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780313547524000, 1780313547524000, 1780315047924000, NULL, 'token', '', 0, '');
INSERT INTO sessions VALUES (X'F39AE27B817EFCE26EAE418E988F466B46A63FA5AD1E3D737616022EFFC4CEFE', 'tok_01kt1gqj2rz1nkgnvkkbtr6km4', NULL, 1780315048124000, 1780315048124000, 1780315048124000, NULL, 'token', '', 0, '');
INSERT INTO sessions VALUES (X'CB210E0F0ABBA72BC9125230869A12AB60DCB0C6E5EAB4C9F70BDE0D6C984F79', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 1780315048424000, 1780315048424000, 1780315048424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'link', '', 0, '');
CREATE INDEX sessions_token ON sessions (token_id) WHERE token_id IS NOT NULL;
CREATE INDEX sessions_person ON sessions (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX sessions_age ON sessions (seen_at);
CREATE TABLE "sign_in_links" (
    hash        BLOB PRIMARY KEY,
    token_id    TEXT,
    person_id   TEXT CHECK ((person_id IS NULL) <> (token_id IS NULL)),
    kind        TEXT NOT NULL CHECK (kind IN ('owner', 'sign_in', 'invitation', 'recovery')),
    created_at  INTEGER,
    expires_at  INTEGER NOT NULL,
    used_at     INTEGER,
    created_by  TEXT,
    makers      TEXT NOT NULL
) STRICT;
INSERT INTO sign_in_links VALUES (X'8FC23FDF375171C474413C235D2BC442750DD8D31D5687AAC4DEFAF1A52B4E52', NULL, 'per_01kt1f40f8dw849w2hwrz52gh4', 'invitation', 1780313358824000, 1780918158824000, 1780313359224000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', '');
INSERT INTO sign_in_links VALUES (X'00FED523B67DD4E07875D2FBC3C767A8432E1938050B8079E76EED0E5F99F8DD', NULL, 'per_01kt1f40jcbztta397zhwtrm25', 'invitation', 1780313358924000, 1780918158924000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', '');
INSERT INTO sign_in_links VALUES (X'A2EABB42EF99003FB2C62A9BD18E7134503F3B09C7858C6D458EF6D112E4C306', NULL, 'per_01kt1f40ng7x69q1c0t9j0sk7m', 'invitation', 1780313359024000, 1780918159024000, 1780313359324000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', '');
INSERT INTO sign_in_links VALUES (X'6198B46A7A0F7656AE59C410DAF97BB2E8B4CE725F5EDC6E8BEEDB4AFD266902', NULL, 'per_01kt1f40rmqfw79tw975vcje9f', 'invitation', 1780313359124000, 1780918159124000, 1780313359424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', '');
INSERT INTO sign_in_links VALUES (X'449E814A1D3322CECC4BD58034C3EF0DD7A311F3AAAAC423EAF953AE53AAAA2D', NULL, 'per_01kt1f40c43ag1qs4wwh0a8hkn', 'recovery', 1780313359524000, 1780316959524000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', '');
INSERT INTO sign_in_links VALUES (X'22A02A7044BC8216E47EB655BEDCE3DC0AA6DF666CEBEC8BDB96CA50AA942071', NULL, 'per_01kt1f9q981my6r3ejejwbmyn4', 'invitation', 1780313546024000, 1780918346024000, 1780313546124000, 'tok_01kt1f9q649ggnkkcwb4f95v3m', '');
INSERT INTO sign_in_links VALUES (X'45749762C5DFE8449E0E4F5494AB00E53CC25B1FA25DE341B30DA3D89BA870C4', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 'owner', 1780314747824000, 1780315347824000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', '');
INSERT INTO sign_in_links VALUES (X'D2054E8D69230C17834A405006C3F3E14F344DCEC9A6CE54B42CB953B8E6CA53', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 'owner', 1780315048224000, 1780315648224000, NULL, 'tok_01kqhafj70rnyqfe6pt82sg2t7', '');
INSERT INTO sign_in_links VALUES (X'04499C518AB980F2BE984ED2A5ECCAFC448763C09F6C46BE77EBD68D3A3F8365', 'tok_01kqhafj70rnyqfe6pt82sg2t7', NULL, 'owner', 1780315048324000, 1780315648324000, 1780315048424000, 'tok_01kqhafj70rnyqfe6pt82sg2t7', '');
CREATE INDEX sign_in_links_age ON sign_in_links (expires_at);
CREATE INDEX sign_in_links_person ON sign_in_links (person_id) WHERE person_id IS NOT NULL;
CREATE TABLE passkeys (
    id             TEXT PRIMARY KEY,
    person_id      TEXT NOT NULL,
    credential_id  BLOB NOT NULL UNIQUE,
    credential     BLOB NOT NULL,
    rp_id          TEXT NOT NULL,
    sign_count     INTEGER NOT NULL CHECK (sign_count >= 0),
    name           TEXT NOT NULL,
    backed_up      INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
    created_at     INTEGER NOT NULL,
    last_used_at   INTEGER,
    suspicious_at  INTEGER
, makers TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO passkeys VALUES ('psk_01kt1f4188pr6b1e1n48s0k6cc', 'per_01kt1f4090b79zkwxq535dn3kn', X'63726564656E7469616C206F66207468652070686F6E65', X'00000000000000000000000000000000001763726564656E7469616C206F66207468652070686F6E65A50102032620012158206A22A1C96F4C52C8012833A59F1A6B72AEE644984CB84FFFA3FD291A65E97AD22258201A4E8DE3FDFFCDADC87FC4D4E7DB8C610A6B2F84929FBAD1F4B2B5125898BAEF', 'store.example', 3, 'Phone', 1, 1780313359624000, 1780313359824000, NULL, '');
INSERT INTO passkeys VALUES ('psk_01kt1f41bcn8g6fdm01084vkzx', 'per_01kt1f4090b79zkwxq535dn3kn', X'63726564656E7469616C206F662074686520636F70696564206B6579', X'00000000000000000000000000000000001C63726564656E7469616C206F662074686520636F70696564206B6579A50102032620012158204A6F1DE36E35B552DD24178D35F1CB38C92E375CB2460BA039C9A3C1258658C6225820652738AC517935534179567064B2AC5EA94568B79346127729B465179CA2825E', 'store.example', 9, 'Copied key', 0, 1780313359724000, 1780313359924000, 1780313360024000, '');
INSERT INTO passkeys VALUES ('psk_01kt1f9qjm4x8wkjsfstt2y1sh', 'per_01kt1f9q981my6r3ejejwbmyn4', X'63726564656E7469616C206F6620746865206E65772070686F6E65', X'00000000000000000000000000000000001B63726564656E7469616C206F6620746865206E65772070686F6E65A5010203262001215820ED4A2BB85C6507E068EDF29B7BFFD8E08B88ADB6E23D05D5CC88DAE0B9BA2406225820012C55AD3CD1C6F73017D19307816C258827ACBC14BFD6EA6D9752D4494E5163', 'store.example', 0, 'New phone', 0, 1780313546324000, NULL, NULL, 'tok_01kt1f9q649ggnkkcwb4f95v3m');
CREATE INDEX passkeys_person ON passkeys (person_id, id);
CREATE TABLE passkey_handles (
    person_id  TEXT PRIMARY KEY,
    handle     BLOB NOT NULL UNIQUE
) STRICT;
INSERT INTO passkey_handles VALUES ('per_01kt1f4090b79zkwxq535dn3kn', X'23A7BE774C664E67B8604B4DC1130EF9B438DBBF3F00198D5751ADE86014BB72');
INSERT INTO passkey_handles VALUES ('per_01kt1f9q981my6r3ejejwbmyn4', X'82AFC7A553F064788DCF25EFB76FBB2EDA4050D16DFE8ED3C45410D218FA94CB');
CREATE TABLE used_challenges (
    hash     BLOB PRIMARY KEY,
    used_at  INTEGER NOT NULL
) STRICT;
INSERT INTO used_challenges VALUES (X'7AD88C2AAE6B4E40F78F6C73B611DDF38C5C34F2ECA7DC1FFF0C43C8BB026572', 1780313359624000);
INSERT INTO used_challenges VALUES (X'C6745FA890F8AED8EAAA64C9BAC6038F8CA57DE4B104C3449CD8CF9C21838E8F', 1780313359724000);
INSERT INTO used_challenges VALUES (X'A7937B64B8CAA58F03721BB6BACF5C78CB235FEBE0E70B1B84CD99541461A08E', 1780313359824000);
INSERT INTO used_challenges VALUES (X'16367AACB67A4A017C8DA8AB95682CCB390863780F7114DDA0A0E0C55644C7C4', 1780313359924000);
INSERT INTO used_challenges VALUES (X'B1E99324505BD32DA0E1F85DCF5E19A09DB0481E8A15F62C41EB320304A8E927', 1780313360024000);
INSERT INTO used_challenges VALUES (X'12B7D39D84BD7D907E151A38C491CBC569DE1A1EAB0F46A4FF4EE33E21F5BCAB', 1780313546324000);
CREATE INDEX used_challenges_age ON used_challenges (used_at);
CREATE TABLE identities (
    issuer        TEXT NOT NULL,
    subject       TEXT NOT NULL,
    person_id     TEXT NOT NULL,
    created_at    INTEGER NOT NULL,
    last_used_at  INTEGER NOT NULL, makers TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (issuer, subject)
) STRICT;
INSERT INTO identities VALUES ('https://login.example', 'account 17', 'per_01kt1f40f8dw849w2hwrz52gh4', 1780313360324000, 1780313360324000, '');
INSERT INTO identities VALUES ('https://login.example', 'account 18', 'per_01kt1f9q981my6r3ejejwbmyn4', 1780313546424000, 1780313546424000, 'tok_01kt1f9q649ggnkkcwb4f95v3m');
CREATE INDEX identities_person ON identities (person_id);
CREATE TABLE openid_attempts (
    hash        BLOB PRIMARY KEY,
    browser     BLOB NOT NULL,
    created_at  INTEGER NOT NULL,
    session     BLOB,
    link        BLOB,
    remembered  INTEGER NOT NULL CHECK (remembered IN (0, 1)),
    following   TEXT NOT NULL,
    kept        TEXT NOT NULL
) STRICT;
INSERT INTO openid_attempts VALUES (X'7373737373737373737373737373737373737373737373737373737373737373', X'6262626262626262626262626262626262626262626262626262626262626262', 1780313360424000, NULL, NULL, 1, '/plants', '');
CREATE INDEX openid_attempts_age ON openid_attempts (created_at);
CREATE INDEX activity_subject ON activity (subject, id);
CREATE INDEX activity_person ON activity (person_id, id) WHERE person_id IS NOT NULL;
CREATE INDEX tokens_makers ON tokens (makers) WHERE makers > '';
CREATE TABLE receiver_filters (
    receiver_id  INTEGER NOT NULL,
    first        INTEGER NOT NULL CHECK (first >= 1),
    pattern      TEXT,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (receiver_id, first)
) STRICT;
INSERT INTO receiver_filters VALUES (54893998082851692, 1, '{"or":[{"tag":["aroid","aquatic"]},{"name":[{"prefix":"Rosa"},{"prefix":"Tilia"}]}]}', 1780313349024000);
INSERT INTO receiver_filters VALUES (54893998082851692, 6, '{"name":{"prefix":"Salix"}}', 1780313349124000);
INSERT INTO receiver_filters VALUES (54894000182849255, 1, '{"or":[{"tag":["aroid","aquatic"]},{"name":[{"prefix":"Rosa"},{"prefix":"Tilia"}]}]}', 1780313349524000);
INSERT INTO receiver_filters VALUES (54894562636645336, 9, '{"or":[{"tag":["aroid","aquatic"]},{"name":[{"prefix":"Rosa"},{"prefix":"Tilia"}]}]}', 1780313483624000);
CREATE TABLE filter_pages (
    receiver_id  INTEGER NOT NULL,
    page         INTEGER NOT NULL CHECK (page >= 0),
    before       INTEGER NOT NULL CHECK (before >= 0),
    known_to     INTEGER NOT NULL,
    bits         BLOB NOT NULL,
    PRIMARY KEY (receiver_id, page)
) STRICT;
INSERT INTO filter_pages VALUES (54893998082851692, 0, 0, 15, X'56');
INSERT INTO filter_pages VALUES (54894000182849255, 0, 0, 15, X'36');
INSERT INTO filter_pages VALUES (54894562636645336, 0, 0, 15, X'');
CREATE TABLE receiver_headers (
    receiver_id  INTEGER NOT NULL,
    name         TEXT NOT NULL,
    sealed       BLOB NOT NULL,
    PRIMARY KEY (receiver_id, name)
) STRICT;
INSERT INTO receiver_headers VALUES (54893980049260238, 'x-api-key', X'8D7EF58CA9874FC40D57D2FBEB71A72E19BB5ECDC1661D0FE0E0935211DE5C04D1847C84B4BCCD4DD61EFFF48EF0D3A9F8A3');
INSERT INTO receiver_headers VALUES (54893980049260238, 'x-shop', X'37775EF6CBD1081BC8BE37FB8E2CF0F224B6BE689E782DED5A8E0C823D204F2E5516');
CREATE TABLE receiver_certificates (
    receiver_id  INTEGER NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('ca', 'client')),
    position     INTEGER NOT NULL CHECK (position >= 0),
    pem          TEXT NOT NULL,
    subject      TEXT NOT NULL,
    issuer       TEXT NOT NULL,
    sha256       TEXT NOT NULL,
    ends_at      INTEGER NOT NULL,
    sealed_key   BLOB,
    PRIMARY KEY (receiver_id, kind, position)
) STRICT;
INSERT INTO receiver_certificates VALUES (54894568092251712, 'ca', 0, '-----BEGIN CERTIFICATE-----
MIIBNTCB6KADAgECAgkAgyoYttKziX0wBQYDK2VwMBUxEzARBgNVBAMMCkdhcmRl
bnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBUxEzARBgNV
BAMMCkdhcmRlbnMgQ0EwKjAFBgMrZXADIQDjg/ByAu2ihoK+m49JO697eDYKEXdI
xtsyZ8Xc2KjkrKNTMFEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU4HuS0frw
KxUfRtJfWmiGPdvmGSUwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUw
BQYDK2VwA0EA1dXDn3l73v6BMpD34XLKnV3ktkvP5l6KmXgSQ4B7JvGOnJt85Vg8
Cy8Nr+3CsmbsCphltA/AxV+a0DIlh+2rDw==
-----END CERTIFICATE-----
', 'CN=Gardens CA', 'CN=Gardens CA', '9f661c32460f28fc8cd3bf6fb8c1fa9979994436a85bedc9d39de918f5f19f82', 3786912000000000, NULL);
INSERT INTO receiver_certificates VALUES (54894568092251712, 'ca', 1, '-----BEGIN CERTIFICATE-----
MIIBPDCB76ADAgECAggOwowCkDsL0zAFBgMrZXAwGTEXMBUGA1UEAwwOT2xkIEdh
cmRlbnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBkxFzAV
BgNVBAMMDk9sZCBHYXJkZW5zIENBMCowBQYDK2VwAyEAu/eZQetUHdaqKBESWZeT
5ozJoYcFwaNt8iIJ5HttP0ijUzBRMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYE
FDumxDAewv6Ra9wGsIcs6I9LCJvQMB8GA1UdIwQYMBaAFDumxDAewv6Ra9wGsIcs
6I9LCJvQMAUGAytlcANBANvFUj6hh3cngQpOmsjNM3k6skUVi781CGRaI8PSsAFR
Vc9HdLhqDf+XblPiwpNo9XiNd51M2o/tXrqOG2b1jgk=
-----END CERTIFICATE-----
', 'CN=Old Gardens CA', 'CN=Old Gardens CA', '66e84df5c310e7a4b002090c57095eec349518b2c0e8373a065bee6c8e0058c2', 3786912000000000, NULL);
INSERT INTO receiver_certificates VALUES (54894568092251712, 'client', 0, '-----BEGIN CERTIFICATE-----
MIIBPTCB8KADAgECAggY0daLU1RtbjAFBgMrZXAwFTETMBEGA1UEAwwKR2FyZGVu
cyBDQTAgFw0yNjAxMDEwMDAwMDBaGA8yMDkwMDEwMTAwMDAwMFowEDEOMAwGA1UE
AwwFc3RvcmUwKjAFBgMrZXADIQD28aSKtAMGUVOg9QuZXLkkOL6ormnoBrU4aWaz
pSY7DqNhMF8wDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQUAxKZRuiY4S3YJm/0F+MU
JvSCbXkwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUwDwYDVR0RBAgw
BocEfwAAATAFBgMrZXADQQAbL81eRVnq0g2IHOyQMk6TebV5ooqJO/DM3XKWgRwd
LNYJIG6b8udAcCOrxZ85dwjWl0q80u0CxZrQXfsomacC
-----END CERTIFICATE-----
', 'CN=store', 'CN=Gardens CA', 'accd65e81d48f4da29f47c35e6881a163d77a9c5e58cbd9b7346a26a54782fef', 3786912000000000, X'C99966EDC9D8755C2E031D6E243E1DF3261C29C1EDF5E411C33DA3E322E2D5B46DFE91474132D077B3F8E9BC4F28138BF1232030C5F392C135D77154DB05A8D9DD19559624D4FA3FF63CAB326D39A03DD7E2E0985876C4A6F4F7AAEF0A4B4D8341A552D139422B00CDF21FA9AB6F083C58D62B528C2EEE21AEEF9160AB3335ADB82448E37B0177FE16F3F3C072B4B16A1B21EE');
INSERT INTO receiver_certificates VALUES (54894568092251712, 'client', 1, '-----BEGIN CERTIFICATE-----
MIIBNTCB6KADAgECAgkAgyoYttKziX0wBQYDK2VwMBUxEzARBgNVBAMMCkdhcmRl
bnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBUxEzARBgNV
BAMMCkdhcmRlbnMgQ0EwKjAFBgMrZXADIQDjg/ByAu2ihoK+m49JO697eDYKEXdI
xtsyZ8Xc2KjkrKNTMFEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU4HuS0frw
KxUfRtJfWmiGPdvmGSUwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUw
BQYDK2VwA0EA1dXDn3l73v6BMpD34XLKnV3ktkvP5l6KmXgSQ4B7JvGOnJt85Vg8
Cy8Nr+3CsmbsCphltA/AxV+a0DIlh+2rDw==
-----END CERTIFICATE-----
', 'CN=Gardens CA', 'CN=Gardens CA', '9f661c32460f28fc8cd3bf6fb8c1fa9979994436a85bedc9d39de918f5f19f82', 3786912000000000, NULL);
INSERT INTO receiver_certificates VALUES (54894568928363745, 'ca', 0, '-----BEGIN CERTIFICATE-----
MIIBNTCB6KADAgECAgkAgyoYttKziX0wBQYDK2VwMBUxEzARBgNVBAMMCkdhcmRl
bnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBUxEzARBgNV
BAMMCkdhcmRlbnMgQ0EwKjAFBgMrZXADIQDjg/ByAu2ihoK+m49JO697eDYKEXdI
xtsyZ8Xc2KjkrKNTMFEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU4HuS0frw
KxUfRtJfWmiGPdvmGSUwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUw
BQYDK2VwA0EA1dXDn3l73v6BMpD34XLKnV3ktkvP5l6KmXgSQ4B7JvGOnJt85Vg8
Cy8Nr+3CsmbsCphltA/AxV+a0DIlh+2rDw==
-----END CERTIFICATE-----
', 'CN=Gardens CA', 'CN=Gardens CA', '9f661c32460f28fc8cd3bf6fb8c1fa9979994436a85bedc9d39de918f5f19f82', 3786912000000000, NULL);
INSERT INTO receiver_certificates VALUES (54894568928363745, 'ca', 1, '-----BEGIN CERTIFICATE-----
MIIBPDCB76ADAgECAggOwowCkDsL0zAFBgMrZXAwGTEXMBUGA1UEAwwOT2xkIEdh
cmRlbnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBkxFzAV
BgNVBAMMDk9sZCBHYXJkZW5zIENBMCowBQYDK2VwAyEAu/eZQetUHdaqKBESWZeT
5ozJoYcFwaNt8iIJ5HttP0ijUzBRMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYE
FDumxDAewv6Ra9wGsIcs6I9LCJvQMB8GA1UdIwQYMBaAFDumxDAewv6Ra9wGsIcs
6I9LCJvQMAUGAytlcANBANvFUj6hh3cngQpOmsjNM3k6skUVi781CGRaI8PSsAFR
Vc9HdLhqDf+XblPiwpNo9XiNd51M2o/tXrqOG2b1jgk=
-----END CERTIFICATE-----
', 'CN=Old Gardens CA', 'CN=Old Gardens CA', '66e84df5c310e7a4b002090c57095eec349518b2c0e8373a065bee6c8e0058c2', 3786912000000000, NULL);
INSERT INTO receiver_certificates VALUES (54894568928363745, 'client', 0, '-----BEGIN CERTIFICATE-----
MIIBPTCB8KADAgECAgkAyKEDlPYd7okwBQYDK2VwMBUxEzARBgNVBAMMCkdhcmRl
bnMgQ0EwHhcNMjYwMTAxMDAwMDAwWhcNMjYwNjExMTIwMDAwWjARMQ8wDQYDVQQD
DAZjbGluaWMwKjAFBgMrZXADIQDPDRLuIzky3bKU1py6GFB8p0NXNxqBI5p4wAoq
oZmmnqNhMF8wDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQUfX0cfkiA43UOQYNaHyo1
l0OkDzUwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUwDwYDVR0RBAgw
BocEfwAAATAFBgMrZXADQQC2WOGddSCIqlp7ga2U6ttA8N3gz68DnyAL4bq8t3Sf
kE3SzkrOsqBXvjqU/cv6NGKQwt/4b59shSnu2xOKsxAH
-----END CERTIFICATE-----
', 'CN=clinic', 'CN=Gardens CA', '7613eb78238e4dc6a64c3c341d57c5c9d85bfd82688a3491c96660992b8e27c0', 1781179200000000, X'301C2A934632974B32E7435A327200A31666E5B42924F8A1C9E61EBB7E1F0DA629845B231CA8F5EF84492BE44F23DADCEF58BBBB0B503D45566462E0DB7D31EC6240972B19E5F7E8FE7F9DFFF0E3812AE504DFAA17BB3955B91533C80FB663E6E8A5CB98368D930BB3C68051EB5D349958891AEFA9FF33BC205A8DB15C8755385F66DB07C321521E2FE49F83BBD9ED032EB6DC');
INSERT INTO receiver_certificates VALUES (54894568928363745, 'client', 1, '-----BEGIN CERTIFICATE-----
MIIBNTCB6KADAgECAgkAgyoYttKziX0wBQYDK2VwMBUxEzARBgNVBAMMCkdhcmRl
bnMgQ0EwIBcNMjYwMTAxMDAwMDAwWhgPMjA5MDAxMDEwMDAwMDBaMBUxEzARBgNV
BAMMCkdhcmRlbnMgQ0EwKjAFBgMrZXADIQDjg/ByAu2ihoK+m49JO697eDYKEXdI
xtsyZ8Xc2KjkrKNTMFEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU4HuS0frw
KxUfRtJfWmiGPdvmGSUwHwYDVR0jBBgwFoAU4HuS0frwKxUfRtJfWmiGPdvmGSUw
BQYDK2VwA0EA1dXDn3l73v6BMpD34XLKnV3ktkvP5l6KmXgSQ4B7JvGOnJt85Vg8
Cy8Nr+3CsmbsCphltA/AxV+a0DIlh+2rDw==
-----END CERTIFICATE-----
', 'CN=Gardens CA', 'CN=Gardens CA', '9f661c32460f28fc8cd3bf6fb8c1fa9979994436a85bedc9d39de918f5f19f82', 3786912000000000, NULL);
CREATE TABLE receiver_keys (
    receiver_id  INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    public_key   BLOB NOT NULL,
    sealed       BLOB NOT NULL,
    expires_at   INTEGER,
    PRIMARY KEY (receiver_id, created_at)
) STRICT;
INSERT INTO receiver_keys VALUES (54893980049260238, 1780313344724000, X'8DF56521C46FC5EF99A31FF7478DDC4BEA1CE8D21562B806BF126CC8F0E7D979', X'3F4E9266D59269EBC4FD6EC99003644E77405E4FECDEA23722F1047EF74A6DD98109055876A35EC31E47E75B2DEB737DE4B75451F1246698F8BC7A1DAF467C80E47BC6EB49CD099A0B35AB74D6', 1780399946000000);
INSERT INTO receiver_keys VALUES (54893980049260238, 1780313545424000, X'0B91605583F21C6B36517EB45B30F10EFB08B6D1D81BA19EDD4FF0490DF845E4', X'1922721215B2FE320B340FA7A1A96B8A86477B231B53ADCE39C3748839EDDDC711EA26D8FE7130BEFBD2ACF305ACD5CCB8131A2F473944109C17520689AFD042A330FE91F4C00F684FFCE38D95', NULL);
CREATE TABLE receiver_formats (
    receiver_id  INTEGER NOT NULL,
    first        INTEGER NOT NULL CHECK (first >= 1),
    format       TEXT NOT NULL,
    expression   TEXT,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (receiver_id, first)
) STRICT;
INSERT INTO receiver_formats VALUES (54893989276510572, 1, 'slack/1', NULL, 1780313346924000);
INSERT INTO receiver_formats VALUES (54893999760173250, 1, 'jmespath/1', '!contains(name, ''Rosa'') && {id: id, title: name, tags: tags}', 1780313349424000);
INSERT INTO receiver_formats VALUES (54894000601201848, 1, 'full/1', NULL, 1780313349724000);
INSERT INTO receiver_formats VALUES (54894000601201848, 9, 'jmespath/1', '{id: id, title: join('' '', [''New:'', name])}', 1780313349724000);
INSERT INTO receiver_formats VALUES (54894565155455097, 1, 'teams/1', NULL, 1780313484224000);
INSERT INTO receiver_formats VALUES (54894565994141297, 1, 'discord/1', NULL, 1780313484424000);
INSERT INTO receiver_formats VALUES (54894566832281705, 1, 'google_chat/1', NULL, 1780313484624000);
INSERT INTO receiver_formats VALUES (54894567252449115, 1, 'slack/1', NULL, 1780313484724000);
CREATE TABLE receiver_grants (
    receiver_id  INTEGER PRIMARY KEY,
    token_url    TEXT NOT NULL,
    client_id    TEXT NOT NULL,
    scope        TEXT,
    audience     TEXT,
    sealed       BLOB NOT NULL
) STRICT;
INSERT INTO receiver_grants VALUES (54893980468978993, 'http://127.0.0.1:40020/token', 'plant shop', 'plants:write', 'garden', X'FA5DCCD3C095BF859F16F4B8C4BF1CE70B222B08848AEA7234596A03CBCD16EC594A35ECCACAEEB012BE69A7313FA205A5D11000');
INSERT INTO receiver_grants VALUES (54894001440729149, 'http://127.0.0.1:40020/refused', 'plant shop', 'plants:write', NULL, X'4B7C90F99A32F7CD42939DDE649D615414F0E682FB69DEAFDCA154A686E5D27A9483BB9B339D20C5769BFC50E12D40CB957A0E49');
CREATE TABLE listeners (
    id           TEXT PRIMARY KEY,
    token_id     TEXT NOT NULL,
    name         TEXT NOT NULL,
    start        INTEGER NOT NULL CHECK (start >= 1),
    created_at   INTEGER NOT NULL,
    reported_at  INTEGER,
    expires_at   INTEGER NOT NULL
) STRICT;
INSERT INTO listeners VALUES ('lsn_01kt1f9pwrg3pannfps54nseqk', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'ended', 7, 1780313545624000, NULL, 1780317145624000);
INSERT INTO listeners VALUES ('lsn_01kt1f9pzwkbq6c8aksgyc2b85', 'tok_01kqhafj70rnyqfe6pt82sg2t7', 'listen on laptop', 7, 1780313545724000, 1780315408524000, 1780319008524000);
CREATE TABLE reported_outcomes (
    listener_id  TEXT NOT NULL,
    sequence     INTEGER NOT NULL,
    status       INTEGER,
    duration_ms  INTEGER NOT NULL,
    detail       TEXT NOT NULL,
    reported_at  INTEGER NOT NULL,
    PRIMARY KEY (listener_id, sequence)
) STRICT;
INSERT INTO reported_outcomes VALUES ('lsn_01kt1f9pzwkbq6c8aksgyc2b85', 7, 204, 12, '', 1780313545824000);
INSERT INTO reported_outcomes VALUES ('lsn_01kt1f9pzwkbq6c8aksgyc2b85', 8, 500, 30, '', 1780313545824000);
INSERT INTO reported_outcomes VALUES ('lsn_01kt1f9pzwkbq6c8aksgyc2b85', 9, NULL, 5, 'Connection refused.', 1780313545824000);
CREATE TABLE receiver_addresses (
    receiver_id  INTEGER PRIMARY KEY,
    sealed       BLOB NOT NULL
) STRICT;
INSERT INTO receiver_addresses VALUES (54893989276510572, X'8668D4226F3B6F685630FE3D5326A9C3C7CE368E6639C0F1F1635B5A221173A8F9D21DA32B3D626D3C203FF4CC11FD43FE34FA9DC5CD351FADBEB6D68E0179A143F2224E7CDF342FDA3E467425C3BC5441DD0189CFC68B2581CBCFC36357096667569A6C');
INSERT INTO receiver_addresses VALUES (54894565155455097, X'19A3E2DD622FD4E27704A10E7274A7B9524240570D60D8E3999BABAF1A120207C6BB7D9F6F1120CDD665616E7D236CEF8889FA827EA0B0440114DD52429D36B8CA9C89E2E8080CC4E67C3B8B54AF98CD7B41BE53146BD8FF9BBC50CDE0EC08593BAF7097529613CED6977DC9');
INSERT INTO receiver_addresses VALUES (54894565994141297, X'8BD6B2E3800CE0DF85AFCA8781FC8A97A4768481040BDA4E433D4203FCD0E840D15BDA599E062FE686F7A19EB9178B29396938FCA85BC734A2FA7112C3C697514C71E63B4FBA88AE91D8D106A1058944A5625FDFAAFE3371714052656E4CE32D6F9D568BCBDD5A');
INSERT INTO receiver_addresses VALUES (54894566832281705, X'3085E776877660B9D98A2D5516DD4A1EF529A99A1B63FB69AA21BC49A0363F2AB42314A3482B8F60B3918DA5225F147C80BCC5B6C7E692D9119BC01CE6F1BB688A95AD3CC48F12744696BBC918D55ECEA64A8EA25025D7B1EAF0C3CE023A87818F39B50B491EB01D3BE42D');

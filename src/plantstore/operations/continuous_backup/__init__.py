"""Continuous backups of a store on SQLite: the pages that each second's commits changed, in files that age encrypts.

`names` and `page_sets` are the format. `shipping` writes it while the store runs, with `bases` and `photos`; before it
continues a chain, `verifying` compares the place with `progress`. `states` chooses the files of a time, of which
`extracting` makes an ordinary backup.
"""

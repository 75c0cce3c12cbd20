"""Continuous backups of a store on SQLite: the pages that each second's commits changed, in files that age encrypts.

`names` and `page_sets` are the format, `shipping` writes it while the store runs, and `extracting` makes an ordinary
backup of it, as the store was at a time.
"""

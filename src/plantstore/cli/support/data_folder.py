"""Commands that work on a data folder of this machine, without a server."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from plantstore.cli.support.exit_codes import Failure, WrongUsage
from plantstore.cli.support.options import Common

if TYPE_CHECKING:
    from plantstore.core.settings import Settings
    from plantstore.operations.backup import StoreFiles

data_option = click.option(
    "--data", metavar="FOLDER", help="The store's data folder. Default: PLANTSTORE_DATA, or ./data."
)


@contextmanager
def store_files_of(common: Common, data: str | None, *, alternative: str) -> Iterator["StoreFiles"]:
    """Yield the paths of a store's SQLite files; for PostgreSQL, raise Failure with `alternative` as the next step."""
    from plantstore.operations.backup import store_files

    with settings_of(common, data) as settings:
        if settings.is_postgresql:
            raise Failure(f"This store is in {settings.database_shown}, not in a file.", next_step=alternative)
        yield store_files(settings)


@contextmanager
def settings_of(common: Common, data: str | None) -> Iterator["Settings"]:
    """Yield the store's settings, and turn storage errors raised in the block into `Failure`."""
    from plantstore.core.settings import SettingError, load
    from plantstore.domain.errors import StoreError
    from plantstore.storage.engine.protocols import StorageRefused

    if common.server_url is not None:
        raise WrongUsage(
            "This works on a data folder on this machine, not on a server.", next_step="Choose the folder with --data."
        )
    try:
        yield load(os.environ, {"data": data})
    except SettingError as error:
        raise WrongUsage(str(error)) from error
    except (StorageRefused, StoreError) as error:
        raise Failure(str(error)) from error

"""The database of a server, for commands that read it or clean it up by hand."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wartable.cli.usage import BadUsage

if TYPE_CHECKING:
    from wartable.server.store import Store


@contextmanager
def opened(database: str) -> Generator[Store]:
    """Open a database that is there already, and close it in the end.

    Raises `BadUsage` where there is no such file, and what `no_database` says where it cannot be used.
    """
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415 - with the server's parts, which other commands spare

    from wartable.server.engines import is_missing, no_database  # noqa: PLC0415
    from wartable.server.settings import database_url  # noqa: PLC0415
    from wartable.server.store import Store  # noqa: PLC0415

    url = database_url(database)
    try:
        if is_missing(url):
            raise BadUsage(f"--database {database}: there is no such file.")
        store = Store(url)
        try:
            yield store
        finally:
            store.close()
    except SQLAlchemyError as error:
        raise no_database(url, error) from error

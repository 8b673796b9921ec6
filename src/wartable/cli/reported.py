"""`wartable reported`: shows the host of a server which letters their readers have reported."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from wartable.cli.usage import BadUsage


def reported(*, database: Annotated[str, Parameter(help="sqlite:///FILE or postgresql://USER@HOST/NAME.")]) -> None:
    """Print the letters that players have reported, the newest report first, each with the five before it."""
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415 - with the server's parts, which other commands spare

    from wartable.server.engines import is_missing, no_database  # noqa: PLC0415
    from wartable.server.press_reports import Report, reports  # noqa: PLC0415
    from wartable.server.settings import database_url  # noqa: PLC0415
    from wartable.server.store import Store  # noqa: PLC0415

    def told(one: Report) -> str:
        head = f"{one.at}  {one.title} (/table/{one.table}), reported by player {one.by}"
        why = [f"  Why: {one.why}"] if one.why else []
        lines = (f"  {letter.at}  {letter.who} (player {letter.player}): {letter.text}" for letter in one.letters)
        return "\n".join([head, *why, *lines, ""])

    url = database_url(database)
    try:
        if is_missing(url):
            raise BadUsage(f"--database {database}: there is no such file.")
        store = Store(url)
        try:
            with store.read_engine.connect() as connection:
                found = reports(connection)
        finally:
            store.close()
    except SQLAlchemyError as error:
        raise no_database(url, error) from error
    print("\n".join(told(one) for one in found) if found else "Nothing was reported.")

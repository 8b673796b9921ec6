"""`wartable reported`: shows the host of a server which letters their readers have reported."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from wartable.cli.database import opened


def reported(*, database: Annotated[str, Parameter(help="sqlite:///FILE or postgresql://USER@HOST/NAME.")]) -> None:
    """Print the letters that players have reported, the newest report first, each with the five before it."""
    from wartable.server.press_reports import Report, reports  # noqa: PLC0415 - with parts that other commands spare

    def told(one: Report) -> str:
        head = f"{one.at}  {one.title} (/table/{one.table}), reported by player {one.by}"
        why = [f"  Why: {one.why}"] if one.why else []
        lines = (f"  {letter.at}  {letter.who} (player {letter.player}): {letter.text}" for letter in one.letters)
        return "\n".join([head, *why, *lines, ""])

    with opened(database) as store, store.read_engine.connect() as connection:
        found = reports(connection)
    print("\n".join(told(one) for one in found) if found else "Nothing was reported.")

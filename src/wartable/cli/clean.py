"""`wartable clean`: removes from a server's database what nobody needs any more, by hand."""

from __future__ import annotations

import asyncio
from typing import Annotated

from cyclopts import Parameter

from wartable.cli.database import opened
from wartable.cli.usage import Days


def clean(
    *,
    database: Annotated[str, Parameter(help="sqlite:///FILE or postgresql://USER@HOST/NAME.")],
    tables: Annotated[Days, Parameter(help="Days after which unused tables are removed; 0: never.")] = 90,
    games: Annotated[
        Days, Parameter(help="Days after which games of people, finished or abandoned, are removed; 0: never.")
    ] = 0,
    guests: Annotated[Days, Parameter(help="Days after which guests without a table are removed; 0: never.")] = 400,
    dry_run: Annotated[bool, Parameter(negative=(), help="Only count what would be removed.")] = False,
) -> None:
    """Remove old tables, guests and cookies from a database; a server may run on it meanwhile."""
    from wartable.server.cleanup import Ages, clean  # noqa: PLC0415 - a part of the server, which other commands spare

    with opened(database) as store:
        removed = asyncio.run(clean(store, Ages(tables=tables, games=games, guests=guests), dry=dry_run))
    counted = {
        "unused tables": removed.tables,
        "games of people": removed.games,
        "guests": removed.guests,
        "old cookies": removed.cookies,
    }
    told = ", ".join(f"{what}: {count}" for what, count in counted.items())
    print(f"{'To be removed' if dry_run else 'Removed'}: {told}.")

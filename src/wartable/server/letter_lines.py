"""What a player is told of letters that they have not read: who wrote, and where they want it how the newest begins."""

from __future__ import annotations

from functools import partial

from structlog import get_logger

from wartable.server.hub import Hub
from wartable.server.messages import Line
from wartable.server.press_rows import NO_SEAT, LetterRow, unread_letters
from wartable.server.press_rules import called
from wartable.server.table import Table

log = get_logger("wartable.server")

BEGINNING = 140
"""The most characters of a letter that a notice shows."""
NAMED = 3
"""Of so many writers a notice tells the names."""


async def letter_line(hub: Hub, table_id: str, player: str, at: float, *, begins: bool) -> Line | None:
    """Return what is told of the letters of a table that a player has not read; None where that cannot be worked out.

    Letters that are not signed are by somebody, and sides speak as in the letters themselves.
    """
    rows = await hub.store.read(partial(unread_letters, player_id=player, table_id=table_id, at=at))
    if not rows:
        return None
    try:
        async with hub.looked_at(table_id) as table:
            title, names = table.row.title, list(dict.fromkeys(_writer(table, row) for row in rows))
    except Exception as error:  # noqa: BLE001 - whatever it is, their number is told
        log.warning("a notice does not say who wrote", table=table_id, reason=type(error).__name__)
        return None
    count = f", {len(rows)} letters" if len(rows) > 1 else ""
    return Line(f"{title}: {_listed(names)} wrote to you{count}", begins=_beginning(rows[0].text) if begins else "")


def _writer(table: Table, row: LetterRow) -> str:
    if row.unsigned:
        return "somebody"
    return "the game master" if row.seat == NO_SEAT else called(table, row.seat)


def _listed(names: list[str]) -> str:
    *first, last = names if len(names) <= NAMED else [*names[:NAMED], "others"]
    return f"{', '.join(first)} and {last}" if first else last


def _beginning(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= BEGINNING else words[:BEGINNING].rstrip() + "…"

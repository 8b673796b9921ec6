"""Letters of a table to look through and to take away: what one reader may read, as values and as plain text."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from wartable.server.press import told
from wartable.server.press_rows import ALL, WATCHERS, Reader, letters_of, readers_of, with_master
from wartable.server.press_rules import called, opened, reader, reader_at, rule_of
from wartable.server.retired import Relic
from wartable.server.store import Store
from wartable.server.table import Table
from wartable.server.wire_press import Archive, Letter

FOUND_MOST = 200
"""Letters that a search finds at most, the newest."""


class Reading(Struct, frozen=True, kw_only=True):
    """Who reads the letters of a table, and what its seats are called."""

    table: str
    title: str
    game: str
    who: Reader
    player: str | None
    sides: tuple[str, ...]


def reading_at(table: Table, player: str | None, wanted: int | None) -> Reading:
    """Return how a player reads the letters of a table; raises `Refused` for a seat that is not theirs."""
    return Reading(
        table=table.id,
        title=table.row.title,
        game=table.row.game,
        who=reader_at(table, player, wanted),
        player=player,
        sides=tuple(called(table, seat) for seat in range(len(table.seats))),
    )


def reading_of(relic: Relic, player: str | None, wanted: int | None) -> Reading:
    """Return how a player reads the letters of a table whose rules are not here any more; raises `Refused`."""
    own = {chair.seat: chair.since for chair in relic.seats if player is not None and chair.player_id == player}
    roles = [place.role for place in relic.kept.seats] if relic.kept else []
    master = player if player and relic.row.master == player else ""
    return Reading(
        table=relic.id,
        title=relic.row.title,
        game=relic.row.game,
        who=reader(own, wanted, master=master, opened=opened(relic.row.status, rule_of(relic.row.press))),
        player=player,
        sides=tuple((roles[n] if n < len(roles) else "") or name for n, name in enumerate(relic.names)),
    )


async def archive(store: Store, reading: Reading, at: float, find: str = "") -> Archive:
    """Return the letters somebody reads that have appeared by some time; with `find` the newest that hold its words."""
    most = FOUND_MOST if find else 0
    rows = await store.read(partial(letters_of, table_id=reading.table, who=reading.who, at=at, find=find, most=most))
    letters = tuple(told(row, reading.who, reading.player) for row in rows)
    return Archive(title=reading.title, game=reading.game, sides=reading.sides, letters=letters)


def as_text(archive: Archive) -> str:
    """Return letters as plain text, one after the other, each under who wrote it to whom and when."""
    parts = [f"{archive.title}: letters\n"]
    for letter in archive.letters:
        day, hour = letter.at[:10], letter.at[11:16]
        quotes = [f"  [{quote.text}] of {archive.sides[quote.seat]}" for quote in letter.quotes]
        parts.append("\n".join([f"{day} {hour} UTC, {_who(archive, letter)}:", letter.text, *quotes, ""]))
    return "\n".join(parts)


def _who(archive: Archive, letter: Letter) -> str:
    """Return who wrote a letter to whom, in words."""
    if letter.conversation == WATCHERS:
        return f"{letter.name} to the spectators"
    by = letter.name or "unsigned" if letter.seat is None else archive.sides[letter.seat]
    if letter.conversation == ALL:
        return f"{by} to everybody"
    if with_master(letter.conversation) and letter.seat is not None:
        return f"{by} to the game master"
    others = [archive.sides[seat] for seat in readers_of(letter.conversation) if seat != letter.seat]
    return f"{by} to {', '.join(others)}"

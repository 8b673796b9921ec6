"""What browsers add to the dice of a table between its start and the first roll: joined, sealed, opened, or too late.

Every step is an entry, so several processes agree on it, and a server that is killed goes on where it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from wartable.engine.mixing import fits
from wartable.server.change import change
from wartable.server.entering import noted, roll, table_values
from wartable.server.hub import Hub
from wartable.server.problems import Refused
from wartable.server.rows import EntryRow, PlayerRow
from wartable.server.sides import rule_of
from wartable.server.table import Table
from wartable.server.wire_dice import OpenWish, SealWish
from wartable.server.writer import Job

SEALING = 4.0
"""Seconds that a starting table waits for seals: those who are away do not hold it up for longer."""
OPENING = 10.0
"""Seconds it waits for secrets: only those who have sealed a moment ago are waited for."""


class Step(msgspec.Struct, frozen=True):
    """A step that a table begins with."""

    said: Mapping[str, Any]
    player: str | None = None


def before(joined: Sequence[str], *, fixed: bool = False) -> list[Step]:
    """Return the first steps of a table: who has joined, or that its dice are known beforehand and nobody adds."""
    if fixed:
        return [Step({"what": "fixed"})]
    return [Step({"what": "join"}, player) for player in joined]


def begun(table: Table) -> list[EntryRow]:
    """Begin to mix the dice of a table that starts, where anybody has joined; return the entries.

    At an anonymous table nobody adds: whose browsers are there at the start would tell who plays what.
    """
    mixing = table.mixing
    seats = [seat for player in mixing.joined if (seat := _first_seat(table, player)) is not None]
    if mixing.fixed or not table.game.blurb.dice or not seats or rule_of(table.row).anonymous:
        return []
    return [noted(table, "dice", {"what": "sealing", "seats": sorted(seats), "until": table.now() + SEALING})]


def _first_seat(table: Table, player: str) -> int | None:
    """Return the seat under whose name a player adds: the first of those he decides for; one browser adds once."""
    return next(iter(table.seats_of(player)), None)


async def join(hub: Hub, table: Table, player: PlayerRow) -> None:
    """Note that a player's browser will add to the dice when the game starts; it is waited for then, for a moment."""

    def make(table: Table) -> Job:
        if table.row.status != "open" or player.id in table.mixing.joined:
            return Job()
        if not table.seats_of(player.id):
            raise Refused(403, "seat.none", "Only players at the table add to its dice.")
        return Job(entries=[noted(table, "dice", {"what": "join"}, player.id)])

    await change(hub, table, make)


async def seal(hub: Hub, table: Table, player: PlayerRow, wish: SealWish) -> None:
    """Take in a seal while they are gathered; the last one awaited closes the list. The same again changes nothing."""

    def make(table: Table) -> Job:
        mixing, seat = table.mixing, _seat(table, player)
        known = mixing.part(wish.round, seat)
        if known is not None and known.seal == wish.seal:
            return Job()
        _check(table, "sealing", wish.round)
        if seat in mixing.seals:
            raise Refused(409, "dice.sealed", "You have already sent another seal.")
        if seat in mixing.barred:
            raise Refused(
                409, "dice.unopened", "You sealed a part earlier and did not open it, so only the others add now."
            )
        made = [noted(table, "dice", {"what": "seal", "seal": wish.seal}, player.id, seat)]
        return _job(table, made if mixing.missing else [*made, *_closed(table)])

    await change(hub, table, make)


async def open_part(hub: Hub, table: Table, player: PlayerRow, wish: OpenWish) -> None:
    """Take in what was sealed; the last one awaited sets the dice, and they are rolled. Again it changes nothing."""

    def make(table: Table) -> Job:
        mixing, seat = table.mixing, _seat(table, player)
        known = mixing.part(wish.round, seat)
        if known is not None and known.secret == wish.secret:
            return Job()
        _check(table, "opening", wish.round)
        if not fits(wish.secret, mixing.seals.get(seat, "")):
            raise Refused(400, "dice.secret", "That is not what was sealed from this seat.")
        made = [noted(table, "dice", {"what": "open", "secret": wish.secret}, player.id, seat)]
        return _job(table, made if mixing.missing else [*made, *_set(table)])

    await change(hub, table, make)


async def run_out(hub: Hub, table: Table) -> bool:
    """Go on without those who did not come in time; false where none is waited for (any more)."""
    late = False

    def make(table: Table) -> Job:
        nonlocal late
        until = table.mixing.until
        late = until is not None and until <= table.now()
        if not late:
            return Job()
        return _job(table, _closed(table) if table.mixing.phase == "sealing" else _void(table))

    await change(hub, table, make)
    return late


def _closed(table: Table) -> list[EntryRow]:
    """Close the list of seals; with none on it the dice are the host's alone."""
    if not table.mixing.seals:
        return _set(table)
    return [noted(table, "dice", {"what": "opening", "until": table.now() + OPENING})]


def _void(table: Table) -> list[EntryRow]:
    """Begin anew with those who opened: what was opened beside a part that was not would leave its owner a choice."""
    seats = sorted(table.mixing.secrets)
    until = table.now() + SEALING
    made = [noted(table, "dice", {"what": "again", "seats": seats, "until": until})]
    return made if seats else [*made, *_set(table)]


def _set(table: Table) -> list[EntryRow]:
    """Fix the seed of the dice, and let them answer what the game has asked meanwhile."""
    return [noted(table, "dice", {"what": "set"}), *roll(table)]


def _job(table: Table, made: list[EntryRow]) -> Job:
    return Job(entries=made, table=table_values(table))


def _seat(table: Table, player: PlayerRow) -> int:
    seat = _first_seat(table, player.id)
    if seat is None:
        raise Refused(403, "seat.none", "Only players at the table add to its dice.")
    return seat


def _check(table: Table, phase: str, number: int) -> None:
    mixing = table.mixing
    if mixing.phase != phase or mixing.number != number:
        raise Refused(409, "dice.late", f"The dice do not need that now: their phase is {mixing.phase}.")

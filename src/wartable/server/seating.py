"""Who sits where: seats made from wishes, names and colours that differ, rights to change them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wartable.server import catalogue, ids, names
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow, SeatRow, TableRow
from wartable.server.wire import SeatChange, SeatWish

COLOURS = 8


def seated(game_key: str, most: int, player: PlayerRow, wishes: Sequence[SeatWish]) -> list[SeatRow]:
    """Return the seats of a new table; raises `Refused` for too many, or for more than one "me"."""
    if len(wishes) > most:
        raise Refused(400, "seats.many", f"At most {most} can play; {len(wishes)} seats were asked for.")
    if sum(wish.kind == "me" for wish in wishes) > 1:
        raise Refused(400, "seats.twice", 'You sit on one seat; others on this screen are seats of kind "local".')
    chairs: list[SeatRow] = []
    for number, wish in enumerate(wishes):
        chairs.append(_chair(game_key, number, wish, player, chairs))
    return chairs


def _chair(game_key: str, number: int, wish: SeatWish, player: PlayerRow, others: Sequence[SeatRow]) -> SeatRow:
    name = names.clean(wish.name, "name")
    if wish.kind == "me":
        return human(number, player, others, wish.colour)
    if wish.kind == "open":
        return SeatRow(seat=number, kind="open", colour=free_colour(others, wish.colour))
    if wish.kind == "local":
        return local(number, player, others, name, wish.colour)
    return bot(game_key, number, others, wish.level, name, wish.colour)


def human(number: int, player: PlayerRow, others: Sequence[SeatRow], colour: int = 0) -> SeatRow:
    """Return the seat of a player, in his own colour where that is free."""
    return SeatRow(
        seat=number,
        kind="human",
        player_id=player.id,
        name=free_name(others, player.name),
        colour=free_colour(others, colour or player.colour),
        avatar=player.avatar,
        link=ids.short_id(),
    )


def local(number: int, player: PlayerRow, others: Sequence[SeatRow], name: str, colour: int = 0) -> SeatRow:
    """Return a seat for somebody at the creator's own screen."""
    name = free_name(others, name or f"Player {number + 1}")
    colour, link = free_colour(others, colour), ids.short_id()
    return SeatRow(seat=number, kind="local", player_id=player.id, name=name, colour=colour, link=link)


def bot(game_key: str, number: int, others: Sequence[SeatRow], level: str, name: str = "", colour: int = 0) -> SeatRow:
    """Return a bot's seat; raises `Refused` for a level that does not play this game."""
    level = catalogue.check_bot(game_key, level)
    taken = {chair.name for chair in others}
    chosen = free_name(others, name) if name else names.general(taken)
    return SeatRow(seat=number, kind="bot", level=level, name=chosen, colour=free_colour(others, colour))


def keep_for(chair: SeatRow) -> SeatRow:
    """Return an open seat that is kept for whoever sits on this one, under the same name."""
    local = "local" if chair.kind == "local" else ""
    return SeatRow(
        seat=chair.seat,
        kind="open",
        player_id=chair.player_id,
        level=local,
        name=chair.name,
        colour=chair.colour,
        avatar=chair.avatar,
    )


def kept_for(chair: SeatRow, player_id: str) -> bool:
    """Whether a seat is kept for a player who has not come yet."""
    return chair.kind == "open" and chair.player_id == player_id


def free_name(others: Sequence[SeatRow], name: str) -> str:
    """Return a name nobody at the table has, nor one that looks like it, by a number behind it where needed."""
    taken = {names.looks(chair.name) for chair in others}
    tries = [name, *(f"{name[:56]} {number}" for number in range(2, 70))]
    return next(one for one in tries if names.looks(one) not in taken)


def free_colour(others: Sequence[SeatRow], wanted: int = 0) -> int:
    """Return the wanted colour where it is free, else the first free one."""
    taken = {chair.colour for chair in others if chair.kind != "open"}
    if wanted and wanted not in taken:
        return wanted
    free = [colour for colour in range(1, COLOURS + 1) if colour not in taken]
    return free[0] if free else len(others) % COLOURS + 1


def fitted(chairs: Sequence[SeatRow], counts: Sequence[int]) -> list[SeatRow]:
    """Return seats in a number that a game can begin with: open ones are added, or else such without people left out.

    Where too many people sit there, they stay, and the table says what is wrong.
    """
    fitting = list(chairs)
    wanted = next((count for count in counts if count >= len(fitting)), counts[-1])
    while len(fitting) < wanted:
        fitting.append(SeatRow(seat=len(fitting), kind="open", colour=free_colour(fitting)))
    for kind in ("open", "bot"):
        for chair in [chair for chair in reversed(fitting) if chair.kind == kind]:
            if len(fitting) > wanted:
                fitting.remove(chair)
    return fitting


def in_order(chairs: Sequence[SeatRow], before: Sequence[str], after: Sequence[str]) -> list[SeatRow]:
    """Return seats numbered anew: whoever sits there plays what they sat down for, as long as that is played.

    `before` and `after` are the sides by seat; with more players one may come in between, and all after it would shift.
    """
    order = chairs
    if len({*after}) == len(chairs):
        played = {before[chair.seat]: chair for chair in chairs if chair.seat < len(before)}
        rest = iter([chair for chair in chairs if chair.seat >= len(before) or before[chair.seat] not in after])
        order = [played.get(side) or next(rest) for side in after]
    return [msgspec.structs.replace(chair, seat=number) for number, chair in enumerate(order)]


def changed(row: TableRow, chairs: Sequence[SeatRow], player: PlayerRow, seat: int, wish: SeatChange) -> list[SeatRow]:
    """Return the seats after a change of one of them, not numbered anew; raises `Refused` without the right to it."""
    _check_right(row, chairs, player, seat, wish)
    others = [chair for chair in chairs if chair.seat != seat]
    if wish.kind == "me":
        others = [_along(chair, player, others) for chair in others]
    if wish.kind == "none":
        return others
    made = _changed(row, player, others, seat, wish)
    return sorted([*others, made], key=lambda chair: chair.seat)


def _along(chair: SeatRow, player: PlayerRow, others: Sequence[SeatRow]) -> SeatRow:
    """Return a seat when a player has come: those at their screen sit down too, and one seat more is given back."""
    if not kept_for(chair, player.id):
        return chair
    rest = [other for other in others if other is not chair]
    if chair.level:
        return local(chair.seat, player, rest, chair.name, chair.colour)
    return SeatRow(seat=chair.seat, kind="open", colour=chair.colour)


def _changed(row: TableRow, player: PlayerRow, others: list[SeatRow], seat: int, wish: SeatChange) -> SeatRow:
    name = names.clean(wish.name, "name")
    if wish.kind == "me":
        if any(chair.player_id == player.id and chair.kind == "human" for chair in others):
            raise Refused(409, "seat.already", "You already have a seat at this table; leave it first.")
        return human(seat, player, others)
    if wish.kind == "local":
        return local(seat, player, others, name)
    if wish.kind == "bot":
        return bot(row.game, seat, others, wish.level, name)
    return SeatRow(seat=seat, kind="open", colour=free_colour(others))


def _check_right(row: TableRow, chairs: Sequence[SeatRow], player: PlayerRow, seat: int, wish: SeatChange) -> None:
    creator = row.creator == player.id
    chair = chairs[seat] if seat < len(chairs) else None
    own = chair is not None and chair.player_id == player.id
    if wish.kind == "me" and chair is not None and chair.kind not in ("open", "bot") and not own:
        raise Refused(409, "seat.taken", f"Seat {seat + 1} is taken by {chair.name}.")
    if wish.kind == "me" and chair is not None and chair.kind == "open" and chair.player_id and not own:
        raise Refused(409, "seat.kept", f"Seat {seat + 1} is kept for {chair.name}.")
    if creator:
        if wish.kind == "none" and len(chairs) == 1:
            raise Refused(409, "seats.few", "A table keeps at least one seat.")
        return
    if wish.kind == "me" and chair is not None and chair.kind == "open":
        return
    if wish.kind == "open" and own:
        return
    raise Refused(403, "table.not_yours", "Only the creator of the table may do that; you may sit down on open seats.")


def check_number(chairs: Sequence[SeatRow], seat: int, most: int) -> None:
    """Refuse a seat that is neither there nor the next to be added."""
    if seat < len(chairs) or (seat == len(chairs) and seat < most):
        return
    raise Refused(404, "seat.unknown", f"There is no seat {seat + 1}; this table has {len(chairs)}, at most {most}.")

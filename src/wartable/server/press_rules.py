"""Who may write to whom: the rule of a table, and why nothing can be sent just now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.server import catalogue, sides
from wartable.server.play import still_in
from wartable.server.press_rows import (
    ALL,
    WATCHERS,
    Reader,
    Span,
    name_of,
    name_with_master,
    readers_of,
    with_master,
)
from wartable.server.problems import Refused
from wartable.server.remembered import Former
from wartable.server.table import Table
from wartable.server.viewer import is_master, seats_seen
from wartable.server.wire import PressRule

LEAST_HOURS = 3600
"""From so many seconds for a turn on, unsigned letters appear at full hours; below, at full minutes."""


def rule_of(text: str) -> PressRule:
    """Return who may write to whom, as stored."""
    return msgspec.json.decode(text, type=PressRule)


def _settled(game: AnyGame, wish: PressRule) -> PressRule:
    """Return a wish for press with nothing left open."""
    usual = "full" if game.blurb.letters else "public"
    return msgspec.structs.replace(wish, mode=wish.mode or usual)


def stored_rule(game: AnyGame, wish: PressRule) -> str:
    """Return a wish for press as it is stored."""
    return msgspec.json.encode(_settled(game, wish)).decode()


def rule_at(table: Table) -> PressRule:
    """Return who may write to whom at a table; tables made before there were letters go by what suits their game."""
    return _settled(table.game, rule_of(table.row.press))


def closed(table: Table, seat: int | None) -> str:
    """Say why a seat (None: a spectator) can send nothing now, in a sentence; nothing where it can."""
    if why := _closed_to_all(table):
        return why
    if seat is None:
        return "Only players write letters."
    if seat not in still_in(table):
        return f"{called(table, seat)} is out of the game: it can read what is written to all, but not write."
    return ""


def _closed_to_all(table: Table) -> str:
    rule, status = rule_at(table), table.row.status
    if rule.mode == "none":
        return "There are no letters at this table: the sides speak through what they do."
    if status == "open":
        return "Letters can be written once the game has begun."
    if status == "finished":
        return "The game is over, so no more letters can be sent."
    if table.asked is not None and table.asked.brief and not rule.brief:
        when = (table.game.blurb.brief or "Short turns").lower()
        return f"Nobody can write in {when} at this table. Letters can be sent again when they are over."
    return ""


def closed_with_master(table: Table) -> str:
    """Say why a side and the game master can write nothing to each other, in a sentence; nothing where they can.

    They can by every rule of press, and in short turns, too.
    """
    if not table.row.master:
        return "This table has no game master to write to."
    if table.row.status == "open":
        return "Letters can be written once the game has begun."
    return "The game is over, so no more letters can be sent." if table.row.status == "finished" else ""


def silenced(table: Table, seat: int, to: int | None) -> str:
    """Say why the game lets a seat not write to another (None: to everybody) now; nothing where it may."""
    if table.match is None:
        return ""
    return table.game.silenced(table.match.state, Seat(seat), None if to is None else Seat(to))


def barred(table: Table, seat: int) -> dict[str, str]:
    """Return whom a seat may not write to now by the rules of the game, by seat and `all`, each with the reason."""
    others: list[int | None] = [None, *(one for one in range(len(table.seats)) if one != seat)]
    found = {ALL if one is None else str(one): silenced(table, seat, one) for one in others}
    return {key: why for key, why in found.items() if why}


def check_chat(table: Table, player: str) -> None:
    """Refuse a line of chat where letters stand in for it, and of who looks on while others play; raises `Refused`."""
    if table.row.status == "running" and not seats_seen(table, player):
        message = "Players do not read what spectators write: write to the other spectators instead."
        raise Refused(409, "press.apart", message)
    if table.row.status == "running" and table.seats_of(player) and rule_at(table).mode != "public":
        message = (
            closed(table, table.seats_of(player)[0]) or "Only players write letters at this table, even letters to all."
        )
        raise Refused(409, "press.instead", message)


def tells_who_read(table: Table, conversation: str) -> bool:
    """Whether those who write in a conversation see who has read it: never where that would tell who is there."""
    by_name = bool(readers_of(conversation)) and not with_master(conversation)
    return by_name and rule_at(table).receipts and not sides.rule_of(table.row).anonymous


def reachable(table: Table, seat: int) -> tuple[int, ...]:
    """Return the seats that a seat can write to by name: people who are in the game still."""
    if rule_at(table).mode != "full" or table.match is None:
        return ()
    still = still_in(table)
    return tuple(chair.seat for chair in table.seats if chair.by_person and chair.seat in still and chair.seat != seat)


def reached_by_master(table: Table) -> tuple[int, ...]:
    """Return the seats that a game master can write to: those of people, out of the game or not."""
    return tuple(chair.seat for chair in table.seats if chair.by_person and chair.player_id)


def with_master_of(table: Table, seat: int, to: tuple[int, ...], *, unsigned: bool) -> str:
    """Return the conversation of a seat with the game master; raises `Refused` where nothing can be sent in it."""
    if to:
        message = "A letter to the game master goes to nobody else: name no sides, or leave the game master out."
        raise Refused(409, "press.master", message)
    if unsigned:
        raise Refused(409, "press.unsigned", "Only letters to everybody can be unsigned, not one to the game master.")
    if why := closed_with_master(table):
        raise Refused(409, "press.closed", why)
    return name_with_master(seat)


def conversation_of(table: Table, seat: int, to: tuple[int, ...], *, unsigned: bool) -> str:
    """Return the conversation that a letter belongs to; raises `Refused` where it cannot be sent."""
    if why := closed(table, seat):
        raise Refused(409, "press.closed", why)
    rule = rule_at(table)
    if unsigned and not rule.unsigned:
        raise Refused(409, "press.unsigned", "Every letter at this table says who wrote it.")
    if not to:
        if why := silenced(table, seat, None):
            raise Refused(409, "press.silenced", why)
        return ALL
    if unsigned:
        raise Refused(409, "press.unsigned", "Only letters to everybody can be unsigned, not letters to single sides.")
    if rule.mode != "full":
        raise Refused(409, "press.public", "Letters to single sides are off at this table: write to everybody.")
    _check_readers(table, seat, to)
    return name_of({seat, *to})


def _check_readers(table: Table, seat: int, to: tuple[int, ...]) -> None:
    known = reachable(table, seat)
    for one in to:
        if one == seat:
            raise Refused(409, "press.self", "You cannot write to yourself: name somebody else.")
        if one not in known:
            if one >= len(table.seats):
                raise Refused(404, "seat.unknown", f"There is no seat {one + 1} at this table.")
            why = "is out of the game" if one not in still_in(table) else "is played by a bot, which reads no letters"
            raise Refused(409, "press.reader", f"{called(table, one)} {why}.")
        if barring := silenced(table, seat, one):
            raise Refused(409, "press.silenced", barring)


def called(table: Table, seat: int) -> str:
    """Return what a seat is called in a letter: the side it plays where sides have names, else its player."""
    options = catalogue.options_of(table.row).for_seats(len(table.seats))
    roles = table.game.roles(options, len(table.seats))
    return roles[seat] if seat < len(roles) and roles[seat] else table.names[seat]


def reader(
    own: Mapping[int, float],
    wanted: int | None,
    former: Sequence[Former] = (),
    *,
    master: str = "",
    opened: bool = False,
) -> Reader:
    """Return who reads: one of a player's `own` seats, each since when, the first where none is named.

    Who has none looks on, and reads what came to seats that they have played in a `former` time, and as game `master`.
    Raises `Refused`.
    """
    seat = next(iter(own), None) if wanted is None else wanted
    if seat is not None and seat not in own:
        raise Refused(403, "seat.not_yours", f"Seat {seat + 1} is not yours; its letters are not yours to read.")
    before = tuple(Span(one.seat, one.since, one.until) for one in former if seat in (None, one.seat))
    if seat is None:
        return Reader(None, before, master, opened)
    return Reader(seat, (Span(seat, own[seat]), *before), opened=opened)


def reader_at(table: Table, player: str | None, wanted: int | None) -> Reader:
    """Return who of a player's seats reads letters at a table; raises `Refused` for a seat that is not theirs."""
    own = {seat: table.seats[seat].since for seat in seats_seen(table, player)}
    former = [one for one in table.former if one.player == player]
    master = player if player and is_master(table, player) else ""
    return reader(own, wanted, former, master=master, opened=opened_to(table, player))


def check_reads(seats: int, who: Reader, conversation: str) -> None:
    """Refuse who does not read a conversation at a table of some seats. Whether there is one makes no difference.

    Raises `Refused`.
    """
    if conversation == WATCHERS and (who.seat is None or who.opened):
        return
    there = readers_of(conversation.strip())  # a pattern lets a line break at the end pass
    apart = with_master(conversation)
    name = name_with_master(there[0]) if apart else name_of(there)
    sound = conversation == name and all(one < seats for one in there)
    may = bool(who.master) if apart else not there or who.opened
    if not sound or not (may or any(span.seat in there for span in who.spans)):
        raise Refused(403, "press.not_yours", "Only those who read this conversation may look at it.")


def opened(status: str, rule: PressRule) -> bool:
    """Whether all letters may be read by all, because the game is over."""
    return status == "finished" and rule.archive


def opened_to(table: Table, player: str | None) -> bool:
    """Whether somebody may read all letters: once the game is over, or as game master where the table says so."""
    rule = rule_at(table)
    return opened(table.row.status, rule) or (rule.master and is_master(table, player))


def check_watches(table: Table, player: str) -> None:
    """Refuse who cannot write to the spectators: who plays there, or when there is nothing to look at."""
    if seats_seen(table, player):
        raise Refused(409, "press.plays", "You play at this table, so you cannot write to its spectators.")
    if is_master(table, player):
        raise Refused(
            409, "press.plays", "A game master sees all orders, and writes to everybody at once or to nobody."
        )
    if table.row.status != "running":
        raise Refused(409, "press.closed", "Spectators write to each other while the game is on.")

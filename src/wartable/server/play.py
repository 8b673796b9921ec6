"""What players do at a running table: decide, take back, ask for odds, talk, resign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from wartable.engine.errors import IllegalAction
from wartable.engine.undo import undo_of
from wartable.engine.values import Forecast, Outcome, Seat, named
from wartable.server import anonymity, catalogue, names
from wartable.server.change import change
from wartable.server.entering import Origin, decide, new_entry, repeat, returned, seats_job, table_values
from wartable.server.hub import Hub
from wartable.server.problems import Refused, convert_action
from wartable.server.rows import PlayerRow
from wartable.server.table import Table
from wartable.server.thinking import Chosen
from wartable.server.timing import timing_of
from wartable.server.wire_play import ActionWish, ChatWish, ForecastWish, Reading, ReadWish, UndoWish
from wartable.server.writer import Conflict, Job

CHAT_MOST = 500
"""Characters in one line of chat."""


async def act(hub: Hub, table: Table, player: PlayerRow, wish: ActionWish) -> int:
    """Make a player's decision; return the entry number before it. The caller holds the table.

    A key used before changes nothing and leads to the entry it made then. Raises `Refused` or `IllegalAction`.
    """
    seat = own_seat(table, player, wish.seat)
    action = convert_action(catalogue.actions_of(table.game), wish.action)
    body = msgspec.json.encode(action).decode()
    before = table.seq

    def make(table: Table) -> Job:
        check_running(table)
        own_seat(table, player, seat)  # somebody else may have taken it over meanwhile
        _check_open(table, seat)
        _check_fresh(table, player, wish)
        back = returned(table, player.id)
        made = [*back, *decide(table, seat, action, Origin(player=player.id, key=wish.key))]
        return Job(entries=made, table=table_values(table), also=seats_job(table) if back else None)

    try:
        await change(hub, table, make)
    except (Conflict, IllegalAction, Refused) as error:
        return await _repeated(hub, table, error, EntryWanted("act", seat, body, player.id, wish.key))
    return before


async def undo(hub: Hub, table: Table, player: PlayerRow, wish: UndoWish) -> int:
    """Take back a player's last decision, or all after a step; return the entry number before."""
    seat = own_seat(table, player, wish.seat)
    before = table.seq

    def make(table: Table) -> Job:
        check_running(table)
        own_seat(table, player, seat)
        _check_time(table)
        to = _undo_step(table, seat, wish.to)
        body = msgspec.json.encode({"to": to, "wanted": wish.to})
        entry = new_entry(table, "undo", seat, body, Origin(player=player.id, key=wish.key))
        table.enter(entry)
        return Job(entries=[entry], table=table_values(table))

    try:
        await change(hub, table, make)
    except (Conflict, Refused) as error:
        return await _repeated(hub, table, error, EntryWanted("undo", seat, wish.to, player.id, wish.key))
    return before


async def bot_moves(hub: Hub, table: Table, state: Any, chosen: Sequence[Chosen]) -> None:  # noqa: ANN401
    """Enter decisions of bots in one piece; none where the table does not stand any more at the state thought about.

    It has moved on when a person, or another process, was quicker, when he who was away has come back, or when somebody
    has given up and the game is over by that: what was thought is then worth nothing.
    """

    def make(table: Table) -> Job:
        moved = table.row.status != "running" or table.running().state is not state
        if moved or any(not table.seats[one.seat].by_code for one in chosen):
            return Job()
        made = [entry for one in chosen for entry in repeat(table, one)]
        return Job(entries=made, table=table_values(table))

    await change(hub, table, make)


async def say(hub: Hub, table: Table, player: PlayerRow, wish: ChatWish) -> int:
    """Add a line to a table's chat; return its entry number. A key used before adds nothing and leads to its line."""
    text = names.required(wish.text, "message", CHAT_MOST, lines=True)
    name, colour = anonymity.speaker(table, player)
    said = {"name": name, "colour": colour, "text": text}

    def make(table: Table) -> Job:
        entry = new_entry(table, "chat", None, msgspec.json.encode(said), Origin(player=player.id, key=wish.key))
        table.enter(entry)
        return Job(entries=[entry])

    try:
        await change(hub, table, make)
    except Conflict:
        return await _said_before(hub, table, player, wish.key or "")
    return table.seq


async def _said_before(hub: Hub, table: Table, player: PlayerRow, key: str) -> int:
    """Return the number of the line a key made; raises `Refused` where it made something else."""
    found = await hub.store.entry_by_key(table.id, player.id, key)
    if found is None or found.kind != "chat":
        raise Refused(409, "key.reused", "This key belongs to a decision; every line needs a new one.")
    if found.seq > table.seq:
        await hub.refresh(table)
    return found.seq


async def resign(hub: Hub, table: Table, player: PlayerRow, seat: int) -> None:
    """Give a seat up. Where only one other is left in the game it has won; else a bot decides from now on."""
    own_seat(table, player, seat)
    level = catalogue.usual_bot(table.row.game)

    def make(table: Table) -> Job:
        check_running(table)
        own_seat(table, player, seat)
        check_mixed(table)
        chair = msgspec.structs.replace(
            table.seats[seat], resigned=True, level=level, missed=0, away=False, offered=False
        )
        outcome = won_by_resigning(table, seat)
        said = {} if outcome is None else {"outcome": outcome}
        entry = new_entry(table, "resign", seat, msgspec.json.encode(said), Origin(player=player.id))
        table.enter(entry)
        table.seats[seat] = chair
        return Job(entries=[entry], table=table_values(table), also=seats_job(table))

    await change(hub, table, make)


def check_mixed(table: Table) -> None:
    """Refuse what has to wait until the dice are made."""
    if table.mixing.pending:
        raise Refused(409, "dice.pending", "The dice are being sealed; that takes a moment. Try again then.")


def won_by_resigning(table: Table, seat: int) -> Outcome | None:
    """Return the outcome where a seat gives up against a single opponent; None where more than one is left."""
    left = still_in(table)
    if len(left) != 2 or seat not in left:
        return None
    winner = next(one for one in left if one != seat)
    ranks = tuple(1 if one == winner else 2 if one == seat else 3 for one in range(len(table.seats)))
    scores = tuple(float(one == winner) for one in range(len(table.seats)))
    return Outcome(ranks=ranks, scores=scores, reason=f"Seat {seat + 1} has resigned.")


def still_in(table: Table) -> list[int]:
    """Return the seats still in the game: all but those with something after the first turn and nothing now."""
    points, match = table.chart.points, table.running()
    if not points:
        return list(range(len(table.seats)))
    then, now = points[0].values.values(), match.game.measures(match.state).values()
    return [s for s in range(len(table.seats)) if any(row[s] for row in now) or not any(row[s] for row in then)]


def forecasts(table: Table, player: PlayerRow | None, wish: ForecastWish) -> list[Forecast | None]:
    """Return the exact odds of actions; None for those that are not legal now or leave nothing to chance."""
    if player is None or wish.seat not in table.seats_of(player.id):
        raise Refused(403, "seat.not_yours", f"Seat {wish.seat + 1} is not yours.")
    check_running(table)
    kinds, seat = catalogue.actions_of(table.game), Seat(wish.seat)
    state = table.running().state
    return [table.game.forecast(state, seat, convert_action(kinds, action)) for action in wish.actions]


def read(table: Table, player: PlayerRow, wish: ReadWish) -> Reading:
    """Read a notation as a seat means it, changing nothing; raises `Refused` or `BadNotation`."""
    seat = own_seat(table, player, wish.seat)
    check_running(table)
    return Reading(table.game.parse(table.running().state, seat, wish.text))


def own_seat(table: Table, player: PlayerRow, seat: int) -> Seat:
    """Return the seat if a player decides for it; raises `Refused`."""
    if seat in table.seats_of(player.id):
        return Seat(seat)
    mine = ", ".join(str(one + 1) for one in table.seats_of(player.id)) or "none"
    raise Refused(403, "seat.not_yours", f"Seat {seat + 1} is not yours. Your seats at this table: {mine}.")


def check_running(table: Table) -> None:
    """Raise `Refused` unless the game is on."""
    if table.row.status == "open":
        raise Refused(409, "table.open", "The game has not started yet.")
    if table.row.status == "finished":
        raise Refused(409, "game.over", "The game is over; nothing more can be done.")


def _check_open(table: Table, seat: Seat) -> None:
    """Refuse an answer that would show at once, and when, where nobody may learn who has answered."""
    if table.hushed and seat in table.running().to_act:
        message = "This is answered in secret: save your answer as a draft that is ready."
        raise Refused(409, "draft.wanted", message)


def _check_fresh(table: Table, player: PlayerRow, wish: ActionWish) -> None:
    """Refuse a decision of somebody who has done something else, in another window, since he last looked."""
    if wish.seq is None:
        return
    acted = any(
        s.seq > wish.seq and s.seat == wish.seat and s.player == player.id for s in reversed(table.stamps[-40:])
    )
    if acted or table.undo_seq > wish.seq:
        message = "You have moved in another window since this one was up to date. Look at the board and choose again."
        raise Refused(409, "action.stale", message)


def _check_time(table: Table) -> None:
    """Refuse to take back what was entered when the time ran out: it would be entered anew at once."""
    until = timing_of(table.row.timing).until
    if until is not None and until <= table.now():
        raise Refused(409, "undo.time", "The time of this turn is over, so nothing can be taken back now.")


def _undo_step(table: Table, seat: Seat, wanted: int | None) -> int:
    rule = undo_of(table.running(), seat)
    to = rule.present - 1 if wanted is None else wanted
    if rule.allowed and rule.earliest <= to < rule.present:
        return to
    if rule.reason is not None and to < rule.present:
        message = named(rule.reason.message, table.names)
        raise Refused.because(msgspec.structs.replace(rule.reason, message=message))
    raise Refused(409, "undo.nothing", f"Step {to} is not behind the present step {rule.present}.")


class EntryWanted(msgspec.Struct, frozen=True):
    """What a repeated request must have been the first time; `body` is JSON of the action or the step wanted."""

    kind: str
    seat: int
    body: str | int | None
    player: str
    key: str


async def _repeated(hub: Hub, table: Table, error: Exception, wanted: EntryWanted) -> int:
    """Return the number before the entry a key made; raises the error where it made none."""
    found = await hub.store.entry_by_key(table.id, wanted.player, wanted.key)
    if found is None:
        raise error
    body = found.body if found.kind == "act" else msgspec.json.decode(found.body)["wanted"]
    if (found.kind, found.seat, body) != (wanted.kind, wanted.seat, wanted.body):
        raise Refused(409, "key.reused", "This key belongs to another decision; every decision needs a new one.")
    if found.seq > table.seq:
        await hub.refresh(table)
    return found.seq - 1

"""Who plays which side: as people sit, by lot, or by the lists of what they would like to play.

Lots are drawn from the host's sealed seed, whose hash stands at the table before anybody sits down: nobody who plays
can choose where lots fall, and who made the table has no other chance than the rest. At the end the seed is out, and
what was drawn can be worked out anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, select

from wartable.engine.chance import SealedDice, Shuffle, Shuffled
from wartable.engine.words import listed
from wartable.server import catalogue
from wartable.server.problems import Refused
from wartable.server.rows import SeatRow, TableRow
from wartable.server.schema import entries
from wartable.server.table import Table
from wartable.server.wire import DrawnSeat, DrawnSides, SeatKind, SidesRule

PURPOSE = "wartable sides"
"""What the dice are asked for; no game asks them for that."""


class Drawn(NamedTuple):
    """What was drawn: seats in the order in which they came up, and by seat before which seat it was given."""

    order: tuple[int, ...]
    given: tuple[int, ...]


def rule_of(row: TableRow) -> SidesRule:
    """Return who plays which side at a table."""
    return msgspec.json.decode(row.sides, type=SidesRule)


def stored_rule(wish: SidesRule) -> str:
    """Return a wish as it is stored; at an anonymous table sides are drawn at least."""
    if wish.anonymous and wish.give == "seated":
        wish = replace(wish, give="lot")
    return msgspec.json.encode(wish).decode()


def wishes_of(chair: SeatRow) -> tuple[str, ...]:
    """Return the sides that a seat would like to play, the dearest first."""
    return msgspec.json.decode(chair.prefers, type=tuple[str, ...])


def sides_at(table: Table, seats: int) -> tuple[str, ...]:
    """Return what is played at a table of so many seats, by seat; nothing where seats are alike."""
    return table.game.roles(catalogue.options_of(table.row).for_seats(seats), seats)


def side_of(table: Table, seat: int) -> str:
    """Return what a seat plays, as the log has it: its side, or its number where seats are alike."""
    sides = sides_at(table, len(table.seats))
    return sides[seat] if sides else f"seat {seat + 1}"


def check_wishes(table: Table, wishes: Sequence[str]) -> None:
    """Refuse a list that names something twice, or what nobody plays there. Raises `Refused`."""
    played = {
        side for seats in table.game.seat_counts(catalogue.options_of(table.row)) for side in sides_at(table, seats)
    }
    if not played:
        raise Refused(409, "sides.alike", "All seats of this game are alike: there are no sides to choose from.")
    if unknown := [side for side in wishes if side not in played]:
        raise Refused(400, "sides.unknown", f"Nobody plays {unknown[0]!r} here. There are: {listed(sorted(played))}.")
    if len({*wishes}) < len(wishes):
        raise Refused(400, "sides.twice", "A side stands in the list once: remove the second mention.")


def draw(seed: bytes, give: str, wishes: Sequence[Sequence[str]], sides: Sequence[str]) -> Drawn:
    """Return what the dice of a seed give to seats that wish for some sides (a bot for none)."""
    count = len(wishes)
    answer = SealedDice(seed).answer(0, Shuffle(PURPOSE, count))
    order = answer.order if isinstance(answer, Shuffled) else ()
    given, free = dict[int, int](), list(range(count))
    for chair in order if give == "preference" else ():
        liked = [side for wish in wishes[chair] for side in free if side < len(sides) and sides[side] == wish]
        if liked:
            given[chair] = liked[0]
            free.remove(liked[0])
    rest = [chair for chair in order if chair not in given]
    given.update(zip(rest, free, strict=True))
    return Drawn(order, tuple(given[chair] for chair in range(count)))


def give(table: Table) -> dict[str, Any]:
    """Seat people by the rule of a table whose game begins; return what its entry keeps of that, in JSON's types."""
    rule, before = rule_of(table.row), table.seats
    if rule.give == "seated":
        return {}
    wishes = [() if chair.kind == "bot" else wishes_of(chair) for chair in before]
    drawn = draw(table.row.seed, rule.give, wishes, sides_at(table, len(before)))
    moved = (replace(chair, seat=seat) for chair, seat in zip(before, drawn.given, strict=True))
    table.seats = sorted(moved, key=lambda chair: chair.seat)
    kinds = [chair.kind for chair in before]
    return {"drawn": {"order": drawn.order, "given": drawn.given, "wishes": wishes, "kinds": kinds}}


def told(table: Table) -> str:
    """Say how sides were given; seats stand for the players' names, which are put in when it is read."""
    rule, sides = rule_of(table.row), sides_at(table, len(table.seats))
    how = "by the lists of preferences and by lot" if rule.give == "preference" and sides else "by lot"
    if rule.anonymous:
        return f"{'Sides' if sides else 'Seats'} were given {how}. Who plays is told at the end."
    if not sides:
        return f"The order of play was drawn by lot: {listed([f'seat {n + 1}' for n in range(len(table.seats))])}."
    return f"Sides were given {how}: {listed([f'seat {n + 1} plays {side}' for n, side in enumerate(sides)])}."


class _Kept(msgspec.Struct):
    """What the entry of a beginning keeps of how sides were drawn; seats as people sat before."""

    order: tuple[int, ...]
    given: tuple[int, ...]
    wishes: tuple[tuple[str, ...], ...]
    kinds: tuple[SeatKind, ...]


def drawn_at(connection: Connection, table: Table) -> DrawnSides:
    """Return how sides were drawn at a table whose game is over; raises `Refused` before, and where none were."""
    if table.row.status != "finished":
        raise Refused(409, "game.running", "How sides were drawn is published with the seed when the game is over.")
    query = select(entries.c.body).where(entries.c.table_id == table.id, entries.c.kind == "lobby")
    bodies = (msgspec.json.decode(body) for body in connection.execute(query).scalars())
    body = next((body for body in bodies if "drawn" in body), None)
    if body is None:
        raise Refused(404, "sides.seated", "No sides were drawn at this table: all play where they sat down.")
    drawn = msgspec.convert(body["drawn"], _Kept)
    seats = zip(drawn.given, drawn.wishes, drawn.kinds, strict=True)
    return DrawnSides(
        give=rule_of(table.row).give,
        sides=sides_at(table, len(table.seats)),
        order=drawn.order,
        seats=tuple(
            DrawnSeat(name=table.names[seat], kind=kind, wishes=wishes, seat=seat) for seat, wishes, kind in seats
        ),
    )

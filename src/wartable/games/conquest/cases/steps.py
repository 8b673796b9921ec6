"""The steps that cases of every conquest game may have, as far as the game has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, Literal, TypeAlias

import msgspec

from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Drawn, Roll, Rolled, answer_with
from wartable.engine.errors import BadData
from wartable.engine.values import CHANCE, Action
from wartable.games.conquest.cases.form import SCHEMA
from wartable.games.conquest.cases.reader import Done, Reader, StepKind
from wartable.games.conquest.cases.table import DoneAlready, Table
from wartable.games.conquest.core.actions import (
    Attack,
    Claim,
    EndAttacks,
    EndTurn,
    Fortify,
    Occupy,
    Place,
    Trade,
)
from wartable.games.conquest.core.events import MovedIn

AnyTable: TypeAlias = Table[Any, Any]


class Way(msgspec.Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """From where to where."""

    source: str
    target: str


class Assault(Way, frozen=True):
    """One roll from a territory on another, or with `until` as many as that says."""

    dice: int = 3
    until: int | None = None


class March(Way, frozen=True):
    """Units that go from a territory to another."""

    units: int


class SetTraded(msgspec.Struct, frozen=True):
    """A set of cards; `depicted` is the territory that gets the units of its picture."""

    cards: tuple[str, ...]
    depicted: str | None = None


def _claim(_table: AnyTable, seat: int, space: str) -> Done:
    yield seat, Claim(space)


def _set_up(_table: AnyTable, seat: int, space: str) -> Done:
    yield seat, Place(space)


def _place(table: AnyTable, seat: int, counts: dict[str, int]) -> Done:
    for space, count in counts.items():
        table.space(space)
        yield seat, Place(space, count)


def _attack(table: AnyTable, seat: int, way: Assault) -> Done:
    yield seat, Attack(known(table, way.source), known(table, way.target), way.dice, way.until)


def _fortify(table: AnyTable, seat: int, way: March) -> Done:
    yield seat, Fortify(known(table, way.source), known(table, way.target), way.units)


def move_in(table: AnyTable, seat: int, count: int) -> Done:
    """Move units in; where only one number was possible the game has moved them, and they are compared."""
    if table.state.entry is not None or (told := table.last(MovedIn)) is None:
        yield seat, Occupy(count)
    elif told.count != count:
        raise DoneAlready(f"{told.count} moved in, which nobody was asked about")


def known(table: AnyTable, space: str) -> str:
    """Return the id of a territory; raises `BadData` for one that the board does not have."""
    table.space(space)
    return space


def _trade(reader: Reader[Any, Any, Any], table: AnyTable, seat: int, traded: SetTraded) -> Done:
    names = table.rules.cards.ids
    cards = tuple(names[card] for card in reader.cards(table, traded.cards))
    yield seat, Trade(cards, traded.depicted)


def ended(
    reader: Reader[Any, Any, Any], last: Mapping[str, Callable[[], Action]], table: AnyTable, seat: int, step: str
) -> Done:
    """End a step; one that the game has left by itself, because nothing could be done there, is left already."""
    if step not in last:
        raise BadData(f"no step {step!r} can be ended: there are {', '.join(last)}")
    order, now = [*last, *reader.closing], reader.step(table)
    later = now in order and order.index(now) > order.index(step)
    waits = seat in table.game.to_act(table.state) or table.state.fight is not None
    if table.state.seat == seat and waits and not later:
        yield seat, last[step]()


def _dice(table: AnyTable, _seat: int, faces: tuple[int, ...]) -> Done:
    wanted = table.game.request(table.state) if table.chance else None
    if not isinstance(wanted, Roll):
        raise BadData(f"no dice are due: {due(table)}")
    yield CHANCE, Rolled(faces)


def due(table: AnyTable) -> str:
    """Say what a game waits for."""
    if table.state.victory is not None:
        return "the game is over"
    if table.chance:
        return f"chance is asked for the {table.game.request(table.state).purpose}"
    seats = " and ".join(map(str, table.game.to_act(table.state)))
    return f"seat {seats} is asked in {table.state.phase}"


def _draw(reader: Reader[Any, Any, Any], table: AnyTable, _seat: int, names: tuple[str, ...]) -> Done:
    for name in names:
        wanted = table.game.request(table.state) if table.chance else None
        if not isinstance(wanted, Draw):
            raise BadData(f"no card is due: {due(table)}")
        yield CHANCE, drawn(reader, table, name)


def drawn(reader: Reader[Any, Any, Any], table: AnyTable, name: str) -> Drawn:
    """Return the answer that draws a territory card; raises `BadData` where it is not in the deck."""
    card, drawable = reader.card(table, name), table.rules.cards.drawable(table.state.cards)
    if not drawable >> card & 1:
        raise BadData(f"{name} cannot be drawn: it is in a hand or discarded")
    return Drawn(sum(1 for each in bits(drawable) if each < card))


def chance_answers(table: AnyTable) -> Iterator[tuple[int, Action]]:
    """Yield some answer to chance as long as it is asked, the same in every run of a case."""
    rng = Random(f"{SCHEMA} {table.case.id}")
    while table.chance:
        yield CHANCE, answer_with(table.game.request(table.state), rng)


def _deal(table: AnyTable, _seat: int, _how: str) -> Done:
    return chance_answers(table)


STEPS: Mapping[str, StepKind] = {
    "claim": StepKind(str, _claim),
    "setup_place": StepKind(str, _set_up),
    "place": StepKind(dict[str, int], _place),
    "attack": StepKind(Assault, _attack),
    "move_in": StepKind(int, move_in),
    "fortify": StepKind(March, _fortify),
    "dice": StepKind(tuple[int, ...], _dice),
    "deal": StepKind(Literal["any"], _deal),
}
"""Those that need nothing of the game."""
LAST: Mapping[str, Callable[[], Action]] = {"reinforce": EndAttacks, "attack": EndAttacks, "fortify": EndTurn}
"""What ends a step of a turn; a step without an end of its own goes on by itself."""


def steps_for(reader: Reader[Any, Any, Any], last: Mapping[str, Callable[[], Action]] = LAST) -> Mapping[str, StepKind]:
    """Return the steps of the family for one game's reader; `last` says how each step of a turn is ended."""
    return {
        **STEPS,
        "trade": StepKind(SetTraded, partial(_trade, reader)),
        "draw": StepKind(tuple[str, ...], partial(_draw, reader)),
        "end": StepKind(str, partial(ended, reader, last)),
    }

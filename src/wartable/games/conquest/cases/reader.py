"""What every conquest game reads of a case: how a position is put up, a step is done, a fact is compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, cast

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import BadData, Reason
from wartable.engine.fields import converted
from wartable.engine.options import Options, build, describe
from wartable.engine.values import Action, Seat
from wartable.engine.words import hint
from wartable.games.conquest.cases.form import Before, Case, Holding
from wartable.games.conquest.cases.table import DoneAlready, R, S, Table
from wartable.games.conquest.core.game import ConquestGame
from wartable.games.conquest.core.state import NOBODY, Fallen
from wartable.games.conquest.core.turn import Turns

B = TypeVar("B", bound=Before)
Done: TypeAlias = Iterable[tuple[int, Action]]
"""What a step does, one decision or answer of chance after the other, each made of the position it meets."""
BESIDE = ("seat", "refused", "expect")
"""What may stand in a step beside what it is."""
TURN = 3
"""The round of every position: late enough for what nobody may do in the first ones."""
SWITCH = {"on": True, "off": False}
"""How options that are on or off may be written."""
SET_UP = "setup"
"""How the names of steps of the set-up begin."""


class StepKind(NamedTuple):
    """A kind of step: the form of its value, and what is done."""

    form: Any
    does: Callable[[Table[Any, Any], int, Any], Done]
    also: tuple[str, ...] = ()
    """Further fields of the step that belong to its value, which then holds them and the first."""


class Fact(NamedTuple):
    """A kind of fact: the form of its value, and what differs from it."""

    form: Any
    differs: Callable[[Table[Any, Any], Any], Iterable[str]]


class Reader(Generic[R, S, B]):
    """How a game reads its cases; each adds steps, facts and fields of the position to those of the family."""

    game: ClassVar[ConquestGame[Any, Any, Any]]
    course: ClassVar[Turns[Any, Any]]
    """What begins turns."""
    before: ClassVar[type[Any]] = Before
    steps: ClassVar[Mapping[str, StepKind]]
    facts: ClassVar[Mapping[str, Fact]]
    phases: ClassVar[Mapping[str, tuple[str, ...]]]
    """The tags of the tasks that wait when a step begins, by the name of the step."""
    closing: ClassVar[tuple[str, ...]] = ()
    """Steps at the end of a turn, after all that a file can end: a game in one of them has left the others."""
    sits: ClassVar[type[Table[Any, Any]]] = Table
    """What holds a game under way."""

    # --- the position

    def options(self, case: Case) -> Options:
        """Return the options of a case, where switches may be written `on` and `off`.

        Raises `BadData` for a preset that there is not, `BadOptions`.
        """
        presets = self.game.presets
        if case.preset and case.preset not in presets:
            raise BadData(f"{self.game.title} has no preset {case.preset!r}. {hint(case.preset, presets)}")
        base = presets[case.preset] if case.preset else next(iter(presets.values()))
        switches = {field.name for field in describe(self.game.options_type) if field.kind == "bool"}
        given = {
            name: SWITCH[value] if name in switches and isinstance(value, str) and value in SWITCH else value
            for name, value in case.options.items()
        }
        return build(type(base), given, base)

    def table(self, case: Case) -> Table[R, S]:
        """Put up the position of a case; raises `BadData` for one that cannot be, `BadOptions`."""
        before: B = converted(case.before, self.before, "before")
        seats = len(case.seated)
        if [one.seat for one in case.seated] != list(range(seats)):
            raise BadData("seats: name them in order, from 0 up.")
        start = self.seated(case, self.game.start(self.options(case), seats))
        check_seat(before.turn, seats, "before: turn")
        for name, value in msgspec.structs.asdict(before).items():
            check_seats(value, seats, f"before: {name}")
        table: Table[R, S] = self.sits(self.game, case, start)
        if before.new_game:
            return table
        table.state = self.put_up(table, before)
        if before.step == "start":
            table.state = self.begun(table, before)
        for fault in self.game.invariants(table.state):
            raise BadData(f"before: the position is impossible: {fault}")
        return table

    def seated(self, case: Case, state: S) -> S:
        """Return the first position of a game with what the case says of its seats."""
        return state

    def begun(self, table: Table[R, S], before: B) -> S:
        """Return the position after a turn has begun."""
        state: S = self.course.begin_turn(table.rules, table.state, before.turn, table.state.turn, table.events)
        return state

    def put_up(self, table: Table[R, S], before: B) -> S:
        """Return the position stated."""
        held, armies = holdings(table, before)
        state, set_up = table.state, before.step.startswith(SET_UP)
        fallen = () if set_up else tuple(Fallen(seat, NOBODY) for seat, mask in enumerate(held) if not mask)
        cards = state.cards
        if cards.hands:
            hands = [tuple(sorted(self.cards(table, before.territory_cards.get(s, ())))) for s in range(len(held))]
            taken = sum(1 << card for hand in hands for card in hand)
            traded = sum(before.sets_traded.values())
            cards = replace(cards, hands=tuple(hands), deck=cards.deck & ~taken, sets=traded)
        elif any(before.territory_cards.values()):
            raise BadData("before: territory_cards are named, and these options play without.")
        table.state = replace(
            state,
            agenda=self.waiting(table, before),
            seat=before.turn,
            turn=TURN,
            held=held,
            armies=armies,
            fallen=fallen,
            to_place=before.to_place,
            conquered=before.this_turn.conquered,
            pools=tuple(before.units_left.get(seat, 0) for seat in range(len(held))) if set_up else (),
            cards=cards,
        )
        return self.furnished(table, before)

    def furnished(self, table: Table[R, S], before: B) -> S:
        """Return the position with what only this game has."""
        return table.state

    def waiting(self, table: Table[R, S], before: B) -> tuple[Any, ...]:
        """Return what waits in the step named; raises `BadData` for one that there is not."""
        if before.step == "start":
            return ()
        if before.step not in self.phases:
            raise BadData(f"before: there is no step {before.step!r}. {hint(before.step, ['start', *self.phases])}")
        steps = self.game.machine.by_tag
        return tuple(steps[tag](Seat(before.turn)) for tag in self.phases[before.step])

    def cards(self, table: Table[R, S], names: Iterable[str]) -> list[int]:
        """Return territory cards by the ids of their territories, or `wild_1`; raises `BadData`."""
        return [self.card(table, name) for name in names]

    def card(self, table: Table[R, S], name: str) -> int:
        """Return one territory card; raises `BadData` where there is none."""
        deck = table.rules.cards
        wild = len(deck.spaces) + int(name[5:]) - 1 if name.startswith("wild_") and name[5:].isdecimal() else -1
        if len(deck.spaces) <= wild < deck.size:
            return wild
        return table.space(name)

    def card_name(self, table: Table[R, S], card: int) -> str:
        """Return what files call a territory card."""
        deck = table.rules.cards
        return deck.space(card) or f"wild_{card - len(deck.spaces) + 1}"

    # --- steps

    def step(self, table: Table[R, S]) -> str:
        """Return the name of the step that a game is in; the tag of its phase where files have no name for it."""
        phase = table.state.phase
        return next((name for name, tags in self.phases.items() if tags[0] == phase), phase)

    def passed_over(self, table: Table[R, S], step: str) -> bool:
        """Whether the game was past a step of the turn at hand because nothing but its end could be chosen there."""
        order, now = list(self.phases), self.step(table)
        if now not in order or step not in order or order.index(step) >= order.index(now) or step.startswith(SET_UP):
            return False
        seat = Seat(table.state.seat)
        task = self.game.machine.by_tag[self.phases[step][0]](seat)
        back = replace(table.state, agenda=(task, *table.state.agenda))
        return self.game.legal(back, seat).count() == 1

    def perform(self, table: Table[R, S], step: dict[str, Any], where: str) -> Iterator[str]:
        """Do a step; yield what went otherwise than stated. Raises `WartableError` where the case cannot go on."""
        kinds = [name for name in step if name in self.steps]
        also = next((self.steps[name].also for name in kinds if self.steps[name].also), ())
        kinds = [name for name in kinds if name not in also]
        others = [name for name in step if name not in self.steps and name not in BESIDE and name not in also]
        if len(kinds) != 1 or others:
            raise BadData(f"one of {', '.join(self.steps)} must say what is done. {_unread(others, self.steps)}")
        kind = self.steps[kinds[0]]
        stated = {name: step[name] for name in (kinds[0], *also) if name in step} if also else step[kinds[0]]
        value = converted(stated, kind.form, kinds[0])
        seat: int = converted(step.get("seat", table.state.seat), int, "seat")
        check_seat(seat, table.state.seats, "seat")
        done = kind.does(table, seat, value)
        if "refused" in step:
            yield from _refused(table, done, str(step["refused"]), where)
            return
        for who, action in done:
            table.act(who, action)

    # --- facts

    def compared(self, table: Table[R, S], name: str, value: object) -> Iterator[str]:
        """Yield what differs from a stated fact; raises `BadData` for a fact that this game does not know."""
        if name not in self.facts:
            raise BadData(f"expect: {self.game.title} does not know {name!r}. {hint(name, self.facts)}")
        fact = self.facts[name]
        expected: object = converted(value, fact.form, f"expect: {name}")
        check_seats(expected, table.state.seats, f"expect: {name}")
        yield from fact.differs(table, expected)


def check_seat(seat: int, seats: int, where: str) -> None:
    """Raise `BadData` for a seat that there is not."""
    if not 0 <= seat < seats:
        raise BadData(f"{where}: there is no seat {seat}; they are 0 to {seats - 1}.")


def check_seats(value: object, seats: int, where: str) -> None:
    """Raise `BadData` where something is said by seat, and of one that there is not."""
    if isinstance(value, dict):
        for key in cast("dict[object, object]", value):
            if isinstance(key, int):
                check_seat(key, seats, where)


def holdings(table: Table[Any, Any], before: Before) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return masks by seat and units by space; raises `BadData` where something is not said or cannot be."""
    held, armies = [0] * table.state.seats, [0] * len(table.rules.board.ids)
    named = {table.space(name): holding for name, holding in before.territories.items()}
    rest: Holding | None = (None, 0) if before.rest == "empty" else before.rest
    for space in range(len(armies)):
        holding = named.get(space, rest)
        if holding is None:
            raise BadData(f"before: {table.rules.id(space)} is not named, and `rest` does not say what else holds.")
        owner, armies[space] = holding
        if isinstance(owner, int):
            check_seat(owner, len(held), f"before: {table.rules.id(space)}")
            held[owner] |= 1 << space
    return tuple(held), tuple(armies)


def _refused(table: Table[Any, Any], done: Done, rule: str, where: str) -> Iterator[str]:
    """Look that one of a step's decisions is refused by a rule, and that nothing changes by the step."""
    kept = table.state, list(table.events)
    try:
        for seat, action in done:
            if (error := table.refusal(seat, action)) is not None:
                if not names(error.reason, rule):
                    told = error.reason.rule or "no rule"
                    yield f"{where}: refused by {told} ({error.reason.code}), and {rule} must refuse it: {error}"
                return
            table.act(seat, action)
        yield f"{where}: allowed, and {rule} must refuse it"
    except DoneAlready:
        return  # what was not asked could not be chosen
    finally:
        table.state, table.events = kept


def names(reason: Reason, rule: str) -> bool:
    """Whether a reason names a rule: `T40` is named by `lotr-risk T40, L19`."""
    return rule in reason.rule.replace(",", " ").replace(";", " ").split()


def _unread(names: list[str], known: Iterable[str]) -> str:
    return f"{names[0]!r} says nothing. {hint(names[0], known)}" if names else ""

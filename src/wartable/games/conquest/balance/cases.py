"""How Balance of Power reads stated cases (`conquest-cases/1`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import BadData
from wartable.engine.values import Action
from wartable.engine.words import hint
from wartable.games.conquest.balance.actions import Buy, Capital, Collect, Done, FormTank, Give, MoveTanks
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.game import BALANCE_OF_POWER, COURSE
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.cases.facts import as_set, by_key, differing, facts_for, other_hand, sets_by_key
from wartable.games.conquest.cases.form import Before
from wartable.games.conquest.cases.reader import Done as Does
from wartable.games.conquest.cases.reader import Fact, Reader, StepKind
from wartable.games.conquest.cases.steps import Way, known, steps_for
from wartable.games.conquest.cases.table import Table
from wartable.games.conquest.core.actions import EndAttacks, EndTurn, Trade

BalanceTable = Table[BalanceRules, BalanceState]
PHASES: Mapping[str, tuple[str, ...]] = {
    "setup_claim": ("claim",),
    "setup_place": ("setup",),
    "setup_capitals": ("capitals",),
    "neutral_reinforce": ("neutral_reinforce",),
    "neutral_attack": ("neutral_attack",),
    "buy": ("buy",),
    "maneuver": ("maneuver",),
    "reinforce": ("reinforce", "attack"),
    "attack": ("attack",),
    "move_in": ("occupy",),
    "collect": ("collect",),
    "fortify": ("fortify",),
    "give": ("give",),
}
NEUTRAL = "neutral"


class BalanceBefore(Before, frozen=True, kw_only=True):
    """A position of Balance of Power; the turn began with what its seat holds, unless `began` says otherwise."""

    capitals: dict[int, str] = msgspec.field(default_factory=dict[int, str])
    cities: tuple[str, ...] = ()
    rough: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    airfields: tuple[str, ...] = ()
    tanks: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    piles: dict[int | Literal["neutral"], int] = msgspec.field(default_factory=dict[int | Literal["neutral"], int])
    """Casualties, by seat or of the neutral army."""
    face_up: tuple[str, ...] = ()
    collected: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict[int, tuple[str, ...]])
    began: tuple[str, ...] | None = None


class Purchase(msgspec.Struct, frozen=True):
    """A special combat action, its target where it has one, and the cards that help to pay for it."""

    what: ActionKey
    space: str | None = None
    seat: int | None = None
    armies: dict[str, int] = {}
    tank: str | None = None
    cards: tuple[str, ...] = ()


class TankMarch(Way, frozen=True):
    """Tanks that go from a territory to another, and armies with them."""

    tanks: int
    units: int = 0


class StarsTraded(msgspec.Struct, frozen=True):
    """Cards traded for their stars."""

    cards: tuple[str, ...]


class CollectedFact(msgspec.Struct, frozen=True):
    """An objective, and where its airfield is built."""

    objective: str
    space: str | None = None


class BalanceReader(Reader[BalanceRules, BalanceState, BalanceBefore]):
    """Cases of Balance of Power."""

    game = BALANCE_OF_POWER
    course = COURSE
    before = BalanceBefore
    phases = PHASES

    def furnished(self, table: BalanceTable, before: BalanceBefore) -> BalanceState:
        """Return the position with marks, piles, tanks, capitals and objectives."""
        state, seats = table.state, table.state.seats
        taken = {objective for own in before.collected.values() for objective in own}
        for objective in (*before.face_up, *taken):
            if objective not in table.rules.objectives:
                raise BadData(f"before: no objective {objective!r}. {hint(objective, table.rules.objectives)}")
        capitals = {seat: table.space(space) for seat, space in before.capitals.items()}
        tanks = [before.tanks.get(space, 0) for space in table.rules.board.ids]
        return replace(
            state,
            capitals=tuple(capitals.get(seat, -1) for seat in range(seats)),
            cities=table.mask(before.cities),
            rough=table.mask(before.rough),
            sites=table.mask(before.sites),
            airfields=table.mask(before.airfields),
            pieces=(tuple(tanks),) if state.options.tanks else (),
            piles=tuple(before.piles.get(seat, 0) for seat in (*range(seats), NEUTRAL)),
            face_up=before.face_up,
            collected=tuple(before.collected.get(seat, ()) for seat in range(seats)),
            began=state.held[before.turn] if before.began is None else table.mask(before.began),
        )


def _ids(table: BalanceTable, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(table.rules.cards.ids[card] for card in CASES.cards(table, names))


def _capital(table: BalanceTable, seat: int, space: str) -> Does:
    yield seat, Capital(known(table, space))


def _buy(table: BalanceTable, seat: int, wish: Purchase) -> Does:
    space = wish.space and known(table, wish.space)
    armies = tuple(wish.armies.items())
    yield seat, Buy(wish.what, space, wish.seat, armies, wish.tank, _ids(table, wish.cards))


def _trade(table: BalanceTable, seat: int, traded: StarsTraded) -> Does:
    yield seat, Trade(_ids(table, traded.cards))


def _collect(_table: BalanceTable, seat: int, wish: CollectedFact) -> Does:
    yield seat, Collect(wish.objective, wish.space)


def _give(table: BalanceTable, seat: int, card: str) -> Does:
    yield seat, Give(*_ids(table, (card,)))


def _form(table: BalanceTable, seat: int, space: str) -> Does:
    yield seat, FormTank(known(table, space))


def _tanks(table: BalanceTable, seat: int, way: TankMarch) -> Does:
    yield seat, MoveTanks(known(table, way.source), known(table, way.target), way.tanks, way.units)


def _piles(table: BalanceTable, expected: dict[int | Literal["neutral"], int]) -> Iterator[str]:
    yield from by_key("piles", expected, lambda who: table.state.piles[-1 if who == NEUTRAL else who])


def _capitals(table: BalanceTable, expected: dict[int, str | None]) -> Iterator[str]:
    def found(seat: int) -> str | None:
        space = table.state.capitals[seat]
        return table.rules.id(space) if space >= 0 else None

    yield from by_key("capitals", expected, found)


def _airfields(table: BalanceTable, expected: tuple[str, ...]) -> Iterator[str]:
    yield from differing("airfields", as_set(expected), as_set(table.ids(table.state.airfields)))


def _collected(table: BalanceTable, expected: dict[int, tuple[str, ...]]) -> Iterator[str]:
    def own(seat: int) -> tuple[str, ...]:
        return table.state.collected[seat]

    yield from sets_by_key("collected", expected, own)


def _tank_fact(table: BalanceTable, expected: dict[str, int]) -> Iterator[str]:
    yield from by_key("tanks", expected, lambda name: table.state.tanks[table.space(name)])


def _stop() -> Action:
    return Done()


CASES = BalanceReader()
LAST = {
    "neutral_reinforce": _stop, "neutral_attack": _stop, "buy": _stop, "maneuver": _stop, "reinforce": _stop,
    "attack": EndAttacks, "collect": _stop, "fortify": EndTurn,
}  # fmt: skip
BalanceReader.steps = {
    **steps_for(CASES, LAST),
    "capital": StepKind(str, _capital),
    "buy": StepKind(Purchase, _buy),
    "trade": StepKind(StarsTraded, _trade),
    "collect": StepKind(CollectedFact, _collect),
    "give": StepKind(str, _give),
    "form_tank": StepKind(str, _form),
    "move_tanks": StepKind(TankMarch, _tanks),
}
BalanceReader.facts = {
    **facts_for(CASES, {"territory_cards": other_hand}),
    "piles": Fact(dict[int | Literal["neutral"], int], _piles),
    "capitals": Fact(dict[int, str | None], _capitals),
    "airfields": Fact(tuple[str, ...], _airfields),
    "collected": Fact(dict[int, tuple[str, ...]], _collected),
    "tanks": Fact(dict[str, int], _tank_fact),
}

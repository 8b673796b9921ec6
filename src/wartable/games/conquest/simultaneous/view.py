"""What everybody sees of a simultaneous round, and what a seat sees of its own secret answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.simultaneous.actions import FightOn, NameTargets, Orders, Placements, Withdraw
from wartable.games.conquest.simultaneous.fighting import ends_of
from wartable.games.conquest.simultaneous.hooks import Hooks
from wartable.games.conquest.simultaneous.placing import owes_set
from wartable.games.conquest.simultaneous.state import Clash, March, affairs_of
from wartable.games.conquest.simultaneous.tasks import ClashRolling, NamingTargets, Withdrawing, WritingPlacements
from wartable.games.flow.tasks import Together


class MarchView(msgspec.Struct, frozen=True):
    """A move of the round, once all are laid open."""

    seat: int
    source: str
    target: str
    count: int
    leader: bool


class GroupView(msgspec.Struct, frozen=True):
    """Armies of a side that came from one place."""

    source: str
    count: int


class SideView(msgspec.Struct, frozen=True):
    """A side of a battle: its armies, where they came from, its bonus, and the most dice that it has."""

    player: int
    count: int
    groups: tuple[GroupView, ...]
    leaders: int
    bonus: int
    stayed: bool
    dice: int


class BattleView(msgspec.Struct, frozen=True):
    """A battle that is on; `border` is the other end of the border that is fought on, empty at a place."""

    place: str
    border: str
    round: int
    """Number of the next round."""
    acting: int
    """Who acts as defender in it; -1 is the neutral army."""
    sides: tuple[SideView, ...]
    order: tuple[int, ...]
    """The order in which attackers act as defender, where nobody stayed."""


class BackView(msgspec.Struct, frozen=True):
    """Armies that return when all battles are over."""

    seat: int
    space: str
    count: int
    bounced: bool


class RoundView(msgspec.Struct, frozen=True):
    """A simultaneous round: moves laid open, battles in the order in which they are fought, armies to return.

    `ready` are seats whose secret answer is in; `own` is that of the seat that looks. `fought` counts by territory the
    armies that move no more in this round.
    """

    moves: tuple[MarchView, ...]
    under_way: tuple[MarchView, ...]
    battles: tuple[BattleView, ...]
    returns: tuple[BackView, ...]
    fought: tuple[int, ...]
    conquered: tuple[int, ...]
    ready: tuple[int, ...]
    own: Placements | Orders | NameTargets | Withdraw | FightOn | None
    new: tuple[int, ...]
    """Armies that each seat places, while reinforcements are written."""
    must_trade: bool
    """Whether the seat that looks must trade a set then."""
    step: str
    """What waits in the battle at hand: `targets`, `dice`, `withdraw`; empty where none is on."""


def round_view(game: Hooks[Any, Any], rules: Rules, state: Any, seat: int | None) -> RoundView:  # noqa: ANN401 - a state of the family
    """Return what a seat (None: a spectator) sees of the round."""
    affairs, task = affairs_of(state), state.agenda[0] if state.agenda else None
    given = task.given if isinstance(task, Together) else ()
    own = next((answer for other, answer in given if other == seat), None)
    return RoundView(
        moves=_marches(rules, affairs.shown),
        under_way=_marches(rules, affairs.pending),
        battles=tuple(_battle(rules, state, clash) for clash in affairs.clashes),
        returns=tuple(BackView(each.seat, rules.id(each.source), each.units, each.bounced) for each in affairs.returns),
        fought=tuple(affairs.spent(space) for space in range(len(state.armies))) if affairs.fought else (),
        conquered=tuple(seat for seat in range(state.seats) if affairs.conquered >> seat & 1),
        ready=tuple(sorted(other for other, _ in given)),
        own=own if isinstance(own, Placements | Orders | NameTargets | Withdraw | FightOn) else None,
        new=tuple(game.new_armies(rules, state, other) if state.held[other] else 0 for other in range(state.seats))
        if isinstance(task, WritingPlacements)
        else (),
        must_trade=isinstance(task, WritingPlacements) and seat is not None and owes_set(game, rules, state, seat, ()),
        step=_step(task),
    )


def _step(task: Any) -> str:  # noqa: ANN401 - a task of any kind
    steps: dict[Any, str] = {NamingTargets: "targets", ClashRolling: "dice", Withdrawing: "withdraw"}
    return steps.get(type(task), "")


def _marches(rules: Rules, marches: Iterable[March]) -> tuple[MarchView, ...]:
    return tuple(
        MarchView(one.seat, rules.id(one.source), rules.id(one.target), one.units, one.leaders > 0) for one in marches
    )


def _battle(rules: Rules, state: Any, clash: Clash) -> BattleView:  # noqa: ANN401
    battle = clash.battle
    forces = {force.seat: force for force in clash.forces}
    sides: list[SideView] = []
    for side in battle.sides:
        force = None if side.stayed else forces[side.player]
        groups = tuple(GroupView(rules.id(group.source), group.units) for group in force.groups) if force else ()
        stand = state.pieces[0][clash.place] if state.pieces else 0
        leaders = force.leaders if force else stand
        sides.append(
            SideView(side.player, side.units, groups, leaders, side.bonus, side.stayed, battle.cap(side.player))
        )
    acting = NOBODY if battle.acting is None else battle.acting
    return BattleView(*ends_of(rules, clash), battle.round, acting, tuple(sides), battle.order)


def totals(state: Any) -> tuple[int, ...]:  # noqa: ANN401 - a state of the family
    """Return the armies of each seat, those under way among them."""
    affairs = affairs_of(state)
    return tuple(count + affairs.afield(seat) for seat, count in enumerate(state.army_totals()))

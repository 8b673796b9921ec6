"""From an empty map to the first turn: first player, missions, deal, starting armies (`risk D3`, `risk D4`)."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Drawn, Request, Roll, Rolled, Shuffle, Shuffled
from wartable.engine.errors import BadOptions, Reason
from wartable.engine.values import Seat
from wartable.engine.words import counted
from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.classic.rules import RiskRules, rules_of
from wartable.games.conquest.classic.state import RiskRoundState, RiskState
from wartable.games.conquest.classic.tasks import ArmiesSpread, FirstDrawn, MapDealt, MissionDealt
from wartable.games.conquest.core.events import Dealt, MissionGiven
from wartable.games.conquest.core.goals import NO_MISSION, mission_id, mission_pool, open_goals
from wartable.games.conquest.core.machine import Wanted
from wartable.games.conquest.core.setup import SetUp
from wartable.games.conquest.core.tasks import Claims, Step
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.core.words import territories


class RiskSetUp(SetUp[RiskRules, RiskState]):
    """What chance does before a game of Classic Risk."""

    def draw_first(self, _rules: RiskRules, state: RiskState, _seat: int, answer: Drawn, _tell: Tell) -> RiskState:
        """Let the drawn seat begin; the others follow by seat."""
        seats = range(state.seats)
        return _after_first(replace(state, order=tuple((answer.index + step) % state.seats for step in seats)))

    def give_mission(self, _rules: RiskRules, state: RiskState, seat: int, answer: Drawn, tell: Tell) -> RiskState:
        """Deal one mission, known to its owner only."""
        mission = _undealt(state)[answer.index]
        missions = tuple(mission if each == seat else dealt for each, dealt in enumerate(state.missions))
        if tell is not None:
            tell.append(MissionGiven(seat, mission_id(mission), audience=(Seat(seat),)))
        state = replace(state, missions=missions)
        place = state.order.index(seat) + 1
        return _mission_for(state, state.order[place]) if place < state.seats else _after_missions(state)

    def deal(self, rules: RiskRules, state: RiskState, seat: int, answer: Shuffled, tell: Tell) -> RiskState:
        """Deal the spaces round, one army on each; the extra ones go to those who move last."""
        held = [0] * state.seats
        for number, space in enumerate(answer.order):
            held[state.order[-1 - number % state.seats]] |= 1 << space
        pools = tuple(pool - mask.bit_count() for pool, mask in zip(state.pools, held, strict=True))
        dealt = replace(state, held=tuple(held), armies=(1,) * len(state.armies), pools=pools)
        if state.options.setup == "automatic":
            return replace(dealt, agenda=(ArmiesSpread(Seat(seat)),))
        if tell is not None:
            tell.append(Dealt(dealt.owners, dealt.armies))
        return self.next_to_place(rules, dealt, -1, tell)

    def spread_armies(self, rules: RiskRules, state: RiskState, _seat: int, answer: Rolled, tell: Tell) -> RiskState:
        """Put every remaining army on an own space drawn for it; the first turn begins."""
        armies, faces = list(state.armies), iter(answer.faces)
        for mask, pool in zip(state.held, state.pools, strict=True):
            own = tuple(bits(mask))
            for _ in range(pool):
                armies[own[next(faces) - 1]] += 1
        ready = replace(state, armies=tuple(armies), pools=())
        if tell is not None:
            tell.append(Dealt(ready.owners, ready.armies))
        return self.all_set_up(rules, ready, tell)


def first_state(options: RiskOptions, seats: int) -> RiskState:
    """Return the empty map; raises `BadOptions` where the options do not fit the number of seats."""
    rules = rules_of(options)
    armies = starting_armies(rules, seats)
    _refuse_misfits(rules, seats, armies)
    kind = RiskRoundState if options.moves == "simultaneous" else RiskState
    state = kind(
        options=options,
        agenda=(FirstDrawn(Seat(0)),),
        seat=0,
        turn=0,
        order=tuple(range(seats)),
        held=(0,) * seats,
        armies=(0,) * len(rules.board.ids),
        pools=(armies,) * seats,
        cards=rules.cards.fresh(seats),
        missions=(NO_MISSION,) * seats if options.goal == "missions" else (),
    )
    return state if options.first_player == "drawn" else _after_first(state)


def starting_armies(rules: RiskRules, seats: int) -> int:
    """Return the armies each seat begins with (`risk D3`)."""
    return rules.options.starting_armies or rules.data.starting_armies.each[seats]


def _refuse_misfits(rules: RiskRules, seats: int, armies: int) -> None:
    spaces = len(rules.board.ids)
    needed = ceil(spaces / seats)
    if spaces < seats:
        message = f"{seats} players need a territory each, and this map has {spaces}. Choose another board."
        raise BadOptions(Reason(code="option.too_few_territories", message=message, rule="risk D4"))
    if armies < needed:
        message = (
            f"{seats} players hold up to {territories(needed)} each, so starting_armies must be at least {needed}."
        )
        raise BadOptions(Reason(code="option.too_few_armies", message=message, rule="risk D3"))
    if rules.options.goal == "territories" and not open_goals(rules, seats):
        cure = "24" if needed < 24 <= spaces and rules.options.territories != "24" else "another goal"
        message = f"{seats} players begin with up to {territories(needed)} each: that is no goal. Choose {cure}."
        raise BadOptions(Reason(code="option.goal_too_easy", message=message, rule="risk D1"))
    if rules.options.goal == "missions" and len(mission_pool(rules, seats)) < seats:
        pool = counted(len(mission_pool(rules, seats)), "mission")
        message = f"This map has {pool} to deal, too few for {seats} players."
        raise BadOptions(Reason(code="option.too_few_missions", message=message, rule="risk D12"))


def _after_first(state: RiskState) -> RiskState:
    """Go on once the order of play is known."""
    return _mission_for(state, state.order[0]) if state.missions else _after_missions(state)


def _mission_for(state: RiskState, seat: int) -> RiskState:
    return replace(state, agenda=(MissionDealt(Seat(seat)),), seat=seat)


def _after_missions(state: RiskState) -> RiskState:
    first = state.order[0]
    step = Claims(Seat(first)) if state.options.setup == "claim" else MapDealt(Seat(first))
    return replace(state, agenda=(step,), seat=first)


def _starting_armies(_rules: RiskRules, state: RiskState, _step: Step) -> Request:
    shares = [mask.bit_count() for mask in state.held]
    return Roll(
        "starting armies", tuple(share for share, pool in zip(shares, state.pools, strict=True) for _ in range(pool))
    )


REQUESTS: Mapping[str, Wanted] = {
    "first": lambda _rules, state, _step: Draw("first player", state.seats),
    "missions": lambda _rules, state, step: Draw("mission", len(_undealt(state)), audience=(step.seat,)),
    "deal": lambda _rules, state, _step: Shuffle("deal", len(state.armies)),
    "spread": _starting_armies,
}
"""What the set-up wants of chance."""


def _undealt(state: RiskState) -> tuple[int, ...]:
    return tuple(
        mission for mission in mission_pool(rules_of(state.options), state.seats) if mission not in state.missions
    )

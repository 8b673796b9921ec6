"""From an empty map to the first turn: first player, missions, deal, starting armies (`risk D3`, `risk D4`)."""

from __future__ import annotations

from math import ceil

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Drawn, Request, Roll, Rolled, Shuffle, Shuffled
from wartable.engine.errors import BadOptions, Reason
from wartable.engine.values import Seat
from wartable.games.conquest.actions import Claim, Place
from wartable.games.conquest.deck import fresh_cards
from wartable.games.conquest.events import Claimed, Dealt, MissionGiven, Placed
from wartable.games.conquest.goals import NO_MISSION, mission_id, mission_pool, open_aims
from wartable.games.conquest.options import RiskOptions
from wartable.games.conquest.rules import RiskRules, rules_of
from wartable.games.conquest.state import RiskState
from wartable.games.conquest.turn import R, S, Tell, Turns
from wartable.games.conquest.words import counted, territories


class SetUp(Turns[R, S]):
    """Claiming the map and placing armies one by one, in every game of the family."""

    def claim(self, rules: R, state: S, action: Claim, tell: Tell) -> S:
        """Take a free space with one army; when none is left the remaining armies are placed in turn."""
        space, seat = rules.board.index[action.space], state.seat
        held = list(state.held)
        held[seat] |= 1 << space
        after = _spend(replace(state, held=tuple(held)), space)
        if tell is not None:
            tell.append(Claimed(seat, action.space))
        place = state.order.index(seat)
        if 0 in after.armies:
            return replace(after, seat=state.order[(place + 1) % state.seats])
        return self.next_to_place(rules, after, place, tell)

    def place_one(self, rules: R, state: S, action: Place, tell: Tell) -> S:
        """Put one starting army on an own space and pass on to the next seat that has some."""
        after = _spend(state, rules.board.index[action.space])
        if tell is not None:
            tell.append(Placed(state.seat, action.space, 1))
        return self.next_to_place(rules, after, state.order.index(state.seat), tell)

    def next_to_place(self, rules: R, state: S, place: int, tell: Tell) -> S:
        """Pass on to the next seat in order with starting armies, or go on when nobody has any."""
        for step in range(1, state.seats + 1):
            seat = state.order[(place + step) % state.seats]
            if state.pools[seat]:
                return replace(state, phase="setup", seat=seat)
        return self.all_set_up(rules, replace(state, pools=()), tell)

    def all_set_up(self, rules: R, state: S, tell: Tell) -> S:
        """Go on when the last starting army is placed: the first turn begins."""
        return self.begin_turn(rules, state, state.order[0], 0, tell)


def _spend(state: S, space: int) -> S:
    """Put an army of the seat's pool on a space."""
    armies, pools = list(state.armies), list(state.pools)
    armies[space] += 1
    pools[state.seat] -= 1
    return replace(state, armies=tuple(armies), pools=tuple(pools))


class RiskSetUp(SetUp[RiskRules, RiskState]):
    """What chance does before a game of Classic Risk."""

    def draw_first(self, _rules: RiskRules, state: RiskState, answer: Drawn, _tell: Tell) -> RiskState:
        """Let the drawn seat begin; the others follow by seat."""
        seats = range(state.seats)
        return _after_first(replace(state, order=tuple((answer.index + step) % state.seats for step in seats)))

    def give_mission(self, _rules: RiskRules, state: RiskState, answer: Drawn, tell: Tell) -> RiskState:
        """Deal one mission, known to its owner only."""
        mission = _undealt(state)[answer.index]
        missions = tuple(mission if seat == state.seat else dealt for seat, dealt in enumerate(state.missions))
        if tell is not None:
            tell.append(MissionGiven(state.seat, mission_id(mission), audience=(Seat(state.seat),)))
        state = replace(state, missions=missions)
        place = state.order.index(state.seat) + 1
        return replace(state, seat=state.order[place]) if place < state.seats else _after_missions(state)

    def deal(self, rules: RiskRules, state: RiskState, answer: Shuffled, tell: Tell) -> RiskState:
        """Deal the spaces round, one army on each; the extra ones go to those who move last."""
        held = [0] * state.seats
        for number, space in enumerate(answer.order):
            held[state.order[-1 - number % state.seats]] |= 1 << space
        pools = tuple(pool - mask.bit_count() for pool, mask in zip(state.pools, held, strict=True))
        dealt = replace(state, held=tuple(held), armies=(1,) * len(state.armies), pools=pools)
        if state.options.setup == "automatic":
            return replace(dealt, phase="muster")
        if tell is not None:
            tell.append(Dealt(dealt.owners, dealt.armies))
        return self.next_to_place(rules, dealt, -1, tell)

    def muster(self, rules: RiskRules, state: RiskState, answer: Rolled, tell: Tell) -> RiskState:
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
    state = RiskState(
        options=options,
        phase="first",
        seat=0,
        turn=0,
        order=tuple(range(seats)),
        held=(0,) * seats,
        armies=(0,) * len(rules.board.ids),
        pools=(armies,) * seats,
        cards=fresh_cards(rules, seats),
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
    if rules.options.goal == "territories" and not open_aims(rules, seats):
        cure = "24" if needed < 24 <= spaces and rules.options.territories != "24" else "another goal"
        message = f"{seats} players begin with up to {territories(needed)} each: that is no goal. Choose {cure}."
        raise BadOptions(Reason(code="option.goal_too_easy", message=message, rule="risk D1"))
    if rules.options.goal == "missions" and len(mission_pool(rules, seats)) < seats:
        pool = counted(len(mission_pool(rules, seats)), "mission")
        message = f"This map has {pool} to deal, too few for {seats} players."
        raise BadOptions(Reason(code="option.too_few_missions", message=message, rule="risk D12"))


def _after_first(state: RiskState) -> RiskState:
    """Go on once the order of play is known."""
    if state.missions:
        return replace(state, phase="missions", seat=state.order[0])
    return _after_missions(state)


def _after_missions(state: RiskState) -> RiskState:
    phase = "claim" if state.options.setup == "claim" else "deal"
    return replace(state, phase=phase, seat=state.order[0])


def request(state: RiskState) -> Request:
    """Return what the set-up wants of chance."""
    if state.phase == "first":
        return Draw("first player", state.seats)
    if state.phase == "missions":
        return Draw("mission", len(_undealt(state)), audience=(state.seat,))
    if state.phase == "deal":
        return Shuffle("deal", len(state.armies))
    shares = [mask.bit_count() for mask in state.held]
    return Roll(
        "starting armies", tuple(share for share, pool in zip(shares, state.pools, strict=True) for _ in range(pool))
    )


def _undealt(state: RiskState) -> tuple[int, ...]:
    return tuple(
        mission for mission in mission_pool(rules_of(state.options), state.seats) if mission not in state.missions
    )

"""What Lord of the Rings Risk does for an absent player: nothing that gives anything away."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.engine.values import Action
from wartable.games.conquest.core.actions import Claim, EndTurn, Occupy, Place
from wartable.games.conquest.core.tasks import Attacking, Claims, Fortifying, MovingIn, Reinforcing, SetUpPlacing
from wartable.games.conquest.core.ways import border
from wartable.games.conquest.lotr.actions import Discard, EndStep, LotrAttack, PlaceLeader, PlaceReward
from wartable.games.conquest.lotr.explain import bound
from wartable.games.conquest.lotr.missions import area, mission_of_card, owed_now
from wartable.games.conquest.lotr.movement import bridge_blocked
from wartable.games.conquest.lotr.offers import trades
from wartable.games.conquest.lotr.opening import claimable, starts_on
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Discarding, PlacingLeader
from wartable.games.conquest.lotr.turn import may_place_leader, must_trade, owes_leader, placeable


def default_of(rules: LotrRules, state: LotrState, seat: int) -> Action:
    """Return what is done for a seat that is absent."""
    match state.agenda[0]:
        case Claims():
            return Claim(rules.id(bits(claimable(rules, state))[0]))
        case SetUpPlacing():
            return _place(rules, state, seat, starts_on(rules, state, seat), 1)
        case PlacingLeader():
            return _leader(rules, state, seat)
        case Reinforcing():
            return _reinforce(rules, state, seat)
        case MovingIn(least=least):
            return Occupy(least)
        case Discarding():
            over = len(state.adventure.hands[seat]) - rules.options.adventure_limit
            return Discard(tuple(rules.deck[card].id for card in state.adventure.hands[seat][:over]))
        case Attacking():
            return _attack(rules, state)
        case Fortifying() if owes_leader(rules, state, seat):
            return _leader(rules, state, seat)
        case _:
            return EndStep()


def _leader(rules: LotrRules, state: LotrState, seat: int) -> Action:
    where = bits(may_place_leader(rules, state, seat))
    return PlaceLeader(rules.id(max(where, key=lambda space: state.armies[space])))


def _attack(rules: LotrRules, state: LotrState) -> Action:
    standing = state.assault
    if standing is None or bound(rules, state) is None:
        return EndTurn()
    dice = min(rules.plain.attack_dice, state.armies[standing.source] - rules.stay)
    led = bridge_blocked(state, standing.source, standing.target)
    return LotrAttack(rules.id(standing.source), rules.id(standing.target), dice, leader=led)


def _reinforce(rules: LotrRules, state: LotrState, seat: int) -> Action:
    if must_trade(rules, state, seat):
        return next(trades(rules, state, seat))
    if state.to_place:
        return _place(rules, state, seat, placeable(rules, state, seat), state.to_place)
    for owed in owed_now(rules, state, seat):
        where = area(rules, state, seat, mission_of_card(rules, owed.card))
        return PlaceReward(owed.card, ((rules.id(bits(where)[0]), owed.units),))
    return EndStep()


def _place(rules: LotrRules, state: LotrState, seat: int, where: int, count: int) -> Action:
    front = [space for space in border(rules, state, seat) if where >> space & 1] or list(bits(where))
    return Place(rules.id(min(front, key=lambda space: state.armies[space])), count)

"""What Lord of the Rings Risk does for an absent player: nothing that gives anything away."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
from wartable.games.conquest.lotr.reinforcement import must_trade, placeable
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LotrState, at_hand
from wartable.games.conquest.lotr.tasks import Discarding, PlacingLeader
from wartable.games.conquest.lotr.turn import may_place_leader, owes_leader


def default_of(rules: LotrRules, state: LotrState, seat: int) -> Action:
    """Return what is done for a seat that is absent."""
    task = state.agenda[0]
    found = _DEFAULTS.get(type(task))
    return found(rules, state, seat) if found else EndStep()


def _claim(rules: LotrRules, state: LotrState, _seat: int) -> Action:
    return Claim(rules.id(bits(claimable(rules, state))[0]))


def _first_unit(rules: LotrRules, state: LotrState, seat: int) -> Action:
    return _place(rules, state, seat, starts_on(rules, state, seat), 1)


def _move_in(_rules: LotrRules, state: LotrState, _seat: int) -> Action:
    return Occupy(at_hand(state, MovingIn).least)


def _discard(rules: LotrRules, state: LotrState, seat: int) -> Action:
    hand = state.adventure.hands[seat]
    return Discard(tuple(rules.deck[card].id for card in hand[: len(hand) - rules.options.adventure_limit]))


def _fortify(rules: LotrRules, state: LotrState, seat: int) -> Action:
    return _leader(rules, state, seat) if owes_leader(rules, state, seat) else EndStep()


def _leader(rules: LotrRules, state: LotrState, seat: int) -> Action:
    where = bits(may_place_leader(rules, state, seat))
    return PlaceLeader(rules.id(max(where, key=lambda space: state.armies[space])))


def _attack(rules: LotrRules, state: LotrState, _seat: int) -> Action:
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


_DEFAULTS: Mapping[type, Callable[[LotrRules, LotrState, int], Action]] = {
    Claims: _claim,
    SetUpPlacing: _first_unit,
    PlacingLeader: _leader,
    Reinforcing: _reinforce,
    MovingIn: _move_in,
    Discarding: _discard,
    Attacking: _attack,
    Fortifying: _fortify,
}
"""What is done in each step; the others are ended."""

"""What an attack will bring, exactly, with leaders, strongholds and cards in force."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.engine.values import Forecast
from wartable.games.conquest.core.actions import Attack
from wartable.games.conquest.core.forecast import forecast_attack
from wartable.games.conquest.core.words import dice as dice_words
from wartable.games.conquest.lotr.movement import toll
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState, Standing


def forecast_of(rules: LotrRules, state: LotrState, action: Attack) -> Forecast:
    """Return the odds of an attack that is legal, cards that others may play left aside."""
    index = rules.board.index
    source, target = index[action.source], index[action.target]
    old, leader = state.assault, getattr(action, "leader", False)
    if old is None or (old.source, old.target) != (source, target):
        old = Standing(source, target)
    at_hand = replace(state, assault=replace(old, leader=leader))
    lost = 0 if old.rolls else toll(rules, state, source, target)
    if lost:
        left = max(1, state.armies[source] - lost)
        armies = tuple(left if space == source else count for space, count in enumerate(state.armies))
        if left <= rules.stay:
            return Forecast(chance=0.0, own_loss=0.0, other_loss=0.0, own_left=((0, 1.0),),
                            other_left=((state.armies[target], 1.0),), chips=("Corsairs",))  # fmt: skip
        until = None if action.until is None else min(action.until, left - 1)
        action = replace(action, dice=min(action.dice, left - rules.stay), until=until)
        at_hand = replace(at_hand, armies=armies)
    return forecast_attack(rules, at_hand, action, chips=tuple(_chips(rules, at_hand, action, source, target)))


def _chips(rules: LotrRules, state: LotrState, action: Attack, source: int, target: int) -> Iterator[str]:
    """Name what bears on the dice."""
    if action.dice < rules.plain.attack_dice:
        yield dice_words(action.dice, "attack")
    standing = state.assault
    if standing is not None and standing.leader and not state.declared >> source & 1:
        yield "leader attacks"
    if state.pieces[LEADER][target]:
        yield "leader defends"
    if rules.strongholds >> target & 1:
        yield "stronghold without bonus" if standing and standing.bare else "stronghold"
    if standing is not None and standing.lift:
        yield "Black sails"

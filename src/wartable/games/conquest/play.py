"""What the decisions of a turn and the dice do: place, trade, attack, roll, move in, fortify."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine.chance import Rolled
from wartable.engine.values import Event
from wartable.games.conquest.actions import Attack, Fortify, Occupy, Place, Trade
from wartable.games.conquest.deck import card_ids, symbol, worth
from wartable.games.conquest.events import Battle, Conquered, Fortified, MovedIn, Placed, Traded
from wartable.games.conquest.rules import Exchange, Rules, exchange
from wartable.games.conquest.state import Entry, Fight, RiskState
from wartable.games.conquest.turn import demand_sets, eliminate, end_turn, finish, judge


def place(rules: Rules, state: RiskState, action: Place, tell: list[Event] | None) -> RiskState:
    """Put armies of the hand on an own space; with the last one attacking begins (`risk D6`, `risk D14`)."""
    space, count = rules.board.index[action.space], action.count
    armies = list(state.armies)
    armies[space] += count
    left = state.to_place - count
    if tell is not None:
        tell.append(Placed(state.seat, action.space, count))
    after = replace(
        state,
        armies=tuple(armies),
        to_place=left,
        placed=state.placed + count,
        phase="reinforce" if left else "attack",
    )
    return judge(rules, after, tell)


def trade(rules: Rules, state: RiskState, action: Trade, tell: list[Event] | None) -> RiskState:
    """Turn in a set; its armies come to hand, the extra ones go to the pictured space at once (`risk D12`)."""
    index = card_ids(rules)
    cards = [index[name] for name in action.cards]
    gained = worth(rules, [symbol(rules, card) for card in cards], state.cards.sets)
    hands, armies = list(state.cards.hands), list(state.armies)
    hands[state.seat] = tuple(card for card in hands[state.seat] if card not in cards)
    if action.bonus is not None:
        armies[rules.board.index[action.bonus]] += rules.cards.picture_armies
    if tell is not None:
        tell.append(Traded(state.seat, action.cards, gained, action.bonus))
    after = replace(
        state,
        armies=tuple(armies),
        to_place=state.to_place + gained,
        cards=replace(
            state.cards,
            hands=tuple(hands),
            sets=state.cards.sets + 1,
            pictured=state.cards.pictured or action.bonus is not None,
        ),
    )
    return judge(rules, after, tell)


def attack(rules: Rules, state: RiskState, action: Attack, _tell: list[Event] | None) -> RiskState:
    """Send the dice for (`risk D8`)."""
    index = rules.board.index
    fight = Fight(index[action.source], index[action.target], action.dice, action.until)
    return replace(state, phase="battle", fight=fight)


def roll(rules: Rules, state: RiskState, answer: Rolled, tell: list[Event] | None) -> RiskState:
    """Settle one roll (`risk D9`): conquest, another roll as ordered, or back to the seat."""
    fight = state.fight
    assert fight is not None  # noqa: S101 - the phase says so
    source, target, until = fight.source, fight.target, fight.until
    armies = list(state.armies)
    dice = min(fight.dice, armies[source] - 1)
    result = exchange(answer.faces, dice)
    armies[source] = left = armies[source] - result.attacker_loss
    armies[target] -= result.defender_loss
    if tell is not None:
        tell.append(_battle(rules, state, fight, armies, result))
    if not armies[target]:
        return _conquer(rules, replace(state, armies=tuple(armies)), dice, tell)
    if until is None or left <= until:
        return replace(state, armies=tuple(armies), phase="attack", fight=None)
    return replace(state, armies=tuple(armies))


def _battle(rules: Rules, state: RiskState, fight: Fight, armies: list[int], result: Exchange) -> Battle:
    return Battle(
        seat=state.seat,
        source=rules.id(fight.source),
        target=rules.id(fight.target),
        defender=state.owner(fight.target),
        attack=tuple(result.attack),
        defence=tuple(result.defence),
        attacker_loss=result.attacker_loss,
        defender_loss=result.defender_loss,
        source_left=armies[fight.source],
        target_left=armies[fight.target],
    )


def _conquer(rules: Rules, state: RiskState, dice: int, tell: list[Event] | None) -> RiskState:
    """Hand the space over, take the loser out of the game if it was the last one, ask how many move in (`risk D10`)."""
    fight = state.fight
    assert fight is not None  # noqa: S101 - the phase says so
    loser, bit = state.owner(fight.target), 1 << fight.target
    held = list(state.held)
    held[loser] ^= bit
    held[state.seat] |= bit
    if tell is not None:
        tell.append(Conquered(state.seat, rules.id(fight.source), rules.id(fight.target), loser))
    least = dice if rules.options.move_in == "dice" else 1
    entry = Entry(fight.source, fight.target, least)
    after = replace(state, phase="occupy", held=tuple(held), conquered=True, fight=None, entry=entry)
    if not held[loser]:
        after = eliminate(rules, after, loser, tell)
    if after.armies[fight.source] - 1 > least and held.count(0) < len(held) - 1:
        return after
    return occupy(rules, after, Occupy(least), tell)


def occupy(rules: Rules, state: RiskState, action: Occupy, tell: list[Event] | None) -> RiskState:
    """Move armies in; judge the game, then let the seat go on."""
    entry = state.entry
    assert entry is not None  # noqa: S101 - the phase says so
    armies = _moved(state, entry.source, entry.target, action.count)
    after = replace(state, armies=armies, entry=None, phase="attack")
    if tell is not None:
        tell.append(MovedIn(state.seat, rules.id(entry.source), rules.id(entry.target), action.count))
    if len(state.fallen) == len(state.held) - 1:
        return finish(after, (state.seat,), "Conquered the whole world.", tell)
    judged = judge(rules, after, tell)
    return judged if judged.victory else demand_sets(rules, judged)


def fortify(rules: Rules, state: RiskState, action: Fortify, tell: list[Event] | None) -> RiskState:
    """Make the one move at the end of a turn (`risk D11`)."""
    index = rules.board.index
    armies = _moved(state, index[action.source], index[action.target], action.count)
    if tell is not None:
        tell.append(Fortified(state.seat, action.source, action.target, action.count))
    judged = judge(rules, replace(state, armies=armies), tell)
    return judged if judged.victory else end_turn(rules, judged, action, tell)


def _moved(state: RiskState, source: int, target: int, count: int) -> tuple[int, ...]:
    armies = list(state.armies)
    armies[source] -= count
    armies[target] += count
    return tuple(armies)

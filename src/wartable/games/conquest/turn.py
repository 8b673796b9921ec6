"""The course of turns: whose turn begins, when it ends, who is out, and when the game is over."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine.chance import Drawn
from wartable.engine.values import Action, Event, Seat
from wartable.games.conquest import goals
from wartable.games.conquest.deck import card_id, drawable, holds_set, limited, nth
from wartable.games.conquest.events import CardDrawn, CardsSeized, CardTaken, Eliminated, TurnBegan, TurnEnded, Won
from wartable.games.conquest.rules import Rules, income, rules_of
from wartable.games.conquest.state import Cards, Fallen, RiskState, Victory
from wartable.games.conquest.words import turns


def begin_turn(state: RiskState, seat: int, turn: int, tell: list[Event] | None) -> RiskState:
    """Hand the seat its armies (`risk D6`); with none to get and no set to trade, its attack begins."""
    rules = rules_of(state.options)
    armies = income(rules, state.held[seat])
    if tell is not None:
        tell.append(TurnBegan(seat, turn, armies))
    return replace(
        state,
        phase="reinforce" if armies or holds_set(rules, state, seat) else "attack",
        seat=seat,
        turn=turn,
        to_place=armies,
        placed=0,
        conquered=False,
        cards=replace(state.cards, pictured=False) if state.cards.pictured else state.cards,
    )


def end_attacks(rules: Rules, state: RiskState, action: Action, tell: list[Event] | None) -> RiskState:
    """Go on to the fortification, or past it where there is none to make."""
    if can_fortify(rules, state):
        return replace(state, phase="fortify")
    return end_turn(rules, state, action, tell)


def can_fortify(rules: Rules, state: RiskState) -> bool:
    """Whether some own space could send armies to another (`risk D11`)."""
    if rules.options.fortify == "none":
        return False
    own, armies, near = state.held[state.seat], state.armies, rules.board.neighbour_masks
    rest = own
    while rest:
        low = rest & -rest
        space = low.bit_length() - 1
        if armies[space] > 1 and near[space] & own:
            return True
        rest ^= low
    return False


def end_turn(rules: Rules, state: RiskState, _action: Action, tell: list[Event] | None) -> RiskState:
    """Draw the card that was earned, if any, then pass on."""
    if state.conquered and state.cards.hands and drawable(rules, state.cards):
        return replace(state, phase="draw")
    return pass_on(rules, state, tell)


def take_card(rules: Rules, state: RiskState, answer: Drawn, tell: list[Event] | None) -> RiskState:
    """Give the seat the card drawn among those that may be, then pass on."""
    choice = drawable(rules, state.cards)
    card = nth(choice, answer.index)
    hands = list(state.cards.hands)
    hands[state.seat] = tuple(sorted((*hands[state.seat], card)))
    if tell is not None:
        tell.append(CardTaken(state.seat))
        tell.append(CardDrawn(state.seat, card_id(rules, card), audience=(Seat(state.seat),)))
    cards = replace(state.cards, hands=tuple(hands), deck=choice & ~(1 << card))
    return pass_on(rules, replace(state, cards=cards), tell)


def pass_on(rules: Rules, state: RiskState, tell: list[Event] | None) -> RiskState:
    """End the turn; the next seat that still holds something begins (`risk D13`)."""
    if tell is not None:
        tell.append(TurnEnded(state.seat))
    order, held = state.order, state.held
    place = order.index(state.seat)
    seat = next(seat for seat in order[place + 1 :] + order[: place + 1] if held[seat])
    turn = state.turn + (order.index(seat) <= place)
    if turn == rules.options.turn_limit != 0:
        return _time_up(state, turn, tell)
    return begin_turn(state, seat, turn, tell)


def _time_up(state: RiskState, turn: int, tell: list[Event] | None) -> RiskState:
    totals = state.army_totals()
    scores = [(mask.bit_count(), armies) for mask, armies in zip(state.held, totals, strict=True)]
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    level = sum(spaces == max(scores)[0] for spaces, _ in scores)
    what = "Most territories" if level == len(best) else "Most armies among those with most territories"
    reason = f"{what} after {turns(turn)}."
    return finish(state, best, reason, tell)


def finish(state: RiskState, seats: tuple[int, ...], reason: str, tell: list[Event] | None) -> RiskState:
    """End the game."""
    if tell is not None:
        tell.append(Won(seats, reason))
    return replace(state, phase="over", fight=None, entry=None, to_place=0, victory=Victory(seats, reason))


def eliminate(rules: Rules, state: RiskState, loser: int, tell: list[Event] | None) -> RiskState:
    """Take a seat that lost its last space out of the game, its cards to the conqueror (`risk D12`, `risk D13`)."""
    if tell is not None:
        tell.append(Eliminated(loser, state.seat))
    fallen = (*state.fallen, Fallen(loser, state.seat))
    return replace(state, fallen=fallen, cards=_seize(rules, state, loser, tell))


def _seize(rules: Rules, state: RiskState, loser: int, tell: list[Event] | None) -> Cards:
    if not state.cards.hands:
        return state.cards
    hands = list(state.cards.hands)
    taken, hands[loser] = hands[loser], ()
    if rules.options.seize_cards and taken:
        hands[state.seat] = tuple(sorted((*hands[state.seat], *taken)))
        if tell is not None:
            tell.append(CardsSeized(state.seat, loser, len(taken)))
    return replace(state.cards, hands=tuple(hands))


def judge(rules: Rules, state: RiskState, tell: list[Event] | None) -> RiskState:
    """End the game if a goal is reached; the seat that moves comes first, then the others in playing order.

    Only an elimination can bring another seat to its goal out of turn, by turning its mission into another.
    """
    if rules.options.goal == "world":
        return state
    place = state.order.index(state.seat)
    for seat in state.order[place:] + state.order[:place]:
        if state.held[seat] and (reason := goals.reached(rules, state, seat)):
            return finish(state, (seat,), reason, tell)
    return state


def demand_sets(rules: Rules, state: RiskState) -> RiskState:
    """Have sets turned in after an elimination that brought the hand to six cards or more (`risk D12`)."""
    hands = state.cards.hands
    if hands and limited(rules) and len(hands[state.seat]) >= rules.cards.seized_from:
        return replace(state, phase="reinforce")
    return state

"""Events: carried out when they are drawn, before the next card comes (`lotr-risk 1.2.5`, `L31` to `L37`)."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Draw, Drawn
from wartable.engine.values import Seat
from wartable.games.conquest.core.state import NOBODY
from wartable.games.conquest.core.turn import Tell
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr import uprising
from wartable.games.conquest.lotr.adventure.hands import reinforced
from wartable.games.conquest.lotr.data import Happening
from wartable.games.conquest.lotr.movement import full
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import InForce, LotrState
from wartable.games.conquest.lotr.tasks import PlacingLeader, TurningUp


def carry_out(rules: LotrRules, state: LotrState, seat: Seat, card: int, tell: Tell) -> LotrState:
    """Carry out an event that a seat has drawn; what it asks of chance or of the seat comes before all else."""
    event = rules.deck[card]
    if not isinstance(event, Happening):
        raise TypeError(event)
    if tell is not None:
        tell.append(e.EventDrawn(seat, event.id))
    match event.effect:
        case "leader":
            return _second_leader(rules, state, seat)
        case "visit":
            return _visit(rules, state, seat, event, tell)
        case "corsairs":
            return replace(state, in_force=(*state.in_force, InForce(event.id, seat, 0)))
        case _:
            task = TurningUp(seat, event.id)
            return replace(state, agenda=(task, *state.agenda)) if choice(rules, state, task) else state


def _second_leader(rules: LotrRules, state: LotrState, seat: Seat) -> LotrState:
    """Ask where a leader is placed, if there are fewer than two (`lotr-risk T32`, `lotr-risk L35`)."""
    if state.leader_count(seat) >= rules.options.leaders_max or not state.held[seat] & ~full(rules, state):
        return state
    return replace(state, agenda=(PlacingLeader(seat, "card"), *state.agenda))


def _visit(rules: LotrRules, state: LotrState, seat: int, event: Happening, tell: Tell) -> LotrState:
    """Have the owner of a territory gain or lose units there, one of which stays (`lotr-risk L31`)."""
    space = rules.board.index[event.territory]
    owner = state.owner(space)
    if owner == NOBODY:
        return state
    gains = state.side(owner) == event.side
    change = event.amount if gains else -min(event.loss, state.armies[space] - 1)
    return reinforced(rules, state, seat, event.id, space, change, tell)


# --- territory cards that are turned up


def territory_deck(rules: LotrRules, state: LotrState) -> int:
    """Return the territory cards that may be drawn: those of the deck, or the discarded ones where it is used up."""
    kept = sum(1 << card for cards in state.aside for card in cards)
    return rules.cards.drawable(state.cards) & ~kept


def choice(rules: LotrRules, state: LotrState, task: TurningUp) -> int:
    """Return the cards that may be turned up next, as a mask; those turned up go back when the event is over."""
    return territory_deck(rules, state) & ~task.passed


def wanted(rules: LotrRules, state: LotrState, task: TurningUp) -> Draw:
    """Return the draw of the next card; for Local Uprising only the drawer sees it."""
    secret = event_of(rules, task).effect == "uprising"
    return Draw("territory card", choice(rules, state, task).bit_count(), audience=(task.seat,) if secret else None)


def event_of(rules: LotrRules, task: TurningUp) -> Happening:
    """Return the event that cards are turned up for."""
    event = rules.adventure[task.event]
    if not isinstance(event, Happening):
        raise TypeError(task)
    return event


def turned_up(rules: LotrRules, state: LotrState, seat: int, answer: Drawn, tell: Tell) -> LotrState:
    """Take note of a card; another one follows a wild one (`lotr-risk L33`), and the event after the last."""
    task = cast("TurningUp", state.agenda[0])
    event, card = event_of(rules, task), bits(choice(rules, state, task))[answer.index]
    passed, spaces = task.passed | 1 << card, task.spaces
    if card < len(rules.board.ids):
        spaces |= 1 << card
    enough = 1 if event.effect == "uprising" else rules.data.events.turned_up
    task = replace(task, spaces=spaces, passed=passed)
    if spaces.bit_count() < enough and choice(rules, state, task):
        return replace(state, agenda=(task, *state.agenda[1:]))
    state = replace(state, agenda=state.agenda[1:])
    if event.effect == "uprising":
        return _kept_aside(rules, state, seat, spaces, tell)
    if tell is not None:
        tell.append(e.TurnedUp(seat, event.id, rules.board.names(spaces)))
    return _upon(rules, state, seat, event, spaces, tell)


def _upon(rules: LotrRules, state: LotrState, seat: int, event: Happening, spaces: int, tell: Tell) -> LotrState:
    """Do to the territories turned up what an event says (`lotr-risk L32`)."""
    if event.effect == "close":
        return replace(state, in_force=(*state.in_force, InForce(event.id, seat, spaces)))
    for space in bits(spaces):
        units = state.armies[space]
        change = -(units // 2) if event.effect == "halve" else event.amount if units else 0
        state = reinforced(rules, state, seat, event.id, space, change, tell)
    return state


def _kept_aside(rules: LotrRules, state: LotrState, seat: int, spaces: int, tell: Tell) -> LotrState:
    """Keep a card aside that only its drawer has seen; it is shown at once if the territory is owned (`L34`)."""
    if not spaces:
        return state
    (card,) = bits(spaces)
    if tell is not None:
        tell.append(e.KeptAside(seat, rules.id(card), audience=(Seat(seat),)))
    deck = territory_deck(rules, state) & ~spaces
    aside = tuple((*cards, card) if other == seat else cards for other, cards in enumerate(state.aside))
    return uprising.look(rules, replace(state, cards=replace(state.cards, deck=deck), aside=aside), seat, tell)

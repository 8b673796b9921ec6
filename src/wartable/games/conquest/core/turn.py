"""The course of turns: whose turn begins, when it ends, who is out, and when the game is over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.chance import Drawn
from wartable.engine.values import Action, Event, Seat
from wartable.engine.words import counted
from wartable.games.conquest.core.cards import CardRules
from wartable.games.conquest.core.events import CardDrawn, CardsSeized, CardTaken, Eliminated, TurnEnded, Won
from wartable.games.conquest.core.goals import reached
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import NOBODY, Cards, ConquestState, Fallen, Victory
from wartable.games.conquest.core.tasks import Drawing, Fortifying
from wartable.games.conquest.core.ways import can_fortify
from wartable.games.flow.tasks import Task

R = TypeVar("R", bound=Rules)
S = TypeVar("S", bound=ConquestState)
Tell: TypeAlias = list[Event] | None
"""What is told, in order; None where nobody listens."""


class Turns(ABC, Generic[R, S]):
    """How turns go in every game of the family; games override what differs."""

    @abstractmethod
    def begin_turn(self, rules: R, state: S, seat: int, turn: int, tell: Tell) -> S:
        """Begin a seat's turn; `turn` counts whole rounds from 0."""

    def check_victory(self, rules: R, state: S, tell: Tell) -> S:
        """End the game if a goal is reached; the seat that moves comes first, then the others in playing order.

        Only an elimination can bring another seat to its goal out of turn, by turning its mission into another.
        """
        if not (rules.goals or state.missions) or rules.goals_count != "at_once":
            return state
        place = state.order.index(state.seat)
        return self.award(rules, state, state.order[place:] + state.order[:place], tell)

    def award(self, rules: R, state: S, seats: Iterable[int], tell: Tell) -> S:
        """Give the victory to the first of some seats that has reached a goal."""
        for seat in seats:
            if state.held[seat] and (reason := reached(rules, state, seat)):
                return finish(state, (seat,), reason, tell)
        return state

    def end_attacks(self, rules: R, state: S, seat: int, action: Action, tell: Tell) -> S:
        """Go on to the fortification, or past it where there is none to make."""
        if can_fortify(rules, state, seat):
            return instead(state, Fortifying(Seat(seat)))
        return self.end_turn(rules, state, seat, action, tell)

    def end_turn(self, rules: R, state: S, seat: int, _action: Action, tell: Tell) -> S:
        """Look for a victory, then draw the card that was earned, if any, and pass on."""
        if rules.goals_count == "end_of_turn":
            state = self.award(rules, state, (seat,), tell)
            if state.victory:
                return state
        if state.conquered and state.cards.hands and rules.cards.drawable(state.cards):
            return replace(state, agenda=(Drawing(Seat(seat)),))
        return self.pass_on(rules, state, tell)

    def take_card(self, rules: R, state: S, seat: int, answer: Drawn, tell: Tell) -> S:
        """Give the seat the card drawn among those that may be, then go on."""
        cards = drawn(rules.cards, state.cards, seat, answer.index, tell)
        return self.go_on(rules, replace(state, cards=cards, agenda=state.agenda[1:]), tell)

    def go_on(self, rules: R, state: S, tell: Tell) -> S:
        """Go on after a step that has been taken off the agenda: with what it interrupted, or with the next turn."""
        return state if state.agenda else self.pass_on(rules, state, tell)

    def pass_on(self, rules: R, state: S, tell: Tell) -> S:
        """End the turn; the next seat that still holds something begins (`risk D13`)."""
        if tell is not None:
            tell.append(TurnEnded(state.seat))
        order, held = state.order, state.held
        place = order.index(state.seat)
        seat = next(seat for seat in order[place + 1 :] + order[: place + 1] if held[seat])
        turn = state.turn + (order.index(seat) <= place)
        if turn == rules.turn_limit != 0:
            return self.time_up(rules, state, turn, tell)
        return self.begin_turn(rules, state, seat, turn, tell)

    MEASURES: ClassVar[tuple[str, ...]] = ("territories", "armies")
    """What seats are compared by when time is up, in the order of weight."""

    def measured(self, rules: R, state: S) -> tuple[tuple[int, ...], ...]:
        """Return these numbers of each seat."""
        return tuple(zip(map(int.bit_count, state.held), state.army_totals(), strict=True))

    def time_up(self, rules: R, state: S, turn: int, tell: Tell) -> S:
        """End the game after the last turn: those win who are ahead, equals together."""
        found = self.measured(rules, state)
        best = max(found)
        winners = tuple(seat for seat, own in enumerate(found) if own == best)
        weighed = 1
        while sum(own[:weighed] == best[:weighed] for own in found) > len(winners):
            weighed += 1
        *level, last = self.MEASURES[:weighed]
        among = f" among those with most {' and most '.join(level)}" if level else ""
        return finish(state, winners, f"Most {last}{among} after {counted(turn, 'turn')}.", tell)

    def eliminate(self, rules: R, state: S, loser: int, by: int, tell: Tell) -> S:
        """Take a seat that lost its last space out of the game, its cards to the conqueror (`risk D12`, `risk D13`)."""
        if tell is not None:
            tell.append(Eliminated(loser, by))
        fallen, cards = (*state.fallen, Fallen(loser, by)), state.cards
        if not cards.hands:
            return replace(state, fallen=fallen)
        taken, heir = cards.hands[loser], by if rules.cards.seized else NOBODY
        if tell is not None and taken and heir != NOBODY:
            tell.append(CardsSeized(heir, loser, len(taken)))
        return replace(state, fallen=fallen, cards=cards.passed(taken, loser, heir))


def instead(state: S, *tasks: Task) -> S:
    """Return the state with tasks in the place of the first one on the agenda."""
    return replace(state, agenda=(*tasks, *state.agenda[1:]))


def drawn(deck: CardRules, cards: Cards, seat: int, index: int, tell: Tell) -> Cards:
    """Put the card drawn into a hand."""
    choice = deck.drawable(cards)
    card = list(bits(choice))[index]
    if tell is not None:
        tell.append(CardTaken(seat))
        tell.append(CardDrawn(seat, deck.ids[card], audience=(Seat(seat),)))
    return replace(cards.passed((card,), NOBODY, seat), deck=choice & ~(1 << card))


def finish(state: S, seats: tuple[int, ...], reason: str, tell: Tell) -> S:
    """End the game."""
    if tell is not None:
        tell.append(Won(seats, reason))
    return replace(state, agenda=(), to_place=0, victory=Victory(seats, reason))

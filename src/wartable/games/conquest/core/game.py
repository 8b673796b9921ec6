"""The contract as every game of the family keeps it: who is asked, the way of an action through the machine."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from wartable.board.draw import draw_board
from wartable.board.library import load_board, space_ids
from wartable.engine.chance import Draw, Request, fits
from wartable.engine.errors import Reason
from wartable.engine.game import DiceUse, Forecast, Game
from wartable.engine.told import Look, Told, spaces_of
from wartable.engine.values import CHANCE, Action, Event, Outcome, Seat
from wartable.games.conquest.core.actions import Attack
from wartable.games.conquest.core.cards import drawable
from wartable.games.conquest.core.events import Battle, Conquered, TurnBegan
from wartable.games.conquest.core.forecast import compared, dice_of, forecast_attack
from wartable.games.conquest.core.machine import Deed, Machine
from wartable.games.conquest.core.maps import drawing_key
from wartable.games.conquest.core.notation import Forms, parse_action
from wartable.games.conquest.core.offers import ConquestActions
from wartable.games.conquest.core.options import ConquestOptions
from wartable.games.conquest.core.picture import WIDTH, picture_of
from wartable.games.conquest.core.tell import Sentences, filled, sentence
from wartable.games.conquest.core.turn import R, S

_ASK_CHANCE = (CHANCE,)
_ASK_SEAT = tuple((Seat(seat),) for seat in range(6))

O = TypeVar("O", bound=ConquestOptions)  # noqa: E741 - the letter of the options type


class ConquestGame(Game[S, O], Generic[R, S, O]):
    """A game of territories, armies and dice; each says by tables what it adds to the family or does otherwise."""

    seats = (2, 6)
    machine: ClassVar[Machine]
    deeds: ClassVar[Mapping[type[Action], Deed]]
    """What a decision does, by kind."""
    answers: ClassVar[Mapping[str, Deed]]
    """What an answer of chance does, by phase."""
    forms: ClassVar[Forms]
    sentences: ClassVar[Sentences]
    compiled: Callable[[Any], R]
    """Compiles the options of the game."""
    foretold: Callable[[Any, Any, Attack], Forecast] = staticmethod(forecast_attack)
    """Works out the odds of a legal attack, from rules, state and action."""

    def __init__(self) -> None:
        """Keep at hand what every step looks up: an object's own attributes are found soonest."""
        self._machine, self._rules = self.machine, self.compiled
        self._checks, self._chance = self.machine.checks, self.machine.chance
        self._deeds: Mapping[type[Action], Callable[..., S]] = self.deeds
        self._answers: Mapping[str, Callable[..., S]] = self.answers

    @abstractmethod
    def _wanted(self, state: S) -> Request:
        """Return what is wanted of chance apart from the dice of a battle and a card drawn."""

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return chance, the seat whose turn it is, or nobody."""
        if state.phase in self._chance:
            return _ASK_CHANCE
        return () if state.victory is not None else _ASK_SEAT[state.seat]

    def request(self, state: S) -> Request:
        """Return the dice of a battle, a card, or what the game wants otherwise."""
        fight = state.fight
        if fight is not None:
            return self._rules(state.options).toss(state, fight).request
        if state.phase == "draw":
            choice = drawable(self._rules(state.options), state.cards)
            return Draw("card", choice.bit_count(), audience=(state.seat,))
        return self._wanted(state)

    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome; a score is the first thing by which survivors are told apart: territories.

        Winners share the first rank, the other survivors follow by `worth`, then the eliminated, the last one first.
        """
        if state.victory is None:
            return None
        seats = [Seat(number) for number in range(state.seats)]
        standing = [self._standing(state, seat) for seat in seats]
        return Outcome(
            ranks=tuple(1 + sum(other > mine for other in standing) for mine in standing),
            scores=tuple(float(self.worth(state, seat)[0]) for seat in seats),
            reason=state.victory.reason,
        )

    def worth(self, state: S, seat: Seat) -> tuple[int, ...]:
        """Return what a seat is told from other survivors by, the weightiest first: territories and armies."""
        return state.held[seat].bit_count(), state.army_totals()[seat]

    def _standing(self, state: S, seat: Seat) -> tuple[int, ...]:
        """Return a seat's standing, higher being better."""
        if state.victory is not None and seat in state.victory.seats:
            return (3,)
        for number, fallen in enumerate(state.fallen):
            if fallen.seat == seat:
                return 1, number
        return 2, *self.worth(state, seat)

    def format(self, action: Action) -> str:
        """Return the notation of a decision: `attack brazil > north_africa x3`; of what chance answers its kind."""
        form = self.forms.get(type(action))
        return form.write(action) if form else str(action.__struct_config__.tag)

    def parse(self, state: S, seat: Seat, text: str) -> Action:  # noqa: ARG002 - the same for every seat
        """Read a notation; raises `BadNotation`."""
        return parse_action(self._rules(state.options), text, self.forms)

    def tell(self, event: Event, names: Sequence[str], options: O | None = None) -> str:
        """Return an event as a full sentence, with the names of the map played on."""
        first = next(iter(self.presets.values()))
        return sentence(self._rules(options or first), event, names, self.sentences)

    def prompt(self, state: S, seat: Seat) -> str:  # noqa: ARG002 - only one seat is ever asked
        """Return what is asked: `Place 3 armies`."""
        return filled(self._machine.rows[state.phase].prompt, self._rules(state.options), state)

    def clock(self, state: S) -> tuple[int, Seat | None]:
        """Return the number of whole rounds played and whose turn it is."""
        return state.turn, Seat(state.seat)

    def forecast(self, state: S, seat: Seat, action: Action) -> Forecast | None:
        """Return the exact odds of a legal attack, else None."""
        if not isinstance(action, Attack) or self.explain(state, seat, action) is not None:
            return None
        return self.foretold(self._rules(state.options), state, action)

    def dice(self, event: Event) -> tuple[DiceUse, ...]:
        """Return the dice of both sides of a roll."""
        return dice_of(event) if isinstance(event, Battle) else ()

    def told(self, state: S, event: Event) -> Told:
        """Return who did it, the spaces named, and of a battle whom it was against and its dice."""
        return Told(
            seat=getattr(event, "seat", None),
            against=Seat(event.defender) if isinstance(event, Battle | Conquered) else None,
            spaces=spaces_of(event, space_ids(drawing_key(state.options.board))),
            dice=compared(event) if isinstance(event, Battle) else None,
            begins_turn=isinstance(event, TurnBegan),
        )

    def owners(self, state: S) -> tuple[int, ...]:
        """Return the seat that owns each territory."""
        return state.owners

    def board_key(self, options: O) -> str:
        """Return the key of the board played on, `classic@world_2008` for an edition."""
        return drawing_key(options.board)

    def drawing(self, state: S, look: Look) -> str:
        """Return the board with owners, armies and the moves of the events."""
        board = load_board(drawing_key(state.options.board))
        shown = picture_of(board, self.view(state, None), look.events, look.colours)
        return draw_board(board, shown, theme=look.theme, width=look.width or WIDTH, portable=True)

    def advance(self, state: S, seat: Seat, action: Action) -> S:
        """Return the state after an action, as strict as `apply`: what is not plainly legal goes the long way."""
        rules, kind = self._rules(state.options), type(action)
        if seat == state.seat:
            check = self._checks[state.phase].get(kind)
            if check is not None and check(rules, state, action) is None:
                return self._deeds[kind](rules, state, action, None)
        elif seat == CHANCE and state.phase in self._chance and fits(self.request(state), action):
            return self._answers[state.phase](rules, state, action, None)
        return super().advance(state, seat, action)

    def _legal(self, state: S, seat: Seat) -> ConquestActions:  # noqa: ARG002 - only one seat is ever asked
        return ConquestActions(self._machine, self._rules(state.options), state)

    def _explain(self, state: S, seat: Seat, action: Action) -> Reason | None:  # noqa: ARG002
        return self._machine.refusal(self._rules(state.options), state, action)

    def _apply(self, state: S, seat: Seat, action: Action, tell: list[Event] | None) -> S:
        rules = self._rules(state.options)
        deed = self._answers[state.phase] if seat == CHANCE else self._deeds[type(action)]
        return deed(rules, state, action, tell)

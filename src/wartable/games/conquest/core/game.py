"""The contract as every game of the family keeps it: who is asked, the way of an action through the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from wartable.board.draw import draw_board
from wartable.board.library import load_board, space_ids
from wartable.engine.actions import Actions
from wartable.engine.chance import Request, fits
from wartable.engine.errors import Reason
from wartable.engine.show import Show
from wartable.engine.study import Study
from wartable.engine.told import Look, Told, spaces_of
from wartable.engine.values import CHANCE, Action, DiceUse, Event, Forecast, Outcome, Seat, Standing
from wartable.games.conquest.core import rest
from wartable.games.conquest.core.actions import Attack
from wartable.games.conquest.core.events import Battle, Conquered, TurnBegan
from wartable.games.conquest.core.forecast import compared, dice_of, forecast_attack
from wartable.games.conquest.core.goals import NO_MISSION
from wartable.games.conquest.core.machine import Machine
from wartable.games.conquest.core.maps import drawing_key
from wartable.games.conquest.core.notation import Forms, parse_action
from wartable.games.conquest.core.offers import ConquestActions
from wartable.games.conquest.core.options import FamilyOptions
from wartable.games.conquest.core.picture import WIDTH, picture_of
from wartable.games.conquest.core.resampling import resampled
from wartable.games.conquest.core.tasks import Rolling, Step
from wartable.games.conquest.core.tell import Sentences, sentence
from wartable.games.conquest.core.turn import R, S
from wartable.games.flow.game import FlowGame
from wartable.games.flow.handler import Handler
from wartable.games.flow.machine import Flow
from wartable.games.flow.run import Run

_ASK_CHANCE = (CHANCE,)

O = TypeVar("O", bound=FamilyOptions)  # noqa: E741 - the letter of the options type


def remembering(compiled: Callable[[Any], R]) -> Callable[[Any], R]:
    """Return the same function with the last answer at hand for the very same options.

    Every step of a game asks for its rules several times, and to look options up by their values takes them one by one.
    """
    last: tuple[Any, R] | None = None

    def compiled_for(options: Any) -> R:  # noqa: ANN401 - those of the game
        nonlocal last
        known = last
        if known is not None and known[0] is options:
            return known[1]
        found = compiled(options)
        last = options, found
        return found

    return compiled_for


class ConquestShow(Show[S, O], Generic[S, O]):
    """The board with owners, armies and moves."""

    def __init__(self, game: ConquestGame[Any, S, O]) -> None:
        """Keep the game, which knows what everybody may see."""
        self._game = game

    def owners(self, state: S) -> tuple[int, ...]:
        """Return the seat that owns each territory."""
        return state.owners

    def board_key(self, options: O) -> str:
        """Return the key of the board played on, `classic@world_2008` for an edition."""
        return drawing_key(options.map_name)

    def drawing(self, state: S, look: Look) -> str:
        """Return the board with owners, armies and the moves of the events."""
        board = load_board(drawing_key(state.options.map_name))
        shown = picture_of(board, self._game.view(state, None), look.events, look.colours)
        return draw_board(board, shown, theme=look.theme, width=look.width or WIDTH, portable=True)


class ConquestStudy(Study[S], Generic[S]):
    """Dice of battles."""

    def dice(self, event: Event) -> tuple[DiceUse, ...]:
        """Return the dice of both sides of a roll."""
        return dice_of(event) if isinstance(event, Battle) else ()


class ConquestGame(FlowGame[S, O], Generic[R, S, O]):
    """A game of territories, armies and dice; each says by tables what it adds to the family or does otherwise."""

    seats = (2, 6)
    machine: ClassVar[Machine]
    flow: Flow = Flow({})
    """The steps of the game and its `interrupts`, as the machine of all families has them; made with the game."""
    interrupts: ClassVar[Mapping[type, Handler]] = MappingProxyType({})
    """How further tasks are handled, beside the steps of a turn: reactions of other seats, secret choices of several.

    An effect of a step puts them first on the agenda; when they are done the step goes on that they interrupted.
    """
    not_now: Callable[[Handler, Action], Reason] | None = None
    """Says why an action of a kind is refused that one of the `interrupts` does not ask for; None: as the flow says."""
    forms: ClassVar[Forms]
    sentences: ClassVar[Sentences]
    compiled: Callable[[Any], R]
    """Compiles the options of the game."""
    cases: ClassVar[str] = ""
    """The place of what reads stated cases of the game (`wartable.games.conquest.cases.reader`), `package.module:NAME`.

    It is loaded when a file of cases is run; empty: the game reads none.
    """
    foretold: Callable[[Any, Any, Attack], Forecast] = staticmethod(forecast_attack)
    """Works out the odds of a legal attack, from rules, state and action."""

    def __init__(self) -> None:
        """Keep at hand what every step looks up: an object's own attributes are found soonest."""
        machine = self.machine
        self._rules: Callable[[Any], R] = remembering(self.compiled)
        self._alone = tuple((Seat(seat),) for seat in range(self.seats[1]))
        self.flow = Flow({**machine.handlers(), **self.interrupts}, over=self._waits, not_now=self.not_now)
        self._steps = frozenset(machine.steps)
        self._moves, self._menus, self._chance, self._wanted = (
            machine.moves, machine.menus, machine.chance, machine.wanted
        )  # fmt: skip

    @cached_property
    def show(self) -> ConquestShow[S, O]:
        """The board and its pictures."""
        return ConquestShow(self)

    @cached_property
    def study(self) -> ConquestStudy[S]:
        """What statistics follow."""
        return ConquestStudy()

    def rules(self, state: S) -> R:
        """Return the compiled options."""
        return self._rules(state.options)

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return chance, the seat whose step it is, whomever another task asks, or nobody."""
        agenda: tuple[Any, ...] = state.agenda
        if not agenda:
            return ()
        task = agenda[0]
        kind: type[Step] = task.__class__
        if kind in self._moves:
            seat: Seat = task.seat
            return self._alone[seat]
        return _ASK_CHANCE if kind in self._chance else super().to_act(state)

    def request(self, state: S) -> Request:
        """Return the dice of a battle, a card, or what the game wants otherwise."""
        task: Any = state.agenda[0]
        kind: type[Step] = task.__class__
        if kind is Rolling:
            return self._rules(state.options).toss(state, task).request
        wanted = self._wanted.get(kind)
        return wanted(self._rules(state.options), state, task) if wanted else super().request(state)

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

    def resample(self, state: S, seat: Seat | None, rng: Random) -> S:
        """Return the state with other hands, the deck and other missions drawn anew."""
        if state.missions or state.cards.hands:
            state = resampled(self._rules(state.options), state, seat, rng)
        agenda: tuple[Any, ...] = state.agenda
        if not agenda or agenda[0].__class__ in self._steps:  # nobody has answered a step unseen
            return state
        return super().resample(state, seat, rng)

    def keeps_secrets(self, state: S) -> bool:
        """Whether somebody holds a card or has been dealt a mission."""
        return any(state.cards.hands) or any(mission != NO_MISSION for mission in state.missions)

    def left_to_rules(self, options: O) -> tuple[Standing, ...]:
        """Return what of the set-up options let players do by hand, and so leave to the rules."""
        return ()

    def standing(self, options: O) -> tuple[Standing, ...]:
        """Return what a player may settle in advance: the rest of the set-up."""
        return self.left_to_rules(options)

    def standing_now(self, state: S, options: O, seat: Seat) -> tuple[Standing, ...]:
        """Return the same as things stand: the set-up is left to the rules as long as it lasts."""
        own, now = self.left_to_rules(options), rest.now(state)
        return tuple(one for one in super().standing_now(state, options, seat) if one not in own or one in now)

    def spent(self, state: S, key: str) -> bool:
        """Whether the set-up is over that was left to the rules."""
        return key in {rest.CLAIMS.key, rest.PLACES.key} and not any(state.pools)

    def settled(self, state: S, seat: Seat, key: str) -> Action | None:
        """Return what a standing answer says to a step of the set-up."""
        found = rest.choices(self._rules(state.options), state, seat, key)
        return next((action for action in found if self.explain(state, seat, action) is None), None)

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

    def parse(self, state: S, seat: Seat, text: str) -> Action:
        """Read a notation; raises `BadNotation`."""
        return parse_action(self._rules(state.options), text, self.forms)

    def tell(self, event: Event, names: Sequence[str], options: O | None = None) -> str:
        """Return an event as a full sentence, with the names of the map played on."""
        first = next(iter(self.presets.values()))
        return sentence(self._rules(options or first), event, names, self.sentences)

    def clock(self, state: S) -> tuple[int, Seat | None]:
        """Return the number of whole rounds played and whose turn it is."""
        return state.turn, Seat(state.seat)

    def forecast(self, state: S, seat: Seat, action: Action) -> Forecast | None:
        """Return the exact odds of a legal attack, else None."""
        if not isinstance(action, Attack) or self.explain(state, seat, action) is not None:
            return None
        if not state.armies[self._rules(state.options).board.index[action.target]]:
            return None  # nobody stands there
        return self.foretold(self._rules(state.options), state, action)

    def told(self, state: S, event: Event) -> Told:
        """Return who did it, the spaces named, and of a battle whom it was against and its dice."""
        return Told(
            seat=getattr(event, "seat", None),
            against=Seat(event.defender) if isinstance(event, Battle | Conquered) else None,
            spaces=spaces_of(event, space_ids(drawing_key(state.options.map_name))),
            dice=compared(event) if isinstance(event, Battle) else None,
            begins_turn=isinstance(event, TurnBegan),
        )

    def legal(self, state: S, seat: Seat) -> Actions:
        """Return the legal actions of a seat; in a step of its own they are found without asking who may act."""
        task: Any = state.agenda[0] if state.agenda else None
        menu = self._menus.get(task.__class__)
        if menu is None or seat != task.seat:
            return super().legal(state, seat)
        return ConquestActions(self.machine, menu, self._rules(state.options), state, seat)

    def advance(self, state: S, seat: Seat, action: Action) -> S:
        """Return the state after an action, as strict as `apply`: what is not plainly legal goes the long way."""
        agenda: tuple[Any, ...] = state.agenda
        task: Any = agenda[0] if agenda else None
        kind: type[Step] = task.__class__
        rules, after = self._rules(state.options), None
        if seat == CHANCE:
            effect = self._chance.get(kind)
            if effect is not None and fits(self._wanted[kind](rules, state, task), action):
                after = effect(rules, state, task.seat, action, None)
        else:
            moves = self._moves.get(kind)
            move = moves.get(action.__class__) if moves else None
            if move is not None and seat == task.seat:
                check, effect = move
                if check(rules, state, seat, action) is None:
                    after = effect(rules, state, seat, action, None)
        if after is None:
            return super().advance(state, seat, action)
        found: S = after
        agenda = found.agenda
        if not agenda or agenda[0].__class__ in self._steps:
            return found
        return self._interrupted(rules, found, seat, None)

    def _explain(self, state: S, seat: Seat, action: Action) -> Reason | None:
        if type(state.agenda[0]) in self._moves:
            return self.machine.refusal(self._rules(state.options), state, seat, action)
        return super()._explain(state, seat, action)

    def _apply(self, state: S, seat: Seat, action: Action, tell: list[Event] | None) -> S:
        task: Any = state.agenda[0]
        rules = self._rules(state.options)
        moves, effect = self._moves.get(task.__class__), self._chance.get(task.__class__)
        if moves is not None:
            effect, acting = moves[type(action)][1], seat
        elif effect is not None:
            acting = task.seat
        else:
            return super()._apply(state, seat, action, tell)
        return self._interrupted(rules, effect(rules, state, acting, action, tell), seat, tell)

    def _waits(self, run: Run[R, S]) -> bool:
        """Whether dice or a draw are awaited: what exactly is worked out when it is asked for."""
        agenda: tuple[Any, ...] = run.state.agenda
        return bool(agenda) and agenda[0].__class__ in self._chance

    def _interrupted(self, rules: R, state: S, seat: Seat, tell: list[Event] | None) -> S:
        """Go on with what an effect put before the steps, up to the next question."""
        if not state.agenda or isinstance(state.agenda[0], Step):
            return state
        run: Run[R, S] = self.flow.runs(rules, state, tell)
        run.seat = seat
        self.flow.go_on(run)
        return run.state

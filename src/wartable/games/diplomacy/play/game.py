"""Diplomacy on any map as a game of the contract: who is asked, what is legal, how a phase is judged, what is told."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from wartable.board.library import load_board, space_ids
from wartable.engine.actions import ActionList, Actions
from wartable.engine.errors import BadOptions, Reason
from wartable.engine.show import Show
from wartable.engine.study import Scored, Study
from wartable.engine.told import Look, Told, spaces_of
from wartable.engine.values import Action, Coming, Event, Measures, Outcome, Seat
from wartable.games.adjudication.orders import Power
from wartable.games.diplomacy import adjudicate
from wartable.games.diplomacy.play.actions import NOTHING_AHEAD, ComeBack, Orders
from wartable.games.diplomacy.play.calendar import first_year
from wartable.games.diplomacy.play.comeback import IN_DISORDER, come_back, missing, out_of_place
from wartable.games.diplomacy.play.ending import outcome_of, points_of
from wartable.games.diplomacy.play.events import EVENTS
from wartable.games.diplomacy.play.handlers import FLOW
from wartable.games.diplomacy.play.legal import OrderChoices
from wartable.games.diplomacy.play.lines import format_action, parse_action
from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.play.pictured import WIDTH, picture_of
from wartable.games.diplomacy.play.promises import broken_promises
from wartable.games.diplomacy.play.prompts import omissions_of, prompt_of
from wartable.games.diplomacy.play.rules import Rules, rules_of
from wartable.games.diplomacy.play.state import DiplomacyState, blank
from wartable.games.diplomacy.play.tasks import OpenPhase
from wartable.games.diplomacy.play.tell import sentence
from wartable.games.diplomacy.play.view import DiplomacyView, view_of
from wartable.games.flow.game import FlowGame
from wartable.games.order_drawing.draw import draw_orders
from wartable.games.scoring import scored


class DiplomacyShow(Show[DiplomacyState, DiplomacyOptions]):
    """The board with units, centres and orders."""

    def __init__(self, game: Diplomacy) -> None:
        """Keep the game, which knows what power each seat plays."""
        self._game = game

    def colours(self, options: DiplomacyOptions, seats: int) -> tuple[int, ...]:
        """Return the colours of the powers by seat."""
        colours = rules_of(options).variant.colours
        return tuple(colours[power] for power in self._game.powers_of(options, seats))

    def board_key(self, options: DiplomacyOptions) -> str | None:
        """Return the key of the board it is drawn on."""
        return rules_of(options).variant.board or None

    def drawing(self, state: DiplomacyState, look: Look) -> str | None:
        """Return the board with units, owned centres and the orders that led there; None where there is no board."""
        key, width = self.board_key(state.options), look.width or WIDTH
        return key and draw_orders(load_board(key), picture_of(state), theme=look.theme, width=width, portable=True)


class DiplomacyStudy(Study[DiplomacyState]):
    """Centres from year to year, and shares of a draw."""

    course = "centres"
    scoring = "sum of squares"

    def year(self, state: DiplomacyState) -> int:
        """Return how many years have gone by."""
        return state.position.phase.year - rules_of(state.options).variant.calendar.first_year

    def points(self, state: DiplomacyState) -> tuple[float, ...]:
        """Return what each power scores: all to a sole winner, or shares by the squares of the centres owned."""
        return points_of(state)

    def scores(self, state: DiplomacyState) -> tuple[Scored, ...]:
        """Return what each seat scores by the systems of the hobby, by the centres owned at the end."""
        outcome = self.outcome(state)
        if outcome is None:
            return ()
        return scored([round(owned) for owned in outcome.scores], outcome.winners, state.options.scoring)

    def outcome(self, state: DiplomacyState) -> Outcome | None:
        """Return how a game ended, its scores being the centres owned."""
        return outcome_of(state)


class Diplomacy(FlowGame[DiplomacyState, DiplomacyOptions]):
    """What all games of Diplomacy share; a subclass names a map, its options and its presets.

    Seats are powers in the order of the map. Orders that could never work are refused with the reason, so that nobody
    loses a turn to a slip: game masters who want them judged use the adjudicator itself.
    """

    flow = FLOW
    versions = ("2", "3", "4")
    action_types: ClassVar[tuple[type[Action], ...]] = (Orders, ComeBack)
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    hidden = True

    @property
    @abstractmethod
    def _usual(self) -> DiplomacyOptions:
        """The options of the first preset."""

    @cached_property
    def show(self) -> DiplomacyShow:
        """The board and its pictures."""
        return DiplomacyShow(self)

    @cached_property
    def study(self) -> DiplomacyStudy:
        """Centres and points."""
        return DiplomacyStudy()

    def _start(self, options: DiplomacyOptions, seats: int) -> DiplomacyState:
        """Return the first phase."""
        state = self.first_state(options, self.powers_of(options, seats))
        opened: DiplomacyState = self.flow.begun(rules_of(options), state)
        return opened

    def first_state(self, options: DiplomacyOptions, powers: tuple[Power, ...]) -> DiplomacyState:
        """Return the position of the beginning, before its phase is opened."""
        position = adjudicate.start(rules_of(options).variant)
        pending, ahead = blank(len(powers))
        return self._first(
            options=options,
            powers=powers,
            position=position,
            number=-1,
            asked=(),
            pending=pending,
            ahead=ahead,
            held={unit.province: power for power, units in position.units.items() for unit in units},
            missed=(0,) * len(powers),
            changed=position.phase.year - 1,
            agenda=(OpenPhase(),),
        )

    def powers_of(self, options: DiplomacyOptions, seats: int) -> tuple[Power, ...]:
        """Return the power of each seat; raises `BadOptions` for a number of seats that the map is not for."""
        every = self._played(options)
        counts = self.seat_counts(options)
        if seats not in counts:
            least, most = min(counts), max(counts)
            who = f"{least} to {most}" if least < most else f"{most}"
            message = f"{rules_of(options).variant.title} is for {who} players, not {seats}."
            raise BadOptions(Reason(code="option.seats", message=message))
        return tuple(power for power in every if power not in self._left_out(options)[: len(every) - seats])

    def seat_counts(self, options: DiplomacyOptions) -> tuple[int, ...]:
        """Return the number of powers, and fewer where some may be left out."""
        most = len(self._played(options))
        return tuple(range(most - len(self._left_out(options)), most + 1))

    def _left_out(self, options: DiplomacyOptions) -> tuple[Power, ...]:  # noqa: ARG002
        """Return the powers that nobody plays where seats are fewer, the first one first: their units hold."""
        return ()

    def _played(self, options: DiplomacyOptions) -> tuple[Power, ...]:
        """Return the powers that people play: neutral garrisons are nobody's."""
        return tuple(power for power, facts in rules_of(options).variant.powers.items() if facts.needs_centres)

    def _first(self, **fields: Any) -> DiplomacyState:  # noqa: ANN401 - the fields of a state
        kind: Any = self.state_type
        made: DiplomacyState = kind(**fields)
        return made

    def rules(self, state: DiplomacyState) -> Rules:
        """Return the map and the rulings that the options name."""
        return rules_of(state.options)

    def to_act(self, state: DiplomacyState) -> tuple[Seat, ...]:
        """Return the seats whose orders are still missing: what the first task says, without looking up the rules."""
        return tuple(map(Seat, state.waiting))

    def step(self, state: DiplomacyState) -> int:
        """Return the number of the phase."""
        return state.number

    def may_act(self, state: DiplomacyState) -> tuple[Seat, ...]:
        """Return the seats asked, and those in civil disorder, whose players may come back at any time."""
        return (*self.to_act(state), *map(Seat, missing(state)))

    def default(self, state: DiplomacyState, seat: Seat) -> Action:  # noqa: ARG002 - the same for all
        """Return no orders: units hold, dislodged ones are disbanded, nothing is built, removals follow the rule."""
        return Orders()

    def view(self, state: DiplomacyState, seat: Seat | None) -> DiplomacyView:
        """Return the board, what was judged last, and the own orders that are in."""
        return view_of(rules_of(state.options), state, seat)

    def outcome(self, state: DiplomacyState) -> Outcome | None:
        """Return the ranks: the winners, the survivors by centres, then the fallen, the last one first."""
        return outcome_of(state)

    def format(self, action: Action) -> str:
        """Return orders in canonical notation, parted by semicolons."""
        return format_action(action)

    def parse(self, state: DiplomacyState, seat: Seat, text: str) -> Action:
        """Read orders in nearly any style, a whole letter too, or `come back`; raises `BadNotation`."""
        return parse_action(rules_of(state.options), state.position, state.powers[seat], text)

    def tell(self, event: Event, names: Sequence[str], options: DiplomacyOptions | None = None) -> str:
        """Return an event as a full sentence."""
        return sentence(rules_of(options or self._usual), event, names)

    def prompt(self, state: DiplomacyState, seat: Seat) -> str:
        """Return what is asked: `Order 3 units`."""
        return prompt_of(rules_of(state.options), state, seat)

    def omissions(self, state: DiplomacyState, seat: Seat, action: Action) -> tuple[str, ...]:
        """Return what a seat's orders leave to the rules: units without an order, builds and removals not ordered."""
        return omissions_of(rules_of(state.options), state, seat, action) if isinstance(action, Orders) else ()

    def invariants(self, state: DiplomacyState) -> Iterator[str]:
        """Yield what is wrong with a state: units, centres, who is asked."""
        return broken_promises(rules_of(state.options), state)

    def measures(self, state: DiplomacyState) -> Measures:
        """Return centres and units of each seat, first what wins."""
        owned = {"centres": tuple(float(len(state.position.centres(power))) for power in state.powers)}
        units = {"units": tuple(float(len(state.position.units.get(power, ()))) for power in state.powers)}
        return {**owned, **units} if rules_of(state.options).variant.victory.centres else {**units, **owned}

    def clock(self, state: DiplomacyState) -> tuple[int, Seat | None]:
        """Return the number of the phase; it is everybody's."""
        return state.number, None

    def turn_title(self, state: DiplomacyState) -> str:
        """Return the name of the phase."""
        return rules_of(state.options).phase(state.position.phase)

    def first_round(self, options: DiplomacyOptions) -> tuple[Coming, ...]:
        """Return the phases of the first year."""
        return tuple(first_year(rules_of(options)))

    def resample(self, state: DiplomacyState, seat: Seat | None, rng: Random) -> DiplomacyState:  # noqa: ARG002
        """Return the state with blank orders in place of those of others that are in, and nothing in advance.

        Nothing is drawn: which orders others are likely to have sent is what a player has to think about.
        """
        if not self.keeps_secrets(state):
            return state
        return replace(
            state,
            pending=tuple(
                given if given is None or other == seat else Orders() for other, given in enumerate(state.pending)
            ),
            ahead=tuple(given if other == seat else NOTHING_AHEAD for other, given in enumerate(state.ahead)),
        )

    def keeps_secrets(self, state: DiplomacyState) -> bool:
        """Whether orders are in that have not been revealed, or wait in advance."""
        return any(state.pending) or any(ahead != NOTHING_AHEAD for ahead in state.ahead)

    def roles(self, options: DiplomacyOptions, seats: int) -> tuple[str, ...]:
        """Return the names of the powers by seat."""
        rules = rules_of(options)
        return tuple(rules.power(power) for power in self.powers_of(options, seats))

    def told(self, state: DiplomacyState, event: Event) -> Told:
        """Return the power whose doing it is, and the provinces named."""
        board = self.show.board_key(state.options)
        spaces = spaces_of(event, space_ids(board)) if board else ()
        return Told(seat=getattr(event, "seat", None), spaces=spaces)

    def _legal(self, state: DiplomacyState, seat: Seat) -> Actions:
        if seat in missing(state):
            return ActionList((ComeBack(),))
        return OrderChoices(rules_of(state.options), state, seat)

    def _explain(self, state: DiplomacyState, seat: Seat, action: Action) -> Reason | None:
        if not isinstance(action, Orders):
            return out_of_place(state, seat, action)
        if seat in missing(state):
            return IN_DISORDER
        return super()._explain(state, seat, action)

    def _apply(self, state: DiplomacyState, seat: Seat, action: Action, tell: list[Event] | None) -> DiplomacyState:
        if isinstance(action, Orders):
            return super()._apply(state, seat, action, tell)
        return come_back(rules_of(state.options), state, seat, tell)

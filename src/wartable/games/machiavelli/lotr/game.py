"""Lord of the Rings Machiavelli as a game of the contract (`rules/lotr-machiavelli.md`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from wartable.engine.errors import BadOptions, Reason
from wartable.engine.game import Blurb
from wartable.engine.options import Options
from wartable.engine.values import Action, Event, Seat
from wartable.games.machiavelli.lotr.actions import LotrOrders, LotrRetreats, LotrYear
from wartable.games.machiavelli.lotr.checks import figure_oddities, leader_named
from wartable.games.machiavelli.lotr.events import LOTR_EVENTS, FiguresWent
from wartable.games.machiavelli.lotr.handlers import FLOW
from wartable.games.machiavelli.lotr.lines import format_lotr, parse_lotr
from wartable.games.machiavelli.lotr.options import PRESETS, LotrOptions
from wartable.games.machiavelli.lotr.position import as_lotr
from wartable.games.machiavelli.lotr.rules import lotr_rules
from wartable.games.machiavelli.lotr.secrets import figures_drawn
from wartable.games.machiavelli.lotr.state import Footstep, LotrState, as_lotr_state
from wartable.games.machiavelli.lotr.tasks import LotrSendOrders, LotrSendRetreats, LotrSendYear
from wartable.games.machiavelli.lotr.view import LotrView, lotr_view
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.play.calendar import PHASES
from wartable.games.machiavelli.play.game import Machiavelli, spaces_in_order
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import SendOrders, SendRetreats, SendShifts, SendYear
from wartable.games.machiavelli.rules import rules_of
from wartable.games.machiavelli.state import Position, Power
from wartable.games.ring_figures.actions import Pursue, read_pursuit
from wartable.games.ring_figures.events import figure_order, figure_sentence
from wartable.games.ring_figures.kinds import BEARER, RIDERS
from wartable.games.ring_figures.tables import first_tables
from wartable.games.ring_figures.tasks import Elect

RULE = "ring-diplomacy Y06"
LOTR_PHASES = {"orders.campaign", "orders.retreats", "orders.year"}
"""The kinds of phases of Machiavelli that this game has: optional rules add none."""
SEATS = {"two": 2, "four": 4, "five": 5}
"""Players by who plays."""


class LotrMachiavelli(Machiavelli):
    """Five powers of Middle-earth; seats are powers in the order of the set-up."""

    key = "lotr-machiavelli"
    title = "Lord of the Rings Machiavelli"
    versions = ("1",)
    seats = (2, 5)
    flow = FLOW
    action_types = (LotrOrders, LotrRetreats, LotrYear, Pursue)
    event_types = LOTR_EVENTS
    blurb = Blurb(
        line="Five powers of Middle-earth with armies, sieges and ducats, and a ring-bearer led in secret.",
        about=(
            "All write orders and expenses in secret, and all are carried out at once. Fields and cities are fought "
            "for apart, elite units cost more, the Nazgul strike, the Great Eagles guard, and money buys units, "
            "rebellions and assassins. More than half of the cities win, or most of them when the Ring ends the game."
        ),
        minutes=360,
        dice=True,
        letters=True,
        caveat=(
            "The notes on this game leave much open; tables of disasters, opening units, spaces at sea and what "
            "figures do in campaigns are reconstructed."
        ),
        absent="units hold",
        brief="Retreats and units of the year",
        phases={kind: title for kind, title in PHASES.items() if kind in LOTR_PHASES},
        round="year",
        preset_titles={"open-lands": "Open lands", "open-seas": "Open seas", "three-homes": "Three home countries"},
        preset_lines={
            "standard": "Fleets in ports, independent garrisons in neutral cities; more than half of the cities win.",
            "open-lands": "Neutral cities stand open, and armies sail to any empty port; there are no fleets.",
            "open-seas": "Fleets sail thirteen seas, earn ducats there, carry armies, and sink in storms.",
            "three-homes": "Victory as in Machiavelli: 16 cities and three home countries.",
        },
    )
    options_type = LotrOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    state_type = LotrState

    # --- seats

    def seat_counts(self, options: MachiavelliOptions) -> tuple[int, ...]:
        """Return the numbers of players: two sides, four powers or five, as far as that is not chosen."""
        assert isinstance(options, LotrOptions)  # noqa: S101 - the game has no others
        chosen = SEATS.get(options.powers)
        return (chosen,) if chosen else tuple(sorted(SEATS.values()))

    def powers_of(self, options: MachiavelliOptions, seats: int) -> tuple[Power, ...]:
        """Return the power of each seat; raises `BadOptions` for another number than 2, 4 or 5, or than was chosen."""
        if seats not in SEATS.values():
            message = f"{self.title} is for 2, 4 or 5 players, not {seats}; its notes have no game for three."
            raise BadOptions(Reason(code="option.seats", message=message, rule=RULE))
        (count,) = self.seat_counts(options.for_seats(seats))
        if seats != count:
            message = f"With these powers {self.title} is for {count} players, not {seats}."
            raise BadOptions(Reason(code="option.seats", message=message, rule=RULE))
        return super().powers_of(options.for_seats(seats), seats)

    def roles(self, options: MachiavelliOptions, seats: int) -> tuple[str, ...]:
        """Return the names of the powers, or of the sides, by seat."""
        return super().roles(options.for_seats(seats), seats)

    # --- beginning

    def _start(self, options: MachiavelliOptions, seats: int) -> MachiavelliState:
        """Return the first state, which waits for whom chance draws to lead the ring-bearer."""
        state = as_lotr_state(super()._start(options, seats))
        here = state.position
        step = Footstep(here.year, here.season, here.figures[BEARER], here.figures[RIDERS])
        rules = lotr_rules(rules_of(options))
        tables = first_tables(rules, here.there)
        state = replace(state, agenda=(Elect(), *state.agenda), tables=tables, trail=(step,))
        begun: MachiavelliState = self.flow.begun(rules, state)
        return begun

    def state_at(self, options: MachiavelliOptions, powers: tuple[Power, ...], position: Position) -> LotrState:
        """Return a state of a position with nothing to do, in which nobody is known to lead the ring-bearer."""
        assert isinstance(options, LotrOptions)  # noqa: S101 - the game makes no other
        return LotrState(options=options, powers=powers, position=as_lotr(position))

    # --- for adjudication

    asks: ClassVar[Mapping[str, type[SendOrders | SendRetreats | SendShifts | SendYear]]] = {
        "campaign": LotrSendOrders,
        "retreats": LotrSendRetreats,
        "units": LotrSendYear,
    }

    def whose(self, state: MachiavelliState, action: Action) -> Power:
        """Return who orders the figure that orders name first; for the ring-bearer the first good power that may."""
        return leader_named(lotr_rules(rules_of(state.options)), as_lotr_state(state), action)

    def oddities(self, state: MachiavelliState, power: Power, action: Action) -> Iterator[str]:
        """Yield what is wrong with orders for figures, whoever leads the hidden ones."""
        return figure_oddities(lotr_rules(rules_of(state.options)), as_lotr_state(state), power, action)

    # --- what is known

    def view(self, state: MachiavelliState, seat: Seat | None) -> LotrView:
        """Return the board, what was judged last, and what only this seat knows."""
        key = self.show.board_key(state.options)
        spaces = spaces_in_order(key) if key else ()
        return lotr_view(lotr_rules(rules_of(state.options)), as_lotr_state(state), seat, spaces)

    def resample(self, state: MachiavelliState, seat: Seat | None, rng: Random) -> MachiavelliState:
        """Return the state with answers of others, secret accounts and hidden figures drawn anew."""
        usual = as_lotr_state(super().resample(state, seat, rng))
        return figures_drawn(lotr_rules(rules_of(state.options)), usual, seat, rng)

    def keeps_secrets(self, state: MachiavelliState) -> bool:
        """Whether a figure is hidden, or something else is secret."""
        return BEARER in as_lotr_state(state).position.figures or super().keeps_secrets(state)

    def invariants(self, state: MachiavelliState) -> Iterator[str]:
        """Yield what is wrong with a state: units, sieges, debts, and figures that are nowhere."""
        yield from super().invariants(state)
        places = lotr_rules(rules_of(state.options)).map.provinces
        for kind, place in as_lotr_state(state).position.figures.items():
            if place not in places:
                yield f"{kind} is nowhere: {place!r}"

    # --- notation and words

    def format(self, action: Action) -> str:
        """Return a decision in canonical notation, parted by semicolons."""
        return format_lotr(action)

    def parse(self, state: MachiavelliState, seat: Seat, text: str) -> Action:
        """Read what is asked of a seat now; raises `BadNotation`."""
        del seat
        return read_pursuit(text) or parse_lotr(rules_of(state.options), as_lotr_state(state), text)

    def tell(self, event: Event, names: Sequence[str], options: MachiavelliOptions | None = None) -> str:
        """Return an event as a full sentence."""
        rules = rules_of(options or LotrOptions())
        if isinstance(event, FiguresWent):
            return " ".join(f"{figure_order(one.order, rules.place)}: {one.why.sentence}" for one in event.judged)
        return figure_sentence(event, rules.place) or super().tell(event, names, options or LotrOptions())


LOTR_MACHIAVELLI = LotrMachiavelli()
"""The game."""

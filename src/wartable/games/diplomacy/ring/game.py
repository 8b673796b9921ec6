"""Ring diplomacy as a game of the contract (`rules/ring-diplomacy.md`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import ClassVar, cast

from msgspec.structs import replace

from wartable.engine.actions import ActionList, Actions
from wartable.engine.errors import BadOptions, Reason
from wartable.engine.game import Blurb
from wartable.engine.options import Options
from wartable.engine.values import Action, Event, Measures, Outcome, Seat
from wartable.games.adjudication.orders import Power
from wartable.games.diplomacy.play.actions import ComeBack, Orders
from wartable.games.diplomacy.play.calendar import PHASES
from wartable.games.diplomacy.play.comeback import come_back, missing
from wartable.games.diplomacy.play.game import Diplomacy, DiplomacyShow, DiplomacyStudy
from wartable.games.diplomacy.play.lines import COME_BACK, format_action, parse_action
from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.play.prompts import omissions_of
from wartable.games.diplomacy.play.rules import Rules, rules_of
from wartable.games.diplomacy.play.state import DiplomacyState
from wartable.games.diplomacy.play.tasks import OpenPhase
from wartable.games.diplomacy.ring import specials as _  # noqa: F401 - registers what tools ask of its map
from wartable.games.diplomacy.ring.actions import RingOrders
from wartable.games.diplomacy.ring.choices import RingChoices
from wartable.games.diplomacy.ring.ending import ring_outcome
from wartable.games.diplomacy.ring.events import RING_EVENTS
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.handlers import FLOW
from wartable.games.diplomacy.ring.knowledge import drawn_anew
from wartable.games.diplomacy.ring.options import PRESET_LINES, PRESET_TITLES, PRESETS, RingOptions
from wartable.games.diplomacy.ring.parts import as_ring, map_of, parts_of
from wartable.games.diplomacy.ring.state import RingState, trodden
from wartable.games.diplomacy.ring.tell import ring_prompt, ring_sentence
from wartable.games.diplomacy.ring.view import RingView, ring_view
from wartable.games.ring_figures.actions import Pursue, read_pursuit
from wartable.games.ring_figures.kinds import BEARER
from wartable.games.ring_figures.tables import first_tables
from wartable.games.ring_figures.tasks import AskRiders, Elect

RULE = "ring-diplomacy Y06"
SEATS = (2, 4, 5)
SIDES = ("Good powers", "Evil powers")


class RingShow(DiplomacyShow):
    """The board with units, centres and orders."""

    def colours(self, options: DiplomacyOptions, seats: int) -> tuple[int, ...]:
        """Return the colours by player; whoever leads a side has that of its greatest power."""
        colours = rules_of(options).variant.colours
        if seats == 2:
            return colours["gondor"], colours["mordor"]
        return super().colours(options, seats)


class RingStudy(DiplomacyStudy):
    """Centres from year to year, and the points of players, who may lead several powers."""

    def outcome(self, state: DiplomacyState) -> Outcome | None:
        """Return how a game ended, by player."""
        return ring_outcome(_of(state))


class RingDiplomacy(Diplomacy):
    """Three good powers and two evil ones, or a player for each side, with a ring-bearer whom nobody sees."""

    key = "ring-diplomacy"
    title = "Ring diplomacy"
    versions = ("1", "2", "3")
    seats = (2, 5)
    flow = FLOW
    action_types = (RingOrders, ComeBack, Pursue)
    event_types = RING_EVENTS
    blurb = Blurb(
        line="Five powers of Middle-earth, no dice, and a ring-bearer whom only one of them leads in secret.",
        about=(
            "All write orders in secret, and all are carried out at the same moment. Elite units are stronger or "
            "faster, the Nazgul strike, the Great Eagles guard, and a hidden ring-bearer walks to Mount Doom. Whoever "
            "owns 16 of the 30 supply centres wins, or most of them when the Ring ends the game."
        ),
        minutes=240,
        dice=False,
        letters=True,
        caveat=(
            "The notes on this game leave out how it begins and what some of its headings mean; such points are "
            "reconstructed, and most can be chosen otherwise."
        ),
        preset_titles=PRESET_TITLES,
        preset_seats={"two-player": 2},
        preset_lines=PRESET_LINES,
        absent="units hold",
        brief="Retreats and builds",
        phases=PHASES,
        round="year",
    )
    options_type = RingOptions
    presets: ClassVar[Mapping[str, Options]] = PRESETS
    state_type = RingState

    @property
    def _usual(self) -> RingOptions:
        return PRESETS["basic"]

    @cached_property
    def show(self) -> RingShow:
        """The board and its pictures."""
        return RingShow(self)

    # --- seats

    def seat_counts(self, options: DiplomacyOptions) -> tuple[int, ...]:
        """Return the numbers of players: two sides, four powers or five."""
        if not isinstance(options, RingOptions) or options.eriador not in {"played", "neutral"}:
            return SEATS
        return (2, 5) if options.eriador == "played" else (2, 4)

    def check_seats(self, seats: int, rule: str = RULE) -> None:
        """Raise `BadOptions` for a number of players that this game is not for."""
        super().check_seats(seats, rule)
        if seats not in SEATS:
            message = f"{self.title} is for 2, 4 or 5 players, not {seats}."
            raise BadOptions(Reason(code="option.seats", message=message, rule=rule))

    def powers_of(self, options: DiplomacyOptions, seats: int) -> tuple[Power, ...]:
        """Return the powers that are played, in the order of the map; with two players each leads several."""
        self.check_seats(seats)
        powers = tuple(rules_of(options.for_seats(seats)).variant.powers)
        if seats not in {2, len(powers)}:
            eriador = "a power" if len(powers) > seats else "nobody's"
            message = f"With {seats} players Eriador cannot be {eriador}."
            raise BadOptions(Reason(code="option.seats", message=message, rule=RULE))
        return powers

    def _start(self, options: DiplomacyOptions, seats: int) -> RingState:
        """Return the first phase, or what chance is asked for before it."""
        powers = self.powers_of(options, seats)
        on = map_of(rules_of(options))
        state = cast("RingState", self.first_state(options, powers))
        leaders = tuple(range(len(powers)))
        if seats == 2:
            leaders = tuple(int(on.side(power) == "evil") for power in powers)
        tables = first_tables(on, on.begun()) if on.settings.advanced else None
        agenda = (Elect(), OpenPhase()) if on.settings.advanced else (OpenPhase(),)
        trail = trodden((), on.first_phase, on.begun())
        state = replace(state, leaders=leaders, tables=tables, agenda=agenda, trail=trail)
        return cast("RingState", self.flow.begun(rules_of(options), state))

    def roles(self, options: DiplomacyOptions, seats: int) -> tuple[str, ...]:
        """Return the powers by player, or the sides."""
        powers = self.powers_of(options, seats)
        if seats < len(powers):
            return SIDES
        rules = rules_of(options.for_seats(seats))
        return tuple(rules.power(power) for power in powers)

    @cached_property
    def study(self) -> RingStudy:
        """Centres and points."""
        return RingStudy()

    # --- who is asked

    def to_act(self, state: DiplomacyState) -> tuple[Seat, ...]:
        """Return the players whose orders are missing, Mordor's where the riders are asked, or chance."""
        state = _of(state)
        return super(Diplomacy, self).to_act(state)

    def may_act(self, state: DiplomacyState) -> tuple[Seat, ...]:
        """Return the players asked, and those in civil disorder, who may come back at any time."""
        state = _of(state)
        asked = self.to_act(state)
        away = state.leaders_of(missing(state))
        return (*asked, *(Seat(seat) for seat in away if seat not in asked))

    def default(self, state: DiplomacyState, seat: Seat) -> RingOrders | Pursue:  # noqa: ARG002 - the same for all
        """Return no orders, or that the black riders stay."""
        return Pursue(go=False) if _asks_riders(state) else RingOrders()

    def prompt(self, state: DiplomacyState, seat: Seat) -> str:
        """Return what is asked of a player."""
        state = _of(state)
        if _asks_riders(state):
            return super(Diplomacy, self).prompt(state, seat)
        return ring_prompt(rules_of(state.options), state, seat)

    def clock(self, state: DiplomacyState) -> tuple[int, Seat | None]:
        """Return the number of the phase; it is everybody's, but for the question to Mordor."""
        state = _of(state)
        return max(state.number, 0), self.to_act(state)[0] if _asks_riders(state) else None

    def step(self, state: DiplomacyState) -> int:
        """Return a number that tells questions apart: two for each phase."""
        state = _of(state)
        return 2 * (state.number + 1) + _asks_riders(state)

    # --- what is known

    def view(self, state: DiplomacyState, seat: Seat | None) -> RingView:
        """Return the board, what was judged last, and what only this player knows."""
        state = _of(state)
        return ring_view(rules_of(state.options), state, seat, asked_riders=_asks_riders(state))

    def resample(self, state: DiplomacyState, seat: Seat | None, rng: Random) -> RingState:
        """Return the state with orders of others blank and hidden figures drawn anew from all that fits."""
        state = _of(state)
        mine = () if seat is None else state.led(seat)
        blank = replace(
            state,
            pending=tuple(
                given if given is None or number in mine else RingOrders() for number, given in enumerate(state.pending)
            ),
            ahead=tuple(given if number in mine else type(given)() for number, given in enumerate(state.ahead)),
            trail=state.trail if state.ending else (),
        )
        powers = tuple(state.powers[number] for number in mine)
        return drawn_anew(map_of(rules_of(state.options)), blank, powers, rng)

    def keeps_secrets(self, state: DiplomacyState) -> bool:
        """Whether orders are in that have not been revealed, or a figure is hidden."""
        state = _of(state)
        return BEARER in figures_of(state.position).at or super().keeps_secrets(state)

    def outcome(self, state: DiplomacyState) -> Outcome | None:
        """Return the ranks by player."""
        state = _of(state)
        return ring_outcome(state)

    def measures(self, state: DiplomacyState) -> Measures:
        """Return centres and units of each player."""
        state = _of(state)
        position = state.position
        led = [[state.powers[number] for number in state.led(seat)] for seat in range(state.players)]
        return {
            "centres": tuple(float(sum(len(position.centres(power)) for power in powers)) for powers in led),
            "units": tuple(float(sum(len(position.units.get(power, ())) for power in powers)) for powers in led),
        }

    def sides(self, state: DiplomacyState) -> tuple[int, ...]:  # noqa: ARG002
        """Return nothing: powers of one side may win against each other."""
        return ()

    # --- notation and words

    def format(self, action: Action) -> str:
        """Return a decision in canonical notation, parted by semicolons."""
        if isinstance(action, Pursue):
            return str(action)
        if isinstance(action, RingOrders) and action.secret:
            secret = "; ".join(map(str, action.secret))
            rest = replace(action, secret=())
            return secret if rest == RingOrders() else f"{secret}; {format_action(rest)}"
        return format_action(action)

    def parse(self, state: DiplomacyState, seat: Seat, text: str) -> RingOrders | ComeBack | Pursue:
        """Read orders in nearly any style, `riders go` or `come back`; raises `BadNotation`."""
        state = _of(state)
        plain = " ".join(text.casefold().split())
        if pursuit := read_pursuit(text):
            return pursuit
        if plain == COME_BACK:
            return ComeBack()
        power = state.powers[state.led(seat)[0]]
        read = parse_action(rules_of(state.options), state.position, power, text)
        return as_ring(read) if isinstance(read, Orders) else read

    def tell(self, event: Event, names: Sequence[str], options: DiplomacyOptions | None = None) -> str:
        """Return an event as a full sentence."""
        settled = (options or self._usual).for_seats(5)
        return ring_sentence(rules_of(settled), event, names)

    def omissions(self, state: DiplomacyState, seat: Seat, action: Action) -> tuple[str, ...]:
        """Return what a player's orders leave to the rules."""
        state = _of(state)
        if not isinstance(action, Orders):
            return ()
        rules = rules_of(state.options)
        parts = parts_of(rules, state, seat, as_ring(action))
        found = (line for number, part in parts.items() for line in omissions_of(rules, state, number, part))
        return tuple(_stays(line) for line in found)

    def invariants(self, state: DiplomacyState) -> Iterator[str]:
        """Yield what is wrong with a state: units, centres, who is asked, and where hidden figures may be."""
        state = _of(state)
        plain = super().invariants(state)
        quiet = _asks_riders(state) or self.to_act(state) == (-1,)
        yield from (line for line in plain if not (quiet and line == "the game waits for nobody and goes on"))
        yield from _misplaced(state)

    # --- carrying out

    def _legal(self, state: DiplomacyState, seat: Seat) -> Actions:
        state = _of(state)
        if seat in self.to_act(state):
            if _asks_riders(state):
                return super(Diplomacy, self)._legal(state, seat)
            return RingChoices(rules_of(state.options), state, seat)
        return ActionList((ComeBack(),))

    def _explain(self, state: DiplomacyState, seat: Seat, action: Action) -> Reason | None:
        state = _of(state)
        away = state.leaders_of(missing(state))
        if isinstance(action, ComeBack):
            if seat in away:
                return None
            return Reason(code="disorder.none", message="This power is not in civil disorder, so it cannot come back.")
        if seat in away and seat not in self.to_act(state):
            return super()._explain(state, seat, action)
        return super(Diplomacy, self)._explain(state, seat, action)

    def _apply(self, state: DiplomacyState, seat: Seat, action: Action, tell: list[Event] | None) -> RingState:
        state = _of(state)
        rules = rules_of(state.options)
        own: list[Event] | None = None if tell is None else []
        if isinstance(action, ComeBack):
            after = _come_back(rules, state, seat, own)
        else:
            after = cast("RingState", self._done(rules, state, seat, action, own))
        if tell is not None and own is not None:
            tell += [_by_player(state, event) for event in own]
        return after


def _of(state: DiplomacyState) -> RingState:
    """Return a state as what it is."""
    assert isinstance(state, RingState)  # noqa: S101 - the game makes no other
    return state


def _asks_riders(state: DiplomacyState) -> bool:
    return bool(state.agenda) and isinstance(state.agenda[0], AskRiders)


def _come_back(rules: Rules, state: RingState, seat: int, tell: list[Event] | None) -> RingState:
    """End the civil disorder of all powers of a player."""
    for number in missing(state):
        if state.leaders[number] == seat:
            state = cast("RingState", come_back(rules, state, number, tell))
    return state


def _by_player(state: RingState, event: Event) -> Event:
    """Return an event with players in place of the numbers of powers."""
    if state.players == len(state.powers):
        return event
    seat, seats = getattr(event, "seat", None), getattr(event, "seats", None)
    if seats is not None:
        return replace(event, seats=state.leaders_of(seats))
    return event if seat is None else replace(event, seat=state.leaders[seat])


def _stays(line: str) -> str:
    if line.startswith("The Nazgul") and "disbanded" in line:
        return "The Nazgul have no retreat and will stay."
    return line


def _misplaced(state: RingState) -> Iterator[str]:
    """Yield that a hidden figure is where nobody could believe it."""
    at, tables = figures_of(state.position).at, state.tables
    if tables is None or BEARER not in at:
        return
    places = list(map_of(rules_of(state.options)).provinces)
    bearer, riders = places.index(at[BEARER]), places.index(at["BRC"])
    for name, table in (("all", tables.public), ("Mordor", tables.mordor), ("the leader", tables.bearer)):
        if not table[bearer] >> riders & 1:
            yield f"{name} cannot believe where the ring-bearer and the black riders are"


RING_DIPLOMACY = RingDiplomacy()
"""The game; it keeps nothing, so one is enough."""

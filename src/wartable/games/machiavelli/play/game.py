"""Machiavelli as a game of the contract (`rules/machiavelli.md`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from wartable.board.library import load_board, space_ids
from wartable.engine.errors import BadOptions, Reason
from wartable.engine.game import Blurb
from wartable.engine.options import Options, build
from wartable.engine.show import Show
from wartable.engine.study import Scored, Study
from wartable.engine.told import Look, Told, spaces_of
from wartable.engine.values import Action, Coming, Event, Measures, Outcome, Seat, State
from wartable.games.flow.game import FlowGame
from wartable.games.machiavelli import ending
from wartable.games.machiavelli.optional import bans
from wartable.games.machiavelli.optional.teams import team_number
from wartable.games.machiavelli.options import PROFILES, MachiavelliOptions
from wartable.games.machiavelli.pictured import picture_of
from wartable.games.machiavelli.play import fog
from wartable.games.machiavelli.play.actions import (
    CampaignOrders,
    Excommunicate,
    Forgive,
    Heed,
    Ignore,
    Refrain,
    RetreatOrders,
    ShiftOrders,
    YearOrders,
)
from wartable.games.machiavelli.play.calendar import PHASES, first_year
from wartable.games.machiavelli.play.handlers import FLOW
from wartable.games.machiavelli.play.lines import format_action, parse_action
from wartable.games.machiavelli.play.opening import opening
from wartable.games.machiavelli.play.secrets import drawn_anew
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import OpenYear, SendOrders, SendRetreats, SendShifts, SendYear
from wartable.games.machiavelli.play.tell import EVENTS, sentence, why
from wartable.games.machiavelli.play.view import MachiavelliView, view_of
from wartable.games.machiavelli.rules import Rules, rules_of
from wartable.games.machiavelli.state import Position, Power
from wartable.games.order_drawing.draw import draw_orders
from wartable.games.order_drawing.picture import Entry
from wartable.games.scoring import scored

RULE = "machiavelli"
WIDTH = 1200
"""Pixels across a drawing for which names and units are laid out."""


class MachiavelliShow(Show[MachiavelliState, MachiavelliOptions]):
    """The board, and who controls what."""

    def board_key(self, options: MachiavelliOptions) -> str | None:
        """Return the key of the board it is drawn on."""
        return rules_of(options).board.picture or None

    def colours(self, options: MachiavelliOptions, seats: int) -> tuple[int, ...]:
        """Return the colours of the powers by seat, where the board has one for each of them."""
        scenario = rules_of(options.for_seats(seats)).scenario
        colours = tuple(scenario.powers[power].colour for power in scenario.played)
        return colours if len(colours) == seats and all(colours) else ()

    def owners(self, state: MachiavelliState) -> tuple[int, ...] | None:
        """Return the seat that controls each space of the board."""
        key = self.board_key(state.options)
        if key is None:
            return None
        return view_of(rules_of(state.options), state, None, spaces_in_order(key)).owners

    def drawing(self, state: MachiavelliState, look: Look) -> str | None:
        """Return the board as spectators see it, with the orders that led there; None where there is no board."""
        rules, key, width = rules_of(state.options), self.board_key(state.options), look.width or WIDTH
        if key is None:
            return None
        powers = rules.scenario.powers
        colours = {
            power: powers[power].colour or colour for power, colour in zip(state.powers, look.colours, strict=True)
        }
        last = fog.report_seen(state, None)
        position = fog.position_seen(rules, state, None)
        away = [one.unit for one in fog.dislodged_seen(rules, state, None)]
        picture = picture_of(rules, position, colours, dislodged=away, judged=last.judged if last else ())
        legend = tuple(
            Entry(colour, f"{rules.power(power)} {ending.standing_of(rules, position, power).cities}")
            for power, colour in colours.items()
        )
        picture = replace(picture, legend=legend)
        return draw_orders(load_board(key), picture, theme=look.theme, width=width, portable=True)


class MachiavelliStudy(Study[MachiavelliState]):
    """Cities from year to year."""

    course = "cities"

    def year(self, state: MachiavelliState) -> int:
        """Return how many years have gone by."""
        return state.position.year - rules_of(state.options).scenario.first_year

    def scores(self, state: MachiavelliState) -> tuple[Scored, ...]:
        """Return what each power scores by the systems of the hobby, by the cities that count at the end."""
        if state.ending is None:
            return ()
        stand = _standings(state)
        first = [seat for seat, one in enumerate(stand) if one == max(stand)]
        return scored([_cities(state.position, power) for power in state.powers], first, state.options.scoring)


class Machiavelli(FlowGame[MachiavelliState, MachiavelliOptions]):
    """Powers of Italy with armies, fleets, garrisons and money; seats are powers in the order of the scenario."""

    key = "machiavelli"
    title = "Machiavelli"
    versions = ("1",)
    seats = (2, 10)
    flow = FLOW
    action_types: ClassVar[tuple[type[Action], ...]] = (
        CampaignOrders, RetreatOrders, YearOrders, ShiftOrders, Excommunicate, Forgive, Refrain, Heed, Ignore,
    )  # fmt: skip
    event_types = EVENTS
    hidden = True
    blurb = Blurb(
        line="Powers of Italy fight for cities with armies and sieges, and with ducats for what armies cannot do.",
        about=(
            "All write orders and expenses in secret, and all are carried out at once. Fields and cities are "
            "fought for apart; money buys units, rebellions and assassins, and has to pay for every unit each year. "
            "Whoever controls enough cities and home countries wins."
        ),
        minutes=360,
        dice=True,
        letters=True,
        caveat="Some set-ups are told by one source only.",
        absent="units hold",
        brief="Retreats and units of the year",
        phases=PHASES,
        round="year",
        preset_titles={"mach95": "Edition of 1995"},
        preset_lines={
            "classic": "The advanced game of the first editions: control changes with every step of a unit.",
            "mach95": "The advanced game of 1995: control is counted after fall, and cities alone win.",
            "condottieri": "The game as it is played on the web site of that name.",
            "basic": "No money and no dice: as many units as cities; 12 cities win.",
        },
    )
    options_type = MachiavelliOptions
    presets: ClassVar[Mapping[str, Options]] = {
        key: build(MachiavelliOptions, values) for key, values in PROFILES.items()
    }
    state_type: ClassVar[type[State]] = MachiavelliState

    @cached_property
    def show(self) -> MachiavelliShow:
        """The board."""
        return MachiavelliShow()

    @cached_property
    def study(self) -> MachiavelliStudy:
        """Cities by years."""
        return MachiavelliStudy()

    # --- for adjudication

    asks: ClassVar[Mapping[str, type[SendOrders | SendRetreats | SendShifts | SendYear]]] = {
        "campaign": SendOrders,
        "retreats": SendRetreats,
        "shifts": SendShifts,
        "units": SendYear,
    }
    """The task in which powers decide each step of a year."""

    def whose(self, state: MachiavelliState, action: Action) -> Power:
        """Return the power whose orders these are if no unit tells; the empty string for nobody's."""
        del state, action
        return ""

    def oddities(self, state: MachiavelliState, power: Power, action: Action) -> Iterator[str]:
        """Yield what would be passed over in silence of a decision that a game master writes for a power."""
        del state, power, action
        yield from ()

    # --- seats

    def seat_counts(self, options: MachiavelliOptions) -> tuple[int, ...]:
        """Return the number of powers in the scenario."""
        return (len(rules_of(options).scenario.played),)

    def powers_of(self, options: MachiavelliOptions, seats: int) -> tuple[Power, ...]:
        """Return the power of each seat; raises `BadOptions` for another number than the scenario has."""
        powers = rules_of(options).scenario.played
        if seats != len(powers):
            message = f"{rules_of(options).scenario.title} is for {len(powers)} players, not {seats}."
            raise BadOptions(Reason(code="option.seats", message=message, rule=RULE))
        return powers

    def roles(self, options: MachiavelliOptions, seats: int) -> tuple[str, ...]:
        """Return the names of the powers by seat."""
        names = map(rules_of(options).power, self.powers_of(options, seats))
        teams = (team_number(options, seat) for seat in range(seats))
        return tuple(f"{name}, team {team}" if team else name for name, team in zip(names, teams, strict=True))

    def _start(self, options: MachiavelliOptions, seats: int) -> MachiavelliState:
        """Return the first state: what the scenario sets up, waiting for the first dice or orders."""
        rules, powers = rules_of(options), self.powers_of(options, seats)
        state = replace(self.state_at(options, powers, opening(rules)), agenda=(OpenYear(opening=True),))
        begun: MachiavelliState = self.flow.begun(rules, state)
        return begun

    def state_at(self, options: MachiavelliOptions, powers: tuple[Power, ...], position: Position) -> MachiavelliState:
        """Return a state of a position with nothing to do."""
        return MachiavelliState(options=options, powers=powers, position=position)

    def rules(self, state: MachiavelliState) -> Rules:
        """Return the board, the scenario and the options."""
        return rules_of(state.options)

    # --- what is known

    def view(self, state: MachiavelliState, seat: Seat | None) -> MachiavelliView:
        """Return the board, what was judged last, and what only this seat knows."""
        key = self.show.board_key(state.options)
        return view_of(rules_of(state.options), state, seat, spaces_in_order(key) if key else ())

    def resample(self, state: MachiavelliState, seat: Seat | None, rng: Random) -> MachiavelliState:
        """Return the state with answers of others, secret accounts and what fog hides drawn anew."""
        rules = rules_of(state.options)
        return drawn_anew(rules, super().resample(fog.drawn(rules, state, seat, rng), seat, rng), seat, rng)

    def outcome(self, state: MachiavelliState) -> Outcome | None:
        """Return the ranks: the winners, the survivors by cities, then the fallen, the last one first."""
        if state.ending is None:
            return None
        standing = _standings(state)
        return Outcome(
            ranks=tuple(1 + sum(other > mine for other in standing) for mine in standing),
            scores=tuple(float(_cities(state.position, power)) for power in state.powers),
            reason=why(state.ending.reason),
        )

    def measures(self, state: MachiavelliState) -> Measures:
        """Return cities, provinces and units of each seat."""
        position = state.position
        return {
            "cities": tuple(float(_cities(position, power)) for power in state.powers),
            "provinces": tuple(
                float(sum(power == one for one in position.provinces.values())) for power in state.powers
            ),
            "units": tuple(float(len(position.of(power))) for power in state.powers),
        }

    def clock(self, state: MachiavelliState) -> tuple[int, Seat | None]:
        """Return the number of the campaign; it is everybody's."""
        position = state.position
        years = position.year - rules_of(state.options).scenario.first_year
        return 3 * years + ("spring", "summer", "fall").index(position.season), None

    def turn_title(self, state: MachiavelliState) -> str:
        """Return the season and the year of the campaign."""
        return f"{state.position.season.capitalize()} {state.position.year}"

    def silenced(self, state: MachiavelliState, seat: Seat, to: Seat | None) -> str:
        """Return why a power may not write to another as things stand: by excommunication (machiavelli 14)."""
        rules = rules_of(state.options)
        return bans.silenced(rules, state.position, state.powers[seat], None if to is None else state.powers[to])

    def first_round(self, options: MachiavelliOptions) -> tuple[Coming, ...]:
        """Return the phases of the first year."""
        return tuple(first_year(rules_of(options)))

    def invariants(self, state: MachiavelliState) -> Iterator[str]:
        """Yield what is wrong with a state: shared spaces, sieges of nobody, debts of the treasury."""
        position, provinces = state.position, rules_of(state.options).board.provinces
        spaces = [(unit.place, "field" if provinces[unit.place].fills else unit.space) for unit in position.units]
        yield from (
            f"{place} has two units in its {space}" for place, space in set(spaces) if spaces.count((place, space)) > 1
        )
        yield from (
            f"the siege of {siege.place} has no besieger"
            for siege in position.sieges
            if not position.numbered(siege.by)
        )
        yield from (
            f"{power} owes its treasury" for power, account in position.accounts.items() if account.treasury < 0
        )
        if position != position.tidied():
            yield "the position is not in its order"

    # --- notation and words

    def format(self, action: Action) -> str:
        """Return a decision in canonical notation, parted by semicolons."""
        return format_action(action)

    def parse(self, state: MachiavelliState, seat: Seat, text: str) -> Action:
        """Read what is asked of a seat now; raises `BadNotation`."""
        del seat
        return parse_action(rules_of(state.options), state, text)

    def tell(self, event: Event, names: Sequence[str], options: MachiavelliOptions | None = None) -> str:
        """Return an event as a full sentence."""
        return sentence(rules_of(options or MachiavelliOptions()), event, names)

    def told(self, state: MachiavelliState, event: Event) -> Told:
        """Return the power whose doing it is, and the places named."""
        power = getattr(event, "power", None)
        key = self.show.board_key(state.options)
        seat = state.seat_of(power) if power else None
        known = space_ids(key) if key else frozenset[str]()
        places = (one.place for name in ("unit", "siege") if (one := getattr(event, name, None)) is not None)
        besides = _OF_POWERS | {"to"} if power else _OF_POWERS
        spaces = (*(place for place in places if place in known), *spaces_of(event, known, besides))
        return Told(seat=None if seat is None else Seat(seat), spaces=tuple(dict.fromkeys(spaces)))


_OF_POWERS = frozenset(
    ("power", "powers", "sharing", "against", "before", "after", "other", "victim", "private_to", "country")
)
"""Fields of events with powers and countries, which may be called as a city is; `to` is one where a `power` gives."""


def spaces_in_order(board: str) -> tuple[str, ...]:
    """Return the spaces of a drawn board in its order."""
    return tuple(space.id for space in load_board(board).spaces)


def _cities(position: Position, power: Power) -> int:
    return sum(holder == power for holder in position.cities.values())


def _standings(state: MachiavelliState) -> list[tuple[int, int, int]]:
    """Return how each seat stands at the end, higher being better."""
    return [_standing(rules_of(state.options), state, power) for power in state.powers]


def _standing(rules: Rules, state: MachiavelliState, power: Power) -> tuple[int, int, int]:
    """Return how a power stands at the end, higher being better."""
    if state.ending is not None and power in state.ending.powers:
        return 3, 0, 0
    if power in state.fallen:
        return 1, state.fallen.index(power), 0
    return 2, ending.standing_of(rules, state.position, power).cities, len(state.position.of(power))


MACHIAVELLI = Machiavelli()
"""The game."""

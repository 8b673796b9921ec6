"""What steps know of a game in Middle-earth: its board, sea-lines, elites, what wins, and what figures need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

import msgspec

from wartable.engine.errors import BadData
from wartable.games.adjudication.conditions import Conditions, Standings
from wartable.games.adjudication.map import Map, both_ways
from wartable.games.adjudication.orders import Location
from wartable.games.machiavelli.goals import Goal
from wartable.games.machiavelli.lotr import data
from wartable.games.machiavelli.lotr.options import LotrOptions
from wartable.games.machiavelli.lotr.position import LotrPosition, as_lotr, with_figures
from wartable.games.machiavelli.lotr.setups import Setup, scenario
from wartable.games.machiavelli.rules import Rules, made_rules
from wartable.games.machiavelli.state import SEASONS, Place, Position, Power, Unit, UnitClass
from wartable.games.ring_figures import sea
from wartable.games.ring_figures.figures import HIDDEN
from wartable.games.ring_figures.kinds import BEARER, FIGURE_KINDS, NAZGUL, together
from wartable.games.ring_figures.realm import FigureSettings

MORDOR, GONDOR, ROHAN = "mordor", "gondor", "rohan"
ENTS: UnitClass = "ents"
FANGORN: Place = "fangorn"
ASLEEP = "asleep"
MOST_SEATS = 5
"""Players for whom options are read that do not say for how many they are."""
HEIRS: tuple[Power, ...] = (GONDOR, "rohan", "eriador")
"""Who orders the Great Eagles and Gandalf, the first that is in the game; the last with the ring-bearer only (18.5)."""
ALLIED = "forced allies do not attack each other"
LINES: Mapping[str, sea.SeaMoves] = {"port_line": "one_line", "free_lines": "any_port"}
"""How far armies sail by themselves, by the model of the sea (18.3)."""


class LotrRules(Rules, frozen=True, dict=True):
    """The board, the set-up and the options of one game; also what its figures need to know."""

    options: LotrOptions

    @cached_property
    def map(self) -> Map:
        """The map that the adjudicator judges on, with figures beside the units."""
        plain = super().map
        return msgspec.structs.replace(
            plain,
            kinds={**plain.kinds, **FIGURE_KINDS},
            borders={**plain.borders, **dict.fromkeys(FIGURE_KINDS, self._wild)},
            powers={**plain.powers, HIDDEN: "Hidden moves"},
        )

    @cached_property
    def wild(self) -> Mapping[Place, frozenset[Place]]:
        """The provinces next to each other by land or over mountains: where figures step (18.3)."""
        return both_ways(self._wild)

    @cached_property
    def _wild(self) -> Mapping[Place, tuple[Place, ...]]:
        out = self.scenario.out
        borders = together(self.board.army_borders, data.land().mountain_borders)
        return {
            place: tuple(end for end in ends if end not in out) for place, ends in borders.items() if place not in out
        }

    @property
    def settings(self) -> FigureSettings:
        """How doubtful points of figures are settled."""
        return self.options.settings()

    def side(self, power: Power) -> str:
        """Return the side of a power or of a home country; the empty string for garrisons of nobody."""
        return data.land().sides.get(power, "")

    def leads_eagles(self, position: LotrPosition) -> Power:
        """Return who orders the Great Eagles and Gandalf (18.5); the empty string for nobody."""
        heirs = HEIRS if BEARER in position.figures else HEIRS[:2]
        return next((power for power in heirs if power in position.powers), "")

    # Forced alliances

    def spares(self, position: Position, power: Power, other: Power) -> str:
        """Return why a power may not act against another: by forced alliances (ring-diplomacy Y50)."""
        return ALLIED if self.allied(position, power, other) else ""

    def allied(self, position: Position, one: Power, other: Power) -> bool:
        """Whether two powers are of one side, and two powers of the other side are left (ring-diplomacy Y50)."""
        side = self.side(one)
        if not self.options.forced_alliances or one == other or not side or side != self.side(other):
            return False
        return sum(self.side(power) != side for power in position.powers) > 1

    def _barred(self, position: Position) -> dict[Power, dict[Location, str]]:
        """Return by power the fields where units of allies stand, which it may not enter."""
        if not self.options.forced_alliances:
            return {}
        return {
            power: {
                unit.place: f"{ALLIED}, and {self.power(unit.owner)} stands there"
                for unit in position.units
                if unit.kind != "G" and self.allied(position, power, unit.owner)
            }
            for power in position.powers
        }

    # What wins

    @property
    def goal(self) -> Goal:
        """What wins (18.7)."""
        if self.options.victory == "majority":
            return Goal(len(self.board.counting) // 2 + 1)
        return data.facts().goals[self.options.length]

    def wins_now(self, position: Position) -> bool:
        """Whether cities are counted at the end of this campaign (18.7)."""
        return self.options.victory_check == "every_campaign" or position.season == SEASONS[-1]

    # Units

    def most_of(self, power: Power, unit_class: UnitClass) -> int | None:
        """Return how many elite units of a class a power may have (18.5)."""
        return self.elites_of(power).get(unit_class, 0)

    def elites_of(self, power: Power) -> Mapping[UnitClass, int]:
        """Return how many units of each elite class a power may have: those of all countries it begins with (18.5)."""
        found: Counter[UnitClass] = Counter()
        for country in self.scenario.powers[power].countries if power in self.scenario.powers else ():
            found.update(data.facts().elites.get(country, {}))
        return found

    @property
    def letters(self) -> Mapping[str, UnitClass]:
        """The letters of elite units (18.5)."""
        return data.facts().letters

    def begun(self, position: Position) -> Position:
        """Return the first position with the figures where they begin (18.4)."""
        first = with_figures(position, dict(data.land().figures))
        return msgspec.structs.replace(first, asleep=self.options.ents)

    # The Ents

    def leads_ents(self, position: Position) -> Power:
        """Return who leads the Ents: Rohan, or who leads its side (ring-diplomacy Y51); the empty string for nobody."""
        starts = self.scenario.powers
        return next((power for power in position.powers if ROHAN in starts[power].countries), "")

    def bounds(self, unit: Unit) -> frozenset[Place] | None:
        """Return the places that a unit never leaves: the Ents live in Fangorn and next to it."""
        return self._wood if unit.unit_class == ENTS else None

    @cached_property
    def _wood(self) -> frozenset[Place]:
        return frozenset({FANGORN, *both_ways(self.board.army_borders)[FANGORN]})

    # Positions in text

    mark_keys: ClassVar[tuple[str, ...]] = ("figures", "driven", "ents")

    def marked(self, position: Position, marks: Mapping[str, tuple[str, ...]]) -> Position:
        """Return a position with the figures that lines of text name, or else where they begin; raises `BadData`."""
        if "figures" not in marks:
            figures = dict(data.land().figures)
        else:
            figures = dict(self._figure(text) for text in marks["figures"])
        driven = tuple(self._place_named(text) for text in marks.get("driven", ()))
        asleep = self.options.ents and marks.get("ents", (ASLEEP,)) == (ASLEEP,)
        return msgspec.structs.replace(with_figures(position, figures), driven=driven, asleep=asleep)

    def _figure(self, text: str) -> tuple[str, Place]:
        kind, _, place = text.partition(" ")
        if kind.upper() not in FIGURE_KINDS:
            message = f"figures: {text!r} is none; write `Z minas_morgul`, of {', '.join(FIGURE_KINDS)}."
            raise BadData(message)
        return kind.upper(), self._place_named(place)

    def _place_named(self, text: str) -> Place:
        wanted = text.strip().casefold()
        for place, facts in self.board.provinces.items():
            if wanted in {place, facts.name.casefold(), *map(str.casefold, facts.aliases)}:
                return place
        message = f"There is no place {text!r} on this board."
        raise BadData(message)

    def due_beside(self, position: Position) -> Mapping[Power, str]:
        """Return where the Nazgul may retreat to, if it has to."""
        here = as_lotr(position)
        if not here.driven:
            return {}
        return {MORDOR: f"{NAZGUL} {here.figures[NAZGUL]} may retreat to {', '.join(here.driven)}, or stays"}

    def mark_lines(self, position: Position) -> Mapping[str, str]:
        """Return where figures are, and where the Nazgul may retreat to."""
        here = as_lotr(position)
        lines = {"figures": ", ".join(f"{kind} {place}" for kind, place in here.figures.items()) or "none"}
        if self.options.ents:
            lines["ents"] = ASLEEP if here.asleep else "awake"
        return lines | ({"driven": ", ".join(here.driven)} if here.driven else {})

    # The sea

    def conditions(self, position: Position) -> Conditions:
        """Return the ways of armies over the sea: along the lines, into ports that were empty before (18.3).

        Where there are spaces at sea, only fleets there carry armies.
        """
        if self.options.sea_model not in LINES:
            return Conditions(through=True, barred=self._barred(position))
        before = {unit.place: unit.owner for unit in position.units if unit.kind != "G"}
        ports = {unit.place for unit in position.units if unit.kind == "A" and unit.place in self._ports}
        return Conditions(
            crossings=self._crossings(before, before),
            missing={
                way: why
                for place in ports
                for way, why in sea.reasons(self.board.fleet_borders, "A", place, before, self.place)
            },
            through=True,
            barred=self._barred(position),
            retreat_crossings=lambda after: self._crossings(after, before),
        )

    @cached_property
    def _ports(self) -> frozenset[Place]:
        lines = self.board.fleet_borders
        return frozenset({*lines, *(end for ends in lines.values() for end in ends)})

    def _crossings(self, after: Standings, before: Mapping[Place, Power]) -> frozenset[tuple[str, Location, Location]]:
        how = LINES[self.options.sea_model]
        return sea.crossings(self.board.fleet_borders, how, ("A",), after, lambda port: before.get(port, ""))


@made_rules.register
def _made(options: LotrOptions) -> Rules:
    chosen = options.for_seats(MOST_SEATS)
    board = data.board(sea=chosen.sea_model, doom=chosen.mount_doom_city)
    return LotrRules(board, scenario(_setup(chosen)), chosen)


def _setup(options: LotrOptions) -> Setup:
    return Setup(
        powers=options.powers,
        garrisons=options.autonomous_garrisons == "all_neutral_cities",
        doom=options.mount_doom_city,
        hedemyra=options.hedemyra,
        tolfalas=options.tolfalas,
    )


def lotr_rules(rules: Rules) -> LotrRules:
    """Return rules as what they are; raises `TypeError` for those of another game."""
    if not isinstance(rules, LotrRules):
        raise TypeError(rules)
    return rules

"""The map of ring diplomacy, with what its rules say of units, borders, centres and stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib import resources
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from wartable.games.adjudication.conditions import Conditions, Marks, Traits
from wartable.games.adjudication.judge import Judgement
from wartable.games.adjudication.map import Map, both_ways
from wartable.games.adjudication.orders import AnyOrder, Location, Power, Province, Unit, UnitKind
from wartable.games.adjudication.results import RetreatResult
from wartable.games.adjudication.stages import OrdersOf, Prepared
from wartable.games.adjudication.units import Units
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.ring.after import after_movement, retreats_of
from wartable.games.diplomacy.ring.before import prepared
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.kinds import ASLEEP, ENTS, FANGORN, borders_of, kinds_of
from wartable.games.diplomacy.ring.settings import Settings
from wartable.games.diplomacy.ring.ways import completed
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant, read_variant
from wartable.games.ring_figures import sea
from wartable.games.ring_figures.courses import Errand
from wartable.games.ring_figures.figures import Figures
from wartable.games.ring_figures.kinds import BEARER, EAGLES, NAZGUL, wild_of

Side: TypeAlias = Literal["good", "evil"]
MORDOR, SARUMAN, ROHAN, GONDOR, ERIADOR = "mordor", "saruman", "rohan", "gondor", "eriador"
HEIRS = (GONDOR, ROHAN, ERIADOR)
"""Who orders the Great Eagles and Gandalf, the first that lives (ring-diplomacy Y20)."""


class RingMap(Variant, frozen=True):
    """Middle-earth with Tolfalas; `settings` are what the game is played with."""

    sides: Mapping[Power, Side] = {}
    strongholds: tuple[Province, ...] = ()
    mountain_borders: Mapping[Province, tuple[Province, ...]] = {}
    figures: Mapping[UnitKind, Province] = {}
    """Where what stands beside ordinary units begins."""
    settings: Settings = Settings()

    @cached_property
    def map(self) -> Map:
        """What the adjudicator needs to know of it."""
        return Map(
            provinces=self.provinces,
            borders=borders_of(self.settings, self.army_borders, self.fleet_borders, self.mountain_borders),
            powers={power: facts.name for power, facts in self.powers.items()} | {"hidden": "Hidden moves"},
            kinds=kinds_of(self.settings),
        )

    @cached_property
    def wild(self) -> Mapping[Province, frozenset[Province]]:
        """The provinces next to each other by land or over mountains."""
        return wild_of(self.army_borders, self.mountain_borders)

    # Powers

    def living(self, position: Position) -> tuple[Power, ...]:
        """Return the powers that own a centre or a unit, dislodged ones too."""
        standing = {power for power, units in position.units.items() if units} | set(position.owners.values())
        standing |= {lost.power for lost in position.dislodged if lost.unit.kind != NAZGUL}
        return tuple(power for power in self.powers if power in standing)

    def side(self, power: Power) -> str:
        """Return the side of a power; the empty string for one without."""
        return self.sides.get(power, "")

    def leads_eagles(self, position: Position) -> Power:
        """Return who orders the Great Eagles and Gandalf (ring-diplomacy Y20); the empty string for nobody.

        After Gondor and Rohan that is whoever moves the ring-bearer: of the good powers only Eriador is left then.
        """
        living, at = self.living(position), figures_of(position).at
        heirs = HEIRS if BEARER in at else HEIRS[:2]
        return next((power for power in heirs if power in living), "")

    def errand(self, position: Position, rulings: Rulings) -> Errand:
        """Return what reading the orders of figures needs."""
        return Errand(self, position.units, figures_of(position), self.leads_eagles(position), rulings)

    def allied(self, position: Position, one: Power, other: Power) -> bool:
        """Whether two powers may not attack each other (ring-diplomacy Y50)."""
        side = self.side(one)
        if not self.settings.forced_alliances or one == other or not side or side != self.side(other):
            return False
        return sum(self.side(power) != side for power in self.living(position)) > 1

    # What units may do

    def conditions(self, position: Position, rulings: Rulings) -> Conditions:
        """Return the ways over the sea, the shelter of strongholds, and which spaces allies keep to themselves."""
        del rulings
        standing = {unit.at: power for power, units in position.units.items() for unit in units}
        return Conditions(
            traits=self._sheltered(position) if self.settings.strongholds else {},
            crossings=self._crossings(standing, standing),
            missing=self._missing(position, standing),
            through=True,
            barred=self._barred(position) if self.settings.forced_alliances else {},
            retreat_crossings=lambda after: self._crossings(after, standing),
        )

    def _sailing(self) -> tuple[UnitKind, ...]:
        return tuple(
            kind for kind, facts in self.map.kinds.items() if not (facts.afloat or facts.beside or kind == ENTS)
        )

    def _crossings(
        self, after: Mapping[Location, Power], before: Mapping[Location, Power]
    ) -> frozenset[tuple[UnitKind, Location, Location]]:
        def whose(port: Province) -> Power:
            return before.get(port, "")

        return sea.crossings(self.fleet_borders, self.settings.sea_moves, self._sailing(), after, whose)

    def _missing(
        self, position: Position, standing: Mapping[Location, Power]
    ) -> dict[tuple[UnitKind, Location, Location], str]:
        ports, sailing = both_ways(self.fleet_borders), self._sailing()
        return {
            way: why
            for units in position.units.values()
            for unit in units
            if unit.at in ports and unit.kind in sailing
            for way, why in sea.reasons(self.fleet_borders, unit.kind, unit.at, standing, self._name)
        }

    def _name(self, province: Province) -> str:
        return self.provinces[province].name

    def _sheltered(self, position: Position) -> dict[Location, Traits]:
        """Return the traits of units in strongholds, which hold with one more where they do not try to leave (Y52)."""
        found: dict[Location, Traits] = {}
        for units in position.units.values():
            for unit in units:
                if unit.at in self.strongholds:
                    traits = self.map.traits(unit)
                    why = f"{self._name(unit.at)} is a stronghold"
                    found[unit.at] = replace(traits, hold=traits.hold + 1, shelter=why)
        return found

    def _barred(self, position: Position) -> dict[Power, dict[Location, str]]:
        return {
            power: {
                unit.at: f"forced allies do not attack each other, and {self.powers[other].name} stands there"
                for other, units in position.units.items()
                if other in self.powers and self.allied(position, power, other)
                for unit in units
            }
            for power in self.powers
        }

    def completed(self, position: Position, order: AnyOrder) -> AnyOrder:
        """Return an order with the province between, where a move of two names none (ring-diplomacy Y12)."""
        return completed(self, position, order)

    def ordered(self, position: Position, power: Power) -> tuple[Unit, ...]:
        """Return the units of a power, and the Nazgul or the Great Eagles where it orders them."""
        found, at = position.units.get(power, ()), figures_of(position).at
        if NAZGUL in at and power == MORDOR and power in self.living(position):
            found = (*found, Unit(NAZGUL, at[NAZGUL]))
        if EAGLES in at and power == self.leads_eagles(position):
            found = (*found, Unit(EAGLES, at[EAGLES]))
        return found

    def asks(self, position: Position, power: Power) -> bool:
        """Whether a living power without units is asked, as it may lead a hidden figure (ring-diplomacy Y31)."""
        hidden = self.settings.advanced and position.phase.kind == "movement"
        return hidden and power in self.living(position)

    # Centres

    def counted(self, position: Position) -> dict[Province, Power]:
        """Return who owns which centre after a count: Ents take none (Y51), and forced allies none from each other."""
        taking = {
            power: tuple(unit for unit in units if unit.kind != ENTS and self._may_take(position, power, unit.at))
            for power, units in position.units.items()
        }
        return super().counted(replace(position, units=taking))

    def _may_take(self, position: Position, power: Power, place: Province) -> bool:
        owner = position.owners.get(place, "")
        return not self.allied(position, power, owner)

    def supplied(self, units: Sequence[Unit]) -> int:
        """Return how many units need a centre: all but Ents (Y51)."""
        return len(units) - sum(unit.kind == ENTS for unit in units)

    # Stages

    def before(self, position: Position, orders: OrdersOf, rulings: Rulings) -> Prepared:
        """Move what stands beside ordinary units, strike, and call the Dead (ring-diplomacy Y22)."""
        return prepared(self, position, orders, rulings)

    def after(self, position: Position, moved: Judgement) -> None:
        """See whose place has to be shown, and wake the Ents."""
        after_movement(self, position, moved)

    def retreated(self, position: Position, orders: OrdersOf, rulings: Rulings) -> tuple[RetreatResult, Position]:
        """Judge a retreat phase; the Nazgul go beside others, and stay without an order."""
        return retreats_of(self, position, orders, rulings)

    @property
    def first_marks(self) -> Marks | msgspec.UnsetType:
        """Where the figures begin; nothing in the basic game."""
        return self.begun().marks() if self.settings.advanced else msgspec.UNSET

    def begun(self) -> Figures:
        """Return where the figures begin."""
        at = dict(self.figures) if self.settings.advanced else {}
        return Figures(at | ({ASLEEP: FANGORN} if self.settings.ents else {}))

    def numbered(self, position: Position, rulings: Rulings) -> Units:
        """Return the units of a position under the conditions of its movement; the last answer is kept."""
        known: tuple[Position, Rulings, Units] | None = vars(self).get("numbered_last")
        if known is None or known[0] is not position or known[1] is not rulings:
            units = Units(self.map, position.units, self.conditions(position, rulings))
            known = vars(self)["numbered_last"] = position, rulings, units
        return known[2]


@cache
def printed_map() -> RingMap:
    """Return the map of the package."""
    file = resources.files("wartable") / "data" / "ring_diplomacy" / "map.yaml"
    return read_variant(file, "ring-diplomacy", RingMap)

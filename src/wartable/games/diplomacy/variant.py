"""Variants as data: provinces, borders, powers, calendar and rules of a map, read from YAML and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib import resources
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, TypeVar, overload

import msgspec
import yaml

from wartable.board.errors import unreadable
from wartable.board.fileformat import read_yaml
from wartable.engine.errors import BadData
from wartable.engine.fields import converted
from wartable.games.adjudication.conditions import PLAIN, Conditions, Marks
from wartable.games.adjudication.judge import Judgement
from wartable.games.adjudication.map import KINDS, Area, Map, UnitType
from wartable.games.adjudication.orders import Location, Power, Province, Unit, UnitKind, province_of
from wartable.games.adjudication.results import RetreatResult
from wartable.games.adjudication.retreats import resolve_retreats
from wartable.games.adjudication.stages import OrdersOf, Prepared
from wartable.games.adjudication.units import Units
from wartable.games.diplomacy.conditions import in_fortress
from wartable.games.diplomacy.faults import variant_faults
from wartable.games.diplomacy.position import Phase, PhaseKind, Position
from wartable.games.diplomacy.rulings import Rulings

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

BuildSites: TypeAlias = Literal["home", "owned"]
_COLOURS = range(1, 49)
_CONVERTING = {
    "A": UnitType("army", carried=True, becomes={"F": ""}),
    "F": UnitType("fleet", afloat=True, carries=True, becomes={"A": ""}),
}


class ProvinceFacts(Area, frozen=True, forbid_unknown_fields=True):
    """A province of a variant: whether it is a supply centre as well, and other names of it.

    `reconstructed` is true where the source does not state it.
    """

    centre: bool = False
    aliases: tuple[str, ...] = ()
    reconstructed: bool = False


class PowerFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power: names, home centres, fortresses among them, and the units it starts with (`F STP/SC`).

    `needs_centres` is false where its units need none to live on, so that it neither builds nor removes any: neutral
    garrisons and the like. `colour` is the player colour its pieces have by tradition, 1 to 48; 0 leaves it open.
    `plural` is true where the name is that of a people: `Elves take Fornost`.
    `country` are the provinces of its country, centres or not; where none are told, its home centres. `aliases` are
    other names that people write. `special` are the kinds of unit that only some powers have, and how many of each.
    """

    name: str
    adjective: str
    home: tuple[Province, ...]
    units: tuple[str, ...]
    fortresses: tuple[Province, ...] = ()
    needs_centres: bool = True
    colour: Annotated[int, msgspec.Meta(ge=0, le=48)] = 0
    plural: bool = False
    country: tuple[Province, ...] = ()
    aliases: tuple[str, ...] = ()
    special: Mapping[UnitKind, int] = {}

    def verb(self, verb: str) -> str:
        """Return a verb as it agrees with the name: Austria `takes`, but Elves `take`."""
        return {"has": "have", "is": "are"}.get(verb, verb.removesuffix("s")) if self.plural else verb


class Season(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of the calendar; `counts` is true where centres change hands after it.

    `season` is its name in files; `called` what players call it, where that is another word (`fall`, called `autumn`).
    """

    season: str
    kind: PhaseKind
    counts: bool = False
    called: str = ""


class Calendar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The year: its first number, how a year is written (`Third Age {year}`), and its phases in order."""

    first_year: int
    seasons: tuple[Season, ...]
    year: str = "{year}"

    def season(self, season: str) -> str:
        """Return what players call a season, with a capital: `Autumn`; one it does not know stays as it is."""
        called = next((step.called for step in self.seasons if step.season == season), "")
        return (called or season).capitalize()

    def written(self, year: int) -> str:
        """Return a year as it is written here. Maps come from strangers, too, so nothing else is filled in."""
        return self.year.replace("{year}", str(year))

    def phase(self, phase: Phase) -> str:
        """Return a phase in words: `Autumn 1901 retreats`, `Summer Third Age 3000`."""
        kind = "" if phase.kind == "movement" else f" {phase.kind}"
        return f"{self.season(phase.season)} {self.written(phase.year)}{kind}"


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wins: so many centres owned, or so many units on the board."""

    centres: int = 0
    units: int = 0


class Variant(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A map with its powers and rules. Borders are listed once, under either end; build one with `load_variant`."""

    schema: Literal["wartable-variant/1"]
    key: str
    title: str
    provenance: str
    powers: Mapping[Power, PowerFacts]
    calendar: Calendar
    victory: Victory
    provinces: Mapping[Province, ProvinceFacts]
    army_borders: Mapping[Province, tuple[Province, ...]]
    fleet_borders: Mapping[Location, tuple[Location, ...]]
    board: str = ""
    """Key of the board it is drawn on; empty: shown as a table."""
    rulings: str = "2023"
    """Preset of `rulings` it is played by unless asked otherwise."""
    builds: BuildSites = "home"
    fleet_sites: tuple[Province, ...] = ()
    """Centres where whoever owns one may build a fleet, while he owns a home centre of his own."""
    fleet_builds: bool = True
    """Whether fleets are built at all; where they are not they only come by conversion."""
    conversion: bool = False
    """Whether units may convert."""
    fortress_strength: int = 1
    """Defence of a unit in its own fortress."""
    fortress_needs_owner: bool = False
    """Whether a fortress helps only while its power owns the centre."""
    caveat: str = ""
    """What players must be told, such as that the board is reconstructed."""

    @cached_property
    def map(self) -> Map:
        """What the adjudicator needs to know of it."""
        return Map(
            provinces=self.provinces,
            borders={"A": self.army_borders, "F": self.fleet_borders},
            powers={power: facts.name for power, facts in self.powers.items()},
            kinds=_CONVERTING if self.conversion else KINDS,
        )

    @property
    def armies(self) -> Mapping[Location, frozenset[Location]]:
        """Provinces an army may enter from each province; an island has none, but is listed."""
        return self.map.steps["A"]

    @property
    def fleets(self) -> Mapping[Location, frozenset[Location]]:
        """Locations a fleet may enter from each location."""
        return self.map.steps["F"]

    @cached_property
    def colours(self) -> Mapping[Power, int]:
        """Player colour of each power, 1 to 48: its own, for the others those left over; further ones share some."""
        given = {facts.colour for facts in self.powers.values()}
        free = cycle([colour for colour in _COLOURS if colour not in given] or _COLOURS)
        return {power: facts.colour or next(free) for power, facts in self.powers.items()}

    @cached_property
    def first_phase(self) -> Phase:
        """The phase every game begins with."""
        first = self.calendar.seasons[0]
        return Phase(first.season, self.calendar.first_year, first.kind)

    @property
    def first_marks(self) -> Marks | msgspec.UnsetType:
        """What lies on the board beside units when a game begins: here nothing."""
        return msgspec.UNSET

    def conditions(self, position: Position, rulings: Rulings) -> Conditions:
        """Return what holds in the movement of a position beside the plain rules: here what the data say of fortresses.

        A map with rules of its own is a subclass whose method says more. It may look at all of the position, such as
        the season or who owns a centre, and is asked by everybody: play, checks, the sandbox and bots.

        Middle-Earth Diplomacy VIII, section 3: a fortress counts for HOLD and DEFEND, whoever owns the centre (but for
        variants that want it owned), and for units that fail to leave by the ruling `fortress_covers_movers`.
        """
        if self.fortress_strength == 1:
            return PLAIN
        traits = in_fortress(self.fortress_strength, rulings)
        return Conditions(
            {
                unit.at: traits
                for power, units in position.units.items()
                if power in self.powers and (fortresses := self.powers[power].fortresses)
                for unit in units
                if province_of(unit.at) in fortresses
                and (not self.fortress_needs_owner or position.owners.get(province_of(unit.at)) == power)
            }
        )

    def counted(self, position: Position) -> dict[Province, Power]:
        """Return who owns which centre after a count: whose unit stands there; an empty one keeps its owner.

        A map on which not every unit takes every centre is a subclass whose method says so.
        """
        owners = dict(position.owners)
        provinces = self.provinces
        for power, units in position.units.items():
            for unit in units:
                if (facts := provinces.get(unit.province)) is not None and facts.centre:
                    owners[unit.province] = power
        return owners

    def supplied(self, units: Sequence[Unit]) -> int:
        """Return how many of some units need a centre to live on: here all of them."""
        return len(units)

    def ordered(self, position: Position, power: Power) -> tuple[Unit, ...]:
        """Return the units that a power may order in a movement phase, those that stand beside others last."""
        return position.units.get(power, ())

    def asks(self, position: Position, power: Power) -> bool:  # noqa: ARG002
        """Whether a power is asked though it has neither units to order nor anything else to decide."""
        return False

    def retreated(self, position: Position, orders: OrdersOf, rulings: Rulings) -> tuple[RetreatResult, Position]:
        """Judge a retreat phase; returns the result, and the position after it, still in that phase."""
        result = resolve_retreats(self.map, position.units, position.dislodged, orders, rulings)
        return result, Position(position.phase, result.units, position.owners, (), position.marks)

    def before(self, position: Position, orders: OrdersOf, rulings: Rulings) -> Prepared:
        """Return what is to be judged of a movement: here all units and orders.

        A map with a stage of its own before the movement is a subclass whose method says more.
        """
        return Prepared(position.units, orders, self.conditions(position, rulings))

    def after(self, position: Position, moved: Judgement) -> None:
        """Change what a movement led to, where a map has a stage of its own after it; `position` is the one before."""

    def numbered(self, position: Position, rulings: Rulings) -> Units:
        """Return the units of a position as the adjudicator takes them, under the conditions of its movement.

        They are those of the stage before it as long as no orders are known. The last answer is kept, as each decision
        of a phase asks for the same.
        """
        known: tuple[Position, Rulings, Units] | None = vars(self).get("numbered_last")
        if known is None or known[0] is not position or known[1] is not rulings:
            units = Units(self.map, position.units, self.before(position, {}, rulings).conditions)
            known = vars(self)["numbered_last"] = position, rulings, units
        return known[2]


V = TypeVar("V", bound=Variant)


@cache
def load_variant(key: str) -> Variant:
    """Return a variant of the package by its key; raises `BadData` where there is none such."""
    file = resources.files("wartable") / "data" / "diplomacy" / f"{key}.yaml"
    if not file.is_file():
        message = f"There is no Diplomacy variant {key!r}; there are {', '.join(packaged_variants())}."
        raise BadData(message)
    return read_variant(file, key, Variant)


def packaged_variants() -> tuple[str, ...]:
    """Keys of the variants that come with the package."""
    folder = resources.files("wartable") / "data" / "diplomacy"
    return tuple(sorted(Path(entry.name).stem for entry in folder.iterdir() if entry.name.endswith(".yaml")))


@overload
def load_variant_file(path: Path) -> Variant: ...
@overload
def load_variant_file(path: Path, kind: type[V]) -> V: ...
def load_variant_file(path: Path, kind: type[Variant] = Variant) -> Variant:
    """Read any variant file, `kind` where it has rules of its own; raises `BadData` naming file and fault."""
    return read_variant(path, path.name, kind)


def read_variant(path: Traversable, name: str, kind: type[V]) -> V:
    """Read a variant file of a package; `name` is what messages call it. Raises `BadData` with every fault."""
    try:
        variant: V = converted(read_yaml(path.read_text("utf-8")), kind, name)
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}."
        raise BadData(message) from error
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        message = f"{name}: {unreadable(error)}"
        raise BadData(message) from error
    if faults := tuple(variant_faults(variant)):
        raise BadData("\n".join(f"{name}: {fault}" for fault in faults))
    return variant

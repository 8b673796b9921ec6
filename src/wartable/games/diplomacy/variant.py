"""Variants as data: provinces, borders, powers, calendar and rules of a map, read from YAML and checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from importlib import resources
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, TypeVar, overload

import msgspec
import yaml

from wartable.board.fileformat import read_yaml
from wartable.engine.errors import BadData
from wartable.engine.fields import check_fields
from wartable.games.diplomacy.conditions import PLAIN, Conditions, in_fortress
from wartable.games.diplomacy.orders import Location, Power, Province, Unit, province_of
from wartable.games.diplomacy.position import Phase, PhaseKind, Position
from wartable.games.diplomacy.rulings import Rulings

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ProvinceKind: TypeAlias = Literal["inland", "coastal", "sea", "impassable"]
BuildSites: TypeAlias = Literal["home", "owned"]
_COLOURS = range(1, 49)


class ProvinceFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A province: its full name, kind, whether it is a supply centre, coasts of its own if split, other names.

    `slots` are places in it that hold a unit of their own, beside the one in the province itself (`CITY`).
    `reconstructed` is true where the source does not state it.
    """

    name: str
    kind: ProvinceKind
    centre: bool = False
    coasts: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    reconstructed: bool = False


class PowerFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power: names, home centres, fortresses among them, and the units it starts with (`F STP/SC`).

    `needs_centres` is false where its units need none to live on, so that it neither builds nor removes any: neutral
    garrisons and the like. `colour` is the player colour its pieces have by tradition, 1 to 48; 0 leaves it open.
    `plural` is true where the name is that of a people: `Elves take Fornost`.
    `country` are the provinces of its country, centres or not; where none are told, its home centres. `aliases` are
    other names that people write.
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

    def written(self, year: int) -> str:
        """Return a year as it is written here. Maps come from strangers, too, so nothing else is filled in."""
        return self.year.replace("{year}", str(year))


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
    def armies(self) -> Mapping[Province, frozenset[Province]]:
        """Provinces an army may enter from each province, both ways; an island has none, but is listed."""
        land = (code for code, facts in self.provinces.items() if facts.kind in {"inland", "coastal"})
        return dict.fromkeys(land, frozenset[Province]()) | _both_ways(self.army_borders)

    @cached_property
    def fleets(self) -> Mapping[Location, frozenset[Location]]:
        """Locations a fleet may enter from each location, both ways."""
        return _both_ways(self.fleet_borders)

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


V = TypeVar("V", bound=Variant)


def read_unit(text: str) -> Unit:
    """Read `F STP/SC` as written in variant files."""
    kind, at = text.split()
    return Unit("A" if kind == "A" else "F", at)


def _both_ways(borders: Mapping[str, tuple[str, ...]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, others in borders.items():
        for other in others:
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return {place: frozenset(others) for place, others in found.items()}


@cache
def load_variant(key: str) -> Variant:
    """Return a variant of the package by its key; raises `BadData` where there is none such."""
    file = resources.files("wartable") / "data" / "diplomacy" / f"{key}.yaml"
    if not file.is_file():
        message = f"There is no Diplomacy variant {key!r}; there are {', '.join(packaged_variants())}."
        raise BadData(message)
    return _read(file, key, Variant)


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
    return _read(path, path.name, kind)


def _read(path: Traversable, name: str, kind: type[V]) -> V:
    try:
        plain: object = read_yaml(path.read_text("utf-8"))
        check_fields(plain, kind)
        variant = msgspec.convert(plain, kind)
    except OSError as error:
        message = f"{name} cannot be read: {error.strerror}."
        raise BadData(message) from error
    except (msgspec.ValidationError, yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        message = f"{name}: {'this is no text' if isinstance(error, UnicodeDecodeError) else error}"
        raise BadData(message) from error
    if faults := tuple(variant_faults(variant)):
        raise BadData("\n".join(f"{name}: {fault}" for fault in faults))
    return variant


def variant_faults(variant: Variant) -> list[str]:
    """Say everything that is wrong with a variant: references that lead nowhere, units where they cannot stand."""
    known = set(variant.provinces)
    faults = [f"the border names {place}, which is no province" for place in _bordering(variant) if place not in known]
    faults += [f"the border names {place}, a coast that is not there" for place in _coasts_missing(variant)]
    if not variant.calendar.seasons or variant.calendar.seasons[0].kind != "movement":
        faults.append("calendar: a year begins with a movement phase")
    for power, facts in variant.powers.items():
        faults += [f"{power}: home {code} is no centre" for code in facts.home if not _is_centre(variant, code)]
        faults += [f"{power}: fortress {code} is no home centre" for code in facts.fortresses if code not in facts.home]
        faults += [f"{power}: country {code} is no province" for code in facts.country if code not in known]
        faults += [f"{power}: {text!r} cannot stand there" for text in facts.units if not _can_stand(variant, text)]
    return faults


def _bordering(variant: Variant) -> set[Province]:
    return {province_of(place) for place in (*variant.armies, *variant.fleets)}


def _coasts_missing(variant: Variant) -> list[Location]:
    """Return the locations of borders that name a coast or slot their province does not have."""
    named = {place for place in (*variant.armies, *variant.fleets) if "/" in place}
    return sorted(place for place in named if not _is_known(variant, place))


def _is_known(variant: Variant, place: Location) -> bool:
    province, _, part = place.partition("/")
    facts = variant.provinces.get(province)
    return facts is None or part in (*facts.coasts, *facts.slots)


def _is_centre(variant: Variant, code: Province) -> bool:
    facts = variant.provinces.get(code)
    return facts is not None and facts.centre


def _can_stand(variant: Variant, text: str) -> bool:
    kind, _, at = text.partition(" ")
    return at in (variant.armies if kind == "A" else variant.fleets)

"""What each power has to decide in a phase: units to order, retreats, builds or removals."""

from __future__ import annotations

from collections import Counter

import msgspec

from wartable.games.adjudication.orders import Power, Province, Unit, province_of
from wartable.games.adjudication.results import Dislodged
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.variant import Variant


class Due(msgspec.Struct, frozen=True):
    """What one power decides now; what does not belong to the phase is empty or 0.

    `units` may be ordered in a movement phase. `builds` is how many units may be built, at most one in each of
    `sites`; `removals` how many must go.
    """

    units: tuple[Unit, ...] = ()
    retreats: tuple[Dislodged, ...] = ()
    builds: int = 0
    sites: tuple[Province, ...] = ()
    removals: int = 0


NOTHING = Due()


def due(variant: Variant, position: Position) -> dict[Power, Due]:
    """Return what each power has to decide, leaving out powers with nothing to decide."""
    powers = (*variant.powers, *(power for power in position.units if power not in variant.powers))
    found = {power: _due(variant, position, power) for power in powers}
    return {power: what for power, what in found.items() if what != NOTHING or variant.asks(position, power)}


def is_choice(position: Position, power: Power, what: Due) -> bool:
    """Return whether what is due leaves a power a choice.

    It leaves none where all its dislodged units have nowhere to go, and where all its units have to be removed.
    """
    if what.retreats:
        return any(unit.retreats for unit in what.retreats)
    return not what.removals or what.removals < len(position.units.get(power, ()))


def _due(variant: Variant, position: Position, power: Power) -> Due:
    match position.phase.kind:
        case "movement":
            return Due(units=variant.ordered(position, power))
        case "retreats":
            return Due(retreats=tuple(unit for unit in position.dislodged if unit.power == power))
        case "adjustments":
            return adjustments_due(variant, position, power)


def adjustments_due(variant: Variant, position: Position, power: Power) -> Due:
    """Return the builds or removals of one power: as many units as centres, as far as there is room to build."""
    surplus = owed(variant, position, power)
    if surplus < 0:
        return Due(removals=-surplus)
    sites = build_sites(variant, position, power) if surplus else ()
    builds = min(surplus, len(sites))
    return Due(builds=builds, sites=sites) if builds else NOTHING


def net(variant: Variant, position: Position, power: Power) -> int:
    """Return centres less units: builds above 0, removals below."""
    owned = [*position.owners.values()].count(power)
    return owned - variant.supplied(position.units.get(power, ()))


def owed(variant: Variant, position: Position, power: Power) -> int:
    """Return builds (above 0) or removals (below) by the centres a power has; none where its units need no centres."""
    facts = variant.powers.get(power)
    return net(variant, position, power) if facts is None or facts.needs_centres else 0


def build_sites(variant: Variant, position: Position, power: Power) -> tuple[Province, ...]:
    """Return the empty centres in which a power may build: those of its home that it owns, or any it owns."""
    facts = variant.powers.get(power)
    home = facts.home if facts else ()
    where = position.centres(power) if variant.builds == "owned" else (*home, *harbours(variant, position, power))
    owned = [site for site in where if position.owners.get(site) == power]
    if not owned:
        return ()
    taken = {province_of(unit.at) for units in position.units.values() for unit in units}
    return tuple([site for site in owned if site not in taken])


def harbours(variant: Variant, position: Position, power: Power) -> tuple[Province, ...]:
    """Return the centres beside its home where a power may build fleets: harbours of the variant, while it has a home.

    Source: middle-earth-viii 2.8, `third_age_2006`.
    """
    home = variant.powers[power].home if power in variant.powers else ()
    if not any(position.owners.get(centre) == power for centre in home):
        return ()
    return tuple(site for site in variant.fleet_sites if site not in home)


def anything_due(variant: Variant, position: Position) -> bool:
    """Return whether a phase is worth stopping at; a movement phase always is."""
    match position.phase.kind:
        case "movement":
            return True
        case "retreats":
            return bool(position.dislodged)
        case "adjustments":
            return _anything_to_adjust(variant, position)


def _anything_to_adjust(variant: Variant, position: Position) -> bool:
    surplus = Counter(position.owners.values())
    surplus.subtract({power: variant.supplied(units) for power, units in position.units.items()})
    return any(
        count < 0 or (count > 0 and bool(build_sites(variant, position, power)))
        for power, count in surplus.items()
        if count and owed(variant, position, power)
    )

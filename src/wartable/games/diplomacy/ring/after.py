"""What follows a movement and retreats: whose place is shown to all, how the Nazgul retreats, and the Ents' waking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wartable.games.adjudication.judge import Judgement
from wartable.games.adjudication.orders import Hold, Power, Province, Retreat, Unit
from wartable.games.adjudication.results import Judged, RetreatResult, Why
from wartable.games.adjudication.retreats import resolve_retreats
from wartable.games.adjudication.stages import OrdersOf
from wartable.games.adjudication.units import UnitsOf
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.kinds import ASLEEP, ENTS, FANGORN
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.ring_figures.kinds import BEARER, NAZGUL
from wartable.games.ring_figures.showing import is_found, is_nazguls, nazgul_retreats, shown

if TYPE_CHECKING:
    from wartable.games.diplomacy.ring.ringmap import RingMap


def after_movement(on: RingMap, position: Position, moved: Judgement) -> None:
    """Mark whose place is shown to all after a movement (ring-diplomacy Y32), and wake the Ents (Y51)."""
    if not on.settings.advanced:
        return
    before = figures_of(position)
    after = figures_of(Position(position.phase, {}, {}, (), moved.marks or {}))
    if is_found(position.units, before, after, moved.entered):
        after = shown(after)
    moved.marks = after.marks()
    if ASLEEP in after.at and wakes(on, position, moved):
        _wake(moved)
        moved.marks = after.without(ASLEEP).marks()


# Retreats


def retreats_of(on: RingMap, position: Position, orders: OrdersOf, rulings: Rulings) -> tuple[RetreatResult, Position]:
    """Judge a retreat phase: the Nazgul's own retreat first, then those of units."""
    driven = next((lost for lost in position.dislodged if lost.unit.kind == NAZGUL), None)
    others = tuple(lost for lost in position.dislodged if lost.unit.kind != NAZGUL)
    plain = {power: [order for order in those if not is_nazguls(order)] for power, those in orders.items()}
    result = resolve_retreats(on.map, position.units, others, plain, rulings)
    figures = figures_of(position)
    if not figures.at:
        return result, Position(position.phase, result.units, position.owners, (), position.marks)
    after, judged = nazgul_retreats(on.map, figures, driven, orders)
    place = after.at.get(BEARER)
    arrived = {one.order.to for one in result.judged if one.result == "retreats" and isinstance(one.order, Retreat)}
    if place is not None and (place in arrived or after.at.get(NAZGUL) == place != figures.at.get(NAZGUL)):
        after = shown(after)
    told = RetreatResult((*judged, *result.judged), result.units, result.destroyed)
    return told, Position(position.phase, result.units, position.owners, (), after.marks())


# The Ents


def wakes(on: RingMap, position: Position, moved: Judgement) -> bool:
    """Whether the Ents come now: evil owns Fangorn, or attacked it, and none but evil units stand there."""
    if "rohan" not in on.living(position):
        return False
    there = next(_standing(moved.units, FANGORN), None)
    if there is not None and on.side(there[0]) != "evil":
        return False
    if on.side(position.owners.get(FANGORN, "")) == "evil":
        return True
    held = next(_standing(position.units, FANGORN), None)
    attackers = moved.ordered_into(FANGORN)
    return held is not None and on.side(held[0]) != "evil" and any(on.side(power) == "evil" for power, _ in attackers)


def _standing(units: UnitsOf, place: Province) -> Iterator[tuple[Power, Unit]]:
    yield from ((power, unit) for power, those in units.items() for unit in those if unit.at == place)


def _wake(moved: Judgement) -> None:
    """Put the Ents into Fangorn; an evil unit there is dislodged."""
    ents = Unit(ENTS, FANGORN)
    lost = tuple(_standing(moved.units, FANGORN))
    gone = {unit for _, unit in lost}
    units: dict[Power, Sequence[Unit]] = {
        power: tuple(unit for unit in those if unit not in gone) for power, those in moved.units.items()
    }
    units["rohan"] = (*units.get("rohan", ()), ents)
    driven = tuple(moved.driven_off(power, unit, FANGORN) for power, unit in lost)
    others = tuple(
        replace(one, retreats=tuple(place for place in one.retreats if place != FANGORN)) for one in moved.dislodged
    )
    moved.units = {power: tuple(those) for power, those in units.items()}
    moved.dislodged = (*others, *driven)
    why = Why("ents.woke", "The Ents come out of Fangorn.", {"unit": str(ents)}, "ring-diplomacy Y51")
    moved.further = (*moved.further, Judged("rohan", Hold(ents), "woken", why))

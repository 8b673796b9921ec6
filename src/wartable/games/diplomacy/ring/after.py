"""What follows a movement and retreats: whose place is shown to all, how the Nazgul retreats, and the Ents' waking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wartable.games.adjudication.judge import Judgement
from wartable.games.adjudication.orders import AnyOrder, Hold, Power, Province, Retreat, Unit, Waive
from wartable.games.adjudication.results import Dislodged, Judged, RetreatResult, Why
from wartable.games.adjudication.retreats import resolve_retreats
from wartable.games.adjudication.stages import OrdersOf
from wartable.games.adjudication.units import UnitsOf
from wartable.games.adjudication.words import place_words
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.ring.figures import Figures, figures_of
from wartable.games.diplomacy.ring.kinds import ASLEEP, BEARER, EAGLES, ENTS, FANGORN, NAZGUL, RIDERS
from wartable.games.diplomacy.rulings import Rulings

if TYPE_CHECKING:
    from wartable.games.diplomacy.ring.ringmap import RingMap

OTHERS = (NAZGUL, EAGLES, RIDERS)
"""Figures that find the ring-bearer as units do."""


def after_movement(on: RingMap, position: Position, moved: Judgement) -> None:
    """Mark whose place is shown to all after a movement (ring-diplomacy Y32), and wake the Ents (Y51)."""
    if not on.settings.advanced:
        return
    before = figures_of(position)
    after = figures_of(Position(position.phase, {}, {}, (), moved.marks or {}))
    if _is_found(position, before, after, moved):
        after = shown(after)
    moved.marks = after.marks()
    if ASLEEP in after.at and wakes(on, position, moved):
        _wake(moved)
        moved.marks = after.without(ASLEEP).marks()


def shown(figures: Figures) -> Figures:
    """Return figures with the ring-bearer's place shown, and that of the black riders where they share it."""
    seen = {BEARER}
    if figures.at.get(RIDERS) == figures.at[BEARER]:
        seen.add(RIDERS)
    return Figures(figures.at, frozenset(seen))


def _is_found(position: Position, before: Figures, after: Figures, moved: Judgement) -> bool:
    """Whether the ring-bearer entered where something stood, or something entered where the ring-bearer is."""
    place = after.at.get(BEARER)
    if place is None:
        return False
    stood = any(unit.at == place for units in position.units.values() for unit in units)
    stood = stood or any(before.at.get(kind) == place for kind in OTHERS)
    if before.at.get(BEARER) != place and stood:
        return True
    came = any(after.at.get(kind) == place and before.at.get(kind) != place for kind in OTHERS)
    return came or moved.entered(place)


# Retreats


def retreats_of(on: RingMap, position: Position, orders: OrdersOf, rulings: Rulings) -> tuple[RetreatResult, Position]:
    """Judge a retreat phase: the Nazgul's own retreat first, then those of units."""
    driven = next((lost for lost in position.dislodged if lost.unit.kind == NAZGUL), None)
    others = tuple(lost for lost in position.dislodged if lost.unit.kind != NAZGUL)
    plain = {power: [order for order in those if not _is_nazguls(order)] for power, those in orders.items()}
    result = resolve_retreats(on.map, position.units, others, plain, rulings)
    figures = figures_of(position)
    if not figures.at:
        return result, Position(position.phase, result.units, position.owners, (), position.marks)
    after, judged = _nazgul_retreats(on, figures, driven, orders)
    place = after.at.get(BEARER)
    arrived = {one.order.to for one in result.judged if one.result == "retreats" and isinstance(one.order, Retreat)}
    if place is not None and (place in arrived or after.at.get(NAZGUL) == place != figures.at.get(NAZGUL)):
        after = shown(after)
    told = RetreatResult((*judged, *result.judged), result.units, result.destroyed)
    return told, Position(position.phase, result.units, position.owners, (), after.marks())


def _is_nazguls(order: AnyOrder) -> bool:
    return not isinstance(order, Waive) and order.unit.kind == NAZGUL


def _nazgul_retreats(
    on: RingMap, figures: Figures, driven: Dislodged | None, orders: OrdersOf
) -> tuple[Figures, list[Judged]]:
    """Return where the figures are when the Nazgul has retreated; it stays without a legal order (Y22.3)."""
    given = [(power, order) for power, those in orders.items() for order in those if _is_nazguls(order)]
    judged: list[Judged] = []
    to = ""
    for power, order in given:
        fault = _retreat_fault(on, driven, power, order)
        if fault is None and not to and isinstance(order, Retreat):
            to = order.to
            sentence = f"The Nazgul retreats to {place_words(on.map, to)}."
            judged.append(Judged(power, order, "retreats", _why("nazgul.retreats", sentence)))
        elif fault is None:
            judged.append(Judged(power, order, "holds", _why("nazgul.stays", "The Nazgul stays where it is.")))
        else:
            judged.append(Judged(power, order, "illegal", fault))
    if driven is not None and not given:
        why = _why("nazgul.stays", "The Nazgul was given no retreat, so it stays where it is.")
        judged.append(Judged(driven.power, Hold(driven.unit), "holds", why))
    return (figures.moved(**{NAZGUL: to}) if to else figures.moved()), judged


def _retreat_fault(on: RingMap, driven: Dislodged | None, power: Power, order: AnyOrder) -> Why | None:
    if driven is None or isinstance(order, Waive) or order.unit != driven.unit:
        return _why("illegal.not_dislodged", "The Nazgul was not driven off from there, so it cannot be ordered now.")
    if power != driven.power:
        return _why("illegal.foreign_unit", "The Nazgul is not this power's to order.")
    if isinstance(order, Retreat) and order.to not in driven.retreats:
        open_to = ", ".join(place_words(on.map, place) for place in driven.retreats)
        return _why(
            "illegal.retreat", f"The Nazgul cannot retreat there, so it stays. It could have gone to {open_to}."
        )
    return None


def _why(code: str, sentence: str) -> Why:
    return Why(code, sentence, {}, "ring-diplomacy Y22")


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

"""Whose place is shown to all after a movement or a retreat, and how the Nazgul retreats (ring-diplomacy Y22, Y32)."""

from __future__ import annotations

from collections.abc import Callable

from wartable.games.adjudication.map import Map
from wartable.games.adjudication.orders import AnyOrder, Hold, Power, Province, Retreat, Waive
from wartable.games.adjudication.results import Dislodged, Judged, Why
from wartable.games.adjudication.stages import OrdersOf
from wartable.games.adjudication.units import UnitsOf
from wartable.games.adjudication.words import place_words
from wartable.games.ring_figures.figures import Figures
from wartable.games.ring_figures.kinds import BEARER, EAGLES, NAZGUL, RIDERS

OTHERS = (NAZGUL, EAGLES, RIDERS)
"""Figures that find the ring-bearer as units do."""


def shown(figures: Figures) -> Figures:
    """Return figures with the ring-bearer's place shown, and that of the black riders where they share it."""
    seen = {BEARER}
    if figures.at.get(RIDERS) == figures.at[BEARER]:
        seen.add(RIDERS)
    return Figures(figures.at, frozenset(seen))


def is_found(units: UnitsOf, before: Figures, after: Figures, entered: Callable[[Province], bool]) -> bool:
    """Whether the ring-bearer entered where something stood, or something entered where the ring-bearer is.

    `units` are those before the movement; `entered` says of a province whether a unit moved into it.
    """
    place = after.at.get(BEARER)
    if place is None:
        return False
    stood = any(unit.province == place for those in units.values() for unit in those)
    stood = stood or any(before.at.get(kind) == place for kind in OTHERS)
    if before.at.get(BEARER) != place and stood:
        return True
    came = any(after.at.get(kind) == place and before.at.get(kind) != place for kind in OTHERS)
    return came or entered(place)


def is_nazguls(order: AnyOrder) -> bool:
    """Whether an order is for the Nazgul."""
    return not isinstance(order, Waive) and order.unit.kind == NAZGUL


def nazgul_retreats(
    on: Map, figures: Figures, driven: Dislodged | None, orders: OrdersOf
) -> tuple[Figures, list[Judged]]:
    """Return where the figures are when the Nazgul has retreated; it stays without a legal order (Y22.3)."""
    given = [(power, order) for power, those in orders.items() for order in those if is_nazguls(order)]
    judged: list[Judged] = []
    to = ""
    for power, order in given:
        fault = _retreat_fault(on, driven, power, order)
        if fault is None and not to and isinstance(order, Retreat):
            to = order.to
            sentence = f"The Nazgul retreats to {place_words(on, to)}."
            judged.append(Judged(power, order, "retreats", _why("nazgul.retreats", sentence)))
        elif fault is None:
            judged.append(Judged(power, order, "holds", _why("nazgul.stays", "The Nazgul stays where it is.")))
        else:
            judged.append(Judged(power, order, "illegal", fault))
    if driven is not None and not given:
        why = _why("nazgul.stays", "The Nazgul was given no retreat, so it stays where it is.")
        judged.append(Judged(driven.power, Hold(driven.unit), "holds", why))
    return (figures.moved(**{NAZGUL: to}) if to else figures.moved()), judged


def _retreat_fault(on: Map, driven: Dislodged | None, power: Power, order: AnyOrder) -> Why | None:
    if driven is None or isinstance(order, Waive) or order.unit != driven.unit:
        return _why("illegal.not_dislodged", "The Nazgul was not driven off from there, so it cannot be ordered now.")
    if power != driven.power:
        return _why("illegal.foreign_unit", "The Nazgul is not this power's to order.")
    if isinstance(order, Retreat) and order.to not in driven.retreats:
        open_to = ", ".join(place_words(on, place) for place in driven.retreats)
        return _why(
            "illegal.retreat", f"The Nazgul cannot retreat there, so it stays. It could have gone to {open_to}."
        )
    return None


def _why(code: str, sentence: str) -> Why:
    return Why(code, sentence, {}, "ring-diplomacy Y22")

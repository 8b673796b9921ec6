"""What strict rulings ask of an order's text beyond making sense: letters, nationality, canonical form (4.C, 4.E.2)."""

from __future__ import annotations

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.words import capitalised
from wartable.games.adjudication.orders import AnyOrder, Power, Unit, Waive
from wartable.games.adjudication.words import power_words, unit_words
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.text.parser import Parser
from wartable.games.diplomacy.variant import Variant


def is_strict(rulings: Rulings) -> bool:
    """Return whether rulings refuse any text that makes sense."""
    readings = (rulings.kind_missing, rulings.nationality_missing, rulings.nationality_wrong, rulings.poor_orders)
    return "strict" in readings or rulings.build_kind_missing == "illegal"


def check_style(
    variant: Variant, text: str, order: AnyOrder, parser: Parser, position: Position | None, rulings: Rulings
) -> None:
    """Raise `BadNotation` where an order that was read is not written as strictly as the rulings ask."""
    if parser.guessed and rulings.kind_missing == "strict":
        raise _refused("kind_missing", "Say of every unit whether it is an army (A) or a fleet (F).", "DATC 4.C.1")
    if parser.build_guessed and rulings.build_kind_missing == "illegal":
        raise _refused("build_kind_missing", "Say whether to build an army (A) or a fleet (F).", "DATC 4.C.3")
    if rulings.poor_orders == "strict" and " ".join(text.split()) != str(order):
        raise _refused("poor_order", f"Only the canonical form counts: write {order}.", "DATC 4.E.2")
    if parser.helped is not None and position is not None and not isinstance(order, Waive):
        _check_nation(variant, order.unit, *parser.helped, position, rulings)


def _check_nation(
    variant: Variant, unit: Unit, helped: Unit, said: Power | None, position: Position, rulings: Rulings
) -> None:
    """Check the power said of the unit helped, which only one of another power needs."""
    owner = _owner(position, helped)
    if owner is None:
        return
    name = f"{capitalised(unit_words(variant.map, helped))} is of {power_words(variant.map, owner)}"
    if said is not None and said != owner and rulings.nationality_wrong == "strict":
        raise _refused("nationality_wrong", f"{name}, not of {power_words(variant.map, said)}.", "DATC 4.C.6")
    if said is None and owner != _owner(position, unit) and rulings.nationality_missing == "strict":
        raise _refused("nationality_missing", f"{name}: the order must say so.", "DATC 4.C.5")


def _owner(position: Position, unit: Unit) -> Power | None:
    for power, units in position.units.items():
        if any(other.province == unit.province for other in units):
            return power
    return None


def _refused(code: str, message: str, rule: str) -> BadNotation:
    return BadNotation(Reason(code=f"notation.{code}", message=message, rule=rule))

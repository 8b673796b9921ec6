"""How an order may name its unit: with the wrong letter, another coast, or a coast there is not (DATC 4.B, 4.C)."""

from __future__ import annotations

from wartable.games.diplomacy.movement.faults import FAULTS
from wartable.games.diplomacy.orders import Unit, coast_of
from wartable.games.diplomacy.results import Why
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant
from wartable.games.diplomacy.words import place_words, unit_words


def misnamed(real: Unit, written: Unit, rulings: Rulings) -> str:
    """Return the code of what is wrong with how an order names a unit, empty if the rulings overlook it."""
    if written.kind != real.kind and rulings.kind_wrong == "strict":
        return "illegal.wrong_kind"
    coast = coast_of(written.at)
    if not coast or coast == coast_of(real.at):
        return ""
    if coast_of(real.at):
        return "illegal.wrong_coast" if rulings.coast_of_unit == "illegal" else ""
    return "illegal.meaningless_coast" if rulings.coast_meaningless == "illegal" else ""


def misnaming(variant: Variant, real: Unit, written: Unit, rulings: Rulings) -> Why | None:
    """Return why an order of a retreat or adjustment phase does not name its unit rightly, or None where it will do."""
    code = misnamed(real, written, rulings)
    if not code:
        return None
    sentence, rule = FAULTS[code]
    words = {"unit": unit_words(variant, real), "place": place_words(variant, written.at)}
    return Why(code, f"Illegal: {sentence.format_map(words)}.", {"unit": str(real), "written": str(written)}, rule)

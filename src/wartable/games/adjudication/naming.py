"""How an order may name its unit: with the wrong letter, another coast, or a coast there is not (DATC 4.B, 4.C)."""

from __future__ import annotations

from wartable.games.adjudication.faults import FAULTS
from wartable.games.adjudication.map import Map
from wartable.games.adjudication.orders import Unit, coast_of
from wartable.games.adjudication.results import Why
from wartable.games.adjudication.rulings import MovementRulings
from wartable.games.adjudication.words import place_words, unit_words


def misnamed(real: Unit, written: Unit, rulings: MovementRulings) -> str:
    """Return the code of what is wrong with how an order names a unit, empty if the rulings overlook it."""
    if written.kind != real.kind and rulings.kind_wrong == "strict":
        return "illegal.wrong_kind"
    coast = coast_of(written.at)
    if not coast or coast == coast_of(real.at):
        return ""
    if coast_of(real.at):
        return "illegal.wrong_coast" if rulings.coast_of_unit == "illegal" else ""
    return "illegal.meaningless_coast" if rulings.coast_meaningless == "illegal" else ""


def misnaming(on: Map, real: Unit, written: Unit, rulings: MovementRulings) -> Why | None:
    """Return why an order of a retreat or adjustment phase does not name its unit rightly, or None where it will do."""
    code = misnamed(real, written, rulings)
    if not code:
        return None
    sentence, rule = FAULTS[code]
    words = {"unit": unit_words(on, real), "place": place_words(on, written.at)}
    return Why(code, f"Illegal: {sentence.format_map(words)}.", {"unit": str(real), "written": str(written)}, rule)

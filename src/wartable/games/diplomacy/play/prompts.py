"""What is asked of a seat in a few words, and what its orders would leave to the rules."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.engine.words import capitalised
from wartable.games.adjudication.orders import Build, Disband, Unit, Waive
from wartable.games.adjudication.words import has_or_have, unit_words
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.play.actions import Orders
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState


def prompt_of(rules: Rules, state: DiplomacyState, seat: int) -> str:
    """Return what is asked of a seat: `Order 3 units`, `Retreat 1 unit`, `Build 2 units`."""
    what = due(rules.variant, state.position).get(state.powers[seat], Due())
    if what.units:
        return f"Order {_units(len(what.units))}"
    if what.retreats:
        return f"Retreat {_units(len(what.retreats))}"
    return f"Build {_units(what.builds)}" if what.builds else f"Remove {_units(what.removals)}"


def _units(count: int) -> str:
    return "1 unit" if count == 1 else f"{count} units"


def omissions_of(rules: Rules, state: DiplomacyState, seat: int, action: Orders) -> tuple[str, ...]:
    """Return a sentence for each thing that orders leave to the rules."""
    what = due(rules.variant, state.position).get(state.powers[seat], Due())
    return tuple(_omissions(rules, what, action))


def _omissions(rules: Rules, what: Due, action: Orders) -> Iterator[str]:
    ordered = {order.unit for order in action.orders if not isinstance(order, Waive)}
    for unit in what.units:
        if unit not in ordered:
            yield f"{_unordered(rules, unit)} and will hold."
    for lost in what.retreats:
        if lost.unit not in ordered:
            yield f"{_unordered(rules, lost.unit)} and will be disbanded."
    unbuilt = what.builds - sum(isinstance(order, Build | Waive) for order in action.orders)
    if unbuilt > 0:
        yield f"{_units(unbuilt).capitalize()} more may be built; {'it' if unbuilt == 1 else 'they'} will be waived."
    kept = what.removals - sum(isinstance(order, Disband) for order in action.orders)
    if kept > 0:
        yield f"{_units(kept).capitalize()} more must go; the rule will choose {'it' if kept == 1 else 'them'}."


def _unordered(rules: Rules, unit: Unit) -> str:
    board = rules.variant.map
    return f"{capitalised(unit_words(board, unit))} {has_or_have(board, unit)} no order"

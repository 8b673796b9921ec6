"""What a game of ring diplomacy tells, as sentences, and what is asked of a player."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.engine.values import Event
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.tell import sentence
from wartable.games.diplomacy.ring.state import RingState
from wartable.games.ring_figures.events import figure_sentence


def ring_sentence(rules: Rules, event: Event, names: Sequence[str]) -> str:
    """Return an event as a full sentence."""
    told = figure_sentence(event, rules.place)
    return sentence(rules, event, names) if told is None else told


def ring_prompt(rules: Rules, state: RingState, seat: int) -> str:
    """Return what is asked of a player: `Order 3 units`."""
    wanted = due(rules.variant, state.position)
    mine = [wanted.get(state.powers[number], Due()) for number in state.led(seat) if number in state.asked]
    units = sum(len(what.units) for what in mine)
    if state.position.phase.kind == "movement":
        return f"Order {_units(units)}" if units else "Order what is yours to lead"
    retreats = sum(len(what.retreats) for what in mine)
    if retreats:
        return f"Retreat {_units(retreats)}"
    builds, removals = sum(what.builds for what in mine), sum(what.removals for what in mine)
    parts = [f"build {_units(builds)}"] if builds else []
    parts += [f"remove {_units(removals)}"] if removals else []
    return " and ".join(parts).capitalize()


def _units(count: int) -> str:
    return "1 unit" if count == 1 else f"{count} units"

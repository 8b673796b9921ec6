"""Promises every state of a game of Diplomacy keeps; tests and the conformance suite look for broken ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState


def broken_promises(rules: Rules, state: DiplomacyState) -> Iterator[str]:
    """Yield a sentence for every promise that a state breaks."""
    yield from _board(rules, state)
    yield from _seats(state)


def _board(rules: Rules, state: DiplomacyState) -> Iterator[str]:
    variant, position = rules.variant, state.position
    crowd = Counter(unit.province for units in position.units.values() for unit in units)
    yield from (f"{province} holds {count} units" for province, count in crowd.items() if count > 1)
    for power, units in position.units.items():
        for unit in units:
            if unit.at not in (variant.armies if unit.kind == "A" else variant.fleets):
                yield f"{power}'s {unit} cannot stand there"
    yield from (f"{code} is no centre" for code in position.owners if not variant.provinces[code].centre)
    if position.dislodged and position.phase.kind != "retreats":
        yield "dislodged units wait outside of a retreat phase"


def _seats(state: DiplomacyState) -> Iterator[str]:
    if any(action is not None and seat not in state.asked for seat, action in enumerate(state.pending)):
        yield "a seat that is not asked has orders pending"
    if state.ending is None and not state.waiting:
        yield "the game waits for nobody and goes on"
    if state.ending is not None and (state.asked or any(state.pending)):
        yield "the game is over and somebody is asked"
    if len({len(state.powers), len(state.pending), len(state.ahead), len(state.missed)}) > 1:
        yield "a list by seat has the wrong length"

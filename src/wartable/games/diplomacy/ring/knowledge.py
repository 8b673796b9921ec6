"""What a judged phase teaches of the hidden figures, and states drawn anew from all that fits (ring-diplomacy 7)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from wartable.games.adjudication.orders import Move, Power, Province, Retreat
from wartable.games.adjudication.results import Judged
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.diplomacy.ring.state import RingState
from wartable.games.ring_figures import tables
from wartable.games.ring_figures.figures import Figures
from wartable.games.ring_figures.kinds import BEARER, EAGLES, NAZGUL, RIDERS
from wartable.games.ring_figures.tables import Tables, after_phase


def learned(on: RingMap, known: Tables, before: Position, after: Figures, judged: Iterable[Judged]) -> Tables:
    """Return the tables after a movement or a retreat phase."""
    moving = before.phase.kind == "movement"
    return after_phase(on, known, after, _stood(before), _entered(judged), moving=moving)


def _stood(position: Position) -> list[Province]:
    figures = figures_of(position).at
    units = [unit.at for units in position.units.values() for unit in units]
    return units + [figures[kind] for kind in (NAZGUL, EAGLES) if kind in figures]


def _entered(judged: Iterable[Judged]) -> list[Province]:
    return [
        one.order.to
        for one in judged
        if one.result in {"moves", "retreats"}
        and isinstance(one.order, Move | Retreat)
        and one.order.unit.kind not in {BEARER, RIDERS}
    ]


# --- drawing anew


def drawn_anew(on: RingMap, state: RingState, powers: tuple[Power, ...], rng: Random) -> RingState:
    """Return a state with hidden figures and their leader drawn from all that whoever leads some powers may hold true.

    `powers` are none for a spectator.
    """
    figures, known = figures_of(state.position), state.tables
    if known is None or BEARER not in figures.at:
        return state
    drawn = tables.drawn_anew(on, known, figures, state.controller, powers, state.survivors, rng)
    marks = drawn.figures.marks()
    return replace(
        state, position=replace(state.position, marks=marks), controller=drawn.controller, tables=drawn.tables
    )

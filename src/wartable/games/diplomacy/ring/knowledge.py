"""What a judged phase teaches of the hidden figures, and states drawn anew from all that fits (ring-diplomacy 7)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from msgspec.structs import replace

from wartable.games.adjudication.orders import Move, Power, Province, Retreat
from wartable.games.adjudication.results import Judged
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.ring import beliefs
from wartable.games.diplomacy.ring.beliefs import Shown
from wartable.games.diplomacy.ring.figures import Figures, figures_of
from wartable.games.diplomacy.ring.kinds import BEARER, EAGLES, NAZGUL, RIDERS
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.diplomacy.ring.state import RingState, Tables


def places_of(on: RingMap) -> tuple[Province, ...]:
    """Return the provinces in the order that tables number them."""
    return tuple(on.provinces)


@lru_cache(maxsize=32)
def _ways(on: tuple[tuple[Province, frozenset[Province]], ...], steps: int) -> tuple[int, ...]:
    return beliefs.ways_of([place for place, _ in on], dict(on), steps)


def ways(on: RingMap, *, moving: bool) -> tuple[int, ...]:
    """Return where hidden figures get to from each province; in retreats they stay."""
    kept: tuple[int, ...] | None = vars(on).get("hidden_ways")
    if kept is None:
        next_to = tuple((place, on.wild.get(place, frozenset())) for place in on.provinces)
        kept = vars(on)["hidden_ways"] = _ways(next_to, on.settings.ring_steps)
    return kept if moving else tuple(1 << place for place in range(len(on.provinces)))


def first_tables(on: RingMap, figures: Figures) -> Tables:
    """Return the tables of the beginning, when all know where the hidden figures are."""
    places = places_of(on)
    table = beliefs.known(len(places), places.index(figures.at[BEARER]), places.index(figures.at[RIDERS]))
    return Tables(table, table, table)


def learned(on: RingMap, tables: Tables, before: Position, after: Figures, judged: Iterable[Judged]) -> Tables:
    """Return the tables after a movement or a retreat phase."""
    places = places_of(on)
    moving = before.phase.kind == "movement"
    number = {place: index for index, place in enumerate(places)}
    seen = number[after.at[BEARER]] if BEARER in after.seen else -1
    shown = Shown(_mask(number, _stood(before)), _mask(number, _entered(judged)), seen, riders=RIDERS in after.seen)
    reach = ways(on, moving=moving)
    public, mordor, bearer = (
        beliefs.after(table, reach, shown) for table in (tables.public, tables.mordor, tables.bearer)
    )
    return Tables(
        public,
        beliefs.with_riders(mordor, number[after.at[RIDERS]]),
        beliefs.with_bearer(bearer, number[after.at[BEARER]]),
    )


def joined(on: RingMap, tables: Tables, figures: Figures) -> Tables:
    """Return the tables once the black riders came to where the ring-bearer was seen: all know both places."""
    del tables
    return first_tables(on, figures)


def _mask(number: dict[Province, int], places: Iterable[Province]) -> int:
    return sum(1 << number[place] for place in set(places))


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
    figures, tables = figures_of(state.position), state.tables
    if tables is None or BEARER not in figures.at:
        return state
    places = places_of(on)
    controller = state.controller
    if controller not in powers:
        controller = _other_leader(on, state, powers, rng)
    table = tables.public
    if state.controller in powers and state.controller:
        table = tables.bearer
    elif "mordor" in powers:
        table = tables.mordor
    options = beliefs.pairs(table)
    bearer, riders = options[rng.randrange(len(options))]
    moved = Figures({**figures.at, BEARER: places[bearer], RIDERS: places[riders]}, figures.seen)
    return replace(
        state,
        position=replace(state.position, marks=moved.marks()),
        controller=controller,
        tables=Tables(
            tables.public,
            beliefs.with_riders(tables.public, riders) if "mordor" not in powers else tables.mordor,
            beliefs.with_bearer(tables.public, bearer) if state.controller not in powers else tables.bearer,
        ),
    )


def _other_leader(on: RingMap, state: RingState, powers: tuple[Power, ...], rng: Random) -> Power:
    """Draw who leads the ring-bearer of those that may, in the eyes of whoever leads some powers himself."""
    able = [power for power in state.survivors if on.side(power) == "good" and power not in powers]
    return able[rng.randrange(len(able))] if able and state.controller else state.controller

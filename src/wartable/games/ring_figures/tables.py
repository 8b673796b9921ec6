"""What everybody may hold true of the hidden figures: tables worked on from phase to phase, and drawn from anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

import msgspec

from wartable.games.adjudication.orders import Power, Province
from wartable.games.ring_figures import beliefs
from wartable.games.ring_figures.beliefs import Shown, Table
from wartable.games.ring_figures.figures import Figures
from wartable.games.ring_figures.kinds import BEARER, RIDERS
from wartable.games.ring_figures.realm import Realm


class Tables(msgspec.Struct, frozen=True):
    """Where the hidden figures may be: for all, for Mordor, and for whoever leads the ring-bearer."""

    public: Table
    mordor: Table
    bearer: Table


def places_of(on: Realm) -> tuple[Province, ...]:
    """Return the provinces in the order that tables number them."""
    return tuple(on.map.provinces)


@lru_cache(maxsize=32)
def _ways(on: tuple[tuple[Province, frozenset[Province]], ...], steps: int) -> tuple[int, ...]:
    return beliefs.ways_of([place for place, _ in on], dict(on), steps)


def ways(on: Realm, *, moving: bool) -> tuple[int, ...]:
    """Return where hidden figures get to from each province; in retreats they stay."""
    kept: tuple[int, ...] | None = vars(on).get("hidden_ways")
    if kept is None:
        next_to = tuple((place, on.wild.get(place, frozenset())) for place in on.map.provinces)
        kept = vars(on)["hidden_ways"] = _ways(next_to, on.settings.ring_steps)
    return kept if moving else tuple(1 << place for place in range(len(on.map.provinces)))


def first_tables(on: Realm, figures: Figures) -> Tables:
    """Return the tables of the beginning, or once the black riders joined the ring-bearer: all know both places."""
    places = places_of(on)
    table = beliefs.known(len(places), places.index(figures.at[BEARER]), places.index(figures.at[RIDERS]))
    return Tables(table, table, table)


def after_phase(
    on: Realm, tables: Tables, after: Figures, stood: Iterable[Province], entered: Iterable[Province], *, moving: bool
) -> Tables:
    """Return the tables after a phase: where something `stood` at its start, and what something `entered`."""
    number = {place: index for index, place in enumerate(places_of(on))}
    seen = number[after.at[BEARER]] if BEARER in after.seen else -1
    shown = Shown(_mask(number, stood), _mask(number, entered), seen, riders=RIDERS in after.seen)
    reach = ways(on, moving=moving)
    public, mordor, bearer = (
        beliefs.after(table, reach, shown) for table in (tables.public, tables.mordor, tables.bearer)
    )
    return Tables(
        public,
        beliefs.with_riders(mordor, number[after.at[RIDERS]]),
        beliefs.with_bearer(bearer, number[after.at[BEARER]]),
    )


def _mask(number: dict[Province, int], places: Iterable[Province]) -> int:
    return sum(1 << number[place] for place in set(places))


def of_new_leader(on: Realm, tables: Tables, figures: Figures) -> Tables:
    """Return the tables once another power leads the ring-bearer: it knows its place, and else what all know."""
    place = places_of(on).index(figures.at[BEARER])
    row = tuple(where if number == place else 0 for number, where in enumerate(tables.public))
    return msgspec.structs.replace(tables, bearer=row)


class Drawn(NamedTuple):
    """Hidden figures drawn anew: where they are, who leads the ring-bearer, and the tables that fit."""

    figures: Figures
    controller: Power
    tables: Tables


def drawn_anew(
    on: Realm,
    tables: Tables,
    figures: Figures,
    controller: Power,
    powers: Sequence[Power],
    living: Sequence[Power],
    rng: Random,
) -> Drawn:
    """Draw from all that whoever leads some powers may hold true; `powers` are none for a spectator."""
    places, leads = places_of(on), controller in powers
    table = tables.public
    if leads and controller:
        table = tables.bearer
    elif "mordor" in powers:
        table = tables.mordor
    leader = controller if leads else _other_leader(on, controller, powers, living, rng)
    options = beliefs.pairs(table)
    bearer, riders = options[rng.randrange(len(options))]
    moved = Figures({**figures.at, BEARER: places[bearer], RIDERS: places[riders]}, figures.seen)
    fitting = Tables(
        tables.public,
        beliefs.with_riders(tables.public, riders) if "mordor" not in powers else tables.mordor,
        beliefs.with_bearer(tables.public, bearer) if not leads else tables.bearer,
    )
    return Drawn(moved, leader, fitting)


def _other_leader(on: Realm, controller: Power, powers: Sequence[Power], living: Sequence[Power], rng: Random) -> Power:
    """Draw who leads the ring-bearer of those that may, in the eyes of whoever leads some powers himself."""
    able = [power for power in living if on.side(power) == "good" and power not in powers]
    return able[rng.randrange(len(able))] if able and controller else controller

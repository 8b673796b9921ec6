"""What a player may know of a game of ring diplomacy: hidden figures only to whoever leads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from wartable.games.adjudication.orders import Power, Province, UnitKind
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.view import DiplomacyView, PhaseView, view_of
from wartable.games.diplomacy.ring.actions import RingOrders
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.kinds import ASLEEP
from wartable.games.diplomacy.ring.options import code_of
from wartable.games.diplomacy.ring.parts import map_of
from wartable.games.diplomacy.ring.reach import hidden_units, reach_of
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.diplomacy.ring.state import RingState
from wartable.games.diplomacy.specials import ReachView
from wartable.games.ring_figures.kinds import BEARER, EAGLES, NAZGUL, RIDERS
from wartable.games.ring_figures.realm import turns_to_doom


class KindView(msgspec.Struct, frozen=True):
    """A kind of unit: its letters and name, its strength, what its support is worth, and how many provinces it goes."""

    kind: UnitKind
    name: str
    strength: int
    support: int
    steps: int


class SeenView(msgspec.Struct, frozen=True):
    """Where the ring-bearer was seen last, after which phase, and whether the black riders were seen there."""

    place: Province
    phase: str
    riders: bool


class WayView(msgspec.Struct, frozen=True):
    """Where the hidden figures were after a phase, empty for one that had left."""

    phase: str
    bearer: Province
    riders: Province


class RingView(DiplomacyView, frozen=True, tag="ring_diplomacy"):
    """One moment of ring diplomacy as a player sees it.

    `led` are the powers of the player. `figures` says where the Nazgul and the Great Eagles are, and of hidden figures
    those that the player leads. `dead` is whether the Dead may still be called, `asleep` whether the Ents have not come
    yet. `leads_bearer` is whether the player
    leads the ring-bearer; nobody else is told who does. `asked_riders` is whether Mordor is being asked. At the end all
    figures are shown.

    `sites` are the supply centres, whoever owns them. `codes` are the three letters of each province, `reach` says
    where the player's units and figures step, `doom` how many turns each province is from Mount Doom, to whoever leads
    the ring-bearer. `eagles` leads the Great Eagles.

    `ways` and `controller` tell all at the end where the hidden figures went, the beginning first, and who led the
    ring-bearer. While Mordor is asked, `phase` is the one that showed the ring-bearer.
    """

    mine: RingOrders | None
    advanced: bool
    sides: Mapping[Power, str]
    led: tuple[Power, ...]
    kinds: tuple[KindView, ...]
    figures: Mapping[UnitKind, Province]
    dead: bool
    asleep: bool
    ring: bool
    leads_bearer: bool
    seen: SeenView | None
    asked_riders: bool
    strongholds: tuple[Province, ...]
    sites: tuple[Province, ...]
    codes: Mapping[Province, str]
    reach: Mapping[str, ReachView]
    doom: Mapping[Province, int]
    eagles: Power
    ways: tuple[WayView, ...]
    controller: Power


def ring_view(rules: Rules, state: RingState, seat: int | None, *, asked_riders: bool) -> RingView:
    """Return what a player (None: a spectator) may know."""
    on, numbers = map_of(rules), () if seat is None else state.led(seat)
    led = tuple(state.powers[number] for number in numbers)
    plain = view_of(rules, state, None)
    powers = tuple(one if one.seat is None else replace(one, seat=state.leaders[one.seat]) for one in plain.powers)
    figures = figures_of(state.position)
    known: dict[str, Any] = {**_base(plain), "powers": powers, "power": led[0] if led else None}
    known["owners"] = tuple(-1 if owner < 0 else state.leaders[owner] for owner in plain.owners)
    leads = state.controller in led and bool(state.controller)
    over = state.ending is not None
    hidden = {BEARER: leads or over, RIDERS: "mordor" in led or over}
    known["mine"] = _mine(state, numbers)
    if asked_riders:
        known["phase"] = _judged_last(rules, state, plain.phase)
    return RingView(
        **known,
        advanced=on.settings.advanced,
        sides={power: on.side(power) for power in on.powers},
        led=led,
        kinds=_kinds(rules),
        figures={
            kind: place for kind, place in figures.at.items() if kind in {NAZGUL, EAGLES} or hidden.get(kind, False)
        },
        dead=figures.dead,
        asleep=ASLEEP in figures.at,
        ring=BEARER in figures.at,
        leads_bearer=leads,
        seen=None
        if state.seen is None
        else SeenView(state.seen.place, rules.phase(state.seen.phase), state.seen.riders),
        asked_riders=asked_riders,
        strongholds=on.strongholds if on.settings.strongholds else (),
        sites=tuple(code for code, facts in on.provinces.items() if facts.centre),
        codes={code: code_of(facts) for code, facts in on.provinces.items()},
        reach={} if over else _reach(on, state, led, leads=leads),
        doom=turns_to_doom(on) if leads else {},
        eagles=on.leads_eagles(state.position) if EAGLES in figures.at else "",
        ways=_ways(rules, state) if over else (),
        controller=state.controller if over else "",
    )


def _reach(on: RingMap, state: RingState, led: tuple[Power, ...], *, leads: bool) -> dict[str, ReachView]:
    """Return where the units of a player step in movements, and where his hidden figures do."""
    kinds = (*((BEARER,) if leads else ()), *((RIDERS,) if "mordor" in led else ()))
    hidden = hidden_units(figures_of(state.position), kinds)
    standing = (unit for power in led for unit in on.ordered(state.position, power))
    return reach_of(on, (*standing, *hidden))


def _judged_last(rules: Rules, state: RingState, now: PhaseView) -> PhaseView:
    """Return the phase judged last: the next has not begun while somebody is asked."""
    if not state.last:
        return now
    phase = state.last[-1].phase
    return PhaseView(phase.season, phase.year, phase.kind, rules.phase(phase), state.number)


def _ways(rules: Rules, state: RingState) -> tuple[WayView, ...]:
    return tuple(WayView(rules.phase(one.phase), one.bearer, one.riders) for one in state.trail)


def _base(view: DiplomacyView) -> dict[str, Any]:
    """Return the fields of a view, as they are."""
    return {name: getattr(view, name) for name in DiplomacyView.__struct_fields__}


def _mine(state: RingState, numbers: tuple[int, ...]) -> RingOrders | None:
    """Return the orders of a player that are in, of all his powers together."""
    given = [one for number in numbers if (one := state.pending[number]) is not None]
    if not given:
        return None
    if len(given) == 1:
        return given[0]
    return RingOrders(
        tuple(order for one in given for order in one.orders),
        any(one.draw for one in given),
        draw_of=given[0].draw_of,
        secret=tuple(order for one in given for order in one.secret),
    )


def _kinds(rules: Rules) -> tuple[KindView, ...]:
    table = rules.variant.map.kinds
    return tuple(
        KindView(kind, facts.name, facts.traits.attack, facts.traits.support, facts.traits.steps)
        for kind, facts in table.items()
    )

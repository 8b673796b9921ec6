"""What a seat may know of a game in Middle-earth: hidden figures only to whoever leads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from wartable.games.adjudication.orders import UnitKind
from wartable.games.adjudication.results import Judged
from wartable.games.machiavelli.lotr.actions import LotrOrders, LotrRetreats, LotrYear
from wartable.games.machiavelli.lotr.choices import led
from wartable.games.machiavelli.lotr.data import facts
from wartable.games.machiavelli.lotr.position import LotrPosition
from wartable.games.machiavelli.lotr.rules import ENTS, MORDOR, LotrRules
from wartable.games.machiavelli.lotr.state import Footstep, LotrState, Sighting
from wartable.games.machiavelli.maps import CLASSES
from wartable.games.machiavelli.play.view import MachiavelliView, view_of
from wartable.games.machiavelli.state import Place, Power, UnitClass
from wartable.games.machiavelli.tables import tables
from wartable.games.ring_figures.kinds import BEARER, DEAD, EAGLES, RIDERS
from wartable.games.ring_figures.realm import turns_to_doom
from wartable.games.ring_figures.tasks import AskRiders


class EliteView(msgspec.Struct, frozen=True):
    """A class of elite units: letter and name, strength, provinces a campaign, ducats, how many a power may have."""

    id: UnitClass
    letter: str
    name: str
    strength: int
    moves: int
    cost: int
    further: int
    owners: Mapping[Power, int]


class LotrView(MachiavelliView, frozen=True, tag="lotr_machiavelli"):
    """One moment as a seat sees it; `position` has the figures that all see, and the hidden ones that the seat leads.

    `dead` is whether the Dead may still be called, `ring` whether the ring-bearer is in play, `leads_bearer` whether
    the seat leads it; nobody else is told who does. `led` are the figures that the seat orders, `went` what figures
    did in the last movement. `doom` says how many campaigns each province
    is from Mount Doom, to whoever leads the ring-bearer. `trail` and `controller` are told to all at the end.
    """

    position: LotrPosition
    mine: LotrOrders | LotrRetreats | LotrYear | None
    sides: Mapping[Power, str]
    elites: tuple[EliteView, ...]
    dead: bool
    ring: bool
    leads_bearer: bool
    led: tuple[UnitKind, ...]
    eagles: Power
    seen: Sighting | None
    went: tuple[Judged, ...]
    asked_riders: bool
    doom: Mapping[Place, int]
    trail: tuple[Footstep, ...]
    controller: Power


def lotr_view(rules: LotrRules, state: LotrState, seat: int | None, spaces: tuple[str, ...]) -> LotrView:
    """Return what a seat (None: a spectator) may know; `spaces` are those of the drawn board in their order."""
    plain, power = view_of(rules, state, seat, spaces), "" if seat is None else state.powers[seat]
    at, over = state.position.figures, state.ending is not None
    leads = bool(power) and state.controller == power
    hidden = {BEARER: leads or over, RIDERS: power == MORDOR or over}
    known: dict[str, Any] = {name: getattr(plain, name) for name in MachiavelliView.__struct_fields__}
    figures = {kind: place for kind, place in at.items() if hidden.get(kind, True)}
    known["position"] = replace(plain.position, figures=figures)
    return LotrView(
        **known,
        sides={one: rules.side(one) for one in rules.scenario.powers},
        elites=elites(rules),
        dead=DEAD in at,
        ring=BEARER in at,
        leads_bearer=leads,
        led=led(rules, state, power) if power and not over else (),
        eagles=rules.leads_eagles(state.position) if EAGLES in at else "",
        seen=state.seen,
        went=state.went,
        asked_riders=bool(state.agenda) and isinstance(state.agenda[0], AskRiders),
        doom=turns_to_doom(rules) if leads else {},
        trail=state.trail if over else (),
        controller=state.controller if over else "",
    )


def elites(rules: LotrRules) -> tuple[EliteView, ...]:
    """Return the classes of elite units, in the order of their letters in the file."""
    limits = {power: rules.elites_of(power) for power in rules.scenario.powers}
    return tuple(
        EliteView(
            id=one,
            letter=letter,
            name=CLASSES[one].name,
            strength=tables().units[one].strength,
            moves=tables().units[one].moves,
            cost=tables().units[one].cost,
            further=tables().units[one].further,
            owners={power: counts[one] for power, counts in limits.items() if one in counts},
        )
        for letter, one in facts().letters.items()
        if one != ENTS or rules.options.ents
    )

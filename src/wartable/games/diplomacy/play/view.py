"""What a seat may know of a game of Diplomacy, as data: everything but the orders of others that are still secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from wartable.games.adjudication.orders import Power, Province, Unit
from wartable.games.adjudication.results import Dislodged
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.play.actions import Orders
from wartable.games.diplomacy.play.ending import why
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState, Ending, Report
from wartable.games.diplomacy.position import PhaseKind

Standing = Literal["asked", "in", "idle", "out", "disorder"]
"""How a power stands in this phase: its orders are awaited, or in; it has nothing to decide; it is out of the game; or
nobody plays it."""


class PhaseView(msgspec.Struct, frozen=True):
    """The phase that is on: parts, the name to show, and its number from 0 since the beginning."""

    season: str
    year: int
    kind: PhaseKind
    title: str
    number: int


class PowerView(msgspec.Struct, frozen=True):
    """A power: who plays it, how many centres and units it has, and how it stands in this phase.

    `due` is what it has to decide: units to order, retreats, builds (above 0) or removals (below). `home` are its home
    centres, `fortresses` those in which its units are harder to dislodge. `colour` is the player colour of its pieces.
    """

    id: Power
    name: str
    adjective: str
    seat: int | None
    centres: int
    units: int
    standing: Standing
    due: int
    home: tuple[Province, ...]
    fortresses: tuple[Province, ...]
    colour: int


class ReportView(msgspec.Struct, frozen=True):
    """A phase judged before, with its name."""

    title: str
    report: Report


class VictoryView(msgspec.Struct, frozen=True):
    """What wins: so many centres, or so many units (the other is 0)."""

    centres: int
    units: int


class DiplomacyView(msgspec.Struct, frozen=True, tag="diplomacy"):
    """One moment as a seat sees it.

    Mappings go from power to units, and from province to power. `held` says who was last in each province of the
    land; `owners` tells the same by seat, owned centres included, in the order of the board (-1: nobody who plays).
    `mine` are the own orders that are in, which nobody else sees before the reveal. `last` are the phases judged when
    orders were last revealed, one or more. `fortress_strength` is the defence of a unit in its own fortress.
    """

    board: str
    variant: str
    title: str
    caveat: str
    phase: PhaseView
    power: Power | None
    powers: tuple[PowerView, ...]
    units: Mapping[Power, tuple[Unit, ...]]
    dislodged: tuple[Dislodged, ...]
    centres: Mapping[Province, Power]
    held: Mapping[Province, Power]
    owners: tuple[int, ...]
    mine: Orders | None
    last: tuple[ReportView, ...]
    victory: VictoryView
    fortress_strength: int
    rulebook: str
    draws: bool
    concessions: bool
    votes: tuple[Power, ...]
    ending: Ending | None


def view_of(rules: Rules, state: DiplomacyState, seat: int | None) -> DiplomacyView:
    """Return what a seat (None: a spectator) may know."""
    variant, position, options = rules.variant, state.position, rules.options
    wanted = due(variant, position)
    return DiplomacyView(
        board=variant.board,
        variant=variant.key,
        title=variant.title,
        caveat=variant.caveat,
        phase=phase_view(rules, state),
        power=None if seat is None else state.powers[seat],
        powers=tuple(_power(rules, state, power, wanted) for power in variant.powers),
        units=position.units,
        dislodged=position.dislodged,
        centres=position.owners,
        held=state.held,
        owners=tuple(_seat_holding(state, space) for space in rules.spaces),
        mine=None if seat is None else state.pending[seat],
        last=tuple(ReportView(rules.phase(report.phase), report) for report in state.last),
        victory=VictoryView(variant.victory.centres, variant.victory.units),
        fortress_strength=variant.fortress_strength,
        rulebook=options.rulebook,
        draws=options.draws != "off",
        concessions=options.concessions,
        votes=state.votes,
        ending=state.ending and replace(state.ending, reason=why(rules, state.ending.powers, state.ending.reason)),
    )


def _seat_holding(state: DiplomacyState, space: str) -> int:
    seat = state.seat_of(state.position.owners.get(space, state.held.get(space, "")))
    return -1 if seat is None else seat


def phase_view(rules: Rules, state: DiplomacyState) -> PhaseView:
    """Return the phase a game is in."""
    phase = state.position.phase
    return PhaseView(phase.season, phase.year, phase.kind, rules.phase(phase), state.number)


def _power(rules: Rules, state: DiplomacyState, power: Power, wanted: Mapping[Power, Due]) -> PowerView:
    facts, position, seat = rules.variant.powers[power], state.position, state.seat_of(power)
    return PowerView(
        id=power,
        name=facts.name,
        adjective=facts.adjective,
        seat=seat,
        centres=len(position.centres(power)),
        units=len(position.units.get(power, ())),
        standing=_standing(state, power, seat),
        due=0 if state.ending else _number(wanted.get(power, Due())),
        home=facts.home,
        fortresses=facts.fortresses,
        colour=rules.variant.colours[power],
    )


def _number(what: Due) -> int:
    return len(what.units) or len(what.retreats) or what.builds - what.removals


def _standing(state: DiplomacyState, power: Power, seat: int | None) -> Standing:
    if seat is not None and any(fallen.power == power for fallen in state.fallen):
        return "out"
    if seat is None or state.in_disorder(seat):
        return "disorder"
    if seat not in state.asked:
        return "idle"
    return "asked" if state.pending[seat] is None else "in"

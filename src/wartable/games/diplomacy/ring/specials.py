"""What tools are told of the map of ring diplomacy: its figures, hidden moves, and the stages of a phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.engine.actions import Offer
from wartable.games.adjudication.orders import AnyOrder, Call, Hold, Move, Power, Unit, Waive
from wartable.games.adjudication.results import Judged, Why
from wartable.games.adjudication.words import place_words
from wartable.games.diplomacy.play.choices import PowerChoices
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.ring.choices import RingPowerChoices, calls_of
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.reach import hidden_units, reach_of
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.specials import ReachView, Specials, Stage, specials_of
from wartable.games.ring_figures.courses import call_fault, figure_fault
from wartable.games.ring_figures.figures import HIDDEN
from wartable.games.ring_figures.kinds import BEARER, DEAD, EAGLES, FIGURES, NAZGUL, RIDERS

RINGS, GANDALF, WINGED, DEAD_STAGE, MOVES = (
    "Ring-bearer and black riders",
    "Gandalf and the Great Eagles",
    "Nazgul",
    "The Dead",
    "Moves",
)
"""Stages of a movement, in the order in which they take effect (ring-diplomacy Y22)."""


class RingSpecials(Specials):
    """Figures beside units, and what they do before the network of orders is judged."""

    def __init__(self, variant: RingMap) -> None:
        super().__init__(variant)
        self._on = variant

    def choices(self, position: Position, rulings: Rulings, power: Power) -> PowerChoices:
        """Return what a power may order, the Nazgul or the Great Eagles among it; hidden figures under their name."""
        return RingPowerChoices(self._on, position, rulings, power)

    def calls(self, position: Position, power: Power) -> tuple[Offer, ...]:
        """Return where Gondor may call the Dead to."""
        if power != "gondor" or not (calls := calls_of(self._on, position)):
            return ()
        return (Offer(kind="call", source=DEAD, targets=tuple(call.unit.at for call in calls)),)

    def masters(self, position: Position) -> Mapping[Power, tuple[Unit, ...]]:
        """Return the hidden figures, which do not tell whose they are."""
        units = hidden_units(figures_of(position), (BEARER, RIDERS))
        return {HIDDEN: units} if units and position.phase.kind == "movement" else {}

    def leader(self, position: Position, unit: Unit) -> Power:
        """Return who orders a figure or calls the Dead."""
        known = {NAZGUL: "mordor", DEAD: "gondor", BEARER: HIDDEN, RIDERS: HIDDEN}
        return self._on.leads_eagles(position) if unit.kind == EAGLES else known.get(unit.kind, "")

    def completed(self, position: Position, order: AnyOrder) -> AnyOrder:
        """Return a move over two provinces with the one between (Y12)."""
        return self._on.completed(position, order)

    def fault(self, position: Position, power: Power, order: AnyOrder, rulings: Rulings) -> Why | None:
        """Say why an order of a movement could never work, those for figures by their own rules."""
        errand = self._on.errand(position, rulings)
        if isinstance(order, Call):
            return call_fault(errand, power, order)
        if isinstance(order, Hold | Move) and order.unit.kind in FIGURES:
            return figure_fault(errand, power, order)
        return super().fault(position, power, order, rulings)

    def reach(self, position: Position) -> Mapping[str, ReachView]:
        """Return where units and figures step, for moves over two provinces."""
        units = [unit for power in self._on.powers for unit in self._on.ordered(position, power)]
        return reach_of(self._on, (*units, *hidden_units(figures_of(position), (BEARER, RIDERS))))

    def stages(self, judged: Sequence[Judged]) -> Sequence[Stage]:
        """Return judged orders by stage: figures first, then the Dead, then everything else."""
        if not self._on.settings.advanced:
            return super().stages(judged)
        found: dict[str, list[Judged]] = {title: [] for title in (RINGS, GANDALF, WINGED, DEAD_STAGE, MOVES)}
        for one in judged:
            found[_stage(one)].append(one)
        return [Stage(title, those) for title, those in found.items() if those]

    def shown(self, position: Position) -> tuple[str, ...]:
        """Return where the ring-bearer was seen, and whether the black riders were there (Y32)."""
        figures = figures_of(position)
        if BEARER not in figures.seen:
            return ()
        riders = " with the black riders" if RIDERS in figures.seen else ""
        return (f"The ring-bearer is seen in {place_words(self._on.map, figures.at[BEARER])}{riders}.",)


def _stage(one: Judged) -> str:
    if isinstance(one.order, Waive):
        return MOVES
    if isinstance(one.order, Call) or one.result == "eliminated":
        return DEAD_STAGE
    if one.result == "struck":
        return WINGED
    return {BEARER: RINGS, RIDERS: RINGS, EAGLES: GANDALF, NAZGUL: WINGED}.get(one.order.unit.kind, MOVES)


@specials_of.register
def _ring(variant: RingMap) -> Specials:
    return RingSpecials(variant)

"""The movement of a campaign with figures: they go, the Nazgul strikes, the Dead come, and then units (18.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wartable.games.adjudication import orders as plain
from wartable.games.adjudication import results
from wartable.games.adjudication.results import Why
from wartable.games.adjudication.stages import Prepared
from wartable.games.machiavelli.campaign import Campaign, OrdersOf
from wartable.games.machiavelli.lotr.actions import FigureOrder
from wartable.games.machiavelli.lotr.ents import wakes, woke
from wartable.games.machiavelli.lotr.position import LotrPosition, as_lotr, moved
from wartable.games.machiavelli.lotr.rules import FANGORN, LotrRules
from wartable.games.machiavelli.maps import location, pieces
from wartable.games.machiavelli.reading import RULINGS
from wartable.games.machiavelli.results import CampaignResult
from wartable.games.machiavelli.state import Place, Power
from wartable.games.ring_figures.courses import Errand, with_way
from wartable.games.ring_figures.figures import HIDDEN, Figures, figures_in
from wartable.games.ring_figures.kinds import BEARER, EAGLES, FIGURES, NAZGUL, RIDERS
from wartable.games.ring_figures.showing import is_found, shown
from wartable.games.ring_figures.strike import staged

FiguresOf = Mapping[Power, Sequence[FigureOrder]]
"""Orders for figures by who gave them."""


class LotrResult(NamedTuple):
    """A movement with figures: the campaign, where figures are with what was seen, and what all are told of them.

    Something `stood` in places at the start, and `entered` places.
    """

    campaign: CampaignResult
    figures: Figures
    told: tuple[results.Judged, ...]
    stood: frozenset[Place]
    entered: frozenset[Place]


def errand_of(rules: LotrRules, position: LotrPosition) -> Errand:
    """Return what reading the orders of figures needs."""
    units = pieces(rules.board, position.units)
    return Errand(rules, units, position.there, rules.leads_eagles(position), RULINGS)


def judge(
    rules: LotrRules,
    position: LotrPosition,
    given: OrdersOf,
    figures: FiguresOf,
    struck: frozenset[Power] = frozenset(),
) -> LotrResult:
    """Judge a movement; units and figures of powers that were assassinated hold, and the Dead do not come for them."""
    kept = {power: those for power, those in figures.items() if power not in struck}
    return _LotrCampaign(rules, position, given, struck, kept).with_figures()


class _LotrCampaign(Campaign):
    """One movement with figures at work."""

    def __init__(
        self,
        rules: LotrRules,
        position: LotrPosition,
        given: OrdersOf,
        struck: frozenset[Power],
        figures: FiguresOf,
    ) -> None:
        self.realm = rules
        self.figures = _sorted(rules, figures)
        super().__init__(rules, position, given, struck, None)

    def _prepared(self, shut: Mapping[int, Why]) -> Prepared:
        ready = super()._prepared(shut)
        orders = {
            power: [*ready.orders.get(power, ()), *self.figures.get(power, ())]
            for power in dict.fromkeys((*ready.orders, *self.figures))
        }
        position = as_lotr(self.position)
        errand = Errand(self.realm, ready.units, position.there, self.realm.leads_eagles(position), RULINGS)
        prepared = staged(errand, orders, ready.conditions)
        whys = {one.order.unit: one.why for one in prepared.judged if not isinstance(one.order, plain.Waive)}
        at = {location(self.board, unit): unit.number for unit in self.position.units}
        self.taken = {at[unit.at]: whys[unit] for unit in prepared.removed}
        return prepared

    def with_figures(self) -> LotrResult:
        """Return the result, with whose place is shown to all (ring-diplomacy Y32)."""
        start, campaign = as_lotr(self.start), self.result(told=True)
        woken: tuple[results.Judged, ...] = ()
        if start.asleep and wakes(self.realm, start, campaign.position, self.judgement.ordered_into(FANGORN)):
            campaign, ents = woke(self.realm, campaign, self.judgement)
            woken = (ents,)
        before, after = as_lotr(self.position).there, figures_in(self.judgement.marks or {})
        units = frozenset(
            now.place
            for was, now in ((self.position.numbered(now.number), now) for now in campaign.position.units)
            if was is None or was.place != now.place
        )
        if is_found(pieces(self.board, self.position.units), before, after, units.__contains__):
            after = shown(after)
        found = self.judgement.result()
        ways = next((one.retreats for one in found.dislodged if one.unit.kind == NAZGUL), ())
        return LotrResult(
            campaign=replace(campaign, position=replace(moved(campaign.position, after), driven=ways)),
            figures=after,
            told=(*(one for one in found.judged if _is_told(one)), *woken),
            stood=stood(as_lotr(self.position)),
            entered=units | came(before, after),
        )


def stood(position: LotrPosition) -> frozenset[Place]:
    """Return the places where something stands that all see: units, garrisons too, the Nazgul and the Great Eagles."""
    seen = {place for kind, place in position.figures.items() if kind in {NAZGUL, EAGLES}}
    return frozenset({unit.place for unit in position.units} | seen)


def came(before: Figures, after: Figures) -> frozenset[Place]:
    """Return the places that the Nazgul or the Great Eagles entered."""
    return frozenset(
        place for kind, place in after.at.items() if kind in {NAZGUL, EAGLES} and before.at.get(kind) != place
    )


def _sorted(rules: LotrRules, figures: FiguresOf) -> dict[Power, list[plain.AnyOrder]]:
    """Return orders for figures, the hidden ones under a name of their own, which does not tell who gave them."""
    found: dict[Power, list[plain.AnyOrder]] = {}
    for power, those in figures.items():
        for order in those:
            hidden = order.unit.kind in {BEARER, RIDERS}
            found.setdefault(HIDDEN if hidden else power, []).append(with_way(rules, order))
    return found


def _is_told(one: results.Judged) -> bool:
    """Whether all are told of an order: of the Nazgul, the Great Eagles, and of the Dead only when they came."""
    if isinstance(one.order, plain.Waive):
        return False
    if isinstance(one.order, plain.Call):
        return one.result == "spent"
    return one.order.unit.kind in FIGURES and one.order.unit.kind not in {BEARER, RIDERS}

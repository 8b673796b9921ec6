"""Supports that a convoyed army leaves uncut by the texts of 1971, 1982 and 2000 on convoy paradoxes (DATC 4.A.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from wartable.games.adjudication.compiled import SUPPORT
from wartable.games.adjudication.units import NOBODY

if TYPE_CHECKING:
    from wartable.games.adjudication.order_set import OrderSet


def spared_supports(orders: OrderSet) -> frozenset[tuple[int, int]]:
    """Return pairs of a supporter and a convoyed army whose attack does not cut it, not even by dislodging it.

    1971: the support is a fleet's, for a fleet's attack on a fleet that carries the army. 1982: for any action in a
    sea space where some fleet carries an army. 2000: for an attack on a fleet the army's convoy cannot do without.
    """
    rule = _RULES.get(orders.rulings.paradox)
    if rule is None:
        return frozenset()
    armies = [army for army, carriers in enumerate(orders.carriers) if carriers]
    return frozenset((supporter, army) for army in armies for supporter in rule(orders, army))


def _by_1971(orders: OrderSet, army: int) -> Iterator[int]:
    for fleet in orders.carriers[army]:
        for attacker, supporter in _attacks(orders, fleet, army):
            if orders.units.is_afloat(attacker) and orders.units.is_afloat(supporter):
                yield supporter


def _by_1982(orders: OrderSet, army: int) -> Iterator[int]:
    supporter = orders.units.at[orders.target[army]]
    if supporter == NOBODY or orders.doing[supporter] != SUPPORT or not orders.matched[supporter]:
        return
    fleet = orders.units.at[orders.target[supporter]]
    if any(fleet in carriers for carriers in orders.carriers):
        yield supporter


def _by_2000(orders: OrderSet, army: int) -> Iterator[int]:
    units = orders.units
    carriers = orders.fleet_mask(orders.carriers[army])
    for fleet in orders.carriers[army]:
        others = carriers & ~(1 << units.space[fleet])
        if not units.network.seas.connected(units.space[army], orders.target[army], others):
            yield from (supporter for _, supporter in _attacks(orders, fleet, army))


def _attacks(orders: OrderSet, fleet: int, army: int) -> Iterator[tuple[int, int]]:
    """Yield the attackers of a fleet whose supporter stands where the army goes, with that supporter."""
    for attacker in orders.into.get(orders.units.space[fleet], ()):
        for supporter in orders.helpers[attacker]:
            if orders.units.space[supporter] == orders.target[army]:
                yield attacker, supporter


_RULES: Mapping[str, Callable[[OrderSet, int], Iterator[int]]] = {
    "1971": _by_1971,
    "1982": _by_1982,
    "2000": _by_2000,
}

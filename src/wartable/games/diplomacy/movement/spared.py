"""Supports that a convoyed army leaves uncut by the texts of 1971, 1982 and 2000 on convoy paradoxes (DATC 4.A.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from wartable.games.diplomacy.movement.legality import SUPPORT
from wartable.games.diplomacy.movement.muster import FLEET, NOBODY

if TYPE_CHECKING:
    from wartable.games.diplomacy.movement.docket import Docket


def spared_supports(docket: Docket) -> frozenset[tuple[int, int]]:
    """Return pairs of a supporter and a convoyed army whose attack does not cut it, not even by dislodging it.

    1971: the support is a fleet's, for a fleet's attack on a fleet that carries the army. 1982: for any action in a
    sea space where some fleet carries an army. 2000: for an attack on a fleet the army's convoy cannot do without.
    """
    rule = _RULES.get(docket.rulings.paradox)
    if rule is None:
        return frozenset()
    armies = [army for army, carriers in enumerate(docket.carriers) if carriers]
    return frozenset((supporter, army) for army in armies for supporter in rule(docket, army))


def _by_1971(docket: Docket, army: int) -> Iterator[int]:
    kind = docket.muster.kind
    for fleet in docket.carriers[army]:
        for attacker, supporter in _attacks(docket, fleet, army):
            if kind[attacker] == kind[supporter] == FLEET:
                yield supporter


def _by_1982(docket: Docket, army: int) -> Iterator[int]:
    supporter = docket.muster.at[docket.target[army]]
    if supporter == NOBODY or docket.doing[supporter] != SUPPORT or not docket.matched[supporter]:
        return
    fleet = docket.muster.at[docket.target[supporter]]
    if any(fleet in carriers for carriers in docket.carriers):
        yield supporter


def _by_2000(docket: Docket, army: int) -> Iterator[int]:
    muster = docket.muster
    carriers = docket.fleet_mask(docket.carriers[army])
    for fleet in docket.carriers[army]:
        others = carriers & ~(1 << muster.space[fleet])
        if not muster.network.seas.connected(muster.space[army], docket.target[army], others):
            yield from (supporter for _, supporter in _attacks(docket, fleet, army))


def _attacks(docket: Docket, fleet: int, army: int) -> Iterator[tuple[int, int]]:
    """Yield the attackers of a fleet whose supporter stands where the army goes, with that supporter."""
    for attacker in docket.into.get(docket.muster.space[fleet], ()):
        for supporter in docket.helpers[attacker]:
            if docket.muster.space[supporter] == docket.target[army]:
                yield attacker, supporter


_RULES: Mapping[str, Callable[[Docket, int], Iterator[int]]] = {
    "1971": _by_1971,
    "1982": _by_1982,
    "2000": _by_2000,
}

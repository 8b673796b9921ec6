"""A position as a few figures per seat: what the value of a position is made of."""

from __future__ import annotations

from math import log

from wartable.bots.conquest.ground import TABLE, Ground
from wartable.bots.conquest.position import Position

NAMES = (
    "armies", "income", "spaces", "front", "stack", "exposed", "promise", "next", "last", "gates", "goal",
)  # fmt: skip
"""The features in order; `features` says what each is."""

Row = tuple[float, ...]

RESERVE = 0.5
"""The part of an enemy's next income that is counted with his armies at every border."""


def features(pos: Position, order: tuple[int, ...], hands: list[float], goals: list[float]) -> list[Row | None]:
    """Return a row per seat, None for those that hold nothing.

    `order` is the playing order, beginning with the seat that moves next; `hands` what the cards of each seat are worth
    in armies; `goals` the progress of each with the goal, from 0 to 1. The figures: logarithms of armies with cards, of
    income as far as its regions hold, of spaces, of armies on the front, of the largest army there; the share of the
    spaces that the strongest neighbours would take; what half-won regions promise; whether the seat moves next or last;
    the share of spaces on the front; the goal.
    """
    ground, held = pos.ground, pos.held
    seats = len(held)
    counts = [mask.bit_count() for mask in held]
    plain = [max(3.0, count / 3.0) if count else 0.0 for count in counts]
    wholes, promise = _regions(pos, seats)
    reserve = [RESERVE * (income + bonus) for income, bonus in zip(plain, wholes, strict=True)]
    front, stack, edge, lost, risk = _borders(pos, seats, reserve)
    total = [0] * seats
    for owner, armies in zip(pos.owner, pos.armies, strict=True):
        total[owner] += armies
    kept = _kept(ground, held, risk, seats)
    alive = [seat for seat in order if counts[seat]]
    rows: list[Row | None] = [None] * seats
    for seat in alive:
        spaces = counts[seat]
        rows[seat] = (
            log(total[seat] + hands[seat] + 1.0),
            log(plain[seat] + kept[seat]),
            log(spaces),
            log(front[seat] + 1.0),
            log(stack[seat] + 1.0),
            lost[seat] / spaces,
            promise[seat],
            float(seat == alive[0]),
            float(seat == alive[-1]),
            edge[seat] / spaces,
            goals[seat],
        )
    return rows


def _regions(pos: Position, seats: int) -> tuple[list[float], list[float]]:
    """Return the bonuses of whole regions, and what regions held in part promise, per seat."""
    wholes, promise = [0.0] * seats, [0.0] * seats
    for region in pos.ground.regions:
        mask, bonus, size = region.mask, region.bonus, region.size
        for seat, own in enumerate(pos.held):
            inside = (own & mask).bit_count()
            if inside == size:
                wholes[seat] += bonus
            elif inside:
                share = inside / size
                promise[seat] += bonus * share * share
    return wholes, promise


def _borders(
    pos: Position, seats: int, reserve: list[float]
) -> tuple[list[int], list[int], list[int], list[float], list[float]]:
    """Return per seat armies on the front, the largest, spaces there, spaces likely lost; then the risk per space."""
    near, neighbours, owner, armies, held = (
        pos.ground.near,
        pos.ground.neighbours,
        pos.owner,
        pos.armies,
        pos.held,
    )
    chance = pos.ground.odds.chance
    front, stack, edge, lost = [0] * seats, [0] * seats, [0] * seats, [0.0] * seats
    risk = [0.0] * len(owner)
    for space, seat in enumerate(owner):
        if not near[space] & ~held[seat]:
            continue
        here = armies[space]
        front[seat] += here
        edge[seat] += 1
        stack[seat] = max(stack[seat], here)
        coming = [0] * seats
        for other in neighbours[space]:
            coming[owner[other]] += armies[other] - 1
        coming[seat] = 0
        strongest = 0.0
        for enemy, force in enumerate(coming):
            if force and force + reserve[enemy] > strongest:
                strongest = force + reserve[enemy]
        if strongest:
            attackers = int(strongest)
            if attackers > TABLE or here > TABLE:
                scale = max(attackers, here) / TABLE
                attackers, here = int(attackers / scale), max(1, int(here / scale))
            risk[space] = fall = chance[attackers][here]
            lost[seat] += fall
    return front, stack, edge, lost, risk


def _kept(ground: Ground, held: list[int], risk: list[float], seats: int) -> list[float]:
    """Return the bonuses of whole regions, each times the chance that all its gates hold."""
    kept = [0.0] * seats
    for region in ground.regions:
        mask = region.mask
        for seat, own in enumerate(held):
            if own & mask == mask:
                hold = 1.0
                for gate in region.gates:
                    hold *= 1.0 - risk[gate]
                kept[seat] += region.bonus * hold
                break
    return kept

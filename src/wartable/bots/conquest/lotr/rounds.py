"""Simultaneous rounds of Lord of the Rings Risk: how long the game lasts, and where leaders go along."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.bots.conquest.lotr.clock import lasting
from wartable.bots.conquest.lotr.closing import errand, relocation
from wartable.bots.conquest.lotr.lore import STRONGHOLD, LotrLore, lore_of
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.simultaneous.desk import Desk
from wartable.bots.conquest.simultaneous.outlook import Outlook
from wartable.games.conquest.lotr.actions import MoveLeader
from wartable.games.conquest.simultaneous.actions import Order, Orders
from wartable.games.conquest.simultaneous.orders import refusal, strategic_refusal

ROUNDS = 5.0
"""The most rounds that are reckoned with."""
POINT = 2.5
"""What a point is worth in units when the end is at hand."""
KEPT = 0.25
"""What is left of a unit's worth when the game is about to end."""
SURE = 0.6
"""The least chance of conquest at which a leader goes along."""
SITE, MISSION, LEAD = 3.0, 4.0, 0.05
"""What draws a leader to a site or the place of a mission, and to each unit that it would lead."""


def outlook(scene: Scene, card: float) -> Outlook:
    """Return what is left of the game: income for the rounds to come, points the nearer the end is."""
    lore = lore_of(scene)
    rules, state = lore.rules, lore.state
    if not rules.options.ring or state.ring < 0:
        return Outlook(card=card)
    steps = sum(state.alive) if rules.options.fellowship == "per_player" else 1
    lasts = lasting(rules, state.ring)
    rounds = sum(lasts[steps::steps])
    again, later = (lasts[min(number * steps, len(lasts) - 1)] for number in (1, 2))
    return Outlook(
        rounds=min(ROUNDS, rounds),
        unit=KEPT + (1.0 - KEPT) * again,
        point=POINT * (1.0 - 0.8 * later),
        card=card * again,
    )


def lures(scene: Scene) -> list[float]:
    """Return what strongholds add to territories, for whoever holds them."""
    forts = lore_of(scene).rules.strongholds
    return [STRONGHOLD * (forts >> space & 1) for space in range(scene.ground.size)]


# --- leaders in the moves


def led(desk: Desk, orders: Orders) -> Orders:
    """Have leaders go along where they earn or lead something and the place is likely to fall."""
    lore, found = lore_of(desk.scene), list(orders.orders)
    for space in bits(lore.state.leaders & lore.state.held[desk.seat]):
        for number in _by_draw(desk, lore, space, found):
            tried = [*found]
            tried[number] = replace(found[number], leader=True)
            if refusal(desk.course, desk.rules, desk.state, desk.seat, Orders(tuple(tried))) is None:
                found = tried
                break
    return Orders(tuple(found))


def _by_draw(desk: Desk, lore: LotrLore, space: int, orders: list[Order]) -> list[int]:
    """Return which orders out of a space a leader should go with, the best first."""
    index, table = desk.rules.board.index, desk.table
    draws: dict[int, float] = {}
    for number, order in enumerate(orders):
        if index[order.source] != space:
            continue
        target = index[order.target]
        with_it = lore.map.led[target].conquered(order.count, table.armies[target]) if table.armies[target] else 1.0
        if table.owner[target] == desk.seat:
            with_it = 1.0
        if with_it >= SURE:
            draws[number] = with_it * _draw(lore, desk.seat, target) + LEAD * order.count
    stays = LEAD * (table.armies[space] - sum(one.count for one in orders if index[one.source] == space))
    return sorted((number for number, draw in draws.items() if draw > stays), key=lambda number: -draws[number])


def _draw(lore: LotrLore, seat: int, target: int) -> float:
    draw = sum(MISSION for one in lore.missions if one.place == target)
    foreign = not lore.state.held[seat] >> target & 1
    if lore.rules.sites >> target & 1 and foreign and lore.drawing:
        draw += SITE
    return draw


# --- leaders after the battles


def moved_leaders(desk: Desk, orders: Orders) -> Orders:
    """Add what a leader should do by itself: an errand, or a better post."""
    found = orders
    for order in _errands(desk.scene):
        tried = Orders((*orders.orders, order))
        if strategic_refusal(desk.course, desk.rules, desk.state, desk.seat, tried) is None:
            found = tried
            break
    return found


def _errands(scene: Scene) -> Iterator[Order]:
    for way in (errand, relocation):
        chosen = way(scene)
        if chosen is not None and isinstance(chosen.action, MoveLeader):
            yield Order(chosen.action.source, chosen.action.target, 0, leader=True)

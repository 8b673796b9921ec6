"""Moves: written against others that stay, or against what they are likely to order."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from wartable.bots.conquest.simultaneous.desk import PATIENCE, Desk
from wartable.bots.conquest.simultaneous.drafting import drafted, staying
from wartable.bots.conquest.simultaneous.guessing import guessed
from wartable.bots.conquest.simultaneous.judge import Judge
from wartable.bots.conquest.simultaneous.table import Plan
from wartable.bots.conquest.simultaneous.wits import Wits
from wartable.engine.driver import Decision
from wartable.engine.words import counted, listed

ENOUGH = 0.6
"""The least chance of conquest at which the easy level marches on somebody."""
LAZY = 4
"""One time in so many it leaves an army where it is."""
DARED = 0.4
"""The least chance at which it marches on the largest army next door, late in the game; less and less from then on."""


def write_moves(wits: Wits, desk: Desk) -> Decision:
    """Write the moves of a round."""
    plan = planned(wits, desk) if wits.thinks else simple(desk)
    return Decision(desk.orders(plan), words(desk, plan))


def planned(wits: Wits, desk: Desk) -> Plan:
    """Return the best orders found."""
    judge = Judge(desk.table, desk.seat)
    if not wits.own:
        return drafted(judge, staying(judge))
    best, boards = guessed(desk.table, desk.seat, wits, Random(desk.rng.random()))
    return drafted(judge, boards, best)


# --- the easy level


def simple(desk: Desk) -> Plan:
    """March on weaker neighbours with as many as each needs, and bring idle armies up; now and then stay."""
    table = desk.table
    found: list[tuple[int, int, int]] = []
    for source, owner in enumerate(table.owner):
        if owner != desk.seat or table.armies[source] < 2 or not desk.rng.randrange(LAZY):
            continue
        foes = [to for to in table.near[source] if table.owner[to] != desk.seat]
        found += (_charge(desk, source, foes) if desk.late else ()) or _marches(desk, source, foes)
        if not foes:
            found += _brought_up(desk, source)
    return tuple(found)


def _charge(desk: Desk, source: int, foes: list[int]) -> Plan:
    """March with all on the largest army next door that is not much stronger: so games come to an end."""
    table, odds, force = desk.table, desk.scene.ground.odds, desk.table.armies[source] - 1
    least = DARED * PATIENCE / desk.state.turn
    good = [space for space in foes if odds.conquered(force, table.armies[space]) >= least or not table.armies[space]]
    if not good:
        return ()
    return ((source, max(good, key=lambda space: (table.armies[space], space)), force),)


def _marches(desk: Desk, source: int, foes: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield marches on one neighbour after the other as long as armies last."""
    table, odds, force = desk.table, desk.scene.ground.odds, desk.table.armies[source] - 1
    desk.rng.shuffle(foes)
    for target in foes:
        against = table.armies[target]
        need = next((units for units in range(1, force + 1) if odds.conquered(units, against) >= ENOUGH), 0)
        if need:
            yield source, target, need
            force -= need


def _brought_up(desk: Desk, source: int) -> Iterator[tuple[int, int, int]]:
    table, posts = desk.table, desk.table.posts(desk.seat)
    if table.near[source]:
        best = max(posts[to] for to in table.near[source])
        ahead = [to for to in table.near[source] if posts[to] == best]
        yield source, desk.rng.choice(ahead), table.armies[source] - 1


# --- words


def words(desk: Desk, plan: Plan) -> str:
    """Say what a plan is after."""
    owner, seat = desk.table.owner, desk.seat
    aims = list(dict.fromkeys(target for _, target, _ in plan if owner[target] != seat))
    moving = sum(units for _, target, units in plan if owner[target] == seat)
    parts = [f"goes for {listed([desk.name(space) for space in aims])}"] if aims else []
    parts += [f"moves {counted(moving, *desk.rules.army)} up"] if moving else []
    text = " and ".join(parts) or "stays where everything is"
    return f"{text[0].upper()}{text[1:]}."

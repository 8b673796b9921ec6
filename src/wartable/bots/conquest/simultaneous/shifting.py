"""Strategic moves after the battles: idle armies go where they are worth more."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.bots.conquest.simultaneous.desk import Desk
from wartable.bots.conquest.simultaneous.judge import Judge
from wartable.bots.conquest.simultaneous.wits import Wits
from wartable.engine.driver import Decision
from wartable.engine.words import counted
from wartable.games.conquest.simultaneous.actions import Order, Orders
from wartable.games.conquest.simultaneous.orders import movable

LEAST = 0.3
"""What a move must gain, in units."""
GROUPS = 6
"""Most groups that are moved where all may be."""


def regroup(wits: Wits, desk: Desk) -> Decision:
    """Write strategic moves: the best ones, as many as may be made."""
    left, orders, names = list(desk.state.armies), list[Order](), list[str]()
    most = min(GROUPS, desk.course.most_moves(desk.rules))
    moves = list(movable(desk.course, desk.rules, desk.state, desk.seat))
    judge = Judge(desk.table, desk.seat)
    while len(orders) < most:
        best = max(_gains(desk, judge, moves, left, orders), default=None)
        if best is None or best[0] < LEAST:
            break
        _, count, source, target = best
        left[source] -= count
        left[target] += count
        orders.append(Order(desk.rules.id(source), desk.rules.id(target), count))
        names.append(f"{counted(count, *desk.rules.army)} from {desk.name(source)} to {desk.name(target)}")
    written = desk.lore.moved(desk, Orders(tuple(orders))) if wits.thinks else Orders(tuple(orders))
    if not orders:
        alone = "A leader goes where it has more to do." if written.orders else "Every army stands where it is needed."
        return Decision(written, alone)
    return Decision(written, f"Idle armies come closer to where they are needed: {'; '.join(names)}.")


def _gains(
    desk: Desk, judge: Judge, moves: list[tuple[int, int, int]], left: list[int], orders: list[Order]
) -> list[tuple[float, int, int, int]]:
    """Return what each move would gain, with its armies, source and target; sources once only."""
    seat, index = desk.seat, desk.rules.board.index
    gone = {index[order.source] for order in orders} | {index[order.target] for order in orders}
    found: list[tuple[float, int, int, int]] = []
    for source, reach, most in moves:
        if source in gone:
            continue
        for target in bits(reach):
            for count in {min(most, left[source] - 1), min(most, left[source] // 2)}:
                if count > 0:
                    after = judge.worth(source, seat, ((seat, left[source] - count),))
                    after += judge.worth(target, seat, ((seat, left[target] + count),))
                    before = judge.worth(source, seat, ((seat, left[source]),))
                    before += judge.worth(target, seat, ((seat, left[target]),))
                    found.append((after - before, count, source, target))
    return found

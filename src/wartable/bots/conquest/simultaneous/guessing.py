"""What others may order: drafts of all seats, from which regret matching learns what is played."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from wartable.bots.conquest.simultaneous.drafting import drafted, staying
from wartable.bots.conquest.simultaneous.judge import Board, Judge
from wartable.bots.conquest.simultaneous.table import Plan, Table
from wartable.bots.conquest.simultaneous.wits import Wits
from wartable.bots.matching import Learner, learn

BLURS: Final = (0.0, 0.25, 0.4, 0.6)
"""How far worths are blurred from draft to draft, over and over."""
FIRST: Final = 400.0
"""The regret of a seat's plainest draft before anything is learnt, in units."""


def drafts(table: Table, seat: int, number: int, rng: Random) -> list[Plan]:
    """Return so many drafts of a seat against others that stay, less those that come out alike."""
    found: dict[Plan, None] = {}
    for index in range(number):
        blur = BLURS[index % len(BLURS)]
        judge = Judge(table, seat, rng, blur)
        found[drafted(judge, staying(judge), rng=rng if blur else None)] = None
    return list(found)


def answers(table: Table, seat: int, plans: Mapping[int, list[Plan]], number: int, rng: Random) -> list[Plan]:
    """Return drafts of a seat that answer drafts of the others drawn by chance."""
    judge, found = Judge(table, seat), dict[Plan, None]()
    for _ in range(number):
        drawn = {other: rng.choice(some) for other, some in plans.items() if other != seat}
        found[drafted(judge, [Board(table, drawn, seat)])] = None
    return list(found)


def guessed(table: Table, seat: int, wits: Wits, rng: Random) -> tuple[Plan, list[Board]]:
    """Return the draft of a seat that does best, and boards of what the others have come to order."""
    plans = {
        other: drafts(table, other, wits.own if other == seat else wits.others, rng) for other in table.seats
    }  # fmt: skip
    both = {
        other: list(dict.fromkeys([*some, *answers(table, other, plans, max(1, len(some) // 2), rng)]))
        for other, some in plans.items()
    }
    learners = {other: Learner(some, FIRST) for other, some in both.items()}
    judges = {other: Judge(table, other) for other in table.seats}

    def value(side: int, profile: Mapping[int, Plan]) -> float:
        return judges[side].value(Board(table, profile))

    played = learn(learners, value, rng, wits.learning)
    return learners[seat].best(), [Board(table, profile, seat) for profile in played[-wits.samples :]]

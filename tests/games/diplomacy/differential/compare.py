"""Many random boards put to both judges, and what they disagree about counted by cause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.games.diplomacy.differential.causes import Fault
from tests.games.diplomacy.differential.disagreements import Case, judging_faults
from tests.games.diplomacy.differential.later import adjustment_faults, retreat_faults
from tests.games.diplomacy.differential.randomly import random_board
from tests.games.diplomacy.differential.readings import reading_faults
from tests.games.diplomacy.differential.rival import Rival
from tests.games.diplomacy.differential.wordings import wording_faults


class Comparison(NamedTuple):
    """What came of some boards: how many, by name of the cause how many show it, and what no cause explains.

    `differing` are boards on which units or open retreats came out otherwise.
    """

    boards: int
    differing: int
    causes: Counter[str]
    wordings: Counter[str]
    unexplained: list[str]


def compare(package: Any, seeds: Iterable[int]) -> Comparison:
    """Put the boards of some seeds to both."""
    rival = Rival(package)
    boards = differing = 0
    causes, wordings = Counter[str](), Counter[str]()
    unexplained: list[str] = []
    for seed in seeds:
        found, named = _faults(rival, seed)
        boards += 1
        differing += bool(found)
        causes.update({fault.cause.name for fault in found if fault.cause})
        wordings.update({fault.cause.name for fault in named if fault.cause})
        unexplained += [f"board {seed}: {fault.where}" for fault in (*found, *named) if fault.cause is None]
    return Comparison(boards, differing, causes, wordings, unexplained)


def _faults(rival: Rival, seed: int) -> tuple[list[Fault], list[Fault]]:
    """Return the disagreements about one board, its retreats and adjustments, and those about words only."""
    board = random_board(seed)
    answer = rival.judge(board)
    case = Case(board, answer)
    found = [*reading_faults(board, answer), *judging_faults(case)]
    if not found:
        found += retreat_faults(rival, board, seed)
    return [*found, *adjustment_faults(rival, seed)], list(wording_faults(case))


def report(result: Comparison) -> str:
    """Return the counts as lines of text."""
    lines = [f"{result.boards} boards, {result.differing} with a disagreement, {len(result.unexplained)} unexplained"]
    lines += [f"{count:7} {name}" for name, count in result.causes.most_common()]
    lines += ["said in other words only:"]
    lines += [f"{count:7} {name}" for name, count in result.wordings.most_common()]
    return "\n".join([*lines, *result.unexplained])

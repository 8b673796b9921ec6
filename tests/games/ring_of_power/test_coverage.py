"""Every statement of the rules, every settlement and every case asked for is cited by a test that is about it.

The rules are numbered as on the rules page: statements A1 to N, settlements Q1 to Q80, and the cases that a complete
implementation is asked to pass (7.1 to 7.8). A test cites in its docstring: `Statements C2, C16, settlement Q46`.
"""

from __future__ import annotations

import ast
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from tests.games.ring_of_power.combat.builders import battle, troop
from tests.games.ring_of_power.mutation.field import figure, moment, world
from tests.games.ring_of_power.terrain.tables import pace
from tests.games.ring_of_power.terrain.test_maps import WAR, table
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat.odds.front import odds
from wartable.games.ring_of_power.combat.values import Battle
from wartable.games.ring_of_power.play.battle import battle_of
from wartable.games.ring_of_power.play.combats import clashes
from wartable.games.ring_of_power.terrain.paths import judge_path

HERE = Path(__file__).parent
LAST = {"A": 8, "B": 7, "C": 16, "D": 5, "E": 4, "F": 5, "I": 7, "J": 6, "K": 9, "L": 6, "M": 33, "Q": 80, "7.": 8}
"""The last number of each letter; G begins at 0, and H and N have no numbers."""
EVERY = {f"{letter}{number}" for letter, last in LAST.items() for number in range(1, last + 1)}
EVERY |= {f"G{number}" for number in range(17)} | {"H", "N"}
WORDS = re.compile(
    r"\b(?:[Ss]tatement|[Rr]ule|[Ss]ettlement|[Cc]ase)s? ((?:[A-Z]\d*|7\.\d)(?:(?:, | and | to )(?:[A-Z]\d*|7\.\d)\b)*)"
)
RANGE = re.compile(r"([A-Z])(\d+) to \1(\d+)")


def cited(text: str) -> Iterator[str]:
    """Yield the numbers that a docstring cites."""
    for listed in WORDS.findall(" ".join(text.split())):
        for letter, first, last in RANGE.findall(listed):
            yield from (f"{letter}{number}" for number in range(int(first), int(last) + 1))
        yield from re.split(r", | and | to ", listed)


def citations() -> Counter[str]:
    """Return how many tests cite each number."""
    found: Counter[str] = Counter()
    for path in sorted(HERE.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(set(cited(ast.get_docstring(node) or "")))
    return found


def test_every_statement_settlement_and_case_is_cited() -> None:
    assert sorted(EVERY - citations().keys()) == []


def test_nothing_is_cited_that_there_is_not() -> None:
    assert sorted(citations().keys() - EVERY) == []


def test_citations_are_read_from_sentences() -> None:
    assert set(cited("Statements C2, C16 and H, settlement Q46: so it is.")) == {"C2", "C16", "H", "Q46"}
    assert set(cited("Case 7.4, statements M1 to M3")) == {"7.4", "M1", "M2", "M3"}
    assert set(cited("A test of Q1 without the word, and of C2.")) == set()


def test_every_ability_is_one_of_the_statements_about_abilities() -> None:
    """Statements M1 to M33: each has its row, and each row but the guide's two its statement."""
    named = Counter(row.rule for row in charts().abilities.values() if row.rule)

    assert {f"M{number}" for number in range(1, 34)} == set(named)
    assert [key for key, row in charts().abilities.items() if not row.rule] == ["royal_standard"]


def least(count: int, work: object) -> float:
    """Return the shortest time of some runs, in seconds of the processor."""
    spent: list[float] = []
    for _ in range(count):
        before = time.process_time()
        work()  # type: ignore[operator]
        spent.append(time.process_time() - before)
    return min(spent)


def test_two_thousand_figures_and_a_thousand_against_two_are_reckoned_at_once() -> None:
    """Case 7.7: with five times the time asked for, as tests may run beside others; `bench/` measures exactly."""
    small = world()
    spots = [(900 * (n % 64), 900 * (n // 64)) for n in range(2_000)]
    figures = [
        figure(n, "of_man" if x < 28_800 else "of_orc", (x, y), int(x >= 28_800)) for n, (x, y) in enumerate(spots, 1)
    ]
    state = moment(small, *figures)
    ground, man = table(WAR), pace("man")
    way = ((20_000, 25_000), (24_000, 26_000), (27_000, 24_000))
    large = battle(troop(1, 1_000, 0, (1, 4, 5)), troop(10_001, 2_000, 1, (1, 5, 6)))

    def opened() -> list[Battle]:
        run = Run(small, replace(state, figures=(*figures,)), None)
        return [battle_of(Scene(small, run.state), clash) for clash in clashes(run)]

    assert [len(one.fighters) for one in opened()] == [2_000]
    assert least(3, opened) < 0.2
    assert least(5, lambda: judge_path(ground, man, way)) < 0.005
    assert least(2, lambda: odds(large)) < 1.25

"""No row of the charts can be altered unnoticed: each alteration fails a check of what the rules say (acceptance 2)."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.games.ring_of_power.mutation import engine_checks, fighting_checks, measure_checks, moving_checks
from tests.games.ring_of_power.mutation.binding import bound
from tests.games.ring_of_power.mutation.mutants import Mutant, mutants
from tests.games.ring_of_power.mutation.register import CHECKS
from wartable.games.ring_of_power.charts import charts

__all__ = ["engine_checks", "fighting_checks", "measure_checks", "moving_checks"]
MUTANTS: defaultdict[str, list[Mutant]] = defaultdict(list)
for mutant in mutants(charts()):
    MUTANTS[mutant.row].append(mutant)


@pytest.mark.parametrize("row", sorted(MUTANTS))
def test_what_a_row_says_is_what_the_rules_say(row: str) -> None:
    """Statements N, M1 to M33."""
    for check in CHECKS[row]:
        check()


def noticed(mutant: Mutant) -> bool:
    """Whether a check of the row fails under a mutant, by an assertion or by an error of the rules code."""
    with bound(mutant.charts):
        for check in CHECKS[mutant.row]:
            try:
                check()
            except Exception:  # noqa: BLE001 - any failure is what is wanted here
                return True
    return False


@pytest.mark.parametrize("row", sorted(MUTANTS))
def test_an_altered_row_is_noticed(row: str) -> None:
    assert [mutant.change for mutant in MUTANTS[row] if not noticed(mutant)] == []


def test_every_check_guards_a_row_that_there_is() -> None:
    assert CHECKS.keys() == MUTANTS.keys()

"""The ladder of simultaneous rounds: each level beats the next lower one, shown at 95 % confidence.

One player of a level plays against two or three of the next lower one, every deal from each seat in turn. Measured:
`medium` won 29 of 30 games against two `easy` in Lord of the Rings Risk and 11 of 12 in Classic Risk, `hard` 17 of 27
against two `medium` in Lord of the Rings Risk and 14 of 24 against three, 20 of 21 and 10 of 16 in Classic Risk;
`random` won none of 48. What takes long is a test of strength.
"""

from __future__ import annotations

import pytest

from wartable.games.conquest.classic.options import PRESETS as RISK_PRESETS
from wartable.games.conquest.lotr.presets import PRESETS as LOTR_PRESETS
from wartable.lab.simulate import Plan, simulate
from wartable.lab.stats import wilson

OPTIONS = {**RISK_PRESETS, **LOTR_PRESETS}
LADDER = [
    ("easy", "random", "risk-simultaneous", 3, 9),
    ("easy", "random", "lotr-simultaneous", 4, 12),
    ("medium", "easy", "lotr-simultaneous", 3, 12),
    pytest.param("medium", "easy", "lotr-simultaneous", 4, 20, marks=pytest.mark.strength),
    pytest.param("medium", "easy", "risk-simultaneous", 3, 24, marks=pytest.mark.strength),
    pytest.param("hard", "medium", "lotr-simultaneous", 3, 60, marks=pytest.mark.strength),
    pytest.param("hard", "medium", "lotr-simultaneous", 4, 80, marks=pytest.mark.strength),
    pytest.param("hard", "medium", "risk-simultaneous", 3, 21, marks=pytest.mark.strength),
    pytest.param("hard", "medium", "risk-simultaneous", 4, 40, marks=pytest.mark.strength),
]


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker", "preset", "seats", "games"), LADDER)
def test_the_stronger_wins_more_than_its_share(stronger: str, weaker: str, preset: str, seats: int, games: int) -> None:
    plan = Plan(
        game="risk" if preset in RISK_PRESETS else "lotr-risk",
        options=OPTIONS[preset].values(),
        seats=(stronger, *[weaker] * (seats - 1)),
        games=games,
        seed="ladder",
        rotate=True,
    )
    played = simulate(plan)
    won = sum(game.seats[seat] == stronger for game in played if game.outcome for seat in game.outcome.winners)
    assert wilson(won, games).low > 1 / seats, f"{won} of {games}"

"""The dice as they are rolled and settled promise exactly what the odds say, whatever bears on them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from statistics import mean
from typing import Any

import pytest

from wartable.engine.chance import Outcomes, Rolled
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.balance.effects import Effects
from wartable.games.conquest.balance.modifiers import Modifiers, dice_rules
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.actions import Attack
from wartable.games.conquest.core.battle import Toss, exchange, toss_of
from wartable.odds import roll_between

from .positions import BOARD, SOUTH_AMERICA, position, rules
from .running import GAME, do

CLASHES = [
    Modifiers(),
    Modifiers(rough=True),
    Modifiers(rough=True, special_forces=True),
    Modifiers(neutral=True, protected=1),
    Modifiers(protected=2),
    Modifiers(protected=5),
    Modifiers(protected=1, ones="raised"),
    Modifiers(protected=5, ones="raised"),
    Modifiers(attack_bought=1),
    Modifiers(attack_bought=1, protected=4),
    Modifiers(defence_bought=1),
    Modifiers(defence_bought=1, third_pair=True),
    Modifiers(attack_bought=1, defence_bought=1, rough=True),
    Modifiers(attack_reward=1, defence_reward=1),
    Modifiers(attack_bonus=1, defence_bonus=2),
    Modifiers(attack_bonus=2, cap=6, rough=True, protected=1),
]


def toss_between(clash: Modifiers, attackers: int, defenders: int) -> Toss:
    """Return the roll of all armies that may take part."""
    rules = dice_rules(clash)
    return toss_of(rules, min(attackers, rules.attack_dice), min(defenders, rules.defence_dice))


CASES = [
    (clash, *armies)
    for clash in CLASHES
    for armies in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2))
    if len(toss_between(clash, *armies).request.dice) <= 6  # every outcome of so many dice is looked at
]


@pytest.mark.parametrize(("clash", "attackers", "defenders"), CASES)
def test_every_roll_is_settled_as_the_odds_reckon(clash: Modifiers, attackers: int, defenders: int) -> None:
    toss = toss_between(clash, attackers, defenders)
    found: Counter[tuple[int, int]] = Counter()
    for faces in product(*(range(1, sides + 1) for sides in toss.request.dice)):
        result = exchange.__wrapped__(toss, faces)  # not remembered: there are too many
        found[result.attacker_loss, result.defender_loss] += 1
    promised = roll_between(attackers, defenders, dice_rules(clash))
    total = found.total()
    assert {loss: Fraction(count, total) for loss, count in found.items()} == {
        (one.attacker_losses, one.defender_losses): Fraction(one.count, promised.total) for one in promised.outcomes
    }


# --- forecasts of the running game


def by_hand(state: BalanceState) -> Mapping[tuple[int, int, bool], Fraction]:
    """Roll every outcome of an attack to its end: armies that may go on, defenders left, and whether it conquered."""
    found: defaultdict[tuple[int, int, bool], Fraction] = defaultdict(Fraction)
    fight = state.fight
    assert fight is not None
    outcomes = Outcomes(GAME.request(state))
    after: Counter[BalanceState] = Counter(GAME.advance(state, CHANCE, answer) for answer in outcomes)
    for next_state, ways in after.items():
        share = Fraction(ways, outcomes.count())
        if next_state.phase == "battle":
            for end, chance in by_hand(next_state).items():
                found[end] += share * chance
            continue
        held = next_state.held[0] >> fight.target & 1 == 1
        moved = next_state.armies[fight.source] + next_state.armies[fight.target]
        left = (moved - 1, 0) if held else (next_state.armies[fight.source] - 1, next_state.armies[fight.target])
        found[*left, held] += share
    return found


MARKED = BOARD.mask(["central_america"])
POSITIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "rough": {"rough": MARKED},
    "special forces": {"rough": MARKED, "effects": Effects(special_forces=True)},
    "recon": {"sites": MARKED, "effects": Effects(recon=2)},
    "improved attack": {"effects": Effects(attack_dice=1)},
    "improved defense": {"effects": Effects().with_defence(1, 2)},
    "airfields": {"airfields": BOARD.mask(["venezuela", "western_united_states"])},
    "tanks": {
        "options": PRESETS["with-tanks"],
        "tanks": tuple({"brazil": 0, "peru": 1, "venezuela": 2}.get(space, 0) for space in BOARD.ids),
    },
    "neutral": {"neutral": ("central_america",)},
    "rewards": {"options": BalanceOptions(rewards=True), "earned": (("attack_die",), ("defense_die",))},
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize(
    ("attackers", "defenders", "dice", "until"), [(3, 1, 2, None), (3, 2, 2, 1), (2, 2, 1, 1), (3, 1, 2, 2)]
)
def test_forecasts_are_what_the_dice_bring(
    name: str, attackers: int, defenders: int, dice: int, until: int | None
) -> None:
    armies = {"venezuela": attackers, "central_america": defenders}
    state = position(*SOUTH_AMERICA, armies=armies, phase="attack", **POSITIONS[name])
    action = Attack("venezuela", "central_america", dice, until)
    promised = GAME.forecast(state, Seat(0), action)
    assert promised is not None
    found = by_hand(do(state, action))
    assert promised.chance == pytest.approx(float(sum(chance for end, chance in found.items() if end[2])))
    for place, side in ((0, promised.own_left), (1, promised.other_left)):
        left: defaultdict[int, Fraction] = defaultdict(Fraction)
        for end, chance in found.items():
            left[end[place]] += chance
        assert dict(side) == pytest.approx({count: float(chance) for count, chance in left.items()})


LUCKY: dict[str, dict[str, Any]] = {
    **POSITIONS,
    "third pair": {"options": BalanceOptions(third_pair=True), "effects": Effects().with_defence(1, 2)},
    "raised": {"options": BalanceOptions(recon="raised"), "sites": MARKED, "effects": Effects(recon=2)},
    "capped": {
        "options": BalanceOptions(die_cap="six"),
        "airfields": BOARD.mask(["venezuela", "western_united_states"]),
    },
}


@pytest.mark.parametrize("most", [1, 3])
@pytest.mark.parametrize("name", LUCKY)
def test_luck_is_measured_by_what_the_roll_promised(name: str, most: int) -> None:
    dice = min(most, 2) if name == "rough" else most
    armies = {"venezuela": 6, "central_america": 5}
    state = position(*SOUTH_AMERICA, armies=armies, phase="attack", **LUCKY[name])
    asked = do(state, Attack("venezuela", "central_america", dice))
    assert asked.fight is not None
    toss = rules(asked.options).toss(asked, asked.fight)
    sides = toss.request.dice
    every = [exchange.__wrapped__(toss, faces) for faces in product(*(range(1, each + 1) for each in sides))]
    step = GAME.apply(asked, CHANCE, Rolled((2,) * len(sides)))
    uses = [use for event in step.events for use in GAME.study.dice(event)]
    assert uses[0].expected == pytest.approx(mean(one.defender_loss for one in every))
    assert [use.expected for use in uses[1:]] == [
        pytest.approx(mean(one.attacker_loss for one in every)) for _ in uses[1:]
    ]
    assert uses[0].due == pytest.approx(mean(sum(one.attack) for one in every))
    assert [use.due for use in uses[1:]] == [pytest.approx(mean(sum(one.defence) for one in every)) for _ in uses[1:]]


def test_a_forecast_names_what_is_in_force() -> None:
    effects, airfields = Effects(recon=1, attack_dice=2), BOARD.mask(["brazil", "venezuela"])
    marks: dict[str, Any] = {"rough": MARKED, "sites": MARKED, "airfields": airfields}
    state = position(*SOUTH_AMERICA, armies={"venezuela": 5}, phase="attack", effects=effects, **marks)
    promised = GAME.forecast(state, Seat(0), Attack("venezuela", "central_america", 2))
    assert promised is not None
    assert set(promised.chips) >= {
        "rough terrain: two attack, two defend",
        "improved attack +2 dice",
        "recon: 1 without a 1",
        "attack +1 on the highest",
    }

"""The dice as they are rolled and settled promise exactly what the odds say, whatever bears on them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from wartable.games.conquest.balance.modifiers import Clash, dice_rules
from wartable.games.conquest.dice import Toss, exchange, toss_of
from wartable.odds import roll_between

CLASHES = [
    Clash(),
    Clash(rough=True),
    Clash(rough=True, special_forces=True),
    Clash(neutral=True, protected=1),
    Clash(protected=2),
    Clash(protected=5),
    Clash(protected=1, ones="raised"),
    Clash(protected=5, ones="raised"),
    Clash(attack_bought=1),
    Clash(attack_bought=1, protected=4),
    Clash(defence_bought=1),
    Clash(defence_bought=1, third_pair=True),
    Clash(attack_bought=1, defence_bought=1, rough=True),
    Clash(attack_reward=1, defence_reward=1),
    Clash(attack_bonus=1, defence_bonus=2),
    Clash(attack_bonus=2, cap=6, rough=True, protected=1),
]


def toss_between(clash: Clash, attackers: int, defenders: int) -> Toss:
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
def test_every_roll_is_settled_as_the_odds_reckon(clash: Clash, attackers: int, defenders: int) -> None:
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

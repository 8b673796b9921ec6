"""Exact outcomes of one dice roll between attacker and defender, with every modifier the games use."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache

import msgspec

from wartable.odds.errors import require, require_range
from wartable.odds.rules import MAX_DICE, PLAIN, DiceRules

FACES = range(1, 7)


class Outcome(msgspec.Struct, frozen=True):
    """One result of a roll: armies lost on either side, and how many of all outcomes give it."""

    attacker_losses: int
    defender_losses: int
    count: int


class RollOdds(msgspec.Struct, frozen=True):
    """All results of one roll as whole numbers out of `total`, fewest attacker losses first."""

    outcomes: tuple[Outcome, ...]
    total: int

    def chance(self, attacker_losses: int) -> Fraction:
        """Exact probability that the attacker loses just so many armies."""
        hits = sum(o.count for o in self.outcomes if o.attacker_losses == attacker_losses)
        return Fraction(hits, self.total)

    def expected(self) -> tuple[Fraction, Fraction]:
        """Exact mean losses, in armies: (attacker, defender)."""
        attacker = sum(o.attacker_losses * o.count for o in self.outcomes)
        defender = sum(o.defender_losses * o.count for o in self.outcomes)
        return Fraction(attacker, self.total), Fraction(defender, self.total)

    def limited(self, attackers: int, defenders: int) -> "RollOdds":
        """Return the same roll when the sides cannot lose more than these armies."""
        merged: Counter[tuple[int, int]] = Counter()
        for o in self.outcomes:
            merged[min(o.attacker_losses, attackers), min(o.defender_losses, defenders)] += o.count
        return RollOdds(_outcomes(merged), self.total)


@lru_cache(maxsize=4096)
def roll_odds(attack_dice: int, defence_dice: int, rules: DiceRules = PLAIN) -> RollOdds:
    """Return the exact results of rolling these dice, armies being plentiful.

    The numbers are dice on the table: limits, least and extra dice of the rules are not applied again,
    but bonuses, cap, protected dice and the limit of pairs are. Raises `OddsError` below one die or above
    `MAX_DICE`.
    """
    require_range("attack dice", attack_dice, 1, MAX_DICE)
    require_range("defence dice", defence_dice, 1, MAX_DICE)
    pairs = min(attack_dice, defence_dice, rules.pairs or MAX_DICE)
    raised = rules.ones == "raised"
    attack = _hands(attack_dice, min(rules.attack_protected, attack_dice), pairs, raised=raised)
    defence = _hands(defence_dice, min(rules.defence_protected, defence_dice), pairs, raised=raised)
    merged = _compare(
        _boosted(attack, rules.attack_bonus, rules.cap), _boosted(defence, rules.defence_bonus, rules.cap)
    )
    return RollOdds(_outcomes(merged), attack.total() * defence.total())


def roll_between(attackers: int, defenders: int, rules: DiceRules = PLAIN) -> RollOdds:
    """Return the exact results of one roll in a battle of these armies, both using all dice they may.

    `attackers` are the armies that may attack. Raises `OddsError` when a side has no army.
    """
    require(attackers >= 1, f"A roll needs at least one attacking army, not {attackers}.")
    require(defenders >= 1, f"A roll needs at least one defending army, not {defenders}.")
    return _committed_roll(min(attackers, rules.attack_dice), min(defenders, rules.defence_dice), rules)


@lru_cache(maxsize=4096)
def _committed_roll(attackers: int, defenders: int, rules: DiceRules) -> RollOdds:
    attack_dice = attackers + rules.attack_extra
    defence_dice = max(defenders, rules.defence_least) + rules.defence_extra
    return roll_odds(attack_dice, defence_dice, rules).limited(attackers, defenders)


@lru_cache(maxsize=1024)
def _hands(dice: int, protected: int, keep: int, *, raised: bool) -> Counter[tuple[int, ...]]:
    """Count the ways to each set of the `keep` highest dice, sorted downwards."""
    guarded = (2, *FACES[1:]) if raised else tuple(FACES[1:])
    hands: Counter[tuple[int, ...]] = Counter({(): 1})
    for index in range(dice):
        faces = guarded if index < protected else FACES
        longer: Counter[tuple[int, ...]] = Counter()
        for hand, ways in hands.items():
            for face in faces:
                longer[tuple(sorted((*hand, face), reverse=True)[:keep])] += ways
        hands = longer
    return hands


def _boosted(hands: Counter[tuple[int, ...]], bonus: int, cap: int | None) -> Counter[tuple[int, ...]]:
    """Add the bonus to the highest die of each hand; the order of the pairs stays as it was."""
    boosted: Counter[tuple[int, ...]] = Counter()
    for (top, *rest), ways in hands.items():
        value = top + bonus
        boosted[value if cap is None else min(value, cap), *rest] += ways
    return boosted


def _compare(attack: Counter[tuple[int, ...]], defence: Counter[tuple[int, ...]]) -> Counter[tuple[int, int]]:
    """Count the results pair by pair; ties are the defender's."""
    merged: Counter[tuple[int, int]] = Counter()
    for ours, our_ways in attack.items():
        for theirs, their_ways in defence.items():
            lost = sum(map(int.__le__, ours, theirs))
            merged[lost, len(ours) - lost] += our_ways * their_ways
    return merged


def _outcomes(merged: Counter[tuple[int, int]]) -> tuple[Outcome, ...]:
    return tuple(Outcome(lost, won, count) for (lost, won), count in sorted(merged.items()))

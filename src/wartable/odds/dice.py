"""Exact outcomes of one dice roll between attacker and defender, with every modifier the games use."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb

import msgspec

from wartable.odds.errors import require, require_range
from wartable.odds.rules import MAX_DICE, PLAIN, DiceRules, Ones

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
    merged = _compared(
        _Hand(attack_dice, rules.attack_protected, rules.ones),
        _Hand(defence_dice, rules.defence_protected, rules.ones),
        rules,
        pairs,
    )
    return RollOdds(_outcomes(merged), sum(merged.values()))


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


class _Hand:
    """Dice of one side before they are rolled: so many, of which the protected ones cannot show 1."""

    def __init__(self, dice: int, protected: int, ones: Ones) -> None:
        self.dice = dice
        self._protected = min(protected, dice)
        self._raised = ones == "raised"

    def ways(self, face: int, placed: int) -> list[int]:
        """Return by number of dice in how many ways just so many show a face, when `placed` ones show lower faces."""
        left = self.dice - placed
        if face == 1:
            return [comb(self.dice - self._protected, many) for many in range(left + 1)]
        if face == 2 and self._raised:
            return [self._raised_ways(placed, many) for many in range(left + 1)]
        if face == FACES[-1]:
            return [*[0] * left, 1]
        return [comb(left, many) for many in range(left + 1)]

    def _raised_ways(self, ones: int, twos: int) -> int:
        """Count the ways to these twos, where a protected die shows 2 on two of its six sides."""
        free = self.dice - self._protected - ones
        chosen = range(min(twos, self._protected) + 1)
        return sum(comb(self._protected, many) * comb(free, twos - many) << many for many in chosen) if free >= 0 else 0


_Placed = tuple[int, int, int, int, int]
"""Dice of attacker and defender that lie so far, the face of each side's highest, armies the attacker has lost."""


def _compared(attack: _Hand, defence: _Hand, rules: DiceRules, pairs: int) -> Counter[tuple[int, int]]:
    """Count the results of all rolls: armies lost by attacker and defender.

    Dice are laid in order from the lowest face up, as many of a face at once as show it, so that a few thousand states
    stand for the millions of rolls of eight dice against eight. An attacking die loses its pair if the defending one
    of the same rank is not lower, so is not laid before the attacking dice of this face are. The highest pair is
    compared last, by itself: bonus and cap change its values, but not the order of the dice.
    """
    # Without a bonus the highest pair is like any other, and nobody need remember its faces.
    apart = bool(rules.attack_bonus or rules.defence_bonus)
    states: Counter[_Placed] = Counter({(0, 0, 0, 0, 0): 1})
    for face in FACES:
        told = face if apart else 0
        ways = [attack.ways(face, placed) for placed in range(attack.dice + 1)]
        states = _with_attack(states, ways, (attack.dice, defence.dice, pairs), told)
        states = _with_defence(states, [defence.ways(face, placed) for placed in range(defence.dice + 1)], told)
    merged: Counter[tuple[int, int]] = Counter()
    for (_, _, top, other, lost), count in states.items():
        ours, theirs = _value(top, rules.attack_bonus, rules.cap), _value(other, rules.defence_bonus, rules.cap)
        all_lost = lost + (apart and ours <= theirs)
        merged[all_lost, pairs - all_lost] += count
    return merged


def _with_attack(
    states: Counter[_Placed], ways: list[list[int]], dice: tuple[int, int, int], told: int
) -> Counter[_Placed]:
    """Lay the attacking dice that show a face, and count the pairs that they lose.

    `dice` are those of the attacker, of the defender, and the pairs; `told` is the face where the highest pair is
    compared apart.
    """
    attackers, defenders, pairs = dice
    after: Counter[_Placed] = Counter()
    for (ours, theirs, top, other, lost), count in states.items():
        unlaid = attackers - ours
        # Ranks are counted from the highest die down; this is the lowest that can be lost with this face.
        lowest = min(unlaid, defenders - theirs, pairs)
        for many, one in enumerate(ways[ours]):
            if one:
                more = max(0, lowest - max(unlaid - many, 1 if told else 0))
                after[ours + many, theirs, told if many else top, other, lost + more] += count * one
    return after


def _with_defence(states: Counter[_Placed], ways: list[list[int]], told: int) -> Counter[_Placed]:
    """Lay the defending dice that show a face."""
    after: Counter[_Placed] = Counter()
    for (ours, theirs, top, other, lost), count in states.items():
        for many, one in enumerate(ways[theirs]):
            if one:
                after[ours, theirs + many, top, told if many else other, lost] += count * one
    return after


def _value(face: int, bonus: int, cap: int | None) -> int:
    """Return what the highest die counts."""
    return face + bonus if cap is None else min(face + bonus, cap)


def _outcomes(merged: Counter[tuple[int, int]]) -> tuple[Outcome, ...]:
    return tuple(Outcome(lost, won, count) for (lost, won), count in sorted(merged.items()))

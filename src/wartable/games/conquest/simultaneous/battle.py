"""Battles of several sides: who fights, who acts as defender, and how many dice each may roll (`lotr-risk M06-M14`).

Sides stand in turn order, and every question of equal strength is settled by it. Nothing here knows a board: a battle
needs no more than units, bonuses and who stayed, so what happens at one place never bears on another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

ATTACK_DICE = 3
"""The most dice of an attacker."""
GROUP = 2
"""Dice for each attacker that the defender answers, and his most against a single one."""


class Side(msgspec.Struct, frozen=True, gc=False):
    """One side of a battle: the player (a seat, or the number that stands for a neutral army) and its units."""

    player: int
    units: int
    bonus: int = 0
    """What it adds to the highest die of one group: 1 for a leader, 1 more for the defender's stronghold."""
    stayed: bool = False
    """Whether it defends the place: units of it stayed there. At most one side did."""


class Battle(msgspec.Struct, frozen=True):
    """A battle at the start of a round: the sides in turn order, and who acts as defender.

    Make one by `begun`, which checks it and finds the acting defender.
    """

    sides: tuple[Side, ...]
    acting: int | None = None
    """The player who defends: the one who stayed, or else the attacker whose turn it is; None with no side left."""
    order: tuple[int, ...] = ()
    """Where nobody stayed: the order in which attackers act as defender, the strongest first (`lotr-risk M11`)."""
    round: int = 1
    """Number of the next round."""
    cap_by_units: bool = False
    """Whether the defender never has more dice than units (`lotr-risk M07`)."""

    @property
    def over(self) -> bool:
        """Whether at most one side is left (`lotr-risk M12`)."""
        return len(self.sides) < 2

    @property
    def defender(self) -> int | None:
        """The player who stayed, or None in a battle of attackers only."""
        return next((side.player for side in self.sides if side.stayed), None)

    @property
    def players(self) -> tuple[int, ...]:
        """The players in turn order."""
        return tuple(side.player for side in self.sides)

    def side(self, player: int) -> Side:
        """Return the side of a player; raises `KeyError` for one who is not in the battle."""
        for side in self.sides:
            if side.player == player:
                return side
        raise KeyError(player)

    def cap(self, player: int) -> int:
        """Return the most dice of a player in the next round; raises `KeyError` for one who is not in the battle."""
        units = self.side(player).units
        if player == self.acting:
            return defence_cap(units, len(self.sides) - 1, by_units=self.cap_by_units)
        return min(ATTACK_DICE, units)


class Targets(msgspec.Struct, frozen=True):
    """How many dice a player aims at whom, in order of the targets' numbers, and which group gets the bonus.

    Make one by `aimed`, which sorts. A bonus that is named for nobody is not used (`lotr-risk M14`).
    """

    dice: tuple[tuple[int, int], ...] = ()
    bonus: int | None = None

    def at(self, player: int) -> int:
        """Return the dice aimed at a player."""
        return next((count for target, count in self.dice if target == player), 0)

    @property
    def total(self) -> int:
        """All dice that are aimed."""
        return sum(count for _, count in self.dice)


def aimed(dice: Mapping[int, int], bonus: int | None = None) -> Targets:
    """Return targets from a mapping of players to dice; a target with no dice is none."""
    return Targets(tuple(sorted((target, count) for target, count in dice.items() if count)), bonus)


def defence_cap(units: int, attackers: int, *, by_units: bool = False) -> int:
    """Return the most dice of a defender with these units against so many attackers (`lotr-risk M07`).

    Against one attacker they are two, or one for a single unit. Against several they are two for each attacker, as
    long as there are two units for each (a single unit counts for two); `by_units` leaves out dice beyond the units.
    """
    if attackers < 2:
        return min(GROUP, units) if attackers else 0
    dice = GROUP * min((units + 1) // 2, attackers)
    return min(dice, units) if by_units else dice


def begun(sides: Sequence[Side], *, cap_by_units: bool = False) -> Battle:
    """Return a battle of sides in turn order, before its first round.

    Raises `ValueError` where a player is there twice, a side has no units, or more than one stayed.
    """
    if len({side.player for side in sides}) < len(sides):
        raise ValueError(f"every player has one side in a battle, not as in {sides}")
    if any(side.units < 1 for side in sides):
        raise ValueError(f"a side needs at least one unit, not as in {sides}")
    if sum(side.stayed for side in sides) > 1:
        raise ValueError(f"at most one side stayed at a place, not as in {sides}")
    return _ordered(Battle(tuple(sides), cap_by_units=cap_by_units))


def lost(battle: Battle, losses: Mapping[int, int]) -> Battle:
    """Return the battle before its next round, after these losses, all taken together (`lotr-risk M10`).

    Losses beyond a side's units are void. Where the defender falls, the others go on as attackers only, in the order
    of their strength at that moment (`lotr-risk L75`).
    """
    left = (replace(side, units=side.units - losses.get(side.player, 0)) for side in battle.sides)
    after = replace(battle, sides=tuple(side for side in left if side.units > 0), round=battle.round + 1)
    return _ordered(after) if battle.defender is not None else _passed_on(after)


def without(battle: Battle, players: Iterable[int]) -> Battle:
    """Return the battle without those who withdraw (`lotr-risk M12`); who may, says `aims.withdrawal_refusal`."""
    gone = frozenset(players)
    after = replace(battle, sides=tuple(side for side in battle.sides if side.player not in gone))
    return after if battle.acting in after.players else _passed_on(after)


def _ordered(battle: Battle) -> Battle:
    """Have the one who stayed defend, or else the strongest attacker begin (`lotr-risk M11`)."""
    defender = battle.defender
    if defender is not None:
        return replace(battle, acting=defender, order=())
    strongest = sorted(battle.sides, key=lambda side: -side.units)
    order = tuple(side.player for side in strongest)
    return replace(battle, acting=order[0] if order else None, order=order)


def _passed_on(battle: Battle) -> Battle:
    """Have the next attacker that is left act as defender, and after the last the first again (`lotr-risk M11`)."""
    players, at = battle.players, 0
    if battle.acting in battle.order:
        at = battle.order.index(battle.acting) + 1
    turn = (*battle.order[at:], *battle.order[:at])
    return replace(battle, acting=next((player for player in turn if player in players), None))


# --- sources and bounces


def remaining(sources: Mapping[str, int], losses: int) -> dict[str, int]:
    """Return what losses leave of a force by source: the last source in the alphabet loses first (`lotr-risk L73`)."""
    left = dict(sources)
    for source in sorted(sources, reverse=True):
        taken = min(losses, left[source])
        left[source] -= taken
        losses -= taken
    return left


def bounced(forces: Mapping[int, int]) -> dict[int, int]:
    """Return how many units of each attacking force bounce, by player (`lotr-risk M13`).

    One unit is taken from every force at the same time, until at most one has units left; a single force does not
    bounce. At most one force keeps units; they attack by the standard rule.
    """
    if len(forces) < 2:
        return dict.fromkeys(forces, 0)
    second = sorted(forces.values())[-2]
    return {player: min(units, second) for player, units in forces.items()}
